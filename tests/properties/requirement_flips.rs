//! Questions about a scenario: a quote, a fix for a contradiction, what would change the answer.

use std::cell::Cell;

use engine::analysis::quote_check::quote_check;
use engine::inputs::value::{Certainty, Quote};
use engine::model::Model;
use engine::model::fixes::fix;
use engine::report::evaluate_without_plans as evaluate;
use engine::view::flips::flips;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::check::{all_finite, field, near, report};
use crate::draw::{Drawn, Texts, book, cases, document};

proptest! {
    #![proptest_config(cases(40))]

    /// A quote check gives the same result as adding the quote.
    #[test]
    fn an_offer_asked_about_is_the_offer_taken(Drawn(d) in document(Texts::Known), price in 0.01..50.0_f64, months in prop_oneof![Just(0.0), (1..=60_u8).prop_map(f64::from)], spot in any::<bool>()) {
        let mut taken = d.clone();
        taken.scenario.rent.quotes.truncate(19);
        let quote = Quote { usd_per_gpu_hour: price, term_months: months, ..Quote::for_work(&d.scenario) };
        let quote = Quote { spot: spot && d.scenario.may_be_interrupted(), ..quote };
        let found = quote_check(&d.scenario, book(), &d.edition, &quote).expect("a price and a term that are allowed");
        taken.scenario.rent.quotes.push(quote);
        let id = format!("quote-{}", taken.scenario.rent.quotes.len());
        let report = report(&taken);
        let offer = report.offers.iter().find(|o| o.id == id).expect("it is listed");
        prop_assert_eq!(found.usd_per_productive_gpu_hour, offer.usd_per_productive_gpu_hour);
        if report.verdict.offer.as_deref() == Some(&id) {
            prop_assert_eq!(found.saving_usd, report.outlook.saving_usd);
            prop_assert_eq!(found.allowance_usd, report.verdict.allowance_usd);
        }
        prop_assert!(found.saving_usd.is_none_or(f64::is_finite));
    }

    /// A fix resolves its contradiction and changes no other row.
    #[test]
    fn a_way_out_ends_its_contradiction(Drawn(d) in document(Texts::Known)) {
        let issues = match evaluate(&d.scenario, book(), &d.edition) {
            Ok(report) => report.warnings,
            Err(errors) => errors,
        };
        for issue in &issues {
            let Some(fix) = fix(&d.scenario, issue) else { continue };
            let mut mended = d.clone();
            prop_assert!(field(fix.field).set(&mut mended.scenario, &fix.value));
            let left = match Model::new(&mended.scenario, book(), &mended.edition) {
                Ok(model) => model.warnings,
                Err(errors) => errors,
            };
            prop_assert!(left.iter().all(|i| i.fields != issue.fields), "{}: {:?}", fix.label, left);
        }
    }
}

/// The stated flips change the answer: at the stated node price both sides cost the same.
#[test]
fn what_turns_the_answer_turns_it() {
    let turned = Cell::new(0_u32);
    let outcome = TestRunner::new(cases(532)).run(&document(Texts::Known), |Drawn(d)| {
        let found = report(&d);
        let rows = flips(&found, d.scenario.own.node_price_usd.value);
        all_finite(&rows.iter().filter_map(engine::view::flips::Flip::distance).collect::<Vec<_>>())?;
        for flip in rows.iter().filter(|f| f.field == "own.node_price_usd") {
            let Some(at) = flip.at.filter(|at| *at <= 1e8) else { continue };
            let mut there = d.clone();
            there.scenario.own.node_price_usd.value = at;
            there.scenario.own.node_price_usd.certainty = Certainty::Default;
            let there = report(&there).outlook;
            let Some(rent) = there.rent.as_ref().map(|rent| rent.present_value_usd) else { continue };
            let (own, scale) = (there.own.present_value_usd, found.outlook.own.present_value_usd.abs());
            prop_assert!(near(own, rent, scale, 1e-6), "{at}: {own} and {rent}");
            turned.set(turned.get() + 1);
        }
        Ok(())
    });
    if let Err(problem) = outcome {
        panic!("{problem}");
    }
    assert!(turned.get() >= 8, "only {} of 800 turned", turned.get());
}
