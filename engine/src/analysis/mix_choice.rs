//! One way to serve a demand: what it consists of, what it costs, and who does the work.

use serde::{Deserialize, Serialize};

use crate::cash_flow::Flows;
use crate::cash_flow::mix::{MixPlan, mix};
use crate::cost::plan::OverflowPricing;
use crate::cost::upfront;
use crate::horizon::{buffers, value_of};
use crate::model::Model;
use crate::units::MONTHS_PER_YEAR;

/// One way to serve the demand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MixChoice {
    /// Whole nodes owned.
    pub nodes: f64,
    /// GPUs owned.
    pub own_gpus: f64,
    /// GPUs committed.
    pub committed_gpus: f64,
    /// Id of the commitment.
    pub commitment: Option<String>,
    /// Id of the offer by the hour.
    pub hourly: Option<String>,
    /// Ids of the spot offers, without repetition.
    pub spot: Vec<String>,
    /// Present value of all that is paid over the horizon; nothing where work stays undone. US dollars.
    pub present_value_usd: Option<f64>,
    /// Sum of all that is paid over the horizon. US dollars.
    pub nominal_usd: f64,
    /// The present value by kind of payment: at the start of a month (purchases, prepayments, setup), running costs of owned
    /// machines, provider bills, sales less removal, and tax saved as a negative number. Their sum is the present value.
    /// US dollars.
    pub paid_usd: [f64; 5],
    /// Price of everything that is bought for the owned machines, US dollars.
    pub upfront_usd: f64,
    /// Present value of the work done, productive GPU-hours.
    pub hours_present_value: f64,
    /// Work done by owned machines, commitment, spot and on-demand, productive GPU-hours.
    pub hours: [f64; 4],
    /// Most that the commitment and the owned machines do at once, useful GPUs.
    pub useful: [f64; 2],
}

impl MixChoice {
    /// Present value per productive GPU-hour, both discounted. US dollars.
    pub fn usd_per_productive_gpu_hour(&self) -> Option<f64> {
        let usd = self.present_value_usd? / self.hours_present_value;
        usd.is_finite().then_some(usd)
    }

    /// What it costs a year on average, US dollars.
    pub fn usd_per_year(&self, months: f64) -> f64 {
        self.nominal_usd / (months / MONTHS_PER_YEAR)
    }
}

/// What a plan costs and who does the work. The owned machines are those of the model.
pub(super) fn choice_of(
    model: &Model,
    terms: &OverflowPricing,
    (plan, nodes): (&MixPlan, f64),
    flows: &mut Flows,
) -> MixChoice {
    if flows.months != model.time.months {
        *flows = buffers(model);
    }
    mix(model, terms, plan, flows);
    let value = value_of(model, flows);
    let sum = |series: &[f64]| series.iter().sum::<f64>();
    let sources = &flows.sources;
    let [owned, committed, spot, on_demand] =
        [&sources.machines, &sources.committed, &sources.spot, &sources.on_demand].map(|series| sum(series));
    let offer = |index: usize| model.offers.get(index);
    let commitment = plan.commitment.and_then(|signed| Some((signed, offer(signed.offer)?)));
    let hires = || plan.outside.iter().flat_map(|outside| outside.hires());
    let hourly = hires().find(|hire| !hire.spot).or_else(|| hires().next()).and_then(|hire| offer(hire.offer));
    let mut spots: Vec<String> = Vec::new();
    for hire in hires().filter(|hire| hire.spot && spot > 0.0) {
        let id = offer(hire.offer).map_or_else(String::new, |offer| offer.id.to_string());
        if !spots.contains(&id) {
            spots.push(id);
        }
    }
    MixChoice {
        nodes,
        own_gpus: nodes * model.owned.gpus_per_node,
        committed_gpus: commitment.map_or(0.0, |(signed, _)| signed.gpus),
        commitment: commitment.map(|(_, offer)| offer.id.to_string()),
        hourly: hourly.map(|offer| offer.id.to_string()),
        spot: spots,
        present_value_usd: value.complete.then_some(value.present_value).filter(|usd| usd.is_finite()),
        nominal_usd: value.totals.nominal,
        paid_usd: paid(model, flows, value.totals.present_value - value.present_value),
        upfront_usd: if plan.owns { upfront(model).as_usd() } else { 0.0 },
        hours_present_value: value.totals.hours_present_value,
        hours: [owned, committed, spot, on_demand],
        useful: [
            commitment.map_or(0.0, |(signed, offer)| {
                signed.gpus * model.rented.held_of_committed() * offer.yields.productive_per_busy()
            }),
            nodes * model.owned.gpus_per_node * model.owned.ceiling() * model.owned.yields.productive_per_busy(),
        ],
    }
}

/// Present values of the payments by kind; see [`MixChoice::paid_usd`].
fn paid(model: &Model, flows: &Flows, tax_saved: f64) -> [f64; 5] {
    let (starts, ends) = model.time.clock.month_by_month();
    let sum = |paid: &[f64], weights: &[f64]| paid.iter().zip(weights).map(|(usd, weight)| usd * weight).sum::<f64>();
    [sum(&flows.start, starts), sum(&flows.end, ends), sum(&flows.bill, ends), sum(&flows.sale, ends), -tax_saved]
}

/// A single choice for all of the work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SingleChoice {
    /// Which: `own`, `commit`, `hour`, `thumb`.
    pub kind: String,
    /// What it is.
    pub choice: MixChoice,
}

/// The best mix with one input changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MixChange {
    /// Id of the row.
    pub field: String,
    /// What it is now, in the row's unit.
    pub now: f64,
    /// What it is changed to.
    pub value: f64,
    /// The best mix there.
    pub best: MixChoice,
}

/// The cheapest mix, and what each single choice costs instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestMix {
    /// Months of the horizon.
    pub months: f64,
    /// The cheapest.
    pub best: MixChoice,
    /// Owning for all of the work, committing for all of it, renting all of it by the hour, and the rule of thumb: reserve
    /// the floor, spot the rest, on-demand in emergency. Those that can be had.
    pub singles: Vec<SingleChoice>,
    /// The best with each number of nodes that was tried, rising.
    pub by_nodes: Vec<MixChoice>,
    /// Present value of a best mix for each workload on its own, added up: what it costs not to pool. Nothing for one
    /// workload. US dollars.
    pub apart_usd: Option<f64>,
    /// The load-duration curve of the first month: useful GPUs, falling, each with its share of the time.
    pub curve: Vec<(f64, f64)>,
    /// The best mix if one input had another value, the strongest change first; empty where that was not asked.
    pub changes: Vec<MixChange>,
}

impl BestMix {
    /// What the best mix costs less than the best single choice, US dollars of present value, and which one that is.
    pub fn saving(&self) -> Option<(f64, &SingleChoice)> {
        let value = |single: &SingleChoice| single.choice.present_value_usd;
        let pure = self.singles.iter().filter(|single| single.kind != "thumb" && value(single).is_some());
        let least = pure.min_by(|a, b| value(a).unwrap_or(0.0).total_cmp(&value(b).unwrap_or(0.0)))?;
        Some((value(least)? - self.best.present_value_usd?, least))
    }
}
