//! How long to commit: all of the work by the hour or at a commitment of each length, in draws. What is signed falls due
//! whether or not there is work for it.

use serde::{Deserialize, Serialize};

use super::statistics::Costs;
use crate::analysis::plan_pair::{Held, Place, Valued};
use crate::cash_flow::Flows;
use crate::model::Model;
use crate::plans::candidates::commitments;
use crate::plans::plan::PlanKind;
use crate::plans::recommendation::Plans;
use crate::units::HOURS_PER_MONTH;

/// Draws in which lengths are compared.
pub(super) const LENGTH_DRAWS: usize = 2_000;

/// How a length of commitment fares. US dollars at present value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LengthRisk {
    /// Months; 0 is by the hour.
    pub months: f64,
    /// Share of the draws in which it is the cheapest length.
    pub cheapest_share: f64,
    /// Mean cost.
    pub mean_usd: f64,
    /// What it costs more than the cheapest length of each draw, on average.
    pub regret_usd: f64,
    /// The same in the worst draw.
    pub worst_regret_usd: f64,
    /// What is due once it is signed, at the list price of the cheapest offer of that length, undiscounted.
    pub obligation_usd: f64,
}

/// Costs by length in the draws so far.
pub(super) struct Lengths {
    /// Months, what signing obliges to, and the plan.
    tried: Vec<(f64, f64, Held)>,
    /// By length, then by draw.
    usd: Vec<Vec<f64>>,
}

impl Lengths {
    /// The lengths of the counted commitments, and by the hour; none where committing is no plan.
    pub(super) fn new(own: &Model, plans: &Plans) -> Self {
        let gpus = plans.plan(PlanKind::Commit).map_or(0.0, |plan| plan.committed_gpus);
        let offers: Vec<_> = commitments(own).into_iter().filter_map(|place| own.offers.get(place)).collect();
        let mut months: Vec<f64> = offers.iter().map(|offer| offer.term_months).collect();
        months.sort_by(f64::total_cmp);
        months.dedup();
        let due = |months: f64| {
            let prices = offers
                .iter()
                .filter(|offer| offer.term_months == months)
                .map(|offer| offer.price.as_usd_per_gpu_hour());
            prices.fold(f64::INFINITY, f64::min) * gpus * HOURS_PER_MONTH * months
        };
        let signed = months.iter().map(|months| (*months, due(*months), Held::committed_for(*months)));
        let tried: Vec<_> = if months.is_empty() || gpus <= 0.0 {
            Vec::new()
        } else {
            std::iter::once((0.0, 0.0, Held::by_the_hour())).chain(signed).collect()
        };
        Self { usd: vec![Vec::new(); tried.len()], tried }
    }

    pub(super) fn done(&self) -> usize {
        self.usd.first().map_or(0, Vec::len)
    }

    /// What each costs in a draw.
    pub(super) fn keep(&mut self, place: Place, flows: &mut Flows) {
        let value = |held: &Held, flows: &mut Flows| held.value(place, flows).filter(|value| value.complete);
        for ((.., held), kept) in self.tried.iter().zip(&mut self.usd) {
            kept.push(value(held, flows).map_or(f64::INFINITY, |Valued { usd, .. }| usd));
        }
    }

    /// How each fares; nothing before the first draw, or for a length that leaves work undone in some draw.
    pub(super) fn found(&self) -> Vec<LengthRisk> {
        let costs = Costs(&self.usd);
        let shares = costs.shares_cheapest();
        let found = self.tried.iter().zip(shares).enumerate().map(|(place, ((months, obligation_usd, _), share))| {
            let (regret_usd, worst_regret_usd) = costs.regret(place);
            LengthRisk {
                months: *months,
                cheapest_share: share,
                mean_usd: costs.mean(place),
                regret_usd,
                worst_regret_usd,
                obligation_usd: *obligation_usd,
            }
        });
        found.filter(|found| self.done() > 0 && found.mean_usd.is_finite()).collect()
    }
}
