//! What the figures stand on: offers, prices, assumptions, method.

pub mod assumptions;
pub mod method;
pub mod offers;
pub mod own_book;
pub mod published;
pub mod strings;

use leptos::prelude::*;

use crate::browser::dom;
use assumptions::AssumptionsSection;
use method::MethodSection;
use offers::OffersSection;
use own_book::OwnBookSection;
use published::PublishedFigures;

/// The room. A frame has no prices of its own.
#[component]
pub fn SourcesRoom() -> impl IntoView {
    let is_embedded = dom::is_embedded();
    view! {
        <OffersSection/>
        {(!is_embedded).then(|| view! { <OwnBookSection/> })}
        <AssumptionsSection/>
        <PublishedFigures/>
        <MethodSection/>
    }
}
