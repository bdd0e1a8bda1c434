//! Performance and power of GPUs and other accelerators.

use serde::Serialize;

use super::issue::BookFile;
use super::row::{BookRow, Cells};
use super::vocabulary::FigureStatus;

/// A GPU model. Figures missing from its sources are left out, never guessed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gpu {
    /// Permanent id: `h100-sxm`.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The manufacturer's name for its architecture.
    pub architecture: String,
    /// Year of its launch.
    pub year: Option<f64>,
    /// GPUs per board or superchip: 2 is a common source of counting errors.
    pub gpus_per_board: f64,
    /// Dense peak at BF16 (FP16 where there is none), TFLOP/s.
    pub dense_bf16_tflops: Option<f64>,
    /// Dense peak at FP8, TFLOP/s.
    pub dense_fp8_tflops: Option<f64>,
    /// Memory, GB.
    pub memory_gb: Option<f64>,
    /// Bandwidth of that memory, TB/s.
    pub bandwidth_tb_s: Option<f64>,
    /// Thermal design power, W.
    pub tdp_w: Option<f64>,
    /// Most instances in multi-instance mode; 0 without that mode.
    pub mig_max_instances: Option<f64>,
    /// The kind of statement.
    pub status: FigureStatus,
    /// Id of the main source.
    pub source: String,
    /// Ids of the other sources.
    pub more_sources: Vec<String>,
    /// Remarks.
    pub note: String,
}

impl Gpu {
    /// Whether part of the row is assumed; the note says which.
    pub fn is_assumption(&self) -> bool {
        self.status == FigureStatus::Assumption
    }
}

impl BookRow for Gpu {
    const FILE: BookFile = BookFile::Gpus;
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "name",
        "architecture",
        "year",
        "gpus_per_board",
        "dense_bf16_tflops",
        "dense_fp8_tflops",
        "memory_gb",
        "bandwidth_tb_s",
        "tdp_w",
        "mig_max_instances",
        "status",
        "source",
        "note",
    ];

    fn id(&self) -> &str {
        &self.id
    }

    fn read(cells: &mut Cells<'_>) -> Self {
        Self {
            id: cells.id(),
            name: cells.some_text("name"),
            architecture: cells.some_text("architecture"),
            year: cells.known("year"),
            gpus_per_board: cells.count("gpus_per_board"),
            dense_bf16_tflops: cells.known("dense_bf16_tflops"),
            dense_fp8_tflops: cells.known("dense_fp8_tflops"),
            memory_gb: cells.known("memory_gb"),
            bandwidth_tb_s: cells.known("bandwidth_tb_s"),
            tdp_w: cells.known("tdp_w"),
            mig_max_instances: cells.known("mig_max_instances"),
            status: cells.word("status"),
            source: cells.source(),
            more_sources: cells.more_sources(),
            note: cells.text("note"),
        }
    }
}
