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
pub const AS_ENTERED: &str = "With the GPUs entered here instead:";
pub const LOOKING: &str = "Looking for the best mix of owning, committing and bursting …";
pub const ALL_CHOICES: &str = "All choices";
pub const AT_PRESENT_VALUE: &str = "over the horizon, at present value";
pub const AT_VALUE: &str = "At";
pub const BEST_SINGLE_CHOICE: &str = "Best single choice";
pub const COST_OF_THE_MIX: &str = "Cost of the mix";
pub const FOR_OWNED_MACHINES: &str = "for the owned machines";
pub const HOW_IT_COSTS: &str = "How the cost of the mix is made up";
pub const INPUT: &str = "Input";
pub const NOT_REPLAYED: &str =
    "From a measured demand, not yet replayed job by job: a scheduler cannot fill every hour.";
pub const NOTHING_CHANGES_IT: &str = "A quarter more or less work, or another value of the strongest inputs within their ranges, would not change this mix.";
pub const SAVED_BY_MIXING: &str = "Saved by mixing";
pub const UPFRONT_PAYMENT: &str = "Upfront payment";
pub const WHAT_WOULD_CHANGE_IT: &str = "What would change the mix";

/// "own 16 GPUs, commit 8": parts of a mix.
pub fn owned_and_committed(own: &str, commit: &str) -> String {
    match (own, commit) {
        ("0", "0") => "neither own nor commit any".to_owned(),
        ("0", _) => format!("own nothing and commit {commit} GPUs"),
        (_, "0") => format!("own {own} GPUs"),
        _ => format!("own {own} GPUs and commit {commit}"),
    }
}

/// The value of an input now.
pub fn now(value: &str) -> String {
    format!("now {value}")
}

/// The change of one input that changes the mix most.
pub fn would_change_it(label: &str, [now, then]: [&str; 2], parts: &str) -> String {
    format!("What would change it most: \u{201c}{label}\u{201d} at {then} rather than {now}. Then {parts}.")
}
