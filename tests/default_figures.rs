//! Defaults that rest on the price book: how old they are, and whether the book contradicts them.

use engine::codec::file;
use engine::inputs::field::{Basis, Field};
use engine::inputs::provenance::{Provenance, provenance};
use engine::inputs::value::Amount;
use engine::inputs::{FIELDS, Scenario, field};
use engine::prices::{Day, Figure, PriceBook};
use engine::report::evaluate_without_trees;

/// Oldest figure that needs no reason, in days before the newest edition.
const FRESH_DAYS: i64 = 120;

/// Newer figures in a default's category and unit that are for another quantity, and what they are for.
const OTHER_QUANTITIES: &[(&str, &str)] = &[
    ("reliability.faults-replaced-2026-11-26", "faults that need another host, not spares"),
    ("resale.a100-80-sxm-2026-11-25", "a GPU"),
    ("resale.h100-sxm", "a GPU"),
    ("resale.h100-sxm-2026-11-25", "a GPU"),
    ("resale.planning-1-year", "GPUs"),
    ("resale.planning-2-years", "GPUs"),
    ("resale.planning-3-years", "GPUs"),
    ("resale.planning-4-years", "GPUs"),
    ("resale.planning-5-years", "GPUs"),
    ("resale.rtx-6000-ada-2026-11-26", "a GPU"),
    ("staff.fte-workstation", "one machine"),
    ("support.oem-contract", "support alone, not all yearly costs"),
];

/// Figures for the quantity of a default, which have to lie in its range.
const RIVALS: &[(&str, &[&str])] = &[
    ("power.usd_per_kwh", &["electricity.us-industrial", "electricity.us-industrial-july-2026-11-26"]),
    ("own.fabric_usd_per_node", &["network.fabric-per-node-64", "network.infiniband-per-node-2026-11-26"]),
    ("own.life_years", &["life.server", "life.gpu-loans-2026-11-26"]),
    ("own.assembly_markup", &["prebuilt.surcharge-reference"]),
    (
        "place.colocation_usd_per_kw_month",
        &[
            "colocation.us-250-500kw-2025",
            "colocation.high-density",
            "colocation.new-leases-2026-11-26",
            "colocation.northern-virginia-250-500kw-2026-11-26",
            "colocation.northern-virginia-10mw-2026-11-26",
            "colocation.chicago-250-500kw-2026-11-26",
            "colocation.liquid-cooled-2026-11-26",
        ],
    ),
];

/// The two kinds of lead time in weeks; a month has 365.25 / 12 / 7 of them.
const LEAD_TIMES: [&str; 3] =
    ["procurement.lead-time", "procurement.lead-time-clusters-2026-11-26", "procurement.lead-time-dgx-b200-2026-11-26"];

fn row(id: &str) -> &'static Field {
    field(id).unwrap_or_else(|| panic!("no row {id}"))
}

fn figure<'b>(book: &'b PriceBook, id: &str) -> &'b Figure {
    book.figure(id).unwrap_or_else(|| panic!("no figure {id}"))
}

/// The rows whose default is a figure or a machine's price, with its date.
fn dated(book: &PriceBook) -> Vec<(&'static Field, Day)> {
    let date = |row: &Field| match row.basis {
        Basis::Figure(id) => book.figure(id).map(|f| f.as_of),
        Basis::HardwarePrice(id) => book.hardware(id).map(|h| h.as_of),
        _ => None,
    };
    FIELDS.iter().filter_map(|row| Some((row, date(row)?))).collect()
}

#[test]
fn defaults_are_fresh_or_say_why_nothing_newer_exists() {
    let book = PriceBook::embedded();
    let today = book.edition(book.current_edition()).expect("an edition").as_of;
    let rows = dated(&book);
    assert!(rows.len() >= 20, "{} defaults rest on the book", rows.len());
    let mut days: Vec<i64> = Vec::new();
    for (row, as_of) in rows {
        let age = as_of.days_until(today);
        days.push(age);
        let why = row.default_in(&book).nothing_newer;
        assert!(age <= FRESH_DAYS || !why.is_empty(), "{}: {as_of} is {age} days old, without a reason", row.id);
        assert!(age > FRESH_DAYS || why.is_empty(), "{}: {as_of} is fresh, its reason is no longer needed", row.id);
    }
    assert!(FIELDS.iter().all(|row| row.default_in(&book).nothing_newer.is_empty()
        || matches!(row.basis, Basis::Figure(_) | Basis::HardwarePrice(_))));
}

#[test]
fn the_offers_of_the_default_answer_are_fresh() {
    let book = PriceBook::embedded();
    let edition = book.current_edition();
    let today = book.edition(edition).expect("an edition").as_of;
    let report = evaluate_without_trees(&Scenario::typical(&book), &book, edition).expect("a report");
    let cheapest = report.verdict.offer.as_deref().expect("an offer");
    let age = book.as_of(cheapest).expect("a date").days_until(today);
    assert!(age <= FRESH_DAYS, "{cheapest} is {age} days old");
    // The machine of the defaults dates the node price: Exxact, 2026-08-01.
    assert_eq!(report.verdict.assumed.map(|a| a.as_of).as_deref(), Some("2026-08-01"));
}

#[test]
fn a_newer_figure_of_a_defaults_kind_is_the_default_or_for_another_quantity() {
    let book = PriceBook::embedded();
    for row in FIELDS {
        let Basis::Figure(id) = row.basis else { continue };
        let default = figure(&book, id);
        let newer = book.figures.iter().filter(|f| {
            f.category() == default.category() && f.unit == default.unit && default.as_of.days_until(f.as_of) > 0
        });
        for newer in newer {
            let known = OTHER_QUANTITIES.iter().any(|(other, _)| *other == newer.id);
            assert!(known, "{}: {} of {} is newer than {id}", row.id, newer.id, newer.as_of);
        }
    }
    for (id, _) in OTHER_QUANTITIES {
        figure(&book, id);
    }
}

#[test]
fn figures_for_the_quantity_of_a_default_lie_in_its_range() {
    let book = PriceBook::embedded();
    for (id, rivals) in RIVALS {
        let (_, low, high) = row(id).range_in(&book).expect("a range");
        for rival in *rivals {
            let rival = figure(&book, rival);
            assert!((low..=high).contains(&rival.typical), "{id}: {low} to {high} leaves out {}", rival.id);
        }
    }
    let (_, low, high) = row("time.lead_months").range_in(&book).expect("a range");
    for id in LEAD_TIMES {
        let lead = figure(&book, id);
        assert_eq!(lead.unit, "weeks");
        let months = lead.typical / (365.25 / 12.0 / 7.0);
        assert!((low..=high).contains(&months), "{id}: {months} months");
    }
}

#[test]
fn contradictions_end_in_the_newer_figure() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    // EIA table 5.6.A, US industrial, July 2026; Epoch had 0.0826 as the mean of 2025.
    assert_eq!(typical.power.usd_per_kwh, Amount::exact(0.0977));
    // 4,000 a GPU, cards included (August 2026); 15,060 of 2024 are switches and cables alone.
    assert_eq!(typical.own.fabric_usd_per_node, Amount::exact(32_000.0));
    // 36 to 52 weeks (October 2026): 44 weeks are 10.1 months; 8 to 26 weeks before.
    assert_eq!(typical.time.lead_months, Amount::exact(10.0));
    // Exxact and Mercatus: both 285,000.
    assert_eq!(typical.own.node_price_usd, Amount::exact(285_000.0));
    assert_eq!(typical.place.colocation_usd_per_kw_month, Amount::exact(200.0));
    assert_eq!(typical.own.assembly_markup, Amount::exact(0.25));
}

/// A saved file of the first release, made with the defaults of edition 2026-11.
const OLD: &str = include_str!("releases/0.1.0/scenarios/typical.json");

#[test]
fn defaults_of_earlier_editions_keep_their_range_and_newer_ones_lend_none() {
    let book = PriceBook::embedded();
    let old = file::read(OLD, &book).expect("a scenario").document;
    assert_eq!(old.edition, "2026-11");
    // Low and high of the rows of edition 2026-11.
    let ranges = [
        ("own.fabric_usd_per_node", 15_060.0, 12_000.0, 34_000.0),
        ("power.usd_per_kwh", 0.0826, 0.0806, 0.09),
        ("place.colocation_usd_per_kw_month", 195.94, 165.0, 240.0),
        ("own.life_years", 5.0, 3.0, 6.0),
        ("time.lead_months", 4.0, 2.0, 6.0),
        ("own.node_price_usd", 296_644.0, 255_237.0, 317_000.0),
    ];
    for (id, value, low, high) in ranges {
        let row = row(id);
        assert_eq!(row.get(&old.scenario).number(), Some(value), "{id}");
        assert_eq!(row.open_range(&old.scenario, &book, &old.edition), Some((low, high)), "{id}");
    }
    // What was typed then is known, even if it is the default of today.
    for id in ["own.fabric_usd_per_node", "power.usd_per_kwh", "place.colocation_usd_per_kw_month", "time.lead_months"]
    {
        let row = row(id);
        let mut typed = old.scenario.clone();
        assert!(row.set(&mut typed, &row.value_in(&book)));
        assert_eq!(row.open_range(&typed, &book, "2026-11"), None, "{id}");
        assert_eq!(row.open_range(&typed, &book, "2026-11-25"), None, "{id}");
        assert!(row.open_range(&typed, &book, book.current_edition()).is_some(), "{id}");
    }
}

#[test]
fn a_default_of_an_earlier_edition_is_shown_with_its_own_source() {
    let book = PriceBook::embedded();
    let old = file::read(OLD, &book).expect("a scenario").document;
    let from = provenance(row("power.usd_per_kwh"), &old.scenario, &book, &old.edition);
    let Provenance::Earlier(default) = from else { panic!("{from:?}") };
    assert_eq!((default.as_of.as_str(), default.value.number()), ("2025-12", Some(0.0826)));
    assert_eq!(default.source, book.source("epoch-cost").expect("a source").title);
    let from = provenance(row("time.lead_months"), &old.scenario, &book, &old.edition);
    assert!(matches!(from, Provenance::Earlier(default) if default.assumed), "an assumption of ours");
}
