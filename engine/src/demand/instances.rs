//! What of a rented instance its jobs use: it is billed whole while any job holds it, with launch and idle time.
//!
//! Source: model page, section 6.

use super::{Demand, Part};

/// Share of billed GPU-hours that jobs use on instances of a size: all workloads that may be rented, weighed by their
/// GPU-hours. Jobs of one workload share an instance, those of different workloads do not. One without workloads.
///
/// `gpus_per_instance`: GPUs. `launch_hours` and `idle_hours`: billed beside each run, hours.
pub fn used_share(demand: &Demand, gpus_per_instance: f64, launch_hours: f64, idle_hours: f64) -> f64 {
    let (mut used, mut billed) = (0.0, 0.0);
    for part in &demand.parts {
        let hours = part.gpu_hours * (1.0 - part.pinned);
        if hours > 0.0 {
            used += hours;
            billed += hours / used_by(demand, part, gpus_per_instance, launch_hours + idle_hours);
        }
    }
    if billed > 0.0 { used / billed } else { 1.0 }
}

/// The same of one workload of a demand: jobs as large as an instance end and leave it, copies of a served model stay while any
/// token is asked for. `around`: hours billed beside each run.
pub fn used_by(demand: &Demand, part: &Part, gpus_per_instance: f64, around: f64) -> f64 {
    let in_time = part.run_hours.map_or(1.0, |hours| hours / (hours + around));
    let Some(job) = part.job_gpus else { return in_time };
    let of_job = libm::ceil(job / gpus_per_instance - 1e-9) * gpus_per_instance;
    let in_space = if job >= gpus_per_instance && part.tokens.is_none() {
        job / of_job
    } else {
        let together = libm::floor(gpus_per_instance / job + 1e-9).max(1.0);
        let instances = |gpus: &f64| libm::ceil(libm::ceil(gpus / job - 1e-9) / together - 1e-9) * of_job;
        let billed = demand.states().gpu_hours(part.gpus.iter().map(instances));
        if billed > 0.0 { part.gpu_hours / billed } else { 1.0 }
    };
    in_time * in_space.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Scenario;
    use crate::inputs::workloads::{Shape, Workload};

    fn share(workload: Workload, size: f64, minutes: f64) -> f64 {
        let mut scenario = Scenario::neutral();
        scenario.work.workloads = vec![workload];
        used_share(&Demand::of(&scenario, 1e6), size, minutes / 60.0, 0.0)
    }

    /// By hand.
    #[test]
    fn a_small_job_pays_for_the_whole_instance_unless_others_fill_it() {
        let jobs = |gpus: f64, job: f64| Workload { gpus: Some(gpus), job_gpus: Some(job), ..Workload::default() };
        assert_eq!(share(jobs(1.0, 1.0), 8.0, 10.0), 1.0 / 8.0);
        assert_eq!(share(jobs(24.0, 1.0), 8.0, 10.0), 1.0);
        assert_eq!(share(jobs(12.0, 12.0), 8.0, 10.0), 12.0 / 16.0);
        assert_eq!(share(jobs(9.0, 3.0), 8.0, 10.0), 9.0 / 16.0);
        assert_eq!(share(Workload { gpus: Some(5.0), ..Workload::default() }, 8.0, 10.0), 1.0);
    }

    /// By hand: a run of two hours with 30 minutes around it.
    #[test]
    fn launch_and_idle_time_are_billed_with_each_run() {
        let runs = Workload {
            shape: Shape::Runs,
            gpus: Some(8.0),
            hours: Some(2.0),
            times: Some(100.0),
            ..Workload::default()
        };
        assert!((share(runs, 8.0, 30.0) - 0.8).abs() < 1e-12);
    }
}
