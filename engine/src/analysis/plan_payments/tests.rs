//! Payments follow prices as the plans themselves do.

use super::*;
use crate::codec::file;
use crate::horizon::node_expansion;
use crate::inputs::presets::PRESETS;
use crate::inputs::{TaxLosses, TaxMethod};
use crate::model::Subject;
use crate::plans::{evaluate_with, find_sizes};
use crate::prices::PriceBook;

/// What the payments are worth at other prices: quantities times prices, discounted, less the tax that they save.
fn worth(payments: &PlanPayments, model: &Model, (drift, resale): (f64, f64), price: impl Fn(Price) -> f64) -> f64 {
    let (clock, tax) = (&model.time.clock, model.time.tax.as_ref());
    let mut sum = 0.0;
    let rate = tax.filter(|_| payments.deductions.is_some()).map_or(0.0, |tax| tax.rate);
    for line in &payments.lines {
        for (place, fixed) in line.fixed_usd.iter().enumerate() {
            let of_price = |quantity: &Quantity| quantity.indexed(place, drift, resale) * price(quantity.price);
            let usd = fixed + line.quantities.iter().map(of_price).sum::<f64>();
            let saved = rate * clock.year_end((place + 1).div_ceil(12));
            sum += usd
                * match line.when {
                    When::Start => clock.at_start(place + 1),
                    When::End | When::Sale => clock.at_end(place + 1) - saved,
                };
        }
    }
    let Some(deductions) = &payments.deductions else { return sum };
    for (place, fixed) in deductions.fixed_usd.iter().enumerate() {
        let units = deductions.units.iter().map(|(of, units)| units[place] * price(*of)).sum::<f64>();
        sum -= rate * (fixed + units) * clock.year_end(place + 1);
    }
    sum
}

/// The scenario of a preset as it is, with tax and a resale share, and with losses carried.
fn variants(text: &str, book: &PriceBook) -> Vec<Scenario> {
    let scenario = file::read(text, book).expect("a scenario").document.scenario;
    let mut taxed = scenario.clone();
    taxed.own.residual_method = ResidualMethod::Share;
    taxed.own.residual_share.value = 0.2;
    taxed.money.tax_method = TaxMethod::StraightLine;
    taxed.money.tax_rate.value = 0.25;
    let mut carried = taxed.clone();
    carried.money.tax_losses = TaxLosses::Carried;
    vec![scenario, taxed, carried]
}

/// The payments of every plan of every preset add up to its present value; at other prices, another drift and another resale share they
/// are worth what the plan itself is worth there, with the same sizes.
#[test]
fn payments_follow_prices_as_plans_do() {
    let book = PriceBook::embedded();
    let (mut checked, mut bent) = ([0; 4], 0);
    for preset in PRESETS {
        let edition = file::read(preset.text(), &book).expect("a scenario").document.edition;
        for (variant, scenario) in variants(preset.text(), &book).iter().enumerate() {
            let subject = Subject { scenario, book: &book, edition: &edition };
            let Ok(own) = node_expansion::model(scenario, &book, &edition) else { continue };
            let setting = Setting::new(Some(&own), subject).expect("a setting");
            let sizes = find_sizes(&setting, subject);
            let plans = evaluate_with(&setting, subject, &own, &sizes);
            let place = Place { setting: &setting, subject, own: &own };
            let (drift, resale) = (scenario.time.rent_drift.value, resale_now(scenario));
            for plan in plans.plans.iter().filter(|plan| plan.may_be_recommended) {
                let Some(payments) = plan_payments(place, &sizes, plan.kind) else { continue };
                let what = |case: &str| format!("{} {variant} {:?}, {case}", preset.id, plan.kind);
                let now = |price| price_now(&setting, scenario, price).unwrap_or_default();
                let cent = |expected: f64| 0.005_f64.max(1e-10 * expected.abs());
                let found = worth(&payments, &setting.base, (drift, resale), now);
                let expected = if payments.carries_losses {
                    let (clock, tax) = (&setting.base.time.clock, setting.base.time.tax.as_ref().expect("tax"));
                    plan.present_value_usd + payments.tax_saved_usd - tax::saved(&payments.deducted_usd, tax, clock)
                } else {
                    plan.present_value_usd
                };
                assert!((found - expected).abs() < cent(expected), "{}: {found}, not {expected}", what("now"));
                if payments.bends {
                    bent += 1;
                    continue;
                }
                // Carried losses follow another plan: the recalculated workbooks are checked for them.
                if payments.carries_losses {
                    continue;
                }
                let mut check =
                    |kind: usize, changes: &Changes, (drift, resale): (f64, f64), of: Price, factor: f64| {
                        let Some(changed) = Changed::by_all(place, changes) else { return };
                        let there = changed.place();
                        let (all, _) = build(there.setting, there.subject, there.own, sizes.mix.as_ref());
                        let Some(same) = all.into_iter().find(|of| of.kind == plan.kind) else { return };
                        let expected = Evaluated::new(there.setting, &same).present_value;
                        let at = |price: Price| if price == of { now(of) * factor } else { now(price) };
                        let found = worth(&payments, &setting.base, (drift, resale), at);
                        let case =
                            format!("{of:?} times {factor}, drift {drift}, resale {resale}: {found}, not {expected}");
                        assert!((found - expected).abs() < cent(expected), "{}", what(&case));
                        checked[kind] += 1;
                    };
                for price in Price::ALL.into_iter().filter(|price| now(*price) > 0.0) {
                    for factor in [1.03, 0.98] {
                        check(0, &changes(price, now(price), factor, 0.0), (drift, resale), price, factor);
                    }
                }
                if has_one_drift(&setting.base, drift) {
                    let moved = changes(Price::OnDemand, 1.0, 1.0, drift + 0.02);
                    check(1, &moved, (drift + 0.02, resale), Price::OnDemand, 1.0);
                }
                if scenario.own.residual_method == ResidualMethod::Share && resale > 0.0 {
                    let rows = field(RESIDUAL_SHARE).map(|row| (row, resale + 0.03)).into_iter().collect();
                    check(2, &Changes { rows, ..Changes::default() }, (drift, resale + 0.03), Price::Node, 1.0);
                }
                if setting.base.time.tax.is_some() {
                    let rows = field("money.tax_rate").map(|row| (row, 0.25)).into_iter().collect();
                    check(3, &Changes { rows, ..Changes::default() }, (drift, resale), Price::Node, 1.0);
                }
            }
        }
    }
    assert!(checked.iter().all(|many| *many > 30) && bent < 5, "{checked:?} checked, {bent} bend");
}
