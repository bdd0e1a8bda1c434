//! The answer: verdict, what would turn it, the price to beat, and both costs.

use engine::break_even::BreakEven;
use engine::scenario::derived::derived;
use engine::scenario::field;
use engine::view::Style;
use engine::view::answer::by_the_hour;
use leptos::prelude::*;

use super::draw::{Element, Node, drawn, el, text};
use super::pieces::{figure, fixed, sentence, to_field};
use crate::state::{AppState, Shown};

/// The first thing on the page.
pub fn answer(state: AppState) -> AnyView {
    let stale = move || state.is_stale();
    let parts = drawn(move || {
        let mut nodes = vec![el("h1").class("spoken").attr("id", "answer-heading").text("Rent or own").into()];
        nodes.extend(earlier(state));
        if let Some(shown) = state.shown() {
            nodes.extend(found(&shown));
        }
        nodes
    });
    view! { <section class="answer" class:stale=stale aria-labelledby="answer-heading">{parts}</section> }.into_any()
}

/// Says which earlier values the answer uses while fields cannot be read.
fn earlier(state: AppState) -> Option<Node> {
    let unread = state.unread.get().into_iter().map(|u| {
        let label = field(u.field).map_or_else(|| derived(u.field).map_or("", |d| d.label), |f| f.label);
        el("li").child(to_field(u.field, label)).text(": uses previous value ").child(fixed(u.used)).into()
    });
    let errors = state.errors().into_iter().map(|e| el("li").text(e.message).into());
    let lines: Vec<Node> = unread.chain(errors).collect();
    (!lines.is_empty()).then(|| {
        el("div")
            .class("earlier")
            .attr("data-view", "earlier")
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
        el("p")
            .class(format!("badge {}", words.badge.replace(' ', "-")))
            .attr("data-view", "badge")
            .text(words.badge)
            .into(),
        el("p").class("verdict").attr("data-view", "verdict").children(sentence(&words.sentence)).into(),
        el("p").class("turns").children(sentence(&words.turns)).into(),
        el("p").class("indifference").attr("data-view", "indifference").children(sentence(&words.indifference)).into(),
        figures(shown).into(),
        el("ul").class("warnings").attr("data-view", "warnings").children(warnings).into(),
        el("p").class("assumed").children(sentence(&words.assumed)).children(age).into(),
    ]
}

/// The four figures that everything else explains.
fn figures(shown: &Shown) -> Element {
    let report = &shown.report;
    let named = |name: &'static str, value: Option<f64>, style: Style| {
        value.map_or_else(|| el("span").class("figure").text("–"), |v| figure(v, style).attr("data-figure", name))
    };
    let rent = report.cheapest().and_then(|o| o.usd_per_productive_gpu_hour);
    let break_even = match report.verdict.break_even {
        Some(BreakEven::From(at) | BreakEven::UpTo(at)) => named("break-even", Some(at.busy_share), Style::PercentFine),
        Some(BreakEven::Outside { from, .. }) => named("break-even", Some(from.busy_share), Style::PercentFine),
        Some(BreakEven::Always) => match by_the_hour(report) {
            Some((_, at)) => named("break-even", Some(at.busy_share), Style::PercentFine),
            None => el("span").class("figure").text("at any use"),
        },
        Some(BreakEven::Never(_)) => el("span").class("figure").text("never"),
        None => named("break-even", None, Style::PercentFine),
    };
    let one = |label: &'static str, value: Element| {
        Node::from(el("div").child(el("dt").text(label)).child(el("dd").child(value)))
    };
    el("dl").class("figures").children([
        one("Own, a productive GPU-hour", named("own", report.own.usd_per_productive_gpu_hour, Style::UsdPerHour)),
        one("Rent, a productive GPU-hour", named("rent", rent, Style::UsdPerHour)),
        one("Break-even, busy share", break_even),
        one("Rent below, paid by use", named("indifference", report.indifference_usd_per_gpu_hour, Style::UsdPerHour)),
    ])
}
