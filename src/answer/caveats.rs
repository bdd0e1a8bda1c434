//! What to know beside the answer: the exchange rate, and inputs that were perhaps meant in thousands.

use engine::inputs::Scenario;
use engine::prices::PriceBook;
use engine::view::Style;
use leptos::prelude::*;

use crate::components::{FieldLink, Figure, Fixed, filled_views};
use crate::form::row::FormRow;
use crate::state::EvaluationContext;
use crate::strings::answer as strings;

/// Below it the price of a node and the cost of an engineer are looked at twice.
const LITTLE_USD: f64 = 10_000.0;
/// Below it the work is, in GPU-hours a month.
const LITTLE_WORK: f64 = 200.0;
/// Inputs of which a thousandth of the usual changes the answer and is never meant.
const THOUSANDS: [&str; 3] = ["own.node_price_usd", "people.usd_per_person_year", "work.gpu_hours_per_month"];

/// Whether an input is so small that thousands may have been meant.
pub fn is_little(s: &Scenario) -> bool {
    s.own.node_price_usd.value < LITTLE_USD
        || s.people.usd_per_person_year.value < LITTLE_USD
        || s.work.gpu_hours_per_month.value < LITTLE_WORK
}

/// The first input that is a thousandth of the usual, and what was perhaps meant.
pub fn thousandth(scenario: &Scenario, book: &PriceBook) -> Option<(FormRow, f64)> {
    THOUSANDS.into_iter().filter_map(FormRow::named).find_map(|row| {
        let FormRow::Field(field) = row else { return None };
        // What the workloads make of it is not typed.
        if field.id == "work.gpu_hours_per_month" && !scenario.work.workloads.is_empty() {
            return None;
        }
        let (_, low, high) = field.range_in(book)?;
        Some((row, row.meant((low, high), field.get(scenario).number()?)?))
    })
}

/// How US dollars became another currency.
#[component]
pub fn CurrencyNote() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let money = evaluation.slice(|e| {
        let money = &e.document.scenario.money;
        (money.currency.clone(), money.currency_per_usd.value, money.currency_day.clone())
    });
    move || {
        let (code, per_usd, day) = money.get().filter(|(code, ..)| code != "USD")?;
        let change = view! { <FieldLink row="money.currency_per_usd" label=strings::CHANGE_THE_RATE/> };
        if per_usd == 1.0 {
            let told = strings::in_dollars_until(&code);
            return Some(view! { <strong class="assumed">{told}</strong> {change} }.into_any());
        }
        let day = match day.as_str() {
            "" => strings::DATE_NOT_GIVEN.to_owned(),
            day => strings::rate_of(&day),
        };
        let slots = [
            ("code", view! { <Fixed text=code/> }.into_any()),
            ("rate", view! { <Figure value=per_usd style=Style::Exact/> }.into_any()),
            ("day", day.into_any()),
            ("change", change.into_any()),
        ];
        Some(filled_views(strings::AMOUNTS_IN_CURRENCY, slots).into_any())
    }
}
