//! The decision log: a decision is kept as it was, and a fact that would reverse it has come true once its input has passed the value at
//! which both plans cost the same.
//!
//! Expected values: the plans of the report, of the scenario as it was and as it is changed.

use engine::codec::{Document, MOST_DECISIONS, RecordedDecision, RecordedReversal, code, file, link};
use engine::document::Block;
use engine::document::decision_log::{CAME_TRUE, NOT_SO, Now, UNKNOWN, record, review};
use engine::inputs::field;
use engine::inputs::presets::PRESETS;
use engine::inputs::value::{Amount, Value};
use engine::model::Subject;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};
use engine::units::Unit;
use engine::view::plan_words::id;
use engine::view::{Style, plain_text};

const DATE: &str = "2026-11-29";

fn write(value: f64, unit: Unit) -> String {
    format!("{value} {}", unit.symbol())
}

fn report(document: &Document, book: &PriceBook) -> Report {
    evaluate(&document.scenario, book, &document.edition).expect("a report")
}

fn with<T>(document: &Document, book: &PriceBook, report: &Report, then: impl FnOnce(Now) -> T) -> T {
    let subject = Subject { scenario: &document.scenario, book, edition: &document.edition };
    let decision = report.decision.as_ref().expect("plans");
    then(Now { subject, report, plans: &decision.plans, weighed: &decision.weighed })
}

fn words(block: &Block) -> String {
    let plain = |value: f64, _: Style| format!("{value}");
    match block {
        Block::Paragraph(pieces) => plain_text(pieces, plain),
        _ => String::new(),
    }
}

fn labels(blocks: &[Block]) -> Vec<&'static str> {
    let facts = blocks.iter().filter_map(|block| if let Block::Facts(facts) = block { Some(facts) } else { None });
    facts.flatten().map(|fact| fact.label).collect()
}

#[test]
fn a_decision_is_kept_as_it_was_and_judged_as_it_is_now() {
    let book = PriceBook::embedded();
    let (mut kept, mut turned) = (0, 0);
    for preset in PRESETS {
        let document = file::read(preset.text(), &book).expect("a scenario").document;
        let before = report(&document, &book);
        let plans = &before.decision.as_ref().expect("plans").plans;
        let Some(decision) = with(&document, &book, &before, |now| record(now, DATE, &write)) else {
            assert_eq!(plans.recommended, None, "{}", preset.id);
            continue;
        };
        kept += 1;
        let best = plans.recommended().expect("a plan");
        assert_eq!((decision.plan.as_str(), decision.present_value_usd), (id(best.kind), best.present_value_usd));
        assert_eq!((decision.date.as_str(), &decision.edition), (DATE, &document.edition));
        let blocks = with(&document, &book, &before, |now| review(&decision, now, &write));
        assert!(words(&blocks[1]).contains("the same:"), "{}: {}", preset.id, words(&blocks[1]));
        assert!(labels(&blocks).iter().all(|label| *label == NOT_SO), "{}: {:?}", preset.id, labels(&blocks));
        // Past each value of an input, the fact has come true; and what would be decided is what the plans of that scenario say.
        for (place, fact) in decision.reversals.iter().enumerate() {
            let Some(row) = field(&fact.what) else { continue };
            let past = fact.at + (fact.at - fact.then) * 1e-3;
            let mut changed = document.clone();
            if row.validate(&Value::Number(Amount::exact(past))).is_some()
                || !row.set(&mut changed.scenario, &Value::Number(Amount::exact(past)))
            {
                continue;
            }
            let Ok(after) = evaluate(&changed.scenario, &book, &changed.edition) else { continue };
            let blocks = with(&changed, &book, &after, |now| review(&decision, now, &write));
            assert_eq!(labels(&blocks)[place], CAME_TRUE, "{}: {fact:?}", preset.id);
            let now = after.decision.as_ref().expect("plans").plans.recommended().map(|plan| id(plan.kind));
            let is_another = words(&blocks[1]).contains("another plan");
            assert_eq!(is_another, now.is_some_and(|now| now != decision.plan), "{}: {fact:?}", preset.id);
            turned += usize::from(is_another);
        }
    }
    assert!(kept > 12 && turned > 5, "{kept} kept, {turned} turned");
}

#[test]
fn decisions_travel_in_files_and_in_what_a_browser_keeps_alone() {
    let book = PriceBook::embedded();
    let plain = Document::typical(&book);
    assert!(!file::write(&plain).contains("\"decisions\""));
    let decision = with(&plain, &book, &report(&plain, &book), |now| record(now, DATE, &write)).expect("a plan");
    let decision = RecordedDecision { review: "2027-05-31".to_owned(), ..decision };
    let document = Document { decisions: vec![decision.clone()], ..plain.clone() };
    let read = file::read(&file::write(&document), &book).expect("a scenario");
    assert!(read.notices.is_empty(), "{:?}", read.notices);
    assert_eq!(read.document, document);
    assert_ne!(document, plain);
    assert_eq!(link::write(&document), link::write(&plain));
    assert_eq!(code(&document), code(&plain));
    let read = link::read(&link::write_with_memo(&document), &book);
    assert!(read.notices.is_empty(), "{:?}", read.notices);
    assert_eq!(read.document, document);
    // What cannot be read is named, the rest kept; markup and what is too long stay short text.
    let mut json: serde_json::Value = serde_json::from_str(&file::write(&document)).expect("JSON");
    let list = json["decisions"].as_array_mut().expect("a list");
    list.push("no decision".into());
    list[0]["words"] = format!("<b>{}</b>\u{202e}", "x".repeat(500)).into();
    let read = file::read(&json.to_string(), &book).expect("a scenario");
    assert_eq!((read.document.decisions.len(), read.notices.len()), (1, 1), "{:?}", read.notices);
    assert!(read.document.decisions[0].words.chars().count() <= 240);
    assert!(!read.document.decisions[0].words.contains('\u{202e}'));
    let many = Document { decisions: vec![decision; MOST_DECISIONS + 2], ..plain };
    let read = file::read(&file::write(&many), &book).expect("a scenario");
    assert_eq!((read.document.decisions.len(), read.notices.len()), (MOST_DECISIONS, 1));
}

#[test]
fn a_fact_whose_input_is_gone_is_not_judged() {
    let book = PriceBook::embedded();
    let document = Document::typical(&book);
    let found = report(&document, &book);
    let decision = with(&document, &book, &found, |now| record(now, DATE, &write)).expect("a plan");
    let gone = RecordedReversal { what: "own.no_such_row".to_owned(), ..RecordedReversal::default() };
    let decision = RecordedDecision { reversals: vec![gone], ..decision };
    let blocks = with(&document, &book, &found, |now| review(&decision, now, &write));
    assert_eq!(labels(&blocks), [UNKNOWN]);
}
