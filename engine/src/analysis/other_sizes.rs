//! What other sizes than those of the recommended plan would cost: than a size that was typed, without buying, and at other
//! amounts of work.
//!
//! Each is a search of sizes of its own, in steps of one number of nodes each. Source: plans page, sections 2 and 4.

use serde::{Deserialize, Serialize};

use super::plan_pair::{Change, HeldPair, OWN_GPUS, PairDrivers, Place};
use super::strength::Strength;
use crate::horizon::node_expansion;
use crate::inputs::{Size, field};
use crate::model::{Model, Subject};
use crate::plans::listing::build;
use crate::plans::plan::{PlanKind, Source};
use crate::plans::recommendation::Plans;
use crate::plans::search::SizeSearch;
use crate::plans::setting::{CommitmentSize, Setting, are_sizes_searched};
use crate::plans::{FindSizes, FoundSizes, evaluate_with};

/// Amounts of work that are looked at, as multiples of the present work.
pub const OTHER_WORK: [f64; 2] = [0.75, 1.25];

/// Most searches that a scenario asks for: another size of either source, none bought, and the other amounts of work.
const MOST_ASKED: usize = 3 + OTHER_WORK.len();
/// A plan that buys nothing is worth a line if it costs less than the runner-up by more than this share.
const NEARER_THAN_RIVAL: f64 = 0.005;

/// A better size than one that was typed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BetterSize {
    /// The source whose size it is: machines bought or a commitment.
    pub source: Source,
    /// The typed size, GPUs; those there included.
    pub typed_gpus: f64,
    /// The better one, GPUs.
    pub gpus: f64,
    /// The plan that has it.
    pub kind: PlanKind,
    /// What it saves over the recommended plan, present value, US dollars.
    pub saving_usd: f64,
    /// The same as a share of what the better one costs.
    pub share: f64,
}

/// The cheapest plan that buys nothing, where the recommended one buys and the runner-up is another.
///
/// The mix is one row of the table, so that two of them never stand there together: without this line, who would rather not
/// buy compares with renting everything from one offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WithoutBuying {
    /// Who does the work.
    pub sources: Vec<Source>,
    /// GPUs there that it keeps.
    pub own_gpus: f64,
    /// GPUs of its new commitment.
    pub committed_gpus: f64,
    /// Its cost a year: the present value spread evenly over the horizon, US dollars.
    pub usd_per_year: f64,
    /// What it costs more than the recommended plan, present value, US dollars.
    pub above_best_usd: f64,
    /// The same as a share of what it costs itself.
    pub share: f64,
}

/// What the recommended sizes cost at another amount of work, beside the best sizes then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AtOtherWork {
    /// The work as a multiple of the present work.
    pub factor: f64,
    /// Present value with the recommended sizes, US dollars; nothing where the plan cannot be had then.
    pub present_value_usd: Option<f64>,
    /// Work that these sizes leave undone, GPU-hours.
    pub undone_hours: f64,
    /// The plan to take at that work.
    pub best_kind: PlanKind,
    /// Its present value.
    pub best_present_value_usd: f64,
    /// GPUs it owns, those there included.
    pub best_own_gpus: f64,
    /// GPUs of its new commitment.
    pub best_committed_gpus: f64,
}

/// Work below this many GPU-hours counts as done.
const DONE_HOURS: f64 = 0.5;

impl AtOtherWork {
    /// What the recommended sizes cost then, US dollars; nothing where they leave work undone.
    pub fn complete_present_value_usd(&self) -> Option<f64> {
        self.present_value_usd.filter(|_| self.undone_hours < DONE_HOURS)
    }

    /// What they cost more than the best plan then, US dollars; nothing where they leave work undone.
    pub fn above_best_usd(&self) -> Option<f64> {
        self.complete_present_value_usd().map(|usd| usd - self.best_present_value_usd)
    }
}

/// What is searched.
enum Asked {
    /// Another size of a source.
    Size(Source),
    /// The best plan that buys nothing.
    NothingBought,
    /// The best sizes at another amount of work.
    Work(f64),
}

/// The searches for other sizes, one after the other.
pub struct OtherSizes {
    queue: Vec<(Asked, Setting, Model)>,
    asked: usize,
    running: Option<(Asked, SizeSearch, Model)>,
    found: FoundOtherSizes,
}

impl OtherSizes {
    /// Starts for the plans of a setting.
    pub fn new(setting: &Setting, subject: Subject, own: &Model, found: &Plans) -> Self {
        let mut queue = Vec::new();
        if found.recommended.is_some() && own.work.as_gpu_hours() > 0.0 {
            let typed = setting.sizes.nodes.filter(|nodes| *nodes > setting.nodes_there && is_typed(subject));
            if typed.is_some() {
                let mut other = setting.clone();
                other.sizes.nodes = None;
                queue.push((Asked::Size(Source::Bought), other, own.clone()));
            }
            if matches!(setting.sizes.commitment, CommitmentSize::Typed(gpus) if gpus > 0.0) {
                let mut other = setting.clone();
                other.sizes.commitment = CommitmentSize::Found;
                queue.push((Asked::Size(Source::Commitment), other, own.clone()));
            }
            if found.recommended().is_some_and(|best| best.nodes_bought > 0.0) {
                let mut other = setting.clone();
                other.sizes.nodes = Some(setting.nodes_there);
                queue.push((Asked::NothingBought, other, own.clone()));
            }
            for factor in OTHER_WORK {
                let (mut other, own) = scaled(Place { setting, subject, own }, factor);
                // What is excluded stays so; any other size is found again.
                other.sizes.nodes = other.sizes.nodes.filter(|nodes| *nodes <= setting.nodes_there);
                other.sizes.commitment = match other.sizes.commitment {
                    CommitmentSize::Typed(gpus) if gpus <= 0.0 => CommitmentSize::Typed(gpus),
                    _ => CommitmentSize::Found,
                };
                queue.push((Asked::Work(factor), other, own));
            }
        }
        queue.reverse();
        Self { asked: queue.len(), queue, running: None, found: FoundOtherSizes::default() }
    }

    /// Searches done, and all.
    pub fn progress(&self) -> (usize, usize) {
        (self.asked - self.queue.len() - usize::from(self.running.is_some()), self.asked)
    }

    /// Takes one step. Returns whether steps are left.
    pub fn step(&mut self, place: Place, found: (&Plans, &FoundSizes)) -> bool {
        let next = |queue: &mut Vec<(Asked, Setting, Model)>| {
            queue.pop().map(|(asked, setting, own)| (asked, SizeSearch::new(setting), own))
        };
        if let Some((asked, mut search, own)) = self.running.take().or_else(|| next(&mut self.queue)) {
            if search.step(place.subject) {
                self.running = Some((asked, search, own));
                return true;
            }
            match asked {
                Asked::Size(source) => self.keep_size(place, found, source, &search, &own),
                Asked::NothingBought => {
                    self.found.without_buying = without_buying(found.0, &plans_of(place.subject, &search, &own));
                }
                Asked::Work(factor) => {
                    self.found.at_other_work.extend(at_work(place, found, factor, &search, &own));
                }
            }
        }
        !self.queue.is_empty()
    }

    fn keep_size(
        &mut self,
        place: Place,
        (found, sizes): (&Plans, &FoundSizes),
        source: Source,
        search: &SizeSearch,
        own: &Model,
    ) {
        let others = plans_of(place.subject, search, own);
        let (Some(best), Some(other)) = (found.recommended(), others.recommended()) else { return };
        let saving = best.present_value_usd - other.present_value_usd;
        let share = saving / other.present_value_usd;
        let known = self.found.better.map_or(0.0, |better| better.saving_usd);
        let positive = other.present_value_usd > 0.0 && share.is_finite();
        if !positive || super::plan_pair::strength(saving, share, 0.0) == Strength::Close || saving <= known {
            return;
        }
        let allowance = allowance(place, (found, sizes), (search, own), other.kind);
        if super::plan_pair::strength(saving, share, allowance) == Strength::Close {
            return;
        }
        let subject = place.subject;
        let (typed_gpus, gpus) = if source == Source::Commitment {
            let typed = if let CommitmentSize::Typed(gpus) = place.setting.sizes.commitment { gpus } else { 0.0 };
            (typed, other.committed_gpus)
        } else {
            let there = subject.scenario.present.nodes.value * subject.scenario.present.gpus_of_node(subject.scenario);
            let bought = place.setting.sizes.nodes.unwrap_or(0.0) - place.setting.nodes_there;
            (there + bought * subject.scenario.own.gpus_per_node.value, other.own_gpus)
        };
        self.found.better = Some(BetterSize { source, typed_gpus, gpus, kind: other.kind, saving_usd: saving, share });
    }

    /// What was found.
    pub fn finish(self) -> FoundOtherSizes {
        self.found
    }
}

/// What other sizes cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundOtherSizes {
    /// A better size than one that was typed; nothing where none saves enough.
    pub better: Option<BetterSize>,
    /// The cheapest plan that buys nothing; nothing where the runner-up is as near, or the answer buys nothing.
    pub without_buying: Option<WithoutBuying>,
    /// What the recommended sizes cost at other amounts of work.
    pub at_other_work: Vec<AtOtherWork>,
}

/// The search for the sizes of a scenario, then for other sizes, in steps of one number of nodes each.
pub struct OtherSizesSearch {
    setting: Setting,
    own: Model,
    sizes: FindSizes,
    others: Option<(OtherSizes, Plans, FoundSizes)>,
}

impl OtherSizesSearch {
    /// Starts with a scenario; nothing where it cannot be computed.
    pub fn start(subject: Subject) -> Option<Self> {
        let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
        let setting = Setting::new(Some(&own), subject)?;
        let sizes = FindSizes::new(&setting);
        Some(Self { setting, own, sizes, others: None })
    }

    /// Tries one more number of nodes. Returns whether there are more.
    pub fn step(&mut self, subject: Subject) -> bool {
        let place = Place { setting: &self.setting, subject, own: &self.own };
        if let Some((others, plans, sizes)) = &mut self.others {
            return others.step(place, (plans, sizes));
        }
        if self.sizes.step(subject) {
            return true;
        }
        let sizes = self.sizes.finish(subject);
        let plans = evaluate_with(&self.setting, subject, &self.own, &sizes);
        let others = OtherSizes::new(&self.setting, subject, &self.own, &plans);
        self.others = Some((others, plans, sizes));
        true
    }

    /// Searches done, and all: that of the sizes first, then those that the scenario asks for.
    pub fn progress(&self) -> (usize, usize) {
        let Some((others, ..)) = &self.others else { return (0, 1 + MOST_ASKED) };
        let (done, asked) = others.progress();
        (1 + MOST_ASKED - asked + done, 1 + MOST_ASKED)
    }

    /// What was found.
    pub fn finish(self) -> FoundOtherSizes {
        self.others.map_or_else(FoundOtherSizes::default, |(others, ..)| others.finish())
    }
}

/// Whether the answer has lines on other sizes: where sizes were found, or one was typed.
pub fn is_part_of_the_answer(subject: Subject) -> bool {
    are_sizes_searched(subject.scenario) || is_typed(subject)
}

/// Whether the size to own was typed: a default is not.
fn is_typed(Subject { scenario, book, .. }: Subject) -> bool {
    let default = field(OWN_GPUS).and_then(|row| row.value_in(book).number());
    !matches!(scenario.sizes.own, Size::Auto) || default != Some(scenario.own.gpus.value)
}

/// A setting and its own model at another amount of work.
fn scaled(place: Place, factor: f64) -> (Setting, Model) {
    let base = place.setting.base.with_work(place.setting.base.work * factor);
    let own = place.own.with_work(place.own.work * factor);
    (Setting::of_model(base, place.subject.scenario), own)
}

fn found_sizes(search: &SizeSearch, subject: Subject) -> FoundSizes {
    FoundSizes {
        mix: search.best().filter(|best| best.usd.is_finite()).cloned(),
        without_limits: None,
        gap_usd: search.gap_usd(subject),
    }
}

/// The plans with the sizes of a finished search.
fn plans_of(subject: Subject, search: &SizeSearch, own: &Model) -> Plans {
    evaluate_with(search.setting(), subject, own, &found_sizes(search, subject))
}

/// The cheapest plan among those that buy nothing, if it is nearer than the rival.
fn without_buying(found: &Plans, others: &Plans) -> Option<WithoutBuying> {
    let (best, rival) = (found.recommended()?, found.rival()?);
    let bought_nothing = others.plans.iter().filter(|plan| plan.may_be_recommended && plan.nodes_bought == 0.0);
    let least = bought_nothing.min_by(|a, b| a.present_value_usd.total_cmp(&b.present_value_usd))?;
    let nearer = rival.present_value_usd - least.present_value_usd;
    let above_best_usd = least.present_value_usd - best.present_value_usd;
    let share = above_best_usd / least.present_value_usd;
    (nearer > NEARER_THAN_RIVAL * rival.present_value_usd.abs() && above_best_usd > 0.0 && share < 1.0).then(|| {
        WithoutBuying {
            sources: least.sources.clone(),
            own_gpus: least.own_gpus,
            committed_gpus: least.committed_gpus,
            usd_per_year: least.usd_per_year,
            above_best_usd,
            share,
        }
    })
}

fn at_work(
    place: Place,
    (found, sizes): (&Plans, &FoundSizes),
    factor: f64,
    search: &SizeSearch,
    own: &Model,
) -> Option<AtOtherWork> {
    let Place { setting, subject, .. } = place;
    let others = plans_of(subject, search, own);
    let best = others.recommended()?;
    let (plans, _) = build(setting, subject, place.own, sizes.mix.as_ref());
    let plan = plans.iter().find(|plan| Some(plan.kind) == found.recommended)?;
    let held = HeldPair::new(setting, plan, plan).values(place, Change::Work(factor))?[0];
    Some(AtOtherWork {
        factor,
        present_value_usd: held.map(|held| held.usd),
        undone_hours: held.map_or(0.0, |held| held.undone),
        best_kind: best.kind,
        best_present_value_usd: best.present_value_usd,
        best_own_gpus: best.own_gpus,
        best_committed_gpus: best.committed_gpus,
    })
}

/// Possible error of what a better size saves if every unconfirmed input varies within its range, US dollars.
fn allowance(
    place: Place,
    (found, sizes): (&Plans, &FoundSizes),
    (search, own): (&SizeSearch, &Model),
    kind: PlanKind,
) -> f64 {
    let Place { setting, subject, .. } = place;
    let (plans, _) = build(setting, subject, place.own, sizes.mix.as_ref());
    let (others, _) = build(search.setting(), subject, own, found_sizes(search, subject).mix.as_ref());
    let plan = plans.iter().find(|plan| Some(plan.kind) == found.recommended);
    let other = others.iter().find(|plan| plan.kind == kind);
    let Some((plan, other)) = plan.zip(other) else { return f64::INFINITY };
    let mut drivers = PairDrivers::new(HeldPair::new(setting, other, plan), place);
    while drivers.step(place) {}
    drivers.allowance()
}
