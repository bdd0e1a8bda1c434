//! Draws any row of the table: label, field, error, source, and the way back to the default.

use std::time::Duration;

use engine::number::read_typed;
use engine::scenario::derived::Derived;
use engine::scenario::field::{Field, Kind};
use engine::scenario::value::{Amount, Value};
use engine::units::Unit;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::list_input::ListInput;
use crate::browser::{clock, intl};
use crate::state::{AppState, BOOK, Unread};

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

/// One row of the table, whatever it holds. Rows that do not matter in the chosen modes are not drawn.
#[component]
pub fn FieldRow(
    /// The row.
    field: &'static Field,
) -> impl IntoView {
    let state = expect_context::<AppState>();
    let matters = Memo::new(move |_| state.document.with(|d| (field.matters)(&d.scenario)));
    let changed =
        Memo::new(move |_| state.document.with(|d| (field.get)(&d.scenario) != field.default_in(&BOOK).value));
    move || {
        matters.get().then(|| {
            view! {
                <div class="row" class:changed=move || changed.get() data-row=field.id>
                    <label for=input_id(field.id)>{field.label}</label>
                    {control(field)}
                    <About field changed/>
                </div>
            }
            .into_any()
        })
    }
}

fn control(field: &'static Field) -> AnyView {
    match field.kind {
        Kind::Number { unit, .. } => view! { <NumberRow field unit/> }.into_any(),
        Kind::Choice(_) => view! { <ChoiceInput field/> }.into_any(),
        Kind::Switch => view! { <SwitchInput field/> }.into_any(),
        Kind::Text { .. } => view! { <GpuInput field/> }.into_any(),
        Kind::List { columns, .. } => view! { <ListInput field columns/> }.into_any(),
    }
}

/// Help, source, date and the way back, behind a small button.
#[component]
fn About(field: &'static Field, changed: Memo<bool>) -> impl IntoView {
    let state = expect_context::<AppState>();
    let default = field.default_in(&BOOK);
    let shown = default.value.number().zip(field.unit()).map(|(value, unit)| {
        let range = default
            .range
            .filter(|(low, high)| low < high)
            .map(|(low, high)| format!(", between {} and {}", intl::typed(low, unit), intl::typed(high, unit)));
        format!("Default {} {}{}", intl::typed(value, unit), unit.symbol(), range.unwrap_or_default())
    });
    let age = clock::days_since(&default.as_of).filter(|d| *d > 90).map(|d| format!(", {d} days old"));
    let dated = if default.as_of.is_empty() {
        String::new()
    } else {
        format!(" ({}{})", default.as_of, age.unwrap_or_default())
    };
    let kind = if default.assumed { "Assumption: " } else { "Source: " };
    let source = if default.url.is_empty() {
        view! { <span>{default.source}</span> }.into_any()
    } else {
        view! { <a href=default.url rel="noopener noreferrer" target="_blank">{default.source}</a> }.into_any()
    };
    let value = default.value;
    view! {
        <details class="about">
            <summary aria-label=format!("About {}", field.label)>"?"</summary>
            <div class="card">
                <p>{field.help}</p>
                <p class="source" translate="no">{shown}{dated}</p>
                <p class="source">{kind}{source}</p>
            </div>
        </details>
        <Show when=move || changed.get()>
            <button type="button" class="plain reset" aria-label=format!("Reset {}", field.label)
                on:click={let value = value.clone(); move |_| { state.mark(field.id, None); state.set(field, &value); state.replaced.update(|n| *n += 1); }}>
                "reset"
            </button>
        </Show>
    }
    .into_any()
}

#[component]
fn NumberRow(field: &'static Field, unit: Unit) -> impl IntoView {
    let state = expect_context::<AppState>();
    let value = Memo::new(move |_| state.document.with(|d| (field.get)(&d.scenario).number().unwrap_or(0.0)));
    let check = move |value: f64| field.objection(&Value::Number(Amount::exact(value)));
    let set = move |value: f64| state.set(field, &Value::Number(Amount::exact(value)));
    view! { <NumberInput id=field.id label=field.label unit value check=Callback::new(check) set=Callback::new(set)/> }
        .into_any()
}

/// Another way to enter a row, such as work by utilization.
#[component]
pub fn DerivedRow(
    /// The other way.
    row: &'static Derived,
) -> impl IntoView {
    let state = expect_context::<AppState>();
    let value = Memo::new(move |_| state.document.with(|d| (row.get)(&d.scenario)));
    let check = move |value: f64| {
        let factor = row.unit.shown_factor();
        (!(row.min..=row.max).contains(&value)).then(|| {
            format!(
                "must be between {} and {} {}",
                intl::typed(row.min * factor / factor, row.unit),
                intl::typed(row.max, row.unit),
                row.unit.symbol()
            )
        })
    };
    view! {
        <div class="row" data-row=row.id>
            <label for=input_id(row.id)>{row.label}</label>
            <NumberInput id=row.id label=row.label unit=row.unit value check=Callback::new(check) set=Callback::new(move |v| state.set_derived(row, v))/>
            <details class="about">
                <summary aria-label=format!("About {}", row.label)>"?"</summary>
                <div class="card"><p>{row.help}</p></div>
            </details>
        </div>
    }
    .into_any()
}

/// A text field for a number: keeps what is typed, says what is wrong, shows how an unclear text is read.
#[component]
fn NumberInput(
    id: &'static str,
    label: &'static str,
    unit: Unit,
    value: Memo<f64>,
    check: Callback<f64, Option<String>>,
    set: Callback<f64>,
) -> impl IntoView {
    let state = expect_context::<AppState>();
    let typed: RwSignal<Option<String>> = RwSignal::new(None);
    let reading: RwSignal<Option<String>> = RwSignal::new(None);
    let waiting: StoredValue<Option<TimeoutHandle>> = StoredValue::new(None);
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
            let used = format!("{} {}", intl::typed(value.get_untracked(), unit), unit.symbol());
            state.mark(id, Some(Unread { field: id, problem: words, used }));
        }
    };
    let on_input = move |event| {
        let text = event_target_value(&event);
        typed.set(Some(text.clone()));
        forget();
        match problem(&text) {
            Ok((number, ambiguous)) => {
                state.mark(id, None);
                reading.set(ambiguous.then(|| format!("= {}", intl::typed(number, unit))));
                set.run(number);
            }
            Err(_) => {
                reading.set(None);
                let handle = set_timeout_with_handle(move || complain(text), PATIENCE).ok();
                waiting.set_value(handle);
            }
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
    let error =
        Memo::new(move |_| state.unread.with(|all| all.iter().find(|u| u.field == id).map(|u| u.problem.clone())));
    let text = move || typed.get().unwrap_or_else(|| intl::typed(value.get(), unit));
    let error_id = format!("{}-error", input_id(id));
    let described = error_id.clone();
    view! {
        <div class="field">
            <input type="text" inputmode="decimal" autocomplete="off" spellcheck="false" id=input_id(id) data-field=id translate="no"
                prop:value=text on:input=on_input on:blur=on_blur
                aria-invalid=move || error.get().is_some().then_some("true")
                aria-describedby=move || error.get().is_some().then(|| described.clone())/>
            <span class="unit" translate="no">{unit.symbol()}</span>
            <span class="reading" translate="no">{move || reading.get()}</span>
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

#[component]
fn ChoiceInput(field: &'static Field) -> impl IntoView {
    let state = expect_context::<AppState>();
    let Kind::Choice(options) = field.kind else { return ().into_any() };
    let chosen = Memo::new(move |_| match state.document.with(|d| (field.get)(&d.scenario)) {
        Value::Choice(id) => id.into_owned(),
        _ => String::new(),
    });
    let options = options
        .iter()
        .map(|o| view! { <option value=o.id selected=move || chosen.get() == o.id>{o.label}</option> })
        .collect_view();
    view! {
        <select id=input_id(field.id) data-field=field.id prop:value=move || chosen.get()
            on:change=move |e| state.set(field, &Value::Choice(event_target_value(&e).into()))>
            {options}
        </select>
    }
    .into_any()
}

#[component]
fn SwitchInput(field: &'static Field) -> impl IntoView {
    let state = expect_context::<AppState>();
    let on = Memo::new(move |_| state.document.with(|d| (field.get)(&d.scenario)) == Value::Switch(true));
    view! {
        <input type="checkbox" id=input_id(field.id) data-field=field.id prop:checked=move || on.get()
            on:change=move |e| state.set(field, &Value::Switch(event_target_checked(&e)))/>
    }
    .into_any()
}

/// The GPU: one of those the present price edition has offers of.
#[component]
fn GpuInput(field: &'static Field) -> impl IntoView {
    let state = expect_context::<AppState>();
    let chosen = Memo::new(move |_| state.document.with(|d| d.scenario.work.gpu.clone()));
    let options = move || {
        let edition = state.document.with(|d| d.edition.clone());
        let offered = |id: &str| BOOK.offers_of(&edition).any(|o| o.gpu == id);
        BOOK.gpus
            .iter()
            .filter(|g| offered(&g.id))
            .map(|g| view! { <option value=g.id.clone() selected=chosen.get() == g.id>{g.name.clone()}</option> })
            .collect_view()
    };
    view! {
        <select id=input_id(field.id) data-field=field.id
            on:change=move |e| state.set(field, &Value::Text(event_target_value(&e)))>
            {options}
        </select>
    }
    .into_any()
}
