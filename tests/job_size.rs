//! What is said where nobody entered how many GPUs a job takes.
//!
//! Expected values: the offers that count once it is entered.

use std::collections::BTreeSet;

use engine::codec::{Document, file};
use engine::inputs::value::Amount;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};
use engine::view::job_size::{is_assumed, kept_out};

fn read(inputs: &str) -> Document {
    let text = format!(r#"{{"v":5,"inputs":{{{inputs}}}}}"#);
    file::read(&text, &PriceBook::embedded()).expect("a scenario").document
}

fn report(document: &Document) -> Report {
    evaluate(&document.scenario, &PriceBook::embedded(), &document.edition).expect("a report")
}

/// A steady load of 24 GPUs.
const DESCRIBED: &str = r#""work.workloads":[["Service",null,24]]"#;

#[test]
fn the_offers_that_the_size_of_a_job_keeps_out_are_those_that_count_with_jobs_of_one_gpu() {
    let mut document = read(DESCRIBED);
    let before = report(&document);
    let found = kept_out(&before).expect("some");
    assert_eq!(found.assumed_gpus, 64.0);
    document.scenario.work.fabric_gpus = Amount::exact(1.0);
    let after = report(&document);
    let counted = |report: &Report| -> BTreeSet<String> {
        report.offers.iter().filter(|offer| offer.counted).map(|offer| offer.id.to_string()).collect()
    };
    let new: BTreeSet<String> = counted(&after).difference(&counted(&before)).cloned().collect();
    assert_eq!(found.offers, f64::from(u32::try_from(new.len()).expect("few")));
    let prices = after.offers.iter().filter(|offer| new.contains(&offer.id.to_string()));
    let least = prices.map(|offer| offer.usd_per_gpu_hour).fold(f64::INFINITY, f64::min);
    assert_eq!(found.usd_per_gpu_hour, least);
    assert_eq!(kept_out(&after), None, "nothing is kept out by jobs of one GPU");
}

#[test]
fn a_size_is_assumed_where_demand_is_described_and_neither_row_nor_workload_says_it() {
    let book = PriceBook::embedded();
    let assumed = |inputs: &str| {
        let document = read(inputs);
        is_assumed(&document.scenario, &book, &document.edition)
    };
    assert!(assumed(DESCRIBED));
    assert!(!assumed(""), "a steady amount of work comes with its question");
    assert!(!assumed(&format!(r#"{DESCRIBED},"work.fabric_gpus":8"#)), "entered");
    let stated = r#""work.workloads":[["Service",null,24,null,null,8]]"#;
    assert!(!assumed(&format!(r#"{stated},"work.fabric_gpus":8"#)), "each workload says it");
    assert!(assumed(stated), "a file of before holds another size than its workloads say");
}
