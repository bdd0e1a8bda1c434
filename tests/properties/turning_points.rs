//! Turning points over the horizon: typed back, both sides cost the same there; and where none is named, the winner does not
//! change on a grid finer than the search. Additional nodes are sized again at every point.

use std::cell::Cell as Counter;

use engine::analysis::horizon_break_even::{horizon_break_even, node_price_flip};
use engine::codec::Document;
use engine::cost::plan::OverflowPricing;
use engine::horizon::node_expansion::{self, share_of_entered};
use engine::horizon::{buffers, compare, own_value, rent_value};
use engine::inputs::field::Kind;
use engine::inputs::value::{Amount, Value};
use engine::inputs::{BeyondChoice, MOST_OFFER_USD};
use engine::model::Model;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::check::{Outcome, busy_with_data, field};
use crate::draw::{Drawn, Texts, book, cases, document_of_one_gpu};
use crate::goal_seek::with_price;

/// What owning saves, and all that is moved on both sides: the difference is as exact as that is large. `None` if the two do
/// not compare.
#[derive(Clone, Copy, Debug)]
struct Compared {
    saved: f64,
    moved: f64,
}

impl Compared {
    fn is_level(&self, tolerance: f64) -> bool {
        self.saved.abs() <= tolerance * self.moved
    }
}

fn compared(d: &Document) -> Option<Compared> {
    let model = node_expansion::model(&d.scenario, book(), &d.edition).ok()?;
    of_model(&model)
}

fn of_model(model: &Model) -> Option<Compared> {
    let (terms, mut flows) = (OverflowPricing::of(model), buffers(model));
    let found = compare(model, &terms, &mut flows);
    let (index, rent) = found.cheapest.filter(|_| found.own.complete)?;
    let mut moved = 0.0;
    for side in 0..2 {
        let _ =
            if side == 0 { own_value(model, &terms, &mut flows) } else { rent_value(model, &terms, index, &mut flows) };
        moved += flows
            .start
            .iter()
            .chain(&flows.end)
            .chain(&flows.bill)
            .chain(&flows.sale)
            .map(|usd| usd.abs())
            .sum::<f64>();
    }
    let saved = rent.present_value - found.own.present_value;
    saved.is_finite().then_some(Compared { saved, moved })
}

/// The two cost the same at a value, or the winner is another on either side of it by a step.
fn turns(at: impl Fn(f64) -> Option<Compared>, value: f64, steps: &Counter<u32>) -> Outcome {
    let there = at(value);
    if there.is_some_and(|there| there.is_level(1e-6)) {
        return Ok(());
    }
    let own = |part: f64| at(value * part).map(|found| found.saved > 0.0);
    prop_assert!(own(1.0 - 1e-9) != own(1.0 + 1e-9), "{there:?} at {value}, and no step");
    steps.set(steps.get() + 1);
    Ok(())
}

/// Whether the winner is clear at a point.
fn clear(found: Option<Compared>) -> Option<bool> {
    found.filter(|found| !found.is_level(1e-9)).map(|found| found.saved > 0.0)
}

#[test]
fn turning_points_typed_back_are_level_and_elsewhere_nothing_turns() {
    let found = [const { Counter::new(0_u32) }; 9];
    let count = |place: usize| found[place].set(found[place].get() + 1);
    let outcome =
        TestRunner::new(cases(340)).run(&(document_of_one_gpu(Texts::Known), any::<bool>()), |(Drawn(mut d), node)| {
            d.scenario.rent.discount_share = Amount::exact(0.0); // a price is typed before the discount
            if node {
                d.scenario.time.beyond = BeyondChoice::Node;
            }
            let model = crate::check::model(&d);
            let winner = compare(&model, &OverflowPricing::of(&model), &mut buffers(&model));
            let Some(turning) = horizon_break_even(&model, &d.scenario, &winner) else { return Ok(()) };
            if model.owned.further > 0.0 {
                count(0);
            }
            let at_use = |share: f64| compared(&busy_with_data(&d, share));
            let here = share_of_entered(&model);
            if let Some(share) = turning.busy_share {
                count(1);
                for share in [Some(share), turning.until_busy_share].into_iter().flatten() {
                    turns(at_use, share, &found[8])?;
                }
            } else {
                count(2);
                let most =
                    if at_use(here.max(1.0)).is_some() { here.max(1.0) } else { model.owned.ceiling().max(here) };
                for part in 1..=61 {
                    let share = most * f64::from(part) / 61.0;
                    let own = clear(at_use(share));
                    prop_assert!(own.is_none_or(|own| own == turning.own_above), "{share} of {most}: {own:?}");
                }
            }
            let hourly = (&turning.offer, turning.usd_per_gpu_hour, turning.usd_turns_as_typed);
            let committed =
                (&turning.commitment, turning.commitment_usd_per_gpu_hour, turning.commitment_usd_turns_as_typed);
            for (offer, usd, as_typed) in [hourly, committed] {
                let Some(offer) = offer else { continue };
                let now = model.offers.iter().find(|o| o.id == *offer).map_or(0.0, |o| o.price.as_usd_per_gpu_hour());
                if now <= 0.0 {
                    continue;
                }
                let at_price = |usd: f64| compared(&with_price(&d, offer, usd));
                if let Some(usd) = usd.filter(|_| as_typed) {
                    count(3);
                    let there = at_price(usd);
                    prop_assert!(there.is_some_and(|there| there.is_level(1e-6)), "{offer} at {usd}: {there:?}");
                    continue;
                }
                count(4);
                let mut last: Option<bool> = None;
                for step in -24..=24 {
                    let usd = now * 1.4_f64.powi(step);
                    let own = clear(at_price(usd.min(MOST_OFFER_USD)));
                    prop_assert!((last, own) != (Some(false), Some(true)), "{offer} turns below {usd}, now {now}");
                    last = own.or(last);
                }
            }
            let row = field("own.node_price_usd");
            let Kind::Number { max, .. } = row.kind else { panic!("no number") };
            let at_node = |usd: f64| {
                let mut there = d.clone();
                row.set(&mut there.scenario, &Value::Number(Amount::exact(usd)));
                compared(&there)
            };
            if let Some(usd) = node_price_flip(&d.scenario, &model, &winner) {
                count(5);
                prop_assert!((0.0..=max).contains(&usd));
                turns(at_node, usd, &found[8])?;
            } else {
                count(6);
                let mut wins: Vec<bool> =
                    (0..=30).filter_map(|step| clear(at_node(max * 1.6_f64.powi(step - 30)))).collect();
                wins.dedup();
                prop_assert!(wins.len() < 2, "the node price turns the answer");
            }
            Ok(())
        });
    let found: Vec<u32> = found.iter().map(Counter::get).collect();
    if let Err(problem) = outcome {
        panic!("{problem}");
    }
    assert!(found.iter().take(7).all(|&n| n >= 4), "too few of a kind were met: {found:?}");
}
