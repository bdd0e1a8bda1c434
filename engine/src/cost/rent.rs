//! A provider's bill, in the order it is charged.
//!
//! Compute after discount; managed services on compute; storage; egress, the free allowance first, then tiers, in
//! decimal gigabytes; dedicated line; platform; support on the sum. Source: model page, section 3.

use super::{LineId, LineKind};
use crate::formulas::formula::Formula;
use crate::inputs::value::Tier;
use crate::model::offers::{Billing, Offer};
use crate::model::{Model, Rented};
use crate::units::{HOURS_PER_YEAR, HourlyPrice, MONTHS_PER_YEAR, Money, PaidHours};

/// One line of a provider's bill.
pub struct RentLine {
    /// Its permanent id in results.
    pub id: LineId,
    /// Its label.
    pub label: &'static str,
    /// The part of the headline it belongs to.
    pub kind: LineKind,
    /// Its formula.
    pub formula: Formula,
    /// The rows it reads.
    pub inputs: &'static [&'static str],
    /// Its yearly cost.
    pub of: fn(&Bill) -> Money,
}

/// Every line of the bill, in order. Support is last: it is charged on the sum of the others.
pub const RENT_LINES: &[RentLine] = &[
    RentLine {
        id: LineId::Compute,
        label: "GPU-hours",
        kind: LineKind::Compute,
        formula: Formula::ComputeBill,
        inputs: &["rent.discount_share", "rent.goodput", "rent.paid_efficiency", "rent.commitment_billing"],
        of: |b| b.compute,
    },
    RentLine {
        id: LineId::Managed,
        label: "Managed services",
        kind: LineKind::Services,
        formula: Formula::Described("share × GPU-hours"),
        inputs: &["rent.managed_share"],
        of: |b| b.managed(),
    },
    RentLine {
        id: LineId::RentedStorage,
        label: "Storage",
        kind: LineKind::Services,
        formula: Formula::Described("terabytes × 1000 × price × 12"),
        inputs: &["rent.storage_tb", "rent.storage_usd_per_gb_month"],
        of: |b| b.rented.storage,
    },
    RentLine {
        id: LineId::Egress,
        label: "Egress",
        kind: LineKind::Services,
        formula: Formula::Described("(gigabytes − free) priced by tier × 12"),
        inputs: &["rent.egress_gb_per_month", "rent.egress_free_gb", "rent.egress_tiers"],
        of: |b| b.egress,
    },
    RentLine {
        id: LineId::DedicatedLine,
        label: "Dedicated line",
        kind: LineKind::Services,
        formula: Formula::Described("monthly line × 12"),
        inputs: &["rent.line_usd_per_month"],
        of: |b| b.rented.line,
    },
    RentLine {
        id: LineId::RentedPlatform,
        label: "Platform subscription",
        kind: LineKind::Services,
        formula: Formula::Described("monthly subscription × 12"),
        inputs: &["rent.platform_usd_per_month"],
        of: |b| b.rented.platform,
    },
    RentLine {
        id: LineId::CloudSupport,
        label: "Support plan",
        kind: LineKind::Services,
        formula: Formula::Described("share × all other lines, or by tier; at least the minimum"),
        inputs: &["rent.support_share", "rent.support_tiers", "rent.support_least_usd_per_month"],
        of: |b| b.support(),
    },
];

/// A year's bill for some hours.
pub struct Bill<'a> {
    /// The costs of renting besides the rate.
    pub rented: &'a Rented,
    /// The hours.
    pub compute: Money,
    /// Egress.
    pub egress: Money,
}

impl Bill<'_> {
    fn managed(&self) -> Money {
        self.compute * self.rented.managed_share
    }
    /// All lines except support.
    pub fn before_support(&self) -> Money {
        self.compute + self.managed() + self.rented.storage + self.egress + self.rented.line + self.rented.platform
    }
    /// Support, charged on each month's bill.
    fn support(&self) -> Money {
        Money::usd(self.rented.support.of(self.before_support().as_usd() / MONTHS_PER_YEAR)) * MONTHS_PER_YEAR
    }
    /// The sum of all lines.
    pub fn total(&self) -> Money {
        self.before_support() + self.support()
    }
}

/// An offer's bill for the hours jobs use.
pub fn bill<'a>(model: &'a Model, offer: &Offer, used: PaidHours) -> Bill<'a> {
    Bill {
        rented: &model.rented,
        compute: hours_billed(offer, used) * offer.price,
        egress: egress(&model.rented, offer),
    }
}

/// The hours an offer bills when jobs use `used`.
pub fn hours_billed(offer: &Offer, used: PaidHours) -> PaidHours {
    match offer.billing {
        Billing::PayPerUse | Billing::Absorbed { .. } => used,
        Billing::Committed { gpus } => PaidHours::gpu_hours(gpus * HOURS_PER_YEAR),
    }
}

/// An offer's yearly cost: a fixed part, and a part per hour used. Includes all lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RentRates {
    /// Per year, independent of use.
    pub fixed: Money,
    /// Per hour billed by use, without its support.
    pub per_paid_hour: HourlyPrice,
    /// A month's bill before support when nothing is used.
    pub idle_bill: Money,
}

impl RentRates {
    /// Marginal cost of an hour, and the yearly hours from which it applies, following the tiers of a support plan; the
    /// first piece starts at zero. Any bill is `fixed` plus these.
    pub fn pieces<'r>(&'r self, rented: &'r Rented) -> impl Iterator<Item = (PaidHours, HourlyPrice)> + 'r {
        let hour = self.per_paid_hour.as_usd_per_gpu_hour();
        let idle = self.idle_bill.as_usd();
        let begin = move |bill: f64| if hour > 0.0 { (bill - idle).max(0.0) * MONTHS_PER_YEAR / hour } else { 0.0 };
        let pieces = rented.support.pieces();
        // Of the tiers that start at or below the idle bill, the last applies.
        let mut pieces = pieces.map(move |(bill, share)| (begin(bill), share)).peekable();
        std::iter::from_fn(move || {
            let (from, share) = pieces.next()?;
            Some((from, share, pieces.peek().is_some_and(|(next, _)| *next <= from)))
        })
        .filter(|(from, _, passed)| !passed && from.is_finite())
        .map(move |(from, share, _)| (PaidHours::gpu_hours(from), self.per_paid_hour * (1.0 + share)))
    }
}

/// The bill without compute: storage, egress, line, platform.
pub fn idle_bill<'a>(model: &'a Model, offer: &Offer) -> Bill<'a> {
    Bill { rented: &model.rented, compute: Money::ZERO, egress: egress(&model.rented, offer) }
}

/// Multiplier on compute before support: managed services.
pub fn managed(rented: &Rented) -> f64 {
    1.0 + rented.managed_share
}

/// Multiplier on additional compute, a small bill: managed services, and support on both at the share of the first
/// tier.
pub fn on_compute(rented: &Rented) -> f64 {
    managed(rented) * (1.0 + rented.support.first_share())
}

/// What a month's bill holds beside hours and support. US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Charges {
    /// Storage and egress for the share of the data that lies there.
    pub data: f64,
    /// Dedicated line and platform, due once whatever the share.
    pub once: f64,
}

/// The charges of a month at a provider that does a share of the work: that share of the data, in tiers of its own and with
/// its own free allowance.
pub fn charges(model: &Model, offer: &Offer, share: f64) -> Charges {
    let rented = &model.rented;
    if share == 1.0 {
        let data = rented.storage + egress(rented, offer);
        return Charges { data: data.as_usd() / MONTHS_PER_YEAR, once: once(rented) };
    }
    let gb = (rented.egress_all_gb_per_month * share - rented.egress_free_gb).max(0.0);
    let moved = transfer(rented, offer, gb).as_usd();
    Charges { data: rented.storage.as_usd() / MONTHS_PER_YEAR * share + moved, once: once(rented) }
}

/// The data part of these charges: storage and egress.
pub fn data_charges(model: &Model, offer: &Offer, share: f64) -> [f64; 2] {
    let storage = model.rented.storage.as_usd() / MONTHS_PER_YEAR * share;
    [storage, charges(model, offer, share).data - storage]
}

/// The part that is due once: dedicated line and platform.
pub fn once_charges(model: &Model) -> [f64; 2] {
    [model.rented.line.as_usd() / MONTHS_PER_YEAR, model.rented.platform.as_usd() / MONTHS_PER_YEAR]
}

fn once(rented: &Rented) -> f64 {
    (rented.line + rented.platform).as_usd() / MONTHS_PER_YEAR
}

/// One-off cost of moving a share of the data out at the end, with support at the share of the first tier.
pub fn moving_out(model: &Model, offer: &Offer, share: f64) -> Money {
    let rented = &model.rented;
    transfer(rented, offer, rented.exit_gb * share) * (1.0 + rented.support.first_share())
}

/// Price of moving gigabytes out: by the tiers that are entered, else by the offer's own price.
fn transfer(rented: &Rented, offer: &Offer, gb: f64) -> Money {
    if rented.egress_tiers.is_empty() {
        Money::usd(offer.egress_usd_per_gb * gb)
    } else {
        tiered(&rented.egress_tiers, gb)
    }
}

/// The rates of an offer.
pub fn rates(model: &Model, offer: &Offer) -> RentRates {
    let per_paid_hour = match offer.billing {
        Billing::PayPerUse | Billing::Absorbed { .. } => offer.price * managed(&model.rented),
        Billing::Committed { .. } => HourlyPrice::ZERO,
    };
    let idle = bill(model, offer, PaidHours::ZERO);
    RentRates { fixed: idle.total(), per_paid_hour, idle_bill: idle.before_support() / MONTHS_PER_YEAR }
}

/// The costs on top of a plain hourly price when a year's bill comes to a sum: the lines all offers share, with egress
/// only if tiers are given. Returns the yearly part and the multiplier of the price.
pub fn shared_extras(rented: &Rented, sum: Money) -> (Money, f64) {
    let egress = tiered(&rented.egress_tiers, rented.egress_gb_per_month) * MONTHS_PER_YEAR;
    let none = Bill { rented, compute: Money::ZERO, egress };
    let (share, beside) = rented.support.where_both_are(sum.as_usd() / MONTHS_PER_YEAR);
    let extras = none.before_support() * (1.0 + share) + Money::usd(beside * MONTHS_PER_YEAR);
    (extras, managed(rented) * (1.0 + share))
}

fn egress(rented: &Rented, offer: &Offer) -> Money {
    transfer(rented, offer, rented.egress_gb_per_month) * MONTHS_PER_YEAR
}

/// Price of a volume through tiers: each takes up to its size of what is left; the remainder is charged at the last
/// tier's price. An empty list costs nothing.
pub fn tiered(tiers: &[Tier], gb: f64) -> Money {
    let mut left = gb;
    let mut usd = 0.0;
    for tier in tiers {
        let taken = tier.size_gb.map_or(left, |size| size.min(left));
        usd += taken * tier.usd_per_gb;
        left -= taken;
    }
    Money::usd(usd + left * tiers.last().map_or(0.0, |t| t.usd_per_gb))
}
