//! Costs of renting besides the rate, checked.

use crate::formulas::hours::Yield;
use crate::inputs::Scenario;
use crate::inputs::interruptions;
use crate::inputs::value::{SupportTier, Tier};
use crate::units::{MONTHS_PER_YEAR, Money};

/// Costs of renting besides the rate.
#[derive(Clone, Debug)]
pub struct Rented {
    /// Productive hours per hour a job holds a rented GPU.
    pub yields: Yield,
    /// Share of billed hours that jobs hold.
    pub paid_efficiency: f64,
    /// Share of the time in which committed machines are up.
    pub availability: f64,
    /// One-off cost at the start.
    pub setup: Money,
    /// One-off cost if the offer's GPU needs different software.
    pub porting: Money,
    /// Gigabytes moved out at the end.
    pub exit_gb: f64,
    /// Whether storage and the data to move out are those of the work by default: they follow it.
    pub follows_work: [bool; 2],
    /// Managed services, as a share of compute.
    pub managed_share: f64,
    /// Storage per year.
    pub storage: Money,
    /// Gigabytes moved out per month, beyond the free allowance.
    pub egress_gb_per_month: f64,
    /// The same with the free allowance.
    pub egress_all_gb_per_month: f64,
    /// The free allowance of a provider, gigabytes per month.
    pub egress_free_gb: f64,
    /// Egress prices by volume; empty for each offer's own price.
    pub egress_tiers: Vec<Tier>,
    /// Dedicated line per year.
    pub line: Money,
    /// Platform subscription per year.
    pub platform: Money,
    /// The support plan.
    pub support: SupportPlan,
}

/// Monthly cost of support: shares of the bill by tiers, with a minimum.
#[derive(Clone, Debug, Default)]
pub struct SupportPlan {
    /// Shares by tiers of a month's bill; a plan with one share has one tier without a size. Never empty.
    tiers: Vec<SupportTier>,
    /// The monthly minimum.
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

    /// Share of the first tier: what small bills pay.
    pub fn first_share(&self) -> f64 {
        self.tiers.first().map_or(0.0, |tier| tier.share)
    }

    /// The part of a month's bill in each tier, with its share; the remainder falls under the last share.
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

    /// Cost of a month's bill by tiers, and whether the minimum is higher.
    pub fn by_tiers(&self, bill: f64) -> (f64, bool) {
        let usd = self.parts(bill).map(|(part, share)| part * share).sum();
        (usd, usd < self.least)
    }

    /// Cost of support on a month's bill.
    pub fn of(&self, bill: f64) -> f64 {
        // The usual plan, evaluated for each month of each offer.
        if let ([one], true) = (self.tiers.as_slice(), self.least == 0.0) {
            return bill * one.share;
        }
        let (usd, less) = self.by_tiers(bill);
        if less { self.least } else { usd }
    }

    /// The monthly minimum.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// Marginal support shares: the bill from which each applies, ascending from zero, and the share.
    pub fn pieces(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        // Up to here the minimum is charged and an additional dollar costs nothing.
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

    /// The bill on which the tiers cost `support`; `None` if they never do.
    fn bill_for(&self, support: f64) -> Option<f64> {
        self.bill_where(support, |share| share)
    }

    /// The bill whose tiers, weighted, add up to `sum`.
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

    /// Support when a month's bill and its support add up to `sum`: a share of the bill, and a fixed amount.
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

    /// Scales the data that follow the work.
    pub(super) fn follow_work(&mut self, times: f64) {
        let [storage, exit] = self.follows_work;
        if storage {
            self.storage = self.storage * times;
        }
        if exit {
            self.exit_gb *= times;
        }
    }

    /// Whether a bill may hold more than its hours.
    pub fn has_charges(&self) -> bool {
        let data = self.storage.as_usd() + self.egress_all_gb_per_month + self.exit_gb;
        let once = self.line.as_usd() + self.platform.as_usd() + self.setup.as_usd() + self.porting.as_usd();
        let support = self.support.least() + self.support.tiers.iter().map(|tier| tier.share).sum::<f64>();
        data + once + support > 0.0
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
            follows_work: [false; 2],
            managed_share: rent.managed_share.value,
            storage: Money::usd(storage),
            egress_gb_per_month: (rent.egress_gb_per_month.value - rent.egress_free_gb.value).max(0.0),
            egress_all_gb_per_month: rent.egress_gb_per_month.value,
            egress_free_gb: rent.egress_free_gb.value,
            egress_tiers: rent.egress_tiers.clone(),
            line: Money::usd(rent.line_usd_per_month.value * MONTHS_PER_YEAR),
            platform: Money::usd(rent.platform_usd_per_month.value * MONTHS_PER_YEAR),
            support: SupportPlan::new(s),
        }
    }
}
