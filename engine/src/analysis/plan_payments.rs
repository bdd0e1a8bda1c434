//! What a plan pays in each month as quantities times prices, sizes held: what a spreadsheet computes again when a price changes.
//!
//! How much of a price a payment holds is found by evaluating the plan at two prices around the present one. A payment that is no straight
//! line between them is left as it is. Source: model page, section 13.

use super::plan_pair::{Changed, Changes, Hours, Place};
use crate::cash_flow::{Flows, tax};
use crate::cost::LineId;
use crate::horizon::value_of;
use crate::inputs::{ResidualMethod, Scenario, field};
use crate::model::Model;
use crate::plans::FoundSizes;
use crate::plans::lines::{MonthlyLine, monthly_lines};
use crate::plans::listing::build;
use crate::plans::plan::{Plan, PlanKind};
use crate::plans::setting::Setting;

/// Row of the price of a node.
const NODE_PRICE: &str = "own.node_price_usd";
/// Row of the yearly change of rental prices.
const RENT_DRIFT: &str = "time.rent_drift";
/// How far prices are moved, as a share of them.
const STEP: f64 = 1.0 / 64.0;
/// Row of the share of their price at which nodes are sold.
const RESIDUAL_SHARE: &str = "own.residual_share";
/// How far that share is moved.
const RESALE_STEP: f64 = 1.0 / 64.0;
/// How far the yearly change of rental prices is moved.
const DRIFT_STEP: f64 = 1.0 / 128.0;
/// Two quantities that differ by less than this share of the larger are the same.
const SAME: f64 = 1e-7;

/// A price that payments are quantities of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// A node.
    Node,
    /// An hour on demand, at the offer that is used; other offers move with it.
    OnDemand,
    /// A spot hour, in the same way.
    Spot,
    /// An hour of a commitment.
    Committed,
    /// A million tokens.
    Tokens,
}

impl Price {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Node, Self::OnDemand, Self::Spot, Self::Committed, Self::Tokens];
}

/// When a payment falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At the start of its month.
    Start,
    /// At its end.
    End,
    /// At its end, from a sale: below 0.
    Sale,
}

/// How many units of a price are paid.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The price.
    pub price: Price,
    /// Units in each month; of a sale, those that do not follow the resale.
    pub units: Vec<f64>,
    /// The month, from 0, whose rental price is paid in each month: that of the month itself, or the first of a commitment's term; nothing
    /// where the price is that of today in all months.
    pub price_months: Option<Vec<usize>>,
    /// Units for a resale of 1, in each month; of sales of nodes alone.
    pub resale_units: Option<Vec<f64>>,
}

impl Quantity {
    /// Units in a month, from 0, times the index of their price.
    pub fn indexed(&self, place: usize, drift: f64, resale: f64) -> f64 {
        let at = |series: &[f64]| series.get(place).copied().unwrap_or(0.0);
        let units = at(&self.units) + self.resale_units.as_deref().map_or(0.0, at) * resale;
        let month = self.price_months.as_ref().and_then(|months| months.get(place));
        month.map_or(units, |month| units * index(drift, *month))
    }
}

/// What a line pays in each month: what is fixed, and quantities of prices.
#[derive(Clone, Debug, PartialEq)]
pub struct LinePayments {
    /// Its line.
    pub line: LineId,
    /// Its label.
    pub label: &'static str,
    /// When it falls due.
    pub when: When,
    /// What does not follow a price, US dollars in each month.
    pub fixed_usd: Vec<f64>,
    /// The rest.
    pub quantities: Vec<Quantity>,
    /// What it pays in each month now, US dollars.
    pub usd: Vec<f64>,
}

/// Deductions of the tax years beside what is paid at the ends of their months: purchases by their shares, prepayments by their terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deductions {
    /// What does not follow a price, US dollars in each tax year.
    pub fixed_usd: Vec<f64>,
    /// Units of each price that is followed, in each tax year.
    pub units: Vec<(Price, Vec<f64>)>,
}

/// What a plan pays.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanPayments {
    /// Which plan.
    pub kind: PlanKind,
    /// Its lines, each due at one time of the month.
    pub lines: Vec<LinePayments>,
    /// Deductions; nothing without tax.
    pub deductions: Option<Deductions>,
    /// Deductions of each tax year now, US dollars.
    pub deducted_usd: Vec<f64>,
    /// Whether its losses are carried until it saves something over the cheapest way of renting.
    pub carries_losses: bool,
    /// Present value of the tax that is saved, US dollars.
    pub tax_saved_usd: f64,
    /// Present value of all, after tax, US dollars.
    pub present_value_usd: f64,
    /// Work done in each month, productive GPU-hours.
    pub gpu_hours: Vec<f64>,
    /// Whether some payment follows a price in no straight line: it is left as it is.
    pub bends: bool,
}

/// A plan evaluated at some prices.
struct Evaluated {
    lines: Vec<MonthlyLine>,
    deductions: Vec<f64>,
    present_value: f64,
    before_tax: f64,
    gpu_hours: Vec<f64>,
}

impl Evaluated {
    fn new(setting: &Setting, plan: &Plan) -> Self {
        let mut flows = Flows::with_lines(&plan.model);
        plan.fill(&setting.terms, &mut flows);
        let value =
            if plan.owns() { setting.value_of_owning(&plan.model, &flows) } else { value_of(&plan.model, &flows) };
        let months = 1..=flows.months;
        Self {
            lines: monthly_lines(plan, &flows),
            deductions: plan.model.time.tax.as_ref().map(|tax| tax::deductions(&flows, tax)).unwrap_or_default(),
            present_value: value.present_value,
            before_tax: value.totals.present_value,
            gpu_hours: months.map(|month| flows.sources.of_month(month)).collect(),
        }
    }

    /// The payments of a line at one time of the month; empty where it has none.
    fn series(&self, line: LineId, when: When) -> &[f64] {
        let found = self.lines.iter().find(|found| found.id == line);
        found.map_or(&[], |found| match when {
            When::Start => &found.start_usd,
            When::End => &found.end_usd,
            When::Sale => &found.sold_usd,
        })
    }

    /// Deductions of a tax year that are not paid at the ends of its months.
    fn other_deductions(&self) -> Vec<f64> {
        let mut left = self.deductions.clone();
        for line in &self.lines {
            for series in [&line.end_usd, &line.sold_usd] {
                for (place, usd) in series.iter().enumerate() {
                    if let Some(year) = left.get_mut(place / 12) {
                        *year -= usd;
                    }
                }
            }
        }
        left.into_iter().map(without_noise(1.0)).collect()
    }
}

/// What of the prices is now, US dollars; nothing for a price that nothing is bought at.
pub fn price_now(setting: &Setting, scenario: &Scenario, price: Price) -> Option<f64> {
    let offers = &setting.base.offers;
    let sold = |hours: Hours| {
        let firm = setting.firm.and_then(|index| offers.get(index)).filter(|offer| hours.is_sold_by(offer));
        let sold = offers.iter().filter(|offer| offer.counted && hours.is_sold_by(offer));
        let least = sold.map(|offer| offer.price.as_usd_per_gpu_hour()).reduce(f64::min);
        firm.map(|offer| offer.price.as_usd_per_gpu_hour()).or(least)
    };
    let usd = match price {
        Price::Node => Some(scenario.own.node_price_usd.value),
        Price::OnDemand => sold(Hours::OnDemand),
        Price::Spot => sold(Hours::Spot),
        Price::Committed => {
            let committed = offers.iter().filter(|offer| offer.counted && !offer.pays_per_use());
            committed.map(|offer| offer.price.as_usd_per_gpu_hour()).reduce(f64::min)
        }
        Price::Tokens => {
            let offers = setting.base.token_offers.iter().filter(|offer| offer.counted);
            offers.filter_map(|offer| offer.usd_per_million.iter().flatten().copied().reduce(f64::min)).reduce(f64::min)
        }
    };
    usd.filter(|usd| *usd > 0.0)
}

fn changes(price: Price, now: f64, factor: f64, drift: f64) -> Changes {
    let mut changes = Changes::default();
    match price {
        Price::Node => changes.rows.extend(field(NODE_PRICE).map(|row| (row, now * factor))),
        Price::OnDemand => changes.prices.push((Hours::OnDemand, factor)),
        Price::Spot => changes.prices.push((Hours::Spot, factor)),
        Price::Tokens => changes.prices.push((Hours::Tokens, factor)),
        Price::Committed => changes.commitments = Some(factor),
    }
    changes.rows.extend(field(RENT_DRIFT).filter(|_| drift != 0.0).map(|row| (row, drift)));
    changes
}

/// The payments of a plan; nothing where it is not in the list.
pub fn plan_payments(place: Place, sizes: &FoundSizes, kind: PlanKind) -> Option<PlanPayments> {
    let evaluate = |place: Place| {
        let (plans, _) = build(place.setting, place.subject, place.own, sizes.mix.as_ref());
        let plan = plans.into_iter().find(|plan| plan.kind == kind)?;
        Some((Evaluated::new(place.setting, &plan), plan.owns()))
    };
    let scenario = place.subject.scenario;
    let (now, owns) = evaluate(place)?;
    let taxed = place.setting.base.time.tax.is_some();
    let mut deductions = taxed.then(|| Deductions { fixed_usd: now.other_deductions(), units: Vec::new() });
    let drift = scenario.time.rent_drift.value;
    let drift_known = has_one_drift(&place.setting.base, drift);
    let at = |changes: &Changes| Some(evaluate(Changed::by_all(place, changes)?.place())?.0);
    let mut lines: Vec<LinePayments> = all_lines(&now);
    let mut bends = false;
    let follows_share = scenario.own.residual_method == ResidualMethod::Share;
    for price in Price::ALL {
        let Some(usd) = price_now(place.setting, scenario, price) else { continue };
        let [above, below] = [1.0 + STEP, 1.0 - STEP].map(|factor| at(&changes(price, usd, factor, 0.0)));
        let (Some(above), Some(below)) = (above, below) else { continue };
        // The same price where rental prices drift otherwise: what of it follows.
        let moved = drift + DRIFT_STEP;
        let drifted = drift_known.then(|| {
            let base = at(&changes(price, usd, 1.0, moved));
            base.zip(at(&changes(price, usd, 1.0 + STEP, moved)))
        });
        let drifted = drifted.flatten();
        // The price of a node where nodes are sold for more: what of it follows.
        let resales = (price == Price::Node && follows_share).then(|| {
            let share = field(RESIDUAL_SHARE).map(|row| (row, scenario.own.residual_share.value + RESALE_STEP));
            let changes = [1.0, 1.0 + STEP].map(|factor| {
                let mut changes = changes(price, usd, factor, 0.0);
                changes.rows.extend(share);
                changes
            });
            let [base, up] = changes.map(|changes| at(&changes));
            base.zip(up).map(|pair| (scenario.own.residual_share.value, pair))
        });
        let resales = resales.flatten();
        for line in &mut lines {
            let series = |of: &Evaluated| padded(of.series(line.line, line.when), line.usd.len());
            let (up, down) = (series(&above), series(&below));
            let units: Vec<f64> =
                up.iter().zip(&line.usd).map(|(up, now)| (up - now) / (usd * STEP)).map(without_noise(usd)).collect();
            if units.iter().all(|units| *units == 0.0) {
                continue;
            }
            let straight = units.iter().zip(&down).zip(&line.usd).all(|((units, down), now)| {
                let expected = now - units * usd * STEP;
                libm::fabs(expected - down) <= SAME * libm::fabs(*now).max(1.0)
            });
            if !straight {
                bends = true;
                continue;
            }
            let moved_units = |(base, up): &(Evaluated, Evaluated)| -> Vec<f64> {
                let (base, up) = (series(base), series(up));
                up.iter().zip(&base).map(|(up, base)| (up - base) / (usd * STEP)).collect()
            };
            let price_months =
                drifted.as_ref().and_then(|pair| price_months(&units, &moved_units(pair), (drift, moved)));
            let units = match &price_months {
                Some(months) => units.iter().zip(months).map(|(units, month)| units / index(drift, *month)).collect(),
                None => units,
            };
            let sold = line.when == When::Sale && line.line == LineId::Nodes && price == Price::Node;
            let (units, resale_units) = if sold { resold(units, &resales, &moved_units) } else { (units, None) };
            line.quantities.push(Quantity { price, units, price_months, resale_units });
        }
        if let Some(deductions) = &mut deductions {
            let (up, down) = (above.other_deductions(), below.other_deductions());
            let units: Vec<f64> = up
                .iter()
                .zip(&down)
                .map(|(up, down)| (up - down) / (2.0 * usd * STEP))
                .map(without_noise(usd))
                .collect();
            if units.iter().any(|units| *units != 0.0) {
                for (fixed, units) in deductions.fixed_usd.iter_mut().zip(&units) {
                    *fixed -= units * usd;
                }
                deductions.units.push((price, units));
            }
        }
    }
    for line in &mut lines {
        line.fixed_usd = line.usd.clone();
        for quantity in &line.quantities {
            let usd = price_now(place.setting, scenario, quantity.price).unwrap_or_default();
            for (month, fixed) in line.fixed_usd.iter_mut().enumerate() {
                *fixed -= quantity.indexed(month, drift, resale_now(scenario)) * usd;
            }
        }
        let scale = line.usd.iter().fold(0.0, |most, usd| f64::max(most, libm::fabs(*usd)));
        for fixed in &mut line.fixed_usd {
            if libm::fabs(*fixed) <= 1e-9 * scale {
                *fixed = 0.0;
            }
        }
    }
    Some(PlanPayments {
        kind,
        lines,
        deductions,
        deducted_usd: now.deductions,
        carries_losses: owns && place.setting.carried().is_some(),
        tax_saved_usd: now.before_tax - now.present_value,
        present_value_usd: now.present_value,
        gpu_hours: now.gpu_hours,
        bends,
    })
}

/// The index of rental prices in a month, the first at 0.
pub fn index(drift: f64, place: usize) -> f64 {
    crate::formulas::finance::drift_at(drift, place + 1)
}

/// Whether rental prices drift by one yearly rate, and not along a path.
fn has_one_drift(model: &Model, drift: f64) -> bool {
    model.time.rent.iter().enumerate().all(|(place, factor)| libm::fabs(factor - index(drift, place)) <= 1e-9 * factor)
}

/// What the sale of nodes follows: the share of their price that is entered, else a factor on what is expected, which is 1.
pub fn resale_now(scenario: &Scenario) -> f64 {
    if scenario.own.residual_method == ResidualMethod::Share { scenario.own.residual_share.value } else { 1.0 }
}

/// The month whose rental price is paid in each month: found by what units cost with another drift; nothing where it is that of today
/// in all months, or where no month's is.
fn price_months(units: &[f64], moved_units: &[f64], (drift, moved): (f64, f64)) -> Option<Vec<usize>> {
    let of_month = |(place, (units, moved_units)): (usize, (&f64, &f64))| {
        let is_paid = |month: &usize| {
            let ratio = index(moved, *month) / index(drift, *month);
            libm::fabs(units * ratio - moved_units) <= SAME * libm::fabs(*units).max(1e-6)
        };
        if *units == 0.0 { Some(0) } else { (0..=place).rev().find(is_paid) }
    };
    let months: Vec<usize> = units.iter().zip(moved_units).enumerate().map(of_month).collect::<Option<_>>()?;
    months.iter().any(|month| *month > 0).then_some(months)
}

/// Units of a sale apart from the resale, and units for a resale of 1. `resales`: the present share, and the plan at a larger one.
fn resold(
    units: Vec<f64>,
    resales: &Option<(f64, (Evaluated, Evaluated))>,
    moved_units: &dyn Fn(&(Evaluated, Evaluated)) -> Vec<f64>,
) -> (Vec<f64>, Option<Vec<f64>>) {
    let Some((share, pair)) = resales else { return (vec![0.0; units.len()], Some(units)) };
    let of_share =
        moved_units(pair).iter().zip(&units).map(|(moved, units)| (moved - units) / RESALE_STEP).collect::<Vec<_>>();
    let rest = units.iter().zip(&of_share).map(|(units, of_share)| units - of_share * share).collect();
    (rest, Some(of_share))
}

/// What is rounding of a payment that does not follow a price at all.
fn without_noise(usd: f64) -> impl Fn(f64) -> f64 {
    // A millionth of a dollar over the step.
    move |units| if libm::fabs(units * usd) < 1e-5 { 0.0 } else { units }
}

fn padded(series: &[f64], len: usize) -> Vec<f64> {
    (0..len).map(|place| series.get(place).copied().unwrap_or(0.0)).collect()
}

/// Every line at every time at which it pays something, cut after the last month in which any line does.
fn all_lines(now: &Evaluated) -> Vec<LinePayments> {
    let all = now.lines.iter().flat_map(|line| [&line.start_usd, &line.end_usd, &line.sold_usd]);
    let last = all.filter_map(|series| series.iter().rposition(|usd| *usd != 0.0)).max().map_or(0, |place| place + 1);
    let months = last.max(now.gpu_hours.len());
    let mut found = Vec::new();
    for line in &now.lines {
        for when in [When::Start, When::End, When::Sale] {
            let usd = padded(now.series(line.id, when), months);
            if usd.iter().any(|usd| *usd != 0.0) {
                let (quantities, fixed_usd) = (Vec::new(), Vec::new());
                found.push(LinePayments { line: line.id, label: line.label, when, fixed_usd, quantities, usd });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
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
                            let case = format!(
                                "{of:?} times {factor}, drift {drift}, resale {resale}: {found}, not {expected}"
                            );
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
}
