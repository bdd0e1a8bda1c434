//! Samples of GPUs, kept in few bytes each until all files are read: what a sample stands for depends on the next one of the
//! same GPU, wherever that is.
//!
//! Memory: some six to ten bytes a sample, at most [`MOST_BYTES`] and [`MOST_OF_GPU`]; beyond that the samples of each GPU are
//! thinned out evenly.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::names::{MOST_TYPES, NO_NAME, Names, SEPARATOR};
use super::work::Work;

mod identity;
mod observed;
mod packed;

pub use observed::{GpuSeries, IdleRun, Measured, Observed};
use packed::{ABSENT, Kept, PER_SHARE, PER_WATT, Packed, UNKNOWN};

/// Bytes that the samples of a record take at most: some fifty million samples.
pub const MOST_BYTES: usize = 400 << 20;
/// Samples of one GPU at most: they are laid out when they are summed up.
pub const MOST_OF_GPU: u64 = 4_000_000;
/// GPUs of a record; rows of further ones are counted and named.
pub const MOST_GPUS: usize = 200_000;
/// A list out of order is put in order, and freed of repeats, once it has doubled beyond this.
const LEAST_SORTED: u64 = 4_096;
/// First distance of the samples that stay when they are thinned out, in milliseconds; it doubles from there.
const THINNED: i64 = 10_000;
/// Where doubling ends: a year.
const LONGEST_STEP: i64 = 31_536_000_000;

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

/// A value of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Value {
    /// The file does not hold it; another may.
    #[default]
    Absent,
    /// It could not be read, which is never 0.
    Unknown,
    /// As measured.
    Known(f64),
}

impl Value {
    /// A value of a column or series that is there.
    pub fn measured(value: Option<f64>) -> Self {
        value.map_or(Self::Unknown, Self::Known)
    }

    /// In whole units, of which a measurement never has four thousand million.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn in_units(self, per: f64) -> u32 {
        match self {
            Self::Absent => ABSENT,
            Self::Unknown => UNKNOWN,
            Self::Known(value) => libm::round(value * per).clamp(0.0, f64::from(ABSENT - 1)) as u32,
        }
    }
}

/// One reading of a GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Seconds since 1970 UTC.
    pub time: f64,
    /// Utilization, as a share.
    pub utilization: Value,
    /// Power, W.
    pub power: Value,
    /// Memory used, as a share.
    pub memory: Value,
    /// Activity of the tensor cores, as a share.
    pub tensor: Value,
}

impl Sample {
    fn kept(&self) -> Kept {
        let values = [
            self.utilization.in_units(PER_SHARE),
            self.power.in_units(PER_WATT),
            self.memory.in_units(PER_SHARE),
            self.tensor.in_units(PER_SHARE),
        ];
        // Between 1970 and 2199.
        #[allow(clippy::cast_possible_truncation)]
        Kept { time: libm::round(self.time * 1e3) as i64, values }
    }
}

/// How sure it is that a key names one GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Identity {
    /// An id of its own, or its place on a host that is named.
    #[default]
    Named,
    /// Its place on a host that is not named: other files, and other rows, may mean a GPU of another host.
    PlaceOnly,
}

/// What is known of a GPU besides its samples.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GpuDescription {
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
    /// Whether it is split into instances.
    pub is_mig: bool,
    /// Its memory, GB, where a file names it.
    pub memory_gb: Option<f64>,
}

/// One GPU with its samples.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Gpu {
    /// What it is.
    pub description: GpuDescription,
    /// How sure its key is.
    pub identity: Identity,
    parts: Vec<Part>,
}

/// Samples of a GPU from one file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Part {
    /// Position of the file in its record.
    file: u16,
    /// Whether its times only count from its beginning.
    is_undated: bool,
    /// Shared with the record that the file is added to: a list is never there twice.
    #[serde(with = "shared")]
    list: Arc<Packed>,
}

/// GPUs with the tables of their names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Samples {
    /// The GPUs, in the order in which they were first seen.
    pub gpus: Vec<Gpu>,
    /// Types as printed.
    pub kinds: Names,
    /// Hosts.
    pub hosts: Names,
    /// Owners.
    pub owners: Names,
    /// Keys of the GPUs: the position of a GPU is one less than the id of its key.
    keys: Names,
    /// Whether times of a file are not real: one without times begins at hour 0.
    pub is_undated: bool,
    /// Seconds between two samples as entered, for files without times.
    pub entered_interval: Option<f64>,
    /// Distance to which samples were thinned out, in milliseconds; 0 if all are kept.
    thinned: i64,
    /// Work of joining.
    #[serde(skip)]
    pub(super) work: Work,
}

/// A list that is shared, as the list.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Packed;

    pub(super) fn serialize<S: Serializer>(list: &Arc<Packed>, serializer: S) -> Result<S::Ok, S::Error> {
        (**list).serialize(serializer)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Arc<Packed>, D::Error> {
        Packed::deserialize(deserializer).map(Arc::new)
    }
}

impl Samples {
    /// The position of a GPU by its key; added if it is new. `None` beyond [`MOST_GPUS`]. Two types in the same place, as
    /// printed, are two GPUs.
    pub fn gpu(&mut self, key: &[u8], identity: Identity, kind: &[u8]) -> Option<usize> {
        let id = match identity {
            Identity::Named => self.keys.id_among(key, MOST_GPUS + 1),
            // Places are few: a host has at most some dozens.
            Identity::PlaceOnly if self.keys.len() > MOST_GPUS => NO_NAME,
            Identity::PlaceOnly => self.keys.id_of_parts(&[key, kind].join(&(SEPARATOR as u8))),
        } as usize;
        if id > self.gpus.len() {
            let key = self.keys.name(u32::try_from(id).unwrap_or(0));
            let key = key.split(SEPARATOR).next().unwrap_or_default().to_owned();
            let description = GpuDescription { key, ..GpuDescription::default() };
            self.gpus.push(Gpu { description, identity, parts: Vec::new() });
        }
        id.checked_sub(1)
    }

    /// Seconds between the samples that were kept of each GPU, if there were too many for all.
    pub fn thinned(&self) -> Option<f64> {
        #[allow(clippy::cast_precision_loss)]
        (self.thinned > 0).then_some(self.thinned as f64 / 1e3)
    }

    /// Whether every number is one that a reader could have found.
    pub(super) fn is_sound(&self) -> bool {
        let of_gpu = |gpu: &Gpu| {
            let owners = &gpu.description.owners;
            gpu.description.memory_gb.is_none_or(|gb| gb.is_finite() && gb >= 0.0)
                && owners.iter().all(|(from, to, _)| from.is_finite() && to.is_finite())
        };
        self.thinned >= 0
            && self.entered_interval.is_none_or(|seconds| seconds.is_finite() && seconds > 0.0)
            && self.gpus.iter().all(of_gpu)
    }

    /// Adds the GPUs of another file, whose position in the record is `file`. Returns how many found no room.
    pub fn take_in(&mut self, other: &Self, file: u16) -> u64 {
        let kinds = self.kinds.take_in_among(&other.kinds, MOST_TYPES);
        let hosts = self.hosts.take_in(&other.hosts);
        let owners = self.owners.take_in(&other.owners);
        let at = |map: &[u32], id: u32| map.get(id as usize).copied().unwrap_or(NO_NAME);
        self.work.take_in(&other.work);
        self.is_undated |= other.is_undated;
        self.entered_interval = self.entered_interval.or(other.entered_interval);
        self.thinned = self.thinned.max(other.thinned);
        let mut refused = 0;
        for gpu in &other.gpus {
            let new = &gpu.description;
            let kind = other.kinds.name(new.kind).as_bytes();
            let place = self.gpu(new.key.as_bytes(), gpu.identity, kind);
            let Some(there) = place.and_then(|place| self.gpus.get_mut(place)) else {
                refused += 1;
                continue;
            };
            let known = &mut there.description;
            for (name, new) in [(&mut known.kind, at(&kinds, new.kind)), (&mut known.host, at(&hosts, new.host))] {
                *name = if *name == NO_NAME { new } else { *name };
            }
            known.index = known.index.or(new.index);
            known.is_mig |= new.is_mig;
            known.memory_gb = known.memory_gb.into_iter().chain(new.memory_gb).reduce(f64::max);
            known.owners.extend(new.owners.iter().map(|(from, to, owner)| (*from, *to, at(&owners, *owner))));
            self.work.add(1 + new.owners.len() + gpu.parts.len());
            there.parts.extend(gpu.parts.iter().map(|part| Part { file, ..part.clone() }));
        }
        let of_gpu = |gpu: &Gpu| gpu.parts.iter().map(|part| part.list.count).sum::<u64>();
        if self.size() > MOST_BYTES || self.gpus.iter().any(|gpu| of_gpu(gpu) > MOST_OF_GPU) {
            self.thin_out(MOST_BYTES / 2, MOST_OF_GPU / 2);
        }
        refused
    }

    fn size(&self) -> usize {
        self.gpus.iter().flat_map(|gpu| &gpu.parts).map(|part| part.list.size()).sum()
    }

    /// Keeps the samples of each GPU at the first moment of every step of time, and doubles the step until all fit.
    fn thin_out(&mut self, bytes: usize, of_gpu: u64) {
        let is_much = |samples: &Self| {
            let count = |gpu: &Gpu| gpu.parts.iter().map(|part| part.list.count).sum::<u64>();
            samples.size() > bytes || samples.gpus.iter().any(|gpu| count(gpu) > of_gpu)
        };
        while is_much(self) && self.thinned < LONGEST_STEP {
            self.thinned = (self.thinned * 2).max(THINNED);
            for part in self.gpus.iter_mut().flat_map(|gpu| &mut gpu.parts) {
                let mut samples = in_order(part.list.iter().collect());
                samples.dedup_by(|next, kept| {
                    next.time != kept.time && next.time.div_euclid(self.thinned) == kept.time.div_euclid(self.thinned)
                });
                part.list = Arc::new(Packed::of(samples));
            }
        }
    }
}

/// What became of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It counts.
    Taken,
    /// It counts, though a later one came before it.
    Late,
    /// The same GPU at the same time with the same values: skipped.
    Twice,
}

/// State of one GPU while a file is read.
#[derive(Clone, Debug, Default)]
struct Track {
    /// Time of the last sample in order.
    previous: i64,
    /// 1 if times rise, -1 if they fall, 0 before the second sample.
    direction: i64,
    /// Samples that were in order when the list was last sorted.
    sorted: u64,
}

/// Takes the samples of a file.
#[derive(Clone, Debug, Default)]
pub struct Sampler {
    /// The GPUs so far.
    pub samples: Samples,
    tracks: Vec<Track>,
    /// Bytes of all lists.
    size: usize,
    /// Samples that were there twice.
    twice: u64,
}

impl Sampler {
    /// Adds a sample of the GPU at a position that [`Samples::gpu`] gave.
    pub fn add(&mut self, gpu: usize, sample: &Sample) -> Added {
        if self.tracks.len() <= gpu {
            self.tracks.resize(gpu + 1, Track::default());
        }
        let is_undated = self.samples.is_undated;
        let (Some(there), Some(track)) = (self.samples.gpus.get_mut(gpu), self.tracks.get_mut(gpu)) else {
            return Added::Taken;
        };
        if there.parts.is_empty() {
            there.parts.push(Part { is_undated, ..Part::default() });
        }
        let Some(list) = there.parts.first_mut().map(|part| Arc::make_mut(&mut part.list)) else { return Added::Taken };
        let kept = sample.kept();
        // Rows of two hosts may be the same where only a place is known.
        if there.identity == Identity::Named && list.last() == Some(kept) {
            self.twice += 1;
            return Added::Twice;
        }
        let before = list.size();
        let is_first = list.count == 0;
        list.push(kept);
        if !list.is_rising && there.identity == Identity::Named && list.count > 2 * track.sorted + LEAST_SORTED {
            let all = list.count;
            *list = Packed::of(in_order(list.iter().collect()));
            self.twice += all - list.count;
            track.sorted = list.count;
        }
        self.size = self.size.saturating_sub(before) + list.size();
        let (added, count) = (track.place(kept.time, is_first), list.count);
        if self.size > MOST_BYTES || count > MOST_OF_GPU {
            self.samples.thin_out(MOST_BYTES / 2, MOST_OF_GPU / 2);
            self.size = self.samples.size();
        }
        added
    }

    /// The GPUs, and how many samples were there twice so far.
    pub fn finish(mut self, entered_interval: Option<f64>) -> (Samples, u64) {
        self.samples.entered_interval = entered_interval;
        (self.samples, self.twice)
    }
}

impl Track {
    /// Whether a sample comes in order. Exports may have the latest first: the first step shows it.
    fn place(&mut self, time: i64, is_first: bool) -> Added {
        let step = time - self.previous;
        if is_first {
            self.previous = time;
            return Added::Taken;
        }
        if self.direction == 0 {
            self.direction = step.signum();
        }
        if step * self.direction < 0 {
            return Added::Late;
        }
        self.previous = time;
        Added::Taken
    }
}

/// Samples in order of time, those that are the same once.
fn in_order(mut samples: Vec<Kept>) -> Vec<Kept> {
    samples.sort_unstable();
    samples.dedup();
    samples
}

/// The median, of two in the middle the lower; `None` of nothing.
fn median<T: Copy + Ord>(values: &mut [T]) -> Option<T> {
    values.sort_unstable();
    values.get(values.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log that is there a hundred times takes the memory of one.
    #[test]
    fn repeats_take_no_memory() {
        let mut sampler = Sampler::default();
        let gpu = sampler.samples.gpu(b"GPU-a", Identity::Named, b"").expect("room");
        for _ in 0..100 {
            for minute in 0..10_000_u32 {
                let utilization = Value::Known(f64::from(minute % 100) / 100.0);
                sampler.add(gpu, &Sample { time: 60.0 * f64::from(minute), utilization, ..Sample::default() });
            }
        }
        assert!(sampler.size < 200_000, "{}", sampler.size);
        let (samples, twice) = sampler.finish(None);
        let left = samples.gpus[0].parts[0].list.count;
        assert_eq!(twice + left, 1_000_000);
        assert!(left < 25_000, "{left}");
    }

    #[test]
    fn too_many_samples_are_thinned_out_evenly() {
        let mut sampler = Sampler::default();
        let gpu = sampler.samples.gpu(b"GPU-a", Identity::Named, b"").expect("room");
        for second in 0..7_200_u32 {
            let utilization = Value::Known(f64::from(second / 3_600));
            sampler.add(gpu, &Sample { time: 3_600.0 + f64::from(second), utilization, ..Sample::default() });
        }
        let (mut samples, _) = sampler.finish(None);
        samples.thin_out(2_000, MOST_OF_GPU);
        assert_eq!(samples.thinned(), Some(10.0));
        let found = samples.observed(&["a"], &IdleRule::default());
        assert_eq!((found.gpus[0].observed_seconds, found.gpus[0].utilization.mean()), (7_200.0, Some(0.5)));
    }
}
