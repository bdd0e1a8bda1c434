//! What machines cost a replay, by their size.

use serde::{Deserialize, Serialize};

use super::figure;
use crate::units::HOURS_PER_YEAR;

/// Numbers of GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sizes {
    /// Owned.
    pub owned: f64,
    /// Committed.
    pub committed: f64,
}

/// What owned machines of one size cost, US dollars: a GPU costs less the more there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OwnedRate {
    /// Their GPUs.
    pub gpus: f64,
    /// All of them, used or not, a year.
    pub usd_per_year: f64,
    /// An hour in which one GPU is busy.
    pub usd_per_hour: f64,
}

/// What GPUs cost, US dollars.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// Owned machines by their size, rising; with one size, any other costs in proportion. None where none may be owned.
    pub owned: Vec<OwnedRate>,
    /// Of a committed GPU, used or not, a year; nothing without a commitment.
    pub committed_usd_per_gpu_year: Option<f64>,
    /// Of an hour that is used of it.
    pub committed_usd_per_hour: f64,
    /// Of a billed hour of what is rented beyond them.
    pub rented_usd_per_hour: f64,
}

impl OwnedRate {
    /// Some GPUs at its price of a GPU, used or not, a year.
    pub(super) fn of_gpus(&self, gpus: f64) -> f64 {
        if self.gpus > 0.0 { self.usd_per_year / self.gpus * gpus } else { 0.0 }
    }
}

impl Rates {
    /// Owned machines of some size: as listed, between two sizes on the straight line, else in proportion to the nearest.
    pub fn owned_at(&self, gpus: f64) -> OwnedRate {
        let above = self.owned.partition_point(|rate| rate.gpus < gpus);
        let (next, before) = (self.owned.get(above), above.checked_sub(1).and_then(|at| self.owned.get(at)));
        match (before, next) {
            (Some(low), Some(high)) => {
                let weight = (gpus - low.gpus) / (high.gpus - low.gpus);
                let between = |low: f64, high: f64| low + (high - low) * weight;
                OwnedRate {
                    gpus,
                    usd_per_year: between(low.usd_per_year, high.usd_per_year),
                    usd_per_hour: between(low.usd_per_hour, high.usd_per_hour),
                }
            }
            (Some(nearest), None) | (None, Some(nearest)) => {
                OwnedRate { gpus, usd_per_year: nearest.of_gpus(gpus), ..*nearest }
            }
            (None, None) => OwnedRate::default(),
        }
    }

    /// What is held costs for a time, used or not, US dollars.
    pub(super) fn held(&self, sizes: Sizes, seconds: i64) -> f64 {
        let committed = self.committed_usd_per_gpu_year.unwrap_or(0.0);
        share_of_year(seconds) * (self.owned_at(sizes.owned).usd_per_year + sizes.committed * committed)
    }
}

pub(super) fn hours(seconds: i64) -> f64 {
    figure(seconds.into()) / 3_600.0
}

pub(super) fn share_of_year(seconds: i64) -> f64 {
    hours(seconds) / HOURS_PER_YEAR
}
