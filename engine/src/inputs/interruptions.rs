//! Interruption rates and their cost, from the scenario's figures.

use super::{GoodputMethod, IntervalChoice, Scenario, StopRate};
use crate::formulas::goodput::{Stops, hazard_of_chance_per_hour, hazard_of_chance_per_month};

/// Failures of one node per hour, from their published count per million GPU-hours.
fn failures_per_node_hour(s: &Scenario, gpus_per_node: f64) -> f64 {
    s.stops.per_million_gpu_hours.value / 1e6 * gpus_per_node
}

/// Interruptions of a spot node per hour.
pub fn spot_hazard(s: &Scenario) -> f64 {
    hazard_of(s, s.stops.spot_rate.value)
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

/// Stops of a job whose nodes have `gpus_per_node` GPUs and `per_node_hour` stops an hour each.
pub fn stops_of_job(s: &Scenario, gpus_per_node: f64, per_node_hour: f64) -> Stops {
    let nodes = libm::ceil(s.work.fabric_gpus.value / gpus_per_node.max(1.0));
    Stops {
        per_hour: nodes * per_node_hour,
        write_hours: s.stops.write_hours.value,
        restart_hours: s.stops.restart_hours.value,
    }
}

/// Share of work kept with these stops, at the scenario's checkpoint interval.
pub fn kept(s: &Scenario, stops: Stops) -> f64 {
    let interval = match s.stops.interval {
        IntervalChoice::Given => Some(s.stops.interval_hours.value),
        IntervalChoice::Best => stops.best_interval(s.stops.shortest_interval_hours.value),
    };
    // Nothing ever stops the job, so it needs no checkpoints.
    interval.map_or(1.0, |hours| stops.goodput(hours)).max(LEAST_GOODPUT)
}

/// Lower bound of goodput, for a job that makes no progress: cost per productive hour is then a thousandfold.
const LEAST_GOODPUT: f64 = 1e-3;

fn by_failures(s: &Scenario, gpus_per_node: f64) -> f64 {
    kept(s, stops_of_job(s, gpus_per_node, failures_per_node_hour(s, gpus_per_node)))
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

/// Goodput of spot machines with a number of GPUs each. A given goodput covers failures; interruptions reduce it
/// further.
pub fn spot_goodput(s: &Scenario, gpus_per_node: f64) -> f64 {
    spot_goodput_at(s, gpus_per_node, s.stops.spot_rate.value)
}

/// The same with the machines' own interruption rate.
pub fn spot_goodput_at(s: &Scenario, gpus_per_node: f64, rate: f64) -> f64 {
    let hazard = hazard_of(s, rate);
    match s.stops.method {
        GoodputMethod::Given => s.rent.goodput.value * kept(s, stops_of_job(s, gpus_per_node, hazard)),
        GoodputMethod::Stops => {
            kept(s, stops_of_job(s, gpus_per_node, hazard + failures_per_node_hour(s, gpus_per_node)))
        }
    }
}
