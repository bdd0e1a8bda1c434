//! Plans side by side as a table for files: a row each, the recommended one named, or the two that are too close to call.

use std::borrow::Cow;

use super::Style;
use super::plan_words::{gpus_there, name, what_to_do};
use super::plans::is_close;
use super::sheet::{Column, Sheet, SheetId};
use super::sheet_ids::PLANS;
use crate::analysis::decision::Weighed;
use crate::plans::recommendation::Plans;
use crate::plans::result::PlanResult;
use crate::report::Report;
use crate::units::count;

/// Its permanent id.
pub const ID: SheetId = PLANS;

/// A column with its figure of a plan.
type Figure = (&'static str, &'static str, Style, fn(&PlanResult) -> Option<f64>);

const FIGURES: [Figure; 15] = [
    ("Cost of a productive GPU-hour", "USD", Style::UsdPerHour, |plan| plan.usd_per_productive_gpu_hour),
    ("Per year", "USD a year", Style::Usd, |plan| Some(plan.usd_per_year)),
    ("Present value", "USD", Style::Usd, |plan| Some(plan.present_value_usd)),
    ("Above the cheapest", "USD", Style::Usd, |plan| Some(plan.above_cheapest_usd)),
    ("Upfront", "USD", Style::Usd, |plan| Some(plan.upfront_usd)),
    ("Peak cash", "USD", Style::Usd, |plan| plan.peak_cash_usd),
    ("Most owed if work stopped", "USD", Style::Usd, |plan| Some(plan.obligation_usd)),
    ("Full capacity from month", "month", Style::Count, |plan| Some(count(plan.full_capacity_month))),
    ("GPUs owned", "GPUs", Style::Count, |plan| Some(plan.own_gpus)),
    ("GPUs committed", "GPUs", Style::Count, |plan| Some(plan.committed_gpus)),
    ("Done by machines there", "productive GPU-hours", Style::Count, |plan| Some(plan.hours.machines_there)),
    ("Done by machines bought", "productive GPU-hours", Style::Count, |plan| Some(plan.hours.bought)),
    ("Done by commitments", "productive GPU-hours", Style::Count, |plan| Some(plan.hours.commitment)),
    ("Done on spot", "productive GPU-hours", Style::Count, |plan| Some(plan.hours.spot)),
    ("Done on demand", "productive GPU-hours", Style::Count, |plan| Some(plan.hours.on_demand)),
];

/// The table. `weighed`: how sure the recommended plan is, once that is known.
pub fn sheet(report: &Report, plans: &Plans, weighed: Option<&Weighed>) -> Sheet {
    let rival = plans.rival().filter(|_| weighed.is_some_and(is_close));
    let there = gpus_there(&plans.plans);
    let columns = FIGURES.map(|(label, unit, style, _)| Column { label: label.into(), unit: unit.into(), style });
    let row = |plan: &PlanResult| {
        let mark = match (plans.recommended == Some(plan.kind), rival) {
            (true, None) => " (recommended)",
            (true, Some(_)) => " (too close to call)",
            (false, Some(rival)) if rival.kind == plan.kind => " (too close to call)",
            _ => "",
        };
        let (name, what) = (name(plan.kind), what_to_do(report, plan, there));
        // "Own 64 GPUs" names the kind of plan itself.
        let is_named = what.to_lowercase().contains(&name.to_lowercase());
        let head = if is_named { format!("{what}{mark}") } else { format!("{name}: {what}{mark}") };
        (head, FIGURES.map(|(.., figure)| figure(plan)).into())
    };
    Sheet {
        id: ID,
        title: Cow::Borrowed("Plans side by side"),
        caption: Cow::Borrowed(
            "The same work with each plan over the horizon. Costs are present values, peak cash is beyond the cheapest way of renting.",
        ),
        first: Cow::Borrowed("Plan"),
        columns: columns.into(),
        rows: plans.plans.iter().map(row).collect(),
        sums: None,
    }
}
