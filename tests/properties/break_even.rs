//! Break-even by use: compares the full cost of both sides at the point where they should be equal, and on either side
//! of it.

use std::cell::Cell as Counter;

use engine::codec::Document;
use engine::cost::headline::{break_even_against, owned_gpu, rented_for_it};
use engine::cost::plan::{self, OverflowPricing};
use engine::cost::rent::rates;
use engine::cost::{OWN_LINES, own_rates};
use engine::formulas::break_even::BreakEven;
use engine::inputs::value::{Amount, Quote};
use engine::inputs::{CommitmentBilling, GoodputMethod};
use engine::model::Model;
use engine::model::offers::Offer;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

use crate::check::{Outcome, busy, model, near, on_the_same_machines};
use crate::draw::{Drawn, Texts, cases, document, document_of_one_gpu};

/// The kind of a break-even and its busy share.
pub(crate) fn busy_share_of(found: &BreakEven) -> (&'static str, f64) {
    match found {
        BreakEven::Always => ("always", 0.0),
        BreakEven::From(at) => ("from", at.busy_share),
        BreakEven::UpTo(at) => ("up to", at.busy_share),
        BreakEven::Outside { up_to, .. } => ("outside", up_to.busy_share),
        BreakEven::Several { first, .. } => ("several", first.busy_share),
        BreakEven::Never(miss) => ("never", miss.needed.map_or(0.0, |n| n.busy_share)),
    }
}

fn against(model: &Model, offer: &Offer) -> BreakEven {
    break_even_against(model, &OverflowPricing::of(model), &owned_gpu(model, &own_rates(model)), offer)
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn work_left_alone_goodput_on_both_sides_leaves_break_evens_alone(Drawn(d) in document(Texts::Known), factor in 0.1..1.0_f64) {
        let mut d = on_the_same_machines(&d);
        let s = &mut d.scenario;
        s.stops.method = GoodputMethod::Given;
        for goodput in [&mut s.own.goodput, &mut s.rent.goodput] {
            *goodput = Amount::exact(goodput.value.max(0.1));
        }
        let mut worse = d.clone();
        worse.scenario.own.goodput.value *= factor;
        worse.scenario.rent.goodput.value *= factor;
        let (one, other) = (model(&d), model(&worse));
        for (a, b) in one.offers.iter().zip(other.offers.iter()) {
            let (a, b) = (against(&one, a), against(&other, b));
            let (a, b) = (busy_share_of(&a), busy_share_of(&b));
            prop_assert!(a.0 == b.0 && near(a.1, b.1, 0.0, 1e-6), "{a:?} and {b:?}");
        }
    }
}

/// The same with one offer: a commitment that costs the same as owning at some share of the ceiling.
fn with_a_close_commitment(d: &Document, share: f64) -> Document {
    let mut d = d.clone();
    d.scenario.rent.commitment_billing = CommitmentBilling::Committed;
    let fixed_at = |price: f64| {
        let mut d = d.clone();
        d.scenario.rent.quotes =
            vec![Quote { name: "x".to_owned(), usd_per_gpu_hour: price, term_months: 12.0, ..Quote::default() }];
        let model = model(&d);
        (rates(&model, &model.offers[0]).fixed.as_usd(), d)
    };
    let (free, one) = (fixed_at(0.0).0, fixed_at(1.0).0);
    let model = model(&d);
    let own = owned_gpu(&model, &own_rates(&model)).yearly(share * model.owned.ceiling()).as_usd() * model.owned.gpus;
    let price = (own - free) / (one - free);
    fixed_at(if price.is_finite() { price.clamp(0.0, 10_000.0) } else { 1.0 }).1
}

/// If the machines could do it, both would cost the same at a use beyond their ceiling.
fn level_at_the_use_needed(d: &Document, offer: &Offer, busy_share: f64) -> Outcome {
    let there = model(&busy(d, busy_share));
    let terms = OverflowPricing::of(&there);
    let offer = there.offers.iter().find(|o| o.id == offer.id).expect("the offer");
    let own = owned_gpu(&there, &own_rates(&there)).yearly(busy_share).as_usd() * there.owned.gpus;
    let cost = plan::rent(&there, &terms, offer);
    let rent = cost.yearly().as_usd();
    prop_assert!(cost.complete() && near(own, rent, 0.0, 1e-6), "{own} and {rent} at {busy_share}");
    Ok(())
}

/// If renting ends because no offer takes the rest of the work, owning wins from there on without the two ever costing
/// the same.
#[test]
fn a_break_even_is_a_real_crossing() {
    let found = [const { Counter::new(0_u32) }; 6];
    let count = |place: usize| found[place].set(found[place].get() + 1);
    let strategy = (document_of_one_gpu(Texts::Known), any::<Index>(), 0.0..1.0_f64);
    let outcome = TestRunner::new(cases(480)).run(&strategy, |(Drawn(mut d), index, share)| {
        d.scenario.work.workloads.clear(); // a steady year
        let d = on_the_same_machines(&d);
        let d = if index.index(2) == 0 { with_a_close_commitment(&d, share) } else { d };
        let model = model(&d);
        if model.offers.is_empty() {
            return Ok(());
        }
        let offer = if index.index(2) == 0 { &model.offers[0] } else { index.get(&model.offers) };
        let ceiling = model.owned.ceiling();
        let rented = rented_for_it(&model, &OverflowPricing::of(&model), offer);
        let ends = rented.bends.iter().find(|b| b.per_busy_hour.is_none()).map(|b| b.from);
        // Own less rent, as a share of the more expensive one, at a busy share below the ceiling.
        let own_dearer_by = |at: f64| {
            let there = self::model(&busy(&d, at.min(ceiling)));
            let terms = OverflowPricing::of(&there);
            let offer = there.offers.iter().find(|o| o.id == offer.id).expect("the offer");
            let own = plan::own(&there, &terms, &own_rates(&there)).own_part.as_usd();
            let cost = plan::rent(&there, &terms, offer);
            if !cost.complete() {
                return -1.0; // renting cannot do it: owning wins
            }
            let rent = cost.yearly().as_usd();
            let people = own_rates(&there).fixed.as_usd().abs();
            let scale: f64 = OWN_LINES.iter().map(|l| l.rates(&there).fixed.as_usd().abs()).sum();
            (own - rent) / own.abs().max(rent).max(people).max(scale).max(1e-200)
        };
        let noise = 1e-9;
        let crosses = |at: f64| {
            if ends == Some(at) {
                count(4);
                let above = at + (ceiling - at) * 1e-6;
                own_dearer_by(at * (1.0 - 1e-9)) > -1.0 && own_dearer_by(above) == -1.0
            } else {
                own_dearer_by(at).abs() <= noise
            }
        };
        match against(&model, offer) {
            BreakEven::From(at) => {
                count(0);
                let busy_share = at.busy_share;
                prop_assert!(crosses(busy_share), "no crossing at {busy_share}");
                prop_assert!(own_dearer_by(busy_share * share) >= -noise, "owning is cheaper below {busy_share}");
                let above = busy_share + (ceiling - busy_share).max(0.0) * share;
                let above = if ends == Some(busy_share) { ceiling } else { above };
                prop_assert!(own_dearer_by(above) <= noise, "owning is dearer above {busy_share}");
            }
            BreakEven::UpTo(at) => {
                count(1);
                let busy_share = at.busy_share;
                prop_assert!(busy_share <= ceiling);
                prop_assert!(crosses(busy_share), "no crossing at {busy_share}");
                prop_assert!(own_dearer_by(busy_share * share) <= noise, "owning is dearer below {busy_share}");
                let above = busy_share + (ceiling - busy_share) * share;
                prop_assert!(own_dearer_by(above) >= -noise, "owning is cheaper above {busy_share}");
            }
            BreakEven::Outside { up_to, from } => {
                let (low, high) = (up_to.busy_share, from.busy_share);
                prop_assert!(low < high && crosses(low) && crosses(high), "no crossing at {low} or {high}");
                prop_assert!(own_dearer_by(low * share) <= noise, "owning is dearer below {low}");
                prop_assert!(own_dearer_by(low + (high - low) * share) >= -noise, "owning is cheaper between");
                prop_assert!(
                    ends == Some(high) || own_dearer_by(high + (ceiling - high).max(0.0) * share) <= noise,
                    "owning is dearer above {high}"
                );
            }
            BreakEven::Several { first, last } => {
                let (first, last) = (first.busy_share, last.busy_share);
                prop_assert!(first < last && crosses(first) && crosses(last), "no crossing at {first} or {last}");
                // Below the first and above the last nothing changes any more.
                let (idle, below) = (own_dearer_by(first * 1e-3), own_dearer_by(first * share));
                prop_assert!(idle * below >= 0.0 || below.abs() <= noise, "it changes below {first}");
                let above = own_dearer_by(last + (ceiling - last).max(0.0) * share);
                prop_assert!(own_dearer_by(ceiling) * above >= 0.0 || above.abs() <= noise, "it changes above {last}");
            }
            BreakEven::Always => {
                count(2);
                prop_assert!(own_dearer_by(ceiling * share) <= noise, "owning is dearer at {}", ceiling * share);
            }
            BreakEven::Never(miss) => {
                count(3);
                prop_assert!(own_dearer_by(ceiling * share) >= -noise, "owning is cheaper at {}", ceiling * share);
                prop_assert!(miss.needed.is_none_or(|n| n.busy_share > miss.ceiling.busy_share));
                if let Some(needed) = miss.needed.filter(|needed| needed.busy_share < 1.0) {
                    count(5);
                    level_at_the_use_needed(&d, offer, needed.busy_share)?;
                }
                let least = miss.rented_at_ceiling.map(|rented| rented - noise * miss.owned_at_ceiling.abs());
                prop_assert!(least.is_none_or(|least| miss.owned_at_ceiling >= least));
            }
        }
        Ok(())
    });
    let found: Vec<u32> = found.iter().map(Counter::get).collect();
    if let Err(problem) = outcome {
        panic!("{problem}");
    }
    let all: u32 = found.iter().take(4).sum();
    assert!(found.iter().all(|&n| n * 300 > all), "too few of a kind were met: {found:?}");
}
