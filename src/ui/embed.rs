//! The page inside another page: an answer, a chart or everything, without bar, storage and anything that needs them.
//!
//! `public/embed.js` reads `embed`, `view`, `theme` and `background` in the address and hands them over as `keys`. The
//! address follows changes behind those keys; it stays as the page around it gave it until something is changed.

use engine::codec::link;

use super::draw::{Element, Node, drawn, el, late, soon, text};
use super::pieces::{outside, sentence};
use super::{answer, charts, form, notices};
use crate::app::{self, SETTLE};
use crate::browser::frame::is_framed;
use crate::browser::timer::{Wait, after};
use crate::browser::{address, measure};
use crate::messages;
use crate::page::{Origin, Page};
use crate::state::{AppState, Shown};
use crate::words::answer::{ON_AN_OFFER_NOT_PROMISED, ON_ASSUMED_PRICES};
use crate::words::embed as words;

/// What stands where, by the view that the keys name.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
pub fn frame(state: AppState, keys: &str) -> Vec<Node> {
    // A frame keeps nothing, and the page around it chose its case: no word about either. In a window of its own the case
    // comes from a link, as in every other window, and that is said.
    let mut page = state.quietly();
    page.notices.retain(|notice| !notice.stays);
    let from_link = page.origin == Origin::Link && !is_framed();
    page.origin = Origin::Own;
    drop(page);
    let mark =
        el("div").class("notice quiet").attr("data-view", "unchecked").child(el("p").text(words::OPENED_FROM_A_LINK));
    let lead = el("div.lead").children(from_link.then(|| mark.into())).child(notices::notices(state));
    let main = match link::page_key(keys, "view").as_deref() {
        Some("answer") => el("main.page").child(lead.child(name(state)).child(answer::answer(state))),
        Some("chart") => el("main.page").child(lead.child(name(state)).child(verdict(state)).child(chart(state))),
        _ => full(state, lead),
    };
    let from = late(drawn(move || vec![from(&state.page()).into()]));
    vec![el("div.app").child(main).child(from).into(), app::spoken(state)]
}

fn chart(state: AppState) -> Node {
    soon(charts::cost_curve::cost_curve(state))
}

/// Everything that works without storage.
fn full(state: AppState, lead: Element) -> Element {
    let (method, proofs) = app::below(state);
    let below = proofs.into_iter().chain([method]);
    let lead = lead.child(name(state)).children(app::above(state));
    let proof = el("div.proof").children(below.map(late));
    el("main.page").child(lead).child(chart(state)).child(soon(form::form(state))).child(proof)
}

/// The scenario's name, if it has one.
fn name(state: AppState) -> Node {
    drawn(move || {
        let name = state.page().document.name.clone();
        let named = !name.is_empty();
        named.then(|| el("p.case dir=auto translate=no").text(name).into()).into_iter().collect()
    })
}

/// The verdict above a chart, or what is wrong where there is none.
fn verdict(state: AppState) -> Node {
    drawn(move || {
        let head = el("h1.spoken").text(words::RENT_OR_OWN).into();
        if let Some(shown) = state.shown().filter(|_| state.errors().is_empty()) {
            return [vec![head], in_short(&shown)].concat();
        }
        let lines = state.errors().iter().map(|e| el("li").text(e.message.clone()).into()).collect::<Vec<_>>();
        vec![head, el("div.earlier data-view=earlier").child(el("ul").children(lines)).into()]
    })
}

/// The verdict with how sure it is, what is wrong with its inputs, and what it stands on.
fn in_short(shown: &Shown) -> Vec<Node> {
    let said = &shown.answer;
    let assumed = said.on_assumed_prices.then(|| answer::badge(ON_ASSUMED_PRICES, "assumed-prices"));
    let promised = said.not_promised.then(|| answer::badge(ON_AN_OFFER_NOT_PROMISED, "assumed-prices"));
    let badges = [assumed, promised].into_iter().flatten();
    let warnings = shown.report.warnings.iter().map(|w| el("li").text(format!("{}.", w.message)).into());
    let age = shown.age().map(|age| text(format!(" {age}")));
    vec![
        el("div.badges").child(answer::badge(said.badge, said.badge)).children(badges).into(),
        el("p.verdict data-view=verdict").children(sentence(&said.sentence)).into(),
        el("ul.warnings data-view=warnings").children(warnings).into(),
        el("p.assumed").children(sentence(&said.assumed)).children(age).into(),
    ]
}

/// What made this, with the way to the same case in a page of its own.
fn from(page: &Page) -> Element {
    let here = address::page();
    // A page that was put into another as a text has no address that opens.
    let opens = here.starts_with("http") || here.starts_with("file:");
    let way = opens.then(|| {
        let open = outside(&format!("{here}#{}", page.link()), words::OPEN_THIS_CASE_IN_A_PAGE);
        open.attr("data-view", "whole-page").into()
    });
    el("footer.from")
        .child(el("p").text(words::COMPUTED_BY).child(el("strong").text(words::RACK_OR_RENT)).text(". ").children(way))
        .child(el("p.followed").text(words::THE_PAGE_AROUND_THIS_FRAME_IS))
}

/// Keeps the frame's own address at what is on screen once that was changed, and talks to the page around it.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
pub fn follow(state: AppState, keys: String) {
    // The page around it gave the frame another address behind the same page.
    measure::listen(&["hashchange"], |_| address::reload());
    AppState::follow(Box::new(move || {
        if !state.page().is_written() {
            let keys = keys.clone();
            after(Wait::Write, SETTLE, Box::new(move || write(state, &keys)));
        }
    }));
    messages::begin(state);
}

fn write(state: AppState, keys: &str) {
    let mut page = state.quietly();
    address::replace(&format!("{keys}&{}", page.link()));
    page.written();
}
