//! Text of `src/answer/other_work.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style};

use super::figure;

pub const SET_THE_WORK: &str = "Set the work to match the bill";

pub fn set_the_price(price: &dyn Display) -> String {
    format!("It pays for all of the work: {price} per GPU-hour")
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
