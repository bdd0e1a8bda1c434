//! The break-even of every input and the number of GPUs to own, against whole evaluations of the changed scenario.

use engine::analysis::goal_seek::Subject;
use engine::analysis::input_break_evens::{InputBreakEven, InputBreakEvens};
use engine::analysis::node_counts::{NodeCountSearch, NodeCounts};
use engine::codec::file;
use engine::inputs::field::Kind;
use engine::inputs::presets::PRESETS;
use engine::inputs::value::{Amount, Value};
use engine::inputs::{FIELDS, Scenario, field};
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};

/// A scenario with one number changed as typing changes it.
fn with(s: &Scenario, id: &str, value: f64, book: &PriceBook) -> Scenario {
    let mut changed = s.clone();
    assert!(field(id).expect("a row").set(&mut changed, &Value::Number(Amount::exact(value))), "{id}");
    changed.follow_gpus(s, book);
    changed
}

fn report(s: &Scenario, book: &PriceBook, edition: &str) -> Option<Report> {
    evaluate(s, book, edition).ok()
}

fn all_break_evens(subject: Subject) -> Vec<InputBreakEven> {
    let mut search = InputBreakEvens::new(subject);
    while search.step(subject) {}
    let (done, total) = search.progress();
    assert_eq!(done, total);
    search.finish()
}

fn all_counts(subject: Subject) -> NodeCounts {
    let mut search = NodeCountSearch::new(subject).expect("a scenario that computes");
    while search.step(subject) {}
    search.finish()
}

#[test]
fn the_winner_changes_at_every_break_even_and_inputs_left_out_change_nothing() {
    let book = PriceBook::embedded();
    let scenario = Scenario::typical(&book);
    let edition = book.current_edition();
    let found = all_break_evens(Subject { scenario: &scenario, book: &book, edition });
    let saving = |id: &str, value: f64| report(&with(&scenario, id, value, &book), &book, edition)?.outlook.saving_usd;
    let mut changing = 0;
    for one in &found {
        let Some(value) = one.value else { continue };
        changing += 1;
        let row = field(&one.field).expect("a row");
        let Kind::Number { min, max, whole, .. } = row.kind else { panic!("{} is no number", one.field) };
        let width = if whole { 1.0 } else { value.abs() * 1e-6 + 1e-12 };
        let below = saving(row.id, (value - width).clamp(min, max));
        let above = saving(row.id, if whole { value } else { (value + width).clamp(min, max) });
        let wins = |usd: Option<f64>| usd.map(|usd| usd > 0.0);
        assert_ne!(wins(below), wins(above), "{} at {value}: {below:?} and {above:?}", row.id);
        assert_eq!(wins(above), Some(one.own_above), "{}", row.id);
        let nearest = one.others.iter().all(|other| (other - one.now).abs() >= (value - one.now).abs());
        assert!(nearest, "{}: {value} is not the nearest of {:?}", row.id, one.others);
    }
    assert!(changing >= 5, "{changing} inputs change the winner of the default scenario");
    // What is not listed moves nothing at either end of its bounds.
    for row in FIELDS.iter().filter(|f| (f.is_relevant)(&scenario) && found.iter().all(|one| one.field != f.id)) {
        let Kind::Number { min, max, .. } = row.kind else { continue };
        let ends = [min, max].map(|end| saving(row.id, end));
        assert!(ends.iter().flatten().all(|usd| Some(*usd) == ends[0].or(ends[1])), "{}: {ends:?}", row.id);
    }
}

#[test]
fn inputs_within_their_range_come_first_and_the_nearest_at_the_top() {
    let book = PriceBook::embedded();
    let scenario = Scenario::typical(&book);
    let found = all_break_evens(Subject { scenario: &scenario, book: &book, edition: book.current_edition() });
    let (within, beyond): (Vec<_>, Vec<_>) = found.iter().partition(|one| one.is_within_range());
    assert_eq!(found.iter().take(within.len()).collect::<Vec<_>>(), within, "within first");
    let shares: Vec<f64> = within.iter().filter_map(|one| one.share_of_range()).collect();
    assert!(shares.windows(2).all(|pair| pair[0] <= pair[1]), "{shares:?}");
    let values: Vec<bool> = beyond.iter().map(|one| one.value.is_some()).collect();
    assert!(values.windows(2).all(|pair| pair[0] >= pair[1]), "those without a break-even last");
}

#[test]
fn the_share_of_a_range_is_the_way_to_its_end() {
    let one = |value: f64, range| InputBreakEven {
        field: "own.node_price_usd".to_owned(),
        now: 100.0,
        range,
        value: Some(value),
        own_above: false,
        step: false,
        others: Vec::new(),
        nearest_usd: None,
    };
    let share = |value: f64| one(value, Some((80.0, 140.0))).share_of_range();
    assert_eq!([share(110.0), share(90.0), share(180.0)], [Some(0.25), Some(0.5), Some(2.0)]);
    assert_eq!(one(110.0, None).share_of_range(), None);
    assert_eq!(one(110.0, Some((80.0, 100.0))).share_of_range(), None, "the range ends here");
}

#[test]
fn each_number_of_nodes_costs_what_the_scenario_with_it_says() {
    let book = PriceBook::embedded();
    let mut best_is_inside = 0;
    for preset in PRESETS {
        let document = file::read(preset.text(), &book).expect("a preset").document;
        let (scenario, edition) = (&document.scenario, document.edition.as_str());
        let found = all_counts(Subject { scenario, book: &book, edition });
        let here = report(scenario, &book, edition).expect("a report");
        assert!(found.now().is_some(), "{}: the scenario's own number is there", preset.id);
        for point in &found.points {
            let wanted = if point.nodes == 0.0 {
                here.outlook.rent.as_ref().map(|rent| rent.present_value_usd)
            } else if point.gpus == found.now_gpus {
                Some(here.outlook.own.present_value_usd)
            } else {
                report(&with(scenario, "own.gpus", point.gpus, &book), &book, edition)
                    .map(|r| r.outlook.own.present_value_usd)
            };
            if let Some(usd) = point.present_value_usd {
                assert_eq!(Some(usd), wanted, "{}: {} GPUs", preset.id, point.gpus);
            }
        }
        if let (Some(best), Some(last)) = (found.best(), found.points.last()) {
            let least = found.points.iter().filter_map(|p| p.present_value_usd).fold(f64::INFINITY, f64::min);
            assert_eq!(best.present_value_usd, Some(least), "{}", preset.id);
            best_is_inside += usize::from(best.nodes > 0.0 && best.nodes < last.nodes);
        }
    }
    assert!(best_is_inside > 0, "in no preset is the best number between none and all");
}

/// By hand: a node of eight GPUs does 8 * 730 hours a month at the largest busy share; the work of 16 nodes needs 16, a
/// little more needs 17, and fewer than the scenario's own eight are not left out.
#[test]
fn as_many_nodes_are_compared_as_the_work_needs() {
    let book = PriceBook::embedded();
    let mut s = Scenario::typical(&book);
    // From the first month on: until delivery all work is rented.
    (s.time.lead_months, s.time.ramp_months) = (Amount::exact(0.0), Amount::exact(0.0));
    let edition = book.current_edition();
    let of_node = {
        let hours = report(&s, &book, edition).expect("a report").hours;
        hours.ceiling_busy_share * 8.0 * 730.0 * hours.wanted_gpu_hours
            / (hours.wanted_busy_share * hours.gpus * 8_760.0)
    };
    for (nodes, needed, most) in [(16.0, 16, 16.0), (16.01, 17, 17.0), (7.5, 8, 8.0), (4.5, 5, 8.0)] {
        s.work.gpu_hours_per_month = Amount::exact(of_node * nodes);
        let found = all_counts(Subject { scenario: &s, book: &book, edition });
        assert_eq!(found.points.last().map(|point| point.nodes), Some(most), "{nodes}");
        let rented: Vec<f64> = found.points.iter().map(|point| point.rented_gpu_hours).collect();
        assert!(rented.last().is_some_and(|hours| *hours < 1.0), "all work is done here: {rented:?}");
        assert!(rented[needed - 1] > 1.0, "one node fewer leaves work to rent: {rented:?}");
    }
}
