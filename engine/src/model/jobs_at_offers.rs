//! What the jobs of the workloads make of the hours of each hourly offer: whole instances, launch and idle time, interruptions.

use std::sync::Arc;

use crate::demand::{Load, Part, instances};
use crate::inputs::Scenario;
use crate::inputs::interruptions::{Job, spot_goodput};
use crate::model::offers::{Offer, PartYield};
use crate::prices::Service;

/// Sets the share of its billed hours that each hourly offer's jobs use and keep, all together and workload by workload.
pub(super) fn set(offers: &mut [Offer], load: &Load, s: &Scenario) {
    use_instances(offers, load, s);
    use_jobs(offers, load, s);
    use_parts(offers, load, s);
}

/// Hourly offers are billed in whole instances, from launch to release.
fn use_instances(offers: &mut [Offer], load: &Load, s: &Scenario) {
    let around = (s.rent.launch_hours.value, s.rent.idle_out_hours.value);
    let mut known: Vec<(f64, f64)> = Vec::new();
    for offer in offers.iter_mut().filter(|offer| offer.pays_per_use()) {
        let size = offer.gpus_per_instance;
        let share = known.iter().find(|(of, _)| *of == size).map(|(_, share)| *share);
        offer.used_share = share.unwrap_or_else(|| instances::used_share(&load.demand, size, around.0, around.1));
        if share.is_none() {
            known.push((size, offer.used_share));
        }
    }
}

/// On spot each workload loses what its own jobs and checkpoints lose: work per paid hour is that of all workloads that
/// may be rented together.
fn use_jobs(offers: &mut [Offer], load: &Load, s: &Scenario) {
    let around = s.rent.around_hours();
    for offer in offers.iter_mut().filter(|offer| offer.service == Service::Spot && offer.pays_per_use()) {
        let (mut billed, mut with_lost) = (0.0, 0.0);
        for part in &load.demand.parts {
            let hours = part.gpu_hours * (1.0 - part.pinned);
            let job = Job::of_workload(s, part.job_gpus, part.checkpoint_hours);
            let paid = hours / instances::used_by(&load.demand, part, offer.gpus_per_instance, around);
            billed += paid;
            with_lost += paid / spot_goodput(s, job, offer.gpus_per_instance, offer.spot_rate);
        }
        if with_lost > 0.0 {
            offer.yields.goodput = billed / with_lost;
        }
    }
}

/// What each workload gets of the hours it is billed for. Offers with equal instances and interruptions share it.
fn use_parts(offers: &mut [Offer], load: &Load, s: &Scenario) {
    let around = s.rent.around_hours();
    let mut known: Vec<([f64; 3], Arc<[PartYield]>)> = Vec::new();
    for offer in offers.iter_mut().filter(|offer| offer.pays_per_use()) {
        let spot = offer.service == Service::Spot;
        let firm = if spot { 0.0 } else { offer.yields.goodput };
        let alike = [offer.gpus_per_instance, if spot { offer.spot_rate } else { -1.0 }, firm];
        let found = known.iter().find(|(other, _)| *other == alike).map(|(_, parts)| Arc::clone(parts));
        let of_part = |part: &Part| PartYield {
            used_share: instances::used_by(&load.demand, part, offer.gpus_per_instance, around),
            goodput: if spot {
                let job = Job::of_workload(s, part.job_gpus, part.checkpoint_hours);
                spot_goodput(s, job, offer.gpus_per_instance, offer.spot_rate)
            } else {
                offer.yields.goodput
            },
        };
        offer.parts = found.unwrap_or_else(|| {
            let parts: Arc<[PartYield]> = load.demand.parts.iter().map(of_part).collect();
            known.push((alike, Arc::clone(&parts)));
            parts
        });
    }
}
