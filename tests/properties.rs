//! What must hold for every valid scenario, and what no text may do to the readers.
//!
//! Scenarios are drawn from the table of inputs (`draw`); the same ones in every run. Native only: proptest needs
//! threads and files.
#![cfg(not(target_arch = "wasm32"))]

mod draw;

use std::cell::Cell as Counter;
use std::fmt::Debug;

use draw::{Drawn, NASTY, Texts, any_text, book, cases, document, number};
use engine::break_even::BreakEven;
use engine::codec::{Decoded, Document, file, link};
use engine::cost::rent::{RENT_LINES, bill, rates};
use engine::model::{Model, Yearly};
use engine::number::{read_canonical, read_typed, write};
use engine::offer::{Billing, Offer};
use engine::plan::{self, Terms};
use engine::report::{Line, OfferSide, Report, evaluate};
use engine::scenario::derived::{DERIVED, derived};
use engine::scenario::field::{ColumnKind, Kind};
use engine::scenario::value::{Amount, Cell, Quote, Value};
use engine::scenario::{CommitmentBilling, FIELDS, Scenario};
use engine::units::PaidHours;
use engine::view::{answer, curve};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{TestCaseError, TestRunner};
use serde_json::{Value as Json, json};

type Outcome = Result<(), TestCaseError>;

fn report(d: &Document) -> Report {
    evaluate(&d.scenario, book(), &d.edition).expect("a drawn scenario can be computed")
}

fn model(d: &Document) -> Model {
    Model::new(&d.scenario, book(), &d.edition).expect("a drawn scenario is a model")
}

/// Equal to `tolerance` of the larger of both and of `scale`.
fn near(a: f64, b: f64, scale: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(scale) + 1e-200
}

/// Sets the work so that the owned GPUs are busy for a share of the calendar.
fn busy(d: &Document, share: f64) -> Document {
    let mut other = d.clone();
    (derived("work.busy_share").expect("a row").set)(&mut other.scenario, share);
    other
}

/// Fails where a number of a result is not finite. JSON would show such a number as null, `Debug` names it.
fn all_finite(result: &impl Debug) -> Outcome {
    let text = format!("{result:?}");
    if !["NaN", ": inf", "(inf", "[inf", ", inf", "-inf"].iter().any(|mark| text.contains(mark)) {
        return Ok(());
    }
    let mut bare = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            c if !quoted => bare.push(c),
            _ => {}
        }
    }
    let off = bare.split(|c: char| !c.is_alphanumeric()).position(|word| matches!(word, "NaN" | "inf"));
    let around = |word: usize| {
        bare.split(|c: char| !c.is_alphanumeric()).take(word + 1).collect::<Vec<_>>()[word.saturating_sub(12)..]
            .join(" ")
    };
    prop_assert!(off.is_none(), "not a finite number after: {}", off.map(around).unwrap_or_default());
    Ok(())
}

#[test]
fn the_search_for_infinite_numbers_finds_them() {
    assert!(all_finite(&(1.0, "inf", "a \" NaN")).is_ok());
    for off in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(all_finite(&Some(("\"", off))).is_err());
    }
}

/// Members of the JSON of a report that may be absent.
const MAY_BE_NULL: &[&str] = &[
    "usd_per_gpu_year",
    "usd_per_productive_gpu_hour",
    "simple_usd_per_productive_gpu_hour",
    "indifference_usd_per_gpu_hour",
    "overflow_offer",
    "offer",
    "difference_usd_per_year",
    "difference_share",
    "break_even",
    "node_price_flip_usd",
    "assumed",
    "needed",
    "beyond",
    "usd_per_busy_gpu_hour",
];

fn nulls_are_expected(json: &Json, name: &str) -> Outcome {
    match json {
        Json::Null => prop_assert!(MAY_BE_NULL.contains(&name), "{name} is null"),
        Json::Array(members) => {
            for member in members {
                nulls_are_expected(member, name)?;
            }
        }
        Json::Object(members) => {
            for (key, member) in members {
                nulls_are_expected(member, key)?;
            }
        }
        _ => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn every_valid_scenario_is_computed_and_no_number_of_it_is_infinite(Drawn(d) in document(Texts::Known)) {
        let report = report(&d);
        all_finite(&report)?;
        nulls_are_expected(&serde_json::to_value(&report).expect("a report is JSON"), "report")?;
        all_finite(&answer::answer(&report, "H100", d.scenario.own.node_price_usd.value))?;
        all_finite(&curve::curve(&report))?;
    }

    #[test]
    fn the_same_scenario_gives_the_same_bits(Drawn(d) in document(Texts::Known)) {
        let text = |r: &Report| serde_json::to_string(r).expect("a report is JSON");
        prop_assert_eq!(text(&report(&d)), text(&report(&d.clone())));
    }

    #[test]
    fn ranges_do_not_move_the_answer(Drawn(d) in document(Texts::Known)) {
        let mut exact = d.clone();
        for field in FIELDS {
            if let Value::Number(amount) = field.get(&exact.scenario) {
                field.set(&mut exact.scenario, &Value::Number(Amount::exact(amount.value)));
            }
        }
        let (mut with, mut without) = (report(&d), report(&exact));
        // Whether the node price is ours is the one thing a range tells.
        (with.verdict.assumed, without.verdict.assumed) = (None, None);
        prop_assert_eq!(with, without);
    }

    #[test]
    fn lines_add_up_to_each_sides_total(Drawn(d) in document(Texts::Known)) {
        let report = report(&d);
        adds_up(&report.own.lines, report.own.usd_per_year, report.own.usd_per_productive_gpu_hour)?;
        for offer in &report.offers {
            adds_up(&offer.lines, offer.usd_per_year, offer.usd_per_productive_gpu_hour)?;
        }
    }

    #[test]
    fn a_bill_is_its_fixed_part_and_its_hours_and_the_sum_of_its_lines(Drawn(d) in document(Texts::Known), hours in number(0.0, 1e9)) {
        let model = model(&d);
        for offer in model.offers.iter() {
            let paid = PaidHours::gpu_hours(hours);
            let bill = bill(&model, offer, paid);
            let total = bill.total().as_usd();
            let rates = rates(&model, offer);
            let by_rates = (rates.fixed + paid * rates.per_paid_hour).as_usd();
            let by_lines: f64 = RENT_LINES.iter().map(|line| (line.of)(&bill).as_usd()).sum();
            prop_assert!(near(total, by_rates, 0.0, 1e-12), "{}: {total} and {by_rates} by rates", offer.id);
            prop_assert!(near(total, by_lines, 0.0, 1e-12), "{}: {total} and {by_lines} by lines", offer.id);
        }
    }

    #[test]
    fn work_is_done_here_rented_or_left_undone_and_never_beyond_the_ceiling(Drawn(d) in document(Texts::Known)) {
        let report = report(&d);
        let hours = &report.hours;
        let parts = hours.productive_gpu_hours + report.own.overflow_gpu_hours + report.own.unserved_gpu_hours;
        prop_assert!(near(parts, hours.wanted_gpu_hours, 0.0, 1e-12));
        prop_assert!(hours.busy_share <= hours.ceiling_busy_share * (1.0 + 1e-12));
        prop_assert!(near(hours.ceiling_busy_share, hours.availability * hours.largest_occupancy, 0.0, 1e-12));
        prop_assert!(near(hours.busy_share, hours.availability * hours.occupancy, 0.0, 1e-12));
        prop_assert!(near(hours.utilization, hours.busy_share * hours.workload_efficiency * hours.goodput, 0.0, 1e-12));
        prop_assert!(near(hours.productive_gpu_hours, hours.calendar_gpu_hours * hours.utilization, 0.0, 1e-9));
        prop_assert!(hours.wanted_busy_share > hours.ceiling_busy_share || near(hours.busy_share, hours.wanted_busy_share, 0.0, 1e-12));
        for offer in &report.offers {
            let undone = offer.overflow_gpu_hours + offer.unserved_gpu_hours;
            prop_assert!((0.0..=hours.wanted_gpu_hours).contains(&undone), "{}: {undone}", offer.id);
            if let Billing::Committed { gpus } = offer.billing {
                let served = hours.wanted_gpu_hours - undone;
                let most = gpus * 8_760.0 * d.scenario.rent.paid_efficiency.value * d.scenario.rent.goodput.value * hours.workload_efficiency;
                prop_assert!(served <= most * (1.0 + 1e-12) + hours.wanted_gpu_hours * 1e-12, "{}", offer.id);
            } else {
                prop_assert_eq!(undone, 0.0, "{}", &offer.id);
            }
        }
    }

    /// Halving is exact in binary, so everything must agree to the bit.
    #[test]
    fn goodput_lost_on_both_sides_changes_neither_verdict_nor_break_even(Drawn(mut d) in document(Texts::Known)) {
        let s = &mut d.scenario;
        s.own.goodput = Amount::exact(s.own.goodput.value.max(0.02));
        s.rent.goodput = Amount::exact(s.rent.goodput.value.max(0.02));
        s.work.gpu_hours_per_month = Amount::exact(s.work.gpu_hours_per_month.value.max(1e-6));
        let mut worse = d.clone();
        for goodput in [&mut worse.scenario.own.goodput, &mut worse.scenario.rent.goodput] {
            goodput.value *= 0.5;
        }
        // The same busy hours keep half as much work.
        worse.scenario.work.gpu_hours_per_month.value *= 0.5;
        let (before, after) = (report(&d), report(&worse));
        prop_assert_eq!(before.verdict.kind, after.verdict.kind);
        prop_assert_eq!(&before.verdict.offer, &after.verdict.offer);
        prop_assert_eq!(before.own.usd_per_year, after.own.usd_per_year);
        prop_assert_eq!(before.indifference_usd_per_gpu_hour, after.indifference_usd_per_gpu_hour);
        prop_assert_eq!(before.hours.busy_share, after.hours.busy_share);
        for (one, other) in before.offers.iter().zip(&after.offers) {
            prop_assert_eq!(&one.id, &other.id);
            prop_assert_eq!(one.usd_per_year, other.usd_per_year);
            prop_assert_eq!(busy_share_of(&one.break_even), busy_share_of(&other.break_even), "{}", &one.id);
        }
    }

    #[test]
    fn work_left_alone_goodput_on_both_sides_leaves_break_evens_alone(Drawn(mut d) in document(Texts::Known), factor in 0.1..1.0_f64) {
        let s = &mut d.scenario;
        for goodput in [&mut s.own.goodput, &mut s.rent.goodput] {
            *goodput = Amount::exact(goodput.value.max(0.1));
        }
        let mut worse = d.clone();
        worse.scenario.own.goodput.value *= factor;
        worse.scenario.rent.goodput.value *= factor;
        let (one, other) = (model(&d), model(&worse));
        for (a, b) in one.offers.iter().zip(other.offers.iter()) {
            let (a, b) = (against(&one, a), against(&other, b));
            let (a, b) = (busy_share_of(&a), busy_share_of(&b));
            prop_assert!(a.0 == b.0 && near(a.1, b.1, 0.0, 1e-6), "{a:?} and {b:?}");
        }
    }

    #[test]
    fn a_dearer_price_of_owning_never_makes_owning_cheaper(Drawn(d) in document(Texts::Known), row in any::<Index>(), rise in 0.0..2.0_f64) {
        let rows: Vec<_> = money_rows(|group| matches!(group, "own" | "power" | "place" | "people")).collect();
        let field = FIELDS.iter().find(|f| f.id == *row.get(&rows)).expect("a row");
        let before = report(&d);
        // Only the difference in people counts: where renting needs more of them, dear engineers speak for owning.
        let more_people_to_rent = matches!(&model(&d).owned.yearly, Yearly::Lines(lines) if lines.extra_people < 0.0);
        prop_assume!(!(field.id == "people.usd_per_person_year" && more_people_to_rent));
        let dearer = Document { scenario: with_prices(&d.scenario, field.id, |p, max| (p * (1.0 + rise) + max * 1e-6 * rise).min(max)), ..d };
        let after = report(&dearer);
        let scale: f64 = after.own.lines.iter().map(|l| l.usd_per_year.abs()).sum();
        prop_assert!(after.own.usd_per_year >= before.own.usd_per_year - 1e-12 * scale, "{}", field.id);
        for (one, other) in by_id(&before).iter().zip(by_id(&after)) {
            prop_assert_eq!(one.usd_per_year, other.usd_per_year, "{} moves the rent", field.id);
        }
    }

    #[test]
    fn a_dearer_price_of_renting_never_makes_renting_cheaper(Drawn(d) in document(Texts::Known), row in any::<Index>(), rise in 0.0..2.0_f64) {
        let rows: Vec<_> = money_rows(|group| group == "rent").collect();
        let id = *row.get(&rows);
        let dearer = Document { scenario: with_prices(&d.scenario, id, |p, max| (p * (1.0 + rise) + max * 1e-6 * rise).min(max)), ..d.clone() };
        let (before, after) = (report(&d), report(&dearer));
        for (one, other) in by_id(&before).iter().zip(by_id(&after)) {
            prop_assert_eq!(&one.id, &other.id);
            prop_assert!(other.usd_per_year >= one.usd_per_year * (1.0 - 1e-12), "{id} makes {} cheaper", one.id);
        }
        prop_assert!(after.own.usd_per_year >= before.own.usd_per_year - 1e-12 * before.own.usd_per_year.abs(), "{id}");
    }

    #[test]
    fn a_larger_discount_never_makes_renting_dearer(Drawn(d) in document(Texts::Known), more in 0.0..=1.0_f64) {
        let mut cheaper = d.clone();
        let discount = &mut cheaper.scenario.rent.discount_share;
        *discount = Amount::exact(discount.value + (1.0 - discount.value) * more);
        for (one, other) in by_id(&report(&d)).iter().zip(by_id(&report(&cheaper))) {
            prop_assert!(other.usd_per_year <= one.usd_per_year * (1.0 + 1e-12), "{}", one.id);
            let (list, price) = (one.list_usd_per_gpu_hour, one.usd_per_gpu_hour);
            let own_quote = one.id.starts_with("quote-");
            let expected = if own_quote { list } else { list * (1.0 - d.scenario.rent.discount_share.value) };
            prop_assert!(near(price, expected, 0.0, 1e-12), "{}: {price} of {list}", one.id);
        }
    }

    #[test]
    fn cost_per_productive_hour_falls_with_work_on_the_same_machines(Drawn(d) in document(Texts::Known), shares in (1e-3..1.0_f64, 1e-3..1.0_f64)) {
        let before = report(&d);
        prop_assume!(before.own.fixed_usd_per_gpu_year >= 0.0);
        let ceiling = before.hours.ceiling_busy_share * (1.0 - 1e-9);
        let (less, more) = (shares.0.min(shares.1) * ceiling, shares.0.max(shares.1) * ceiling);
        let (less, more) = (report(&busy(&d, less)), report(&busy(&d, more)));
        prop_assert_eq!(less.own.overflow_gpu_hours + more.own.overflow_gpu_hours, 0.0);
        let (less, more) = (less.own.usd_per_productive_gpu_hour, more.own.usd_per_productive_gpu_hour);
        let (Some(less), Some(more)) = (less, more) else { return Err(TestCaseError::fail("no work")) };
        prop_assert!(more <= less * (1.0 + 1e-9), "{more} with more work, {less} with less");
    }

    #[test]
    fn scaling_all_money_scales_all_costs(Drawn(mut d) in document(Texts::Known), k in 0.01..1.0_f64) {
        // The price book's offers keep their prices, so own offers stand alone here.
        d.scenario.rent.counted_in.clear();
        d.scenario.rent.only_quotes = true;
        if d.scenario.rent.quotes.is_empty() {
            d.scenario.rent.quotes.push(Quote { name: "x".to_owned(), usd_per_gpu_hour: 3.0, term_months: 0.0 });
        }
        let mut scaled = d.clone();
        for id in money_rows(|_| true) {
            scaled.scenario = with_prices(&scaled.scenario, id, |p, _| p * k);
        }
        let (before, after) = (report(&d), report(&scaled));
        let is_near = |a: f64, b: f64, scale: f64| near(a, b, scale, 1e-9);
        // A price and its resale value can all but cancel: a line is as exact as what it is made from.
        let made_of = before.own.upfront_usd * k;
        for (a, b) in before.own.lines.iter().zip(&after.own.lines) {
            prop_assert!(is_near(a.usd_per_year * k, b.usd_per_year, made_of), "{}: {} and {}", a.id, a.usd_per_year, b.usd_per_year);
        }
        prop_assert!(is_near(before.own.upfront_usd * k, after.own.upfront_usd, 0.0));
        let of_quotes = |r: &Report| by_id(r).into_iter().filter(|o| o.id.starts_with("quote-")).cloned().collect::<Vec<_>>();
        for (a, b) in of_quotes(&before).iter().zip(&of_quotes(&after)) {
            prop_assert!(is_near(a.usd_per_year * k, b.usd_per_year, 0.0), "{}", a.id);
            prop_assert!(is_near(a.variable_usd_per_busy_gpu_hour * k, b.variable_usd_per_busy_gpu_hour, 0.0), "{}", a.id);
        }
        let scale = before.own.lines.iter().map(|l| l.usd_per_year.abs()).sum::<f64>() * k;
        prop_assert!(is_near(before.own.usd_per_year * k, after.own.usd_per_year, scale));
    }

    #[test]
    fn the_indifference_price_fed_back_as_an_offer_costs_what_owning_does(Drawn(d) in document(Texts::Known), share in 0.01..1.0_f64) {
        let d = busy(&d, share * model(&d).owned.ceiling() * (1.0 - 1e-9));
        let before = report(&d);
        let Some(price) = before.indifference_usd_per_gpu_hour.filter(|p| *p <= 10_000.0) else { return Ok(()) };
        let mut with = d.clone();
        with.scenario.rent.quotes = vec![Quote { name: "x".to_owned(), usd_per_gpu_hour: price, term_months: 0.0 }];
        let after = report(&with);
        let offer = after.offers.iter().find(|o| o.id == "quote-1").expect("the offer");
        let scale: f64 = before.own.lines.iter().map(|l| l.usd_per_year.abs()).sum();
        prop_assert!(near(offer.usd_per_year, after.own.usd_per_year, scale.max(offer.usd_per_year - offer.lines[0].usd_per_year), 1e-9),
            "rent {} and own {} at {price}", offer.usd_per_year, after.own.usd_per_year);
    }

    #[test]
    fn at_the_flip_price_of_a_node_both_sides_cost_the_same(Drawn(d) in document(Texts::Known)) {
        let before = report(&d);
        let Some(flip) = before.verdict.node_price_flip_usd.filter(|p| *p <= 1e8) else { return Ok(()) };
        let mut other = d.clone();
        other.scenario.own.node_price_usd = Amount::exact(flip);
        let after = report(&other);
        let rent = after.cheapest().expect("the same offer").usd_per_year;
        let scale: f64 = after.own.lines.iter().map(|l| l.usd_per_year.abs()).sum();
        prop_assert!(near(after.own.usd_per_year, rent, scale, 1e-6), "own {} and rent {rent} at {flip}", after.own.usd_per_year);
    }

    #[test]
    fn the_verdict_is_the_cheaper_side(Drawn(d) in document(Texts::Known)) {
        use engine::report::VerdictKind;
        let report = report(&d);
        let cheapest = report.offers.iter().filter(|o| o.counted && o.unserved_gpu_hours == 0.0);
        let cheapest = cheapest.min_by(|a, b| a.usd_per_year.total_cmp(&b.usd_per_year));
        let own = report.own.usd_per_year;
        let whole = report.own.unserved_gpu_hours == 0.0;
        prop_assert_eq!(report.cheapest().map(|o| o.usd_per_year), cheapest.map(|o| o.usd_per_year));
        let expected = match cheapest {
            _ if report.hours.wanted_gpu_hours == 0.0 => VerdictKind::NoWork,
            None if whole => VerdictKind::NothingToRent,
            None => VerdictKind::Unserved,
            Some(rent) if whole && (own - rent.usd_per_year).abs() < 0.05 * own.min(rent.usd_per_year) => VerdictKind::TooClose,
            Some(rent) if whole && own < rent.usd_per_year => VerdictKind::Own,
            Some(_) if report.cheapest().is_some_and(|o| o.billing == Billing::PayPerUse) => VerdictKind::Rent,
            Some(_) => VerdictKind::Commit,
        };
        prop_assert_eq!(report.verdict.kind, expected, "own {} rent {:?}", own, cheapest.map(|o| o.usd_per_year));
    }
}

fn adds_up(lines: &[Line], total: f64, per_hour: Option<f64>) -> Outcome {
    let sum: f64 = lines.iter().map(|l| l.usd_per_year).sum();
    let scale: f64 = lines.iter().map(|l| l.usd_per_year.abs()).sum();
    prop_assert!(near(sum, total, scale, 1e-9), "lines are {sum}, the total {total}");
    if let Some(total) = per_hour {
        let hours: Vec<f64> = lines.iter().filter_map(|l| l.usd_per_productive_gpu_hour).collect();
        prop_assert_eq!(hours.len(), lines.len(), "a line without its share of the hour");
        let scale: f64 = hours.iter().map(|l| l.abs()).sum();
        prop_assert!(near(hours.iter().sum(), total, scale, 1e-9), "lines per hour against {total}");
    }
    Ok(())
}

/// The offers of a report by id, whatever their order.
fn by_id(report: &Report) -> Vec<&OfferSide> {
    let mut offers: Vec<&OfferSide> = report.offers.iter().collect();
    offers.sort_by(|a, b| a.id.cmp(&b.id));
    offers
}

/// The kind of a break-even and the busy share it names.
fn busy_share_of(found: &BreakEven) -> (&'static str, f64) {
    match found {
        BreakEven::Always => ("always", 0.0),
        BreakEven::From(at) => ("from", at.busy_share),
        BreakEven::UpTo(at) => ("up to", at.busy_share),
        BreakEven::Outside { up_to, .. } => ("outside", up_to.busy_share),
        BreakEven::Never(miss) => ("never", miss.needed.map_or(0.0, |n| n.busy_share)),
    }
}

fn against(model: &Model, offer: &Offer) -> BreakEven {
    engine::headline::break_even_against(model, &Terms::of(model), offer)
}

/// Ids of the rows that hold money, lists included, in some groups.
fn money_rows(wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    let is_money = |kind: &Kind| match kind {
        Kind::Number { unit, .. } => unit.is_money(),
        Kind::List { columns, .. } => {
            columns.iter().any(|c| matches!(c.kind, ColumnKind::Number { unit, .. } if unit.is_money()))
        }
        _ => false,
    };
    FIELDS.iter().filter(move |f| is_money(&f.kind) && wanted(f.group.id)).map(|f| f.id)
}

/// A scenario with every price of one row changed; `change` is given the price and the most the row allows.
fn with_prices(scenario: &Scenario, id: &str, change: impl Fn(f64, f64) -> f64) -> Scenario {
    let field = FIELDS.iter().find(|f| f.id == id).expect("a row");
    let value = match (field.get(scenario), field.kind) {
        (Value::Number(amount), Kind::Number { max, .. }) => Value::Number(Amount::exact(change(amount.value, max))),
        (Value::List(mut rows), Kind::List { columns, .. }) => {
            for (cell, column) in rows.iter_mut().flat_map(|row| row.iter_mut().zip(columns)) {
                if let (Cell::Number(price), ColumnKind::Number { unit, max, .. }) = (cell, column.kind)
                    && unit.is_money()
                {
                    *price = change(*price, max);
                }
            }
            Value::List(rows)
        }
        other => panic!("{id} is no money: {other:?}"),
    };
    let mut other = scenario.clone();
    assert!(field.set(&mut other, &value), "{id}");
    other
}

/// The same with one offer: a commitment that costs what owning does at some share of the ceiling.
fn with_a_close_commitment(d: &Document, share: f64) -> Document {
    let mut d = d.clone();
    d.scenario.rent.commitment_billing = CommitmentBilling::Committed;
    let fixed_at = |price: f64| {
        let mut d = d.clone();
        d.scenario.rent.quotes = vec![Quote { name: "x".to_owned(), usd_per_gpu_hour: price, term_months: 12.0 }];
        let model = model(&d);
        (rates(&model, &model.offers[0]).fixed.as_usd(), d)
    };
    let (free, one) = (fixed_at(0.0).0, fixed_at(1.0).0);
    let model = model(&d);
    let terms = Terms::of(&model);
    let own =
        engine::headline::owned_gpu(&model, &terms).yearly(share * model.owned.ceiling()).as_usd() * model.owned.gpus;
    let price = (own - free) / (one - free);
    fixed_at(if price.is_finite() { price.clamp(0.0, 10_000.0) } else { 1.0 }).1
}

/// Both sides are asked for their whole cost at the busy share that a break-even names, and on either side of it.
///
/// A commitment that holds less work than the owned machines, with nobody by the hour to take the rest, has no
/// crossing where it ends: renting just cannot go on. That is left out here and a unit test of its own.
#[test]
fn a_break_even_is_a_real_crossing() {
    let found = [Counter::new(0_u32), Counter::new(0), Counter::new(0), Counter::new(0)];
    let count = |place: usize| found[place].set(found[place].get() + 1);
    let strategy = (document(Texts::Known), any::<Index>(), 0.0..1.0_f64);
    let outcome = TestRunner::new(cases(3_000)).run(&strategy, |(Drawn(d), index, share)| {
        let d = if index.index(2) == 0 { with_a_close_commitment(&d, share) } else { d };
        let model = model(&d);
        if model.offers.is_empty() {
            return Ok(());
        }
        let offer = if index.index(2) == 0 { &model.offers[0] } else { index.get(&model.offers) };
        let ceiling = model.owned.ceiling();
        let most = model.owned.yields.productive(model.owned.busiest());
        let short = offer.ceiling(model.rented.paid_efficiency).is_some_and(|c| c < most);
        if short && Terms::of(&model).overflow.is_none() {
            return Ok(());
        }
        // Own less rent, as a share of the dearer, at a busy share below the ceiling.
        let own_dearer_by = |at: f64| {
            let there = self::model(&busy(&d, at.min(ceiling)));
            let terms = Terms::of(&there);
            let offer = there.offers.iter().find(|o| o.id == offer.id).expect("the offer");
            let own = plan::own(&there, &terms).own_part.as_usd();
            let cost = plan::rent(&there, &terms, offer);
            if !cost.complete() {
                return -1.0; // renting cannot do it: owning wins
            }
            let rent = cost.yearly().as_usd();
            let people = terms.own.fixed.as_usd().abs();
            let scale: f64 = engine::cost::OWN_LINES.iter().map(|l| l.rates(&there).fixed.as_usd().abs()).sum();
            (own - rent) / own.abs().max(rent).max(people).max(scale).max(1e-200)
        };
        let noise = 1e-9;
        match against(&model, offer) {
            BreakEven::From(at) => {
                count(0);
                let busy_share = at.busy_share;
                prop_assert!(own_dearer_by(busy_share).abs() <= noise, "no crossing at {busy_share}");
                prop_assert!(own_dearer_by(busy_share * share) >= -noise, "owning is cheaper below {busy_share}");
                let above = busy_share + (ceiling - busy_share).max(0.0) * share;
                prop_assert!(own_dearer_by(above) <= noise, "owning is dearer above {busy_share}");
            }
            BreakEven::UpTo(at) => {
                count(1);
                let busy_share = at.busy_share;
                prop_assert!(busy_share <= ceiling);
                prop_assert!(own_dearer_by(busy_share).abs() <= noise, "no crossing at {busy_share}");
                prop_assert!(own_dearer_by(busy_share * share) <= noise, "owning is dearer below {busy_share}");
                let above = busy_share + (ceiling - busy_share) * share;
                prop_assert!(own_dearer_by(above) >= -noise, "owning is cheaper above {busy_share}");
            }
            BreakEven::Outside { up_to, from } => {
                let (low, high) = (up_to.busy_share, from.busy_share);
                prop_assert!(low < high && own_dearer_by(low).abs() <= noise, "no crossing at {low}");
                prop_assert!(own_dearer_by(low * share) <= noise, "owning is dearer below {low}");
                prop_assert!(own_dearer_by(low + (high - low) * share) >= -noise, "owning is cheaper between");
                prop_assert!(
                    own_dearer_by(high + (ceiling - high).max(0.0) * share) <= noise,
                    "owning is dearer above {high}"
                );
            }
            BreakEven::Always => {
                count(2);
                prop_assert!(own_dearer_by(ceiling * share) <= noise, "owning is dearer at {}", ceiling * share);
            }
            BreakEven::Never(miss) => {
                count(3);
                prop_assert!(own_dearer_by(ceiling * share) >= -noise, "owning is cheaper at {}", ceiling * share);
                prop_assert!(miss.needed.is_none_or(|n| n.busy_share > miss.ceiling.busy_share));
                prop_assert!(miss.owned_at_ceiling >= miss.rented_at_ceiling - noise * miss.owned_at_ceiling.abs());
            }
        }
        Ok(())
    });
    let found: Vec<u32> = found.iter().map(Counter::get).collect();
    if let Err(problem) = outcome {
        panic!("{problem}");
    }
    let all: u32 = found.iter().sum();
    assert!(found.iter().all(|&n| n * 300 > all), "too few of a kind were met: {found:?}");
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn links_and_files_give_back_every_document(Drawn(d) in document(Texts::Any)) {
        let text = link::write(&d);
        let safe = |b: u8| b.is_ascii_alphanumeric() || b".-_~=&".contains(&b);
        prop_assert!(text.bytes().all(safe) && link::is_link(&text), "{} needs escaping", text);
        let by_link = link::read(&text, book());
        prop_assert_eq!(&by_link.document, &d);
        prop_assert!(by_link.notices.is_empty(), "{:?}", by_link.notices);
        let by_file = file::read(&file::write(&d), book()).expect("our own file");
        prop_assert_eq!(&by_file.document, &d);
        prop_assert!(by_file.notices.is_empty(), "{:?}", by_file.notices);
    }

}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn numbers_read_back_from_their_text(bits in any::<u64>(), small in -1e6..1e6_f64) {
        for value in [f64::from_bits(bits), small, small.round(), (small * 100.0).round() / 100.0] {
            let text = write(value);
            let expected = if value.is_finite() { value + 0.0 } else { 0.0 };
            prop_assert_eq!(read_canonical(&text), Some(expected), "{}", text);
            if text.len() <= 40 {
                prop_assert_eq!(read_typed(&text).map(|r| r.value), Some(expected), "{}", text);
            }
        }
    }

    #[test]
    fn numbers_are_read_in_the_way_people_write_them_or_marked(cents in prop_oneof![0..1_000_000_000_000_u64, 0..10_000_000_u64], digits in 0..5_usize, negative in any::<bool>()) {
        let scale = 10_u64.pow(u32::try_from(digits).expect("a small number"));
        let (whole, rest) = (cents / scale, cents % scale);
        let tail = if digits == 0 { String::new() } else { format!("{rest:0digits$}") };
        let value: f64 = format!("{}{whole}.{tail}0", if negative { "-" } else { "" }).parse().expect("a number");
        for (thousands, decimal) in [(",", "."), (".", ","), ("\u{202f}", ","), ("’", "."), ("'", "."), (" ", ","), ("", "."), ("", ",")] {
            let sign = if negative { "−" } else { "" };
            let typed = format!("{sign}{}{}{tail}", grouped(whole, thousands), if digits == 0 { "" } else { decimal });
            let read = read_typed(&typed);
            prop_assert!(read.is_some_and(|r| r.ambiguous || r.value == value), "{typed} read as {read:?}");
            for around in [format!("$ {typed}"), format!("{typed} %"), format!("{typed} USD"), format!("  {typed}\t")] {
                prop_assert_eq!(read_typed(&around), read, "{}", around);
            }
        }
    }

    #[test]
    fn hostile_files_never_break_a_bound(json in hostile_json()) {
        if let Ok(decoded) = file::read(&json.to_string(), book()) {
            is_in_order(&decoded)?;
        }
    }

    #[test]
    fn any_text_at_all_is_withstood(text in any_text(300), number in any::<String>()) {
        withstands(&text)?;
        withstands(&number)?;
    }
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn hostile_links_never_break_a_bound(text in hostile_link()) {
        withstands(&text)?;
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn what_is_left_of_hostile_texts_can_be_computed(text in hostile_link(), json in hostile_json()) {
        is_of_use(&link::read(&text, book()))?;
        if let Ok(decoded) = file::read(&json.to_string(), book()) {
            is_of_use(&decoded)?;
        }
    }
}

/// Digits in groups of three.
fn grouped(whole: u64, sign: &str) -> String {
    let digits = whole.to_string();
    let head = digits.len() % 3;
    let mut groups: Vec<&str> = Vec::new();
    if head > 0 {
        groups.push(&digits[..head]);
    }
    let groups_of_three = (head..digits.len()).step_by(3).map(|start| &digits[start..start + 3]);
    groups.extend(groups_of_three);
    groups.join(sign)
}

fn hostile_link() -> impl Strategy<Value = String> {
    let mut keys: Vec<String> = FIELDS.iter().map(|f| f.key.to_owned()).collect();
    keys.extend(DERIVED.iter().map(|d| d.key.to_owned()));
    keys.extend(["v", "book", "name", "end", "preset", "utm_source", "", "no_such_key"].map(str::to_owned));
    let key = prop_oneof![8 => proptest::sample::select(keys), 1 => any_text(20)];
    let number = (-400.0..400.0_f64, any::<u64>())
        .prop_map(|(d, bits)| format!("{:?}", if bits % 2 == 0 { 10_f64.powf(d) } else { f64::from_bits(bits) }));
    let value = prop_oneof![2 => any_text(60), 2 => number, 1 => "[0-9utpnl.~_-]{0,30}"];
    let sign = proptest::sample::select(vec!["=", "==", "", "%3D", "~"]);
    let pair = (key, prop_oneof![6 => Just("="), 1 => sign], value).prop_map(|(k, s, v)| format!("{k}{s}{v}"));
    let between = proptest::sample::select(vec!["&", "&", "&", ";", "&&", "&amp;", "?", "#"]);
    proptest::collection::vec((pair, between), 0..30)
        .prop_map(|pairs| pairs.into_iter().map(|(pair, between)| pair + between).collect())
}

fn hostile_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        any_text(40).prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        any::<bool>().prop_map(Json::from),
        Just(Json::Null),
        Just(json!({"value": 1, "range": {"spread": "normal", "low": -1e308, "high": 1e308}})),
        Just(json!({"value": 5, "range": {"spread": "normal", "low": 6, "high": 4}})),
        Just(json!({"value": 0.5, "range": {"spread": "?", "low": 0, "high": 1}})),
        Just(json!([["a", 1e308, -1], [null, null, null], ["", 0, 0]])),
        Just(json!([[null]])),
        Just(json!([[""]])),
    ];
    let value = leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            proptest::collection::btree_map(any_text(10), inner, 0..4).prop_map(|m| m.into_iter().collect()),
        ]
    });
    let mut ids: Vec<String> = FIELDS.iter().map(|f| f.id.to_owned()).collect();
    ids.extend(DERIVED.iter().map(|d| d.id.to_owned()));
    let id = prop_oneof![9 => proptest::sample::select(ids), 1 => any_text(20)];
    let inputs = proptest::collection::btree_map(id, value.clone(), 0..25);
    (inputs, any_text(120), value.clone(), value).prop_map(|(inputs, name, version, edition)| {
        json!({"inputs": inputs, "name": name, "version": version, "edition": edition, "extra": 1})
    })
}

/// Every reader takes a text without panicking, and what it makes of it is in order.
fn withstands(text: &str) -> Outcome {
    let decoded = link::read(text, book());
    is_in_order(&decoded)?;
    let _ = link::is_link(text);
    let _ = link::page_key(text, "preset");
    if let Ok(decoded) = file::read(text, book()) {
        is_in_order(&decoded)?;
    }
    prop_assert!(read_typed(text).is_none_or(|r| r.value.is_finite()));
    prop_assert!(read_canonical(text).is_none_or(f64::is_finite));
    Ok(())
}

/// A document read from any text: every row within bounds, an edition of the book, a name and notices fit to show.
fn is_in_order(decoded: &Decoded) -> Outcome {
    let d = &decoded.document;
    for field in FIELDS {
        let objection = field.objection(&field.get(&d.scenario));
        prop_assert!(objection.is_none(), "{}: {objection:?}", field.id);
    }
    prop_assert!(book().has_edition(&d.edition));
    prop_assert!(d.name.chars().count() <= 80 && is_fit_to_show(&d.name), "name {:?}", d.name);
    for notice in &decoded.notices {
        prop_assert!(is_fit_to_show(&notice.message), "{:?}", notice.message);
    }
    Ok(())
}

/// No control characters, and none that turn the direction of the text around or cannot be seen.
fn is_fit_to_show(text: &str) -> bool {
    let hidden = [
        "\u{61c}", "\u{200b}", "\u{200e}", "\u{200f}", "\u{202a}", "\u{202d}", "\u{202e}", "\u{2066}", "\u{2069}",
        "\u{feff}",
    ];
    !text.chars().any(char::is_control) && !hidden.iter().any(|c| text.contains(c))
}

/// What was read travels like any other document, and can be computed or says why not.
fn is_of_use(decoded: &Decoded) -> Outcome {
    let d = &decoded.document;
    prop_assert_eq!(&link::read(&link::write(d), book()).document, d);
    match evaluate(&d.scenario, book(), &d.edition) {
        Ok(report) => all_finite(&report),
        Err(issues) => {
            prop_assert!(!issues.is_empty());
            Ok(())
        }
    }
}

fn stands(text: &str) {
    if let Err(problem) = withstands(text) {
        let start: String = text.chars().take(80).collect();
        panic!("{start}…: {problem}");
    }
}

#[test]
fn every_key_withstands_every_nasty_text() {
    for key in FIELDS.iter().map(|f| f.key).chain(DERIVED.iter().map(|d| d.key)).chain(["v", "book", "name", "end"]) {
        for nasty in NASTY {
            let pair = format!("{key}={nasty}");
            if let Err(problem) = is_in_order(&link::read(&pair, book())) {
                panic!("{pair:?}: {problem}");
            }
        }
    }
}

#[test]
fn every_row_of_a_file_withstands_every_nasty_value() {
    let numbers = ["1e308", "-1e308", "1e-400", "-0", "-0.0", "123456789012345678901234567890", "0.1e1", "1e999"];
    for id in FIELDS.iter().map(|f| f.id).chain(DERIVED.iter().map(|d| d.id)) {
        let texts = NASTY.iter().map(|t| json!(t).to_string()).chain(numbers.map(str::to_owned));
        for value in texts.chain(["null", "[]", "{}", "[[[]]]", "[[null]]", "[[1]]", "[[\"\"]]"].map(str::to_owned)) {
            let text = format!("{{\"version\":1,\"inputs\":{{\"{id}\":{value}}}}}");
            if let Ok(decoded) = file::read(&text, book())
                && let Err(problem) = is_in_order(&decoded)
            {
                panic!("{text}: {problem}");
            }
        }
    }
}

#[test]
fn long_deep_and_repeated_texts_are_withstood() {
    let long = "9".repeat(100_000);
    for key in ["w", "name", "gpu", "q", "et", "in", "v", "book", "busy"] {
        stands(&format!("{key}={long}"));
        stands(&format!("v=1&{key}=1~~{}", "1~".repeat(50_000)));
    }
    stands(&"&".repeat(2_000_000));
    stands(&"%".repeat(2_000_000));
    stands(&"w=1&".repeat(30_000));
    for start in ["", "x", "xx"] {
        stands(&format!("{start}{}=1", "é".repeat(500_000)));
        stands(&format!("w={start}{}", "名".repeat(50_000)));
        stands(&format!("name={start}{}", "👩".repeat(50_000)));
    }
    for deep in ["[", "{\"a\":", "{\"inputs\":{\"rent.quotes\":["] {
        stands(&deep.repeat(100_000));
    }
    let nested = format!("{}{}", "[".repeat(120), "]".repeat(120));
    stands(&format!("{{\"inputs\":{{\"rent.quotes\":{nested}}}}}"));
    let closed = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    stands(&format!("{{\"inputs\":{{\"rent.quotes\":{closed}}}}}"));
    stands("{\"inputs\":{\"own.gpus\":8,\"own.gpus\":-8,\"own.gpus\":1e308}}");
    stands("{\"inputs\":{\"own.gpus\":-8,\"own.gpus\":16},\"inputs\":[]}");
    stands("\u{feff}{\"inputs\":{}}");
}

#[test]
fn every_switch_and_choice_and_bound_travels() {
    for field in FIELDS {
        let values: Vec<Value> = match field.kind {
            Kind::Number { min, max, .. } => [min, max].map(|n| Value::Number(Amount::exact(n))).to_vec(),
            Kind::Choice(options) => options.iter().map(|o| Value::Choice(o.id.into())).collect(),
            Kind::Switch => [true, false].map(Value::Switch).to_vec(),
            Kind::Gpu => book().gpus.iter().map(|g| Value::Text(g.id.clone())).collect(),
            Kind::List { .. } => vec![Value::List(Vec::new())],
        };
        for value in values {
            let mut d = Document::typical(book());
            assert!(field.set(&mut d.scenario, &value), "{}: {value:?}", field.id);
            assert_eq!(link::read(&link::write(&d), book()), Decoded { document: d.clone(), notices: Vec::new() });
            assert_eq!(file::read(&file::write(&d), book()), Ok(Decoded { document: d, notices: Vec::new() }));
        }
    }
}

/// Entering the use sets the work; a range around another value no longer holds.
#[test]
fn entering_a_busy_share_drops_the_range_of_the_work() {
    let read = link::read("w=32700~t~30000~33000&busy=0.1&n=8&ew=1&go=1", book());
    assert_eq!(read.document.scenario.work.gpu_hours_per_month, Amount::exact(0.1 * 8.0 * 730.0));
    assert!(is_of_use(&read).is_ok());
    assert!(evaluate(&read.document.scenario, book(), &read.document.edition).is_ok());
}

/// Numbers so small that quotients of them overflow or vanish.
#[test]
fn the_least_numbers_a_row_takes_are_computed() {
    for (id, others) in [
        ("w", ""),
        ("r", "&ch=discounted&tm=year-end&stl=0.5&fl=0.5&life=0.5"),
        ("r", "&ch=discounted&tm=monthly&stl=0.5&life=0.5"),
        ("rkw", "&site=colocation"),
        ("q", "&oq=1&w=1e-3"),
    ] {
        for least in [5e-324, 1e-310, f64::MIN_POSITIVE] {
            let value = if id == "q" { format!("x~{}~0", write(least)) } else { write(least) };
            let read = link::read(&format!("{id}={value}{others}"), book());
            assert_eq!(read.notices, Vec::new(), "{id}={least:e}");
            if let Err(problem) = is_of_use(&read) {
                panic!("{id}={least:e}{others}: {problem}");
            }
        }
    }
}

/// A row that does not matter is not checked; whatever stands in it must not reach the result.
#[test]
fn rows_that_do_not_matter_move_nothing_whatever_they_hold() {
    let outcome = TestRunner::new(cases(100)).run(&(document(Texts::Known), 0..4_usize), |(Drawn(d), which)| {
        let off = [f64::NAN, f64::INFINITY, -1.0, 1e300][which];
        let before = report(&d);
        for field in FIELDS.iter().filter(|f| !(f.matters)(&d.scenario)) {
            let value = match field.get(&d.scenario) {
                Value::Number(_) => Value::Number(Amount::exact(off)),
                Value::Switch(on) => Value::Switch(!on),
                Value::List(rows) if field.id == "rent.egress_tiers" => {
                    Value::List(rows.into_iter().map(|_| vec![Cell::Number(off), Cell::Number(off)]).collect())
                }
                other => other,
            };
            let mut other = d.clone();
            assert!(field.set(&mut other.scenario, &value), "{}", field.id);
            prop_assert!(report(&other) == before, "{} at {value:?}", field.id);
        }
        Ok(())
    });
    if let Err(problem) = outcome {
        panic!("{problem}");
    }
}
