//! The method, what is not modelled, and the prices used.

use engine::report::NOT_MODELLED;
use leptos::prelude::*;

use crate::answer::steady_year::SteadyYear;
use crate::components::Fixed;
use crate::rooms::sources::strings::method as strings;
use crate::state::{EvaluationContext, Prices};

/// The section.
#[component]
pub fn MethodSection() -> impl IntoView {
    let (evaluation, prices) = (EvaluationContext::expect(), Prices::expect());
    let edition = evaluation.slice(|e| e.document.edition.clone());
    view! {
        <section class="method" id="method" aria-labelledby="method-heading">
            <h2 id="method-heading">{strings::METHOD}</h2>
            <p>{strings::A_YEAR_HAS_8_760_HOURS}</p>
            <SteadyYear/>
            <p>{strings::CLEAR_LEANING_TOO_CLOSE}</p>
            <h3>{strings::NOT_MODELLED_YET}</h3>
            <ul>{NOT_MODELLED.iter().map(|line| view! { <li>{*line}</li> }).collect_view()}</ul>
            <p class="edition">
                {strings::PRICES}
                {move || edition.get().map(|id| view! { <Fixed text=prices.edition_name(&id)/> })}
                {strings::RENTAL_PRICES_PARTLY_FROM_GPURENTALPRICES_COM}
                <Fixed text=env!("RACK_OR_RENT_VERSION")/>
                "."
                {move || prices.own().map(|_| strings::BESIDE_THEM_THE_PRICE_BOOK_YOU)}
            </p>
        </section>
    }
    .into_any()
}
