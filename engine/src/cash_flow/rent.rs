//! Renting by month: by the hour at changing prices, or in terms that keep their starting price.

use super::alongside::{left_by_the_hour, month_alongside};
use super::commitment::{bill_of, ceiling, term};
use super::tail::Follows;
use super::{Flows, Prepaid, Queue, Unplaced, Work, place, span, span_mut, use_credits, value};
use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::{idle_bill, managed, moving_out};
use crate::model::Model;
use crate::model::offers::{Billing, Offer};
use crate::units::{HOURS_PER_MONTH, count};

/// Fills the flows of renting all work from one offer.
///
/// A commitment is renewed when its term ends. If the work ends with the horizon and another term would outlast it, the
/// cheapest plan for the remaining months follows ([`super::tail`]).
pub fn rent(model: &Model, terms: &OverflowPricing, index: usize, flows: &mut Flows) {
    let Some(rentable) = model.without_pinned() else { return rent_beside(model, terms, index, flows) };
    // What has to run on owned machines stays undone.
    rent_beside(&rentable, terms, index, flows);
    for month in 1..=flows.months {
        let undone = super::all_work(model, month) * model.load.pinned_share();
        flows.unserved += undone;
        flows.pay(month, undone * model.time.late_usd_per_gpu_hour);
    }
}

/// The same with all of the work, pinned or not, beside what `flows` says runs beside it.
pub(super) fn rent_beside(model: &Model, terms: &OverflowPricing, index: usize, flows: &mut Flows) {
    flows.clear();
    let Some(offer) = model.offers.get(index) else { return };
    let porting = if offer.ported { model.rented.porting.as_usd() } else { 0.0 };
    flows.prepay(Prepaid { month: 1, months: 1, paid: model.rented.setup.as_usd() + porting, counted: 1 });
    let mut queue = Queue::new(model);
    let months = flows.months;
    if offer.pays_per_use() {
        by_the_hour(model, terms, &mut queue, (index, offer), (1, months), flows);
    } else {
        let fits = |month: usize| model.time.going_on || month + term(offer) <= months + 1;
        let mut month = commit(model, terms, &mut queue, (index, offer), 1, flows);
        while month <= months && fits(month) {
            month = commit(model, terms, &mut queue, (index, offer), month, flows);
        }
        if month <= months {
            rest(model, terms, &mut queue, (offer, month), flows);
        }
    }
    if !model.time.going_on {
        flows.owe_at_horizon(moving_out(model, offer).as_usd(), index);
    }
    place(model, terms, flows);
    if !model.time.credits.is_empty() {
        use_credits(model, flows);
    }
}

/// Fills the months after a commitment, from `from` on.
fn rest(model: &Model, terms: &OverflowPricing, queue: &mut Queue, (offer, from): (&Offer, usize), flows: &mut Flows) {
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
                let served = |flows: &Flows| span(&flows.served, month, last).iter().sum::<f64>();
                let before = served(flows);
                if flows.bills.is_some() && flows.alongside.is_none() {
                    // Each month goes where it costs least after credits.
                    for month in month..=last {
                        let hours = super::wanted(model, month) + queue.let_go();
                        super::add(&mut flows.served, month, hours);
                        flows.unplaced.push(Unplaced { month, hours, what: Work::Month { served: true } });
                    }
                } else {
                    by_the_hour(model, terms, queue, (index, other), (month, last), flows);
                }
                flows.after_terms += served(flows) - before;
                last + 1
            }
            Follows::Term(index) | Follows::Beyond(index) => {
                let Some(other) = model.offers.get(index) else { break };
                commit(model, terms, queue, (index, other), month, flows)
            }
        };
    }
    flows.tail = tail;
}

/// Fills one term of a commitment. Returns the month after it.
fn commit(
    model: &Model,
    terms: &OverflowPricing,
    queue: &mut Queue,
    (index, offer): (usize, &Offer),
    from: usize,
    flows: &mut Flows,
) -> usize {
    match offer.billing {
        Billing::Committed { gpus } => committed(model, terms, queue, (index, offer), gpus, from, flows),
        Billing::Absorbed { gpus } => absorbed(model, terms, queue, (index, offer), gpus, from, flows),
        Billing::PayPerUse => flows.months + 1,
    }
}

/// Fills a range of months rented by the hour.
fn by_the_hour(
    model: &Model,
    terms: &OverflowPricing,
    queue: &mut Queue,
    (index, offer): (usize, &Offer),
    (from, to): (usize, usize),
    flows: &mut Flows,
) {
    let here = per_productive_hour(model, offer, offer.price * managed(&model.rented));
    let fallback = terms.fallback_at(offer.place);
    let more = idle_bill(model, offer).before_support().as_usd() / 12.0;
    let support = &model.rented.support;
    let alone = flows.alongside.is_none();
    if alone && offer.elsewhere == 0.0 && model.time.running.is_empty() && flows.bills.is_none() {
        // The usual case: one pass over the months.
        let mut waited = queue.let_go();
        let wanted = model.work.as_gpu_hours() / 12.0;
        let moved = span(&model.time.growth, from, to).iter().zip(span(&model.time.rent, from, to));
        let served = span_mut(&mut flows.served, from, to).iter_mut();
        let bills = span_mut(&mut flows.bill, from, to).iter_mut();
        for ((served, bill), (grown, drifted)) in served.zip(bills).zip(moved) {
            let work = wanted * grown + std::mem::take(&mut waited);
            *served += work;
            let usd = work * here * drifted + more;
            *bill += usd + support.of(usd);
        }
        return;
    }
    for (month, drifted) in (from..=to).zip(span(&model.time.rent, from, to)) {
        let asked = if alone { super::wanted(model, month) } else { left_by_the_hour(model, month, flows) };
        let work = asked + queue.let_go();
        let away = if offer.elsewhere == 0.0 { 0.0 } else { work * offer.elsewhere };
        let served = work - away;
        super::add(&mut flows.served, month, served);
        let hours = served * here * drifted;
        let bill = hours + more;
        match fallback {
            _ if away == 0.0 => {}
            Some((other, price)) => {
                super::add(&mut flows.elsewhere, month, away);
                flows.rent_refused((index, other), month, away, away * price * drifted);
            }
            None => {
                flows.unserved += away;
                flows.pay(month, away * model.time.late_usd_per_gpu_hour);
            }
        }
        let usd = bill + support.of(bill);
        flows.owe_with_charges(month, (usd, usd - bill_of(model, more, hours).0), index);
    }
}

/// Does a month's work on a commitment; the overflow is rented by the hour.
fn work_of(
    model: &Model,
    terms: &OverflowPricing,
    queue: &mut Queue,
    (offer, gpus): (&Offer, f64),
    month: usize,
    flows: &mut Flows,
) {
    let most = ceiling(model, offer, gpus, month);
    if flows.alongside.is_some() {
        month_alongside(model, terms, month, most, flows);
        return;
    }
    let moved = queue.serve(model, flows, month, most, terms.overflow.is_some());
    flows.rent_beyond(model, terms, month, moved);
}

/// Fills a term with a fixed price whose idle hours other work absorbs, including its share of the prepayment. Returns
/// the month after it.
fn absorbed(
    model: &Model,
    terms: &OverflowPricing,
    queue: &mut Queue,
    (index, offer): (usize, &Offer),
    gpus: f64,
    from: usize,
    flows: &mut Flows,
) -> usize {
    let last = (from + term(offer) - 1).min(flows.months);
    let price = per_productive_hour(model, offer, offer.price * managed(&model.rented));
    let price = price * value(&model.time.rent, from);
    let more = idle_bill(model, offer).before_support().as_usd() / 12.0;
    let mut ahead = 0.0;
    for month in from..=last {
        let before = value(&flows.served, month);
        work_of(model, terms, queue, (offer, gpus), month, flows);
        let used = (value(&flows.served, month) - before) * price;
        let bill = used + more;
        let mut due = bill + model.rented.support.of(bill);
        let hours = bill_of(model, more, used).0;
        let charges = due - hours;
        if offer.upfront_share > 0.0 {
            let paid = hours * offer.upfront_share;
            ahead += paid;
            due -= paid;
        }
        flows.owe_with_charges(month, (due, charges), index);
    }
    if ahead > 0.0 {
        let months = last + 1 - from;
        flows.prepay_to(Prepaid { month: from, months, paid: ahead, counted: months }, index);
    }
    last + 1
}

/// Fills a term that bills every hour. Returns the month after it.
fn committed(
    model: &Model,
    terms: &OverflowPricing,
    queue: &mut Queue,
    (index, offer): (usize, &Offer),
    gpus: f64,
    from: usize,
    flows: &mut Flows,
) -> usize {
    let time = &model.time;
    let months = term(offer);
    let end = from + months - 1;
    let last = end.min(flows.months);
    let price = offer.price.as_usd_per_gpu_hour() * value(&time.rent, from) * managed(&model.rented);
    // The bill is the same in every month of the term.
    let idle = idle_bill(model, offer).before_support().as_usd() / 12.0;
    let (per_month, more) = bill_of(model, idle, gpus * HOURS_PER_MONTH * price);
    let upfront = per_month * count(months) * offer.upfront_share;
    if upfront > 0.0 {
        // If the work continues, the prepayment beyond the horizon is credited.
        let counted = if time.going_on { last - from + 1 } else { months };
        flows.prepay_to(Prepaid { month: from, months, paid: upfront, counted }, index);
    }
    let due = per_month * (1.0 - offer.upfront_share);
    flows.owe_each((from, last), (due + more, more), index);
    let mut next = from;
    while next <= last {
        if flows.alongside.is_none() {
            next += queue.serve_what_fits(model, flows, (next, last), ceiling(model, offer, gpus, next));
        }
        if next > last {
            break;
        }
        work_of(model, terms, queue, (offer, gpus), next, flows);
        next += 1;
    }
    if end > flows.months {
        leave(model, flows, due, (index, end));
    }
    if !time.running.is_empty() {
        less_running(model, (index, offer), gpus, from, flows);
    }
    last + 1
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

/// Deducts from a commitment the GPUs of running commitments: they are not bought twice, and the new commitment
/// replaces them as they end.
fn less_running(model: &Model, (index, offer): (usize, &Offer), gpus: f64, from: usize, flows: &mut Flows) {
    let time = &model.time;
    let price = offer.price.as_usd_per_gpu_hour() * value(&time.rent, from) * managed(&model.rented);
    let idle = idle_bill(model, offer).before_support().as_usd() / 12.0;
    let of = |gpus: f64| bill_of(model, idle, gpus * HOURS_PER_MONTH * price);
    let full = of(gpus);
    let months = term(offer);
    let last = (from + months - 1).min(flows.months);
    // Amounts not prepaid, for months within the horizon and beyond it.
    let (mut ahead, mut beyond) = (0.0, 0.0);
    for month in from..from + months {
        let part = of((gpus - time.running_gpus(month)).max(0.0));
        let less = full.0 - part.0;
        let due = less * (1.0 - offer.upfront_share);
        if month <= last {
            ahead += less * offer.upfront_share;
            flows.owe_with_charges(month, (-(due + full.1 - part.1), part.1 - full.1), index);
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
mod tests {
    use super::*;
    use crate::inputs::value::{Amount, Credit, Quote, Running};
    use crate::inputs::{CommitmentExit, CommittedCount, HorizonEnd, Scenario};
    use crate::prices::PriceBook;

    /// By hand: 1,000 GPU-hours and 1,000 GB a month. At 2.50 an hour and 1 a gigabyte that is 3,500; at 2.60 and
    /// nothing, 2,600.
    #[test]
    fn after_a_term_the_cheaper_bill_is_signed_not_the_cheaper_hour() {
        let mut book = PriceBook::embedded();
        let rows = "id,provider,gpu,usd_per_gpu_hour,term_months,service,egress_usd_per_gb\n\
                    y,A,h100-sxm,2,12,reserved,0\nlow,A,h100-sxm,2.5,0,on-demand,1\nfree,A,h100-sxm,2.6,0,on-demand,0\n";
        assert_eq!(book.add_own(rows).taken, 3);
        let mut scenario = Scenario::neutral();
        scenario.work.gpu_hours_per_month = Amount::exact(1_000.0);
        scenario.rent.egress_gb_per_month = Amount::exact(1_000.0);
        scenario.time.horizon_months = Amount::exact(18.0);
        let Ok(mut model) = Model::new(&scenario, &book, "2026-11") else { panic!("a model") };
        let own = model.offers.iter().filter(|o| o.id.starts_with("own-")).cloned().enumerate();
        model.offers = std::sync::Arc::new(own.map(|(place, offer)| Offer { place, ..offer }).collect());
        let terms = OverflowPricing::of(&model);
        let signed = model.offers.iter().position(|o| o.id == "own-y").unwrap_or(usize::MAX);
        let mut flows = Flows::new(&model);
        rent(&model, &terms, signed, &mut flows);
        assert!((value(&flows.bill, 13) - 2_600.0).abs() < 1e-9, "{}", value(&flows.bill, 13));
    }

    /// By hand: 96 GPUs at 2 for 730 hours are 140,160 a month. While 32 of them still run, 64 are bought; while all 96
    /// do, none. The prepayment covers only the share bought.
    #[test]
    fn a_commitment_takes_the_place_of_those_that_run_as_they_end() {
        let bills = |running: f64, upfront: &str| {
            let mut book = PriceBook::embedded();
            assert_eq!(book.add_own(&at_two_dollars(12, upfront)).taken, 1);
            let mut scenario = beside_running(running, 6.0);
            scenario.time.horizon_months = Amount::exact(12.0);
            let Ok(model) = Model::new(&scenario, &book, "2026-11") else { panic!("a model") };
            let signed = model.offers.iter().position(|o| o.id == "own-y").unwrap_or(usize::MAX);
            let mut flows = Flows::new(&model);
            rent(&model, &OverflowPricing::of(&model), signed, &mut flows);
            assert_eq!(flows.unserved, 0.0);
            [1, 6, 7, 12].map(|month| value(&flows.start, month) + value(&flows.bill, month))
        };
        let month = 96.0 * 730.0 * 2.0;
        let near = |found: [f64; 4], wanted: [f64; 4]| {
            assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6 * month), "{found:?} {wanted:?}");
        };
        near(bills(0.0, "none"), [month; 4]);
        near(bills(32.0, "none"), [month * 2.0 / 3.0, month * 2.0 / 3.0, month, month]);
        near(bills(96.0, "none"), [0.0, 0.0, month, month]);
        near(bills(96.0, "all"), [6.0 * month, 0.0, 0.0, 0.0]);
    }

    /// By hand: of a two-year term starting now, a running commitment covers 18 months. After a year none of it was
    /// bought; the last six months stay due, a quarter is recovered, half ends them, or they are cut off.
    #[test]
    fn at_the_horizon_only_what_was_bought_is_left_of_a_commitment() {
        let paid = |upfront: &str, change: fn(&mut Scenario)| {
            let mut book = PriceBook::embedded();
            assert_eq!(book.add_own(&at_two_dollars(24, upfront)).taken, 1);
            let mut scenario = beside_running(96.0, 18.0);
            scenario.time.horizon_months = Amount::exact(12.0);
            scenario.work.longest_term_months = Amount::exact(24.0);
            change(&mut scenario);
            let Ok(model) = Model::new(&scenario, &book, "2026-11") else { panic!("a model") };
            let signed = model.offers.iter().position(|o| o.id == "own-y").unwrap_or(usize::MAX);
            let mut flows = Flows::with_accounts(&model);
            rent(&model, &OverflowPricing::of(&model), signed, &mut flows);
            let all: f64 = [&flows.start, &flows.end, &flows.bill, &flows.sale].into_iter().flatten().sum();
            let books: f64 = crate::cash_flow::tax::book_by_year(&flows, 12).iter().sum();
            assert!((all - books).abs() < 1e-6 * all.abs().max(1.0), "books {books}, cash {all}");
            all / (96.0 * 730.0 * 2.0)
        };
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-9, "{found} of {wanted} months");
        for (upfront, fee) in [("none", 3.0), ("all", 6.0)] {
            near(paid(upfront, |_| ()), 6.0);
            // Prepayments are not recovered.
            let recovered = if upfront == "all" { 6.0 } else { 4.5 };
            near(paid(upfront, |s| s.time.recoverable_share = Amount::exact(0.25)), recovered);
            near(paid(upfront, |s| s.time.end = HorizonEnd::GoingOn), 0.0);
            let fee_of_half = |s: &mut Scenario| {
                s.time.commitment_exit = CommitmentExit::Fee;
                s.time.termination_fee_share = Amount::exact(0.5);
            };
            near(paid(upfront, fee_of_half), fee);
        }
    }

    /// By hand: half of the work of 96 GPUs under a commitment to A at 2, the rest by the hour at B for 3. A month
    /// costs 70,080 and 105,120; B's credit pays only B's bills, in every plan that has them.
    #[test]
    fn a_credit_pays_its_own_providers_bills_in_every_plan() {
        let month = |provider: &str, plan: &str| {
            let mut scenario = beside_running(0.0, 6.0);
            scenario.present.commitments.clear();
            scenario.rent.committed_gpus = Amount::exact(48.0);
            let quote = |name: &str, usd_per_gpu_hour: f64, term_months: f64| Quote {
                name: name.to_owned(),
                usd_per_gpu_hour,
                term_months,
                ..Quote::default()
            };
            scenario.rent.quotes = vec![quote("A", 2.0, 12.0), quote("B", 3.0, 0.0)];
            scenario.rent.only_quotes = true;
            scenario.time.horizon_months = Amount::exact(12.0);
            let credit = Credit { provider: provider.to_owned(), usd: 100_000.0, months: 12.0 };
            scenario.rent.credits = vec![credit];
            let Ok(model) = Model::new(&scenario, &PriceBook::embedded(), "2026-11") else { panic!("a model") };
            let mut flows = Flows::new(&model);
            let terms = OverflowPricing::of(&model);
            let signed = model.offers.iter().position(|o| o.id == plan).unwrap_or(usize::MAX);
            rent(&model, &terms, signed, &mut flows);
            value(&flows.bill, 1)
        };
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-6, "{found}, by hand {wanted}");
        near(month("nobody", "quote-1"), 175_200.0);
        near(month("B", "quote-1"), 75_200.0);
        near(month("a", "quote-1"), 105_120.0);
        near(month("", "quote-1"), 75_200.0);
        near(month("B", "quote-2"), 110_240.0);
        near(month("A", "quote-2"), 210_240.0);
    }

    fn at_two_dollars(months: u32, upfront: &str) -> String {
        let row = format!("y,A,h100-sxm,2,{months},reserved,{upfront}\n");
        "id,provider,gpu,usd_per_gpu_hour,term_months,service,upfront\n".to_owned() + &row
    }

    /// Work for 96 GPUs, a commitment of the same size, and one that still runs.
    fn beside_running(gpus: f64, months_left: f64) -> Scenario {
        let mut scenario = Scenario::neutral();
        scenario.work.gpu_hours_per_month = Amount::exact(96.0 * 730.0);
        scenario.rent.committed_count = CommittedCount::Given;
        scenario.rent.committed_gpus = Amount::exact(96.0);
        scenario.present.commitments = vec![Running { name: String::new(), gpus, usd_per_gpu_hour: 3.0, months_left }];
        scenario
    }
}
