//! The kinds of files that are read.

use serde::{Deserialize, Serialize};

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// `nvidia-smi --query-gpu … --format=csv`.
    NvidiaSmi,
    /// Metrics of DCGM: the JSON of Prometheus' `query_range`, or its CSV export.
    Prometheus,
    /// `sacct`, best with `-P`.
    Slurm,
    /// Standard Workload Format.
    Swf,
    /// Allocations of OpenCost or Kubecost, CSV or JSON.
    OpenCost,
    /// FinOps Open Cost and Usage Specification, 1.x.
    Focus,
    /// AWS cost and usage report, legacy or 2.0.
    AwsCur,
    /// Azure cost and usage details.
    AzureCost,
    /// Any table, through columns that are chosen.
    AnyCsv,
    /// Price catalogue of SkyPilot.
    SkyPilotCatalog,
    /// Price catalogue of gpuhunt.
    GpuhuntCatalog,
    /// Readings of other files, as this program writes them; never chosen: its first line says it.
    Partial,
}

impl Format {
    /// All formats, in the order in which they are offered.
    pub const ALL: [Self; 11] = [
        Self::Slurm,
        Self::NvidiaSmi,
        Self::Prometheus,
        Self::Swf,
        Self::OpenCost,
        Self::Focus,
        Self::AwsCur,
        Self::AzureCost,
        Self::SkyPilotCatalog,
        Self::GpuhuntCatalog,
        Self::AnyCsv,
    ];
}

/// What a file seems to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess {
    /// The format.
    pub format: Format,
    /// Whether its contents leave no doubt.
    pub certain: bool,
    /// The words of the file by which it was recognised.
    pub because: Vec<String>,
}

impl Guess {
    /// What its contents leave no doubt about.
    pub(super) fn certain(format: Format, because: impl IntoIterator<Item = String>) -> Self {
        Self { format, certain: true, because: because.into_iter().collect() }
    }

    /// What it may be.
    pub(super) fn possible(format: Format, because: impl IntoIterator<Item = String>) -> Self {
        Self { certain: false, ..Self::certain(format, because) }
    }
}
