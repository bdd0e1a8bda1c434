//! Prints one line per scenario file: its name, and a checksum of its report, its plans and its notices.
//!
//! `cargo run --profile native -p rack-or-rent-engine --example digest -- engine/presets/*.json tests/mixes/*.json`
//! A change that should not affect any figure prints the same lines before and after.

use std::io::Write;

use engine::codec::file;
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

/// The report as JSON with its plans and the file's notices; or the reason there is none.
fn answer(text: &str, book: &PriceBook) -> std::io::Result<String> {
    let decoded = match file::read(text, book) {
        Ok(decoded) => decoded,
        Err(problem) => return Ok(problem.to_string()),
    };
    let document = &decoded.document;
    Ok(match evaluate(&document.scenario, book, &document.edition) {
        Ok(report) => serde_json::to_string(&report.with_issues(&decoded.notices))?,
        Err(issues) => serde_json::to_string(&issues)?,
    })
}

/// FNV-1a over 64 bits.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
