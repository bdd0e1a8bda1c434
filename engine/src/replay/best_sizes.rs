//! The sizes that whole jobs make cheapest, found by replaying a record on one after the other.
//!
//! The cost of whole jobs is no smooth function of the sizes, so nothing is proven: sizes of owned machines are tried in equal
//! steps from none to what all jobs need at once, then in ever smaller steps around the cheapest; then the committed GPUs
//! likewise; then the owned ones once more beside these. Owned machines have the sizes that rates are known for; where one rate
//! holds for all, any whole number of nodes.

use super::judgement::{Choices, Outcome, Sizes};
use crate::units::count;

/// Steps into which a range is divided at first.
const STEPS: f64 = 8.0;
/// Sizes of owned machines at most, beyond none.
const MOST_SIZES: usize = 10_000;
/// Sizes that are tried along one axis, about.
const OF_AN_AXIS: usize = 16;
/// By how much the steps shrink.
const FINER: f64 = 4.0;

/// What is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Owned,
    Committed,
    OwnedAgain,
}

/// A search under way: replay [`SizeSearch::next_sizes`], and note what came of it.
#[derive(Clone, Debug)]
pub struct SizeSearch {
    /// Sizes of owned machines, rising from none.
    owned: Vec<f64>,
    /// Most committed GPUs.
    most_committed: f64,
    may_commit: bool,
    axis: Option<Axis>,
    step: f64,
    /// Sizes still to be replayed at this step.
    waiting: Vec<Sizes>,
    tried: Vec<Outcome>,
}

impl SizeSearch {
    /// A search that has tried nothing. `peak_gpus`: most GPUs that the jobs want at once if none waits.
    pub fn new(choices: &Choices, peak_gpus: f64) -> Self {
        let may_commit = choices.rates.committed_usd_per_gpu_year.is_some();
        let mut made = Self {
            owned: owned_sizes(choices, peak_gpus),
            most_committed: libm::ceil(peak_gpus),
            may_commit,
            axis: Some(Axis::Owned),
            step: 0.0,
            waiting: Vec::new(),
            tried: Vec::new(),
        };
        made.begin(Axis::Owned);
        made
    }

    /// The sizes to replay next; nothing once the search is over.
    pub fn next_sizes(&self) -> Option<Sizes> {
        self.waiting.last().copied()
    }

    /// Notes what the sizes gave that were to be replayed next.
    pub fn note(&mut self, outcome: Outcome) {
        self.waiting.retain(|sizes| *sizes != outcome.sizes);
        self.tried.push(outcome);
        while self.waiting.is_empty() {
            let Some(axis) = self.axis else { return };
            self.around_best(axis);
            if !self.waiting.is_empty() {
                return;
            }
            if self.step > 1.0 {
                self.step = libm::ceil(self.step / FINER);
                continue;
            }
            self.axis = match axis {
                Axis::Owned if self.may_commit => Some(Axis::Committed),
                Axis::Committed => Some(Axis::OwnedAgain),
                Axis::Owned | Axis::OwnedAgain => None,
            };
            if let Some(next) = self.axis {
                self.begin(next);
            }
        }
    }

    /// The cheapest of those tried; of several, the one with fewer GPUs.
    pub fn best(&self) -> Option<&Outcome> {
        let gpus = |of: &Outcome| of.sizes.owned + of.sizes.committed;
        self.tried.iter().min_by(|a, b| a.usd.total_cmp(&b.usd).then_with(|| gpus(a).total_cmp(&gpus(b))))
    }

    /// About how many are still to be tried.
    pub fn about_left(&self) -> usize {
        let later = match self.axis {
            Some(Axis::Owned) if self.may_commit => 2,
            Some(Axis::Committed) => 1,
            _ => 0,
        };
        self.waiting.len() + later * OF_AN_AXIS
    }

    /// All that were tried, in their order.
    pub fn tried(&self) -> &[Outcome] {
        &self.tried
    }

    fn begin(&mut self, axis: Axis) {
        let most = self.most_of(axis);
        self.step = libm::ceil(most / STEPS).max(1.0);
        let base = self.best().map(|best| best.sizes).unwrap_or_default();
        let mut at = most;
        while at > 0.0 {
            self.wait_for(axis, base, at);
            at -= self.step;
        }
        self.wait_for(axis, base, 0.0);
    }

    fn around_best(&mut self, axis: Axis) {
        let Some(base) = self.best().map(|best| best.sizes) else { return };
        let (center, most) = (self.value(axis, base), self.most_of(axis));
        for steps in [1.0, 2.0] {
            let by = self.step * steps;
            for at in [center - by, center + by] {
                if (0.0..=most).contains(&at) {
                    self.wait_for(axis, base, at);
                }
            }
        }
    }

    fn most_of(&self, axis: Axis) -> f64 {
        if axis == Axis::Committed { self.most_committed } else { count(self.owned.len().saturating_sub(1)) }
    }

    /// Where sizes are on an axis: committed GPUs, or the place in the list of owned sizes.
    fn value(&self, axis: Axis, sizes: Sizes) -> f64 {
        if axis == Axis::Committed {
            return sizes.committed;
        }
        count(self.owned.partition_point(|gpus| *gpus < sizes.owned))
    }

    fn wait_for(&mut self, axis: Axis, base: Sizes, at: f64) {
        let sizes = match axis {
            Axis::Committed => Sizes { committed: at, ..base },
            Axis::Owned | Axis::OwnedAgain => {
                // Whole numbers below the length of a list.
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "checked by the bounds of the axis"
                )]
                let Some(owned) = self.owned.get(at as usize) else { return };
                Sizes { owned: *owned, ..base }
            }
        };
        if !self.waiting.contains(&sizes) && self.tried.iter().all(|tried| tried.sizes != sizes) {
            self.waiting.push(sizes);
        }
    }
}

/// Sizes of owned machines that may be best, rising from none to what does all jobs at once.
fn owned_sizes(choices: &Choices, peak_gpus: f64) -> Vec<f64> {
    let rates = &choices.rates.owned;
    let most = peak_gpus / choices.owned_busy_share;
    let mut sizes = vec![0.0];
    match rates.as_slice() {
        [] => {}
        [_] => {
            let mut next = choices.gpus_per_node;
            while sizes.last().is_some_and(|last| *last < most) && sizes.len() <= MOST_SIZES {
                sizes.push(next);
                next += choices.gpus_per_node;
            }
        }
        listed => {
            for rate in listed.iter().filter(|rate| rate.gpus > 0.0) {
                if sizes.last().is_some_and(|last| *last < most) {
                    sizes.push(rate.gpus);
                }
            }
        }
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::super::rates::{OwnedRate, Rates};
    use super::*;

    fn choices(committed: Option<f64>) -> Choices {
        let owned = vec![OwnedRate { gpus: 8.0, ..OwnedRate::default() }];
        let rates = Rates { owned, committed_usd_per_gpu_year: committed, ..Rates::default() };
        Choices {
            rates,
            owned_busy_share: 1.0,
            gpus_per_node: 8.0,
            gpus_per_instance: 8.0,
            launch_seconds: 0,
            idle_seconds: 0,
            patience: None,
            waiting_usd_per_gpu_hour: 0.0,
        }
    }

    fn searched(choices: &Choices, peak: f64, usd: impl Fn(Sizes) -> f64) -> SizeSearch {
        let mut search = SizeSearch::new(choices, peak);
        while let Some(sizes) = search.next_sizes() {
            search.note(Outcome { sizes, usd: usd(sizes), ..Outcome::default() });
        }
        search
    }

    /// A valley along both axes is found whole, with a fraction of the sizes tried.
    #[test]
    fn the_bottom_of_a_valley_is_found() {
        let cost = |sizes: Sizes| (sizes.owned - 8.0 * 137.0).abs() * 2.0 + (sizes.committed - 311.0).abs();
        let search = searched(&choices(Some(1.0)), 8_000.0, cost);
        assert_eq!(search.best().expect("tried").sizes, Sizes { owned: 8.0 * 137.0, committed: 311.0 });
        assert!(search.tried().len() < 150, "{} tried", search.tried().len());
    }

    /// Where rates are listed, only their sizes are tried, and none beyond the first that does all.
    #[test]
    fn owned_machines_have_the_sizes_that_rates_are_listed_for() {
        let mut choices = choices(None);
        let rate = |gpus| OwnedRate { gpus, ..OwnedRate::default() };
        choices.rates.owned = [8.0, 16.0, 64.0, 128.0, 256.0].map(rate).to_vec();
        let search = searched(&choices, 100.0, |sizes| (sizes.owned - 60.0).abs());
        let mut tried: Vec<f64> = search.tried().iter().map(|of| of.sizes.owned).collect();
        tried.sort_by(f64::total_cmp);
        assert_eq!(
            (tried.as_slice(), search.best().expect("tried").sizes.owned),
            (&[0.0, 8.0, 16.0, 64.0, 128.0][..], 64.0)
        );
    }

    #[test]
    fn without_a_commitment_none_is_tried_and_nothing_wanted_is_one_size() {
        let search = searched(&choices(None), 100.0, |sizes| sizes.owned);
        assert!(search.tried().iter().all(|tried| tried.sizes.committed == 0.0));
        assert_eq!(search.best().expect("tried").sizes, Sizes::default());
        assert_eq!(searched(&choices(None), 0.0, |_| 0.0).tried().len(), 1);
    }
}
