//! Sources of a saving over the current bill: optimising the bill, and buying machines.

use super::{Piece, Style, words};
use crate::horizon::current_spend::CurrentSpend;
use crate::report::Report;

/// Largest difference between the current bill's work and the scenario's work that counts as the same.
pub(super) const SAME_WORK: f64 = 0.01;

/// Saving from owning over the current bill, split by source. Negative if owning costs more.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// Present value of the current bill less that of owning.
    pub all_usd: f64,
    /// The part from optimising the bill without buying anything.
    pub mending_usd: f64,
    /// The additional saving from buying.
    pub buying_usd: f64,
    /// The provider that most of the optimisation moves to; empty if most of it needs no other provider.
    pub mostly_at: String,
}

/// The split; `None` if no bill was given or the two do not do the same work.
pub fn split(report: &Report) -> Option<Split> {
    let plan = report.present.as_ref().filter(|plan| comparable(plan))?;
    let own = &report.outlook.own;
    (own.unserved_gpu_hours == 0.0).then_some(Split {
        all_usd: plan.present_value_usd - own.present_value_usd,
        mending_usd: plan.present_value_usd - plan.optimised_present_value_usd,
        buying_usd: plan.optimised_present_value_usd - own.present_value_usd,
        mostly_at: mostly_at(report, plan),
    })
}

/// The provider that accounts for most of the optimisation, if one does.
fn mostly_at(report: &Report, plan: &CurrentSpend) -> String {
    let all: f64 = plan.levers.iter().map(|l| l.saves_usd_per_month).sum();
    let mostly = plan.levers.iter().find(|l| l.id == "provider" && l.saves_usd_per_month > all / 2.0);
    let offer = mostly.and_then(|l| l.offer.as_ref()).and_then(|id| report.offers.iter().find(|o| o.id == *id));
    offer.map_or_else(String::new, |o| o.provider.to_string())
}

/// The same in words.
pub fn split_in_words(split: &Split) -> Vec<Piece> {
    let short = |usd: f64| Piece::Figure(usd.abs(), Style::UsdShort);
    let side = if split.all_usd >= 0.0 { " less" } else { " more" };
    let mostly = match split.mostly_at.as_str() {
        "" => String::new(),
        provider => format!(", most of it by moving to {provider}"),
    };
    let mut pieces = vec![
        words("Owning costs "),
        short(split.all_usd),
        words(format!("{side} than your current bill. First cut the bill, which needs no hardware: that saves ")),
        short(split.mending_usd),
        words(mostly),
    ];
    if split.buying_usd >= 0.0 {
        pieces.extend([words("; buying hardware then saves another "), short(split.buying_usd), words(".")]);
    } else {
        pieces.extend([words("; owning then costs "), short(split.buying_usd), words(" more than the reduced bill.")]);
    }
    pieces
}

/// Whether the current bill compares with the alternatives: it does the same work.
pub(super) fn comparable(plan: &CurrentSpend) -> bool {
    plan.covers_work.is_some_and(|share| (share - 1.0).abs() <= SAME_WORK)
}
