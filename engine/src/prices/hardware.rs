//! Purchase prices of machines.

use serde::Serialize;

use super::day::Day;
use super::issue::BookFile;
use super::row::{BookRow, Cells};
use super::vocabulary::{Confidence, HardwareKind, NetworkIncluded, PriceStatus};

/// A low, a typical and a high value, in that order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The low value.
    pub low: f64,
    /// The value to use.
    pub typical: f64,
    /// The high value.
    pub high: f64,
}

impl Spread {
    /// Whether low, typical and high are in order.
    pub fn is_ordered(&self) -> bool {
        self.low <= self.typical && self.typical <= self.high
    }
}

/// A machine, card or rack with its price.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hardware {
    /// Permanent id: `hgx-h100-8`.
    pub id: String,
    /// Display name.
    pub system: String,
    /// Its kind.
    pub kind: HardwareKind,
    /// Id of its GPU.
    pub gpu: String,
    /// GPUs in it.
    pub gpus_per_node: f64,
    /// Thermal design power of each GPU in this machine, W.
    pub gpu_tdp_w: Option<f64>,
    /// Maximum power draw, fully equipped, W.
    pub max_system_w: Option<f64>,
    /// Price of the whole machine, USD; `None` if none was found.
    pub price: Option<Spread>,
    /// Whether that price includes the network between nodes.
    pub network_included: NetworkIncluded,
    /// Date of the price.
    pub as_of: Day,
    /// Id of its edition.
    pub edition: String,
    /// Reliability of the price.
    pub status: PriceStatus,
    /// The confidence in it.
    pub confidence: Confidence,
    /// Id of the main source.
    pub source: String,
    /// Ids of the other sources.
    pub more_sources: Vec<String>,
    /// Remarks.
    pub note: String,
}

impl Hardware {
    /// Whether the price is a planning value, and must not be shown as a quote.
    pub fn is_assumption(&self) -> bool {
        self.status == PriceStatus::Assumption
    }
}

impl BookRow for Hardware {
    const FILE: BookFile = BookFile::Hardware;
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "system",
        "kind",
        "gpu",
        "gpus_per_node",
        "gpu_tdp_w",
        "max_system_w",
        "price_low_usd",
        "price_typical_usd",
        "price_high_usd",
        "network_included",
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
            id: cells.id(),
            system: cells.some_text("system"),
            kind: cells.word("kind"),
            gpu: cells.some_text("gpu"),
            gpus_per_node: cells.count("gpus_per_node"),
            gpu_tdp_w: cells.known("gpu_tdp_w"),
            max_system_w: cells.known("max_system_w"),
            price: price(cells),
            network_included: cells.word("network_included"),
            as_of: cells.day("as_of"),
            edition: cells.some_text("edition"),
            status: cells.word("status"),
            confidence: cells.word("confidence"),
            source: cells.source(),
            more_sources: cells.more_sources(),
            note: cells.text("note"),
        }
    }
}

/// All three prices, or none of them.
fn price(cells: &mut Cells<'_>) -> Option<Spread> {
    const NAMES: [&str; 3] = ["price_low_usd", "price_typical_usd", "price_high_usd"];
    let given = NAMES.iter().any(|name| !cells.is_empty(name));
    given.then(|| {
        let [low, typical, high] = NAMES.map(|name| cells.positive(name));
        Spread { low, typical, high }
    })
}
