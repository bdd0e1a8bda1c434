//! What a loan or a lease changes against paying cash; the verdict takes cash. Source: model page, section 2.
//!
//! With tax both ways are after it: what is bought is written off, the interest of a loan and the payments of a lease are
//! deducted when paid.

use serde::Serialize;

use crate::cash_flow::{self, Asset, Flows, tax};
use crate::cost::OWN_LINES;
use crate::formulas::finance::{annuity, monthly_rate};
use crate::formulas::root::bisect;
use crate::model::{Finance, Model, Tax};
use crate::units::{Money, count};

/// A sum below this share of a price is rounding.
const ROUNDING: f64 = 1e-12;

/// What financing changes, against cash.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Financing {
    /// Price of what is bought first.
    pub price_usd: f64,
    /// What the financing pays of it: all but a deposit at the order, which a loan leaves to own cash.
    pub financed_usd: f64,
    /// A month's payment.
    pub payment_usd: f64,
    /// Payments: those of a loan or a lease, of a lease without buy-out at least up to the horizon.
    pub payments: usize,
    /// All payments less what they pay for.
    pub interest_usd: f64,
    /// Present value of paying cash, resale counted; after tax where there is tax.
    pub cash_present_value_usd: f64,
    /// Present value of the financed way, resale counted where the machines become yours; after tax where there is tax.
    pub present_value_usd: f64,
    /// What the financing gains over cash; it does not enter the verdict.
    pub gain_usd: f64,
    /// Rate that the payments stand for, effective per year; nothing where they come to less than the price.
    pub implied_rate: Option<f64>,
}

/// The payments of a loan or a lease.
struct Payments {
    usd: f64,
    months: usize,
    in_advance: bool,
    /// Paid with the last one.
    last: f64,
}

/// What a loan or lease for what is bought first changes; machines that are there already need none. `own` and `rent` are
/// the flows of owning for cash and of the cheapest offer, which say what carried losses wait for.
pub fn financing(model: &Model, own: &Flows, rent: Option<&Flows>) -> Option<Financing> {
    let time = &model.time;
    let clock = &time.clock;
    let bought = OWN_LINES.iter().filter_map(|line| (line.of)(model).purchase);
    let mut assets: Vec<Asset> = bought
        .flat_map(|purchase| cash_flow::assets_of(model, &purchase))
        .filter(|a| a.month >= time.delivery && a.price > 0.0)
        .collect();
    let first = |a: &Asset| a.month == time.delivery;
    let price: f64 = assets.iter().filter(|a| first(a)).map(|a| a.price).sum();
    // What leased machines save goes on as long as the lease does: what would be bought again meanwhile, too.
    let yours = !matches!(time.finance, Finance::Lease { buy_out: None, .. });
    assets.retain(|a| !yours || first(a));
    let deposit = if time.delivery > 1 { price * time.deposit } else { 0.0 };
    let at_order = deposit * clock.at_start(1);
    let paid_later: f64 = assets.iter().map(|a| a.price * clock.at_start(a.month)).sum();
    let resale: f64 = assets.iter().map(|a| a.proceeds * clock.at_end(a.until)).sum();
    let cash = at_order + (paid_later - deposit * clock.at_start(time.delivery)) - resale;
    let (payments, own_cash, financed, deducted) = match time.finance {
        Finance::Cash => return None,
        Finance::Loan { monthly_rate, months } => {
            let financed = price - deposit;
            let usd = financed * annuity(monthly_rate, count(months));
            let deducted = interest(financed, monthly_rate, usd, months);
            (Payments { usd, months, in_advance: false, last: 0.0 }, at_order, financed, deducted)
        }
        Finance::Lease { payment, months, in_advance, buy_out } => {
            let usd = payment.as_usd();
            let last = buy_out.map_or(0.0, Money::as_usd);
            let months = if buy_out.is_some() { months } else { until_horizon(model, months) };
            (Payments { usd, months, in_advance, last }, 0.0, price, vec![usd; months])
        }
    };
    let month = |k: usize| time.delivery + k;
    let each: f64 = if payments.in_advance {
        (0..payments.months).map(|k| clock.at_start(month(k))).sum()
    } else {
        (0..payments.months).map(|k| clock.at_end(month(k))).sum()
    };
    let last_month = month(payments.months) - 1;
    let value = payments.usd * each + payments.last * clock.at_end(last_month);
    let mut financed_way = own_cash + value - if yours { resale } else { 0.0 };
    let mut cash = cash;
    if let Some(tax) = &time.tax {
        let years = tax::deductions(own, tax).len();
        let mut by_cash = vec![0.0; years];
        tax::deduct_assets(&assets, tax, &mut by_cash);
        let mut by_financing = vec![0.0; years];
        for (k, usd) in deducted.iter().enumerate() {
            if let Some(year) = by_financing.get_mut((month(k) - 1) / 12) {
                *year += usd;
            }
        }
        match time.finance {
            Finance::Loan { .. } => tax::deduct_assets(&assets, tax, &mut by_financing),
            Finance::Lease { buy_out: Some(_), .. } => {
                tax::deduct_assets(&bought_out(&assets, &payments, last_month), tax, &mut by_financing);
            }
            Finance::Cash | Finance::Lease { .. } => {}
        }
        let without: Vec<f64> =
            tax::deductions(own, tax).iter().zip(&by_cash).map(|(all, these)| all - these).collect();
        cash -= saved_beside(model, tax, &without, &by_cash, rent);
        financed_way -= saved_beside(model, tax, &without, &by_financing, rent);
    }
    let prices: f64 = if yours { financed } else { assets.iter().map(|a| a.price).sum() };
    let rate = if yours {
        implied_rate(&[(0, financed)], &payments)
    } else {
        let after = |a: &Asset| (a.month - time.delivery, a.price);
        implied_rate(&assets.iter().map(after).collect::<Vec<_>>(), &payments)
    };
    Some(Financing {
        price_usd: price,
        financed_usd: financed,
        payment_usd: payments.usd,
        payments: payments.months,
        interest_usd: payments.usd * count(payments.months) + payments.last - prices,
        cash_present_value_usd: cash,
        present_value_usd: financed_way,
        gain_usd: cash - financed_way,
        implied_rate: rate,
    })
}

/// Months that a lease without buy-out is paid: it is signed again on the same terms until the horizon and cut there.
/// Payments after the horizon of one that outlasts it stay due, but where the work goes on.
fn until_horizon(model: &Model, months: usize) -> usize {
    let left = model.time.months + 1 - model.time.delivery.min(model.time.months);
    if model.time.going_on { left } else { months.max(left) }
}

/// The interest in each payment of a loan.
fn interest(borrowed: f64, monthly_rate: f64, payment: f64, months: usize) -> Vec<f64> {
    let mut owed = borrowed;
    let of_month = |_| {
        let interest = owed * monthly_rate;
        owed -= payment - interest;
        interest
    };
    (0..months).map(of_month).collect()
}

/// What the tax office sees of leased machines that are bought at the end: the buy-out is written off, and their sales count
/// whole.
fn bought_out(assets: &[Asset], payments: &Payments, month: usize) -> Vec<Asset> {
    let until = assets.iter().map(|a| a.until).max().unwrap_or(month).max(month);
    let bought = Asset { month, price: payments.last, life: until - month + 1, until, proceeds: 0.0 };
    assets.iter().map(|a| Asset { price: 0.0, ..*a }).chain([bought]).collect()
}

/// Present value of the tax that some deductions save beside the others of a plan.
fn saved_beside(model: &Model, tax: &Tax, others: &[f64], these: &[f64], rent: Option<&Flows>) -> f64 {
    let clock = &model.time.clock;
    let Some(rent) = rent.filter(|_| tax.carried) else { return tax::saved(these, tax, clock) };
    let against = tax::deductions(rent, tax);
    let all: Vec<f64> = others.iter().zip(these).map(|(others, these)| others + these).collect();
    tax::on_savings(others, &against, tax, clock) - tax::on_savings(&all, &against, tax, clock)
}

/// The rate at which payments are worth prices, each paid so many months after the first; effective per year.
fn implied_rate(prices: &[(usize, f64)], payments: &Payments) -> Option<f64> {
    let n = count(payments.months);
    let over = |rate: f64| {
        let i = monthly_rate(rate);
        let weight = |months: f64| libm::exp(-months * libm::log1p(i));
        let each = payments.usd / annuity(i, n) * if payments.in_advance { 1.0 + i } else { 1.0 };
        let due: f64 = prices.iter().map(|(month, usd)| usd * weight(count(*month))).sum();
        each + payments.last * weight(n) - due
    };
    let (least, most) = (0.0, 100.0);
    let price: f64 = prices.iter().map(|(_, usd)| usd).sum();
    if price > 0.0 && libm::fabs(over(least)) <= ROUNDING * price {
        return Some(0.0);
    }
    (over(least) >= 0.0 && over(most) < 0.0).then(|| bisect(least, most, over))
}
