//! Changes over the months, checked: horizon, price trends, delivery, financing, tax.

use crate::formulas::finance::{Clock, Drift, Timing, between, drift_at};
use crate::inputs::value::{Credit, Point};
use crate::inputs::{
    BeyondChoice, CommitmentExit, FinanceMethod, HorizonEnd, Scenario, TaxLosses, TaxMethod, TimingChoice,
};
use crate::text::plain;
use crate::units::{HOURS_PER_MONTH, MONTHS_PER_YEAR, Money};

/// Longest time anything lasts beyond the horizon: the longest commitment.
pub const TAIL_MONTHS: usize = 120;

/// Changes over the months. Tables have month 1 at index 0.
#[derive(Clone, Debug)]
pub struct Time {
    /// Months of the horizon.
    pub months: usize,
    /// When money falls due, and its discount factors.
    pub clock: Clock,
    /// Whether the work continues after the horizon.
    pub going_on: bool,
    /// Work of a month relative to the first.
    pub growth: Drift,
    /// Rental price of a month relative to today.
    pub rent: Drift,
    /// Price of tokens of a month relative to today.
    pub tokens: Drift,
    /// Yearly change of machine prices.
    pub hardware_drift: f64,
    /// Electricity price of a month relative to today.
    pub tariff: Drift,
    /// Salaries of a month relative to today.
    pub staff: Drift,
    /// Rent for space of a month relative to today.
    pub space: Drift,
    /// Month at whose start machines are delivered: 1 is immediately.
    pub delivery: usize,
    /// Months until delivered machines carry their full load.
    pub ramp: f64,
    /// Month from which staff are paid.
    pub hiring: usize,
    /// Share of the initial price paid at the order.
    pub deposit: f64,
    /// Whether work beyond the ceiling waits.
    pub queue: bool,
    /// Cost of an hour of late or undone work.
    pub late_usd_per_gpu_hour: f64,
    /// Share of outstanding payments recovered when winding up; kept where the work goes on, for the other end.
    pub recoverable: f64,
    /// Termination fee of a commitment as a share of its unpaid rest, if it ends by a fee when winding up.
    pub termination_fee: Option<f64>,
    /// Months of the first fiscal year.
    pub first_year_months: usize,
    /// Provider credits, in the order they are used.
    pub credits: Vec<Credit>,
    /// Running commitments.
    pub running: Vec<Running>,
    /// How machines are paid.
    pub finance: Finance,
    /// Tax; `None` if left out.
    pub tax: Option<Tax>,
}

/// A running commitment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Running {
    /// Number of GPUs it covers.
    pub gpus: f64,
    /// Their work per month, productive GPU-hours.
    pub gpu_hours: f64,
    /// Remaining months.
    pub months: usize,
}

/// How machines are paid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finance {
    /// At once.
    Cash,
    /// In equal payments at month ends.
    Loan {
        /// Rate per month: a twelfth of the nominal one.
        monthly_rate: f64,
        /// Number of payments.
        months: usize,
    },
    /// By leasing.
    Lease {
        /// One payment.
        payment: Money,
        /// Number of payments.
        months: usize,
        /// Whether they are due at the start of months.
        in_advance: bool,
        /// Final price, if the machines are bought.
        buy_out: Option<Money>,
    },
}

/// Tax on profits and depreciation of purchases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tax {
    /// The rate.
    pub rate: f64,
    /// Shares of a price deducted in its first, second, ... year; they add up to 1.
    pub shares: [f64; 20],
    /// Whether losses are carried forward.
    pub carried: bool,
}

/// Converts a row's value, already checked to be whole and small, to months.
fn months(value: f64) -> usize {
    // Checked by the table: whole and at most a few hundred.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let months = value as usize;
    months
}

impl Time {
    pub(super) fn new(s: &Scenario, productive_per_gpu_hour: f64, earlier: Option<&Self>) -> Self {
        let time = &s.time;
        let horizon = months(time.horizon_months.value);
        let timing = match s.money.timing {
            TimingChoice::Monthly => Timing::Monthly,
            TimingChoice::YearEnd => Timing::YearEnd,
        };
        let lead = months(time.lead_months.value);
        let ahead = months(time.staff_lead_months.value);
        let drift = |of: fn(&Self) -> &Drift, per_year: f64| Drift::or_new(earlier.map(of), per_year, horizon);
        Self {
            months: horizon,
            clock: Clock::or_new(earlier.map(|e| &e.clock), timing, s.money.discount_rate.value, horizon + TAIL_MONTHS),
            going_on: time.end == HorizonEnd::GoingOn,
            growth: drift(|e| &e.growth, s.work.growth_per_year.value),
            rent: rent_prices(s, horizon, earlier.map(|e| &e.rent)),
            tokens: drift(|e| &e.tokens, s.api.price_drift.value),
            hardware_drift: time.hardware_drift.value,
            tariff: drift(|e| &e.tariff, time.tariff_drift.value),
            staff: drift(|e| &e.staff, time.staff_drift.value),
            space: drift(|e| &e.space, time.space_drift.value),
            delivery: lead + 1,
            ramp: time.ramp_months.value,
            hiring: (lead + 1).saturating_sub(ahead).max(1),
            deposit: time.deposit_share.value,
            queue: time.beyond == BeyondChoice::Queue,
            late_usd_per_gpu_hour: time.late_usd_per_gpu_hour.value,
            recoverable: time.recoverable_share.value,
            termination_fee: (time.commitment_exit == CommitmentExit::Fee).then_some(time.termination_fee_share.value),
            first_year_months: months(time.first_year_months.value),
            credits: credits_of(s),
            running: s
                .present
                .commitments
                .iter()
                .map(|c| Running {
                    gpus: c.gpus,
                    gpu_hours: c.gpus * HOURS_PER_MONTH * productive_per_gpu_hour,
                    months: months(c.months_left),
                })
                .collect(),
            finance: Finance::new(s),
            tax: Tax::new(s),
        }
    }

    /// Commitments that still run in a month.
    pub fn running_in(&self, month: usize) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(move |c| month <= c.months)
    }

    /// GPUs of commitments that still run in a month.
    pub fn running_gpus(&self, month: usize) -> f64 {
        self.running_in(month).map(|c| c.gpus).sum()
    }

    /// Machine price of a month relative to today.
    pub fn hardware(&self, month: usize) -> f64 {
        drift_at(self.hardware_drift, month)
    }

    /// Share of their full load that machines carry in a month.
    pub fn ramped(&self, month: usize) -> f64 {
        if month < self.delivery {
            return 0.0;
        }
        // At most a few hundred months: exact as `f64`.
        #[allow(clippy::cast_precision_loss)]
        let age = (month - self.delivery + 1) as f64;
        (age / (self.ramp + 1.0)).min(1.0)
    }

    /// The month from which machines carry their full load.
    pub fn settled(&self) -> usize {
        self.delivery + months(libm::ceil(self.ramp))
    }
}

/// Credits in the order they are used: the first to expire first; at the same expiry, those of one provider before
/// those for any bill. The order of entry is irrelevant.
fn credits_of(s: &Scenario) -> Vec<Credit> {
    let plainly = |c: &Credit| Credit { provider: plain(&c.provider, 80), ..c.clone() };
    let mut credits: Vec<Credit> = s.rent.credits.iter().map(plainly).collect();
    let name = |c: &Credit| c.provider.to_ascii_lowercase();
    credits.sort_by(|a, b| {
        let by_provider = || (a.provider.is_empty(), name(a)).cmp(&(b.provider.is_empty(), name(b)));
        a.months.total_cmp(&b.months).then_with(by_provider).then_with(|| a.usd.total_cmp(&b.usd))
    });
    credits
}

fn rent_prices(s: &Scenario, months: usize, earlier: Option<&Drift>) -> Drift {
    let curve: &[Point] = &s.time.rent_curve;
    if curve.is_empty() {
        return Drift::or_new(earlier, s.time.rent_drift.value, months);
    }
    let mut points: Vec<(f64, f64)> = curve.iter().map(|p| (p.at, p.share)).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    // At most 120 months: exact as `f64`.
    #[allow(clippy::cast_precision_loss)]
    let at = |month: usize| between((1.0, 1.0), points.iter().copied(), month as f64);
    Drift::given((1..=months).map(at))
}

impl Finance {
    fn new(s: &Scenario) -> Self {
        let money = &s.money;
        match money.method {
            FinanceMethod::Cash => Self::Cash,
            FinanceMethod::Loan => Self::Loan {
                monthly_rate: money.loan_rate.value / MONTHS_PER_YEAR,
                months: months(money.loan_months.value),
            },
            FinanceMethod::Lease => Self::Lease {
                payment: Money::usd(money.lease_usd_per_month.value),
                months: months(money.lease_months.value),
                in_advance: money.lease_in_advance,
                buy_out: money.lease_buys.then(|| Money::usd(money.buy_out_usd.value)),
            },
        }
    }
}

/// MACRS, five-year property, half-year convention. Source: IRS Publication 946, table A-1.
const MACRS_5: [f64; 6] = [0.2, 0.32, 0.192, 0.1152, 0.1152, 0.0576];

impl Tax {
    fn new(s: &Scenario) -> Option<Self> {
        let mut shares = [0.0; 20];
        match s.money.tax_method {
            TaxMethod::Without => return None,
            TaxMethod::FirstYear => {
                let first = s.money.tax_first_share.value;
                shares.iter_mut().zip(MACRS_5).for_each(|(share, of_rest)| *share = (1.0 - first) * of_rest);
                shares[0] += first;
            }
            TaxMethod::Macrs => shares[..6].copy_from_slice(&MACRS_5),
            TaxMethod::StraightLine => {
                let years = s.money.tax_years.value;
                shares.iter_mut().take(months(years)).for_each(|share| *share = 1.0 / years);
            }
        }
        Some(Self { rate: s.money.tax_rate.value, shares, carried: s.money.tax_losses == TaxLosses::Carried })
    }
}
