//! Job lists of Slurm: what each line of the sample says, and traps of the same kinds.
//!
//! Expected values: by hand, from the times and resource lists in the text.

use engine::measured::report::{Remark, SkipReason};
use engine::measured::summary::{OwnerKind, TypeUse};
use engine::measured::{Format, ReadSettings, Reading, Record, Refused, Summary, SummaryQuestions, read, recognize};
use engine::prices::PriceBook;

const SAMPLE: &str = include_str!("measured/sacct.txt");

fn reading(text: &str, settings: &ReadSettings) -> Result<Reading, Refused> {
    let mut bytes = text.as_bytes();
    let mut go_on = |_| true;
    read(&mut bytes, "jobs.txt", settings, &mut go_on)
}

fn record(texts: &[&str]) -> Record {
    let mut record = Record::default();
    for text in texts {
        record.add(reading(text, &ReadSettings::default()).expect("a reading"));
    }
    record
}

fn summary(texts: &[&str]) -> Summary {
    record(texts).summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
}

/// The header of the sample and the rows of some of its jobs.
fn rows_of(ids: &[&str]) -> String {
    let is_one = |line: &str| ids.iter().any(|id| line.split(['|', '.', '_']).next() == Some(id));
    let rows: Vec<&str> =
        SAMPLE.lines().enumerate().filter(|(at, line)| *at == 0 || is_one(line)).map(|l| l.1).collect();
    rows.join("\n")
}

fn hours(summary: &Summary) -> Vec<(&str, f64)> {
    summary.types.iter().map(|of: &TypeUse| (of.name.as_str(), of.held_gpu_hours)).collect()
}

fn near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 1e-4 * expected.abs().max(1e-9)
}

#[test]
fn each_job_of_the_sample_holds_what_it_held() {
    assert_eq!(recognize(SAMPLE.as_bytes(), "jobs.txt").format, Format::Slurm);
    assert_eq!(hours(&summary(&[&rows_of(&["101"])])), [("a100", 8.0)]);
    assert_eq!(hours(&summary(&[&rows_of(&["102"])])), [("a100", 6.0), ("h100", 3.0)]);
    let steps = summary(&[&rows_of(&["103"])]);
    assert_eq!(hours(&steps), [("", 8.0)]);
    assert!(steps.files[0].remarks.contains(&Remark::Steps { count: 3 }));
    assert!(near(summary(&[&rows_of(&["104"])]).held_gpu_hours, 52.1022));
    let running = summary(&[&rows_of(&["105"])]);
    assert_eq!((running.held_gpu_hours, running.jobs.running), (96.0, 1));
    assert_eq!(summary(&[&rows_of(&["109"])]).held_gpu_hours, 20.0);
    let never = summary(&[&rows_of(&["110"])]);
    assert_eq!((never.held_gpu_hours, never.jobs.gpu_jobs, never.waiting.jobs), (0.0, 0, 0));
}

#[test]
fn a_job_that_waits_is_demand_that_was_not_met() {
    let found = summary(&[&rows_of(&["106"])]);
    assert_eq!((found.held_gpu_hours, found.waiting.jobs, found.waiting.gpus), (0.0, 1, 16.0));
    assert_eq!(found.waiting.without_limit, 1);
    let array = summary(&[&rows_of(&["108"])]);
    assert_eq!((array.waiting.jobs, array.waiting.gpus, array.waiting.gpus_at_once), (800, 800.0, 500.0));
    assert!(array.files[0].skipped.is_empty());
}

#[test]
fn requeued_attempts_share_an_id_and_only_the_last_can_be_useful() {
    let found = summary(&[&rows_of(&["107"])]);
    let goodput = found.goodput.expect("a requeued job");
    assert_eq!((goodput.jobs, goodput.attempts, found.jobs.gpu_jobs, found.jobs.attempts), (1, 4, 1, 4));
    assert!(near(goodput.held_gpu_hours, 16_637.0 * 4.0 / 3_600.0), "{goodput:?}");
    assert!(near(goodput.useful_gpu_hours, 2.3922), "{goodput:?}");
    assert!((goodput.share - 0.129).abs() < 5e-4, "{goodput:?}");
}

#[test]
fn a_job_over_the_end_of_a_month_is_split_and_two_files_do_not_double_it() {
    let text = rows_of(&["113"]);
    // As a query for January sees it: still running at its end, 4 hours in.
    let january = text.replace("COMPLETED", "RUNNING").replace("2026-02-02T20:00:00|2-00:00:00", "Unknown|04:00:00");
    for files in [&[text.as_str()][..], &[&text, &text], &[&january, &text], &[&text, &january]] {
        let found = summary(files);
        let months: Vec<(&str, f64)> = found.months.iter().map(|m| (m.name.as_str(), m.gpu_hours)).collect();
        assert_eq!(months, [("2026-01", 32.0), ("2026-02", 352.0)]);
        assert_eq!((found.held_gpu_hours, found.jobs.attempts), (384.0, 1));
        assert_eq!(found.jobs.duplicates, files.len() as u64 - 1);
    }
    assert!(near(summary(&[&january]).held_gpu_hours, 32.0));
}

#[test]
fn a_job_without_recorded_gpus_is_unknown_unless_its_partition_has_none() {
    let found = summary(&[SAMPLE]);
    assert_eq!((found.jobs.unknown_jobs, found.jobs.unknown_job_hours, found.jobs.cpu_jobs), (1, 1.0, 0));
    let header = "JobID|Partition|State|Start|End|Elapsed|AllocTRES\n";
    let row = |id: u32, partition: &str, tres: &str| {
        format!("{id}|{partition}|COMPLETED|2026-02-03T09:00:00|2026-02-03T10:00:00|01:00:00|{tres}\n")
    };
    let accounted = row(1, "a100", "cpu=8,gres/gpu=8") + &row(2, "a100", "cpu=8") + &row(3, "batch", "cpu=8");
    let found = summary(&[&(header.to_owned() + &accounted)]);
    assert_eq!((found.jobs.gpu_jobs, found.jobs.unknown_jobs, found.jobs.cpu_jobs), (1, 1, 1));
    // A cluster that never records GPUs.
    let found = summary(&[&(header.to_owned() + &row(1, "batch", "cpu=8"))]);
    assert_eq!((found.jobs.unknown_jobs, found.jobs.cpu_jobs), (1, 0));
    // A list that says none is known.
    let found = summary(&["JobID|State|Start|Elapsed|AllocGRES\n1|COMPLETED|2026-02-03T09:00:00|01:00:00|(null)\n"]);
    assert_eq!((found.jobs.unknown_jobs, found.jobs.cpu_jobs), (0, 1));
}

#[test]
fn the_sample_as_a_whole() {
    let found = summary(&[SAMPLE]);
    // 8 + 9 + 8 + 52.1022 + 96 + 18.4856 + 20 + 384
    assert!(near(found.held_gpu_hours, 595.5878), "{}", found.held_gpu_hours);
    assert_eq!((found.jobs.gpu_jobs, found.jobs.attempts, found.jobs.running), (8, 11, 1));
    assert_eq!((found.waiting.jobs, found.waiting.gpus, found.waiting.gpus_at_once), (801, 816.0, 516.0));
    let sum: f64 = found.months.iter().map(|month| month.gpu_hours).sum();
    assert!(near(sum, found.held_gpu_hours));
    let of_types: f64 = found.types.iter().map(|of| of.held_gpu_hours).sum();
    assert!(near(of_types, found.held_gpu_hours));
    let ids: Vec<_> = found.types.iter().map(|of| (of.name.as_str(), of.book_id.as_deref())).collect();
    assert_eq!(ids, [("", None), ("a100", Some("a100-80-sxm")), ("h100", Some("h100-sxm"))]);
    // Of 15 rows that are no steps: 105 has no end, 106 and 108 have neither start nor end, 110 no start.
    assert!(found.files[0].remarks.contains(&Remark::TimesWithoutZone { count: 39, offset: 0.0 }), "{:?}", found.files);
    assert!(found.files[0].skipped.is_empty());
    let json = serde_json::to_string(&found).expect("JSON");
    assert!(!json.contains("NaN") && !json.contains("null,null,null"), "{json}");
}

/// Submitted at 8, a job runs from 9 to 11: two GPUs are held for two hours, and wanted from 8 to 10. One that waits with
/// a limit of an hour from 10 on is wanted until 11.
#[test]
fn demand_counts_work_from_its_submit_on() {
    let text = "JobID|State|Submit|Start|End|Elapsed|Timelimit|ReqTRES|AllocTRES\n\
        1|COMPLETED|2026-02-03T07:00:00|2026-02-03T08:00:00|2026-02-03T09:00:00|01:00:00|02:00:00||gres/gpu=1\n\
        2|COMPLETED|2026-02-03T08:00:00|2026-02-03T09:00:00|2026-02-03T11:00:00|02:00:00|02:00:00||gres/gpu=2\n\
        3|PENDING|2026-02-03T10:00:00|Unknown|Unknown|00:00:00|01:00:00|gres/gpu=4|\n";
    let demand = summary(&[text]).demand.expect("a demand");
    assert_eq!(demand.start, 1_770_105_600.0); // 2026-02-03 08:00 UTC
    assert_eq!(demand.held, [Some(1.0), Some(2.0), Some(2.0)]);
    assert_eq!(demand.wanted, [Some(3.0), Some(2.0), Some(4.0)]);
    assert_eq!((demand.peak, demand.floor, demand.capacity), (4.0, 2.0, 2.0));
    assert_eq!(demand.series, "3 2 4");
    // Four of the nine GPU-hours are of the job that never started.
    assert!((demand.unstarted_share() - 4.0 / 9.0).abs() < 1e-12, "{}", demand.unstarted_share());
    assert_eq!(demand.curve.len(), 3);
}

#[test]
fn suspended_time_is_not_held_and_is_spread_evenly() {
    // Four hours of which one was suspended, on 4 GPUs: 12 GPU-hours, 3 GPUs on average.
    let text = "JobID|State|Start|End|Elapsed|AllocTRES\n\
        1|COMPLETED|2026-02-03T08:00:00|2026-02-03T12:00:00|03:00:00|gres/gpu=4\n";
    let found = summary(&[text]);
    assert_eq!(found.held_gpu_hours, 12.0);
    assert_eq!(found.demand.expect("a demand").held, [Some(3.0); 4]);
}

#[test]
fn other_delimiters_forms_and_columns() {
    let text = rows_of(&["101", "104", "113"]);
    let expected = summary(&[&text]).held_gpu_hours;
    // A trailing delimiter, as `sacct -p` writes it, and another one. Lists contain commas, so those are quoted.
    let trailing = text.lines().map(|line| format!("{line}|\n")).collect::<Vec<_>>().concat();
    let semicolons = text.replace('|', ";");
    let quoted: Vec<String> =
        text.lines().map(|line| format!("\"{}\"\r\n", line.split('|').collect::<Vec<_>>().join("\",\""))).collect();
    for other in [trailing, semicolons, text.replace('|', "\t"), quoted.concat()] {
        let found = summary(&[&other]);
        assert!(found.files[0].skipped.is_empty(), "{other}: {:?}", found.files[0]);
        assert_eq!(found.held_gpu_hours, expected, "{other}");
    }
    // Without a header, in a known order.
    let headless: String = text.lines().skip(1).collect::<Vec<_>>().join("\n");
    let found = summary(&[&headless]);
    assert_eq!(found.held_gpu_hours, expected);
    assert!(found.files[0].remarks.contains(&Remark::NoHeader));
    // In an unknown order it is asked for.
    let odd = "1|COMPLETED|gpu|2026-02-03T08:00:00\n";
    let refused = reading(odd, &ReadSettings { format: Some(Format::Slurm), ..ReadSettings::default() });
    assert!(matches!(refused, Err(Refused::ChooseColumns { .. })), "{refused:?}");
    let header = ["JobID", "State", "AllocGRES", "Start", "ElapsedRaw"].map(str::to_owned).to_vec();
    let settings = ReadSettings { header, format: Some(Format::Slurm), ..ReadSettings::default() };
    let found = reading("1|COMPLETED|gpu:h100:4(S:0-3)|2026-02-03T08:00:00|1800\n", &settings).expect("a reading");
    assert_eq!(found.jobs.iter().map(|job| (job.gpus, job.held)).collect::<Vec<_>>(), [(4.0, 1_800.0)]);
    assert_eq!(
        reading("JobID|State|AllocTRES\n1|COMPLETED|gres/gpu=1\n", &ReadSettings::default()).map(|_| ()),
        Err(Refused::MissingColumns { format: Format::Slurm, columns: vec!["Start".into(), "End".into()] })
    );
}

#[test]
fn a_delimiter_in_the_name_of_a_job_is_put_together_where_it_can_be_told() {
    let text = SAMPLE.replace("|typed and untyped|", "|typed | and |untyped|");
    let found = summary(&[&text]);
    assert!(near(found.held_gpu_hours, 595.5878), "{}", found.held_gpu_hours);
    assert!(found.files[0].remarks.contains(&Remark::Rejoined { count: 1 }));
    // Without a state nothing confirms it.
    let text = "JobID|JobName|Start|End|AllocTRES\n1|a|b|2026-02-03T08:00:00|2026-02-03T09:00:00|gres/gpu=1\n";
    assert_eq!(summary(&[text]).files[0].skipped_for(SkipReason::LongRow), 1);
}

#[test]
fn rows_that_cannot_be_are_named_and_not_guessed() {
    let header = "JobID|State|Start|End|Elapsed|AllocTRES\n";
    for (row, reason) in [
        ("1|COMPLETED|2026-02-03T25:00:00|2026-02-03T09:00:00|01:00:00|gres/gpu=1", SkipReason::BadTime),
        ("1|COMPLETED|2026-02-03T10:00:00|2026-02-03T09:00:00|01:00:00|gres/gpu=1", SkipReason::EndsBeforeStart),
        ("1|COMPLETED|Unknown|2026-02-03T09:00:00|01:00:00|gres/gpu=1", SkipReason::NoTime),
        ("1|WONDERFUL|2026-02-03T08:00:00|2026-02-03T09:00:00|01:00:00|gres/gpu=1", SkipReason::Unreadable),
        ("|COMPLETED|2026-02-03T08:00:00|2026-02-03T09:00:00|01:00:00|gres/gpu=1", SkipReason::NoName),
        ("1|COMPLETED|2026-02-03T08:00:00", SkipReason::ShortRow),
        ("1|COMPLETED|2/3/2026 08:00|2/3/2026 09:00|01:00:00|gres/gpu=1", SkipReason::AmbiguousDate),
    ] {
        let found = summary(&[&format!("{header}{row}\n")]);
        assert_eq!(
            found.files[0].skipped.iter().map(|s| (s.reason, s.lines.clone())).collect::<Vec<_>>(),
            [(reason, vec![2])]
        );
        assert_eq!(found.held_gpu_hours, 0.0);
    }
}

#[test]
fn ids_that_start_anew_are_other_jobs() {
    let header = "JobID|State|Submit|Start|End|Elapsed|AllocTRES\n";
    let first = "7|COMPLETED|2026-02-03T08:00:00|2026-02-03T08:00:00|2026-02-03T09:00:00|01:00:00|gres/gpu=1\n";
    let again = "7|COMPLETED|2026-08-03T08:00:00|2026-08-03T08:00:00|2026-08-03T09:00:00|01:00:00|gres/gpu=1\n";
    let found = summary(&[&format!("{header}{first}"), &format!("{header}{again}")]);
    assert_eq!((found.held_gpu_hours, found.goodput), (2.0, None));
    // Between the two files nothing is known: no hour there is idle.
    let demand = found.demand.expect("a demand");
    assert_eq!(demand.unknown_hours, demand.wanted.len() as u64 - 2);
    assert_eq!(demand.mean, 1.0);
}

#[test]
fn a_file_without_the_cluster_is_of_the_only_one_that_is_named() {
    let row = "2026-02-03T08:00:00|2026-02-03T09:00:00|01:00:00|gres/gpu=1\n";
    let without = format!("JobID|State|Start|End|Elapsed|AllocTRES\n7|COMPLETED|{row}");
    let of = |cluster: &str| format!("JobID|Cluster|State|Start|End|Elapsed|AllocTRES\n7|{cluster}|COMPLETED|{row}");
    assert_eq!(summary(&[&without, &of("a")]).held_gpu_hours, 1.0);
    assert_eq!(summary(&[&of("a"), &of("b")]).held_gpu_hours, 2.0);
}

#[test]
fn tasks_that_started_no_longer_wait() {
    let header = "JobID|State|Submit|Start|End|Elapsed|ReqTRES|AllocTRES\n";
    let waits = "108_[1-4]|PENDING|2026-02-03T08:00:00|Unknown|Unknown|00:00:00|gres/gpu=1|\n\
        200|PENDING|2026-02-03T08:00:00|Unknown|Unknown|00:00:00|gres/gpu=2|\n";
    let ran = |id: &str| {
        format!("{id}|COMPLETED|2026-02-03T08:00:00|2026-02-04T08:00:00|2026-02-04T09:00:00|01:00:00||gres/gpu=1\n")
    };
    let before = format!("{header}{waits}");
    let after = format!("{header}{}{}{}", ran("108_2"), ran("108_3"), ran("200"));
    for files in [[before.as_str(), &after], [&after, &before]] {
        let found = summary(&files);
        assert_eq!((found.waiting.jobs, found.waiting.gpus, found.held_gpu_hours), (2, 2.0, 3.0));
    }
}

#[test]
fn owners_get_statements_with_costs() {
    let text = "JobID|User|Account|Partition|State|Start|End|Elapsed|AllocTRES\n\
        1|anna|vision|gpu|COMPLETED|2026-01-31T08:00:00|2026-01-31T18:00:00|10:00:00|gres/gpu:h100=3\n\
        2|ben|speech|gpu|COMPLETED|2026-02-03T08:00:00|2026-02-03T18:00:00|10:00:00|gres/gpu:h100=1\n\
        3|anna|speech|gpu|COMPLETED|2026-02-03T08:00:00|2026-02-03T18:00:00|10:00:00|gres/gpu:odd=1\n";
    let questions = SummaryQuestions { prices: [("h100-sxm".to_owned(), 2.0)].into(), ..SummaryQuestions::default() };
    let found = record(&[text]).summarize(&questions, &PriceBook::embedded().gpus);
    let by = |kind| found.statements.iter().find(|s| s.by == kind).expect("a statement");
    let lines: Vec<_> =
        by(OwnerKind::User).lines.iter().map(|l| (l.name.as_str(), l.gpu_hours, l.share, l.cost)).collect();
    assert_eq!(lines, [("anna", 40.0, 0.8, None), ("ben", 10.0, 0.2, Some(20.0))]);
    assert_eq!(by(OwnerKind::User).lines[0].by_month, [30.0, 10.0]);
    assert_eq!(by(OwnerKind::Account).lines.iter().map(|l| l.gpu_hours).collect::<Vec<_>>(), [30.0, 20.0]);
    assert_eq!(found.months.iter().map(|m| m.cost).collect::<Vec<_>>(), [Some(60.0), None]);
    assert_eq!(found.types[1].book_id, None);
    // The name that the book does not know is answered once.
    let questions = SummaryQuestions { gpu_names: [("odd".to_owned(), "h100-sxm".to_owned())].into(), ..questions };
    let found = record(&[text]).summarize(&questions, &PriceBook::embedded().gpus);
    assert_eq!((found.types.len(), found.types[0].other_names.as_slice()), (1, &["odd".to_owned()][..]));
    assert_eq!(found.months.iter().map(|m| m.cost).collect::<Vec<_>>(), [Some(60.0), Some(40.0)]);
}

/// `sacct --format=JobID,JobName,State,Submit,Start,End,AllocTRES%40`, without `-P`: widths by the line of dashes.
const FIXED: &str = "\
JobID           JobName      State              Submit               Start                 End                                AllocTRES 
------------ ---------- ---------- ------------------- ------------------- ------------------- ---------------------------------------- 
101               train  COMPLETED 2026-03-01T08:00:00 2026-03-01T09:00:00 2026-03-01T11:00:00    billing=64,cpu=64,gres/gpu=8,mem=512G 
101.batch         batch  COMPLETED 2026-03-01T09:00:00 2026-03-01T09:00:00 2026-03-01T11:00:00                          cpu=64,mem=512G 
102          a|long_na+ CANCELLED+ 2026-03-01T08:00:00 2026-03-01T12:00:00 2026-03-01T13:00:00         cpu=4,gres/gpu:h100=4,gres/gpu=4 
103                eval  COMPLETED 2026-03-01T08:00:00 2026-03-01T12:00:00 2026-03-01T12:30:00 billing=128,cpu=128,energy=9,gres/gpu:a+ 
";

#[test]
fn a_table_of_fixed_width_is_read_by_its_dashes() {
    let guess = recognize(FIXED.as_bytes(), "jobs.txt");
    assert_eq!((guess.format, guess.certain), (Format::Slurm, true));
    let found = reading(FIXED, &ReadSettings::default()).expect("a reading");
    // By hand: 8 GPUs for 2 h and 4 for 1 h; the third job's list was cut in the middle of its GPUs.
    let held: f64 =
        found.jobs.iter().filter(|job| job.is_recorded()).map(|job| f64::from(job.gpus) * job.held / 3_600.0).sum();
    assert!((held - 20.0).abs() < 1e-9, "{held}");
    assert_eq!(found.jobs.iter().filter(|job| !job.is_recorded()).count(), 1, "a cut list is unknown, not no GPU");
    assert!(found.report.remarks.contains(&Remark::CutCells { count: 1 }), "{:?}", found.report.remarks);
    assert!(found.report.remarks.contains(&Remark::Steps { count: 1 }));
    assert!(found.report.skipped.is_empty(), "{:?}", found.report.skipped);
}

/// Eight jobs of 2 GPUs, an hour each, of two accounts: by hand, two GPU-hours of each kind, and a file without states says
/// nothing.
#[test]
fn held_hours_are_told_apart_by_how_they_ended() {
    let states =
        ["COMPLETED", "FAILED", "CANCELLED by 1000", "TIMEOUT", "OUT_OF_ME+", "PREEMPTED", "NODE_FAIL", "COMPLETED"];
    let row = |(id, state): (usize, &&str)| {
        let account = if id < 6 { "vision" } else { "speech" };
        format!("{id}|{account}|{state}|2026-02-01T00:00:00|2026-02-01T01:00:00|gres/gpu=2")
    };
    let rows: Vec<String> = states.iter().enumerate().map(row).collect();
    let found = summary(&[&format!("JobID|Account|State|Start|End|AllocTRES\n{}", rows.join("\n"))]);
    let endings = found.endings.expect("states are there");
    let all = &endings.all;
    assert_eq!(
        [all.held, all.completed, all.failed, all.cancelled, all.timed_out, all.out_of_memory, all.requeued],
        [16.0, 4.0, 2.0, 2.0, 2.0, 2.0, 4.0]
    );
    assert_eq!((all.running, all.unknown, endings.further_accounts), (0.0, 0.0, 0));
    let accounts: Vec<(&str, f64, f64)> =
        endings.accounts.iter().map(|of| (of.name.as_str(), of.held, of.completed)).collect();
    assert_eq!(accounts, [("vision", 12.0, 2.0), ("speech", 4.0, 2.0)]);
    let without = summary(&["JobID|Start|End|AllocTRES\n1|2026-02-01T00:00:00|2026-02-01T01:00:00|gres/gpu=2"]);
    assert_eq!(without.endings, None);
}
