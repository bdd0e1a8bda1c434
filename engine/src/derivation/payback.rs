//! Derivations of payback: what both plans have paid before and after it.

use super::{Derivation, DerivationId, PaybackBasis, figure, leaf, node, rows};
use crate::cash_flow::{self, Flows};
use crate::cost::plan::OverflowPricing;
use crate::cost::{OWN_LINES, SERVING_LABEL};
use crate::formulas::finance::Clock;
use crate::formulas::formula::Formula;
use crate::horizon::payback::{Change, Cumulative, Paid, PaidBack, paid_back};
use crate::horizon::{Comparison, buffers};
use crate::model::Model;
use crate::units::{Unit, count};

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
        let month = leaf("month", count(point), Unit::Months, rows::MONTHS);
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
                    vec![leaf("month before", count(last), Unit::Months, rows::MONTHS), before, after],
                )
            }
            PaidBack::From(Change::At(point)) => figure(
                DerivationId::PaybackMonth(basis),
                count(point),
                Unit::Months,
                Formula::PaybackAtMonth,
                vec![
                    leaf("month", count(point), Unit::Months, rows::MONTHS),
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
        leaf(SERVING_LABEL, usd, Unit::Usd, rows::SERVING)
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
        parts.push(leaf("Rented in addition", one.paid_until(self.clock, at.0, at.1), Unit::Usd, rows::RENTED_BESIDE));
        parts.push(self.serving(self.own, &mut one, at));
        let tax = self.tax(self.own, paid, at);
        parts.push(leaf("Tax (negative: saved)", tax, Unit::Usd, rows::TAX));
        // The remainder is the price of late work; if that has no price, there is no remainder.
        if self.model.time.late_usd_per_gpu_hour > 0.0 {
            let late = paid - parts.iter().map(|part| part.value).sum::<f64>();
            parts.push(leaf("Late work", late, Unit::Usd, rows::LATE));
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
            leaf("set-up and prepayments", ahead, Unit::Usd, rows::RENT_AHEAD),
            leaf("bills", bills, Unit::Usd, rows::RENT_BILLS),
            leaf("Late work", late, Unit::Usd, rows::LATE),
            serving,
            leaf("egress at the end and fees", moving, Unit::Usd, rows::RENT_ENDS),
            leaf("Tax (negative: saved)", self.tax(self.rent, paid, at), Unit::Usd, rows::TAX),
        ];
        parts.retain(|part| part.value != 0.0);
        node("renting so far", paid, Unit::Usd, Formula::SumOfLines, parts)
    }
}
