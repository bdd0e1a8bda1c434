//! The typed sizes and the limits of the drawn scenarios of `tests/plans`.

use engine::inputs::{Limit, Scenario, Size};
use serde_json::Value;

/// Sets the sizes and limits of a case.
pub(crate) fn typed(scenario: &mut Scenario, case: &Value) {
    let number = |group: &str, key: &str| case[group][key].as_f64();
    let size = |key: &str| number("sizes", key).map_or(Size::Found, Size::Typed);
    (scenario.sizes.own, scenario.sizes.commit) = (size("own"), size("commit"));
    let limit = |key: &str| number("limits", key).map_or(Limit::None, Limit::Most);
    scenario.limits.upfront_usd = limit("upfront_usd");
    scenario.limits.peak_cash_usd = limit("peak_cash_usd");
    scenario.limits.kw = limit("kw");
    scenario.limits.full_capacity_month = limit("full_capacity_month");
}
