//! What the text on screen said when it was made, where the model was corrected since.

use engine::codec::corrections::since;
use engine::codec::said::{Figures, Said};
use engine::said::figures;
use engine::view::Style;
use engine::view::answer::span;
use engine::view::measure::Measure;

use super::draw::{Node, el, text};
use super::pieces::figure;
use crate::browser::intl;
use crate::page::Page;
use crate::state::{BOOK, Shown};
use crate::words::said as words;

/// Both figures and the reasons, while the inputs are those of the text and a figure of theirs has moved. `said` is what
/// an older model said; `shown` the result on screen.
pub fn said(page: &Page, said: &Said, shown: &Shown) -> Option<Node> {
    let document = &page.document;
    let now = figures(document, &BOOK).filter(|now| said.is_of(document) && said.differs_from(now))?;
    let measure = Measure::of(&shown.report);
    let months = span(shown.report.outlook.months);
    let line = |lead: &'static str, these: &Figures, others: &Figures| {
        el("p").text(lead).children(told(&measure, &months, these, others))
    };
    let reasons = since(said.revision).map(|c| el("li").text(words::corrected_on(&c.day, &c.why)).into());
    let notice = el("div.notice data-view=said")
        .child(line(words::WHEN_THIS_WAS_MADE_IT_SAID, &said.figures, &now))
        .child(line(words::THE_MODEL_WAS_CORRECTED_SINCE, &now, &said.figures))
        .child(el("ul").children(reasons));
    Some(notice.into())
}

/// Four figures in a row, written so that they are told from the `others`.
fn told(measure: &Measure, months: &str, these: &Figures, others: &Figures) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (place, (this, other)) in these.iter().zip(others).enumerate() {
        let (label, hourly) = match place {
            0 => (words::OWN.to_owned(), true),
            1 => (words::RENT.to_owned(), true),
            2 => (words::PRICE_TO_BEAT.to_owned(), false),
            _ => (words::owning_saves_over(&months), false),
        };
        let style = match place {
            0 | 1 => measure.style,
            2 => Style::UsdPerHour,
            _ => Style::UsdShort,
        };
        let [this, other] = [*this, *other].map(|usd| usd.map(|usd| if hourly { measure.cost(usd) } else { usd }));
        let written = this.map_or_else(|| text(words::NO_FIGURE), |usd| figure(usd, telling(usd, other, style)).into());
        nodes.extend([text(label), written]);
        if place == 1 {
            nodes.push(text(format!(" {}", measure.per())));
        }
    }
    nodes.push(text("."));
    nodes
}

/// The style, or one with more digits where both figures read the same and are not.
fn telling(this: f64, other: Option<f64>, style: Style) -> Style {
    let same = |style: Style| other.is_some_and(|other| intl::figure(this, style) == intl::figure(other, style));
    match style {
        Style::UsdShort if same(style) => Style::Usd,
        Style::Usd if same(style) => Style::UsdPerHour,
        Style::UsdPerHour | Style::UsdFine if same(style) => Style::UsdExact,
        style => style,
    }
}
