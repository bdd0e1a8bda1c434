//! GPUs as sampled: utilization with what is unknown of it, and times in which they were held but idle.

use super::super::instant::HOUR;
use super::super::samples::{GpuSeries, Samples};
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
pub(super) fn known_hours(gpu: &GpuSeries) -> f64 {
    (gpu.counts().1 * gpu.interval / HOUR).min(observed_hours(gpu))
}

/// One GPU.
fn gpu_use(gpu: &GpuSeries, samples: &Samples, kinds: &Kinds<'_>) -> GpuUse {
    let (all, known) = gpu.counts();
    let mean = |sum: f64, known: f64| (known > 0.0).then(|| sum / known);
    let power_known = gpu.sum(|hour| f64::from(hour.power_known));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    GpuUse {
        key: gpu.key.clone(),
        name: samples.kinds.name(gpu.kind).to_owned(),
        book_id: kinds.list.get(kinds.of_sample(gpu.kind)).and_then(Kind::book_id),
        host: samples.hosts.name(gpu.host).to_owned(),
        index: gpu.index,
        is_mig: gpu.is_mig,
        samples: all as u64,
        known: known as u64,
        observed_hours: observed_hours(gpu),
        utilization: mean(gpu.sum(|hour| hour.utilization), known),
        known_share: if gpu.interval > 0.0 { known_hours(gpu) / observed_hours(gpu) } else { known / all.max(1.0) },
        power: mean(gpu.sum(|hour| hour.power), power_known),
        power_share: power_known / all.max(1.0),
        tensor: mean(gpu.tensor.1, gpu.tensor.0),
        peak_utilization: gpu.peak_utilization,
        memory: mean(gpu.sum(|hour| hour.memory), gpu.sum(|hour| f64::from(hour.memory_known))),
        peak_memory: gpu.peak_memory,
    }
}

/// Utilization of all GPUs; `None` without samples.
pub(super) fn utilization(samples: &Samples, kinds: &Kinds<'_>) -> Option<Utilization> {
    if samples.gpus.is_empty() {
        return None;
    }
    let mut found = Utilization::default();
    let mut busy = 0.0;
    for gpu in &samples.gpus {
        let known = known_hours(gpu);
        found.observed_gpu_hours += observed_hours(gpu);
        found.known_gpu_hours += known;
        found.unknown_gpus += u64::from(known == 0.0 && gpu.counts().1 == 0.0);
        busy += known * gpu.sum(|hour| hour.utilization) / gpu.counts().1.max(1.0);
    }
    let observed = found.observed_gpu_hours;
    found.mean = (found.known_gpu_hours > 0.0).then(|| busy / found.known_gpu_hours);
    (found.lowest, found.highest) = (0.0, 1.0);
    if observed > 0.0 {
        found.lowest = busy / observed;
        found.highest = ((busy + observed - found.known_gpu_hours) / observed).min(1.0);
    }
    found.gpus = samples.gpus.iter().take(GPUS_LISTED).map(|gpu| gpu_use(gpu, samples, kinds)).collect();
    Some(found)
}

/// GPUs that were held but idle, with owner and price; `None` without samples.
pub(super) fn idle(samples: &Samples, kinds: &Kinds<'_>, owners: &Owners<'_>) -> Option<Idle> {
    if samples.gpus.is_empty() {
        return None;
    }
    let mut found = Idle::default();
    let (mut cost, mut is_unpriced, mut known) = (0.0, false, 0.0);
    let mut by_owner: Vec<(String, f64)> = Vec::new();
    for gpu in &samples.gpus {
        known += known_hours(gpu);
        let lengths = || gpu.idle.iter().map(|run| (run.to - run.from) / HOUR);
        let hours: f64 = lengths().sum();
        if hours == 0.0 {
            continue;
        }
        let price = kinds.price(kinds.of_sample(gpu.kind));
        cost += hours * price.unwrap_or(0.0);
        is_unpriced |= price.is_none();
        found.gpu_hours += hours;
        let parts = owners.of(gpu, samples);
        for (owner, _, hours) in &parts {
            match by_owner.iter_mut().find(|(name, _)| name == owner) {
                Some((_, sum)) => *sum += hours,
                None => by_owner.push((owner.clone(), *hours)),
            }
        }
        // The owner of most of it stands beside the GPU.
        let most = parts.into_iter().max_by(|a, b| a.2.total_cmp(&b.2));
        let (owner, join) = most.map(|(owner, join, _)| (owner, join)).unwrap_or_default();
        found.gpus.push(IdleGpu {
            key: gpu.key.clone(),
            name: samples.kinds.name(gpu.kind).to_owned(),
            host: samples.hosts.name(gpu.host).to_owned(),
            index: gpu.index,
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
    by_owner.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    found.owners = by_owner;
    Some(found)
}
