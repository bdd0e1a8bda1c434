//! A horizon longer than the life of the machines buys them a second time.

use serde::Serialize;

use crate::cash_flow::{Asset, Flows, assets_of};
use crate::cost::capital::NODES;
use crate::model::Model;

/// The first replacement of the machines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SecondPurchase {
    /// Month at the start of which it is paid.
    pub month: usize,
    /// What is paid in that month for hardware bought again: the machines and whatever is replaced with them.
    pub bought_usd: f64,
    /// What the hardware it replaces is sold for, at the end of the month before.
    pub sold_usd: f64,
    /// Number of times the machines are bought again within the horizon.
    pub times: usize,
    /// Highest excess of owning over renting from that month on, before resale; `None` without an offer.
    pub peak_cash_usd: Option<f64>,
    /// The month of that peak.
    pub peak_month: Option<usize>,
}

/// The second purchase within the horizon; `None` if the machines last. `own` are the flows of owning with accounts,
/// `over` the excess of owning over renting at each point, before and after the payments there.
pub fn second_purchase(model: &Model, own: &Flows, over: Option<&[(f64, f64)]>) -> Option<SecondPurchase> {
    let again = machines_again(model);
    let month = again.first()?.month;
    let assets = || own.accounts.iter().flat_map(|accounts| &accounts.assets);
    let bought = assets().filter(|asset| asset.again && asset.month == month).map(|asset| asset.price).sum();
    let sold = assets().filter(|asset| asset.until + 1 == month).map(|asset| asset.proceeds.max(0.0)).sum();
    // A payment at the start of a month belongs to the point before it.
    let peak = over.and_then(|over| {
        let later = over.iter().enumerate().skip(month - 1);
        later.map(|(point, (_, usd))| (point, *usd)).reduce(|kept, next| if next.1 > kept.1 { next } else { kept })
    });
    Some(SecondPurchase {
        month,
        bought_usd: bought,
        sold_usd: sold,
        times: again.len(),
        peak_cash_usd: peak.map(|(_, usd)| usd.max(0.0)),
        peak_month: peak.map(|(point, _)| point),
    })
}

/// The purchases of machines that replace those bought within the horizon.
pub fn machines_again(model: &Model) -> Vec<Asset> {
    let mut machines = (NODES.of)(model).purchase.map(|purchase| assets_of(model, &purchase)).unwrap_or_default();
    machines.retain(|asset| asset.again && asset.price > 0.0);
    machines
}
