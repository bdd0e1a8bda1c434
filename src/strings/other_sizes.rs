//! Text of `src/answer/other_sizes.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style};

use super::figure;

pub const COMMITTED: &str = "committed";
pub const OWNED: &str = "owned";

pub fn better_size(
    typed: &dyn Display,
    gpus: &dyn Display,
    what: &str,
    (usd, share): (f64, f64),
    over: &str,
) -> Vec<Piece> {
    let slots = [
        ("typed", Piece::Words(typed.to_string())),
        ("gpus", Piece::Words(gpus.to_string())),
        ("usd", figure(usd, Style::UsdShort)),
        ("share", figure(share, Style::PercentFine)),
    ];
    filled(&format!("{{gpus}} instead of {{typed}} GPUs {what} would save {{usd}} ({{share}}) over {over}."), &slots)
}

pub fn take_this_many(gpus: &dyn Display) -> String {
    format!("Take {gpus}")
}

/// One figure: few may stand above the chart.
pub fn nothing_bought(plan: &str, usd_per_year: f64) -> Vec<Piece> {
    let slots = [("plan", Piece::Words(plan.to_owned())), ("usd", figure(usd_per_year, Style::UsdShort))];
    filled("Without buying, {plan} costs least: {usd} a year.", &slots)
}
