//! The method, what is not modelled, and the prices used.

use engine::report::NOT_MODELLED;
use leptos::prelude::*;

use crate::answer::steady_year::SteadyYear;
use crate::components::{Fixed, filled_views};
use crate::rooms::sources::strings::method as strings;
use crate::state::{EvaluationContext, Prices};

/// The section.
#[component]
pub fn MethodSection() -> impl IntoView {
    let (evaluation, prices) = (EvaluationContext::expect(), Prices::expect());
    let edition = evaluation.slice(|e| e.document.edition.clone());
    let edition = move || edition.get().map(|id| view! { <Fixed text=prices.edition_name(&id)/> });
    let own_book = move || prices.own().map(|_| strings::OWN_PRICE_BOOK);
    let sources = filled_views(
        strings::PRICE_EDITION,
        [
            ("edition", edition.into_any()),
            ("version", view! { <Fixed text=env!("RACK_OR_RENT_VERSION")/> }.into_any()),
            ("own_book", own_book.into_any()),
        ],
    );
    view! {
        <section class="method" id="method" aria-labelledby="method-heading">
            <h2 id="method-heading">{strings::TITLE}</h2>
            <p>{strings::CONVENTIONS}</p>
            <SteadyYear/>
            <p>{strings::BADGES}</p>
            <h3>{strings::NOT_MODELLED_YET}</h3>
            <ul>{NOT_MODELLED.iter().map(|line| view! { <li>{*line}</li> }).collect_view()}</ul>
            <p class="edition">{sources}</p>
        </section>
    }
    .into_any()
}
