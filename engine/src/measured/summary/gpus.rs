//! GPUs as sampled: utilization with what is unknown of it, and times in which they were allocated but idle.

use std::collections::BTreeMap;

use super::super::instant::HOUR;
use super::super::samples::{GpuSeries, Measured, Samples};
use super::kinds::{Kind, Kinds};
use super::owners::Owners;
use super::usage::observed_hours;
use super::{GpuUse, Idle, IdleGpu, Utilization};
use crate::units::count;

/// GPUs listed.
const GPUS_LISTED: usize = 1_000;
/// Idle GPUs listed.
const IDLE_LISTED: usize = 500;

/// GPU-hours for which the utilization of a GPU is known.
fn known_hours(gpu: &GpuSeries) -> f64 {
    gpu.utilization.seconds / HOUR
}

/// A share of the time that a GPU was observed, or of its samples where these stand for no time.
fn known_share(gpu: &GpuSeries, measured: &Measured) -> f64 {
    if gpu.observed_seconds > 0.0 {
        (measured.seconds / gpu.observed_seconds).min(1.0)
    } else {
        number(measured.known) / number(gpu.samples.max(1))
    }
}

#[allow(clippy::cast_precision_loss)]
fn number(count: u64) -> f64 {
    count as f64
}

/// One GPU.
fn gpu_use(gpu: &GpuSeries, samples: &Samples, kinds: &Kinds<'_>) -> GpuUse {
    GpuUse {
        key: gpu.description.key.clone(),
        name: samples.kinds.name(gpu.description.kind).to_owned(),
        book_id: kinds.list.get(kinds.of_sample(gpu.description.kind)).and_then(Kind::book_id),
        host: samples.hosts.name(gpu.description.host).to_owned(),
        index: gpu.description.index,
        is_mig: gpu.description.is_mig,
        samples: gpu.samples,
        known: gpu.utilization.known,
        observed_hours: observed_hours(gpu),
        utilization: gpu.utilization.mean(),
        known_share: known_share(gpu, &gpu.utilization),
        power: gpu.power.mean(),
        power_share: number(gpu.power.known) / number(gpu.samples.max(1)),
        tensor: gpu.tensor.mean(),
        peak_utilization: gpu.utilization.peak,
        memory: gpu.memory.mean(),
        peak_memory: gpu.memory.peak,
    }
}

/// Utilization of all GPUs; `None` without samples.
pub(super) fn utilization(gpus: &[GpuSeries], samples: &Samples, kinds: &Kinds<'_>) -> Option<Utilization> {
    if gpus.is_empty() {
        return None;
    }
    let mut found = Utilization::default();
    let mut all = Measured::default();
    for gpu in gpus {
        found.observed_gpu_hours += observed_hours(gpu);
        found.unknown_gpus += u64::from(gpu.utilization.known == 0);
        all.add(&gpu.utilization);
    }
    let (observed, busy) = (found.observed_gpu_hours, all.integral / HOUR);
    found.known_gpu_hours = all.seconds / HOUR;
    found.mean = all.mean();
    (found.lowest, found.highest) = (0.0, 1.0);
    if observed > 0.0 {
        found.lowest = busy / observed;
        found.highest = ((busy + observed - found.known_gpu_hours) / observed).min(1.0);
    }
    found.gpus = gpus.iter().take(GPUS_LISTED).map(|gpu| gpu_use(gpu, samples, kinds)).collect();
    Some(found)
}

/// GPUs that were allocated but idle, with owner and price; `None` without samples.
pub(super) fn idle(gpus: &[GpuSeries], samples: &Samples, kinds: &Kinds<'_>, owners: &Owners<'_>) -> Option<Idle> {
    if gpus.is_empty() {
        return None;
    }
    let mut found = Idle::default();
    let (mut cost, mut is_unpriced, mut known) = (0.0, false, 0.0);
    let mut by_owner: BTreeMap<String, f64> = BTreeMap::new();
    for gpu in gpus {
        known += known_hours(gpu);
        let lengths = || gpu.idle.iter().map(|run| (run.to - run.from) / HOUR);
        let hours = crate::measured::total(lengths());
        if hours == 0.0 {
            continue;
        }
        let price = kinds.price(kinds.of_sample(gpu.description.kind));
        cost += hours * price.unwrap_or(0.0);
        is_unpriced |= price.is_none();
        found.gpu_hours += hours;
        let parts = owners.of(gpu, samples);
        for (owner, _, hours) in &parts {
            *by_owner.entry(owner.clone()).or_default() += hours;
        }
        // The owner of most of it stands beside the GPU.
        let most = parts.into_iter().max_by(|a, b| a.2.total_cmp(&b.2));
        let (owner, join) = most.map(|(owner, join, _)| (owner, join)).unwrap_or_default();
        found.gpus.push(IdleGpu {
            key: gpu.description.key.clone(),
            name: samples.kinds.name(gpu.description.kind).to_owned(),
            host: samples.hosts.name(gpu.description.host).to_owned(),
            index: gpu.description.index,
            owner,
            join,
            memory_is_known: gpu.idle.iter().all(|run| run.memory_is_known),
            times: gpu.idle.len() as u64,
            hours,
            longest_hours: lengths().fold(0.0, f64::max),
            cost: price.map(|price| price * hours),
        });
    }
    found.share = if known > 0.0 { (found.gpu_hours / known).min(1.0) } else { 0.0 };
    found.cost = (!is_unpriced && count(found.gpus.len()) > 0.0).then_some(cost);
    found.gpus.sort_by(|a, b| b.hours.total_cmp(&a.hours).then_with(|| a.key.cmp(&b.key)));
    found.gpus.truncate(IDLE_LISTED);
    let mut by_owner: Vec<(String, f64)> = by_owner.into_iter().collect();
    by_owner.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    found.owners = by_owner;
    Some(found)
}
