//! The model beside the invoices: what renting the work costs in each month of a bill, and the gap by line.
//!
//! In: a model, the offer that it rents from, a bill and the calendar month of the scenario's first month. Out: one row
//! for each month that both cover. The model's figure is the provider's bill for that month's work: growth, price trend,
//! support and work beyond a commitment are in it, credits and one-off costs are not. The bill's figure is its
//! amortised cost, because a model's month has no purchases. Months of which the bill lacks days are marked.

use serde::{Deserialize, Serialize};

use crate::cash_flow::wanted;
use crate::codec::Document;
use crate::cost::LineId;
use crate::cost::plan::{OverflowPricing, paid};
use crate::cost::rent::{RENT_LINES, bill};
use crate::measured::bill::summary::{Costs, CurrencyBill};
use crate::model::Model;
use crate::model::offers::{Billing, Offer};
use crate::prices::PriceBook;
use crate::units::{HOURS_PER_MONTH, PaidHours, ProductiveHours, count};

/// Amounts by line, US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// Machines and GPUs, with commitments that nothing used.
    pub compute: f64,
    /// Storage.
    pub storage: f64,
    /// Data transfer.
    pub egress: f64,
    /// Support.
    pub support: f64,
    /// Everything else: managed services, lines, platforms.
    pub other: f64,
}

impl Lines {
    /// Their sum.
    pub fn total(&self) -> f64 {
        self.compute + self.storage + self.egress + self.support + self.other
    }

    /// These less others.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        Self {
            compute: self.compute - other.compute,
            storage: self.storage - other.storage,
            egress: self.egress - other.egress,
            support: self.support - other.support,
            other: self.other - other.other,
        }
    }

    /// The amortised cost of a bill, times the price of its currency in US dollars.
    fn of_bill(costs: &Costs, usd: f64) -> Self {
        let lines = &costs.lines;
        let compute = lines.gpu + lines.unknown_machines + lines.compute + lines.unused_commitment + lines.idle;
        Self {
            compute: compute * usd,
            storage: lines.storage * usd,
            egress: lines.egress * usd,
            support: lines.support * usd,
            other: lines.other * usd,
        }
    }
}

/// A month that the scenario and the bill both cover.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReconciledMonth {
    /// `2026-05`.
    pub name: String,
    /// Month of the scenario, from 1.
    pub month: usize,
    /// Whether the bill covers all its days, but for one at most.
    pub is_full: bool,
    /// What the model says.
    pub model: Lines,
    /// What the bill says.
    pub invoice: Lines,
    /// The bill less the model, by line.
    pub gap: Lines,
    /// The sum of the gap.
    pub gap_total: f64,
    /// What the invoices ask for in cash, US dollars; `None` if no file says it.
    pub cash: Option<f64>,
    /// Paid GPU-hours by the model, and by the bill.
    pub gpu_hours: [f64; 2],
}

/// A scenario, renting from an offer, beside the invoices in US dollars; empty where the scenario cannot be computed.
pub fn reconcile_scenario(
    document: &Document,
    book: &PriceBook,
    offer: &str,
    invoices: &CurrencyBill,
    first_month: &str,
) -> Vec<ReconciledMonth> {
    let Ok(model) = Model::new(&document.scenario, book, &document.edition) else { return Vec::new() };
    let Some(offer) = model.offers.iter().find(|of| of.id.as_str() == offer) else { return Vec::new() };
    reconcile(&model, &OverflowPricing::of(&model), offer, invoices, first_month, 1.0)
}

/// The model beside the invoices; empty if they share no month.
///
/// `first_month` is the calendar month of the scenario's month 1, as `2026-05`; `usd` is the price of the bill's currency
/// in US dollars.
pub fn reconcile(
    model: &Model,
    terms: &OverflowPricing,
    offer: &Offer,
    invoices: &CurrencyBill,
    first_month: &str,
    usd: f64,
) -> Vec<ReconciledMonth> {
    let Some(first) = number_of(first_month) else { return Vec::new() };
    let one = |invoice: &crate::measured::bill::summary::MonthBill| {
        let month = number_of(&invoice.name)?.checked_sub(first)? + 1;
        if month > model.time.months {
            return None;
        }
        let (lines, hours) = of_model(model, terms, offer, month);
        let found = Lines::of_bill(&invoice.costs, usd);
        let gap = found.less(&lines);
        Some(ReconciledMonth {
            name: invoice.name.clone(),
            month,
            is_full: invoice.is_full,
            model: lines,
            invoice: found,
            gap,
            gap_total: gap.total(),
            cash: invoice.costs.cash.map(|cash| cash * usd),
            gpu_hours: [hours, invoice.gpu_hours],
        })
    };
    invoices.months.iter().filter_map(one).collect()
}

/// A calendar month as a number: years × 12 + month − 1.
fn number_of(name: &str) -> Option<usize> {
    let (year, month) = name.split_once('-')?;
    let (year, month): (usize, usize) = (year.parse().ok()?, month.parse().ok()?);
    (1..=12).contains(&month).then(|| year * 12 + month - 1)
}

/// A month's bill by line, and its paid GPU-hours.
fn of_model(model: &Model, terms: &OverflowPricing, offer: &Offer, month: usize) -> (Lines, f64) {
    let trend = model.time.rent.get(month - 1).copied().unwrap_or(1.0);
    let work = wanted(model, month);
    let ceiling = offer.ceiling(model.rented.held_of_committed()).map(|most| most.as_gpu_hours() / 12.0);
    let here = ceiling.map_or(work, |most| work.min(most));
    let used = paid(model, offer, ProductiveHours::gpu_hours(here * 12.0));
    let yearly = bill(model, offer, used);
    let monthly = |id: LineId| {
        let of = RENT_LINES.iter().find(|line| line.id == id).map(|line| line.of);
        of.map_or(0.0, |of| of(&yearly).as_usd() / 12.0)
    };
    // The price of a term is the one at its start.
    let term = if offer.term_months > 0.0 { offer.term_months } else { 1.0 };
    let signed = libm::floor(count(month - 1) / term) * term;
    let start = (1..=month).rev().find(|m| count(*m - 1) <= signed).unwrap_or(1);
    let at_start = model.time.rent.get(start - 1).copied().unwrap_or(1.0);
    let beyond = terms.overflow.map_or(0.0, |(_, price)| (work - here) * price * trend);
    let own = monthly(LineId::Compute) * at_start;
    let managed = monthly(LineId::Managed) * at_start;
    let (storage, egress) = (monthly(LineId::RentedStorage), monthly(LineId::Egress));
    let other = managed + monthly(LineId::DedicatedLine) + monthly(LineId::RentedPlatform);
    let support = model.rented.support.of(own + storage + egress + other);
    let hours = match offer.billing {
        Billing::Committed { gpus } => gpus * HOURS_PER_MONTH,
        Billing::PayPerUse | Billing::Absorbed { .. } => hours_of(used),
    };
    (Lines { compute: own + beyond, storage, egress, support, other }, hours)
}

/// Hours of a month from those of a year.
fn hours_of(used: PaidHours) -> f64 {
    used.as_gpu_hours() / 12.0
}
