//! Workloads and the demand that they add up to.

use std::fmt::Display;

pub const ADD: &str = "Add";
pub const ADD_A_WORKLOAD: &str = "Add a workload:";
pub const ALL_YEAR: &str = "all year";
pub const BURSTS: &str = "bursts";
pub const CAMPAIGNS: &str = "Campaigns";
pub const DEMAND: &str = "Demand";
pub const BEYOND_A_YEAR: &str = "The demand is that of one year; how many years are compared is set above.";
pub const DESCRIBE: &str = "Describe your demand in words";
pub const DEVELOPMENT: &str = "Development";
pub const EXPERIMENTS: &str = "Experiments";
pub const GPU_HOURS_A_YEAR: &str = "Examples, with their GPU-hours a year:";
pub const FURTHER: &str = "Jobs, interruptions, location";
pub const HOW_TO_SIZE: &str = "How much to plan for";
pub const INFERENCE: &str = "Inference";
pub const KEEP_LEVELS: &str = "Keep it as a measured record";
pub const LONG_SERIES: &str = "Links contain this series hour by hour, which makes them long. A measured record keeps only how many GPUs are wanted for what share of the time, not when.";
pub const MATCH_THE_WORKLOADS: &str = "Match the workloads";
pub const NOTHING_ADDED: &str = "Nothing was added. ";
pub const NOT_READ: &str = "not read: ";
pub const NO_WORKLOADS: &str = "Demand is treated as constant. Add workloads to describe how it varies: the answer is then computed hour by hour, with the cheapest mix of owned, committed and on-demand GPUs.";
pub const NOT_UNDERSTOOD_YET: &str = "To be settled before it is added:";
pub const OFFICE_HOURS: &str = "office hours";
pub const READ_AS: &str = "Will be added:";
pub const REMOVE: &str = "Remove";
pub const READ_SO_FAR: &str = "Read so far:";
pub const RUNS: &str = "runs or jobs";
pub const SERVICE: &str = "Service";
pub const TYPED: &str = "Your text, with what was not read marked:";
pub const TO_THE_WORKLOADS: &str = "Go to workloads";
pub const TOKENS: &str = "inference by tokens";
pub const WHAT_CAN_BE_SAID: &str = "What can be said";
pub const TRAINING: &str = "Training";
pub const TRAINING_RUN: &str = "training by model size";

/// Rules of thumb for planning, each with its reason.
pub const PLANNING: [&str; 6] = [
    "Plan for an average use of 75 to 80 %: above that, queueing times rise sharply.",
    "Add 5 to 10 % spare nodes: at any time some are out for repair.",
    "Allow 5 to 10 % of the time for maintenance: updates take whole racks out of service.",
    "Forecast 12 to 18 months ahead: ordering, delivery and installation take up to half a year, and the machines then have to last.",
    "Hire the operations team 3 to 6 months before delivery: it has to know the cluster when it arrives.",
    "Staff grows in steps with the size of the cluster: small clusters need at least part of a person, large ones a team on call.",
];

/// The kind of GPU in a description is another than the scenario's.
pub fn other_gpu(chosen: &dyn Display) -> String {
    format!(
        "The text names another kind of GPU than the one chosen above, {chosen}. The workloads count for the chosen one."
    )
}

/// Heading of a workload.
pub fn workload(number: &dyn Display) -> String {
    format!("Workload {number}")
}

/// The button that removes a workload, for screen readers.
pub fn remove(number: &dyn Display) -> String {
    format!("Remove workload {number}")
}

/// The work entered is not what the workloads add up to.
pub fn scaled(factor: &dyn Display) -> String {
    format!("The work per month is {factor} of the workloads\u{2019} total, so their profile is scaled to match.")
}

/// How many GPUs to plan for at the usual average use.
pub fn plan_for(low: &dyn Display, high: &dyn Display, peak: &dyn Display) -> String {
    format!(
        "At 75 to 80 % average use, this demand needs {low} to {high} GPUs before spares and maintenance, if work above that is rented or waits. Its peak is {peak} GPUs."
    )
}
