//! Interruption rates and their cost, from the scenario's figures.

use super::{GoodputMethod, IntervalChoice, Scenario, StopRate};
use crate::formulas::goodput::{Stops, hazard_of_chance_per_hour, hazard_of_chance_per_month};

/// Failures of one node per hour, from their published count per million GPU-hours.
fn failures_per_node_hour(s: &Scenario, gpus_per_node: f64) -> f64 {
    s.stops.per_million_gpu_hours.value / 1e6 * gpus_per_node
}

/// The same for another figure in the scenario's unit.
fn hazard_of(s: &Scenario, rate: f64) -> f64 {
    match s.stops.spot_kind {
        StopRate::PerNodeHour => rate,
        // A chance of one has no rate: use the nearest below it.
        StopRate::ChancePerHour => hazard_of_chance_per_hour(rate.min(0.999_999)),
        StopRate::ChancePerMonth => hazard_of_chance_per_month(rate.min(0.999_999)),
    }
}

/// A job as interruptions see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Job {
    /// GPUs that stop together.
    pub gpus: f64,
    /// Hours between checkpoints; `None` for the best interval.
    pub interval_hours: Option<f64>,
}

impl Job {
    /// The scenario's own.
    pub fn of(s: &Scenario) -> Self {
        Self::of_workload(s, None, None)
    }

    /// A workload's, with the scenario's own figures where it has none.
    pub fn of_workload(s: &Scenario, gpus: Option<f64>, checkpoint_hours: Option<f64>) -> Self {
        let own = match s.stops.interval {
            IntervalChoice::Given => Some(s.stops.interval_hours.value),
            IntervalChoice::Best => None,
        };
        Self { gpus: gpus.map_or(s.work.fabric_gpus.value, libm::ceil), interval_hours: checkpoint_hours.or(own) }
    }

    /// Its stops on nodes of `gpus_per_node` GPUs with `per_node_hour` stops an hour each.
    fn stops(&self, s: &Scenario, gpus_per_node: f64, per_node_hour: f64) -> Stops {
        let nodes = libm::ceil(self.gpus / gpus_per_node.max(1.0));
        Stops {
            per_hour: nodes * per_node_hour,
            write_hours: s.stops.write_hours.value,
            restart_hours: s.stops.restart_hours.value,
        }
    }

    /// Share of its work kept with these stops.
    fn kept(&self, s: &Scenario, stops: Stops) -> f64 {
        let interval = self.interval_hours.or_else(|| stops.best_interval(s.stops.shortest_interval_hours.value));
        // Nothing ever stops the job, so it needs no checkpoints.
        interval.map_or(1.0, |hours| stops.goodput(hours)).max(LEAST_GOODPUT)
    }
}

/// Lower bound of goodput, for a job that makes no progress: cost per productive hour is then a thousandfold.
const LEAST_GOODPUT: f64 = 1e-3;

fn by_failures(s: &Scenario, gpus_per_node: f64) -> f64 {
    let job = Job::of(s);
    job.kept(s, job.stops(s, gpus_per_node, failures_per_node_hour(s, gpus_per_node)))
}

/// Goodput of owned machines.
pub fn owned_goodput(s: &Scenario) -> f64 {
    match s.stops.method {
        GoodputMethod::Given => s.own.goodput.value,
        GoodputMethod::Stops => by_failures(s, s.own.gpus_per_node.value),
    }
}

/// Goodput of rented machines that are not spot.
pub fn rented_goodput(s: &Scenario) -> f64 {
    match s.stops.method {
        GoodputMethod::Given => s.rent.goodput.value,
        GoodputMethod::Stops => by_failures(s, s.own.gpus_per_node.value),
    }
}

/// Goodput of a job on spot machines with `gpus_per_node` GPUs that are taken back at `rate`, in the scenario's unit. A
/// given goodput covers failures; interruptions reduce it further.
pub fn spot_goodput(s: &Scenario, job: Job, gpus_per_node: f64, rate: f64) -> f64 {
    let hazard = hazard_of(s, rate);
    match s.stops.method {
        GoodputMethod::Given => s.rent.goodput.value * job.kept(s, job.stops(s, gpus_per_node, hazard)),
        GoodputMethod::Stops => {
            job.kept(s, job.stops(s, gpus_per_node, hazard + failures_per_node_hour(s, gpus_per_node)))
        }
    }
}
