//! Text of `src/sections/present_bill.rs`.

pub const AN_HOUR_OF: &str = "An hour of ";
pub const AS_NOW: &str = "As now";
pub const AS_NOW_OPTIMISED: &str = "As now, optimised";
pub const AS_NOW_WITHIN: &str = " as now, ";
pub const A_MONTH: &str = "A month";
pub const CHANGE_IT_UNDER: &str = ". Change it under ";
pub const COUNTS_AS: &str = " counts as ";
pub const EACH_LEVER_ON_WHAT_THE_ONE: &str = "Each lever on what the one before left, a month.";
pub const GPU_HOURS_ARE_BILLED_A_MONTH: &str = " GPU-hours are billed a month, ";
pub const HOURS_OF: &str = " hours of ";
pub const OF_THEM_PRODUCTIVE_OVER_THE_HORIZON: &str = " of them productive. Over the horizon: ";
pub const OF_THE_WORK_YOU_ENTERED_THE: &str = " of the work you entered: the two plans do not do the same. ";
pub const OPTIMISED: &str = " optimised, ";
pub const OWNING_AT_PRESENT_VALUE: &str = " owning, at present value.";
pub const PLAN: &str = "Plan";
pub const SAVES: &str = "Saves";
pub const SET_THE_WORK_TO_WHAT_THE: &str = "Set the work to what the bill pays for";
pub const THE_BILL_PAYS_FOR: &str = "The bill pays for ";
pub const WHAT_YOU_PAY_NOW: &str = "What you pay now";
