//! Money over time: what a purchase costs per year.
//!
//! Source of every formula: model page, section 2. Rates are nominal and effective per year; a month's rate is
//! i = (1+r)^(1/12) − 1. Deliberately absent: cash flows by month, which the time view brings.

use crate::units::{MONTHS_PER_YEAR, Money};

/// When payments of a year fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Each month at its end.
    Monthly,
    /// Once, at the end of the year: replays published cases.
    YearEnd,
}

/// How a purchase is spread over its life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChargeMethod {
    /// What is lost in value, in equal parts, without interest.
    Simple,
    /// With interest on the capital tied up.
    Discounted {
        /// Effective rate per year.
        rate: f64,
        /// When the charge falls due.
        timing: Timing,
    },
}

/// Yearly charge that repays one unit of capital over `periods` at `rate` per period.
///
/// r(1+r)^n / ((1+r)^n − 1); 1/n at r = 0.
/// Limits: `periods` > 0, `rate` ≥ 0, checked by the model. Source: model page, section 2 (CRF).
pub fn capital_recovery_factor(rate: f64, periods: f64) -> f64 {
    sinking_fund_factor(rate, periods) + rate
}

/// Yearly saving that grows to one unit over `periods` at `rate` per period.
///
/// r / ((1+r)^n − 1); 1/n at r = 0. Written with expm1 and log1p, exact for small rates.
/// Limits: `periods` > 0, `rate` ≥ 0, checked by the model. Source: model page, section 2 (SFF).
pub fn sinking_fund_factor(rate: f64, periods: f64) -> f64 {
    // Below the least normal number the product could become zero.
    if rate < f64::MIN_POSITIVE { 1.0 / periods } else { rate / libm::expm1(periods * libm::log1p(rate)) }
}

/// A month's rate that compounds to `rate` in a year: (1+r)^(1/12) − 1.
pub fn monthly_rate(rate: f64) -> f64 {
    libm::expm1(libm::log1p(rate) / MONTHS_PER_YEAR)
}

/// Share of the purchase price a machine is still worth at an age: 10^(−d·age).
///
/// Units: `decades_per_year` orders of magnitude a year (0.14: 72.4 % after one year, 38.0 % after three), age in
/// years. Source: Epoch AI, price-performance of machine-learning GPUs; model page, section 5.
pub fn residual_share(decades_per_year: f64, age_years: f64) -> f64 {
    libm::pow(10.0, -decades_per_year * age_years)
}

/// A purchase: price, useful life, and what is got back at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capital {
    /// Paid at the start.
    pub price: Money,
    /// Years until it is bought again; positive.
    pub life_years: f64,
    /// Got back at the end of life; negative where taking it away costs.
    pub residual: Money,
}

impl Capital {
    /// What the purchase costs per year of its life.
    ///
    /// Simple: (C − R)/n. Discounted: C·CRF(r,n) − R·SFF(r,n); under the monthly clock twelve times the same with
    /// i and 12n. Source: model page, section 2.
    pub fn yearly_charge(&self, method: ChargeMethod) -> Money {
        let (rate, periods, per_year) = match method {
            ChargeMethod::Simple => return (self.price - self.residual) / self.life_years,
            ChargeMethod::Discounted { rate, timing: Timing::YearEnd } => (rate, self.life_years, 1.0),
            ChargeMethod::Discounted { rate, timing: Timing::Monthly } => {
                (monthly_rate(rate), self.life_years * MONTHS_PER_YEAR, MONTHS_PER_YEAR)
            }
        };
        let recovery = self.price * capital_recovery_factor(rate, periods);
        let fund = self.residual * sinking_fund_factor(rate, periods);
        (recovery - fund) * per_year
    }
}
