//! Every input that counts, with its value and where it comes from: what an answer stands on, and what is printed.

use engine::scenario::field::{Field, Kind};
use engine::scenario::{FIELDS, GROUPS};

use super::draw::{Element, Node, drawn, el};
use super::pieces::{fixed, fold, outside, to_field};
use crate::browser::intl;
use crate::page::Page;
use crate::state::{AppState, BOOK, DEFAULTS};
use crate::words::assumptions as words;

/// The fold of this name is opened for printing.
const FOLD: &str = "assumptions";
/// Folds whose tables stand on paper.
pub const ON_PAPER: [&str; 2] = [FOLD, "years"];

/// The section.
pub fn assumptions(state: AppState) -> Node {
    el("section.assumptions id=assumptions aria-labelledby=assumptions-heading")
        .child(el("h2 id=assumptions-heading").text(words::WHAT_THIS_ANSWER_STANDS_ON))
        .child(drawn(move || {
            let page = state.page();
            let title = el("span").text(words::ALL_INPUTS_THAT_COUNT_WITH_THEIR).into();
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
        let mut rows = rows
            .map(|(field, default)| {
                row(page, field, field.get(scenario) != *default && !scenario.follows_gpus(field, &BOOK))
            })
            .peekable();
        if rows.peek().is_some() {
            body = body.child(el("tr").child(el("th.group-head scope=colgroup colspan=3").text(group.label)));
        }
        body = body.children(rows);
    }
    let heads = el("tr").children([head(words::INPUT), head(words::VALUE), head(words::FROM)]);
    let table = el("table")
        .child(el("caption").text(words::INPUTS_THAT_DO_NOT_MATTER_IN))
        .child(el("thead").child(heads))
        .child(body);
    el("div.scroll tabindex=0 role=region aria-label=Assumptions").child(table)
}

fn row(page: &Page, field: &'static Field, changed: bool) -> Node {
    let value = match field.kind {
        Kind::Gpu => BOOK.gpu(&page.document.scenario.work.gpu).map_or_else(String::new, |g| g.name.clone()),
        _ => field.in_words(&page.document.scenario, &intl::with_unit),
    };
    let default = field.default_in(&BOOK);
    let dated = if default.as_of.is_empty() { String::new() } else { format!(" ({})", default.as_of) };
    let words = match (changed, default.assumed) {
        (true, _) => el("td").child(el("strong").text(words::CHANGED)),
        (false, true) => el("td").text(words::assumption(&default.source)),
        (false, false) if default.url.is_empty() => el("td").text(words::default(&default.source)),
        (false, false) => el("td").child(outside(&default.url, default.source)).text(dated),
    };
    el("tr")
        .child(el("th scope=row").child(to_field(field.id, field.label)))
        .child(el("td").child(fixed(value)))
        .child(words)
        .into()
}
