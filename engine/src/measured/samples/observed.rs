//! What the samples of all files say of each GPU: sums over time, whatever the order of the rows and however they are spread
//! over files.
//!
//! A sample holds until the next one of the same GPU; before a gap, and at the end, for the usual step before it. A step is a
//! gap if it is over five minutes and five times as long as the usual one around it. Steps beyond a day are no intervals.

use std::collections::BTreeMap;

use super::super::instant::HOUR;
use super::identity::{groups, lanes};
use super::packed::{ABSENT, Kept, PER_SHARE, PER_WATT};
use super::{Gpu, GpuDescription, Identity, IdleRule, Part, Samples, median};

/// Steps that are never a gap, in milliseconds.
const NO_GAP: i64 = 300_000;
/// A longer step is a gap if it is this many times as long as the usual one around it.
const GAP: i64 = 5;
/// Steps on either side that count as around it.
const AROUND: usize = 2;
/// Longest interval between two samples: a day.
const LONGEST: i64 = 86_400_000;
/// An hour without a sample in it is known if this much of it is covered, in seconds.
const COVERED: f64 = 1_800.0;

/// A measured value over time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Samples in which it is known.
    pub known: u64,
    /// Sum over those.
    pub sum: f64,
    /// Seconds for which it is known.
    pub seconds: f64,
    /// Value × seconds over those.
    pub integral: f64,
    /// The greatest value.
    pub peak: Option<f64>,
}

impl Measured {
    /// Mean over the time for which it is known; over the samples where these stand for no time.
    pub fn mean(&self) -> Option<f64> {
        if self.seconds > 0.0 {
            Some(self.integral / self.seconds)
        } else {
            #[allow(clippy::cast_precision_loss)]
            (self.known > 0).then(|| self.sum / self.known as f64)
        }
    }
}

/// A time in which a GPU was allocated but idle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdleRun {
    /// Seconds since 1970 UTC.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// Whether memory is known to have been held.
    pub memory_is_known: bool,
}

/// One GPU as observed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuSeries {
    /// What it is, its owners by their beginning.
    pub description: GpuDescription,
    /// Usual time between two samples, seconds; 0 if there is one sample.
    pub interval: f64,
    /// Samples.
    pub samples: u64,
    /// Seconds from the first to the end of the last sample.
    pub observed_seconds: f64,
    /// Seconds of those for which there are samples.
    pub covered_seconds: f64,
    /// Utilization, as a share.
    pub utilization: Measured,
    /// Power, W.
    pub power: Measured,
    /// Share of the memory used.
    pub memory: Measured,
    /// Activity of the tensor cores, as a share.
    pub tensor: Measured,
    /// Idle times, rising.
    pub idle: Vec<IdleRun>,
}

/// What the samples of a record say.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The GPUs by host, index and key.
    pub gpus: Vec<GpuSeries>,
    /// GPUs that computed or held memory, by hour since 1970 UTC. A GPU of which this is never known counts: it is not known
    /// to be idle.
    pub in_use: BTreeMap<u32, f64>,
    /// By file: rows that repeat another one of it.
    pub repeated: Vec<u64>,
    /// By file: hours of a GPU that an earlier file has too.
    pub in_two: Vec<u64>,
    /// By file: moments at which a GPU has another value than an earlier row gave it.
    pub differing: Vec<u64>,
    /// By file: hosts over which the same place is spread, where its rows name no host; 0 if there is no doubt.
    pub hosts_apart: Vec<u64>,
}

impl Samples {
    /// What the samples of files say together. `files` are the names of the files; `rule` says what counts as idle.
    pub fn observed(&self, files: &[&str], rule: &IdleRule) -> Observed {
        let mut found = Observed {
            repeated: vec![0; files.len()],
            in_two: vec![0; files.len()],
            differing: vec![0; files.len()],
            hosts_apart: vec![0; files.len()],
            ..Observed::default()
        };
        let mut gpus: Vec<&Gpu> = self.gpus.iter().filter(|gpu| !gpu.parts.is_empty()).collect();
        gpus.sort_by(|a, b| a.description.key.cmp(&b.description.key));
        let entered = whole_milliseconds(self.entered_interval.unwrap_or(0.0));
        let mut alone: Vec<(GpuSeries, Vec<Kept>, Steps)> = Vec::new();
        for gpu in gpus {
            for (key, rows) in apart(gpu, files, &mut found) {
                let samples = found.joined(rows);
                let series = self.described(gpu, key);
                // What a single sample stands for shows in the other GPUs.
                let steps = Steps::of(samples.iter().map(|sample| sample.time));
                if steps.usual == 0 && entered == 0 {
                    alone.push((series, samples, steps));
                } else {
                    self.sum_up(series, &samples, (&steps, entered), rule, &mut found);
                }
            }
        }
        let mut intervals: Vec<i64> = found.gpus.iter().map(|gpu| whole_milliseconds(gpu.interval)).collect();
        let usual = median(&mut intervals).unwrap_or(0);
        for (series, samples, steps) in alone {
            self.sum_up(series, &samples, (&steps, usual), rule, &mut found);
        }
        found.gpus.sort_by(|a, b| {
            let place = |of: &GpuSeries| (self.hosts.name(of.description.host), of.description.index);
            place(a).cmp(&place(b)).then_with(|| a.description.key.cmp(&b.description.key))
        });
        found
    }

    fn described(&self, gpu: &Gpu, key: String) -> GpuSeries {
        let mut description = GpuDescription { key, ..gpu.description.clone() };
        description.owners.sort_by(|a, b| {
            let name = |of: &(f64, f64, u32)| self.owners.name(of.2);
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then_with(|| name(a).cmp(name(b)))
        });
        description.owners.dedup();
        GpuSeries { description, ..GpuSeries::default() }
    }

    /// Sums up the samples of a GPU, rising and each moment once; `usual` is the interval where its own steps show none.
    fn sum_up(
        &self,
        mut series: GpuSeries,
        samples: &[Kept],
        (steps, usual): (&Steps, i64),
        rule: &IdleRule,
        found: &mut Observed,
    ) {
        let holds = steps.holds(usual);
        let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return };
        series.interval = seconds(if steps.usual > 0 { steps.usual } else { usual });
        series.samples = samples.len() as u64;
        let own_end = last.time + holds.last().copied().unwrap_or(0);
        let mut end = own_end;
        let fields = [
            (&mut series.utilization, PER_SHARE),
            (&mut series.power, PER_WATT),
            (&mut series.memory, PER_SHARE),
            (&mut series.tensor, PER_SHARE),
        ];
        for (at, (measured, per)) in fields.into_iter().enumerate() {
            let value = |sample: &Kept| sample.values.get(at).copied().unwrap_or(ABSENT);
            // A file without this value says nothing of it, so the one before goes on.
            if samples.iter().all(|sample| value(sample) != ABSENT) {
                measured.sum_up(samples.iter().map(value).zip(holds.iter().copied()), per);
            } else {
                let with: Vec<&Kept> = samples.iter().filter(|sample| value(sample) != ABSENT).collect();
                let holds = Steps::of(with.iter().map(|sample| sample.time)).holds(usual);
                end = end.max(with.last().map_or(0, |sample| sample.time + holds.last().copied().unwrap_or(0)));
                measured.sum_up(with.iter().map(|sample| value(sample)).zip(holds), per);
            }
        }
        series.covered_seconds = seconds(holds.iter().sum::<i64>() + end - own_end);
        series.observed_seconds = seconds(end - first.time);
        series.idle = idle(samples, steps, rule);
        if !self.is_undated {
            add_use(samples, &holds, rule, &mut found.in_use);
        }
        found.gpus.push(series);
    }
}

/// The GPUs of a key with their rows and the positions of their files, in order.
fn apart(gpu: &Gpu, files: &[&str], found: &mut Observed) -> Vec<(String, Vec<(Kept, u16)>)> {
    if gpu.identity == Identity::Named {
        let all: Vec<&Part> = gpu.parts.iter().collect();
        return vec![(gpu.description.key.clone(), rows(&all))];
    }
    let groups = groups(&gpu.parts);
    let mut apart = Vec::new();
    for group in &groups {
        let parts: Vec<&Part> = group.iter().filter_map(|at| gpu.parts.get(*at)).collect();
        let file = parts.iter().filter_map(|part| files.get(usize::from(part.file))).min();
        let key = match file {
            Some(file) if groups.len() > 1 => format!("{file}/{}", gpu.description.key),
            _ => gpu.description.key.clone(),
        };
        for (at, rows) in lanes(rows(&parts)).into_iter().enumerate() {
            let key = if at == 0 { key.clone() } else { format!("{key} ({})", at + 1) };
            apart.push((key, rows));
        }
    }
    if apart.len() > 1 || gpu.parts.len() > 1 {
        for part in &gpu.parts {
            if let Some(hosts) = found.hosts_apart.get_mut(usize::from(part.file)) {
                *hosts = (*hosts).max(apart.len() as u64);
            }
        }
    }
    apart
}

/// The rows of parts with the positions of their files, in order of time. Files without times follow each other.
fn rows(parts: &[&Part]) -> Vec<(Kept, u16)> {
    let mut found: Vec<(Kept, u16)> = Vec::new();
    let (mut end, mut is_rising) = (0, true);
    for (at, part) in parts.iter().enumerate() {
        // The same log twice is one.
        let is_repeated = parts.iter().take(at).any(|other| other.list == part.list);
        let shift = if part.is_undated && !is_repeated { end } else { 0 };
        is_rising &= part.list.is_rising && found.last().is_none_or(|last| last.0.time < part.list.first + shift);
        found.extend(part.list.iter().map(|sample| (Kept { time: sample.time + shift, ..sample }, part.file)));
        if part.is_undated {
            let steps = Steps::of(part.list.iter().map(|sample| sample.time));
            end = end.max(part.list.latest + shift + steps.usual.max(1));
        }
    }
    if !is_rising {
        found.sort_unstable();
    }
    found
}

impl Observed {
    /// Joins the rows of one moment, and counts what repeats or contradicts.
    fn joined(&mut self, rows: Vec<(Kept, u16)>) -> Vec<Kept> {
        let mut samples: Vec<Kept> = Vec::with_capacity(rows.len());
        let mut hour_in_two: Vec<i64> = vec![-1; self.in_two.len()];
        let mut before = 0;
        for (row, file) in rows {
            let Some(last) = samples.last_mut().filter(|last| last.time == row.time) else {
                samples.push(row);
                before = file;
                continue;
            };
            // The position of the later file: rows of one moment may come in any order.
            let at = usize::from(file.max(before));
            let is_repeated = *last == row;
            let differs = last.join(&row);
            let hour = row.time.div_euclid(3_600_000);
            if differs && let Some(count) = self.differing.get_mut(at) {
                *count += 1;
            } else if file == before {
                if is_repeated && let Some(count) = self.repeated.get_mut(at) {
                    *count += 1;
                }
            } else if let (Some(count), Some(last)) = (self.in_two.get_mut(at), hour_in_two.get_mut(at))
                && *last != hour
                && is_repeated
            {
                *last = hour;
                *count += 1;
            }
            before = file;
        }
        samples
    }
}

impl Measured {
    /// Adds what another GPU shows.
    pub fn add(&mut self, other: &Self) {
        self.known += other.known;
        self.sum += other.sum;
        self.seconds += other.seconds;
        self.integral += other.integral;
        self.peak = self.peak.into_iter().chain(other.peak).reduce(f64::max);
    }

    /// Adds values that hold for some milliseconds each.
    fn sum_up(&mut self, values: impl Iterator<Item = (u32, i64)>, per: f64) {
        for (value, hold) in values.filter(|(value, _)| *value < ABSENT) {
            let (value, hold) = (f64::from(value) / per, seconds(hold));
            self.known += 1;
            self.sum += value;
            self.seconds += hold;
            self.integral += value * hold;
            self.peak = Some(self.peak.map_or(value, |peak| peak.max(value)));
        }
    }
}

/// The steps between rising times, in milliseconds.
struct Steps {
    steps: Vec<i64>,
    /// The usual one; 0 if there is none.
    usual: i64,
}

impl Steps {
    fn of(mut times: impl Iterator<Item = i64>) -> Self {
        let mut before = times.next().unwrap_or(0);
        let step = |time| time - std::mem::replace(&mut before, time);
        let steps: Vec<i64> = times.map(step).collect();
        let mut intervals: Vec<i64> = steps.iter().copied().filter(|step| *step <= LONGEST).collect();
        Self { steps, usual: median(&mut intervals).unwrap_or(0) }
    }

    /// The usual step around a position; `usual` where there is none.
    fn around(&self, at: usize, usual: i64) -> i64 {
        let around = self.steps.iter().skip(at.saturating_sub(AROUND)).take(at.min(AROUND) + 1 + AROUND);
        let mut around: Vec<i64> = around.copied().filter(|step| *step <= LONGEST).collect();
        median(&mut around).unwrap_or(if self.usual > 0 { self.usual } else { usual })
    }

    /// The usual step before a position, else around it.
    fn before(&self, at: usize, usual: i64) -> i64 {
        let mut before: Vec<i64> = self
            .steps
            .iter()
            .take(at)
            .skip(at.saturating_sub(AROUND))
            .copied()
            .filter(|step| *step <= LONGEST)
            .collect();
        median(&mut before).unwrap_or_else(|| self.around(at, usual))
    }

    fn is_gap(&self, at: usize) -> bool {
        self.steps.get(at).is_some_and(|step| *step > NO_GAP && (*step > LONGEST || *step > GAP * self.around(at, 0)))
    }

    /// How long each sample holds.
    fn holds(&self, usual: i64) -> Vec<i64> {
        let hold = |(at, step): (usize, &i64)| if self.is_gap(at) { self.before(at, usual).min(*step) } else { *step };
        let mut holds: Vec<i64> = self.steps.iter().enumerate().map(hold).collect();
        holds.push(self.before(self.steps.len(), usual));
        holds
    }
}

/// Times in which memory was held and nothing computed, of rising samples.
fn idle(samples: &[Kept], steps: &Steps, rule: &IdleRule) -> Vec<IdleRun> {
    let mut found = Vec::new();
    let mut run: Option<IdleRun> = None;
    let with: Vec<&Kept> = samples.iter().filter(|sample| sample.values[0] != ABSENT).collect();
    let share = |value: u32| (value < ABSENT).then(|| f64::from(value) / PER_SHARE);
    let is_idle = |sample: &Kept| {
        let [utilization, _, memory, _] = sample.values;
        share(utilization).is_some_and(|utilization| utilization < rule.utilization)
            && share(memory).is_none_or(|memory| memory > rule.memory)
    };
    // Most GPUs have no time for it.
    if !with.iter().any(|sample| is_idle(sample)) {
        return found;
    }
    let own_steps = (with.len() < samples.len()).then(|| Steps::of(with.iter().map(|sample| sample.time)));
    let steps = own_steps.as_ref().unwrap_or(steps);
    let mut close =
        |run: &mut Option<IdleRun>| found.extend(run.take().filter(|run| run.to - run.from >= rule.seconds));
    for (at, sample) in with.iter().enumerate() {
        let time = seconds(sample.time);
        if let Some(run) = &mut run {
            run.to = time;
        }
        if is_idle(sample) {
            let is_known = sample.values[2] < ABSENT;
            let run = run.get_or_insert(IdleRun { from: time, to: time, memory_is_known: true });
            run.memory_is_known &= is_known;
        } else {
            close(&mut run);
        }
        if steps.is_gap(at) {
            close(&mut run);
        }
    }
    close(&mut run);
    found
}

/// Adds a GPU to the hours in which it computed or held memory.
fn add_use(samples: &[Kept], holds: &[i64], rule: &IdleRule, in_use: &mut BTreeMap<u32, f64>) {
    // Hour, whether a sample lies in it, seconds that are covered, judged and in use.
    let mut hours: Vec<(u32, bool, [f64; 3])> = Vec::new();
    let share = |value: u32| (value < ABSENT).then(|| f64::from(value) / PER_SHARE);
    for (sample, hold) in samples.iter().zip(holds) {
        let [utilization, _, memory, _] = sample.values;
        let computes = share(utilization).map(|utilization| utilization >= rule.utilization);
        let holds_memory = share(memory).map(|memory| memory > rule.memory);
        let is_judged = computes.is_some() || holds_memory.is_some();
        let is_used = computes == Some(true) || holds_memory == Some(true);
        let (mut from, end) = (seconds(sample.time), seconds(sample.time + (*hold).max(1)));
        let mut has_sample = true;
        while from < end {
            let hour = super::super::whole(from / HOUR);
            let to = end.min(f64::from(hour + 1) * HOUR);
            if hours.last().is_none_or(|last| last.0 != hour) {
                hours.push((hour, false, [0.0; 3]));
            }
            if let Some((_, sampled, sums)) = hours.last_mut() {
                *sampled |= has_sample;
                for (sum, counts) in sums.iter_mut().zip([true, is_judged, is_used]) {
                    *sum += if counts { to - from } else { 0.0 };
                }
            }
            (from, has_sample) = (to, false);
        }
    }
    let is_unknown = hours.iter().all(|(_, _, [_, judged, _])| *judged == 0.0);
    for (hour, has_sample, [covered, judged, used]) in hours {
        if (has_sample || covered >= COVERED) && (is_unknown || judged > 0.0) {
            *in_use.entry(hour).or_default() += if is_unknown { 1.0 } else { used / judged };
        }
    }
}

#[allow(clippy::cast_precision_loss)]
fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1e3
}

#[allow(clippy::cast_possible_truncation)]
fn whole_milliseconds(seconds: f64) -> i64 {
    libm::round(seconds * 1e3) as i64
}
