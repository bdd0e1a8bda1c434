//! Derivations of present values over the horizon: payments times discount factors.

use super::tax::{Deducted, carried, tax_saved};
use super::years::{discount_factor, discounted_payment, year_name};
use super::{Derivation, DerivationId, Side, figure, leaf, node, rows};
use crate::analysis::horizon_break_even::{alone, at_use, horizon_break_even, set_price};
use crate::cash_flow::{self, Flows};
use crate::cost::plan::OverflowPricing;
use crate::formulas::finance::{Clock, Timing};
use crate::formulas::formula::Formula;
use crate::horizon::{Comparison, buffers, compare, own_against, rent_value};
use crate::inputs::Scenario;
use crate::model::Model;
use crate::units::Unit;

/// Present values of both sides at the break-even points over the horizon: at the break-even use, and at the break-even
/// price of the cheapest hourly offer. The points come from a search; the derivation lets a reader check that the sides
/// are equal there.
pub fn of_turning(model: &Model, scenario: &Scenario, found: &Comparison) -> Vec<Derivation> {
    let Some(turning) = horizon_break_even(model, scenario, found) else { return Vec::new() };
    let at_use = turning.busy_share.and_then(|share| {
        let model = &at_use(model, scenario, share);
        let terms = &OverflowPricing::of(model);
        let mut sides = of_present_values(model, terms, &compare(model, terms, &mut buffers(model))).into_iter();
        let at = leaf("busy share", share, Unit::Share, rows::BUSY);
        Some(meeting(DerivationId::HorizonBreakEvenBusyShare, sides.next()?, sides.next()?, at))
    });
    let at_price = turning.usd_per_gpu_hour.zip(turning.offer).and_then(|(usd, offer)| {
        // Every rented hour has that price, including those before delivery and above the ceiling.
        let (mut model, index) = alone(model, model.offers.iter().find(|o| o.id == offer)?);
        let (own, rent) = sides_at(&mut model, index, usd)?;
        let at = leaf("price of the cheapest hourly offer", usd, Unit::UsdPerGpuHour, rows::PRICES);
        Some(meeting(DerivationId::HorizonBreakEvenPrice, own, rent, at))
    });
    let committed = turning.commitment_usd_per_gpu_hour.zip(turning.commitment).and_then(|(usd, offer)| {
        let index = model.offers.iter().position(|o| o.id == offer)?;
        let (own, rent) = sides_at(&mut model.clone(), index, usd)?;
        // Otherwise the price equals the cost of renting by the hour, which is below that of owning, or losses wait for
        // other savings.
        if libm::fabs(rent.value - own.value) > 1e-6 * libm::fabs(rent.value) {
            return None;
        }
        let at = leaf("price of the cheapest commitment", usd, Unit::UsdPerGpuHour, rows::PRICES);
        Some(meeting(DerivationId::HorizonBreakEvenCommitmentPrice, own, rent, at))
    });
    [at_use, at_price, committed].into_iter().flatten().collect()
}

/// Derivations of the present values of owning and of an offer at a price.
fn sides_at(model: &mut Model, index: usize, usd: f64) -> Option<(Derivation, Derivation)> {
    set_price(model, index, usd);
    let terms = OverflowPricing::of(model);
    let own = own_against(model, &terms, index, &mut buffers(model));
    let rent = rent_value(model, &terms, index, &mut buffers(model));
    let mut sides = of_present_values(model, &terms, &Comparison { own, cheapest: Some((index, rent)) }).into_iter();
    sides.next().zip(sides.next())
}

/// Share of all payments above which a difference is more than a search leaves.
const STEP: f64 = 1e-9;

/// All amounts that add up to a value: they may nearly cancel. What is deducted for tax counts as a whole.
fn gross(node: &Derivation) -> f64 {
    if node.formula == Formula::Tax {
        return node.parts.iter().take(1).map(|amount| libm::fabs(amount.value)).sum();
    }
    let parts: f64 = node.parts.iter().filter(|part| part.unit == Unit::Usd).map(gross).sum();
    parts.max(libm::fabs(node.value))
}

/// A point at which both sides are equal or change places in a step, found by search; the derivation shows their difference
/// there.
pub(super) fn meeting(id: DerivationId, own: Derivation, rent: Derivation, at: Derivation) -> Derivation {
    let left = own.value - rent.value;
    // The search leaves only rounding.
    let met = libm::fabs(left) <= 1e-11 * (libm::fabs(own.value) + libm::fabs(rent.value));
    let left = if met { 0.0 } else { left };
    let is_step = libm::fabs(left) > STEP * (gross(&own) + gross(&rent));
    let formula = if is_step { Formula::FoundAtStep } else { Formula::FoundBySearch };
    let between =
        node("owning minus renting at this value", left, Unit::Usd, Formula::OwningMinusRenting, vec![own, rent]);
    figure(id, at.value, at.unit, formula, vec![at, between])
}

/// Derivations of the present values of owning and of the cheapest offer.
pub fn of_present_values(model: &Model, terms: &OverflowPricing, found: &Comparison) -> Vec<Derivation> {
    opened(model, terms, found, &|flows, side| (Formula::SumOfYears, payments_by_year(model, flows, side)))
}

/// The same with payments by what they are for and not by month: for figures beside which the months stand.
pub(super) fn in_short(model: &Model, terms: &OverflowPricing, found: &Comparison) -> Vec<Derivation> {
    opened(model, terms, found, &|flows, side| (Formula::SumOfDiscountedPayments, payments_by_kind(model, flows, side)))
}

/// What a side pays before tax, opened in some way.
type Opened<'a> = &'a dyn Fn(&Flows, Side) -> (Formula, Vec<Derivation>);

fn opened(model: &Model, terms: &OverflowPricing, found: &Comparison, paid: Opened) -> Vec<Derivation> {
    let tax = model.time.tax.as_ref();
    let mut flows = buffers(model);
    cash_flow::own(model, terms, &mut flows);
    let own_paid = paid(&flows, Side::Own);
    let own = tax.map(|tax| (tax, Deducted::of(&flows, tax, Side::Own)));
    let Some((index, rent)) = found.cheapest else {
        let saved = own.map(|(tax, own)| tax_saved(model, tax, "tax saved", &own));
        return vec![present_value(Side::Own, found.own.present_value, own_paid, saved)];
    };
    cash_flow::rent(model, terms, index, &mut flows);
    let rent_paid = paid(&flows, Side::Rent);
    let (own_saved, rent_saved) = own
        .map(|(tax, own)| {
            let rent = Deducted::of(&flows, tax, Side::Rent);
            let of_own =
                if tax.carried { carried(model, tax, &own, &rent) } else { tax_saved(model, tax, "tax saved", &own) };
            (of_own, tax_saved(model, tax, "tax saved", &rent))
        })
        .unzip();
    vec![
        present_value(Side::Own, found.own.present_value, own_paid, own_saved),
        present_value(Side::Rent, rent.present_value, rent_paid, rent_saved),
    ]
}

fn present_value(
    side: Side,
    value: f64,
    (formula, paid): (Formula, Vec<Derivation>),
    tax_saved: Option<Derivation>,
) -> Derivation {
    let id = DerivationId::PresentValue(side);
    let Some(saved) = tax_saved else { return figure(id, value, Unit::Usd, formula, paid) };
    let before = paid.iter().map(|part| part.value).sum();
    let before = node("before tax", before, Unit::Usd, formula, paid);
    figure(id, value, Unit::Usd, Formula::AfterTax, vec![before, saved])
}

/// Payments at each point of the clock, by year; years without payments are omitted.
fn payments_by_year(model: &Model, flows: &Flows, side: Side) -> Vec<Derivation> {
    let clock = &model.time.clock;
    let mut years: Vec<Derivation> = Vec::new();
    for (year, month, cash) in points(clock, flows) {
        // If a point has payments of several kinds, they are listed by kind.
        let mut kinds = by_kind(side, cash, MONTHLY_ROWS);
        let sum = cash.iter().sum();
        let cash = match kinds.pop() {
            Some(only) if kinds.is_empty() => leaf("cash", sum, Unit::Usd, only.inputs),
            last => node("cash", sum, Unit::Usd, Formula::SumOfPayments, kinds.into_iter().chain(last).collect()),
        };
        let paid = discounted_payment(clock, "paid", month, cash);
        let name = year_name(year);
        match years.last_mut().filter(|last| last.label == name) {
            Some(last) => {
                last.value += paid.value;
                last.parts.push(paid);
            }
            None => years.push(node(name, paid.value, Unit::Usd, Formula::SumOfPayments, vec![paid])),
        }
    }
    years
}

/// Payments at present value by what they are for.
fn payments_by_kind(model: &Model, flows: &Flows, side: Side) -> Vec<Derivation> {
    let mut present = [0.0; 3];
    for (_, month, cash) in points(&model.time.clock, flows) {
        for (sum, usd) in present.iter_mut().zip(cash) {
            *sum += usd * model.time.clock.at_end(month);
        }
    }
    by_kind(side, present, usize::MAX)
}

/// Amounts of the kinds of [`PAID`], those of nothing left out, with the first of their rows.
fn by_kind(side: Side, kinds: [f64; 3], most_rows: usize) -> Vec<Derivation> {
    let all = PAID.iter().zip(kinds).zip(rows::payment_inputs(side));
    all.filter(|((_, usd), _)| *usd != 0.0)
        .map(|((label, usd), inputs)| leaf(label, usd, Unit::Usd, inputs.get(..most_rows).unwrap_or(inputs)))
        .collect()
}

/// Work done in each month, discounted like a payment at its end, by year; years without work are omitted.
pub(super) fn hours_by_year(model: &Model, flows: &Flows) -> Vec<Derivation> {
    let clock = &model.time.clock;
    let mut years: Vec<Derivation> = Vec::new();
    for (index, (served, elsewhere)) in flows.served.iter().zip(&flows.elsewhere).enumerate() {
        let wanted = flows.is_told_for_wanted(model);
        let hours = if wanted { cash_flow::wanted(model, index + 1) } else { served + elsewhere };
        if hours == 0.0 {
            continue;
        }
        let month = match clock.timing {
            Timing::Monthly => index + 1,
            Timing::YearEnd => (index / 12 + 1) * 12,
        };
        let factor = discount_factor(clock, month);
        let work = leaf("productive hours of a month", hours, Unit::GpuHours, rows::WORK_OVER_TIME);
        let value = hours * factor.value;
        let name = year_name(index / 12 + 1);
        let discounted = node("discounted", value, Unit::GpuHours, Formula::DiscountedHours, vec![work, factor]);
        match years.last_mut().filter(|last| last.label == name) {
            Some(last) => {
                last.value += value;
                last.parts.push(discounted);
            }
            None => years.push(node(name, value, Unit::GpuHours, Formula::SumOfMonths, vec![discounted])),
        }
    }
    years
}

/// Rows named beside a payment of a month: those that move it most. Sums of months name all.
const MONTHLY_ROWS: usize = 6;
/// The kinds of payments at a point.
const PAID: [&str; 3] = ["purchases and prepayments", "running costs and bills", "sales less removal"];

/// Year, months from the decision and cash of every point with a payment, by the kinds of [`PAID`]. Under the yearly
/// clock all points are whole years.
fn points(clock: &Clock, flows: &Flows) -> Vec<(usize, usize, [f64; 3])> {
    // The end of the last year may be after the last month.
    let mut cash = vec![[0.0; 3]; flows.start.len() + 12];
    let start_and_end = |month: usize| match clock.timing {
        Timing::Monthly => (month - 1, month),
        Timing::YearEnd => ((month - 1) / 12 * 12, month.div_ceil(12) * 12),
    };
    let mut pay = |point: usize, kinds: [f64; 3]| {
        for (place, usd) in cash.get_mut(point).into_iter().flatten().zip(kinds) {
            *place += usd;
        }
    };
    for (index, ((first, last), bill)) in flows.start.iter().zip(&flows.end).zip(&flows.bill).enumerate() {
        let (start, end) = start_and_end(index + 1);
        pay(start, [*first, 0.0, 0.0]);
        pay(end, [0.0, last + bill, flows.sale.get(index).copied().unwrap_or(0.0)]);
    }
    let paid = cash.into_iter().enumerate().filter(|(_, kinds)| kinds.iter().any(|usd| *usd != 0.0));
    paid.map(|(point, usd)| (point.div_ceil(12), point, usd)).collect()
}
