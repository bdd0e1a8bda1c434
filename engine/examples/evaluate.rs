//! Reads a scenario file from standard input and writes the report as JSON to standard output.
//!
//! `cargo run -p rack-or-rent-engine --example evaluate < engine/presets/reference-case.json`
//! Parts of the file that could not be used as written are reported on standard error and in the report's `issues`,
//! with exit code 2; if nothing can be computed the exit code is 1.

use std::io::{Read, Write};
use std::process::ExitCode;

use engine::codec::file;
use engine::prices::PriceBook;
use engine::report::evaluate;

/// The report is complete, but part of the file could not be used as written.
const PARTLY_USED: u8 = 2;

fn main() -> ExitCode {
    match run() {
        Ok((report, whole)) => match writeln!(std::io::stdout(), "{report}") {
            Ok(()) if whole => ExitCode::SUCCESS,
            Ok(()) => ExitCode::from(PARTLY_USED),
            Err(_) => ExitCode::FAILURE,
        },
        Err(problems) => {
            for problem in problems {
                eprintln!("{problem}");
            }
            ExitCode::FAILURE
        }
    }
}

/// The report as JSON, and whether the whole file was used as written.
fn run() -> Result<(String, bool), Vec<String>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|e| vec![e.to_string()])?;
    let book = PriceBook::embedded();
    let decoded = file::read(&text, &book).map_err(|e| vec![e.to_string()])?;
    for notice in &decoded.notices {
        eprintln!("{}", notice.message);
    }
    let document = &decoded.document;
    let report = evaluate(&document.scenario, &book, &document.edition)
        .map_err(|issues| issues.into_iter().map(|i| i.message).collect::<Vec<_>>())?
        .with_issues(&decoded.notices);
    let whole = report.issues.is_empty();
    serde_json::to_string_pretty(&report).map(|text| (text, whole)).map_err(|e| vec![e.to_string()])
}
