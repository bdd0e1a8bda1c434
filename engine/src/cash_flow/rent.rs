//! Renting by month: by the hour at changing prices, or in terms that keep their starting price.

use super::commitment::{bill_of, ceiling, term};
use super::dispatch::{Capacity, Split, split};
use super::hires::Hired;
use super::outside::Outside;
use super::placing::finish;
use super::present::{leave_undone, rent_rest};
use super::serving::pay_serving;
use super::tail::Follows;
use super::{Flows, Prepaid, Queue, SignedTerm, Unplaced, Work, add, all_work, running_work, span, value, wanted};
use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::{idle_bill, managed, moving_out};
use crate::model::Model;
use crate::model::offers::{Billing, Offer};
use crate::prices::Service;
use crate::units::{HOURS_PER_MONTH, count};

/// Fills the flows of renting all work from one offer.
///
/// A commitment is renewed when its term ends. If the work ends with the horizon and another term would outlast it, the
/// cheapest plan for the remaining months follows ([`super::tail`]).
pub fn rent(model: &Model, terms: &OverflowPricing, index: usize, flows: &mut Flows) {
    flows.clear();
    let Some(offer) = model.offers.get(index) else { return };
    // Beside running commitments it matters which work they do.
    let apart = model.time.running.is_empty() || model.time.queue;
    let Some(rentable) = model.without_pinned().filter(|_| apart) else {
        return rent_all(model, terms, (index, offer), flows);
    };
    // What has to run on owned machines stays undone.
    rent_all(&rentable, terms, (index, offer), flows);
    for month in 1..=flows.months {
        leave_undone(model, month, all_work(model, month) * model.load.pinned_share(), flows);
    }
}

fn rent_all(model: &Model, terms: &OverflowPricing, (index, offer): (usize, &Offer), flows: &mut Flows) {
    let mut queue = Queue::new(model);
    let months = flows.months;
    if offer.pays_per_use() {
        if is_plain(model, offer, flows) {
            return plain_hours(model, (index, offer), flows);
        }
        by_the_hour(model, terms, &mut queue, (index, offer), (1, months, false), flows);
    } else {
        let kept = &mut flows.kept;
        let outside = terms.overflow.and_then(|(index, _)| Outside::at_one_offer_like(kept, model, terms, index));
        let renting = Renting { model, terms, outside: outside.as_ref() };
        let fits = |month: usize| model.time.going_on || month + term(offer) <= months + 1;
        let mut month = renting.commit(&mut queue, (index, offer), 1, flows);
        while month <= months && fits(month) {
            month = renting.commit(&mut queue, (index, offer), month, flows);
        }
        if month <= months {
            renting.rest(&mut queue, (offer, month), flows);
        }
    }
    finish(model, terms, flows);
}

/// Whether all work goes to one offer by the hour from the first month on.
fn is_plain(model: &Model, offer: &Offer, flows: &Flows) -> bool {
    let alone = model.time.running.is_empty() && flows.bills.is_none();
    alone && offer.elsewhere == 0.0 && model.work.as_gpu_hours() > 0.0
}

/// All work at one offer by the hour: the usual case in one pass over the months.
fn plain_hours(model: &Model, (index, offer): (usize, &Offer), flows: &mut Flows) {
    let porting = if offer.ported { model.rented.porting.as_usd() } else { 0.0 };
    let set_up = model.rented.setup.as_usd() + porting;
    flows.prepay(Prepaid { month: 1, months: 1, paid: set_up, counted: 1 });
    flows.set_up.push((1, set_up));
    let here = per_productive_hour(model, offer, offer.price * managed(&model.rented));
    let more = idle_bill(model, offer).before_support().as_usd() / 12.0;
    let wanted = model.work.as_gpu_hours() / 12.0;
    let moved = model.time.growth.iter().zip(model.time.rent.iter());
    let served = flows.served.iter_mut().zip(flows.bill.iter_mut());
    for (month, ((served, bill), (grown, drifted))) in (1..).zip(served.zip(moved)) {
        let work = wanted * grown;
        *served = work;
        let hours = work * here * drifted;
        let usd = hours + more;
        let support = model.rented.support.of(usd);
        *bill += usd + support;
        if let Some(billed) = &mut flows.billed {
            billed.add_bill(model, (month, offer), (hours, 1.0, true), support);
        }
    }
    flows.rented.clone_from(&flows.served);
    let source = if offer.service == Service::Spot { &mut flows.sources.spot } else { &mut flows.sources.on_demand };
    source.clone_from(&flows.served);
    pay_serving(model, flows);
    if !model.time.going_on {
        flows.moved_out = moving_out(model, offer, 1.0).as_usd();
        flows.owe_at_horizon(flows.moved_out, index);
    }
}

/// Fills a range of months rented by the hour. Where they may move, each month goes where it costs least after credits.
fn by_the_hour(
    model: &Model,
    terms: &OverflowPricing,
    queue: &mut Queue,
    (index, offer): (usize, &Offer),
    (from, to, may_move): (usize, usize, bool),
    flows: &mut Flows,
) {
    let may_move = may_move && flows.bills.is_some();
    let here = per_productive_hour(model, offer, offer.price * managed(&model.rented));
    let fallback = terms.fallback_at(offer.place).and_then(|(other, _)| Some((other, model.offers.get(other)?)));
    if !model.time.running.is_empty() && !offer.parts.is_empty() && !model.time.queue {
        return beside_running(model, terms, index, (from, to, may_move), flows);
    }
    for (month, drifted) in (from..=to).zip(span(&model.time.rent, from, to)) {
        let asked = wanted(model, month);
        add(&mut flows.sources.running, month, all_work(model, month) - asked);
        let work = asked + queue.let_go();
        if may_move {
            add(&mut flows.served, month, work);
            let hours = vec![(None, work)];
            flows.unplaced.push(Unplaced { month, work: Work::Month { hours, at: index, served: true } });
            continue;
        }
        let away = if offer.elsewhere == 0.0 { 0.0 } else { work * offer.elsewhere };
        let served = work - away;
        add(&mut flows.served, month, served);
        flows.hired.push(Hired { month, offer: index, hours: served, usd: served * here * drifted, ahead: 0.0 });
        match fallback {
            _ if away == 0.0 => {}
            Some((other, there)) => {
                add(&mut flows.elsewhere, month, away);
                if flows.bills.is_some() {
                    let work = Work::Refused { hours: away, by: index, workload: None };
                    flows.unplaced.push(Unplaced { month, work });
                } else {
                    let usd = away * per_productive_hour(model, there, there.price * managed(&model.rented)) * drifted;
                    flows.hired.push(Hired { month, offer: other, hours: away, usd, ahead: 0.0 });
                }
            }
            None => leave_undone(model, month, away, flows),
        }
    }
}

/// The same where running commitments do what would cost most there, workload by workload.
fn beside_running(
    model: &Model,
    terms: &OverflowPricing,
    index: usize,
    (from, to, may_move): (usize, usize, bool),
    flows: &mut Flows,
) {
    let outside = Outside::at_one_offer_like(&mut flows.kept, model, terms, index);
    let mut scratch = Split::default();
    for month in from..=to {
        let capacity = Capacity { running: running_work(model, month), bound: true, ..Capacity::default() };
        split(model, outside.as_ref(), month, &capacity, &mut scratch);
        add(&mut flows.sources.running, month, scratch.running);
        leave_undone(model, month, scratch.undone, flows);
        let rest: f64 = scratch.rest.iter().sum();
        let Some(outside) = &outside else {
            leave_undone(model, month, rest, flows);
            continue;
        };
        add(&mut flows.served, month, rest);
        if may_move {
            let hours = outside.by_workload(&scratch.rest);
            if !hours.is_empty() {
                flows.unplaced.push(Unplaced { month, work: Work::Month { hours, at: index, served: true } });
            }
            continue;
        }
        // Hours at the plan's own offer are its own, whatever credits others have.
        for (hire, hours) in outside.hires().zip(&scratch.rest) {
            flows.hire_here(model, month, *hours, hire);
        }
    }
}

/// Renting under a commitment: what it needs to know of the rest.
struct Renting<'m> {
    model: &'m Model,
    terms: &'m OverflowPricing,
    /// What may be rented beyond the commitment.
    outside: Option<&'m Outside>,
}

impl Renting<'_> {
    /// Fills the months after a commitment, from `from` on.
    fn rest(&self, queue: &mut Queue, (offer, from): (&Offer, usize), flows: &mut Flows) {
        let (model, terms) = (self.model, self.terms);
        let mut tail = std::mem::take(&mut flows.tail);
        tail.find(model, terms, offer, from);
        let mut month = from;
        while month <= flows.months {
            month = match tail.at(month) {
                Follows::Hour(index) => {
                    let mut last = month;
                    while last < flows.months && tail.at(last + 1) == Follows::Hour(index) {
                        last += 1;
                    }
                    let Some(other) = model.offers.get(index) else { break };
                    by_the_hour(model, terms, queue, (index, other), (month, last, true), flows);
                    last + 1
                }
                Follows::Term(index) | Follows::Beyond(index) => {
                    let Some(other) = model.offers.get(index) else { break };
                    self.commit(queue, (index, other), month, flows)
                }
            };
        }
        flows.tail = tail;
    }

    /// Fills one term of a commitment. Returns the month after it.
    fn commit(&self, queue: &mut Queue, (index, offer): (usize, &Offer), from: usize, flows: &mut Flows) -> usize {
        match offer.billing {
            Billing::Committed { gpus } => self.committed(queue, (index, offer), gpus, from, flows),
            Billing::Absorbed { gpus } => self.absorbed(queue, (index, offer), gpus, from, flows),
            Billing::PayPerUse => flows.months + 1,
        }
    }

    /// Does the work of months on a commitment; the overflow is rented by the hour. Returns what the commitment does.
    fn work(
        &self,
        queue: &mut Queue,
        (offer, gpus): (&Offer, f64),
        month: usize,
        scratch: &mut Split,
        flows: &mut Flows,
    ) -> f64 {
        let model = self.model;
        let most = ceiling(model, offer, gpus, month);
        let before = value(&flows.served, month);
        if model.time.queue {
            queue.serve(model, flows, month, most, self.outside.is_some());
            add(&mut flows.sources.running, month, all_work(model, month) - wanted(model, month));
            return value(&flows.served, month) - before;
        }
        let running = running_work(model, month);
        let capacity = Capacity { running, committed: most, bound: true, ..Capacity::default() };
        split(model, self.outside, month, &capacity, scratch);
        add(&mut flows.sources.running, month, scratch.running);
        add(&mut flows.served, month, scratch.committed);
        rent_rest(model, self.outside, month, scratch, flows, false);
        leave_undone(model, month, scratch.undone, flows);
        scratch.committed
    }

    /// Fills a term with a fixed price whose idle hours other work absorbs, including its share of the prepayment. Returns
    /// the month after it.
    fn absorbed(
        &self,
        queue: &mut Queue,
        (index, offer): (usize, &Offer),
        gpus: f64,
        from: usize,
        flows: &mut Flows,
    ) -> usize {
        let model = self.model;
        let last = (from + term(offer) - 1).min(flows.months);
        let price = per_productive_hour(model, offer, offer.price * managed(&model.rented));
        let price = price * value(&model.time.rent, from);
        let mut scratch = Split::default();
        let mut ahead = 0.0;
        for month in from..=last {
            let hours = self.work(queue, (offer, gpus), month, &mut scratch, flows);
            let usd = hours * price;
            let prepaid = bill_of(model, 0.0, usd).0 * offer.upfront_share;
            ahead += prepaid;
            flows.hired.push(Hired { month, offer: index, hours, usd, ahead: prepaid });
        }
        if ahead > 0.0 {
            let months = last + 1 - from;
            flows.prepay_to(Prepaid { month: from, months, paid: ahead, counted: months }, index);
        }
        last + 1
    }

    /// Fills a term that bills every hour. Returns the month after it.
    fn committed(
        &self,
        queue: &mut Queue,
        (index, offer): (usize, &Offer),
        gpus: f64,
        from: usize,
        flows: &mut Flows,
    ) -> usize {
        let model = self.model;
        let last = pay_term(model, (index, offer), Held::beside_nothing(gpus), from, flows);
        let mut scratch = Split::default();
        let mut next = from;
        while next <= last {
            let most = ceiling(model, offer, gpus, next);
            let done = queue.serve_what_fits(model, flows, (next, last), most);
            for month in next..next + done {
                let hours = value(&flows.served, month);
                add_hours(flows, (month, index), hours);
            }
            next += done;
            if next > last {
                break;
            }
            let hours = self.work(queue, (offer, gpus), next, &mut scratch, flows);
            add_hours(flows, (next, index), hours);
            next += 1;
        }
        last + 1
    }
}

/// GPUs of a commitment and whether running ones count towards it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Held {
    gpus: f64,
    /// Running commitments are part of the GPUs: it takes their place as they end.
    replaces_running: bool,
}

impl Held {
    /// A commitment that takes the place of running ones as they end.
    fn beside_nothing(gpus: f64) -> Self {
        Self { gpus, replaces_running: true }
    }

    /// A commitment beside running ones.
    pub(super) fn beside_running(gpus: f64) -> Self {
        Self { gpus, replaces_running: false }
    }
}

/// Adds the work that a commitment does in a month to the payment for it.
pub(super) fn add_hours(flows: &mut Flows, (month, offer): (usize, usize), hours: f64) {
    let paid = flows.hired.iter_mut().rev().find(|hired| hired.month == month && hired.offer == offer);
    if let Some(paid) = paid {
        paid.hours += hours;
    }
}

/// Pays for a term that bills every hour, used or not. Returns its last month within the horizon.
pub(super) fn pay_term(
    model: &Model,
    (index, offer): (usize, &Offer),
    held: Held,
    from: usize,
    flows: &mut Flows,
) -> usize {
    let time = &model.time;
    let months = term(offer);
    let end = from + months - 1;
    let last = end.min(flows.months);
    let gpus = held.gpus;
    let contract = offer.price.as_usd_per_gpu_hour() * value(&time.rent, from);
    let price = contract * managed(&model.rented);
    let hours_usd = |gpus: f64| gpus * HOURS_PER_MONTH * price;
    // The bill is the same in every month of the term.
    let per_month = bill_of(model, 0.0, hours_usd(gpus)).0;
    let upfront = per_month * count(months) * offer.upfront_share;
    if upfront > 0.0 {
        // If the work continues, the prepayment beyond the horizon is credited.
        let counted = if time.going_on { last - from + 1 } else { months };
        flows.prepay_to(Prepaid { month: from, months, paid: upfront, counted }, index);
    }
    let replaces = held.replaces_running && !time.running.is_empty();
    let usd_per_month = gpus * HOURS_PER_MONTH * contract * (1.0 - offer.upfront_share);
    flows.signed.push(SignedTerm { from, end, usd_per_month });
    for month in from..=last {
        let bought = if replaces { (gpus - time.running_gpus(month)).max(0.0) } else { gpus };
        let usd = hours_usd(bought);
        let ahead = bill_of(model, 0.0, usd).0 * offer.upfront_share;
        flows.hired.push(Hired { month, offer: index, hours: 0.0, usd, ahead });
    }
    if end > flows.months {
        leave(model, flows, per_month * (1.0 - offer.upfront_share), (index, end));
    }
    if replaces {
        less_running(model, (index, offer), gpus, from, flows);
    }
    last
}

/// Settles the rest of a commitment at the horizon: cut off if the work continues, otherwise due, partly recovered, or
/// ended for a fee. Prepayments are lost then.
fn leave(model: &Model, flows: &mut Flows, due: f64, (index, end): (usize, usize)) {
    let time = &model.time;
    let left = count(end - flows.months);
    if time.going_on {
        return;
    }
    if let Some(fee) = time.termination_fee {
        flows.owe_at_horizon(due * left * fee, index);
        return;
    }
    for month in flows.months + 1..=end {
        flows.owe(month, due * (1.0 - time.recoverable), index);
    }
}

/// Takes back what was prepaid, and what is due beyond the horizon, for the GPUs of running commitments: they are not
/// bought twice, and the new commitment replaces them as they end.
fn less_running(model: &Model, (index, offer): (usize, &Offer), gpus: f64, from: usize, flows: &mut Flows) {
    let time = &model.time;
    let price = offer.price.as_usd_per_gpu_hour() * value(&time.rent, from) * managed(&model.rented);
    let bill = |gpus: f64| bill_of(model, 0.0, gpus * HOURS_PER_MONTH * price).0;
    let full = bill(gpus);
    let months = term(offer);
    let last = (from + months - 1).min(flows.months);
    // Prepaid for months within the horizon and beyond it.
    let (mut ahead, mut beyond) = (0.0, 0.0);
    for month in from..from + months {
        let less = full - bill((gpus - time.running_gpus(month)).max(0.0));
        let due = less * (1.0 - offer.upfront_share);
        if month <= last {
            ahead += less * offer.upfront_share;
            continue;
        }
        beyond += less * offer.upfront_share;
        match (time.going_on, time.termination_fee) {
            (true, _) => {}
            (false, Some(fee)) => flows.owe_at_horizon(-(due * fee), index),
            (false, None) => flows.owe(month, -(due * (1.0 - time.recoverable)), index),
        }
    }
    let within = last + 1 - from;
    if ahead > 0.0 {
        flows.prepay_to(Prepaid { month: from, months: within, paid: -ahead, counted: within }, index);
    }
    if beyond > 0.0 {
        let left = months - within;
        let counted = if time.going_on { 0 } else { left };
        flows.prepay_to(Prepaid { month: from, months: left, paid: -beyond, counted }, index);
    }
}

#[cfg(test)]
mod tests;
