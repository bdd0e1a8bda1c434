//! Load-duration curves: how many GPUs are wanted for what share of the time.
//!
//! Source: model page, section 6.

use crate::units::count;

/// Differences between levels below this share of the peak are rounding.
const SAME: f64 = 1e-12;

/// A load-duration curve. Levels are GPUs; shares are of the hours of the series.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadCurve {
    /// The distinct levels, rising.
    levels: Vec<f64>,
    /// Share of the time in which more than each level is wanted, falling to zero.
    above: Vec<f64>,
    /// Mean of what is wanted, but at most each level.
    below: Vec<f64>,
    /// For equal parts of the height up to the peak, how many levels lie below the end of each: where to look for a level.
    /// A year of hours is asked for tens of thousands of levels at each key press.
    parts: Vec<usize>,
}

impl LoadCurve {
    /// The curve of what is wanted in each hour. An empty series wants nothing.
    pub fn of_hours(hours: &[f64]) -> Self {
        let mut sorted = hours.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let share = 1.0 / count(hours.len().max(1));
        Self::of_rising(sorted.into_iter().map(|level| (level, share)))
    }

    /// The curve of levels, each with its hours. Levels with no hours are left out.
    pub fn of_steps(steps: &[(f64, f64)]) -> Self {
        let all: f64 = steps.iter().map(|(_, hours)| hours).sum();
        let mut sorted: Vec<(f64, f64)> = steps.iter().filter(|(_, hours)| *hours > 0.0).copied().collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self::of_rising(sorted.into_iter().map(|(level, hours)| (level, hours / all)))
    }

    /// The curve of what is wanted in each state of a demand, each with its hours. States of one hour each give the
    /// curve of [`Self::of_hours`], to the last bit.
    pub fn of_states(gpus: &[f64], hours: &[f64]) -> Self {
        if hours.iter().all(|hours| *hours == 1.0) {
            return Self::of_hours(gpus); // numbers alone are sorted faster
        }
        let all: f64 = hours.iter().sum();
        let states = gpus.iter().copied().zip(hours.iter().copied()).filter(|(_, hours)| *hours > 0.0);
        let mut sorted: Vec<(f64, f64)> = states.collect();
        sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.total_cmp(&b.1)));
        Self::of_rising(sorted.into_iter().map(|(level, hours)| (level, hours / all)))
    }

    /// The same number of GPUs all the time.
    pub fn steady(gpus: f64) -> Self {
        Self::of_rising(std::iter::once((gpus, 1.0)))
    }

    fn of_rising(steps: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut found = Self { levels: Vec::new(), above: Vec::new(), below: Vec::new(), parts: Vec::new() };
        let (mut left, mut mean, mut last) = (1.0, 0.0, 0.0);
        for (level, share) in steps {
            let level = level.max(0.0);
            if found.levels.is_empty() || level - last > SAME * level {
                mean += (level - last) * left;
                found.levels.push(level);
                found.below.push(mean);
                found.above.push(left);
                last = level;
            }
            left -= share;
            if let Some(above) = found.above.last_mut() {
                *above = left;
            }
        }
        // What is left of the sum of all shares is rounding.
        if let Some(above) = found.above.last_mut() {
            *above = 0.0;
        }
        let parts = found.levels.len();
        let end = |part: usize| found.peak() * count(part) / count(parts);
        found.parts = (0..=parts).map(|part| found.levels.partition_point(|l| *l <= end(part))).collect();
        found
    }

    /// How many levels are at most `gpus`.
    fn levels_up_to(&self, gpus: f64) -> usize {
        if gpus >= self.peak() {
            return self.levels.len();
        }
        let parts = self.parts.len().saturating_sub(1);
        // Below the number of parts. One part more on each side, for rounding.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let part = (gpus.max(0.0) / self.peak() * count(parts)) as usize;
        let end = |part: usize| self.parts.get(part.min(parts)).copied().unwrap_or(self.levels.len());
        let (from, to) = (if part < 1 { 0 } else { end(part - 1) }, end(part + 2));
        from + self.levels.get(from..to).unwrap_or_default().partition_point(|level| *level <= gpus)
    }

    /// Most GPUs wanted at once.
    pub fn peak(&self) -> f64 {
        self.levels.last().copied().unwrap_or(0.0)
    }

    /// Fewest GPUs wanted at any time.
    pub fn floor(&self) -> f64 {
        self.levels.first().copied().unwrap_or(0.0)
    }

    /// Mean of what is wanted.
    pub fn mean(&self) -> f64 {
        self.below.last().copied().unwrap_or(0.0)
    }

    /// Whether the same is wanted all the time.
    pub fn is_steady(&self) -> bool {
        self.levels.len() <= 1
    }

    /// The distinct levels, rising, each with the share of the time in which more is wanted.
    pub fn steps(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.levels.iter().copied().zip(self.above.iter().copied())
    }

    /// Share of the time in which more than `gpus` are wanted.
    pub fn share_above(&self, gpus: f64) -> f64 {
        match self.levels_up_to(gpus) {
            0 => 1.0,
            after => self.above.get(after - 1).copied().unwrap_or(0.0),
        }
    }

    /// Mean of what is wanted, but at most `gpus`: what that many GPUs serve. Rising and concave.
    pub fn mean_below(&self, gpus: f64) -> f64 {
        match self.levels_up_to(gpus) {
            0 => gpus.max(0.0),
            after if after == self.levels.len() => self.mean(),
            after => {
                let at = |of: &[f64]| of.get(after - 1).copied().unwrap_or(0.0);
                at(&self.below) + (gpus - at(&self.levels)) * at(&self.above)
            }
        }
    }

    /// The curve in units of another number of GPUs.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let times = |of: &[f64]| of.iter().map(|value| value * factor).collect();
        Self {
            levels: times(&self.levels),
            above: self.above.clone(),
            below: times(&self.below),
            parts: self.parts.clone(),
        }
    }

    /// At most this many steps with the same peak and the same mean: what lies within an equal part of the height between
    /// floor and peak is joined at its mean. The highest comes first; each has its GPUs and its share of the time.
    pub fn in_steps(&self, most: usize) -> Vec<(f64, f64)> {
        let (floor, peak) = (self.floor(), self.peak());
        let parts = most.max(2) - 1;
        let exact = self.levels.len() <= most;
        let part_of = |level: f64| {
            let height = (level - floor) / (peak - floor) * count(parts);
            // Between 0 and the number of parts.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let part = libm::floor(height) as usize;
            part.min(parts)
        };
        let mut steps: Vec<(usize, f64, f64)> = Vec::new();
        let mut last = 1.0;
        for (index, (level, above)) in self.steps().enumerate() {
            let share = last - above;
            last = above;
            let part = if exact { index } else { part_of(level) };
            match steps.last_mut().filter(|step| step.0 == part) {
                Some((_, sum, all)) => {
                    *sum += level * share;
                    *all += share;
                }
                None => steps.push((part, level * share, share)),
            }
        }
        steps.into_iter().rev().map(|(_, sum, share)| (if share > 0.0 { sum / share } else { 0.0 }, share)).collect()
    }
}

/// Steps through several curves at once: every interval in which none of them changes, with what share of the time each
/// wants more.
pub fn walk(curves: &[&LoadCurve], mut step: impl FnMut(f64, f64, &[f64])) {
    let mut places = vec![0_usize; curves.len()];
    let mut above = vec![1.0; curves.len()];
    let mut from = 0.0;
    loop {
        let next = curves.iter().zip(&places).filter_map(|(curve, place)| curve.levels.get(*place)).copied();
        let Some(to) = next.reduce(f64::min) else { break };
        if to > from {
            step(from, to, &above);
            from = to;
        }
        for ((curve, place), above) in curves.iter().zip(&mut places).zip(&mut above) {
            while curve.levels.get(*place).is_some_and(|level| *level <= to) {
                *above = curve.above.get(*place).copied().unwrap_or(0.0);
                *place += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_found_as_a_search_over_all_of_them_finds_it() {
        let hours: Vec<f64> = (0..8_760_u32)
            .map(|hour| {
                let level = f64::from(hour * 7_919 % 8_761);
                level * level / 1e4
            })
            .collect();
        let curve = LoadCurve::of_hours(&hours);
        assert!(curve.parts.len() > 1_000);
        for curve in [&curve, &curve.scaled(1.0 / 3.0), &curve.scaled(1e-7)] {
            let near = curve.levels.iter().flat_map(|level| [level.next_down(), *level, level.next_up()]);
            let apart = (-10..=1_010).map(|n| curve.peak() * f64::from(n) / 1e3);
            for gpus in near.chain(apart).chain([f64::INFINITY, f64::NAN]) {
                let all = curve.levels.partition_point(|level| *level <= gpus);
                assert_eq!(curve.levels_up_to(gpus), all, "{gpus}");
            }
        }
    }

    /// By hand: 10, 10, 30, 50 GPUs in four hours.
    #[test]
    fn a_curve_of_four_hours() {
        let curve = LoadCurve::of_hours(&[30.0, 10.0, 50.0, 10.0]);
        assert_eq!((curve.floor(), curve.peak(), curve.mean()), (10.0, 50.0, 25.0));
        let above = [(0.0, 1.0), (9.9, 1.0), (10.0, 0.5), (29.0, 0.5), (30.0, 0.25), (50.0, 0.0), (99.0, 0.0)];
        for (gpus, share) in above {
            assert_eq!(curve.share_above(gpus), share, "{gpus}");
        }
        // 5: all hours; 20: 10 + 10 + 20 + 20; 40: 10 + 10 + 30 + 40.
        for (gpus, mean) in [(5.0, 5.0), (20.0, 15.0), (40.0, 22.5), (60.0, 25.0)] {
            assert_eq!(curve.mean_below(gpus), mean, "{gpus}");
        }
    }

    /// Hours that are counted one by one, and the same with their number as weight.
    #[test]
    fn a_weighted_curve_is_the_counted_one() {
        let hours: Vec<f64> = (0..8_760).map(|t| f64::from((37 * t) % 61)).collect();
        let steps: Vec<(f64, f64)> = hours.iter().map(|gpus| (*gpus, 1.0)).collect();
        assert_eq!(LoadCurve::of_steps(&steps), LoadCurve::of_hours(&hours), "to the last bit");
        assert_eq!(LoadCurve::of_states(&hours, &vec![1.0; hours.len()]), LoadCurve::of_hours(&hours));
        let levels: Vec<f64> = (0..61).map(f64::from).collect();
        let weights: Vec<f64> = levels.iter().map(|l| count(hours.iter().filter(|h| *h == l).count())).collect();
        let (weighted, counted) = (LoadCurve::of_states(&levels, &weights), LoadCurve::of_hours(&hours));
        assert_eq!((weighted.peak(), weighted.floor()), (60.0, 0.0));
        for gpus in 0..=61 {
            let gpus = f64::from(gpus) - 0.5;
            assert!((weighted.share_above(gpus) - counted.share_above(gpus)).abs() < 1e-11);
            assert!((weighted.mean_below(gpus) - counted.mean_below(gpus)).abs() < 1e-9);
        }
    }

    #[test]
    fn fewer_steps_keep_peak_and_mean() {
        let hours: Vec<f64> = (0..730).map(|t| f64::from(20 + (37 * t) % 61)).collect();
        let curve = LoadCurve::of_hours(&hours);
        let steps = curve.in_steps(24);
        assert!(steps.len() <= 24);
        let again = LoadCurve::of_steps(&steps);
        assert!((again.peak() / curve.peak() - 1.0).abs() < 1e-12);
        assert!((again.mean() / curve.mean() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn curves_are_walked_together() {
        let (one, two) = (LoadCurve::steady(10.0), LoadCurve::of_hours(&[5.0, 20.0]));
        let mut found = Vec::new();
        walk(&[&one, &two], |from, to, above| found.push((from, to, above.to_vec())));
        let expected = vec![(0.0, 5.0, vec![1.0, 1.0]), (5.0, 10.0, vec![1.0, 0.5]), (10.0, 20.0, vec![0.0, 0.5])];
        assert_eq!(found, expected);
    }
}
