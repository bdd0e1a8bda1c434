//! Where a line's name stands: on as little as can be, not on lines, nor on another name, nor on the scenario's place.

use super::scale::LEFT;

/// Every so many points of a line a place for its name is tried.
const EVERY: usize = 4;
/// What a name on a piece of a line costs, where one beside another's line costs 1.
const ON_A_LINE: usize = 4;
/// What a name on another name costs.
const ON_A_NAME: usize = 4_000;
/// The same of a name on the scenario's place.
const ON_TODAY: usize = 12;
/// How near a name may come to another's line and not be taken for that one's, in pixels.
const ASIDE: f64 = 14.0;

/// Where words stand, in pixels from the top left.
pub(super) struct LabelBox {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl LabelBox {
    /// The room of words so wide that begin or end at a place.
    pub(super) fn of_words([x, base]: [f64; 2], anchor: &str, wide: f64) -> Self {
        let left = if anchor == "start" { x } else { x - wide };
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

    /// Pieces of a line that may touch it.
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

/// Where the words of a crossing stand, and which end of them: below both lines, for cash paid so far rises and cost by
/// use falls. `ends` are the right end of the drawing and its floor.
pub(super) fn beside([px, py]: [f64; 2], rising: bool, ends: [f64; 2]) -> ([f64; 2], &'static str) {
    let [right, floor] = ends;
    let rises = rising && px + 90.0 < right;
    let (aside, anchor) = if rises || px < LEFT + 70.0 { (9.0, "start") } else { (-9.0, "end") };
    ([px + aside, if py + 20.0 < floor { py + 18.0 } else { py - 10.0 }], anchor)
}

/// What a name stands among.
pub(super) struct LabelPlacer<'a> {
    /// All lines.
    pub(super) lines: &'a [Vec<[f64; 2]>],
    /// Names that have their place.
    pub(super) taken: &'a [LabelBox],
    /// The scenario's place across.
    pub(super) today: Option<f64>,
    /// What names stay in.
    pub(super) frame: LabelBox,
}

impl LabelPlacer<'_> {
    /// The best place above or below the line of a number for a name so wide: where its words begin or end, which of the
    /// two, and the room they take. `line` are its points in the order in which they are tried; the first place that
    /// nothing crosses is taken.
    pub(super) fn place(&self, of: usize, line: &[[f64; 2]], wide: f64) -> Option<([f64; 2], &'static str, LabelBox)> {
        let mut best: Option<(usize, [f64; 2], &'static str, LabelBox)> = None;
        for [px, py] in line.iter().step_by(EVERY).copied() {
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
        best.map(|(_, at, anchor, room)| (at, anchor, room))
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
