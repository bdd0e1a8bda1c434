//! Derivations of the figures of plans: present value from its lines, cost per productive hour from that.

use super::{Derivation, DerivationId, figure, leaf};
use crate::formulas::formula::Formula;
use crate::plans::listing::Plans;
use crate::plans::result::PlanResult;
use crate::units::Unit;

/// Present value and cost per productive GPU-hour of every listed plan.
pub fn of_plans(plans: &Plans) -> Vec<Derivation> {
    plans.plans.iter().flat_map(of_plan).collect()
}

fn of_plan(plan: &PlanResult) -> Vec<Derivation> {
    let lines = plan.lines.iter().filter(|line| line.present_value_usd != 0.0);
    let lines: Vec<Derivation> = lines.map(|line| leaf(line.label, line.present_value_usd, Unit::Usd, &[])).collect();
    let id = DerivationId::PlanPresentValue(plan.kind);
    let value = figure(id, plan.present_value_usd, Unit::Usd, Formula::SumOfLines, lines);
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
    std::iter::once(value).chain(per_hour).collect()
}
