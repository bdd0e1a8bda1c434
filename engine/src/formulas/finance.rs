//! Money over time: the yearly cost of a purchase, resale value, discount factors.
//!
//! Source of every formula: model page, section 2. Rates are nominal and effective per year; a month's rate is i =
//! (1+r)^(1/12) − 1. Deliberately absent: cash flows by month (`crate::cash_flow`).

use std::sync::Arc;

use crate::units::{MONTHS_PER_YEAR, Money};

/// When the payments of a year fall due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// At the end of each month.
    Monthly,
    /// Once, at the end of the year: reproduces published cases.
    YearEnd,
}

/// How a purchase is spread over its life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChargeMethod {
    /// The loss in value, in equal parts, without interest.
    Simple,
    /// With interest on the tied-up capital.
    Discounted(Period),
}

impl ChargeMethod {
    /// With interest at an effective yearly rate.
    pub fn discounted(rate: f64, timing: Timing) -> Self {
        Self::Discounted(Period::new(rate, timing))
    }
}

/// The interval between two payments, a month or a year, and its rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period {
    /// When payments fall due.
    pub timing: Timing,
    /// Rate per period.
    pub rate: f64,
    /// Periods per year.
    pub per_year: f64,
    /// log(1 + rate), used by every factor.
    log: f64,
}

impl Period {
    /// The period of a clock, at an effective yearly rate.
    pub fn new(rate: f64, timing: Timing) -> Self {
        let (rate, per_year) = match timing {
            Timing::YearEnd => (rate, 1.0),
            Timing::Monthly => (monthly_rate(rate), MONTHS_PER_YEAR),
        };
        Self { timing, rate, per_year, log: libm::log1p(rate) }
    }

    /// [`sinking_fund_factor`] over a number of periods.
    fn sinking_fund_factor(&self, periods: f64) -> f64 {
        sinking_fund(self.rate, self.log, periods)
    }

    /// Present value of one unit at the end of each of a number of periods.
    fn annuity_value(&self, periods: f64) -> f64 {
        if periods <= 0.0 { 0.0 } else { 1.0 / (self.sinking_fund_factor(periods) + self.rate) }
    }
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
/// r / ((1+r)^n − 1); 1/n at r = 0. Uses expm1 and log1p, exact for small rates.
/// Limits: `periods` > 0, `rate` ≥ 0, checked by the model. Source: model page, section 2 (SFF).
pub fn sinking_fund_factor(rate: f64, periods: f64) -> f64 {
    sinking_fund(rate, libm::log1p(rate), periods)
}

fn sinking_fund(rate: f64, log: f64, periods: f64) -> f64 {
    // Below the smallest normal number the product could become zero.
    if rate < f64::MIN_POSITIVE { 1.0 / periods } else { rate / libm::expm1(periods * log) }
}

/// The monthly rate that compounds to `rate` in a year: (1+r)^(1/12) − 1.
pub fn monthly_rate(rate: f64) -> f64 {
    libm::expm1(libm::log1p(rate) / MONTHS_PER_YEAR)
}

/// Share of the purchase price a machine is worth at an age: 10^(−d·age).
///
/// Units: `decades_per_year` orders of magnitude per year (0.14: 72.4% after one year, 38.0% after three), age in
/// years. Source: Epoch AI, price-performance of machine-learning GPUs; model page, section 5.
pub fn residual_share(decades_per_year: f64, age_years: f64) -> f64 {
    libm::pow(10.0, -decades_per_year * age_years)
}

/// Resale value of a machine by age.
#[derive(Clone, Debug, PartialEq)]
pub enum Resale {
    /// Falling by a constant factor per year: 10^(−d·age).
    Curve(f64),
    /// Linear from the full price to a share at the end of life.
    Straight {
        /// Share at the end of life.
        share: f64,
        /// Years until the end of life.
        life_years: f64,
    },
    /// Shares by age in years, ascending: linear between points, the full price at age 0, the last share beyond.
    Table(Vec<(f64, f64)>),
    /// Zero at any age.
    Nothing,
}

impl Resale {
    /// Share of today's value left `years` later, for a machine of the given age: R(age + years) / R(age), at most 1.
    /// Zero if the machine is worth nothing today by its curve. Source: model page, section 3.
    pub fn share_of_used(&self, age_years: f64, years: f64) -> f64 {
        let today = self.share(age_years);
        if today > 0.0 { (self.share(age_years + years) / today).min(1.0) } else { 0.0 }
    }

    /// A table of shares by age, sorted.
    pub fn table(mut points: Vec<(f64, f64)>) -> Self {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self::Table(points)
    }

    /// Share of the price at an age in years.
    pub fn share(&self, age_years: f64) -> f64 {
        match self {
            Self::Curve(decades) => residual_share(*decades, age_years),
            Self::Straight { share, life_years } => 1.0 - (1.0 - share) * (age_years / life_years).min(1.0),
            Self::Table(points) => between((0.0, 1.0), points.iter().copied(), age_years),
            Self::Nothing => 0.0,
        }
    }
}

/// Linear interpolation through points at `at`, constant before the first and after the last.
pub fn between(first: (f64, f64), points: impl Iterator<Item = (f64, f64)>, at: f64) -> f64 {
    let mut left = first;
    for right in points {
        if at <= right.0 {
            let width = right.0 - left.0;
            let part = if width > 0.0 { ((at - left.0) / width).clamp(0.0, 1.0) } else { 1.0 };
            return left.1 + (right.1 - left.1) * part;
        }
        left = right;
    }
    left.1
}

/// Share of an equal yearly payment that remains, over a life, if it is only paid after the first `years`.
///
/// Without interest (life − years) / life; with interest, the present value of what is paid over that of all payments,
/// counting partial periods proportionally. Never fails. Follows from section 2 of the model page: with horizon = life
/// the yearly charge then equals the discounted flows.
pub fn share_paid_after(years: f64, life_years: f64, method: ChargeMethod) -> f64 {
    if years >= life_years {
        return 0.0;
    }
    let period = match method {
        ChargeMethod::Simple => return (life_years - years) / life_years,
        ChargeMethod::Discounted(period) => period,
    };
    let (unpaid, all) = (years * period.per_year, life_years * period.per_year);
    // The period in which payment starts; the last one may be partial.
    let (start, end) = (libm::floor(unpaid), libm::ceil(unpaid).min(all));
    let (value, before, after) = (period.annuity_value(all), period.annuity_value(start), period.annuity_value(end));
    let part = if end > start { (after - before) * (end - unpaid) / (end - start) } else { 0.0 };
    ((value - after + part) / value).clamp(0.0, 1.0)
}

/// Equal payment per period that repays one unit over `periods` at `rate` per period: an annuity.
pub fn annuity(rate: f64, periods: f64) -> f64 {
    capital_recovery_factor(rate, periods)
}

/// Discount factors of a horizon: when payments fall due, and their weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    /// When the payments of a year fall due.
    pub timing: Timing,
    /// Effective rate per year.
    pub rate: f64,
    /// Weight of a payment at point 0, 1, ... in months under the monthly clock, in years under the yearly one.
    weights: Arc<[f64]>,
    /// Under the yearly clock, the same by month: each year's weight twelve times.
    by_month: Option<Arc<[f64]>>,
}

impl Clock {
    /// A clock over a number of months.
    pub fn new(timing: Timing, rate: f64, months: usize) -> Self {
        let step = Self::step(timing, rate);
        let weights: Arc<[f64]> = std::iter::successors(Some(1.0), |w| Some(w * step)).take(months + 2).collect();
        let by_month = (timing == Timing::YearEnd).then(|| by_month(&weights));
        Self { timing, rate, weights, by_month }
    }

    /// Changes the rate and keeps the months: for dozens of reruns.
    pub fn tick_at(&mut self, rate: f64) {
        self.rate = rate;
        let step = Self::step(self.timing, rate);
        let mut weight = 1.0;
        for kept in Arc::make_mut(&mut self.weights) {
            *kept = weight;
            weight *= step;
        }
        if self.by_month.is_some() {
            self.by_month = Some(by_month(&self.weights));
        }
    }

    fn step(timing: Timing, rate: f64) -> f64 {
        match timing {
            Timing::Monthly => 1.0 / (1.0 + monthly_rate(rate)),
            Timing::YearEnd => 1.0 / (1.0 + rate),
        }
    }

    /// The earlier clock if it matches, otherwise a new one.
    pub fn or_new(earlier: Option<&Self>, timing: Timing, rate: f64, months: usize) -> Self {
        let same = |c: &&Self| c.timing == timing && c.rate == rate && c.weights.len() == months + 2;
        earlier.filter(same).cloned().unwrap_or_else(|| Self::new(timing, rate, months))
    }

    /// Weights of the starts and the ends of months 1, 2, ...: [`Clock::at_start`] and [`Clock::at_end`] as slices.
    pub fn month_by_month(&self) -> (&[f64], &[f64]) {
        let (points, ahead) = match &self.by_month {
            None => (&self.weights, 1),
            Some(points) => (points, 12),
        };
        (points, points.get(ahead..).unwrap_or_default())
    }

    fn weight(&self, point: usize) -> f64 {
        self.weights.get(point).or(self.weights.last()).copied().unwrap_or(1.0)
    }

    /// Weight of a purchase or payment at the start of month m = 1, 2, ...
    pub fn at_start(&self, month: usize) -> f64 {
        match self.timing {
            Timing::Monthly => self.weight(month - 1),
            Timing::YearEnd => self.weight((month - 1) / 12),
        }
    }

    /// Weight of a payment due, or a sale, at the end of month m.
    pub fn at_end(&self, month: usize) -> f64 {
        match self.timing {
            Timing::Monthly => self.weight(month),
            Timing::YearEnd => self.weight(month.div_ceil(12)),
        }
    }

    /// Weight of the end of year y = 1, 2, ...
    pub fn year_end(&self, year: usize) -> f64 {
        self.at_end(year * 12)
    }
}

/// As many months as there are weights, plus the following year for their ends.
fn by_month(years: &[f64]) -> Arc<[f64]> {
    (0..years.len() + 12).map(|month| years.get(month / 12).copied().unwrap_or(0.0)).collect()
}

/// Factors by which a price or a quantity changes in months m = 1, 2, ...: index 0 is month 1. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// Per year; `None` for given factors.
    per_year: Option<f64>,
    factors: Arc<[f64]>,
}

impl Drift {
    /// (1 + d)^((m − 1)/12).
    pub fn new(per_year: f64, months: usize) -> Self {
        let step = libm::exp(libm::log1p(per_year) / MONTHS_PER_YEAR);
        let factors = std::iter::successors(Some(1.0), |f| Some(f * step)).take(months).collect();
        Self { per_year: Some(per_year), factors }
    }

    /// The given factors.
    pub fn given(factors: impl Iterator<Item = f64>) -> Self {
        Self { per_year: None, factors: factors.collect() }
    }

    /// The earlier factors if they match, otherwise new ones.
    pub fn or_new(earlier: Option<&Self>, per_year: f64, months: usize) -> Self {
        let same = |d: &&Self| d.per_year == Some(per_year) && d.factors.len() == months;
        earlier.filter(same).cloned().unwrap_or_else(|| Self::new(per_year, months))
    }

    /// Whether any month differs from today.
    pub fn moves(&self) -> bool {
        self.per_year.is_none_or(|per_year| per_year != 0.0)
    }
}

impl std::ops::Deref for Drift {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.factors
    }
}

/// The factor (1 + d)^((m − 1)/12) of one month.
pub fn drift_at(per_year: f64, month: usize) -> f64 {
    // A horizon of 120 months and its tail: exact as `f64`.
    #[allow(clippy::cast_precision_loss)]
    let years = (month - 1) as f64 / MONTHS_PER_YEAR;
    libm::exp(libm::log1p(per_year) * years)
}

/// Months of a life in years, at least one.
pub fn life_months(years: f64) -> usize {
    // The table limits lives to 50 years.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let months = libm::round(years * 12.0) as usize;
    months.max(1)
}

/// A purchase: price, useful life, and residual value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capital {
    /// Paid at the start.
    pub price: Money,
    /// Years until it is replaced; positive.
    pub life_years: f64,
    /// Received at the end of life; negative if removal costs money.
    pub residual: Money,
}

impl Capital {
    /// Several of the same purchase.
    #[must_use]
    pub fn times(self, count: f64) -> Self {
        Self { price: self.price * count, residual: self.residual * count, life_years: self.life_years }
    }

    /// Cost of the purchase per year of its life.
    ///
    /// Simple: (C − R)/n. Discounted: C·CRF(r,n) − R·SFF(r,n); under the monthly clock twelve times the same with i and
    /// 12n. Source: model page, section 2.
    pub fn yearly_charge(&self, method: ChargeMethod) -> Money {
        if self.price == Money::ZERO && self.residual == Money::ZERO {
            return Money::ZERO; // most lines of most scenarios
        }
        let period = match method {
            ChargeMethod::Simple => return (self.price - self.residual) / self.life_years,
            ChargeMethod::Discounted(period) => period,
        };
        let saved = period.sinking_fund_factor(self.life_years * period.per_year);
        let recovery = self.price * (saved + period.rate); // the capital recovery factor
        (recovery - self.residual * saved) * period.per_year
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition of the two clocks: (1+r)^(−m/12) at the end of month m, or the weight of its year.
    #[test]
    fn month_by_month_a_clock_weighs_as_it_does_for_one_month() {
        for (timing, rate) in [(Timing::Monthly, 0.1), (Timing::YearEnd, 0.1), (Timing::YearEnd, 0.0)] {
            let mut clock = Clock::new(timing, 0.3, 60);
            clock.tick_at(rate);
            let (starts, ends) = clock.month_by_month();
            for month in 1..=60 {
                let at = |weights: &[f64]| weights.get(month - 1).copied();
                assert_eq!(at(starts), Some(clock.at_start(month)), "{timing:?} {month}");
                assert_eq!(at(ends), Some(clock.at_end(month)), "{timing:?} {month}");
                let years = match timing {
                    Timing::Monthly => crate::units::count(month) / MONTHS_PER_YEAR,
                    Timing::YearEnd => crate::units::count(month.div_ceil(12)),
                };
                let expected = libm::pow(1.0 + rate, -years);
                assert!((clock.at_end(month) - expected).abs() < 1e-12, "{timing:?} {month}");
            }
        }
    }
}
