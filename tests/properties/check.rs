//! Helpers for the properties: computing a result, comparing numbers, changing prices.

use std::fmt::Debug;

use engine::codec::Document;
use engine::horizon::PlanOutlook;
use engine::horizon::node_expansion;
use engine::inputs::derived::derived;
use engine::inputs::field::{ColumnKind, Field, Kind};
use engine::inputs::value::{Amount, Cell, Certainty, Range, Spread, Value};
use engine::inputs::{BeyondChoice, FIELDS, Scenario};
use engine::model::Model;
use engine::prices::PriceBook;
use engine::report::{OfferResult, Report, evaluate_without_plans, evaluate_without_trees};
use engine::units::Unit;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::draw::book;

pub(crate) type Outcome = Result<(), TestCaseError>;

/// The two sides, without derivations and without drivers of confirmed inputs: most properties read neither, and they take
/// most of the time.
pub(crate) fn report(d: &Document) -> Report {
    evaluate_without_trees(&d.scenario, book(), &d.edition).expect("a drawn scenario can be computed")
}

/// The same with them.
pub(crate) fn explained(d: &Document) -> Report {
    explained_with(d, book())
}

/// The same with the prices of another book.
pub(crate) fn explained_with(d: &Document, book: &PriceBook) -> Report {
    evaluate_without_plans(&d.scenario, book, &d.edition).expect("a drawn scenario can be computed")
}

pub(crate) fn model(d: &Document) -> Model {
    node_expansion::model(&d.scenario, book(), &d.edition).expect("a drawn scenario is a model")
}

pub(crate) fn field(id: &str) -> &'static Field {
    engine::inputs::field(id).expect("a row")
}

/// Equal within `tolerance` of the largest of both and `scale`.
pub(crate) fn near(a: f64, b: f64, scale: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(scale) + 1e-200
}

/// Work beyond the ceiling buys no additional nodes: the machines stay the same at any work.
pub(crate) fn on_the_same_machines(d: &Document) -> Document {
    let mut d = d.clone();
    if d.scenario.time.beyond == BeyondChoice::Node {
        d.scenario.time.beyond = BeyondChoice::Offer;
    }
    d
}

/// Sets the work so that the owned GPUs are busy for a share of the calendar. The data stay as they are, as in a steady year.
pub(crate) fn busy(d: &Document, share: f64) -> Document {
    let mut other = d.clone();
    (derived("work.busy_share").expect("a row").set)(&mut other.scenario, share);
    other
}

/// The same over the horizon: data that are those of the work by default follow it. A form rounds them to a millionth, this
/// does not.
pub(crate) fn busy_with_data(d: &Document, share: f64) -> Document {
    let mut other = busy(d, share);
    let times = other.scenario.work.gpu_hours_per_month.value / d.scenario.work.gpu_hours_per_month.value;
    let [storage, exit] = d.scenario.data_follows_work(book());
    let rent = &mut other.scenario.rent;
    for (data, follows) in [(&mut rent.storage_tb, storage), (&mut rent.exit_tb, exit)] {
        if follows {
            *data = Amount::exact(data.value * times);
        }
    }
    other
}

/// Everything a plan pays and receives: its sums are as exact as this is large, though purchases and sales may nearly
/// cancel.
pub(crate) fn moved(plan: &PlanOutlook) -> f64 {
    let most = plan.cumulative_usd.iter().fold(0.0, |most: f64, usd| most.max(usd.abs()));
    let lines = plan.lines.iter().flat_map(|line| &line.by_year_usd);
    most + lines.chain(&plan.by_year_usd).map(|usd| usd.abs()).sum::<f64>()
}

/// Whether a plan does all the work, or the rest has a price.
pub(crate) fn complete(plan: &PlanOutlook, s: &Scenario) -> bool {
    s.time.late_usd_per_gpu_hour.value > 0.0
        || plan.unserved_gpu_hours <= 1e-9 * (plan.gpu_hours + plan.unserved_gpu_hours)
}

/// The offers of a report by id, whatever their order.
pub(crate) fn by_id(report: &Report) -> Vec<&OfferResult> {
    let mut offers: Vec<&OfferResult> = report.offers.iter().collect();
    offers.sort_by(|a, b| a.id.cmp(&b.id));
    offers
}

/// Fails if a number of a result is not finite. JSON would show it as null; `Debug` names it.
pub(crate) fn all_finite(result: &impl Debug) -> Outcome {
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

/// Ids of the rows that hold money in the wanted groups, including lists.
pub(crate) fn money_rows(wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    let is_money = |kind: &Kind| match kind {
        Kind::Number { unit, .. } => unit.is_money(),
        Kind::List { columns, .. } => {
            columns.iter().any(|c| matches!(c.kind, ColumnKind::Number { unit, .. } if unit.is_money()))
        }
        _ => false,
    };
    FIELDS.iter().filter(move |f| is_money(&f.kind) && wanted(f.group.id)).map(|f| f.id)
}

/// Money units are exactly those written in dollars.
#[test]
fn money_is_what_is_written_in_dollars() {
    let units = FIELDS.iter().flat_map(|f| match f.kind {
        Kind::Number { unit, .. } => vec![unit],
        Kind::List { columns, .. } => columns.iter().filter_map(|c| number_unit(&c.kind)).collect(),
        _ => Vec::new(),
    });
    for unit in units {
        assert_eq!(unit.is_money(), unit.symbol().starts_with("USD"), "{unit:?}");
    }
}

fn number_unit(kind: &ColumnKind) -> Option<Unit> {
    match kind {
        ColumnKind::Number { unit, .. } => Some(*unit),
        ColumnKind::Text { .. } | ColumnKind::Choice(_) => None,
    }
}

/// A scenario with every price of one row changed; `change` gets the price and the row's maximum. A zero price in a
/// list stays: there it means that none is given yet.
pub(crate) fn with_prices(scenario: &Scenario, id: &str, change: impl Fn(f64, f64) -> f64) -> Scenario {
    let field = field(id);
    let value = match (field.get(scenario), field.kind) {
        (Value::Number(amount), Kind::Number { max, .. }) => {
            let there = |price: f64| change(price, max);
            let certainty = match amount.certainty {
                Certainty::Range(r) => Certainty::Range(Range { low: there(r.low), high: there(r.high), ..r }),
                other => other,
            };
            Value::Number(Amount { value: there(amount.value), certainty })
        }
        (Value::List(mut rows), Kind::List { columns, .. }) => {
            for (cell, column) in rows.iter_mut().flat_map(|row| row.iter_mut().zip(columns)) {
                if let (Cell::Number(price), ColumnKind::Number { unit, max, .. }) = (cell, column.kind)
                    && unit.is_money()
                    && *price > 0.0
                {
                    *price = change(*price, max);
                }
            }
            Value::List(rows)
        }
        other => panic!("{id} is not money: {other:?}"),
    };
    let mut other = scenario.clone();
    assert!(field.set(&mut other, &value), "{id}");
    other
}

/// The same with every default's range given explicitly.
pub(crate) fn with_ranges_said(d: &Document) -> Document {
    let mut d = d.clone();
    for field in FIELDS {
        let (Value::Number(amount), Kind::Number { min, max, .. }) = (field.get(&d.scenario), field.kind) else {
            continue;
        };
        if let (Certainty::Default, Some((low, high))) =
            (amount.certainty, field.range_of(amount.value, book(), &d.edition))
        {
            let typical = amount.value;
            let range =
                Range { spread: Spread::Uniform, low: low.max(min).min(typical), high: high.min(max).max(typical) };
            field.set(&mut d.scenario, &Value::Number(Amount::ranged(typical, range)));
        }
    }
    d
}

/// The book with every price of an offer and a machine multiplied by a factor.
pub(crate) fn book_with_prices(factor: f64) -> PriceBook {
    let mut book = book().clone();
    for offer in &mut book.offers {
        offer.usd_per_gpu_hour *= factor;
        offer.usd_per_instance_hour *= factor;
        offer.egress_usd_per_gb = offer.egress_usd_per_gb.map(|usd| usd * factor);
    }
    for price in book.hardware.iter_mut().filter_map(|machine| machine.price.as_mut()) {
        for usd in [&mut price.low, &mut price.typical, &mut price.high] {
            *usd *= factor;
        }
    }
    book
}
