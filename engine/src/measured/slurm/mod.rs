//! Job lists of Slurm: `sacct -P` in any columns and with any delimiter, or without `-P` in columns of fixed width.
//!
//! Conventions: a row of a step repeats its job and is passed over; suspended time is not held, and what is held is spread
//! evenly from start to end; a job whose lists name no GPU is kept as unrecorded, and the record decides whether it is one
//! without GPUs (see `record`). Source: manual page of sacct.

use super::fixed_width::{self, FixedWidth};
use super::gres::Gpus;
use super::instant::{Clock, NoTime, duration, is_absent, is_real};
use super::jobs::{Job, JobState, Range, WaitingArray, id};
use super::names::MOST_TYPES;
use super::report::{Remark, SkipReason};
use super::rows::{Dialect, Row, Table};
use super::settings::{ReadSettings, Refused};
use super::source::Source;
use super::{Format, Reading, refused, table, whole};

/// Columns of the query that the page offers, in order: also how a file without a header is read if it has as many.
pub const QUERY: &str = "JobID,JobName,User,Account,Partition,Cluster,State,Submit,Eligible,Start,End,Elapsed,Timelimit,ReqTRES,AllocTRES,NodeList,WCKey";
/// Other orders that are recognised without a header.
const LAYOUTS: [&str; 3] = [
    QUERY,
    "JobID,JobName,State,Submit,Start,End,Elapsed,ReqTRES,AllocTRES",
    "JobID,JobName,User,Account,Partition,State,Submit,Start,End,Elapsed,ReqTRES,AllocTRES",
];
/// Columns of free text, in which a delimiter can stand.
const FREE_TEXT: [&str; 5] = ["JobName", "Comment", "AdminComment", "WorkDir", "SubmitLine"];
/// Lists of nodes kept: with more distinct ones, owners are not sought by host.
const MOST_NODE_LISTS: usize = 200_000;

/// Positions of the columns that are used.
struct Columns {
    id: Option<usize>,
    state: Option<usize>,
    submit: Option<usize>,
    eligible: Option<usize>,
    start: Option<usize>,
    end: Option<usize>,
    elapsed: Option<usize>,
    elapsed_seconds: Option<usize>,
    limit: Option<usize>,
    limit_minutes: Option<usize>,
    allocated: [Option<usize>; 2],
    requested: [Option<usize>; 2],
    user: Option<usize>,
    account: Option<usize>,
    partition: Option<usize>,
    cluster: Option<usize>,
    nodes: Option<usize>,
    label: Option<usize>,
}

impl Columns {
    fn of(table: &Table<'_, '_>) -> Self {
        let at = |names: &[&str]| table.column(names);
        Self {
            id: at(&["JobID", "JobIDRaw", "job_id"]),
            state: at(&["State", "JobState"]),
            submit: at(&["Submit", "SubmitTime"]),
            eligible: at(&["Eligible"]),
            start: at(&["Start", "StartTime"]),
            end: at(&["End", "EndTime"]),
            elapsed: at(&["Elapsed"]),
            elapsed_seconds: at(&["ElapsedRaw"]),
            limit: at(&["Timelimit"]),
            limit_minutes: at(&["TimelimitRaw"]),
            allocated: [at(&["AllocTRES", "TRESAlloc"]), at(&["AllocGRES"])],
            requested: [at(&["ReqTRES", "TRESReq"]), at(&["ReqGRES", "Gres", "TresPerNode"])],
            user: at(&["User"]),
            account: at(&["Account"]),
            partition: at(&["Partition"]),
            cluster: at(&["Cluster", "ClusterName"]),
            nodes: at(&["NodeList"]),
            label: at(&["WCKey", "Project", "CostCenter", "CostCentre", "Comment"]),
        }
    }

    /// Columns without which nothing can be said.
    fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        if self.start.is_none() {
            missing.push("Start".to_owned());
        }
        if self.end.or(self.elapsed).or(self.elapsed_seconds).is_none() {
            missing.push("End".to_owned());
        }
        missing
    }

    /// Whether a row has a state, times and durations where they belong.
    fn fit(&self, row: &Row<'_>, clock: &mut Clock) -> bool {
        let is_state = |cell: &[u8]| state_of(cell).is_some();
        let mut is_time = |column: Option<usize>| {
            let cell = row.at(column);
            column.is_none() || is_absent(cell) || clock.read(cell).is_ok()
        };
        self.state.is_none_or(|at| is_state(row.cell(at)))
            && is_time(self.start)
            && is_time(self.end)
            && is_time(self.submit)
            && self.elapsed.is_none_or(|at| duration(row.cell(at)).is_some())
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Ended,
    Cancelled,
    Requeued,
    Running,
    Waiting,
}

/// The state of a cell such as `CANCELLED by 1234`, in its long or short form.
fn state_of(cell: &[u8]) -> Option<State> {
    let word = cell.split(|&byte| matches!(byte, b' ' | b'+')).next().unwrap_or_default();
    Some(match word {
        b"COMPLETED" | b"FAILED" | b"TIMEOUT" | b"OUT_OF_MEMORY" | b"DEADLINE" | b"BOOT_FAIL" | b"REVOKED" | b"CD"
        | b"F" | b"TO" | b"OOM" | b"DL" | b"BF" | b"RV" | b"LAUNCH_FAILED" | b"RECONFIG_FAIL" => State::Ended,
        b"CANCELLED" | b"CA" => State::Cancelled,
        b"REQUEUED" | b"PREEMPTED" | b"NODE_FAIL" | b"RQ" | b"PR" | b"NF" | b"SPECIAL_EXIT" => State::Requeued,
        b"RUNNING" | b"COMPLETING" | b"SUSPENDED" | b"STOPPED" | b"RESIZING" | b"SIGNALING" | b"STAGE_OUT" | b"R"
        | b"CG" | b"S" | b"ST" | b"RS" => State::Running,
        b"PENDING" | b"CONFIGURING" | b"REQUEUE_HOLD" | b"REQUEUE_FED" | b"RESV_DEL_HOLD" | b"PD" | b"CF" | b"RH" => {
            State::Waiting
        }
        _ => return None,
    })
}

/// Whether a cell is the state of a job.
pub(super) fn is_state(cell: &str) -> bool {
    cell.len() > 2 && state_of(cell.as_bytes()).is_some()
}

/// Counts for the report.
#[derive(Default)]
struct Counts {
    steps: u64,
    cpu: u64,
    unknown: u64,
    running: u64,
    waiting: u64,
    never: u64,
    rejoined: u64,
}

/// Reads a job list: with a delimiter, or in columns of fixed width.
pub(super) fn read(source: &mut Source<'_>, settings: &ReadSettings, reading: &mut Reading) -> Result<(), Refused> {
    if !fixed_width::is_one(source.data()) {
        return read_rows(source, settings, reading);
    }
    let mut rows = FixedWidth::new(source);
    let mut go_on = |_| true; // progress is that of the file
    let mut text = Source::open(&mut rows, &mut go_on).map_err(|e| refused(&e))?;
    read_rows(&mut text, settings, reading)?;
    reading.report.count(rows.cut(), |count| Remark::CutCells { count });
    Ok(())
}

fn read_rows(source: &mut Source<'_>, settings: &ReadSettings, reading: &mut Reading) -> Result<(), Refused> {
    let dialect = Dialect::of(source.data());
    let has_header = table::has_name(source.data(), dialect, &["JobID", "JobIDRaw", "job_id", "Start", "AllocTRES"]);
    let mut clock = Clock::new(settings.zone_offset, settings.date_order);
    let mut rows = if has_header {
        Table::open(source, dialect).map_err(|e| refused(&e))?.ok_or(Refused::Empty)?
    } else {
        let Some(header) = layout(source, dialect, settings, &mut clock) else {
            return Err(Refused::ChooseColumns { preview: table::preview(source.data()) });
        };
        reading.report.remarks.push(Remark::NoHeader);
        Table::headless(source, dialect, header)
    };
    rows.gives_long_rows = true;
    let columns = Columns::of(&rows);
    let missing = columns.missing();
    if !missing.is_empty() {
        return Err(Refused::MissingColumns { format: Format::Slurm, columns: missing });
    }
    let free: Vec<usize> = FREE_TEXT.iter().filter_map(|name| rows.column(&[name])).collect();
    let mut counts = Counts::default();
    clock = Clock::new(settings.zone_offset, settings.date_order);
    rows.settle(&mut clock, columns.start);
    while rows.advance(&mut reading.report).map_err(|e| refused(&e))? {
        let line = rows.row().line;
        if rows.row().len() > rows.columns().len() {
            if !rejoin(&mut rows, &columns, &free, &mut clock.clone()) {
                reading.report.rows -= 1;
                reading.report.skip(SkipReason::LongRow, line);
                continue;
            }
            counts.rejoined += 1;
        }
        if let Err(reason) = take(&rows.row(), &columns, &mut clock, reading, &mut counts) {
            reading.report.skip(reason, line);
        }
    }
    let repeated = rows.repeated();
    let report = &mut reading.report;
    report.note_clock(&clock);
    report.count(repeated, |count| Remark::HeaderRepeated { count });
    report.count(counts.rejoined, |count| Remark::Rejoined { count });
    report.count(counts.steps, |count| Remark::Steps { count });
    report.count(counts.cpu, |count| Remark::CpuJobs { count });
    report.count(counts.unknown, |count| Remark::UnknownGpus { count });
    report.count(counts.running, |count| Remark::Running { count });
    report.count(counts.waiting, |count| Remark::Waiting { count });
    report.count(counts.never, |count| Remark::NeverStarted { count });
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

/// The columns of a file without a header: those of the settings, or a known layout that its first row fits.
fn layout(
    source: &mut Source<'_>,
    dialect: Dialect,
    settings: &ReadSettings,
    clock: &mut Clock,
) -> Option<Vec<String>> {
    if !settings.header.is_empty() {
        return Some(settings.header.clone());
    }
    let first = table::first_line(source.data());
    let cells = table::split(first, dialect);
    LAYOUTS.iter().find_map(|layout| {
        let header: Vec<String> = layout.split(',').map(str::to_owned).collect();
        let trailing = cells.last().is_some_and(String::is_empty) && cells.len() == header.len() + 1;
        (cells.len() == header.len() || trailing).then_some(())?;
        let cell = |name: &str| header.iter().position(|column| column == name).and_then(|at| cells.get(at));
        let is_time = |name: &str, clock: &mut Clock| {
            cell(name).is_some_and(|cell| is_absent(cell.as_bytes()) || clock.read(cell.as_bytes()).is_ok())
        };
        let fits = cell("State").is_some_and(|state| is_state(state))
            && cell("Elapsed").is_some_and(|elapsed| duration(elapsed.as_bytes()).is_some())
            && ["Submit", "Start", "End"].iter().all(|name| is_time(name, clock));
        fits.then_some(header)
    })
}

/// Puts a row together that has the delimiter in a cell of free text; `false` if it cannot be told in which.
fn rejoin(rows: &mut Table<'_, '_>, columns: &Columns, free: &[usize], clock: &mut Clock) -> bool {
    if columns.state.is_none() {
        return false;
    }
    let before = rows.spans();
    let mut fitting = None;
    for &column in free {
        rows.rejoin(column);
        let fits = columns.fit(&rows.row(), clock);
        rows.set_spans(&before);
        if fits && fitting.replace(column).is_some() {
            return false;
        }
    }
    let Some(column) = fitting else { return false };
    rows.rejoin(column);
    true
}

/// Takes a row in; an error is the reason to pass over it.
fn take(
    row: &Row<'_>,
    columns: &Columns,
    clock: &mut Clock,
    reading: &mut Reading,
    counts: &mut Counts,
) -> Result<(), SkipReason> {
    let text = row.at(columns.id);
    if text.contains(&b'.') {
        counts.steps += 1;
        return Ok(());
    }
    if columns.id.is_some() && text.is_empty() {
        return Err(SkipReason::NoName);
    }
    // Cut by the width of its column: a job, or a step of one.
    if text.ends_with(b"+") {
        return Err(SkipReason::Unreadable);
    }
    let mut time = |column: Option<usize>| match clock.read(row.at(column)) {
        Ok(seconds) => Ok(Some(seconds)),
        Err(NoTime::Absent) => Ok(None),
        Err(NoTime::Ambiguous) => Err(SkipReason::AmbiguousDate),
        Err(NoTime::Unreadable) => Err(SkipReason::BadTime),
    };
    let submit = time(columns.submit)?;
    // Before it is eligible a job waits for a date or another job, not for GPUs.
    let submit = match (submit, time(columns.eligible)?) {
        (Some(submit), Some(eligible)) => Some(submit.max(eligible)),
        (submit, eligible) => submit.or(eligible),
    };
    let start = time(columns.start)?;
    let end = time(columns.end)?;
    let elapsed = elapsed(row, columns);
    let state = match row.at(columns.state) {
        b"" if columns.state.is_none() => State::Ended,
        cell => state_of(cell).ok_or(SkipReason::Unreadable)?,
    };
    let jobs = &mut reading.jobs;
    let mut job = Job {
        id: id(if columns.id.is_some() { text } else { b"" }),
        held: 0.0,
        gpus: 0.0,
        submit: submit.map_or(0, whole),
        start: 0,
        end: 0,
        kind: 0,
        user: jobs.users.id(row.at(columns.user)),
        account: jobs.accounts.id(row.at(columns.account)),
        partition: jobs.partitions.id(row.at(columns.partition)),
        label: jobs.labels.id(row.at(columns.label)),
        nodes: jobs.nodes.id_among(row.at(columns.nodes), MOST_NODE_LISTS),
        cluster: u16::try_from(jobs.clusters.id(row.at(columns.cluster))).unwrap_or(0),
        file: 0,
        state: JobState::Ended,
        is_recorded: true,
        parts: 1,
    };
    if columns.id.is_none() {
        // Nothing tells rows apart but their line.
        job.id = row.line << 30;
    }
    if state == State::Waiting && start.is_none_or(|_| elapsed.unwrap_or(0.0) == 0.0) {
        job.state = JobState::Waiting;
        job.held = limit(row, columns).unwrap_or(0.0);
        let submit = submit.ok_or(SkipReason::NoTime)?;
        reading.report.see(submit);
        return take_waiting(row, columns, job, reading, counts);
    }
    let Some(start) = start else {
        if state == State::Cancelled || elapsed == Some(0.0) {
            counts.never += 1;
            return Ok(());
        }
        return Err(SkipReason::NoTime);
    };
    let (end, held) = match (end, elapsed) {
        (Some(end), _) if end < start => return Err(SkipReason::EndsBeforeStart),
        // Clocks that were put back make an end too early.
        (Some(end), Some(elapsed)) => (end.max(start + elapsed), elapsed),
        (Some(end), None) => (end, end - start),
        (None, Some(elapsed)) => (start + elapsed, elapsed),
        (None, None) => return Err(SkipReason::NoTime),
    };
    if !is_real(end) {
        return Err(SkipReason::BadTime);
    }
    if held == 0.0 {
        counts.never += 1;
        return Ok(());
    }
    job.start = whole(start);
    job.end = whole(end).max(job.start + 1);
    job.held = held;
    job.state = match state {
        State::Running | State::Waiting => JobState::Running,
        State::Requeued => JobState::Requeued,
        State::Ended | State::Cancelled => JobState::Ended,
    };
    reading.report.see(start);
    reading.report.see(end);
    counts.running += u64::from(job.state == JobState::Running);
    let lists = columns.allocated.iter().chain(&columns.requested);
    push(lists.map(|column| row.at(*column)), job, reading, counts);
    Ok(())
}

/// Adds a job with the GPUs of the first list that names some.
fn push<'c>(lists: impl Iterator<Item = &'c [u8]>, job: Job, reading: &mut Reading, counts: &mut Counts) {
    let gpus = lists.map(Gpus::of).find(|gpus| gpus.is_known).unwrap_or_default();
    if !gpus.is_known {
        counts.unknown += u64::from(job.state != JobState::Waiting);
        reading.jobs.push(Job { is_recorded: false, ..job });
        return;
    }
    let parts = u8::try_from(gpus.parts().count()).unwrap_or(u8::MAX);
    if parts == 0 {
        counts.cpu += 1;
        reading.jobs.cpu_jobs += 1;
        return;
    }
    counts.waiting += u64::from(job.state == JobState::Waiting);
    if gpus.indices != 0 {
        reading.jobs.indices.insert((job.id, job.cluster, job.start), gpus.indices);
    }
    for (kind, count) in gpus.parts() {
        let kind = reading.jobs.kinds.id_among(kind, MOST_TYPES);
        #[allow(clippy::cast_possible_truncation)]
        reading.jobs.push(Job { kind, gpus: count as f32, parts, ..job });
    }
}

/// A job or the tasks of an array that wait.
fn take_waiting(
    row: &Row<'_>,
    columns: &Columns,
    job: Job,
    reading: &mut Reading,
    counts: &mut Counts,
) -> Result<(), SkipReason> {
    let text = row.at(columns.id);
    let lists = columns.requested.iter().chain(&columns.allocated).map(|column| row.at(*column));
    let Some(at) = text.iter().position(|&byte| byte == b'[') else {
        push(lists, job, reading, counts);
        return Ok(());
    };
    let (ranges, at_once) = array(text.get(at + 1..).unwrap_or_default()).ok_or(SkipReason::Unreadable)?;
    let number = text.get(..at).and_then(|before| before.strip_suffix(b"_")).ok_or(SkipReason::Unreadable)?;
    let gpus = lists.map(Gpus::of).find(|gpus| gpus.is_known).unwrap_or_default();
    for (kind, count) in gpus.parts() {
        let kind = reading.jobs.kinds.id_among(kind, MOST_TYPES);
        #[allow(clippy::cast_possible_truncation)]
        let task = Job { kind, gpus: count as f32, ..job };
        let array = WaitingArray { job: id(number), ranges: ranges.clone(), at_once, task };
        counts.waiting += array.tasks();
        reading.jobs.arrays.push(array);
    }
    Ok(())
}

/// The tasks of `9201-10000%500]` or `1,3,5-9:2]`, and how many may run at once.
fn array(text: &[u8]) -> Option<(Vec<Range>, Option<u32>)> {
    let text = std::str::from_utf8(text).ok()?.strip_suffix(']')?;
    let (ranges, at_once) = text.split_once('%').map_or((text, None), |(ranges, limit)| (ranges, Some(limit)));
    let at_once = match at_once {
        Some(limit) => Some(limit.parse().ok()?),
        None => None,
    };
    let mut found = Vec::new();
    // A long list is cut off by sacct with three dots.
    for range in ranges.split(',').filter(|range| *range != "...") {
        let (range, step) = range.split_once(':').unwrap_or((range, "1"));
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let (from, to, step): (u32, u32, u32) = (from.parse().ok()?, to.parse().ok()?, step.parse().ok()?);
        (to >= from && step > 0 && to < 1 << 28).then_some(())?;
        found.push((from, to, step));
    }
    Some((found, at_once))
}

fn elapsed(row: &Row<'_>, columns: &Columns) -> Option<f64> {
    let raw = row.at(columns.elapsed_seconds);
    let seconds = std::str::from_utf8(raw).ok().and_then(|text| text.parse::<u32>().ok()).map(f64::from);
    columns.elapsed.and_then(|at| duration(row.cell(at))).or(seconds)
}

fn limit(row: &Row<'_>, columns: &Columns) -> Option<f64> {
    let raw = row.at(columns.limit_minutes);
    let minutes = std::str::from_utf8(raw).ok().and_then(|text| text.parse::<u32>().ok()).map(f64::from);
    columns.limit.and_then(|at| duration(row.cell(at))).or(minutes.map(|minutes| minutes * 60.0))
}
