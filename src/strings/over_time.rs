//! Text of `src/sections/horizon.rs`.

pub const CHEQUE_FOR_THE_MACHINES: &str = "Cheque for the machines";
pub const OWNING_SAVES_PRESENT_VALUE: &str = "Owning saves, present value";
pub const RENTING_SAVES_PRESENT_VALUE: &str = "Renting saves, present value";
pub const PAID_BACK_AFTER: &str = "Paid back after";
pub const PAID_BACK_AFTER_TAX: &str = "Paid back, after tax, in";
pub const MOST_CASH_AFTER_TAX: &str = "Most cash beyond renting, after tax";
pub const MOST_CASH_BEYOND_RENTING: &str = "Most cash beyond renting";
pub const INTERNAL_RATE_OF_OWNING: &str = "Internal rate of owning";
pub const INTERNAL_RATE_AFTER_TAX: &str = "Internal rate of owning, after tax";
pub const A_MONTH_S_PAYMENT: &str = "A month's payment";
pub const GAIN_OVER_CASH_PRESENT_VALUE: &str = "Gain over cash, present value";
pub const SEVERAL_RATES: &str = "several rates: ";
pub const AND: &str = " and ";
pub const NOT_IN_TIME: &str = "not in time";
pub const OVER_THE_HORIZON: &str = "Over the horizon";
pub const PAID_BEYOND_THE_PRICE: &str = "Paid beyond the price";
pub const RATE_IT_STANDS_FOR: &str = "Rate it stands for";
pub const THE_VERDICT_TAKES_CASH_SO_THAT: &str = "The verdict takes cash, so that a cheap loan does not decide own against rent. A deposit at the order is paid in cash. A lease without buy-out is signed again on the same terms until the horizon; its machines are not sold. With tax the gain is after it.";
pub const LESS_THAN_THE_PRICE: &str = "none: less is paid than the price";
pub const WHAT_FINANCING_CHANGES: &str = "What financing changes";
