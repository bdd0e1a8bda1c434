//! Waits for machines where only a series of demand is known, not its jobs: work that flows, as a lower bound of what jobs wait.
//!
//! Source: model page, section 6: a backlog B = max(0, B + demand - capacity) of each hour, a wait of B / capacity.

/// A wait longer than this is a long one, hours.
const LONG: f64 = 24.0;

/// What waiting does for a series of demand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FluidWaits {
    /// Share of the work that is rented: what would wait longer than the patience.
    pub rented_share: f64,
    /// Mean wait of the work, hours; what is rented does not wait.
    pub mean_hours: f64,
    /// The wait that 95% of the work does not exceed, hours.
    pub p95_hours: f64,
    /// The longest wait, hours.
    pub worst_hours: f64,
    /// Share of the work that waits longer than a day.
    pub over_a_day: f64,
}

/// Waits for a capacity. `wanted`: GPUs of each hour in time order; unknown hours are left out, as if time stood still. `capacity`:
/// GPUs that work at once. `patience`: hours after which waiting work is rented; nothing for no limit. Nothing without work or
/// capacity, or where without a limit the backlog would grow for as long as work comes.
pub fn fluid_waits(wanted: &[Option<f64>], capacity: f64, patience: Option<f64>) -> Option<FluidWaits> {
    let known = || wanted.iter().flatten().copied().filter(|gpus| gpus.is_finite());
    let (hours, work) = known().fold((0.0, 0.0), |(hours, work), gpus| (hours + 1.0, work + gpus));
    if !(capacity > 0.0 && work > 0.0) || (patience.is_none() && work > capacity * hours) {
        return None;
    }
    let most = patience.map_or(f64::INFINITY, |patience| patience * capacity);
    let (mut backlog, mut rented) = (0.0_f64, 0.0);
    // Waits with the work that waits so long.
    let mut waits: Vec<(f64, f64)> = Vec::new();
    for gpus in known() {
        let asked = (backlog + gpus - capacity).max(0.0);
        let beyond = (asked - most).max(0.0);
        (backlog, rented) = (asked - beyond, rented + beyond);
        waits.push((backlog / capacity, (gpus - beyond).max(0.0)));
    }
    waits.push((0.0, rented));
    waits.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut reached = 0.0;
    let p95 = waits.iter().find(|(_, of)| {
        reached += of;
        reached >= 0.95 * work * (1.0 - 1e-12)
    });
    let sum = |of: &dyn Fn(f64) -> f64| waits.iter().map(|(wait, work)| of(*wait) * work).sum::<f64>() / work;
    Some(FluidWaits {
        rented_share: rented / work,
        mean_hours: sum(&|wait| wait),
        p95_hours: p95.map_or(0.0, |(wait, _)| *wait),
        worst_hours: waits.last().map_or(0.0, |(wait, _)| *wait),
        over_a_day: sum(&|wait| if wait > LONG { 1.0 } else { 0.0 }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 10 GPUs wanted for two hours and none for two, on 5: the backlog is 5, 10, 5, 0 GPU-hours, the waits of the two
    /// hours 1 and 2 hours.
    #[test]
    fn what_exceeds_the_capacity_waits_until_it_is_free() {
        let day = [10.0, 10.0, 0.0, 0.0].map(Some);
        let found = fluid_waits(&day, 5.0, None).expect("waits");
        assert_eq!((found.rented_share, found.mean_hours, found.p95_hours, found.worst_hours), (0.0, 1.5, 2.0, 2.0));
        // With an hour's patience 5 GPU-hours are kept at most: of the second hour's ten, five are rented.
        let found = fluid_waits(&day, 5.0, Some(1.0)).expect("waits");
        assert_eq!((found.rented_share, found.mean_hours, found.worst_hours), (0.25, 0.75, 1.0));
        let at_once = fluid_waits(&day, 5.0, Some(0.0)).expect("waits");
        assert_eq!((at_once.rented_share, at_once.mean_hours, at_once.worst_hours), (0.5, 0.0, 0.0));
        // An unknown hour changes nothing.
        let gap = [Some(10.0), None, Some(10.0), Some(0.0), Some(0.0)];
        assert_eq!(fluid_waits(&gap, 5.0, Some(1.0)), Some(found));
    }

    #[test]
    fn a_backlog_without_bound_and_nothing_to_do_are_no_waits() {
        let steady = [Some(10.0); 24];
        assert_eq!(fluid_waits(&steady, 9.0, None), None);
        assert!(fluid_waits(&steady, 9.0, Some(24.0)).is_some_and(|found| found.over_a_day == 0.0));
        assert_eq!(fluid_waits(&steady, 0.0, None), None);
        assert_eq!(fluid_waits(&[None, Some(0.0)], 9.0, None), None);
    }
}
