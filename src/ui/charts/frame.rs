//! What every chart is made of: the frame with its scales, axes, rules, words, and names at lines.

use engine::chart::scale::{Scale, line};
use engine::chart::ticks;
use engine::view::Style;
use engine::view::curve::Series;

use crate::browser::intl;
use crate::ui::draw::{Element, Node, svg};

/// Height of a chart.
pub const HEIGHT: f64 = 340.0;
/// Left edge of the drawing.
pub const LEFT: f64 = 56.0;
/// Room at the right.
pub const RIGHT: f64 = 22.0;
/// Top edge of the drawing.
pub const TOP: f64 = 28.0;
/// Bottom edge of the drawing.
pub const FLOOR: f64 = HEIGHT - 46.0;

/// The drawing's scales.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Pixels across.
    pub width: f64,
    /// Data to pixels, across.
    pub x: Scale,
    /// Data to pixels, upwards.
    pub y: Scale,
}

impl Frame {
    /// A frame of so many pixels for data up to `right` and about `top`.
    pub fn new(width: f64, right: f64, top: f64) -> Self {
        let top = ticks::from_zero(top, 6).last().copied().unwrap_or(1.0);
        Self {
            width,
            x: Scale { from: (0.0, right), to: (LEFT, width - RIGHT) },
            y: Scale { from: (0.0, top), to: (FLOOR, TOP) },
        }
    }

    /// Whether there is little room.
    pub fn narrow(&self) -> bool {
        self.width < 480.0
    }

    /// Place of a cost, costlier ones at the top edge.
    pub fn cost(&self, usd: f64) -> f64 {
        self.y.place(usd.min(self.y.from.1))
    }
}

/// The picture itself, with the lines clipped to the drawing.
pub fn picture(frame: Frame, id: &'static str, spoken: String, series: &[Series]) -> (Element, Element) {
    let paths = series
        .iter()
        .map(|s| svg("path").class(format!("series {}", s.id)).attr("d", line(&s.points, frame.x, frame.y)).into());
    let svg_ = svg("svg role=img")
        .attr("viewBox", format!("0 0 {} {}", engine::number::write(frame.width), engine::number::write(HEIGHT)))
        .number("width", frame.width)
        .number("height", HEIGHT)
        .attr("aria-label", spoken)
        .child(svg("clipPath").attr("id", id).child(rect(LEFT, frame.x.to.1)));
    (svg_, svg("g").attr("clip-path", format!("url(#{id})")).children(paths))
}

/// Rules and figures upwards, and the words above them.
pub fn upwards(frame: Frame, style: Style, unit: &'static str) -> Element {
    let up = ticks::from_zero(frame.y.from.1, 6).into_iter().flat_map(|value| {
        let at = frame.y.place(value);
        let rule = svg("line.grid").number("x1", LEFT).number("x2", frame.x.to.1).number("y1", at).number("y2", at);
        [rule.into(), words_at(LEFT - 8.0, at + 4.0, "end", intl::figure(value, style)).into()]
    });
    svg("g.axes").children(up).child(words_at(8.0, 14.0, "start", unit.to_owned()).class("axis"))
}

/// A tick and its figure on the floor.
pub fn tick(at: f64, words: String) -> [Node; 2] {
    [vertical(at, FLOOR, FLOOR + 5.0).class("tick").into(), words_at(at, FLOOR + 19.0, "middle", words).into()]
}

/// The name of what runs across.
pub fn across_name(frame: Frame, words: &'static str) -> Element {
    words_at(f64::midpoint(LEFT, frame.x.to.1), HEIGHT - 6.0, "middle", words.to_owned())
}

/// A rectangle over the height of the drawing.
pub fn rect(from: f64, to: f64) -> Element {
    svg("rect").number("x", from).number("y", TOP).number("width", (to - from).max(0.0)).number("height", FLOOR - TOP)
}

/// Words at a place.
pub fn words_at(x: f64, y: f64, anchor: &'static str, words: String) -> Element {
    svg("text").number("x", x).number("y", y).attr("text-anchor", anchor).text(words)
}

/// A rule from top to bottom.
pub fn vertical(x: f64, from: f64, to: f64) -> Element {
    svg("line").number("x1", x).number("x2", x).number("y1", from).number("y2", to)
}

/// A name at each line, apart from each other: owning below its end, the others where they enter the drawing.
pub fn labels(series: &[Series], frame: Frame) -> Vec<Node> {
    let mut taken: Vec<f64> = Vec::new();
    let room = if frame.narrow() { 26 } else { 60 };
    let mut place = |s: &Series| -> Option<Node> {
        let own = s.id == "own";
        let at = if own {
            s.points.last().copied()
        } else {
            s.points.iter().copied().filter(|p| p.1 <= frame.y.from.1).nth(if s.id == "commit" { 4 } else { 8 })
        };
        let (busy, cost) = at?;
        let mut y = frame.y.place(cost) + if own { 18.0 } else { -8.0 };
        while taken.iter().any(|t| (t - y).abs() < 15.0) && y > TOP + 12.0 {
            y -= 15.0;
        }
        taken.push(y);
        let words = engine::codec::plain(&s.label, room);
        let right = !own && frame.x.place(busy) > frame.width * 0.5;
        let (x, anchor) = match (own, right) {
            (true, _) => (frame.x.place(busy), "end"),
            (_, true) => (frame.x.to.1, "end"),
            _ => (frame.x.place(busy), "start"),
        };
        Some(words_at(x, y, anchor, words).class(format!("label {}", s.id)).into())
    };
    series.iter().filter_map(&mut place).collect()
}
