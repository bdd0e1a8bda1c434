//! One step per format version, which turns a text of version n into version n + 1.
//!
//! A step renames, splits or converts what changed its meaning. New rows need no step: a row names the version that
//! introduced it and the neutral value for older texts.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::inputs::Scenario;
use crate::inputs::workloads::{Measured, Workload};

/// First format in which a workload says in a column of its own whether it was measured.
const MEASURED_COLUMN: u32 = 5;
/// Names of measured workloads began with this before.
const MEASURED_NAME: &str = "Measured";

/// Migrates the inputs of a file from its version to the current one.
pub fn to_present(inputs: &Map<String, Value>, _version: u32) -> Cow<'_, Map<String, Value>> {
    Cow::Borrowed(inputs)
}

/// In texts before format 5 a workload whose name begins with "Measured" was measured; its series is repeated over the
/// year, as it was then.
pub(super) fn measured_by_name(scenario: &mut Scenario, format: u32) {
    if format >= MEASURED_COLUMN {
        return;
    }
    for workload in &mut scenario.work.workloads {
        if workload.measured == Measured::No && workload.name.starts_with(MEASURED_NAME) {
            workload.measured = Measured::Repeated;
        }
    }
}

/// A scenario with the columns that a format had: what the checksum of its texts was made of.
pub(super) fn in_format(scenario: &Scenario, format: u32) -> Cow<'_, Scenario> {
    if format >= MEASURED_COLUMN || !scenario.work.workloads.iter().any(Workload::is_measured) {
        return Cow::Borrowed(scenario);
    }
    let mut found = scenario.clone();
    found.work.workloads.iter_mut().for_each(|workload| workload.measured = Measured::No);
    Cow::Owned(found)
}
