//! What is drawn once the second part of the program is loaded.
//!
//! The program is loaded in two parts (ARCHITECTURE.md): the first holds what the first answer needs, the second what only
//! functions reach that are declared by [`in_the_second_part`]. They are asynchronous: calling one loads the part if it is
//! not there yet. In a debug build, and where the build does not split, they call what they hold directly.

use std::future::Future;

use leptos::prelude::*;

use crate::state::{NotLoaded, UiState};
use crate::strings::later as strings;

/// Declares functions that draw something of the second part, each beside what it draws or where that stands.
macro_rules! in_the_second_part {
    ($($(#[$about:meta])* $name:ident: $view:expr;)+) => {$(
        $(#[$about])*
        #[cfg(two_parts)]
        #[leptos::wasm_split::wasm_split(rest, wasm_split_path = ::leptos::wasm_split, fallible)]
        pub fn $name() -> Result<leptos::prelude::AnyView, $crate::state::NotLoaded> {
            Ok($view)
        }

        $(#[$about])*
        #[cfg(not(two_parts))]
        pub async fn $name() -> Result<leptos::prelude::AnyView, $crate::state::NotLoaded> {
            Ok($view)
        }
    )+};
}

pub(crate) use in_the_second_part;

/// Draws what is in the second part once that is loaded, or offers to load it again.
#[component]
pub fn Later<F>(
    /// A function that [`in_the_second_part`] declares.
    part: fn() -> F,
    /// Whether nothing is said if it does not load: something else says so.
    #[prop(optional)]
    silent: bool,
) -> impl IntoView
where
    F: Future<Output = Result<AnyView, NotLoaded>> + Send + 'static,
{
    let ui = UiState::expect();
    move || {
        ui.loads_again.track();
        Suspend::new(async move {
            part().await.unwrap_or_else(
                |NotLoaded| if silent { ().into_any() } else { view! { <NotLoadedNotice/> }.into_any() },
            )
        })
    }
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
