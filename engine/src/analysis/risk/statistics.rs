//! What draws of costs say: percentiles, how often each plan is the cheapest, regret, and what knowing an input is worth.
//! Source: model page, section 8.

use crate::units::count;

/// Bins of equal count in which the value of knowing an input is estimated.
const BINS: usize = 20;
/// Random orders of an input against which that value is judged.
const ORDERS: usize = 20;

/// A percentile of sorted values: linear between order statistics. Nothing without values.
pub fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = share * count(last);
    let below = libm::floor(at);
    let index = (0..=last).rev().find(|index| count(*index) <= below)?;
    let (low, high) = (*sorted.get(index)?, *sorted.get((index + 1).min(last))?);
    Some(low + (at - below) * (high - low))
}

/// Percentiles of values in any order; nothing where one of them is no finite number.
pub fn percentiles<const COUNT: usize>(values: &[f64], shares: [f64; COUNT]) -> Option<[f64; COUNT]> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let found = shares.map(|share| percentile(&sorted, share).filter(|value| value.is_finite()));
    found.iter().all(Option::is_some).then(|| found.map(Option::unwrap_or_default))
}

/// Mean; 0 without values.
pub fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, all) = values.fold((0.0, 0.0), |(sum, all), value| (sum + value, all + 1.0));
    if all > 0.0 { sum / all } else { 0.0 }
}

/// The ranks of values from 1, equal values share the mean of theirs. None of them is NaN.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
    order.sort_by(|a, b| at(*a).total_cmp(&at(*b)));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while let Some(first) = order.get(from).copied() {
        let alike = order.iter().skip(from).take_while(|index| at(**index).total_cmp(&at(first)).is_eq()).count();
        let rank = count(from) + f64::midpoint(count(alike), 1.0);
        for index in order.iter().skip(from).take(alike) {
            if let Some(place) = ranks.get_mut(*index) {
                *place = rank;
            }
        }
        from += alike;
    }
    ranks
}

/// Spearman's rank correlation of the pairs that are known, both numbers; 0 where either does not vary.
pub fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let known = a.iter().zip(b).filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let (a, b): (Vec<f64>, Vec<f64>) = known.unzip();
    let (a, b) = (ranks(&a), ranks(&b));
    let (middle_a, middle_b) = (mean(a.iter().copied()), mean(b.iter().copied()));
    let product =
        |x: &[f64], mx: f64, y: &[f64], my: f64| x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>();
    let found = product(&a, middle_a, &b, middle_b)
        / libm::sqrt(product(&a, middle_a, &a, middle_a) * product(&b, middle_b, &b, middle_b));
    if found.is_finite() { found } else { 0.0 }
}

/// Costs of plans in draws: `costs[plan][draw]`.
#[derive(Clone, Copy, Debug)]
pub struct Costs<'a>(pub &'a [Vec<f64>]);

impl Costs<'_> {
    fn draws(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    fn at(&self, plan: usize, draw: usize) -> f64 {
        self.0.get(plan).and_then(|costs| costs.get(draw)).copied().unwrap_or(f64::INFINITY)
    }

    fn least(&self, draw: usize) -> f64 {
        (0..self.0.len()).map(|plan| self.at(plan, draw)).fold(f64::INFINITY, f64::min)
    }

    /// Share of the draws in which each plan is the cheapest; equal costs count for the first.
    pub fn shares_cheapest(&self) -> Vec<f64> {
        let mut won = vec![0.0; self.0.len()];
        for draw in 0..self.draws() {
            let least = self.least(draw);
            let first = (0..self.0.len()).find(|plan| self.at(*plan, draw) <= least);
            if let Some(place) = first.and_then(|plan| won.get_mut(plan)) {
                *place += 1.0;
            }
        }
        won.into_iter().map(|won| won / count(self.draws().max(1))).collect()
    }

    /// Mean cost of a plan.
    pub fn mean(&self, plan: usize) -> f64 {
        mean((0..self.draws()).map(|draw| self.at(plan, draw)))
    }

    /// What a plan costs more than the cheapest of each draw: on average, and at most.
    pub fn regret(&self, plan: usize) -> (f64, f64) {
        let all = || (0..self.draws()).map(|draw| self.at(plan, draw) - self.least(draw));
        (mean(all()), all().fold(0.0, f64::max))
    }

    /// What it costs on average, where it is not the cheapest, more than what is.
    pub fn regret_if_wrong(&self, plan: usize) -> f64 {
        mean((0..self.draws()).map(|draw| self.at(plan, draw) - self.least(draw)).filter(|usd| *usd > 0.0))
    }

    /// The same where the cheapest is one of some plans; 0 where that never is so.
    pub fn regret_against(&self, plan: usize, is_counted: impl Fn(usize) -> bool) -> f64 {
        let first = |draw: usize| (0..self.0.len()).find(|plan| self.at(*plan, draw) <= self.least(draw));
        let counted = (0..self.draws()).filter(|draw| first(*draw).is_some_and(&is_counted));
        mean(counted.map(|draw| self.at(plan, draw) - self.least(draw)))
    }

    /// The least mean cost of the plans over the draws of a bin, times the share of the bin.
    fn of_bin(&self, bin: &[usize]) -> f64 {
        let sum = |plan: usize| bin.iter().map(|draw| self.at(plan, *draw)).sum::<f64>();
        (0..self.0.len()).map(sum).fold(f64::INFINITY, f64::min) / count(self.draws())
    }

    /// The least mean cost that a plan has if the bin of an input were known, for the draws in the order of that input.
    fn informed(&self, order: &[usize]) -> f64 {
        let size = order.len().div_ceil(BINS).max(1);
        order.chunks(size).map(|bin| self.of_bin(bin)).sum()
    }

    /// What knowing an input is worth: the expected cost that it saves, less what bins of random orders show where there is
    /// nothing to know. Nothing where that is no more than 19 of 20 random orders show. `random` gives a whole number below its
    /// argument.
    pub fn information(&self, input: &[f64], mut random: impl FnMut(usize) -> usize) -> Option<f64> {
        let uninformed = (0..self.0.len()).map(|plan| self.mean(plan)).fold(f64::INFINITY, f64::min);
        let mut order: Vec<usize> = (0..self.draws()).collect();
        order.sort_by(|a, b| {
            let at = |draw: &usize| input.get(*draw).copied().unwrap_or(0.0);
            at(a).total_cmp(&at(b))
        });
        let found = uninformed - self.informed(&order);
        let mut by_chance: Vec<f64> = Vec::with_capacity(ORDERS);
        for _ in 0..ORDERS {
            for last in (1..order.len()).rev() {
                let other = random(last + 1);
                order.swap(last, other);
            }
            by_chance.push(uninformed - self.informed(&order));
        }
        by_chance.sort_by(f64::total_cmp);
        let most = percentile(&by_chance, 0.95)?;
        let usual = mean(by_chance.into_iter());
        (found > most).then_some(found - usual).filter(|usd| *usd > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::draws::Sampler;
    use super::*;
    use crate::formulas::distributions::{Distribution, Form, normal_below};

    #[test]
    fn percentiles_are_linear_between_order_statistics() {
        // numpy.percentile([1, 2, 4, 8], [0, 5, 25, 50, 90, 100])
        let found = [0.0, 0.05, 0.25, 0.5, 0.9, 1.0].map(|share| percentile(&[1.0, 2.0, 4.0, 8.0], share));
        let wanted = [1.0, 1.15, 1.75, 3.0, 6.8, 8.0];
        for (found, wanted) in found.into_iter().zip(wanted) {
            assert!((found.expect("values") - wanted).abs() < 1e-12, "{found:?}, not {wanted}");
        }
        assert_eq!(percentile(&[], 0.5), None);
        assert_eq!(percentile(&[3.0], 0.7), Some(3.0));
    }

    /// A difference of two plans that both leave work undone is none, and is left out.
    #[test]
    fn what_is_not_a_number_has_no_rank() {
        let (a, b) = ([1.0, 2.0, f64::NAN, 3.0], [3.0, 2.0, 9.0, 1.0]);
        assert!((rank_correlation(&a, &b) + 1.0).abs() < 1e-12);
        assert_eq!(rank_correlation(&[f64::NAN; 3], &[1.0, 2.0, 3.0]), 0.0);
    }

    #[test]
    fn ranks_share_ties() {
        // scipy.stats.spearmanr([1, 2, 2, 3, 5], [5, 6, 7, 8, 7]) is 0.7632
        let found = rank_correlation(&[1.0, 2.0, 2.0, 3.0, 5.0], &[5.0, 6.0, 7.0, 8.0, 7.0]);
        assert!((found - 0.763_157_894_736_842).abs() < 1e-12, "{found}");
        assert_eq!(rank_correlation(&[1.0, 1.0], &[1.0, 2.0]), 0.0);
    }

    /// One plan costs 0, the other a normal of mean 0.5 and deviation 1: what is known is worth E[max(0, -x)] in closed form,
    /// dens(0.5) - 0.5 below(-0.5) = 0.1978; the other wins in below(-0.5) = 30.85% of the draws.
    #[test]
    fn the_worth_of_knowing_the_one_thing_that_varies_is_that_of_knowing_all() {
        let z95 = crate::formulas::distributions::Z95;
        let of = |mean: f64| {
            let form = Form::Normal { low: mean - z95, high: mean + z95 };
            Distribution::new(form, (f64::NEG_INFINITY, f64::INFINITY)).expect("a normal")
        };
        let mut sampler = Sampler::new(3, vec![of(0.5), of(0.0)], None);
        let draws = sampler.block(10_000);
        let input: Vec<f64> = draws.iter().map(|draw| draw[0]).collect();
        let idle: Vec<f64> = draws.iter().map(|draw| draw[1]).collect();
        let all = [vec![0.0; 10_000], input.clone()];
        let costs = Costs(&all);
        let density = libm::exp(-0.125) / libm::sqrt(2.0 * core::f64::consts::PI);
        let closed = density - 0.5 * normal_below(-0.5);
        let (regret, worst) = costs.regret(0);
        assert!((regret - closed).abs() < 2e-3 && worst > 2.0, "{regret}, not {closed}");
        let shares = costs.shares_cheapest();
        assert!((shares[1] - normal_below(-0.5)).abs() < 1e-3 && (shares[0] + shares[1] - 1.0).abs() < 1e-12);
        assert!((costs.regret_if_wrong(0) - closed / normal_below(-0.5)).abs() < 5e-3);
        let mut orders = Sampler::new(9, Vec::new(), None);
        let mut random = |end: usize| orders.below(end);
        // Bins of a twentieth lose a little of it.
        let worth = costs.information(&input, &mut random).expect("it is worth something");
        assert!((worth - closed).abs() < 0.03 * closed, "{worth}, not {closed}");
        assert_eq!(costs.information(&idle, &mut random), None, "what decides nothing is worth nothing");
    }
}
