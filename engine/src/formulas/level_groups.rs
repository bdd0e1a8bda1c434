//! Neighbouring levels in groups, so that the groups' means stand for them with the least squared error.
//!
//! Joining levels at their mean raises what a number of GPUs serves; summed over all numbers of GPUs, that is half the
//! hours times the variance within each group. Source: Fisher, "On grouping for maximum homogeneity" (1958).

use std::ops::Range;

use crate::units::count;

/// Levels are first taken together in so many equal parts of the height: the search takes their square in steps.
const CELLS: usize = 128;

/// Ranges of rising levels, each with its hours, in at most `most` groups. Empty without levels.
pub fn level_groups(levels: &[(f64, f64)], most: usize) -> Vec<Range<usize>> {
    let cells = cells(levels);
    let prefix = |of: fn(&(f64, f64)) -> f64| {
        let mut sums = vec![0.0];
        let mut sum = 0.0;
        for range in &cells {
            sum += levels.get(range.clone()).unwrap_or_default().iter().map(of).sum::<f64>();
            sums.push(sum);
        }
        sums
    };
    let (hours, sums) = (prefix(|(_, hours)| *hours), prefix(|(level, hours)| level * hours));
    let between = |of: &[f64], from: usize, to: usize| of.get(to).unwrap_or(&0.0) - of.get(from).unwrap_or(&0.0);
    // The squares of the levels themselves are the same in every grouping.
    let gain = |from: usize, to: usize| {
        let sum = between(&sums, from, to);
        sum * sum / between(&hours, from, to)
    };
    // The best grouping of the first cells, by number of groups: its gain, and where its last group begins.
    let mut rounds: Vec<Vec<(f64, usize)>> = Vec::new();
    for round in 0..most.min(cells.len()) {
        let best = |to: usize| {
            let start = |from: usize| {
                let before = match round {
                    0 => (from == 0).then_some(0.0),
                    _ => rounds.last().and_then(|last| last.get(from)).map(|(gain, _)| *gain),
                };
                before.filter(|gain| gain.is_finite()).map(|before| (before + gain(from, to), from))
            };
            (round..to).filter_map(start).max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::NEG_INFINITY, 0))
        };
        let row = (0..=cells.len()).map(best).collect();
        rounds.push(row);
    }
    let mut found = Vec::new();
    let mut to = cells.len();
    for round in rounds.iter().rev() {
        let from = round.get(to).map_or(0, |(_, from)| *from);
        if let (Some(first), Some(last)) = (cells.get(from), cells.get(to.saturating_sub(1))) {
            found.push(first.start..last.end);
        }
        to = from;
    }
    found.reverse();
    found
}

/// Levels in equal parts of the height; each on its own where they are few.
fn cells(levels: &[(f64, f64)]) -> Vec<Range<usize>> {
    let (Some((least, _)), Some((peak, _))) = (levels.first(), levels.last()) else { return Vec::new() };
    if levels.len() <= CELLS {
        return (0..levels.len()).map(|place| place..place + 1).collect();
    }
    let end = |cell: usize| {
        let height = least + (peak - least) * count(cell + 1) / count(CELLS);
        if cell + 1 == CELLS { levels.len() } else { levels.partition_point(|(level, _)| *level <= height) }
    };
    let mut from = 0;
    let mut found = Vec::new();
    for to in (0..CELLS).map(end) {
        if to > from {
            found.push(from..to);
            from = to;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the two gaps of 1, 2, 3 | 10, 11 | 30.
    #[test]
    fn neighbours_stay_together() {
        let levels = [1.0, 2.0, 3.0, 10.0, 11.0, 30.0].map(|level| (level, 1.0));
        assert_eq!(level_groups(&levels, 3), [0..3, 3..5, 5..6]);
        assert_eq!(level_groups(&levels, 9), [0..1, 1..2, 2..3, 3..4, 4..5, 5..6]);
        assert_eq!(level_groups(&levels[..1], 3), vec![0..1]);
        assert!(level_groups(&[], 3).is_empty());
    }

    /// Against every grouping of eight levels in three.
    #[test]
    fn no_grouping_has_less_variance() {
        let levels: Vec<(f64, f64)> = [3.0, 4.0, 9.0, 11.0, 12.0, 20.0, 26.0, 27.0]
            .iter()
            .enumerate()
            .map(|(n, l)| (*l, count(n % 3 + 1)))
            .collect();
        let error = |group: &[(f64, f64)]| {
            let hours: f64 = group.iter().map(|(_, hours)| hours).sum();
            let mean = group.iter().map(|(level, hours)| level * hours).sum::<f64>() / hours;
            group.iter().map(|(level, hours)| hours * (level - mean) * (level - mean)).sum::<f64>()
        };
        let of = |one: usize, two: usize| error(&levels[..one]) + error(&levels[one..two]) + error(&levels[two..]);
        let least = (1..7).flat_map(|one| (one + 1..8).map(move |two| (one, two))).map(|(one, two)| of(one, two));
        let least = least.fold(f64::INFINITY, f64::min);
        let found = level_groups(&levels, 3);
        assert!((of(found[0].end, found[1].end) - least).abs() < 1e-9);
    }
}
