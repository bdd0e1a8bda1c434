//! What waiting would do where the files hold a series of demand and no jobs.

use super::super::plan_words::name;
use super::super::sheet::{Column, Sheet};
use super::super::sheet_ids;
use super::super::{Style, cost_unit};
use super::DemandView;
use crate::plans::result::PlanResult;
use crate::replay::fluid::{FluidWaits, fluid_waits};

/// Degrees of patience, hours; the last is without limit.
const PATIENCES: [(Option<f64>, &str); 5] = [
    (Some(0.0), "Rent what is not free at once"),
    (Some(1.0), "Rent only what waits longer than an hour"),
    (Some(8.0), "Rent only what waits longer than 8 hours"),
    (Some(24.0), "Rent only what waits longer than a day"),
    (None, "Let all wait"),
];

/// Waits for the machines and commitments of a plan. `up_share`: share of the owned GPUs that are up. Nothing where the plan has
/// neither, or demand never exceeds them.
pub fn sheet(demand: &DemandView, plan: &PlanResult, up_share: f64) -> Option<Sheet> {
    let capacity = plan.own_gpus * up_share + plan.committed_gpus;
    let peak = demand.hours.iter().flatten().copied().fold(0.0, f64::max);
    if capacity <= 0.0 || peak <= capacity {
        return None;
    }
    let hours = |label: &str| Column { label: label.to_owned(), unit: "hours".into(), style: Style::Decimal };
    let share = |label: &str| Column { label: label.to_owned(), unit: "fraction".into(), style: Style::PercentFine };
    let values = |found: FluidWaits| {
        let FluidWaits { rented_share, mean_hours, p95_hours, worst_hours, over_a_day } = found;
        [rented_share, mean_hours, p95_hours, worst_hours, over_a_day]
            .map(|value| Some(cost_unit::held(value)))
            .to_vec()
    };
    let row = |(patience, name): (Option<f64>, &str)| match fluid_waits(&demand.hours, capacity, patience) {
        Some(found) => (name.to_owned(), values(found)),
        None => (format!("{name}: the backlog grows for as long as work comes"), vec![None; 5]),
    };
    Some(Sheet {
        id: sheet_ids::FLUID_WAITS,
        title: format!("What waiting would do on the machines of the plan \u{201c}{}\u{201d}", name(plan.kind)).into(),
        caption: "At least: the files hold no jobs, so work is taken to flow through the machines; whole jobs wait longer. Shares and means are of the work.".into(),
        first: "What is not free".into(),
        columns: vec![share("Rented"), hours("Mean wait, hours"), hours("95% wait at most"), hours("Longest wait"), share("Waited over a day")],
        rows: PATIENCES.into_iter().map(row).collect(),
        sums: None,
    })
}
