//! Formats, remarks on files and refusals in words.

use std::fmt::Write;

use super::super::template::filled;
use super::super::{Piece, Style, words};
use super::number;
use crate::measured::partial::PartialProblem;
use crate::measured::report::BillRemark;
use crate::measured::settings::MOST_CHOSEN_FROM;
use crate::measured::slurm::QUERY;
use crate::measured::source::Container;
use crate::measured::{Format, Meaning, OtherOutput, Refused, Remark, SkipReason};

/// The name of a format.
pub const fn format_name(format: Format) -> &'static str {
    match format {
        Format::NvidiaSmi => "nvidia-smi CSV",
        Format::Prometheus => "Prometheus or DCGM metrics",
        Format::Slurm => "Slurm sacct",
        Format::Swf => "Standard Workload Format",
        Format::OpenCost => "OpenCost allocation",
        Format::Focus => "FOCUS bill",
        Format::AwsCur => "AWS cost and usage report",
        Format::AzureCost => "Azure cost export",
        Format::AnyCsv => "another table",
        Format::SkyPilotCatalog => "SkyPilot price catalogue",
        Format::GpuhuntCatalog => "gpuhunt price catalogue",
        Format::Partial => "a partial",
    }
}

/// All meanings of columns, in the order of choices.
pub const MEANINGS: [Meaning; 20] = [
    Meaning::Start,
    Meaning::End,
    Meaning::Duration,
    Meaning::DurationSeconds,
    Meaning::Submit,
    Meaning::Gpus,
    Meaning::GpuHours,
    Meaning::Cost,
    Meaning::Currency,
    Meaning::GpuType,
    Meaning::User,
    Meaning::Account,
    Meaning::Partition,
    Meaning::JobId,
    Meaning::Gpu,
    Meaning::Host,
    Meaning::UtilizationPercent,
    Meaning::UtilizationShare,
    Meaning::Power,
    Meaning::MemoryPercent,
];

/// What a column holds.
pub const fn meaning_name(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Start => "time or start",
        Meaning::End => "end",
        Meaning::Duration => "duration (hours or h:m:s)",
        Meaning::DurationSeconds => "duration in seconds",
        Meaning::Submit => "submit time",
        Meaning::Gpus => "number of GPUs",
        Meaning::GpuHours => "GPU-hours",
        Meaning::Cost => "cost",
        Meaning::Currency => "currency",
        Meaning::GpuType => "GPU type",
        Meaning::User => "user",
        Meaning::Account => "account, team or project",
        Meaning::Partition => "partition or queue",
        Meaning::JobId => "job id",
        Meaning::Gpu => "id of a GPU",
        Meaning::Host => "host",
        Meaning::UtilizationPercent => "utilization, per cent",
        Meaning::UtilizationShare => "utilization, 0 to 1",
        Meaning::Power => "power, W",
        Meaning::MemoryPercent => "memory used, per cent",
    }
}

/// Why rows were skipped.
pub const fn skip_reason(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::ShortRow => "fewer cells than the header",
        SkipReason::LongRow => "more cells than the header",
        SkipReason::TooLong => "longer than one mebibyte",
        SkipReason::OpenQuote => "a quotation mark that is never closed",
        SkipReason::NoTime => "no time",
        SkipReason::BadTime => "a time that does not exist or cannot be read",
        SkipReason::AmbiguousDate => "a date that can be read in two ways",
        SkipReason::EndsBeforeStart => "ends before it starts",
        SkipReason::BadNumber => "a number that is missing or cannot be read",
        SkipReason::NoName => "no name or id",
        SkipReason::Duplicate => "already in this file",
        SkipReason::Unreadable => "not in the form of this format",
        SkipReason::OtherCurrency => "another currency",
    }
}

/// A remark on a file.
#[allow(clippy::too_many_lines)] // one arm for each remark
pub fn remark(remark: &Remark) -> Vec<Piece> {
    let count = |text: &str, count: u64| filled(text, &[("count", (number(count), Style::Count).into())]);
    match remark {
        Remark::Truncated => filled("The compressed file ends early. What comes before that counts.", &[]),
        Remark::TimesWithoutZone { count: n, offset } if *offset == 0.0 => {
            count("Timestamps without a time zone, read as UTC: {count}.", *n)
        }
        Remark::TimesWithoutZone { count, offset } => filled(
            "Timestamps without a time zone: {count}. They are read as {offset} hours from UTC.",
            &[("count", (number(*count), Style::Count).into()), ("offset", (offset / 3_600.0, Style::Decimal).into())],
        ),
        Remark::TimesInZone { count, zone } => filled(
            "Timestamps without a time zone: {count}. They are read as those of {zone}, with its summer time.",
            &[("count", (number(*count), Style::Count).into()), ("zone", words(zone))],
        ),
        Remark::UnsureTimes { count: n } => count(
            "Timestamps in an hour that clocks repeat or leave out: {count}. The first of two counts, unless the rows before are later.",
            *n,
        ),
        Remark::MixedZones { with_zone, without_zone } => filled(
            "Timestamps with a time zone: {with_zone}; without one: {without_zone}.",
            &[
                ("with_zone", (number(*with_zone), Style::Count).into()),
                ("without_zone", (number(*without_zone), Style::Count).into()),
            ],
        ),
        Remark::AmbiguousDates { count: n } => count(
            "Dates that can be read in two ways and are left out: {count}. Say whether day or month comes first.",
            *n,
        ),
        Remark::NoHeader => filled("There is no header. The columns were recognised by their contents.", &[]),
        Remark::HeaderRepeated { count: n } => count("Times the header is repeated: {count}.", *n),
        Remark::NoColumn { column } => filled(
            "There is no column \u{201c}{column}\u{201d}; with it this page could say more.",
            &[("column", words(column))],
        ),
        Remark::CutCells { count: n } => count(
            "Jobs whose GPUs were cut off by the width of the column: {count}. They count as unknown; with -P, sacct truncates nothing.",
            *n,
        ),
        Remark::Rejoined { count: n } => count("Rows with the delimiter inside a name, joined again: {count}.", *n),
        Remark::Steps { count: n } => {
            count("Rows that are steps of jobs: {count}. They count only where their job is missing.", *n)
        }
        Remark::JobParts { count: n } => {
            count("Rows that are parts of the job before them, which counts as a whole: {count}.", *n)
        }
        Remark::PartsWithoutJob { count: n } => count(
            "Parts of jobs without the row of the whole job: {count}. They do not count, so more GPUs were allocated.",
            *n,
        ),
        Remark::StepsWithoutJob { count: n } => count(
            "Jobs of which only steps are in the files: {count}. They count from the first to the last step, with the most GPUs that a step had.",
            *n,
        ),
        Remark::BrokenLines { count: n } => count("Rows with a line break inside a text, joined again: {count}.", *n),
        Remark::PartsOfGpus { count: n } => count(
            "Jobs on parts of GPUs (shards or MPS) whose size is not recorded: {count}. They count as unknown, not as zero.",
            *n,
        ),
        Remark::Slices { count: n } => {
            count("Jobs on MIG instances: {count}. An instance counts as its slices of the GPU: 1g is a seventh.", *n)
        }
        Remark::Windows { count: n } => count(
            "Rows for another part of a job\u{2019}s time, as written by sacct --truncate: {count}. Each moment counts once.",
            *n,
        ),
        Remark::CpuJobs { count: n } => count("Jobs without GPUs: {count}.", *n),
        Remark::UnknownGpus { count: n } => {
            count("Jobs that do not state their number of GPUs: {count}. They count as unknown, not as zero.", *n)
        }
        Remark::Running { count: n } => count("Jobs still running: {count}. They count up to the end of the file.", *n),
        Remark::Waiting { count: n } => count("Jobs or array tasks that were waiting: {count}.", *n),
        Remark::WaitingUnknown { count: n } => count(
            "Of those, jobs that do not state how many GPUs they request: {count}. Their demand is unknown; add the column ReqTRES.",
            *n,
        ),
        Remark::WaitingCut { count: n } => count(
            "Truncated lists of waiting tasks: {count}. More tasks wait than are counted; with SLURM_BITSTR_LEN=0, sacct lists them all.",
            *n,
        ),
        Remark::Blocked { count: n } => count(
            "Jobs or array tasks that wait for another job, a date or a release, not for GPUs: {count}. They are no demand yet.",
            *n,
        ),
        Remark::NeverStarted { count: n } => count("Jobs that never started: {count}.", *n),
        Remark::Duplicates { count: n } => count("Rows that occur twice and count once: {count}.", *n),
        Remark::Replicas { count: n } => {
            count("Series of a GPU that another collector reports too: {count}. It counts once.", *n)
        }
        Remark::RefusedValues { count: n } => {
            count("Values that are no measurements, such as 4294967295: {count}. They do not count.", *n)
        }
        Remark::UnknownValues { count: n } => {
            count("Values that the tool could not read: {count}. They are unknown, not zero.", *n)
        }
        Remark::MultiInstance { gpus } => {
            count("GPUs split into MIG instances: {count}. nvidia-smi cannot read how busy they are; DCGM can.", *gpus)
        }
        Remark::OutOfOrder { count: n } => count("Samples after a later one of the same GPU: {count}.", *n),
        Remark::Gaps { gpu_hours } => filled(
            "GPU-hours without samples: {gpu_hours}. They are unknown, not idle.",
            &[("gpu_hours", (*gpu_hours, Style::Decimal).into())],
        ),
        Remark::ValuesDiffer { count: n } => {
            count("Moments at which a GPU has two values: {count}. The higher one counts.", *n)
        }
        Remark::PlaceAlone { hosts: 0 | 1 } => filled(
            "Several files name GPUs by their index alone. They count as those of one host. If they are of several, name the host of each file, or log uuid too.",
            &[],
        ),
        Remark::PlaceAlone { hosts } => count(
            "GPUs are named by their index alone, and what is measured at one time differs: they count as those of {count} hosts. If that is wrong, name the host of each file, or log uuid too.",
            *hosts,
        ),
        Remark::Thinned { seconds } => filled(
            "There are more samples than can be kept: of each GPU one every {seconds} seconds counts.",
            &[("seconds", (*seconds, Style::Decimal).into())],
        ),
        Remark::GpusBeyond { gpus } => {
            count("There are more GPUs than can be kept. Rows of further ones that do not count: {count}.", *gpus)
        }
        Remark::Interval { seconds, entered } => {
            let how = if *entered { "as you entered" } else { "as measured" };
            filled(
                "A sample every {seconds} seconds, {how}.",
                &[("seconds", (*seconds, Style::Decimal).into()), ("how", words(how))],
            )
        }
        Remark::RowPeriod { seconds } => filled(
            "Rows have no end: each counts for {hours} hours, the step between their starts.",
            &[("hours", (seconds / 3_600.0, Style::Decimal).into())],
        ),
        Remark::Unused { names } => filled("Not used: {names}.", &[("names", words(names.join(", ")))]),
        Remark::ProcessorsAsGpus => filled("Its processors count as GPUs.", &[]),
        Remark::InTwoFiles { count: n } => count("Entries that are also in another file and count once: {count}.", *n),
        Remark::Bill { key, amount, name } => {
            let mut text = bill_remark(*key).to_owned();
            if let Some(name) = name {
                let _ = write!(text, " \u{201c}{name}\u{201d}");
            }
            match amount {
                Some(amount) => filled(
                    "{remark}: {amount}.",
                    &[("remark", words(text)), ("amount", (*amount, Style::Exact).into())],
                ),
                None => filled("{remark}.", &[("remark", words(text))]),
            }
        }
    }
}

/// A remark on charges; its name and amount follow.
const fn bill_remark(key: BillRemark) -> &'static str {
    match key {
        BillRemark::CurrencyNotStated => "The currency is not stated; amounts are treated as US dollars",
        BillRemark::GpuCostWithoutGpus => "GPU cost without any GPUs listed",
        BillRemark::GpuHoursUnknown => "GPU-hours are unknown",
        BillRemark::UseOfClusterUnknown => "There are no idle rows, so the use of the cluster is unknown",
        BillRemark::AllocatedMoreThanNodesCost => "Allocations exceed the nodes' cost, so idle cost is negative",
        BillRemark::AzureAmortisedHasNoCash => {
            "An amortised export contains no invoiced amounts; add the export of actual cost"
        }
        BillRemark::AzureActualHasNoAmortisedCost => {
            "An export of actual cost does not spread reservations; add the amortised one"
        }
        BillRemark::CostWithoutGpuHours => {
            "Cost of rows whose GPU-hours are unknown; it is excluded from the price per GPU-hour"
        }
        BillRemark::BreaksOff => "The file ends in the middle of its last row",
        BillRemark::PartlyInTwoFiles => {
            "Rows for the same time are in two files and differ, and both count. Amount that may count twice, in"
        }
        BillRemark::Restated => "Rows restated by the later of two exports, which count as restated",
        BillRemark::RowsAlike => {
            "Rows equal others in every figure, and all count. If they are copies, the total is too high by, in"
        }
        BillRemark::TooManyRows => {
            "There are more charges than the 4,000,000 of at most 1,200,000 machines, accounts and labels that are kept. Export days or months instead of hours. Charges that do not count"
        }
        BillRemark::HoursBeyondPeriods => {
            "Hours that a machine cannot have run, because they exceed the period of their row, and that do not count"
        }
        BillRemark::UnitWithoutHours => {
            "The hours of machines are unknown where they are counted in another unit. Rows in"
        }
        BillRemark::ReadAsThousands => "Numbers that can be read in two ways, read with groups of thousands, such as",
        BillRemark::ReadAsDecimals => "Numbers that can be read in two ways, read with three decimals, such as",
        BillRemark::RefundOfFee => {
            "A refund returns an upfront fee. Like the fee, it counts as cash only. Refunded, in"
        }
        BillRemark::PriceAboveList => {
            "A GPU-hour costs far more than any list price. Check quantity and unit. Price of a GPU-hour of"
        }
        BillRemark::PriceBelowList => {
            "A GPU-hour costs far less than any list price. Are these GPUs shared, so that one is counted several times? Price of a GPU-hour of"
        }
    }
}

/// What a tool wrote that is not read, and what to run instead.
fn other_output(output: OtherOutput) -> String {
    let sacct = format!("sacct -a -X -D -P -S 2026-01-01 -E now --format={QUERY}");
    let smi = "nvidia-smi --query-gpu=timestamp,index,name,uuid,utilization.gpu,memory.used,memory.total,power.draw --format=csv -l 60";
    let (what, instead) = match output {
        OtherOutput::SacctJson => ("This is the JSON of Slurm's sacct or squeue, which is not read", sacct.as_str()),
        OtherOutput::SacctYaml => ("This is the YAML of Slurm's sacct or squeue, which is not read", sacct.as_str()),
        OtherOutput::Squeue => ("This is the queue of Slurm at one moment, not its jobs over a time", sacct.as_str()),
        OtherOutput::Scontrol => {
            ("This is what scontrol shows of Slurm jobs at one moment, not its jobs over a time", sacct.as_str())
        }
        OtherOutput::Sreport => ("This is a report of Slurm's sreport, which is already summed up", sacct.as_str()),
        OtherOutput::NvidiaSmiQuery => ("This is the full report of nvidia-smi -q, which is not read", smi),
        OtherOutput::NvidiaSmiTable => ("This is the table that nvidia-smi shows on a screen", smi),
        OtherOutput::NvidiaSmiList => ("This is the list of nvidia-smi -L, which has no measurements", smi),
        OtherOutput::Monitor => {
            ("This is the output of dmon or pmon, which has no times and names GPUs by their index alone", smi)
        }
        OtherOutput::ExporterText => (
            "This is what an exporter shows at one moment",
            "a query of Prometheus over a range of time, /api/v1/query_range",
        ),
    };
    format!("{what}. Run instead: {instead}")
}

/// Why a file was not read, and what to do.
pub fn refusal(refused: &Refused) -> String {
    match refused {
        Refused::Empty => "This file is empty.".to_owned(),
        Refused::NoText => "This is not a text file.".to_owned(),
        Refused::Cancelled => "Reading was cancelled.".to_owned(),
        Refused::Unreadable { message } => format!("The browser could not read this file: {message}"),
        Refused::Changed => "It changed; choose it again.".to_owned(),
        Refused::Syntax { line, column, is_cut: true } => {
            format!("The file ends in the middle of its JSON, at line {line}, column {column}. Was it cut off?")
        }
        Refused::Syntax { line, column, .. } => format!("The JSON of this file has an error at line {line}, column {column}."),
        Refused::ErrorAnswer { message } => format!("Prometheus answered with an error: {message}"),
        Refused::Container { container } => match container {
            Container::Zip => "This is a zip archive or a spreadsheet. Unpack it, or save it as CSV.".to_owned(),
            Container::Parquet => "This is a Parquet file. Export it as CSV.".to_owned(),
            Container::Zstandard => {
                "This is compressed with Zstandard. Unpack it, or compress it with gzip.".to_owned()
            }
            Container::Bzip2 => "This is compressed with bzip2. Unpack it, or compress it with gzip.".to_owned(),
            Container::Xz => "This is compressed with xz. Unpack it, or compress it with gzip.".to_owned(),
            Container::Lz4 => "This is compressed with LZ4. Unpack it, or compress it with gzip.".to_owned(),
            Container::Tar => "This is a tar archive. Unpack it and add the files in it, one or all at once.".to_owned(),
            Container::SevenZip => "This is a 7-Zip archive. Unpack it and add the files in it.".to_owned(),
            Container::Rar => "This is a RAR archive. Unpack it and add the files in it.".to_owned(),
        },
        Refused::OtherOutput { output } => other_output(*output),
        Refused::MissingColumns { format, columns } => {
            format!("Read as {}, this file lacks: {}.", format_name(*format), columns.join(", "))
        }
        Refused::ChooseColumns { .. } => "Unknown table format. Assign its columns. Jobs need a start, an end or a duration, and a number of GPUs; samples a time and a utilization; a demand a time and a number of GPUs; GPU-hours and costs a start, and an end or a duration unless the starts come in even steps.".to_owned(),
        Refused::TooManyColumns => format!("Unknown table format, and it has more than {MOST_CHOSEN_FROM} columns. Keep those that matter, such as start, end and GPUs, at most {MOST_CHOSEN_FROM}, and add the file again."),
        Refused::AskInterval { gpus } => {
            let one = if *gpus == 1 { "1 GPU".to_owned() } else { format!("{gpus} GPUs") };
            format!("The file lists {one} but no timestamps. Enter the seconds between two samples.")
        }
        Refused::AskProcessors => "This format counts processors. Say whether they are GPUs.".to_owned(),
        Refused::NothingFound { format: Format::Prometheus } => "It contains no GPU metric that this page reads, such as DCGM_FI_DEV_GPU_UTIL or DCGM_FI_PROF_GR_ENGINE_ACTIVE. Ask Prometheus for these with /api/v1/query_range.".to_owned(),
        Refused::NothingFound { format: Format::SkyPilotCatalog | Format::GpuhuntCatalog } => {
            "This is a price catalogue. Load it under \"Your price book\".".to_owned()
        }
        Refused::Partial { problem: PartialProblem::OtherVersion } => {
            "This partial was written by another version of the program. Measure its files again with this one.".to_owned()
        }
        Refused::Partial { problem: PartialProblem::Damaged } => {
            "This partial is damaged, or it breaks off. Measure its files again.".to_owned()
        }
        Refused::NothingFound { format } => {
            format!("Nothing in it has the form of {}. Choose another format.", format_name(*format))
        }
    }
}
