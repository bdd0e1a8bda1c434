//! How likely each plan is the cheapest, and what being wrong costs: all plans in many draws of what is uncertain, sizes held.
//!
//! Each draw changes every input with a range at once, and all plans are evaluated in the same draw. Sizes stay: they are decided now,
//! prices move later. It takes seconds, so it runs in steps, and what is known so far can be asked for at any time. Source: model page,
//! section 8.

mod drawn;
pub mod draws;
mod fans;
mod inputs;
mod lengths;
mod search;
mod sizes;
pub mod statistics;

use serde::{Deserialize, Serialize};

pub use fans::{CashFan, FAN};
pub use inputs::form;
pub use lengths::LengthRisk;
pub use search::RiskSearch;
pub use sizes::SizeRisk;

use super::plan_pair::{Changed, Held, Place, SAME_WORK, Valued};
use crate::cash_flow::Flows;
use crate::horizon::buffers;
use crate::plans::FoundSizes;
use crate::plans::listing::build;
use crate::plans::plan::{PlanKind, Source};
use crate::plans::recommendation::Plans;
use crate::units::count;
use drawn::Drawn;
use draws::Sampler;
use fans::{FAN_DRAWS, Fan};
use inputs::{Uncertain, changes, correlation, is_factor, uncertain};
use lengths::{LENGTH_DRAWS, Lengths};
use sizes::{SIZE_DRAWS, Sizes};
use statistics::{Costs, percentile, percentiles, rank_correlation};

/// Draws.
pub const DRAWS: usize = 10_000;
/// Draws in which nothing moves together.
const UNLINKED_DRAWS: usize = 2_000;
/// Draws that a recommendation is weighed with: few, because they are part of every answer.
pub const ANSWER_DRAWS: usize = 250;
/// Below this share of the draws a recommended plan is too close to call.
pub const LIKELY_SHARE: f64 = 0.65;
/// Draws of a block, stratified together.
const BLOCK: usize = 500;
/// Draws of a step.
const AT_ONCE: usize = 10;
/// Seed of the draws.
pub const SEED: u64 = 1;
/// Percentiles that are kept.
pub const PERCENTILES: [f64; 7] = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95];
/// Those of the cost of the recommended plan that its memo names.
const LIKELY_COSTS: [f64; 3] = [0.1, 0.5, 0.9];
/// What is worth less to know is worth nothing, US dollars.
const LEAST_WORTH_USD: f64 = 0.5;
/// Ends of a range that a tornado looks at.
const ENDS: [f64; 2] = [0.05, 0.95];

/// How one plan fares in the draws. US dollars at present value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanRisk {
    /// Which plan.
    pub kind: PlanKind,
    /// Share of the draws in which it is the cheapest.
    pub cheapest_share: f64,
    /// The same where nothing moves together.
    pub unlinked_share: f64,
    /// Mean cost.
    pub mean_usd: f64,
    /// Percentiles of the cost, in the order of [`PERCENTILES`].
    pub usd: [f64; 7],
    /// The same of the cost of a productive GPU-hour; nothing without work.
    pub usd_per_hour: Option<[f64; 7]>,
    /// What it costs more than the cheapest of each draw, on average.
    pub regret_usd: f64,
    /// The same in the worst draw.
    pub worst_regret_usd: f64,
    /// The same on average where it is not the cheapest.
    pub regret_if_wrong_usd: f64,
    /// Cost in its worst draw.
    pub worst_usd: f64,
}

/// What an uncertain input does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputRisk {
    /// Id of its row, or of the price of hours, whose numbers are factors.
    pub field: String,
    /// Whether its numbers are factors on a price.
    pub is_factor: bool,
    /// 5th and 95th percentile of what is drawn.
    pub ends: [f64; 2],
    /// What the runner-up costs more than the recommended plan at these ends, everything else as it is; nothing where the two do not do
    /// the same work.
    pub difference_usd: [Option<f64>; 2],
    /// What the recommended plan costs at these ends; nothing where it then cannot be had.
    pub cost_usd: [Option<f64>; 2],
    /// Rank correlation with what the runner-up costs more.
    pub rank_correlation: f64,
    /// What knowing it before the decision is worth, US dollars; nothing where that cannot be told from chance.
    pub worth_knowing_usd: Option<f64>,
}

/// What the draws say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    /// Draws.
    pub draws: usize,
    /// Their seed.
    pub seed: u64,
    /// Draws that could not be computed or in which no plan does the work.
    pub failed: usize,
    /// The plans that may be recommended, in the order of the table.
    pub plans: Vec<PlanRisk>,
    /// The recommended plan.
    pub recommended: PlanKind,
    /// What it costs with the inputs as entered.
    pub entered_usd: f64,
    /// The plan that it is compared with: the runner-up, or the next that may be taken; nothing where there is none.
    pub against: Option<PlanKind>,
    /// Share of the draws in which it, or another plan with the same sources, is the cheapest.
    pub answer_share: f64,
    /// The same where nothing moves together.
    pub unlinked_answer_share: f64,
    /// What knowing everything before the decision is worth, US dollars: the regret of the plan with the least mean cost.
    pub worth_knowing_all_usd: f64,
    /// The plan with the least mean cost.
    pub least_mean: PlanKind,
    /// The plan whose worst draw costs least.
    pub best_in_worst_case: PlanKind,
    /// The plan with the least worst regret.
    pub least_regret: PlanKind,
    /// All of the work by the hour and at each length of commitment; empty where committing is no plan.
    pub lengths: Vec<LengthRisk>,
    /// The recommended plan in smaller and larger sizes; empty where it buys and commits nothing.
    pub sizes: Vec<SizeRisk>,
    /// What the recommended plan and the one that it is compared with pay by month.
    pub fans: Vec<CashFan>,
    /// Uncertain inputs, those that move the difference most first.
    pub inputs: Vec<InputRisk>,
    /// What the runner-up costs more than the recommended plan: the percentiles from 0 to 100 of the draws; empty without a runner-up.
    pub difference_percentiles_usd: Vec<f64>,
    /// Share of the draws in which it costs less.
    pub runner_up_share: Option<f64>,
}

/// How likely the recommended plan is the cheapest. Another plan that uses the same sources counts as it: other sizes are no
/// other answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Likelihood {
    /// Draws that could be computed.
    pub draws: usize,
    /// Share of them in which it is the cheapest.
    pub cheapest_share: f64,
    /// The plan of other sources that is the cheapest in most of the others; nothing where there is none.
    pub next: Option<PlanKind>,
    /// Share of the draws in which that one is.
    pub next_share: f64,
    /// What the recommended plan costs more than what is cheapest, on average where that is of other sources; nothing where it then
    /// does not do the work. US dollars at present value.
    pub regret_if_wrong_usd: Option<f64>,
    /// 10th, 50th and 90th percentile of what it costs, US dollars at present value.
    pub cost_percentiles_usd: Option<[f64; 3]>,
}

/// What an end of one input's range does.
#[derive(Clone, Copy, Default)]
struct AtEnd {
    difference_usd: Option<f64>,
    cost_usd: Option<f64>,
}

/// All plans of a scenario in draws of what is uncertain, in steps.
pub struct Draws {
    kinds: Vec<PlanKind>,
    /// What does the work of each plan.
    sources: Vec<Vec<Source>>,
    pair: (PlanKind, Option<PlanKind>),
    entered_usd: f64,
    held: Vec<Held>,
    inputs: Vec<Uncertain>,
    linked: Drawn,
    unlinked: Drawn,
    samplers: [Sampler; 2],
    /// What is left of the current block.
    block: Vec<Vec<f64>>,
    /// The difference at both ends of each input.
    ends: Vec<[AtEnd; 2]>,
    flows: Flows,
    lengths: Lengths,
    /// Of the recommended plan.
    sizes: Option<Sizes>,
    /// Of the two plans of the answer.
    fans: Vec<Fan>,
    /// How many are asked for.
    asked: usize,
    /// Whether only how likely each plan is the cheapest is asked for.
    is_brief: bool,
}

impl Draws {
    /// Starts with the plans of a setting; nothing where fewer than two may be recommended, or nothing is uncertain.
    pub fn new(place: Place, (plans, sizes): (&Plans, &FoundSizes), draws: usize) -> Option<Self> {
        let Place { setting, subject, own } = place;
        let recommended = plans.recommended?;
        let may = |kind: PlanKind| plans.plan(kind).is_some_and(|plan| plan.may_be_recommended);
        // A plan that may not be taken wins nothing.
        let rival = plans.rival().map(|plan| plan.kind).filter(|kind| may(*kind));
        let (built, _) = build(setting, subject, own, sizes.mix.as_ref());
        let compared: Vec<_> = built.iter().filter(|plan| may(plan.kind)).collect();
        let inputs = uncertain(place);
        if inputs.is_empty() || compared.len() < 2 {
            return None;
        }
        let held: Vec<Held> = compared.iter().map(|plan| Held::of(setting, plan)).collect();
        let of_pair = [Some(recommended), rival].into_iter().flatten();
        let of_pair = of_pair.filter_map(|kind| held.iter().find(|held| held.kind == kind));
        let sizes = held.iter().find(|held| held.kind == recommended).map(|held| Sizes::new(place, *held));
        let fans = of_pair.map(|held| Fan::new(*held)).collect();
        let correlation = correlation(&inputs).ok();
        let sampler =
            |correlation| Sampler::new(SEED, inputs.iter().map(|input| input.distribution).collect(), correlation);
        let samplers = [sampler(correlation), sampler(None)];
        let drawn = || Drawn::new(compared.len(), inputs.len());
        Some(Self {
            kinds: compared.iter().map(|plan| plan.kind).collect(),
            sources: compared
                .iter()
                .map(|plan| plans.plan(plan.kind).map(|found| found.sources.clone()).unwrap_or_default())
                .collect(),
            pair: (recommended, rival),
            entered_usd: plans.recommended().map_or(0.0, |plan| plan.present_value_usd),
            held,
            linked: drawn(),
            unlinked: drawn(),
            samplers,
            block: Vec::new(),
            ends: Vec::new(),
            flows: buffers(&setting.base),
            inputs,
            lengths: Lengths::new(own, plans),
            sizes,
            fans,
            asked: draws,
            is_brief: false,
        })
    }

    /// The same for a weighing: few draws, and only how likely each plan is the cheapest.
    pub fn brief(place: Place, found: (&Plans, &FoundSizes)) -> Option<Self> {
        Self::new(place, found, ANSWER_DRAWS).map(|draws| Self { is_brief: true, ..draws })
    }

    fn unlinked_draws(&self) -> usize {
        if self.is_brief { 0 } else { UNLINKED_DRAWS.min(self.asked) }
    }

    fn looked_at_ends(&self) -> usize {
        if self.is_brief { 0 } else { self.inputs.len() }
    }

    /// Evaluations done, and all.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.ends.len() + self.unlinked.done() + self.linked.done();
        (done, self.looked_at_ends() + self.unlinked_draws() + self.asked)
    }

    /// Takes a step: the ends of one input, or some draws. Returns whether steps are left.
    pub fn step(&mut self, place: Place) -> bool {
        if self.ends.len() < self.looked_at_ends() {
            let found = self.at_ends(place);
            self.ends.push(found);
            return true;
        }
        // A block of each first: both shares are known of what is found so far.
        let is_first = self.linked.done() < BLOCK.min(self.asked);
        let is_linked = is_first || self.unlinked.done() >= self.unlinked_draws();
        if self.block.is_empty() {
            let [linked, unlinked] = &mut self.samplers;
            let block = BLOCK.min(self.asked);
            self.block = if is_linked { linked.block(block) } else { unlinked.block(block) };
        }
        let priced = place.setting.base.time.late_usd_per_gpu_hour > 0.0;
        for _ in 0..AT_ONCE {
            let Some(drawn) = self.block.pop() else { break };
            let used: Vec<f64> = self.inputs.iter().zip(&drawn).map(|(input, drawn)| input.held(*drawn)).collect();
            let changed = Changed::by_all(place, &changes(&self.inputs, &drawn));
            if let Some(changed) = changed.as_ref().filter(|_| is_linked && self.compares_lengths()) {
                self.lengths.keep(changed.place(), &mut self.flows);
            }
            if let Some(changed) = changed.as_ref().filter(|_| is_linked && self.compares_sizes()) {
                self.sizes.iter_mut().for_each(|sizes| sizes.keep(changed.place(), &mut self.flows));
            }
            if let Some(changed) = changed.as_ref().filter(|_| is_linked && self.fans_out()) {
                self.fans.iter_mut().for_each(|fan| fan.keep(changed.place(), &mut self.flows));
            }
            let values = changed.map(|changed| self.values(&changed));
            let kept = if is_linked { &mut self.linked } else { &mut self.unlinked };
            kept.keep(&used, values, priced);
        }
        self.linked.done() < self.asked
    }

    fn compares_lengths(&self) -> bool {
        !self.is_brief && self.lengths.done() < LENGTH_DRAWS
    }

    fn compares_sizes(&self) -> bool {
        !self.is_brief && self.sizes.as_ref().is_some_and(|sizes| sizes.done() < SIZE_DRAWS)
    }

    fn fans_out(&self) -> bool {
        !self.is_brief && self.linked.done() < FAN_DRAWS
    }

    /// What every plan costs and does after some changes.
    fn values(&mut self, changed: &Changed) -> Vec<Option<Valued>> {
        self.held.iter().map(|held| held.value(changed.place(), &mut self.flows)).collect()
    }

    /// The recommended plan and its difference from the runner-up at both ends of the next input.
    fn at_ends(&mut self, place: Place) -> [AtEnd; 2] {
        let Some(input) = self.inputs.get(self.ends.len()).copied() else { return Default::default() };
        let Some((best, other)) = self.places_of_pair() else { return Default::default() };
        ENDS.map(|share| {
            let drawn = [input.distribution.quantile(share)];
            let Some(changed) = Changed::by_all(place, &changes(&[input], &drawn)) else { return AtEnd::default() };
            let values = self.values(&changed);
            let at = |plan: usize| values.get(plan).copied().flatten();
            let difference_usd = at(best).zip(at(other)).and_then(|(best, other)| {
                Some(other.usd - best.usd).filter(|_| libm::fabs(other.undone - best.undone) <= SAME_WORK)
            });
            AtEnd { difference_usd, cost_usd: at(best).map(|best| best.usd) }
        })
    }

    fn places_of_pair(&self) -> Option<(usize, usize)> {
        let place = |kind: PlanKind| self.kinds.iter().position(|known| *known == kind);
        Some((place(self.pair.0)?, place(self.pair.1?)?))
    }

    /// How likely the recommended plan is the cheapest, by the draws so far; nothing before the first.
    pub fn likelihood(&self) -> Option<Likelihood> {
        let draws = self.linked.done() - self.linked.failed;
        let place = self.kinds.iter().position(|kind| *kind == self.pair.0).filter(|_| draws > 0)?;
        let costs = Costs(&self.linked.usd);
        let shares = costs.shares_cheapest();
        let is_alike = |other: usize| self.is_alike(place, other);
        let others = || shares.iter().enumerate().filter(|(other, share)| !is_alike(*other) && **share > 0.0);
        let next = others().reduce(|most, other| if other.1 > most.1 { other } else { most });
        let regret = costs.regret_against(place, |other| !is_alike(other));
        Some(Likelihood {
            draws,
            cheapest_share: self.answer_share(&shares),
            next: next.and_then(|(other, _)| self.kinds.get(other).copied()),
            next_share: next.map_or(0.0, |(_, share)| *share),
            regret_if_wrong_usd: Some(regret).filter(|usd| usd.is_finite()),
            cost_percentiles_usd: self.linked.usd.get(place).and_then(|usd| percentiles(usd, LIKELY_COSTS)),
        })
    }

    /// The plan that the recommended one has to be weighed against although another is cheaper as entered: where it is the
    /// cheapest in too few draws, the other one that is in most. Nothing where that is the rival already.
    pub fn other_rival(&self) -> Option<PlanKind> {
        let found = self.likelihood().filter(|found| found.cheapest_share < LIKELY_SHARE)?;
        found.next.filter(|next| Some(*next) != self.pair.1)
    }

    /// Whether two plans have the same sources: other sizes are no other answer.
    fn is_alike(&self, plan: usize, other: usize) -> bool {
        self.sources.get(plan) == self.sources.get(other)
    }

    /// Share of the draws in which the recommended plan, or one with the same sources, is the cheapest.
    fn answer_share(&self, shares: &[f64]) -> f64 {
        let place = self.kinds.iter().position(|kind| *kind == self.pair.0);
        let alike = |other: &usize| place.is_some_and(|place| self.is_alike(place, *other));
        (0..shares.len()).filter(alike).filter_map(|other| shares.get(other)).sum()
    }

    /// Draws so far, where both shares are known.
    fn done(&self) -> usize {
        if self.unlinked.done() < BLOCK.min(self.unlinked_draws()) { 0 } else { self.linked.done() }
    }

    /// What the draws so far say; nothing before the first.
    pub fn so_far(&self) -> Option<Risk> {
        let draws = self.linked.done();
        let pair = self.places_of_pair();
        let recommended = self.pair.0;
        let costs = Costs(&self.linked.usd);
        let (shares, unlinked) = (costs.shares_cheapest(), Costs(&self.unlinked.usd).shares_cheapest());
        let sorted = |values: &[f64]| {
            let mut values = values.to_vec();
            values.sort_by(f64::total_cmp);
            values
        };
        let mut plans = Vec::new();
        for (place, kind) in self.kinds.iter().enumerate() {
            let of = |all: &[Vec<f64>]| all.get(place).cloned().unwrap_or_default();
            let usd = of(&self.linked.usd);
            let Some(found) = percentiles(&usd, PERCENTILES) else { continue };
            let (regret_usd, worst_regret_usd) = costs.regret(place);
            plans.push(PlanRisk {
                kind: *kind,
                cheapest_share: shares.get(place).copied().unwrap_or(0.0),
                unlinked_share: unlinked.get(place).copied().unwrap_or(0.0),
                mean_usd: costs.mean(place),
                usd: found,
                usd_per_hour: percentiles(&of(&self.linked.per_hour), PERCENTILES),
                regret_usd,
                worst_regret_usd,
                regret_if_wrong_usd: costs.regret_if_wrong(place),
                worst_usd: usd.into_iter().fold(f64::NEG_INFINITY, f64::max),
            });
        }
        let least = |of: fn(&PlanRisk) -> f64| plans.iter().min_by(|a, b| of(a).total_cmp(&of(b)));
        let PlanRisk { kind: least_mean, regret_usd: worth_knowing_all_usd, .. } = *least(|plan| plan.mean_usd)?;
        let best_in_worst_case = least(|plan| plan.worst_usd)?.kind;
        let least_regret = least(|plan| plan.worst_regret_usd)?.kind;
        let differences: Vec<f64> = pair.map_or_else(Vec::new, |(best, other)| {
            let of = |plan: usize| self.linked.usd.get(plan).map_or(&[][..], Vec::as_slice);
            of(best).iter().zip(of(other)).map(|(best, other)| other - best).collect()
        });
        // Where neither does the work there is no difference.
        let known: Vec<f64> = differences.iter().copied().filter(|usd| !usd.is_nan()).collect();
        let inputs = self.inputs_found(&costs, &differences);
        let (answer_share, unlinked_answer_share) = (self.answer_share(&shares), self.answer_share(&unlinked));
        let failed = self.linked.failed;
        let sorted = sorted(&known);
        let below = sorted.iter().filter(|usd| **usd < 0.0).count();
        let runner_up_share = (!sorted.is_empty()).then(|| count(below) / count(sorted.len()));
        let difference_percentiles_usd =
            (0..=100).filter_map(|hundredth| percentile(&sorted, count(hundredth) / 100.0)).collect();
        Some(Risk {
            draws,
            seed: SEED,
            failed,
            plans,
            recommended,
            entered_usd: self.entered_usd,
            against: self.pair.1,
            answer_share,
            unlinked_answer_share,
            worth_knowing_all_usd,
            least_mean,
            best_in_worst_case,
            least_regret,
            lengths: self.lengths.found(),
            sizes: self.sizes.as_ref().map_or_else(Vec::new, Sizes::found),
            fans: self.fans.iter().filter_map(Fan::found).collect(),
            inputs,
            difference_percentiles_usd,
            runner_up_share,
        })
    }

    fn inputs_found(&self, costs: &Costs, differences: &[f64]) -> Vec<InputRisk> {
        let mut random = Sampler::new(SEED, Vec::new(), None);
        let mut found: Vec<InputRisk> = Vec::with_capacity(self.inputs.len());
        for (place, input) in self.inputs.iter().enumerate() {
            let drawn = self.linked.inputs.get(place).map_or(&[][..], Vec::as_slice);
            let at_ends = self.ends.get(place).copied().unwrap_or_default();
            found.push(InputRisk {
                field: input.id().to_owned(),
                is_factor: is_factor(input),
                ends: ENDS.map(|share| input.held(input.distribution.quantile(share))),
                difference_usd: at_ends.map(|end| end.difference_usd),
                cost_usd: at_ends.map(|end| end.cost_usd),
                rank_correlation: rank_correlation(drawn, differences),
                worth_knowing_usd: costs
                    .information(drawn, |end| random.below(end))
                    .filter(|usd| *usd >= LEAST_WORTH_USD),
            });
        }
        let swing = |of: &InputRisk| match of.difference_usd {
            [Some(low), Some(high)] => libm::fabs(high - low),
            _ => 0.0,
        };
        found.sort_by(|a, b| swing(b).total_cmp(&swing(a)));
        found
    }
}

#[cfg(test)]
mod tests;
