//! The answer: verdict, what would turn it, the price to beat, and both costs.

use engine::break_even::BreakEven;
use engine::view::Style;
use engine::view::answer::by_the_hour;

use super::draw::{Element, Node, drawn, el, text};
use super::field_input::Row;
use super::pieces::{button, figure, fixed, sentence, to_field};
use crate::state::{AppState, Shown};

/// The first thing on the page.
pub fn answer(state: AppState) -> Node {
    drawn(move || {
        let earlier = earlier(state);
        let class = if earlier.is_some() { "answer stale" } else { "answer" };
        let section = el("section aria-labelledby=answer-heading")
            .class(class)
            .child(el("h1.spoken id=answer-heading").text("Rent or own"))
            .children(earlier);
        vec![section.children(state.shown().map_or_else(Vec::new, |shown| found(&shown))).into()]
    })
}

/// Says which earlier values the answer uses while fields cannot be read.
fn earlier(state: AppState) -> Option<Node> {
    let mut lines: Vec<Node> = Vec::new();
    for u in &state.page().unread {
        let label = Row::named(u.field).map_or("", Row::label);
        let used = fixed(u.used.clone());
        lines.push(el("li").child(to_field(u.field, label)).text(": uses previous value ").child(used).into());
    }
    lines.extend(state.errors().into_iter().map(|e| el("li").text(e.message).into()));
    (!lines.is_empty()).then(|| {
        el("div.earlier data-view=earlier")
            .child(el("p").text("Not all inputs can be used, so this answer is an earlier one:"))
            .child(el("ul").children(lines))
            .into()
    })
}

fn found(shown: &Shown) -> Vec<Node> {
    let words = &shown.answer;
    let warnings = shown.report.warnings.iter().map(|w| el("li").text(format!("{}.", w.message)).into());
    let age = shown.age().map(|age| text(format!(" {age}")));
    vec![
        el("p.badges")
            .child(
                el("span data-view=badge").class(format!("badge {}", words.badge.replace(' ', "-"))).text(words.badge),
            )
            .children(
                words
                    .on_assumed_prices
                    .then(|| el("span").class("badge assumed-prices").text("on assumed prices").into()),
            )
            .into(),
        el("p.verdict data-view=verdict").children(sentence(&words.sentence)).into(),
        el("p.turns").children(sentence(&words.turns)).into(),
        el("ul.caveats").children(words.caveats.iter().map(|c| el("li").children(sentence(c)).into())).into(),
        el("p.indifference data-view=indifference")
            .children(sentence(&words.indifference))
            .text(" ")
            .child(button("offered", "rent.quotes", "I was offered a price"))
            .into(),
        figures(shown).into(),
        el("ul.warnings data-view=warnings").children(warnings).into(),
        el("p.assumed").children(sentence(&words.assumed)).children(age).into(),
    ]
}

/// The four figures that everything else explains.
fn figures(shown: &Shown) -> Element {
    let report = &shown.report;
    let named = |name: &'static str, value: Option<f64>, style: Style| {
        value.map_or_else(|| el("span.figure").text("–"), |v| figure(v, style).attr("data-figure", name))
    };
    let rent = report.cheapest().and_then(|o| o.usd_per_productive_gpu_hour);
    let break_even = match report.verdict.break_even {
        Some(BreakEven::From(at) | BreakEven::UpTo(at)) => named("break-even", Some(at.busy_share), Style::PercentFine),
        Some(BreakEven::Outside { from, .. } | BreakEven::Several { last: from, .. }) => {
            named("break-even", Some(from.busy_share), Style::PercentFine)
        }
        Some(BreakEven::Always) => match by_the_hour(report) {
            Some((_, at)) => named("break-even", Some(at.busy_share), Style::PercentFine),
            None => el("span.figure").text("at any use"),
        },
        Some(BreakEven::Never(_)) => el("span.figure").text("never"),
        None => named("break-even", None, Style::PercentFine),
    };
    let one = |label: &'static str, value: Element| {
        Node::from(el("div").child(el("dt").text(label)).child(el("dd").child(value)))
    };
    el("dl.figures").children([
        one("Own, a productive GPU-hour", named("own", report.own.usd_per_productive_gpu_hour, Style::UsdPerHour)),
        one("Rent, a productive GPU-hour", named("rent", rent, Style::UsdPerHour)),
        one("Break-even busy share, steady year", break_even),
        one("Rent below, paid by use", named("indifference", report.indifference_usd_per_gpu_hour, Style::UsdPerHour)),
    ])
}
