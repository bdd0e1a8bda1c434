//! The sentence about a second cluster, which a horizon longer than the life of the machines buys.

use super::phrases::span;
use super::{Piece, Style, words};
use crate::report::Report;
use crate::units::count;

/// In which month the machines are bought again and for how much; `None` if they last for the horizon.
pub fn second_purchase(report: &Report) -> Option<Vec<Piece>> {
    let second = report.outlook.second_purchase?;
    let mut found = vec![
        words(format!("The horizon of {} is longer than the machines last: in month ", span(report.outlook.months))),
        Piece::Figure(count(second.month), Style::Count),
        words(" owning buys a second cluster for "),
        Piece::Figure(second.bought_usd, Style::UsdShort),
    ];
    if second.sold_usd > 0.0 {
        found.push(words(" and sells the first for "));
        found.push(Piece::Figure(second.sold_usd, Style::UsdShort));
    }
    if second.times > 1 {
        found.push(words("; it is bought "));
        found.push(Piece::Figure(count(second.times), Style::Count));
        found.push(words(" times again in all"));
    }
    found.push(words("."));
    Some(found)
}
