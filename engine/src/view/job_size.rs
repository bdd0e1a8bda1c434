//! Which offers would count if the largest job took fewer GPUs, where nobody said how many it takes.

use crate::inputs::provenance::{Provenance, provenance};
use crate::inputs::{Scenario, field, stated_job};
use crate::model::offers::Barrier;
use crate::prices::PriceBook;
use crate::report::Report;
use crate::units::count;

/// Offers that only the size of a job keeps out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeptOut {
    /// GPUs of a job that is assumed.
    pub assumed_gpus: f64,
    /// How many offers.
    pub offers: f64,
    /// The lowest price among them, US dollars per GPU-hour.
    pub usd_per_gpu_hour: f64,
}

/// The row of the GPUs that a job takes in one fabric.
pub const ROW: &str = "work.fabric_gpus";

/// Whether the demand is described or measured, and the size of its jobs is the default: neither typed nor that of the workloads.
pub fn is_assumed(scenario: &Scenario, book: &PriceBook, edition: &str) -> bool {
    !scenario.work.workloads.is_empty()
        && stated_job(scenario) != Some(scenario.work.fabric_gpus.value)
        && field(ROW).is_some_and(|row| provenance(row, scenario, book, edition) == Provenance::Default)
}

/// The offers that would count in smaller jobs; nothing where there are none. A job of one GPU needs no network either.
pub fn kept_out(report: &Report) -> Option<KeptOut> {
    let of_jobs = |barrier: Barrier| matches!(barrier, Barrier::SmallFabric | Barrier::SlowNetwork);
    let prices: Vec<f64> = report
        .offers
        .iter()
        .filter(|offer| !offer.counted && !offer.reasons.is_empty())
        .filter(|offer| offer.reasons.iter().all(|reason| of_jobs(reason.barrier)))
        .map(|offer| offer.usd_per_gpu_hour)
        .collect();
    let usd_per_gpu_hour = prices.iter().copied().reduce(f64::min)?;
    Some(KeptOut { assumed_gpus: report.hours.fabric_gpus, offers: count(prices.len()), usd_per_gpu_hour })
}
