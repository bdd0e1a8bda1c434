//! Invariants for any text from an untrusted source: one function per reader, which panics on a violation.
//!
//! Used by the fuzz targets (`fuzz/`), by the runs over the stored corpus and by the hostile links in the browser.
//! Results are compared with std's reading of the same text as a second opinion.
#![allow(dead_code)] // every fuzz target is a separate program and uses one of them

#[path = "kept_texts.rs"]
mod kept_texts;

use std::fmt::Debug;
use std::sync::OnceLock;

use engine::codec::collection::{self, Kept};
use engine::codec::corrections::REVISION;
use engine::codec::{Decoded, Document, LONGEST_NAME, file, link};
use engine::inputs::FIELDS;
use engine::inputs::value::{Cell, Row, Value};
use engine::inputs::workload_words;
use engine::measured::bill::summary::CurrencyBill;
use engine::measured::summary::HeldFrom;
use engine::measured::{self, Format, Meaning, ReadSettings, Refused, SummaryQuestions};
use engine::number::{read_canonical, write};
use engine::number_entry::read_typed;
use engine::prices::{LONGEST_OWN, Offer, PriceBook, Rule, is_own};
use engine::report::evaluate;
use engine::text::visible;
use engine::view::described_demand::{marked_text, problem_sentence, workload_sentence};
use engine::view::{Piece, plain_text};
use serde_json::Value as Json;

use kept_texts::{rows_are_used_or_named, what_a_file_holds_is_used_or_named, what_a_link_holds_is_used_or_named};

/// Number of notices from which further ones may be counted only.
const MANY: usize = 100;

/// Steps of reading a measured file for each of its bytes: a byte is read, moved, decoded, searched for line ends and split.
/// Columns of fixed width are padded to at most 500.
const MOST_STEPS: u64 = 1_000;

/// The price book, parsed once.
pub(crate) fn book() -> &'static PriceBook {
    static BOOK: OnceLock<PriceBook> = OnceLock::new();
    BOOK.get_or_init(PriceBook::embedded)
}

/// A link, as in the page's URL.
pub(crate) fn a_link(text: &str) {
    let _ = (link::is_link(text), link::page_key(text, "preset"));
    let set = link::read_set(text, book());
    assert!((1..=link::MOST_IN_SET).contains(&set.len()), "{} scenarios", set.len());
    assert_eq!(Some(&link::read(text, book())), set.first(), "a reader of one returns the first");
    for decoded in &set {
        is_in_order(decoded);
    }
    what_a_link_holds_is_used_or_named(text, set.first().expect("a first"));
    let documents: Vec<Document> = set.into_iter().map(|decoded| decoded.document).collect();
    let again = link::read_set(&link::write_set(&documents), book());
    for (found, wanted) in again.iter().zip(&documents) {
        has_nothing_to_tell(found);
        assert_eq!(&found.document, wanted, "its own link is equal");
        assert_eq!(found.document.said, wanted.said, "and its recorded result");
    }
    assert_eq!(again.len(), documents.len());
    let first = documents.first().expect("a first");
    assert_eq!(&read_file(&file::write(first)).document, first, "its file is equal");
    can_be_computed(first, book());
}

/// A saved file of one scenario, or the object a program passes.
pub(crate) fn a_file(text: &str) {
    let Ok(decoded) = file::read(text, book()) else { return };
    is_in_order(&decoded);
    what_a_file_holds_is_used_or_named(text, &decoded);
    let document = decoded.document;
    let written = file::write(&document);
    let again = read_file(&written);
    assert_eq!(again.document, document, "its own file is equal");
    assert_eq!(file::write(&again.document), written, "byte for byte");
    assert_eq!(link::read(&link::write(&document), book()).document, document, "its link is equal");
    can_be_computed(&document, book());
}

/// A collection file.
pub(crate) fn a_collection(text: &str) {
    let Ok(found) = collection::read(text, book()) else { return };
    for Kept { id, name, file } in &found.kept {
        let plain_id = id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        assert!(plain_id && id.len() <= 60, "id {id:?}");
        assert!(!name.trim().is_empty() && name.chars().count() <= LONGEST_NAME, "name {name:?}");
        is_fit_to_show(name);
        is_in_order(&file::read(file, book()).expect("a kept file can be read"));
    }
    found.refused.iter().for_each(|problem| is_fit_to_show(problem));
    let json: Json = serde_json::from_str(text).expect("JSON to us, JSON to others");
    let given = json["scenarios"].as_array().map_or(0, Vec::len);
    assert!(found.kept.len() + found.refused.len() >= given.min(1_000), "each is kept or rejected");
    let again = collection::read(&collection::write(&found.kept, found.own_book.as_deref()), book())
        .expect("our own collection file");
    assert_eq!(
        (again.kept, again.own_book, again.refused),
        (found.kept, found.own_book, Vec::new()),
        "its own collection file is equal"
    );
}

/// A public price catalogue: the book made of it can be used but for prices that are monthly ones, which are named.
fn a_catalogue(text: &str) {
    let Some(Ok(found)) = book().catalogue(text, "aws.csv", None) else { return };
    for words in found.left_out.iter().map(ToString::to_string).chain(found.remarks).chain(found.providers) {
        is_fit_to_show(&words);
    }
    let read = book().clone().add_own(&found.own_book);
    assert!(found.own_book.len() <= LONGEST_OWN && found.offers > 0);
    let named = read.left_out.iter().filter(|issue| issue.rule == Rule::MonthAsHour).count();
    assert_eq!(read.left_out.len(), named, "{:?}", read.left_out);
    assert_eq!(read.taken + named, found.offers);
}

/// A file of a cluster or a bill, as what it seems to be and as everything else.
pub(crate) fn a_measured_file(text: &str) {
    let guess = measured::recognize(text.as_bytes(), "file.csv");
    let mut record = measured::Record::default();
    let meanings = [Meaning::Start, Meaning::Gpus, Meaning::Duration, Meaning::User];
    let clusters = [Format::Slurm, Format::NvidiaSmi, Format::Prometheus, Format::AnyCsv, Format::Swf];
    let bills = [Format::OpenCost, Format::Focus, Format::AwsCur, Format::AzureCost];
    for format in std::iter::once(guess.format).chain(clusters).chain(bills) {
        let settings = ReadSettings {
            format: Some(format),
            interval: Some(60.0),
            processors_are_gpus: true,
            chosen: (0..).zip(meanings).collect(),
            ..ReadSettings::default()
        };
        let mut bytes = text.as_bytes();
        let mut go_on = |_| true;
        match measured::read(&mut bytes, "file.csv", &settings, &mut go_on) {
            Ok(reading) => {
                assert_eq!(reading.report.bytes, text.len() as u64, "read to its end");
                let steps = reading.work.steps();
                assert!(steps <= MOST_STEPS * (text.len() as u64 + 1_000), "{steps} steps for {} bytes", text.len());
                record.add(reading);
            }
            Err(Refused::Unreadable { message } | Refused::ErrorAnswer { message }) => is_fit_to_show(&message),
            Err(_) => {}
        }
    }
    let found = record.summarize(&SummaryQuestions::default(), &book().gpus);
    is_finite(&found);
    found.bill.iter().flat_map(|bill| &bill.currencies).for_each(a_bill);
    let names = found.types.iter().map(|of| &of.name);
    let owners = found.statements.iter().flat_map(|statement| &statement.lines).map(|line| &line.name);
    names.chain(owners).for_each(|name| is_fit_to_show(name));
    let held: f64 = found.types.iter().filter(|of| of.held_from == HeldFrom::Jobs).map(|of| of.held_gpu_hours).sum();
    let close = |sum: f64| (sum - found.held_gpu_hours).abs() <= 1e-6 * found.held_gpu_hours + 1e-6;
    assert!(close(held), "hours by type: {held} of {}", found.held_gpu_hours);
    let months: f64 = found.months.iter().map(|month| month.gpu_hours).sum();
    assert!(close(months), "hours by month: {months} of {}", found.held_gpu_hours);
    for of in &found.types {
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        assert!(is_share(of.known_share) && of.mean_utilization.is_none_or(is_share), "{of:?}");
    }
}

/// A bill of a file: its parts are its sums, and its names can be shown.
fn a_bill(bill: &CurrencyBill) {
    let lines = &bill.total.lines;
    let parts = [
        lines.gpu,
        lines.unknown_machines,
        lines.compute,
        lines.storage,
        lines.egress,
        lines.support,
        lines.other,
        lines.unused_commitment,
        lines.idle,
    ];
    let size: f64 = parts.iter().map(|part| part.abs()).sum();
    let close = |sum: f64, whole: f64| (sum - whole).abs() <= 1e-6 * (size + whole.abs()) + 1e-6;
    assert!(close(parts.iter().sum(), bill.total.amortised), "{:?}", bill.total);
    assert!(close(bill.months.iter().map(|month| month.costs.amortised).sum(), bill.total.amortised));
    let hours: f64 = bill.types.iter().map(|machine| machine.gpu_hours).sum();
    assert!((hours - bill.gpu_hours).abs() <= 1e-6 * hours.abs() + 1e-6, "{hours} of {}", bill.gpu_hours);
    let machines = bill.types.iter().map(|machine| &machine.name);
    let unknown = bill.unknown_machines.iter().map(|machine| &machine.name);
    let owners = bill.statements.iter().flat_map(|statement| &statement.owners).map(|owner| &owner.name);
    machines.chain(unknown).chain(owners).for_each(|name| is_fit_to_show(name));
    is_fit_to_show(&bill.currency);
}

/// A user's price book as CSV.
pub(crate) fn a_price_book(text: &str) {
    a_catalogue(text);
    let mut with_own = book().clone();
    let read = with_own.add_own(text);
    for issue in read.left_out.iter().chain(&read.doubtful) {
        assert!(!issue.message.is_empty(), "an issue without words");
        is_fit_to_show(&issue.message);
        is_fit_to_show(&issue.id);
    }
    let own: Vec<&Offer> = with_own.offers.iter().filter(|offer| is_own(&offer.id)).collect();
    assert_eq!(own.len(), read.taken);
    let rest = with_own.offers.iter().filter(|offer| !is_own(&offer.id));
    assert!(rest.eq(book().offers.iter()), "published offers are unchanged");
    for offer in &own {
        for text in [offer.id.as_str(), &offer.provider, &offer.offer, &offer.region] {
            is_fit_to_show(text);
        }
        let positive = |usd: f64| usd.is_finite() && usd > 0.0;
        assert!(positive(offer.usd_per_gpu_hour) && positive(offer.usd_per_instance_hour), "{offer:?}");
        assert!(book().gpu(&offer.gpu).is_some(), "a GPU missing from the book: {}", offer.gpu);
        assert!(offer.term_months.is_finite() && offer.egress_usd_per_gb.is_none_or(f64::is_finite), "{offer:?}");
    }
    rows_are_used_or_named(text, &read.left_out, own.len());
    if !own.is_empty() {
        let mut again = book().clone();
        assert_eq!((again.add_own(text), again == with_own), (read, true), "the same text, the same book");
        can_be_computed(&Document::typical(book()), &with_own);
    }
}

/// A message: any JSON a program sends.
pub(crate) fn a_message(text: &str) {
    a_file(text);
    a_collection(text);
    // A message may contain the text of a link or a file.
    if let Ok(Json::String(inner)) = serde_json::from_str(text) {
        a_link(&inner);
        a_file(&inner);
    }
}

/// A number as people type it.
pub(crate) fn a_number(text: &str) {
    let by_std = text.parse::<f64>().ok().filter(|value| value.is_finite());
    let exact = read_canonical(text);
    assert!(exact.is_none() || exact == by_std, "{text:?} read as {exact:?}, by std as {by_std:?}");
    let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e' | 'E');
    assert!(!text.chars().all(is_plain) || text.len() > 400 || exact == by_std, "{text:?} is a number to std");
    for decimal in ['.', ','] {
        let Some(read) = read_typed(text, decimal) else { continue };
        assert!(read.value.is_finite() && read.value.to_bits() != (-0.0_f64).to_bits(), "{text:?}: {read:?}");
        assert_eq!(read_canonical(&write(read.value)), Some(read.value), "written and read back");
        let bare = text.chars().all(|c| c.is_ascii_digit() || c == '-');
        assert!(!bare || by_std.is_none_or(|value| value == read.value), "{text:?}: {read:?}, by std {by_std:?}");
        assert!(!bare || !read.ambiguous, "digits alone are unambiguous: {text:?}");
        // If a text is unambiguous, the reader's decimal sign makes no difference.
        let other = read_typed(text, if decimal == '.' { ',' } else { '.' });
        let ambiguous = read.ambiguous || other.is_some_and(|other| other.ambiguous);
        assert!(ambiguous || other == Some(read), "{text:?}: {read:?} or {other:?}");
    }
}

/// A demand in words: what is read can be computed and entered; what is not is named with its words.
pub(crate) fn a_description(text: &str) {
    let field = FIELDS.iter().find(|field| field.id == "work.workloads").expect("the workloads");
    for decimal in ['.', ','] {
        let found = workload_words::read(text, decimal);
        let mut reached = 0;
        for problem in &found.problems {
            let words = text.get(problem.place.clone()).expect("words of the text");
            assert!(!words.is_empty() && problem.place.start >= reached, "{text:?}: {:?}", found.problems);
            reached = problem.place.end;
            is_fit_to_show(&plain_text(&problem_sentence(text, problem), |value, _| write(value)));
        }
        let pieces = marked_text(text, &found.problems);
        assert_eq!(pieces.iter().map(|(piece, _)| piece.as_str()).collect::<String>(), visible(text));
        let blank = visible(text).chars().all(|c| !c.is_alphanumeric());
        assert!(
            blank || found.is_complete() || !found.problems.is_empty(),
            "{text:?}: nothing is read and nothing named"
        );
        if !found.is_complete() {
            continue;
        }
        let rows: Vec<Vec<Cell>> = found.workloads.iter().map(Row::cells).collect();
        assert_eq!(field.validate(&Value::List(rows)), None, "{text:?}: {:?}", found.workloads);
        for (index, workload) in found.workloads.iter().enumerate() {
            let sentence = workload_sentence(workload, index).unwrap_or_else(|why| panic!("{text:?}: {why}"));
            let figures = sentence.iter().filter_map(|piece| match piece {
                Piece::Figure(value, _) => Some(*value),
                _ => None,
            });
            assert!(figures.into_iter().all(|value| value.is_finite() && value >= 0.0), "{text:?}: {sentence:?}");
        }
    }
}

fn read_file(text: &str) -> Decoded {
    let decoded = file::read(text, book()).expect("our own file");
    has_nothing_to_tell(&decoded);
    decoded
}

/// A text of ours has at most the notice that a newer model wrote it.
fn has_nothing_to_tell(decoded: &Decoded) {
    let newer = decoded.document.said.is_some_and(|said| said.revision > REVISION);
    assert_eq!(decoded.notices.len(), usize::from(newer), "a text of our own has notices: {decoded:?}");
}

/// Every row is within its bounds, the edition is in the book, names and notices are safe to display.
fn is_in_order(decoded: &Decoded) {
    let d = &decoded.document;
    for field in FIELDS {
        let value = field.get(&d.scenario);
        assert_eq!(field.validate(&value), None, "{}", field.id);
        match value {
            Value::Number(amount) => {
                assert!(
                    amount.value.is_finite() && amount.range().is_none_or(|r| r.low.is_finite() && r.high.is_finite())
                );
            }
            Value::Text(text) => is_fit_to_show(&text),
            Value::List(rows) => rows.iter().flatten().for_each(|cell| match cell {
                Cell::Number(n) => assert!(n.is_finite(), "{}", field.id),
                Cell::Text(text) => is_fit_to_show(text),
                Cell::Empty => {}
            }),
            Value::Choice(_) | Value::Switch(_) => {}
        }
    }
    if let Some(said) = &d.said {
        assert!(said.is_of(d), "the recorded result is for other inputs");
        assert!(said.figures.iter().flatten().all(|value| value.abs() <= 1e15), "{said:?}");
    }
    assert!(book().has_edition(&d.edition), "edition {:?}", d.edition);
    assert!(d.name.chars().count() <= LONGEST_NAME, "name {:?}", d.name);
    is_fit_to_show(&d.name);
    for notice in &decoded.notices {
        assert!(!notice.message.is_empty() && notice.message.len() < 1_000, "{:?}", notice.message);
        is_fit_to_show(&notice.message);
    }
    assert!(decoded.notices.len() <= 2 * MANY + FIELDS.len(), "{} notices", decoded.notices.len());
}

/// No control characters, line breaks, direction overrides or invisible characters.
fn is_fit_to_show(text: &str) {
    let hidden = |c: char| {
        let code = u32::from(c);
        c.is_control()
            || [0xad, 0x61c, 0x2800, 0x3164, 0xfeff, 0xffa0].contains(&code)
            || [0x200b..=0x200f, 0x2028..=0x202e, 0x2060..=0x206f, 0xfe00..=0xfe0f, 0xe0000..=0xe0fff]
                .iter()
                .any(|range| range.contains(&code))
    };
    assert!(!text.chars().any(hidden), "{text:?}");
}

/// The document can be computed, with finite figures only, or reports the inputs that prevent it.
fn can_be_computed(d: &Document, book: &PriceBook) {
    match evaluate(&d.scenario, book, &d.edition) {
        Ok(report) => is_finite(&report),
        Err(issues) => {
            assert!(!issues.is_empty(), "rejected without a reason");
            for issue in &issues {
                let known = issue.fields.iter().all(|id| FIELDS.iter().any(|f| f.id == *id));
                assert!(known && !issue.fields.is_empty() && !issue.message.is_empty(), "{issue:?}");
                is_fit_to_show(&issue.message);
            }
        }
    }
}

/// Fails if a number of a result is not finite. JSON would show it as null; `Debug` names it.
fn is_finite(result: &impl Debug) {
    let text = format!("{result:?}");
    if !text.contains("NaN") && !text.contains("inf") {
        return;
    }
    let (mut word, mut quoted, mut escaped) = (String::new(), false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            c if !quoted && c.is_alphanumeric() => word.push(c),
            _ if !quoted => {
                assert!(!matches!(word.as_str(), "NaN" | "inf"), "a figure is {word}");
                word.clear();
            }
            _ => {}
        }
    }
}
