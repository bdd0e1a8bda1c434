//! The answer in words: which plan to take, what it costs, how much less than which other, how sure, and what would change it.
//!
//! Every figure belongs to a plan that is named. Source: plans page, section 3.

use super::badge::Badge;
use super::cost_unit::after_tax;
use super::figure_links::KeyFigure;
use super::phrases::span;
use super::plan_notes::{Note, SELLING, notes};
use super::plan_words::{doing, gpus_there, what_to_do};
use super::template::{filled, joined};
use super::{Piece, Style, words};
use crate::analysis::decision::{Weighed, jobs_not_run};
use crate::analysis::plan_pair::{Pair, PairBreakEven};
use crate::analysis::risk::{LIKELY_SHARE, Likelihood};
use crate::analysis::strength::Strength;
use crate::inputs::field;
use crate::model::Subject;
use crate::plans::plan::PlanKind;
use crate::plans::recommendation::Plans;
use crate::plans::result::{LimitKind, PlanResult};
use crate::report::{Report, VerdictKind};
use crate::units::count;

/// What the first screen says of the plans.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanAnswer {
    /// What to do, over how long, what it costs a year, how much less than which other.
    pub headline: Vec<Piece>,
    /// What a person who decides has to know of it: work that nobody does, what the limits cost.
    pub notes: Vec<Note>,
}

/// The headline of the plans. `weighed`: how sure, where that is known.
pub fn answer(report: &Report, plans: &Plans, weighed: Option<&Weighed>) -> PlanAnswer {
    let Some(best) = plans.recommended() else {
        return PlanAnswer { headline: nothing_to_take(plans), notes: Vec::new() };
    };
    let over = span(report.outlook.months);
    let close = weighed.filter(|weighed| is_close(weighed));
    let headline = match (close, plans.rival()) {
        _ if report.verdict.kind == VerdictKind::NoWork => no_work(best, report),
        (Some(weighed), Some(other)) => too_close(report, plans, (best, other), weighed, &over),
        _ => taken(report, plans, best, &over),
    };
    let notes = notes(report, plans, best, weighed);
    PlanAnswer { headline, notes }
}

/// Whether two plans are too close to call.
pub fn is_close(weighed: &Weighed) -> bool {
    weighed.badge == Some(Strength::Close)
}

/// The plan that the headline's saving is against: the rival where it is too close to call, else what is there, else the rival.
pub fn compared<'p>(plans: &'p Plans, weighed: Option<&Weighed>) -> Option<&'p PlanResult> {
    let rival = plans.rival().filter(|_| weighed.is_some_and(is_close));
    rival.or_else(|| plans.plan(plans.compared_with?))
}

fn no_work(best: &PlanResult, report: &Report) -> Vec<Piece> {
    let unusable = report.warnings.iter().any(|issue| issue.fields.contains(&"work.workloads"));
    let head = if unusable {
        "No workload can be used as it is entered, so nothing is compared."
    } else {
        "No work, so no cost per productive GPU-hour."
    };
    let mut pieces = vec![Piece::Strong(head.into())];
    let year = Piece::Figure(report.own.usd_per_year, Style::UsdShort);
    let slots = [("gpus", Piece::Figure(report.hours.gpus, Style::Count)), ("usd", year)];
    if best.own_gpus == 0.0 {
        pieces.extend(filled(" Owning {gpus} GPUs costs {usd} per year regardless.", &slots));
    }
    pieces
}

fn taken(report: &Report, plans: &Plans, best: &PlanResult, over: &str) -> Vec<Piece> {
    let there = gpus_there(&plans.plans);
    let value = format!("at present value{}", after_tax(report));
    let mut pieces = vec![Piece::Strong(format!("{}.", what_to_do(report, best, there)))];
    let (Some(other), Some(usd)) = (compared(plans, None), plans.saving_usd) else {
        pieces.extend(filled(
            &format!(
                " Over {over} that costs {{year}} a year. It is the only plan that does all the work{}.",
                within(plans)
            ),
            &[("year", Piece::LinkedFigure(best.usd_per_year, Style::UsdShort, KeyFigure::PlanCost(best.kind)))],
        ));
        return pieces;
    };
    let more = usd < 0.0;
    let slots = [
        ("year", Piece::LinkedFigure(best.usd_per_year, Style::UsdShort, KeyFigure::PlanCost(best.kind))),
        ("usd", saving(report, usd.abs())),
        ("share", plans.saving_share.map_or(words(""), |share| Piece::Figure(share.abs(), Style::Percent))),
        ("other", words(doing(report, other, there))),
    ];
    let share = if plans.saving_share.is_some() { " ({share})" } else { "" };
    let side = if more { "more" } else { "less" };
    pieces.extend(filled(
        &format!(" Over {over} that costs {{year}} a year: {{usd}}{share} {side} in total, {value}, than {{other}}"),
        &slots,
    ));
    pieces.extend(against_runner_up(report, plans));
    pieces.push(words("."));
    pieces
}

/// What the runner-up costs more, where the headline compares with what is there: a quote that was typed has its verdict too.
fn against_runner_up(report: &Report, plans: &Plans) -> Vec<Piece> {
    let other = plans.rival().filter(|other| plans.compared_with != Some(other.kind) && other.may_be_recommended);
    let Some(other) = other.filter(|other| other.above_cheapest_usd > 0.0) else { return Vec::new() };
    let slots = [
        ("usd", Piece::Figure(other.above_cheapest_usd, Style::UsdShort)),
        ("other", words(doing(report, other, gpus_there(&plans.plans)))),
    ];
    filled(", and {usd} less than {other}", &slots)
}

/// A saving, with its derivation: down to the inputs where it is that of owning against renting.
pub fn saving(report: &Report, usd: f64) -> Piece {
    let is_derived = report.outlook.saving_usd.is_some_and(|found| libm::fabs(libm::fabs(found) - usd) < 0.5);
    Piece::LinkedFigure(usd, Style::UsdShort, if is_derived { KeyFigure::Saving } else { KeyFigure::PlanSaving })
}

/// ", within your limits" where there are any.
fn within(plans: &Plans) -> &'static str {
    let breaks = plans.plans.iter().any(|plan| !plan.breaks.is_empty());
    if breaks || plans.limits_cost_usd.is_some() { " within your limits" } else { "" }
}

/// Both are named in the order of the table, so that a crossing changes no order of words.
fn too_close(
    report: &Report,
    plans: &Plans,
    (best, other): (&PlanResult, &PlanResult),
    weighed: &Weighed,
    over: &str,
) -> Vec<Piece> {
    let there = gpus_there(&plans.plans);
    let (first, second) = if best.kind < other.kind { (best, other) } else { (other, best) };
    let by = (other.present_value_usd - best.present_value_usd).abs();
    let year =
        |plan: &PlanResult| Piece::LinkedFigure(plan.usd_per_year, Style::UsdShort, KeyFigure::PlanCost(plan.kind));
    let order = if first.kind == best.kind { "the first" } else { "the second" };
    let mut pieces = vec![Piece::Strong("Too close to call.".into())];
    // Of the dearer plan, as everywhere in words.
    let dearer = f64::max(best.present_value_usd, other.present_value_usd);
    // Few figures: beside what going on as now costs, there is no share.
    let now = against_now(plans, [best, other]);
    let has_share = dearer > 0.0 && now.is_empty();
    let share = if has_share { Piece::Figure(by / dearer, Style::PercentFine) } else { words("") };
    let bracket = if has_share { " ({share})" } else { "" };
    let first_words = what_to_do(report, first, there);
    let second_words = what_to_do(report, second, there);
    let text = format!(
        " {{first}} ({{one}} a year) or {{second}} ({{two}} a year): over {over} {order} costs {{usd}}{bracket} less in total, at present value{}",
        after_tax(report)
    );
    let slots = [
        ("first", words(first_words)),
        ("second", words(lower(&second_words))),
        ("one", year(first)),
        ("two", year(second)),
        (
            "usd",
            if plans.compared_with == Some(other.kind) {
                saving(report, by)
            } else {
                Piece::Figure(by, Style::UsdShort)
            },
        ),
        ("share", share),
    ];
    pieces.extend(filled(&text, &slots));
    let is_unlikely = |found: &&Likelihood| found.cheapest_share < LIKELY_SHARE;
    if let Some(found) = weighed.likelihood.as_ref().filter(is_unlikely) {
        pieces.extend(unlikely(found));
    } else if let Some(pair) = weighed.pair.as_ref().filter(|pair| by < pair.allowance_usd) {
        pieces.extend(filled(
            "; unconfirmed inputs could shift this by {usd} either way",
            &[("usd", Piece::Figure(pair.allowance_usd, Style::UsdShort))],
        ));
    }
    pieces.push(words("."));
    pieces.extend(now);
    pieces
}

/// What going on as now costs more than both plans, where it is neither of them.
fn against_now(plans: &Plans, both: [&PlanResult; 2]) -> Vec<Piece> {
    let now = plans.plan(PlanKind::Now).filter(|now| now.complete && both.iter().all(|plan| plan.kind != now.kind));
    let dearer = both.iter().map(|plan| plan.present_value_usd).fold(f64::MIN, f64::max);
    let more = now.map(|now| now.present_value_usd - dearer).filter(|usd| *usd > 0.0);
    more.map_or_else(Vec::new, |usd| {
        filled(
            " Going on as now costs at least {usd} more than either.",
            &[("usd", Piece::Figure(usd, Style::UsdShort))],
        )
    })
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn nothing_to_take(plans: &Plans) -> Vec<Piece> {
    let (head, rest) = match plans.first_broken {
        Some(limit) => {
            ("No plan keeps your limits.", format!(" The first to break is \u{201c}{}\u{201d}.", limit_label(limit)))
        }
        None if plans.plans.iter().any(|plan| plan.complete) => (
            "No plan may be taken.",
            " What does all the work would sell machines that are there, and selling is not allowed.".to_owned(),
        ),
        None => ("No plan does this work.", " No offer meets the requirements, and nothing is owned.".to_owned()),
    };
    vec![Piece::Strong(head.to_owned()), words(rest)]
}

/// The label of the row of a limit.
pub fn limit_label(limit: LimitKind) -> &'static str {
    let id = match limit {
        LimitKind::Upfront => "limits.upfront_usd",
        LimitKind::PeakCash => "limits.peak_cash_usd",
        LimitKind::Kw => "limits.kw",
        LimitKind::FullCapacity => "limits.full_capacity_month",
    };
    field(id).map_or(id, |row| row.label)
}

/// The badge of the plans: a warning comes first.
pub fn badge(report: &Report, plans: &Plans, strength: Option<Strength>) -> Badge {
    if plans.recommended.is_none() || report.verdict.kind == VerdictKind::NoWork {
        return Badge::NoComparison;
    }
    if strength == Some(Strength::Doubtful) {
        return Badge::DoubtfulPrice;
    }
    if !report.warnings.is_empty() {
        return Badge::SeeWarning;
    }
    if plans.runner_up.is_none() || (plans.cheaper_but_barred().is_some() && is_only_choice(plans)) {
        return Badge::OnlyChoice;
    }
    strength.and_then(Badge::of_strength).unwrap_or(Badge::NoComparison)
}

/// Whether only one plan may be taken.
fn is_only_choice(plans: &Plans) -> bool {
    plans.plans.iter().filter(|plan| plan.may_be_recommended).count() <= 1
}

/// How the bill fits what is there by this calculation, and what holds the answer back from being clear.
pub fn fits(subject: Subject, plans: &Plans, weighed: &Weighed) -> Vec<Vec<Piece>> {
    let mut said = Vec::new();
    // What is less sure than that is not held back by it.
    let holds = matches!(weighed.badge, Some(Strength::Clear | Strength::Leaning));
    if let Some(found) = weighed.calibration {
        let than = if found.off_share < 0.0 { "less" } else { "more" };
        let held = if found.is_off() && holds { ": the answer is leaning at most" } else { "" };
        let slots = [
            ("bill", Piece::Figure(found.bill_usd_per_month, Style::UsdShort)),
            ("now", Piece::Figure(found.now_usd_per_month, Style::UsdShort)),
            ("off", Piece::Figure(libm::fabs(found.off_share), Style::PercentFine)),
        ];
        let text = "Your bill says {bill} a month; what is there costs {now} by this calculation, {off} ";
        said.push(filled(&format!("{text}{than}{held}."), &slots));
    }
    if holds && jobs_not_run(subject, plans) {
        said.push(vec![words(
            "The demand is measured, and sums of hours promise more than whole jobs get: until \u{201c}Maximum occupancy\u{201d} is confirmed, or what the jobs got in a replay is used, the answer is leaning at most.",
        )]);
    }
    said
}

/// From this share of the cases on, all but a few.
pub(super) const NEARLY_ALL: f64 = 0.995;

/// In how few of the cases the recommended plan is the cheapest, after the headline that names it and the one that most often is else.
fn unlikely(found: &Likelihood) -> Vec<Piece> {
    let slots = [("share", Piece::Figure(found.cheapest_share, Style::Percent))];
    let next = if found.next_share > found.cheapest_share { ", the other in more" } else { "" };
    filled(&format!(", but is the cheapest in only {{share}} of cases{next}"), &slots)
}

/// How likely the recommended plan is the cheapest, and what being wrong costs; nothing where the headline says so, because
/// that is too little.
pub fn likelihood(report: &Report, plans: &Plans, weighed: &Weighed) -> Vec<Piece> {
    let is_said = |found: &&Likelihood| weighed.badge == Some(Strength::Close) && found.cheapest_share < LIKELY_SHARE;
    let Some(found) = weighed.likelihood.as_ref().filter(|found| !is_said(found)) else { return Vec::new() };
    let there = gpus_there(&plans.plans);
    let best = plans.recommended().map_or(words(""), |plan| words(doing(report, plan, there)));
    let slots = [
        ("best", best),
        ("share", Piece::Figure(found.cheapest_share, Style::Percent)),
        ("usd", Piece::Figure(found.regret_if_wrong_usd.unwrap_or_default(), Style::UsdShort)),
        ("draws", Piece::Figure(count(found.draws), Style::Count)),
    ];
    // The headline may name one that is only there to be compared with.
    let is_barred = plans.runner_up().is_some_and(|plan| !plan.may_be_recommended);
    let among = if is_barred {
        "Among the plans that may be taken, {best}"
    } else {
        "As inputs vary within their ranges, {best}"
    };
    let rest = match (found.next, found.regret_if_wrong_usd) {
        (None, _) => "is the cheapest in all {draws} cases tried.",
        (Some(_), Some(_)) if found.cheapest_share >= NEARLY_ALL => {
            "is the cheapest in nearly every case; in the others it costs {usd} more on average."
        }
        (Some(_), None) if found.cheapest_share >= NEARLY_ALL => "is the cheapest in nearly every case.",
        (Some(_), Some(_)) => "is the cheapest in {share} of cases; in the others it costs {usd} more on average.",
        (Some(_), None) => "is the cheapest in {share} of cases.",
    };
    filled(&format!("{among} {rest}"), &slots)
}

/// What would change the answer: the prices at which the rival wins, the nearest first, at most `most` of them.
pub fn turns(report: &Report, plans: &Plans, pair: &Pair, most: usize) -> Vec<Piece> {
    let there = gpus_there(&plans.plans);
    let (Some(best), Some(other)) = (plans.recommended(), plans.rival()) else { return Vec::new() };
    let wins = || words(doing(report, other, there));
    if !other.may_be_recommended && plans.cheaper_but_barred().is_some() {
        let label = field(SELLING).map_or(SELLING, |row| row.label);
        return filled(&format!("With \u{201c}{label}\u{201d} on, {{other}} costs less."), &[("other", wins())]);
    }
    let node = pair.node_price.as_ref().map(|price| ("a node {side} {usd} (now {now})", price, Style::Usd));
    let rest =
        pair.rest_price.as_ref().map(|price| ("rented GPU-hours {side} {usd} (now {now})", price, Style::UsdPerHour));
    let tokens =
        pair.token_price.as_ref().map(|price| ("a million tokens {side} {usd} (now {now})", price, Style::UsdFine));
    let known = |(text, price, style): (&'static str, &PairBreakEven, Style)| {
        let usd = price.usd?;
        Some((price.distance()?, at_price(text, price, usd, (best.kind, style))))
    };
    let mut found: Vec<(f64, Vec<Piece>)> = node.into_iter().chain(rest).chain(tokens).filter_map(known).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    if found.is_empty() {
        return inputs_that_turn(pair, wins());
    }
    let mut pieces = Vec::new();
    for (place, (_, part)) in found.into_iter().take(most).enumerate() {
        pieces.push(words(if place == 0 { "With " } else { ", or with " }));
        pieces.extend(part);
    }
    pieces.extend([words(", "), wins(), words(" costs less.")]);
    // The sizes of both are held. Where the answer buys nothing, fewer machines than those of the other plan may pay sooner.
    if best.nodes_bought == 0.0 && other.nodes_bought > 1.0 {
        pieces.push(words(" Owning fewer GPUs and renting the rest may pay before that."));
    }
    joined(pieces)
}

/// The inputs within whose ranges the other plan is cheaper, where no price turns the answer.
fn inputs_that_turn(pair: &Pair, other: Piece) -> Vec<Piece> {
    let flips = pair.drivers.iter().filter(|driver| driver.flips).filter_map(|driver| field(driver.field));
    let named: Vec<String> = flips.take(2).map(|row| format!("\u{201c}{}\u{201d}", row.label)).collect();
    let slots = [("other", other)];
    match named.join(" or ") {
        none if none.is_empty() => filled("No input within its range makes {other} the cheaper plan.", &slots),
        all => filled(&format!("Within its range, {all} alone can make {{other}} the cheaper plan."), &slots),
    }
}

/// A price at which the other plan wins, with the side on which it does.
fn at_price(text: &str, price: &PairBreakEven, usd: f64, (best, style): (PlanKind, Style)) -> Vec<Piece> {
    // The plan that is cheaper above is the other one exactly if the answer turns upwards.
    let side = if price.cheaper_above == best { "under" } else { "over" };
    filled(
        text,
        &[("side", words(side)), ("usd", Piece::Figure(usd, style)), ("now", Piece::Figure(price.now_usd, style))],
    )
}
