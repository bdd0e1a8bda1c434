//! Text of `flips.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style, words};

use crate::strings::figure;

pub const DISTANCE: &str = "Distance";
pub const LESS: &str = " less";
pub const MORE: &str = " more";
pub const NO_REQUIREMENT_CHANGES_IT: &str = "No single requirement changes the answer: job size, network, interruptibility, commitment term, marketplace hosts, estimated prices or other GPUs.";
pub const NO_ACHIEVABLE_VALUE: &str = "no achievable value";
pub const OTHERS_STAY_CHEAPER: &str = "at no price of this offer alone: others are taken then";
pub const NOW: &str = "Now";
pub const OR_FEWER: &str = " or fewer";
pub const OR_MORE: &str = " or more";
pub const OWNING: &str = "owning";
pub const CHANGES_AT: &str = "Changes at";
pub const INPUT: &str = "Input";
pub const TITLE: &str = "What would change this answer";
pub const REQUIREMENTS_EXPLAINED: &str = "Your requirements decide which offers are eligible. Each of these changes alone would make the other side cheaper:";
pub const WITHIN_ITS_RANGE: &str = "within its range";
pub const YOUR_JUDGMENT: &str = "no one: it is your judgment";
pub const WHO_WOULD_KNOW: &str = "Who would know";

pub fn each_alone(span: &dyn Display) -> String {
    format!(
        "Each on its own, all else unchanged: the value at which owning and renting have the same present value over {span}."
    )
}

pub fn renting_from(who: &dyn Display) -> String {
    format!("renting from {who}")
}

pub fn requirement(there: &str, further: &str, now: &str, cheaper: &str, saving_usd: f64) -> Vec<Piece> {
    let text = "{there}{further} instead of {now}: {cheaper} then costs {saving} less.";
    let slots = [("there", there), ("further", further), ("now", now), ("cheaper", cheaper)];
    let [there, further, now, cheaper] = slots.map(|(name, text)| (name, words(text)));
    filled(text, &[there, further, now, cheaper, ("saving", figure(saving_usd, Style::UsdShort))])
}
