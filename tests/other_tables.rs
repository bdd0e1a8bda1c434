//! Workload logs, tables with chosen columns, and what is refused. Expected values: by hand, from the texts.

use std::io::Write;

use engine::measured::report::BillRemark;
use engine::measured::report::{Remark, SkipReason};
use engine::measured::source::Container;
use engine::measured::summary::{DemandFrom, HeldFrom, OwnerKind};
use engine::measured::{
    Format, Meaning, ReadSettings, Reading, Record, Refused, Summary, SummaryQuestions, read, recognize,
};
use engine::prices::PriceBook;

fn reading(bytes: &[u8], settings: &ReadSettings) -> Result<Reading, Refused> {
    let mut bytes = bytes;
    let mut go_on = |_| true;
    read(&mut bytes, "table.csv", settings, &mut go_on)
}

fn summary(text: &str, settings: &ReadSettings) -> Summary {
    let mut record = Record::default();
    record.add(reading(text.as_bytes(), settings).expect("a reading"));
    record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
}

fn chosen(chosen: &[(usize, Meaning)]) -> ReadSettings {
    ReadSettings { chosen: chosen.to_vec(), format: Some(Format::AnyCsv), ..ReadSettings::default() }
}

/// Job 1: 2 processors for an hour after waiting half of one. Job 2 never ran, 3 has no processors, 4 is the part of
/// another that was swapped out.
const SWF: &str = "; Version: 2.2\n; UnixStartTime: 1770105600\n; MaxProcs: 16\n\
    1 0 1800 3600 2 -1 -1 2 7200 -1 1 7 3 -1 1 1 -1 -1\n\
    2 10 -1 -1 -1 -1 -1 4 7200 -1 5 7 3 -1 1 1 -1 -1\n\
    3 20 0 3600 -1 -1 -1 -1 7200 -1 1 8 3 -1 1 1 -1 -1\n\
    4 30 0 3600 4 -1 -1 4 7200 -1 2 8 3 -1 1 1 -1 -1\n\
    5 40 0 7200 -1 -1 -1 4 7200 -1 0 8 3 -1 1 2 -1 -1\n\
    6 40 0 7200 -1 -1\n";

#[test]
fn workload_logs_count_processors_only_when_told_that_they_are_gpus() {
    assert_eq!(recognize(SWF.as_bytes(), "log").format, Format::Swf);
    assert_eq!(recognize(SWF.lines().nth(3).expect("a line").as_bytes(), "log").format, Format::Swf);
    assert_eq!(reading(SWF.as_bytes(), &ReadSettings::default()).map(|_| ()), Err(Refused::AskProcessors));
    let settings = ReadSettings { processors_are_gpus: true, ..ReadSettings::default() };
    let found = summary(SWF, &settings);
    // 2 for an hour, and 4 as requested for two.
    assert_eq!((found.held_gpu_hours, found.jobs.gpu_jobs, found.jobs.unknown_jobs), (10.0, 2, 1));
    assert_eq!(found.waiting.waited_gpu_hours, 1.0);
    let report = &found.files[0];
    assert_eq!((report.rows, report.skipped_for(SkipReason::Unreadable)), (5, 1));
    for remark in [Remark::ProcessorsAsGpus, Remark::PartsWithoutJob { count: 1 }, Remark::NeverStarted { count: 1 }] {
        assert!(report.remarks.contains(&remark), "{remark:?}");
    }
    assert_eq!(found.range.map(|range| range.from), Some(1_770_105_600.0 + 20.0));
    // The same part behind the row of its whole job.
    let whole = SWF.replace("4 30 0 3600", "5 30 0 3600");
    let (head, rest) = whole.split_once("5 30 0").expect("a part");
    let (part, rest) = rest.split_once('\n').expect("a row");
    let (job, rest) = rest.split_once('\n').expect("a job");
    let found = summary(&format!("{head}{job}\n5 30 0{part}\n{rest}"), &settings);
    assert_eq!(found.held_gpu_hours, 10.0);
    assert!(found.files[0].remarks.contains(&Remark::JobParts { count: 1 }), "{:?}", found.files[0].remarks);
    let undated = SWF.replace("; UnixStartTime: 1770105600\n", "");
    assert!(
        summary(&undated, &settings).files[0]
            .remarks
            .contains(&Remark::NoColumn { column: "UnixStartTime".to_owned() })
    );
}

#[test]
fn any_table_asks_for_its_columns_and_suggests_them() {
    let text = "Job;Team;Start time;End time;GPUs\n1;vision;03.02.2026 09:00;03.02.2026 11:00;4\n";
    let Err(Refused::ChooseColumns { preview }) = reading(text.as_bytes(), &ReadSettings::default()) else {
        panic!("columns are not asked for");
    };
    assert_eq!(preview.columns, ["Job", "Team", "Start time", "End time", "GPUs"]);
    assert_eq!(preview.rows.len(), 1);
    let suggested =
        [(0, Meaning::JobId), (1, Meaning::Account), (2, Meaning::Start), (3, Meaning::End), (4, Meaning::Gpus)];
    assert_eq!(preview.suggested, suggested);
    let found = summary(text, &chosen(&suggested));
    assert_eq!((found.held_gpu_hours, found.statements[0].lines[0].name.as_str()), (8.0, "vision"));
}

#[test]
fn jobs_have_an_end_or_a_duration() {
    let start = (0, Meaning::Start);
    for (rows, columns) in [
        ("2026-02-03 09:00,2026-02-03 11:00,4", [start, (1, Meaning::End), (2, Meaning::Gpus)]),
        ("2026-02-03 09:00,2,4", [start, (1, Meaning::Duration), (2, Meaning::Gpus)]),
        ("2026-02-03 09:00,02:00:00,4", [start, (1, Meaning::Duration), (2, Meaning::Gpus)]),
        ("2026-02-03 09:00,7200,4", [start, (1, Meaning::DurationSeconds), (2, Meaning::Gpus)]),
        ("1770109200,\"2,0\",\"4,0\"", [start, (1, Meaning::Duration), (2, Meaning::Gpus)]),
    ] {
        let found = summary(&format!("a,b,c\n{rows}\n{rows}\nx,2,4\n"), &chosen(&columns));
        // Two equal rows without an id are two jobs.
        assert_eq!((found.held_gpu_hours, found.files[0].skipped_for(SkipReason::BadTime)), (16.0, 1), "{rows}");
    }
}

#[test]
fn one_date_settles_the_order_of_the_others() {
    let columns = [(0, Meaning::Start), (1, Meaning::Duration), (2, Meaning::Gpus)];
    let text = "start,hours,gpus\n3/2/2026 09:00,2,4\n13/2/2026 09:00,2,4\n";
    let found = summary(text, &chosen(&columns));
    // The third of February, not the second of March.
    assert_eq!((found.months.len(), found.months[0].name.as_str(), found.held_gpu_hours), (1, "2026-02", 16.0));
    let doubtful = summary("start,hours,gpus\n3/2/2026 09:00,2,4\n", &chosen(&columns));
    assert_eq!(doubtful.files[0].skipped_for(SkipReason::AmbiguousDate), 1);
    assert!(doubtful.files[0].remarks.contains(&Remark::AmbiguousDates { count: 1 }));
}

#[test]
fn a_series_is_demand_and_its_gaps_are_unknown() {
    // Every half hour, then nothing for three hours, then an hour with one value.
    let text = "time,gpus\n2026-02-03 09:00,4\n2026-02-03 09:30,8\n2026-02-03 10:00,8\n2026-02-03 10:30,8\n\
        2026-02-03 14:00,2\n2026-02-03 14:30,2\n2026-02-03 15:00,-1\n";
    let found = summary(text, &chosen(&[(0, Meaning::Start), (1, Meaning::Gpus)]));
    let demand = found.demand.expect("a demand");
    assert_eq!(demand.from, DemandFrom::Series);
    assert_eq!(demand.wanted, [Some(6.0), Some(8.0), None, None, None, Some(2.0)]);
    assert_eq!((demand.unknown_hours, demand.series.as_str()), (3, "6 8 ?*3 2"));
    assert_eq!(found.files[0].skipped_for(SkipReason::BadNumber), 1);
}

const DAYS: &str = "Day;Team;GPU hours;GPU type\n2026-02-03;vision;192;h100\n2026-02-03;speech;24;\n\
    2026-02-05;vision;48,0;h100\n2026-02-05;speech;-3;\n2026-02-05;speech;;\n2026-02-05;speech;many;\n";
const OF_DAYS: [(usize, Meaning); 4] =
    [(0, Meaning::Start), (1, Meaning::Account), (2, Meaning::GpuHours), (3, Meaning::GpuType)];

#[test]
fn gpu_hours_are_spread_over_the_period_of_their_row() {
    // The only step between starts is two days: 216 GPU-hours in 48 hours, then 48 in 48.
    let found = summary(DAYS, &chosen(&OF_DAYS));
    assert_eq!(found.held_gpu_hours, 264.0);
    let demand = found.demand.expect("a demand");
    assert_eq!((demand.series.as_str(), demand.unknown_hours), ("4.5*48 1*48", 0));
    let teams = found.statements.iter().find(|of| of.by == OwnerKind::Account).expect("teams");
    let hours: Vec<_> = teams.lines.iter().map(|line| (line.name.as_str(), line.gpu_hours)).collect();
    assert_eq!(hours, [("vision", 240.0), ("speech", 24.0)]);
    let report = &found.files[0];
    assert!(report.remarks.contains(&Remark::RowPeriod { seconds: 172_800.0 }));
    // Below zero, blank, no number: unknown, so they do not count as nothing.
    let [skipped] = report.skipped.as_slice() else { panic!("{:?}", report.skipped) };
    assert_eq!((skipped.reason, skipped.lines.as_slice()), (SkipReason::BadNumber, &[5, 6, 7][..]));
    // A day as it is entered: on the fourth of February no row says that anything was used.
    let settings = ReadSettings { interval: Some(86_400.0), ..chosen(&OF_DAYS) };
    assert_eq!(summary(DAYS, &settings).demand.expect("a demand").series, "9*24 0*24 2*24");
    // The same file twice counts once; another with the same days counts beside it.
    let mut record = Record::default();
    for text in [DAYS.to_owned(), DAYS.to_owned(), DAYS.replace("vision", "robots")] {
        record.add(reading(text.as_bytes(), &chosen(&OF_DAYS)).expect("a reading"));
    }
    let both = record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus);
    assert_eq!(both.held_gpu_hours, 264.0 + 240.0);
}

#[test]
fn gpu_hours_have_an_end_an_even_step_or_are_asked_about() {
    let columns = [(0, Meaning::Start), (1, Meaning::GpuHours)];
    // January has 744 hours, February 672.
    let months = summary("month,gpu hours\n2026-01-01,744\n2026-02-01,1344\n", &chosen(&columns));
    assert_eq!(months.demand.expect("a demand").series, "1*744 2*672");
    let uneven = "time,gpu hours\n2026-01-01 00:00,1\n2026-01-01 02:00,1\n2026-01-01 05:00,1\n";
    assert!(matches!(reading(uneven.as_bytes(), &chosen(&columns)), Err(Refused::ChooseColumns { .. })));
    let one = "time,gpu hours\n2026-01-01 00:00,1\n";
    assert!(matches!(reading(one.as_bytes(), &chosen(&columns)), Err(Refused::ChooseColumns { .. })));
    let ends = "from,to,gpu hours\n2026-01-01 00:00,2026-01-01 02:00,3\n2026-01-01 05:00,2026-01-01 05:00,1\n";
    let found = summary(ends, &chosen(&[(0, Meaning::Start), (1, Meaning::End), (2, Meaning::GpuHours)]));
    // Three GPU-hours in two hours; one in no time cannot be.
    assert_eq!((found.held_gpu_hours, found.files[0].skipped_for(SkipReason::NoTime)), (3.0, 1));
}

#[test]
fn a_table_with_costs_is_a_bill() {
    let text = "Date,Project,GPU type,GPU hours,Cost,Currency\n2026-01-30,vision,h100,96,\"$288.00\",USD\n\
        2026-01-31,vision,h100,48,144,USD\n2026-02-01,speech,h100,24,48,USD\n2026-02-01,speech,,,100,USD\n\
        2026-02-01,vision,,,-30,USD\n2026-02-01,vision,h100,24,,USD\n2026-02-01,vision,h100,-2,9,USD\n\
        2026-02-02,vision,h100,24,60,EUR\n2026-02-02,vision,h100,24,60,euros\n";
    let Err(Refused::ChooseColumns { preview }) = reading(text.as_bytes(), &ReadSettings::default()) else {
        panic!("columns are not asked for");
    };
    let columns = [
        (0, Meaning::Start),
        (1, Meaning::Account),
        (2, Meaning::GpuType),
        (3, Meaning::GpuHours),
        (4, Meaning::Cost),
        (5, Meaning::Currency),
    ];
    assert_eq!(preview.suggested, columns);
    let found = summary(text, &chosen(&columns));
    let bill = found.bill.as_ref().expect("a bill");
    let names: Vec<&str> = bill.currencies.iter().map(|of| of.currency.as_str()).collect();
    assert_eq!(names, ["EUR", "USD"], "they never add up");
    let usd = &bill.currencies[1];
    // 288 + 144 + 48 for 168 GPU-hours; 100 without GPU-hours make none dearer; 30 are a credit.
    assert_eq!((usd.total.amortised, usd.total.credit, usd.total.cash), (580.0, -30.0, None));
    assert_eq!((usd.gpu_hours, usd.cost_per_gpu_hour), (168.0, Some(480.0 / 168.0)));
    let months: Vec<_> = usd.months.iter().map(|of| (of.name.as_str(), of.costs.amortised, of.gpu_hours)).collect();
    assert_eq!(months, [("2026-01", 432.0, 144.0), ("2026-02", 148.0, 24.0)]);
    let owners = usd.statements.iter().find(|of| of.by == "account").expect("projects");
    let of: Vec<_> = owners.owners.iter().map(|of| (of.name.as_str(), of.cost, of.cost_per_gpu_hour)).collect();
    assert_eq!(of, [("vision", 432.0, Some(3.0)), ("speech", 148.0, Some(2.0))]);
    let report = &found.files[0];
    let lines: Vec<_> = report.skipped.iter().map(|of| (of.reason, of.lines.clone())).collect();
    assert_eq!(lines, [(SkipReason::BadNumber, vec![7, 8]), (SkipReason::Unreadable, vec![10])]);
    let unknown = Remark::Bill { key: BillRemark::CostWithoutGpuHours, amount: Some(70.0), name: None };
    assert!(report.remarks.contains(&unknown), "100 less the credit: {:?}", report.remarks);
    // Each row is a day: 4 GPUs, 2, 1, and 1 that was paid for in euros.
    assert_eq!(found.demand.expect("a demand").series, "4*24 2*24 1*48");
    // Without a currency it is US dollars, and that is said; without GPU-hours no hour has a price.
    let plain = summary("Date,Cost\n2026-01-30,\"1,288.50\"\n", &chosen(&[(0, Meaning::Start), (1, Meaning::Cost)]));
    let [usd] = plain.bill.as_ref().expect("a bill").currencies.as_slice() else { panic!("one currency") };
    assert_eq!((usd.currency.as_str(), usd.total.amortised, usd.cost_per_gpu_hour), ("USD", 1_288.5, None));
    let note = Remark::Bill { key: BillRemark::CurrencyNotStated, amount: None, name: None };
    assert!(plain.files[0].remarks.contains(&note));
}

#[test]
fn samples_have_a_utilization() {
    let text = "time,gpu,host,used\n2026-02-03 09:00,0,n1,50\n2026-02-03 09:30,0,n1,100\n2026-02-03 09:00,0,n2,\n";
    let columns = [(0, Meaning::Start), (1, Meaning::Gpu), (2, Meaning::Host), (3, Meaning::UtilizationPercent)];
    let found = summary(text, &chosen(&columns));
    let gpus = &found.utilization.as_ref().expect("samples").gpus;
    let read: Vec<_> = gpus.iter().map(|gpu| (gpu.key.as_str(), gpu.utilization)).collect();
    assert_eq!(read, [("n1/0", Some(0.75)), ("n2/0", None)]);
    assert_eq!(found.types[0].held_from, HeldFrom::Samples);
}

#[test]
fn what_cannot_be_read_says_why() {
    let empty = reading(b" \n\n", &ReadSettings::default()).map(|_| ());
    assert_eq!(empty, Err(Refused::Empty));
    for (bytes, container) in [
        (&b"PK\x03\x04...."[..], Container::Zip),
        (b"PAR1....", Container::Parquet),
        (b"\x28\xb5\x2f\xfd....", Container::Zstandard),
    ] {
        assert_eq!(reading(bytes, &ReadSettings::default()).map(|_| ()), Err(Refused::Container { container }));
    }
    let mut bytes = SWF.as_bytes();
    let mut stop = |_| false;
    let stopped = read(&mut bytes, "log", &ReadSettings::default(), &mut stop).map(|_| ());
    assert_eq!(stopped, Err(Refused::Cancelled));
}

#[test]
fn compressed_and_utf_16_files_are_read_as_plain_ones() {
    let text = include_str!("measured/sacct.txt");
    let plain = reading(text.as_bytes(), &ReadSettings::default()).expect("a reading");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).expect("compressed");
    let gzip = gzip.finish().expect("compressed");
    let utf_16: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for bytes in [gzip, utf_16] {
        let found = reading(&bytes, &ReadSettings::default()).expect("a reading");
        assert_eq!((found.report.format, found.report.rows), (Format::Slurm, plain.report.rows));
        assert_eq!(found.jobs.iter().collect::<Vec<_>>(), plain.jobs.iter().collect::<Vec<_>>());
        assert_eq!(found.report.bytes, bytes.len() as u64);
    }
}
