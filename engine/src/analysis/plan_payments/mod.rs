//! What a plan pays in each month as quantities times prices, sizes held: what a spreadsheet computes again when a price changes.
//!
//! How much of a price a payment holds is found by evaluating the plan at two prices around the present one. A payment that is no straight
//! line between them is left as it is. Source: model page, section 13.

use super::plan_pair::{Changed, Changes, Hours, Place, price_of};
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
    let usd = match price {
        Price::Node => Some(scenario.own.node_price_usd.value),
        Price::OnDemand => price_of(setting, Hours::OnDemand),
        Price::Spot => price_of(setting, Hours::Spot),
        Price::Tokens => price_of(setting, Hours::Tokens),
        Price::Committed => {
            let committed = setting.base.offers.iter().filter(|offer| offer.counted && !offer.pays_per_use());
            committed.map(|offer| offer.price.as_usd_per_gpu_hour()).reduce(f64::min)
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
    let scenario = place.subject.scenario;
    let (now, owns) = evaluated(place, sizes, kind)?;
    let taxed = place.setting.base.time.tax.is_some();
    let mut deductions = taxed.then(|| Deductions { fixed_usd: now.other_deductions(), units: Vec::new() });
    let drift = scenario.time.rent_drift.value;
    let mut lines: Vec<LinePayments> = all_lines(&now);
    let mut bends = false;
    for price in Price::ALL {
        let Some(around) = Around::new(place, sizes, kind, price) else { continue };
        for line in &mut lines {
            match around.followed_by(line, drift) {
                Followed::Not => {}
                Followed::InSteps => bends = true,
                Followed::As(quantity) => line.quantities.push(quantity),
            }
        }
        if let Some(deductions) = &mut deductions {
            around.deduct(deductions);
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

/// A plan with its sizes held, and whether it owns machines.
fn evaluated(place: Place, sizes: &FoundSizes, kind: PlanKind) -> Option<(Evaluated, bool)> {
    let (plans, _) = build(place.setting, place.subject, place.own, sizes.mix.as_ref());
    let plan = plans.into_iter().find(|plan| plan.kind == kind)?;
    Some((Evaluated::new(place.setting, &plan), plan.owns()))
}

/// A plan at a price, and at a slightly higher one.
type Pair = (Evaluated, Evaluated);

/// A plan at prices around the present one.
struct Around {
    price: Price,
    usd: f64,
    above: Evaluated,
    below: Evaluated,
    /// With another yearly change of rental prices, where they have one: that change, and the plan.
    drifted: Option<(f64, Pair)>,
    /// With a larger resale share, where the resale is a share: the present share, and the plan.
    resold: Option<(f64, Pair)>,
}

/// How a line follows a price.
enum Followed {
    Not,
    /// In no straight line.
    InSteps,
    As(Quantity),
}

impl Around {
    fn new(place: Place, sizes: &FoundSizes, kind: PlanKind, price: Price) -> Option<Self> {
        let scenario = place.subject.scenario;
        let usd = price_now(place.setting, scenario, price)?;
        let at = |changes: &Changes| {
            let changed = Changed::by_all(place, changes)?;
            Some(evaluated(changed.place(), sizes, kind)?.0)
        };
        let pair = |drift: f64, share: Option<f64>| {
            let changes = [1.0, 1.0 + STEP].map(|factor| {
                let mut changes = changes(price, usd, factor, drift);
                changes.rows.extend(field(RESIDUAL_SHARE).zip(share));
                changes
            });
            let [base, up] = changes.map(|changes| at(&changes));
            base.zip(up)
        };
        let drift = scenario.time.rent_drift.value;
        let moved = has_one_drift(&place.setting.base, drift).then_some(drift + DRIFT_STEP);
        let share = scenario.own.residual_share.value;
        let follows = price == Price::Node && scenario.own.residual_method == ResidualMethod::Share;
        Some(Self {
            price,
            usd,
            above: at(&changes(price, usd, 1.0 + STEP, 0.0))?,
            below: at(&changes(price, usd, 1.0 - STEP, 0.0))?,
            drifted: moved.and_then(|moved| Some((moved, pair(moved, None)?))),
            resold: follows.then(|| Some((share, pair(0.0, Some(share + RESALE_STEP))?))).flatten(),
        })
    }

    /// The units of this price that a line pays, as two evaluations say.
    fn units(&self, line: &LinePayments, (base, up): (&[f64], &Evaluated)) -> Vec<f64> {
        let up = padded(up.series(line.line, line.when), base.len());
        up.iter().zip(base).map(|(up, base)| (up - base) / (self.usd * STEP)).map(without_noise(self.usd)).collect()
    }

    fn followed_by(&self, line: &LinePayments, drift: f64) -> Followed {
        let units = self.units(line, (&line.usd, &self.above));
        if units.iter().all(|units| *units == 0.0) {
            return Followed::Not;
        }
        let below = padded(self.below.series(line.line, line.when), line.usd.len());
        let straight = units.iter().zip(&below).zip(&line.usd).all(|((units, below), now)| {
            let expected = now - units * self.usd * STEP;
            libm::fabs(expected - below) <= SAME * libm::fabs(*now).max(1.0)
        });
        if !straight {
            return Followed::InSteps;
        }
        let of_pair =
            |(base, up): &Pair| self.units(line, (&padded(base.series(line.line, line.when), line.usd.len()), up));
        let price_months =
            self.drifted.as_ref().and_then(|(moved, pair)| price_months(&units, &of_pair(pair), (drift, *moved)));
        let units = match &price_months {
            Some(months) => units.iter().zip(months).map(|(units, month)| units / index(drift, *month)).collect(),
            None => units,
        };
        let sold = line.when == When::Sale && line.line == LineId::Nodes && self.price == Price::Node;
        let (units, resale_units) = match &self.resold {
            _ if !sold => (units, None),
            None => (vec![0.0; units.len()], Some(units)),
            Some((share, pair)) => {
                let moved = of_pair(pair);
                let of_share: Vec<f64> =
                    moved.iter().zip(&units).map(|(moved, units)| (moved - units) / RESALE_STEP).collect();
                let rest = units.iter().zip(&of_share).map(|(units, of_share)| units - of_share * share).collect();
                (rest, Some(of_share))
            }
        };
        Followed::As(Quantity { price: self.price, units, price_months, resale_units })
    }

    /// Keeps what deductions beside payments hold of this price.
    fn deduct(&self, deductions: &mut Deductions) {
        let (above, below) = (self.above.other_deductions(), self.below.other_deductions());
        let units = above.iter().zip(&below).map(|(above, below)| (above - below) / (2.0 * self.usd * STEP));
        let units: Vec<f64> = units.map(without_noise(self.usd)).collect();
        if units.iter().all(|units| *units == 0.0) {
            return;
        }
        for (fixed, units) in deductions.fixed_usd.iter_mut().zip(&units) {
            *fixed -= units * self.usd;
        }
        deductions.units.push((self.price, units));
    }
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
mod tests;
