//! How much work an hour of another GPU does.

use super::Scenario;
use crate::prices::PriceBook;

/// Work of an hour of a GPU, relative to the scenario's own: as entered, else by dense BF16 speed; `None` if neither is
/// known.
pub fn performance(s: &Scenario, book: &PriceBook, gpu: &str) -> Option<f64> {
    if gpu == s.work.gpu {
        return Some(1.0);
    }
    let speed = |id: &str| book.gpu(id).and_then(|g| g.dense_bf16_tflops);
    let rated = s.work.performance.iter().find(|r| r.gpu == gpu).map(|r| r.work);
    rated.or_else(|| Some(speed(gpu)? / speed(&s.work.gpu)?)).filter(|work| *work > 0.0 && work.is_finite())
}

/// Smallest performance that can be entered, as in the rows of other GPUs.
pub(super) const LEAST_WORK: f64 = 0.001;

/// Work of an hour of the bill's GPU, relative to the work's GPU: as entered, else rated like other GPUs; `None` if
/// unknown.
pub fn bill_work(scenario: &Scenario, book: &PriceBook) -> Option<f64> {
    let gpu = scenario.present.bill_gpu(&scenario.work.gpu);
    let entered = scenario.present.gpu_work.value;
    if gpu != scenario.work.gpu && entered > 0.0 {
        Some(entered).filter(|work| *work >= LEAST_WORK)
    } else {
        performance(scenario, book, gpu)
    }
}
