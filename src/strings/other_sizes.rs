//! Text of `src/answer/other_sizes.rs`.

use std::fmt::Display;

use engine::analysis::strength::CLOSE_SHARE;
use engine::view::template::filled;
use engine::view::{Piece, Style};

use super::figure;

pub const COMMITTED: &str = "committed";
pub const OWNED: &str = "owned";

/// `than`: the answer, where that does not have the typed size.
pub fn better_size(
    typed: &dyn Display,
    gpus: &dyn Display,
    what: &str,
    (usd, share): (f64, f64),
    (over, than): (&str, Option<&str>),
) -> Vec<Piece> {
    let slots = [
        ("typed", Piece::Words(typed.to_string())),
        ("gpus", Piece::Words(gpus.to_string())),
        ("usd", figure(usd, Style::UsdShort)),
        ("share", figure(share, Style::PercentFine)),
    ];
    let saves = "would save {usd} ({share}) over";
    let text = match than {
        None => format!("{{gpus}} instead of {{typed}} GPUs {what} {saves} {over}."),
        Some(than) => format!("{{gpus}} GPUs {what}, not the {{typed}} entered, {saves} {over} against {than}."),
    };
    filled(&text, &slots)
}

pub fn take_this_many(gpus: &dyn Display) -> String {
    format!("Take {gpus}")
}

/// One figure: few may stand above the chart. `share`: what it costs more than the answer, as a share of its cost.
pub fn nothing_bought(plan: &str, share: f64) -> Vec<Piece> {
    let slots = [("plan", Piece::Words(plan.to_owned())), ("share", figure(share, Style::PercentFine))];
    let only = if share < CLOSE_SHARE { " only" } else { "" };
    filled(&format!("Without buying, {{plan}} costs least: the answer saves{only} {{share}} of that."), &slots)
}
