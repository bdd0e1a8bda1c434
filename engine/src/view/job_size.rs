//! Which offers would count if the largest job took fewer GPUs, where nobody said how many it takes.

use crate::inputs::provenance::{Provenance, provenance};
use crate::inputs::value::Value;
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

/// Sets how many GPUs one job takes at most. A run without a size of its own counts as one job of all its GPUs: where that is more,
/// its jobs take as many as was said.
pub fn set(scenario: &mut Scenario, gpus: f64, book: &PriceBook) {
    let Some(row) = field(ROW) else { return };
    let value = Value::Number(row.given(gpus, scenario, book));
    row.set(scenario, &value);
    for workload in &mut scenario.work.workloads {
        let is_larger = workload.gpus.is_some_and(|all| all > gpus);
        if is_larger && workload.job_gpus.is_none() && workload.is_one_job() {
            workload.job_gpus = Some(gpus);
        }
    }
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
