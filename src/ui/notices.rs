//! What the page has to say about links, files, storage and inputs that contradict each other.

use engine::codec::said::Said;

use super::draw::{Node, drawn, el};
use super::pieces::button;
use super::said;
use crate::page::{Notice, Origin};
use crate::state::AppState;
use crate::words::notices as words;

/// Notices, each with a button that takes it away.
pub fn notices(state: AppState) -> Node {
    drawn(move || {
        let page = state.page();
        let mut notices = el("div.notices data-view=notices");
        if page.origin == Origin::Link {
            notices =
                notices.child(el("div").class("notice quiet").child(el("p").text(words::OPENED_FROM_A_LINK_OR_FILE)));
        }
        let older = page.document.said.filter(Said::is_older).zip(state.shown());
        let said = older.and_then(|(older, shown)| said::said(&page, &older, &shown));
        vec![notices.children(said).children(page.notices.iter().map(one)).into()]
    })
}

fn one(notice: &Notice) -> Node {
    let parts = notice.parts.iter().map(|part| el("li").text(part.clone()).into());
    let (action, label) = notice.offers;
    let offer = (!action.is_empty()).then(|| button(action, "", label).into());
    el("div.notice")
        .child(el("p").text(format!("{}.", notice.text)))
        .child(el("ul").children(parts))
        .children(offer)
        .text(" ")
        .child(button("dismiss", &notice.text, words::DISMISS))
        .into()
}
