//! Several files together: what is in two of them counts once.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Reading;
use super::bill::{BillQuestions, BillSummary, Charges};
use super::jobs::Jobs;
use super::ledger::Ledger;
use super::report::{BillRemark, FileReport, Remark, TimeRange};
use super::samples::Samples;
use super::summary::{self, Summary, SummaryQuestions};
use super::work::Work;
use crate::prices::{Gpu, PriceBook};

/// Several files together.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub(super) reports: Vec<FileReport>,
    /// Ranges of the files with jobs.
    pub(super) covered: Vec<TimeRange>,
    pub(super) jobs: Jobs,
    pub(super) samples: Samples,
    /// Demand as read: GPUs by hour since 1970 UTC.
    pub(super) series: BTreeMap<u32, f64>,
    pub(super) charges: Charges,
    /// Work of reading, joining and summing up.
    pub(super) work: Work,
    /// The last file with charges.
    last_bill: Option<usize>,
}

impl Record {
    /// Adds a file. What is in two files counts once: the fuller one.
    #[expect(clippy::needless_pass_by_value, reason = "its memory is given back")]
    pub fn add(&mut self, reading: Reading) {
        self.include(&reading);
    }

    /// Adds a file whose reading is kept. The record shares its samples; jobs, charges and the hours of a series are copied.
    pub fn include(&mut self, reading: &Reading) {
        for reading in reading.all() {
            self.include_file(reading);
        }
    }

    fn include_file(&mut self, reading: &Reading) {
        let file = u16::try_from(self.reports.len()).unwrap_or(u16::MAX);
        let mut report = reading.report.clone();
        self.work.take_in(&reading.work);
        if !reading.jobs.is_empty() {
            self.covered.extend(report.range);
        }
        self.jobs.take_in(&reading.jobs, file);
        let refused = self.samples.take_in(&reading.samples, file);
        report.count(refused, |gpus| Remark::GpusBeyond { gpus });
        let mut twice = 0;
        // Of two values for an hour, the first file's stays.
        for (hour, gpus) in &reading.series {
            match self.series.entry(*hour) {
                Entry::Vacant(place) => {
                    place.insert(*gpus);
                }
                Entry::Occupied(_) => twice += 1,
            }
        }
        if !reading.charges.is_empty() {
            self.last_bill = Some(self.reports.len());
        }
        let overlap = self.charges.take_in(&reading.charges);
        twice += overlap.duplicates;
        report.count(twice, |count| Remark::InTwoFiles { count });
        for (key, count) in [(BillRemark::Restated, overlap.restated), (BillRemark::TooManyRows, overlap.beyond)] {
            if count > 0 {
                report.bill(key, Some(super::number(count)), "");
            }
        }
        for (currency, amount) in &overlap.at_stake {
            report.bill(BillRemark::PartlyInTwoFiles, Some(*amount), currency);
        }
        self.reports.push(report);
    }

    /// Work counted so far: of reading, joining and summing up.
    pub fn work(&self) -> u64 {
        let parts = [&self.work, &self.jobs.work, &self.samples.work, &self.charges.work];
        parts.map(Work::steps).iter().sum()
    }

    /// The reports of its files, in the order of reading.
    pub fn reports(&self) -> &[FileReport] {
        &self.reports
    }

    /// What its bills say, by a price book of the caller's; `None` without bills.
    pub fn bill(&self, book: &PriceBook, questions: &BillQuestions) -> Option<BillSummary> {
        self.charges.summary(book, questions)
    }

    /// The summary of everything. `gpus` are those of the price book.
    pub fn summarize(&self, questions: &SummaryQuestions, gpus: &[Gpu]) -> Summary {
        let ledger = Ledger::of(&self.jobs, self.reports.len(), &questions.gpu_names);
        let names: Vec<&str> = self.reports.iter().map(|report| report.name.as_str()).collect();
        let observed = self.samples.observed(&names, &questions.idle);
        let mut found = summary::of_record(self, &ledger, &observed, questions, gpus);
        for ((report, repeated), in_two) in found.files.iter_mut().zip(&ledger.repeated).zip(&ledger.in_two) {
            report.count(*repeated, |count| Remark::Duplicates { count });
            report.count(*in_two, |count| Remark::InTwoFiles { count });
        }
        for ((report, windows), from_steps) in found.files.iter_mut().zip(&ledger.windows).zip(&ledger.from_steps) {
            report.count(*windows, |count| Remark::Windows { count });
            report.count(*from_steps, |count| Remark::StepsWithoutJob { count });
        }
        for (at, report) in found.files.iter_mut().enumerate() {
            let of = |counts: &[u64]| counts.get(at).copied().unwrap_or(0);
            report.count(of(&observed.in_two), |count| Remark::InTwoFiles { count });
            report.count(of(&observed.hosts_apart), |hosts| Remark::PlaceAlone { hosts });
            let seen = report.remarks.iter().find_map(|remark| match remark {
                Remark::ValuesDiffer { count } => Some(*count),
                _ => None,
            });
            // What differs inside the file was found when it was read.
            let differing = of(&observed.differing).saturating_sub(seen.unwrap_or(0));
            report.count(differing, |count| Remark::ValuesDiffer { count });
        }
        if let (Some(seconds), Some(report)) = (self.samples.thinned(), found.files.last_mut())
            && !report.remarks.iter().any(|remark| matches!(remark, Remark::Thinned { .. }))
        {
            report.remarks.push(Remark::Thinned { seconds });
        }
        let book = PriceBook::embedded();
        found.bill = self.bill(&book, &questions.bill);
        // What the bills say together stands with the last of them.
        let last = self.last_bill.and_then(|file| found.files.get_mut(file));
        if let (Some(bill), Some(report)) = (&found.bill, last) {
            report.remarks.extend(bill.remarks.iter().cloned());
        }
        // What jobs, a series or samples show is not paid for a second time.
        found.demand = found.demand.or_else(|| summary::of_bill(&self.charges, &book, &questions.bill));
        found
    }
}
