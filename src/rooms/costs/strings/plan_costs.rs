//! Text of `plan_costs.rs`.

pub const CAPEX: &str = "Capex";
pub const COST_LINE: &str = "Cost line";
pub const COSTS_OF_BOTH: &str = "What both plans pay for";
pub const FISCAL_YEAR: &str = "Fiscal year";
pub const MORE_IN_THE_SECOND: &str = "Second minus first";
pub const OPEX: &str = "Opex";
pub const TOTAL: &str = "Total";
pub const WHAT_BOTH_PAY_FOR: &str =
    "What both pay for over the horizon, at present value. The lines add up to what each plan costs.";
pub const YEARS_OF: &str = "Capex and opex by fiscal year: ";
