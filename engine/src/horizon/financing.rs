//! Effect of a loan or a lease compared with paying cash; the verdict assumes cash. Source: model page, section 2.
//!
//! With tax, both are after tax: purchases are depreciated, and loan interest and lease payments are deducted when
//! paid.

use serde::Serialize;

use crate::cash_flow::{self, Asset, Flows, tax};
use crate::cost::OWN_LINES;
use crate::formulas::finance::{annuity, monthly_rate};
use crate::formulas::root::bisect;
use crate::model::{Finance, Model, Tax};
use crate::units::{Money, count};

/// An amount below this share of a price is rounding.
const ROUNDING: f64 = 1e-12;

/// Effect of financing, compared with cash.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Financing {
    /// Price of the initial purchases.
    pub price_usd: f64,
    /// The financed part: all but a deposit at the order, which a loan leaves to own cash.
    pub financed_usd: f64,
    /// Monthly payment.
    pub payment_usd: f64,
    /// Number of payments; for a lease without buy-out, at least up to the horizon.
    pub payments: usize,
    /// All payments less the financed amount.
    pub interest_usd: f64,
    /// Present value of paying cash, net of resale; after tax if there is tax.
    pub cash_present_value_usd: f64,
    /// Present value of financing, net of resale if the machines become yours; after tax if there is tax.
    pub present_value_usd: f64,
    /// Gain of financing over cash; not part of the verdict.
    pub gain_usd: f64,
    /// Rate implied by the payments, effective per year; `None` if they total less than the price.
    pub implied_rate: Option<f64>,
}

/// The payments of a loan or a lease.
struct Payments {
    usd: f64,
    months: usize,
    in_advance: bool,
    /// Paid with the last payment.
    last: f64,
}

/// Effect of a loan or lease on the initial purchases; existing machines need none. `own` and `rent` are the flows of
/// owning for cash and of the cheapest offer, which determine what carried losses wait for.
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
    // A lease covers its machines' savings for as long as it runs, including what would be replaced meanwhile.
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

/// Months a lease without buy-out is paid: it is renewed on the same terms until the horizon and cut off there.
/// Payments of one that outlasts the horizon stay due, unless the work continues.
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

/// The tax office's view of leased machines bought at the end: the buy-out is depreciated, and their sales are fully
/// taxed.
fn bought_out(assets: &[Asset], payments: &Payments, month: usize) -> Vec<Asset> {
    let until = assets.iter().map(|a| a.until).max().unwrap_or(month).max(month);
    let bought = Asset {
        month,
        price: payments.last,
        tax_book: payments.last,
        life: until - month + 1,
        until,
        proceeds: 0.0,
        again: false,
        is_there: false,
        deposit: 0.0,
    };
    assets.iter().map(|a| Asset { price: 0.0, tax_book: 0.0, ..*a }).chain([bought]).collect()
}

/// Present value of the tax saved by some deductions in addition to a plan's others.
fn saved_beside(model: &Model, tax: &Tax, others: &[f64], these: &[f64], rent: Option<&Flows>) -> f64 {
    let clock = &model.time.clock;
    let Some(rent) = rent.filter(|_| tax.carried) else { return tax::saved(these, tax, clock) };
    let against = tax::deductions(rent, tax);
    let all: Vec<f64> = others.iter().zip(these).map(|(others, these)| others + these).collect();
    tax::on_savings(others, &against, tax, clock) - tax::on_savings(&all, &against, tax, clock)
}

/// The rate at which payments equal prices in present value, each paid a number of months after the first; effective
/// per year.
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
