//! Folds. The contents of a closed fold are not rendered.

use leptos::prelude::*;

use super::When;

use crate::state::{Fold, UiState};

/// A fold with a title; its children are rendered while it is open.
#[component]
pub fn Disclosure(
    /// Which fold.
    fold: Fold,
    /// Class of its element.
    #[prop(optional)]
    class: &'static str,
    /// The contents of its summary.
    #[prop(into)]
    title: ViewFn,
    /// The contents.
    children: ChildrenFn,
) -> impl IntoView {
    let ui = UiState::expect();
    let open = Memo::new(move |_| ui.is_open(fold));
    view! {
        <details
            id=fold.element_id()
            class=class
            prop:open=move || open.get()
            on:toggle:target=move |ev| ui.set_open(fold, ev.target().open())
        >
            <summary>{title.run()}</summary>
            <When is=move || open.get()>{children()}</When>
        </details>
    }
    .into_any()
}
