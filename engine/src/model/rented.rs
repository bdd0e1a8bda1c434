//! What renting costs beside the rate, checked.

use crate::hours::Yield;
use crate::scenario::Scenario;
use crate::scenario::stops;
use crate::scenario::value::Tier;
use crate::units::{MONTHS_PER_YEAR, Money};

/// What renting costs beside the rate.
#[derive(Clone, Debug)]
pub struct Rented {
    /// Productive hours per hour a job holds a rented GPU.
    pub yields: Yield,
    /// Share of billed hours that jobs hold.
    pub paid_efficiency: f64,
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
    /// Support plan, share of the whole bill.
    pub support_share: f64,
}

impl Rented {
    pub(super) fn new(s: &Scenario) -> Self {
        let rent = &s.rent;
        let storage = rent.storage_tb.value * 1_000.0 * rent.storage_usd_per_gb_month.value * MONTHS_PER_YEAR;
        Self {
            yields: Yield { workload_efficiency: s.work.efficiency.value, goodput: stops::rented_goodput(s) },
            paid_efficiency: rent.paid_efficiency.value,
            setup: Money::usd(rent.setup_usd.value),
            porting: Money::usd(rent.porting_usd.value),
            exit_gb: rent.exit_tb.value * 1_000.0,
            managed_share: rent.managed_share.value,
            storage: Money::usd(storage),
            egress_gb_per_month: (rent.egress_gb_per_month.value - rent.egress_free_gb.value).max(0.0),
            egress_tiers: rent.egress_tiers.clone(),
            line: Money::usd(rent.line_usd_per_month.value * MONTHS_PER_YEAR),
            platform: Money::usd(rent.platform_usd_per_month.value * MONTHS_PER_YEAR),
            support_share: rent.support_share.value,
        }
    }
}
