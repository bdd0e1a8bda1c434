//! What leaves the room: the memo.

pub mod memo;
pub mod strings;

use leptos::prelude::*;

use memo::MemoSection;

/// The room.
#[component]
pub fn DecideRoom() -> impl IntoView {
    view! { <MemoSection/> }
}
