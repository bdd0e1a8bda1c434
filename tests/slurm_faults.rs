//! Job lists that were read wrongly, and others of the same kinds.
//!
//! Expected values: by hand, from the times and resource lists in the text; rules from the manual pages of sacct, slurm.conf
//! and gres.conf.

use engine::measured::report::{Remark, SkipReason};
use engine::measured::source::Container;
use engine::measured::{
    FileReport, Format, OtherOutput, ReadSettings, Reading, Record, Refused, Summary, SummaryQuestions, read, recognize,
};
use engine::prices::PriceBook;
use engine::view::measured::MeasuredView;
use engine::view::measured::remarks::refusal;
use engine::view::plain_text;
use proptest::collection::vec;
use proptest::prelude::*;

fn reading(text: &str) -> Result<Reading, Refused> {
    let mut bytes = text.as_bytes();
    let mut go_on = |_| true;
    read(&mut bytes, "jobs.txt", &ReadSettings::default(), &mut go_on)
}

fn summary(texts: &[&str]) -> Summary {
    asked(texts, &SummaryQuestions::default())
}

fn asked(texts: &[&str], questions: &SummaryQuestions) -> Summary {
    let mut record = Record::default();
    for text in texts {
        record.add(reading(text).expect("a reading"));
    }
    record.summarize(questions, &PriceBook::embedded().gpus)
}

/// Rows under a header with the cells of one job each, for the 3rd of February 2026.
const HEADER: &str = "JobID|Partition|State|Submit|Start|End|Elapsed|ReqTRES|AllocTRES\n";

fn near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= 1e-9 * expected.abs().max(1.0)
}

fn has(report: &FileReport, remark: &Remark) -> bool {
    report.remarks.contains(remark)
}

/// Job 600 held 8 GPUs for an hour, of which only steps are there; 601 one GPU: 9.
#[test]
fn steps_without_their_job_count_once() {
    let text = include_str!("measured/faults/s05-steps-without-parent.txt");
    let found = summary(&[text]);
    assert_eq!((found.held_gpu_hours, found.jobs.gpu_jobs), (9.0, 2));
    assert!(has(&found.files[0], &Remark::StepsWithoutJob { count: 1 }), "{:?}", found.files[0].remarks);
    // The job is there, before its steps, behind them, far from them or in another file: nothing changes.
    let job =
        "600|n|u|a|gpu|COMPLETED|2026-02-03T08:00:00|2026-02-03T09:00:00|2026-02-03T10:00:00|01:00:00||gres/gpu=8\n";
    let (header, rows) = text.split_once('\n').expect("a header");
    let last = rows.trim_end().rsplit_once('\n').expect("rows").0;
    let other = &rows[last.len() + 1..];
    let alone = format!("{header}\n{job}");
    for files in [
        &[format!("{header}\n{job}{rows}").as_str()][..],
        &[format!("{header}\n{last}\n{job}{other}").as_str()],
        &[format!("{header}\n{rows}{job}").as_str()],
        &[text, alone.as_str()],
        &[alone.as_str(), text],
    ] {
        let found = summary(files);
        assert_eq!((found.held_gpu_hours, found.jobs.gpu_jobs, found.jobs.attempts), (9.0, 2, 2), "{files:?}");
        assert!(!found.files.iter().any(|file| has(file, &Remark::StepsWithoutJob { count: 1 })), "{files:?}");
    }
}

/// Steps one after the other on 4 GPUs, an hour each; two at the same time count once, with the most GPUs of one. Steps that
/// name no GPU are of a job that is unknown.
#[test]
fn steps_hold_from_the_first_to_the_last() {
    let step = |id: &str, start: u32, end: u32, tres: &str| {
        format!(
            "{id}||COMPLETED|2026-02-03T{start:02}:00:00|2026-02-03T{start:02}:00:00|2026-02-03T{end:02}:00:00|{:02}:00:00||{tres}\n",
            end - start
        )
    };
    let rows = [step("7.0", 9, 10, "gres/gpu=4"), step("7.1", 10, 11, "gres/gpu=4"), step("7.2", 9, 11, "gres/gpu=2")];
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        let found = summary(&[&format!("{HEADER}{}", order.map(|at| rows[at].as_str()).concat())]);
        assert_eq!((found.held_gpu_hours, found.jobs.attempts), (8.0, 1), "{order:?}");
    }
    let found = summary(&[&format!("{HEADER}{}", step("7.batch", 9, 10, "cpu=8,mem=1G"))]);
    assert_eq!((found.held_gpu_hours, found.jobs.unknown_jobs, found.jobs.unknown_job_hours), (0.0, 1, 1.0));
    // Two attempts, of which the first is there: the steps of the second count.
    let first = "7|gpu|NODE_FAIL|2026-02-03T06:00:00|2026-02-03T06:00:00|2026-02-03T07:00:00|01:00:00||gres/gpu=4\n";
    let found = summary(&[&format!("{HEADER}{first}{}", step("8.0", 8, 9, "gres/gpu=1") + &rows[0])]);
    assert_eq!((found.held_gpu_hours, found.jobs.gpu_jobs), (9.0, 2));
}

/// Clocks were put back at 03:00 on the 26th of October 2025: from 02:50 to 02:20 are 30 minutes on 8 GPUs.
#[test]
fn elapsed_decides_where_clocks_were_put_back() {
    let found = summary(&[include_str!("measured/faults/s09-clock-back.txt")]);
    assert_eq!((found.held_gpu_hours, found.files[0].skipped.len()), (12.0, 0));
    // More than clocks explain, and no elapsed time to decide.
    for (end, elapsed, skipped) in
        [("02:20:00", "01:30:00", 1), ("02:20:00", "", 1), ("02:49:00", "00:59:00", 0), ("01:49:00", "00:59:00", 1)]
    {
        let row = format!("2|gpu|COMPLETED||2025-10-26T02:50:00|2025-10-26T{end}|{elapsed}||gres/gpu=8\n");
        let found = summary(&[&format!("{HEADER}{row}")]);
        assert_eq!(found.files[0].skipped_for(SkipReason::EndsBeforeStart), skipped, "{row}");
    }
}

/// Two GPUs for three hours each, whatever became of the job: 18.
#[test]
fn states_that_the_width_cuts_are_known() {
    let found = summary(&[include_str!("measured/faults/s11-fixed-width-out-of-memory.txt")]);
    assert_eq!((found.held_gpu_hours, found.files[0].skipped.len()), (18.0, 0));
}

/// Two jobs of 8 GPUs for an hour: 16, whatever stands between the cells.
#[test]
fn any_delimiter_that_sacct_takes() {
    let caret = include_str!("measured/faults/s12-delimiter-caret.txt");
    for text in [caret, include_str!("measured/faults/s12-delimiter-comma.txt")] {
        assert_eq!(recognize(text.as_bytes(), "x").format, Format::Slurm);
        assert_eq!(summary(&[text]).held_gpu_hours, 16.0);
    }
    for delimiter in
        ["~", "::", "||", " | ", "<>", "#", "@@", "!", "\u{a7}", ";", "\t", "$", "&", "\\", "^|^", "AND", " "]
    {
        let text = caret.replace('^', delimiter);
        let found = summary(&[&text]);
        assert_eq!(recognize(text.as_bytes(), "x").format, Format::Slurm, "{delimiter}");
        assert_eq!((found.held_gpu_hours, found.files[0].skipped.len()), (16.0, 0), "{delimiter}");
        // As `sacct -p` writes it.
        let trailing = text.replace('\n', &format!("{delimiter}\n"));
        assert_eq!(summary(&[&trailing]).held_gpu_hours, 16.0, "{delimiter}");
    }
    // Without a header, in a known order.
    let row = "1^n^COMPLETED^2026-02-03T08:00:00^2026-02-03T09:00:00^2026-02-03T10:00:00^01:00:00^^gres/gpu=8\n";
    assert_eq!(summary(&[row]).held_gpu_hours, 8.0);
}

/// Lists of nodes and resources hold commas themselves; so can names. 8 GPUs for an hour, each.
#[test]
fn commas_inside_lists_are_no_columns() {
    let header = "JobID,JobName,State,Start,End,Elapsed,ReqTRES,AllocTRES,NodeList\n";
    let times = "COMPLETED,2026-02-03T09:00:00,2026-02-03T10:00:00,01:00:00";
    let lists = "billing=8,cpu=8,gres/gpu=8,mem=1G,node=1";
    for row in [
        format!("1,train,{times},{lists},{lists},n1\n"),
        format!("1,train,{times},,{lists},n[1-2,4]\n"),
        format!("1,train,{times},cpu=8,gres/gpu=8,node=1,billing=8,cpu=8,gres/gpu:a100=8,gres/gpu=8,n1\n"),
        format!("1,train, large,{times},{lists},{lists},n1\n"),
        format!("1,train,{times},\"{lists}\",\"{lists}\",\"n[1,3]\"\n"),
    ] {
        let found = summary(&[&format!("{header}{row}")]);
        assert_eq!((found.held_gpu_hours, found.files[0].skipped.len()), (8.0, 0), "{row}");
    }
}

/// The 10th of January to the 15th of February are 36 days of 24 hours on one GPU.
#[test]
fn windows_that_overlap_count_each_moment_once() {
    let first = include_str!("measured/faults/s16-truncate-overlap-a.txt");
    let second = include_str!("measured/faults/s16-truncate-overlap-b.txt");
    let (header, rest) = second.split_once('\n').expect("a header");
    let first_rows = first.split_once('\n').expect("a header").1.trim_end();
    let together = format!("{header}\n{first_rows}\n{rest}");
    let reversed = format!("{header}\n{}\n{first_rows}\n", rest.trim_end());
    for files in [&[first, second][..], &[second, first], &[&together], &[&reversed]] {
        let found = summary(files);
        assert_eq!((found.held_gpu_hours, found.jobs.attempts, found.jobs.running), (864.0, 1, 0), "{files:?}");
        assert!(found.files.iter().any(|file| has(file, &Remark::Windows { count: 1 })));
        // It waited a day, once.
        assert_eq!((found.waiting.started_jobs, found.waiting.mean_hours), (1, 24.0));
        assert_eq!(found.demand.expect("a demand").peak, 1.0);
    }
}

/// Windows of a day of a job of four days on 2 GPUs, in every order: 192. One window that is missing is not held, and what
/// comes behind it did not wait.
#[test]
fn windows_in_any_order_and_number() {
    let row = |from: u32, to: u32, state: &str| {
        format!(
            "{HEADER}5|gpu|{state}|2026-02-01T00:00:00|2026-02-{from:02}T00:00:00|2026-02-{to:02}T00:00:00|{}-00:00:00||gres/gpu=2\n",
            to - from
        )
    };
    let windows = [row(1, 2, "RUNNING"), row(2, 3, "RUNNING"), row(2, 4, "RUNNING"), row(4, 5, "COMPLETED")];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
        let files = order.map(|at| windows[at].as_str());
        let found = summary(&files);
        assert_eq!((found.held_gpu_hours, found.jobs.attempts), (192.0, 1), "{order:?}");
        assert_eq!((found.waiting.started_jobs, found.waiting.mean_hours), (1, 0.0), "{order:?}");
    }
    let found = summary(&[&windows[3], &windows[0]]);
    assert_eq!((found.held_gpu_hours, found.waiting.started_jobs, found.waiting.mean_hours), (96.0, 1, 0.0));
    // Two attempts, submitted anew: no windows. Two clusters without names: neither.
    let again = row(3, 5, "COMPLETED").replace("2026-02-01T00:00:00", "2026-02-01T12:00:00");
    assert_eq!(summary(&[&windows[2], &again]).held_gpu_hours, 96.0 + 96.0);
}

/// A shard and a share of MPS are parts of a GPU of unknown size; job 3 has none.
#[test]
fn parts_of_gpus_are_unknown() {
    let text = include_str!("measured/faults/s18-shard.txt");
    for text in
        [text.to_owned(), text.replace("gres/shard=2", "gres/mps=50"), text.replace("gres/shard=2", "gpu:0,shard:2")]
    {
        let found = summary(&[&text]);
        assert_eq!((found.held_gpu_hours, found.jobs.unknown_jobs, found.jobs.cpu_jobs), (8.0, 1, 1), "{text}");
        assert!(has(&found.files[0], &Remark::PartsOfGpus { count: 1 }), "{:?}", found.files[0].remarks);
    }
}

/// Of 1 to 4, 10 and more, five are named.
#[test]
fn lists_of_tasks_that_were_cut_say_so() {
    let text = include_str!("measured/faults/s40-cut-array.txt");
    for (list, jobs, cut) in [
        ("303_[1-4,10,...]", 5, true),
        ("303_[1-4,10,...%2]", 5, true),
        ("303_[1-4,10...]", 4, true),
        ("303_[1-4,10+", 4, true),
        ("303_[1-4,10]", 5, false),
        ("303_[1-4,10%2]", 5, false),
    ] {
        let found = summary(&[&text.replace("303_[1-4,10,...]", list)]);
        assert_eq!(
            (found.waiting.jobs, found.waiting.gpus),
            (jobs, f64::from(u32::try_from(jobs).expect("a few"))),
            "{list}"
        );
        assert_eq!(has(&found.files[0], &Remark::WaitingCut { count: 1 }), cut, "{list}");
        assert!(found.files[0].skipped.is_empty(), "{list}");
    }
}

#[test]
fn a_job_that_waits_for_unknown_gpus_is_said() {
    let text = include_str!("measured/faults/s51-pending-without-request.txt");
    let found = summary(&[text]);
    assert_eq!((found.held_gpu_hours, found.waiting.jobs, found.waiting.unknown_jobs), (8.0, 0, 1));
    let remarks = &found.files[0].remarks;
    assert!(remarks.contains(&Remark::Waiting { count: 1 }) && remarks.contains(&Remark::WaitingUnknown { count: 1 }));
    let view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    let said: Vec<String> = view.findings.iter().map(|of| plain_text(of, |value, _| value.to_string())).collect();
    assert!(said.iter().any(|text| text.contains("do not state a number of GPUs: 1")), "{said:?}");
    // Tasks of an array too; not jobs of a partition without GPUs.
    let array = summary(&[&text.replace("\n2|gpu", "\n2_[1-3]|gpu")]);
    assert_eq!((array.waiting.jobs, array.waiting.unknown_jobs), (0, 3));
    assert_eq!(summary(&[&text.replace("\n2|gpu", "\n2|batch")]).waiting.unknown_jobs, 0);
}

/// The second job waits for the first: nobody wants more than the 8 GPUs that are held.
#[test]
fn what_is_not_eligible_waits_for_no_gpu() {
    let text = include_str!("measured/faults/c47-eligible-unknown.txt");
    let found = summary(&[text]);
    assert_eq!((found.waiting.jobs, found.waiting.gpus, found.waiting.blocked_jobs), (0, 0.0, 1));
    let demand = found.demand.expect("a demand");
    assert_eq!((demand.peak, demand.mean), (8.0, 8.0));
    assert!(has(&found.files[0], &Remark::Blocked { count: 1 }));
    // Eligible next month: the record does not reach it, and no hour of it is demand.
    let later = summary(&[&text.replacen("08:00:00|Unknown|Unknown", "08:00:00|2026-04-02T08:00:00|Unknown", 1)]);
    assert_eq!((later.waiting.jobs, later.waiting.blocked_jobs, later.range), (0, 1, found.range));
    // The reason says it where it is a column.
    let pending = |reason: &str| {
        format!(
            "JobID|State|Reason|Submit|Start|End|Elapsed|ReqTRES|AllocTRES\n\
        1|COMPLETED|None|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T20:00:00|12:00:00||gres/gpu=8\n\
        2|PENDING|{reason}|2026-03-02T08:00:00|Unknown|Unknown|00:00:00|gres/gpu=8|\n"
        )
    };
    for (reason, blocked) in
        [("Dependency", 1), ("JobHeldUser", 1), ("BeginTime", 1), ("Resources", 0), ("Priority", 0)]
    {
        let waiting = summary(&[&pending(reason)]).waiting;
        assert_eq!((waiting.blocked_jobs, waiting.jobs), (blocked, 1 - blocked), "{reason}");
    }
    // Eligible at once: it waits for GPUs.
    let now = summary(&[&text.replacen("08:00:00|Unknown|Unknown", "08:00:00|2026-03-02T08:00:00|Unknown", 1)]);
    assert_eq!((now.waiting.jobs, now.demand.map(|demand| demand.peak)), (1, Some(16.0)));
}

/// 8 + 4 GPUs for an hour.
#[test]
fn a_line_break_in_a_text_is_not_the_end_of_a_row() {
    let text = include_str!("measured/faults/s55-line-break-in-submit-line.txt");
    let found = summary(&[text]);
    assert_eq!((found.held_gpu_hours, found.files[0].rows, found.files[0].skipped.len()), (12.0, 2, 0));
    assert!(has(&found.files[0], &Remark::BrokenLines { count: 1 }));
    // Several lines, one of them blank, one with the delimiter, a carriage return; the text as the last column.
    let more = text.replace("&&\necho b", "&&\r\n\necho b | tee x\nexit 0");
    let found = summary(&[&more]);
    assert_eq!((found.held_gpu_hours, found.files[0].skipped.len()), (12.0, 0), "{:?}", found.files);
    let last = "JobID|State|Start|End|Elapsed|AllocTRES|Comment\n\
        1|COMPLETED|2026-02-03T09:00:00|2026-02-03T10:00:00|01:00:00|gres/gpu=8|first\nsecond | third\n\
        2|COMPLETED|2026-02-03T09:00:00|2026-02-03T10:00:00|01:00:00|gres/gpu=4|\n";
    let found = summary(&[last]);
    assert_eq!((found.held_gpu_hours, found.files[0].rows, found.files[0].skipped.len()), (12.0, 2, 0));
    assert!(has(&found.files[0], &Remark::BrokenLines { count: 1 }));
    // A row that breaks off takes nothing of the next one.
    let short = text.replace("1|bash -c echo a &&\necho b|COMPLETED", "1|bash");
    let found = summary(&[&short]);
    assert_eq!((found.held_gpu_hours, found.files[0].skipped_for(SkipReason::ShortRow)), (4.0, 1));
}

/// Slices of seven, of an A30 of four (NVIDIA, Multi-Instance GPU user guide): seven 1g jobs are a demand of one GPU.
#[test]
fn instances_of_cut_gpus_count_by_their_slices() {
    let row = |id: u32, tres: &str| {
        format!("{id}|gpu|COMPLETED|2026-02-03T09:00:00|2026-02-03T09:00:00|2026-02-03T10:00:00|01:00:00||{tres}\n")
    };
    for kind in ["1g.10gb", "a100_1g.5gb", "nvidia_h100_80gb_hbm3_1g.10gb"] {
        let rows: String = (1..=7).map(|id| row(id, &format!("cpu=1,gres/gpu:{kind}=1,gres/gpu=1"))).collect();
        let found = summary(&[&format!("{HEADER}{rows}")]);
        assert!(near(found.held_gpu_hours, 1.0), "{kind}: {}", found.held_gpu_hours);
        let demand = found.demand.expect("a demand");
        assert!(near(demand.peak, 1.0) && demand.capacity == 1.0, "{kind}: {demand:?}");
        assert_eq!(found.types[0].most_at_once, 1.0);
        assert!(has(&found.files[0], &Remark::Slices { count: 7 }));
    }
    // 3/7 + 2 x 2/7 + 1/4, and a whole one.
    let rows =
        row(1, "gres/gpu:a100_3g.20gb=1") + &row(2, "gres/gpu:a100_2g.10gb=2") + &row(3, "gres/gpu:a30_1g.6gb=1");
    let found = summary(&[&format!("{HEADER}{rows}{}", row(4, "gres/gpu:a100=1"))]);
    assert!(near(found.held_gpu_hours, 2.25), "{}", found.held_gpu_hours);
    // Its price is that of the GPU, by its slices: at 7.00 a GPU-hour, 3.00 + 4.00 + 7.00 for the A100.
    let prices = [("a100-40-sxm".to_owned(), 7.0), ("a100-80-sxm".to_owned(), 7.0)].into();
    let priced = asked(
        &[&format!("{HEADER}{}", row(1, "gres/gpu:a100_1g.5gb=7"))],
        &SummaryQuestions { prices, ..SummaryQuestions::default() },
    );
    assert_eq!(priced.types[0].book_id.as_deref(), Some("a100-40-sxm"), "an instance of 5 GB is of 40 GB");
    assert!(near(priced.months[0].cost.expect("a cost"), 7.0));
    // What waits is weighed too.
    let waits = "9|gpu|PENDING|2026-02-03T09:00:00|Unknown|Unknown|00:00:00|gres/gpu:1g.10gb=7|\n";
    assert!(near(summary(&[&format!("{HEADER}{}{waits}", row(1, "gres/gpu=1"))]).waiting.gpus, 1.0));
}

/// Jobs that waited 1 h on 1 GPU, 2 h on 1, 3 h on 8: 2 h a job, (1 + 2 + 24) / 10 = 2.7 h by GPUs.
#[test]
fn waits_are_per_job_and_weighted_by_gpus_beside_it() {
    let row = |id: u32, wait: u32, gpus: u32| {
        format!(
            "{id}|gpu|COMPLETED|2026-02-03T06:00:00|2026-02-03T{:02}:00:00|2026-02-03T12:00:00|01:00:00||gres/gpu={gpus}\n",
            6 + wait
        )
    };
    let found = summary(&[&format!("{HEADER}{}{}{}", row(1, 1, 1), row(2, 2, 1), row(3, 3, 8))]);
    let waiting = &found.waiting;
    assert_eq!((waiting.mean_hours, waiting.quantile_hours), (2.0, Some([2.0, 3.0, 3.0])));
    assert!(near(waiting.gpu_mean_hours, 2.7));
    assert_eq!((waiting.gpu_quantile_hours, waiting.waited_gpu_hours), (Some([3.0; 3]), 27.0));
    let view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    let said = plain_text(&view.findings[0], |value, _| format!("{value:.1}"));
    assert_eq!(
        said,
        "Jobs that started had waited 2.0 hours on average, one job in ten longer than 3.0 hours. Weighted by their GPUs they had waited 2.7 hours on average, one GPU in ten longer than 3.0 hours: 27.0 GPU-hours in all."
    );
    // A job on two types waits once.
    let two = row(1, 1, 1).replace("gres/gpu=1", "gres/gpu:a100=1,gres/gpu:h100=1");
    assert_eq!(summary(&[&format!("{HEADER}{two}")]).waiting.started_jobs, 1);
}

#[test]
fn other_outputs_are_refused_with_what_to_run() {
    for (text, output) in [
        (include_str!("measured/faults/s39-json.json"), OtherOutput::SacctJson),
        ("{\n \"meta\": {\"plugin\": {}},\n \"jobs\": []\n}", OtherOutput::SacctJson),
        ("---\njobs:\n- job_id: 1\n", OtherOutput::SacctYaml),
        (
            "             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n 1 gpu a b R 1:00 1 n1\n",
            OtherOutput::Squeue,
        ),
        ("JobId=101 JobName=train\n   UserId=anna(1000)\n", OtherOutput::Scontrol),
        (
            "--------------------------------------------------------------------------------\nCluster Utilization 2026-01-01T00:00:00\n",
            OtherOutput::Sreport,
        ),
    ] {
        let refused = reading(text).map(|_| ());
        assert_eq!(refused, Err(Refused::OtherOutput { output }), "{text}");
        let why = refusal(&Refused::OtherOutput { output });
        assert!(why.contains("Slurm") && why.contains("Run instead: sacct -a -X -D -P"), "{why}");
    }
    // Metrics and allocations with a label `job_id` are none.
    let costs = r#"{"code":200,"data":[{"a":{"gpuCost":1.0,"properties":{"labels":{"job_id":"7"}}}}]}"#;
    assert_eq!(recognize(costs.as_bytes(), "x.json").format, Format::OpenCost);
    let metrics = r#"{"data":{"resultType":"matrix","result":[{"metric":{"job_id":"7"},"values":[]}]}}"#;
    assert_eq!(recognize(metrics.as_bytes(), "x.json").format, Format::Prometheus);
}

/// A header of tar as GNU tar and as version 7 write it: the sum of its bytes, its own field as blanks, in octal.
#[test]
fn archives_are_refused_with_what_to_do() {
    let mut block = [0_u8; 1_024];
    block[..8].copy_from_slice(b"jobs.txt");
    block[100..107].copy_from_slice(b"0000644");
    block[124..135].copy_from_slice(b"00000000012");
    for magic in [&b"ustar\x0000"[..], b"ustar  \0", b"\0\0\0\0\0\0\0\0"] {
        block[257..265].copy_from_slice(magic);
        block[148..156].fill(b' ');
        let sum: u32 = block[..512].iter().map(|byte| u32::from(*byte)).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let gzip = {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            std::io::Write::write_all(&mut encoder, &block).expect("compressed");
            encoder.finish().expect("compressed")
        };
        for bytes in [&block[..], &gzip] {
            let mut go_on = |_| true;
            let refused = read(&mut &*bytes, "logs.tar", &ReadSettings::default(), &mut go_on).map(|_| ());
            assert_eq!(refused, Err(Refused::Container { container: Container::Tar }));
        }
    }
    for (bytes, container) in [
        (&b"7z\xbc\xaf\x27\x1c...."[..], Container::SevenZip),
        (b"Rar!\x1a\x07....", Container::Rar),
        (b"\x04\x22\x4d\x18....", Container::Lz4),
    ] {
        let mut go_on = |_| true;
        let refused = read(&mut &*bytes, "x", &ReadSettings::default(), &mut go_on).map(|_| ());
        assert_eq!(refused, Err(Refused::Container { container }));
    }
    assert!(refusal(&Refused::Container { container: Container::Tar }).contains("Unpack it"));
}

/// Hours after the 1st of February 2026 as sacct writes them.
fn hour(hours: u32) -> String {
    let (day, hour) = (1 + hours / 24, hours % 24);
    format!("2026-02-{day:02}T{hour:02}:00:00")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Jobs cut at windows that overlap, in any order and with their steps anywhere, hold what they held: GPUs x hours.
    #[test]
    fn drawn_windows_hold_what_the_jobs_held(
        jobs in vec((0_u32..200, 1_u32..200, 1_u32..9), 1..12),
        windows in vec((0_u32..390, 1_u32..150), 0..5),
        cuts in (1_u32..399, 1_u32..399),
        turn in 0_usize..8,
        is_one_file: bool,
    ) {
        // Three windows cover everything; the drawn ones lie anywhere.
        let (a, b) = (cuts.0.min(cuts.1), cuts.0.max(cuts.1));
        let mut all = vec![(0, a), (a, b), (b, 400)];
        all.extend(windows.iter().map(|(from, length)| (*from, (from + length).min(400))));
        let turns = turn % all.len();
        all.rotate_left(turns);
        let rows = |(from, to): &(u32, u32)| -> String {
            let cut = jobs.iter().enumerate().filter_map(|(id, (start, length, gpus))| {
                let (begin, end) = ((*start).max(*from), (start + length).min(*to));
                (begin < end).then(|| {
                    let time = format!("{}|{}|{}:00:00", hour(begin), hour(end), end - begin);
                    let list = format!("|gres/gpu={gpus}\n");
                    format!("{id}|gpu|COMPLETED|{submit}|{time}|{list}{id}.0||COMPLETED|{submit}|{time}|{list}", submit = hour(*start))
                })
            });
            cut.collect()
        };
        let files: Vec<String> = if is_one_file {
            vec![all.iter().map(rows).collect()]
        } else {
            all.iter().map(rows).filter(|rows| !rows.is_empty()).collect()
        };
        let texts: Vec<String> = files.iter().map(|rows| format!("{HEADER}{rows}")).collect();
        let found = summary(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let held: u32 = jobs.iter().map(|(_, length, gpus)| length * gpus).sum();
        prop_assert!(near(found.held_gpu_hours, f64::from(held)), "{} instead of {held}", found.held_gpu_hours);
        prop_assert_eq!(found.jobs.attempts, jobs.len() as u64);
        prop_assert_eq!(found.waiting.mean_hours, 0.0);
    }
}
