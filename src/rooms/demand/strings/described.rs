//! Text of `described.rs`.

use std::fmt::Display;

pub const DEMAND: &str = "Demand";
pub const HOW_TO_SIZE: &str = "How much to plan for";
pub const MATCH_THE_WORKLOADS: &str = "Match the workloads";
pub const NO_WORKLOADS: &str = "Demand is treated as constant. Add workloads to describe how it varies: the answer is then computed hour by hour, with the cheapest mix of owned, committed and on-demand GPUs.";
pub const TO_THE_WORKLOADS: &str = "Go to workloads";

/// Rules of thumb for planning, each with its reason.
pub const PLANNING: [&str; 6] = [
    "Plan for an average use of 75 to 80%: above that, queueing times rise sharply.",
    "Add 5 to 10% spare nodes: at any time some are out for repair.",
    "Allow 5 to 10% of the time for maintenance: updates take whole racks out of service.",
    "Forecast 12 to 18 months ahead: ordering, delivery and installation take up to half a year, and the machines then have to last.",
    "Hire the operations team 3 to 6 months before delivery: it has to know the cluster when it arrives.",
    "Staff grows in steps with the size of the cluster: small clusters need at least part of a person, large ones a team on call.",
];

/// The work entered is not what the workloads add up to.
pub fn scaled(factor: &dyn Display) -> String {
    format!("The work per month is {factor} of the workloads\u{2019} total, so their profile is scaled to match.")
}

/// How many GPUs to plan for at the usual average use.
pub fn plan_for(low: &dyn Display, high: &dyn Display, peak: &dyn Display) -> String {
    format!(
        "At 75 to 80% average use, this demand needs {low} to {high} GPUs before spares and maintenance, if work above that is rented or waits. Its peak is {peak} GPUs."
    )
}
