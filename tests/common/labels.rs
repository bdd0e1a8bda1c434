//! Every chart of a scenario, and the labels of a drawing that overlap.

use engine::analysis::bridge::bridge;
use engine::chart::Currency;
use engine::chart::scene::{HEIGHT, Kind, Look, Scene, Shape, View};
use engine::chart::text_metrics::guess;
use engine::codec::Document;
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::view::plot::Plot;
use engine::view::{Style, bars, cash};

use crate::shared::curve::cost_curve;

/// Widths of a phone, a large phone, a tablet and a screen.
pub(crate) const WIDTHS: [f64; 4] = [320.0, 390.0, 640.0, 1_200.0];

/// Every chart of a scenario; `from` is where the bridge starts.
pub(crate) fn plots(from: &Document, document: &Document, book: &PriceBook) -> Vec<Plot> {
    let Ok(report) = evaluate(&document.scenario, book, &document.edition) else { return Vec::new() };
    let way = bridge(from, document, book).map(|way| {
        let ends = [[way.from.own, way.from.rent], [way.to.own, way.to.rent]];
        bars::way(ends, way.steps.iter().map(|s| (s.label, s.field, s.own, s.rent)))
    });
    let mut all = vec![
        cost_curve(document, &report, book),
        cash::cash(&report),
        bars::cost_lines(&report),
        bars::break_evens(&report),
        bars::drivers(&report, &report.drivers),
    ];
    all.extend(way);
    all
}

/// Figures about as wide as the page writes them in English.
pub(crate) fn write(value: f64, style: Style) -> String {
    let money = |value: f64, digits: usize| {
        let sign = if value < 0.0 { "-" } else { "" };
        format!("{sign}${}", grouped(value.abs(), digits))
    };
    match style {
        Style::UsdPerHour => money(value, 2),
        Style::UsdExact => money(value, 6),
        Style::UsdFine => money(value, 4),
        Style::Usd => money(value, 0),
        Style::UsdShort => match value.abs() {
            size if size >= 1e9 => money(value / 1e9, 2) + "B",
            size if size >= 1e6 => money(value / 1e6, 2) + "M",
            size if size >= 1e3 => money(value / 1e3, 0) + "K",
            _ => money(value, 0),
        },
        Style::Percent => grouped(value * 100.0, 0) + "%",
        Style::PercentFine => grouped(value * 100.0, 1) + "%",
        Style::Count => grouped(value, 0),
        Style::Months => grouped(value, 1) + " months",
        Style::Exact | Style::Decimal => engine::number::write(value),
    }
}

fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), String::new()), |(w, r)| (w, format!(".{r}")));
    let mut found = String::new();
    for (at, digit) in whole.chars().enumerate() {
        let left = whole.len() - at;
        if at > 0 && left % 3 == 0 && !found.ends_with('-') {
            found.push(',');
        }
        found.push(digit);
    }
    found + &rest
}

/// Left, right, top and bottom of a text; capitals rise 9 pixels above the line, tails hang 3 below.
fn area(shape: &Shape) -> [f64; 4] {
    let wide = guess(&shape.words);
    let left = shape.at[0]
        - match shape.anchor {
            "end" => wide,
            "middle" => wide / 2.0,
            _ => 0.0,
        };
    [left, left + wide, shape.at[1] - 9.5, shape.at[1] + 3.0]
}

/// The drawing at a width.
pub(crate) fn scene(plot: &Plot, width: f64) -> Scene {
    let money = Currency { code: "USD".to_owned(), per_usd: 1.0 };
    View { plot, axes: plot, width, height: HEIGHT, cursor: None, money: &money, write: &write }.scene()
}

/// Number of values at marks.
#[allow(dead_code, reason = "not every program that includes this file counts them")]
pub(crate) fn values(plot: &Plot, width: f64) -> usize {
    scene(plot, width).shapes.iter().filter(|s| s.look == Look::Value).count()
}

/// Pairs of texts of a drawing that overlap.
pub(crate) fn overlaps(plot: &Plot, width: f64) -> Vec<String> {
    let drawn = scene(plot, width);
    let texts: Vec<&Shape> = drawn.shapes.iter().filter(|s| s.kind == Kind::Words && !s.words.is_empty()).collect();
    let mut found = Vec::new();
    for (index, one) in texts.iter().enumerate() {
        let a = area(one);
        for other in &texts[index + 1..] {
            let b = area(other);
            if a[0] < b[1] && b[0] < a[1] && a[2] < b[3] && b[2] < a[3] {
                found.push(format!(
                    "\"{}\" {:?} {a:?} and \"{}\" {:?} {b:?}",
                    one.words, one.look, other.words, other.look
                ));
            }
        }
    }
    found
}
