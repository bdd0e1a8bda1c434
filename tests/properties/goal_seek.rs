//! Varying inputs: the winner changes at every value named, and every swing is the effect of its row.

use engine::analysis::goal_seek::{Root, Subject, goal_seek, saving};
use engine::codec::Document;
use engine::cost::plan::OverflowPricing;
use engine::formulas::root::bisect;
use engine::horizon::node_expansion;
use engine::horizon::{buffers, compare, own_value};
use engine::inputs::field::{Field, Kind};
use engine::inputs::value::{Amount, OfferPrice, Value};
use engine::inputs::{FIELDS, MOST_OFFER_USD};
use engine::model::{Model, moves_offers, without_idle_mistakes};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::check::{Outcome, all_finite, explained, field, model, moved, on_the_same_machines, report};
use crate::draw::{Drawn, Texts, book, cases, document};

/// The total cost of both plans around a value: their difference is as exact as that is large.
fn around(d: &Document, field: &Field, value: f64) -> f64 {
    let mut there = d.clone();
    field.set(&mut there.scenario, &Value::Number(Amount::exact(value)));
    let Ok(model) = node_expansion::model(&there.scenario, book(), &there.edition) else { return 0.0 };
    let mut flows = buffers(&model);
    own_value(&model, &OverflowPricing::of(&model), &mut flows);
    flows.start.iter().chain(&flows.end).chain(&flows.bill).chain(&flows.sale).map(|usd| usd.abs()).sum()
}

/// The winner differs below and above a root; if the root is not a step, both cost the same there.
fn is_a_turn(d: &Document, field: &'static Field, turn: &Root, against: Option<&str>) -> Outcome {
    let Kind::Number { min, max, whole, .. } = field.kind else { panic!("{} is not a number", field.id) };
    prop_assert!((min..=max).contains(&turn.value), "{} at {}", field.id, turn.value);
    let subject = Subject { scenario: &d.scenario, book: book(), edition: &d.edition };
    let saving = |value: f64| subject.saving_at(None, field, value.clamp(min, max), against);
    let width = if whole { 1.0 } else { (turn.value.abs() * 1e-9).max(f64::MIN_POSITIVE) };
    let above = if whole { turn.value } else { turn.value + width };
    let (below, above) = (saving(turn.value - width), saving(above));
    let own_wins = |saving: Option<f64>| saving.map(|s| s > 0.0);
    // Becoming incomparable is a change too: then there is no winner.
    let changes = own_wins(below) != own_wins(above) && own_wins(above).is_none_or(|own| own == turn.own_above);
    let scale = around(d, field, turn.value);
    let level = |saving: Option<f64>| saving.is_some_and(|s| s.abs() <= 1e-11 * scale);
    prop_assert!(changes || (level(below) && level(above)), "{} at {}: {below:?} and {above:?}", field.id, turn.value);
    if turn.step {
        return Ok(());
    }
    let there = saving(turn.value).expect("both cost the same there");
    prop_assert!(there.abs() <= 1e-6 * scale, "{} at {}: {there} apart", field.id, turn.value);
    Ok(())
}

/// The document with the price of an offer entered.
pub(crate) fn with_price(d: &Document, id: &str, usd: f64) -> Document {
    let mut d = d.clone();
    let rent = &mut d.scenario.rent;
    if let Some(number) = id.strip_prefix("quote-").and_then(|number| number.parse::<usize>().ok()) {
        rent.quotes[number - 1].usd_per_gpu_hour = usd;
    } else {
        rent.prices.retain(|price| price.offer != id);
        rent.prices.push(OfferPrice { offer: id.to_owned(), usd_per_gpu_hour: usd });
    }
    d
}

proptest! {
    #![proptest_config(cases(32))]

    /// Entered, a price that turns the answer makes both cost the same; a price that cannot be entered turns nothing.
    #[test]
    fn prices_that_turn_the_answer_do_so_once_entered(Drawn(d) in document(Texts::Known)) {
        let d = on_the_same_machines(&d);
        let found = report(&d);
        let level = |d: &Document| -> Outcome {
            let there = report(d).outlook;
            let (own, rent) = (moved(&there.own), there.rent.as_ref().map_or(0.0, moved));
            let saving = there.saving_usd.expect("both compare");
            prop_assert!(saving.abs() <= 1e-6 * (own + rent), "{saving} apart of {own} and {rent}");
            Ok(())
        };
        if let Some(flip) = found.verdict.node_price_flip_usd {
            let row = field("own.node_price_usd");
            let mut there = d.clone();
            prop_assert_eq!(row.validate(&Value::Number(Amount::exact(flip))), None);
            row.set(&mut there.scenario, &Value::Number(Amount::exact(flip)));
            level(&there)?;
        }
        let Some(turning) = found.outlook.turning else { return Ok(()) };
        let hourly = (turning.offer, turning.usd_per_gpu_hour, turning.usd_turns_as_typed);
        let committed = (turning.commitment, turning.commitment_usd_per_gpu_hour, turning.commitment_usd_turns_as_typed);
        for (offer, usd, turns) in [hourly, committed] {
            let (Some(offer), Some(usd)) = (offer, usd) else { continue };
            prop_assert!((0.0..=MOST_OFFER_USD).contains(&usd), "{usd} for {offer}");
            if turns {
                level(&with_price(&d, &offer, usd))?;
            }
        }
    }

    #[test]
    fn values_at_which_the_winner_changes_are_real(Drawn(d) in document(Texts::Known), row in any::<Index>(), offer in any::<Index>(), any in any::<bool>()) {
        let rows: Vec<_> = FIELDS.iter().filter(|f| matches!(f.kind, Kind::Number { .. }) && (f.is_relevant)(&d.scenario)).collect();
        let field = *row.get(&rows);
        let model = model(&d);
        let against = (!any && !model.offers.is_empty()).then(|| offer.get(&model.offers).id.clone());
        let against = against.as_deref();
        let found = goal_seek(&d.scenario, book(), &d.edition, field, against).expect("a number");
        all_finite(&found)?;
        prop_assert_eq!(Some(found.now), field.get(&d.scenario).number());
        if against.is_none() {
            prop_assert_eq!(found.saving_usd, report(&d).outlook.saving_usd);
        }
        prop_assert!(found.turns.windows(2).all(|pair| pair[0].value <= pair[1].value && pair[0].own_above != pair[1].own_above));
        if let (Some(saving), Some(nearest)) = (found.saving_usd, found.nearest_usd) {
            prop_assert!((0.0..=saving.abs()).contains(&nearest), "{nearest} is not nearer than {saving}");
            // Between two values at which the winner changes is a range with one winner.
            let above = found.turns.iter().rev().find(|turn| turn.value <= found.now);
            let below = found.turns.iter().find(|turn| turn.value > found.now);
            prop_assert!(above.is_none_or(|turn| turn.own_above == (saving > 0.0)) && below.is_none_or(|turn| turn.own_above != (saving > 0.0)));
        }
        for turn in &found.turns {
            is_a_turn(&d, field, turn, against)?;
        }
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn drivers_are_what_their_rows_do(Drawn(d) in document(Texts::Known)) {
        let report = explained(&d);
        let Some(offer) = report.verdict.offer.as_deref() else {
            prop_assert!(report.drivers.is_empty());
            return Ok(());
        };
        prop_assert_eq!(saving(&model(&d), Some(offer), &mut buffers(&model(&d))), report.outlook.saving_usd);
        prop_assert!(report.drivers.windows(2).all(|pair| pair[0].half_swing() >= pair[1].half_swing()));
        let mut square = 0.0;
        for driver in &report.drivers {
            let field = field(driver.field);
            // Only this row: no other row follows a driver.
            let at = |value: f64| {
                let mut other = d.scenario.clone();
                field.set(&mut other, &Value::Number(Amount::exact(value)));
                let model = node_expansion::model(&other, book(), &d.edition).ok()?;
                // Whichever offer is the cheapest there.
                saving(&model, None, &mut buffers(&model))
            };
            let (low, high) = (driver.saving_at_low_usd, driver.saving_at_high_usd);
            prop_assert_eq!((Some(low), Some(high)), (at(driver.low), at(driver.high)), "{}", driver.field);
            prop_assert_eq!(driver.flips, (low > 0.0) != (high > 0.0));
            square += if driver.unconfirmed { (high - low).powi(2) / 4.0 } else { 0.0 };
        }
        prop_assert!((report.verdict.allowance_usd - square.sqrt()).abs() <= 1e-12 * square.sqrt());
    }

    /// A rerun that keeps the offers gives the same result as a new model.
    #[test]
    fn a_rerun_is_the_model_made_anew(Drawn(d) in document(Texts::Known), Drawn(other) in document(Texts::Known)) {
        let model = model(&d);
        for field in FIELDS.iter().filter(|f| !moves_offers(f) && (f.is_relevant)(&d.scenario)) {
            let mut changed = d.clone();
            assert!(field.set(&mut changed.scenario, &field.get(&other.scenario)), "{}", field.id);
            let Ok(anew) = node_expansion::model(&changed.scenario, book(), &d.edition) else { continue };
            let again = node_expansion::rerun(&model, &without_idle_mistakes(&changed.scenario));
            let winner = |model: &Model| format!("{:?}", compare(model, &OverflowPricing::of(model), &mut buffers(model)));
            prop_assert_eq!(winner(&again), winner(&anew), "{}", field.id);
            prop_assert_eq!(format!("{:?}", again.offers), format!("{:?}", anew.offers), "{}", field.id);
        }
    }
}

/// Finds where a line crosses zero, at its ends too, rising or falling.
#[test]
fn halving_finds_the_zero_wherever_it_stands() {
    for zero in [0.0, 1e-9, 0.3, 1.0] {
        for slope in [1.0, -1.0, 1e12, -1e-12] {
            let found = bisect(0.0, 1.0, |x| slope * (x - zero));
            assert!((found - zero).abs() <= 1e-15, "{found}, not {zero}, at slope {slope}");
        }
    }
}
