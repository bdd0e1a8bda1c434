//! What the page has to say about links, files, storage and inputs that contradict each other.

use leptos::prelude::*;

use crate::state::{AppState, Notice, Origin};

/// Notices, each with a button that takes it away.
#[component]
pub fn Notices() -> impl IntoView {
    let state = expect_context::<AppState>();
    let dismiss = move |text: String| state.notices.update(|all| all.retain(|n| n.text != text));
    view! {
        <div class="notices" data-view="notices">
            <Show when=move || state.origin.with(|o| *o == Origin::Link)>
                <div class="notice quiet">
                    <p>"Opened from a link or file, not checked. Nothing of it is stored until you save a copy."</p>
                </div>
            </Show>
            {move || state.notices.get().into_iter().map(|n| one(n, dismiss)).collect_view()}
        </div>
    }
    .into_any()
}

fn one(notice: Notice, dismiss: impl Fn(String) + Copy + 'static) -> AnyView {
    let key = notice.text.clone();
    let parts = notice.parts.into_iter().map(|part| view! { <li>{part}</li> }).collect_view();
    view! {
        <div class="notice">
            <p>{notice.text}"."</p>
            <ul>{parts}</ul>
            <button type="button" class="plain" on:click=move |_| dismiss(key.clone())>"Dismiss"</button>
        </div>
    }
    .into_any()
}
