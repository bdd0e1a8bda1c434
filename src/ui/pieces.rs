//! Sentences with figures in them. Every figure is marked so that page translation leaves it alone.

use engine::view::{Piece, Style};

use super::draw::{Element, Node, el, text};
use crate::browser::intl;
use crate::page::Page;

/// One figure in the reader's own format, its exact value beside it for whoever checks.
#[inline(never)]
pub fn figure(value: f64, style: Style) -> Element {
    shown(value, intl::figure(value, style))
}

/// A figure with all the digits a person can check with.
#[inline(never)]
pub fn exact(value: f64) -> Element {
    shown(value, intl::figure(value, Style::UsdExact))
}

#[inline(never)]
fn shown(value: f64, words: String) -> Element {
    el("span.figure translate=no").number("data-value", value).text(words)
}

/// Text that page translation leaves alone.
pub fn fixed(words: impl Into<std::borrow::Cow<'static, str>>) -> Element {
    el("span translate=no").text(words)
}

/// A sentence, as what stands inside an element.
pub fn sentence(pieces: &[Piece]) -> Vec<Node> {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Words(words) => text(words.clone()),
            Piece::Strong(words) => el("strong").text(words.clone()).into(),
            Piece::Figure(value, style) | Piece::Opens(value, style, _) => figure(*value, *style).into(),
        })
        .collect()
}

/// A link that puts the keyboard into a row's field.
pub fn to_field(row: &str, label: impl Into<std::borrow::Cow<'static, str>>) -> Element {
    el("a data-do=focus")
        .attr("href", format!("#{}", super::field_input::input_id(row)))
        .attr("data-about", row.to_owned())
        .text(label)
}

/// A button that a drawn part offers.
pub fn button(action: &'static str, about: &str, label: impl Into<std::borrow::Cow<'static, str>>) -> Element {
    el("button.plain type=button").attr("data-do", action).attr("data-about", about.to_owned()).text(label)
}

/// A fold: what stands in it is drawn once it is open.
pub fn fold(page: &Page, id: &str, title: Node, inside: impl FnOnce() -> Vec<Node>) -> Element {
    let open = page.folds.iter().any(|f| f == id);
    let fold = if open { el("details open=") } else { el("details") };
    let fold = fold.attr("id", place_of(id));
    fold.attr("data-do", "fold").attr("data-about", id.to_owned()).child(el("summary").child(title)).children(if open {
        inside()
    } else {
        Vec::new()
    })
}

/// Where a fold stands in the page.
pub fn place_of(fold: &str) -> String {
    format!("fold-{fold}")
}

/// Whether a box is ticked or an option chosen, as an attribute.
pub fn yes(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

/// A link to a page elsewhere.
pub fn outside(url: &str, label: impl Into<std::borrow::Cow<'static, str>>) -> Element {
    el("a target=_blank").attr("href", url.to_owned()).attr("rel", "noopener noreferrer").text(label)
}
