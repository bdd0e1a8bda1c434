//! Any table, through columns that are chosen: jobs, samples of GPUs, or a demand series.
//!
//! Jobs have a start, an end or a duration, and GPUs; samples have a utilization; a series has a time and GPUs alone. Each
//! value of a series holds until the next row, but not across a gap. GPU-hours and costs are those of a period (`any_costs`).

use super::any_costs::{CostReader, Period};
use super::bill::amounts::Amounts;
use super::chosen::{Chosen, end, gpus, length, number};
use super::instant::{Clock, HOUR, NoTime};
use super::jobs::{Job, JobState, Recorded, end_and_held, id};
use super::names::MOST_TYPES;
use super::report::{Remark, SkipReason};
use super::rows::{Dialect, Row, Table};
use super::samples::{Added, Identity, Sample, Sampler, Value};
use super::settings::{Meaning, ReadSettings, Refused};
use super::source::Source;
use super::{Format, Reading, refused, smi, table, whole};

/// An hour of a series is known if at least this share of it is.
const LEAST_COVERED: f64 = 0.5;
/// A value of a series holds at most for these intervals.
const HOLDS: f64 = 2.0;

/// Reads a table.
pub(super) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let chosen = Chosen(&settings.chosen);
    let is_sample = chosen.has(&[Meaning::UtilizationPercent, Meaning::UtilizationShare]);
    let has_length = chosen.has(&[Meaning::End, Meaning::Duration, Meaning::DurationSeconds]);
    let is_cost = !is_sample && chosen.has(&[Meaning::Cost]);
    let has_gpu_hours = !is_sample && chosen.has(&[Meaning::GpuHours]);
    let again = Refused::ChooseColumns { preview: table::preview(source.data()) };
    let Some(start_column) = chosen.column(Meaning::Start) else { return Err(again) };
    if !(is_sample || is_cost || has_gpu_hours || chosen.has(&[Meaning::Gpus])) {
        return Err(again);
    }
    let mut dialect = Dialect::of(source.data());
    dialect.quoting = true;
    let amounts = Amounts::new(source.data(), dialect);
    let mut clock = if is_sample { settings.rising_clock() } else { settings.clock() };
    let header = header(source.data(), dialect, settings, start_column);
    let mut rows = if let Some(header) = header {
        reading.report.remarks.push(Remark::NoHeader);
        Table::headless(source, dialect, header)
    } else {
        Table::open(source, dialect).map_err(|e| refused(&e))?.ok_or(Refused::Empty)?
    };
    rows.settle(&mut clock, Some(start_column));
    let needs_period = has_gpu_hours || is_cost && chosen.has(&[Meaning::Gpus]);
    let period = Period::of_file(&rows, start_column, &clock, settings).filter(|_| !has_length);
    if needs_period && !has_length && period.is_none() {
        return Err(again);
    }
    let mut costs = CostReader::new(chosen, period, amounts);
    let mut sampler = Sampler::default();
    let mut series: Vec<(f64, f64)> = Vec::new();
    let (mut late, mut beyond) = (0, 0);
    while rows.advance(&mut reading.report).await.map_err(|e| refused(&e))? {
        let row = rows.row();
        let result = clock.read(row.cell(start_column)).map_err(smi::skip).and_then(|start| {
            if is_sample {
                match sample(&row, &chosen, start, (&settings.host, &mut costs.amounts), &mut sampler)? {
                    Some(added) => late += u64::from(added == Added::Late),
                    None => beyond += 1,
                }
                reading.report.see(start);
                return Ok(());
            }
            if is_cost {
                return costs.cost(&row, start, &mut clock, reading);
            }
            if has_gpu_hours {
                return costs.use_of_gpus(&row, start, &mut clock, reading);
            }
            if has_length {
                return job(&row, &chosen, start, (&mut clock, &mut costs.amounts), reading);
            }
            series.push((start, gpus(&row, &chosen, &mut costs.amounts)?));
            reading.report.see(start);
            Ok(())
        });
        if let Err(reason) = result {
            reading.report.rows -= 1;
            reading.report.skip(reason, row.line);
        }
    }
    if reading.report.rows == 0 && reading.report.skipped.is_empty() {
        return Err(Refused::NothingFound { format: Format::AnyCsv });
    }
    let repeated = rows.repeated();
    let twice = smi::keep(reading, sampler, None);
    if !series.is_empty() {
        let (hours, end) = hourly(series);
        reading.series = hours;
        reading.report.see(end);
    }
    let report = &mut reading.report;
    report.note_clock(&clock);
    report.count(repeated, |count| Remark::HeaderRepeated { count });
    report.count(late, |count| Remark::OutOfOrder { count });
    report.count(twice, |count| Remark::Duplicates { count });
    report.count(beyond, |gpus| Remark::GpusBeyond { gpus });
    costs.amounts.finish(&mut reading.report);
    if is_cost {
        costs.finish(reading);
    }
    if let Some(Period::Even(seconds)) = period.filter(|_| needs_period) {
        reading.report.remarks.push(Remark::RowPeriod { seconds });
    }
    Ok(())
}

/// The columns of a file without a header: those of the settings; numbers, if the first row has a time where times are chosen.
fn header(text: &[u8], dialect: Dialect, settings: &ReadSettings, start_column: usize) -> Option<Vec<String>> {
    if !settings.header.is_empty() {
        return Some(settings.header.clone());
    }
    let first = table::split(table::first_line(text), dialect);
    let start = Clock::default().read(first.get(start_column)?.as_bytes());
    let is_time = matches!(start, Ok(_) | Err(NoTime::Ambiguous));
    is_time.then(|| (1..=first.len()).map(|number| number.to_string()).collect())
}

fn job(
    row: &Row<'_>,
    chosen: &Chosen<'_>,
    start: f64,
    (clock, amounts): (&mut Clock, &mut Amounts),
    reading: &mut Reading,
) -> Result<(), SkipReason> {
    let cell = |meaning| row.at(chosen.column(meaning));
    let length = length(row, *chosen, amounts)?;
    let end = end(row, *chosen, start, (clock, amounts))?;
    let (end, held) = end_and_held(start, end, length)?;
    if !super::instant::is_real(end) {
        return Err(SkipReason::BadTime);
    }
    let gpus = gpus(row, chosen, amounts)?;
    let submit = match chosen.column(Meaning::Submit) {
        Some(at) if !super::instant::is_absent(row.cell(at)) => clock.read(row.cell(at)).map_err(smi::skip)?,
        _ => 0.0,
    };
    reading.report.see(start);
    reading.report.see(end);
    let jobs = &mut reading.jobs;
    if gpus == 0.0 || held == 0.0 {
        jobs.cpu_jobs += u64::from(gpus == 0.0);
        return Ok(());
    }
    // Without an id, rows are told apart by their line.
    let own = chosen.column(Meaning::JobId).map(|at| row.cell(at)).filter(|id| !id.is_empty());
    #[allow(clippy::cast_possible_truncation)]
    let job = Job {
        id: own.map_or(row.line << 30, id),
        held,
        gpus: gpus as f32,
        submit: whole(submit),
        start: whole(start),
        end: whole(end).max(whole(start) + 1),
        kind: jobs.kinds.id_among(cell(Meaning::GpuType), MOST_TYPES),
        user: jobs.users.id(cell(Meaning::User)),
        account: jobs.accounts.id(cell(Meaning::Account)),
        partition: jobs.partitions.id(cell(Meaning::Partition)),
        label: 0,
        nodes: jobs.nodes.id_among(cell(Meaning::Host), 200_000),
        cluster: 0,
        file: 0,
        state: JobState::Ended,
        recorded: Recorded::Gpus,
        from_steps: false,
        parts: 1,
    };
    jobs.push(job);
    Ok(())
}

/// Adds the sample of a row; `of_file` is the host of rows that name none. `None` if there are too many GPUs.
fn sample(
    row: &Row<'_>,
    chosen: &Chosen<'_>,
    time: f64,
    (of_file, amounts): (&str, &mut Amounts),
    sampler: &mut Sampler,
) -> Result<Option<Added>, SkipReason> {
    let mut value = |meaning, most: f64| match chosen.column(meaning) {
        Some(at) => {
            let value = number(row.cell(at), amounts).filter(|value| (0.0..=most).contains(value));
            Value::measured(value.map(|value| value / if most == 100.0 { 100.0 } else { 1.0 }))
        }
        None => Value::Absent,
    };
    let key = row.at(chosen.column(Meaning::Gpu));
    let host = Some(row.at(chosen.column(Meaning::Host))).filter(|host| !host.is_empty()).unwrap_or(of_file.as_bytes());
    if chosen.column(Meaning::Gpu).is_some() && key.is_empty() {
        return Err(SkipReason::NoName);
    }
    let mut name = Vec::with_capacity(host.len() + key.len() + 1);
    // An index is that of a GPU on its host.
    let is_place = key.len() <= 3;
    if !host.is_empty() && is_place {
        name.extend_from_slice(host);
        name.push(b'/');
    }
    name.extend_from_slice(if key.is_empty() { b"GPU" } else { key });
    let identity = if host.is_empty() && is_place { Identity::PlaceOnly } else { Identity::Named };
    let Some(gpu) = sampler.samples.gpu(&name, identity, row.at(chosen.column(Meaning::GpuType))) else {
        return Ok(None);
    };
    let kind = sampler.samples.kinds.id_among(row.at(chosen.column(Meaning::GpuType)), MOST_TYPES);
    let host = sampler.samples.hosts.id(host);
    if let Some(known) = sampler.samples.gpus.get_mut(gpu).map(|gpu| &mut gpu.description) {
        (known.kind, known.host) = (kind, host);
        known.index = std::str::from_utf8(key).ok().and_then(|index| index.parse().ok());
    }
    let sample = Sample {
        time,
        utilization: match value(Meaning::UtilizationPercent, 100.0) {
            Value::Known(share) => Value::Known(share),
            other => match value(Meaning::UtilizationShare, 1.0) {
                Value::Absent => other,
                share => share,
            },
        },
        power: value(Meaning::Power, 5_000.0),
        memory: value(Meaning::MemoryPercent, 100.0),
        ..Sample::default()
    };
    Ok(Some(sampler.add(gpu, &sample)))
}

/// Means by hour of values that hold until the next one, and the end of the last.
fn hourly(mut series: Vec<(f64, f64)>) -> (Vec<(u32, f64)>, f64) {
    series.sort_by(|a, b| a.0.total_cmp(&b.0));
    series.dedup_by_key(|(time, _)| *time);
    let mut steps: Vec<f64> = series.iter().zip(series.iter().skip(1)).map(|(a, b)| b.0 - a.0).collect();
    steps.sort_unstable_by(f64::total_cmp);
    let usual = steps.get(steps.len() / 2).copied().unwrap_or(HOUR);
    let ends = series.iter().skip(1).map(|(time, _)| *time).chain([f64::INFINITY]);
    let mut hours: Vec<(u32, f64, f64)> = Vec::new();
    let mut last = 0.0;
    for ((time, gpus), next) in series.iter().zip(ends) {
        let end = if next - time > HOLDS * usual { time + usual } else { next };
        let mut from = *time;
        while from < end {
            let hour = whole(from / HOUR);
            let to = end.min(f64::from(hour + 1) * HOUR);
            match hours.last_mut().filter(|of| of.0 == hour) {
                Some(of) => {
                    of.1 += gpus * (to - from);
                    of.2 += to - from;
                }
                None => hours.push((hour, gpus * (to - from), to - from)),
            }
            from = to;
        }
        last = end;
    }
    let known = hours.into_iter().filter(|(_, _, covered)| *covered >= LEAST_COVERED * HOUR);
    (known.map(|(hour, sum, covered)| (hour, sum / covered)).collect(), last)
}
