//! Draws any row of the table: label, field, error, source, and the way back to the default.

use std::time::Duration;

use engine::number::read_typed;
use engine::scenario::derived::Derived;
use engine::scenario::field::{Basis, Field, Kind};
use engine::scenario::value::{Amount, Value};
use engine::units::Unit;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::draw::{Node, drawn, el};
use super::list_input::list_input;
use super::pieces::{button, outside};
use crate::browser::{clock, intl};
use crate::state::{AppState, BOOK, Unread};

/// How many times outside its usual range a price must be to be remarked on.
const FAR: f64 = 4.0;
/// Wait before an unusable text is called so, while it is being typed.
const PATIENCE: Duration = Duration::from_millis(600);

/// The element id of a row's field.
pub fn input_id(row: &str) -> String {
    format!("in-{}", row.replace(['.', '_'], "-"))
}

/// Puts the keyboard into a row's field, opening what hides it.
pub fn focus(row: &str) {
    let Some(element) = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(&input_id(row)))
    else {
        return;
    };
    let mut above = element.parent_element();
    while let Some(parent) = above {
        if parent.tag_name() == "DETAILS" {
            let _ = parent.set_attribute("open", "");
        }
        above = parent.parent_element();
    }
    if let Ok(element) = element.dyn_into::<web_sys::HtmlElement>() {
        let _ = element.focus();
    }
}

/// One row of the table, whatever it holds. Rows that do not matter in the chosen modes are hidden.
pub fn field_row(state: AppState, field: &'static Field) -> AnyView {
    let matters = Memo::new(move |_| state.document.with(|d| (field.matters)(&d.scenario)));
    let default = field.default_in(&BOOK).value;
    let changed = Memo::new(move |_| state.document.with(|d| field.get(&d.scenario) != default));
    let control = match field.kind {
        Kind::Number { unit, .. } => number_row(state, field, unit),
        Kind::List { .. } => list_input(state, field),
        _ => drawn(move || vec![choice(state, field)]),
    };
    row(field.id, field.label, control, matters, changed, move || {
        let mut nodes = about(field.label, field.help, Some(field));
        if changed.get() {
            let reset = button("reset", field.id, "reset").class("plain reset");
            nodes.push(reset.attr("aria-label", format!("Reset {}", field.label)).into());
        }
        nodes
    })
}

fn row(
    id: &'static str,
    label: &'static str,
    control: AnyView,
    matters: Memo<bool>,
    changed: Memo<bool>,
    tail: impl Fn() -> Vec<Node> + 'static,
) -> AnyView {
    view! {
        <div class="row" class:changed=move || changed.get() hidden=move || !matters.get() data-row=id>
            <label for=input_id(id)>{label}</label>
            {control}
            {drawn(tail)}
        </div>
    }
    .into_any()
}

/// A select or a box to tick.
fn choice(state: AppState, field: &'static Field) -> Node {
    let value = state.document.with(|d| field.get(&d.scenario));
    let control = |tag| {
        el(tag)
            .attr("id", input_id(field.id))
            .attr("data-field", field.id)
            .attr("data-do", "set")
            .attr("data-about", field.id)
    };
    let option = |id: &str, label: String, chosen: bool| {
        Node::from(
            el("option")
                .attr("value", id.to_owned())
                .text(label)
                .attr("selected", if chosen { "true" } else { "false" }),
        )
    };
    match (field.kind, value) {
        (Kind::Choice(options), Value::Choice(id)) => control("select")
            .children(options.iter().map(|o| option(o.id, o.label.to_owned(), o.id == id.as_ref())))
            .into(),
        (Kind::Switch, Value::Switch(on)) => {
            control("input").attr("type", "checkbox").attr("checked", if on { "true" } else { "false" }).into()
        }
        (_, Value::Text(chosen)) => {
            let edition = state.document.with(|d| d.edition.clone());
            let offered = BOOK.gpus.iter().filter(|g| BOOK.offers_of(&edition).any(|o| o.gpu == g.id));
            control("select").children(offered.map(|g| option(&g.id, g.name.clone(), g.id == chosen))).into()
        }
        _ => el("span").into(),
    }
}

/// Help, source and date, behind a small button.
fn about(label: &'static str, help: &'static str, field: Option<&'static Field>) -> Vec<Node> {
    let mut card = el("div").class("card").child(el("p").text(help));
    if let Some(field) = field {
        card = card.children(source_of(field));
    }
    let summary = el("summary").attr("aria-label", format!("About {label}")).text("?");
    vec![el("details").class("about").child(summary).child(card).into()]
}

/// The default of a row with its range, date and source.
fn source_of(field: &'static Field) -> [Node; 2] {
    let default = field.default_in(&BOOK);
    let shown = default.value.number().zip(field.unit()).map(|(value, unit)| {
        let range = default.range.filter(|(low, high)| low < high);
        let range =
            range.map(|(low, high)| format!(", between {} and {}", intl::typed(low, unit), intl::typed(high, unit)));
        format!("Default {} {}{}", intl::typed(value, unit), unit.symbol(), range.unwrap_or_default())
    });
    let age = clock::days_since(&default.as_of).filter(|d| *d > 90).map(|d| format!(", {d} days old"));
    let dated = if default.as_of.is_empty() {
        String::new()
    } else {
        format!(" ({}{})", default.as_of, age.unwrap_or_default())
    };
    let kind = if default.assumed { "Assumption: " } else { "Source: " };
    let source =
        if default.url.is_empty() { el("span").text(default.source) } else { outside(&default.url, default.source) };
    [
        el("p").class("source").attr("translate", "no").text(shown.unwrap_or_default() + &dated).into(),
        el("p").class("source").text(kind).child(source).into(),
    ]
}

fn number_row(state: AppState, field: &'static Field, unit: Unit) -> AnyView {
    let value = Memo::new(move |_| state.document.with(|d| field.get(&d.scenario).number().unwrap_or(0.0)));
    let check = move |value: f64| field.objection(&Value::Number(Amount::exact(value)));
    let set = move |value: f64| state.set(field, &Value::Number(Amount::exact(value)));
    let (check, set) = (Callback::new(check), Callback::new(set));
    let usual = usual_prices(field, unit);
    view! { <NumberInput id=field.id label=field.label unit written=intl::typed usual value check set/> }.into_any()
}

/// Low and high of a price that the price book knows: what is far outside was perhaps not meant.
fn usual_prices(field: &'static Field, unit: Unit) -> Option<(f64, f64)> {
    let quoted = matches!(field.basis, Basis::Figure(_) | Basis::HardwarePrice(_));
    field.default_in(&BOOK).range.filter(|(low, _)| quoted && unit.is_money() && *low > 0.0)
}

/// Another way to enter a row, such as work by utilization.
pub fn derived_row(state: AppState, other: &'static Derived) -> AnyView {
    let value = Memo::new(move |_| state.document.with(|d| (other.get)(&d.scenario)));
    let check = move |value: f64| {
        let allowed = |bound: f64| intl::typed(bound, other.unit);
        let inside = (other.min..=other.max).contains(&value);
        (!inside).then(|| {
            format!("must be between {} and {} {}", allowed(other.min), allowed(other.max), other.unit.symbol())
        })
    };
    let (check, set) = (Callback::new(check), Callback::new(move |v| state.set_derived(other, v)));
    let control = view! { <NumberInput id=other.id label=other.label unit=other.unit written=intl::typed_short usual=None value check set/> };
    let (matters, changed) = (Memo::new(|_| true), Memo::new(|_| false));
    row(other.id, other.label, control.into_any(), matters, changed, move || about(other.label, other.help, None))
}

/// A text field for a number: keeps what is typed, says what is wrong, shows how an unclear text is read.
#[component]
fn NumberInput(
    id: &'static str,
    label: &'static str,
    unit: Unit,
    written: fn(f64, Unit) -> String,
    usual: Option<(f64, f64)>,
    value: Memo<f64>,
    check: Callback<f64, Option<String>>,
    set: Callback<f64>,
) -> impl IntoView {
    let state = expect_context::<AppState>();
    let typed: RwSignal<Option<String>> = RwSignal::new(None);
    let reading: RwSignal<Option<String>> = RwSignal::new(None);
    let waiting: StoredValue<Option<TimeoutHandle>> = StoredValue::new(None);
    // What the field held when the keyboard came to it: half a number typed on the way to nonsense must not stay.
    let held = StoredValue::new(state.document.get_untracked());
    let forget = move || {
        if let Some(handle) = waiting.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    };
    Effect::new(move |before: Option<()>| {
        state.replaced.track();
        if before.is_some() {
            forget();
            typed.set(None);
            reading.set(None);
        }
    });
    let problem = move |text: &str| unusable(text, unit, label, check);
    let complain = move |text: String| {
        if let Err(words) = problem(&text) {
            held.with_value(|before| state.put_back(before));
            let used = format!("{} {}", written(value.get_untracked(), unit), unit.symbol());
            state.mark(id, Some(Unread { field: id, problem: words, used }));
        }
    };
    let on_input = move |event| {
        let text = event_target_value(&event);
        typed.set(Some(text.clone()));
        forget();
        if let Ok((number, ambiguous)) = problem(&text) {
            state.mark(id, None);
            reading.set(ambiguous.then(|| format!("= {}", intl::typed(number, unit))));
            set.run(number);
        } else {
            reading.set(None);
            let handle = set_timeout_with_handle(move || complain(text), PATIENCE).ok();
            waiting.set_value(handle);
        }
    };
    let on_blur = move |_| {
        forget();
        match typed.get_untracked() {
            Some(text) if problem(&text).is_err() => complain(text),
            _ => {
                typed.set(None);
                reading.set(None);
            }
        }
    };
    let note = move || {
        let far = usual.filter(|(low, high)| !(low / FAR..=high * FAR).contains(&value.get()));
        let far = far
            .map(|(low, high)| format!("far from the usual {} to {}", intl::typed(low, unit), intl::typed(high, unit)));
        reading.get().or(far)
    };
    let error =
        Memo::new(move |_| state.unread.with(|all| all.iter().find(|u| u.field == id).map(|u| u.problem.clone())));
    let text = move || typed.get().unwrap_or_else(|| written(value.get(), unit));
    let error_id = format!("{}-error", input_id(id));
    let described = error_id.clone();
    view! {
        <div class="field">
            <input type="text" inputmode="decimal" autocomplete="off" spellcheck="false" id=input_id(id) data-field=id translate="no"
                prop:value=text on:focus=move |_| held.set_value(state.document.get_untracked()) on:input=on_input on:blur=on_blur
                aria-invalid=move || error.get().is_some().then_some("true")
                aria-describedby=move || error.get().is_some().then(|| described.clone())/>
            <span class="unit" translate="no">{unit.symbol()}</span>
            <span class="reading" translate="no">{note}</span>
            <p class="error" id=error_id data-error="" hidden=move || error.get().is_none()>{move || error.get()}</p>
        </div>
    }
    .into_any()
}

/// The number a text stands for in the row's own unit, and whether it could be read otherwise; or what is wrong.
fn unusable(text: &str, unit: Unit, label: &str, check: Callback<f64, Option<String>>) -> Result<(f64, bool), String> {
    let Some(read) = read_typed(text) else {
        let example = if unit.is_percent() { "such as 80 or 80 %" } else { "such as 1200, 1,200.5 or 4.8M" };
        return Err(if text.trim().is_empty() {
            format!("{label} needs a number, {example}")
        } else {
            format!("{label} is not readable as a number, {example}")
        });
    };
    let value = read.value / unit.shown_factor();
    match check.run(value) {
        Some(words) => Err(format!("{label} {words}")),
        None => Ok((value, read.ambiguous)),
    }
}
