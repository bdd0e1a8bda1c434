//! Every input that counts, with its value and where it comes from: what an answer stands on, and what is printed.

use engine::scenario::field::{Field, Kind};
use engine::scenario::{FIELDS, GROUPS};

use super::draw::{Element, Node, drawn, el};
use super::pieces::{fixed, fold, outside, to_field};
use crate::browser::intl;
use crate::page::Page;
use crate::state::{AppState, BOOK, DEFAULTS};

/// The fold of this name is opened for printing.
pub const FOLD: &str = "assumptions";

/// The section.
pub fn assumptions(state: AppState) -> Node {
    el("section.assumptions id=assumptions aria-labelledby=assumptions-heading")
        .child(el("h2 id=assumptions-heading").text("What this answer stands on"))
        .child(drawn(move || {
            let page = state.page();
            let title = el("span").text("All inputs that count, with their sources").into();
            vec![fold(&page, FOLD, title, || vec![table(&page).into()]).class("chain").into()]
        }))
        .into()
}

fn table(page: &Page) -> Element {
    let scenario = &page.document.scenario;
    let head = |label: &'static str| Node::from(el("th scope=col").text(label));
    let mut body = el("tbody");
    for group in GROUPS {
        let rows = FIELDS.iter().zip(DEFAULTS.iter()).filter(|(f, _)| f.group == *group && (f.matters)(scenario));
        let mut rows = rows.map(|(field, default)| row(page, field, field.get(scenario) != *default)).peekable();
        if rows.peek().is_some() {
            body = body.child(el("tr").child(el("th.group-head scope=colgroup colspan=3").text(group.label)));
        }
        body = body.children(rows);
    }
    let heads = el("tr").children([head("Input"), head("Value"), head("From")]);
    let table = el("table")
        .child(el("caption").text("Inputs that do not matter in the chosen ways are left out."))
        .child(el("thead").child(heads))
        .child(body);
    el("div.scroll tabindex=0 role=region aria-label=Assumptions").child(table)
}

fn row(page: &Page, field: &'static Field, changed: bool) -> Node {
    let value = match field.kind {
        Kind::Gpu => BOOK.gpu(&page.document.scenario.work.gpu).map_or_else(String::new, |g| g.name.clone()),
        _ => field.in_words(&page.document.scenario, intl::with_unit),
    };
    let default = field.default_in(&BOOK);
    let dated = if default.as_of.is_empty() { String::new() } else { format!(" ({})", default.as_of) };
    let words = match (changed, default.assumed) {
        (true, _) => el("td").child(el("strong").text("yours")),
        (false, true) => el("td").text(format!("assumption: {}", default.source)),
        (false, false) if default.url.is_empty() => el("td").text(format!("default: {}", default.source)),
        (false, false) => el("td").child(outside(&default.url, default.source)).text(dated),
    };
    el("tr")
        .child(el("th scope=row").child(to_field(field.id, field.label)))
        .child(el("td").child(fixed(value)))
        .child(words)
        .into()
}
