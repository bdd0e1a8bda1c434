//! The currency of all amounts, at the top of the page: a list, the most used first, and any other by its three letters.
//! What the list needs is in the first part of the program, the rate in the second.

use engine::inputs::currencies::{CURRENCIES, listed_currency};
use engine::inputs::field;
use engine::inputs::field::Field;
use engine::inputs::value::Value;
use leptos::prelude::*;

use super::exchange_rate::exchange_rate;
use super::picking::Picking;
use crate::browser::dom;
use crate::components::{Later, When};
use crate::navigation::input_id;
use crate::state::{Edit, InputProblem, InputProblems, ScenarioStore};
use crate::strings::currency as strings;

/// The row of the currency.
pub const CURRENCY: &str = "money.currency";
/// The option's value for a currency that is not listed.
const OTHER: &str = "";
/// Id of the field for its code.
const CODE_FIELD: &str = "currency-code";

/// The list, and the exchange rate of a currency other than the US dollar.
#[component]
pub fn CurrencyChoice() -> impl IntoView {
    let Some(field) = field(CURRENCY) else { return ().into_any() };
    let scenario = ScenarioStore::expect();
    let problems = expect_context::<InputProblems>();
    let now = Memo::new(move |_| scenario.with(|s| s.money.currency.clone()));
    let other = RwSignal::new(false);
    let has_rate = Memo::new(move |_| now.with(|code| code != "USD"));
    let picking = Picking::default();
    let choose = move |code: String| {
        other.set(code == OTHER);
        if code == OTHER {
            dom::focus_soon(CODE_FIELD);
        } else if now.with_untracked(|now| *now != code) {
            problems.mark(CURRENCY, None);
            scenario.set(Edit::Step, field, &Value::Text(code));
        }
    };
    // A rate belongs to a currency: those that keys pass over are not taken.
    let pass = move |code: String| {
        if !picking.is_passing() {
            choose(code);
        }
    };
    let unlisted = Memo::new(move |_| now.with(|code| listed_currency(code).is_none().then(|| code.clone())));
    view! {
        <span class="money" data-row=CURRENCY>
            <label for=input_id(CURRENCY)>{strings::IN}</label>
            <select
                id=input_id(CURRENCY)
                data-field=CURRENCY
                title=field.label
                translate="no"
                on:pointerdown=move |_| picking.point()
                on:keydown:target=move |ev| {
                    picking.press(&ev);
                    if ev.key() == "Enter" {
                        choose(ev.target().value());
                    }
                }
                on:change:target=move |ev| pass(ev.target().value())
                on:blur:target=move |ev| if picking.is_passing() { choose(ev.target().value()) }
            >
                {CURRENCIES.iter().map(|currency| view! {
                    <option value=currency.code prop:selected=move || !other.get() && now.with(|now| now == currency.code)>
                        {format!("{} {}", currency.code, currency.name)}
                    </option>
                }).collect_view()}
                {move || unlisted.get().map(|code| view! {
                    <option value=code.clone() prop:selected=move || !other.get()>{code.clone()}</option>
                })}
                <option value=OTHER prop:selected=move || other.get()>{strings::ANOTHER}</option>
            </select>
            <When is=other><CodeOfOther field other/></When>
        </span>
        <When is=move || has_rate.get()><div class="rate"><Later part=exchange_rate/></div></When>
    }
    .into_any()
}

/// The field for three letters.
#[component]
fn CodeOfOther(field: &'static Field, other: RwSignal<bool>) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let problems = expect_context::<InputProblems>();
    let problem = Memo::new(move |_| problems.of(CURRENCY));
    let take = move |text: String| {
        let value = Value::Text(text.trim().to_ascii_uppercase());
        let problem = field.validate(&value).map(|words| format!("{} {words}", field.label));
        if problem.is_none() {
            other.set(false);
            scenario.set(Edit::Step, field, &value);
        }
        let used = scenario.document_untracked().scenario.money.currency.clone();
        problems.mark(CURRENCY, problem.map(|problem| InputProblem { field: CURRENCY, problem, used }));
    };
    view! {
        <input
            type="text"
            id=CODE_FIELD
            autocomplete="off"
            spellcheck="false"
            translate="no"
            maxlength="3"
            placeholder="ABC"
            aria-label=strings::THREE_LETTERS
            aria-invalid=move || problem.get().map(|_| "true")
            aria-describedby=move || problem.get().map(|_| "currency-error")
            on:change:target=move |ev| take(ev.target().value())
        />
        {move || problem.get().map(|problem| view! { <span class="error" id="currency-error">{problem.problem}</span> })}
    }
    .into_any()
}
