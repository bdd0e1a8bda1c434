//! A provider's bill, in the order in which it is charged.
//!
//! Compute after discount; managed services on compute; storage; egress, the free allowance first, then tiers, in
//! decimal gigabytes; dedicated line; platform; support on the sum. Source: model page, section 3.

use super::LineKind;
use crate::model::{Model, Rented};
use crate::offer::{Billing, Offer};
use crate::scenario::value::Tier;
use crate::units::{HOURS_PER_YEAR, HourlyPrice, MONTHS_PER_YEAR, Money, PaidHours};

/// One line of a provider's bill.
pub struct RentLine {
    /// Its name in results, for ever.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The part of the headline it belongs to.
    pub kind: LineKind,
    /// Its formula in words.
    pub formula: &'static str,
    /// The rows it reads.
    pub inputs: &'static [&'static str],
    /// What it costs a year.
    pub of: fn(&Bill) -> Money,
}

/// Every line of the bill, in order. Support is the last: it is charged on the sum of those before.
pub const RENT_LINES: &[RentLine] = &[
    RentLine {
        id: "compute",
        label: "GPU hours",
        kind: LineKind::Compute,
        formula: "hours billed × price after discount",
        inputs: &["rent.discount_share", "rent.goodput", "rent.paid_efficiency", "rent.commitment_billing"],
        of: |b| b.compute,
    },
    RentLine {
        id: "managed",
        label: "Managed services",
        kind: LineKind::Services,
        formula: "share × GPU hours",
        inputs: &["rent.managed_share"],
        of: |b| b.managed(),
    },
    RentLine {
        id: "rented_storage",
        label: "Storage",
        kind: LineKind::Services,
        formula: "terabytes × 1,000 × price × 12",
        inputs: &["rent.storage_tb", "rent.storage_usd_per_gb_month"],
        of: |b| b.rented.storage,
    },
    RentLine {
        id: "egress",
        label: "Data moved out",
        kind: LineKind::Services,
        formula: "(gigabytes − free) through the tiers × 12",
        inputs: &["rent.egress_gb_per_month", "rent.egress_free_gb", "rent.egress_tiers"],
        of: |b| b.egress,
    },
    RentLine {
        id: "line",
        label: "Dedicated line",
        kind: LineKind::Services,
        formula: "line a month × 12",
        inputs: &["rent.line_usd_per_month"],
        of: |b| b.rented.line,
    },
    RentLine {
        id: "rented_platform",
        label: "Platform subscription",
        kind: LineKind::Services,
        formula: "subscription a month × 12",
        inputs: &["rent.platform_usd_per_month"],
        of: |b| b.rented.platform,
    },
    RentLine {
        id: "cloud_support",
        label: "Support plan",
        kind: LineKind::Services,
        formula: "share × all other lines",
        inputs: &["rent.support_share"],
        of: |b| b.before_support() * b.rented.support_share,
    },
];

/// A year's bill for some hours.
pub struct Bill<'a> {
    /// What the rented side costs beside the rate.
    pub rented: &'a Rented,
    /// The hours themselves.
    pub compute: Money,
    /// Data moved out.
    pub egress: Money,
}

impl Bill<'_> {
    fn managed(&self) -> Money {
        self.compute * self.rented.managed_share
    }
    fn before_support(&self) -> Money {
        self.compute + self.managed() + self.rented.storage + self.egress + self.rented.line + self.rented.platform
    }
    /// The sum of all lines.
    pub fn total(&self) -> Money {
        self.before_support() * (1.0 + self.rented.support_share)
    }
}

/// The bill of an offer for hours that jobs use.
pub fn bill<'a>(model: &'a Model, offer: &Offer, used: PaidHours) -> Bill<'a> {
    Bill {
        rented: &model.rented,
        compute: hours_billed(offer, used) * offer.price,
        egress: egress(&model.rented, offer),
    }
}

/// The hours that an offer bills when jobs use some.
pub fn hours_billed(offer: &Offer, used: PaidHours) -> PaidHours {
    match offer.billing {
        Billing::PayPerUse | Billing::Absorbed => used,
        Billing::Committed { gpus } => PaidHours::gpu_hours(gpus * HOURS_PER_YEAR),
    }
}

/// What an offer costs a year: so much whatever is used, and so much for each hour used. All lines included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RentRates {
    /// A year, whatever is used.
    pub fixed: Money,
    /// For each hour billed by use.
    pub per_paid_hour: HourlyPrice,
}

/// What a year with an offer costs beside the hours themselves: storage, data out, line, platform, support on them.
pub fn extras(model: &Model, offer: &Offer) -> Money {
    let none = Bill { rented: &model.rented, compute: Money::ZERO, egress: egress(&model.rented, offer) };
    none.total()
}

/// What comes on every dollar of compute: managed services, and support on both.
pub fn on_compute(rented: &Rented) -> f64 {
    (1.0 + rented.managed_share) * (1.0 + rented.support_share)
}

/// What moving all data out at the end costs once, support on it included.
pub fn moving_out(model: &Model, offer: &Offer) -> Money {
    let rented = &model.rented;
    let usd = if rented.egress_tiers.is_empty() {
        Money::usd(offer.egress_usd_per_gb * rented.exit_gb)
    } else {
        tiered(&rented.egress_tiers, rented.exit_gb)
    };
    usd * (1.0 + rented.support_share)
}

/// The rates of an offer. The bill of any hours is `fixed + hours × per_paid_hour`.
pub fn rates(model: &Model, offer: &Offer) -> RentRates {
    let rented = &model.rented;
    let on_compute = on_compute(rented);
    let per_paid_hour = match offer.billing {
        Billing::PayPerUse | Billing::Absorbed => offer.price * on_compute,
        Billing::Committed { .. } => HourlyPrice::ZERO,
    };
    RentRates { fixed: bill(model, offer, PaidHours::ZERO).total(), per_paid_hour }
}

/// What a plain price per hour costs beside itself: the lines that every offer shares, without data moved out
/// unless tiers are given. Returns the yearly part and what multiplies the price.
pub fn shared_extras(rented: &Rented) -> (Money, f64) {
    let egress = tiered(&rented.egress_tiers, rented.egress_gb_per_month) * MONTHS_PER_YEAR;
    let none = Bill { rented, compute: Money::ZERO, egress };
    (none.total(), on_compute(rented))
}

fn egress(rented: &Rented, offer: &Offer) -> Money {
    let per_month = if rented.egress_tiers.is_empty() {
        Money::usd(offer.egress_usd_per_gb * rented.egress_gb_per_month)
    } else {
        tiered(&rented.egress_tiers, rented.egress_gb_per_month)
    };
    per_month * MONTHS_PER_YEAR
}

/// Price of a volume through tiers: each takes so many gigabytes of what is left; what no tier takes is charged
/// at the last tier's price. An empty list costs nothing.
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
