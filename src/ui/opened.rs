//! What a figure of the first screen comes from, opened where it stands.

use engine::derivation::Derivation;
use engine::scenario::field;
use engine::view::opening::opening;

use super::draw::{Element, Node, el, text};
use super::pieces::{button, to_field};
use super::tables::{priced, rounded, value};
use crate::browser::measure;
use crate::browser::timer::{Wait, after};
use crate::page::Page;
use crate::state::Shown;
use crate::words::opened as words;

/// The id of what opens.
const PLACE: &str = "opened";

/// What a fold for a figure is called among those that are open.
const FOLD: &str = "figure ";

/// The figure that is open; nothing where none is.
pub fn open(page: &Page) -> Option<&str> {
    page.folds.iter().find_map(|fold| fold.strip_prefix(FOLD))
}

/// Opens a figure in place of another, or closes it.
pub fn toggle(page: &mut Page, id: &str) {
    let close = open(page) == Some(id);
    page.folds.retain(|fold| !fold.starts_with(FOLD));
    if !close && opening(id).is_some() {
        page.open_fold(&format!("{FOLD}{id}"));
        after(Wait::Focus, 0, Box::new(|| measure::show(PLACE)));
    }
}

/// The figure that is open, with its trees; the parts of each stand folded below it.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
pub fn opened(shown: &Shown, page: &Page) -> Option<Node> {
    let found = opening(open(page)?)?;
    let trees: Vec<Node> = found.trees(shown.derivations(page.book())).map(|tree| term(shown, tree, true)).collect();
    let inside = if trees.is_empty() {
        vec![el("p").text(words::NOTHING_TO_SHOW).into()]
    } else {
        vec![el("ul.terms").children(trees).into(), rounded()]
    };
    let offer = shown.report.cheapest().filter(|_| found.id == "rent");
    let head = el("div.opened-head").child(el("h2 id=opened-heading").text(found.label)).child(button(
        "explain",
        found.id,
        words::CLOSE,
    ));
    let more = button("go", found.place, words::MORE_BELOW);
    // Those that no button of the answer opens.
    let others = ["saving", "node-price"].into_iter().filter(|id| *id != found.id).filter_map(opening);
    let others = others.flat_map(|other| [text(" "), button("explain", other.id, other.label).into()]);
    Some(
        el("div.opened role=region aria-labelledby=opened-heading")
            .attr("id", PLACE)
            .child(head)
            .children(inside)
            .children(offer.map(|offer| priced(offer, page.book()).into()))
            .child(el("p.small").child(more).children(others))
            .into(),
    )
}

fn term(shown: &Shown, node: &Derivation, open: bool) -> Node {
    let head = |item: Element| item.text(format!("{}: ", node.label)).child(value(node));
    let rows = node.inputs.iter().filter_map(|id| field(id)).filter(|row| (row.matters)(&shown.document.scenario));
    let rows = rows.flat_map(|row| [text(" "), to_field(row.id, row.label).into()]);
    let inputs = (!node.inputs.is_empty()).then(|| el("span.from-inputs").text(words::TYPED_IN).children(rows).into());
    if node.parts.is_empty() {
        return head(el("li")).children(inputs).into();
    }
    let formula = el("p.formula").text(format!("= {}", node.formula)).children(inputs);
    let parts = el("ul.terms").children(node.parts.iter().map(|part| term(shown, part, false)));
    let item = if open {
        head(el("li")).child(formula).child(parts)
    } else {
        el("li").child(el("details").child(head(el("summary"))).child(formula).child(parts))
    };
    item.into()
}
