//! Children that are there while something holds.

use leptos::prelude::*;

/// Renders its children while `is` holds. As `Show`, but its condition and children are of one type wherever it stands,
/// so that the program holds its code once.
#[component]
pub fn When(
    /// What must hold.
    #[prop(into)]
    is: Signal<bool>,
    /// What is rendered then.
    children: ChildrenFn,
) -> impl IntoView {
    let holds = Memo::new(move |_| is.get());
    move || holds.get().then(|| children())
}
