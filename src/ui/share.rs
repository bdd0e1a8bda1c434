//! Both links, and what each does.

use leptos::prelude::*;

use super::draw::{Node, drawn, el};
use super::pieces::button;
use crate::browser::address;
use crate::state::AppState;

/// The private link and the query link.
pub fn share(state: AppState) -> AnyView {
    drawn(move || {
        let (page, link, copied) = (address::page(), state.link(), state.copied.get());
        vec![
            el("section")
                .class("share")
                .attr("id", "share")
                .attr("aria-labelledby", "share-heading")
                .child(el("h2").attr("id", "share-heading").text("Share"))
                .child(one("private-link", "Private link", format!("{page}#{link}"), &copied, "Figures stand behind #, which no server ever sees. Use it wherever it survives."))
                .child(one("query-link", "Link for mail and wikis", format!("{page}?{link}"), &copied, "Survives mail filters and wikis that cut what is behind #. The log of the server that hosts this page will contain your figures."))
                .child(el("p").class("small").text("Both carry every input and the price edition: they say the same for ever."))
                .into(),
        ]
    })
}

fn one(id: &'static str, label: &'static str, link: String, copied: &str, help: &'static str) -> Node {
    let field = el("input")
        .attr("type", "text")
        .attr("id", id)
        .attr("data-view", id)
        .attr("readonly", "")
        .attr("translate", "no")
        .attr("value", link);
    let copy = button("copy", id, "Copy")
        .class("")
        .attr("data-action", format!("copy-{id}"))
        .attr("aria-label", format!("Copy: {label}"));
    let done = copied.strip_prefix(id).unwrap_or_default().to_owned();
    el("div")
        .class("link")
        .child(el("label").attr("for", id).text(label))
        .child(el("div").class("link-row").child(field).child(copy).child(el("span").class("copied").text(done)))
        .child(el("p").class("small").text(help))
        .into()
}
