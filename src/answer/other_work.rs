//! Whether the bill pays for other work than entered.

use engine::inputs::bill::PRICE;
use engine::inputs::field;
use engine::view::present_bill::other_work;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::sentence_views;
use crate::state::{EvaluationContext, Prices, ScenarioStore};
use crate::strings::other_work as strings;

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
                </p>
            }
            .into_any(),
        )
    }
}
