//! From calendar hours to productive hours and back: the chain behind every figure.
//!
//! calendar × availability = available; × occupancy = busy; × e_w × g = productive. e_w is the workload's own
//! efficiency, equal on both sides; g is one side's goodput. Source: model page, section 1.

use crate::units::{AvailableHours, BusyHours, CalendarHours, HOURS_PER_YEAR, PaidHours, ProductiveHours};

/// Converts hours a job holds into work that is kept: e_w × g.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yield {
    /// The workload's own efficiency, 0..1: starved input, small batches.
    pub workload_efficiency: f64,
    /// Share of work not lost to interruptions and restarts, 0..1.
    pub goodput: f64,
}

impl Yield {
    /// Productive hours per busy hour: e_w × g, in 0..1.
    pub fn productive_per_busy(self) -> f64 {
        self.workload_efficiency * self.goodput
    }

    /// Work kept from busy hours.
    pub fn productive(self, busy: BusyHours) -> ProductiveHours {
        ProductiveHours::gpu_hours(busy.as_gpu_hours() * self.productive_per_busy())
    }

    /// Busy hours needed for work. Limits: efficiency and goodput positive, checked by the model.
    pub fn busy(self, productive: ProductiveHours) -> BusyHours {
        BusyHours::gpu_hours(productive.as_gpu_hours() / self.productive_per_busy())
    }

    /// Hours a provider bills for work: productive / (e_w × g × e), where `paid_efficiency` e covers startup, idle
    /// timeouts and whole-instance rounding.
    pub fn paid(self, productive: ProductiveHours, paid_efficiency: f64) -> PaidHours {
        PaidHours::gpu_hours(self.busy(productive).as_gpu_hours() / paid_efficiency)
    }
}

/// Calendar hours of a number of GPUs per year.
pub fn calendar_hours(gpus: f64) -> CalendarHours {
    CalendarHours::gpu_hours(gpus * HOURS_PER_YEAR)
}

/// Hours in which the machines are up.
pub fn available_hours(calendar: CalendarHours, availability: f64) -> AvailableHours {
    AvailableHours::gpu_hours(calendar.as_gpu_hours() * availability)
}

/// Most hours jobs can hold: available × largest occupancy.
pub fn busiest_hours(available: AvailableHours, largest_occupancy: f64) -> BusyHours {
    BusyHours::gpu_hours(available.as_gpu_hours() * largest_occupancy)
}

/// Share of the calendar that is busy.
pub fn busy_share(busy: BusyHours, calendar: CalendarHours) -> f64 {
    busy.as_gpu_hours() / calendar.as_gpu_hours()
}

/// How given work splits between machines with a ceiling and the overflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Served {
    /// Done on the machines.
    pub here: ProductiveHours,
    /// Beyond their ceiling.
    pub beyond: ProductiveHours,
}

/// Splits work at a ceiling. `here + beyond` is the work. Work that exceeds the ceiling only by rounding (1e-12
/// relative) is all done.
pub fn serve(work: ProductiveHours, ceiling: ProductiveHours) -> Served {
    if work <= ceiling * (1.0 + 1e-12) {
        Served { here: work, beyond: ProductiveHours::ZERO }
    } else {
        Served { here: ceiling, beyond: work - ceiling }
    }
}

/// Share of the calendar in which the needed nodes work, with spares replacing failed ones.
///
/// (1 − planned) × E[min(N, up of N + S)] / N, the number of nodes up being binomial in the failure share. Spares cover
/// failures, never planned maintenance. Shapes: scalars. Limits: whole numbers, `nodes` positive, shares in 0..1.
/// Source: model page, section 1.
pub fn availability_with_spares(nodes: f64, spares: f64, failure_share: f64, planned_share: f64) -> f64 {
    /// Probabilities below this share of the largest one do not affect the result.
    const NEGLIGIBLE: f64 = 1e-20;
    let total = nodes + spares;
    let odds = failure_share / (1.0 - failure_share);
    // Probabilities of each number of nodes down, relative to the largest one, so that none underflows for any number
    // of nodes.
    let likeliest = libm::floor((total + 1.0) * failure_share).min(total);
    let (mut all, mut missing) = (1.0, (likeliest - spares).max(0.0));
    let mut seen = |down: f64, chance: f64| {
        all += chance;
        missing += chance * (down - spares).max(0.0);
    };
    let (mut down, mut chance) = (likeliest, 1.0);
    while down > 0.0 && chance > NEGLIGIBLE {
        chance *= down / ((total - down + 1.0) * odds);
        down -= 1.0;
        seen(down, chance);
    }
    (down, chance) = (likeliest, 1.0);
    while down < total && chance > NEGLIGIBLE {
        chance *= (total - down) / (down + 1.0) * odds;
        down += 1.0;
        seen(down, chance);
    }
    (1.0 - missing / all / nodes).clamp(0.0, 1.0) * (1.0 - planned_share)
}
