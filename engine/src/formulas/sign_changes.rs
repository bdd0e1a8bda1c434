//! Every change of sign of a function of one number, from few evaluations: between neighbouring points of different sign,
//! and where the lines through neighbouring points say that it may dip to zero between two of the same sign.
//!
//! Meant for differences of costs, which are straight in pieces.

use super::root::Point;

/// How often an interval that may dip is halved.
const HALVINGS: usize = 6;
/// A dip to this share of the nearer end may be one to zero: a piece can be bent more than once.
const MARGIN: f64 = 0.25;
/// Nearer to zero than this share of the largest value, an interval is halved too.
const NEAR: f64 = 0.01;

/// Most points added to a run: a function that stays at zero has no end of dips.
const MOST_ADDED: usize = 192;

/// Neighbouring points between which the function is known everywhere, in ascending order.
pub type Run = Vec<Point>;

/// The points, refined where the function may change its sign between two; a run ends where the function has no value.
///
/// `places` are ascending. A value is of the one sign if it is above zero, of the other if not.
pub fn refined(places: &[f64], at: &mut dyn FnMut(f64) -> Option<f64>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    for place in places {
        let found = at(*place).filter(|value| value.is_finite()).map(|value| (*place, value));
        match (found, runs.last_mut().filter(|_| open)) {
            (Some(point), Some(run)) => run.push(point),
            (Some(point), None) => runs.push(vec![point]),
            (None, _) => {}
        }
        open = found.is_some();
    }
    runs.into_iter().map(|run| halved(run, at)).collect()
}

/// The neighbours of a run between which the sign changes, in ascending order.
pub fn changes(run: &Run) -> impl Iterator<Item = (Point, Point)> + '_ {
    run.windows(2).filter_map(|pair| match pair {
        [low, high] if (low.1 > 0.0) != (high.1 > 0.0) => Some((*low, *high)),
        _ => None,
    })
}

/// Puts points between those that the function may dip between.
fn halved(mut run: Run, at: &mut dyn FnMut(f64) -> Option<f64>) -> Run {
    let largest = run.iter().fold(0.0, |most: f64, (_, value)| most.max(libm::fabs(*value)));
    // Between two points of different sign there is a change already; beside it the line through them says nothing.
    let mut open = vec![true; run.len()];
    let mut left = MOST_ADDED;
    for _ in 0..HALVINGS {
        let mut next: Run = Vec::with_capacity(run.len());
        let mut fresh: Vec<bool> = Vec::with_capacity(run.len());
        let mut added = false;
        for (index, point) in run.iter().enumerate() {
            next.push(*point);
            fresh.push(false);
            let Some(after) = run.get(index + 1) else { break };
            let before = index.checked_sub(1).and_then(|before| run.get(before));
            let asked = open.get(index).copied().unwrap_or(false) || open.get(index + 1).copied().unwrap_or(false);
            if !asked || left == 0 || !may_dip(before, *point, *after, run.get(index + 2), largest) {
                continue;
            }
            left -= 1;
            let middle = f64::midpoint(point.0, after.0);
            let found = at(middle).filter(|value| value.is_finite() && middle > point.0 && middle < after.0);
            if let Some(value) = found {
                next.push((middle, value));
                fresh.push(true);
                added = true;
            }
        }
        run = next;
        open = fresh;
        if !added {
            break;
        }
    }
    run
}

/// Whether a function straight in pieces may reach zero between two points of the same sign, judged by the lines through
/// them and their neighbours.
fn may_dip(before: Option<&Point>, low: Point, high: Point, after: Option<&Point>, largest: f64) -> bool {
    if (low.1 > 0.0) != (high.1 > 0.0) {
        return false;
    }
    let sign = if low.1 > 0.0 { 1.0 } else { -1.0 };
    let (from, to, width) = (sign * low.1, sign * high.1, high.0 - low.0);
    let nearer = from.min(to);
    if nearer <= NEAR * largest {
        return true;
    }
    let chord = (to - from) / width;
    let slope = |a: &Point, b: &Point| sign * (b.1 - a.1) / (b.0 - a.0);
    let falls = before.map_or(chord, |before| slope(before, &low));
    let rises = after.map_or(chord, |after| slope(&high, after));
    // Where the line from the left meets that from the right.
    let bend = rises - falls;
    if bend <= 0.0 || falls >= 0.0 && rises <= 0.0 {
        return false;
    }
    let meets = ((from - to + rises * width) / bend).clamp(0.0, width);
    from + falls * meets <= MARGIN * nearer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::count;

    fn places(steps: usize) -> Vec<f64> {
        (0..=steps).map(|step| count(step) / count(steps)).collect()
    }

    fn found(at: &dyn Fn(f64) -> Option<f64>) -> (Vec<(f64, f64)>, usize) {
        let mut tried = 0;
        let runs = refined(&places(18), &mut |x| {
            tried += 1;
            at(x)
        });
        (runs.iter().flat_map(changes).map(|(low, high)| (low.0, high.0)).collect(), tried)
    }

    /// By hand: |x − 0.52| − 0.01 is below zero from 0.51 to 0.53 alone, between the points 9/18 and 10/18.
    #[test]
    fn a_dip_between_two_points_is_found() {
        let (changes, _) = found(&|x| Some(libm::fabs(x - 0.52) - 0.01));
        assert_eq!(changes.len(), 2, "{changes:?}");
        for (place, (low, high)) in [0.51, 0.53].into_iter().zip(&changes) {
            assert!((*low..=*high).contains(&place), "{place} is not from {low} to {high}");
        }
    }

    #[test]
    fn far_from_zero_no_further_point_is_tried() {
        let (changes, tried) = found(&|x| Some(3.0 + libm::fabs(x - 0.52)));
        assert_eq!((changes.len(), tried), (0, 19));
        let (changes, tried) = found(&|x| Some(x - 0.52));
        assert!(changes.len() == 1 && tried < 19 + 12, "{changes:?}, {tried}");
    }

    #[test]
    fn what_has_no_value_parts_two_runs() {
        let at = |x: f64| (!(0.4..0.6).contains(&x)).then_some(x - 0.5);
        let runs = refined(&places(10), &mut |x| at(x));
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [4, 5]);
        assert!(runs.iter().all(|run| changes(run).next().is_none()), "it changes where it has no value");
    }
}
