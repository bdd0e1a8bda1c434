//! The form: the few inputs that matter most, then every other row of the table in its group.

use engine::presets::PRESETS;
use engine::scenario::derived::derived;
use engine::scenario::field::{Field, Group, Kind};
use engine::scenario::{FIELDS, GROUPS, field};
use leptos::prelude::*;

use super::draw::{Node, drawn, el};
use super::field_input::{derived_row, field_row};
use super::pieces::{button, fixed, to_field};
use crate::browser::intl;
use crate::state::{AppState, BOOK, DEFAULTS};

/// Rows that stand in front, in this order; the busy share stands beside the work.
const FRONT: [&str; 6] = [
    "work.gpu_hours_per_month",
    "own.gpus",
    "own.node_price_usd",
    "rent.discount_share",
    "money.discount_rate",
    "people.usd_per_person_year",
];

/// Rows that another part of the page sets.
const ELSEWHERE: [&str; 1] = ["rent.counted_in"];

/// All inputs.
pub fn form(state: AppState) -> AnyView {
    view! {
        <form class="inputs" aria-labelledby="inputs-heading" on:submit=|e| e.prevent_default() on:keydown=move |e| undo_keys(state, &e)>
            {drawn(move || head(state))}
            <div class="front">{front(state)}</div>
            {drawn(move || changed(state))}
            {GROUPS.iter().map(|group| group_rows(state, *group)).collect_view()}
        </form>
    }
    .into_any()
}

/// Heading, what can be undone, worked cases, and what cannot be used.
fn head(state: AppState) -> Vec<Node> {
    let tool = |action: &'static str, label: &'static str, on: bool| {
        let tool = button(action, "", label).attr("data-action", action);
        Node::from(if on { tool } else { tool.attr("disabled", "") })
    };
    let tools = [
        tool("undo", "Undo", state.can_undo()),
        tool("redo", "Redo", state.can_redo()),
        Node::from(button("defaults", "", "Defaults").attr("data-action", "reset")),
    ];
    let title = el("h2").attr("id", "inputs-heading").text("Your case");
    let bar = el("div").class("inputs-head").child(title).child(el("div").class("tools").children(tools));
    [bar.into()].into_iter().chain(presets()).chain(wrong(state)).collect()
}

/// The rows in front, the busy share beside the work.
fn front(state: AppState) -> Vec<AnyView> {
    let mut rows = Vec::new();
    for row in FRONT.iter().filter_map(|id| field(id)) {
        rows.push(field_row(state, row));
        if row.id == "work.gpu_hours_per_month" {
            rows.extend(derived("work.busy_share").map(|other| derived_row(state, other)));
        }
    }
    rows
}

/// Ctrl+Z and Ctrl+Y outside text fields, where they belong to the text.
fn undo_keys(state: AppState, event: &web_sys::KeyboardEvent) {
    let target = event_target::<web_sys::Element>(event);
    if !(event.ctrl_key() || event.meta_key())
        || target.tag_name() == "INPUT" && target.get_attribute("type").as_deref() == Some("text")
    {
        return;
    }
    match (event.key().as_str(), event.shift_key()) {
        ("z", false) => state.undo(),
        ("y", _) | ("z" | "Z", true) => state.redo(),
        _ => return,
    }
    event.prevent_default();
}

/// How many inputs differ from their defaults, and which.
fn changed(state: AppState) -> Vec<Node> {
    let rows: Vec<&'static Field> = state.document.with(|d| {
        FIELDS
            .iter()
            .zip(DEFAULTS.iter())
            .filter(|(f, default)| f.get(&d.scenario) != **default)
            .map(|(f, _)| f)
            .collect()
    });
    let summary = el("summary")
        .child(fixed(rows.len().to_string()))
        .text(" of ")
        .child(fixed(FIELDS.len().to_string()))
        .text(" inputs changed");
    let links = rows.iter().map(|f| el("li").child(to_field(f.id, f.label)).into());
    vec![el("details").class("changed-list").child(summary).child(el("ul").children(links)).into()]
}

/// Ready-made scenarios.
fn presets() -> Vec<Node> {
    let one = |p: &engine::presets::Preset| {
        let open = button("preset", p.id, p.label).attr("data-preset", p.id);
        Node::from(el("li").child(open).child(el("p").text(p.teaches)))
    };
    let list = el("ul").children(PRESETS.iter().map(one));
    vec![el("details").class("presets").child(el("summary").text("Start from a worked case")).child(list).into()]
}

/// Every field whose text cannot be used, each with a way to it.
fn wrong(state: AppState) -> Vec<Node> {
    let unread = state.unread.get();
    if unread.is_empty() {
        return Vec::new();
    }
    let links = unread.into_iter().map(|u| el("li").child(to_field(u.field, u.problem)).into());
    let words = el("p").text("These inputs cannot be used:");
    vec![el("div").class("wrong").attr("data-view", "wrong").child(words).child(el("ul").children(links)).into()]
}

/// One group, closed, with what is in it in its heading.
fn group_rows(state: AppState, group: Group) -> AnyView {
    let rows =
        move || FIELDS.iter().filter(move |f| f.group == group && !FRONT.contains(&f.id) && !ELSEWHERE.contains(&f.id));
    let other = (group.id == "work").then(|| derived("work.utilization")).flatten();
    let inside: Vec<AnyView> =
        other.into_iter().map(|o| derived_row(state, o)).chain(rows().map(|f| field_row(state, f))).collect();
    view! {
        <details class="group" data-group=group.id>
            <summary>
                <span class="group-name">{group.label}</span>
                <span class="group-values" translate="no">{move || summary(state, rows())}</span>
            </summary>
            <div class="group-rows">{inside}</div>
        </details>
    }
    .into_any()
}

/// The first values of a group that matter, in a few words.
fn summary<'a>(state: AppState, rows: impl Iterator<Item = &'a Field>) -> String {
    state.document.with(|d| {
        let matter = rows.filter(|f| (f.matters)(&d.scenario) && !matches!(f.kind, Kind::Switch | Kind::List { .. }));
        let words = matter.map(|f| match f.kind {
            Kind::Gpu => BOOK.gpu(&d.scenario.work.gpu).map_or_else(String::new, |g| g.name.clone()),
            _ => f.in_words(&d.scenario, intl::typed),
        });
        words.filter(|w| !w.starts_with("0 ")).take(4).collect::<Vec<_>>().join(" · ")
    })
}
