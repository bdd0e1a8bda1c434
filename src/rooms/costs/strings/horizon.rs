//! Text of `horizon.rs`.

pub const CHEQUE_FOR_THE_MACHINES: &str = "Bought before the start";
pub const OWNING_SAVES_PRESENT_VALUE: &str = "Owning saves, present value";
pub const RENTING_SAVES_PRESENT_VALUE: &str = "Renting saves, present value";
pub const PAID_BACK_AFTER: &str = "Payback after";
pub const PAID_BACK_AFTER_TAX: &str = "Payback after tax";
pub const PAID_BACK_DISCOUNTED: &str = "Payback, discounted";
pub const MOST_CASH_AFTER_TAX: &str = "Peak cash beyond renting, after tax";
pub const MOST_CASH_BEYOND_RENTING: &str = "Peak cash beyond renting";
pub const INTERNAL_RATE_OF_OWNING: &str = "IRR of owning";
pub const INTERNAL_RATE_AFTER_TAX: &str = "IRR of owning, after tax";
pub const A_MONTH_S_PAYMENT: &str = "Monthly payment";
pub const GAIN_OVER_CASH_PRESENT_VALUE: &str = "Gain compared with cash, present value";
pub const SEVERAL_RATES: &str = "several rates: ";
pub const AND: &str = " and ";
pub const NOT_IN_TIME: &str = "not within the horizon";
pub const NOT_IN_TIME_DISCOUNTED: &str = "not within the horizon, discounted";
pub const OVER_THE_HORIZON: &str = "Over the horizon";
pub const PAID_BEYOND_THE_PRICE: &str = "Financing cost";
pub const RATE_IT_STANDS_FOR: &str = "Implied interest rate";
pub const THE_VERDICT_TAKES_CASH_SO_THAT: &str = "The verdict assumes cash, so that a cheap loan does not decide between owning and renting. A deposit with the order is paid in cash. A lease without buy-out is renewed on the same terms until the horizon, and its machines are not sold. With tax, the gain is after tax.";
pub const LESS_THAN_THE_PRICE: &str = "none: payments are less than the price";
pub const WHAT_FINANCING_CHANGES: &str = "Effect of financing";
pub const MOST_CASH_AFTER_IT: &str = "Peak cash after the second purchase";
pub const SECOND_PURCHASE: &str = "Second purchase of hardware";
pub const WHEN_IT_IS_PAID: &str = "Paid in";

pub fn paid_in_month(month: &dyn std::fmt::Display) -> String {
    format!("month {month}")
}
