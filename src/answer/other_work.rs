//! Whether the bill pays for other work than entered.

use engine::inputs::bill::PRICE;
use engine::inputs::field;
use engine::inputs::value::{Amount, Value};
use engine::model::fixes::Fix;
use engine::view::Style;
use engine::view::present_bill::{other_work, price_for_the_work};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::sentence_views;
use crate::state::{EvaluationContext, Prices, ScenarioStore};
use crate::strings::other_work as strings;

/// The price of an hour on the bill.
fn price_fix(usd: f64) -> Fix {
    Fix { label: "", field: PRICE, value: Value::Number(Amount::confirmed(usd)) }
}

/// Warns that the bill pays for a different amount of work than entered, with a fix.
#[component]
pub fn OtherWork() -> impl IntoView {
    let (evaluation, scenario) = (EvaluationContext::expect(), ScenarioStore::expect());
    let (prices, locale) = (Prices::expect(), Locale::expect());
    let take = move |_| scenario.take_work_of_bill(locale);
    move || {
        let shown = evaluation.shown()?;
        let share = shown.report.present.as_ref().and_then(|_| other_work(&shown.report))?;
        let of_bill = &shown.document.scenario;
        let price = of_bill.present.usd_per_gpu_hour.value;
        let range = field(PRICE).and_then(|row| row.open_range(of_bill, &prices.published(), &shown.document.edition));
        let assumed = range.is_some_and(|(low, high)| low < high);
        Some(
            view! {
                <p class="warnings">
                    {sentence_views(&strings::other_work(share, price, assumed), false)} " "
                    <button type="button" class="plain" data-action="work-of-bill" on:click=take>
                        {strings::SET_THE_WORK}
                    </button>
                    {price_for_the_work(price, share).map(|usd| view! {
                        " "
                        <button type="button" class="plain" data-action="price-of-bill" on:click=move |_| scenario.apply_fix(&price_fix(usd))>
                            {strings::set_the_price(&locale.figure(usd, Style::UsdPerHour))}
                        </button>
                    })}
                </p>
            }
            .into_any(),
        )
    }
}
