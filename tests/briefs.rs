//! The briefs of tests/briefs: the right answer to each, and that each one's worked case gives it.

use std::fs;

use engine::codec::file;
use engine::formulas::break_even::BreakEven;
use engine::inputs::presets::{PRESETS, preset};
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};
use serde_json::Value;

/// Allowed error of a reader's answer; the program's must be closer.
const READER: f64 = 0.10;

fn report_of(id: &str) -> Report {
    let book = PriceBook::embedded();
    let read = file::read(preset(id).expect("a worked case").text(), &book).expect("it opens").document;
    evaluate(&read.scenario, &book, &read.edition).expect("it computes")
}

#[test]
fn the_worked_case_of_each_brief_gives_its_right_answer() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/briefs/answers.json")).expect("answers");
    let answers: Vec<Value> = serde_json::from_str(&text).expect("a list");
    assert_eq!(answers.len(), 3);
    for right in answers {
        let id = right["preset"].as_str().expect("an id");
        let report = report_of(id);
        let number = |key: &str| right[key].as_f64().unwrap_or_else(|| panic!("{id}: {key}"));
        let near = |found: f64, key: &str| {
            let expected = number(key);
            assert!((found - expected).abs() <= READER / 5.0 * expected.abs(), "{id}, {key}: {found}, not {expected}");
        };
        assert_eq!(serde_json::to_value(report.verdict.kind).expect("a name"), right["verdict"], "{id}");
        near(report.outlook.saving_usd.expect("they compare"), "saving_usd");
        near(report.hours.wanted_busy_share, "busy");
        let Some(BreakEven::From(at)) = report.verdict.break_even else {
            panic!("{id}: {:?}", report.verdict.break_even)
        };
        near(at.busy_share, "break_even");
        if let Some(present) = &report.present {
            near(present.present_value_usd - report.outlook.own.present_value_usd, "against_bill_usd");
        }
    }
}

#[test]
fn each_brief_is_there_and_has_its_worked_case() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/briefs");
    let index = fs::read_to_string(format!("{folder}/README.md")).expect("an index");
    for (brief, case) in [("bill", "bill-8m"), ("offer", "a100-offer"), ("start-up", "startup-64")] {
        assert!(fs::metadata(format!("{folder}/{brief}.md")).is_ok_and(|m| m.len() > 300), "{brief}");
        assert!(index.contains(&format!("({brief}.md)")) && index.contains(&format!("`{case}`")), "{brief}");
        assert!(PRESETS.iter().any(|p| p.id == case), "{case}");
    }
}
