//! What is drawn once the second part of the program is loaded (`src/state/second_part.rs`).

use std::future::Future;
use std::pin::Pin;

use leptos::prelude::*;

use crate::state::{NotLoaded, UiState};
use crate::strings::later as strings;

/// What is being loaded.
type Loading = Pin<Box<dyn Future<Output = Result<AnyView, NotLoaded>> + Send>>;

/// Draws what is in the second part once that is loaded, or offers to load it again.
#[component]
pub fn Later<P, F>(
    /// Calls a function of the second part.
    part: P,
    /// Whether nothing is said if it does not load: something else says so.
    #[prop(optional)]
    silent: bool,
) -> impl IntoView
where
    P: Fn() -> F + Send + 'static,
    F: Future<Output = Result<AnyView, NotLoaded>> + Send + 'static,
{
    drawn_later(Box::new(move || Box::pin(part())), silent)
}

fn drawn_later(part: Box<dyn Fn() -> Loading + Send>, silent: bool) -> AnyView {
    let ui = UiState::expect();
    let drawn = move || {
        ui.loads_again.track();
        let part = part();
        Suspend::new(async move {
            part.await.unwrap_or_else(
                |NotLoaded| if silent { ().into_any() } else { view! { <NotLoadedNotice/> }.into_any() },
            )
        })
    };
    drawn.into_any()
}

/// Says that the second part did not load, and offers to try again.
#[component]
fn NotLoadedNotice() -> impl IntoView {
    let ui = UiState::expect();
    ui.announce(strings::DID_NOT_LOAD);
    let load_again = move |_| ui.loads_again.update(|times| *times += 1);
    view! {
        <div class="notice" data-view="not-loaded">
            <p>{strings::DID_NOT_LOAD}</p>
            <button type="button" class="plain" data-action="load-again" on:click=load_again>{strings::LOAD_AGAIN}</button>
        </div>
    }
}
