//! Samples of GPUs: nvidia-smi and DCGM by Prometheus. What each line of the samples says, and traps of the same kinds.
//!
//! Expected values: by hand, from the values in the texts.

use engine::measured::report::{Remark, SkipReason};
use engine::measured::summary::{DemandFrom, GpuUse, HeldFrom, Join};
use engine::measured::{Format, ReadSettings, Reading, Record, Refused, Summary, SummaryQuestions, read, recognize};
use engine::prices::PriceBook;

const SMI: &str = include_str!("measured/nvidia-smi.csv");

fn reading(text: &str, settings: &ReadSettings) -> Result<Reading, Refused> {
    let mut bytes = text.as_bytes();
    let mut go_on = |_| true;
    read(&mut bytes, "gpus.csv", settings, &mut go_on)
}

fn summary(texts: &[&str]) -> Summary {
    summary_at(texts, &SummaryQuestions::default())
}

fn summary_at(texts: &[&str], questions: &SummaryQuestions) -> Summary {
    let mut record = Record::default();
    for text in texts {
        record.add(reading(text, &ReadSettings::default()).expect("a reading"));
    }
    record.summarize(questions, &PriceBook::embedded().gpus)
}

fn gpu<'s>(summary: &'s Summary, key: &str) -> &'s GpuUse {
    let gpus = &summary.utilization.as_ref().expect("samples").gpus;
    gpus.iter().find(|gpu| gpu.key == key).expect("the GPU")
}

fn near(value: Option<f64>, expected: f64) -> bool {
    value.is_some_and(|value| (value - expected).abs() < 1e-9 * expected)
}

#[test]
fn values_that_cannot_be_read_are_unknown() {
    assert_eq!(recognize(SMI.as_bytes(), "gpus.csv").format, Format::NvidiaSmi);
    let found = summary(&[SMI]);
    let a = gpu(&found, "GPU-a");
    assert_eq!((a.samples, a.known), (3, 2));
    assert!(near(a.utilization, 0.75) && near(a.power, 500.1), "{a:?}");
    assert!((a.known_share - 2.0 / 3.0).abs() < 1e-3 && (a.power_share - 2.0 / 3.0).abs() < 1e-9, "{a:?}");
    let b = gpu(&found, "GPU-b");
    assert_eq!((b.samples, b.known, b.utilization, b.is_mig), (3, 0, None, true));
    assert!(near(b.power, 300.0) && (b.power_share - 2.0 / 3.0).abs() < 1e-9, "{b:?}");
    let report = &found.files[0];
    assert_eq!((report.rows, report.skipped.len()), (6, 0));
    assert!(report.remarks.contains(&Remark::HeaderRepeated { count: 1 }));
    assert!(report.remarks.contains(&Remark::MultiInstance { gpus: 1 }));
    // [Unknown Error], ERR!, [Not Supported] and three times [N/A].
    assert!(report.remarks.contains(&Remark::UnknownValues { count: 6 }), "{:?}", report.remarks);
    let of = &found.types[0];
    assert_eq!((of.book_id.as_deref(), of.gpus_seen, of.held_from), (Some("h100-sxm"), 2, HeldFrom::Samples));
    let all = found.utilization.as_ref().expect("samples");
    // Of six samples, two are known with 75% between them.
    assert!(near(all.mean, 0.75) && all.unknown_gpus == 1);
    assert!((all.lowest - 1.5 / 6.0).abs() < 1e-3 && (all.highest - 5.5 / 6.0).abs() < 1e-3, "{all:?}");
}

#[test]
fn units_stand_in_the_cell_the_header_or_nowhere() {
    let bare = SMI.replace(" %,", ",").replace(" W,", ",");
    let named_nowhere = bare.replace(" [%]", "").replace(" [W]", "");
    for text in [&bare, &named_nowhere, &SMI.replace('\n', "\r\n")] {
        let found = summary(&[text]);
        assert!(near(gpu(&found, "GPU-a").utilization, 0.75) && near(gpu(&found, "GPU-a").power, 500.1), "{text}");
    }
}

#[test]
fn four_numbers_ask_for_the_time_between_two_samples() {
    let text = "0, 97, 68012, 81559\n1, 0, 40000, 81559\n0, 91, 68012, 81559\n1, [N/A], 40000, 81559\n";
    assert_eq!(recognize(text.as_bytes(), "log.csv").format, Format::NvidiaSmi);
    assert!(!recognize(text.as_bytes(), "log.csv").certain);
    let refused = reading(text, &ReadSettings::default()).map(|_| ());
    assert_eq!(refused, Err(Refused::AskInterval { gpus: 2 }));
    let settings = ReadSettings { interval: Some(1_800.0), ..ReadSettings::default() };
    let mut record = Record::default();
    record.add(reading(text, &settings).expect("a reading"));
    let found = record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus);
    assert!(near(gpu(&found, "0").utilization, 0.94));
    assert!(near(gpu(&found, "0").memory, 68_012.0 / 81_559.0));
    assert_eq!(gpu(&found, "1").utilization, Some(0.0));
    assert_eq!((gpu(&found, "0").observed_hours, gpu(&found, "1").known_share), (1.0, 0.5));
    // Without times there is no demand of any date.
    assert_eq!((found.demand, found.range), (None, None));
    let odd = reading("0, 97, 68012\n", &ReadSettings { format: Some(Format::NvidiaSmi), ..settings }).map(|_| ());
    assert!(matches!(odd, Err(Refused::ChooseColumns { .. })), "{odd:?}");
}

/// Two GPUs over three hours, a sample a minute. The first computes; the second holds half of its memory and is idle for
/// two of the hours.
fn idle_text(owner_column: &str) -> String {
    let header = format!(
        "timestamp, hostname, index, name, uuid, utilization.gpu [%], memory.used [MiB], memory.total [MiB]{owner_column}\n"
    );
    (0..180).fold(header, |text, minute| {
        let time = format!("2026/02/03 {:02}:{:02}:00.000", 9 + minute / 60, minute % 60);
        let second = if minute < 120 { 1 } else { 80 };
        text + &format!("{time}, n1, 0, NVIDIA H100 80GB HBM3, GPU-a, 90 %, 60000 MiB, 81559 MiB\n")
            + &format!("{time}, n1, 1, NVIDIA H100 80GB HBM3, GPU-b, {second} %, 40779.5 MiB, 81559 MiB\n")
    })
}

#[test]
fn gpus_that_are_held_but_idle_are_found_with_owner_and_price() {
    let questions = SummaryQuestions { prices: [("h100-sxm".to_owned(), 3.0)].into(), ..SummaryQuestions::default() };
    let found = summary_at(&[&idle_text("")], &questions);
    let idle = found.idle.as_ref().expect("samples");
    let gpus: Vec<_> = idle.gpus.iter().map(|gpu| (gpu.key.as_str(), gpu.times, gpu.join)).collect();
    assert_eq!(gpus, [("GPU-b", 1, Join::Unknown)]);
    assert!(near(Some(idle.gpu_hours), 2.0) && near(idle.cost, 6.0) && near(Some(idle.share), 2.0 / 6.0), "{idle:?}");
    assert_eq!(found.demand.as_ref().map(|demand| demand.from), Some(DemandFrom::Samples));
    assert_eq!(found.demand.as_ref().map(|demand| demand.wanted.clone()), Some(vec![Some(2.0); 3]));
    // A job that held both GPUs of the host at the time.
    let job = |gpus: u32| {
        format!(
            "JobID|User|State|Start|End|Elapsed|AllocTRES|NodeList\n\
             1|anna|COMPLETED|2026-02-03T08:00:00|2026-02-03T14:00:00|06:00:00|gres/gpu:h100={gpus}|n[1-1]\n"
        )
    };
    let found = summary_at(&[&idle_text(""), &job(2)], &questions);
    let idle = found.idle.as_ref().expect("samples");
    assert_eq!((idle.gpus[0].owner.as_str(), idle.gpus[0].join), ("anna", Join::HostAndTime));
    assert_eq!(idle.owners.iter().map(|owner| owner.0.as_str()).collect::<Vec<_>>(), ["anna"]);
    // 12 GPU-hours held, 6 of them with known use: half busy at (2 x 0.9 x 3 + ...) on average.
    let of = &found.types[0];
    assert_eq!((of.held_from, of.held_gpu_hours), (HeldFrom::Jobs, 12.0));
    assert!(
        (of.known_share - 0.5).abs() < 1e-9
            && near(of.mean_utilization, (0.9 * 180.0 + 0.01 * 120.0 + 0.8 * 60.0) / 360.0)
    );
    // A job that held one of the two may have held the other, unless it names the index.
    let found = summary_at(&[&idle_text(""), &job(1)], &questions);
    assert_eq!(found.idle.as_ref().map(|idle| idle.gpus[0].join), Some(Join::Unknown));
    let by_index = |index: u32, id: u32, user: &str| {
        let head = "JobID|User|State|Start|End|Elapsed|AllocGRES|NodeList";
        let times = "2026-02-03T08:00:00|2026-02-03T14:00:00|06:00:00";
        format!("{head}\n{id}|{user}|COMPLETED|{times}|gpu:h100:1(IDX:{index})|n1\n")
    };
    let found = summary_at(&[&by_index(0, 1, "anna"), &idle_text(""), &by_index(1, 2, "ben")], &questions);
    let gpu = &found.idle.as_ref().expect("samples").gpus[0];
    assert_eq!((gpu.owner.as_str(), gpu.join), ("ben", Join::HostAndIndex));
}

#[test]
fn idle_times_end_where_nothing_is_known() {
    let header = "timestamp, uuid, utilization.gpu [%]\n";
    let row =
        |minute: u32, value: &str| format!("2026/02/03 {:02}:{:02}:00, GPU-a, {value}\n", 9 + minute / 60, minute % 60);
    let idle = |rows: Vec<String>| {
        let found = summary(&[&(header.to_owned() + &rows.concat())]);
        found.idle.map(|idle| idle.gpu_hours)
    };
    // 29 minutes are too short, 30 are not; an unknown value or a gap of half an hour ends an idle time.
    assert_eq!(idle((0..30).map(|minute| row(minute, "0 %")).collect()), Some(0.0));
    assert_eq!(idle((0..31).map(|minute| row(minute, "0 %")).collect()), Some(0.5));
    assert_eq!(
        idle((0..40).map(|minute| row(minute, if minute == 20 { "[N/A]" } else { "0 %" })).collect()),
        Some(0.0)
    );
    assert_eq!(idle((0..80).filter(|m| *m < 20 || *m >= 60).map(|minute| row(minute, "0 %")).collect()), Some(0.0));
}

/// Some exports have the latest first.
#[test]
fn falling_times_say_the_same_as_rising_ones() {
    let text = idle_text("");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1..].reverse();
    let (rising, falling) = (summary(&[&text]), summary(&[&lines.join("\n")]));
    assert_eq!(falling.demand, rising.demand);
    let hours = |summary: &Summary| summary.idle.as_ref().map(|idle| idle.gpu_hours);
    assert_eq!(hours(&falling), hours(&rising));
    assert_eq!(falling.types[0].known_gpu_hours, rising.types[0].known_gpu_hours);
    assert!(!falling.files[0].remarks.iter().any(|remark| matches!(remark, Remark::OutOfOrder { .. })));
}

#[test]
fn the_same_time_in_two_files_counts_once() {
    let text = idle_text("");
    let whole = summary(&[&text]);
    // The log was rotated in the middle of an hour: both halves count.
    let lines: Vec<&str> = text.lines().collect();
    let (first, second) = lines.split_at(1 + 2 * 90);
    let first = first.join("\n");
    let second = format!("{}\n{}", lines[0], second.join("\n"));
    for files in [&[text.as_str(), text.as_str()][..], &[&first, &second], &[&second, &first]] {
        let found = summary(files);
        assert_eq!(found.types[0].known_gpu_hours, whole.types[0].known_gpu_hours);
        assert!(near(found.idle.as_ref().map(|idle| idle.gpu_hours), whole.idle.as_ref().expect("samples").gpu_hours));
        let twice = found.files[1].remarks.contains(&Remark::InTwoFiles { count: 6 });
        assert_eq!(twice, files[0] == files[1]);
    }
}

#[test]
fn rows_that_cannot_be_are_named() {
    let header = "timestamp, index, uuid, utilization.gpu [%], power.draw [W]\n";
    let text = format!(
        "{header}2026/02/03 09:00:00, 0, GPU-a, 50 %, 300 W\n2026/02/03 09:00:00, 0, GPU-a, 50 %, 300 W\n\
         2026/02/30 09:00:00, 0, GPU-a, 50 %, 300 W\n2026/02/03 09:01:00, 0, GPU-a, 50 %\n\
         2026/02/03 09:02:00, 0, GPU-a, 4294967295 %, 70 W\n2026/02/03 08:00:00, 0, GPU-a, 30 %, 200 W\n"
    );
    let found = summary(&[&text]);
    let report = &found.files[0];
    assert_eq!(
        report.skipped.iter().map(|s| (s.reason, s.lines.clone())).collect::<Vec<_>>(),
        [(SkipReason::ShortRow, vec![5]), (SkipReason::BadTime, vec![4])]
    );
    for remark in [Remark::Duplicates { count: 1 }, Remark::RefusedValues { count: 1 }, Remark::OutOfOrder { count: 1 }]
    {
        assert!(report.remarks.contains(&remark), "{remark:?}: {:?}", report.remarks);
    }
    assert!(near(gpu(&found, "GPU-a").utilization, 0.4));
}

const PROMETHEUS: &str = include_str!("measured/prometheus.json");

#[test]
fn series_of_prometheus_are_samples_of_gpus() {
    assert_eq!(recognize(PROMETHEUS.as_bytes(), "answer.json").format, Format::Prometheus);
    let found = summary(&[PROMETHEUS]);
    check_prometheus(&found);
    let remarks = &found.files[0].remarks;
    assert!(remarks.contains(&Remark::Replicas { count: 1 }), "{remarks:?}");
    assert!(remarks.contains(&Remark::UnknownValues { count: 2 }), "{remarks:?}");
    assert_eq!(found.files[0].rows, 14);
}

fn check_prometheus(found: &Summary) {
    let all = found.utilization.as_ref().expect("samples");
    assert_eq!(all.gpus.len(), 3);
    let a = gpu(found, "GPU-a");
    assert_eq!((a.samples, a.known, a.host.as_str()), (4, 3, "n1"));
    assert!(near(a.utilization, 0.5) && (a.known_share - 0.75).abs() < 1e-9, "{a:?}");
    let b = gpu(found, "GPU-b");
    assert_eq!((b.samples, b.known), (3, 2));
    assert!((b.utilization.expect("known") - 0.6).abs() < 1e-7, "{b:?}");
    let c = gpu(found, "GPU-c");
    assert!(near(c.utilization, 2.0 / 7.0) && near(c.power, 350.0) && c.is_mig, "{c:?}");
    // Steps of a minute: 3, 2 and 1 of 4, 3 and 1 are known.
    assert!(near(Some(all.known_gpu_hours), 6.0 / 60.0) && near(Some(all.observed_gpu_hours), 8.0 / 60.0));
    let busy = 3.0 * 0.5 + 2.0 * 0.6 + 2.0 / 7.0;
    assert!((all.lowest - busy / 8.0).abs() < 1e-7 && (all.highest - (busy + 2.0) / 8.0).abs() < 1e-7, "{all:?}");
    assert!(found.files[0].remarks.contains(&Remark::RefusedValues { count: 1 }));
}

/// The same series as tables: a column per series, and a row per value.
#[test]
fn series_as_tables_say_the_same() {
    let a = r#""{__name__=""DCGM_FI_DEV_GPU_UTIL"", UUID=""GPU-a"", Hostname=""n1"", pod=""train-0""}""#;
    let b = r#""DCGM_FI_DEV_GPU_UTIL{UUID=""GPU-b"", Hostname=""n1"", prometheus_replica=""a""}""#;
    let c = |id: u32, profile: &str, metric: &str| {
        format!(r#""{metric}{{UUID=""GPU-c"", GPU_I_ID=""{id}"", GPU_I_PROFILE=""{profile}""}}""#)
    };
    let (one, two) = ("1g.10gb", "2g.20gb");
    let header = [
        "Time".to_owned(),
        a.to_owned(),
        b.to_owned(),
        c(1, one, "DCGM_FI_PROF_GR_ENGINE_ACTIVE"),
        c(2, two, "DCGM_FI_PROF_GR_ENGINE_ACTIVE"),
        c(1, one, "DCGM_FI_DEV_POWER_USAGE"),
        c(2, two, "DCGM_FI_DEV_POWER_USAGE"),
    ];
    let wide = format!(
        "{}\n1770000000,40,80,1,0.5,350,350\n1770000060,60,NaN,,,,\n1770000120,4294967295,40,,,,\n1770000180,50,,,,,\n",
        header.join(",")
    );
    let long = "timestamp,__name__,UUID,Hostname,GPU_I_ID,GPU_I_PROFILE,value\n\
        1770000000,DCGM_FI_DEV_GPU_UTIL,GPU-a,n1,,,40\n1770000060,DCGM_FI_DEV_GPU_UTIL,GPU-a,n1,,,60\n\
        1770000120,DCGM_FI_DEV_GPU_UTIL,GPU-a,n1,,,4294967295\n1770000180,DCGM_FI_DEV_GPU_UTIL,GPU-a,n1,,,50\n\
        1770000000,DCGM_FI_DEV_GPU_UTIL,GPU-b,n1,,,80\n1770000060,DCGM_FI_DEV_GPU_UTIL,GPU-b,n1,,,NaN\n\
        1770000120,DCGM_FI_DEV_GPU_UTIL,GPU-b,n1,,,40\n\
        1770000000,DCGM_FI_PROF_GR_ENGINE_ACTIVE,GPU-c,,1,1g.10gb,1\n\
        1770000000,DCGM_FI_PROF_GR_ENGINE_ACTIVE,GPU-c,,2,2g.20gb,0.5\n\
        1770000000,DCGM_FI_DEV_POWER_USAGE,GPU-c,,1,1g.10gb,350\n\
        1770000000,DCGM_FI_DEV_POWER_USAGE,GPU-c,,2,2g.20gb,350\n";
    for text in [wide.as_str(), long] {
        assert_eq!(recognize(text.as_bytes(), "export.csv").format, Format::Prometheus, "{text}");
        check_prometheus(&summary(&[text]));
    }
}

/// Times with milliseconds, values that are numbers, and a list of answers.
#[test]
fn answers_in_other_forms_say_the_same() {
    let other = PROMETHEUS.replace("0, \"40\"", "0.000, 40.0").replace("\"0.5\"", "0.5");
    assert_ne!(other, PROMETHEUS);
    check_prometheus(&summary(&[&other]));
    check_prometheus(&summary(&[&format!("[{PROMETHEUS}]")]));
    // Two answers, one after the other.
    let error = r#"{"status":"success","data":{"resultType":"matrix","result":[]}}"#;
    check_prometheus(&summary(&[&format!("{error}\n{PROMETHEUS}")]));
}

#[test]
fn memory_owners_and_missing_steps_of_series() {
    let series = |metric: &str, labels: &str, values: String| {
        format!(r#"{{"metric": {{"__name__": "{metric}", "UUID": "GPU-a"{labels}}}, "values": [{values}]}}"#)
    };
    let minutes = |from: u32, to: u32, value: &str| {
        (from..to).map(|m| format!("[{}, \"{value}\"]", 1_770_000_000 + 60 * m)).collect::<Vec<_>>().join(",")
    };
    // Two pods one after the other; the second is idle, and after it nothing is measured for an hour.
    let first = series("DCGM_FI_DEV_GPU_UTIL", r#", "namespace": "vision", "pod": "a""#, minutes(0, 60, "90"));
    let second = series("DCGM_FI_DEV_GPU_UTIL", r#", "namespace": "speech", "pod": "b""#, minutes(60, 120, "1"));
    let later = series("DCGM_FI_DEV_GPU_UTIL", "", minutes(180, 240, "1"));
    let used = series("DCGM_FI_DEV_FB_USED", "", minutes(0, 240, "20000"));
    let free = series("DCGM_FI_DEV_FB_FREE", "", minutes(0, 240, "60000"));
    let other = series("DCGM_FI_DEV_SM_CLOCK", "", minutes(0, 240, "1980"));
    let all = [first, second, later, used, free, other].join(",");
    let text = format!(r#"{{"status": "success", "data": {{"resultType": "matrix", "result": [{all}]}}}}"#);
    let found = summary(&[&text]);
    let a = gpu(&found, "GPU-a");
    assert!(near(a.peak_memory, 0.25) && (a.known_share - 0.75).abs() < 1e-9, "{a:?}");
    let idle = found.idle.as_ref().expect("samples");
    assert_eq!(idle.owners.iter().map(|owner| owner.0.as_str()).collect::<Vec<_>>(), ["speech", ""]);
    let remarks = &found.files[0].remarks;
    assert!(remarks.contains(&Remark::Unused { names: vec!["DCGM_FI_DEV_SM_CLOCK".to_owned()] }), "{remarks:?}");
    // An answer that breaks off counts as far as it goes; one that is an error says so.
    let broken = &text[..text.len() - 3_000];
    assert_eq!(summary(&[broken]).files[0].skipped_for(SkipReason::Unreadable), 1);
    let error = r#"{"status":"error","errorType":"bad_data","error":"invalid parameter","data":{"resultType":"matrix","result":[]}}"#;
    let refused = reading(error, &ReadSettings::default()).map(|_| ());
    assert_eq!(refused, Err(Refused::ErrorAnswer { message: "invalid parameter".to_owned() }));
}

/// Two H100 whose work needs 16.8 GB and a tenth of the compute, and one that is full.
#[test]
fn small_work_fits_cheaper_types_and_slices() {
    let header = "timestamp, uuid, name, utilization.gpu [%], memory.used [MiB], memory.total [MiB]\n";
    let rows = (0..60).fold(header.to_owned(), |text, minute| {
        let time = format!("2026/02/03 09:{minute:02}:00");
        let row = |gpu: &str, use_percent: u32, used: u32| {
            format!("{time}, {gpu}, NVIDIA H100 80GB HBM3, {use_percent} %, {used} MiB, 81559 MiB\n")
        };
        text + &row("GPU-a", 10, 16_000) + &row("GPU-b", 10, 16_000) + &row("GPU-c", 95, 79_000)
    });
    let prices = [("h100-sxm", 3.0), ("l40s", 1.0), ("t4", 0.3), ("l4", 0.5), ("b200-sxm", 6.0)];
    let prices = prices.map(|(id, price)| (id.to_owned(), price)).into();
    let found = summary_at(&[&rows], &SummaryQuestions { prices, ..SummaryQuestions::default() });
    let hint = &found.right_sizing[0];
    assert_eq!((hint.gpus_known, hint.low_memory, hint.low_compute, hint.both), (3, 2, 2, 2));
    assert!(near(hint.peak_memory_gb, 16_000.0 * 1.048_576e-3) && near(Some(hint.gpu_hours), 2.0), "{hint:?}");
    // 18.5 GB with headroom: a T4 has 16.
    let cheaper: Vec<_> = hint.cheaper.iter().map(|of| (of.book_id.as_str(), of.saving)).collect();
    assert_eq!(cheaper, [("l4", 5.0), ("l40s", 4.0)]);
    let mig = &found.mig[0];
    assert_eq!((mig.book_id.as_str(), mig.gpus_known), ("h100-sxm", 3));
    let profiles: Vec<_> =
        mig.profiles.iter().map(|of| (of.name.as_str(), of.count, of.fits, of.gpus_needed)).collect();
    let expected = [
        ("1g.10gb", 7, 0, 0),
        ("1g.20gb", 4, 2, 1),
        ("2g.20gb", 3, 2, 1),
        ("3g.40gb", 2, 2, 1),
        ("4g.40gb", 1, 2, 2),
        ("7g.80gb", 1, 2, 2),
    ];
    // The third needs 82.8 GB of 85.5, more than the book's 80.
    assert_eq!(profiles, expected);
    // A seventh of the price, and a third where three slices of two sevenths are sold.
    assert!(near(mig.profiles[0].price, 3.0 / 7.0) && near(mig.profiles[2].price, 1.0));
}

/// `--query-gpu=timestamp,name,uuid,temperature.gpu,utilization.gpu,utilization.memory,memory.used,power.draw,power.limit
/// --format=csv,noheader`.
#[test]
fn samples_without_a_header_are_read_by_what_their_cells_show() {
    let text = "\
2026/03/01 08:00:00.000, NVIDIA H100 80GB HBM3, GPU-a, 41, 75 %, 12 %, 61000 MiB, 500.10 W, 700.00 W
2026/03/01 08:00:00.000, NVIDIA H100 80GB HBM3, GPU-b, 33, 0 %, 0 %, 4 MiB, 70.00 W, 700.00 W
2026/03/01 08:01:00.000, NVIDIA H100 80GB HBM3, GPU-a, 42, 25 %, 12 %, 61000 MiB, 300.10 W, 700.00 W
2026/03/01 08:01:00.000, NVIDIA H100 80GB HBM3, GPU-b, 33, [N/A], 0 %, 4 MiB, 70.00 W, 700.00 W
";
    assert_eq!(recognize(text.as_bytes(), "gpus.csv").format, Format::NvidiaSmi);
    let found = summary(&[text]);
    let (a, b) = (gpu(&found, "GPU-a"), gpu(&found, "GPU-b"));
    assert!(near(a.utilization, 0.5) && near(a.power, 400.1), "{a:?}");
    assert_eq!((b.samples, b.known, b.utilization), (2, 1, Some(0.0)));
    assert!(found.files[0].remarks.contains(&Remark::NoHeader));
    assert_eq!(found.types[0].book_id.as_deref(), Some("h100-sxm"));
    // Without units, or with an index that could be a temperature, the columns are asked for.
    for text in [
        "2026/03/01 08:00:00.000, NVIDIA H100 80GB HBM3, GPU-a, 41, 75, 12, 61000, 500.10\n",
        "2026/03/01 08:00:00.000, NVIDIA H100 80GB HBM3, 0, 41, 75 %, 500.10 W\n",
    ] {
        let settings = ReadSettings { format: Some(Format::NvidiaSmi), ..ReadSettings::default() };
        let refused = reading(text, &settings).expect_err("it cannot be told");
        assert!(matches!(refused, Refused::ChooseColumns { .. }), "{refused:?}");
    }
}

/// What `nvidia-smi` leaves open is read by the columns that are chosen, not asked again.
#[test]
fn chosen_columns_count_where_the_format_could_not_tell_them() {
    use engine::measured::Meaning;
    let asked = "2026/03/01 08:00:00.000, NVIDIA H100 80GB HBM3, 0, 41, 75 %, 500.10 W\n";
    assert!(matches!(reading(asked, &ReadSettings::default()), Err(Refused::ChooseColumns { .. })));
    let chosen = vec![(0, Meaning::Start), (1, Meaning::Gpu), (4, Meaning::UtilizationPercent)];
    // A first row with a time is no header: both rows count.
    let found = reading(
        &format!("{asked}{}", asked.replace("08:00", "08:01")),
        &ReadSettings { chosen, ..ReadSettings::default() },
    )
    .expect("a reading");
    assert_eq!((found.report.format, found.report.rows), (Format::AnyCsv, 2));
}
