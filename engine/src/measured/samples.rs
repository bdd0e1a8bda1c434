//! Samples of GPUs, summed by GPU and hour while they are read: a file of 300 MB is not kept.

use serde::{Deserialize, Serialize};

use super::names::Names;

/// When a held GPU counts as idle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IdleRule {
    /// Utilization below this share.
    pub utilization: f64,
    /// For at least these seconds.
    pub seconds: f64,
    /// With more than this share of the memory held.
    pub memory: f64,
}

impl Default for IdleRule {
    fn default() -> Self {
        Self { utilization: 0.05, seconds: 1_800.0, memory: 0.1 }
    }
}

/// One reading of a GPU. What is unknown is `None`, never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Seconds since 1970 UTC.
    pub time: f64,
    /// Utilization, as a share.
    pub utilization: Option<f64>,
    /// Power, W.
    pub power: Option<f64>,
    /// Memory used, as a share.
    pub memory: Option<f64>,
}

/// Samples of one GPU in one hour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HourUse {
    /// Hours since 1970 UTC.
    pub hour: u32,
    /// Samples.
    pub samples: u32,
    /// Samples whose utilization is known.
    pub known: u32,
    /// Sum of the known utilizations, as shares.
    pub utilization: f32,
    /// Samples in which the GPU computed or held memory, by the rule for idle GPUs.
    pub in_use: u32,
    /// Second of the hour of the first sample.
    pub first: u16,
    /// Second of the hour of the last sample.
    pub last: u16,
}

/// A time in which a GPU was held but idle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdleRun {
    /// Seconds since 1970 UTC.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// Whether memory is known to have been held.
    pub memory_is_known: bool,
}

/// One GPU.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuSeries {
    /// Its UUID, or host and index.
    pub key: String,
    /// Name of its type as printed.
    pub kind: u32,
    /// Name of its host.
    pub host: u32,
    /// Its index on that host.
    pub index: Option<u16>,
    /// Name of the owner that labels give: a namespace, a user.
    pub owner: u32,
    /// Whether it is cut into instances.
    pub is_mig: bool,
    /// Its memory, GB, where the file says it.
    pub memory_gb: Option<f64>,
    /// Time between two samples, seconds.
    pub interval: f64,
    /// Hours, rising.
    pub hours: Vec<HourUse>,
    /// Idle times, rising.
    pub idle: Vec<IdleRun>,
    /// Samples with a known power, and their sum in watts.
    pub power: (u32, f64),
    /// Samples with known memory, and their sum as a share.
    pub memory: (u32, f64),
    /// Greatest share of the memory used.
    pub peak_memory: Option<f64>,
    /// Greatest utilization, as a share.
    pub peak_utilization: Option<f64>,
    /// Time of the first sample.
    pub first: f64,
    /// Time of the last sample.
    pub last: f64,
}

/// GPUs with the tables of their names.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The GPUs, in the order in which they were first seen.
    pub gpus: Vec<GpuSeries>,
    /// Types as printed.
    pub kinds: Names,
    /// Hosts.
    pub hosts: Names,
    /// Owners.
    pub owners: Names,
    /// Whether their times are real: a file without times begins at hour 0.
    pub is_undated: bool,
}
