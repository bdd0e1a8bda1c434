//! Text of `src/rooms/plans/present_bill.rs`.

use engine::horizon::current_spend::CurrentSpend;
use engine::view::template::filled;
use engine::view::{Piece, Style, words};

use super::figure;

pub const AS_NOW: &str = "The bill now";
pub const AS_NOW_OPTIMISED: &str = "With all measures";
pub const A_MONTH: &str = "Per month";
pub const CHANGE_IT_UNDER: &str = "Change this under ";
pub const EACH_LEVER_ON_WHAT_THE_ONE: &str =
    "Monthly amounts. Each measure applies to what remains after the one before.";
pub const PLAN: &str = "Measure";
pub const SAVES: &str = "Saves";
pub const SET_THE_WORK_TO_WHAT_THE: &str = "Set the work to match the bill";
pub const WHAT_YOU_PAY_NOW: &str = "What you pay today";

pub fn billed(plan: &CurrentSpend) -> Vec<Piece> {
    let text = "{hours} GPU-hours are billed per month, {productive} of them productive. The measures below would cut this bill. They are not a plan of their own: every plan above counts the bill as it is, so try them first, then enter the bill that is left.";
    filled(
        text,
        &[
            ("hours", figure(plan.paid_gpu_hours_per_month, Style::Count)),
            ("productive", figure(plan.productive_gpu_hours_per_month, Style::Count)),
        ],
    )
}

pub fn counts_as(of_bill: &str, counts: f64, of_work: &str) -> Vec<Piece> {
    let text = "One hour of {bill} counts as {counts} hours of {work}.";
    filled(text, &[("bill", words(of_bill)), ("counts", figure(counts, Style::Exact)), ("work", words(of_work))])
}

pub fn other_work(share: f64, usd_per_gpu_hour: f64, assumed: bool) -> Vec<Piece> {
    let text = if assumed {
        "The bill pays for {share} of the work you entered, at an assumed price of {price} per GPU-hour, so the plans do not do the same work."
    } else {
        "The bill pays for {share} of the work you entered, at {price} per GPU-hour, so the plans do not do the same work."
    };
    let price = figure(usd_per_gpu_hour, Style::UsdPerHour);
    filled(text, &[("share", figure(share, Style::Percent)), ("price", price)])
}
