//! Whole jobs on the machines of a plan, against an independent replay: tests/replay/reference.py, which lists all
//! reservations and tries every moment at which one ends. It wrote the 200 streams and where each job runs.

use engine::replay::{Instances, Machines, PARTS, Place, Placed, Replay, ReplayJob, parts};

const STREAMS: &str = include_str!("replay/streams.csv");

fn gpus(text: &str) -> u64 {
    parts(match text.split_once('/') {
        Some((over, under)) => over.parse::<f64>().expect("a number") / under.parse::<f64>().expect("a number"),
        None => text.parse().expect("a number"),
    })
}

fn whole(text: &str) -> i64 {
    text.parse().expect("a whole number")
}

struct Stream {
    machines: Machines,
    billed: u128,
    jobs: Vec<(ReplayJob, Placed)>,
}

fn streams() -> Vec<Stream> {
    let mut all: Vec<Stream> = Vec::new();
    for line in STREAMS.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split(',').collect();
        if let ["stream", owned, committed, patience, instance, launch, idle, billed] = cells[..] {
            let rented = Instances { parts: gpus(instance), launch_seconds: whole(launch), idle_seconds: whole(idle) };
            let patience = (!patience.is_empty()).then(|| whole(patience));
            let machines = Machines { owned: gpus(owned), committed: gpus(committed), patience, rented };
            all.push(Stream { machines, billed: billed.parse().expect("seconds"), jobs: Vec::new() });
            continue;
        }
        let [submit, seconds, of_job, place, start] = cells[..] else { panic!("{line}") };
        let place = match place {
            "o" => Place::Owned,
            "c" => Place::Committed,
            "r" => Place::Rented,
            other => panic!("{other}"),
        };
        let job = ReplayJob { submit: whole(submit), seconds: whole(seconds), parts: gpus(of_job) };
        all.last_mut().expect("a stream").jobs.push((job, Placed { place, start: whole(start) }));
    }
    all
}

#[test]
fn every_job_starts_where_and_when_an_independent_replay_starts_it() {
    let all = streams();
    assert_eq!(all.len(), 200);
    let (mut waited, mut overtook, mut places) = (0, 0, [0; 3]);
    for (index, stream) in all.iter().enumerate() {
        let mut replay = Replay::new(stream.machines);
        let mut latest = i64::MIN;
        for (place, (job, expected)) in stream.jobs.iter().enumerate() {
            assert_eq!(replay.place(*job), *expected, "stream {index}, job {place}: {job:?} on {:?}", stream.machines);
            waited += usize::from(expected.start > job.submit);
            overtook += usize::from(expected.place == Place::Owned && expected.start < latest);
            latest = if expected.place == Place::Owned { latest.max(expected.start) } else { latest };
            places[expected.place as usize] += 1;
        }
        let used = replay.finish();
        assert_eq!(used.billed, stream.billed * u128::from(PARTS), "stream {index}: {:?}", stream.machines);
        let work = |wanted: Place| -> u128 {
            let jobs = stream.jobs.iter().filter(|(_, placed)| placed.place == wanted);
            jobs.map(|(job, _)| u128::from(job.parts) * u128::from(job.seconds.unsigned_abs())).sum()
        };
        assert_eq!(
            [used.owned, used.committed, used.rented],
            [Place::Owned, Place::Committed, Place::Rented].map(work)
        );
    }
    assert!(waited > 1_000 && overtook > 200, "{waited} waited, {overtook} started before an earlier one");
    assert!(places.iter().all(|jobs| *jobs > 900), "{places:?}");
}
