//! Jobs of a record as a replay takes them, and what a plan does for them. Expected values by hand.

use std::collections::BTreeMap;

use engine::measured::{ReadSettings, Record, read};
use engine::replay::answer::{Policy, ReplayQuestion, answer};
use engine::replay::judgement::{Choices, Sizes, TooShort};
use engine::replay::rates::{OwnedRate, Rates};
use engine::replay::recorded::{RecordedJob, RecordedJobs, ReplayRemarks};
use engine::replay::{ReplayJob, parts};

const HEAD: &str = "JobID|Account|State|Submit|Start|End|ElapsedRaw|AllocTRES|ReqTRES";
const HOUR: i64 = 3_600;

fn record(rows: &[&str]) -> RecordedJobs {
    let text = format!("{HEAD}\n{}\n", rows.join("\n"));
    let reading = read(&mut text.as_bytes(), "sacct.txt", &ReadSettings::default(), &mut |_| true).expect("it is read");
    let mut record = Record::default();
    record.add(reading);
    record.jobs_to_replay(&BTreeMap::new())
}

fn tres(gpus: &str) -> String {
    format!("cpu=8,node=1,{gpus}|{gpus}")
}

fn row(id: &str, state: &str, (submit, start, end): (&str, &str, &str), seconds: i64, gpus: &str) -> String {
    format!("{id}|vision|{state}|{submit}|{start}|{end}|{seconds}|{}", tres(gpus))
}

/// Each row that a replay leaves out or changes is counted; the rest are run again, the first submitted first. One that held
/// its GPUs for no time (2) is no job of the record: its reader counts it.
#[test]
fn rows_that_cannot_be_run_again_are_counted_and_the_rest_are_run() {
    let day = |time: &str| format!("2026-03-02T{time}");
    let rows = [
        row("1", "COMPLETED", (&day("01:00:00"), &day("02:00:00"), &day("04:00:00")), 7_200, "gres/gpu=4"),
        row("2", "COMPLETED", (&day("00:30:00"), &day("03:00:00"), &day("03:00:00")), 0, "gres/gpu=4"),
        row("3", "COMPLETED", (&day("05:00:00"), &day("04:00:00"), &day("06:00:00")), 7_200, "gres/gpu=2"),
        row("4", "COMPLETED", ("Unknown", &day("06:00:00"), &day("07:00:00")), 3_600, "gres/gpu=1"),
        row("5", "RUNNING", (&day("06:00:00"), &day("06:30:00"), "Unknown"), 1_800, "gres/gpu=8"),
        row("6", "PENDING", (&day("06:00:00"), "Unknown", "Unknown"), 0, "gres/gpu=16"),
        row(
            "7",
            "COMPLETED",
            (&day("06:00:00"), &day("06:00:00"), &day("07:00:00")),
            3_600,
            "gres/gpu:a100=2,gres/gpu:v100=1",
        ),
        row("8", "REQUEUED", (&day("07:00:00"), &day("07:10:00"), &day("07:20:00")), 600, "gres/gpu=4"),
        row("8", "COMPLETED", (&day("07:00:00"), &day("08:00:00"), &day("09:00:00")), 3_600, "gres/gpu=4"),
    ];
    let found = record(&rows.each_ref().map(String::as_str));
    let expected = ReplayRemarks {
        submit_after_start: 1,
        unknown_submit: 1,
        not_started: 1,
        not_ended: 1,
        ..ReplayRemarks::default()
    };
    assert_eq!(found.remarks, expected);
    let midnight = found.jobs[0].job.submit - HOUR;
    let short = |of: &RecordedJob| (of.job.submit - midnight, of.job.seconds, of.job.parts / parts(1.0), of.waited);
    let all: Vec<(i64, i64, u64, i64)> = found.jobs.iter().map(short).collect();
    let expected = [
        (HOUR, 7_200, 4, HOUR),
        (4 * HOUR, 7_200, 2, 0),
        (6 * HOUR, 3_600, 1, 0),
        (6 * HOUR, 1_800, 8, 1_800),
        (6 * HOUR, 3_600, 3, 0), // on two types
        (7 * HOUR, 600, 4, 600),
        (7 * HOUR + 1_200, 3_600, 4, 2_400), // wanted again when the first attempt ended
    ];
    assert_eq!(all, expected);
    assert!(found.jobs.iter().all(|of| found.accounts[of.account as usize] == "vision"));
}

fn choices(patience: Option<i64>) -> Choices {
    Choices {
        rates: Rates {
            owned: vec![OwnedRate { gpus: 8.0, usd_per_year: 8.0 * 8_760.0, usd_per_hour: 0.5 }],
            rented_usd_per_hour: 4.0,
            ..Rates::default()
        },
        owned_busy_share: 1.0,
        gpus_per_node: 8.0,
        gpus_per_instance: 8.0,
        launch_seconds: 0,
        idle_seconds: 0,
        patience,
        waiting_usd_per_gpu_hour: 0.0,
    }
}

fn question(owned: f64, patience: Option<i64>) -> ReplayQuestion {
    let sizes = Sizes { owned, committed: 0.0 };
    ReplayQuestion {
        plan: "Own".to_owned(),
        plan_id: "own".to_owned(),
        sizes,
        choices: choices(patience),
        finds_sizes: true,
    }
}

/// Two jobs of 8 GPUs at once for an hour, then an idle hour, 360 times; one account of each.
fn pairs() -> RecordedJobs {
    let job = |pair: i64, account: u32| RecordedJob {
        job: ReplayJob { submit: pair * 2 * HOUR, seconds: HOUR, parts: parts(8.0) },
        waited: i64::from(account) * HOUR,
        account,
    };
    RecordedJobs {
        jobs: (0..360).flat_map(|pair| [job(pair, 0), job(pair, 1)]).collect(),
        accounts: vec!["vision".to_owned(), "language".to_owned()],
        remarks: ReplayRemarks::default(),
    }
}

/// Rented: 16 GPU-hours × 4 in two hours. On 8 owned, rent at once: 16 × 1.00 held, 8 × 0.50, 8 × 4.00 in two hours.
/// Waiting an hour: 16 × 1.00 + 16 × 0.50. So one node is best for those who wait.
#[test]
fn waiting_saves_what_it_saves_and_the_waits_stand_beside_it() {
    let recorded = pairs();
    let found = answer(recorded.clone(), question(8.0, Some(HOUR))).expect("jobs");
    assert_eq!((found.jobs, found.seconds), (720, 720 * HOUR));
    let near = |usd: f64, expected: f64| assert!((usd / (360.0 * expected) - 1.0).abs() < 1e-12, "{usd} of {expected}");
    near(found.rented.usd, 64.0);
    let [(at_once, rented), (waiting, waited), (endless, unlimited)] = &found.policies[..] else { panic!("three") };
    assert_eq!([*at_once, *waiting, *endless], [Policy::RentAtOnce, Policy::WaitUpTo(HOUR), Policy::WaitWithoutLimit]);
    near(rented.expect("replayed").usd, 16.0 + 4.0 + 32.0);
    let waited = waited.expect("replayed");
    near(waited.usd, 16.0 + 8.0);
    assert_eq!((waited.jobs, waited.waits.mean, waited.waits.worst), ([720, 0, 0], 1_800.0, 3_600.0));
    assert_eq!(unlimited.expect("exactly full, not over").usd, waited.usd);
    assert_eq!(found.best.expect("tried").sizes, Sizes { owned: 8.0, committed: 0.0 });
    let by_account: Vec<(&str, f64)> = found.by_account.iter().map(|(name, waits)| (&**name, waits.mean)).collect();
    assert_eq!(by_account, [("vision", 0.0), ("language", 3_600.0)]);
    assert_eq!(found.by_size.iter().map(|(most, waits)| (*most, waits.jobs)).collect::<Vec<_>>(), [(8.0, 720)]);
    assert!(matches!(found.judged, Some(Ok(_))), "30 days and 720 jobs");
    let mut owns_nothing = question(0.0, Some(0));
    owns_nothing.choices.rates.owned.clear();
    let found = answer(recorded, owns_nothing).expect("jobs");
    assert_eq!((found.judged, found.best.expect("tried").sizes), (None, Sizes::default()), "nothing may be owned");
}

/// At 1 USD for each hour in which a GPU's job waits, an hour of waiting of 8 GPUs costs 8 in two hours and saves 32 of rent, less 4 of
/// running; at 4 USD it costs 32 and no longer pays.
#[test]
fn the_patience_that_costs_least_follows_the_price_of_waiting() {
    let cheapest = |usd: f64| {
        let mut asked = question(8.0, Some(0));
        asked.finds_sizes = false;
        asked.choices.waiting_usd_per_gpu_hour = usd;
        let found = answer(pairs(), asked).expect("jobs");
        let (policy, outcome) = found.cheapest_policy()?;
        Some((policy, outcome.usd_with_waiting(usd) / 360.0))
    };
    assert_eq!(cheapest(0.0), None);
    assert_eq!(cheapest(1.0), Some((Policy::WaitUpTo(HOUR), 16.0 + 8.0 + 8.0)));
    assert_eq!(cheapest(4.0), Some((Policy::RentAtOnce, 16.0 + 4.0 + 32.0)));
}

/// On one node these are two days of work for each day: without limit of patience nothing is promised.
#[test]
fn a_backlog_that_grows_for_ever_has_no_figures() {
    let mut recorded = pairs();
    for of in &mut recorded.jobs {
        of.job.seconds = 2 * HOUR;
    }
    let found = answer(recorded, question(8.0, None)).expect("jobs");
    assert_eq!(found.policies.last().expect("a policy").1, None);
    assert_eq!(found.best.expect("tried").sizes.owned, 16.0, "two nodes do it");
    assert!(found.tried.iter().all(|(_, usd)| usd.is_finite()));
}

#[test]
fn a_record_of_one_job_is_replayed_and_does_not_judge() {
    let mut recorded = pairs();
    recorded.jobs.truncate(1);
    let found = answer(recorded, question(8.0, Some(0))).expect("a job");
    assert_eq!(found.judged, Some(Err(TooShort { days: 1.0 / 24.0, jobs: 1 })));
    assert_eq!(answer(RecordedJobs::default(), question(8.0, Some(0))), None);
}
