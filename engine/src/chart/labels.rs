//! Places the labels of lines: overlapping as little as possible with lines, other labels and the scenario's marker.

use super::scale::LEFT;
use super::text_metrics::guess;

/// A position is tried at every this many points of a line.
const EVERY: usize = 4;
/// Cost of a label over a segment of a line; a label near another line's segment costs 1.
const ON_A_LINE: usize = 4;
/// Cost of a label over another label: no other cost adds up to it.
const ON_A_NAME: usize = 4_000;
/// Cost of a label over the scenario's marker.
const ON_TODAY: usize = 12;
/// How near a label may come to another line without being mistaken for its label, in pixels.
const ASIDE: f64 = 14.0;

/// The box of a text, in pixels from the top left.
pub(super) struct LabelBox {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl LabelBox {
    /// The box of a text of the given width that starts or ends at a point.
    pub(super) fn of_words([x, base]: [f64; 2], anchor: &str, wide: f64) -> Self {
        let left = x - match anchor {
            "start" => 0.0,
            "middle" => wide / 2.0,
            _ => wide,
        };
        Self { left, right: left + wide, top: base - 12.0, bottom: base + 4.0 }
    }

    fn meets(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    fn is_inside(&self, other: &Self) -> bool {
        self.left >= other.left && self.right <= other.right && self.top >= other.top && self.bottom <= other.bottom
    }

    fn with_margin(&self, pixels: f64) -> Self {
        Self {
            left: self.left - pixels,
            right: self.right + pixels,
            top: self.top - pixels,
            bottom: self.bottom + pixels,
        }
    }

    /// Number of line segments that may touch it.
    fn crossed_by(&self, line: &[[f64; 2]]) -> usize {
        let touches = |pair: &&[[f64; 2]]| match pair {
            [[ax, ay], [bx, by]] => {
                *ax < self.right && *bx > self.left && ay.min(*by) < self.bottom && ay.max(*by) > self.top
            }
            _ => false,
        };
        line.windows(2).filter(touches).count()
    }
}

/// Places for the text of a crossing, the best first: below both lines, since cumulative cash rises and cost by use
/// falls; then on the other side, above, and further away. `ends` are the right edge of the drawing and its floor.
pub(super) fn beside([px, py]: [f64; 2], rising: bool, ends: [f64; 2]) -> Vec<([f64; 2], &'static str)> {
    let [right, floor] = ends;
    let rises = rising && px + 90.0 < right;
    let near = if rises || px < LEFT + 70.0 { (9.0, "start") } else { (-9.0, "end") };
    let far = if near.1 == "start" { (-9.0, "end") } else { (9.0, "start") };
    let first = if py + 20.0 < floor { 18.0 } else { -10.0 };
    let aside = [near, far];
    let heights = [first, 18.0, -10.0, 36.0, -28.0, 54.0, -46.0];
    let places = heights.iter().flat_map(|down| aside.map(|(along, anchor)| ([px + along, py + down], anchor)));
    places.collect()
}

/// The first place inside the frame at which a text meets no other label.
pub(super) fn first_free(
    places: impl IntoIterator<Item = ([f64; 2], &'static str)>,
    wide: f64,
    taken: &[LabelBox],
    frame: &LabelBox,
) -> Option<([f64; 2], &'static str, LabelBox)> {
    let boxed = places.into_iter().map(|(at, anchor)| (at, anchor, LabelBox::of_words(at, anchor, wide)));
    let mut free = boxed.filter(|(.., room)| room.is_inside(frame) && taken.iter().all(|other| !room.meets(other)));
    free.next()
}

/// Space between the labels of two ticks, in pixels.
const BETWEEN_TICKS: f64 = 4.0;

/// Every how many ticks along the x axis one is labelled, so that no label touches the next. A tick is its place and
/// its label.
pub(super) fn spread(ticks: &[(f64, String)]) -> usize {
    let fits = |every: usize| {
        let kept: Vec<&(f64, String)> = ticks.iter().step_by(every).collect();
        kept.windows(2).all(|pair| match pair {
            [(a, one), (b, other)] => (b - a).abs() >= f64::midpoint(guess(one), guess(other)) + BETWEEN_TICKS,
            _ => true,
        })
    };
    (1..=ticks.len()).find(|every| fits(*every)).unwrap_or(1)
}

/// What a label must avoid.
pub(super) struct LabelPlacer<'a> {
    /// All lines.
    pub(super) lines: &'a [Vec<[f64; 2]>],
    /// Labels already placed.
    pub(super) taken: &'a [LabelBox],
    /// The scenario's x position.
    pub(super) today: Option<f64>,
    /// The area labels stay in.
    pub(super) frame: LabelBox,
}

impl LabelPlacer<'_> {
    /// The best position above or below line `of` for a label of the given width: the point, the text anchor and the
    /// box. `line` holds its points in the order they are tried; the first position without overlap is used.
    pub(super) fn place(&self, of: usize, line: &[[f64; 2]], wide: f64) -> Option<([f64; 2], &'static str, LabelBox)> {
        let mut best: Option<(usize, [f64; 2], &'static str, LabelBox)> = None;
        // Every fourth point first; those between only where nothing else is free.
        let sparse = line.iter().step_by(EVERY);
        let between = line.iter().enumerate().filter(|(index, _)| index % EVERY != 0).map(|(_, point)| point);
        for (tried, [px, py]) in sparse.chain(between).copied().enumerate() {
            if tried * EVERY >= line.len() && best.as_ref().is_some_and(|(cost, ..)| *cost < ON_A_NAME) {
                break;
            }
            let above = [px, py - 8.0];
            let below = [px, py + 18.0];
            for (at, anchor) in [(above, "start"), (below, "end"), (above, "end"), (below, "start")] {
                let room = LabelBox::of_words(at, anchor, wide);
                if !room.is_inside(&self.frame) {
                    continue;
                }
                let cost = self.cost(of, &room);
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, at, anchor, room));
                }
            }
            if best.as_ref().is_some_and(|(cost, ..)| *cost == 0) {
                break;
            }
        }
        // A label over another would make both unreadable.
        best.filter(|(cost, ..)| *cost < ON_A_NAME).map(|(_, at, anchor, room)| (at, anchor, room))
    }

    fn cost(&self, of: usize, room: &LabelBox) -> usize {
        let around = room.with_margin(ASIDE);
        let others = self.lines.iter().enumerate().filter(|(index, _)| *index != of);
        let near = others.map(|(_, line)| around.crossed_by(line)).sum::<usize>();
        let crossed = self.lines.iter().map(|line| room.crossed_by(line)).sum::<usize>() * ON_A_LINE + near;
        let on = self.taken.iter().filter(|other| room.meets(other)).count();
        let today = usize::from(self.today.is_some_and(|at| room.left < at && at < room.right));
        crossed + on * ON_A_NAME + today * ON_TODAY
    }
}
