//! Reads measured files as one record and writes its summary as JSON to standard output.
//!
//! `cargo run --release -p rack-or-rent-engine --example measure -- FILE...`
//! Job lists, samples of GPUs, bills: whatever the readers recognise, also compressed with gzip. Options, before the files:
//!
//! - `--zone HOURS`: offset from UTC of times that name none
//! - `--interval SECONDS`: time between two samples, for files without times
//! - `--processors-are-gpus`: for the Standard Workload Format
//! - `--price USD`: price of a GPU-hour of every type
//! - `--whole`: demand hour by hour too, not just its load-duration curve
//!
//! A file that cannot be read is named on standard error, and the exit code is 1.

use std::fs::File;
use std::io::Write;
use std::process::ExitCode;

use engine::measured::{ReadSettings, Record, SummaryQuestions, read};
use engine::prices::PriceBook;
use engine::view::measured::remarks::refusal;

/// Lists that are left out without `--whole`.
const LONG: [&str; 3] = ["wanted", "held", "series"];

fn main() -> ExitCode {
    match run() {
        Ok(text) => match writeln!(std::io::stdout(), "{text}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<String, String> {
    let (mut settings, mut questions, mut whole) = (ReadSettings::default(), SummaryQuestions::default(), false);
    let mut record = Record::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<f64, String> {
            let value = arguments.next().unwrap_or_default();
            value.parse().map_err(|_| format!("{argument} needs a number"))
        };
        match argument.as_str() {
            "--zone" => {
                settings.zone_offset = number()? * 3_600.0;
                questions.zone_offset = settings.zone_offset;
            }
            "--interval" => settings.interval = Some(number()?),
            "--price" => questions.other_price = Some(number()?),
            "--processors-are-gpus" => settings.processors_are_gpus = true,
            "--whole" => whole = true,
            path => {
                let mut file = File::open(path).map_err(|e| format!("{path}: {e}"))?;
                let mut go_on = |_| true;
                let reading = read(&mut file, path, &settings, &mut go_on);
                record.add(reading.map_err(|why| format!("{path}: {}", refusal(&why)))?);
            }
        }
    }
    if record.reports().is_empty() {
        return Err("usage: measure [--zone HOURS] [--interval SECONDS] [--processors-are-gpus] [--price USD] [--whole] FILE...".to_owned());
    }
    let book = PriceBook::embedded();
    if let Some(price) = questions.other_price {
        questions.prices = book.gpus.iter().map(|gpu| (gpu.id.clone(), price)).collect();
    }
    let mut found = serde_json::to_value(record.summarize(&questions, &book.gpus)).map_err(|e| e.to_string())?;
    if let Some(demand) = found.get_mut("demand").and_then(|demand| demand.as_object_mut()).filter(|_| !whole) {
        for list in LONG {
            demand.remove(list);
        }
    }
    serde_json::to_string_pretty(&found).map_err(|e| e.to_string())
}
