//! What a board approves: what to do, what it costs and when, what it replaces, what is at risk.

use super::Fact;
use crate::analysis::decision::Weighed;
use crate::analysis::plan_pair::Pair;
use crate::plans::recommendation::Plans;
use crate::plans::result::PlanResult;
use crate::report::Report;
use crate::units::count;
use crate::view::cost_unit::after_tax;
use crate::view::figure_links::KeyFigure;
use crate::view::phrases::span;
use crate::view::plan_words::{doing, gpus_there};
use crate::view::plans::saving;
use crate::view::template::filled;
use crate::view::{Piece, Style, words};

/// Most months whose payments are named.
const MOST_PAYMENTS: usize = 3;
/// Share of what is paid until full capacity from which on a month is named.
const WORTH_NAMING: f64 = 0.05;

/// The facts of a recommended plan. `starts`: the month of the decision as "2026-12", empty where no date was entered.
pub(super) fn facts(report: &Report, plans: &Plans, weighed: &Weighed, starts: &str) -> Vec<Fact> {
    let Some(best) = plans.recommended() else { return Vec::new() };
    let fact = |label, pieces| Fact { label, pieces, plans: vec![best.kind] };
    let mut facts = vec![fact("Cost", cost(report, best))];
    facts.extend(payments(best, starts).map(|pieces| fact("Payments", pieces)));
    facts.extend(replaces(report, plans).map(|(other, pieces)| Fact {
        label: "Instead of",
        pieces,
        plans: vec![best.kind, other.kind],
    }));
    facts.extend(peak(best).map(|pieces| fact("Peak cash", pieces)));
    facts.push(fact("Owed if all work stopped", owed(best)));
    let pair = weighed.pair.as_ref().filter(|pair| pair.plan == best.kind);
    facts.extend(pair.map(|pair| Fact {
        label: "Payback",
        pieces: payback(report, plans, pair),
        plans: vec![pair.plan, pair.against],
    }));
    facts.extend(sureness(weighed).map(|pieces| fact("How sure", pieces)));
    facts
}

fn cost(report: &Report, best: &PlanResult) -> Vec<Piece> {
    let slots = [
        ("usd", Piece::LinkedFigure(best.present_value_usd, Style::UsdShort, KeyFigure::PlanCost(best.kind))),
        ("year", Piece::LinkedFigure(best.usd_per_year, Style::UsdShort, KeyFigure::PlanCost(best.kind))),
        ("over", words(span(report.outlook.months))),
    ];
    filled(&format!("{{usd}} over {{over}} at present value{}, an even {{year}} a year", after_tax(report)), &slots)
}

/// The months until full capacity in which most is paid; of a plan that pays as it goes, the first month.
fn payments(best: &PlanResult, starts: &str) -> Option<Vec<Piece>> {
    let until = best.full_capacity_month.max(1);
    let paid: Vec<(usize, f64)> = best.cash_by_month_usd.iter().take(until).copied().enumerate().collect();
    let sum: f64 = paid.iter().map(|(_, usd)| usd).sum();
    if best.upfront_usd <= 0.0 || sum <= 0.0 {
        let first = *best.cash_by_month_usd.first()?;
        return Some(filled("Month by month; the first: {usd}", &[("usd", Piece::Figure(first, Style::UsdShort))]));
    }
    let mut most = paid;
    most.sort_by(|a, b| b.1.total_cmp(&a.1));
    most.truncate(MOST_PAYMENTS);
    most.retain(|(_, usd)| *usd > WORTH_NAMING * sum);
    most.sort_by_key(|(month, _)| *month);
    let upfront = Piece::LinkedFigure(best.upfront_usd, Style::UsdShort, KeyFigure::PlanUpfront(best.kind));
    let mut pieces = vec![upfront, words(" upfront. All payments of ")];
    for (place, (month, usd)) in most.iter().enumerate() {
        let name = month_name(starts, *month).unwrap_or_else(|| format!("month {}", month + 1));
        pieces.extend(filled(
            if place == 0 { "{name}: {usd}" } else { "; of {name}: {usd}" },
            &[("name", words(name)), ("usd", Piece::Figure(*usd, Style::UsdShort))],
        ));
    }
    Some(pieces)
}

/// The month so many months after that of a date such as "2026-12" or "2026-12-05", in the same form.
pub(super) fn month_name(starts: &str, after: usize) -> Option<String> {
    let mut parts = starts.split('-');
    let (year, month): (usize, usize) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let months = (1..=12).contains(&month).then_some(year * 12 + month - 1 + after)?;
    Some(format!("{}-{:02}", months / 12, months % 12 + 1))
}

fn replaces<'p>(report: &Report, plans: &'p Plans) -> Option<(&'p PlanResult, Vec<Piece>)> {
    let other = plans.plan(plans.compared_with?)?;
    let usd = plans.saving_usd?;
    let there = gpus_there(&plans.plans);
    let slots = [
        ("other", words(doing(report, other, there))),
        ("cost", Piece::LinkedFigure(other.present_value_usd, Style::UsdShort, KeyFigure::PlanCost(other.kind))),
        ("usd", saving(report, libm::fabs(usd))),
        ("share", plans.saving_share.map_or(words(""), |share| Piece::Figure(libm::fabs(share), Style::PercentFine))),
    ];
    let share = if plans.saving_share.is_some() { " ({share})" } else { "" };
    let saves = if usd < 0.0 { "costs {usd} more" } else { "saves {usd}" };
    let text = format!("{{other}}, at {{cost}}: {saves}{share}, net present value{}", after_tax(report));
    Some((other, filled(&text, &slots)))
}

/// The most that was paid beyond the cheapest way of renting; nothing where it never is.
fn peak(best: &PlanResult) -> Option<Vec<Piece>> {
    let (usd, month) = (best.peak_cash_usd.filter(|usd| *usd > 0.0)?, best.peak_cash_month?);
    let slots = [("usd", Piece::Figure(usd, Style::UsdShort)), ("month", Piece::Figure(count(month), Style::Count))];
    Some(filled("{usd} beyond the cheapest renting, after {month} months", &slots))
}

fn owed(best: &PlanResult) -> Vec<Piece> {
    let most = best.obligation_by_month_usd.iter().enumerate();
    let most = most.reduce(|most, next| if next.1 > most.1 { next } else { most });
    match most.filter(|(_, usd)| **usd > 0.0) {
        None => vec![words("Nothing beyond the month that runs")],
        Some((month, usd)) => filled(
            "At most {usd}, in month {month}",
            &[("usd", Piece::Figure(*usd, Style::UsdShort)), ("month", Piece::Figure(count(month + 1), Style::Count))],
        ),
    }
}

fn payback(report: &Report, plans: &Plans, pair: &Pair) -> Vec<Piece> {
    let there = gpus_there(&plans.plans);
    let named = |kind| plans.plan(kind).map_or(words(""), |plan| words(doing(report, plan, there)));
    let slots = |first| [("first", named(first))];
    if pair.needs_less_cash {
        return filled("None: {first} needs less cash from the start", &slots(pair.first));
    }
    let Some(found) = &pair.payback else { return vec![words("None")] };
    // What it replaces may be a third plan.
    let second = if pair.first == pair.plan { pair.against } else { pair.plan };
    let saves = |usd: fn(&PlanResult) -> f64| plans.plan(pair.first).map(usd) < plans.plan(second).map(usd);
    let month = |month: Option<f64>, saves: bool| match month {
        Some(month) => filled("{month}", &[("month", Piece::Figure(month, Style::Months))]),
        // The months do not count what is sold at the end.
        None if saves => vec![words("only with the final sale")],
        None => vec![words("not within the horizon")],
    };
    let both = [("first", named(pair.first)), ("second", named(second))];
    let mut pieces = filled("Of {first} over {second}: ", &both);
    pieces.extend(month(found.month, saves(|plan| plan.cash_by_month_usd.iter().sum())));
    pieces.push(words("; discounted: "));
    pieces.extend(month(found.discounted_month, saves(|plan| plan.present_value_usd)));
    if let Some(rate) = pair.internal_rate {
        pieces.extend(filled("; internal rate {rate} a year", &[("rate", Piece::Figure(rate, Style::PercentFine))]));
    }
    pieces
}

fn sureness(weighed: &Weighed) -> Option<Vec<Piece>> {
    let found = weighed.likelihood.as_ref()?;
    let [low, middle, high] = found.cost_percentiles_usd.unwrap_or_default();
    let slots = [
        ("share", Piece::Figure(found.cheapest_share, Style::Percent)),
        ("draws", Piece::Figure(count(found.draws), Style::Count)),
        ("usd", Piece::Figure(found.regret_if_wrong_usd.unwrap_or_default(), Style::UsdShort)),
        ("low", Piece::Figure(low, Style::UsdShort)),
        ("middle", Piece::Figure(middle, Style::UsdShort)),
        ("high", Piece::Figure(high, Style::UsdShort)),
    ];
    let costs =
        if found.cost_percentiles_usd.is_some() { "; cost {low}, {middle}, {high} (P10, P50, P90)" } else { "" };
    let is_ever_wrong = found.cheapest_share < 1.0;
    let wrong =
        if is_ever_wrong && found.regret_if_wrong_usd.is_some() { "; otherwise {usd} dearer on average" } else { "" };
    Some(filled(&format!("Cheapest in {{share}} of {{draws}} draws{wrong}{costs}"), &slots))
}

#[cfg(test)]
mod tests {
    use super::month_name;

    #[test]
    fn months_follow_the_calendar() {
        assert_eq!(month_name("2026-11-29", 0).as_deref(), Some("2026-11"));
        assert_eq!(month_name("2026-11", 1).as_deref(), Some("2026-12"));
        assert_eq!(month_name("2026-11", 2).as_deref(), Some("2027-01"));
        assert_eq!(month_name("2026-12-31", 24).as_deref(), Some("2028-12"));
        for wrong in ["", "2026", "2026-13", "soon"] {
            assert_eq!(month_name(wrong, 1), None, "{wrong}");
        }
    }
}
