//! What a summary is asked for besides the files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::bill::BillQuestions;
use super::super::samples::IdleRule;
use super::super::zone::TimeZone;

/// What a summary is asked for besides the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SummaryQuestions {
    /// Offset from UTC of the calendar, in seconds: months and weeks begin by it.
    pub zone_offset: f64,
    /// The zone of the calendar, with its summer time; instead of the offset.
    pub zone: Option<TimeZone>,
    /// Names of GPUs as printed, and the id of the price book that each means; for names that the book does not settle.
    pub gpu_names: BTreeMap<String, String>,
    /// Price of a GPU-hour by id of the book, US dollars.
    pub prices: BTreeMap<String, f64>,
    /// Price of a GPU-hour of any other type, US dollars.
    pub other_price: Option<f64>,
    /// A GPU is large if its peak memory stays below this share.
    pub memory_share: f64,
    /// A GPU is fast if its mean utilization stays below this share.
    pub compute_share: f64,
    /// When a held GPU counts as idle.
    pub idle: IdleRule,
    /// About the bills.
    pub bill: BillQuestions,
}

impl Default for SummaryQuestions {
    fn default() -> Self {
        Self {
            zone_offset: 0.0,
            zone: None,
            gpu_names: BTreeMap::new(),
            prices: BTreeMap::new(),
            other_price: None,
            memory_share: 0.7,
            compute_share: 0.6,
            idle: IdleRule::default(),
            bill: BillQuestions::default(),
        }
    }
}
