//! Job lists in the Standard Workload Format: 18 numbers a line, comments behind semicolons.
//!
//! Its processors may be CPUs: they count as GPUs only if the settings say so. -1 is unknown. Times are relative to the
//! comment `UnixStartTime`. Source: Feitelson, "The Standard Workload Format", version 2.2.

use super::first_page::FirstPage;
use super::jobs::{Job, JobState, Recorded, id};
use super::report::{Remark, SkipReason};
use super::rows::{Dialect, Rows};
use super::settings::{ReadSettings, Refused};
use super::source::Source;
use super::{Format, Guess, Reading, refused, whole};

/// Numbers of a line.
const FIELDS: usize = 18;
/// Where a list begins that does not say it: 2000-01-01.
const NO_START: f64 = 946_684_800.0;
/// A byte that no line contains: a row is one cell.
const NO_DELIMITER: u8 = 1;

/// Recognises its files: by a comment, by 18 numbers, or by their name.
pub(super) fn recognizes(page: &FirstPage<'_>) -> Option<Guess> {
    let is_comment = page.line.starts_with(b";");
    if is_comment || numbers(page.line).is_some() {
        return Some(Guess::certain(Format::Swf, page.reason().into_iter().filter(|_| is_comment)));
    }
    page.file_name.contains(".swf").then(|| Guess::possible(Format::Swf, []))
}

/// Reads a job list.
pub(super) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    if !settings.processors_are_gpus {
        return Err(Refused::AskProcessors);
    }
    let mut rows = Rows::new(source, Dialect { delimiter: NO_DELIMITER, quoting: false });
    let mut start = None;
    let (mut parts, mut lone_parts, mut never, mut unknown) = (0, 0, 0, 0);
    let mut whole_before = None;
    while rows.advance().await.map_err(|e| refused(&e))? {
        let row = rows.row();
        if let Some(reason) = rows.problem() {
            reading.report.skip(reason, row.line);
            continue;
        }
        let line = row.cell(0);
        if let Some(comment) = line.strip_prefix(b";") {
            start = start.or(comment_value(comment, "UnixStartTime").filter(|start| *start > 0.0));
            continue;
        }
        let Some(fields) = numbers(line) else {
            reading.report.skip(SkipReason::Unreadable, row.line);
            continue;
        };
        reading.report.rows += 1;
        let field = |number: usize| fields.get(number - 1).copied().filter(|value| *value >= 0.0);
        // A job that was swapped out has a line for the whole and one for each part.
        if matches!(fields.get(10), Some(2.0..=4.0)) {
            let is_repeated = field(1).is_some() && field(1) == whole_before;
            (parts, lone_parts) = if is_repeated { (parts + 1, lone_parts) } else { (parts, lone_parts + 1) };
            continue;
        }
        whole_before = field(1);
        let (Some(submit), line_number) = (field(2), row.line) else {
            reading.report.skip(SkipReason::NoTime, row.line);
            continue;
        };
        let Some(run) = field(4).filter(|run| *run > 0.0) else {
            never += 1;
            continue;
        };
        let submit = start.unwrap_or(NO_START) + submit;
        let begin = submit + field(3).unwrap_or(0.0);
        if !super::instant::is_real(begin + run) {
            reading.report.skip(SkipReason::BadTime, row.line);
            continue;
        }
        let processors = field(5).or(field(8)).filter(|processors| *processors > 0.0);
        unknown += u64::from(processors.is_none());
        let text = |number: usize| field(number).map(crate::number::write).unwrap_or_default();
        let own_id = field(1).map_or_else(|| line_number.to_string(), crate::number::write);
        let partition = if field(16).is_some() { text(16) } else { text(15) };
        let jobs = &mut reading.jobs;
        #[allow(clippy::cast_possible_truncation)]
        let job = Job {
            id: id(own_id.as_bytes()),
            held: run,
            gpus: processors.unwrap_or(0.0) as f32,
            submit: whole(submit),
            start: whole(begin),
            end: whole(begin + run).max(whole(begin) + 1),
            kind: super::names::NO_NAME,
            user: jobs.users.id(text(12).as_bytes()),
            account: jobs.accounts.id(text(13).as_bytes()),
            partition: jobs.partitions.id(partition.as_bytes()),
            label: super::names::NO_NAME,
            nodes: super::names::NO_NAME,
            cluster: 0,
            file: 0,
            state: match field(11) {
                Some(0.0) => JobState::Failed,
                Some(1.0) => JobState::Completed,
                Some(5.0) => JobState::Cancelled,
                _ => JobState::Ended,
            },
            recorded: if processors.is_some() { Recorded::Gpus } else { Recorded::Nothing },
            from_steps: false,
            parts: 1,
        };
        jobs.push(job);
        reading.report.see(begin);
        reading.report.see(begin + run);
    }
    if reading.report.rows == 0 && reading.report.skipped.is_empty() {
        return Err(Refused::NothingFound { format: Format::Swf });
    }
    let report = &mut reading.report;
    report.remarks.push(Remark::ProcessorsAsGpus);
    if start.is_none() {
        report.remarks.push(Remark::NoColumn { column: "UnixStartTime".to_owned() });
    }
    report.count(parts, |count| Remark::JobParts { count });
    report.count(lone_parts, |count| Remark::PartsWithoutJob { count });
    report.count(never, |count| Remark::NeverStarted { count });
    report.count(unknown, |count| Remark::UnknownGpus { count });
    Ok(())
}

/// The number behind a name in a comment: `UnixStartTime: 1086000000`.
fn comment_value(comment: &[u8], name: &str) -> Option<f64> {
    let text = std::str::from_utf8(comment).ok()?;
    let (found, value) = text.split_once(':')?;
    let value = value.split_whitespace().next()?;
    found.trim().eq_ignore_ascii_case(name).then(|| value.parse().ok())?
}

/// The numbers of a line; `None` if there are fewer or others.
fn numbers(line: &[u8]) -> Option<Vec<f64>> {
    let parts = line.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let numbers: Option<Vec<f64>> = parts
        .map(|part| std::str::from_utf8(part).ok()?.parse().ok().filter(|number: &f64| number.is_finite()))
        .collect();
    numbers.filter(|numbers| numbers.len() == FIELDS)
}
