//! What stands where in a drawing: a plot becomes shapes in pixels, in the order in which they are drawn.
//!
//! The page makes elements of them, [`super::picture`] a file; neither decides a place. Words are measured by guess
//! ([`super::text_metrics`]).

use super::labels::{LabelBox, LabelPlacer, beside};
use super::scale::{LEFT, Scale, band, line};
use super::text_metrics::{cut, guess};
use super::{Currency, ticks};
use crate::view::Style;
use crate::view::plot::{Form, Lines, Plot, Series};

/// Writes a figure for people.
pub type Write<'a> = &'a dyn Fn(f64, Style) -> String;

/// Height of a drawing of lines.
const HEIGHT: f64 = 340.0;
/// Room at the right of a drawing of lines.
const RIGHT: f64 = 22.0;
/// Room above a drawing of lines.
const TOP: f64 = 28.0;
/// Room below any drawing, for ticks and the axis's title.
pub(super) const FOOT: f64 = 46.0;

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
    /// A mark at the axis across: where the answer turns.
    Turns,
    /// The place of a row that leads to an input, whose id it has in place of a series. Nothing is seen of it.
    Leads,
}

/// Names of the looks, in their order: classes of the page.
const CLASSES: [&str; 15] = [
    "grid", "tick", "shade", "band", "line", "bar", "today", "handle", "dot", "cursor", "words", "label", "value",
    "turns", "leads",
];

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
    pub(super) fn value_title(&self) -> String {
        self.money.title(self.plot.what.value.title)
    }

    /// Ticks of the values' axis, round in the currency shown, and how they are written.
    pub(super) fn value_ticks(&self, ends: (f64, f64), pieces: u32) -> (Vec<f64>, Style) {
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
        let mut taken: Vec<LabelBox> = Vec::new();
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
                taken.push(LabelBox { left: to - guess(name), right: to, top: TOP, bottom: TOP + 16.0 });
            }
        }
        for strip in &plot.bands {
            let path = band(&self.plot.points(strip.low), &self.plot.points(strip.high), x, y);
            d.path(Look::Band, strip.of, path);
        }
        for (index, series) in self.drawn(plot) {
            d.path(Look::Line, series.id, line(&self.plot.points(index), x, y));
        }
        if let Some(at) = plot.turns {
            // At the axis, for it stands on no line of those drawn. Its words above it, held inside the drawing.
            let px = x.place(at);
            let words = (self.write)(at, plot.crossing) + " over the horizon";
            let wide = guess(&words);
            let place = [(px - wide / 2.0).min(self.width - wide).max(LEFT), floor - 24.0];
            d.rule(Look::Turns, [px, floor - 20.0, px, floor]);
            taken.push(LabelBox::of_words(place, "start", wide));
            d.words(Look::Value, "", place, "start", words);
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
    fn names_at_lines(&self, d: &mut Drawing, plot: &Lines, x: Scale, y: Scale, mut taken: Vec<LabelBox>) {
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
            LabelBox::of_words(place, anchor, guess(&(self.write)(at.x, plot.crossing)))
        }));
        for (number, ((_, series), line)) in self.drawn(plot).zip(&lines).enumerate() {
            // On a phone who, not how: the table beside says the rest.
            let short = if self.width < 480.0 { series.short.split('(').next().map(str::trim_end) } else { None };
            let label = cut(short.unwrap_or(&series.short), x.to.1 - LEFT);
            let mut found: Vec<[f64; 2]> = line.iter().copied().filter(|place| place[1] > TOP).collect();
            if series.id == "own" {
                found.reverse();
            }
            let frame = LabelBox { left: LEFT, right: x.to.1, top: TOP, bottom: y.to.0 };
            let place = LabelPlacer { lines: &lines, taken: &taken, today, frame }.place(number, &found, guess(&label));
            if let Some((at, anchor, room)) = place {
                taken.push(room);
                d.words(Look::Label, series.id, at, anchor, label);
            }
        }
    }
}

/// The scale across of a drawing of lines.
pub fn across(right: f64, width: f64) -> Scale {
    Scale { from: (0.0, right), to: (LEFT, width - RIGHT) }
}

/// Shapes, as they are drawn.
#[derive(Default)]
pub(super) struct Drawing(pub(super) Vec<Shape>);

impl Drawing {
    pub(super) fn put(&mut self, look: Look, of: &'static str, kind: Kind, at: [f64; 4]) {
        self.0.push(Shape { look, of, kind, at, anchor: "", words: String::new() });
    }

    pub(super) fn rule(&mut self, look: Look, ends: [f64; 4]) {
        self.put(look, "", Kind::Rule, ends);
    }

    pub(super) fn path(&mut self, look: Look, of: &'static str, path: String) {
        self.0.push(Shape { look, of, kind: Kind::Path, at: [0.0; 4], anchor: "", words: path });
    }

    pub(super) fn words(
        &mut self,
        look: Look,
        of: &'static str,
        [x, y]: [f64; 2],
        anchor: &'static str,
        words: String,
    ) {
        self.0.push(Shape { look, of, kind: Kind::Words, at: [x, y, 0.0, 0.0], anchor, words });
    }
}
