//! What the page shows of plans beside the sentences: sizes that are held, two plans in charts, demand in a phrase.

use engine::analysis::goal_seek::Subject;
use engine::analysis::other_sizes::{FoundOtherSizes, OtherSizesSearch, is_part_of_the_answer};
use engine::codec::{Document, link};
use engine::inputs::Size;
use engine::plans::plan::PlanKind;
use engine::plans::plans;
use engine::plans::setting::{are_sizes_searched, hold_sizes, type_size};
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::view::described_demand::demand_phrase;
use engine::view::plain_text;
use engine::view::plan_words::without_buying;
use engine::view::plot::RowKey;
use engine::view::two_plans::cash;

/// 24 GPUs all year, and 256 for three weeks every quarter, which may be interrupted.
const BURSTS: &str = "wl=Service~-~24~~Training~runs~256~504~4~-~1";

fn document(query: &str, book: &PriceBook) -> Document {
    link::read(query, book).document
}

fn subject<'a>(document: &'a Document, book: &'a PriceBook) -> Subject<'a> {
    Subject { scenario: &document.scenario, book, edition: &document.edition }
}

fn other_sizes(document: &Document, book: &PriceBook) -> FoundOtherSizes {
    let mut search = OtherSizesSearch::start(subject(document, book)).expect("a search");
    while search.step(subject(document, book)) {
        let (done, all) = search.progress();
        assert!(done <= all && all > 0);
    }
    search.finish()
}

/// Sizes that were found and are then typed make the same plan: to the last bit, because it is the same sum.
#[test]
fn sizes_that_are_held_cost_what_they_cost_when_they_were_found() {
    let book = PriceBook::embedded();
    let mut document = document(BURSTS, &book);
    assert!(are_sizes_searched(&document.scenario));
    let found = plans(subject(&document, &book)).expect("plans");
    let best = found.recommended().expect("a plan").clone();
    assert_eq!(best.kind, PlanKind::Mix);
    hold_sizes(&mut document.scenario, best.own_gpus, best.committed_gpus);
    assert!(!are_sizes_searched(&document.scenario));
    let held = plans(subject(&document, &book)).expect("plans");
    let same = held.recommended().expect("a plan");
    assert_eq!(same.present_value_usd.to_bits(), best.present_value_usd.to_bits());
    assert_eq!((same.own_gpus, same.committed_gpus), (best.own_gpus, best.committed_gpus));
}

/// At other amounts of work the best sizes then cost no more than those that are held; as the present sizes they are the
/// recommended plan's.
#[test]
fn held_sizes_cost_no_less_than_the_best_at_other_work() {
    let book = PriceBook::embedded();
    for query in [BURSTS, "n=64&w=30000"] {
        let document = document(query, &book);
        let found = other_sizes(&document, &book);
        let factors: Vec<f64> = found.at_other_work.iter().map(|other| other.factor).collect();
        assert_eq!(factors, [0.75, 1.25], "{query}");
        for other in &found.at_other_work {
            let held = other.present_value_usd.expect("a cost");
            assert!(other.best_present_value_usd <= held * (1.0 + 1e-9), "{query}: {other:?}");
            assert!(other.undone_hours < 0.5, "{query}: {other:?}");
        }
    }
}

/// Without buying, the least is what the answer costs where owning is excluded; the runner-up of a mix that buys may be
/// much dearer, because all mixes share one row.
#[test]
fn the_cheapest_plan_without_buying_is_that_of_a_scenario_that_excludes_owning() {
    let book = PriceBook::embedded();
    let mut document = document(BURSTS, &book);
    let best = plans(subject(&document, &book)).expect("plans");
    let found = other_sizes(&document, &book).without_buying.expect("a plan that buys nothing");
    document.scenario.sizes.own = Size::Typed(0.0);
    let excluded = plans(subject(&document, &book)).expect("plans");
    let least = excluded.recommended().expect("a plan");
    let more = least.present_value_usd - best.recommended().expect("a plan").present_value_usd;
    assert!((found.above_best_usd - more).abs() <= 1e-9 * more, "{found:?} and {more}");
    assert_eq!(found.usd_per_year.to_bits(), least.usd_per_year.to_bits());
    assert!(least.present_value_usd < best.runner_up().expect("another").present_value_usd);
    let phrase = without_buying(&found, 0.0);
    assert!(phrase.contains("renting the rest on spot") || phrase.starts_with("renting on spot"), "{phrase}");
    assert_eq!(other_sizes(&document, &book).without_buying, None, "an answer that buys nothing says so itself");
}

/// A typed size is compared with the best one without being asked; the default is no typed size.
#[test]
fn a_typed_size_has_a_better_one_beside_it() {
    let book = PriceBook::embedded();
    let typed = document("n=256&w=80000", &book);
    assert!(is_part_of_the_answer(subject(&typed, &book)));
    assert!(!is_part_of_the_answer(subject(&document("", &book), &book)));
    let now = plans(subject(&typed, &book)).expect("plans");
    let better = other_sizes(&typed, &book).better.expect("fewer GPUs do the work");
    assert!(better.gpus < better.typed_gpus && better.typed_gpus == 256.0, "{better:?}");
    let mut taken = typed.clone();
    type_size(&mut taken.scenario, better.source, better.gpus);
    let then = plans(subject(&taken, &book)).expect("plans");
    let (before, after) = (now.recommended().expect("a plan"), then.recommended().expect("a plan"));
    assert!(
        (before.present_value_usd - after.present_value_usd - better.saving_usd).abs() <= 0.005 * better.saving_usd
    );
}

/// The lines of the chart are the sums of what each plan pays: from nothing to all payments.
#[test]
fn the_chart_of_cash_ends_at_all_payments() {
    let book = PriceBook::embedded();
    let document = document(BURSTS, &book);
    let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
    let found = &report.decision.as_ref().expect("a decision").plans;
    let both = [found.recommended().expect("a plan"), found.runner_up().expect("another")];
    let plot = cash(&report, both);
    assert_eq!(plot.rows.len(), report.outlook.months + 1);
    let (first, last) = (plot.rows.first().expect("a row"), plot.rows.last().expect("a row"));
    assert_eq!(first.head, RowKey::Figure(0.0));
    for (place, plan) in both.into_iter().enumerate() {
        assert_eq!(first.cell(place), Some(0.0));
        let all: f64 = plan.cash_by_month_usd.iter().sum();
        let end = last.cell(place).expect("a value");
        assert!((end - all).abs() <= 1e-9 * all.abs(), "{end} and {all}");
    }
}

#[test]
fn the_question_names_the_demand_in_words() {
    let book = PriceBook::embedded();
    let phrase = |query: &str| {
        let document = document(query, &book);
        plain_text(&demand_phrase(&document.scenario.work.workloads), |value, _| format!("{value}"))
    };
    assert_eq!(phrase("n=64"), "");
    assert_eq!(phrase(BURSTS), "24 GPUs all year and 256 GPUs for 3 weeks 4 times a year");
    assert_eq!(
        phrase("wl=A~-~1~~B~office~40~~C~bursty~64"),
        "1 GPU all year, 40 GPUs in office hours and up to 64 GPUs in bursts"
    );
    assert_eq!(
        phrase("wl=A~-~1~~B~office~40~~C~bursty~64~~D~-~2"),
        "1 GPU all year, 40 GPUs in office hours and 2 more workloads"
    );
}
