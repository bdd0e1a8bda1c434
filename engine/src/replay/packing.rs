//! What packing whole jobs costs: the machines that would have done as much if jobs could be divided, and what the same sizes
//! would cost then.

use serde::{Deserialize, Serialize};

use super::ReplayJob;
use super::judgement::{Choices, Outcome, undelayed};
use super::rates::Sizes;

/// Halvings of a range of GPUs: exact to a billionth.
const HALVINGS: usize = 48;

/// What whole jobs made of machines, as rows of a scenario hold it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobsGot {
    /// Owned GPUs at which jobs that can be divided do as much on owned machines as whole jobs did, as a share of those that were
    /// up: 1 where it is as much, more where waiting fills idle hours. Nothing where there were never too few of them.
    pub occupancy: Option<f64>,
    /// Share of the billed hours of rented instances that jobs used; nothing where none was rented.
    pub paid_efficiency: Option<f64>,
}

impl Choices {
    /// What whole jobs made of machines of some sizes.
    pub fn jobs_got(&self, jobs: &[ReplayJob], seconds: i64, outcome: &Outcome) -> JobsGot {
        let [owned, _, rented] = outcome.gpu_hours;
        let gpus = outcome.sizes.owned * self.owned_busy_share;
        let occupancy = undelayed(jobs, seconds).filter(|(curve, _)| gpus > 0.0 && curve.peak() > gpus);
        let occupancy = occupancy.map(|(curve, hours)| {
            let is_enough = |gpus: f64| curve.mean_below(gpus) * hours >= owned * (1.0 - 1e-9);
            let divided = curve.mean_below(gpus) * hours;
            if libm::fabs(owned - divided) <= 1e-9 * divided {
                return 1.0;
            }
            let (mut low, mut high) = (0.0, gpus.max(curve.peak()));
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(low, high);
                if is_enough(middle) { high = middle } else { low = middle }
            }
            high / gpus
        });
        let paid_efficiency = Some(rented / outcome.billed_hours).filter(|share| share.is_finite() && *share > 0.0);
        JobsGot { occupancy, paid_efficiency }
    }
}

impl Choices {
    /// What jobs would cost on machines of each size if they started at once and could be divided, US dollars: committed GPUs
    /// first, because they are paid anyway, then owned ones, the rest rented by the hour.
    pub fn divided(&self, jobs: &[ReplayJob], seconds: i64, all: &[Sizes]) -> Vec<f64> {
        let Some((curve, hours)) = undelayed(jobs, seconds) else { return Vec::new() };
        let rates = &self.rates;
        let usd = |sizes: &Sizes| {
            let committed = curve.mean_below(sizes.committed) * hours;
            let served = curve.mean_below(sizes.committed + sizes.owned * self.owned_busy_share) * hours;
            let running = (served - committed) * rates.owned_at(sizes.owned).usd_per_hour
                + committed * rates.committed_usd_per_hour;
            rates.held(*sizes, seconds) + running + (curve.mean() * hours - served) * rates.rented_usd_per_hour
        };
        all.iter().map(usd).collect()
    }
}
