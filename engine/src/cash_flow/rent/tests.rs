//! Renting by month, by hand.

use super::*;
use crate::inputs::value::{Amount, Credit, Quote, Running};
use crate::inputs::{CommitmentExit, CommittedCount, HorizonEnd, Scenario};
use crate::prices::PriceBook;

/// By hand: 1,000 GPU-hours and 1,000 GB a month. At 2.50 an hour and 1 a gigabyte that is 3,500; at 2.60 and
/// nothing, 2,600.
#[test]
fn after_a_term_the_cheaper_bill_is_signed_not_the_cheaper_hour() {
    let mut book = PriceBook::embedded();
    let rows = "id,provider,gpu,usd_per_gpu_hour,term_months,service,egress_usd_per_gb\n\
                y,A,h100-sxm,2,12,reserved,0\nlow,A,h100-sxm,2.5,0,on-demand,1\nfree,A,h100-sxm,2.6,0,on-demand,0\n";
    assert_eq!(book.add_own(rows).taken, 3);
    let mut scenario = Scenario::neutral();
    scenario.work.gpu_hours_per_month = Amount::exact(1_000.0);
    scenario.rent.egress_gb_per_month = Amount::exact(1_000.0);
    scenario.time.horizon_months = Amount::exact(18.0);
    let Ok(mut model) = Model::new(&scenario, &book, "2026-11") else { panic!("a model") };
    let own = model.offers.iter().filter(|o| o.id.starts_with("own-")).cloned().enumerate();
    model.offers = std::sync::Arc::new(own.map(|(place, offer)| Offer { place, ..offer }).collect());
    let terms = OverflowPricing::of(&model);
    let signed = model.offers.iter().position(|o| o.id == "own-y").unwrap_or(usize::MAX);
    let mut flows = Flows::new(&model);
    rent(&model, &terms, signed, &mut flows);
    assert!((value(&flows.bill, 13) - 2_600.0).abs() < 1e-9, "{}", value(&flows.bill, 13));
}

/// By hand: 96 GPUs at 2 for 730 hours are 140,160 a month. While 32 of them still run, 64 are bought; while all 96
/// do, none. The prepayment covers only the share bought.
#[test]
fn a_commitment_takes_the_place_of_those_that_run_as_they_end() {
    let bills = |running: f64, upfront: &str| {
        let mut book = PriceBook::embedded();
        assert_eq!(book.add_own(&at_two_dollars(12, upfront)).taken, 1);
        let mut scenario = beside_running(running, 6.0);
        scenario.time.horizon_months = Amount::exact(12.0);
        let Ok(model) = Model::new(&scenario, &book, "2026-11") else { panic!("a model") };
        let signed = model.offers.iter().position(|o| o.id == "own-y").unwrap_or(usize::MAX);
        let mut flows = Flows::new(&model);
        rent(&model, &OverflowPricing::of(&model), signed, &mut flows);
        assert_eq!(flows.unserved, 0.0);
        [1, 6, 7, 12].map(|month| value(&flows.start, month) + value(&flows.bill, month))
    };
    let month = 96.0 * 730.0 * 2.0;
    let near = |found: [f64; 4], wanted: [f64; 4]| {
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6 * month), "{found:?} {wanted:?}");
    };
    near(bills(0.0, "none"), [month; 4]);
    near(bills(32.0, "none"), [month * 2.0 / 3.0, month * 2.0 / 3.0, month, month]);
    near(bills(96.0, "none"), [0.0, 0.0, month, month]);
    near(bills(96.0, "all"), [6.0 * month, 0.0, 0.0, 0.0]);
}

/// By hand: of a two-year term starting now, a running commitment covers 18 months. After a year none of it was
/// bought; the last six months stay due, a quarter is recovered, half ends them, or they are cut off.
#[test]
fn at_the_horizon_only_what_was_bought_is_left_of_a_commitment() {
    let paid = |upfront: &str, change: fn(&mut Scenario)| {
        let mut book = PriceBook::embedded();
        assert_eq!(book.add_own(&at_two_dollars(24, upfront)).taken, 1);
        let mut scenario = beside_running(96.0, 18.0);
        scenario.time.horizon_months = Amount::exact(12.0);
        scenario.work.longest_term_months = Amount::exact(24.0);
        change(&mut scenario);
        let Ok(model) = Model::new(&scenario, &book, "2026-11") else { panic!("a model") };
        let signed = model.offers.iter().position(|o| o.id == "own-y").unwrap_or(usize::MAX);
        let mut flows = Flows::with_accounts(&model);
        rent(&model, &OverflowPricing::of(&model), signed, &mut flows);
        let all: f64 = [&flows.start, &flows.end, &flows.bill, &flows.sale].into_iter().flatten().sum();
        let books: f64 = crate::cash_flow::tax::book_by_year(&flows, 12).iter().sum();
        assert!((all - books).abs() < 1e-6 * all.abs().max(1.0), "books {books}, cash {all}");
        all / (96.0 * 730.0 * 2.0)
    };
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found} of {wanted} months");
    for (upfront, fee) in [("none", 3.0), ("all", 6.0)] {
        near(paid(upfront, |_| ()), 6.0);
        // Prepayments are not recovered.
        let recovered = if upfront == "all" { 6.0 } else { 4.5 };
        near(paid(upfront, |s| s.time.recoverable_share = Amount::exact(0.25)), recovered);
        near(paid(upfront, |s| s.time.end = HorizonEnd::GoingOn), 0.0);
        let fee_of_half = |s: &mut Scenario| {
            s.time.commitment_exit = CommitmentExit::Fee;
            s.time.termination_fee_share = Amount::exact(0.5);
        };
        near(paid(upfront, fee_of_half), fee);
    }
}

/// By hand: half of the work of 96 GPUs under a commitment to A at 2, the rest by the hour at B for 3. A month
/// costs 70,080 and 105,120; B's credit pays only B's bills, in every plan that has them.
#[test]
fn a_credit_pays_its_own_providers_bills_in_every_plan() {
    let month = |provider: &str, plan: &str| {
        let mut scenario = beside_running(0.0, 6.0);
        scenario.present.commitments.clear();
        scenario.rent.committed_gpus = Amount::exact(48.0);
        let quote = |name: &str, usd_per_gpu_hour: f64, term_months: f64| Quote {
            name: name.to_owned(),
            usd_per_gpu_hour,
            term_months,
            ..Quote::default()
        };
        scenario.rent.quotes = vec![quote("A", 2.0, 12.0), quote("B", 3.0, 0.0)];
        scenario.rent.only_quotes = true;
        scenario.time.horizon_months = Amount::exact(12.0);
        let credit = Credit { provider: provider.to_owned(), usd: 100_000.0, months: 12.0 };
        scenario.rent.credits = vec![credit];
        let Ok(model) = Model::new(&scenario, &PriceBook::embedded(), "2026-11") else { panic!("a model") };
        let mut flows = Flows::new(&model);
        let terms = OverflowPricing::of(&model);
        let signed = model.offers.iter().position(|o| o.id == plan).unwrap_or(usize::MAX);
        rent(&model, &terms, signed, &mut flows);
        value(&flows.bill, 1)
    };
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-6, "{found}, by hand {wanted}");
    near(month("nobody", "quote-1"), 175_200.0);
    near(month("B", "quote-1"), 75_200.0);
    near(month("a", "quote-1"), 105_120.0);
    near(month("", "quote-1"), 75_200.0);
    near(month("B", "quote-2"), 110_240.0);
    near(month("A", "quote-2"), 210_240.0);
}

fn at_two_dollars(months: u32, upfront: &str) -> String {
    let row = format!("y,A,h100-sxm,2,{months},reserved,{upfront}\n");
    "id,provider,gpu,usd_per_gpu_hour,term_months,service,upfront\n".to_owned() + &row
}

/// Work for 96 GPUs, a commitment of the same size, and one that still runs.
fn beside_running(gpus: f64, months_left: f64) -> Scenario {
    let mut scenario = Scenario::neutral();
    scenario.work.gpu_hours_per_month = Amount::exact(96.0 * 730.0);
    scenario.rent.committed_count = CommittedCount::Given;
    scenario.rent.committed_gpus = Amount::exact(96.0);
    scenario.present.commitments = vec![Running { name: String::new(), gpus, usd_per_gpu_hour: 3.0, months_left }];
    scenario
}
