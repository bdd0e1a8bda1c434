//! The user's own price book: load, save, remove, and what of it could not be used.

use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, fixed};
use crate::own_book::told;
use crate::page::Page;
use crate::state::AppState;
use crate::words::own_book as words;

/// Load, save, remove.
pub fn own_book(state: AppState) -> Node {
    drawn(move || {
        let page = state.page();
        let file = el("input type=file accept=.csv,.tsv,.txt,text/csv data-action=open-book data-do=open-book");
        let load = if page.own_book.is_some() { words::LOAD_ANOTHER_PRICE_BOOK } else { words::LOAD_A_PRICE_BOOK };
        let mut buttons = el("div.buttons").child(el("label").class("plain file").text(load).child(file));
        if page.own_book.is_some() {
            buttons = buttons
                .child(button("save-book", "", words::SAVE_IT_AS_A_FILE).attr("data-action", "save-book"))
                .child(button("remove-book", "", words::REMOVE_IT).attr("data-action", "remove-book"));
        }
        vec![
            el("section.scenarios id=own-book aria-labelledby=own-book-heading data-view=own-book")
                .child(el("h2 id=own-book-heading").text(words::YOUR_PRICE_BOOK))
                .children(standing(&page))
                .child(buttons)
                .child(el("p.small").text(words::A_CSV_FILE_WITH_THE_COLUMNS))
                .into(),
        ]
    })
}

/// How many offers are used, and what is not.
fn standing(page: &Page) -> Vec<Node> {
    let Some(own) = &page.own_book else {
        return vec![el("p").text(words::OFFERS_OF_YOUR_OWN_STAND_BESIDE).into()];
    };
    let taken = el("p")
        .child(fixed(own.read.taken.to_string()))
        .text(if own.read.taken == 1 {
            words::OFFER_OF_YOUR_PRICE_BOOK_STANDS
        } else {
            words::OFFERS_OF_YOUR_PRICE_BOOK_STAND
        })
        .text(words::BESIDE_THE_PUBLISHED_ONES_IN_EVERY);
    vec![
        taken.into(),
        list(words::NOT_USED, "left-out", told(&own.read.left_out)).into(),
        list(words::USED_BUT_LOOK_AT_IT_AGAIN, "doubtful", told(&own.read.doubtful)).into(),
    ]
}

fn list(head: &'static str, view: &'static str, lines: Vec<String>) -> Element {
    let whole = el("div").attr("data-view", view);
    if lines.is_empty() {
        return whole;
    }
    whole.child(el("p").text(head)).child(el("ul").children(lines.into_iter().map(|line| el("li").text(line).into())))
}
