//! A field for a number or a word in its place: a choice between the words and a number, and the number.

use engine::inputs::field::{ChoiceOption, Field, Kind};
use engine::inputs::first_number;
use engine::inputs::value::Value;
use engine::units::Unit;
use leptos::prelude::*;

use super::number_field::NumberField;
use super::row::FormRow;
use crate::browser::locale::Locale;
use crate::components::When;
use crate::navigation::input_id;
use crate::state::{Edit, EvaluationContext, InputProblems, ScenarioStore};
use crate::strings::fields as strings;

/// What was found where the row holds a word.
#[component]
fn FoundSize(field: &'static Field, now: Memo<String>) -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    let found = Memo::new(move |_| evaluation.found_size(field.id).filter(|_| now.with(|now| now != NUMBER)));
    move || {
        found.get().map(|size| {
            let size = locale.with_unit(size, field.unit().unwrap_or(Unit::Ratio));
            view! { <span class="small" translate="no" data-view="found-size">{strings::found(&size)}</span> }
        })
    }
}

/// The option's value for a number.
const NUMBER: &str = "number";

/// The control of such a row. Its number field is there while the row holds a number that can be changed.
#[component]
pub fn NumberOrWordField(
    /// The row.
    field: &'static Field,
    /// Its words.
    words: &'static [ChoiceOption],
) -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let problems = expect_context::<InputProblems>();
    let now = Memo::new(move |_| match scenario.with(|s| field.get(s)) {
        Value::Choice(id) => id.into_owned(),
        _ => NUMBER.to_owned(),
    });
    let only = match field.kind {
        Kind::NumberOrWord { unit, min, max, .. } if min == max => Some((unit, min)),
        _ => None,
    };
    let typed = Memo::new(move |_| only.is_none() && now.with(|now| now == NUMBER));
    // The label belongs to what is typed, if anything is.
    let id = move || if typed.get() { format!("{}-word", input_id(field.id)) } else { input_id(field.id) };
    let choose = move |id: String| {
        problems.mark(field.id, None);
        problems.drop_drafts(|row| row == field.id);
        if id == NUMBER {
            let number = scenario.with(|s| first_number(field, s));
            scenario.set_number(Edit::Step, field, number);
        } else {
            scenario.set(Edit::Step, field, &Value::Choice(id.into()));
        }
    };
    let number = move || only.map_or_else(|| strings::A_NUMBER.to_owned(), |(unit, only)| locale.with_unit(only, unit));
    view! {
        <div class="number-or-word">
            <select
                id=id
                data-field=move || (!typed.get()).then_some(field.id)
                aria-label=field.label
                on:change:target=move |ev| choose(ev.target().value())
            >
                {words.iter().map(|option| view! {
                    <option value=option.id prop:selected=move || now.with(|now| now == option.id)>{option.label}</option>
                }).collect_view()}
                <option value=NUMBER prop:selected=move || now.with(|now| now == NUMBER)>{number}</option>
            </select>
            <When is=move || typed.get()><NumberField row=FormRow::Field(field)/></When>
            <FoundSize field now/>
        </div>
    }
    .into_any()
}
