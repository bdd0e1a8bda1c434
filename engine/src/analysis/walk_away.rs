//! The price at which each provider's offer would win: what to ask for, and where to walk away.
//!
//! All of the work goes to one offer, sizes of the recommended plan held. Only the price of that offer changes. Source: plans page,
//! section 4; model page, section 4.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::plan_pair::Place;
use crate::cash_flow::mix::{MixPlan, NewCommitment};
use crate::formulas::root::root;
use crate::horizon::{buffers, node_expansion, value_of};
use crate::model::offers::Offer;
use crate::model::{Model, Subject};
use crate::plans::listing::build;
use crate::plans::plan::{How, Plan, PlanKind};
use crate::plans::result::PlanResult;
use crate::plans::setting::{CommitmentSize, Setting};
use crate::plans::{FindSizes, FoundSizes, evaluate_with};

/// Both cost the same below this share of the cost.
const SAME: f64 = 1e-9;
/// The lowest price tried, as a share of the price now.
const LOWEST: f64 = 1e-6;
/// How often a price that already wins is doubled until it does not.
const DOUBLINGS: usize = 10;

/// The price at which an offer would win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WalkAway {
    /// Id of the offer.
    pub offer: String,
    /// Its provider.
    pub provider: String,
    /// Its name.
    pub name: String,
    /// Months of its term; 0 by the hour.
    pub term_months: f64,
    /// Its price now, US dollars per GPU-hour.
    pub now_usd: f64,
    /// The price below which all of the work costs less there than with the recommended plan; nothing where it wins at no price.
    pub wins_below_usd: Option<f64>,
}

impl WalkAway {
    /// How far the price would have to fall, as a share of it; nothing where it wins at no price.
    pub fn cut(&self) -> Option<f64> {
        self.wins_below_usd.map(|usd| 1.0 - usd / self.now_usd)
    }
}

/// The search, one offer a step: the best offer of each provider by which the recommended plan does not stand alone. Hours that a plan with
/// machines buys are bought at the changed price too.
pub struct WalkAwaySearch {
    setting: Setting,
    own: Model,
    sizes: FindSizes,
    /// The sizes and the recommended plan, once they are found; nothing without such a plan.
    answer: Option<(FoundSizes, PlanKind)>,
    /// Places of the offers still to be looked at, the next last.
    left: Vec<usize>,
    looked_at: usize,
    stage: Stage,
    found: Vec<WalkAway>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Sizes,
    Offers,
}

impl WalkAwaySearch {
    /// Starts with a scenario; nothing where it cannot be computed.
    pub fn start(subject: Subject) -> Option<Self> {
        let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
        let setting = Setting::new(Some(&own), subject)?;
        let sizes = FindSizes::new(&setting);
        let (answer, left, found) = (None, Vec::new(), Vec::new());
        Some(Self { setting, own, sizes, answer, left, looked_at: 0, stage: Stage::Sizes, found })
    }

    /// Takes a step. Returns whether steps are left.
    pub fn step(&mut self, subject: Subject) -> bool {
        let place = Place { setting: &self.setting, subject, own: &self.own };
        if self.stage == Stage::Sizes {
            if self.sizes.step(subject) {
                return true;
            }
            let sizes = self.sizes.finish(subject);
            let plans = evaluate_with(&self.setting, subject, &self.own, &sizes);
            self.stage = Stage::Offers;
            if let Some(best) = plans.recommended() {
                self.left = offers_to_ask(&self.own, best);
                self.answer = Some((sizes, best.kind));
            }
        } else if let (Some(at), Some((sizes, best))) = (self.left.pop(), &self.answer) {
            self.looked_at += 1;
            let offer = self.own.offers.get(at);
            self.found.extend(offer.and_then(|offer| of_offer(place, sizes, *best, offer)));
        }
        !self.left.is_empty()
    }

    /// Offers looked at, and all.
    pub fn progress(&self) -> (usize, usize) {
        match self.stage {
            Stage::Sizes => (0, 1),
            Stage::Offers => (self.looked_at, (self.looked_at + self.left.len()).max(1)),
        }
    }

    /// One offer of each provider, the nearest to winning first; nothing without a recommended plan.
    pub fn finish(self) -> Option<Vec<WalkAway>> {
        self.answer?;
        let mut found = self.found;
        let key = |of: &WalkAway| of.cut().unwrap_or(f64::INFINITY);
        found.sort_by(|a, b| key(a).total_cmp(&key(b)));
        let mut providers: Vec<String> = Vec::new();
        found.retain(|of| {
            let is_new = !providers.contains(&of.provider);
            if is_new {
                providers.push(of.provider.clone());
            }
            is_new
        });
        Some(found)
    }
}

/// The search in one go.
pub fn walk_away(subject: Subject) -> Option<Vec<WalkAway>> {
    let mut search = WalkAwaySearch::start(subject)?;
    while search.step(subject) {}
    search.finish()
}

/// Places of the offers by which the recommended plan does not stand alone, the first last.
fn offers_to_ask(own: &Model, best: &PlanResult) -> Vec<usize> {
    let alone = |offer: &Offer| match best.kind {
        PlanKind::Rent => best.hourly.as_ref() == Some(&offer.id),
        PlanKind::Commit => best.commitment.as_ref() == Some(&offer.id),
        _ => false,
    };
    let offers = own.offers.iter().enumerate().rev();
    offers.filter(|(_, offer)| offer.counted && !alone(offer)).map(|(place, _)| place).collect()
}

fn of_offer(place: Place, sizes: &FoundSizes, best: PlanKind, offer: &Offer) -> Option<WalkAway> {
    let now = offer.price.as_usd_per_gpu_hour();
    let mut more = |usd: f64| {
        let (difference, cost) = costs_more(place, sizes, best, (offer, usd))?;
        Some(if libm::fabs(difference) <= SAME * cost { 0.0 } else { difference })
    };
    let mut high = (now, more(now)?);
    for _ in 0..DOUBLINGS {
        if high.1 < 0.0 {
            high = (high.0 * 2.0, more(high.0 * 2.0)?);
        }
    }
    let low = (now * LOWEST, more(now * LOWEST)?);
    if high.1 < 0.0 {
        return None;
    }
    // Prices billed in steps jump over the same cost: then this is where they jump.
    let wins = (low.1 < 0.0).then(|| if high.1 == 0.0 { high.0 } else { root(low, high, &mut more) });
    Some(WalkAway {
        offer: offer.id.as_str().to_owned(),
        provider: offer.provider.as_str().to_owned(),
        name: offer.name.as_str().to_owned(),
        term_months: offer.term_months,
        now_usd: now,
        wins_below_usd: wins,
    })
}

/// What all of the work costs more at an offer of another price than with the recommended plan, and what that costs; nothing where it is
/// not all done there.
fn costs_more(place: Place, sizes: &FoundSizes, best: PlanKind, (offer, usd): (&Offer, f64)) -> Option<(f64, f64)> {
    let priced = |model: &Model| {
        let mut model = model.clone();
        let factor = usd / offer.price.as_usd_per_gpu_hour();
        if let Some(offer) = Arc::make_mut(&mut model.offers).get_mut(offer.place) {
            offer.price = offer.price * factor;
        }
        model
    };
    let setting = Setting::of_model(priced(&place.setting.base), place.subject.scenario);
    let own = priced(place.own);
    let is_of_offer = setting.sizes.commitment == CommitmentSize::OfOffer;
    let all_there = if offer.pays_per_use() || is_of_offer {
        let kind = if offer.pays_per_use() { PlanKind::Rent } else { PlanKind::Commit };
        Plan { kind, model: own.clone(), how: How::Offer(offer.place) }
    } else {
        let gpus = setting.committed_gpus(offer.place).filter(|gpus| *gpus > 0.0)?;
        let mix = MixPlan {
            commitment: Some(NewCommitment::new(offer.place, gpus)),
            outside: setting.rest(),
            ..MixPlan::default()
        };
        Plan { kind: PlanKind::Commit, model: setting.base.clone(), how: How::Mix(mix) }
    };
    // A plan that is one offer keeps it at its price: it would turn to the changed one.
    let is_one_offer = matches!(best, PlanKind::Rent | PlanKind::Commit);
    let (of_best, own_of_best) = if is_one_offer { (place.setting, place.own) } else { (&setting, &own) };
    let (plans, _) = build(of_best, place.subject, own_of_best, sizes.mix.as_ref());
    let best = plans.into_iter().find(|plan| plan.kind == best)?;
    let mut flows = buffers(&setting.base);
    let mut value = |plan: &Plan, setting: &Setting| {
        plan.fill(&setting.terms, &mut flows);
        if plan.owns() { setting.value_of_owning(&plan.model, &flows) } else { value_of(&plan.model, &flows) }
    };
    let (there, best) = (value(&all_there, &setting), value(&best, of_best));
    there.complete.then_some((there.present_value - best.present_value, libm::fabs(best.present_value).max(1.0)))
}
