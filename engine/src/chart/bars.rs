//! Lays out bar charts: one or more rows of bars, each with its label, above a shared axis.

use super::labels::spread;
use super::scale::Scale;
use super::scene::{Drawing, FOOT, Kind, Look, Scene, View};
use super::text_metrics::{cut, guess, named};
use super::ticks;
use crate::view::plot::{AT_ANY_USE, BarLayout, Bars, Row};

/// Height of a bar.
const BAR: f64 = 13.0;
/// Widest value beside a bar, as a share of the drawing.
const WIDEST_LABEL: f64 = 0.22;

impl View<'_> {
    /// The drawing of a chart of bars.
    pub(super) fn bars(&self, plot: &Bars, axes: &Bars) -> Scene {
        let narrow = self.width < 640.0;
        let reach = matches!(plot.lay, BarLayout::Reach(_));
        let low = matches!(plot.lay, BarLayout::Around(_));
        // Offer names are long.
        let names = if narrow { 0.0 } else { libm::round(self.width * if reach { 0.45 } else { 0.3 }) };
        let room = if reach {
            128.0
        } else if low {
            self.widest_label().max(50.0).min(self.width * WIDEST_LABEL) + 12.0
        } else {
            62.0
        };
        let pieces = match (narrow, low) {
            (true, true) => 2,
            (true, false) => 4,
            _ => 8,
        };
        let left = names + if narrow { 22.0 } else { 12.0 } + if low { room } else { 0.0 };
        let axis = |pieces: u32| {
            let (ticks, written) = self.value_ticks(axes.ends, pieces);
            let x = Scale { from: ticks::ends(&ticks), to: (left, self.width - room) };
            let label = |value: &f64| (x.place(*value), (self.write)(*value, written));
            (x, ticks.iter().map(label).collect::<Vec<_>>())
        };
        // As many ticks as have room for their labels.
        let (x, ticks) = (1..=pieces).rev().map(axis).find(|(_, ticks)| spread(ticks) == 1).unwrap_or_else(|| axis(1));
        // From back to front: axis, bars, the rule, labels and values, links.
        let [mut d, mut bars, mut front, mut over] = [(); 4].map(|()| Drawing::default());
        let top = self.key(&mut d, plot, x);
        let mut floor = top;
        let mut sums = [0.0, 0.0];
        let last = self.plot.rows.len().saturating_sub(1);
        for (index, row) in self.plot.rows.iter().enumerate() {
            let found = spans(plot.lay, row, &mut sums, index == 0 || index == last);
            let lanes = if low || reach { 1 } else { found.len().max(1) };
            let from = floor + if narrow { 22.0 } else { 5.0 };
            let to = from + BAR * crate::units::count(lanes);
            let name = row.name(&self.plot.what.first, self.write);
            if narrow {
                // Some letters start slightly left of their position.
                front.words(Look::Words, "", [2.0, from - 5.0], "start", named(&name, self.width - 2.0));
            } else {
                let middle = f64::midpoint(from, to) + 4.0;
                front.words(Look::Words, "", [names, middle], "end", named(&name, names));
            }
            if self.cursor.is_some_and(|(at, _)| at == index) {
                front.put(Look::Cursor, "", Kind::Box, [left - 4.0, from - 3.0, x.to.1 - left + 8.0, to - from + 6.0]);
            }
            self.bars_of((&mut bars, &mut front), plot.lay, row, &found, x, from);
            if !row.leads_to.is_empty() {
                over.put(Look::Leads, row.leads_to, Kind::Box, [0.0, floor, self.width, to + 5.0 - floor]);
            }
            floor = to + 5.0;
        }
        let every = spread(&ticks);
        for (index, (at, words)) in ticks.into_iter().enumerate() {
            d.rule(Look::Grid, [at, top, at, floor]);
            if index % every == 0 {
                d.words(Look::Words, "", [at, floor + 17.0], "middle", words);
            }
        }
        let middle = f64::midpoint(if narrow { 0.0 } else { left }, if narrow { self.width } else { x.to.1 });
        d.words(Look::Words, "", [middle, floor + 36.0], "middle", cut(&self.value_title(), self.width));
        d.0.append(&mut bars.0);
        if let Some((value, _)) = plot.rule {
            let at = x.place(value);
            d.rule(Look::Today, [at, top - 4.0, at, floor]);
        }
        d.0.append(&mut front.0);
        d.0.append(&mut over.0);
        Scene { height: floor + FOOT, shapes: d.0 }
    }

    /// Width of the widest value of the rows.
    fn widest_label(&self) -> f64 {
        let values = self.plot.rows.iter().flat_map(|row| row.cells.iter().flatten());
        values.map(|value| guess(&(self.write)(*value, self.plot.what.value.style))).fold(0.0, f64::max)
    }

    /// Draws the legend: each series with a piece of its bar, and the label of the rule. Returns where the rows begin.
    fn key(&self, d: &mut Drawing, plot: &Bars, x: Scale) -> f64 {
        let mut top = 4.0;
        if !matches!(plot.lay, BarLayout::Reach(_)) {
            for series in &self.plot.series {
                d.put(Look::Bar, series.id, Kind::Box, [2.0, top + 1.0, 22.0, BAR - 3.0]);
                d.words(Look::Label, series.id, [32.0, top + 11.0], "start", cut(&series.label, self.width - 32.0));
                top += 18.0;
            }
        }
        if let Some((value, name)) = plot.rule {
            let words = match plot.lay {
                BarLayout::Reach(_) => format!("{name}: {}", (self.write)(value, self.plot.what.value.style)),
                _ => name.to_owned(),
            };
            let (at, half) = (x.place(value), guess(&words) / 2.0);
            // Kept inside the drawing.
            let at = at.max(half).min(self.width - half);
            d.words(Look::Label, "own", [at, top + 11.0], "middle", words);
            top += 18.0;
        }
        top + 2.0
    }

    /// Draws the bars of a row from `y` downwards, with their values in front.
    fn bars_of(
        &self,
        (d, front): (&mut Drawing, &mut Drawing),
        lay: BarLayout,
        row: &Row,
        found: &[Span],
        x: Scale,
        mut y: f64,
    ) {
        let write = |value: f64| (self.write)(value, self.plot.what.value.style);
        let reach = matches!(lay, BarLayout::Reach(_));
        if reach {
            let mut words = row.note.to_owned();
            for (cell, word) in [(1, "to "), (0, "from ")] {
                if let Some(value) = row.cell(cell) {
                    words = [words.as_str(), if words.is_empty() { "" } else { ", " }, word, &write(value)].concat();
                }
            }
            front.words(Look::Value, "", [x.to.1 + 6.0, y + 10.5], "start", words);
        }
        // If two bars overlap, only the longer one is labelled.
        let hides = |span: &Span| {
            matches!(lay, BarLayout::Around(_))
                && found.iter().any(|other| (other.to - span.to) * (span.to - span.from) > 0.0 || span.to == span.from)
        };
        for span in found {
            let series = self.plot.series.get(span.series).map_or("", |s| s.id);
            let (from, to) = (x.place(span.from), x.place(span.to));
            let (left, right) = (from.min(to), from.max(to));
            d.put(Look::Bar, series, Kind::Box, [left, y + 1.0, (right - left).max(1.0), BAR - 2.0]);
            if reach {
                continue;
            }
            if let Some(value) = row.cell(span.series).filter(|_| !hides(span)) {
                let words = write(value);
                // It would run into the names; the table has it.
                if matches!(lay, BarLayout::Around(_)) && guess(&words) > self.width * WIDEST_LABEL {
                    continue;
                }
                let words = if span.step && value > 0.0 { ["+", words.as_str()].concat() } else { words };
                // By the data: two short bars on both sides of the rule may end at the same pixel.
                if matches!(lay, BarLayout::Around(_)) && span.to < span.from {
                    front.words(Look::Label, series, [left - 5.0, y + 10.5], "end", words);
                } else {
                    front.words(Look::Label, series, [right + 5.0, y + 10.5], "start", words);
                }
            }
            if !matches!(lay, BarLayout::Around(_)) {
                y += BAR;
            }
        }
    }
}

/// A bar in data units.
struct Span {
    series: usize,
    from: f64,
    to: f64,
    /// Whether it shows a difference.
    step: bool,
}

/// The bars of a row. `sums` are the ends of the bars before it; a `whole` row starts from zero.
fn spans(lay: BarLayout, row: &Row, sums: &mut [f64; 2], whole: bool) -> Vec<Span> {
    let mut found = Vec::new();
    if row.note == AT_ANY_USE
        && let BarLayout::Reach(end) = lay
    {
        found.push(Span { series: 0, from: 0.0, to: end, step: false });
    }
    for (series, value) in row.cells.iter().enumerate().filter_map(|(series, cell)| Some((series, (*cell)?))) {
        let step = lay == BarLayout::Running && !whole;
        if step && value == 0.0 {
            continue;
        }
        let (from, to) = match lay {
            BarLayout::Beside => (0.0, value),
            BarLayout::Around(middle) => (middle, value),
            BarLayout::Reach(end) => {
                if series == 0 {
                    (value, end)
                } else {
                    (0.0, value)
                }
            }
            BarLayout::Running => {
                let Some(sum) = sums.get_mut(series) else { continue };
                let from = if whole { 0.0 } else { *sum };
                *sum = from + value;
                (from, *sum)
            }
        };
        found.push(Span { series, from, to, step });
    }
    found
}
