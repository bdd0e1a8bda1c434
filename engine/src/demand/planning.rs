//! What to know of a demand before planning with it: its figures, how much of it never ran, and what happens if teams share machines.

use super::{Demand, Part};
use crate::inputs::workloads::Workload;
use crate::units::MONTHS_PER_YEAR;

/// The demand in figures. GPUs are useful ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Most GPUs wanted at once.
    pub peak: f64,
    /// Mean over the year.
    pub mean: f64,
    /// Fewest GPUs wanted at any time.
    pub floor: f64,
    /// Productive GPU-hours a year.
    pub gpu_hours: f64,
}

/// Share of the demand that is jobs which never started in the record it was measured in; 0 where none are known.
pub fn unstarted_share(workloads: &[Workload], demand: &Demand) -> f64 {
    let share = |part: &Part| workloads.get(part.index)?.unstarted_share;
    let unstarted = |part: &Part| part.gpu_hours * share(part).unwrap_or(0.0);
    let sum = |hours: &dyn Fn(&Part) -> f64| demand.parts.iter().map(hours).sum::<f64>();
    (sum(&unstarted) / sum(&|part| part.gpu_hours)).max(0.0)
}

/// What pooling does: machines sized for the peak of everything against machines sized for each workload's peak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pooling {
    /// The peaks of all workloads, added up.
    pub sum_of_peaks: f64,
    /// The peak of their sum.
    pub peak_of_sum: f64,
    /// Mean use of machines sized apart.
    pub used_apart: f64,
    /// Mean use of machines sized together.
    pub used_pooled: f64,
}

impl Demand {
    /// Productive GPU-hours a month on average.
    pub fn gpu_hours_per_month(&self) -> f64 {
        self.gpu_hours() / MONTHS_PER_YEAR
    }
}

/// The figures of a demand.
pub fn figures(demand: &Demand) -> Figures {
    let curve = demand.states().curve(&demand.total());
    Figures { peak: curve.peak(), mean: curve.mean(), floor: curve.floor(), gpu_hours: demand.gpu_hours() }
}

/// What pooling does; nothing for a single workload, and nothing with measured levels: how often their peaks meet is not
/// known.
pub fn pooling(demand: &Demand) -> Option<Pooling> {
    if demand.parts.len() < 2 || demand.parts.iter().any(|part| part.has_levels) {
        return None;
    }
    let all = figures(demand);
    let sum_of_peaks = demand.sum_of_peaks();
    Some(Pooling {
        sum_of_peaks,
        peak_of_sum: all.peak,
        used_apart: all.mean / sum_of_peaks,
        used_pooled: all.mean / all.peak,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Scenario;
    use crate::inputs::workloads::{Shape, Workload};

    /// Reference case `demand-sources`: three teams whose peaks do not meet.
    #[test]
    fn three_teams() {
        let team = |series: &str| Workload { shape: Shape::Series, series: series.into(), ..Workload::default() };
        let mut scenario = Scenario::neutral();
        scenario.work.workloads = ["40 40 8 8", "8 40 40 8", "8 8 8 40"].map(team).to_vec();
        let found = pooling(&Demand::of(&scenario, 1e6)).expect("three workloads");
        assert_eq!((found.sum_of_peaks, found.peak_of_sum), (120.0, 88.0));
        assert!((found.used_apart - 0.533_333_333_333).abs() < 1e-9);
        assert!((found.used_pooled - 0.727_272_727_273).abs() < 1e-9);
    }
}
