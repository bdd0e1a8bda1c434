//! Text of `present_bill.rs`.

use engine::horizon::current_spend::CurrentSpend;
use engine::view::template::filled;
use engine::view::{Piece, Style, words};

use crate::strings::figure;

pub const CURRENT_SETUP: &str = "The bill now";
pub const CURRENT_SETUP_OPTIMISED: &str = "With all measures";
pub const PER_MONTH: &str = "Per month";
pub const CHANGE_IT_UNDER: &str = "Change this under ";
pub const EXPLANATION: &str = "Monthly amounts. Each measure applies to what remains after the one before.";
pub const MEASURE: &str = "Measure";
pub const SAVES: &str = "Saves";
pub const TITLE: &str = "What you pay today";

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
