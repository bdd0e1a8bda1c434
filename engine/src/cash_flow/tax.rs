//! Tax and the books: what is deducted in which year, and what the profit and loss account shows.
//!
//! Rent and running costs are deducted when paid, prepayments over their term. A purchase is deducted by its shares and
//! the remainder in the year of its sale; sale proceeds are income. Tax is paid at the end of the year. The books
//! depreciate every purchase in equal parts over its life. Source: model page, section 5.

use super::{Accounts, Asset, Flows, Prepaid, value, year_of};
use crate::formulas::finance::Clock;
use crate::model::{Model, Tax};
use crate::units::count;

/// What is deducted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deduction {
    /// Running costs and bills, when they are paid.
    Running,
    /// Set-up and prepayments, over their terms.
    Prepaid,
    /// Removal, moving out and fees.
    Removal,
    /// Purchases, by their shares.
    Depreciation,
    /// What sales bring in: below 0.
    Sale,
}

/// Deductions of each tax year 1, 2, ... of twelve months from the decision; index 0 is year 1.
pub fn deductions(flows: &Flows, tax: &Tax) -> Vec<f64> {
    let mut years = no_deductions(flows);
    each_deduction(flows, tax, |_, year, usd| {
        if let Some(year) = years.get_mut(year) {
            *year += usd;
        }
    });
    years
}

/// The same apart for each [`Deduction`], in their order; together they are all deductions.
pub fn deductions_by_kind(flows: &Flows, tax: &Tax) -> [Vec<f64>; 5] {
    let mut kinds: [Vec<f64>; 5] = std::array::from_fn(|_| no_deductions(flows));
    each_deduction(flows, tax, |kind, year, usd| {
        if let Some(year) = kinds.get_mut(kind as usize).and_then(|years| years.get_mut(year)) {
            *year += usd;
        }
    });
    kinds
}

fn no_deductions(flows: &Flows) -> Vec<f64> {
    vec![0.0; flows.start.len().div_ceil(12) + 1]
}

/// Hands on every deduction with its kind and its tax year, from 0.
fn each_deduction(flows: &Flows, tax: &Tax, mut deduct: impl FnMut(Deduction, usize, f64)) {
    let Some(accounts) = &flows.accounts else { return };
    let year = |month: usize| (month - 1) / 12;
    for month in 1..=flows.start.len() {
        deduct(Deduction::Running, year(month), value(&flows.end, month) + value(&flows.bill, month));
    }
    for prepaid in &accounts.prepaid {
        for month in prepaid.month..prepaid.month + prepaid.counted {
            deduct(Deduction::Prepaid, year(month), prepaid.a_month());
        }
    }
    // Sale proceeds belong to their asset and credits to their prepayment; other money at the end of a month is removal
    // and moving out.
    let mut left = without_credits(flows, accounts);
    for asset in &accounts.assets {
        if let Some(month) = left.get_mut(asset.until - 1) {
            *month += asset.proceeds;
        }
    }
    for (index, usd) in left.iter().enumerate() {
        deduct(Deduction::Removal, year(index + 1), *usd);
    }
    each_of_assets(&accounts.assets, tax, deduct);
}

/// Weight of a payment at the end of a month in a present value, less the tax it saves.
pub(crate) fn weight_at_end(model: &Model, month: usize) -> f64 {
    model.time.clock.at_end(month) - saved_by_payment(model, month)
}

/// Weight of a payment at the start of a term, less the tax it saves over the term.
pub(crate) fn weight_ahead(model: &Model, from: usize, months: usize) -> f64 {
    let saved: f64 = (from..from + months).map(|month| saved_by_payment(model, month)).sum();
    model.time.clock.at_start(from) - saved / count(months)
}

fn saved_by_payment(model: &Model, month: usize) -> f64 {
    model.time.tax.as_ref().map_or(0.0, |tax| tax.rate * model.time.clock.year_end(month.div_ceil(12)))
}

/// Deductions as if sales brought in nothing; removal is deducted.
pub fn before_resale(flows: &Flows, tax: &Tax) -> Vec<f64> {
    let mut years = deductions(flows, tax);
    for asset in flows.accounts.iter().flat_map(|accounts| &accounts.assets) {
        if let Some(year) = years.get_mut((asset.until - 1) / 12) {
            *year += asset.proceeds.max(0.0);
        }
    }
    years
}

/// Tax that owning and renting save in each year by their deductions; carried losses wait for savings of owning over
/// renting.
pub fn saved_by_year(own: &[f64], rent: Option<Vec<f64>>, tax: &Tax) -> (Vec<f64>, Vec<f64>) {
    let saved = |years: &[f64]| years.iter().map(|usd| usd * tax.rate).collect::<Vec<f64>>();
    let Some(rent) = rent else { return (saved(own), Vec::new()) };
    if !tax.carried {
        return (saved(own), saved(&rent));
    }
    let taxed = taxed_savings(own, &rent);
    let less = |(rent, taxed): (&f64, f64)| (rent - taxed) * tax.rate;
    (rent.iter().zip(taxed).map(less).collect(), saved(&rent))
}

/// Adds the deductions of purchases: each by its shares, the remainder in the year of its sale, less the sale proceeds.
pub fn deduct_assets(assets: &[Asset], tax: &Tax, years: &mut [f64]) {
    each_of_assets(assets, tax, |_, year, usd| {
        if let Some(year) = years.get_mut(year) {
            *year += usd;
        }
    });
}

fn each_of_assets(assets: &[Asset], tax: &Tax, mut deduct: impl FnMut(Deduction, usize, f64)) {
    for asset in assets {
        let (bought, sold) = ((asset.month - 1) / 12, (asset.until - 1) / 12);
        for (age, share) in tax.shares.iter().enumerate() {
            deduct(Deduction::Depreciation, (bought + age).min(sold), asset.tax_book * share);
        }
        deduct(Deduction::Sale, sold, -asset.proceeds);
    }
}

/// The `sale` series without the prepayments credited at the horizon: those were never deducted.
fn without_credits(flows: &Flows, accounts: &Accounts) -> Vec<f64> {
    let mut left = flows.sale.clone();
    if let Some(last) = left.last_mut() {
        *last += accounts.prepaid.iter().map(Prepaid::credited).sum::<f64>();
    }
    left
}

/// Present value of the tax a plan's deductions save, with losses used at once.
pub fn saved(deductions: &[f64], tax: &Tax, clock: &Clock) -> f64 {
    deductions.iter().enumerate().map(|(index, usd)| usd * tax.rate * clock.year_end(index + 1)).sum()
}

/// Present value of the tax on one plan's savings against another, with losses carried to later savings.
pub fn on_savings(plan: &[f64], against: &[f64], tax: &Tax, clock: &Clock) -> f64 {
    saved(&taxed_savings(plan, against), tax, clock)
}

/// One plan's savings against another in each year, less losses carried from earlier years; never below zero.
pub fn taxed_savings(plan: &[f64], against: &[f64]) -> Vec<f64> {
    let mut carried: f64 = 0.0;
    let of_year = |(plan, against): (&f64, &f64)| {
        let saving = against - plan + carried;
        carried = saving.min(0.0);
        saving.max(0.0)
    };
    plan.iter().zip(against).map(of_year).collect()
}

/// The profit and loss account by fiscal year: running costs, prepayments over their term, straight-line depreciation,
/// and the loss on sales below book value.
pub fn book_by_year(flows: &Flows, first: usize) -> Vec<f64> {
    let mut years = vec![0.0; year_of(flows.months, first)];
    let last = years.len();
    let mut book = |month: usize, usd: f64| {
        if let Some(year) = years.get_mut(year_of(month, first).min(last) - 1) {
            *year += usd;
        }
    };
    let Some(accounts) = &flows.accounts else { return years };
    for month in 1..=flows.start.len() {
        book(month, value(&flows.end, month) + value(&flows.bill, month));
    }
    for prepaid in &accounts.prepaid {
        for month in prepaid.month..prepaid.month + prepaid.counted {
            book(month, prepaid.a_month());
        }
    }
    let mut left = without_credits(flows, accounts);
    for asset in &accounts.assets {
        if let Some(month) = left.get_mut(asset.until - 1) {
            *month += asset.proceeds;
        }
        let part = asset.price / count(asset.life);
        for month in asset.month..=asset.until {
            book(month, part);
        }
        book(asset.until, book_value(asset, asset.until) - asset.proceeds);
    }
    for (index, usd) in left.iter().enumerate() {
        book(index + 1, *usd);
    }
    years
}

/// Book value of a purchase at the end of a month.
pub fn book_value(asset: &Asset, month: usize) -> f64 {
    if month < asset.month || month > asset.until {
        return 0.0;
    }
    asset.price * (1.0 - count(month - asset.month + 1) / count(asset.life)).max(0.0)
}
