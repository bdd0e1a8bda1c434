//! Measured files: how they are read, and what is asked of them together.

use std::fs::File;
use std::path::PathBuf;

use engine::measured::{Meaning, ReadSettings, Reading, Record, SummaryQuestions, read};
use engine::prices::PriceBook;
use engine::view::measured::remarks::refusal;
use serde::de::DeserializeOwned;

use crate::arguments::{QuestionOptions, ReadOptions};
use crate::scenarios::about;
use crate::zones::zone;

impl ReadOptions {
    /// The engine's settings.
    fn settings(&self) -> Result<ReadSettings, String> {
        let mut settings = ReadSettings {
            format: self
                .format
                .as_deref()
                .filter(|name| *name != "auto")
                .map(|name| named(name, "format"))
                .transpose()?,
            date_order: self.dates.as_deref().map(|order| named(order, "order of dates")).transpose()?,
            zone: self.zone.as_deref().map(zone).transpose()?,
            interval: self.interval,
            processors_are_gpus: self.processors_are_gpus,
            ..ReadSettings::default()
        };
        if let Some(list) = &self.columns {
            choose_columns(list, &mut settings)?;
        }
        Ok(settings)
    }

    /// Reads files. One that cannot be read does not keep the others from being read: it is named.
    pub(crate) fn readings(&self, files: &[PathBuf]) -> Result<(Vec<Reading>, Vec<String>), Vec<String>> {
        let settings = self.settings().map_err(|problem| vec![problem])?;
        let (mut readings, mut problems) = (Vec::new(), Vec::new());
        for path in files {
            let name = path.to_string_lossy();
            let reading = File::open(path)
                .map_err(|error| error.to_string())
                .and_then(|mut file| read(&mut file, &name, &settings, &mut |_| true).map_err(|why| refusal(&why)));
            match reading {
                Ok(reading) => readings.push(reading),
                Err(why) => problems.push(about(path, why)),
            }
        }
        if readings.is_empty() { Err(problems) } else { Ok((readings, problems)) }
    }

    /// The same as one record, whatever the order of the files and of partials of them.
    pub(crate) fn record(&self, files: &[PathBuf]) -> Result<(Record, Vec<String>), Vec<String>> {
        let (readings, problems) = self.readings(files)?;
        let mut all: Vec<&Reading> = readings.iter().flat_map(Reading::all).collect();
        all.sort_by(|a, b| a.report.name.cmp(&b.report.name));
        let mut record = Record::default();
        for reading in all {
            record.include(reading);
        }
        Ok((record, problems))
    }
}

impl QuestionOptions {
    /// The engine's questions. `reading`: how the files are read, for the zone of the calendar.
    pub(crate) fn questions(&self, reading: &ReadOptions, book: &PriceBook) -> Result<SummaryQuestions, String> {
        let mut questions = SummaryQuestions {
            zone: reading.zone.as_deref().map(zone).transpose()?,
            gpu_names: self.gpus.iter().cloned().collect(),
            other_price: self.price,
            ..SummaryQuestions::default()
        };
        if let Some(price) = self.price {
            questions.prices = book.gpus.iter().map(|gpu| (gpu.id.clone(), price)).collect();
        }
        for (name, machine) in &self.machines {
            questions.bill.machines.insert(name.clone(), gpus_of_machine(machine)?);
        }
        let idle = &mut questions.idle;
        let rows = [
            (self.idle, &mut idle.utilization, 1.0),
            (self.idle_minutes, &mut idle.seconds, 60.0),
            (self.idle_memory, &mut idle.memory, 1.0),
            (self.memory_share, &mut questions.memory_share, 1.0),
            (self.compute_share, &mut questions.compute_share, 1.0),
        ];
        for (given, row, unit) in rows {
            if let Some(number) = given {
                *row = number * unit;
            }
        }
        Ok(questions)
    }
}

/// A GPU of the price book and how many of it, from `ID:GPUS` or `none`.
fn gpus_of_machine(text: &str) -> Result<(String, f64), String> {
    if text == "none" {
        return Ok((String::new(), 0.0));
    }
    let (id, gpus) = text.rsplit_once(':').ok_or("--machine needs NAME=ID:GPUS or NAME=none")?;
    let gpus = gpus.parse().ok().filter(|gpus: &f64| gpus.is_finite());
    Ok((id.to_owned(), gpus.ok_or("--machine needs a number of GPUs")?))
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
    let has_a_meaning = used().any(|(_, column)| named::<Meaning>(column, "").is_ok());
    match meanings {
        Ok(meanings) => settings.chosen = meanings,
        // A slip in a meaning is no name of a header.
        Err(message) if has_a_meaning => return Err(message),
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
