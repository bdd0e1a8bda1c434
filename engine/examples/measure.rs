//! Reads measured files as one record and writes its summary as JSON to standard output.
//!
//! `cargo run --release -p rack-or-rent-engine --example measure -- FILE...`
//! Job lists, samples of GPUs, bills: whatever the readers recognise, also compressed with gzip. Options stand before the
//! files that they are for:
//!
//! - `--format NAME`: what the files are, such as `slurm`, `nvidia-smi`, `prometheus`, `any-csv`; `auto` recognises them again
//! - `--columns LIST`: what the columns hold, by position, between commas. Meanings such as `start,end,-,gpus` for any table,
//!   `-` for a column that is not used; or the names of a header that the file lacks: `JobID,State,Start,End,AllocTRES`
//! - `--dates ORDER`: `day-first` or `month-first`, for dates such as 2/3/2026
//! - `--zone HOURS`, also `--utc-offset`: offset from UTC of times that name none
//! - `--interval SECONDS`: time between two samples, for files without times; the period of a row without an end
//! - `--processors-are-gpus`: for the Standard Workload Format
//!
//! For all files together:
//!
//! - `--gpu NAME=ID`: which GPU of the price book a printed name means
//! - `--machine NAME=ID:GPUS`: which GPUs a machine on a bill has; `NAME=none` for none
//! - `--price USD`: price of a GPU-hour of every type
//! - `--idle SHARE`, `--idle-minutes MINUTES`, `--idle-memory SHARE`: when a held GPU counts as idle
//! - `--memory-share SHARE`, `--compute-share SHARE`: below which a GPU is larger than its work
//! - `--whole`: demand hour by hour too, not just its load-duration curve
//!
//! A file that cannot be read is named on standard error, and the exit code is 1.

use std::fs::File;
use std::io::Write;
use std::process::ExitCode;

use engine::measured::instant::DateOrder;
use engine::measured::{Meaning, ReadSettings, Record, SummaryQuestions, read};
use engine::prices::PriceBook;
use engine::view::measured::remarks::refusal;
use serde::de::DeserializeOwned;

/// Lists that are left out without `--whole`.
const LONG: [&str; 3] = ["wanted", "held", "series"];
/// How it is called.
const USAGE: &str = "usage: measure [--format NAME] [--columns LIST] [--dates day-first|month-first] [--zone HOURS] \
    [--interval SECONDS] [--processors-are-gpus] [--gpu NAME=ID] [--machine NAME=ID:GPUS] [--price USD] [--idle SHARE] \
    [--idle-minutes MINUTES] [--idle-memory SHARE] [--memory-share SHARE] [--compute-share SHARE] [--whole] FILE...";

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
        let mut text = || arguments.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
        let number = |text: String| -> Result<f64, String> {
            text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or(format!("{argument} needs a number"))
        };
        match argument.as_str() {
            "--format" => {
                let name = text()?;
                settings.format = if name == "auto" { None } else { Some(named(&name, "format")?) };
            }
            "--columns" => choose_columns(&text()?, &mut settings)?,
            "--dates" => settings.date_order = Some(named::<DateOrder>(&text()?, "order of dates")?),
            "--zone" | "--utc-offset" => {
                settings.zone_offset = number(text()?)? * 3_600.0;
                questions.zone_offset = settings.zone_offset;
            }
            "--interval" => settings.interval = Some(number(text()?)?),
            "--processors-are-gpus" => settings.processors_are_gpus = true,
            "--gpu" => {
                let answer = text()?;
                let (name, id) = answer.split_once('=').ok_or("--gpu needs NAME=ID")?;
                questions.gpu_names.insert(name.to_owned(), id.to_owned());
            }
            "--machine" => {
                let answer = text()?;
                let (name, of) = answer.split_once('=').ok_or("--machine needs NAME=ID:GPUS or NAME=none")?;
                let (id, gpus) = if of == "none" { ("", "0") } else { of.rsplit_once(':').unwrap_or((of, "")) };
                questions.bill.machines.insert(name.to_owned(), (id.to_owned(), number(gpus.to_owned())?));
            }
            "--price" => questions.other_price = Some(number(text()?)?),
            "--idle" => questions.idle.utilization = number(text()?)?,
            "--idle-minutes" => questions.idle.seconds = number(text()?)? * 60.0,
            "--idle-memory" => questions.idle.memory = number(text()?)?,
            "--memory-share" => questions.memory_share = number(text()?)?,
            "--compute-share" => questions.compute_share = number(text()?)?,
            "--whole" => whole = true,
            option if option.starts_with("--") => return Err(format!("{option} is no option\n{USAGE}")),
            path => {
                let mut file = File::open(path).map_err(|e| format!("{path}: {e}"))?;
                let mut go_on = |_| true;
                let reading = read(&mut file, path, &settings, &mut go_on);
                record.add(reading.map_err(|why| format!("{path}: {}", refusal(&why)))?);
            }
        }
    }
    if record.reports().is_empty() {
        return Err(USAGE.to_owned());
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

/// Sets what the columns hold: their meanings if all are ones, else the names of the header. `start` is a meaning, `Start`
/// a name.
fn choose_columns(list: &str, settings: &mut ReadSettings) -> Result<(), String> {
    let columns: Vec<&str> = list.split(',').map(str::trim).collect();
    let is_unused = |column: &str| column.is_empty() || column == "-";
    let used = || columns.iter().enumerate().filter(|(_, column)| !is_unused(column));
    if used().next().is_none() {
        return Err("--columns needs at least one column".to_owned());
    }
    let meanings: Result<Vec<(usize, Meaning)>, String> =
        used().map(|(at, column)| Ok((at, named(column, "meaning of a column")?))).collect();
    let has_one = used().any(|(_, column)| named::<Meaning>(column, "").is_ok());
    (settings.chosen, settings.header) = (Vec::new(), Vec::new());
    match meanings {
        Ok(meanings) => settings.chosen = meanings,
        // A slip in a meaning is no name of a header.
        Err(message) if has_one => return Err(message),
        Err(_) => settings.header = columns.into_iter().map(str::to_owned).collect(),
    }
    Ok(())
}

/// A value by the name that files and links have for it, such as `any-csv` or `gpu-hours`.
fn named<T: DeserializeOwned>(name: &str, what: &str) -> Result<T, String> {
    serde_json::from_value(serde_json::Value::String(name.to_owned())).map_err(|error| {
        let known = error.to_string();
        let known = known.split_once(", expected").map_or("", |(_, known)| known);
        format!("\u{201c}{name}\u{201d} is no {what}; known are{known}")
    })
}
