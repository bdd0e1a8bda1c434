//! Decisions that are recorded, and what has come of what would reverse them.

use super::reversals::{NODE_PRICE, Reversal, WORK, WriteUnit, reversals, rounded};
use super::{Block, Fact};
use crate::analysis::decision::Weighed;
use crate::analysis::plan_pair::{Hours, ON_DEMAND_PRICE, SPOT_PRICE, TOKEN_PRICE, price_of};
use crate::codec::{RecordedDecision, RecordedReversal};
use crate::horizon::node_expansion;
use crate::inputs::field;
use crate::inputs::field::Field;
use crate::inputs::value::Value;
use crate::model::Subject;
use crate::plans::recommendation::Plans;
use crate::plans::setting::Setting;
use crate::report::Report;
use crate::units::Unit;
use crate::view::plan_words::{doing, gpus_there, id, what_to_do};
use crate::view::plans::{compared, is_close};
use crate::view::template::filled;
use crate::view::two_plans::driver_label;
use crate::view::{Piece, Style, words};

/// Facts that are recorded, at most.
const FACTS: usize = 8;
/// Significant digits of a value at which plans cost the same.
const AT_DIGITS: f64 = 3.0;
/// Those of an input: most are typed with fewer.
const VALUE_DIGITS: f64 = 6.0;
/// Label of a fact that has come true.
pub const CAME_TRUE: &str = "Came true";
/// Label of one that has not.
pub const NOT_SO: &str = "Not so";
/// Label of one that cannot be judged any more.
pub const UNKNOWN: &str = "Not known";

/// What a decision is judged by: the scenario as it is now.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    /// The scenario with its prices.
    pub subject: Subject<'a>,
    /// Its report.
    pub report: &'a Report,
    /// Its plans.
    pub plans: &'a Plans,
    /// How sure the recommended one is.
    pub weighed: &'a Weighed,
}

/// The recommended plan as a decision of a day; nothing without one. `write` formats a number with its unit.
pub fn record(now: Now, date: &str, write: WriteUnit) -> Option<RecordedDecision> {
    let Now { subject, report, plans, weighed } = now;
    let best = plans.recommended()?;
    let there = gpus_there(&plans.plans);
    let other = compared(plans, Some(weighed));
    let pair = weighed.pair.as_ref();
    let found = pair.map(|pair| to_record(reversals(pair, subject.scenario, usize::MAX, write))).unwrap_or_default();
    let setting = setting(subject);
    let decision = RecordedDecision {
        date: date.to_owned(),
        review: String::new(),
        edition: subject.edition.to_owned(),
        plan: id(best.kind).to_owned(),
        words: what_to_do(report, best, there),
        against: other.map(|plan| doing(report, plan, there)).unwrap_or_default(),
        present_value_usd: best.present_value_usd,
        upfront_usd: best.upfront_usd,
        saving_usd: other.map(|plan| plan.present_value_usd - best.present_value_usd),
        too_close: is_close(weighed),
        cheapest_share: weighed.likelihood.as_ref().map(|found| found.cheapest_share),
        reversals: found.iter().filter_map(|each| recorded(each, subject, setting.as_ref())).collect(),
    };
    Some(decision.tidied())
}

/// Prices and the work, which somebody negotiates or plans, then what is nearest.
fn to_record(mut found: Vec<Reversal>) -> Vec<Reversal> {
    let first = [NODE_PRICE, ON_DEMAND_PRICE, SPOT_PRICE, TOKEN_PRICE, WORK];
    found.sort_by_key(|reversal| !first.contains(&reversal.what));
    found.truncate(FACTS);
    found
}

fn recorded(reversal: &Reversal, subject: Subject, setting: Option<&Setting>) -> Option<RecordedReversal> {
    let then = value_now(reversal.what, subject, setting)?;
    let at = if reversal.what == WORK { reversal.at * then } else { reversal.at };
    Some(RecordedReversal { what: reversal.what.to_owned(), then, at, above: reversal.above })
}

fn setting(subject: Subject) -> Option<Setting> {
    let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
    Setting::new(Some(&own), subject)
}

/// The present value of an input or a price, in the unit of [`unit`]; nothing where there is none any more.
fn value_now(what: &str, subject: Subject, setting: Option<&Setting>) -> Option<f64> {
    match what {
        ON_DEMAND_PRICE => price_of(setting?, Hours::OnDemand),
        SPOT_PRICE => price_of(setting?, Hours::Spot),
        TOKEN_PRICE => price_of(setting?, Hours::Tokens),
        row => match field(row)?.get(subject.scenario) {
            Value::Number(amount) => Some(amount.value),
            _ => None,
        },
    }
}

fn unit(what: &str) -> Unit {
    match what {
        NODE_PRICE => Unit::Usd,
        ON_DEMAND_PRICE | SPOT_PRICE => Unit::UsdPerGpuHour,
        TOKEN_PRICE => Unit::UsdPerMillionTokens,
        row => field(row).and_then(Field::unit).unwrap_or(Unit::Ratio),
    }
}

/// Whether a fact that would reverse a decision has come true; nothing where its input is gone.
fn came_true(fact: &RecordedReversal, now: Option<f64>) -> Option<bool> {
    now.map(|now| if fact.above { now > fact.at } else { now < fact.at })
}

/// What was decided, and how it stands now: what would be decided today, and which of the facts came true.
pub fn review(decision: &RecordedDecision, now: Now, write: WriteUnit) -> Vec<Block> {
    let facts = decision.reversals.iter();
    let setting = setting(now.subject);
    let fact = |each: &RecordedReversal| {
        let value = value_now(&each.what, now.subject, setting.as_ref());
        let label = match came_true(each, value) {
            Some(true) => CAME_TRUE,
            Some(false) => NOT_SO,
            None => UNKNOWN,
        };
        let amount = |value: f64, digits: f64| write(rounded(value, digits), unit(&each.what));
        let side = if each.above { "above" } else { "below" };
        let then = format!("\u{201c}{}\u{201d} {side} {}: ", driver_label(&each.what), amount(each.at, AT_DIGITS));
        let value = value.map_or_else(
            || "it is no part of this scenario any more".to_owned(),
            |value| format!("{} then, {} now", amount(each.then, VALUE_DIGITS), amount(value, VALUE_DIGITS)),
        );
        Fact { label, pieces: vec![words(then + &value)], plans: now.plans.recommended.into_iter().collect() }
    };
    let facts: Vec<Fact> = facts.map(fact).collect();
    let mut blocks = vec![Block::Paragraph(then(decision)), Block::Paragraph(today(decision, now))];
    if !facts.is_empty() {
        blocks.push(Block::Paragraph(vec![words("What would reverse it:")]));
        blocks.push(Block::Facts(facts));
    }
    blocks
}

fn then(decision: &RecordedDecision) -> Vec<Piece> {
    let usd = |value: f64| Piece::Figure(value, Style::UsdShort);
    let slots = [
        ("date", words(decision.date.clone())),
        ("plan", Piece::Strong(decision.words.clone())),
        ("usd", usd(decision.present_value_usd)),
        ("other", words(decision.against.clone())),
        ("saving", usd(libm::fabs(decision.saving_usd.unwrap_or_default()))),
        ("share", Piece::Figure(decision.cheapest_share.unwrap_or_default(), Style::Percent)),
        ("edition", words(decision.edition.clone())),
    ];
    let side = if decision.saving_usd.is_some_and(|usd| usd < 0.0) { "more" } else { "less" };
    let against = match decision.saving_usd {
        Some(_) if !decision.against.is_empty() => format!(", {{saving}} {side} than {{other}}"),
        _ => String::new(),
    };
    let sure = if decision.cheapest_share.is_some() { "; the cheapest in {share} of draws" } else { "" };
    let close = if decision.too_close { "Too close to call then. " } else { "" };
    let text =
        format!("{{date}}: {close}{{plan}}, for {{usd}} at present value{against}{sure}. Prices of {{edition}}.");
    filled(&text, &slots)
}

/// What would be decided as the scenario is now.
fn today(decision: &RecordedDecision, now: Now) -> Vec<Piece> {
    let Some(best) = now.plans.recommended() else { return vec![words("Now no plan may be taken.")] };
    let there = gpus_there(&now.plans.plans);
    let slots = [
        ("plan", Piece::Strong(what_to_do(now.report, best, there))),
        ("usd", Piece::Figure(best.present_value_usd, Style::UsdShort)),
        ("edition", words(now.subject.edition.to_owned())),
    ];
    let kept = match (id(best.kind) == decision.plan, what_to_do(now.report, best, there) == decision.words) {
        (true, true) => "Now, with prices of {edition}, the same: {plan}, for {usd}.",
        (true, false) => "Now, with prices of {edition}, the same kind of plan at another size: {plan}, for {usd}.",
        (false, _) => "Now, with prices of {edition}, it would be another plan: {plan}, for {usd}.",
    };
    filled(kept, &slots)
}
