//! Fields without numbers: choices, switches, GPUs, currencies and days.

use engine::demand::other_gpu::hours_for_an_hour_of;
use engine::inputs::field::{ChoiceOption, Field, Kind, OTHER_GPU};
use engine::inputs::value::Value;
use leptos::prelude::*;

use super::picking::Picking;
use crate::browser::locale::Locale;
use crate::navigation::input_id;
use crate::state::{Edit, GpuChange, InputProblem, InputProblems, Prices, ScenarioStore, UiState};
use crate::strings::fields as strings;

/// The control of such a row.
#[component]
pub fn ChoiceField(field: &'static Field) -> impl IntoView {
    match field.kind {
        Kind::Choice(options) => view! { <Select field options/> }.into_any(),
        Kind::Switch => view! { <Switch field/> }.into_any(),
        Kind::Gpu | Kind::OtherGpu | Kind::AnyGpu => view! { <GpuSelect field/> }.into_any(),
        _ => view! { <CodeField field/> }.into_any(),
    }
}

/// The row's value as text; tracked.
fn chosen(scenario: ScenarioStore, field: &'static Field) -> String {
    match scenario.with(|s| field.get(s)) {
        Value::Choice(id) => id.into_owned(),
        Value::Text(text) => text,
        _ => String::new(),
    }
}

#[component]
fn Select(field: &'static Field, options: &'static [ChoiceOption]) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let now = Memo::new(move |_| chosen(scenario, field));
    let picking = Picking::default();
    // Keys pass over options: what they pass over is one step with the option they stop at.
    let choose = move |id: String| {
        let kind = if picking.is_passing() { Edit::Typing } else { Edit::Step };
        scenario.set(kind, field, &Value::Choice(id.into()));
    };
    view! {
        <select
            id=input_id(field.id)
            data-field=field.id
            on:focus=move |_| scenario.begin_edit()
            on:pointerdown=move |_| picking.point()
            on:keydown=move |ev| picking.press(&ev)
            on:change:target=move |ev| choose(ev.target().value())
        >
            {options.iter().map(|option| view! {
                <option value=option.id prop:selected=move || now.with(|now| now == option.id)>{option.label}</option>
            }).collect_view()}
        </select>
    }
}

#[component]
fn Switch(field: &'static Field) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let on = Memo::new(move |_| scenario.with(|s| field.get(s)) == Value::Switch(true));
    view! {
        <input
            type="checkbox"
            id=input_id(field.id)
            data-field=field.id
            prop:checked=move || on.get()
            on:change:target=move |ev| scenario.set(Edit::Step, field, &Value::Switch(ev.target().checked()))
        />
    }
}

/// The GPUs with offers in the scenario's price edition; for a GPU other than the work's, also the option of the work's
/// own; for machines that are there, every GPU of the price book, and one that is not in it.
#[component]
pub fn GpuSelect(
    /// The row.
    field: &'static Field,
) -> impl IntoView {
    let any = matches!(field.kind, Kind::AnyGpu);
    let other = any || matches!(field.kind, Kind::OtherGpu);
    let (scenario, prices, locale) = (ScenarioStore::expect(), Prices::expect(), Locale::expect());
    let ui = UiState::expect();
    let now = Memo::new(move |_| chosen(scenario, field));
    let edition = Memo::new(move |_| scenario.document().edition.clone());
    let offered = move || {
        let (book, edition) = (prices.book(), edition.get());
        let offered = book.gpus.iter().filter(|g| any || book.offers_of(&edition).any(|o| o.gpu == g.id));
        let of_work = other.then(|| (String::new(), strings::SAME_AS_THE_WORKLOAD.to_owned()));
        let mut all: Vec<_> = of_work.into_iter().chain(offered.map(|g| (g.id.clone(), g.name.clone()))).collect();
        if any {
            all.push((OTHER_GPU.to_owned(), strings::ONE_THAT_IS_NOT_LISTED.to_owned()));
            // A file may name one that is not.
            let now = now.get();
            if !all.iter().any(|(id, _)| *id == now) {
                all.push((now.clone(), now));
            }
        }
        all
    };
    let picking = Picking::default();
    let choose = move |id: String| {
        if now.with_untracked(|now| *now == id) {
            return;
        }
        if other {
            scenario.set(Edit::Step, field, &Value::Text(id));
        } else {
            choose_gpu_of_work((scenario, prices, ui), &id, locale);
        }
    };
    // A GPU brings its machine and its price: those that keys pass over are not taken.
    let on_change = move |id: String| {
        if !picking.is_passing() {
            choose(id);
        }
    };
    view! {
        <select
            id=input_id(field.id)
            data-field=field.id
            on:pointerdown=move |_| picking.point()
            on:keydown:target=move |ev| {
                picking.press(&ev);
                match ev.key().as_str() {
                    "Enter" if ev.target().value() != now.get_untracked() => {
                        ev.prevent_default();
                        choose(ev.target().value());
                    }
                    "Escape" => ev.target().set_value(&now.get_untracked()),
                    _ => {}
                }
            }
            on:change:target=move |ev| on_change(ev.target().value())
            on:blur:target=move |ev| choose(ev.target().value())
        >
            <For each=offered key=|(id, _)| id.clone() let((id, name))>
                <option value=id.clone() prop:selected=move || now.with(|now| *now == id)>{name}</option>
            </For>
        </select>
    }
}

/// Chooses the GPU of the work. Where work was entered it leaves a question: does the work mean hours of the one before?
fn choose_gpu_of_work((scenario, prices, ui): (ScenarioStore, Prices, UiState), gpu: &str, locale: Locale) {
    let (before, book) = (scenario.document_untracked(), prices.published());
    scenario.choose_gpu(gpu, locale);
    let of = scenario.document_untracked();
    let from = before.scenario.work.gpu.clone();
    let hours = hours_for_an_hour_of(&of.scenario, &book, &from).filter(|hours| *hours != 1.0);
    let entered = before.scenario.has_entered_work(&book);
    ui.gpu_change.set(hours.filter(|_| entered).map(|hours| GpuChange { of, from, hours }));
}

/// A currency code, a day, or a short text.
#[component]
fn CodeField(field: &'static Field) -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let problems = expect_context::<InputProblems>();
    let now = Memo::new(move |_| chosen(scenario, field));
    let problem = Memo::new(move |_| problems.of(field.id));
    let on_change = move |text: String| {
        let is_text = matches!(field.kind, Kind::Text { .. });
        let text = text.trim();
        let value = Value::Text(if is_text { text.to_owned() } else { text.to_ascii_uppercase() });
        let problem = field.validate(&value).map(|words| format!("{} {words}", field.label));
        if problem.is_none() {
            scenario.set(Edit::Step, field, &value);
        }
        let used =
            field.in_words(&scenario.document_untracked().scenario, &|value, unit| locale.with_unit(value, unit));
        problems.mark(field.id, problem.map(|problem| InputProblem { field: field.id, problem, used }));
    };
    view! {
        <div class="field">
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                translate="no"
                maxlength=if let Kind::Text { max_chars } = field.kind { max_chars } else { 10 }
                id=input_id(field.id)
                data-field=field.id
                placeholder=match field.kind {
                    Kind::Day => "2026-11-21",
                    Kind::Text { .. } => "",
                    _ => "EUR",
                }
                prop:value=move || now.get()
                on:change:target=move |ev| on_change(ev.target().value())
            />
            {move || problem.get().map(|problem| view! { <p class="error" data-error="">{problem.problem}</p> })}
        </div>
    }
    .into_any()
}
