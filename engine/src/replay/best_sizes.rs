//! The sizes that whole jobs make cheapest, found by replaying a record on one after the other.
//!
//! The cost of whole jobs is no smooth function of the sizes, so nothing is proven: owned nodes are tried in equal steps from
//! none to as many as all jobs need at once, then in ever smaller steps around the cheapest; then the committed GPUs likewise;
//! then the nodes once more beside these.

use super::judgement::{Choices, Outcome, Sizes};

/// Steps into which a range is divided at first.
const STEPS: f64 = 8.0;
/// By how much the steps shrink.
const FINER: f64 = 4.0;

/// What is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Nodes,
    Committed,
    NodesAgain,
}

/// A search under way: replay [`SizeSearch::next_sizes`], and note what came of it.
#[derive(Clone, Debug)]
pub struct SizeSearch {
    gpus_per_node: f64,
    /// Most nodes, and most committed GPUs.
    most: [f64; 2],
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
        let gpus_per_node = choices.gpus_per_node;
        let most = [libm::ceil(peak_gpus / choices.owned_busy_share / gpus_per_node), libm::ceil(peak_gpus)];
        let may_commit = choices.rates.committed_usd_per_gpu_year.is_some();
        let mut made = Self {
            gpus_per_node,
            most,
            may_commit,
            axis: Some(Axis::Nodes),
            step: 0.0,
            waiting: Vec::new(),
            tried: Vec::new(),
        };
        made.begin(Axis::Nodes);
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
                Axis::Nodes if self.may_commit => Some(Axis::Committed),
                Axis::Committed => Some(Axis::NodesAgain),
                Axis::Nodes | Axis::NodesAgain => None,
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
        let [nodes, committed] = self.most;
        if axis == Axis::Committed { committed } else { nodes }
    }

    fn value(&self, axis: Axis, sizes: Sizes) -> f64 {
        if axis == Axis::Committed { sizes.committed } else { sizes.owned / self.gpus_per_node }
    }

    fn wait_for(&mut self, axis: Axis, base: Sizes, at: f64) {
        let sizes = match axis {
            Axis::Committed => Sizes { committed: at, ..base },
            Axis::Nodes | Axis::NodesAgain => Sizes { owned: at * self.gpus_per_node, ..base },
        };
        if !self.waiting.contains(&sizes) && self.tried.iter().all(|tried| tried.sizes != sizes) {
            self.waiting.push(sizes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::judgement::Rates;
    use super::*;

    fn choices(committed: Option<f64>) -> Choices {
        let rates = Rates { committed_usd_per_gpu_year: committed, ..Rates::default() };
        Choices {
            rates,
            owned_busy_share: 1.0,
            gpus_per_node: 8.0,
            gpus_per_instance: 8.0,
            launch_seconds: 0,
            idle_seconds: 0,
            patience: None,
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

    #[test]
    fn without_a_commitment_none_is_tried_and_nothing_wanted_is_one_size() {
        let search = searched(&choices(None), 100.0, |sizes| sizes.owned);
        assert!(search.tried().iter().all(|tried| tried.sizes.committed == 0.0));
        assert_eq!(search.best().expect("tried").sizes, Sizes::default());
        assert_eq!(searched(&choices(None), 0.0, |_| 0.0).tried().len(), 1);
    }
}
