//! Samples of GPUs that were read wrongly, and others of the same kinds.
//!
//! Expected values: by hand, from the values in the texts; a sample holds until the next one of the same GPU.

use engine::measured::instant::days;
use engine::measured::report::Remark;
use engine::measured::zone::TimeZone;
use engine::measured::{
    Format, Meaning, OtherOutput, ReadSettings, Reading, Record, Refused, Summary, SummaryQuestions, read, recognize,
};
use engine::prices::PriceBook;
use engine::view::measured::remarks::refusal;

/// 2026-02-03 00:00:00 UTC: `date -u -d 2026-02-03 +%s`.
const DAY: u32 = 1_770_076_800;
const HEADER: &str =
    "timestamp, index, name, uuid, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W]\n";
const INDEX_ONLY: &str = "timestamp, index, name, utilization.gpu [%]\n";

/// A time of that day, in seconds.
fn clock(second: u32) -> String {
    format!(
        "2026/02/{:02} {:02}:{:02}:{:02}.000",
        3 + second / 86_400,
        second / 3_600 % 24,
        second / 60 % 60,
        second % 60
    )
}

fn row(second: u32, gpu: &str, percent: u32) -> String {
    format!("{}, 0, NVIDIA H100 80GB HBM3, GPU-{gpu}, {percent} %, 40000 MiB, 80000 MiB, 300.00 W\n", clock(second))
}

/// Rows of a GPU that is known by its index alone.
fn bare(second: u32, index: u32, percent: u32) -> String {
    format!("{}, {index}, NVIDIA H100 80GB HBM3, {percent} %\n", clock(second))
}

fn file(rows: impl IntoIterator<Item = String>) -> String {
    HEADER.to_owned() + &rows.into_iter().collect::<String>()
}

fn bare_file(rows: impl IntoIterator<Item = String>) -> String {
    INDEX_ONLY.to_owned() + &rows.into_iter().collect::<String>()
}

fn minutes(from: u32, to: u32) -> impl Iterator<Item = u32> {
    (from..to).map(|minute| 60 * minute)
}

fn reading(name: &str, text: &str, settings: &ReadSettings) -> Result<Reading, Refused> {
    let mut bytes = text.as_bytes();
    let mut go_on = |_| true;
    read(&mut bytes, name, settings, &mut go_on)
}

fn summary(files: &[(&str, &str)]) -> Summary {
    summary_with(files, &ReadSettings::default())
}

fn summary_with(files: &[(&str, &str)], settings: &ReadSettings) -> Summary {
    let mut record = Record::default();
    for (name, text) in files {
        record.add(reading(name, text, settings).expect("a reading"));
    }
    record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
}

/// GPUs, observed and known GPU-hours, mean utilization.
fn figures(found: &Summary) -> (usize, f64, f64, f64) {
    let all = found.utilization.as_ref().expect("samples");
    (all.gpus.len(), all.observed_gpu_hours, all.known_gpu_hours, all.mean.expect("a mean"))
}

#[track_caller]
fn check(found: &Summary, gpus: usize, observed: f64, known: f64, mean: f64) {
    let (a, b, c, d) = figures(found);
    assert_eq!(a, gpus);
    for (found, right) in [(b, observed), (c, known), (d, mean)] {
        assert!((found - right).abs() < 1e-9, "{found}, not {right}");
    }
}

fn has(found: &Summary, file: usize, remark: &Remark) -> bool {
    found.files[file].remarks.contains(remark)
}

/// An hour at 100% every minute, then one at 0 every ten seconds; and the other way round.
#[test]
fn an_interval_that_changes_weighs_by_time() {
    let slow = minutes(0, 60).map(|second| row(second, "a", 100));
    let fast = (0..360).map(|step| row(3_600 + 10 * step, "a", 0));
    check(&summary(&[("a.csv", &file(slow.chain(fast)))]), 1, 2.0, 2.0, 0.5);
    let fast = (0..360).map(|step| row(10 * step, "a", 0));
    let slow = minutes(60, 120).map(|second| row(second, "a", 100));
    check(&summary(&[("a.csv", &file(fast.chain(slow)))]), 1, 2.0, 2.0, 0.5);
    // In files of their own; the second of ten-minute samples, whose steps are no gaps.
    let rare = file((0..6).map(|step| row(7_200 + 600 * step, "a", 50)));
    let minutely = file(minutes(0, 120).map(|second| row(second, "a", 100)));
    check(&summary(&[("a.csv", &minutely), ("b.csv", &rare)]), 1, 3.0, 3.0, 2.5 / 3.0);
    check(&summary(&[("b.csv", &rare), ("a.csv", &minutely)]), 1, 3.0, 3.0, 2.5 / 3.0);
}

#[test]
fn rows_out_of_order_count_like_rows_in_order() {
    let mut rows: Vec<String> = minutes(0, 60).map(|second| row(second, "a", 100)).collect();
    rows.extend(minutes(0, 120).map(|second| row(second, "b", 0)));
    // 180 rows in steps of 77, which has no factor in common with 180.
    let shuffled = file((0..180).map(|at| rows[at * 77 % 180].clone()));
    let found = summary(&[("a.csv", &shuffled)]);
    check(&found, 2, 3.0, 3.0, 1.0 / 3.0);
    assert!((found.types[0].known_gpu_hours - 3.0).abs() < 1e-9);
    assert!(found.files[0].remarks.iter().any(|remark| matches!(remark, Remark::OutOfOrder { .. })));
}

#[test]
fn one_call_has_a_mean_without_hours() {
    let text = file([row(0, "a", 100), row(0, "b", 50)]);
    let found = summary(&[("a.csv", &text)]);
    check(&found, 2, 0.0, 0.0, 0.75);
    assert_eq!(found.types[0].mean_utilization, Some(0.75));
    // Calls a week apart say no more about the time between them.
    let week = file([row(0, "a", 100), row(7 * 86_400, "a", 50)]);
    let found = summary(&[("a.csv", &week)]);
    assert_eq!((figures(&found).2, figures(&found).3), (0.0, 0.75));
    // One GPU with a single sample beside a log: as long as the steps of the log.
    let beside = file(minutes(0, 60).map(|second| row(second, "a", 100)).chain([row(0, "b", 0)]));
    check(&summary(&[("a.csv", &beside)]), 2, 61.0 / 60.0, 61.0 / 60.0, 60.0 / 61.0);
}

/// Idle from 00:40 to 01:20 over a log that was cut at 01:00.
#[test]
fn an_idle_time_goes_on_over_the_cut_of_a_log() {
    let percent = |second: u32| if (2_400..4_800).contains(&second) { 0 } else { 100 };
    let part = |from, to| file(minutes(from, to).map(|second| row(second, "a", percent(second))));
    let (first, second) = (part(0, 60), part(60, 120));
    for files in [[("1.csv", first.as_str()), ("2.csv", &second)], [("2.csv", second.as_str()), ("1.csv", &first)]] {
        let found = summary(&files);
        let idle = found.idle.as_ref().expect("samples");
        assert!((idle.gpu_hours - 2.0 / 3.0).abs() < 1e-9, "{idle:?}");
        assert_eq!((idle.gpus[0].times, idle.gpus[0].longest_hours), (1, idle.gpu_hours));
        check(&found, 1, 2.0, 2.0, 2.0 / 3.0);
    }
}

fn matrix(metric: &str, labels: &str, values: impl Iterator<Item = (u32, String)>) -> String {
    let values: Vec<String> = values.map(|(time, value)| format!("[{time}, \"{value}\"]")).collect();
    format!(
        r#"{{"status": "success", "data": {{"resultType": "matrix", "result": [{{"metric": {{"__name__": "{metric}", {labels}}}, "values": [{}]}}]}}}}"#,
        values.join(",")
    )
}

/// 00:00 to 01:45 and 01:15 to 03:00.
#[test]
fn an_overlap_inside_an_hour_counts_once() {
    let part = |from, to| {
        let values = minutes(from, to).map(|second| (DAY + second, "50".to_owned()));
        matrix("DCGM_FI_DEV_GPU_UTIL", r#""UUID": "GPU-a", "Hostname": "n1", "gpu": "0""#, values)
    };
    let found = summary(&[("a.json", &part(0, 105)), ("b.json", &part(75, 180))]);
    check(&found, 1, 3.0, 3.0, 0.5);
    // 01:15 to 01:45 lies in one hour of one GPU.
    assert!(has(&found, 1, &Remark::InTwoFiles { count: 1 }), "{:?}", found.files[1].remarks);
    // Two collectors half a minute apart: each sample holds until the other's next.
    let of = |shift: u32, value: &str| {
        let values = minutes(0, 60).map(|second| (DAY + second + shift, value.to_owned()));
        matrix("DCGM_FI_DEV_GPU_UTIL", r#""UUID": "GPU-a""#, values)
    };
    let found = summary(&[("a.json", &of(0, "100")), ("b.json", &of(30, "0"))]);
    check(&found, 1, 1.0, 1.0, 0.5);
}

/// Utilization in one file and power in another, at other moments: neither makes the other unknown.
#[test]
fn what_a_file_does_not_hold_is_not_unknown() {
    let labels = r#""UUID": "GPU-a""#;
    let busy = matrix("DCGM_FI_DEV_GPU_UTIL", labels, minutes(0, 60).map(|second| (DAY + second, "80".to_owned())));
    let power =
        matrix("DCGM_FI_DEV_POWER_USAGE", labels, minutes(0, 60).map(|second| (DAY + second + 20, "500".to_owned())));
    let found = summary(&[("a.json", &busy), ("b.json", &power)]);
    let gpu = &found.utilization.as_ref().expect("samples").gpus[0];
    // Power was read from 20 s on to 20 s past the hour.
    assert!((gpu.observed_hours - (1.0 + 20.0 / 3_600.0)).abs() < 1e-3, "{gpu:?}");
    assert_eq!((gpu.utilization, gpu.power), (Some(0.8), Some(500.0)));
    assert!((found.utilization.as_ref().expect("samples").known_gpu_hours - 1.0).abs() < 1e-9);
}

#[test]
fn a_log_that_is_there_twice_counts_once() {
    let rows: Vec<String> = minutes(0, 60).map(|second| row(second, "a", 40)).collect();
    let twice = file(rows.iter().chain(&rows).cloned());
    let found = summary(&[("a.csv", &twice)]);
    check(&found, 1, 1.0, 1.0, 0.4);
    assert!(has(&found, 0, &Remark::Duplicates { count: 60 }), "{:?}", found.files[0].remarks);
    // The same where the index alone is known, and where the log goes on.
    let rows: Vec<String> = minutes(0, 60).map(|second| bare(second, 3, second / 60)).collect();
    let found = summary(&[("a.csv", &bare_file(rows.iter().chain(&rows).cloned()))]);
    check(&found, 1, 1.0, 1.0, 0.295);
}

/// One file a node. Values that differ at one moment are of two GPUs.
#[test]
fn the_same_index_of_two_hosts_is_two_gpus() {
    let node = |percent: u32, shift: u32| bare_file(minutes(0, 60).map(|second| bare(second + shift, 0, percent)));
    let (busy, still) = (node(100, 0), node(0, 0));
    for files in
        [[("node1.csv", busy.as_str()), ("node2.csv", &still)], [("node2.csv", still.as_str()), ("node1.csv", &busy)]]
    {
        let found = summary(&files);
        check(&found, 2, 2.0, 2.0, 0.5);
        let gpus = &found.utilization.as_ref().expect("samples").gpus;
        let keys: Vec<_> = gpus.iter().map(|gpu| (gpu.key.as_str(), gpu.utilization)).collect();
        assert_eq!(keys, [("node1.csv/0", Some(1.0)), ("node2.csv/0", Some(0.0))]);
        for file in 0..2 {
            assert!(has(&found, file, &Remark::PlaceAlone { hosts: 2 }), "{:?}", found.files[file].remarks);
            assert!(!found.files[file].remarks.iter().any(|said| matches!(said, Remark::InTwoFiles { .. })));
        }
    }
    // The clocks of two nodes never tick at the same moment: two even logs of the same hour are of two hosts.
    check(&summary(&[("node1.csv", &busy), ("node2.csv", &node(0, 17))]), 2, 2.0, 2.0, 0.5);
    // Two types are two GPUs, even one after the other.
    let later = node(0, 7_200).replace("H100 80GB HBM3", "A100-SXM4-80GB");
    assert_eq!(figures(&summary(&[("node1.csv", &busy), ("node2.csv", &later)])).0, 2);
    // A log that was cut is one, also with an overlap, and the page asks.
    let rows = |from, to| bare_file(minutes(from, to).map(|second| bare(second, 0, second / 60)));
    for overlap in [0, 20] {
        let found = summary(&[("1.csv", &rows(0, 60 + overlap)), ("2.csv", &rows(60, 100))]);
        check(&found, 1, 100.0 / 60.0, 100.0 / 60.0, 0.495);
        assert!(has(&found, 1, &Remark::PlaceAlone { hosts: 1 }), "{:?}", found.files[1].remarks);
    }
    // Two nodes over two days, four files: two GPUs.
    let day = |day: u32, percent: u32| bare_file(minutes(0, 60).map(|second| bare(86_400 * day + second, 0, percent)));
    let files = [day(0, 100), day(0, 0), day(1, 100), day(1, 0)];
    let named: Vec<(&str, &str)> = ["a", "b", "c", "d"].into_iter().zip(files.iter().map(String::as_str)).collect();
    let found = summary(&named);
    assert_eq!((figures(&found).0, figures(&found).2, figures(&found).3), (2, 4.0, 0.5));
}

/// The host that is named for a file settles it.
#[test]
fn a_host_that_is_named_settles_whose_index_it_is() {
    let text = |percent: u32| bare_file(minutes(0, 60).map(|second| bare(second, 0, percent)));
    let mut record = Record::default();
    for (host, percent) in [("n1", 100), ("n2", 100)] {
        let settings = ReadSettings { host: host.to_owned(), ..ReadSettings::default() };
        record.add(reading(&format!("{host}.csv"), &text(percent), &settings).expect("a reading"));
    }
    let found = record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus);
    check(&found, 2, 2.0, 2.0, 1.0);
    let keys: Vec<_> = found.utilization.iter().flat_map(|all| &all.gpus).map(|gpu| gpu.key.as_str()).collect();
    assert_eq!(keys, ["n1/0", "n2/0"]);
    assert!(!found.files[0].remarks.iter().any(|said| matches!(said, Remark::PlaceAlone { .. })));
}

/// Logs of two nodes in one file, one behind the other or mixed. At some moments both are idle alike.
#[test]
fn the_same_index_twice_in_one_file_is_two_gpus() {
    let percent = |node: u32, minute: u32| if minute < 10 { 0 } else { [90, 20][node as usize] };
    let rows = |node: u32| minutes(0, 60).map(move |second| bare(second, 0, percent(node, second / 60)));
    let behind = bare_file(rows(0).chain(rows(1)));
    let mixed = bare_file(rows(0).zip(rows(1)).flat_map(|(a, b)| [a, b]));
    for text in [&behind, &mixed] {
        let found = summary(&[("all.csv", text)]);
        // 50 of 60 minutes at 90 and 20%.
        check(&found, 2, 2.0, 2.0, 50.0 * 1.1 / 120.0);
        let gpus = &found.utilization.as_ref().expect("samples").gpus;
        let mut means: Vec<f64> = gpus.iter().filter_map(|gpu| gpu.utilization).collect();
        means.sort_by(f64::total_cmp);
        assert!((means[0] - 20.0 * 50.0 / 6_000.0).abs() < 1e-9 && (means[1] - 0.75).abs() < 1e-9, "{means:?}");
        assert!(has(&found, 0, &Remark::PlaceAlone { hosts: 2 }), "{:?}", found.files[0].remarks);
    }
    // PCI addresses are the same on every host too.
    let header = "timestamp, pci.bus_id, utilization.gpu [%]\n";
    let node = |percent: u32| {
        minutes(0, 60).fold(header.to_owned(), |text, second| {
            text + &format!("{}, 00000000:1B:00.0, {percent} %\n", clock(second))
        })
    };
    check(&summary(&[("1.csv", &node(100)), ("2.csv", &node(0))]), 2, 2.0, 2.0, 0.5);
    // So are the indices of an exporter whose host no label names.
    let answer = |value: &str| {
        let values = minutes(0, 60).map(|second| (DAY + second, value.to_owned()));
        matrix("DCGM_FI_DEV_GPU_UTIL", r#""gpu": "0""#, values)
    };
    check(&summary(&[("1.json", &answer("100")), ("2.json", &answer("0"))]), 2, 2.0, 2.0, 0.5);
}

/// A UUID is one GPU, whatever two collectors read of it.
#[test]
fn two_values_of_one_uuid_at_one_moment_are_named() {
    let text = |percent: u32| file(minutes(0, 60).map(|second| row(second, "a", percent)));
    let found = summary(&[("1.csv", &text(40)), ("2.csv", &text(60))]);
    check(&found, 1, 1.0, 1.0, 0.6);
    assert!(has(&found, 1, &Remark::ValuesDiffer { count: 60 }), "{:?}", found.files[1].remarks);
}

/// Files without times: two that are not the same follow each other where a UUID names the GPU.
#[test]
fn files_without_times_follow_each_other() {
    let settings = ReadSettings { interval: Some(60.0), ..ReadSettings::default() };
    let text = |percent: u32, rows: usize| {
        "uuid, utilization.gpu [%]\n".to_owned() + &format!("GPU-a, {percent} %\n").repeat(rows)
    };
    let (busy, still) = (text(100, 60), text(0, 120));
    let found = summary_with(&[("1.csv", &busy), ("2.csv", &still)], &settings);
    check(&found, 1, 3.0, 3.0, 1.0 / 3.0);
    check(&summary_with(&[("1.csv", &busy), ("2.csv", &busy)], &settings), 1, 1.0, 1.0, 1.0);
    let found = summary_with(&[("1.csv", &text(70, 1))], &settings);
    check(&found, 1, 1.0 / 60.0, 1.0 / 60.0, 0.7);
}

/// An instant query of Prometheus, and a table with a row per value.
#[test]
fn an_instant_query_and_a_long_table_are_read() {
    let vector = r#"{"status": "success", "data": {"resultType": "vector", "result": [{"metric": {"__name__": "DCGM_FI_DEV_GPU_UTIL", "UUID": "GPU-a", "Hostname": "n1", "gpu": "0"}, "value": [1770109200, "55"]}]}}"#;
    let found = summary(&[("a.json", vector)]);
    check(&found, 1, 0.0, 0.0, 0.55);
    // Every minute a file: a log.
    let files: Vec<String> =
        (0..60).map(|minute| vector.replace("1770109200", &(1_770_109_200 + 60 * minute).to_string())).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|text| ("a.json", text.as_str())).collect();
    check(&summary(&files), 1, 1.0, 1.0, 0.55);
    let long = |metric: &str, value: &str| {
        let row = |minute: u32| format!("{},{metric},GPU-a,{value}\n", 1_770_109_200 + 60 * minute);
        (0..60).map(row).fold("timestamp,metric,UUID,value\n".to_owned(), |text, row| text + &row)
    };
    let text = long("DCGM_FI_DEV_GPU_UTIL", "80");
    assert_eq!(recognize(text.as_bytes(), "a.csv").format, Format::Prometheus);
    check(&summary(&[("a.csv", &text)]), 1, 1.0, 1.0, 0.8);
    // A metric that says nothing about a GPU's use is named.
    let why = reading("a.csv", &long("DCGM_FI_DEV_SM_CLOCK", "1980"), &ReadSettings::default()).map(|_| ());
    assert_eq!(why, Err(Refused::NothingFound { format: Format::Prometheus }));
}

/// Europe/Berlin in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC (Directive 2000/84/EC).
fn berlin() -> TimeZone {
    let at = |month, day| days(2_026, month, day).expect("a day") * 86_400.0 + 3_600.0;
    let offsets = vec![(0.0, 3_600.0), (at(3, 29), 7_200.0), (at(10, 25), 3_600.0)];
    TimeZone { name: "Europe/Berlin".to_owned(), offsets }
}

#[test]
fn times_of_a_zone_follow_its_summer_time() {
    let settings = ReadSettings { zone: Some(berlin()), ..ReadSettings::default() };
    let log = |date: &str, hours: &[u32]| {
        let minutes = hours.iter().flat_map(|hour| (0..60).map(move |minute| (*hour, minute)));
        let row = |(hour, minute)| format!("{date} {hour:02}:{minute:02}:00.000, GPU-a, {minute} %\n");
        "timestamp, uuid, utilization.gpu [%]\n".to_owned() + &minutes.map(row).collect::<String>()
    };
    let range = |found: &Summary| found.range.map(|range| (range.to - range.from) / 60.0);
    // In spring 01:59 is followed by 03:00, in autumn the second 02:00 by 02:59.
    let spring = summary_with(&[("a.csv", &log("2026/03/29", &[1, 3]))], &settings);
    check(&spring, 1, 2.0, 2.0, 0.295);
    assert_eq!(range(&spring), Some(119.0));
    let autumn = summary_with(&[("a.csv", &log("2026/10/25", &[1, 2, 2, 3]))], &settings);
    check(&autumn, 1, 4.0, 4.0, 0.295);
    assert_eq!(range(&autumn), Some(239.0));
    assert!(has(&autumn, 0, &Remark::UnsureTimes { count: 120 }), "{:?}", autumn.files[0].remarks);
    assert!(has(&autumn, 0, &Remark::TimesInZone { count: 240, zone: "Europe/Berlin".to_owned() }));
    // 12:00 in summer is 10:00 UTC, in winter 11:00.
    for (date, utc) in [("2026/07/01", 1_782_900_000.0), ("2026/12/01", 1_796_122_800.0)] {
        let found = summary_with(&[("a.csv", &log(date, &[12]))], &settings);
        assert_eq!(found.range.map(|range| range.from), Some(utc), "{date}");
    }
    // A time that names its zone is what it says.
    let named = "timestamp,uuid,utilization.gpu [%]\n2026-07-01T12:00:00Z,GPU-a,5 %\n";
    let found = summary_with(&[("a.csv", named)], &settings);
    assert_eq!(found.range.map(|range| range.from), Some(1_782_907_200.0));
}

#[test]
fn jobs_and_months_follow_the_zone() {
    let settings = ReadSettings { zone: Some(berlin()), ..ReadSettings::default() };
    let jobs = "JobID|User|State|Start|End|Elapsed|AllocTRES\n\
        1|anna|COMPLETED|2026-08-01T00:00:00|2026-08-02T00:00:00|1-00:00:00|gres/gpu:h100=1\n\
        2|anna|COMPLETED|2026-08-31T12:00:00|2026-09-01T00:00:00|12:00:00|gres/gpu:h100=1\n";
    let mut record = Record::default();
    record.add(reading("jobs.txt", jobs, &settings).expect("a reading"));
    let questions = SummaryQuestions { zone: Some(berlin()), ..SummaryQuestions::default() };
    let found = record.summarize(&questions, &PriceBook::embedded().gpus);
    let months: Vec<_> = found.months.iter().map(|month| (month.name.as_str(), month.gpu_hours)).collect();
    assert_eq!(months, [("2026-08", 36.0)]);
    let in_utc = record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus);
    let months: Vec<_> = in_utc.months.iter().map(|month| (month.name.as_str(), month.gpu_hours)).collect();
    assert_eq!(months, [("2026-07", 2.0), ("2026-08", 34.0)]);
    // Days are even by the clock on the wall: 23 hours on 29 March.
    let table = "day,gpu hours\n2026-03-28,24\n2026-03-29,23\n2026-03-30,24\n2026-03-31,24\n";
    let chosen = vec![(0, Meaning::Start), (1, Meaning::GpuHours)];
    let found = summary_with(&[("days.csv", table)], &ReadSettings { chosen, ..settings });
    let demand = found.demand.expect("a demand");
    assert!(
        (demand.mean - 1.0).abs() < 1e-9 && demand.wanted.len() == 95,
        "{} over {}",
        demand.mean,
        demand.wanted.len()
    );
}

#[test]
fn other_output_of_tools_is_refused_with_what_to_run_instead() {
    let cases = [
        (
            OtherOutput::NvidiaSmiQuery,
            "\n==============NVSMI LOG==============\n\nTimestamp                                 : Tue Feb  3 09:00:00 2026\nDriver Version                            : 580.65\n\nAttached GPUs                             : 8\nGPU 00000000:1B:00.0\n",
        ),
        (
            OtherOutput::NvidiaSmiQuery,
            "<?xml version=\"1.0\" ?>\n<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v12.dtd\">\n<nvidia_smi_log>\n\t<timestamp>Tue Feb  3 09:00:00 2026</timestamp>\n",
        ),
        (
            OtherOutput::NvidiaSmiTable,
            "Tue Feb  3 09:00:00 2026\n+-----------------------------------------------------------------------------------------+\n| NVIDIA-SMI 580.65   Driver Version: 580.65   CUDA Version: 13.0 |\n",
        ),
        (OtherOutput::NvidiaSmiList, "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-5c0c)\n"),
        (
            OtherOutput::Monitor,
            "# gpu    pwr  gtemp  mtemp     sm    mem\n# Idx      W      C      C      %      %\n    0    300     41      -     75     12\n",
        ),
        (OtherOutput::Monitor, "#Entity   GPUTL  POWER\nID\nGPU 0     75     300\n"),
        (
            OtherOutput::ExporterText,
            "# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).\n# TYPE DCGM_FI_DEV_GPU_UTIL gauge\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-a\"} 75\n",
        ),
    ];
    for (output, text) in cases {
        for name in ["log.txt", "log.csv"] {
            let why = reading(name, text, &ReadSettings::default()).map(|_| ()).expect_err("it is refused");
            assert_eq!(why, Refused::OtherOutput { output }, "{text}");
            let said = refusal(&why);
            assert!(said.contains("--query-gpu=") || said.contains("query_range"), "{said}");
        }
    }
}

/// More GPUs than a record keeps are named; 20,000 idle ones are listed by their hours.
#[test]
fn many_gpus_are_summed_up() {
    let rows = (0..20_000_u32).flat_map(|gpu| {
        [0, 1_800, 3_600].map(|second| format!("{}, GPU-{gpu}, {} %, 500 MiB, 1000 MiB\n", clock(second), gpu % 2))
    });
    let header = "timestamp, uuid, utilization.gpu [%], memory.used [MiB], memory.total [MiB]\n";
    let found = summary(&[("a.csv", &(header.to_owned() + &rows.collect::<String>()))]);
    let idle = found.idle.as_ref().expect("samples");
    assert!((idle.gpu_hours - 20_000.0).abs() < 1e-6, "{}", idle.gpu_hours);
    assert_eq!((idle.gpus.len(), idle.owners.len()), (500, 1));
    check_mean(&found, 0.005);
}

#[track_caller]
fn check_mean(found: &Summary, mean: f64) {
    let all = found.utilization.as_ref().expect("samples");
    assert!(all.mean.is_some_and(|found| (found - mean).abs() < 1e-9), "{:?}", all.mean);
}
