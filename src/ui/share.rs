//! Both links, what each does, and what they do not carry.

use engine::carried::{Carried, Loss};
use engine::codec::link;

use super::draw::{Node, drawn, el};
use super::pieces::{button, fold};
use super::snippet;
use crate::browser::{address, clock};
use crate::state::{AppState, sealed};
use crate::words::share as words;

/// The private link and the query link.
pub fn share(state: AppState) -> Node {
    drawn(move || {
        let shown = state.shown();
        let (page, state) = (address::page(), state.page());
        let carried = shown.filter(|_| state.own_book.is_some()).map(|shown| state.carried(&shown.report));
        let left = carried.as_ref().map_or_else(Vec::new, takes_along);
        let today = clock::today().map_or_else(String::new, String::from);
        let (link, copied) =
            (link::write(&sealed(carried.as_ref().map_or(&state.document, |c| &c.document))), &state.copied);
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

/// Says how many offers of the user's own book the links take along, and what they lack.
fn takes_along(carried: &Carried) -> Vec<Node> {
    let mut told = Vec::new();
    if carried.taken > 0 {
        told.push(words::the_links_take_along(&carried.taken));
    }
    told.extend(carried.lacking.iter().map(|lacking| match lacking.what {
        Loss::Offer => words::is_not_in_them(&lacking.offer),
        Loss::Egress => words::without_its_price_of_data_out(&lacking.offer),
        Loss::Upfront => words::without_its_payment_upfront(&lacking.offer),
    }));
    let mut told: Vec<Node> = told.into_iter().map(|words| el("p.stays data-view=stays").text(words).into()).collect();
    if carried.taken > 0 {
        told.push(button("quote", "", words::ADD_THEM_TO_OFFERS_YOU_HAVE).attr("data-action", "quote").into());
    }
    told
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
