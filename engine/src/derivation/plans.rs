//! Derivations of the figures of plans: present value from its lines, cost per productive hour from that.

use super::{Derivation, DerivationId, figure, find, leaf, of_cost_unit};
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
    let lines = |usd: fn(&PlanLine) -> f64| -> Vec<Derivation> {
        let lines = plan.lines.iter().filter(|line| usd(line) != 0.0);
        lines.map(|line| leaf(line.label, usd(line), Unit::Usd, &[])).collect()
    };
    let of_lines = |id: DerivationId, value: f64, usd: fn(&PlanLine) -> f64| {
        figure(id, value, Unit::Usd, Formula::SumOfLines, lines(usd))
    };
    let id = DerivationId::PlanPresentValue(plan.kind);
    let value = of_lines(id, plan.present_value_usd, |line| line.present_value_usd);
    let factor =
        leaf("capital recovery factor", per_year(model), Unit::Share, &["time.discount_rate", "time.horizon_months"]);
    let id = DerivationId::PlanYear(plan.kind);
    let year = figure(id, plan.usd_per_year, Unit::UsdPerYear, Formula::EvenPayment, vec![value.clone(), factor]);
    let per_hour = plan.usd_per_productive_gpu_hour.map(|usd| {
        let hours = leaf(
            "discounted productive hours",
            plan.hours_present_value,
            Unit::GpuHours,
            &["work.gpu_hours_per_month"],
        );
        let id = DerivationId::PlanHour(plan.kind);
        figure(id, usd, Unit::UsdPerGpuHour, Formula::PresentValuePerHour, vec![value.clone(), hours])
    });
    let upfront = plan
        .lines
        .iter()
        .any(|line| line.upfront_usd != 0.0)
        .then(|| of_lines(DerivationId::PlanUpfront(plan.kind), plan.upfront_usd, |line| line.upfront_usd));
    [value, year].into_iter().chain(per_hour).chain(upfront).collect()
}

fn saving(plans: &Plans, all: &[Derivation]) -> Option<Derivation> {
    let value = |kind: PlanKind| find(all, DerivationId::PlanPresentValue(kind)).cloned();
    let both = vec![value(plans.compared_with?)?, value(plans.recommended?)?];
    Some(figure(DerivationId::PlanSaving, plans.saving_usd?, Unit::Usd, Formula::OtherPlanMinusThis, both))
}
