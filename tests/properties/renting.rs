//! Commitments, what follows them, and credits.

use engine::cash_flow::{self, Flows};
use engine::cost::plan::OverflowPricing;
use engine::horizon::{buffers, compare, own_value, rent_value};
use engine::inputs::value::{Amount, Credit, Quote};
use engine::inputs::{BeyondChoice, CommitmentBilling, CommitmentExit, HorizonEnd, MOST_QUOTES};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::check::{model, near, report};
use crate::draw::{Drawn, Texts, cases, document};

/// Sums over at most 240 months, each rounded to 1e-16 of the gross amounts.
const ROUNDING: f64 = 1e-11;

fn quotes() -> impl Strategy<Value = Vec<Quote>> {
    let provider = select(vec!["Alpha", "Beta", "AWS", "Lambda"]);
    let term = select(vec![0.0, 0.0, 1.0, 3.0, 6.0, 12.0, 24.0, 36.0]);
    let quote = (provider, 0.5..12.0_f64, term).prop_map(|(name, usd_per_gpu_hour, term_months)| Quote {
        name: name.to_owned(),
        usd_per_gpu_hour,
        term_months,
        ..Quote::default()
    });
    proptest::collection::vec(quote, 2..8)
}

fn credits() -> impl Strategy<Value = Vec<Credit>> {
    let provider = select(vec!["Alpha", "Beta", "Gamma", "Delta", ""]);
    let credit = (provider, 3.0..7.0_f64, 1..60_u32).prop_map(|(provider, decades, months)| Credit {
        provider: provider.to_owned(),
        usd: 10_f64.powf(decades),
        months: f64::from(months),
    });
    proptest::collection::vec(credit, 1..3)
}

proptest! {
    #![proptest_config(cases(30))]

    /// An additional offer is an additional choice. Without hourly offers a term may outlast the horizon, so there is
    /// such an offer. Credits and waiting work depend on all earlier months and are excluded, as is a price of undone
    /// work: work is done where possible even if leaving it undone were cheaper.
    #[test]
    fn one_more_offer_never_makes_renting_dearer(Drawn(mut d) in document(Texts::Known), mut quotes in quotes(), which in any::<Index>()) {
        let s = &mut d.scenario;
        s.rent.credits.clear();
        s.time.end = HorizonEnd::WindUp;
        s.time.late_usd_per_gpu_hour = Amount::exact(0.0);
        if s.time.beyond == BeyondChoice::Queue {
            s.time.beyond = BeyondChoice::Offer;
        }
        let more = quotes.remove(which.index(quotes.len()));
        s.rent.quotes = quotes;
        s.rent.quotes.push(Quote { name: "Gamma".to_owned(), usd_per_gpu_hour: 6.0, term_months: 0.0, ..Quote::default() });
        s.rent.quotes.truncate(MOST_QUOTES - 1);
        let cheapest = |d: &engine::codec::Document| {
            let model = model(d);
            compare(&model, &OverflowPricing::of(&model), &mut buffers(&model)).cheapest.map(|(_, plan)| plan.present_value)
        };
        let before = cheapest(&d);
        d.scenario.rent.quotes.push(more.clone());
        let after = cheapest(&d);
        if let Some(before) = before {
            let after = after.expect("the offer can still be rented");
            prop_assert!(after <= before + before.abs() * ROUNDING, "{after} with {more:?}, {before} without");
        }
    }

    /// With credits too: an additional offer leaves owning and every other plan at most as dear. The provider of each
    /// credit has an hourly offer that may be cheaper or dearer than the rest.
    #[test]
    fn one_more_offer_never_makes_any_plan_dearer(Drawn(mut d) in document(Texts::Known), mut quotes in quotes(), which in any::<Index>(), credits in credits(), unavailable in select(vec![0.0, 0.0, 0.3])) {
        let s = &mut d.scenario;
        s.rent.credits = credits;
        s.rent.unavailable_share = Amount::exact(unavailable);
        s.time.end = HorizonEnd::WindUp;
        s.time.late_usd_per_gpu_hour = Amount::exact(0.0);
        s.time.beyond = BeyondChoice::Offer;
        let more = quotes.remove(which.index(quotes.len()));
        s.rent.only_quotes = true;
        s.rent.quotes = quotes;
        s.rent.quotes.push(Quote { name: "Gamma".to_owned(), usd_per_gpu_hour: 6.0, ..Quote::default() });
        s.rent.quotes.push(Quote { name: "Delta".to_owned(), usd_per_gpu_hour: 7.0, ..Quote::default() });
        let plans = |d: &engine::codec::Document| -> Vec<(f64, f64)> {
            let model = model(d);
            let (terms, mut flows) = (OverflowPricing::of(&model), buffers(&model));
            let own = own_value(&model, &terms, &mut flows);
            let rents = (0..d.scenario.rent.quotes.len()).map(|index| rent_value(&model, &terms, index, &mut flows));
            let all = std::iter::once(own).chain(rents.collect::<Vec<_>>());
            all.map(|plan| (plan.present_value, if plan.complete { 1.0 } else { 0.0 })).collect()
        };
        let before = plans(&d);
        d.scenario.rent.quotes.push(more.clone());
        let credit: f64 = d.scenario.rent.credits.iter().map(|credit| credit.usd).sum();
        for (plan, ((usd, complete), (then, _))) in before.iter().zip(plans(&d)).enumerate() {
            let scale = usd.abs() + credit;
            prop_assert!(*complete == 0.0 || then <= usd + scale * ROUNDING, "plan {plan}: {then} with {more:?}, {usd} without, of {:?}", d.scenario.rent);
        }
    }

    /// In any order of credits, every plan costs the same to the bit, and no credit pays more than its amount.
    #[test]
    fn the_order_of_credits_never_matters(Drawn(mut d) in document(Texts::Known), turn in any::<Index>()) {
        let costs = |d: &engine::codec::Document| -> Vec<(f64, f64)> {
            let model = model(d);
            let mut flows = buffers(&model);
            let terms = OverflowPricing::of(&model);
            let plans = (0..model.offers.len()).map(|index| rent_value(&model, &terms, index, &mut flows));
            plans.map(|plan| (plan.present_value, plan.totals.nominal)).collect()
        };
        let given = d.scenario.rent.credits.clone();
        let first = costs(&d);
        d.scenario.rent.credits.reverse();
        if !given.is_empty() {
            let by = turn.index(given.len());
            d.scenario.rent.credits.rotate_left(by);
        }
        prop_assert_eq!(&first, &costs(&d));
        d.scenario.rent.credits.clear();
        let all: f64 = given.iter().map(|credit| credit.usd).sum();
        for ((_, with), (_, without)) in first.iter().zip(costs(&d)) {
            let scale = without.abs() + all;
            prop_assert!(*with <= without + scale * ROUNDING && without - with <= all + scale * ROUNDING, "{with}, {without}, {all}");
        }
    }

    /// The recovered amount is the share of payments still due after the horizon, regardless of prepayments.
    #[test]
    fn what_is_recovered_is_a_share_of_payments_due(Drawn(mut d) in document(Texts::Known), share in 0.0..=1.0_f64, quotes in quotes(), upfront in 0.0..=1.0_f64) {
        let s = &mut d.scenario;
        s.rent.credits.clear();
        s.rent.quotes = quotes;
        s.rent.quote_upfront_share = Amount::exact(upfront);
        s.time.end = HorizonEnd::WindUp;
        s.time.commitment_exit = CommitmentExit::Due;
        let mut paid = |share: f64| -> Vec<(f64, f64)> {
            d.scenario.time.recoverable_share = Amount::exact(share);
            let model = model(&d);
            let terms = OverflowPricing::of(&model);
            let mut flows = Flows::new(&model);
            (0..model.offers.len()).map(|index| {
                cash_flow::rent(&model, &terms, index, &mut flows);
                let all: f64 = flows.paid().map(|(start, end)| start + end).sum();
                (all, flows.bill.iter().skip(flows.months).sum())
            }).collect()
        };
        let (due, left) = (paid(0.0), paid(share));
        for ((all, after), (less, _)) in due.iter().zip(left) {
            prop_assert!(near(all - less, after * share, all.abs(), ROUNDING), "{all} and {less}, due {after}");
        }
    }

    /// A commitment does no more than its GPUs can while available, however its idle hours are billed.
    #[test]
    fn a_commitment_carries_what_its_gpus_can(Drawn(mut d) in document(Texts::Known), absorbed in any::<bool>(), share in 0.01..=1.0_f64, quotes in quotes()) {
        let s = &mut d.scenario;
        s.rent.quotes = quotes;
        s.rent.availability = Amount::exact(share);
        s.rent.commitment_billing = if absorbed { CommitmentBilling::Absorbed } else { CommitmentBilling::Committed };
        let e = s.rent.paid_efficiency.value;
        let model = model(&d);
        let terms = OverflowPricing::of(&model);
        let mut flows = Flows::new(&model);
        let steady = report(&d);
        for (index, offer) in model.offers.iter().enumerate() {
            let Some(gpus) = offer.committed_gpus() else { continue };
            let most = gpus * 730.0 * share * e * offer.yields.productive_per_busy();
            let side = steady.offers.iter().find(|side| side.id == offer.id).expect("the offer");
            let here = steady.hours.wanted_gpu_hours - side.overflow_gpu_hours - side.unserved_gpu_hours;
            prop_assert!(here <= 12.0 * most * (1.0 + 1e-9) + steady.hours.wanted_gpu_hours * 1e-12, "{here} of {most} a month");
            cash_flow::rent(&model, &terms, index, &mut flows);
            for (served, _) in flows.served.iter().zip(0..).take_while(|(_, month)| f64::from(*month) < offer.term_months) {
                prop_assert!(*served <= most * (1.0 + 1e-9), "{served} of {most}");
            }
        }
    }
}
