//! The exchange rate, typed either way round, and its date. One that is far from the known rate is questioned, never
//! refused.

use engine::inputs::currencies::{RATES_OF, listed_currency, rate_doubt};
use engine::inputs::field;
use engine::view::Style;
use leptos::prelude::*;

use super::choice_field::ChoiceField;
use super::number_field::NumberField;
use super::row::{FormRow, RATE};
use crate::browser::locale::Locale;
use crate::navigation::input_id;
use crate::state::second_part::in_the_second_part;
use crate::state::{Edit, InputProblems, ScenarioStore};
use crate::strings::currency as strings;

in_the_second_part! {
    /// Both fields of the rate, and its date.
    exchange_rate: view! { <ExchangeRate/> }.into_any();
}

/// The rate the other way round.
const INVERSE: &str = "money.usd_per_currency";
/// The row of its date.
const DAY: &str = "money.currency_day";

/// One US dollar in the currency, one unit of it in US dollars, the date, and a question where the rate is implausible.
#[component]
pub fn ExchangeRate() -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let code = Memo::new(move |_| scenario.with(|s| s.money.currency.clone()));
    let part = |id: &'static str, label: Signal<String>, unit: Signal<String>| {
        FormRow::named(id).map(|row| {
            view! {
                <span class="rate-part" data-row=id>
                    <label for=input_id(id)>{move || label.get()}</label>
                    <NumberField row/>
                    <span class="unit" translate="no">{move || unit.get()}</span>
                </span>
            }
        })
    };
    let usd = || Signal::stored("USD".to_owned());
    let one = |code: Signal<String>| Signal::derive(move || strings::one_equals(&code.get()));
    let day = field(DAY).map(|field| {
        view! {
            <span class="rate-part" data-row=DAY>
                <label for=input_id(DAY)>{strings::RATE_OF}</label>
                <ChoiceField field/>
            </span>
        }
    });
    view! {
        <div class="rate-parts" data-view="rate" role="group" aria-label=strings::EXCHANGE_RATE>
            {part(RATE, one(usd()), code.into())}
            {part(INVERSE, one(code.into()), usd())}
            {day}
        </div>
        <RateQuestion/>
    }
}

/// What to enter while there is no rate; whether an implausible one is the other way round.
#[component]
fn RateQuestion() -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let problems = expect_context::<InputProblems>();
    let rate = Memo::new(move |_| scenario.with(|s| (s.money.currency.clone(), s.money.currency_per_usd.value)));
    let written = move |value: f64, code: &str| strings::per_usd(&locale.figure(shortened(value), Style::Exact), &code);
    let take = move |value: f64| {
        if let Some(field) = field(RATE) {
            problems.drop_drafts(|_| true);
            scenario.set_number(Edit::Step, field, value);
        }
    };
    move || {
        let (code, per_usd) = rate.get();
        let usual = listed_currency(&code).and_then(|currency| currency.per_usd);
        if per_usd == 1.0 {
            let usual =
                usual.filter(|usual| *usual != 1.0).map(|usual| strings::was_about(&written(usual, &code), &RATES_OF));
            let words = format!("{}{}", strings::RATE_NEEDED, usual.unwrap_or_default());
            return Some(view! { <p class="small" data-view="no-rate">{words}</p> }.into_any());
        }
        let doubt = rate_doubt(&code, per_usd)?;
        let asks = if doubt.is_inverse { strings::OTHER_WAY_ROUND } else { strings::UNUSUAL_RATE };
        let known = strings::was_about(&written(doubt.usual, &code), &RATES_OF);
        let meant = doubt.meant.map(|meant| {
            view! {
                <button type="button" class="plain" data-action="take-rate" on:click=move |_| take(meant)>
                    {strings::use_rate(&written(meant, &code))}
                </button>
            }
        });
        Some(view! { <p class="reading" data-view="rate-question">{asks}{known}" "{meant}</p> }.into_any())
    }
}

/// A rate to some four digits, to be read.
fn shortened(value: f64) -> f64 {
    let parts = match value {
        ..0.01 => 1e6,
        0.01..1.0 => 1e4,
        1.0..100.0 => 1e2,
        _ => 1.0,
    };
    (value * parts).round() / parts
}
