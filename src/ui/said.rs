//! What the text on screen said when it was made, where the model was corrected since.

use engine::codec::corrections::since;
use engine::codec::said::{Figures, Said, differ};
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

/// Four figures in a row. One that moved is written so that it is told from the other.
fn told(measure: &Measure, months: &str, these: &Figures, others: &Figures) -> Vec<Node> {
    let all = [
        (words::OWN, measure.style, measure.gpu_hours, String::new()),
        (words::RENT, measure.style, measure.gpu_hours, format!(" {}", measure.per())),
        (words::PRICE_TO_BEAT, Style::UsdPerHour, 1.0, String::new()),
        (words::OWNING_SAVES, Style::UsdShort, 1.0, words::over(&months)),
    ];
    let mut nodes = Vec::new();
    for (place, (label, style, times, behind)) in all.into_iter().enumerate() {
        let [this, other] = [these, others].map(|figures| figures.get(place).copied().flatten());
        let [shown, moved] = [this, other.filter(|_| differ(this, other))]
            .map(|usd| usd.map(|usd| (usd * times).clamp(f64::MIN, f64::MAX)));
        let written =
            shown.map_or_else(|| text(words::NO_FIGURE), |value| figure(value, telling(value, moved, style)).into());
        nodes.extend([text(label), written, text(behind)]);
    }
    nodes.push(text("."));
    nodes
}

/// The style, or one with more digits where another figure would read the same in it.
fn telling(this: f64, other: Option<f64>, style: Style) -> Style {
    let same = |style: Style| other.is_some_and(|other| intl::figure(this, style) == intl::figure(other, style));
    match style {
        Style::UsdShort if same(style) => Style::Usd,
        Style::Usd if same(style) => Style::UsdPerHour,
        Style::UsdPerHour | Style::UsdFine if same(style) => Style::UsdExact,
        style => style,
    }
}
