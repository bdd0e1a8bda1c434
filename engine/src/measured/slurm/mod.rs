//! Job lists of Slurm: `sacct -P` in any columns and with any delimiter, or without `-P` in columns of fixed width.
//!
//! Conventions: a row of a step repeats its job and is skipped where the job is there; suspended time is not counted, and
//! counted time is spread evenly from start to end; a job whose lists name no GPU is kept as unrecorded, and the record
//! decides whether it is one without GPUs (see `record`). Source: manual page of sacct.

mod columns;
mod delimiter;
mod job;
mod lines;
mod state;
mod steps;

use super::first_page::{FirstPage, by_columns};
use super::fixed_width::{self, FixedWidth};
use super::report::{Remark, SkipReason};
use super::rows::{Dialect, Table};
use super::settings::{OtherOutput, ReadSettings, Refused};
use super::source::Source;
use super::{Format, Guess, Reading, refused, table};
use columns::{Columns, FREE_TEXT, layout};
use delimiter::OneByte;
use job::{Counts, take};
use lines::{Assembly, Outcome, is_moved};
use steps::Steps;

pub use columns::QUERY;

/// Recognises its files: by the names of columns, whatever sets them apart; by a row of a job where there is no header; other
/// outputs of Slurm too, which are not read.
pub(super) fn recognizes(page: &FirstPage<'_>) -> Option<Guess> {
    const IDS: [&str; 3] = ["JobID", "JobIDRaw", "job_id"];
    const FACTS: [&str; 9] =
        ["AllocTRES", "ReqTRES", "AllocGRES", "ReqGRES", "Elapsed", "ElapsedRaw", "State", "Submit", "NodeList"];
    let has_id = || page.line.split(u8::is_ascii_whitespace).any(|name| name.eq_ignore_ascii_case(b"JobID"));
    if OtherOutput::of_jobs(page.text).is_some() || fixed_width::is_one(page.text) && has_id() {
        return Some(Guess::certain(Format::Slurm, page.reason()));
    }
    if page.is_json() {
        return None;
    }
    let columns = delimiter::header(page.line);
    by_columns(columns.as_ref().unwrap_or(&page.cells), Format::Slurm, &[&IDS, &FACTS]).or_else(|| {
        let is_job =
            delimiter::candidates(page.text).into_iter().any(|dialect| delimiter::is_job(&page.cells_by(dialect)));
        is_job.then(|| Guess::possible(Format::Slurm, page.reason()))
    })
}

/// Reads a job list: with a delimiter, or in columns of fixed width.
pub(super) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    if let Some(output) = OtherOutput::of_jobs(source.data()) {
        return Err(Refused::OtherOutput { output });
    }
    let mut go_on = |_| true; // progress is that of the file
    if fixed_width::is_one(source.data()) {
        let mut rows = FixedWidth::new(source);
        let mut text = Source::open(&mut rows, &mut go_on).map_err(|e| refused(&e))?;
        let dialect = Dialect::of(text.data());
        let read = read_rows(&mut text, dialect, settings, reading).await;
        reading.work.take_in(&text.work);
        read?;
        reading.report.count(rows.cut(), |count| Remark::CutCells { count });
        return Ok(());
    }
    match delimiter::of_header(table::first_line(source.data())).map(<[u8]>::to_vec).as_deref() {
        None => {
            let dialect = Dialect::of(source.data());
            read_rows(source, dialect, settings, reading).await
        }
        Some([byte]) => read_rows(source, delimiter::dialect(*byte), settings, reading).await,
        Some(bytes) => {
            let mut rows = OneByte::new(source, bytes.to_vec());
            let mut text = Source::open(&mut rows, &mut go_on).map_err(|e| refused(&e))?;
            let read = read_rows(&mut text, OneByte::DIALECT, settings, reading).await;
            reading.work.take_in(&text.work);
            read
        }
    }
}

async fn read_rows(
    source: &mut Source<'_>,
    dialect: Dialect,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let has_header = table::has_name(source.data(), dialect, &["JobID", "JobIDRaw", "job_id", "Start", "AllocTRES"]);
    let mut clock = settings.clock();
    let mut rows = if has_header {
        Table::open(source, dialect).map_err(|e| refused(&e))?.ok_or(Refused::Empty)?
    } else {
        let Some((dialect, header)) = layout(source.data(), settings, &mut clock) else {
            return Err(Refused::ChooseColumns { preview: table::preview(source.data()) });
        };
        reading.report.remarks.push(Remark::NoHeader);
        Table::headless(source, dialect, header)
    };
    rows.gives_odd_rows = true;
    let columns = Columns::of(&rows);
    let missing = columns.missing();
    if !missing.is_empty() {
        return Err(Refused::MissingColumns { format: Format::Slurm, columns: missing });
    }
    let mut assembly = assembly(&rows, &columns);
    let mut counts = Counts::default();
    let mut steps = Steps::default();
    let wanted = rows.columns().len();
    clock = settings.clock();
    rows.settle(&mut clock, columns.start);
    while rows.advance(&mut reading.report).await.map_err(|e| refused(&e))? {
        let line = rows.row().line;
        let is_odd = rows.row().len() != wanted;
        let mut result = if is_odd { Err(SkipReason::ShortRow) } else { Ok(()) };
        if !is_odd {
            result = take(&rows.row(), &columns, &mut clock, reading, &mut counts, &mut steps);
        }
        let seems_moved = result == Err(SkipReason::Unreadable) && is_moved(&rows.row(), &columns);
        if is_odd || seems_moved {
            match assembly.assemble(&mut rows, &columns, &mut clock.clone()).map_err(|e| refused(&e))? {
                Outcome::Whole => {
                    result = take(&rows.row(), &columns, &mut clock, reading, &mut counts, &mut steps);
                }
                Outcome::Continued => {
                    reading.report.rows -= 1;
                    continue;
                }
                Outcome::Passed(reason) => {
                    reading.report.rows -= u64::from(is_odd);
                    result = Err(reason);
                }
            }
        }
        assembly.note(wanted, result.is_ok());
        if let Err(reason) = result {
            reading.report.skip(reason, line);
        }
    }
    steps.finish(&mut reading.jobs);
    let repeated = rows.repeated();
    let report = &mut reading.report;
    report.note_clock(&clock);
    report.count(repeated, |count| Remark::HeaderRepeated { count });
    report.count(assembly.rejoined, |count| Remark::Rejoined { count });
    report.count(assembly.broken, |count| Remark::BrokenLines { count });
    counts.note(report);
    let lists = [&columns.allocated[..], &columns.requested[..]].concat();
    for (column, found) in [
        ("AllocTRES", lists.iter().any(Option::is_some)),
        ("JobID", columns.id.is_some()),
        ("Submit", columns.submit.is_some()),
        ("Partition", columns.partition.or(columns.cluster).is_some()),
    ] {
        if !found {
            report.remarks.push(Remark::NoColumn { column: column.to_owned() });
        }
    }
    Ok(())
}

/// Where delimiters and line breaks can stand in cells.
fn assembly(rows: &Table<'_, '_>, columns: &Columns) -> Assembly {
    let texts: Vec<usize> = FREE_TEXT.iter().filter_map(|name| rows.column(&[name])).collect();
    let mut free = texts.clone();
    match rows.delimiter() {
        b',' => free.extend(columns.nodes),
        b' ' => free.extend(columns.state), // `CANCELLED by 1234`
        _ => {}
    }
    Assembly::new(free, texts)
}
