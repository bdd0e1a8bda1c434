//! The first chart: levelised cost over the horizon at other uses.
//!
//! Expected values: reports made anew with as much work as keeps the GPUs that busy, and the verdict itself.

use engine::codec::{Document, file};
use engine::inputs::presets::{PRESETS, preset};
use engine::inputs::value::Amount;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate_without_trees};
use engine::view::cost_unit::{Measure, costs};
use engine::view::plot::{Form, Lines};

use crate::shared::curve;
use crate::shared::work;

use curve::{cost_curve, curve_of};
use work::multiply_work;

fn case(id: &str) -> Document {
    file::read(preset(id).expect("a worked case").text(), &PriceBook::embedded()).expect("it opens").document
}

fn all() -> Vec<Document> {
    PRESETS.iter().map(|p| case(p.id)).chain([Document::typical(&PriceBook::embedded())]).collect()
}

fn of(document: &Document) -> Report {
    evaluate_without_trees(&document.scenario, &PriceBook::embedded(), &document.edition).expect("a report")
}

fn lines(document: &Document) -> (Report, Lines) {
    let book = PriceBook::embedded();
    let report = of(document);
    let plot = cost_curve(document, &report, &book);
    let Form::Lines(lines) = plot.form else { panic!("no lines") };
    (report, lines)
}

#[test]
fn the_dot_is_the_cost_of_the_verdict_and_the_crossing_its_break_even() {
    for document in all() {
        let (report, lines) = lines(&document);
        let measure = Measure::of(&report);
        let own = costs(&report)[0].map(|usd| measure.cost(usd)).expect("a cost");
        let (at, cost) = lines.today.expect("the present case");
        assert_eq!(at, report.hours.wanted_busy_share, "{}", document.name);
        assert!((cost / own - 1.0).abs() <= 1e-12, "{}: {cost}, not {own}", document.name);
        let turning = report.outlook.turning.expect("both compare");
        let marked: Vec<f64> = lines.crossings.iter().map(|c| c.x).collect();
        let expected: Vec<f64> = [turning.busy_share, turning.until_busy_share].into_iter().flatten().collect();
        assert_eq!(marked, expected, "{}", document.name);
    }
}

#[test]
fn every_point_is_a_report_of_its_own() {
    for document in [Document::typical(&PriceBook::embedded()), case("inference-fleet"), case("bill-8m")] {
        let report = of(&document);
        let found = curve_of(&document, &report, &PriceBook::embedded());
        for point in found.points.iter().step_by(6) {
            let mut other = document.clone();
            multiply_work(&mut other.scenario, point.busy_share / report.hours.wanted_busy_share);
            let other = of(&other);
            let near = |found: Option<f64>, expected: Option<f64>| {
                let (found, expected) = (found.expect("a cost"), expected.expect("a cost"));
                assert!(
                    (found / expected - 1.0).abs() < 1e-9,
                    "{}, {}: {found}, not {expected}",
                    document.name,
                    point.busy_share
                );
            };
            near(point.own, other.outlook.own.levelised_usd_per_productive_gpu_hour);
            let rent = other.outlook.rent.and_then(|rent| rent.levelised_usd_per_productive_gpu_hour);
            near(point.rent.into_iter().flatten().reduce(f64::min), rent);
        }
    }
}

/// Twice as much work as all hours of all GPUs: the chart reaches there, and half and more of the work is rented at the price
/// of an hour, so that owning costs between what its full machines do and that price.
#[test]
fn work_beyond_all_hours_lies_on_the_line() {
    let mut document = Document::typical(&PriceBook::embedded());
    let first = of(&document);
    document.scenario.work.gpu_hours_per_month =
        Amount::exact(first.work_per_month() * 2.0 / first.hours.wanted_busy_share);
    let (report, lines) = lines(&document);
    let (at, _) = lines.today.expect("the present case");
    assert!((at - 2.0).abs() < 1e-12 && lines.right >= 2.0, "{at} of {}", lines.right);
    let (from, to, name) = lines.shaded.expect("what is beyond the ceiling");
    assert_eq!((from, to, name), (report.hours.ceiling_busy_share, lines.right, "the rest is rented"));
    let found = curve_of(&document, &report, &PriceBook::embedded());
    let cost = |share: f64| found.points.iter().find(|p| p.busy_share == share).expect("a point");
    let (full, here) = (cost(report.hours.ceiling_busy_share), cost(at));
    let (own, rent) = (here.own.expect("a cost"), here.rent[0].expect("a cost"));
    assert!(full.own.expect("a cost").min(rent) < own && own < full.own.expect("a cost").max(rent));
}
