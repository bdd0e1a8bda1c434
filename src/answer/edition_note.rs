//! Whether the prices are those of today.

use engine::report::evaluate_without_trees;
use engine::view::cost_unit::{Measure, costs};
use leptos::prelude::*;

use crate::components::{Figure, Words, filled_views, words};
use crate::state::{EvaluationContext, Prices, ScenarioStore};
use crate::strings::answer as strings;

/// Says that the prices are not those of today, and what today's would say.
#[component]
pub fn EditionNote() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let (scenario, prices) = (ScenarioStore::expect(), Prices::expect());
    move || {
        let shown = evaluation.shown()?;
        let published = prices.published();
        let today = published.current_edition();
        let document = &shown.document;
        if document.edition == today {
            return None;
        }
        let title = published.edition(&document.edition).map_or(document.edition.as_str(), |e| e.title.as_str());
        // A published case names its own offers; today's prices are those of the market.
        let mut market = document.scenario.clone();
        market.take_prices(&published, &document.edition, today);
        let there = evaluate_without_trees(&market, &prices.book(), today).ok().map(|report| {
            let measure = Measure::of(&report);
            let hour = move |usd: Option<f64>| match usd {
                Some(usd) => view! { <Figure value=measure.cost(usd) style=measure.style/> }.into_any(),
                None => words(strings::NO_FIGURE),
            };
            let [own, rent] = costs(&report);
            let sentence = filled_views(strings::WITH_TODAYS_PRICES, [("own", hour(own)), ("rent", hour(rent))]);
            view! { <span>{sentence}</span> }
        });
        Some(view! {
            <p class="assumed" data-view="edition">
                <Words text=strings::computed_with_the_prices_of(&title)/>
                {there}
                <button type="button" class="plain" data-action="today" on:click=move |_| scenario.use_current_prices()>
                    {strings::USE_TODAYS_PRICES}
                </button>
            </p>
        })
    }
}
