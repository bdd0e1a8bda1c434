//! The best mix of owning, committing and renting by the hour.

pub const BEST_MIX: &str = "Best mix";
pub const CHOICE: &str = "Choice";
pub const COMMITTED: &str = "Committed GPUs";
pub const COSTS_MORE: &str = "Costs more by";
pub const EXPLAINED: &str = "The cheapest way to serve this demand over the horizon: whole nodes to own, GPUs to commit, and the rest by the hour, on spot where work may be interrupted. Judged by the same present value as the plans above. It knows the demand in advance and splits jobs at will, so treat the saving as an upper limit. Until owned machines are delivered, all work is rented.";
pub const FIND: &str = "Find the best mix";
pub const IMPOSSIBLE: &str = "leaves work undone";
pub const ON_DEMAND_HOURS: &str = "On-demand GPU-hours";
pub const OWNED: &str = "Owned GPUs";
pub const PER_YEAR: &str = "Paid per year";
pub const PRESENT_VALUE: &str = "Present value";
pub const SPOT_HOURS: &str = "Spot GPU-hours";
pub const AT_VALUE: &str = "At";
pub const INPUT: &str = "Input";
pub const WHAT_WOULD_CHANGE_IT: &str = "What would change the mix";

/// The value of an input now.
pub fn now(value: &str) -> String {
    format!("now {value}")
}
