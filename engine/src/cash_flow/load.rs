//! Work of a month and how much of it fits within a capacity, hour by hour where the load is not steady.
//!
//! A month is an average month: its hours are a twelfth of the year's. Source: model page, sections 5 and 6.

use crate::model::Model;

/// Work a plan has to do in a month, productive GPU-hours: what is wanted, less what running commitments already do.
pub fn wanted(model: &Model, month: usize) -> f64 {
    let time = &model.time;
    let wanted = all_work(model, month);
    if time.running.is_empty() {
        return wanted;
    }
    (wanted - done_by_running(model, wanted, running_work(model, month))).max(0.0)
}

/// All work of a month, with what running commitments do.
pub(super) fn all_work(model: &Model, month: usize) -> f64 {
    model.work.as_gpu_hours() / 12.0 * model.time.growth.get(month - 1).copied().unwrap_or(1.0)
}

/// Most work of the commitments that still run in a month.
pub(super) fn running_work(model: &Model, month: usize) -> f64 {
    model.time.running_in(month).map(|c| c.gpu_hours).sum()
}

/// What of a month's work running commitments do: the bottom of what may be rented.
pub(super) fn done_by_running(model: &Model, work: f64, most: f64) -> f64 {
    if most <= 0.0 {
        return 0.0;
    }
    let free = &model.load.free;
    if (free.is_steady() && model.load.rentable.is_none()) || work <= 0.0 {
        return work.min(most);
    }
    work * free.mean_below(most / work)
}

/// What of a month's work fits below a capacity, both productive GPU-hours: hour by hour, where the load is not steady.
pub(super) fn within(model: &Model, work: f64, capacity: f64) -> f64 {
    let load = &model.load.total;
    if load.is_steady() || work <= 0.0 {
        return work.min(capacity);
    }
    work * load.mean_below(capacity / work)
}

/// What of a month's work fits below a ceiling. Work that waits fills the hours of its month; else what exceeds the
/// ceiling in an hour is beyond it. Running commitments do the bottom of the load.
pub(super) fn fits(model: &Model, month: usize, ceiling: f64) -> f64 {
    let alike = model.load.total.is_steady() && (model.load.rentable.is_none() || model.time.running.is_empty());
    if model.time.queue || alike {
        return ceiling;
    }
    let (all, running) = (all_work(model, month), running_work(model, month));
    // Running commitments do not do what has to run on owned machines, whatever room they have.
    (within(model, all, running + ceiling) - done_by_running(model, all, running)).min(ceiling)
}

/// Work wanted over the horizon, productive GPU-hours, and its present value with each hour weighted like a payment at
/// the end of its month.
pub fn wanted_hours(model: &Model) -> (f64, f64) {
    (1..=model.time.months).fold((0.0, 0.0), |(hours, weighed), month| {
        let work = wanted(model, month);
        (hours + work, weighed + work * model.time.clock.at_end(month))
    })
}
