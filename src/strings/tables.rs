//! Text of `src/sections/cost_breakdown.rs` and `src/sections/method.rs`.

use std::fmt::Display;

pub const A_GPU_HOUR: &str = " a GPU-hour";
pub const A_GPU_HOUR_OF_THE_CHEAPEST: &str = " a GPU-hour of the cheapest offer by the hour that counts: the price at which renting from it has the same present value as owning (below), rented hours beside the machines at that price too, everything else as it is; found by search.";
pub const BUSY_WHERE_BOTH: &str = " busy: where owning and the cheapest offer at that use have the same present value (below), with more or less of the same work; found by search.";
pub const IN_A_STEADY_YEAR: &str = "In a steady year:";
pub const OF: &str = ", of ";
pub const AFTER: &str = "after ";
pub const AFTER_WITHIN: &str = ", after: ";
pub const AFTER_WITHIN_2: &str = " after ";
pub const AN_ASSUMPTION_NO_QUOTE_A_NEW: &str =
    ". An assumption, no quote: a new generation takes 20 to 30 percentage points more.";
pub const AVAILABLE: &str = "Available";
pub const A_YEAR: &str = "A year";
pub const A_YEAR_HAS_8_760_HOURS: &str = "A year has 8760 hours, a month 730. The work is the same for every plan: more GPUs make each less busy, never the work larger. A productive GPU-hour is an hour whose work is kept. Capital is charged over its life, less what the machines still fetch; rented hours are billed as each offer bills them, and the answer names how.";
pub const A_YEAR_WHATEVER_IT_DOES_AND: &str = " a year whatever it does, and ";
pub const BESIDE_THEM_THE_PRICE_BOOK_YOU: &str = " Beside them: the price book you loaded in this browser; links and files of one scenario do not carry it, \"Save all as one file\" does.";
pub const BUSY_A_JOB_HOLDS_THE_GPU: &str = "Busy: a job holds the GPU";
pub const BUSY_SHARE: &str =
    "Busy, everywhere on this page: the share of all hours in which a job holds the GPU, here ";
pub const CLEAR_LEANING_TOO_CLOSE: &str = "Clear: the two differ by 15 % or more, and by twice what inputs nobody confirmed may move. Leaning: by 5 % or more, and by what those may move. Too close: by less.";
pub const COSTS_IN_THE_UNIT_YOU_CHOSE: &str = "Costs in the unit you chose";
pub const FACTOR: &str = "Factor";
pub const EFFICIENCY_TIMES_GOODPUT: &str = "efficiency in the job × work kept after stops (goodput)";
pub const FILLED_BY_JOBS: &str = "filled by jobs (occupancy)";
pub const FIXED_AND_VARIABLE_COST_OF_OWNING: &str = "Fixed and variable cost of owning";
pub const FOR_EACH_HOUR_A_JOB_HOLDS: &str = " for each hour a job holds it. Cost per productive GPU-hour = fixed ÷ productive hours of a GPU + variable ÷ productive part of a busy hour.";
pub const FROM_CALENDAR_HOURS_TO_PRODUCTIVE_HOURS: &str = "From calendar hours to productive hours";
pub const GPU_HOURS_A_YEAR: &str = "GPU-hours a year";
pub const HOURS: &str = "Hours";
pub const LINE: &str = "Line";
pub const METHOD: &str = "Method";
pub const NOT_MODELLED_YET: &str = "Not modelled yet";
pub const OF_THE_PRICE: &str = " of the price";
pub const ONE_OWNED_GPU_COSTS: &str = "One owned GPU costs ";
pub const OWN: &str = "Own";
pub const PAID_AT_THE_START: &str = "Paid at the start: ";
pub const PER_PRODUCTIVE_GPU_HOUR: &str = " per productive GPU-hour.";
pub const PRICES: &str = "Price edition: ";
pub const PRODUCTIVE_WORK_THAT_IS_KEPT: &str = "Productive: work that is kept";
pub const RENTAL_PRICES_PARTLY_FROM_GPURENTALPRICES_COM: &str = ". Rental prices partly from gpurentalprices.com and Epoch AI, both CC BY 4.0; each price names its source. Rack or Rent ";
pub const SHOWN_TO_NINE_DIGITS: &str = "Shown to nine digits: by hand the last one can differ.";
pub const STRAIGHT_BETWEEN_TWO_AGES_THE_LAST: &str =
    "Straight between two ages, the last share after. Judged for planning, ";
pub const THEY_CAN_BE_BUSY_AT_MOST: &str = "; they can be busy at most ";
pub const THE_BREAK_EVEN: &str = "The break-even";
pub const THE_MONTH_OF_PAYBACK: &str = "The month of payback";
pub const THE_PRESENT_VALUES: &str = "The present values";
pub const THE_PRICE_TO_BEAT: &str = "The price to beat";
pub const THE_RESALE_VALUE: &str = "The resale value";
pub const TOTAL: &str = "Total";
pub const UTILIZATION: &str = ". The share whose work is kept (utilization) is ";
pub const WHERE_THE_COST_COMES_FROM: &str = "Where the cost comes from";
pub const WITH_CAPITAL_IN_A_STRAIGHT_LINE: &str = ". With capital in a straight line, without interest, owning costs ";
pub const YEARS: &str = " years: ";

pub fn at_a_rate_of(per: &dyn Display, code: &dyn Display) -> String {
    format!(" One US dollar is {per} {code}.")
}

pub fn left_at_zero(zeros: &dyn Display) -> String {
    format!("Left at zero: {zeros}.")
}

pub fn over(span: &dyn Display) -> String {
    format!("Over {span} ")
}
