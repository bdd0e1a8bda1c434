//! What renting costs beside the rate, checked.

use crate::formulas::hours::Yield;
use crate::inputs::Scenario;
use crate::inputs::interruptions;
use crate::inputs::value::{SupportTier, Tier};
use crate::units::{MONTHS_PER_YEAR, Money};

/// What renting costs beside the rate.
#[derive(Clone, Debug)]
pub struct Rented {
    /// Productive hours per hour a job holds a rented GPU.
    pub yields: Yield,
    /// Share of billed hours that jobs hold.
    pub paid_efficiency: f64,
    /// Share of the time in which committed machines work.
    pub availability: f64,
    /// Paid once, at the start.
    pub setup: Money,
    /// Paid once where the offer's GPU runs other programs.
    pub porting: Money,
    /// Gigabytes moved out once, at the end.
    pub exit_gb: f64,
    /// Managed services, share of compute.
    pub managed_share: f64,
    /// Storage a year.
    pub storage: Money,
    /// Gigabytes moved out a month, beyond the free ones.
    pub egress_gb_per_month: f64,
    /// Prices by volume; empty means each offer's own price.
    pub egress_tiers: Vec<Tier>,
    /// Dedicated line a year.
    pub line: Money,
    /// Platform subscription a year.
    pub platform: Money,
    /// Support plan.
    pub support: SupportPlan,
}

/// What support costs a month: shares of the bill by tiers, and at least so much.
#[derive(Clone, Debug, Default)]
pub struct SupportPlan {
    /// Shares by parts of a month's bill; one without a size for a plan of one share. Never empty.
    tiers: Vec<SupportTier>,
    /// The least it costs a month.
    least: f64,
}

impl SupportPlan {
    fn new(s: &Scenario) -> Self {
        let rent = &s.rent;
        let one = || vec![SupportTier { usd_per_month: None, share: rent.support_share.value }];
        Self {
            tiers: if rent.support_tiers.is_empty() { one() } else { rent.support_tiers.clone() },
            least: rent.support_least_usd_per_month.value,
        }
    }

    /// Share of the first part of a bill: what small bills pay.
    pub fn first_share(&self) -> f64 {
        self.tiers.first().map_or(0.0, |tier| tier.share)
    }

    /// What each tier takes of a month's bill, with its share; what no tier takes goes to the last share.
    pub fn parts(&self, bill: f64) -> impl Iterator<Item = (f64, f64)> + '_ {
        let mut left = bill;
        let last = self.tiers.len().saturating_sub(1);
        self.tiers.iter().enumerate().map(move |(place, tier)| {
            let size = tier.usd_per_month.filter(|_| place < last);
            let taken = size.map_or(left, |size| size.min(left));
            left -= taken;
            (taken, tier.share)
        })
    }

    /// What the tiers ask of a month's bill, and whether the least is more.
    pub fn by_tiers(&self, bill: f64) -> (f64, bool) {
        let usd = self.parts(bill).map(|(part, share)| part * share).sum();
        (usd, usd < self.least)
    }

    /// What support on a month's bill costs.
    pub fn of(&self, bill: f64) -> f64 {
        // The usual plan, asked for each month of each offer.
        if let ([one], true) = (self.tiers.as_slice(), self.least == 0.0) {
            return bill * one.share;
        }
        let (usd, less) = self.by_tiers(bill);
        if less { self.least } else { usd }
    }

    /// The least it costs a month.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// From which bills on which share is charged on every further dollar, the lowest first; the first is from zero.
    pub fn pieces(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        // Up to here the least is charged and a further dollar costs nothing.
        let free = self.bill_for(self.least).unwrap_or(f64::INFINITY);
        let mut from = 0.0;
        let tiers = self.tiers.iter().map(move |tier| {
            let piece = (from, tier.share);
            from += tier.usd_per_month.unwrap_or(f64::INFINITY);
            (piece, from)
        });
        let last = self.tiers.len().saturating_sub(1);
        let above = tiers.enumerate().filter_map(move |(place, ((from, share), to))| {
            let ends = place < last && (to <= free || to <= from);
            (!ends && from.is_finite() && free.is_finite()).then_some((from.max(free), share))
        });
        (free > 0.0).then_some((0.0, 0.0)).into_iter().chain(above)
    }

    /// The bill on which the tiers ask for so much; nothing where they never do.
    fn bill_for(&self, support: f64) -> Option<f64> {
        self.bill_where(support, |share| share)
    }

    /// The bill that comes to a sum, each part of it counted at a weight.
    fn bill_where(&self, sum: f64, weight: impl Fn(f64) -> f64) -> Option<f64> {
        let (mut bill, mut left) = (0.0, sum);
        let last = self.tiers.len().saturating_sub(1);
        for (place, tier) in self.tiers.iter().enumerate() {
            if left <= 0.0 {
                break;
            }
            let each = weight(tier.share);
            let size = tier.usd_per_month.filter(|_| place < last).unwrap_or(f64::INFINITY);
            let needed = left / each;
            if each > 0.0 && needed <= size {
                return Some(bill + needed);
            }
            left -= size * each;
            bill += size;
        }
        (left <= 0.0 && bill.is_finite()).then_some(bill)
    }

    /// What support is where a month's bill and the support on it come to a sum: a share of the bill, and so much beside.
    pub fn where_both_are(&self, sum: f64) -> (f64, f64) {
        let under = sum - self.least;
        if self.least > 0.0 && (under <= 0.0 || self.by_tiers(under).1) {
            return (0.0, self.least);
        }
        match self.bill_where(sum, |share| 1.0 + share) {
            Some(bill) if bill > 0.0 => (self.of(bill) / bill, 0.0),
            _ => (self.first_share(), 0.0),
        }
    }
}

impl Rented {
    /// Share of the hours of committed machines that jobs can hold.
    pub fn held_of_committed(&self) -> f64 {
        self.availability * self.paid_efficiency
    }

    pub(super) fn new(s: &Scenario) -> Self {
        let rent = &s.rent;
        let storage = rent.storage_tb.value * 1_000.0 * rent.storage_usd_per_gb_month.value * MONTHS_PER_YEAR;
        Self {
            yields: Yield { workload_efficiency: s.work.efficiency.value, goodput: interruptions::rented_goodput(s) },
            paid_efficiency: rent.paid_efficiency.value,
            availability: rent.availability.value,
            setup: Money::usd(rent.setup_usd.value),
            porting: Money::usd(rent.porting_usd.value),
            exit_gb: rent.exit_tb.value * 1_000.0,
            managed_share: rent.managed_share.value,
            storage: Money::usd(storage),
            egress_gb_per_month: (rent.egress_gb_per_month.value - rent.egress_free_gb.value).max(0.0),
            egress_tiers: rent.egress_tiers.clone(),
            line: Money::usd(rent.line_usd_per_month.value * MONTHS_PER_YEAR),
            platform: Money::usd(rent.platform_usd_per_month.value * MONTHS_PER_YEAR),
            support: SupportPlan::new(s),
        }
    }
}
