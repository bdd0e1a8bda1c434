//! Samples of GPUs, summed by GPU and hour while they are read: a file of 300 MB is not kept.

use serde::{Deserialize, Serialize};

use super::instant::HOUR;
use super::names::Names;

/// Time after which the next sample no longer belongs to an idle time, in intervals, and at least in seconds.
const GAP: (f64, f64) = (5.0, 300.0);
/// Intervals by which the usual one is measured.
const INTERVALS_KEPT: usize = 64;

/// When a held GPU counts as idle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IdleRule {
    /// Utilization below this share.
    pub utilization: f64,
    /// For at least these seconds.
    pub seconds: f64,
    /// With more than this share of the memory held.
    pub memory: f64,
}

impl Default for IdleRule {
    fn default() -> Self {
        Self { utilization: 0.05, seconds: 1_800.0, memory: 0.1 }
    }
}

/// One reading of a GPU. What is unknown is `None`, never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Seconds since 1970 UTC.
    pub time: f64,
    /// Utilization, as a share.
    pub utilization: Option<f64>,
    /// Power, W.
    pub power: Option<f64>,
    /// Memory used, as a share.
    pub memory: Option<f64>,
}

/// Samples of one GPU in one hour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HourUse {
    /// Hours since 1970 UTC.
    pub hour: u32,
    /// Samples.
    pub samples: u32,
    /// Samples whose utilization is known.
    pub known: u32,
    /// Sum of the known utilizations, as shares.
    pub utilization: f64,
    /// Samples whose power is known.
    pub power_known: u32,
    /// Sum of the known powers, W.
    pub power: f64,
    /// Samples whose memory is known.
    pub memory_known: u32,
    /// Sum of the known shares of the memory.
    pub memory: f64,
    /// Samples of which it is known whether the GPU computed or held memory, by the rule for idle GPUs.
    pub judged: u32,
    /// Those in which it did.
    pub in_use: u32,
    /// Second of the hour of the first sample.
    pub first: u16,
    /// Second of the hour of the last sample.
    pub last: u16,
}

impl HourUse {
    fn add(&mut self, sample: &Sample, second: u16, rule: &IdleRule) {
        self.samples += 1;
        if let Some(utilization) = sample.utilization {
            self.known += 1;
            self.utilization += utilization;
        }
        if let Some(power) = sample.power {
            self.power_known += 1;
            self.power += power;
        }
        if let Some(memory) = sample.memory {
            self.memory_known += 1;
            self.memory += memory;
        }
        let computes = sample.utilization.map(|utilization| utilization >= rule.utilization);
        let holds = sample.memory.map(|memory| memory > rule.memory);
        if computes == Some(true) || holds == Some(true) {
            self.judged += 1;
            self.in_use += 1;
        } else if computes.is_some() || holds.is_some() {
            self.judged += 1;
        }
        (self.first, self.last) = (self.first.min(second), self.last.max(second));
    }

    fn plus(self, other: &Self) -> Self {
        Self {
            hour: self.hour,
            samples: self.samples + other.samples,
            known: self.known + other.known,
            utilization: self.utilization + other.utilization,
            power_known: self.power_known + other.power_known,
            power: self.power + other.power,
            memory_known: self.memory_known + other.memory_known,
            memory: self.memory + other.memory,
            judged: self.judged + other.judged,
            in_use: self.in_use + other.in_use,
            first: self.first.min(other.first),
            last: self.last.max(other.last),
        }
    }

    /// The same hour in another file: both parts if one follows the other, else the one with more that is known.
    fn join(self, other: Self) -> (Self, bool) {
        if self.last < other.first || other.last < self.first {
            return (self.plus(&other), false);
        }
        (if (other.known, other.samples) > (self.known, self.samples) { other } else { self }, true)
    }
}

/// A time in which a GPU was held but idle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdleRun {
    /// Seconds since 1970 UTC.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// Whether memory is known to have been held.
    pub memory_is_known: bool,
}

/// One GPU.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuSeries {
    /// Its UUID, or host and index.
    pub key: String,
    /// Name of its type as printed.
    pub kind: u32,
    /// Name of its host.
    pub host: u32,
    /// Its index on that host.
    pub index: Option<u16>,
    /// Owners that labels give: from, to, and the name of a namespace or pod.
    pub owners: Vec<(f64, f64, u32)>,
    /// Samples with known activity of the tensor cores, and its sum as a share.
    pub tensor: (f64, f64),
    /// Whether it is cut into instances.
    pub is_mig: bool,
    /// Its memory, GB, where the file says it.
    pub memory_gb: Option<f64>,
    /// Time between two samples, seconds; 0 if there is one sample.
    pub interval: f64,
    /// Hours, rising.
    pub hours: Vec<HourUse>,
    /// Idle times, rising.
    pub idle: Vec<IdleRun>,
    /// Greatest share of the memory used.
    pub peak_memory: Option<f64>,
    /// Greatest utilization, as a share.
    pub peak_utilization: Option<f64>,
    /// Time of the first sample.
    pub first: f64,
    /// Time of the last sample.
    pub last: f64,
}

impl GpuSeries {
    /// A sum over its hours.
    pub fn sum(&self, of: impl Fn(&HourUse) -> f64) -> f64 {
        self.hours.iter().map(of).sum()
    }

    /// Samples, and those whose utilization is known.
    pub fn counts(&self) -> (f64, f64) {
        (self.sum(|hour| f64::from(hour.samples)), self.sum(|hour| f64::from(hour.known)))
    }
}

/// GPUs with the tables of their names.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The GPUs, in the order in which they were first seen.
    pub gpus: Vec<GpuSeries>,
    /// Types as printed.
    pub kinds: Names,
    /// Hosts.
    pub hosts: Names,
    /// Owners.
    pub owners: Names,
    /// Keys of the GPUs: the position of a GPU is one less than the id of its key.
    keys: Names,
    /// Whether their times are not real: a file without times begins at hour 0.
    pub is_undated: bool,
}

impl Samples {
    /// The position of a GPU by its key; added if it is new.
    pub fn gpu(&mut self, key: &[u8]) -> usize {
        let id = self.keys.id(key) as usize;
        if id > self.gpus.len() {
            let key = self.keys.name(u32::try_from(id).unwrap_or(0)).to_owned();
            self.gpus.push(GpuSeries { key, ..GpuSeries::default() });
        }
        id.saturating_sub(1)
    }

    /// Adds the GPUs of another file. Returns the GPU-hours that are in both and count once.
    pub fn take_in(&mut self, other: Self) -> u64 {
        let kinds = self.kinds.take_in(&other.kinds);
        let hosts = self.hosts.take_in(&other.hosts);
        let owners = self.owners.take_in(&other.owners);
        let at = |map: &[u32], id: u32| map.get(id as usize).copied().unwrap_or(super::names::NO_NAME);
        self.is_undated |= other.is_undated;
        let mut twice = 0;
        for gpu in other.gpus {
            let place = self.gpu(gpu.key.as_bytes());
            let named = gpu.owners.iter().map(|(from, to, owner)| (*from, *to, at(&owners, *owner))).collect();
            let gpu = GpuSeries { kind: at(&kinds, gpu.kind), host: at(&hosts, gpu.host), owners: named, ..gpu };
            if let Some(there) = self.gpus.get_mut(place) {
                twice += join(there, gpu);
            }
        }
        twice
    }
}

/// Joins what two files say about a GPU.
fn join(there: &mut GpuSeries, gpu: GpuSeries) -> u64 {
    if there.hours.is_empty() {
        *there = gpu;
        return 0;
    }
    let mut twice = 0;
    let mut hours = Vec::with_capacity(there.hours.len() + gpu.hours.len());
    let (mut old, mut new) = (there.hours.drain(..).peekable(), gpu.hours.into_iter().peekable());
    loop {
        match (old.peek().map(|hour| hour.hour), new.peek().map(|hour| hour.hour)) {
            (Some(a), Some(b)) if a == b => {
                if let (Some(a), Some(b)) = (old.next(), new.next()) {
                    let (hour, is_twice) = a.join(b);
                    twice += u64::from(is_twice);
                    hours.push(hour);
                }
            }
            (Some(a), Some(b)) if a < b => hours.extend(old.next()),
            (Some(_), None) => hours.extend(old.next()),
            (_, Some(_)) => hours.extend(new.next()),
            (None, None) => break,
        }
    }
    drop(old);
    there.hours = hours;
    there.idle.extend(gpu.idle);
    there.idle.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut idle: Vec<IdleRun> = Vec::new();
    // A log that was rotated goes on with the next sample.
    let step = 1.5 * there.interval.max(gpu.interval);
    for run in there.idle.drain(..) {
        match idle.last_mut().filter(|last| run.from <= last.to + step) {
            Some(last) => last.to = last.to.max(run.to),
            None => idle.push(run),
        }
    }
    there.idle = idle;
    let most = |a: Option<f64>, b: Option<f64>| a.into_iter().chain(b).reduce(f64::max);
    there.peak_memory = most(there.peak_memory, gpu.peak_memory);
    there.peak_utilization = most(there.peak_utilization, gpu.peak_utilization);
    there.memory_gb = there.memory_gb.or(gpu.memory_gb);
    there.index = there.index.or(gpu.index);
    there.is_mig |= gpu.is_mig;
    there.owners.extend(gpu.owners);
    there.tensor = (there.tensor.0 + gpu.tensor.0, there.tensor.1 + gpu.tensor.1);
    for (name, other) in [(&mut there.kind, gpu.kind), (&mut there.host, gpu.host)] {
        *name = if *name == super::names::NO_NAME { other } else { *name };
    }
    (there.first, there.last) = (there.first.min(gpu.first), there.last.max(gpu.last));
    there.interval = if there.interval > 0.0 { there.interval } else { gpu.interval };
    twice
}

/// What became of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It counts.
    Taken,
    /// It counts, though a later one came before it.
    Late,
    /// The same GPU at the same time: passed over.
    Twice,
}

/// State of one GPU while a file is read.
#[derive(Clone, Debug, Default)]
struct Track {
    intervals: Vec<f64>,
    least: f64,
    /// Time of the last sample in order.
    previous: f64,
    /// Where times fall: the sample before this one, unless there is a gap.
    next: f64,
    /// 1 if times rise, -1 if they fall, 0 before the second sample.
    direction: f64,
    /// Hours that are sorted and each there once.
    sorted: usize,
    idle: Option<IdleRun>,
}

/// Sums samples up.
#[derive(Clone, Debug, Default)]
pub struct Sampler {
    /// The GPUs so far.
    pub samples: Samples,
    tracks: Vec<Track>,
    rule: IdleRule,
}

impl Sampler {
    /// A sampler that looks for idle times by a rule.
    pub fn new(rule: IdleRule) -> Self {
        Self { rule, ..Self::default() }
    }

    /// Adds a sample of the GPU at a position that [`Samples::gpu`] gave.
    pub fn add(&mut self, gpu: usize, sample: &Sample) -> Added {
        if self.tracks.len() <= gpu {
            self.tracks.resize_with(gpu + 1, Track::default);
        }
        let (Some(series), Some(track)) = (self.samples.gpus.get_mut(gpu), self.tracks.get_mut(gpu)) else {
            return Added::Twice;
        };
        let is_first = series.hours.is_empty();
        let step = sample.time - track.previous;
        if !is_first && step == 0.0 {
            return Added::Twice;
        }
        add_to_hour(series, track, sample, &self.rule);
        let most = |there: Option<f64>, new: Option<f64>| there.into_iter().chain(new).reduce(f64::max);
        series.peak_utilization = most(series.peak_utilization, sample.utilization);
        series.peak_memory = most(series.peak_memory, sample.memory);
        if is_first {
            (series.first, series.last, track.previous) = (sample.time, sample.time, sample.time);
            track.watch(sample, &self.rule, &mut series.idle);
            return Added::Taken;
        }
        (series.first, series.last) = (series.first.min(sample.time), series.last.max(sample.time));
        // Exports may have the latest first: the first step says it.
        if track.direction == 0.0 {
            track.direction = step.signum();
        }
        let step = step * track.direction;
        if step < 0.0 {
            return Added::Late;
        }
        if track.intervals.len() < INTERVALS_KEPT {
            track.intervals.push(step);
        }
        track.least = if track.least > 0.0 { track.least.min(step) } else { step };
        if step > (GAP.0 * track.least).max(GAP.1) {
            track.close(&self.rule, &mut series.idle);
        }
        track.next = if step > (GAP.0 * track.least).max(GAP.1) { sample.time } else { track.previous };
        track.previous = sample.time;
        track.watch(sample, &self.rule, &mut series.idle);
        Added::Taken
    }

    /// The GPUs, with the usual interval of each. One with a single sample gets that of the others.
    pub fn finish(mut self, entered_interval: Option<f64>) -> Samples {
        let mut all: Vec<f64> = Vec::new();
        for (series, track) in self.samples.gpus.iter_mut().zip(&mut self.tracks) {
            track.close(&self.rule, &mut series.idle);
            series.idle.sort_by(|a, b| a.from.total_cmp(&b.from));
            sort_hours(&mut series.hours);
            series.interval = entered_interval.unwrap_or_else(|| median(&mut track.intervals));
            if series.interval > 0.0 {
                all.push(series.interval);
            }
        }
        let usual = median(&mut all);
        for series in self.samples.gpus.iter_mut().filter(|series| series.interval == 0.0) {
            series.interval = usual;
        }
        self.samples
    }
}

impl Track {
    /// Starts, extends or ends an idle time.
    fn watch(&mut self, sample: &Sample, rule: &IdleRule, found: &mut Vec<IdleRun>) {
        let is_low = sample.utilization.is_some_and(|utilization| utilization < rule.utilization);
        if !is_low || sample.memory.is_some_and(|memory| memory <= rule.memory) {
            self.close_at(sample.time, rule, found);
            return;
        }
        let is_known = sample.memory.is_some();
        if let Some(run) = &mut self.idle {
            (run.from, run.to) = (run.from.min(sample.time), run.to.max(sample.time));
            run.memory_is_known &= is_known;
        } else {
            // A sample stands for the time up to the next one, which falling times have before it.
            let to = if self.direction < 0.0 { self.next } else { sample.time };
            self.idle = Some(IdleRun { from: sample.time, to, memory_is_known: is_known });
        }
    }

    fn close(&mut self, rule: &IdleRule, found: &mut Vec<IdleRun>) {
        if let Some(run) = self.idle.take().filter(|run| run.to - run.from >= rule.seconds) {
            found.push(run);
        }
    }

    /// Ends an idle time with the sample that ends it.
    fn close_at(&mut self, time: f64, rule: &IdleRule, found: &mut Vec<IdleRun>) {
        if let Some(run) = self.idle.as_mut().filter(|run| run.to < time) {
            run.to = time;
        }
        self.close(rule, found);
    }
}

fn add_to_hour(series: &mut GpuSeries, track: &mut Track, sample: &Sample, rule: &IdleRule) {
    let hour = super::whole(sample.time / HOUR);
    let second = u16::try_from(super::whole(sample.time - f64::from(hour) * HOUR)).unwrap_or(0);
    let hours = &mut series.hours;
    if hours.last().is_none_or(|last| last.hour != hour) {
        // Times out of order make an hour appear more than once: now and then they are joined.
        if hours.len() > 2 * track.sorted + 1_024 {
            sort_hours(hours);
            track.sorted = hours.len();
        }
        hours.push(HourUse { hour, first: second, last: second, ..HourUse::default() });
    }
    if let Some(there) = hours.last_mut() {
        there.add(sample, second, rule);
    }
}

/// Orders hours and joins those that are the same.
fn sort_hours(hours: &mut Vec<HourUse>) {
    if hours.iter().zip(hours.iter().skip(1)).all(|(a, b)| a.hour < b.hour) {
        return;
    }
    hours.sort_by_key(|hour| hour.hour);
    hours.dedup_by(|next, there| {
        let same = next.hour == there.hour;
        if same {
            *there = there.plus(next);
        }
        same
    });
}

/// The median; 0 of nothing.
fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
