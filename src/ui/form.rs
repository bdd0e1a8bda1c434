//! The form: the few inputs that matter most, then every other row of the table in its group.

use engine::presets::PRESETS;
use engine::scenario::derived::derived;
use engine::scenario::field::{Field, Group, Kind};
use engine::scenario::{FIELDS, GROUPS, field};
use engine::units::Unit;
use leptos::prelude::*;

use super::field_input::{DerivedRow, FieldRow, focus, input_id};
use crate::browser::intl;
use crate::state::{AppState, BOOK};

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
#[component]
pub fn Form() -> impl IntoView {
    let state = expect_context::<AppState>();
    let changed = Memo::new(move |_| state.document.with(|d| changed_rows(&d.scenario)));
    view! {
        <form class="inputs" aria-labelledby="inputs-heading" on:submit=|e| e.prevent_default() on:keydown=move |e| undo_keys(state, &e)>
            <div class="inputs-head">
                <h2 id="inputs-heading">"Your case"</h2>
                <div class="tools">
                    <button type="button" class="plain" data-action="undo" disabled=move || !state.can_undo() on:click=move |_| state.undo()>"Undo"</button>
                    <button type="button" class="plain" data-action="redo" disabled=move || !state.can_redo() on:click=move |_| state.redo()>"Redo"</button>
                    <button type="button" class="plain" data-action="reset" on:click=move |_| state.reset()>"Defaults"</button>
                </div>
            </div>
            <Presets/>
            <Wrong/>
            <div class="front">
                {FRONT.iter().filter_map(|id| field(id)).map(|f| view! {
                    <FieldRow field=f/>
                    {(f.id == "work.gpu_hours_per_month").then(|| derived("work.busy_share").map(|row| view! { <DerivedRow row/> }))}
                }).collect_view()}
            </div>
            <details class="changed-list">
                <summary>
                    <span translate="no">{move || changed.with(Vec::len)}</span>" of "<span translate="no">{FIELDS.len()}</span>" inputs changed"
                </summary>
                <ul>{move || changed.get().into_iter().filter_map(field).map(|f| view! {
                    <li><a href=format!("#{}", input_id(f.id)) on:click=move |e| { e.prevent_default(); focus(f.id); }>{f.label}</a></li>
                }).collect_view()}</ul>
            </details>
            {GROUPS.iter().map(|group| view! { <GroupRows group=*group/> }).collect_view()}
        </form>
    }
    .into_any()
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

fn changed_rows(scenario: &engine::scenario::Scenario) -> Vec<&'static str> {
    FIELDS.iter().filter(|f| (f.get)(scenario) != f.default_in(&BOOK).value).map(|f| f.id).collect()
}

/// Ready-made scenarios.
#[component]
fn Presets() -> impl IntoView {
    let state = expect_context::<AppState>();
    let buttons = PRESETS
        .iter()
        .map(|preset| {
            view! {
                <li>
                    <button type="button" class="plain" data-preset=preset.id on:click=move |_| state.open_preset(preset)>{preset.label}</button>
                    <p>{preset.teaches}</p>
                </li>
            }
        })
        .collect_view();
    view! {
        <details class="presets">
            <summary>"Start from a worked case"</summary>
            <ul>{buttons}</ul>
        </details>
    }
    .into_any()
}

/// Every field whose text cannot be used, each with a way to it.
#[component]
fn Wrong() -> impl IntoView {
    let state = expect_context::<AppState>();
    view! {
        <Show when=move || !state.unread.with(Vec::is_empty)>
            <div class="wrong" data-view="wrong">
                <p>"These inputs cannot be used:"</p>
                <ul>{move || state.unread.get().into_iter().map(|u| view! {
                    <li><a href=format!("#{}", input_id(u.field)) on:click=move |e| { e.prevent_default(); focus(u.field); }>{u.problem}</a></li>
                }).collect_view()}</ul>
            </div>
        </Show>
    }
    .into_any()
}

/// One group, closed, with what is in it in its heading.
#[component]
fn GroupRows(group: Group) -> impl IntoView {
    let rows =
        move || FIELDS.iter().filter(move |f| f.group == group && !FRONT.contains(&f.id) && !ELSEWHERE.contains(&f.id));
    view! {
        <details class="group" data-group=group.id>
            <summary>
                <span class="group-name">{group.label}</span>
                <span class="group-values" translate="no">{move || summary(rows())}</span>
            </summary>
            <div class="group-rows">
                {(group.id == "work").then(|| derived("work.utilization").map(|row| view! { <DerivedRow row/> }))}
                {rows().map(|f| view! { <FieldRow field=f/> }).collect_view()}
            </div>
        </details>
    }
    .into_any()
}

/// The first values of a group that matter, in a few words.
fn summary<'a>(rows: impl Iterator<Item = &'a Field>) -> String {
    let state = expect_context::<AppState>();
    state.document.with(|d| {
        let worth = rows.filter(|f| (f.matters)(&d.scenario)).filter_map(|f| {
            let value = (f.get)(&d.scenario);
            match (f.kind, value) {
                (Kind::Number { unit, .. }, value) => value.number().filter(|v| *v != 0.0).map(|v| short(v, unit)),
                (Kind::Choice(options), engine::scenario::value::Value::Choice(id)) => {
                    options.iter().find(|o| o.id == id.as_ref()).map(|o| o.label.to_owned())
                }
                (Kind::Text { .. }, engine::scenario::value::Value::Text(id)) => BOOK.gpu(&id).map(|g| g.name.clone()),
                _ => None,
            }
        });
        worth.take(4).collect::<Vec<_>>().join(" · ")
    })
}

fn short(value: f64, unit: Unit) -> String {
    let symbol = unit.symbol().replace("USD", "$");
    format!("{} {symbol}", intl::typed(value, unit))
}
