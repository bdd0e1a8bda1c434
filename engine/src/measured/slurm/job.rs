//! One row: a job, a step, or tasks that wait.

use super::super::gres::Gpus;
use super::super::instant::{Clock, HOUR, NoTime, duration, is_real};
use super::super::jobs::{Job, JobState, Range, Recorded, WaitingArray, end_and_held, id};
use super::super::mig;
use super::super::names::MOST_TYPES;
use super::super::report::{FileReport, Remark, SkipReason};
use super::super::rows::Row;
use super::super::{Reading, whole};
use super::columns::Columns;
use super::state::{State, state_of};
use super::steps::Steps;

/// Counts for the report.
#[derive(Default)]
pub(super) struct Counts {
    steps: u64,
    cpu: u64,
    unknown: u64,
    parts: u64,
    slices: u64,
    running: u64,
    waiting: u64,
    waiting_unknown: u64,
    waiting_cut: u64,
    blocked: u64,
    never: u64,
    /// The job of the row before that was taken, with its start and end: its steps follow it.
    last: Option<(u64, f64, f64)>,
}

impl Counts {
    /// Adds them to the report.
    pub(super) fn note(&self, report: &mut FileReport) {
        report.count(self.steps, |count| Remark::Steps { count });
        report.count(self.cpu, |count| Remark::CpuJobs { count });
        report.count(self.unknown, |count| Remark::UnknownGpus { count });
        report.count(self.parts, |count| Remark::PartsOfGpus { count });
        report.count(self.slices, |count| Remark::Slices { count });
        report.count(self.running, |count| Remark::Running { count });
        report.count(self.waiting, |count| Remark::Waiting { count });
        report.count(self.waiting_unknown, |count| Remark::WaitingUnknown { count });
        report.count(self.waiting_cut, |count| Remark::WaitingCut { count });
        report.count(self.blocked, |count| Remark::Blocked { count });
        report.count(self.never, |count| Remark::NeverStarted { count });
    }
}

/// Beginnings of reasons for which a job waits that is not eligible. Source: squeue(1), "JOB REASON CODES".
const BLOCKED: [&[u8]; 3] = [b"Dependency", b"BeginTime", b"JobHeld"];

/// Takes a row in; an error is the reason to skip it.
pub(super) fn take(
    row: &Row<'_>,
    columns: &Columns,
    clock: &mut Clock,
    reading: &mut Reading,
    counts: &mut Counts,
    steps: &mut Steps,
) -> Result<(), SkipReason> {
    let text = row.at(columns.id);
    if columns.id.is_some() && text.is_empty() {
        return Err(SkipReason::NoName);
    }
    // `101.batch`; not the dots of a list that was cut, `303_[1-4,...]`.
    let step_at = text.iter().position(|&byte| matches!(byte, b'.' | b'[')).filter(|at| text.get(*at) == Some(&b'.'));
    let own_id = match columns.id {
        Some(_) => id(text.get(..step_at.unwrap_or(text.len())).unwrap_or_default()),
        None => row.line << 30, // nothing tells rows apart but their line
    };
    if step_at.is_some() {
        counts.steps += 1;
        if counts.last.is_some_and(|(id, from, to)| id == own_id && is_within(row, columns, clock, from, to)) {
            return Ok(());
        }
    } else if text.ends_with(b"+") && !text.contains(&b'[') {
        // Cut by the width of its column: a job, or a step of one.
        return Err(SkipReason::Unreadable);
    }
    let mut time = |column: Option<usize>| match clock.read(row.at(column)) {
        Ok(seconds) => Ok(Some(seconds)),
        Err(NoTime::Absent) => Ok(None),
        Err(NoTime::Ambiguous) => Err(SkipReason::AmbiguousDate),
        Err(NoTime::Unreadable) => Err(SkipReason::BadTime),
    };
    let submitted = time(columns.submit)?;
    // Before it is eligible a job waits for a date or another job, not for GPUs.
    let eligible = time(columns.eligible)?;
    let submit = match (submitted, eligible) {
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
    let mut job = Job {
        id: own_id,
        submit: submit.map_or(0, whole),
        from_steps: step_at.is_some(),
        ..names(row, columns, reading)
    };
    if state == State::Waiting && step_at.is_some() {
        return Ok(());
    }
    if state == State::Waiting && start.is_none_or(|_| elapsed.unwrap_or(0.0) == 0.0) {
        let is_eligible = eligible.is_some() || row.at(columns.eligible).is_empty();
        let is_eligible = is_eligible && !BLOCKED.iter().any(|reason| row.at(columns.reason).starts_with(reason));
        job.state = if is_eligible { JobState::Waiting } else { JobState::Blocked };
        job.held = limit(row, columns).unwrap_or(0.0);
        let submit = submit.ok_or(SkipReason::NoTime)?;
        reading.report.see(submitted.unwrap_or(submit));
        return take_waiting(row, columns, job, reading, counts);
    }
    let Some(start) = start else {
        if state == State::Cancelled || elapsed == Some(0.0) {
            counts.never += u64::from(step_at.is_none());
            return Ok(());
        }
        return Err(SkipReason::NoTime);
    };
    let (end, held) = end_and_held(start, end, elapsed)?;
    if !is_real(end) {
        return Err(SkipReason::BadTime);
    }
    if step_at.is_none() {
        counts.last = Some((own_id, start, end));
        steps.drop_last(own_id);
    }
    if held == 0.0 {
        counts.never += u64::from(step_at.is_none());
        return Ok(());
    }
    job.start = whole(start);
    job.end = whole(end).max(job.start + 1);
    job.held = held;
    job.state = match state {
        State::Running | State::Waiting => JobState::Running,
        State::Requeued => JobState::Requeued,
        State::Completed => JobState::Completed,
        State::Failed => JobState::Failed,
        State::Cancelled => JobState::Cancelled,
        State::TimedOut => JobState::TimedOut,
        State::OutOfMemory => JobState::OutOfMemory,
        State::Ended => JobState::Ended,
    };
    reading.report.see(start);
    reading.report.see(end);
    let lists = columns.allocated.iter().chain(&columns.requested).map(|column| row.at(*column));
    if step_at.is_some() {
        push_step(&gpus_of(lists), job, reading, steps);
        return Ok(());
    }
    counts.running += u64::from(job.state == JobState::Running);
    push(&gpus_of(lists), job, reading, counts);
    Ok(())
}

/// A job with the names of its row.
fn names(row: &Row<'_>, columns: &Columns, reading: &mut Reading) -> Job {
    let jobs = &mut reading.jobs;
    Job {
        user: jobs.users.id(row.at(columns.user)),
        account: jobs.accounts.id(row.at(columns.account)),
        partition: jobs.partitions.id(row.at(columns.partition)),
        label: jobs.labels.id(row.at(columns.label)),
        nodes: jobs.nodes.id_among(row.at(columns.nodes), super::columns::MOST_NODE_LISTS),
        cluster: u16::try_from(jobs.clusters.id(row.at(columns.cluster))).unwrap_or(0),
        parts: 1,
        ..Job::default()
    }
}

/// Whether a step started while its job ran, or it is not known when. Clocks may have been put back in between.
fn is_within(row: &Row<'_>, columns: &Columns, clock: &mut Clock, from: f64, to: f64) -> bool {
    clock.peek(row.at(columns.start)).map_or(true, |start| (from - HOUR..=to + HOUR).contains(&start))
}

/// The GPUs of the first list that names some, or parts of some.
fn gpus_of<'c>(lists: impl Iterator<Item = &'c [u8]>) -> Gpus<'c> {
    lists.map(Gpus::of).find(|gpus| gpus.is_known || gpus.has_parts).unwrap_or_default()
}

/// What a list that names no number of GPUs says of them.
fn unknown(gpus: &Gpus<'_>) -> Recorded {
    if gpus.has_parts { Recorded::Parts } else { Recorded::Nothing }
}

/// Adds a job with its GPUs.
fn push(gpus: &Gpus<'_>, job: Job, reading: &mut Reading, counts: &mut Counts) {
    if !gpus.is_known {
        counts.unknown += u64::from(!gpus.has_parts);
        counts.parts += u64::from(gpus.has_parts);
        reading.jobs.push(Job { recorded: unknown(gpus), ..job });
        return;
    }
    let parts = u8::try_from(gpus.parts().count()).unwrap_or(u8::MAX);
    if parts == 0 {
        counts.cpu += 1;
        reading.jobs.cpu_jobs += 1;
        return;
    }
    if gpus.indices != 0 {
        reading.jobs.indices.insert((job.id, job.cluster, job.start), gpus.indices);
    }
    counts.slices += u64::from(has_slices(gpus));
    for (kind, count) in gpus.parts() {
        let kind = reading.jobs.kinds.id_among(kind, MOST_TYPES);
        #[allow(clippy::cast_possible_truncation)]
        reading.jobs.push(Job { kind, gpus: count as f32, parts, ..job });
    }
}

/// Keeps a step whose job did not stand before it.
fn push_step(gpus: &Gpus<'_>, step: Job, reading: &mut Reading, steps: &mut Steps) {
    if !gpus.is_known {
        steps.push(Job { recorded: unknown(gpus), ..step });
    }
    for (kind, count) in gpus.parts() {
        let kind = reading.jobs.kinds.id_among(kind, MOST_TYPES);
        #[allow(clippy::cast_possible_truncation)]
        steps.push(Job { kind, gpus: count as f32, ..step });
    }
}

fn has_slices(gpus: &Gpus<'_>) -> bool {
    gpus.parts().any(|(kind, _)| mig::profile(&String::from_utf8_lossy(kind)).is_some())
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
    let gpus = gpus_of(columns.requested.iter().chain(&columns.allocated).map(|column| row.at(*column)));
    let tasks = match text.iter().position(|&byte| byte == b'[') {
        Some(at) => {
            let tasks = array(text.get(at + 1..).unwrap_or_default()).ok_or(SkipReason::Unreadable)?;
            let number = text.get(..at).and_then(|before| before.strip_suffix(b"_")).ok_or(SkipReason::Unreadable)?;
            Some(WaitingArray { job: id(number), ..tasks })
        }
        None => None,
    };
    let number = tasks.as_ref().map_or(1, WaitingArray::tasks);
    let mut each: Vec<Job> = Vec::new();
    if gpus.is_known {
        for (kind, count) in gpus.parts() {
            let kind = reading.jobs.kinds.id_among(kind, MOST_TYPES);
            #[allow(clippy::cast_possible_truncation)]
            each.push(Job { kind, gpus: count as f32, ..job });
        }
    } else {
        each.push(Job { recorded: unknown(&gpus), ..job });
    }
    let parts = u8::try_from(each.len()).unwrap_or(u8::MAX);
    if parts == 0 {
        counts.cpu += number;
        reading.jobs.cpu_jobs += number;
        return Ok(());
    }
    counts.slices += if has_slices(&gpus) { number } else { 0 };
    if job.state == JobState::Blocked {
        counts.blocked += number;
    } else {
        counts.waiting += number;
        counts.waiting_unknown += if gpus.is_known { 0 } else { number };
    }
    counts.waiting_cut += u64::from(tasks.as_ref().is_some_and(|tasks| tasks.is_cut));
    for job in each {
        let task = Job { parts, ..job };
        match &tasks {
            Some(tasks) => reading.jobs.arrays.push(WaitingArray { task, ..tasks.clone() }),
            None => reading.jobs.push(task),
        }
    }
    Ok(())
}

/// The tasks of `9201-10000%500]` or `1,3,5-9:2]`, and how many may run at once. sacct cuts a long list with three dots, the
/// width of a column with a plus; what may have lost a digit does not count.
fn array(text: &[u8]) -> Option<WaitingArray> {
    let text = std::str::from_utf8(text).ok()?;
    let (text, is_narrow) = match text.strip_suffix(']') {
        Some(text) => (text, false),
        None => (text.strip_suffix('+')?, true),
    };
    let (list, at_once) = text.split_once('%').map_or((text, None), |(list, limit)| (list, Some(limit)));
    let at_once = match at_once.filter(|_| !is_narrow) {
        Some(limit) => Some(limit.parse().ok()?),
        None => None,
    };
    let (list, is_cut) = match list.strip_suffix("...") {
        Some(list) => (list, true),
        // Behind the sign of a limit the list is whole.
        None => (list, is_narrow && !text.contains('%')),
    };
    let list = if is_cut { list.rsplit_once(',').map_or("", |(whole, _)| whole) } else { list };
    let mut ranges: Vec<Range> = Vec::new();
    for range in list.split(',').filter(|range| !range.is_empty()) {
        let (range, step) = range.split_once(':').unwrap_or((range, "1"));
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let (from, to, step): (u32, u32, u32) = (from.parse().ok()?, to.parse().ok()?, step.parse().ok()?);
        (to >= from && step > 0 && to < 1 << 28).then_some(())?;
        ranges.push((from, to, step));
    }
    (is_cut || !ranges.is_empty()).then(|| WaitingArray { job: 0, ranges, is_cut, at_once, task: Job::default() })
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
