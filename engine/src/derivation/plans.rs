//! Derivations of the figures of plans: present value from its lines, cost per productive hour from that.

use super::{Derivation, DerivationId, figure, find, leaf, node, of_cost_unit, rows};
use crate::cost::LineId;
use crate::formulas::formula::Formula;
use crate::inputs::CostUnit;
use crate::model::Model;
use crate::plans::lines::PlanLine;
use crate::plans::plan::PlanKind;
use crate::plans::recommendation::Plans;
use crate::plans::result::{PlanResult, per_year};
use crate::units::Unit;

/// Of every listed plan: present value, the same as an even payment a year, upfront payments, and cost of work in productive
/// GPU-hours and in the unit that costs are shown in, of so many GPU-hours. Then the saving of the recommended one.
pub fn of_plans(model: &Model, (unit, gpu_hours): (CostUnit, f64), plans: &Plans) -> Vec<Derivation> {
    let mut all: Vec<Derivation> = plans.plans.iter().flat_map(|plan| of_plan(model, plan)).collect();
    all.extend(of_cost_unit(unit, gpu_hours, &all));
    let saving = saving(plans, &all);
    all.extend(saving);
    all
}

fn of_plan(model: &Model, plan: &PlanResult) -> Vec<Derivation> {
    let of_lines = |id: DerivationId, value: f64, of_line: &dyn Fn(&PlanLine) -> Derivation| {
        let lines = plan.lines.iter().map(of_line).filter(|line| line.value != 0.0).collect();
        figure(id, value, Unit::Usd, Formula::SumOfLines, lines)
    };
    let value = of_lines(DerivationId::PlanPresentValue(plan.kind), plan.present_value_usd, &|line| {
        leaf(line.label, line.present_value_usd, Unit::Usd, rows::line_inputs(line.id))
    });
    let factor = leaf("capital recovery factor", per_year(model), Unit::Share, rows::RECOVERY);
    let id = DerivationId::PlanYear(plan.kind);
    let year = figure(id, plan.usd_per_year, Unit::UsdPerYear, Formula::EvenPayment, vec![value.clone(), factor]);
    let per_hour = plan.usd_per_productive_gpu_hour.map(|usd| {
        let hours =
            leaf("discounted productive hours", plan.hours_present_value, Unit::GpuHours, rows::DISCOUNTED_WORK);
        let id = DerivationId::PlanHour(plan.kind);
        figure(id, usd, Unit::UsdPerGpuHour, Formula::PresentValuePerHour, vec![value.clone(), hours])
    });
    let id = DerivationId::PlanUpfront(plan.kind);
    let upfront = plan
        .lines
        .iter()
        .any(|line| line.upfront_usd != 0.0)
        .then(|| of_lines(id, plan.upfront_usd, &|line| upfront_line(plan, line)));
    [value, year].into_iter().chain(per_hour).chain(upfront).collect()
}

/// What a plan pays upfront for a line: for nodes, their number at the price of each.
fn upfront_line(plan: &PlanResult, line: &PlanLine) -> Derivation {
    let (usd, nodes) = (line.upfront_usd, plan.nodes_bought);
    if line.id != LineId::Nodes || nodes <= 0.0 {
        return leaf(line.label, usd, Unit::Usd, rows::line_inputs(line.id));
    }
    let nodes = leaf("nodes", nodes, Unit::Nodes, &["sizes.own", "own.gpus", "own.gpus_per_node"]);
    let each = leaf("unit price", usd / nodes.value, Unit::UsdPerNode, rows::NODE);
    node(line.label, usd, Unit::Usd, Formula::UpfrontLine, vec![nodes, each])
}

fn saving(plans: &Plans, all: &[Derivation]) -> Option<Derivation> {
    let value = |kind: PlanKind| find(all, DerivationId::PlanPresentValue(kind)).cloned();
    let both = vec![value(plans.compared_with?)?, value(plans.recommended?)?];
    Some(figure(DerivationId::PlanSaving, plans.saving_usd?, Unit::Usd, Formula::OtherPlanMinusThis, both))
}
