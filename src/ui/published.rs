//! The figures that were published for a worked case, beside ours.

use engine::codec::file;
use engine::presets::{Published, preset};
use engine::view::Style;
use engine::view::published::result;

use super::draw::{Node, drawn, el};
use super::pieces::{figure, fixed};
use crate::page::Origin;
use crate::state::{AppState, BOOK, Shown};
use crate::words::published as words;

/// What was published, while a worked case stands as it was opened.
pub fn published(state: AppState) -> Node {
    drawn(move || {
        let Origin::Preset(id) = state.page().origin else { return Vec::new() };
        let (Some(preset), Some(shown)) = (preset(id), state.shown()) else { return Vec::new() };
        let figures = preset.published();
        // Once it is changed, ours is no longer the case that was published.
        let same = || file::read(preset.text(), &BOOK).is_ok_and(|file| file.document == *shown.document);
        if figures.is_empty() || !same() {
            return Vec::new();
        }
        vec![el("ul.small data-view=published").children(figures.iter().filter_map(|f| one(f, &shown))).into()]
    })
}

fn one(published: &Published, shown: &Shown) -> Option<Node> {
    let ours = result(&shown.report, &published.of)? / published.over;
    let style = match published.unit.as_str() {
        "usd_per_gpu_hour" => Style::UsdPerHour,
        "share" => Style::PercentFine,
        "months" => Style::Months,
        "gpu_hours" => Style::Count,
        _ => Style::Usd,
    };
    let item = el("li")
        .text(words::PUBLISHED)
        .text(published.label.clone())
        .text(" ")
        .child(figure(published.value, style))
        .text(" (")
        .child(fixed(published.source.clone()))
        .text("). ");
    let item = match &published.errs {
        None => item.text(words::ITS_OWN_FIGURES_GIVE).child(figure(ours, style)).text(words::THE_SAME_AS_PRINTED),
        Some(why) => {
            item.text(words::ITS_OWN_FIGURES_GIVE).child(figure(ours, style)).text(": ").text(why.clone()).text(".")
        }
    };
    Some(item.into())
}
