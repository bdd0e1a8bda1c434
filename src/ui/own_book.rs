//! The user's own price book: load, save, remove, and what of it could not be used.

use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, fixed};
use crate::own_book::told;
use crate::page::Page;
use crate::state::AppState;

/// Load, save, remove.
pub fn own_book(state: AppState) -> Node {
    drawn(move || {
        let page = state.page();
        let file = el("input type=file accept=.csv,.tsv,.txt,text/csv data-action=open-book data-do=open-book");
        let load = if page.own_book.is_some() { "Load another price book" } else { "Load a price book" };
        let mut buttons = el("div.buttons").child(el("label").class("plain file").text(load).child(file));
        if page.own_book.is_some() {
            buttons = buttons
                .child(button("save-book", "", "Save it as a file").attr("data-action", "save-book"))
                .child(button("remove-book", "", "Remove it").attr("data-action", "remove-book"));
        }
        vec![
            el("section.scenarios id=own-book aria-labelledby=own-book-heading data-view=own-book")
                .child(el("h2 id=own-book-heading").text("Your price book"))
                .children(standing(&page))
                .child(buttons)
                .child(el("p.small").text("A CSV file with the columns id, provider, gpu (such as h100-sxm) and usd_per_gpu_hour, and any other column of the published offers. It stays in this browser: no link and no saved scenario carries it. Discounts are not taken off its prices."))
                .into(),
        ]
    })
}

/// How many offers are used, and what is not.
fn standing(page: &Page) -> Vec<Node> {
    let Some(own) = &page.own_book else {
        return vec![
            el("p")
                .text("Offers of your own stand beside the published ones in every scenario, marked as yours.")
                .into(),
        ];
    };
    let taken = el("p")
        .child(fixed(own.read.taken.to_string()))
        .text(if own.read.taken == 1 { " offer of your price book stands" } else { " offers of your price book stand" })
        .text(" beside the published ones in every scenario.");
    vec![
        taken.into(),
        list("Not used:", "left-out", told(&own.read.left_out)).into(),
        list("Used, but look at it again:", "doubtful", told(&own.read.doubtful)).into(),
    ]
}

fn list(head: &'static str, view: &'static str, lines: Vec<String>) -> Element {
    let whole = el("div").attr("data-view", view);
    if lines.is_empty() {
        return whole;
    }
    whole.child(el("p").text(head)).child(el("ul").children(lines.into_iter().map(|line| el("li").text(line).into())))
}
