//! How large to build: the recommended plan with fewer and more machines and committed GPUs, in draws. Its own sizes are the best for the
//! inputs as entered; where demand may turn out otherwise, others may regret less.

use serde::{Deserialize, Serialize};

use super::statistics::Costs;
use crate::analysis::plan_pair::{Held, Place};
use crate::cash_flow::Flows;

/// Draws in which sizes are compared.
pub(super) const SIZE_DRAWS: usize = 1_000;
/// Sizes that are tried, as shares of those of the plan.
const SHARES: [f64; 5] = [0.5, 0.75, 1.0, 1.25, 1.5];

/// How a size of the recommended plan fares. US dollars at present value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizeRisk {
    /// GPUs bought beside those there.
    pub bought_gpus: f64,
    /// GPUs committed.
    pub committed_gpus: f64,
    /// Whether it is the size of the plan itself.
    pub is_of_plan: bool,
    /// Share of the draws in which it is the cheapest size.
    pub cheapest_share: f64,
    /// Mean cost.
    pub mean_usd: f64,
    /// What it costs more than the cheapest size of each draw, on average.
    pub regret_usd: f64,
    /// The same in the worst draw.
    pub worst_regret_usd: f64,
}

/// Costs by size in the draws so far.
pub(super) struct Sizes {
    tried: Vec<Held>,
    gpus_per_node: f64,
    nodes_there: f64,
    /// The size of the plan itself.
    of_plan: Held,
    /// By size, then by draw.
    usd: Vec<Vec<f64>>,
}

impl Sizes {
    /// The sizes of a plan; none where it buys and commits nothing.
    pub(super) fn new(place: Place, of_plan: Held) -> Self {
        let nodes_there = place.setting.nodes_there;
        let sizes = |held: &Held| held.sizes(nodes_there);
        let resized = SHARES.iter().filter_map(|share| of_plan.resized(*share, nodes_there));
        // Of few nodes, several shares round to the same number: each counts once, and the plan itself as itself.
        let mut tried: Vec<Held> = resized.filter(|held| *held == of_plan || sizes(held) != sizes(&of_plan)).collect();
        tried.dedup_by_key(|held| sizes(held));
        let gpus_per_node = place.subject.scenario.own.gpus_per_node.value;
        Self { usd: vec![Vec::new(); tried.len()], tried, gpus_per_node, nodes_there, of_plan }
    }

    pub(super) fn done(&self) -> usize {
        self.usd.first().map_or(0, Vec::len)
    }

    /// What each costs in a draw.
    pub(super) fn keep(&mut self, place: Place, flows: &mut Flows) {
        for (held, kept) in self.tried.iter().zip(&mut self.usd) {
            let value = held.value(place, flows).filter(|value| value.complete);
            kept.push(value.map_or(f64::INFINITY, |value| value.usd));
        }
    }

    /// How each fares; nothing before the first draw, or for a size that leaves work undone in some draw.
    pub(super) fn found(&self) -> Vec<SizeRisk> {
        let costs = Costs(&self.usd);
        let found =
            self.tried.iter().zip(costs.shares_cheapest()).enumerate().map(|(place, (held, cheapest_share))| {
                let (bought, committed_gpus) = held.sizes(self.nodes_there);
                let (regret_usd, worst_regret_usd) = costs.regret(place);
                SizeRisk {
                    bought_gpus: bought * self.gpus_per_node,
                    committed_gpus,
                    is_of_plan: *held == self.of_plan,
                    cheapest_share,
                    mean_usd: costs.mean(place),
                    regret_usd,
                    worst_regret_usd,
                }
            });
        found.filter(|found| self.done() > 0 && found.mean_usd.is_finite()).collect()
    }
}
