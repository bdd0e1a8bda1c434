//! Metrics of DCGM as Prometheus gives them: the JSON of `query_range`, and tables of the same.
//!
//! Per cent (`DCGM_FI_DEV_GPU_UTIL`) and ratio (`DCGM_FI_PROF_GR_ENGINE_ACTIVE`) are the same thing. Instances of a cut GPU
//! are weighted by their slices; what they all report of the whole GPU counts once. Replicas of a collector are one. Values
//! beyond what can be measured, such as 4294967295, are refused; `NaN` and missing steps are unknown, not idle.
//! Source: DCGM's field identifiers and its blank values.

use std::collections::BTreeMap;

mod csv;
mod json;
mod labels;
mod points;

use super::first_page::FirstPage;
use super::names::MOST_TYPES;
use super::report::Remark;
use super::samples::{Identity, Sample, Sampler, Value};
use super::settings::{OtherOutput, ReadSettings, Refused};
use super::source::Source;
use super::{Format, Guess, Reading, smi};
use labels::Labels;
use points::Points;

/// Names listed as unused, and characters of each.
const NAMES_LISTED: usize = 10;
const NAME_SHOWN: usize = 80;
/// Points of a file in memory: 8 bytes each. Beyond that they are thinned out.
const MOST_POINTS: usize = 32_000_000;
/// Instances of a GPU; no GPU has more.
const MOST_INSTANCES: usize = 64;

/// What a series measures, and the largest value that is a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Metric {
    UtilizationPercent,
    UtilizationRatio,
    Tensor,
    Power,
    MemoryUsed,
    MemoryFree,
    MemoryRatio,
}

impl Metric {
    /// The metric of a name; exporters put prefixes and suffixes around DCGM's.
    fn of(name: &str) -> Option<Self> {
        const NAMES: [(&str, Metric); 12] = [
            ("DCGM_FI_DEV_GPU_UTIL", Metric::UtilizationPercent),
            ("DCGM_FI_PROF_GR_ENGINE_ACTIVE", Metric::UtilizationRatio),
            ("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", Metric::Tensor),
            ("DCGM_FI_DEV_POWER_USAGE", Metric::Power),
            ("DCGM_FI_DEV_FB_USED", Metric::MemoryUsed),
            ("DCGM_FI_DEV_FB_FREE", Metric::MemoryFree),
            ("DCGM_FI_DEV_FB_USED_PERCENT", Metric::MemoryRatio),
            ("nvidia_smi_utilization_gpu_ratio", Metric::UtilizationRatio),
            ("nvidia_smi_power_draw_watts", Metric::Power),
            ("nvidia_gpu_duty_cycle", Metric::UtilizationPercent),
            ("dcgm_gpu_utilization", Metric::UtilizationPercent),
            ("dcgm_power_usage", Metric::Power),
        ];
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, metric)| *metric)
    }

    fn most(self) -> f64 {
        match self {
            Self::UtilizationPercent => 100.0,
            // Counters are sampled: a ratio may be above 1 by rounding.
            Self::UtilizationRatio | Self::Tensor | Self::MemoryRatio => 1.001,
            Self::Power => 5_000.0,
            Self::MemoryUsed | Self::MemoryFree => 4e6,
        }
    }
}

/// One series: what it measures, of which GPU and instance.
struct Series {
    /// Position of its GPU.
    gpu: usize,
    /// Position of its instance in the GPU's list; 0 is the whole GPU.
    instance: usize,
    metric: Metric,
    points: Points,
}

/// What is known of a GPU besides its series.
#[derive(Default)]
struct Gpu {
    key: String,
    /// Its instances: id and slices. The first is the whole GPU.
    instances: Vec<(String, f64)>,
    /// Owners, each with the first and last time of a series that names it.
    owners: Vec<(u32, u32, String)>,
    identity: Identity,
    kind: String,
    host: String,
    index: Option<u16>,
}

/// All series of a file.
#[derive(Default)]
struct Store {
    gpus: Vec<Gpu>,
    series: Vec<Series>,
    /// Positions of GPUs by key, and of series by GPU, instance and metric.
    by_key: BTreeMap<String, usize>,
    by_part: BTreeMap<(usize, usize, Metric), usize>,
    unused: Vec<String>,
    replicas: u64,
    refused: u64,
    unknown: u64,
    points: u64,
    /// Points in memory.
    kept: usize,
}

impl Store {
    /// The series of labels; `None` if it is of no GPU or of a metric that is not used. `of_file` is the host of labels that
    /// name none.
    fn series_of(&mut self, name: &str, labels: &Labels, of_file: &str) -> Option<usize> {
        let found = Metric::of(name).zip(labels.key(of_file));
        let Some((metric, (key, identity))) = found else {
            let name = if name.is_empty() { "?" } else { name };
            let name = crate::text::plain(name, NAME_SHOWN);
            if self.unused.len() < NAMES_LISTED && !self.unused.contains(&name) {
                self.unused.push(name);
            }
            return None;
        };
        let gpu = self.by_key.get(&key).copied().unwrap_or_else(|| {
            self.by_key.insert(key.clone(), self.gpus.len());
            let gpu = Gpu {
                key,
                identity,
                instances: vec![(String::new(), 1.0)],
                kind: labels.model.clone(),
                host: if labels.host.is_empty() { of_file.to_owned() } else { labels.host.clone() },
                index: labels.index.parse().ok(),
                ..Gpu::default()
            };
            self.gpus.push(gpu);
            self.gpus.len() - 1
        });
        let of = self.gpus.get_mut(gpu)?;
        let instance = if labels.instance.is_empty() || of.instances.len() > MOST_INSTANCES {
            0
        } else {
            let at = of.instances.iter().position(|(id, _)| *id == labels.instance);
            at.unwrap_or_else(|| {
                of.instances.push((labels.instance.clone(), labels.slices()));
                of.instances.len() - 1
            })
        };
        let at = self.by_part.get(&(gpu, instance, metric)).copied().unwrap_or_else(|| {
            self.by_part.insert((gpu, instance, metric), self.series.len());
            self.series.push(Series { gpu, instance, metric, points: Points::default() });
            self.series.len() - 1
        });
        Some(at)
    }

    /// Checks a cell: `None` is unknown.
    fn value(&mut self, series: usize, text: &[u8]) -> Option<f32> {
        let value = std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
        self.checked(series, value.unwrap_or(f64::NAN))
    }

    /// Checks a number: `None` is unknown.
    fn checked(&mut self, series: usize, value: f64) -> Option<f32> {
        let most = self.series.get(series)?.metric.most();
        if value.is_nan() {
            self.unknown += 1;
            return None;
        }
        if !(0.0..=most).contains(&value) {
            self.refused += 1;
            return None;
        }
        #[allow(clippy::cast_possible_truncation)]
        Some(value as f32)
    }

    /// Adds the points of one series as read.
    fn add(&mut self, series: usize, points: Points, owner: &str) {
        self.points += points.len();
        let Some((first, last)) = points.range() else { return };
        if let Some(gpu) = self.series.get(series).and_then(|of| self.gpus.get_mut(of.gpu))
            && !owner.is_empty()
        {
            gpu.owners.push((first, last, owner.to_owned()));
        }
        if let Some(there) = self.series.get_mut(series) {
            // The same GPU may have another pod later, but not two at once.
            self.kept += points.kept();
            self.replicas += u64::from(there.points.merge(points));
        }
        self.fit();
    }
}

impl Store {
    /// Thins the points out where there are too many.
    fn fit(&mut self) {
        while self.kept > MOST_POINTS {
            self.series.iter_mut().for_each(|series| series.points.thin_out());
            let left: usize = self.series.iter().map(|series| series.points.kept()).sum();
            // Points of other times that are so far apart stay.
            if left == self.kept {
                break;
            }
            self.kept = left;
        }
    }
}

/// Recognises its files: answers of `query_range`, and tables of them. JSON without a word of them may be one; the text of an
/// exporter is one that is not read.
pub(super) fn recognizes(page: &FirstPage<'_>) -> Option<Guess> {
    const ANSWERS: [&[&str]; 3] = [&["resultType"], &["metric", "values"], &["metric", "value"]];
    const TABLES: [&[&[&str]]; 3] =
        [&[&["__name__"]], &[&["DCGM_FI_*", "*DCGM_FI_"]], &[&["metric"], &["value"], &["timestamp", "time"]]];
    if OtherOutput::of_gpus(page.text) == Some(OtherOutput::ExporterText) {
        return Some(Guess::certain(Format::Prometheus, page.reason()));
    }
    let answer = || ANSWERS.iter().find_map(|members| page.json(Format::Prometheus, members));
    let table = || TABLES.iter().find_map(|columns| page.table(Format::Prometheus, columns));
    let possible = || page.is_json().then(|| Guess::possible(Format::Prometheus, []));
    answer().or_else(table).or_else(possible)
}

/// Reads series.
pub(super) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let mut store = Store::default();
    if let Some(output) = OtherOutput::of_gpus(source.data()) {
        return Err(Refused::OtherOutput { output });
    }
    let is_json = matches!(source.data().trim_ascii_start().first(), Some(b'{' | b'['));
    if is_json {
        json::read(source, settings, &mut store, reading)?;
    } else {
        csv::read(source, settings, &mut store, reading).await?;
    }
    if store.series.is_empty() && reading.report.skipped.is_empty() {
        return Err(Refused::NothingFound { format: Format::Prometheus });
    }
    if is_json {
        reading.report.rows = store.points;
    }
    let thinned = store.series.iter().map(|series| series.points.thinned()).max().filter(|seconds| *seconds > 0);
    fill(&mut store, reading);
    let report = &mut reading.report;
    report.remarks.extend(thinned.map(|seconds| Remark::Thinned { seconds: f64::from(seconds) }));
    report.count(store.replicas, |count| Remark::Replicas { count });
    report.count(store.refused, |count| Remark::RefusedValues { count });
    report.count(store.unknown, |count| Remark::UnknownValues { count });
    if !store.unused.is_empty() {
        report.remarks.push(Remark::Unused { names: std::mem::take(&mut store.unused) });
    }
    Ok(())
}

/// Turns the series of each GPU into samples.
fn fill(store: &mut Store, reading: &mut Reading) {
    let mut sampler = Sampler::default();
    let mut beyond = 0;
    let mut by_gpu: Vec<Vec<Series>> = store.gpus.iter().map(|_| Vec::new()).collect();
    for series in store.series.drain(..) {
        if let Some(of) = by_gpu.get_mut(series.gpu) {
            of.push(series);
        }
    }
    for (gpu, mut series) in store.gpus.drain(..).zip(by_gpu) {
        let Some(at) = sampler.samples.gpu(gpu.key.as_bytes(), gpu.identity, gpu.kind.as_bytes()) else {
            beyond += 1;
            continue;
        };
        let (kind, host) = (
            sampler.samples.kinds.id_among(gpu.kind.as_bytes(), MOST_TYPES),
            sampler.samples.hosts.id(gpu.host.as_bytes()),
        );
        let mut owners: Vec<(f64, f64, u32)> = gpu
            .owners
            .iter()
            .map(|(from, to, name)| (f64::from(*from), f64::from(*to), sampler.samples.owners.id(name.as_bytes())))
            .collect();
        owners.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        owners.dedup();
        for series in &mut series {
            series.points.sort();
        }
        if let Some(known) = sampler.samples.gpus.get_mut(at).map(|gpu| &mut gpu.description) {
            (known.kind, known.host, known.index) = (kind, host, gpu.index);
            known.is_mig = gpu.instances.len() > 1;
            known.owners = owners;
        }
        let slices = labels::slices_of(&gpu.kind);
        let mut times: Vec<u32> = series.iter().flat_map(|of| of.points.times()).collect();
        times.sort_unstable();
        times.dedup();
        let mut memory_gb = None;
        for time in times {
            let sample = sample(time, &series, &gpu.instances, slices, &mut memory_gb);
            reading.report.see(sample.time);
            sampler.add(at, &sample);
        }
        if let Some(known) = sampler.samples.gpus.get_mut(at).map(|gpu| &mut gpu.description) {
            known.memory_gb = memory_gb;
        }
    }
    let twice = smi::keep(reading, sampler, None);
    reading.report.count(twice, |count| Remark::Duplicates { count });
    reading.report.count(beyond, |gpus| Remark::GpusBeyond { gpus });
}

/// The sample of a GPU at a time.
fn sample(
    time: u32,
    series: &[Series],
    instances: &[(String, f64)],
    slices: f64,
    memory_gb: &mut Option<f64>,
) -> Sample {
    let whole = |metric| {
        series
            .iter()
            .filter(|of| of.metric == metric && of.instance == 0)
            .find_map(|of| of.points.at(time))
            .map(f64::from)
    };
    let parts = |metric| series.iter().filter(move |of| of.metric == metric && of.instance > 0);
    // Of instances that exist at the time all have to be known.
    let sum = |metric, weight: &dyn Fn(usize) -> f64| {
        let mut total = None;
        for of in parts(metric).filter(|of| of.points.spans(time)) {
            total = Some(total.unwrap_or(0.0) + f64::from(of.points.at(time)?) * weight(of.instance));
        }
        total
    };
    let weight = |at: usize| instances.get(at).map_or(0.0, |instance| instance.1) / slices;
    let utilization = whole(Metric::UtilizationPercent)
        .map(|percent| percent / 100.0)
        .or_else(|| whole(Metric::UtilizationRatio))
        .or_else(|| sum(Metric::UtilizationRatio, &weight))
        .or_else(|| sum(Metric::UtilizationPercent, &|at| weight(at) / 100.0));
    // Each instance reports the power of the whole GPU.
    let of_parts = parts(Metric::Power).filter_map(|of| of.points.at(time)).map(f64::from).reduce(f64::max);
    let used = whole(Metric::MemoryUsed).or_else(|| sum(Metric::MemoryUsed, &|_| 1.0));
    let free = whole(Metric::MemoryFree).or_else(|| sum(Metric::MemoryFree, &|_| 1.0));
    let total = used.zip(free).map(|(used, free)| used + free).filter(|total| *total > 0.0);
    if let Some(total) = total {
        // Mebibytes to GB of 10^9 bytes.
        *memory_gb = Some(memory_gb.unwrap_or(0.0).max(total * 1.048_576e-3));
    }
    let memory = used.zip(total).map(|(used, total)| used / total).or_else(|| whole(Metric::MemoryRatio));
    let tensor = whole(Metric::Tensor).or_else(|| sum(Metric::Tensor, &weight));
    let has = |metrics: &[Metric]| series.iter().any(|of| metrics.contains(&of.metric));
    let value =
        |metrics: &[Metric], value: Option<f64>| if has(metrics) { Value::measured(value) } else { Value::Absent };
    Sample {
        time: f64::from(time),
        utilization: value(
            &[Metric::UtilizationPercent, Metric::UtilizationRatio],
            utilization.map(|share| share.min(1.0)),
        ),
        power: value(&[Metric::Power], whole(Metric::Power).or(of_parts)),
        memory: value(
            &[Metric::MemoryUsed, Metric::MemoryFree, Metric::MemoryRatio],
            memory.map(|share| share.min(1.0)),
        ),
        tensor: value(&[Metric::Tensor], tensor.map(|share| share.min(1.0))),
    }
}
