//! Decisions that were recorded with a scenario: the plan, its figures and what would reverse it, as they were on that day. They travel as
//! the words of the memo do: in files and in what a browser keeps, not in links that are shared.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::plain;

/// Most decisions of a scenario.
pub const MOST_DECISIONS: usize = 40;
/// Most facts of one that would reverse it.
const MOST_REVERSALS: usize = 8;
/// Longest text of one, in letters.
const LONGEST: usize = 240;

/// A decision as it was recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordedDecision {
    /// Its date, as `2026-12-01`.
    pub date: String,
    /// When it is to be looked at again, in the same form; empty if that is not planned.
    pub review: String,
    /// The price edition that it rests on.
    pub edition: String,
    /// Id of the plan that was taken.
    pub plan: String,
    /// What to do, in words.
    pub words: String,
    /// What it was compared with, in words; empty where nothing compares.
    pub against: String,
    /// Present value of the plan, US dollars.
    pub present_value_usd: f64,
    /// What it pays upfront, US dollars.
    pub upfront_usd: f64,
    /// What it saves over the plan that it was compared with, US dollars at present value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saving_usd: Option<f64>,
    /// Whether it was too close to call.
    pub too_close: bool,
    /// In which share of the draws of what is uncertain it is the cheapest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cheapest_share: Option<f64>,
    /// What would reverse it, the nearest first.
    pub reversals: Vec<RecordedReversal>,
}

/// A fact that would reverse a decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordedReversal {
    /// Id of the input or price.
    pub what: String,
    /// Its value then, in the unit of its row.
    pub then: f64,
    /// The value at which the plans cost the same.
    pub at: f64,
    /// Whether more than that reverses the decision, not less.
    pub above: bool,
}

impl RecordedDecision {
    /// The same as plain text, cut where it is too long.
    #[must_use]
    pub fn tidied(&self) -> Self {
        let text = |text: &str| plain(text, LONGEST);
        let reversals = self.reversals.iter().take(MOST_REVERSALS);
        Self {
            date: text(&self.date),
            review: text(&self.review),
            edition: text(&self.edition),
            plan: text(&self.plan),
            words: text(&self.words),
            against: text(&self.against),
            reversals: reversals.map(|each| RecordedReversal { what: text(&each.what), ..each.clone() }).collect(),
            ..*self
        }
    }
}

/// Decisions as JSON.
pub(super) fn to_json(all: &[RecordedDecision]) -> Json {
    // Texts and finite numbers alone: this cannot fail.
    serde_json::to_value(all).unwrap_or(Json::Array(Vec::new()))
}

/// The decisions that can be read, and how many cannot.
pub(super) fn from_json(json: &Json) -> (Vec<RecordedDecision>, usize) {
    let Json::Array(all) = json else { return (Vec::new(), 1) };
    let read = |each: &Json| serde_json::from_value::<RecordedDecision>(each.clone()).ok();
    let good: Vec<RecordedDecision> =
        all.iter().filter_map(read).take(MOST_DECISIONS).map(|each| each.tidied()).collect();
    let lost = all.len() - good.len();
    (good, lost)
}
