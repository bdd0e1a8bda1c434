//! Conditional children.

use leptos::prelude::*;

/// Renders its children while `is` is true. Like `Show`, but with the same types for condition and children everywhere,
/// so that its code is compiled once.
#[component]
pub fn When(
    /// The condition.
    #[prop(into)]
    is: Signal<bool>,
    /// The children.
    children: ChildrenFn,
) -> impl IntoView {
    let holds = Memo::new(move |_| is.get());
    move || holds.get().then(|| children())
}
