//! What the second part of the program draws.
//!
//! The program is loaded in two parts (ARCHITECTURE.md): the first holds what the first answer needs, the second
//! what only these functions reach. They are asynchronous: calling one loads the part if it is not there yet. In a
//! debug build, and where the build does not split, they call what they hold directly.

use std::future::Future;

use leptos::prelude::*;
#[cfg(two_parts)]
use leptos::wasm_split::wasm_split;

use crate::answer::AnswerNotes;
use crate::form::demand_in_words::DemandInWords;
use crate::layout::Explanations;
use crate::sections::{
    LibrarySection, MethodSection, OpenVendorQuoteForm, OwnBookSection, PublishedFigures, QuoteCheck, ShareSection,
};
use crate::state::{NotLoaded, UiState};
use crate::strings::frame as strings;

/// Declares functions of the second part.
macro_rules! in_the_second_part {
    ($($(#[$about:meta])* $name:ident: $view:expr;)+) => {$(
        $(#[$about])*
        #[cfg(two_parts)]
        #[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, fallible)]
        pub fn $name() -> Result<AnyView, NotLoaded> {
            Ok($view)
        }

        $(#[$about])*
        #[cfg(not(two_parts))]
        pub async fn $name() -> Result<AnyView, NotLoaded> {
            Ok($view)
        }
    )+};
}

in_the_second_part! {
    /// What to know before deciding.
    notes: view! { <AnswerNotes/> }.into_any();
    /// The same, and what quotes and published figures say.
    notes_and_checks: view! { <AnswerNotes/><QuoteCheck/><PublishedFigures/> }.into_any();
    /// The field for the demand in words.
    demand_in_words: view! { <DemandInWords/> }.into_any();
    /// The form for a vendor's quote.
    vendor_quote: view! { <OpenVendorQuoteForm/> }.into_any();
    /// The sections below the inputs.
    sections: view! { <Explanations/><LibrarySection/><OwnBookSection/><ShareSection/><MethodSection/> }.into_any();
    /// The same for the page in a frame, which stores nothing.
    embedded_sections: view! { <Explanations/><MethodSection/> }.into_any();
}

/// Draws what is in the second part once that is loaded, or offers to load it again.
#[component]
pub fn Later<F>(
    /// One of the functions above.
    part: fn() -> F,
) -> impl IntoView
where
    F: Future<Output = Result<AnyView, NotLoaded>> + Send + 'static,
{
    let ui = UiState::expect();
    move || {
        ui.loads_again.track();
        Suspend::new(async move { part().await.unwrap_or_else(|NotLoaded| view! { <NotLoadedNotice/> }.into_any()) })
    }
}

/// Says that the second part did not load, and offers to try again.
#[component]
fn NotLoadedNotice() -> impl IntoView {
    let ui = UiState::expect();
    ui.announce(strings::PART_OF_THE_PAGE_DID_NOT_LOAD);
    let load_again = move |_| ui.loads_again.update(|times| *times += 1);
    view! {
        <div class="notice" data-view="not-loaded">
            <p>{strings::PART_OF_THE_PAGE_DID_NOT_LOAD}</p>
            <button type="button" class="plain" data-action="load-again" on:click=load_again>{strings::LOAD_AGAIN}</button>
        </div>
    }
}
