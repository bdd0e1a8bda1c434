//! Prices of a GPU-hour that no list price explains.

use super::summary::{BillQuestions, MachineBill};
use crate::measured::report::BillRemark;
use crate::prices::PriceBook;

/// Nobody pays this multiple of the highest list price of a GPU: surcharges of regions stay below it.
const ABOVE: f64 = 2.0;
/// No discount leaves less than this share of the lowest list price, which is already one of spot or of a long term.
const BELOW: f64 = 1.0 / 3.0;

/// Types whose price of a GPU-hour is beyond every list price of their GPU: what to remark, the price, the machine.
///
/// Where the GPU is not named, or has no list price, it is beyond those of all GPUs. List prices are US dollars.
pub(super) fn doubts(
    currency: &str,
    types: &[MachineBill],
    book: &PriceBook,
    questions: &BillQuestions,
) -> Vec<(BillRemark, f64, String)> {
    if currency != "USD" {
        return Vec::new();
    }
    let edition = if questions.edition.is_empty() { book.current_edition() } else { &questions.edition };
    let range = |gpu: Option<&str>| {
        let prices = book.offers_of(edition).filter(|offer| gpu.is_none_or(|gpu| offer.gpu.as_str() == gpu));
        prices.map(|offer| offer.usd_per_gpu_hour).fold(None, |range: Option<(f64, f64)>, price| {
            Some(range.map_or((price, price), |(low, high)| (low.min(price), high.max(price))))
        })
    };
    let doubt = |machine: &MachineBill| {
        let price = machine.prices.bill?;
        // An export of actual cost does not know the cost of what is under a commitment.
        if machine.committed_gpu_hours > 0.0 && machine.committed_cost == 0.0 {
            return None;
        }
        let (low, high) = range(machine.gpu.as_deref()).or_else(|| range(None))?;
        let name = if machine.name.is_empty() { "GPU" } else { &machine.name };
        if price > ABOVE * high {
            Some((BillRemark::PriceAboveList, price, name.to_owned()))
        } else if price < BELOW * low {
            Some((BillRemark::PriceBelowList, price, name.to_owned()))
        } else {
            None
        }
    };
    types.iter().filter_map(doubt).collect()
}
