//! Text of `src/form/workloads_field.rs`.

use std::fmt::Display;

pub const A_MODEL: &str = "Llama 3.3 70B";
pub const ADD_A_WORKLOAD: &str = "Add a workload:";
pub const ALL_YEAR: &str = "all year";
pub const BURSTS: &str = "bursts";
pub const CAMPAIGNS: &str = "Campaigns";
pub const DEVELOPMENT: &str = "Development";
pub const EXPERIMENTS: &str = "Experiments";
pub const FURTHER_FIELDS: &str = "Jobs, interruptions, location";
pub const INFERENCE: &str = "Inference";
pub const KEEP_LEVELS: &str = "Keep it as a measured record";
pub const LONG_SERIES: &str = "Links contain this series hour by hour, which makes them long. A measured record keeps only how many GPUs are wanted for what share of the time, not when.";
pub const OFFICE_HOURS: &str = "office hours";
pub const REMOVE: &str = "Remove";
pub const RUNS: &str = "runs or jobs";
pub const SERVICE: &str = "Service";
pub const TOKENS: &str = "inference by tokens";
pub const TRAINING: &str = "Training";
pub const TRAINING_RUN: &str = "training by model size";

/// Heading of a workload.
pub fn workload(number: &dyn Display) -> String {
    format!("Workload {number}")
}

/// The button that removes a workload, for screen readers.
pub fn remove(number: &dyn Display) -> String {
    format!("Remove workload {number}")
}
