//! Layout of a drawing: turns a plot into shapes in pixels, in drawing order.
//!
//! The page turns them into elements and [`super::picture`] into a file; neither decides a position. Text widths are
//! estimated ([`super::text_metrics`]).

use super::labels::{LabelBox, LabelPlacer, beside, first_free, spread};
use super::scale::{LEFT, Scale, band, line};
use super::text_metrics::{cut, guess};
use super::{Currency, ticks};
use crate::view::Style;
use crate::view::plot::{Crossing, Form, GROUND, Lines, Plot, Series};

/// Formats a figure.
pub type Write<'a> = &'a dyn Fn(f64, Style) -> String;

/// Height of a line chart on a screen and in a file.
pub const HEIGHT: f64 = 340.0;
/// Size of a line chart on paper. It is printed as large as it is drawn: 660 pixels of a 96th of an inch fit between the
/// margins of A4 and Letter, and its text of 12.5 pixels is 9.4 points high.
pub const ON_PAPER: [f64; 2] = [660.0, 190.0];
/// Margin right of a line chart.
const RIGHT: f64 = 22.0;
/// Margin above a line chart.
const TOP: f64 = 28.0;
/// Margin below any chart, for ticks and the axis title.
pub(super) const FOOT: f64 = 46.0;

/// Pixels that an area is high where its name stands.
const NAMED_FROM: f64 = 18.0;

/// Label of the scenario's marker.
const THIS_CASE: &str = "this case";

/// A point of a series.
type Point = (f64, Option<f64>);

/// Where a text stands: its point and its anchor.
type Placed = ([f64; 2], &'static str);

/// The role of a shape, which decides its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A faint grid line behind everything.
    Grid,
    /// An axis tick.
    Tick,
    /// A highlighted part of the drawing.
    Shade,
    /// The range around a line of data.
    Band,
    /// A line of data.
    Line,
    /// A bar of data.
    Bar,
    /// A vertical rule at the scenario's value.
    Today,
    /// The scenario's point on its line.
    Handle,
    /// A crossing of two lines.
    Dot,
    /// The keyboard cursor.
    Cursor,
    /// Text of axes and parts.
    Words,
    /// Label or value of data.
    Label,
    /// The value at a mark.
    Value,
    /// The invisible area of a row that links to an input; `of` holds the input's id instead of a series.
    Leads,
}

/// Class names of the looks, in their order.
const CLASSES: [&str; 14] = [
    "grid", "tick", "shade", "band", "line", "bar", "today", "handle", "dot", "cursor", "words", "label", "value",
    "leads",
];

impl Look {
    /// Its CSS class.
    pub fn class(self) -> &'static str {
        CLASSES.get(self as usize).copied().unwrap_or_default()
    }
}

/// The geometry of a shape: its SVG element and the names of its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line between two points.
    Rule,
    /// A rectangle.
    Box,
    /// A circle.
    Circle,
    /// A path.
    Path,
    /// Text at a point.
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

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its role.
    pub look: Look,
    /// The series it belongs to; empty for none.
    pub of: &'static str,
    /// Its geometry.
    pub kind: Kind,
    /// Its numbers, as many as its kind has.
    pub at: [f64; 4],
    /// SVG `text-anchor` of its text; empty for other kinds.
    pub anchor: &'static str,
    /// Its text, or its path data.
    pub words: String,
}

impl Shape {
    /// The SVG element.
    pub fn tag(&self) -> &'static str {
        ELEMENTS.get(self.kind as usize).map_or("", |e| e.0)
    }

    /// Its numbers with their SVG attribute names.
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let names = ELEMENTS.get(self.kind as usize).map_or(&[] as &[&str], |e| e.1);
        names.iter().copied().zip(self.at)
    }
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Height in pixels.
    pub height: f64,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
}

/// What to draw, and how.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The plot.
    pub plot: &'a Plot,
    /// The plot whose axes are used: during a drag the one before it, otherwise the plot itself.
    pub axes: &'a Plot,
    /// Width in pixels.
    pub width: f64,
    /// Height of a line chart in pixels; bars are as high as their rows.
    pub height: f64,
    /// Row and series at the keyboard cursor.
    pub cursor: Option<(usize, usize)>,
    /// The currency figures are shown in.
    pub money: &'a Currency,
    /// Formats figures.
    pub write: Write<'a>,
}

impl View<'_> {
    /// Lays out the plot.
    pub fn scene(&self) -> Scene {
        match (&self.plot.form, &self.axes.form) {
            (Form::Lines(lines) | Form::Regions(lines), Form::Lines(axes) | Form::Regions(axes)) => {
                self.lines(lines, axes)
            }
            (Form::Bars(bars), Form::Bars(axes)) => self.bars(bars, axes),
            (Form::Lines(lines) | Form::Regions(lines), Form::Bars(_)) => self.lines(lines, lines),
            (Form::Bars(bars), Form::Lines(_) | Form::Regions(_)) => self.bars(bars, bars),
        }
    }

    /// Title of the value axis, in the displayed currency: stored titles name the dollar.
    pub(super) fn value_title(&self) -> String {
        self.money.title(self.plot.what.value.title)
    }

    /// Ticks of the value axis, round in the displayed currency, and their style.
    pub(super) fn value_ticks(&self, ends: (f64, f64), pieces: u32) -> (Vec<f64>, Style) {
        let (ticks, whole) = ticks::around_shown(ends, pieces, self.money.rate(self.plot.what.value.title));
        let cents = !whole && self.axes.what.value.tick == Style::Usd;
        (ticks, if cents { Style::UsdPerHour } else { self.axes.what.value.tick })
    }

    fn lines(&self, plot: &Lines, axes: &Lines) -> Scene {
        let floor = self.height - FOOT;
        let (up, written) = self.value_ticks(axes.ends, 6);
        let x = across((plot.left, plot.right), self.width);
        let y = Scale { from: ticks::ends(&up), to: (floor, TOP) };
        let mut d = Drawing::default();
        for value in up {
            let at = y.place(value);
            d.rule(Look::Grid, [LEFT, at, x.to.1, at]);
            let mut words = (self.write)(value, written);
            // Wide figures move nearer to the axis, and the widest slightly over it; then only the title shows the
            // currency.
            if guess(&words) > LEFT + 6.0 {
                words = self.money.bare(&words);
            }
            d.words(Look::Words, "", [guess(&words).clamp(LEFT - 8.0, LEFT + 6.0), at + 4.0], "end", words);
        }
        d.words(Look::Words, "", [0.0, 14.0], "start", self.value_title());
        let step = ticks::step((plot.right - plot.left) / plot.tick_of, if self.width < 480.0 { 5 } else { 10 });
        let step = if plot.tick_of > 1.0 { step.max(1.0) } else { step } * plot.tick_of;
        let first = libm::ceil(plot.left / step - 1e-9);
        let ticks = (0..=120).map(|i| (first + f64::from(i)) * step).take_while(|at| *at <= plot.right * (1.0 + 1e-9));
        let tick = |value: f64| (x.place(value), (self.write)(value, self.plot.what.first.tick));
        let ticks: Vec<(f64, String)> = ticks.map(tick).collect();
        let every = spread(&ticks);
        for (index, (at, words)) in ticks.into_iter().enumerate() {
            d.rule(Look::Tick, [at, floor, at, floor + 5.0]);
            if index % every == 0 {
                d.words(Look::Words, "", [at, floor + 19.0], "middle", words);
            }
        }
        let middle = f64::midpoint(LEFT, x.to.1);
        d.words(Look::Words, "", [middle, self.height - 6.0], "middle", self.plot.what.first.title.to_owned());
        let mut taken: Vec<LabelBox> = Vec::new();
        // Wide figures of the axis reach a little into the drawing.
        let frame = LabelBox { left: LEFT + 7.0, right: self.width, top: TOP, bottom: floor };
        if let Some((from, to, name)) = plot.shaded {
            let (from, to) = (x.place(from), x.place(to));
            d.put(Look::Shade, "", Kind::Box, [from, TOP, (to - from).max(0.0), floor - TOP]);
            let (place, anchor) = if from <= LEFT {
                ([LEFT + 8.0, TOP + 12.0], "start")
            } else if to - from > guess(name) {
                ([f64::midpoint(from, to), floor - 8.0], "middle")
            } else {
                // Wider than the part it labels: placed above, where no other text is.
                ([to - 2.0, TOP + 12.0], "end")
            };
            taken.push(LabelBox::of_words(place, anchor, guess(name)));
            d.words(Look::Words, "", place, anchor, name.to_owned());
        }
        if let Some(at) = plot.step.map(|(at, _)| x.place(at)) {
            d.rule(Look::Tick, [at, TOP, at, floor]);
        }
        for strip in &plot.bands {
            let high = self.plot.points(strip.high);
            let low = match strip.low {
                GROUND => high.iter().map(|(at, _)| (*at, Some(0.0))).collect(),
                low => self.plot.points(low),
            };
            let path = band(&low, &high, x, y);
            d.path(Look::Band, strip.of, path);
        }
        for (index, series) in self.drawn() {
            d.path(Look::Line, series.id, line(&self.plot.points(index), x, y));
        }
        let case = plot.today.and_then(|(at, _)| self.label_at_foot(THIS_CASE, x.place(at), floor, &mut taken, &frame));
        let crossings = self.labels_of_crossings(plot, x, y, &mut taken, &frame);
        if let Some((at, name)) = plot.step
            && let Some((place, anchor)) = self.label_at_foot(name, x.place(at), floor, &mut taken, &frame)
        {
            d.words(Look::Words, "", place, anchor, name.to_owned());
        }
        if matches!(self.plot.form, Form::Regions(_)) {
            self.names_in_areas(&mut d, plot, x, y, taken);
        } else {
            self.names_at_lines(&mut d, plot, x, y, taken);
        }
        self.marks(&mut d, plot, (x, y), case, crossings);
        Scene { height: self.height, shapes: d.0 }
    }

    /// The series drawn as lines, with their indices; ends of ranges are excluded.
    fn drawn(&self) -> impl Iterator<Item = (usize, &Series)> {
        self.plot.series.iter().enumerate().filter(|(_, series)| !matches!(series.id, "low" | "high"))
    }

    /// Where the label of a vertical rule stands: at its foot, or higher where another label is.
    fn label_at_foot(
        &self,
        label: &str,
        px: f64,
        floor: f64,
        taken: &mut Vec<LabelBox>,
        frame: &LabelBox,
    ) -> Option<Placed> {
        let (left, right) = ((-8.0, "end"), (8.0, "start"));
        let sides = if px > self.width * 0.7 { [left, right] } else { [right, left] };
        let heights = [8.0, 26.0, 44.0, 62.0, 80.0];
        let places = heights.iter().flat_map(|up| sides.map(|(aside, anchor)| ([px + aside, floor - up], anchor)));
        let (place, anchor, room) = first_free(places, guess(label), taken, frame)?;
        taken.push(room);
        Some((place, anchor))
    }

    /// Where the values of the crossings stand; `None` for one that would cover another label. The table has it.
    fn labels_of_crossings(
        &self,
        plot: &Lines,
        x: Scale,
        y: Scale,
        taken: &mut Vec<LabelBox>,
        frame: &LabelBox,
    ) -> Vec<Option<Placed>> {
        let label = |at: &Crossing| {
            let point = [x.place(at.x), y.place(at.y.min(y.from.1))];
            let places = beside(point, plot.crossing == Style::Months, [x.to.1, y.to.0]);
            let found = first_free(places, guess(&(self.write)(at.x, plot.crossing)), taken, frame);
            found.map(|(place, anchor, room)| {
                taken.push(room);
                (place, anchor)
            })
        };
        plot.crossings.iter().map(label).collect()
    }

    /// Draws the crossings, the scenario's marker and the keyboard cursor.
    fn marks(
        &self,
        d: &mut Drawing,
        plot: &Lines,
        (x, y): (Scale, Scale),
        case: Option<Placed>,
        values: Vec<Option<Placed>>,
    ) {
        let (floor, top) = (y.to.0, y.from.1);
        for (at, value) in plot.crossings.iter().zip(values) {
            d.put(Look::Dot, "", Kind::Circle, [x.place(at.x), y.place(at.y.min(top)), 5.0, 0.0]);
            if let Some((place, anchor)) = value {
                d.words(Look::Value, "", place, anchor, (self.write)(at.x, plot.crossing));
            }
        }
        if let Some((at, value)) = plot.today {
            let (px, py) = (x.place(at), y.place(value.min(top)));
            d.rule(Look::Today, [px, TOP, px, floor]);
            d.put(Look::Handle, "own", Kind::Circle, [px, py, 8.0, 0.0]);
            if let Some((place, anchor)) = case {
                d.words(Look::Label, "own", place, anchor, THIS_CASE.to_owned());
            }
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

    /// Draws the name of each area where it is highest; none in one that is too low for it. The table has it.
    fn names_in_areas(&self, d: &mut Drawing, plot: &Lines, x: Scale, y: Scale, mut taken: Vec<LabelBox>) {
        let frame = LabelBox { left: LEFT + 7.0, right: x.to.1, top: TOP, bottom: y.to.0 };
        for area in &plot.bands {
            let Some(series) = self.plot.series.get(area.high) else { continue };
            let name = cut(&series.short, x.to.1 - LEFT - 7.0);
            let (low, high) = (self.plot.points(area.low), self.plot.points(area.high));
            let middle = |((at, low), (_, high)): (&Point, &Point)| {
                let [low, high] = [y.place((*low)?), y.place((*high)?)];
                (low - high > NAMED_FROM).then_some((low - high, [x.place(*at), f64::midpoint(low, high) + 4.0]))
            };
            let mut middles: Vec<(f64, [f64; 2])> = low.iter().zip(&high).filter_map(middle).collect();
            middles.sort_by(|a, b| b.0.total_cmp(&a.0));
            let places =
                middles.into_iter().flat_map(|(_, place)| ["middle", "start", "end"].map(|anchor| (place, anchor)));
            if let Some((place, anchor, room)) = first_free(places, guess(&name), &taken, &frame) {
                taken.push(room);
                d.words(Look::Label, series.id, place, anchor, name);
            }
        }
    }

    /// Draws a label at each line with as little overlap as possible: owning from its right end, the others from where
    /// they enter.
    fn names_at_lines(&self, d: &mut Drawing, plot: &Lines, x: Scale, y: Scale, mut taken: Vec<LabelBox>) {
        // Whole lines: one that enters the drawing from above crosses what is there.
        let places = |index: usize| -> Vec<[f64; 2]> {
            let points = self.plot.points(index).into_iter().filter_map(|p| Some((p.0, p.1?)));
            points.map(|p| [x.place(p.0), y.place(p.1.min(y.from.1))]).collect()
        };
        let lines: Vec<Vec<[f64; 2]>> = self.drawn().map(|(index, _)| places(index)).collect();
        let today = plot.today.or(plot.step.map(|(at, _)| (at, 0.0))).map(|(at, _)| x.place(at));
        for (number, ((_, series), line)) in self.drawn().zip(&lines).enumerate() {
            // On a phone the provider only; the table beside it shows the rest.
            let short = if self.width < 480.0 { series.short.split('(').next().map(str::trim_end) } else { None };
            let label = cut(short.unwrap_or(&series.short), x.to.1 - LEFT - 7.0);
            let mut found: Vec<[f64; 2]> = line.iter().copied().filter(|place| place[1] > TOP).collect();
            if series.id == "own" {
                found.reverse();
            }
            let frame = LabelBox { left: LEFT + 7.0, right: x.to.1, top: TOP, bottom: y.to.0 };
            let place = LabelPlacer { lines: &lines, taken: &taken, today, frame }.place(number, &found, guess(&label));
            if let Some((at, anchor, room)) = place {
                taken.push(room);
                d.words(Look::Label, series.id, at, anchor, label);
            }
        }
    }
}

/// The x scale of a line chart.
pub fn across(ends: (f64, f64), width: f64) -> Scale {
    Scale { from: ends, to: (LEFT, width - RIGHT) }
}

/// Shapes in drawing order.
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
