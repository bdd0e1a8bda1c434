//! Derivations of the tax that deductions save: each year's deductions by what they are for, at the tax rate.

use super::years::{discounted_payment, year_name};
use super::{Derivation, Side, leaf, node, rows};
use crate::cash_flow::{Flows, tax};
use crate::formulas::formula::Formula;
use crate::model::{Model, Tax};
use crate::units::Unit;

/// Label of what the tax rate applies to.
const AMOUNT: &str = "deductible or taxable amount";
/// What is deducted, in the order of [`tax::Deduction`].
const KINDS: [&str; 5] = [
    "running costs and bills",
    "set-up and prepayments, over their terms",
    "removal, moving out and fees",
    "depreciation of purchases",
    "sale proceeds (negative)",
];
/// Share of what is deducted below which an amount is rounding.
const ROUNDING: f64 = 1e-12;

/// What a side deducts in each tax year.
pub(super) struct Deducted {
    side: Side,
    /// In all; index 0 is year 1.
    years: Vec<f64>,
    /// The same by what it is for, in the order of [`KINDS`].
    kinds: [Vec<f64>; 5],
}

impl Deducted {
    /// From the filled flows of a side.
    pub(super) fn of(flows: &Flows, tax: &Tax, side: Side) -> Self {
        Self { side, years: tax::deductions(flows, tax), kinds: tax::deductions_by_kind(flows, tax) }
    }

    /// The deductions of a year, from 0.
    fn of_year(&self, label: &'static str, year: usize) -> Derivation {
        let at = |years: &Vec<f64>| years.get(year).copied().unwrap_or(0.0);
        let amounts = self.kinds.each_ref().map(at);
        let least = ROUNDING * amounts.iter().map(|usd| libm::fabs(*usd)).sum::<f64>();
        let kinds = KINDS.iter().zip(amounts).zip(rows::deduction_inputs(self.side));
        let parts = kinds
            .filter(|((_, usd), _)| libm::fabs(*usd) > least)
            .map(|((label, usd), rows)| leaf(label, usd, Unit::Usd, rows))
            .collect();
        node(label, at(&self.years), Unit::Usd, Formula::SumOfDeductions, parts)
    }
}

/// Tax saved by a side's deductions, year by year.
pub(super) fn tax_saved(model: &Model, tax: &Tax, label: &'static str, side: &Deducted) -> Derivation {
    let years = side.years.iter().enumerate().filter(|(_, usd)| **usd != 0.0);
    by_tax_year(model, tax, label, years.map(|(year, _)| (year, side.of_year(AMOUNT, year))))
}

/// The same of owning with carried losses: the savings of renting, less the tax on owning's savings over it.
pub(super) fn carried(model: &Model, tax: &Tax, own: &Deducted, rent: &Deducted) -> Derivation {
    let renting = tax_saved(model, tax, "tax saved by renting", rent);
    let taxed = by_tax_year(model, tax, "tax on savings from owning", taxed_savings(own, rent).into_iter());
    let value = renting.value - taxed.value;
    node("tax saved", value, Unit::Usd, Formula::TaxSavedByOwning, vec![renting, taxed])
}

/// The years in which owning's savings are taxed, from 0, with the savings: those of the year and of the years before it whose
/// losses have waited.
fn taxed_savings(own: &Deducted, rent: &Deducted) -> Vec<(usize, Derivation)> {
    let saved = |year: usize| {
        let rent = rent.of_year("deducted by renting", year);
        let own = own.of_year("deducted by owning", year);
        node(year_name(year + 1), rent.value - own.value, Unit::Usd, Formula::SavedByOwning, vec![rent, own])
    };
    let mut from = 0;
    let mut all = Vec::new();
    for (year, usd) in tax::taxed_savings(&own.years, &rent.years).into_iter().enumerate() {
        if usd > 0.0 {
            let years = (from..=year).map(saved).filter(|year| year.parts.iter().any(|side| !side.parts.is_empty()));
            all.push((year, node(AMOUNT, usd, Unit::Usd, Formula::SumOfYears, years.collect())));
            from = year + 1;
        }
    }
    all
}

/// The tax on the amounts of some years, from 0, each due at the end of its year.
fn by_tax_year(
    model: &Model,
    tax: &Tax,
    label: &'static str,
    amounts: impl Iterator<Item = (usize, Derivation)>,
) -> Derivation {
    let of_year = |(year, amount): (usize, Derivation)| {
        let rate = leaf("tax rate", tax.rate, Unit::Share, &["money.tax_rate"]);
        let cash = node("tax", amount.value * tax.rate, Unit::Usd, Formula::Tax, vec![amount, rate]);
        discounted_payment(&model.time.clock, year_name(year + 1), (year + 1) * 12, cash)
    };
    let years: Vec<Derivation> = amounts.map(of_year).collect();
    node(label, years.iter().map(|year| year.value).sum(), Unit::Usd, Formula::SumOfYears, years)
}
