//! Prints one line per scenario file: its name, and a checksum of its report, its notices, and with workloads its best
//! mix.
//!
//! `cargo run --profile native -p rack-or-rent-engine --example digest -- engine/presets/*.json tests/mixes/*.json`
//! A change that should not affect any figure prints the same lines before and after.

use std::io::Write;

use engine::analysis::best_mix::BestMixSearch;
use engine::analysis::goal_seek::Subject;
use engine::codec::{Document, file};
use engine::prices::PriceBook;
use engine::report::evaluate;

fn main() -> std::io::Result<()> {
    let book = PriceBook::embedded();
    let mut out = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path)?;
        writeln!(out, "{:016x} {path}", fnv(&answer(&text, &book)?))?;
    }
    Ok(())
}

/// The report as JSON with the file's notices, and the best mix of its workloads; or the reason there is none.
fn answer(text: &str, book: &PriceBook) -> std::io::Result<String> {
    let decoded = match file::read(text, book) {
        Ok(decoded) => decoded,
        Err(problem) => return Ok(problem.to_string()),
    };
    let document = &decoded.document;
    Ok(match evaluate(&document.scenario, book, &document.edition) {
        Ok(report) => {
            let report = serde_json::to_string(&report.with_issues(&decoded.notices))?;
            report + &best_mix(document, book)?
        }
        Err(issues) => serde_json::to_string(&issues)?,
    })
}

/// The best mix as JSON, with what would change it; nothing without workloads.
fn best_mix(document: &Document, book: &PriceBook) -> std::io::Result<String> {
    if document.scenario.work.workloads.is_empty() {
        return Ok(String::new());
    }
    let subject = Subject { scenario: &document.scenario, book, edition: &document.edition };
    let found = BestMixSearch::new(subject).and_then(|search| {
        let mut search = search.with_changes(subject);
        while search.step(subject) {}
        search.finish(subject)
    });
    Ok(serde_json::to_string(&found)?)
}

/// FNV-1a over 64 bits.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
