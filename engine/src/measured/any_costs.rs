//! Rows of any table that state GPU-hours or a cost of a period.
//!
//! A period runs from the start of a row to its end, for its duration, or for the even step between the starts of the first
//! rows. GPU-hours are spread evenly over it. What is blank is unknown, never 0; a blank cost passes the row over.

use super::bill::amounts::Amounts;
use super::bill::cells::currency_of;
use super::bill::labels::Labels;
use super::bill::{Charge, Charges, CostLine, Counts, Hash, Kind};
use super::chosen::{Chosen, MOST_GPUS};
use super::instant::{Clock, DAY, HOUR, civil_of_days, days};
use super::jobs::{Job, JobState, Recorded, id};
use super::names::MOST_TYPES;
use super::report::{BillRemark, SkipReason};
use super::rows::{Row, Table};
use super::settings::{Meaning, ReadSettings};
use super::{Reading, whole};

/// Starts of the first rows by which a step is measured.
const STARTS_READ: usize = 5_000;

/// How long a row without an end or a duration counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Period {
    /// These seconds.
    Even(f64),
    /// To the first of the next month.
    Month,
}

impl Period {
    /// The period that the settings give, else the step of the starts in the first rows; `None` if it is not even.
    pub(super) fn of_file(table: &Table<'_, '_>, start: usize, clock: &Clock, settings: &ReadSettings) -> Option<Self> {
        if let Some(seconds) = settings.interval.filter(|seconds| *seconds > 0.0) {
            return Some(Self::Even(seconds));
        }
        // A copy: the reader counts these times itself. Days are even by the clock on the wall, in spring and autumn too.
        let mut clock = clock.local();
        let cells = table.first_cells(start).take(STARTS_READ);
        let mut starts: Vec<f64> = cells.filter_map(|cell| clock.read(cell).ok()).collect();
        starts.sort_unstable_by(f64::total_cmp);
        starts.dedup();
        let is_first = |start: &f64| start % DAY == 0.0 && civil_of_days(whole(start / DAY)).2 == 1;
        if starts.len() > 1 && starts.iter().all(is_first) {
            return Some(Self::Month);
        }
        let steps: Vec<f64> = starts.iter().zip(starts.iter().skip(1)).map(|(one, next)| next - one).collect();
        let least = steps.iter().copied().reduce(f64::min)?;
        steps.iter().all(|step| step % least == 0.0).then_some(Self::Even(least))
    }

    /// The end of a period, seconds since 1970 UTC.
    fn end(self, start: f64, clock: &Clock) -> f64 {
        match self {
            Self::Even(seconds) if seconds % DAY == 0.0 => clock.place.utc(clock.place.local(start) + seconds),
            Self::Even(seconds) => start + seconds,
            Self::Month => {
                let (year, month, _) = civil_of_days(whole(clock.place.local(start) / DAY));
                let (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
                days(year, month, 1).map_or(start, |day| clock.place.utc(day * DAY))
            }
        }
    }
}

/// Reads rows of one table.
pub(super) struct CostReader<'s> {
    chosen: Chosen<'s>,
    period: Option<Period>,
    pub(super) amounts: Amounts,
    labels: Labels,
    /// Cost of rows whose GPU-hours are blank.
    without_hours: f64,
}

impl<'s> CostReader<'s> {
    /// For the chosen columns of a table.
    pub(super) fn new(chosen: Chosen<'s>, period: Option<Period>, amounts: Amounts) -> Self {
        Self { chosen, period, amounts, labels: Labels::default(), without_hours: 0.0 }
    }

    /// The end of a row, or why it cannot be used. Without any period it is that of a day, which counts for no GPU-hours.
    fn end(&mut self, row: &Row<'_>, start: f64, clock: &mut Clock) -> Result<f64, SkipReason> {
        let end = match (super::chosen::end(row, self.chosen, start, (clock, &mut self.amounts))?, self.period) {
            (Some(end), _) => end,
            (None, Some(period)) => period.end(start, clock),
            (None, None) => start + DAY,
        };
        if end < start {
            return Err(SkipReason::EndsBeforeStart);
        }
        if super::instant::is_real(end) { Ok(end) } else { Err(SkipReason::BadTime) }
    }

    /// GPU-hours of a row: as stated, or GPUs × length. `None` is unknown.
    fn gpu_hours(&mut self, row: &Row<'_>, length: f64) -> Result<Option<f64>, SkipReason> {
        let (chosen, amounts) = (self.chosen, &mut self.amounts);
        let mut read = |meaning| {
            let found = amounts.read(row.at(chosen.column(meaning)));
            if amounts.take_bad() { Err(SkipReason::BadNumber) } else { Ok(found) }
        };
        let hours = match read(Meaning::GpuHours)? {
            Some(hours) => Some(hours),
            None if self.chosen.has(&[Meaning::GpuHours]) => None,
            None => read(Meaning::Gpus)?.map(|gpus| gpus * length / HOUR),
        };
        match hours {
            Some(hours) if hours > 0.0 && length <= 0.0 => Err(SkipReason::NoTime),
            Some(hours) if !(0.0..=MOST_GPUS * length / HOUR).contains(&hours) => Err(SkipReason::BadNumber),
            hours => Ok(hours),
        }
    }

    /// Adds a row of GPU-hours without a cost, as a job that held them evenly.
    pub(super) fn use_of_gpus(
        &mut self,
        row: &Row<'_>,
        start: f64,
        clock: &mut Clock,
        reading: &mut Reading,
    ) -> Result<(), SkipReason> {
        let end = self.end(row, start, clock)?;
        let hours = self.gpu_hours(row, end - start)?.ok_or(SkipReason::BadNumber)?;
        reading.report.see(start);
        reading.report.see(end);
        if hours == 0.0 {
            return Ok(());
        }
        let cell = |meaning| row.at(self.chosen.column(meaning));
        // Rows of one period have the same start: their cells tell those of two files apart, their line equal ones.
        let mut text = row.line.to_string().into_bytes();
        for cell in row.cells() {
            text.push(b'|');
            text.extend_from_slice(cell);
        }
        let jobs = &mut reading.jobs;
        #[allow(clippy::cast_possible_truncation)]
        let gpus = (hours * HOUR / (end - start)) as f32;
        let job = Job {
            id: id(&text),
            held: end - start,
            gpus,
            submit: 0,
            start: whole(start),
            end: whole(end).max(whole(start) + 1),
            kind: jobs.kinds.id_among(cell(Meaning::GpuType), MOST_TYPES),
            user: jobs.users.id(cell(Meaning::User)),
            account: jobs.accounts.id(cell(Meaning::Account)),
            partition: jobs.partitions.id(cell(Meaning::Partition)),
            label: 0,
            nodes: 0,
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

    /// Adds a row with a cost to the charges. A cost below zero is a credit, whose GPU-hours do not count.
    pub(super) fn cost(
        &mut self,
        row: &Row<'_>,
        start: f64,
        clock: &mut Clock,
        reading: &mut Reading,
    ) -> Result<(), SkipReason> {
        let chosen = self.chosen;
        let cell = |meaning| row.at(chosen.column(meaning));
        let end = self.end(row, start, clock)?;
        let cost = self.amounts.needed(row.at(self.chosen.column(Meaning::Cost)));
        if self.amounts.take_bad() {
            return Err(SkipReason::BadNumber);
        }
        let currency = currency_of(row, self.chosen.column(Meaning::Currency)).ok_or(SkipReason::Unreadable)?;
        let hours = self.gpu_hours(row, end - start)?;
        if hours.is_none() && self.chosen.has(&[Meaning::GpuHours, Meaning::Gpus]) {
            self.without_hours += cost;
        }
        let kind = if cost < 0.0 { Kind::Credit } else { Kind::Usage };
        let hours = hours.filter(|hours| *hours > 0.0 && kind == Kind::Usage);
        let kind_of_gpu = cell(Meaning::GpuType);
        self.labels.clear();
        for (key, meaning) in [("user", Meaning::User), ("partition", Meaning::Partition)] {
            self.labels.add_kept(key, std::str::from_utf8(cell(meaning)).unwrap_or_default());
        }
        let mut identity = Hash::new();
        identity.text(cell(Meaning::JobId));
        reading.report.see(start);
        reading.report.see(end);
        reading.charges.add(&Charge {
            currency,
            account: cell(Meaning::Account),
            labels: self.labels.text(),
            kind,
            // Rows without GPU-hours are excluded from the price per GPU-hour.
            line: if hours.is_some() { CostLine::Gpu } else { CostLine::Other },
            machine: match hours {
                None => b"",
                Some(_) if kind_of_gpu.is_empty() => b"GPU",
                Some(_) => kind_of_gpu,
            },
            effective: cost,
            hours: hours.map(|hours| (Counts::Gpus, hours)),
            identity: identity.0,
            row: row.line,
            ..Charge::usage(start, end)
        });
        Ok(())
    }

    /// Says what is unknown of the costs.
    pub(super) fn finish(&self, reading: &mut Reading) {
        let report = &mut reading.report;
        let Charges { facts, .. } = &mut reading.charges;
        facts.has_bills = true;
        if !self.chosen.has(&[Meaning::Currency]) {
            report.bill(BillRemark::CurrencyNotStated, None, "");
        }
        if self.without_hours != 0.0 {
            report.bill(BillRemark::CostWithoutGpuHours, Some(self.without_hours), "");
        }
    }
}
