//! Who does the work of a month: running commitments and a new one the bottom of what may leave, machines what is above and
//! what has to run on them, and the rest is rented by the hour.
//!
//! Each hour goes where it costs least to run: a commitment is paid anyway, machines cost power, an hour elsewhere its price.
//! Where machines work first, they come after running commitments alone.
//! Source: model page, sections 5 and 6.

use super::load::all_work;
use super::outside::{Of, Outside};
use super::room;
use crate::demand::Part;
use crate::model::Model;
use crate::units::count;

/// Work below this share of a month's is rounding: sums over 8,760 hours.
const ROUNDING: f64 = 1e-10;

/// Most work in a month of what is there, productive GPU-hours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Capacity {
    pub running: f64,
    pub committed: f64,
    pub machines: f64,
    /// Whether work that has to run on owned machines stays undone where it exceeds them; else it is rented like the rest.
    pub bound: bool,
    /// Cost of a productive hour on the machines, US dollars: cheaper hours elsewhere are used first. Nothing where machines
    /// work first.
    pub running_usd: Option<f64>,
}

/// Work of a month by who does it, productive GPU-hours.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Split {
    pub running: f64,
    pub committed: f64,
    pub machines: f64,
    /// Has to run on owned machines and exceeds them.
    pub undone: f64,
    /// Of each class, by the hour; without classes the sum.
    pub rest: Vec<f64>,
}

/// Splits the work of a month. `drifted` is the rental price of the month relative to today.
pub(super) fn split(
    model: &Model,
    outside: Option<&Outside>,
    month: usize,
    capacity: &Capacity,
    drifted: f64,
    split: &mut Split,
) {
    let all = all_work(model, month);
    let classes = outside.map_or(1, Outside::len);
    split.rest.clear();
    split.rest.resize(classes, 0.0);
    (split.running, split.committed, split.machines, split.undone) = (0.0, 0.0, 0.0, 0.0);
    if all <= 0.0 {
        return;
    }
    let cheaper = |usd: f64| capacity.running_usd.is_some_and(|running| usd * drifted < running);
    let above_machines = outside.map_or(1, |outside| outside.hires().take_while(|hire| !cheaper(hire.usd)).count());
    if capacity.bound && model.load.pinned.peak() * all > room(capacity.machines) {
        return by_state(model, outside, capacity, (all, above_machines), split);
    }
    let (of, free) = if capacity.bound { (Of::All, Of::Free) } else { (Of::Rentable, Of::Rentable) };
    let served = |of: Of, classes_below: usize, capacity: f64| {
        let top = classes_below.checked_sub(1);
        let within = match (outside, top) {
            (Some(outside), top) => outside.served(model, of, top, capacity / all),
            (None, None) => 0.0,
            (None, Some(_)) => whole(model, of, capacity / all),
        };
        all * within
    };
    let Capacity { running, committed, machines, .. } = *capacity;
    if running > 0.0 {
        split.running = served(free, classes, running);
    }
    let held = running + committed;
    if capacity.running_usd.is_none() && committed > 0.0 && machines > 0.0 {
        // Machines first, then the commitment.
        let both = served(of, classes, running + machines);
        split.machines = (both - split.running).clamp(0.0, machines);
        split.committed = (served(of, classes, held + machines) - both).clamp(0.0, committed);
    } else {
        if committed > 0.0 {
            split.committed = served(free, classes, held) - split.running;
        }
        if machines > 0.0 {
            let both = served(of, above_machines, held + machines);
            let below = if held > 0.0 { served(free, above_machines, held) } else { 0.0 };
            split.machines = (both - below).clamp(0.0, machines);
        }
    }
    let mut left = all - split.running - split.committed - split.machines;
    if left <= all * ROUNDING {
        return;
    }
    if let Some(outside) = outside {
        for class in (1..classes).rev() {
            let hours = if class < above_machines {
                outside.above(model, of, class, (held + machines) / all)
            } else {
                outside.above(model, free, class, held / all)
            };
            let hours = if hours > ROUNDING { (all * hours).min(left) } else { 0.0 };
            if let Some(place) = split.rest.get_mut(class) {
                *place = hours;
            }
            left -= hours;
        }
    }
    if let Some(bottom) = split.rest.first_mut() {
        *bottom = if left > all * ROUNDING { left } else { 0.0 };
    }
}

/// Mean of the load that a capacity serves, in units of all work.
fn whole(model: &Model, of: Of, capacity: f64) -> f64 {
    let load = &model.load;
    match of {
        Of::All | Of::Rentable => load.total.mean_below(capacity),
        Of::Free => load.free.mean_below(capacity),
    }
}

/// The same state by state, where more work has to run on the machines than they can do.
fn by_state(
    model: &Model,
    outside: Option<&Outside>,
    capacity: &Capacity,
    (all, above_machines): (f64, usize),
    split: &mut Split,
) {
    let demand = &model.load.demand;
    let states = demand.parts.first().map_or(0, |part| part.hours.len());
    // Productive GPU-hours of a month for each GPU of a state that lasts the whole month, and the share of one state.
    let (unit, share) = (all * count(states) / demand.gpu_hours(), 1.0 / count(states));
    let classes = outside.map_or_else(|| vec![free_parts(&demand.parts)], |outside| outside.parts_of_classes(model));
    let mut wanted = vec![0.0; classes.len()];
    for state in 0..states {
        let gpus = |part: &Part| part.hours.get(state).copied().unwrap_or(0.0);
        let pinned = unit * demand.parts.iter().map(|part| part.pinned * gpus(part)).sum::<f64>();
        for (wanted, parts) in wanted.iter_mut().zip(&classes) {
            let sum = parts.iter().filter_map(|(index, share)| Some(share * gpus(demand.parts.get(*index)?)));
            *wanted = unit * sum.sum::<f64>();
        }
        let here = pinned.min(capacity.machines);
        split.undone += share * (pinned - here);
        split.machines += share * here;
        let mut left = [capacity.running, capacity.committed, capacity.machines - here];
        let order = if capacity.running_usd.is_none() { [0, 2, 1] } else { [0, 1, 2] };
        for (class, wanted) in wanted.iter().enumerate() {
            let mut rest = *wanted;
            for source in order {
                let Some(left) = left.get_mut(source).filter(|_| source != 2 || class < above_machines) else {
                    continue;
                };
                let done = rest.min(*left);
                *left -= done;
                rest -= done;
                let sum = match source {
                    0 => &mut split.running,
                    1 => &mut split.committed,
                    _ => &mut split.machines,
                };
                *sum += share * done;
            }
            if let Some(place) = split.rest.get_mut(class) {
                *place += share * rest;
            }
        }
    }
    for rest in split.rest.iter_mut().filter(|rest| **rest <= all * ROUNDING) {
        *rest = 0.0; // rounding
    }
}

/// All parts, each with what need not run on owned machines.
fn free_parts(parts: &[Part]) -> Vec<(usize, f64)> {
    parts.iter().enumerate().map(|(index, part)| (index, 1.0 - part.pinned)).collect()
}
