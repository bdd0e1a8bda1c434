//! Workloads and the demand that they add up to.

use std::fmt::Display;

pub const ADD: &str = "Add";
pub const ADD_A_WORKLOAD: &str = "Add a workload:";
pub const ALL_YEAR: &str = "all year";
pub const BURSTS: &str = "bursts";
pub const CAMPAIGNS: &str = "Campaigns";
pub const DEMAND: &str = "Demand";
pub const DESCRIBE: &str = "Describe your demand in words";
pub const DEMAND_VARIES: &str = "Demand varies? Describe it";
pub const DEVELOPMENT: &str = "Development";
pub const EXPERIMENTS: &str = "Experiments";
pub const FOR_INSTANCE: &str = "24 GPUs all year, 256 for 3 weeks every quarter";
pub const FURTHER: &str = "Jobs, interruptions, location";
pub const HOW_TO_SIZE: &str = "How much to plan for";
pub const INFERENCE: &str = "Inference";
pub const MATCH_THE_WORKLOADS: &str = "Match the workloads";
pub const MEASURE_IT: &str = "or measure it from files";
pub const NO_WORKLOADS: &str = "The work is taken as steady. Add workloads to describe how it varies over the year: the answer then follows every hour of it, and the best mix of owning, committing and bursting is found.";
pub const OFFICE_HOURS: &str = "office hours";
pub const REMOVE: &str = "Remove";
pub const RUNS: &str = "runs or jobs";
pub const SERVICE: &str = "Service";
pub const START_ALL_YEAR: &str = "24 GPUs all year";
pub const START_BURSTS: &str = "64 GPUs in bursts";
pub const START_OFFICE_HOURS: &str = "16 GPUs in office hours";
pub const START_RUNS: &str = "256 GPUs for 3 weeks every quarter";
pub const TO_THE_WORKLOADS: &str = "Go to workloads";
pub const TOKENS: &str = "inference by tokens";
pub const TRAINING: &str = "Training";
pub const TRAINING_RUN: &str = "training by model size";

/// Rules of thumb for planning, each with its reason.
pub const PLANNING: [&str; 6] = [
    "Plan for an average use of 75 to 80 %: on a fuller cluster jobs wait for each other.",
    "Add 5 to 10 % spare nodes: some are always being repaired.",
    "Allow 5 to 10 % of the time for maintenance: updates take whole racks out of service.",
    "Forecast 12 to 18 months ahead: ordering, delivery and installation take up to half a year, and the machines then have to last.",
    "Hire the operations team 3 to 6 months before delivery: it has to know the cluster when it arrives.",
    "Staff grows in steps with the size of the cluster: small clusters need at least part of a person, large ones a team on call.",
];

/// A description that was not understood.
pub fn not_understood(part: &dyn Display) -> String {
    format!(
        "Nothing was added: \"{part}\" was not understood. Say it like \"24 GPUs all year, and 256 for 3 weeks every quarter\", or add a workload of the right kind below: training by model size, inference by tokens."
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
    format!("The work per month is {factor} of what the workloads add up to; their shape is scaled to it.")
}

/// How many GPUs to plan for at the usual average use.
pub fn plan_for(low: &dyn Display, high: &dyn Display, peak: &dyn Display) -> String {
    format!(
        "At 75 to 80 % average use, this demand needs {low} to {high} GPUs before spares and maintenance, if work above that is rented or waits. Its peak is {peak} GPUs."
    )
}
