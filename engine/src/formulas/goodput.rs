//! Work lost to interruptions: the share of a job's hours that is kept, and the optimal checkpoint interval.
//!
//! A job on m nodes stops as soon as one of them does (gang scheduling): at L = m λ per hour. With checkpoints every τ
//! hours that take δ hours to write, and R billed hours to restart, the share of work kept is g = τ L / (e^(L R) (e^(L
//! (τ + δ)) − 1)). Sources: Daly 2006; Young 1974; model page, section 7. The same formula serves spot, owned and
//! committed machines, each with its own λ.

use crate::units::HOURS_PER_MONTH;

/// λ from the chance that a node stops within an hour: −ln(1 − p). Limits: p below 1; 1 gives infinity.
pub fn hazard_of_chance_per_hour(chance: f64) -> f64 {
    -libm::log1p(-chance)
}

/// λ from the chance that a node stops within a month of 730 hours: −ln(1 − p) / 730.
pub fn hazard_of_chance_per_month(chance: f64) -> f64 {
    hazard_of_chance_per_hour(chance) / HOURS_PER_MONTH
}

/// How often a job stops, and the cost of a stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stops {
    /// L: stops of the whole job per hour.
    pub per_hour: f64,
    /// δ: hours to write a checkpoint.
    pub write_hours: f64,
    /// R: billed hours from a stop until work resumes.
    pub restart_hours: f64,
}

impl Stops {
    /// g: share of billed hours whose work is kept, with a checkpoint every `interval` hours. Between 0 and 1.
    ///
    /// Limits: `interval` positive. Without stops it is τ / (τ + δ). Source: Daly 2006, equation for the total time.
    pub fn goodput(&self, interval: f64) -> f64 {
        let stops = self.per_hour;
        if stops < f64::MIN_POSITIVE {
            return interval / (interval + self.write_hours);
        }
        let lost = libm::exp(stops * self.restart_hours) * libm::expm1(stops * (interval + self.write_hours));
        if lost.is_finite() { (interval * stops / lost).min(1.0) } else { 0.0 }
    }

    /// First-order loss: L (τ/2 + R) + δ/τ. Shown beside the exact one; not bounded by 1.
    pub fn first_order_loss(&self, interval: f64) -> f64 {
        self.per_hour * (interval / 2.0 + self.restart_hours) + self.write_hours / interval
    }

    /// The optimal τ: 1 − e^(−L (τ + δ)) = L τ, at least `shortest`; `None` if the job never stops.
    ///
    /// With δ = 0 it is the shortest allowed. Newton's method from Young's interval, which is above the root of a
    /// concave function, so it converges monotonically. Source: model page, section 7.
    pub fn best_interval(&self, shortest: f64) -> Option<f64> {
        const STEPS: usize = 100;
        if self.per_hour < f64::MIN_POSITIVE {
            return None;
        }
        let write = self.per_hour * self.write_hours;
        let mut scaled = libm::sqrt(2.0 * write).min(1.0);
        for _ in 0..STEPS {
            let over = -libm::expm1(-(scaled + write)) - scaled;
            let slope = libm::expm1(-(scaled + write));
            if slope == 0.0 {
                break;
            }
            let next = scaled - over / slope;
            if next >= scaled {
                break;
            }
            scaled = next.max(0.0);
        }
        Some((scaled / self.per_hour).max(shortest))
    }

    /// First-order τ: sqrt(2 δ / L). Shown beside the exact one. Source: Young 1974.
    pub fn young_interval(&self) -> Option<f64> {
        (self.per_hour >= f64::MIN_POSITIVE).then(|| libm::sqrt(2.0 * self.write_hours / self.per_hour))
    }
}
