//! What the page has to say about links, files, storage and inputs that contradict each other.

use leptos::prelude::*;

use super::draw::{Node, drawn, el};
use super::pieces::button;
use crate::state::{AppState, Notice, Origin};

/// Notices, each with a button that takes it away.
pub fn notices(state: AppState) -> AnyView {
    let parts = drawn(move || {
        let foreign = el("div").class("notice quiet").child(el("p").text(
            "Opened from a link or file, not checked. Nothing of it is stored until you change it or save a copy.",
        ));
        let foreign = state.origin.with(|o| *o == Origin::Link).then(|| foreign.into());
        foreign.into_iter().chain(state.notices.get().iter().map(one)).collect()
    });
    view! { <div class="notices" data-view="notices">{parts}</div> }.into_any()
}

fn one(notice: &Notice) -> Node {
    let parts = notice.parts.iter().map(|part| el("li").text(part.clone()).into());
    el("div")
        .class("notice")
        .child(el("p").text(format!("{}.", notice.text)))
        .child(el("ul").children(parts))
        .child(button("dismiss", &notice.text, "Dismiss"))
        .into()
}
