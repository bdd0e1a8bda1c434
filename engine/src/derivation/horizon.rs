//! Derivations of figures over the horizon: present values as payments times discount factors, payback as what both
//! plans have paid before and after it.

use super::{Derivation, DerivationId, PaybackBasis, Side, figure, leaf, node};
use crate::analysis::horizon_break_even::{alone, at_use, horizon_break_even, set_price};
use crate::cash_flow::{self, Flows, tax};
use crate::cost::plan::OverflowPricing;
use crate::cost::{OWN_LINES, SERVING_LABEL};
use crate::formulas::finance::{Clock, Timing};
use crate::formulas::formula::Formula;
use crate::horizon::payback::{Change, Cumulative, Paid, PaidBack, paid_back};
use crate::horizon::{Comparison, buffers, compare, own_against, rent_value};
use crate::inputs::Scenario;
use crate::model::{Model, Tax};
use crate::units::{Unit, count};

/// Labels of years: a horizon of ten, and ten more in which something may fall due.
const YEARS: [&str; 21] = [
    "At the decision",
    "Year 1",
    "Year 2",
    "Year 3",
    "Year 4",
    "Year 5",
    "Year 6",
    "Year 7",
    "Year 8",
    "Year 9",
    "Year 10",
    "Year 11",
    "Year 12",
    "Year 13",
    "Year 14",
    "Year 15",
    "Year 16",
    "Year 17",
    "Year 18",
    "Year 19",
    "Year 20",
];

fn year_name(year: usize) -> &'static str {
    YEARS.get(year).copied().unwrap_or("A later year")
}

/// Present values of both sides at the break-even points over the horizon: at the break-even use, and at the break-even
/// price of the cheapest hourly offer. The points come from a search; the derivation lets a reader check that the sides
/// are equal there.
pub fn of_turning(model: &Model, scenario: &Scenario, found: &Comparison) -> Vec<Derivation> {
    let Some(turning) = horizon_break_even(model, scenario, found) else { return Vec::new() };
    let at_use = turning.busy_share.and_then(|share| {
        let model = &at_use(model, scenario, share);
        let terms = &OverflowPricing::of(model);
        let mut sides = of_present_values(model, terms, &compare(model, terms, &mut buffers(model))).into_iter();
        let at = leaf("busy share", share, Unit::Share, &[]);
        Some(meeting(DerivationId::HorizonBreakEvenBusyShare, sides.next()?, sides.next()?, at))
    });
    let at_price = turning.usd_per_gpu_hour.zip(turning.offer).and_then(|(usd, offer)| {
        // Every rented hour has that price, including those before delivery and above the ceiling.
        let (mut model, index) = alone(model, model.offers.iter().find(|o| o.id == offer)?);
        let (own, rent) = sides_at(&mut model, index, usd)?;
        let at = leaf("price of the cheapest hourly offer", usd, Unit::UsdPerGpuHour, &[]);
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
        let at = leaf("price of the cheapest commitment", usd, Unit::UsdPerGpuHour, &[]);
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

/// All amounts that add up to a value: they may nearly cancel.
fn gross(node: &Derivation) -> f64 {
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
    let mut own = buffers(model);
    cash_flow::own(model, terms, &mut own);
    let own_years = payments_by_year(model, &own);
    let Some((index, rent)) = found.cheapest else {
        let saved = model.time.tax.as_ref().map(|tax| tax_saved(model, &own, tax));
        return vec![present_value(Side::Own, found.own.present_value, own_years, saved)];
    };
    let mut rented = buffers(model);
    cash_flow::rent(model, terms, index, &mut rented);
    let tax = model.time.tax.as_ref();
    let own_saved =
        tax.map(|tax| if tax.carried { carried(model, &own, &rented, tax) } else { tax_saved(model, &own, tax) });
    let rent_saved = tax.map(|tax| tax_saved(model, &rented, tax));
    vec![
        present_value(Side::Own, found.own.present_value, own_years, own_saved),
        present_value(Side::Rent, rent.present_value, payments_by_year(model, &rented), rent_saved),
    ]
}

fn present_value(side: Side, value: f64, years: Vec<Derivation>, tax_saved: Option<Derivation>) -> Derivation {
    let id = DerivationId::PresentValue(side);
    let Some(saved) = tax_saved else { return figure(id, value, Unit::Usd, Formula::SumOfYears, years) };
    let before = years.iter().map(|year| year.value).sum();
    let before = node("before tax", before, Unit::Usd, Formula::SumOfYears, years);
    figure(id, value, Unit::Usd, Formula::AfterTax, vec![before, saved])
}

/// Payments at each point of the clock, by year; years without payments are omitted.
fn payments_by_year(model: &Model, flows: &Flows) -> Vec<Derivation> {
    let clock = &model.time.clock;
    let mut years: Vec<Derivation> = Vec::new();
    for (year, month, cash) in points(clock, flows) {
        let mut paid = discounted_payment(clock, "paid", month, cash.iter().sum());
        // If a point has payments of several kinds, they are listed by kind.
        let mut kinds: Vec<Derivation> =
            PAID.iter().zip(cash).map(|(label, usd)| leaf(label, usd, Unit::Usd, &[])).collect();
        kinds.retain(|kind| kind.value != 0.0);
        if let Some(sum) = paid.parts.first_mut().filter(|_| kinds.len() > 1) {
            *sum = node("cash", sum.value, Unit::Usd, Formula::SumOfPayments, kinds);
        }
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
        let work = leaf("productive hours of a month", hours, Unit::GpuHours, &[]);
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

/// Money at a point of the clock, some months after the decision, times its discount factor.
fn discounted_payment(clock: &Clock, label: &'static str, months: usize, cash: f64) -> Derivation {
    let factor = discount_factor(clock, months);
    let value = cash * factor.value;
    node(label, value, Unit::Usd, Formula::DiscountedPayment, vec![leaf("cash", cash, Unit::Usd, &[]), factor])
}

fn discount_factor(clock: &Clock, months: usize) -> Derivation {
    node(
        "discount factor",
        clock.at_end(months),
        Unit::Ratio,
        Formula::DiscountFactor,
        vec![
            leaf("months from the decision", count(months), Unit::Months, &[]),
            leaf("cost of capital", clock.rate, Unit::SharePerYear, &["money.discount_rate"]),
        ],
    )
}

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

/// Tax saved by a plan's deductions, year by year.
fn tax_saved(model: &Model, flows: &Flows, tax: &Tax) -> Derivation {
    by_tax_year(model, "tax saved", tax, &tax::deductions(flows, tax))
}

/// The same with carried losses: the savings of renting, less the tax on owning's savings over it.
fn carried(model: &Model, own: &Flows, rent: &Flows, tax: &Tax) -> Derivation {
    let (own, rent) = (tax::deductions(own, tax), tax::deductions(rent, tax));
    let renting = by_tax_year(model, "tax saved by renting", tax, &rent);
    let taxed = by_tax_year(model, "tax on savings from owning", tax, &tax::taxed_savings(&own, &rent));
    let value = renting.value - taxed.value;
    node("tax saved", value, Unit::Usd, Formula::TaxSavedByOwning, vec![renting, taxed])
}

fn by_tax_year(model: &Model, label: &'static str, tax: &Tax, base: &[f64]) -> Derivation {
    let years: Vec<Derivation> = base
        .iter()
        .enumerate()
        .filter(|(_, usd)| **usd != 0.0)
        .map(|(index, usd)| {
            let cash = node(
                "tax",
                usd * tax.rate,
                Unit::Usd,
                Formula::Tax,
                vec![
                    leaf("deductible or taxable amount", *usd, Unit::Usd, &[]),
                    leaf("tax rate", tax.rate, Unit::Share, &["money.tax_rate"]),
                ],
            );
            let mut year = discounted_payment(&model.time.clock, year_name(index + 1), (index + 1) * 12, cash.value);
            if let Some(place) = year.parts.first_mut() {
                *place = cash;
            }
            year
        })
        .collect();
    node(label, years.iter().map(|year| year.value).sum(), Unit::Usd, Formula::SumOfYears, years)
}

/// Derivations of the payback month, undiscounted and discounted, from what both plans have paid before and after it,
/// and of the peak cash of owning over renting.
pub fn of_payback(model: &Model, terms: &OverflowPricing, found: &Comparison) -> Vec<Derivation> {
    let Some((index, _)) = found.cheapest.filter(|_| found.own.complete) else { return Vec::new() };
    let (mut own, mut rent) = (buffers(model), buffers(model));
    cash_flow::own(model, terms, &mut own);
    cash_flow::rent(model, terms, index, &mut rent);
    let paid = |clock| {
        let paid = Paid::of(model, &own, Some(&rent), clock);
        Trees { model, own: &own, rent: &rent, clock, over: paid.over(), paid }
    };
    let simple = paid(None);
    [simple.payback(), paid(Some(&model.time.clock)).payback()].into_iter().chain(simple.most()).collect()
}

/// A point, and whether payments at the point itself are included.
type Point = (usize, bool);

/// What both plans have paid, undiscounted or as present values.
struct Trees<'a> {
    model: &'a Model,
    own: &'a Flows,
    rent: &'a Flows,
    clock: Option<&'a Clock>,
    paid: Paid,
    over: Vec<(f64, f64)>,
}

impl Trees<'_> {
    fn excess(&self, label: &'static str, point: Point) -> Derivation {
        let paid = |c: &Cumulative| {
            let of = if point.1 { &c.points } else { &c.before };
            of.get(point.0).copied().unwrap_or(0.0)
        };
        let (own, rent) = (paid(&self.paid.own), paid(&self.paid.rent));
        let parts = vec![self.owned(own, point), self.rented(rent, point)];
        // As in the payback itself, a difference within rounding is zero.
        let over = self.over.get(point.0).map_or(own - rent, |over| if point.1 { over.1 } else { over.0 });
        node(label, over, Unit::Usd, Formula::ExcessSoFar, parts)
    }

    /// The most that owning has paid more than renting at any point; `None` if it never has.
    fn most(&self) -> Option<Derivation> {
        let mut most = (0, 0.0);
        for (point, (_, usd)) in self.over.iter().enumerate() {
            if *usd > most.1 {
                most = (point, *usd);
            }
        }
        let (point, usd) = most;
        let most = self.excess("", (point, true)).named(DerivationId::PeakCash);
        let month = leaf("month", count(point), Unit::Months, &[]);
        let formula = Formula::HighestExcess;
        (usd > 0.0).then(|| Derivation { parts: [month].into_iter().chain(most.parts).collect(), formula, ..most })
    }

    /// The point at which owning exceeds renting most, even if it never does.
    fn dearest(&self) -> Point {
        let mut most = ((0, true), f64::NEG_INFINITY);
        for (point, (before, after)) in self.over.iter().enumerate() {
            for (usd, at_once) in [(*before, false), (*after, true)] {
                if usd > most.1 && (point > 0 || at_once) {
                    most = ((point, at_once), usd);
                }
            }
        }
        most.0
    }

    fn payback(&self) -> Derivation {
        let basis = if self.clock.is_some() { PaybackBasis::Discounted } else { PaybackBasis::Undiscounted };
        match paid_back(&self.over) {
            PaidBack::AtOnce => self.excess("", self.dearest()).named(DerivationId::ImmediatePayback(basis)),
            PaidBack::From(change @ Change::Within(last)) => {
                let before = self.excess("excess over renting in the month before", (last, true));
                let after = self.excess("excess over renting in the month after", (last + 1, false));
                figure(
                    DerivationId::PaybackMonth(basis),
                    change.month(&self.over),
                    Unit::Months,
                    Formula::PaybackWithinMonth,
                    vec![leaf("month before", count(last), Unit::Months, &[]), before, after],
                )
            }
            PaidBack::From(Change::At(point)) => figure(
                DerivationId::PaybackMonth(basis),
                count(point),
                Unit::Months,
                Formula::PaybackAtMonth,
                vec![
                    leaf("month", count(point), Unit::Months, &[]),
                    self.excess("excess over renting before it", (point, false)),
                    self.excess("excess over renting after it", (point, true)),
                ],
            ),
            PaidBack::Never => self.excess("", (self.own.months, true)).named(DerivationId::NoPayback(basis)),
        }
    }

    /// The tax on a plan's flows so far, negative if it is saved; `paid` is their cost after tax.
    fn tax(&self, flows: &Flows, paid: f64, (point, at_once): Point) -> f64 {
        if self.model.time.tax.is_none() { 0.0 } else { paid - flows.paid_until(self.clock, point, at_once) }
    }

    /// What people who serve tokens on GPUs cost so far.
    fn serving(&self, plan: &Flows, alone: &mut Flows, (point, at_once): Point) -> Derivation {
        plan.serving_alone(alone);
        let usd = alone.paid_until(self.clock, point, at_once);
        leaf(SERVING_LABEL, usd, Unit::Usd, &["api.serving_people", "people.usd_per_person_year"])
    }

    fn owned(&self, paid: f64, at: Point) -> Derivation {
        let mut one = Flows::new(self.model);
        let mut parts: Vec<Derivation> = Vec::with_capacity(OWN_LINES.len() + 2);
        for line in OWN_LINES {
            one.clear();
            one.take_work(self.own);
            cash_flow::own_line(self.model, &(line.of)(self.model), &mut one);
            parts.push(leaf(line.label, one.paid_until(self.clock, at.0, at.1), Unit::Usd, line.explained.inputs));
        }
        self.own.rented_beside(&mut one);
        parts.push(leaf("Rented in addition", one.paid_until(self.clock, at.0, at.1), Unit::Usd, &[]));
        parts.push(self.serving(self.own, &mut one, at));
        let tax = self.tax(self.own, paid, at);
        parts.push(leaf("Tax (negative: saved)", tax, Unit::Usd, &["money.tax_rate"]));
        // The remainder is the price of late work; if that has no price, there is no remainder.
        if self.model.time.late_usd_per_gpu_hour > 0.0 {
            let late = paid - parts.iter().map(|part| part.value).sum::<f64>();
            parts.push(leaf("Late work", late, Unit::Usd, &["time.late_usd_per_gpu_hour"]));
        }
        parts.retain(|part| part.value != 0.0);
        node("owning so far", paid, Unit::Usd, Formula::SumOfLines, parts)
    }

    fn rented(&self, paid: f64, at: Point) -> Derivation {
        let mut one = Flows::new(self.model);
        one.start.clone_from(&self.rent.start);
        let ahead = one.paid_until(self.clock, at.0, at.1);
        one.clear();
        one.bill.clone_from(&self.rent.bill);
        let bills = one.paid_until(self.clock, at.0, at.1);
        one.clear();
        one.end.clone_from(&self.rent.end);
        let at_ends = one.paid_until(self.clock, at.0, at.1);
        let serving = self.serving(self.rent, &mut one, at);
        let late = at_ends - serving.value;
        one.clear();
        one.removal.clone_from(&self.rent.removal);
        let moving = one.paid_until(self.clock, at.0, at.1);
        let mut parts = vec![
            leaf("set-up and prepayments", ahead, Unit::Usd, &["rent.setup_usd"]),
            leaf("bills", bills, Unit::Usd, &[]),
            leaf("Late work", late, Unit::Usd, &["time.late_usd_per_gpu_hour"]),
            serving,
            leaf("egress at the end and fees", moving, Unit::Usd, &["rent.exit_tb"]),
            leaf("Tax (negative: saved)", self.tax(self.rent, paid, at), Unit::Usd, &["money.tax_rate"]),
        ];
        parts.retain(|part| part.value != 0.0);
        node("renting so far", paid, Unit::Usd, Formula::SumOfLines, parts)
    }
}
