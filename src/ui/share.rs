//! Both links, what each does, and what they do not carry.

use engine::codec::link;
use engine::price_book::Offer;

use super::draw::{Node, drawn, el};
use super::pieces::{button, fold};
use super::snippet;
use crate::browser::address;
use crate::page::Page;
use crate::state::AppState;

/// The private link and the query link.
pub fn share(state: AppState) -> Node {
    drawn(move || {
        let shown = state.shown();
        let (page, state) = (address::page(), state.page());
        let left = shown.map_or_else(Vec::new, |shown| {
            state.stays_here(&shown.report).into_iter().map(|offer| stays(&state, offer)).collect()
        });
        let (link, copied) = (link::write(&state.document), &state.copied);
        vec![
            el("section.share id=share aria-labelledby=share-heading")
                .child(el("h2 id=share-heading").text("Share"))
                .child(one("private-link", "Private link", format!("{page}#{link}"), copied, "Figures stand behind #, which no server ever sees. Use it wherever it survives."))
                .child(one("query-link", "Link for mail and wikis", format!("{page}?{link}"), copied, "Survives mail filters and wikis that cut what is behind #. The log of the server that hosts this page will contain your figures."))
                .child(el("p.small").text("Both carry every input and the price edition: they say the same for ever."))
                .children(left)
                .child(fold(&state, "embed", snippet::heading().into(), || snippet::inside(&state)).class("chain"))
                .child(el("p.on-paper translate=no").text(format!("{page}#{link}")))
                .into(),
        ]
    })
}

/// Says that a price of the user's own book does not travel, with a button that makes it travel.
fn stays(page: &Page, offer: &Offer) -> Node {
    let name = format!("{} {}", offer.provider, offer.offer);
    let add = page.can_be_quote(offer).then(|| {
        button("quote", &offer.id, "Add its price and term to Offers you have").attr("data-action", "quote").into()
    });
    el("p.stays data-view=stays")
        .text(format!("This answer leans on {name} of your price book, which no link and no file carries: elsewhere the answer is found without it. "))
        .children(add)
        .into()
}

/// A link with its button and what it does.
pub fn one(id: &'static str, label: &'static str, link: String, copied: &str, help: &'static str) -> Node {
    let field = el("input type=text readonly= translate=no").attr("id", id).attr("data-view", id).attr("value", link);
    let copy = button("copy", id, "Copy")
        .class("")
        .attr("data-action", format!("copy-{id}"))
        .attr("aria-label", format!("Copy: {label}"));
    let done = copied.strip_prefix(id).unwrap_or_default().to_owned();
    el("div.link")
        .child(el("label").attr("for", id).text(label))
        .child(el("div.link-row").child(field).child(copy).child(el("span.copied").text(done)))
        .child(el("p.small").text(help))
        .into()
}
