//! What was read of a file, what was not, and why: data for the words that `view` makes.

use serde::{Deserialize, Serialize};

use super::format::Format;

/// Characters of a file's name that are kept.
pub(super) const NAME_SHOWN: usize = 200;
/// Line numbers kept for each reason.
const LINES_KEPT: usize = 10;

/// Why a row was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// Fewer cells than the header.
    ShortRow,
    /// More cells than the header, with no way to tell which belong together.
    LongRow,
    /// Longer than a mebibyte.
    TooLong,
    /// A quotation mark that is never closed.
    OpenQuote,
    /// A time that is needed is absent.
    NoTime,
    /// A time that cannot be read or does not exist.
    BadTime,
    /// A date that could be read in two ways.
    AmbiguousDate,
    /// It ends before it starts.
    EndsBeforeStart,
    /// A number that is needed cannot be read.
    BadNumber,
    /// A name or id that is needed is absent.
    NoName,
    /// It is there twice in this file.
    Duplicate,
    /// It does not have the form of its format.
    Unreadable,
    /// A charge in another currency than the rest: never added to it.
    OtherCurrency,
}

/// Rows skipped for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The reason.
    pub reason: SkipReason,
    /// How many rows.
    pub count: u64,
    /// The lines of the first ten, from 1.
    pub lines: Vec<u64>,
}

/// A span of time, seconds since 1970 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeRange {
    /// Its first second.
    pub from: f64,
    /// Its end.
    pub to: f64,
}

impl TimeRange {
    /// The range extended by a moment.
    pub fn with(range: Option<Self>, moment: f64) -> Self {
        range.map_or(Self { from: moment, to: moment }, |r| Self { from: r.from.min(moment), to: r.to.max(moment) })
    }

    /// The range of both.
    pub fn of_both(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (one, other) {
            (Some(a), Some(b)) => Some(Self { from: a.from.min(b.from), to: a.to.max(b.to) }),
            (one, other) => one.or(other),
        }
    }
}

/// A remark on a whole file, with its figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Remark {
    /// The file was compressed with gzip and breaks off; what came before counts.
    Truncated,
    /// Times without a zone were taken at the offset of the settings.
    TimesWithoutZone {
        /// How many.
        count: u64,
        /// The offset from UTC, in seconds.
        offset: f64,
    },
    /// Times without a zone were taken as those of a zone by name, with its summer time.
    TimesInZone {
        /// How many.
        count: u64,
        /// Its name.
        zone: String,
    },
    /// Times that a zone repeats or omits when clocks are put back or forward.
    UnsureTimes {
        /// How many.
        count: u64,
    },
    /// Some times name a zone and others do not.
    MixedZones {
        /// Times with a zone.
        with_zone: u64,
        /// Times without one.
        without_zone: u64,
    },
    /// Dates that could be read in two ways were left out: say which comes first.
    AmbiguousDates {
        /// How many.
        count: u64,
    },
    /// There was no header; columns were taken from their contents or from the settings.
    NoHeader,
    /// The header came again.
    HeaderRepeated {
        /// How often.
        count: u64,
    },
    /// A column that would add information is missing.
    NoColumn {
        /// Its usual name.
        column: String,
    },
    /// Cells with the delimiter inside were put together again.
    Rejoined {
        /// How many rows.
        count: u64,
    },
    /// Lists of GPUs that were cut by the width of their column: they count as unknown.
    CutCells {
        /// How many rows.
        count: u64,
    },
    /// Rows with a line break inside a text were put together again.
    BrokenLines {
        /// How many rows.
        count: u64,
    },
    /// Rows of job steps: they count only where their job is in none of the files.
    Steps {
        /// How many.
        count: u64,
    },
    /// Jobs without GPUs.
    CpuJobs {
        /// How many.
        count: u64,
    },
    /// Jobs whose GPUs are not recorded: counted as unknown, not as nothing.
    UnknownGpus {
        /// How many.
        count: u64,
    },
    /// Parts of jobs that were swapped out, behind the row of the whole job, which counts.
    JobParts {
        /// How many.
        count: u64,
    },
    /// Parts of jobs whose whole row does not stand before them: they do not count.
    PartsWithoutJob {
        /// How many.
        count: u64,
    },
    /// Jobs of which only steps are there: they count from the first to the last, with the most GPUs that a step had.
    StepsWithoutJob {
        /// How many jobs.
        count: u64,
    },
    /// Jobs on parts of GPUs (shards, MPS) without their size: counted as unknown.
    PartsOfGpus {
        /// How many.
        count: u64,
    },
    /// Jobs on MIG instances: they count by their slices of a GPU.
    Slices {
        /// How many.
        count: u64,
    },
    /// Jobs of which several rows hold different parts of the time, as `sacct --truncate` writes them: each moment counts once.
    Windows {
        /// How many rows were joined to another.
        count: u64,
    },
    /// Jobs that were running when the file was written; they count up to that moment.
    Running {
        /// How many.
        count: u64,
    },
    /// Jobs or array tasks that were waiting.
    Waiting {
        /// How many.
        count: u64,
    },
    /// Of those, the ones that do not state how many GPUs they request.
    WaitingUnknown {
        /// How many.
        count: u64,
    },
    /// Lists of waiting tasks that were cut: more wait than are counted.
    WaitingCut {
        /// How many lists.
        count: u64,
    },
    /// Jobs or array tasks that wait for another job, a date or a release, not for GPUs.
    Blocked {
        /// How many.
        count: u64,
    },
    /// Jobs that never started.
    NeverStarted {
        /// How many.
        count: u64,
    },
    /// Rows that are there twice, of which one counts.
    Duplicates {
        /// How many.
        count: u64,
    },
    /// The same GPU, reported by several collectors, counts once.
    Replicas {
        /// How many series.
        count: u64,
    },
    /// Values that are no measurement, such as 4294967295, were refused.
    RefusedValues {
        /// How many.
        count: u64,
    },
    /// Values that the tool could not read: unknown, not zero.
    UnknownValues {
        /// How many.
        count: u64,
    },
    /// GPUs in multi-instance mode, whose utilization this tool cannot read; DCGM can.
    MultiInstance {
        /// How many GPUs.
        gpus: u64,
    },
    /// Samples that came after a later one of the same GPU.
    OutOfOrder {
        /// How many.
        count: u64,
    },
    /// Steps without a sample: unknown, not idle.
    Gaps {
        /// GPU-hours without one.
        gpu_hours: f64,
    },
    /// Time between two samples of a GPU.
    Interval {
        /// In seconds.
        seconds: f64,
        /// Whether it was entered rather than measured.
        entered: bool,
    },
    /// Values of one GPU at one moment that differ: the higher one counts.
    ValuesDiffer {
        /// How many moments.
        count: u64,
    },
    /// Rows name a GPU by its place on a host that they do not name: they count as GPUs of so many hosts.
    PlaceAlone {
        /// How many hosts.
        hosts: u64,
    },
    /// There were more samples than are kept: of each GPU the first in every step of time counts.
    Thinned {
        /// The step in seconds.
        seconds: f64,
    },
    /// More GPUs than are kept: the rows of further ones do not count.
    GpusBeyond {
        /// How many GPUs or rows.
        gpus: u64,
    },
    /// Rows state no end: each counts for the even step between the starts of the first rows, or as the settings say.
    RowPeriod {
        /// In seconds.
        seconds: f64,
    },
    /// Metrics or columns that are not used.
    Unused {
        /// Their names, the first ten.
        names: Vec<String>,
    },
    /// Processors were counted as GPUs, as the settings say.
    ProcessorsAsGpus,
    /// Also in a file read earlier; one of the two counts.
    InTwoFiles {
        /// How many jobs, GPU-hours of samples or charges.
        count: u64,
    },
    /// A remark on charges, with an amount and a name where there are any.
    Bill {
        /// What it is about.
        key: BillRemark,
        /// An amount or a count.
        amount: Option<f64>,
        /// A name.
        name: Option<String>,
    },
}

/// What a remark on charges is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BillRemark {
    /// Amounts are treated as US dollars.
    CurrencyNotStated,
    /// GPU cost without any GPUs listed: the cost, and whose.
    GpuCostWithoutGpus,
    /// GPU-hours are unknown: the cost of the GPUs, and whose.
    GpuHoursUnknown,
    /// Allocations of a cluster without idle rows.
    UseOfClusterUnknown,
    /// Idle below zero: the amount.
    AllocatedMoreThanNodesCost,
    /// An amortised export of Azure.
    AzureAmortisedHasNoCash,
    /// An actual export of Azure with reservations.
    AzureActualHasNoAmortisedCost,
    /// Cost of rows whose GPU-hours are unknown.
    CostWithoutGpuHours,
    /// JSON that ends too early.
    BreaksOff,
    /// Two files have rows for the same thing and time that differ, and both count: the amount at stake, and its currency.
    PartlyInTwoFiles,
    /// Rows that a later export restates: how many.
    Restated,
    /// Rows of one file with equal figures that all count: the amount of the repeats, and its currency.
    RowsAlike,
    /// Rows beyond the most that are kept: how many do not count.
    TooManyRows,
    /// Hours beyond the length of their periods, which do not count.
    HoursBeyondPeriods,
    /// Rows of machines whose unit is none of time, so that their hours are unknown: how many, and the unit.
    UnitWithoutHours,
    /// Numbers with one comma or point and three digits behind it, read as groups of thousands: how many, and the first.
    ReadAsThousands,
    /// The same read as decimals.
    ReadAsDecimals,
    /// A refund that mirrors an upfront fee stands in the cash alone: the amount, and its currency.
    RefundOfFee,
    /// A price of a GPU-hour far above every list price: the price, and the machine.
    PriceAboveList,
    /// A price of a GPU-hour far below every list price, as of shared GPUs: the price, and the machine.
    PriceBelowList,
}

/// What was read of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileReport {
    /// The file's name.
    pub name: String,
    /// What it was read as.
    pub format: Format,
    /// Bytes of the file as stored.
    pub bytes: u64,
    /// Rows, series points or records read, without the header.
    pub rows: u64,
    /// Rows skipped, by reason, in the order of [`SkipReason`].
    pub skipped: Vec<Skipped>,
    /// Remarks.
    pub remarks: Vec<Remark>,
    /// The time that its contents cover.
    pub range: Option<TimeRange>,
}

/// A report as text in a form whose values do not name themselves.
pub(super) mod as_text {
    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::FileReport;

    pub(in crate::measured) fn serialize<S: Serializer>(report: &FileReport, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&serde_json::to_string(report).map_err(S::Error::custom)?)
    }

    pub(in crate::measured) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<FileReport, D::Error> {
        // By way of a value: numbers that keep their digits are none inside a tagged enum otherwise.
        let text = String::deserialize(deserializer)?;
        let value: serde_json::Value = serde_json::from_str(&text).map_err(D::Error::custom)?;
        serde_json::from_value(value).map_err(D::Error::custom)
    }
}

impl FileReport {
    /// A report of nothing yet.
    pub fn new(name: &str, format: Format) -> Self {
        let name = crate::text::plain(name, NAME_SHOWN);
        Self { name, format, bytes: 0, rows: 0, skipped: Vec::new(), remarks: Vec::new(), range: None }
    }

    /// Adds what was read of another file.
    pub fn take_in(&mut self, other: &Self) {
        self.rows += other.rows;
        self.bytes += other.bytes;
        self.range = match (self.range, other.range) {
            (Some(a), Some(b)) => Some(TimeRange { from: a.from.min(b.from), to: a.to.max(b.to) }),
            (a, b) => a.or(b),
        };
        for skipped in &other.skipped {
            match self.skipped.iter_mut().find(|of| of.reason == skipped.reason) {
                Some(there) => there.count += skipped.count,
                // Lines of different files would be taken for those of one.
                None => self.skipped.push(Skipped { lines: Vec::new(), ..skipped.clone() }),
            }
        }
        let new = other.remarks.iter().filter(|remark| !self.remarks.contains(remark)).cloned().collect::<Vec<_>>();
        self.remarks.extend(new);
    }

    /// Notes a row that is skipped.
    pub fn skip(&mut self, reason: SkipReason, line: u64) {
        let at = self.skipped.partition_point(|s| s.reason < reason);
        if self.skipped.get(at).is_none_or(|s| s.reason != reason) {
            self.skipped.insert(at, Skipped { reason, count: 0, lines: Vec::new() });
        }
        if let Some(skipped) = self.skipped.get_mut(at) {
            skipped.count += 1;
            if skipped.lines.len() < LINES_KEPT {
                skipped.lines.push(line);
            }
        }
    }

    /// Rows skipped for a reason.
    pub fn skipped_for(&self, reason: SkipReason) -> u64 {
        self.skipped.iter().find(|s| s.reason == reason).map_or(0, |s| s.count)
    }

    /// Extends the range of time by a moment.
    pub fn see(&mut self, moment: f64) {
        self.range = Some(TimeRange::with(self.range, moment));
    }

    /// Adds a remark with a count, unless the count is 0.
    pub fn count(&mut self, count: u64, remark: impl FnOnce(u64) -> Remark) {
        if count > 0 {
            self.remarks.push(remark(count));
        }
    }

    /// Adds a remark on charges; an empty name is none.
    pub fn bill(&mut self, key: BillRemark, amount: Option<f64>, name: &str) {
        self.remarks.push(Remark::Bill { key, amount, name: Some(name.to_owned()).filter(|name| !name.is_empty()) });
    }

    /// Adds what a clock saw: times without a zone, mixed zones, dates that could be read in two ways.
    pub fn note_clock(&mut self, clock: &super::instant::Clock) {
        let (with_zone, without_zone) = (clock.with_zone, clock.without_zone);
        if with_zone > 0 && without_zone > 0 {
            self.remarks.push(Remark::MixedZones { with_zone, without_zone });
        }
        self.count(without_zone, |count| match clock.place.zone_name() {
            Some(zone) => Remark::TimesInZone { count, zone: crate::text::plain(zone, NAME_SHOWN) },
            None => Remark::TimesWithoutZone { count, offset: clock.place.offset },
        });
        self.count(clock.place.unsure, |count| Remark::UnsureTimes { count });
        self.count(clock.ambiguous, |count| Remark::AmbiguousDates { count });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_ten_lines_of_each_reason_are_kept() {
        let mut report = FileReport::new("a.csv", Format::AnyCsv);
        for line in 2..14 {
            report.skip(SkipReason::BadTime, line);
        }
        report.skip(SkipReason::ShortRow, 20);
        assert_eq!(report.skipped_for(SkipReason::BadTime), 12);
        assert_eq!(report.skipped[0], Skipped { reason: SkipReason::ShortRow, count: 1, lines: vec![20] });
        assert_eq!(report.skipped[1].lines, (2..12).collect::<Vec<_>>());
        let json = serde_json::to_string(&report.skipped[0]).expect("JSON");
        assert_eq!(json, r#"{"reason":"short-row","count":1,"lines":[20]}"#);
    }
}
