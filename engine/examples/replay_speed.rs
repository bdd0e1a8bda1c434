//! Replays jobs from standard input, one `submit seconds gpus` a line, and prints the seconds that it took and the GPU-seconds on
//! owned machines: `replay_speed GPUS PATIENCE_SECONDS`. For `scripts/replay-bench.py`.

use std::io::{Read, Write};
#[expect(clippy::disallowed_types, reason = "it measures; the engine does not")]
use std::time::Instant;

use engine::replay::{Instances, Machines, Replay, ReplayJob, parts};

fn main() {
    let numbers: Vec<f64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let (Some(gpus), Some(patience)) = (numbers.first(), numbers.get(1)) else {
        eprintln!("usage: replay_speed GPUS PATIENCE_SECONDS");
        return;
    };
    let mut text = String::new();
    if std::io::stdin().read_to_string(&mut text).is_err() {
        eprintln!("the jobs cannot be read");
        return;
    }
    let job = |line: &str| {
        let mut cells = line.split(' ');
        let (submit, seconds) = (cells.next()?.parse().ok()?, cells.next()?.parse().ok()?);
        Some(ReplayJob { submit, seconds, parts: parts(cells.next()?.parse().ok()?) })
    };
    let jobs: Vec<ReplayJob> = text.lines().filter_map(job).collect();
    #[expect(clippy::cast_possible_truncation, reason = "whole seconds of some hours")]
    let patience = *patience as i64;
    let rented = Instances { parts: parts(8.0), launch_seconds: 600, idle_seconds: 900 };
    let machines = Machines { owned: parts(*gpus), committed: 0, patience: Some(patience), rented };
    #[expect(clippy::disallowed_types, reason = "it measures; the engine does not")]
    let begun = Instant::now();
    let mut replay = Replay::new(machines);
    for job in &jobs {
        replay.place(*job);
    }
    let used = replay.finish();
    let _ = writeln!(std::io::stdout(), "{} {} {}", begun.elapsed().as_secs_f64(), jobs.len(), used.owned);
}
