//! The recommended size of a commitment: entering it gives the stated result.

use engine::analysis::commitment_sizing::smaller_commitment;
use engine::codec::Document;
use engine::inputs::value::{Amount, Quote};
use engine::inputs::{CommittedCount, Scenario};
use engine::prices::PriceBook;
use engine::report::evaluate_without_trees;

/// A one-year commitment at 2 dollars beside the whole book, for work that fills half of 64 GPUs.
fn case(owned: f64) -> Scenario {
    let mut scenario = Document::typical(&PriceBook::embedded()).scenario;
    scenario.own.gpus = Amount::exact(owned);
    scenario.work.gpu_hours_per_month = Amount::exact(23_000.0);
    scenario.rent.quotes =
        vec![Quote { name: "Mine".to_owned(), usd_per_gpu_hour: 2.0, term_months: 12.0, ..Quote::default() }];
    scenario
}

fn present_value(scenario: &Scenario) -> f64 {
    let book = PriceBook::embedded();
    let report = evaluate_without_trees(scenario, &book, "2026-11").expect("a report");
    let offer =
        report.offers.iter().find(|o| o.name.contains("Mine") || o.provider.contains("Mine")).expect("the offer");
    offer.present_value_usd.expect("a value")
}

fn id(scenario: &Scenario) -> String {
    let report = evaluate_without_trees(scenario, &PriceBook::embedded(), "2026-11").expect("a report");
    report.offers.iter().find(|o| o.name.contains("Mine") || o.provider.contains("Mine")).expect("it").id.to_string()
}

fn with(scenario: &Scenario, gpus: f64) -> Scenario {
    let mut other = scenario.clone();
    other.rent.committed_count = CommittedCount::Given;
    other.rent.committed_gpus = Amount::exact(gpus);
    other
}

#[test]
fn what_fewer_would_save_is_what_comes_of_typing_their_number() {
    let book = PriceBook::embedded();
    for owned in [64.0, 96.0, 160.0] {
        let scenario = case(owned);
        let found = smaller_commitment(&scenario, &book, "2026-11", &id(&scenario)).expect("half of them are idle");
        assert_eq!(found.now, owned);
        // 23,000 hours need some 32 GPUs; half idle they would cost as much as by the hour.
        assert!((24.0..=40.0).contains(&found.gpus), "{found:?}");
        let [here, there] = [&scenario, &with(&scenario, found.gpus)].map(present_value);
        assert!((here - there - found.less_usd).abs() < 1e-6 * here, "{found:?}: {here} less {there}");
        // No whole number of nodes is better by more than the spacing of the sizes tried.
        let best = (1..=20).map(|nodes| present_value(&with(&scenario, 8.0 * f64::from(nodes)))).fold(here, f64::min);
        assert!(there <= best * 1.02, "{there} of {best}");
    }
}

#[test]
fn a_number_of_ones_own_and_one_that_is_right_are_left_alone() {
    let book = PriceBook::embedded();
    let scenario = case(64.0);
    assert!(smaller_commitment(&with(&scenario, 64.0), &book, "2026-11", &id(&scenario)).is_none());
    let mut full = case(32.0);
    full.work.fabric_gpus = Amount::exact(32.0);
    assert!(smaller_commitment(&full, &book, "2026-11", &id(&full)).is_none());
    assert!(smaller_commitment(&scenario, &book, "2026-11", "no such offer").is_none());
}
