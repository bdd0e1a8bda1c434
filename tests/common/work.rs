//! More or less work: data that are those of the work by default follow it.

use engine::inputs::Scenario;
use engine::prices::PriceBook;

/// Multiplies the work of a scenario. A form rounds what follows to a millionth; this does not.
pub(crate) fn multiply_work(scenario: &mut Scenario, times: f64) {
    let [storage, exit] = scenario.data_follows_work(&PriceBook::embedded());
    scenario.work.gpu_hours_per_month.value *= times;
    scenario.rent.storage_tb.value *= if storage { times } else { 1.0 };
    scenario.rent.exit_tb.value *= if exit { times } else { 1.0 };
}
