//! From how many tokens a month on hosting a model oneself costs less than an API, or how far it is from that.
//!
//! Hosting is the cheapest complete plan on GPUs at that amount of work: owning, committing, renting or a mix of them for all of
//! it, sizes found. An API costs the same per token at any volume; GPUs are bought and committed whole, so hosting gets cheaper per
//! token, in steps. The volume is the least from which hosting costs less at every larger volume looked at.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cash_flow::mix::NewCommitment;
use crate::horizon::node_expansion;
use crate::inputs::Scenario;
use crate::model::{Model, Subject, without_idle_mistakes};
use crate::plans::listing::{build, evaluate};
use crate::plans::plan::PlanKind;
use crate::plans::result::PlanResult;
use crate::plans::search::Tried;
use crate::plans::setting::{CommitmentSize, Setting, TypedSizes};
use crate::plans::{FoundSizes, evaluate_with, find_sizes};

/// Volumes looked at: from this many times fewer to as many times more tokens than now, in steps of the square root of two.
const MOST_FACTOR: f64 = 1_024.0;
/// Steps of that range.
const STEPS: usize = 40;
/// Nodes up to which mixes are searched. A search over thousands takes over a minute in the browser, and whole nodes matter little there:
/// mixes of larger volumes are the largest one searched, scaled.
const MOST_NODES: f64 = 64.0;
/// The volume found is right to this share.
const CLOSE: f64 = 0.005;

/// What hosting costs against an API.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TokenVolume {
    /// Millions of tokens a month now.
    pub million_now: f64,
    /// Price of a million tokens at the API, over the horizon, US dollars.
    pub api_usd_per_million: f64,
    /// The same on GPUs at the present volume, with the plan.
    pub hosted_now: Hosted,
    /// From how many millions a month on hosting costs less; nothing where it never does, at any volume looked at.
    pub from_million: Option<f64>,
    /// The same on GPUs from there on: at that volume, or at the largest looked at.
    pub hosted_then: Hosted,
    /// Whether hosting costs less at every volume looked at, down to the smallest.
    pub at_any: bool,
}

/// The cheapest plan on GPUs at a volume.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hosted {
    /// Millions of tokens a month.
    pub million: f64,
    /// Which plan.
    pub kind: PlanKind,
    /// GPUs that it owns.
    pub own_gpus: f64,
    /// GPUs of its commitment.
    pub committed_gpus: f64,
    /// Price of a million tokens, US dollars.
    pub usd_per_million: f64,
}

/// The search, one volume a step.
pub struct TokenVolumeSearch {
    sizes: TypedSizes,
    million_now: f64,
    million_per_gpu_hour: f64,
    /// Volumes of the first round still to come, as factors of the present one, the next last.
    queue: Vec<f64>,
    /// Volumes looked at, with the plan on GPUs and what the API costs.
    found: Vec<(f64, Option<(Hosted, f64)>)>,
    /// The mix at the largest volume at which mixes were searched, with its factor.
    largest_mix: Option<(f64, Tried)>,
    /// The last volume at which hosting costs more and the next at which it does not, while they are apart.
    between: Option<(f64, f64)>,
}

impl TokenVolumeSearch {
    /// Starts with a scenario; nothing where it cannot be computed or not all of its work can be bought as tokens.
    pub fn start(subject: Subject) -> Option<Self> {
        let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
        let mut setting = Setting::new(Some(&own), subject)?;
        setting.api.as_ref()?;
        // What is excluded stays so; any other size is found for each volume.
        setting.sizes.nodes = setting.sizes.nodes.filter(|nodes| *nodes <= setting.nodes_there);
        if !matches!(setting.sizes.commitment, CommitmentSize::Typed(gpus) if gpus <= 0.0) {
            setting.sizes.commitment = CommitmentSize::Found;
        }
        let million_per_gpu_hour = own.load.demand.million_tokens_per_gpu_hour()?;
        let million_now = own.load.demand.gpu_hours_per_month() * million_per_gpu_hour;
        let step = libm::pow(MOST_FACTOR, 2.0 / crate::units::count(STEPS));
        let factor = |place: usize| libm::pow(step, crate::units::count(place)) / MOST_FACTOR;
        let queue = (0..=STEPS).rev().map(factor).collect();
        let found = Vec::new();
        let (largest_mix, between) = (None, None);
        Some(Self { sizes: setting.sizes, million_now, million_per_gpu_hour, queue, found, largest_mix, between })
    }

    /// Looks at one more volume. Returns whether there are more.
    pub fn step(&mut self, subject: Subject) -> bool {
        if let Some(factor) = self.queue.pop() {
            let found = self.at(subject, factor);
            self.found.push((factor, found));
            if self.queue.is_empty() {
                self.between = self.last_change();
            }
            return !self.queue.is_empty() || self.between.is_some();
        }
        let Some((low, high)) = self.between else { return false };
        let middle = libm::sqrt(low * high);
        let found = self.at(subject, middle);
        let pays = hosting_pays(found.as_ref());
        self.found.push((middle, found));
        let (low, high) = if pays { (low, middle) } else { (middle, high) };
        self.between = (high / low > 1.0 + CLOSE).then_some((low, high));
        self.between.is_some()
    }

    /// Volumes looked at, and about how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let first = self.found.len().min(STEPS + 1);
        (self.found.len(), first.max(STEPS + 1) + self.found.len().saturating_sub(STEPS + 1).max(8))
    }

    /// The largest volume at which hosting costs more, and the next larger one looked at; nothing where it costs less at all, or
    /// more at the largest.
    fn last_change(&self) -> Option<(f64, f64)> {
        let dearer = self.found.iter().rposition(|(_, found)| !hosting_pays(found.as_ref()))?;
        let (low, high) = (self.found.get(dearer)?.0, self.found.get(dearer + 1)?.0);
        Some((low, high))
    }

    /// The cheapest complete plan on GPUs at a multiple of the work, and a million tokens from the API then.
    fn at(&mut self, subject: Subject, factor: f64) -> Option<(Hosted, f64)> {
        // A row that does not count may hold anything.
        let clean = with_tokens(&without_idle_mistakes(subject.scenario), factor);
        let subject = Subject { scenario: &clean, ..subject };
        let own = node_expansion::model(&clean, subject.book, subject.edition).ok()?;
        let own = own.with_work(own.work * factor);
        let base = Setting::new(Some(&own), subject)?.base;
        let base = base.with_work(base.work * factor);
        let million = self.million_per_gpu_hour;
        let per_million = |plan: &PlanResult| plan.present_value_usd / (plan.hours_present_value * million);
        let sizes = self.sizes;
        let setting = |base: Model| Setting { sizes, ..Setting::of_model(base, subject.scenario) };
        let with_api = setting(base.clone());
        let (plans, not_listed) = build(&with_api, subject, &own, None);
        let bought = evaluate(&with_api, subject, &plans, not_listed);
        let api = per_million(bought.plan(PlanKind::Api)?);
        // Nothing is bought as tokens, in mixes neither.
        let alone = |model: Model| Model { token_offers: Arc::default(), ..model };
        let (on_gpus, own) = (setting(alone(base)), alone(own));
        let found = evaluate_with(&on_gpus, subject, &own, &self.sizes_at(&on_gpus, subject, factor));
        let complete = found.plans.iter().filter(|plan| plan.complete);
        let least = complete.min_by(|a, b| a.present_value_usd.total_cmp(&b.present_value_usd))?;
        let hosted = Hosted {
            million: self.million_now * factor,
            kind: least.kind,
            own_gpus: least.own_gpus,
            committed_gpus: least.committed_gpus,
            usd_per_million: per_million(least),
        };
        Some((hosted, api))
    }

    /// The sizes of the cheapest mix at a multiple of the work: searched, or scaled where there are many nodes.
    fn sizes_at(&mut self, setting: &Setting, subject: Subject, factor: f64) -> FoundSizes {
        let smaller = self.largest_mix.as_ref().filter(|(at, _)| *at < factor);
        if let Some((at, mix)) = smaller
            && setting.nodes_for_all() > MOST_NODES
        {
            let times = |count: f64| libm::round(count * (factor / at));
            let commitment = mix.commitment.map(|signed| NewCommitment::new(signed.offer, times(signed.gpus)));
            let mix = Tried { nodes: times(mix.nodes), commitment, ..mix.clone() };
            return FoundSizes { mix: Some(mix), ..FoundSizes::default() };
        }
        let is_largest = smaller.is_some() || self.largest_mix.is_none();
        let found = find_sizes(setting, subject);
        if let Some(mix) = found.mix.as_ref().filter(|_| is_largest) {
            self.largest_mix = Some((factor, mix.clone()));
        }
        found
    }

    /// What was found; nothing where nothing on GPUs does the work.
    pub fn finish(mut self, subject: Subject) -> Option<TokenVolume> {
        let (now, api) = self.at(subject, 1.0)?;
        self.found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let dearer = self.found.iter().rposition(|(_, found)| !hosting_pays(found.as_ref()));
        let next = dearer.map_or(0, |place| place + 1);
        let cheaper = self.found.get(next).and_then(|(_, found)| *found);
        let largest = self.found.last().and_then(|(_, found)| *found);
        let (then, _) = cheaper.or(largest)?;
        Some(TokenVolume {
            million_now: self.million_now,
            api_usd_per_million: api,
            hosted_now: now,
            from_million: cheaper.filter(|_| dearer.is_some()).map(|(hosted, _)| hosted.million),
            hosted_then: then,
            at_any: dearer.is_none(),
        })
    }
}

/// A scenario with a multiple of its tokens.
fn with_tokens(scenario: &Scenario, factor: f64) -> Scenario {
    let mut other = scenario.clone();
    for workload in &mut other.work.workloads {
        workload.tokens_per_second = workload.tokens_per_second.map(|tokens| tokens * factor);
    }
    other
}

fn hosting_pays(found: Option<&(Hosted, f64)>) -> bool {
    found.is_some_and(|(hosted, api)| hosted.usd_per_million < *api)
}

/// The volume of a scenario in one go.
pub fn token_volume(subject: Subject) -> Option<TokenVolume> {
    let mut search = TokenVolumeSearch::start(subject)?;
    while search.step(subject) {}
    search.finish(subject)
}
