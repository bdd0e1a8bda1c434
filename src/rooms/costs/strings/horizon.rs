//! Text of `horizon.rs`.

pub const BOUGHT_BEFORE_THE_START: &str = "Bought before the start";
pub const OWNING_SAVES_PRESENT_VALUE: &str = "Owning saves, present value";
pub const RENTING_SAVES_PRESENT_VALUE: &str = "Renting saves, present value";
pub const PAYBACK: &str = "Payback after";
pub const PAYBACK_AFTER_TAX: &str = "Payback after tax";
pub const PAYBACK_DISCOUNTED: &str = "Payback, discounted";
pub const PEAK_CASH_AFTER_TAX: &str = "Peak cash beyond renting, after tax";
pub const PEAK_CASH: &str = "Peak cash beyond renting";
pub const IRR: &str = "IRR of owning";
pub const IRR_AFTER_TAX: &str = "IRR of owning, after tax";
pub const MONTHLY_PAYMENT: &str = "Monthly payment";
pub const GAIN_OVER_CASH_PRESENT_VALUE: &str = "Gain compared with cash, present value";
pub const SEVERAL_RATES: &str = "several rates: ";
pub const AND: &str = " and ";
pub const NOT_WITHIN_HORIZON: &str = "not within the horizon";
pub const NOT_WITHIN_HORIZON_DISCOUNTED: &str = "not within the horizon, discounted";
pub const TITLE: &str = "Over the horizon";
pub const FINANCING_COST: &str = "Financing cost";
pub const IMPLIED_RATE: &str = "Implied interest rate";
pub const FINANCING_EXPLAINED: &str = "The verdict assumes cash, so that a cheap loan does not decide between owning and renting. A deposit with the order is paid in cash. A lease without buy-out is renewed on the same terms until the horizon, and its machines are not sold. With tax, the gain is after tax.";
pub const LESS_THAN_THE_PRICE: &str = "none: payments are less than the price";
pub const FINANCING_TITLE: &str = "Effect of financing";
pub const PEAK_CASH_AFTER_PURCHASE: &str = "Peak cash after the second purchase";
pub const SECOND_PURCHASE_TITLE: &str = "Second purchase of hardware";
pub const PAID_IN: &str = "Paid in";

pub fn paid_in_month(month: &dyn std::fmt::Display) -> String {
    format!("month {month}")
}
