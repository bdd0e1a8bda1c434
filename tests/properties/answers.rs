//! The report as a whole: finite, repeatable, and consistent with the stated reasons.

use engine::codec::Document;
use engine::cost::LineId;
use engine::formulas::break_even::BreakEven;
use engine::inputs::field::Field;
use engine::inputs::value::{Amount, Cell, Certainty, Quote, Value};
use engine::inputs::{FIELDS, GoodputMethod};
use engine::report::{Report, Strength, VerdictKind, evaluate};
use engine::view::{answer, bars, cash};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::Value as Json;

use crate::break_even::busy_share_of;
use crate::check::{
    Outcome, all_finite, book_with_prices, by_id, complete, explained, explained_with, money_rows, moved, near, report,
    with_prices, with_ranges_said,
};
use crate::draw::{Drawn, Texts, cases, document};

/// Members of the JSON of a report that may be absent.
const MAY_BE_NULL: &[&str] = &[
    "assumed",
    "break_even",
    "contracted",
    "covers_work",
    "difference_share",
    "from_million",
    "difference_usd",
    "difference_usd_per_year",
    "discounted_month",
    "drawn_kw",
    "financing",
    "further",
    "implied_rate",
    "indifference_usd_per_gpu_hour",
    "internal_rate",
    "late_usd_per_gpu_hour",
    "levelised_usd_per_productive_gpu_hour",
    "month",
    "needed",
    "no_internal_rate",
    "node_price_flip_usd",
    "nominal_usd_per_productive_gpu_hour",
    "offer",
    "optimised_usd_per_productive_gpu_hour",
    "other_end_agrees",
    "overflow_offer",
    "payback",
    "peak_cash_usd",
    "peak_month",
    "planning_resale",
    "present",
    "present_end",
    "present_value_usd",
    "price_usd",
    "racks",
    "rent",
    "saving_other_end_usd",
    "saving_usd",
    "second_purchase",
    "simple_usd_per_productive_gpu_hour",
    "steady_year_agrees",
    "tax_saved_usd",
    "turning",
    "undone",
    "until_usd_per_undone_gpu_hour",
    "usd_per_busy_gpu_hour",
    "usd_per_gpu_year",
    "usd_per_productive_gpu_hour",
    "volume",
    "usd_per_million",
    "as_of",
];

/// Members of `turning` that may be absent if `turning` is present.
const MAY_NOT_TURN: &[&str] =
    &["busy_share", "until_busy_share", "offer", "usd_per_gpu_hour", "commitment", "commitment_usd_per_gpu_hour"];

/// Members of the plans that may be absent, as `api/rack-or-rent.d.ts` says.
const MAY_BE_NULL_OF_PLANS: &[&str] = &[
    "badge",
    "busy_share",
    "busy_share_now",
    "calibration",
    "commitment",
    "compared_with",
    "cost_percentiles_usd",
    "curve",
    "factor",
    "first_broken",
    "hourly",
    "likelihood",
    "limits_cost_usd",
    "next",
    "node_price",
    "pair",
    "peak_cash_month",
    "peak_cash_usd",
    "recommended",
    "regret_if_wrong_usd",
    "rest_price",
    "rival",
    "runner_up",
    "saving_share",
    "saving_usd",
    "spot_price",
    "token_price",
    "turns_at",
    "volume",
    "usd",
    "work",
];

fn nulls_are_expected(json: &Json, name: &str) -> Outcome {
    nulls_are_expected_and(json, name, &[])
}

fn nulls_are_expected_and(json: &Json, name: &str, more: &[&str]) -> Outcome {
    match json {
        Json::Null => prop_assert!(MAY_BE_NULL.contains(&name) || more.contains(&name), "{name} is null"),
        Json::Array(members) => {
            for member in members {
                nulls_are_expected_and(member, name, more)?;
            }
        }
        Json::Object(members) => {
            for (key, member) in members {
                let none = name == "turning" && member.is_null() && MAY_NOT_TURN.contains(&key.as_str());
                if !none {
                    nulls_are_expected_and(member, key, more)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// A report without what says how sure it is: what moves it, and how clear that leaves the verdict.
fn however_sure(mut report: Report) -> Report {
    report.drivers.clear();
    let verdict = &mut report.verdict;
    (verdict.kind, verdict.strength, verdict.allowance_usd) = (VerdictKind::NoWork, Strength::Clear, 0.0);
    report
}

/// The decisions people read off: who wins, against which offer, from which use on, by when.
fn decisions(report: &Report) -> String {
    let verdict = &report.verdict;
    let offers: Vec<_> = by_id(report).into_iter().map(|o| (&o.id, o.counted, busy_share_of(&o.break_even))).collect();
    let payback = report.outlook.payback.as_ref().map(|p| (p.month, p.discounted_month, &p.crossings, p.peak_month));
    format!(
        "{:?}",
        (
            verdict.kind,
            verdict.strength,
            &verdict.offer,
            verdict.difference_share,
            verdict.steady_year_agrees,
            verdict.other_end_agrees,
            payback,
            report.outlook.internal_rate,
            report.drivers.iter().map(|d| (d.field, d.flips)).collect::<Vec<_>>(),
            offers,
        )
    )
}

proptest! {
    #![proptest_config(cases(52))]

    #[test]
    fn every_valid_scenario_is_computed_and_no_number_of_it_is_infinite(Drawn(d) in document(Texts::Known)) {
        let report = explained(&d);
        all_finite(&report)?;
        nulls_are_expected(&serde_json::to_value(&report).expect("a report is JSON"), "report")?;
        all_finite(&answer::answer(&report, "H100", d.scenario.own.node_price_usd.value))?;
        all_finite(&[
            crate::shared::curve::cost_curve(&d, &report, crate::draw::book()),
            cash::cash(&report),
            bars::cost_lines(&report),
            bars::break_evens(&report),
            bars::drivers(&report, &report.drivers),
        ])?;
    }

    /// Ranges describe how certain the answer is. They affect no figure, and no winner except to or from "too close".
    #[test]
    fn ranges_move_no_figure(Drawn(d) in document(Texts::Known)) {
        let mut exact = d.clone();
        for field in FIELDS {
            if let Value::Number(amount) = field.get(&exact.scenario) {
                field.set(&mut exact.scenario, &Value::Number(Amount::exact(amount.value)));
            }
        }
        let (mut with, mut without) = (report(&d), report(&exact));
        let (one, other) = (with.verdict.kind, without.verdict.kind);
        prop_assert!(one == other || [one, other].contains(&VerdictKind::TooClose), "{one:?} and {other:?}");
        // A price with a range is no longer the book's.
        (with.verdict.assumed, without.verdict.assumed) = (None, None);
        prop_assert_eq!(however_sure(with), however_sure(without));
    }

    #[test]
    fn the_verdict_is_the_side_with_the_lower_present_value(Drawn(d) in document(Texts::Known)) {
        let report = report(&d);
        let own = complete(&report.outlook.own, &d.scenario).then_some(report.outlook.own.present_value_usd);
        let counted = report.offers.iter().filter(|o| o.counted).filter_map(|o| Some((o.present_value_usd?, o)));
        let least = counted.map(|o| o.0).min_by(f64::total_cmp);
        let rent = report.cheapest().and_then(|o| Some((o.present_value_usd?, o)));
        prop_assert_eq!(rent.map(|r| r.0), least);
        prop_assert_eq!(report.outlook.rent.as_ref().map(|r| r.present_value_usd), rent.map(|r| r.0));
        prop_assert_eq!(&report.outlook.offer, &report.verdict.offer);
        let differ = own.zip(rent).map(|(own, rent)| rent.0 - own);
        prop_assert_eq!(report.outlook.saving_usd, differ);
        prop_assert_eq!(report.verdict.difference_usd, differ.map(f64::abs));
        // Too close: under 5% of the cheaper, or less than the possible effect of unconfirmed figures.
        let close = |own: f64, rent: f64| {
            let apart = (own - rent).abs();
            let least = own.min(rent);
            least > 0.0 && (apart / least).is_finite() && (apart / least < 0.05 || apart < report.verdict.allowance_usd)
        };
        let never = report.cheapest().is_some_and(|o| matches!(o.break_even, BreakEven::Never(_)));
        let expected = match (own, rent) {
            _ if report.hours.wanted_gpu_hours == 0.0 => VerdictKind::NoWork,
            (None, _) | (_, None) if report.verdict.undone.is_some() => VerdictKind::UnservedWork,
            (None, None) => VerdictKind::Unserved,
            (Some(_), None) => VerdictKind::NothingToRent,
            (Some(own), Some((rent, _))) if close(own, rent) => VerdictKind::TooClose,
            (Some(own), Some((rent, _))) if own < rent => VerdictKind::Own,
            (_, Some(_)) if never => VerdictKind::NeverPays,
            (_, Some((_, offer))) if offer.billing == engine::model::offers::Billing::PayPerUse => VerdictKind::Rent,
            _ => VerdictKind::Commit,
        };
        prop_assert_eq!(report.verdict.kind, expected, "own {:?} rent {:?}", own, rent.map(|r| r.0));
        if let (Some(saving), Some(other)) = (report.outlook.saving_usd, report.outlook.saving_other_end_usd) {
            prop_assert_eq!(report.verdict.other_end_agrees, Some((saving > 0.0) == (other > 0.0)));
        }
    }

    #[test]
    fn at_the_flip_price_of_a_node_both_sides_have_the_same_present_value(Drawn(d) in document(Texts::Known)) {
        let Some(flip) = report(&d).verdict.node_price_flip_usd.filter(|p| *p <= 1e8) else { return Ok(()) };
        let mut other = d.clone();
        other.scenario.own.node_price_usd = Amount::exact(flip);
        let after = report(&other).outlook;
        let (own, rent) = (after.own, after.rent.expect("the same offer"));
        // The price is computed from values at other prices: as exact as those are large.
        let free = { other.scenario.own.node_price_usd = Amount::exact(1e6); report(&other).outlook.own };
        let scale = moved(&own) + moved(&free) + moved(&rent);
        prop_assert!(near(own.present_value_usd, rent.present_value_usd, scale, 1e-9),
            "own {} and rent {} at {flip}", own.present_value_usd, rent.present_value_usd);
    }

    /// Halving is exact in binary, so everything must agree to the bit. A late hour of work is twice as much work.
    #[test]
    fn goodput_lost_on_both_sides_changes_neither_verdict_nor_break_even(Drawn(mut d) in document(Texts::Known)) {
        let s = &mut d.scenario;
        s.stops.method = GoodputMethod::Given;
        s.own.goodput = Amount::exact(s.own.goodput.value.max(0.02));
        s.rent.goodput = Amount::exact(s.rent.goodput.value.max(0.02));
        s.work.gpu_hours_per_month = Amount::exact(s.work.gpu_hours_per_month.value.max(1e-6));
        // Half of a subnormal number loses bits.
        s.rent.committed_gpus = Amount::exact(s.rent.committed_gpus.value.max(1e-6));
        s.time.late_usd_per_gpu_hour = Amount::exact(s.time.late_usd_per_gpu_hour.value.min(5e4));
        // Changed values lose the range of their default: it is given here, and has zero width.
        let committed = &mut s.rent.committed_gpus;
        for row in [&mut s.own.goodput, &mut s.rent.goodput, &mut s.work.gpu_hours_per_month, &mut s.time.late_usd_per_gpu_hour, committed] {
            row.certainty = Certainty::Confirmed;
        }
        let mut worse = d.clone();
        let s = &mut worse.scenario;
        // The same busy hours keep half as much work.
        for (row, factor) in [
            (&mut s.own.goodput, 0.5),
            (&mut s.rent.goodput, 0.5),
            (&mut s.work.gpu_hours_per_month, 0.5),
            (&mut s.time.late_usd_per_gpu_hour, 2.0),
        ] {
            let value = row.value * factor;
            *row = Amount::confirmed(value);
        }
        let (before, after) = (explained(&d), explained(&worse));
        prop_assert_eq!(decisions(&before), decisions(&after));
        prop_assert_eq!(before.own.usd_per_year, after.own.usd_per_year);
        prop_assert_eq!(before.outlook.own.present_value_usd, after.outlook.own.present_value_usd);
        prop_assert_eq!(before.outlook.own.by_year_usd, after.outlook.own.by_year_usd);
        prop_assert_eq!(before.indifference_usd_per_gpu_hour, after.indifference_usd_per_gpu_hour);
        prop_assert_eq!(before.verdict.node_price_flip_usd, after.verdict.node_price_flip_usd);
        prop_assert_eq!(before.hours.busy_share, after.hours.busy_share);
        for (one, other) in before.offers.iter().zip(&after.offers) {
            prop_assert_eq!(&one.id, &other.id);
            prop_assert_eq!(one.usd_per_year, other.usd_per_year);
            prop_assert_eq!(one.present_value_usd, other.present_value_usd, "{}", &one.id);
        }
    }

    /// Scaling all money scales every amount by the factor and changes no decision. The factor is a power of two, so
    /// that nothing is rounded.
    #[test]
    fn scaling_all_money_scales_all_costs(Drawn(mut d) in document(Texts::Known), halvings in 1..8_i32) {
        let k = 0.5_f64.powi(halvings);
        if d.scenario.rent.quotes.is_empty() {
            d.scenario.rent.quotes.push(Quote { name: "x".to_owned(), usd_per_gpu_hour: 3.0, term_months: 0.0 , ..Quote::default() });
        }
        // The smallest numbers cannot be halved.
        for id in money_rows(|_| true) {
            d.scenario = with_prices(&d.scenario, id, |p, _| if p < 1e-280 { 0.0 } else { p });
        }
        let d = with_ranges_said(&d);
        let mut scaled = d.clone();
        for id in money_rows(|_| true) {
            scaled.scenario = with_prices(&scaled.scenario, id, |p, _| p * k);
        }
        let (before, after) = (explained(&d), explained_with(&scaled, &book_with_prices(k)));
        prop_assert_eq!(decisions(&before), decisions(&after));
        let is_near = |a: f64, b: f64, scale: f64| near(a * k, b, scale * k, 1e-12);
        // A price and its resale value can nearly cancel: a line is as exact as its parts.
        let made_of = before.own.upfront_usd;
        for (a, b) in before.own.lines.iter().zip(&after.own.lines) {
            prop_assert!(is_near(a.usd_per_year, b.usd_per_year, made_of), "{:?}: {} and {}", a.id, a.usd_per_year, b.usd_per_year);
        }
        prop_assert!(is_near(before.own.upfront_usd, after.own.upfront_usd, 0.0));
        prop_assert!(is_near(before.own.usd_per_year, after.own.usd_per_year, made_of));
        for (a, b) in before.offers.iter().zip(&after.offers) {
            prop_assert_eq!(&a.id, &b.id);
            prop_assert!(is_near(a.usd_per_year, b.usd_per_year, 0.0), "{}", a.id);
            prop_assert!(is_near(a.variable_usd_per_busy_gpu_hour, b.variable_usd_per_busy_gpu_hour, 0.0), "{}", a.id);
            prop_assert_eq!(a.present_value_usd.is_some(), b.present_value_usd.is_some(), "{}", &a.id);
            let (one, other) = (a.present_value_usd.unwrap_or(0.0), b.present_value_usd.unwrap_or(0.0));
            prop_assert!(is_near(one, other, 0.0), "{}: {one} and {other}", a.id);
        }
        let scale = moved(&before.outlook.own);
        prop_assert!(is_near(before.outlook.own.present_value_usd, after.outlook.own.present_value_usd, scale));
        prop_assert!(is_near(before.outlook.own.nominal_usd, after.outlook.own.nominal_usd, scale));
        if let (Some(a), Some(b)) = (&before.outlook.financing, &after.outlook.financing) {
            prop_assert!(is_near(a.gain_usd, b.gain_usd, a.price_usd + a.present_value_usd.abs()));
        }
        if let (Some(a), Some(b)) = (&before.present, &after.present) {
            prop_assert!(is_near(a.optimised_present_value_usd, b.optimised_present_value_usd, a.present_value_usd));
        }
        prop_assert_eq!(before.present.is_some(), after.present.is_some());
    }
}

proptest! {
    #![proptest_config(cases(20))]

    /// The same of the plans: their search, every figure of each, the two that are compared, what would change the choice.
    #[test]
    fn every_valid_scenario_has_plans_and_no_number_of_them_is_infinite(Drawn(d) in document(Texts::Known)) {
        let report = evaluate(&d.scenario, crate::draw::book(), &d.edition).expect("a drawn scenario can be computed");
        all_finite(&report.decision)?;
        let json = serde_json::to_value(&report.decision).expect("plans are JSON");
        nulls_are_expected_and(&json, "decision", MAY_BE_NULL_OF_PLANS)?;
        // What the other lines leave is for GPU-hours: a plan without any pays nothing for them.
        let runs_on = !d.scenario.present.commitments.is_empty() || d.scenario.present.bill_usd_per_month.value > 0.0;
        for plan in report.decision.iter().flat_map(|found| &found.plans.plans) {
            let rented = plan.hours.commitment + plan.hours.spot + plan.hours.on_demand + plan.committed_gpus;
            let all: f64 = plan.lines.iter().map(|line| line.present_value_usd.abs()).sum();
            let of_hours = plan.lines.iter().filter(|line| line.id == LineId::Compute);
            let usd: f64 = of_hours.map(|line| line.present_value_usd.abs()).sum();
            prop_assert!(runs_on || rented > 0.0 || usd <= 1e-9 * all, "{:?}: {usd} of {all} without an hour", plan.kind);
        }
    }
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn the_same_scenario_gives_the_same_bits(Drawn(d) in document(Texts::Known)) {
        let text = |r: &Report| serde_json::to_string(r).expect("a report is JSON");
        prop_assert_eq!(text(&explained(&d)), text(&explained(&d.clone())));
    }
}

/// Arbitrary contents of a row that is not relevant.
fn spoilt(field: &Field, d: &Document, off: f64) -> Value {
    match field.get(&d.scenario) {
        Value::Number(_) => Value::Number(Amount::exact(off)),
        Value::Switch(on) => Value::Switch(!on),
        Value::List(rows) => {
            let number = |cell: Cell| if matches!(cell, Cell::Text(_)) { cell } else { Cell::Number(off) };
            Value::List(rows.into_iter().map(|row| row.into_iter().map(number).collect()).collect())
        }
        other => other,
    }
}

/// A row that is not relevant is not checked; its contents must not reach the result. The swings may read it: for hours
/// let out, it becomes relevant at some share. So may the saving at the other end of the horizon, whose rows are those of that end.
#[test]
fn rows_that_do_not_matter_move_nothing_whatever_they_hold() {
    let outcome = TestRunner::new(cases(24)).run(&(document(Texts::Known), 0..4_usize), |(Drawn(d), which)| {
        let off = [f64::NAN, f64::INFINITY, -1.0, 1e300][which];
        let at_this_end = |report: Report| {
            let mut report = however_sure(report);
            (report.outlook.saving_other_end_usd, report.verdict.other_end_agrees) = (None, None);
            report
        };
        let before = at_this_end(explained(&d));
        let set = |field: &Field, to: &mut Document| {
            assert!(field.set(&mut to.scenario, &spoilt(field, &d, off)), "{}", field.id);
        };
        let spoils = |field: &&Field| {
            let mut other = d.clone();
            // Its relevance may depend on its contents: own offers only, of which there are none.
            !(field.is_relevant)(&d.scenario) && {
                set(field, &mut other);
                !(field.is_relevant)(&other.scenario)
            }
        };
        let mut all = d.clone();
        FIELDS.iter().filter(spoils).for_each(|field| set(field, &mut all));
        let after = explained(&all);
        let is_finite = all_finite(&after);
        if is_finite.is_err() || at_this_end(after) != before {
            for field in FIELDS.iter().filter(spoils) {
                let mut other = d.clone();
                set(field, &mut other);
                let after = explained(&other);
                prop_assert!(all_finite(&after).is_ok() && at_this_end(after) == before, "{} at {off}", field.id);
            }
            is_finite?;
            prop_assert!(false, "with all of them at {off}");
        }
        Ok(())
    });
    if let Err(problem) = outcome {
        panic!("{problem}");
    }
}
