//! Costs per month, run and million tokens: the cost of an hour times a number of productive hours, consistent
//! everywhere, with no effect on any comparison.
//!
//! Expected values: the report's own cost of a year and of an hour, multiplied out by hand.

use engine::codec::{Document, file};
use engine::inputs::CostUnit;
use engine::inputs::presets::{Preset, preset};
use engine::inputs::value::Amount;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};
use engine::view::answer::answer;
use engine::view::plot::{Form, Plot};
use engine::view::{Piece, Style, bars};

use crate::shared::curve;

use curve::cost_curve;

fn reported(unit: CostUnit) -> (Document, Report) {
    let book = PriceBook::embedded();
    let text = preset("reference-case").map(Preset::text).expect("the reference case");
    let mut document = file::read(text, &book).expect("a readable case").document;
    let work = &mut document.scenario.work;
    work.cost_unit = unit;
    work.gpu_hours_per_run = Amount::exact(10_000.0);
    work.mtokens_per_gpu_hour = Amount::exact(2.5);
    let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
    (document, report)
}

/// The amounts of money in the verdict, in order.
fn amounts(report: &Report) -> Vec<f64> {
    let sentence = answer(report, "H100", 1.0).sentence;
    let money = |piece: &Piece| match piece {
        Piece::Figure(usd, Style::UsdPerHour | Style::Usd | Style::UsdFine)
        | Piece::LinkedFigure(usd, Style::UsdPerHour | Style::Usd | Style::UsdFine, _) => Some(*usd),
        _ => None,
    };
    sentence.iter().filter_map(money).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs()
}

fn today(plot: &Plot) -> Option<(f64, f64)> {
    match &plot.form {
        Form::Lines(lines) | Form::Regions(lines) => lines.today,
        Form::Bars(_) => None,
    }
}

#[test]
fn a_month_costs_what_its_hours_do() {
    let book = PriceBook::embedded();
    let (one, hour) = reported(CostUnit::Hour);
    let (document, month) = reported(CostUnit::Month);
    assert_eq!(month.own, hour.own);
    assert_eq!(month.verdict, hour.verdict);
    let a_month = month.outlook.own.levelised_usd_per_productive_gpu_hour.expect("a cost") * month.work_per_month();
    assert!(amounts(&month).iter().any(|usd| close(*usd, a_month)), "{:?} without {a_month}", amounts(&month));
    let (at, cost) = today(&cost_curve(&document, &month, &book)).expect("a place on the curve");
    assert!(close(cost, a_month), "{cost} and {a_month}");
    assert_eq!(Some(at), today(&cost_curve(&one, &hour, &book)).map(|t| t.0));
    let total = bars::cost_lines(&month).rows.first().and_then(|row| row.cell(0)).expect("a total");
    assert!(close(total, month.own.usd_per_year / 12.0), "{total}");
}

#[test]
fn a_run_and_a_million_tokens_are_so_many_hours() {
    let book = PriceBook::embedded();
    let (one, hour) = reported(CostUnit::Hour);
    let own = hour.own.usd_per_productive_gpu_hour.expect("a cost");
    for (unit, hours) in [(CostUnit::Run, 10_000.0), (CostUnit::Tokens, 0.4)] {
        let (document, report) = reported(unit);
        let told = amounts(&report);
        let expected: Vec<f64> = amounts(&hour).iter().map(|usd| usd * hours).collect();
        assert_eq!(told.len(), expected.len());
        assert!(told.iter().zip(&expected).all(|(a, b)| close(*a, *b)), "{told:?} and {expected:?}");
        let pairs = [
            (cost_curve(&document, &report, &book), cost_curve(&one, &hour, &book)),
            (bars::cost_lines(&report), bars::cost_lines(&hour)),
        ];
        for (plot, hourly) in pairs {
            assert_eq!((plot.rows.len(), plot.rows.is_empty()), (hourly.rows.len(), false));
            for (row, other) in plot.rows.iter().zip(&hourly.rows) {
                for (cell, other) in row.cells.iter().zip(&other.cells) {
                    assert!(match (cell, other) {
                        (Some(cell), Some(other)) => close(*cell, other * hours),
                        (cell, other) => cell == other,
                    });
                }
            }
        }
        let tree = report.derivations.iter().find(|d| d.label.starts_with("Cost per")).expect("where it comes from");
        assert!(close(tree.value, own * hours), "{} and {}", tree.value, own * hours);
    }
}
