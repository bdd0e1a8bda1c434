//! Text of `plan_costs.rs`.

pub const CAPEX: &str = "Capex";
pub const COST_LINE: &str = "Cost line";
pub const TITLE: &str = "What both plans pay for";
pub const FISCAL_YEAR: &str = "Fiscal year";
pub const DIFFERENCE: &str = "Second minus first";
pub const OPEX: &str = "Opex";
pub const TOTAL: &str = "Total";
pub const EXPLANATION: &str =
    "What both pay for over the horizon, at present value. The lines add up to what each plan costs.";
pub const YEARS_OF: &str = "Capex and opex by fiscal year: ";
