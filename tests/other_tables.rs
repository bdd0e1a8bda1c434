//! Workload logs, tables with chosen columns, and what is refused. Expected values: by hand, from the texts.
#![cfg(not(target_arch = "wasm32"))]

use std::io::Write;

use engine::measured::report::{Remark, SkipReason};
use engine::measured::source::Container;
use engine::measured::summary::{DemandFrom, HeldFrom};
use engine::measured::{
    Format, Meaning, ReadSettings, Reading, Record, Refused, Summary, SummaryQuestions, inspect, read, recognize,
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
    for remark in [Remark::ProcessorsAsGpus, Remark::Steps { count: 1 }, Remark::NeverStarted { count: 1 }] {
        assert!(report.remarks.contains(&remark), "{remark:?}");
    }
    assert_eq!(found.range.map(|range| range.from), Some(1_770_105_600.0 + 20.0));
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
        assert_eq!(inspect(&mut bytes.as_slice(), "x").map(|guess| guess.format), Ok(Format::Slurm));
        let found = reading(&bytes, &ReadSettings::default()).expect("a reading");
        assert_eq!(found.report.rows, plain.report.rows);
        assert_eq!(found.jobs.iter().collect::<Vec<_>>(), plain.jobs.iter().collect::<Vec<_>>());
        assert_eq!(found.report.bytes, bytes.len() as u64);
    }
}
