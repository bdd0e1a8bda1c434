//! Break-even over the horizon.
//!
//! Expected values: the break-evens of the model page, section 12, where a horizon of one life, without waiting and
//! price changes, equals a steady year; elsewhere new reports at the points found.

use engine::analysis::goal_seek::goal_seek;
use engine::codec::{Document, file};
use engine::formulas::break_even::BreakEven;
use engine::inputs::derived::derived;
use engine::inputs::field;
use engine::inputs::presets::{PRESETS, preset};
use engine::inputs::value::{Amount, Cell, Quote, Value};
use engine::inputs::{BeyondChoice, CommitmentBilling, CommittedCount, Scenario};
use engine::prices::PriceBook;
use engine::report::{Report, evaluate_without_trees};

use crate::shared::work::multiply_work;

fn of(document: &Document, change: impl FnOnce(&mut Scenario)) -> Report {
    let mut scenario = document.scenario.clone();
    change(&mut scenario);
    evaluate_without_trees(&scenario, &PriceBook::embedded(), &document.edition).expect("a report")
}

fn case(id: &str) -> Document {
    file::read(preset(id).expect("a worked case").text(), &PriceBook::embedded()).expect("it opens").document
}

fn all() -> Vec<Document> {
    PRESETS.iter().map(|p| case(p.id)).chain([Document::typical(&PriceBook::embedded())]).collect()
}

/// Saving from owning at a use, in a new report.
fn saved(document: &Document, report: &Report, share: f64) -> f64 {
    compared(document, report, share).expect("the two compare")
}

/// The same; `None` if work is left undone.
fn compared(document: &Document, report: &Report, share: f64) -> Option<f64> {
    let times = share / report.hours.wanted_busy_share;
    of(document, |s| multiply_work(s, times)).outlook.saving_usd
}

/// A commitment as the only offer, and machines that can do the work from the first day.
fn only_a_commitment(usd: f64) -> Document {
    let book = PriceBook::embedded();
    let text = format!(
        r#"{{"inputs":{{"rent.quotes":[["Five years",{usd},60]],"rent.only_quotes":true,"time.lead_months":0,"time.ramp_months":0}}}}"#
    );
    file::read(&text, &book).expect("a scenario").document
}

#[test]
fn over_one_life_of_the_machines_it_is_the_break_even_of_the_year() {
    // Model page, section 12: published 40.5% (one line: 54.1558%), A100 offer, negative NPV by year and month.
    for (id, share) in [("published-40", 0.541_558), ("a100-offer", 0.557_320), ("negative-npv", 0.702_656)] {
        let found = of(&case(id), |_| ()).outlook.turning.expect("the two compare");
        let at = found.busy_share.expect("the winner changes");
        assert!(found.own_above && (at - share).abs() < 6e-7, "{id}: {at}");
    }
    // The reference case against 3.55: renting wins below owning's cost of a productive hour there.
    let price = of(&case("published-40"), |_| ()).outlook.turning.and_then(|t| t.usd_per_gpu_hour);
    assert!((price.expect("a price") - 3.553_972).abs() < 6e-7, "{price:?}");
}

#[test]
fn beyond_what_machines_can_be_busy_it_is_looked_for_where_somebody_takes_the_rest() {
    // Work that shrinks by a fifth a year: overall too little up to the ceiling, enough from slightly above it.
    let shrinking =
        file::read(r#"{"inputs":{"work.growth_per_year":-0.2}}"#, &PriceBook::embedded()).expect("a scenario");
    let report = of(&shrinking.document, |_| ());
    let at = report.outlook.turning.and_then(|t| t.busy_share).expect("the answer changes");
    assert!(at > report.hours.ceiling_busy_share && at < 1.0, "{at}");
    // No offer takes what the machines cannot: up to the ceiling one side wins everywhere, and the answer says so.
    for (usd, own_above) in [(9.0, true), (0.5, false)] {
        let report = of(&only_a_commitment(usd), |_| ());
        let found = report.outlook.turning.expect("they compare up to the ceiling");
        assert_eq!((found.busy_share, found.own_above), (None, own_above), "at {usd}");
    }
}

#[test]
fn at_the_use_found_both_cost_the_same_and_around_it_they_do_not() {
    let mut turned = 0;
    for document in all() {
        let report = of(&document, |_| ());
        let Some(found) = report.outlook.turning.as_ref() else { continue };
        let here = report.hours.wanted_busy_share;
        let wins = |share: f64| saved(&document, &report, share) > 0.0;
        let Some(at) = found.busy_share else {
            let ceiling = report.hours.ceiling_busy_share.max(here);
            let most = if compared(&document, &report, 1.0_f64.max(here)).is_some() { here.max(1.0) } else { ceiling };
            for part in 1..=40 {
                let share = most * f64::from(part) / 40.0;
                assert_eq!(wins(share), found.own_above, "never changes, but does at {share}");
            }
            continue;
        };
        turned += 1;
        assert_eq!(wins(at * (1.0 + 1e-6)), found.own_above, "above {at}");
        assert_eq!(wins(at * (1.0 - 1e-6)), !found.own_above, "below {at}");
        if let Some(until) = found.until_busy_share {
            assert!(found.own_above && until > at && wins(until * (1.0 - 1e-6)) && !wins(until * (1.0 + 1e-6)));
        }
        // There is no change nearer to the current use.
        let ends = [Some(at), found.until_busy_share].into_iter().flatten();
        let nearest = ends.min_by(|a, b| (a - here).abs().total_cmp(&(b - here).abs())).expect("an end");
        for part in 1..40 {
            let share = here + (nearest - here) * f64::from(part) / 40.0;
            assert_eq!(wins(share), wins(here), "between {here} and {at}");
        }
    }
    assert!(turned >= 8, "only {turned} cases change");
}

#[test]
fn where_a_full_commitment_costs_less_again_both_ends_are_told() {
    let offers = |usd: f64, work: f64| {
        let book = PriceBook::embedded();
        let text = format!(
            r#"{{"inputs":{{"work.gpu_hours_per_month":{work},"work.longest_term_months":60,"rent.quotes":[["Full",{usd},60],["By the hour",3.9,0]],"rent.only_quotes":true}}}}"#
        );
        of(&file::read(&text, &book).expect("a scenario").document, |_| ())
    };
    let mut both = 0;
    for cents in (150..250).step_by(5) {
        let usd = f64::from(cents) / 100.0;
        let at = |share: f64| offers(usd, 46_000.0 * share);
        let report = at(0.7);
        let scale = report.hours.wanted_busy_share / 0.7;
        let Some(found) = report.outlook.turning.filter(|t| t.until_busy_share.is_some()) else { continue };
        let (from, until) = (found.busy_share.expect("a lower end"), found.until_busy_share.expect("an upper end"));
        // A range narrower than the search steps may be missed from outside.
        if until - from < 0.06 {
            continue;
        }
        both += 1;
        // The same two ends from any starting point, and owning pays only between them.
        for (share, own) in [(from * 0.9, false), (from * 1.01, true), (until * 0.99, true), (until * 1.01, false)] {
            let other = at(share / scale).outlook;
            assert_eq!(other.saving_usd.expect("it compares") > 0.0, own, "{usd}: {share} of {from} to {until}");
            let again = other.turning.expect("the answer changes");
            let ends = [again.busy_share, again.until_busy_share]
                .map(|end| end.unwrap_or_else(|| panic!("{usd}: {share}: {again:?} not {from} to {until}")));
            assert!(again.own_above && (ends[0] - from).abs() < 1e-9 && (ends[1] - until).abs() < 1e-9, "{ends:?}");
        }
    }
    assert!(both > 2, "{both} prices have both ends");
}

#[test]
fn at_the_price_found_typed_as_ones_own_renting_costs_what_owning_does_then() {
    let mut met = 0;
    for document in all() {
        let report = of(&document, |_| ());
        let Some(price) = report.outlook.turning.as_ref().and_then(|t| t.usd_per_gpu_hour) else { continue };
        let hourly = report.offers.iter().filter(|o| o.counted && o.term_months == 0.0);
        let least = hourly.filter_map(|o| Some((o.present_value_usd?, o))).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, offer)) = least else { continue };
        if document.scenario.rent.quotes.iter().any(|_| true) || document.scenario.rent.discount_share.value > 0.0 {
            continue; // quotes have no row of the book to override
        }
        let row = field("rent.prices").expect("a row");
        let typed = Value::List(vec![vec![Cell::Text(offer.id.to_string()), Cell::Number(price)]]);
        let other = of(&document, |s| assert!(row.set(s, &typed)));
        let rent =
            other.offers.iter().find(|o| o.id == offer.id).and_then(|o| o.present_value_usd).expect("it does the work");
        let own = other.outlook.own.present_value_usd;
        // Above the current price another offer may do for less what the owned machines cannot.
        let bridges = document.scenario.time.lead_months.value > 0.0 || report.own.overflow_gpu_hours > 0.0;
        if bridges && price > offer.usd_per_gpu_hour {
            continue;
        }
        assert!((rent - own).abs() <= 1e-9 * own.abs(), "{}: {rent} and {own}", offer.id);
        met += 1;
    }
    assert!(met >= 4, "only {met} cases have a price");
}

#[test]
fn at_the_price_found_for_a_commitment_it_costs_what_the_cheaper_of_the_others_does() {
    let mut met = 0;
    for document in all() {
        let report = of(&document, |_| ());
        let Some(found) = report.outlook.turning.as_ref() else { continue };
        let (Some(id), Some(price)) = (&found.commitment, found.commitment_usd_per_gpu_hour) else { continue };
        if report.offers.iter().any(|o| o.id == *id && o.source_id.is_empty())
            || document.scenario.rent.discount_share.value > 0.0
        {
            continue; // quotes have no row of the book to override
        }
        let hourly =
            report.offers.iter().filter(|o| o.counted && o.term_months == 0.0).filter_map(|o| o.present_value_usd);
        let least = hourly.fold(report.outlook.own.present_value_usd, f64::min);
        let row = field("rent.prices").expect("a row");
        let typed = Value::List(vec![vec![Cell::Text(id.to_string()), Cell::Number(price)]]);
        let other = of(&document, |s| assert!(row.set(s, &typed)));
        let committed =
            other.offers.iter().find(|o| o.id == *id).and_then(|o| o.present_value_usd).expect("it does the work");
        assert!((committed - least).abs() <= 1e-9 * least.abs(), "{id}: {committed} and {least}");
        met += 1;
    }
    assert!(met >= 4, "only {met} cases have a price");
}

/// Neutral inputs: 8 GPUs in one node that lasts five years and falls to nothing in a straight line, always available, no
/// cost besides, these quotes as the only offers, for a year.
fn neutral(quotes: &[(&str, f64, f64)], gpu_hours_per_month: f64) -> Scenario {
    let mut s = Scenario::neutral();
    s.own.gpus = Amount::exact(8.0);
    let quote = |(name, usd_per_gpu_hour, term_months): &(&str, f64, f64)| Quote {
        name: (*name).to_owned(),
        usd_per_gpu_hour: *usd_per_gpu_hour,
        term_months: *term_months,
        ..Quote::default()
    };
    s.rent.quotes = quotes.iter().map(quote).collect();
    s.rent.only_quotes = true;
    s.work.gpu_hours_per_month = Amount::exact(gpu_hours_per_month);
    s.time.horizon_months = Amount::exact(12.0);
    s
}

fn report(scenario: &Scenario) -> Report {
    evaluate_without_trees(scenario, &PriceBook::embedded(), "2026-11").expect("a report")
}

/// By hand: a GPU owned costs 16,250 a year. Renting its work from A costs 2 an hour up to the 7 GPUs committed, 87.5% of
/// 8,760 hours, and 9 beyond: 16,250 = 15,330 + 8,760 × 9 × (a − 0.875), a = 0.886669. On A's line alone it was 0.92751.
#[test]
fn the_use_that_owning_would_need_counts_what_a_commitment_costs_beyond_its_gpus() {
    let mut s = neutral(&[("A", 2.0, 12.0), ("Z", 9.0, 0.0)], 4_000.0);
    s.own.availability = Amount::exact(0.8);
    s.own.platform_usd_per_year = Amount::exact(130_000.0);
    s.rent.commitment_billing = CommitmentBilling::Absorbed;
    (s.rent.committed_count, s.rent.committed_gpus) = (CommittedCount::Given, Amount::exact(7.0));
    let Some(BreakEven::Never(miss)) = report(&s).verdict.break_even else { panic!("owning pays") };
    let needed = miss.needed.map(|needed| needed.busy_share).expect("a use");
    assert!((needed - (0.875 + 920.0 / 78_840.0)).abs() < 1e-9, "{needed}");
    assert!((needed - 0.88667).abs() < 5e-6, "{needed}");
}

/// By hand: a node loses 20,000 of its 100,000 in the year. With one node renting costs 12 × 7,592 p and owning 20,000 and
/// 21,024 hours at p: equal at 20,000 ÷ 70,080 = 0.285388, where a second node, worth 0.951294 an hour, would not be bought.
/// With the two nodes of today held it was 40,000 ÷ 91,104. Renting at 6, the first node pays from 20,000 ÷ (6 × 70,080) of
/// its hours on: typed as how busy the 8 GPUs are. It was said of 16.
#[test]
fn further_nodes_are_sized_again_at_each_turning_point() {
    let mut s = neutral(&[("H", 6.0, 0.0)], 7_592.0);
    s.own.node_price_usd = Amount::exact(100_000.0);
    s.time.beyond = BeyondChoice::Node;
    let found = report(&s);
    assert_eq!(found.own.further.map(|further| further.nodes), Some(1.0));
    let turning = found.outlook.turning.expect("they compare");
    let near = |found: Option<f64>, wanted: f64| {
        let found = found.expect("the answer changes");
        assert!((found / wanted - 1.0).abs() < 1e-9, "{found}, not {wanted}");
        found
    };
    let price = near(turning.usd_per_gpu_hour, 20_000.0 / 70_080.0);
    assert!(turning.usd_turns_as_typed && (price - 0.285_388).abs() < 5e-7);
    let busy = near(turning.busy_share, 20_000.0 / (6.0 * 70_080.0));
    assert!((busy - 0.047_56).abs() < 5e-6);
    // Typed back, both sides cost the same.
    let level = |s: &Scenario| {
        let there = report(s).outlook;
        let (saved, own) = (there.saving_usd.expect("they compare"), there.own.present_value_usd);
        assert!(saved.abs() <= 1e-6 * own, "{saved} of {own}");
    };
    let mut there = s.clone();
    there.rent.quotes[0].usd_per_gpu_hour = price;
    level(&there);
    let mut there = s.clone();
    (derived("work.busy_share").expect("a row").set)(&mut there, busy);
    level(&there);
    let mut there = s.clone();
    there.own.node_price_usd = Amount::exact(found.verdict.node_price_flip_usd.expect("a price"));
    level(&there);
}

#[test]
fn the_number_of_gpus_that_turns_the_answer_does_where_it_is_typed() {
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    let start = scenario.clone();
    scenario.own.gpus = Amount::exact(16.0);
    scenario.follow_gpus(&start, &book);
    scenario.work.gpu_hours_per_month = Amount::exact(9_500.0);
    scenario.work.fabric_gpus = Amount::exact(8.0);
    let edition = book.current_edition();
    let typed = |gpus: f64| {
        let mut other = scenario.clone();
        other.own.gpus = Amount::exact(gpus);
        other.follow_gpus(&scenario, &book);
        evaluate_without_trees(&other, &book, edition).expect("a report").outlook.saving_usd.expect("both do the work")
    };
    let row = field("own.gpus").expect("a row");
    let found = goal_seek(&scenario, &book, edition, row, None).expect("a number");
    assert!(!found.turns.is_empty(), "far too many GPUs never pay off");
    for turn in found.turns {
        assert_eq!(typed(turn.value) > 0.0, turn.own_above, "{turn:?}");
        assert_eq!(typed(turn.value - 1.0) > 0.0, !turn.own_above, "{turn:?}");
    }
}
