//! Rental prices of machines.

use serde::Serialize;

use super::day::Day;
use super::issue::BookFile;
use super::row::{BookRow, Cells};
use super::vocabulary::{Confidence, FabricBasis, HostClass, Interconnect, PriceStatus, Service, Upfront};
use crate::text::Name;

/// One way to rent an instance. Calculations use `usd_per_gpu_hour`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Offer {
    /// Permanent id: `aws-p5-od`.
    pub id: Name,
    /// The provider.
    pub provider: Name,
    /// The provider's name for it.
    pub offer: Name,
    /// Id of its GPU.
    pub gpu: Name,
    /// GPUs per instance.
    pub gpus_per_instance: f64,
    /// Class of service.
    pub service: Service,
    /// Months of the term; 0 is by the hour.
    pub term_months: f64,
    /// Upfront part of the term's price.
    pub upfront: Upfront,
    /// The region.
    pub region: String,
    /// The interconnect between the GPUs that `fabric_gpus` counts.
    pub interconnect: Interconnect,
    /// Most of these GPUs available in one fabric.
    pub fabric_gpus: f64,
    /// Whether that number is from the source.
    pub fabric_basis: FabricBasis,
    /// Whether it can be interrupted at any time.
    pub interruptible: bool,
    /// Where the machines are hosted.
    pub host: HostClass,
    /// Whether processor and memory are extra. Never compare with whole instances.
    pub gpu_part_only: bool,
    /// Price of an instance-hour, USD.
    pub usd_per_instance_hour: f64,
    /// Price of a GPU-hour, USD, as published.
    pub usd_per_gpu_hour: f64,
    /// Egress price to the internet, USD/GB; `None` if the sources do not state it.
    pub egress_usd_per_gb: Option<f64>,
    /// Date of the price; `None` only if the user's own book omits it.
    pub as_of: Option<Day>,
    /// Id of its edition.
    pub edition: String,
    /// Reliability of the price.
    pub status: PriceStatus,
    /// The confidence in it.
    pub confidence: Confidence,
    /// Id of the main source.
    pub source: Name,
    /// Ids of the other sources.
    pub more_sources: Vec<String>,
    /// Remarks.
    pub note: String,
}

impl BookRow for Offer {
    const FILE: BookFile = BookFile::Offers;
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "provider",
        "offer",
        "gpu",
        "gpus_per_instance",
        "service",
        "term_months",
        "upfront",
        "region",
        "interconnect",
        "fabric_gpus",
        "fabric_basis",
        "interruptible",
        "host",
        "gpu_part_only",
        "usd_per_instance_hour",
        "usd_per_gpu_hour",
        "egress_usd_per_gb",
        "as_of",
        "edition",
        "status",
        "confidence",
        "source",
        "note",
    ];

    fn id(&self) -> &str {
        &self.id
    }

    fn read(cells: &mut Cells<'_>) -> Self {
        Self {
            id: cells.id().into(),
            provider: cells.some_text("provider").into(),
            offer: cells.some_text("offer").into(),
            gpu: cells.some_text("gpu").into(),
            gpus_per_instance: cells.count("gpus_per_instance"),
            service: cells.word("service"),
            term_months: cells.whole("term_months"),
            upfront: cells.word("upfront"),
            region: cells.some_text("region"),
            interconnect: cells.word("interconnect"),
            fabric_gpus: cells.count("fabric_gpus"),
            fabric_basis: cells.word("fabric_basis"),
            interruptible: cells.yes("interruptible"),
            host: cells.word("host"),
            gpu_part_only: cells.yes("gpu_part_only"),
            usd_per_instance_hour: cells.positive("usd_per_instance_hour"),
            usd_per_gpu_hour: cells.positive("usd_per_gpu_hour"),
            egress_usd_per_gb: cells.known("egress_usd_per_gb"),
            as_of: Some(cells.day("as_of")),
            edition: cells.some_text("edition"),
            status: cells.word("status"),
            confidence: cells.word("confidence"),
            source: cells.source().into(),
            more_sources: cells.more_sources(),
            note: cells.text("note"),
        }
    }
}
