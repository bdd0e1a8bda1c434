//! Every mix of a setting, one by one: what the search of sizes is compared with.

use std::sync::Arc;

use engine::analysis::goal_seek::Subject;
use engine::cash_flow::Flows;
use engine::cash_flow::mix::{MixPlan, NewCommitment, mix};
use engine::cash_flow::outside::Outside;
use engine::cash_flow::tax;
use engine::model::Model;
use engine::plans::listing;
use engine::plans::plan::{How, Plan, PlanKind};
use engine::plans::search::Tried;
use engine::plans::setting::Setting;

/// Undone work below this share of all work is rounding.
const UNDONE: f64 = 1e-9;

/// The best of all mixes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BestOfAll {
    /// Least undone work of any mix, GPU-hours.
    pub(crate) undone: f64,
    /// Least present value of those that leave so little and keep the limits, US dollars; infinite where none does.
    pub(crate) usd: f64,
    /// Number of mixes.
    pub(crate) mixes: usize,
}

impl BestOfAll {
    fn none() -> Self {
        Self { undone: f64::INFINITY, usd: f64::INFINITY, mixes: 0 }
    }

    fn take(&mut self, undone: f64, usd: f64) {
        self.mixes += 1;
        let slack = UNDONE * (1.0 + self.undone.max(undone));
        if self.undone == f64::INFINITY || undone < self.undone - slack {
            (self.undone, self.usd) = (undone, usd);
        } else if undone <= self.undone + slack {
            self.usd = self.usd.min(usd);
        }
    }

    /// What a search found that differs from it.
    pub(crate) fn difference(&self, found: &Tried) -> Option<String> {
        let near = found.usd == self.usd || (found.usd - self.usd).abs() <= 1e-9 * self.usd.abs();
        let same = near && (found.undone - self.undone).abs() <= 1e-6 * (1.0 + self.undone);
        (!same).then(|| format!("{found:?} is not {self:?}"))
    }
}

/// Calls for every mix: all whole numbers of nodes up to what the busiest hour wants, and two more; every commitment that may
/// be signed, also those that another beats, with every number of its instances up to the busiest hour; both orders of work;
/// every way of renting by the hour. With the number of nodes and the machines come all mixes with them.
fn every_mix(setting: &Setting, subject: Subject, mut each: impl FnMut(&Model, &[MixPlan])) {
    let base = &setting.base;
    let months = || 1..=base.time.months;
    let peak = |all: bool| months().map(|month| setting.peak_work(month, all)).fold(0.0, f64::max);
    // A month of the ramp can use more nodes than a full one.
    let ramp = months().map(|month| base.time.ramped(month)).filter(|share| *share > 0.0).fold(1.0, f64::min);
    let most = setting.nodes_there + (peak(true) / (setting.work_of_node() * ramp)).ceil() + 2.0;
    let by_hour = base.offers.iter().enumerate().filter(|(_, offer)| offer.counted && offer.pays_per_use());
    let mut ways: Vec<Option<Arc<Outside>>> = by_hour
        .filter(|(_, offer)| offer.is_firm())
        .map(|(index, _)| Outside::with_spot(base, &setting.terms, index).map(Arc::new))
        .collect();
    if ways.is_empty() {
        ways.push(setting.hourly.clone());
    }
    let mut signed = vec![None];
    for (index, offer) in base.offers.iter().enumerate().filter(|(_, offer)| offer.counted && !offer.pays_per_use()) {
        let whole = offer.gpus_per_instance.max(1.0);
        let most = (setting.gpus_for(offer, peak(false)) / whole).ceil();
        let mut instances = 1.0;
        while instances <= most {
            signed.push(Some(NewCommitment::new(index, instances * whole)));
            instances += 1.0;
        }
    }
    let mut nodes = setting.nodes_there;
    while nodes <= most {
        let owned: Model = match nodes {
            0.0 => base.clone(),
            nodes => setting.machines(subject, nodes).expect("machines").model,
        };
        let orders: &[bool] = if nodes > 0.0 { &[false, true] } else { &[false] };
        let mut plans = Vec::new();
        for outside in &ways {
            for commitment in &signed {
                plans.extend(orders.iter().map(|machines_first| MixPlan {
                    owns: nodes > 0.0,
                    commitment: *commitment,
                    outside: outside.clone(),
                    bridge: setting.hourly.clone(),
                    machines_first: *machines_first,
                    ..MixPlan::default()
                }));
            }
        }
        each(&owned, &plans);
        nodes += 1.0;
    }
}

/// Present value after tax of a plan whose flows are filled.
fn present_value(setting: &Setting, model: &Model, flows: &Flows, owns: bool) -> f64 {
    if owns {
        return setting.value_of_owning(model, flows).present_value;
    }
    let clock = &model.time.clock;
    let saved = model.time.tax.as_ref().map_or(0.0, |tax| tax::saved(&tax::deductions(flows, tax), tax, clock));
    flows.totals(clock).present_value - saved
}

/// The best of all mixes; without limits.
pub(crate) fn best_of_all(setting: &Setting, subject: Subject) -> BestOfAll {
    let mut flows = Flows::with_accounts(&setting.base);
    let mut best = BestOfAll::none();
    every_mix(setting, subject, |model, plans| {
        for plan in plans {
            mix(model, &setting.terms, plan, &mut flows);
            best.take(flows.unserved, present_value(setting, model, &flows, plan.owns));
        }
    });
    best
}

/// The best of all mixes that keep the limits, by the figures that the table of plans gives each.
pub(crate) fn best_within_limits(setting: &Setting, subject: Subject) -> BestOfAll {
    let mut best = BestOfAll::none();
    every_mix(setting, subject, |model, plans| {
        let listed = |plan: &MixPlan| Plan { kind: PlanKind::Yours, model: model.clone(), how: How::Mix(plan.clone()) };
        let plans: Vec<Plan> = plans.iter().map(listed).collect();
        for plan in listing::evaluate(setting, subject, &plans, Vec::new()).plans {
            let usd = if plan.breaks.is_empty() { plan.present_value_usd } else { f64::INFINITY };
            best.take(plan.hours.undone, usd);
        }
    });
    best
}
