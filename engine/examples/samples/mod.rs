//! Demands that the benchmarks measure with, natively and in the browser.

use engine::formulas::ideal_mix::{Capacity, Hourly, MixDemand, Stack, ideal_mix};
use engine::formulas::load_curve::LoadCurve;
use engine::inputs::Scenario;
use engine::inputs::workloads::{Shape, Workload};
use engine::model::Subject;
use engine::plans::search::SizeSearch;
use engine::plans::setting::Setting;
use engine::prices::PriceBook;

/// A year of hours whose demand never repeats in a simple pattern.
pub(super) fn year_hours() -> Vec<f64> {
    (0..8_760_u32).map(|hour| f64::from(20 + 37 * hour % 61)).collect()
}

/// The demand of scripts/mix-fixtures.py --time: both print the same cost.
pub(super) fn year_mix(hours: &[f64]) -> f64 {
    let firm: Vec<f64> = hours.iter().map(|gpus| 0.6 * gpus).collect();
    let stack = Stack(vec![LoadCurve::of_hours(&firm), LoadCurve::of_hours(hours)]);
    let demand = MixDemand { hours: 8_760.0, total: stack.clone(), free: stack, pinned: LoadCurve::steady(0.0) };
    let own = Capacity { fixed: 18_000.0, running: 0.3, availability: 0.95 };
    let term = |usd: f64| Capacity { fixed: usd * 8_760.0, running: 0.0, availability: 1.0 };
    let hourly = Hourly { on_demand: 4.5, spot: vec![1.9] };
    ideal_mix(&demand, Some(own), &[term(3.1), term(2.44)], &hourly).map_or(f64::NAN, |mix| mix.cost)
}

/// The cheapest sizes for 24 GPUs all year and 256 for three weeks every quarter, which may be interrupted: their present
/// value.
pub(super) fn cheapest_sizes(scenario: &Scenario, book: &PriceBook, edition: &str) -> Option<f64> {
    let mut asked = scenario.clone();
    let service = Workload { gpus: Some(24.0), ..Workload::default() };
    let training = Workload {
        shape: Shape::Runs,
        gpus: Some(256.0),
        hours: Some(504.0),
        times: Some(4.0),
        interruptible: Some(1.0),
        ..Workload::default()
    };
    asked.work.workloads = vec![service, training];
    asked.follow_workloads(book);
    let subject = Subject { scenario: &asked, book, edition };
    let mut search = SizeSearch::new(Setting::new(None, subject)?);
    while search.step(subject) {}
    search.best().map(|found| found.usd)
}
