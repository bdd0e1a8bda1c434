//! Words of `src/ui/over_time.rs`.

use std::fmt::Display;

pub const CHEQUE_FOR_THE_MACHINES: &str = "Cheque for the machines";
pub const OWNING_SAVES_PRESENT_VALUE: &str = "Owning saves, present value";
pub const PAID_BACK_AFTER: &str = "Paid back after";
pub const MOST_CASH_AHEAD_OF_RENTING: &str = "Most cash ahead of renting";
pub const INTERNAL_RATE_OF_OWNING: &str = "Internal rate of owning";
pub const AFTER: &str = "After";
pub const A_MONTH_S_PAYMENT: &str = "A month's payment";
pub const BOOK_LOSS: &str = "Book loss";
pub const BOOK_VALUE: &str = "Book value";
pub const BY_FISCAL_YEAR_BOOKS_HOLD_EQUAL: &str =
    "By fiscal year. Books hold equal depreciation in place of purchases; sales count against cost.";
pub const GAIN_OVER_CASH_PRESENT_VALUE: &str = "Gain over cash, present value";
pub const HARDWARE_SOLD_AT_ITS_CURVE_AND: &str =
    "Hardware sold at its curve, and its book value. A loss stands positive.";
pub const LEAVING_EARLY_WHAT_THE_HARDWARE_FETCHES: &str =
    "Leaving early: what the hardware fetches, what the books hold";
pub const LEVELISED_AND_NOMINAL_COST: &str = "Cost of an hour of the whole horizon";
pub const LEVELISED_PRESENT_VALUE_OF_COST_OVER: &str = "Levelised: all cost at present value over all productive hours at present value, the price that would just pay for everything. Nominal: plain sums, without interest.";
pub const LINE: &str = "Line";
pub const NONE_OR_SEVERAL: &str = "none or several";
pub const NOT_IN_TIME: &str = "not in time";
pub const OVER_THE_HORIZON: &str = "Over the horizon";
pub const OWN: &str = "Own";
pub const OWNING_BY_LINE_AND_FISCAL_YEAR: &str = "Owning by line and fiscal year; sales count against cost.";
pub const OWNING_LINE_BY_LINE_AND_YEAR: &str = "Owning, line by line and year";
pub const PAID_BEYOND_THE_PRICE: &str = "Paid beyond the price";
pub const PLAN: &str = "Plan";
pub const PRESENT_VALUE: &str = "Present value";
pub const RATE_IT_STANDS_FOR: &str = "Rate it stands for";
pub const SALE: &str = "Sale";
pub const THE_VERDICT_TAKES_CASH_SO_THAT: &str =
    "The verdict takes cash, so that a cheap loan does not decide own against rent.";
pub const WHAT_FINANCING_CHANGES: &str = "What financing changes";
pub const YEAR: &str = "Year";
pub const YEAR_BY_YEAR_CASH_AND_BOOKS: &str = "Year by year: cash and books";

pub fn books(name: &dyn Display) -> String {
    format!("{name}, books")
}

pub fn cash(name: &dyn Display) -> String {
    format!("{name}, cash")
}

pub fn levelised(one: &dyn Display) -> String {
    format!("Levelised, {one}")
}

pub fn nominal(one: &dyn Display) -> String {
    format!("Nominal, {one}")
}

pub fn year(one: &dyn Display) -> String {
    format!("Year {one}")
}

pub fn year_2(year: &dyn Display) -> String {
    format!("Year {year}")
}
