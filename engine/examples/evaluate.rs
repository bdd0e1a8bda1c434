//! A scenario file on standard input, the report as JSON on standard output.
//!
//! `cargo run -p rack-or-rent-engine --example evaluate < engine/presets/reference-case.json`
//! What in the file could not be used is named on standard error; nothing to compute gives exit code 1.

use std::io::{Read, Write};
use std::process::ExitCode;

use engine::codec::file;
use engine::price_book::PriceBook;
use engine::report::evaluate;

fn main() -> ExitCode {
    match run() {
        Ok(report) => {
            let written = writeln!(std::io::stdout(), "{report}");
            if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problems) => {
            for problem in problems {
                eprintln!("{problem}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<String, Vec<String>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|e| vec![e.to_string()])?;
    let book = PriceBook::embedded();
    let decoded = file::read(&text, &book).map_err(|e| vec![e.to_string()])?;
    for notice in &decoded.notices {
        eprintln!("{}", notice.message);
    }
    let document = &decoded.document;
    let report = evaluate(&document.scenario, &book, &document.edition)
        .map_err(|issues| issues.into_iter().map(|i| i.message).collect::<Vec<_>>())?;
    serde_json::to_string_pretty(&report).map_err(|e| vec![e.to_string()])
}
