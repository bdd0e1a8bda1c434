//! What workloads change about a scenario: its work, its plans, its offers, its texts.
//!
//! Expected values: by hand, with the rule beside each.

use engine::codec::{Document, file, link};
use engine::inputs::value::{Amount, Quote};
use engine::inputs::workloads::{Shape, Workload};
use engine::model::Model;
use engine::model::offers::Barrier;
use engine::prices::PriceBook;
use engine::report::evaluate;

fn typical() -> (Document, PriceBook) {
    let book = PriceBook::embedded();
    (Document::typical(&book), book)
}

fn model(document: &Document, book: &PriceBook) -> Model {
    Model::new(&document.scenario, book, &document.edition).expect("a model")
}

fn office(gpus: f64) -> Workload {
    Workload { shape: Shape::Office, gpus: Some(gpus), rest_share: Some(0.0), ..Workload::default() }
}

/// 100 GPUs for 60 hours a week are 35.7 on average. 64 owned GPUs do min(100, ceiling) in those hours and nothing else, so
/// far less than the mean would let them.
#[test]
fn owned_machines_do_what_fits_below_them_in_each_hour() {
    let (mut document, book) = typical();
    document.scenario.work.workloads = vec![office(100.0)];
    document.scenario.follow_workloads(&book);
    document.scenario.time.lead_months = Amount::exact(0.0);
    document.scenario.time.ramp_months = Amount::exact(0.0);
    let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
    let own = &report.outlook.own;
    let ceiling = 64.0 * 0.925 * 0.9 * 0.985;
    let hours = 52.0 * 60.0 + 12.0; // a year starts on a Monday
    let years = 5.0;
    let here = own.gpu_hours - own.elsewhere_gpu_hours;
    assert!((here / (ceiling * hours * years) - 1.0).abs() < 1e-9, "{here}");
    assert!((own.gpu_hours / (100.0 * hours * years) - 1.0).abs() < 1e-9);
}

#[test]
fn a_text_by_hand_with_workloads_alone_has_their_work() {
    let book = PriceBook::embedded();
    for text in ["wl=Service~-~24", "{\"inputs\": {\"work.workloads\": [[\"Service\", null, 24]]}}"] {
        let found = if text.starts_with('{') {
            file::read(text, &book).expect("a file").document
        } else {
            link::read(text, &book).document
        };
        assert_eq!(found.scenario.work.gpu_hours_per_month.value, 24.0 * 730.0, "{text}");
        // A complete text says its work itself.
        let mut scaled = found.clone();
        scaled.scenario.work.gpu_hours_per_month = Amount::exact(10_000.0);
        assert_eq!(link::read(&link::write(&scaled), &book).document, scaled);
        assert_eq!(file::read(&file::write(&scaled), &book).expect("a file").document, scaled);
    }
}

#[test]
fn offers_elsewhere_and_without_the_certificate_stay_out_with_that_reason() {
    let (mut document, book) = typical();
    document.scenario.work.jurisdiction = "EU".to_owned();
    let quote = |name: &str, jurisdiction: &str, certificates: &str| Quote {
        name: name.to_owned(),
        usd_per_gpu_hour: 2.5,
        jurisdiction: jurisdiction.to_owned(),
        certificates: certificates.to_owned(),
        ..Quote::default()
    };
    document.scenario.rent.quotes =
        vec![quote("near", "eu", "SOC 2, C5"), quote("far", "US", "C5"), quote("silent", "", "")];
    let counted = |document: &Document| -> Vec<(String, Vec<Barrier>)> {
        let model = model(document, &book);
        let own = model.offers.iter().filter(|offer| offer.id.starts_with("quote-"));
        own.map(|offer| (offer.provider.to_string(), offer.barriers.clone())).collect()
    };
    let expected = [("near", vec![]), ("far", vec![Barrier::Jurisdiction]), ("silent", vec![Barrier::Jurisdiction])];
    assert_eq!(counted(&document), expected.map(|(name, barriers)| (name.to_owned(), barriers)));
    let there = model(&document, &book);
    let us = there
        .offers
        .iter()
        .find(|offer| offer.id == "aws-p5-x8-od")
        .or(there.offers.iter().find(|o| o.id.starts_with("aws-p5")));
    assert!(us.expect("an offer in the US").barriers.contains(&Barrier::Jurisdiction));
    document.scenario.work.jurisdiction.clear();
    document.scenario.work.certificate = "C5".to_owned();
    let expected = [("near", vec![]), ("far", vec![]), ("silent", vec![Barrier::Certificate])];
    assert_eq!(counted(&document), expected.map(|(name, barriers)| (name.to_owned(), barriers)));
    let listed = model(&document, &book);
    let from_book = listed.offers.iter().filter(|offer| !offer.id.starts_with("quote-"));
    assert!(
        from_book.clone().count() > 10 && from_book.clone().all(|offer| offer.barriers.contains(&Barrier::Certificate))
    );
}

/// A job of one GPU that nobody shares an eight-GPU instance with pays for eight.
#[test]
fn a_small_job_pays_for_its_whole_instance() {
    let (mut document, book) = typical();
    let lonely = Workload { gpus: Some(1.0), job_gpus: Some(1.0), ..Workload::default() };
    document.scenario.work.workloads = vec![lonely];
    document.scenario.follow_workloads(&book);
    let model = model(&document, &book);
    let by_the_hour = |size: f64| {
        model
            .offers
            .iter()
            .find(|offer| offer.pays_per_use() && offer.gpus_per_instance == size)
            .map(|offer| offer.used_share)
    };
    assert_eq!(by_the_hour(8.0), Some(1.0 / 8.0));
    assert_eq!(by_the_hour(1.0), Some(1.0));
}

#[test]
fn a_demand_without_workloads_changes_nothing() {
    let (document, book) = typical();
    let before = evaluate(&document.scenario, &book, &document.edition).expect("a report");
    let mut steady = document.clone();
    steady.scenario.work.workloads = vec![Workload { gpus: Some(1.0), ..Workload::default() }];
    let after = evaluate(&steady.scenario, &book, &steady.edition).expect("a report");
    // Steady work of any size has the same shape; the work per month says how much it is.
    assert_eq!(after.outlook.own.present_value_usd, before.outlook.own.present_value_usd);
    assert_eq!(after.outlook.saving_usd, before.outlook.saving_usd);
}
