//! Plans: who does the work. Every figure belongs to one, and one among all is recommended.
//!
//! In: a scenario and a price book. Out: the available plans, each with the same figures, the one to take, and how sure
//! that is. Source: plans page; model page, sections 5, 6 and 13. Deliberately absent: how a plan pays month by month
//! ([`crate::cash_flow`]), and words ([`crate::view`]).

pub(crate) mod candidates;
pub mod lines;
pub mod listing;
pub mod machines;
pub mod plan;
pub mod recommendation;
pub mod result;
pub mod search;
pub mod setting;

use crate::horizon::node_expansion;
use crate::model::{Model, Subject};
use recommendation::Plans;
use search::{SizeSearch, Tried};
use serde::{Deserialize, Serialize};
use setting::{Limits, Setting};

/// The sizes of the cheapest mix of a scenario, and of the cheapest one without limits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundSizes {
    /// The cheapest mix; nothing where none keeps the limits.
    pub mix: Option<Tried>,
    /// The cheapest mix without limits; nothing where there are none.
    pub without_limits: Option<Tried>,
    /// How much less any other size could cost at most, US dollars: 0 once all are tried.
    pub gap_usd: f64,
}

/// Finds the sizes of the cheapest mix in steps of one number of nodes each: every one is tried or ruled out, unless there are
/// so many that the search stops with a gap.
pub struct FindSizes {
    search: SizeSearch,
    /// The same without limits, where there are any.
    without_limits: Option<SizeSearch>,
}

impl FindSizes {
    /// Starts with a scenario; nothing where it cannot be computed.
    pub fn start(subject: Subject) -> Option<Self> {
        let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
        Some(Self::new(&Setting::new(Some(&own), subject)?))
    }

    /// Starts with a setting.
    pub fn new(setting: &Setting) -> Self {
        let without_limits = setting.limits.is_any().then(|| SizeSearch::new(without_limits(setting)));
        Self { search: SizeSearch::new(setting.clone()), without_limits }
    }

    /// Tries one more number of nodes. Returns whether there are more.
    pub fn step(&mut self, subject: Subject) -> bool {
        self.search.step(subject) || self.without_limits.as_mut().is_some_and(|search| search.step(subject))
    }

    /// Numbers of nodes tried, and all.
    pub fn progress(&self) -> (usize, usize) {
        let all = [Some(&self.search), self.without_limits.as_ref()].into_iter().flatten().map(SizeSearch::progress);
        all.fold((0, 0), |(done, total), (d, t)| (done + d, total + t))
    }

    /// What was found so far.
    pub fn finish(&self, subject: Subject) -> FoundSizes {
        FoundSizes {
            mix: self.search.best().filter(|best| best.usd.is_finite()).cloned(),
            without_limits: self.without_limits.as_ref().and_then(|search| search.best().cloned()),
            gap_usd: self.search.gap_usd(subject),
        }
    }
}

fn without_limits(setting: &Setting) -> Setting {
    Setting { limits: Limits::default(), ..setting.clone() }
}

/// Finds the sizes of the cheapest mix in one go.
pub fn find_sizes(setting: &Setting, subject: Subject) -> FoundSizes {
    let mut search = FindSizes::new(setting);
    while search.step(subject) {}
    search.finish(subject)
}

/// Evaluates all plans of a scenario with sizes that were found. `own`: the model of the scenario itself with the further
/// nodes that its rule buys ([`node_expansion`]).
pub fn evaluate_with(setting: &Setting, subject: Subject, own: &Model, sizes: &FoundSizes) -> Plans {
    let listed = |setting: &Setting, mix: Option<&Tried>| {
        let (plans, not_listed) = listing::build(setting, subject, own, mix);
        listing::evaluate(setting, subject, &plans, not_listed)
    };
    let plans = listed(setting, sizes.mix.as_ref());
    let without = sizes.without_limits.as_ref().map(|mix| listed(&without_limits(setting), Some(mix)));
    let best = |plans: &Plans| Some(plans.recommended()?.present_value_usd);
    let limits_cost_usd = best(&plans).zip(without.as_ref().and_then(best)).map(|(within, without)| within - without);
    let sizes_gap_usd = if sizes.gap_usd.is_finite() { sizes.gap_usd } else { 0.0 };
    Plans { limits_cost_usd, sizes_gap_usd, ..plans }
}

/// All plans of a scenario with the sizes that cost least; nothing where the scenario cannot be computed.
pub fn plans(subject: Subject) -> Option<Plans> {
    let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
    let setting = Setting::new(Some(&own), subject)?;
    let sizes = find_sizes(&setting, subject);
    Some(evaluate_with(&setting, subject, &own, &sizes))
}
