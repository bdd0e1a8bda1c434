//! Both links, what each does, and what they do not carry.

use engine::codec::link;
use engine::price_book::Offer;

use super::draw::{Node, drawn, el};
use super::pieces::{button, fold};
use super::snippet;
use crate::browser::{address, clock};
use crate::page::Page;
use crate::state::{AppState, sealed};
use crate::words::share as words;

/// The private link and the query link.
pub fn share(state: AppState) -> Node {
    drawn(move || {
        let shown = state.shown();
        let (page, state) = (address::page(), state.page());
        let left = shown.map_or_else(Vec::new, |shown| {
            state.stays_here(&shown.report).into_iter().map(|offer| stays(&state, offer)).collect()
        });
        let today = clock::today().map_or_else(String::new, String::from);
        let (link, copied) = (link::write(&sealed(&state.document)), &state.copied);
        vec![
            el("section.share id=share aria-labelledby=share-heading")
                .child(el("h2 id=share-heading").text(words::SHARE))
                .child(one(
                    "private-link",
                    words::PRIVATE_LINK,
                    format!("{page}#{link}"),
                    copied,
                    words::FIGURES_STAND_BEHIND_WHICH_NO_SERVER,
                ))
                .child(one(
                    "query-link",
                    words::LINK_FOR_MAIL_AND_WIKIS,
                    format!("{page}?{link}"),
                    copied,
                    words::SURVIVES_MAIL_FILTERS_AND_WIKIS_THAT,
                ))
                .child(el("p.small").text(words::BOTH_CARRY_EVERY_INPUT_AND_THE))
                .children((!state.unread.is_empty()).then(|| el("p.error").text(words::WHAT_CANNOT_BE_READ).into()))
                .children(left)
                .child(fold(&state, "embed", snippet::heading().into(), || snippet::inside(&state)).class("chain"))
                .child(el("p.on-paper translate=no").text(words::on_paper(&today, &format!("{page}#{link}"))))
                .into(),
        ]
    })
}

/// Says that a price of the user's own book does not travel, with a button that makes it travel.
fn stays(page: &Page, offer: &Offer) -> Node {
    let name = format!("{} {}", offer.provider, offer.offer);
    let add = page
        .can_be_quote(offer)
        .then(|| button("quote", &offer.id, words::ADD_ITS_PRICE_AND_TERM_TO).attr("data-action", "quote").into());
    el("p.stays data-view=stays").text(words::this_answer_leans_on_of_your(&name)).children(add).into()
}

/// A link with its button and what it does.
pub fn one(id: &'static str, label: &'static str, link: String, copied: &str, help: &'static str) -> Node {
    let field = el("input type=text readonly= translate=no").attr("id", id).attr("data-view", id).attr("value", link);
    let copy = button("copy", id, words::COPY)
        .class("")
        .attr("data-action", format!("copy-{id}"))
        .attr("aria-label", words::copy(&label));
    let done = copied.strip_prefix(id).unwrap_or_default().to_owned();
    el("div.link")
        .child(el("label").attr("for", id).text(label))
        .child(el("div.link-row").child(field).child(copy).child(el("span.copied").text(done)))
        .child(el("p.small").text(help))
        .into()
}
