//! Who does the work of a month: running commitments and a new one the bottom of what may leave, machines what is above and
//! what has to run on them, and the rest is rented by the hour.
//!
//! Each hour goes where it costs least to run: a commitment is paid anyway, machines cost power, an hour elsewhere its price.
//! Where machines work first, they come after running commitments alone. Of machines there and machines bought those work
//! first that cost less to run.
//! Source: model page, sections 5 and 6.

use super::load::all_work;
use super::outside::{Hire, Of, Outside, all_parts};
use super::room;
use crate::model::Model;
use crate::units::HOURS_PER_YEAR;

/// Work below this share of a month's is rounding: sums over 8,760 hours.
const ROUNDING: f64 = 1e-10;

/// Most work in a month of what is there, productive GPU-hours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Capacity {
    pub running: f64,
    pub committed: f64,
    pub machines: f64,
    /// Of the machines, those there already.
    pub there: f64,
    /// Whether those bought work before those there.
    pub bought_first: bool,
    /// Whether work that has to run on owned machines stays undone where it exceeds them; else it is rented like the rest.
    pub bound: bool,
    /// Cost of a productive hour on machines there and on those bought, US dollars: cheaper hours elsewhere are used first.
    /// Nothing where machines work first.
    pub running_usd: Option<[f64; 2]>,
}

impl Capacity {
    /// Machines in the order in which they work, each with its cost of a productive hour.
    fn groups(&self) -> [(f64, Option<f64>); 2] {
        let [there_usd, bought_usd] = self.running_usd.map_or([None, None], |usd| usd.map(Some));
        let (there, bought) = ((self.there, there_usd), (self.machines - self.there, bought_usd));
        if self.bought_first { [bought, there] } else { [there, bought] }
    }

    /// What machines there do of some work of all machines, of which those that work first do `first`.
    fn done_there(&self, machines: f64, first: f64) -> f64 {
        if self.bought_first { machines - first } else { first }
    }
}

/// Work of a month by who does it, productive GPU-hours.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Split {
    pub running: f64,
    pub committed: f64,
    pub machines: f64,
    /// Of the machines, what those there already do.
    pub there: f64,
    /// Has to run on owned machines and exceeds them.
    pub undone: f64,
    /// Of each class, by the hour; without classes the sum.
    pub rest: Vec<f64>,
}

/// Splits the work of a month.
pub(super) fn split(model: &Model, outside: Option<&Outside>, month: usize, capacity: &Capacity, split: &mut Split) {
    let all = all_work(model, month);
    let classes = outside.map_or(1, Outside::len);
    split.rest.clear();
    split.rest.resize(classes, 0.0);
    (split.running, split.committed, split.machines, split.there, split.undone) = (0.0, 0.0, 0.0, 0.0, 0.0);
    if all <= 0.0 {
        return;
    }
    let [(first, first_usd), (second, second_usd)] = capacity.groups();
    let worth = |running: Option<f64>| {
        let cheaper = |hire: &Hire| running.is_some_and(|running| hire.usd * hire.drift(model, month) < running);
        outside.map_or(1, |outside| outside.hires().take_while(|hire| !cheaper(hire)).count())
    };
    // Classes whose work costs more elsewhere than on the machines: on those that work first, and on the others.
    let alike = |classes: usize| (classes, classes);
    let (above_first, above_second) = match (first > 0.0, second > 0.0) {
        (true, true) if first_usd != second_usd => (worth(first_usd), worth(second_usd)),
        (false, true) => alike(worth(second_usd)),
        _ => alike(worth(first_usd)),
    };
    let apart = above_first != above_second;
    // Machines do what has to run on them first, whoever does the rest.
    let pinned = model.load.pinned.mean();
    let fits = model.load.pinned.peak() * all <= room(capacity.machines);
    // What machines do first matters only where something else works beside them, or classes differ.
    let alone = !capacity.bound && classes == 1 && capacity.running + capacity.committed == 0.0;
    if pinned > 0.0 && capacity.machines > 0.0 && (apart || !(alone || capacity.bound && fits)) {
        return by_state(model, outside, capacity, (all, [above_first, above_second]), split);
    }
    let no_machines = capacity.bound && capacity.machines == 0.0;
    let (of, free) = match (capacity.bound, no_machines) {
        (_, true) => (Of::Free, Of::Free),
        (true, false) => (Of::All, Of::Free),
        (false, false) => (Of::Rentable, Of::Rentable),
    };
    split.undone = if no_machines { all * pinned } else { 0.0 };
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
        let of_first = (served(of, classes, running + first) - split.running).clamp(0.0, first);
        split.there = capacity.done_there(split.machines, of_first);
        split.committed = (served(of, classes, held + machines) - both).clamp(0.0, committed);
    } else {
        if committed > 0.0 {
            split.committed = served(free, classes, held) - split.running;
        }
        if machines > 0.0 {
            let below = if held > 0.0 { served(free, above_first, held) } else { 0.0 };
            let of_first = || (served(of, above_first, held + first) - below).clamp(0.0, first);
            if apart {
                let of_first = of_first();
                let both = served(of, above_second, held + machines);
                let of_second = (both - served(of, above_second, held + first)).clamp(0.0, second);
                split.machines = of_first + of_second;
                split.there = capacity.done_there(split.machines, of_first);
            } else {
                let both = served(of, above_first, held + machines);
                split.machines = (both - below).clamp(0.0, machines);
                split.there = match (capacity.there > 0.0, capacity.there < machines) {
                    (true, true) => capacity.done_there(split.machines, of_first()),
                    (true, false) => split.machines,
                    (false, _) => 0.0,
                };
            }
        }
    }
    let mut left = all - split.undone - split.running - split.committed - split.machines;
    if left <= all * ROUNDING {
        return;
    }
    if let Some(outside) = outside {
        for class in (1..classes).rev() {
            let hours = if class < above_second {
                outside.above(model, of, class, (held + machines) / all)
            } else if class < above_first {
                outside.above(model, of, class, (held + first) / all)
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

/// The same state by state, where more work has to run on the machines than they can do, or not all of it has to yet.
fn by_state(
    model: &Model,
    outside: Option<&Outside>,
    capacity: &Capacity,
    (all, above): (f64, [usize; 2]),
    split: &mut Split,
) {
    let demand = &model.load.demand;
    // Productive GPU-hours of a month for each GPU of a state that lasts the whole month.
    let unit = all * HOURS_PER_YEAR / demand.gpu_hours();
    let classes = outside.map_or_else(|| vec![all_parts(&demand.parts)], |outside| outside.parts_of_classes(model));
    let order = if capacity.running_usd.is_none() { [0, 2, 3, 1] } else { [0, 1, 2, 3] };
    let [(first, _), (second, _)] = capacity.groups();
    let apart = above[0] != above[1];
    // Machines that serve the same classes are one.
    let groups = if apart { [first, second] } else { [capacity.machines, 0.0] };
    let mut bound_left = vec![0.0; classes.len()];
    for (share, of_parts) in demand.distinct_states() {
        let gpus = |index: &usize| of_parts.get(*index).copied().unwrap_or(0.0);
        let mut left = [capacity.running, capacity.committed, groups[0], groups[1]];
        let mut machines = 0.0;
        // What has to run on them, the dearest elsewhere first.
        for ((_, bound), rest) in classes.iter().zip(&mut bound_left) {
            let wanted = unit * bound.iter().map(|(index, share)| share * gpus(index)).sum::<f64>();
            let here = wanted.min(left[2]);
            left[2] -= here;
            let on_second = (wanted - here).min(left[3]);
            left[3] -= on_second;
            machines += here + on_second;
            *rest = wanted - here - on_second;
        }
        for (class, ((free, _), bound_left)) in classes.iter().zip(&bound_left).enumerate() {
            let mut rest = unit * free.iter().map(|(index, share)| share * gpus(index)).sum::<f64>();
            if capacity.bound {
                split.undone += share * bound_left;
            } else {
                rest += bound_left;
            }
            for source in order {
                let is_cheaper = match source {
                    2 => class < above[0],
                    3 => class < above[1],
                    _ => true,
                };
                let Some(left) = left.get_mut(source).filter(|_| is_cheaper) else {
                    continue;
                };
                let done = rest.min(*left);
                *left -= done;
                rest -= done;
                match source {
                    0 => split.running += share * done,
                    1 => split.committed += share * done,
                    _ => machines += done,
                }
            }
            if let Some(place) = split.rest.get_mut(class) {
                *place += share * rest;
            }
        }
        split.machines += share * machines;
        let of_first = if apart { groups[0] - left[2] } else { machines.min(first) };
        split.there += share * capacity.done_there(machines, of_first);
    }
    for rest in split.rest.iter_mut().filter(|rest| **rest <= all * ROUNDING) {
        *rest = 0.0; // rounding
    }
}
