//! What stands where in a drawing: a plot becomes shapes in pixels, in the order in which they are drawn.
//!
//! The page makes elements of them, [`super::picture`] a file; neither decides a place. Words are measured by guess
//! ([`super::words`]).

use super::names::{Among, Room, beside};
use super::scale::{Scale, band, line};
use super::words::{cut, guess, named};
use super::{Currency, ticks};
use crate::view::Style;
use crate::view::plot::{AT_ANY_USE, Bars, Form, Lay, Lines, Plot, Row, Series};

/// Writes a figure for people.
pub type Write<'a> = &'a dyn Fn(f64, Style) -> String;

/// Height of a drawing of lines.
const HEIGHT: f64 = 340.0;
/// Room for the figures left of a drawing of lines.
pub(super) const LEFT: f64 = 56.0;
/// Room at the right of a drawing of lines.
const RIGHT: f64 = 22.0;
/// Room above a drawing of lines.
const TOP: f64 = 28.0;
/// Room below any drawing, for ticks and the axis's title.
const FOOT: f64 = 46.0;
/// Height of a bar.
const BAR: f64 = 13.0;

/// What a shape is, which decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A faint rule behind everything.
    Grid,
    /// A short rule at a figure of an axis.
    Tick,
    /// A part of the drawing that is different.
    Shade,
    /// What a line of data may be anywhere in.
    Band,
    /// A line of data.
    Line,
    /// A bar of data.
    Bar,
    /// A rule at where the scenario stands.
    Today,
    /// The point of the scenario on its line.
    Handle,
    /// A crossing of lines.
    Dot,
    /// Where the keyboard is.
    Cursor,
    /// Words of axes and of parts.
    Words,
    /// The name or the value of data.
    Label,
    /// The value at a mark.
    Value,
}

/// Names of the looks, in their order: classes of the page.
const CLASSES: [&str; 13] =
    ["grid", "tick", "shade", "band", "line", "bar", "today", "handle", "dot", "cursor", "words", "label", "value"];

impl Look {
    /// Its name as a class.
    pub fn class(self) -> &'static str {
        CLASSES.get(self as usize).copied().unwrap_or_default()
    }
}

/// The geometry of a shape: its SVG element and the names of its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A rule between two points.
    Rule,
    /// A rectangle.
    Box,
    /// A circle.
    Circle,
    /// A path.
    Path,
    /// Words at a point.
    Words,
}

/// Element and names of the numbers, in the order of the kinds.
const ELEMENTS: [(&str, &[&str]); 5] = [
    ("line", &["x1", "y1", "x2", "y2"]),
    ("rect", &["x", "y", "width", "height"]),
    ("circle", &["cx", "cy", "r"]),
    ("path", &[]),
    ("text", &["x", "y"]),
];

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it is.
    pub look: Look,
    /// The series it belongs to; empty for none.
    pub of: &'static str,
    /// How it is drawn.
    pub kind: Kind,
    /// Its numbers, as far as its kind has some.
    pub at: [f64; 4],
    /// Which end of its words stands at the point, as SVG says it; empty for others.
    pub anchor: &'static str,
    /// Its words, or its path as SVG writes it.
    pub words: String,
}

impl Shape {
    /// Its SVG element.
    pub fn tag(&self) -> &'static str {
        ELEMENTS.get(self.kind as usize).map_or("", |e| e.0)
    }

    /// Its numbers with SVG's names.
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let names = ELEMENTS.get(self.kind as usize).map_or(&[] as &[&str], |e| e.1);
        names.iter().copied().zip(self.at)
    }
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Pixels upwards.
    pub height: f64,
    /// What is drawn, from back to front.
    pub shapes: Vec<Shape>,
}

/// What is drawn, and how.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The plot.
    pub plot: &'a Plot,
    /// The plot whose axes are kept: the one before somebody began to drag, else the plot itself.
    pub axes: &'a Plot,
    /// Pixels across.
    pub width: f64,
    /// Row and series that the keyboard is at.
    pub cursor: Option<(usize, usize)>,
    /// The currency that figures are written in.
    pub money: &'a Currency,
    /// Writes figures.
    pub write: Write<'a>,
}

impl View<'_> {
    /// What stands where.
    pub fn scene(&self) -> Scene {
        match (&self.plot.form, &self.axes.form) {
            (Form::Lines(lines), Form::Lines(axes)) => self.lines(lines, axes),
            (Form::Bars(bars), Form::Bars(axes)) => self.bars(bars, axes),
            (Form::Lines(lines), Form::Bars(_)) => self.lines(lines, lines),
            (Form::Bars(bars), Form::Lines(_)) => self.bars(bars, bars),
        }
    }

    /// The title of the values' axis, in the currency shown: titles name the dollar.
    fn value_title(&self) -> String {
        self.money.title(self.plot.what.value.title)
    }

    /// Ticks of the values' axis, round in the currency shown, and how they are written.
    fn value_ticks(&self, ends: (f64, f64), pieces: u32) -> (Vec<f64>, Style) {
        let (ticks, whole) = ticks::around_shown(ends, pieces, self.money.rate(self.plot.what.value.title));
        let cents = !whole && self.axes.what.value.tick == Style::Usd;
        (ticks, if cents { Style::UsdPerHour } else { self.axes.what.value.tick })
    }

    fn lines(&self, plot: &Lines, axes: &Lines) -> Scene {
        let floor = HEIGHT - FOOT;
        let (up, written) = self.value_ticks(axes.ends, 6);
        let x = across(plot.right, self.width);
        let y = Scale { from: ticks::ends(&up), to: (floor, TOP) };
        let mut d = Drawing::default();
        for value in up {
            let at = y.place(value);
            d.rule(Look::Grid, [LEFT, at, x.to.1, at]);
            let mut words = (self.write)(value, written);
            // Long figures go nearer to the axis, and the longest a little beyond it; then the title alone has the currency.
            if guess(&words) > LEFT + 6.0 {
                words = self.money.bare(&words);
            }
            d.words(Look::Words, "", [guess(&words).clamp(LEFT - 8.0, LEFT + 6.0), at + 4.0], "end", words);
        }
        d.words(Look::Words, "", [0.0, 14.0], "start", self.value_title());
        let step = ticks::step(plot.right / plot.tick_of, if self.width < 480.0 { 5 } else { 10 });
        let step = if plot.tick_of > 1.0 { step.max(1.0) } else { step } * plot.tick_of;
        let ticks = (0..=120).map(|i| f64::from(i) * step).take_while(|at| *at <= plot.right * (1.0 + 1e-9));
        for value in ticks {
            let at = x.place(value);
            d.rule(Look::Tick, [at, floor, at, floor + 5.0]);
            d.words(Look::Words, "", [at, floor + 19.0], "middle", (self.write)(value, self.plot.what.first.tick));
        }
        let middle = f64::midpoint(LEFT, x.to.1);
        d.words(Look::Words, "", [middle, HEIGHT - 6.0], "middle", self.plot.what.first.title.to_owned());
        let mut taken: Vec<Room> = Vec::new();
        if let Some((from, to, name)) = plot.shaded {
            let (from, to) = (x.place(from), x.place(to));
            d.put(Look::Shade, "", Kind::Box, [from, TOP, (to - from).max(0.0), floor - TOP]);
            if from <= LEFT {
                d.words(Look::Words, "", [from + 4.0, TOP + 12.0], "start", name.to_owned());
            } else if to - from > guess(name) {
                d.words(Look::Words, "", [f64::midpoint(from, to), floor - 8.0], "middle", name.to_owned());
            } else {
                // Wider than what it names: above, where it stands on no other words.
                d.words(Look::Words, "", [to - 2.0, TOP + 12.0], "end", name.to_owned());
                taken.push(Room { left: to - guess(name), right: to, top: TOP, bottom: TOP + 16.0 });
            }
        }
        for strip in &plot.bands {
            let path = band(&self.plot.points(strip.low), &self.plot.points(strip.high), x, y);
            d.path(Look::Band, strip.of, path);
        }
        for (index, series) in self.drawn(plot) {
            d.path(Look::Line, series.id, line(&self.plot.points(index), x, y));
        }
        self.names_at_lines(&mut d, plot, x, y, taken);
        self.marks(&mut d, plot, x, y);
        Scene { height: HEIGHT, shapes: d.0 }
    }

    /// The series that are lines, with their places: not the ends of bands.
    fn drawn<'v>(&'v self, plot: &'v Lines) -> impl Iterator<Item = (usize, &'v Series)> {
        let end = |index: usize| plot.bands.iter().any(|b| b.low == index || b.high == index);
        self.plot.series.iter().enumerate().filter(move |(index, _)| !end(*index))
    }

    /// Crossings, the scenario's place and the keyboard's.
    fn marks(&self, d: &mut Drawing, plot: &Lines, x: Scale, y: Scale) {
        let (floor, top) = (y.to.0, y.from.1);
        for at in &plot.crossings {
            let (px, py) = (x.place(at.x), y.place(at.y.min(top)));
            d.put(Look::Dot, "", Kind::Circle, [px, py, 5.0, 0.0]);
            let (place, anchor) = beside([px, py], plot.crossing == Style::Months, [x.to.1, floor]);
            d.words(Look::Value, "", place, anchor, (self.write)(at.x, plot.crossing));
        }
        if let Some((at, value)) = plot.today {
            let (px, py) = (x.place(at), y.place(value.min(top)));
            d.rule(Look::Today, [px, TOP, px, floor]);
            d.put(Look::Handle, "own", Kind::Circle, [px, py, 8.0, 0.0]);
            let (aside, anchor) = if px > self.width * 0.7 { (-8.0, "end") } else { (8.0, "start") };
            d.words(Look::Label, "own", [px + aside, floor - 8.0], anchor, "your case".to_owned());
        }
        if let Some((row, series)) = self.cursor
            && let Some((at, value)) = self.plot.points(series).get(row)
        {
            let px = x.place(*at);
            d.rule(Look::Cursor, [px, TOP, px, floor]);
            if let Some(value) = value.filter(|v| *v <= top) {
                d.put(Look::Cursor, "", Kind::Circle, [px, y.place(value), 6.0, 0.0]);
            }
        }
    }

    /// A name at each line, on as little as can be. Owning from its end on, the others from where they enter.
    fn names_at_lines(&self, d: &mut Drawing, plot: &Lines, x: Scale, y: Scale, mut taken: Vec<Room>) {
        // Whole lines: one that enters the drawing from above crosses what stands there.
        let places = |index: usize| -> Vec<[f64; 2]> {
            let points = self.plot.points(index).into_iter().filter_map(|p| Some((p.0, p.1?)));
            points.map(|p| [x.place(p.0), y.place(p.1.min(y.from.1))]).collect()
        };
        let lines: Vec<Vec<[f64; 2]>> = self.drawn(plot).map(|(index, _)| places(index)).collect();
        let today = plot.today.map(|(at, _)| x.place(at));
        let rising = plot.crossing == Style::Months;
        taken.extend(plot.crossings.iter().map(|at| {
            let (place, anchor) = beside([x.place(at.x), y.place(at.y.min(y.from.1))], rising, [x.to.1, y.to.0]);
            Room::of_words(place, anchor, guess(&(self.write)(at.x, plot.crossing)))
        }));
        for (number, ((_, series), line)) in self.drawn(plot).zip(&lines).enumerate() {
            // On a phone who, not how: the table beside says the rest.
            let short = if self.width < 480.0 { series.short.split('(').next().map(str::trim_end) } else { None };
            let label = cut(short.unwrap_or(&series.short), x.to.1 - LEFT);
            let mut found: Vec<[f64; 2]> = line.iter().copied().filter(|place| place[1] > TOP).collect();
            if series.id == "own" {
                found.reverse();
            }
            let frame = Room { left: LEFT, right: x.to.1, top: TOP, bottom: y.to.0 };
            let place = Among { lines: &lines, taken: &taken, today, frame }.place(number, &found, guess(&label));
            if let Some((at, anchor, room)) = place {
                taken.push(room);
                d.words(Look::Label, series.id, at, anchor, label);
            }
        }
    }

    fn bars(&self, plot: &Bars, axes: &Bars) -> Scene {
        let narrow = self.width < 640.0;
        let reach = matches!(plot.lay, Lay::Reach(_));
        let low = matches!(plot.lay, Lay::Around(_));
        // Names of offers are long.
        let names = if narrow { 0.0 } else { libm::round(self.width * if reach { 0.45 } else { 0.3 }) };
        let room = if reach { 128.0 } else { 62.0 };
        let pieces = match (narrow, low) {
            (true, true) => 2,
            (true, false) => 4,
            _ => 8,
        };
        let (ticks, written) = self.value_ticks(axes.ends, pieces);
        let left = names + if narrow { 22.0 } else { 12.0 } + if low { room } else { 0.0 };
        let x = Scale { from: ticks::ends(&ticks), to: (left, self.width - room) };
        // From back to front: axis, bars, the rule, names and values.
        let (mut d, mut bars, mut front) = (Drawing::default(), Drawing::default(), Drawing::default());
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
                // Some letters begin a little left of where they stand.
                front.words(Look::Words, "", [2.0, from - 5.0], "start", named(&name, self.width - 2.0));
            } else {
                let middle = f64::midpoint(from, to) + 4.0;
                front.words(Look::Words, "", [names, middle], "end", named(&name, names));
            }
            if self.cursor.is_some_and(|(at, _)| at == index) {
                front.put(Look::Cursor, "", Kind::Box, [left - 4.0, from - 3.0, x.to.1 - left + 8.0, to - from + 6.0]);
            }
            self.bars_of((&mut bars, &mut front), plot.lay, row, &found, x, from);
            floor = to + 5.0;
        }
        for value in ticks {
            let at = x.place(value);
            d.rule(Look::Grid, [at, top, at, floor]);
            d.words(Look::Words, "", [at, floor + 17.0], "middle", (self.write)(value, written));
        }
        let middle = f64::midpoint(if narrow { 0.0 } else { left }, if narrow { self.width } else { x.to.1 });
        d.words(Look::Words, "", [middle, floor + 36.0], "middle", cut(&self.value_title(), self.width));
        d.0.append(&mut bars.0);
        if let Some((value, _)) = plot.rule {
            let at = x.place(value);
            d.rule(Look::Today, [at, top - 4.0, at, floor]);
        }
        d.0.append(&mut front.0);
        Scene { height: floor + FOOT, shapes: d.0 }
    }

    /// Names of the series with a piece of their bars, and the name of the rule. Returns where the rows begin.
    fn key(&self, d: &mut Drawing, plot: &Bars, x: Scale) -> f64 {
        let mut top = 4.0;
        if !matches!(plot.lay, Lay::Reach(_)) {
            for series in &self.plot.series {
                d.put(Look::Bar, series.id, Kind::Box, [2.0, top + 1.0, 22.0, BAR - 3.0]);
                d.words(Look::Label, series.id, [32.0, top + 11.0], "start", cut(&series.label, self.width - 32.0));
                top += 18.0;
            }
        }
        if let Some((value, name)) = plot.rule {
            let words = match plot.lay {
                Lay::Reach(_) => format!("{name}: {}", (self.write)(value, self.plot.what.value.style)),
                _ => name.to_owned(),
            };
            let (at, half) = (x.place(value), guess(&words) / 2.0);
            // Held inside the drawing.
            let at = at.max(half).min(self.width - half);
            d.words(Look::Label, "own", [at, top + 11.0], "middle", words);
            top += 18.0;
        }
        top + 2.0
    }

    /// The bars of a row from a place downwards, each with its value in front of all.
    fn bars_of(
        &self,
        (d, front): (&mut Drawing, &mut Drawing),
        lay: Lay,
        row: &Row,
        found: &[Span],
        x: Scale,
        mut y: f64,
    ) {
        let write = |value: f64| (self.write)(value, self.plot.what.value.style);
        let reach = matches!(lay, Lay::Reach(_));
        if reach {
            let mut words = row.note.to_owned();
            for (cell, word) in [(1, "to "), (0, "from ")] {
                if let Some(value) = row.cell(cell) {
                    words = [words.as_str(), if words.is_empty() { "" } else { ", " }, word, &write(value)].concat();
                }
            }
            front.words(Look::Value, "", [x.to.1 + 6.0, y + 10.5], "start", words);
        }
        // Of two bars that lie over each other, the longer is named.
        let hides = |span: &Span| {
            matches!(lay, Lay::Around(_))
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
                let words = if span.step && value > 0.0 { ["+", words.as_str()].concat() } else { words };
                if matches!(lay, Lay::Around(_)) && to < from {
                    front.words(Look::Label, series, [left - 5.0, y + 10.5], "end", words);
                } else {
                    front.words(Look::Label, series, [right + 5.0, y + 10.5], "start", words);
                }
            }
            if !matches!(lay, Lay::Around(_)) {
                y += BAR;
            }
        }
    }
}

/// The scale across of a drawing of lines.
pub fn across(right: f64, width: f64) -> Scale {
    Scale { from: (0.0, right), to: (LEFT, width - RIGHT) }
}

/// A bar in data units.
struct Span {
    series: usize,
    from: f64,
    to: f64,
    /// Whether it stands for a difference.
    step: bool,
}

/// The bars of a row. `sums` are where those before it ended; a `whole` row begins anew.
fn spans(lay: Lay, row: &Row, sums: &mut [f64; 2], whole: bool) -> Vec<Span> {
    let mut found = Vec::new();
    if row.note == AT_ANY_USE
        && let Lay::Reach(end) = lay
    {
        found.push(Span { series: 0, from: 0.0, to: end, step: false });
    }
    for (series, value) in row.cells.iter().enumerate().filter_map(|(series, cell)| Some((series, (*cell)?))) {
        let step = lay == Lay::Running && !whole;
        if step && value == 0.0 {
            continue;
        }
        let (from, to) = match lay {
            Lay::Beside => (0.0, value),
            Lay::Around(middle) => (middle, value),
            Lay::Reach(end) => {
                if series == 0 {
                    (value, end)
                } else {
                    (0.0, value)
                }
            }
            Lay::Running => {
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

/// Shapes, as they are drawn.
#[derive(Default)]
struct Drawing(Vec<Shape>);

impl Drawing {
    #[inline(never)] // called from everywhere: one copy is enough
    fn put(&mut self, look: Look, of: &'static str, kind: Kind, at: [f64; 4]) {
        self.0.push(Shape { look, of, kind, at, anchor: "", words: String::new() });
    }

    fn rule(&mut self, look: Look, ends: [f64; 4]) {
        self.put(look, "", Kind::Rule, ends);
    }

    fn path(&mut self, look: Look, of: &'static str, path: String) {
        self.0.push(Shape { look, of, kind: Kind::Path, at: [0.0; 4], anchor: "", words: path });
    }

    #[inline(never)]
    fn words(&mut self, look: Look, of: &'static str, [x, y]: [f64; 2], anchor: &'static str, words: String) {
        self.0.push(Shape { look, of, kind: Kind::Words, at: [x, y, 0.0, 0.0], anchor, words });
    }
}
