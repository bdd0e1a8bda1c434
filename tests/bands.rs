//! The bands of the first chart: what unconfirmed inputs do to the levelised cost over the horizon.
//!
//! Expected values: a new report with each input at each end of its range; the differences from the base report, up and
//! down, as roots of the sums of their squares.

use engine::codec::Document;
use engine::inputs::field::Kind;
use engine::inputs::value::{Amount, Range, Spread, Value};
use engine::inputs::{FIELDS, Scenario};
use engine::prices::PriceBook;
use engine::report::evaluate_without_trees;
use engine::view::plot::{Form, RowKey};

use crate::shared::curve;

use curve::cost_curve;

/// What owning, or renting from an offer, costs a productive GPU-hour in a report made with so much use.
fn cost(scenario: &Scenario, edition: &str, offer: Option<&str>, busy: f64) -> f64 {
    let book = PriceBook::embedded();
    let again = |scenario: &Scenario| evaluate_without_trees(scenario, &book, edition).expect("a report");
    let mut other = scenario.clone();
    let times = busy / again(scenario).hours.wanted_busy_share;
    other.work.gpu_hours_per_month.value *= times;
    // Data that are those of the work by default follow it; here they do in every case (asserted below).
    other.rent.storage_tb.value *= times;
    other.rent.exit_tb.value *= times;
    let report = again(&other);
    let own = &report.outlook.own;
    let hour = own.levelised_usd_per_productive_gpu_hour.expect("work");
    let Some(id) = offer else { return hour };
    let rent = report.offers.iter().find(|o| o.id == *id).and_then(|o| o.present_value_usd).expect("a value");
    rent / own.present_value_usd * hour
}

#[test]
fn bands_are_the_differences_that_each_input_makes() {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    // One user-defined range, besides those of the defaults.
    document.scenario.own.node_price_usd =
        Amount::ranged(300_000.0, Range { spread: Spread::Triangular, low: 200_000.0, high: 420_000.0 });
    let scenario = &document.scenario;
    assert_eq!(scenario.data_follows_work(&book), [true; 2]);
    let report = evaluate_without_trees(scenario, &book, &document.edition).expect("a report");
    let rival = report.verdict.offer.as_deref().expect("an offer");
    let mut reports = Vec::new();
    for field in FIELDS.iter().filter(|f| matches!(f.kind, Kind::Number { .. }) && (f.is_relevant)(scenario)) {
        let Value::Number(amount) = field.get(scenario) else { continue };
        let listed = field.range_of(amount.value, &book, &document.edition).filter(|_| amount.value != 0.0);
        let listed = listed.filter(|_| field.group.id != "work").map(|(low, high)| Range {
            spread: Spread::Triangular,
            low,
            high,
        });
        let Some(range) = amount.range().or(listed) else { continue };
        let at = |value: f64| {
            let mut changed = scenario.clone();
            field.set(&mut changed, &Value::Number(Amount::exact(value)));
            changed
        };
        reports.push([at(range.low), at(range.high)]);
    }
    assert!(reports.len() > 20, "{} inputs have a range", reports.len());
    let plot = cost_curve(&document, &report, &book);
    let Form::Lines(lines) = &plot.form else { panic!("no lines") };
    assert_eq!(lines.bands.len(), 2);
    for (strip, offer) in lines.bands.iter().zip([None, Some(rival)]) {
        for row in plot.rows.iter().step_by(7) {
            let RowKey::Figure(busy) = row.head else { continue };
            let at = |scenario: &Scenario| cost(scenario, &document.edition, offer, busy);
            let here = at(scenario);
            let (mut down, mut up) = (0.0_f64, 0.0_f64);
            for ends in &reports {
                let moved = ends.iter().map(|changed| at(changed) - here);
                let (least, most) = moved.fold((0.0_f64, 0.0_f64), |(a, b), v| (a.min(v), b.max(v)));
                down += least * least;
                up += most * most;
            }
            let expected = [(here - down.sqrt()).max(0.0), here + up.sqrt()];
            for (series, expected) in [strip.low, strip.high].into_iter().zip(expected) {
                let found = row.cell(series).expect("an end");
                assert!((found - expected).abs() <= 1e-9 * expected, "{busy}: {found}, not {expected}");
            }
        }
    }
}

#[test]
fn what_is_certain_has_no_band() {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    for field in FIELDS.iter().filter(|f| matches!(f.kind, Kind::Number { .. })) {
        let Value::Number(amount) = field.get(&document.scenario) else { continue };
        field.set(&mut document.scenario, &Value::Number(Amount::confirmed(amount.value)));
    }
    let report = evaluate_without_trees(&document.scenario, &book, &document.edition).expect("a report");
    let plot = cost_curve(&document, &report, &book);
    let Form::Lines(lines) = &plot.form else { panic!("no lines") };
    assert!(lines.bands.is_empty() && plot.series.iter().all(|s| s.id != "low"), "{:?}", lines.bands);
}
