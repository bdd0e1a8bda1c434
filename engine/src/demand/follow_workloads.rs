//! The work per month follows the workloads.

use super::Demand;
use crate::inputs::Scenario;
use crate::inputs::value::Amount;
use crate::prices::PriceBook;

impl Scenario {
    /// Sets the work per month to the sum of the workloads, if there are any: called when they change. The price book knows
    /// how many tokens a GPU makes. Where none of them can be used it is none: hours of other workloads would be answered.
    pub fn follow_workloads(&mut self, book: &PriceBook) {
        if self.work.workloads.is_empty() {
            return;
        }
        let demand = Demand::of(&self.with_throughput(book), f64::INFINITY);
        if let Some(million) = demand.million_tokens_per_gpu_hour() {
            self.work.mtokens_per_gpu_hour = Amount::exact(million);
        }
        self.work.gpu_hours_per_month = Amount::exact(demand.gpu_hours_per_month());
    }
}
