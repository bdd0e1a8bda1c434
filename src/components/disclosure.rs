//! Folds. What stands in a closed one is not rendered.

use std::any::Any;

use leptos::ev::beforeprint;
use leptos::html::Details;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::When;
use crate::state::{Fold, UiState};

/// A fold with a title; its children are rendered while it is open.
#[component]
pub fn Disclosure(
    /// Which.
    fold: Fold,
    /// Class of its element.
    #[prop(optional)]
    class: &'static str,
    /// Whether it opens for printing.
    #[prop(optional)]
    printed: bool,
    /// What stands in its summary.
    #[prop(into)]
    title: ViewFn,
    /// What opens.
    children: ChildrenFn,
) -> impl IntoView {
    let ui = UiState::expect();
    let open = Memo::new(move |_| ui.is_open(fold));
    let place = NodeRef::<Details>::new();
    let inside = if printed {
        render_before_print(place, open, children);
        None
    } else {
        Some(view! { <When is=move || open.get()>{children()}</When> })
    };
    view! {
        <details
            id=fold.element_id()
            class=class
            node_ref=place
            prop:open=move || open.get()
            on:toggle:target=move |ev| ui.set_open(fold, ev.target().open())
        >
            <summary>{title.run()}</summary>
            {inside}
        </details>
    }
    .into_any()
}

/// Renders children into a fold while it is open. For print they are there when `beforeprint` returns: Firefox prints the
/// page as it is at that moment, before any effect has run.
fn render_before_print(place: NodeRef<Details>, open: Memo<bool>, children: ChildrenFn) {
    let owner = Owner::current().unwrap_or_default();
    let rendered = StoredValue::new_local(None::<Box<dyn Any>>);
    let render = move |on: bool| {
        if !on {
            drop(rendered.try_update_value(Option::take));
        } else if let Some(details) = place.get_untracked()
            && rendered.with_value(Option::is_none)
        {
            details.set_open(true);
            let children = children.clone();
            let handle = owner.with(|| mount_to(details.unchecked_into(), move || children()));
            rendered.set_value(Some(Box::new(handle)));
        }
    };
    let at_once = render.clone();
    let listens = window_event_listener(beforeprint, move |_| at_once(true));
    on_cleanup(move || listens.remove());
    Effect::new(move || render(open.get()));
}
