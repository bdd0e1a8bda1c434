//! One-click fixes for contradictory inputs.

use crate::formulas::finance::life_months;
use crate::inputs::derived::{largest_job, owned_gpus};
use crate::inputs::issue::Issue;
use crate::inputs::value::{Amount, Value};
use crate::inputs::{Scenario, field};
use crate::units::{MONTHS_PER_YEAR, count};

/// A change of one row that resolves a contradiction.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// Its button label.
    pub label: &'static str,
    /// Id of the row it sets.
    pub field: &'static str,
    /// The new value.
    pub value: Value,
}

/// The fix for an issue of a scenario; `None` unless one known change resolves it.
pub fn fix(scenario: &Scenario, issue: &Issue) -> Option<Fix> {
    let number = |label, field, value: f64| Fix { label, field, value: Value::Number(Amount::exact(value)) };
    let years = |months: f64| libm::ceil(months / MONTHS_PER_YEAR) * MONTHS_PER_YEAR;
    let found = match issue.fields.as_slice() {
        ["own.fabric_usd_per_node", "own.node_includes_network"] => {
            number("Set network fabric to 0", "own.fabric_usd_per_node", 0.0)
        }
        ["time.lead_months", "time.horizon_months"] => {
            let enough = years(scenario.time.lead_months.value + MONTHS_PER_YEAR);
            number("Extend the horizon to one year after delivery", "time.horizon_months", enough)
        }
        ["own.residual_table", "own.residual_method"] => {
            Fix { label: "Use the resale curve", field: "own.residual_method", value: Value::Choice("curve".into()) }
        }
        ["time.horizon_months", "money.tax_method"] => {
            let horizon = scenario.time.horizon_months.value;
            let (up, down) = (years(horizon), libm::floor(horizon / MONTHS_PER_YEAR) * MONTHS_PER_YEAR);
            let last = scenario.time.lead_months.value + count(life_months(scenario.own.life_years.value));
            // Never buys a second cluster for the sake of whole years.
            let buys = up > last && horizon <= last && down > scenario.time.lead_months.value;
            let months = if buys && down >= MONTHS_PER_YEAR { down } else { up };
            let label = if months > last { "Use whole years: buys a second cluster" } else { "Use whole years" };
            number(label, "time.horizon_months", months)
        }
        ["own.gpus", "own.gpus_per_node"] => number("Round up to whole nodes", "own.gpus", owned_gpus(scenario)),
        ["work.fabric_gpus", "own.gpus"] => {
            number("Limit jobs to the GPUs owned", "work.fabric_gpus", largest_job(scenario)?)
        }
        _ => return None,
    };
    field(found.field)?.validate(&found.value).is_none().then_some(found)
}
