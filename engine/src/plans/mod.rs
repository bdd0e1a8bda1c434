//! Plans: who does the work. Every figure belongs to one, and one among all is recommended.
//!
//! In: a scenario and a price book. Out: the plans that can be had, each with the same figures, the one to take, and how sure
//! that is. Source: plans page; model page, sections 5, 6 and 13. Deliberately absent: how a plan pays month by month
//! ([`crate::cash_flow`]), and words ([`crate::view`]).

pub mod lines;
pub mod listing;
pub mod plan;
pub mod result;
pub mod search;
pub mod setting;

use crate::horizon::node_expansion;
use crate::model::{Model, Subject};
use listing::Plans;
use search::{SizeSearch, Tried};
use setting::{Limits, Setting};

/// The sizes of the cheapest mix of a scenario, and the value of the cheapest one without limits.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundSizes {
    /// The cheapest mix; nothing where none keeps the limits.
    pub mix: Option<Tried>,
    /// Present value of the cheapest one without limits, US dollars; nothing without limits.
    pub without_limits_usd: Option<f64>,
    /// How much less any other size could cost at most, US dollars: 0 once all are tried.
    pub gap_usd: f64,
}

/// Finds the sizes of the cheapest mix: every one is tried or ruled out, unless there are so many that the search stops with a
/// gap.
pub fn find_sizes(setting: &Setting, subject: Subject) -> FoundSizes {
    let search = |setting: Setting| {
        let mut search = SizeSearch::new(setting);
        while search.step(subject) {}
        search
    };
    let found = search(setting.clone());
    let mix = found.best().filter(|best| best.usd.is_finite()).cloned();
    let without = setting.limits.is_any().then(|| search(Setting { limits: Limits::default(), ..setting.clone() }));
    let without_limits_usd = without.and_then(|search| search.best().map(|best| best.usd));
    FoundSizes { mix, without_limits_usd, gap_usd: found.gap_usd(subject) }
}

/// Evaluates all plans of a scenario with sizes that were found. `own`: the model of the scenario itself with the further
/// nodes that its rule buys ([`node_expansion`]).
pub fn evaluate_with(setting: &Setting, subject: Subject, own: &Model, sizes: &FoundSizes) -> Plans {
    let (plans, not_listed) = listing::build(setting, subject, own, sizes.mix.as_ref());
    let found = listing::evaluate(setting, subject, (&plans, not_listed), sizes.without_limits_usd);
    Plans { sizes_gap_usd: if sizes.gap_usd.is_finite() { sizes.gap_usd } else { 0.0 }, ..found }
}

/// All plans of a scenario with the sizes that cost least; nothing where the scenario cannot be computed.
pub fn plans(subject: Subject) -> Option<Plans> {
    let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
    let setting = Setting::new(Some(&own), subject)?;
    let sizes = find_sizes(&setting, subject);
    Some(evaluate_with(&setting, subject, &own, &sizes))
}
