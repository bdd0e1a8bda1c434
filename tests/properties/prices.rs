//! A price increase never helps its side, neither in a steady year nor in present value.

use engine::codec::Document;
use engine::inputs::value::{Amount, Value};
use engine::inputs::{ResidualMethod, TaxLosses, TaxMethod};
use engine::model::{Model, Yearly};
use engine::report::Report;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::check::{Outcome, by_id, field, model, money_rows, moved, on_the_same_machines, report, with_prices};
use crate::draw::{Drawn, Texts, cases, document};

/// Sums of at most 240 months of some twenty lines: 1e-11 of the gross amounts is far above the rounding.
const ROUNDING: f64 = 1e-11;

/// Rows of income.
const INCOME: &[&str] = &["own.idle_usd_per_gpu_hour", "rent.credits"];

/// A row whose money is the size of tiers of a bill, not a price: a larger cheap tier makes the bill cheaper.
const BRACKETS: &str = "rent.support_tiers";

/// Rows with purchase prices: the items are later sold and depreciated.
fn buys(id: &str) -> bool {
    matches!(
        id,
        "own.node_price_usd"
            | "own.fabric_usd_per_node"
            | "own.storage_usd_per_tb"
            | "own.installation_usd_per_node"
            | "place.build_out_usd"
            | "present.node_resale_usd"
            | "present.node_price_usd"
    )
}

/// Rows whose money is that of today's bill: it buys hours at its price, after the payments of running commitments.
const BILLED: [&str; 3] = ["present.bill_usd_per_month", "present.usd_per_gpu_hour", "present.commitments"];

/// Raises a bill for the same hours: the bill, its price and the commitments in it by one share. A larger bill at the same
/// price pays for more hours, and dearer commitments leave less of it.
fn dearer_bill(d: &Document, rise: f64) -> Document {
    let most = std::cell::Cell::new(1.0 + rise);
    for id in BILLED {
        with_prices(&d.scenario, id, |p, max| {
            most.set(if p > 0.0 { most.get().min(max / p) } else { most.get() });
            p
        });
    }
    let raise = |scenario, id: &&str| with_prices(&scenario, id, |p, max| (p * most.get()).min(max));
    Document { scenario: BILLED.iter().fold(d.scenario.clone(), raise), ..d.clone() }
}

/// Raises a row's price by a share, and slightly if it was zero.
fn dearer(d: &Document, id: &str, rise: f64) -> Document {
    if id == BILLED[0] || (id == BILLED[2] && d.scenario.present.bill_usd_per_month.value > 0.0) {
        return dearer_bill(d, rise);
    }
    let raise = |p: f64, max: f64| (p * (1.0 + rise) + max * 1e-6 * rise).min(max);
    Document { scenario: with_prices(&d.scenario, id, raise), ..d.clone() }
}

/// The side whose price rose costs no less than before; `sign` is −1 if the price is an income.
fn no_cheaper(id: &str, sign: f64, before: f64, after: f64, scale: f64) -> Outcome {
    prop_assert!(sign * (after - before) >= -ROUNDING * scale.max(before.abs()), "{id}: {before} and then {after}");
    Ok(())
}

fn own_no_cheaper(id: &str, sign: f64, before: &Report, after: &Report) -> Outcome {
    let scale: f64 = after.own.lines.iter().chain(&before.own.lines).map(|l| l.usd_per_year.abs()).sum();
    // The number of additional nodes is chosen over the horizon: if it changes, a steady year may cost less.
    if before.hours.nodes == after.hours.nodes {
        no_cheaper(id, sign, before.own.usd_per_year, after.own.usd_per_year, scale)?;
    }
    let scale = moved(&before.outlook.own) + moved(&after.outlook.own);
    no_cheaper(id, sign, before.outlook.own.present_value_usd, after.outlook.own.present_value_usd, scale)
}

/// Removes what can make an expensive machine profitable: immediate tax deduction with taxation of a late sale, resale
/// above the price, and existing machines valued at a share of new ones.
fn without_gains_from_dear_machines(d: &mut Document, id: &str) {
    let s = &mut d.scenario;
    s.money.tax_method = TaxMethod::Without;
    if s.own.residual_method == ResidualMethod::Table {
        s.own.residual_table.iter_mut().for_each(|point| point.share = point.share.min(1.0));
    }
    if id == "own.node_price_usd" {
        s.present.nodes = Amount::exact(0.0);
    }
}

proptest! {
    #![proptest_config(cases(52))]

    #[test]
    fn a_dearer_price_of_owning_never_makes_owning_cheaper(Drawn(mut d) in document(Texts::Known), row in any::<Index>(), rise in 0.0..2.0_f64) {
        let rows: Vec<_> = money_rows(|group| matches!(group, "own" | "power" | "place" | "people" | "present" | "money")).collect();
        let id = *row.get(&rows);
        // 0 stands for the price of the book or of a new node: nothing is dearer than a default.
        if d.scenario.present.node_price_usd.value == 0.0 {
            d.scenario.present.node_price_usd = Amount::exact(1.0);
        }
        if buys(id) {
            without_gains_from_dear_machines(&mut d, id);
        }
        // Only the difference in staff counts: if renting needs more staff, expensive engineers favour owning.
        let fewer_people = matches!(&model(&d).owned.yearly, Yearly::Lines(lines) if lines.staff.extra < 0.0);
        let saves = INCOME.contains(&id) || (id == "people.usd_per_person_year" && fewer_people);
        let (before, after) = (report(&d), report(&dearer(&d, id, rise)));
        own_no_cheaper(id, if saves { -1.0 } else { 1.0 }, &before, &after)?;
        for (one, other) in by_id(&before).iter().zip(by_id(&after)) {
            prop_assert_eq!(one.usd_per_year, other.usd_per_year, "{} changes the rent", id);
            prop_assert_eq!(one.present_value_usd, other.present_value_usd, "{} changes the rent", id);
        }
    }

    /// If offers differ in egress prices, the cheapest hour may not be the cheapest bill, and an offer that becomes
    /// more expensive may pass work on to a cheaper one. So all data has one egress price here.
    #[test]
    fn a_dearer_price_of_renting_never_makes_renting_cheaper(Drawn(mut d) in document(Texts::Known), row in any::<Index>(), rise in 0.0..2.0_f64) {
        let rows: Vec<_> = money_rows(|group| matches!(group, "rent" | "time")).filter(|id| *id != BRACKETS).collect();
        let id = *row.get(&rows);
        if matches!(id, "rent.quotes" | "rent.prices") && d.scenario.rent.egress_tiers.is_empty() {
            d.scenario.rent.egress_gb_per_month = Amount::exact(0.0);
        }
        // Carried losses make owning depend on the cost of renting.
        d.scenario.money.tax_losses = TaxLosses::AtOnce;
        let sign = if INCOME.contains(&id) { -1.0 } else { 1.0 };
        // With a price on late work, additional nodes are no longer needed to do it all.
        if id == "time.late_usd_per_gpu_hour" {
            d = on_the_same_machines(&d);
        }
        let (before, after) = (report(&d), report(&dearer(&d, id, rise)));
        for (one, other) in by_id(&before).iter().zip(by_id(&after)) {
            prop_assert_eq!(&one.id, &other.id);
            no_cheaper(id, sign, one.usd_per_year, other.usd_per_year, 0.0)?;
            if let (Some(before), Some(after)) = (one.present_value_usd, other.present_value_usd) {
                no_cheaper(&format!("{id} of {}", one.id), sign, before, after, 0.0)?;
            }
            // A price on late work makes plans that leave some undone comparable, and no other price does the reverse.
            prop_assert!(one.present_value_usd.is_none() || other.present_value_usd.is_some(), "{id} makes {} incomplete", one.id);
        }
        own_no_cheaper(id, sign, &before, &after)?;
    }

    /// Zero is the lowest price: every priced line of owning costs at least that.
    #[test]
    fn a_line_of_cost_never_helps_owning(Drawn(mut d) in document(Texts::Known), row in any::<Index>()) {
        let rows: Vec<_> = money_rows(|group| matches!(group, "own" | "power" | "place" | "people"))
            .filter(|id| !INCOME.contains(id) && matches!(field(id).get(&d.scenario), Value::Number(_)))
            .collect();
        let id = *row.get(&rows);
        without_gains_from_dear_machines(&mut d, id);
        let mut free = d.clone();
        free.scenario = with_prices(&free.scenario, id, |_, _| 0.0);
        let helps = |m: &Model| matches!(&m.owned.yearly, Yearly::Lines(lines) if lines.staff.extra < 0.0);
        let sign = if id == "people.usd_per_person_year" && helps(&model(&d)) { -1.0 } else { 1.0 };
        own_no_cheaper(id, sign, &report(&free), &report(&d))?;
    }

    /// The same for every priced line of renting, in each plan that rents.
    #[test]
    fn a_line_of_cost_never_helps_renting(Drawn(mut d) in document(Texts::Known), row in any::<Index>()) {
        let rows: Vec<_> = money_rows(|group| group == "rent")
            .filter(|id| !INCOME.contains(id) && matches!(field(id).get(&d.scenario), Value::Number(_)))
            .collect();
        let id = *row.get(&rows);
        d.scenario.money.tax_losses = TaxLosses::AtOnce;
        let mut free = d.clone();
        free.scenario = with_prices(&free.scenario, id, |_, _| 0.0);
        let (free, dear) = (report(&free), report(&d));
        for (before, after) in by_id(&free).iter().zip(by_id(&dear)) {
            prop_assert_eq!(&before.id, &after.id);
            if let (Some(before), Some(after)) = (before.present_value_usd, after.present_value_usd) {
                no_cheaper(id, 1.0, before, after, 0.0)?;
            }
        }
    }
}
