//! What a productive GPU-hour of two plans costs over the amount of work, sizes held: how busy the owned GPUs are where the
//! work is steady, 0 to 200% of the work otherwise. Source: plans page, sections 4 and 9; model page, section 4.

use serde::Serialize;

use super::change::{Change, Place};
use super::held::HeldPair;
use super::turns::{EQUAL, between};
use crate::analysis::use_curve::right_end;
use crate::units::count;

/// Points up to a tenth of the axis, where costs fall fastest, and from there on.
const FIRST: usize = 8;
const REST: usize = 24;
/// Most work that is looked at where it is no busy share, as a multiple of the present work.
const MOST_WORK: f64 = 2.0;

/// What the horizontal axis of a curve shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PairAxis {
    /// How busy the owned GPUs are.
    BusyShare,
    /// Work as a multiple of the present work.
    Work,
}

/// What a productive GPU-hour costs at one amount of work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairPoint {
    /// Place on the axis.
    pub at: f64,
    /// The plan and what it is compared with, US dollars; nothing where a plan cannot be had or leaves work undone that the
    /// other does.
    pub usd_per_productive_gpu_hour: [Option<f64>; 2],
}

/// Where the two curves cross.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairCrossing {
    /// Place on the axis.
    pub at: f64,
    /// What a productive hour of the plan costs there, US dollars.
    pub usd_per_productive_gpu_hour: f64,
}

/// Two curves over the amount of work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairCurve {
    /// What the axis shows.
    pub axis: PairAxis,
    /// The present case on the axis.
    pub now: f64,
    /// Right end of the axis.
    pub right: f64,
    /// From little work to the right end, rising, the present case among them.
    pub points: Vec<PairPoint>,
    /// Where the cheaper one changes, rising.
    pub crossings: Vec<PairCrossing>,
}

/// A curve one point at a time.
#[derive(Clone)]
pub(super) struct CurveSearch {
    axis: PairAxis,
    now: f64,
    right: f64,
    places: Vec<f64>,
    next: usize,
    points: Vec<PairPoint>,
    /// What the other plan costs more where both do the same work at different cost.
    differences: Vec<(f64, f64)>,
}

impl CurveSearch {
    /// Over how busy the owned GPUs are, if that is known, else over the work.
    pub(super) fn new(busy_now: Option<f64>) -> Self {
        let (axis, now, right) = match busy_now {
            Some(now) => (PairAxis::BusyShare, now, right_end(now).min(1.0)),
            None => (PairAxis::Work, 1.0, MOST_WORK),
        };
        let mut places: Vec<f64> = (1..=FIRST)
            .map(|step| count(step) / count(FIRST) / 10.0)
            .chain((1..=REST).map(|step| 0.1 + 0.9 * count(step) / count(REST)))
            .map(|part| part * right)
            .chain([now])
            .collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        Self { axis, now, right, places, next: 0, points: Vec::new(), differences: Vec::new() }
    }

    /// Largest factor on the work that the axis shows.
    pub(super) fn most_work(&self) -> f64 {
        (self.right / self.now).max(MOST_WORK)
    }

    /// Evaluates the next point. Returns whether points are left.
    pub(super) fn step(&mut self, held: &mut HeldPair, place: Place) -> bool {
        let Some(at) = self.places.get(self.next).copied() else { return false };
        self.next += 1;
        let factor = if at == self.now { 1.0 } else { at / self.now };
        let [plan, against] = held.values(place, Change::Work(factor)).unwrap_or_default();
        let both = plan.zip(against);
        let usd = both.and_then(|(plan, against)| super::held::difference(place, plan, against));
        let scale = plan.map_or(0.0, |plan| plan.usd.abs());
        self.differences.extend(usd.filter(|usd| usd.abs() > EQUAL * scale).map(|usd| (at, usd)));
        let least = both.map_or(f64::INFINITY, |(plan, against)| plan.undone.min(against.undone));
        let complete = |valued: &super::held::Valued| valued.undone <= least + super::held::SAME_WORK;
        let per_hour = [plan, against].map(|valued| valued.filter(complete)?.per_hour());
        self.points.push(PairPoint { at, usd_per_productive_gpu_hour: per_hour });
        self.next < self.places.len()
    }

    /// The curves, with their crossings refined.
    pub(super) fn finish(self, held: &mut HeldPair, place: Place) -> PairCurve {
        let now = self.now;
        let mut crossings = Vec::new();
        for pair in self.differences.windows(2) {
            let [low, high] = pair else { continue };
            if (low.1 > 0.0) == (high.1 > 0.0) {
                continue;
            }
            let mut difference = |at: f64| held.difference(place, Change::Work(at / now));
            let (at, _) = between(*low, *high, &mut difference);
            let plan = held.values(place, Change::Work(at / now)).and_then(|[plan, _]| plan?.per_hour());
            crossings.extend(plan.map(|usd| PairCrossing { at, usd_per_productive_gpu_hour: usd }));
        }
        PairCurve { axis: self.axis, now, right: self.right, points: self.points, crossings }
    }
}
