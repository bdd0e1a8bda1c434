//! Text of `src/form/job_size_question.rs`.

use std::fmt::Display;

use engine::view::job_size::KeptOut;
use engine::view::template::filled;
use engine::view::{Piece, Style};

use super::figure;

pub const TITLE: &str = "GPUs that one job takes";

pub fn question(found: &KeptOut) -> Vec<Piece> {
    let offers = if found.offers == 1.0 { "one more offer" } else { "{offers} more offers" };
    let text = format!(
        "How many GPUs does your largest job use at once? You have not said, so {{gpus}} are assumed. With fewer, up to {offers} can do the work, from {{price}} per GPU-hour."
    );
    filled(
        &text,
        &[
            ("gpus", figure(found.assumed_gpus, Style::Count)),
            ("offers", figure(found.offers, Style::Count)),
            ("price", figure(found.usd_per_gpu_hour, Style::UsdPerHour)),
        ],
    )
}

pub fn gpus(number: &dyn Display, is_one: bool) -> String {
    format!("{number} GPU{}", if is_one { "" } else { "s" })
}

pub fn keep(gpus: &dyn Display) -> String {
    format!("{gpus} is right")
}
