//! Work that a plan leaves undone, month by month.
//!
//! Expected values: sums by hand. A month has 730 hours.

use engine::analysis::goal_seek::Subject;
use engine::inputs::value::{Amount, Quote};
use engine::inputs::workloads::Workload;
use engine::inputs::{BeyondChoice, Rest, Scenario, Size};
use engine::plans::plan::PlanKind;
use engine::plans::plans;
use engine::plans::result::PlanResult;
use engine::prices::PriceBook;

/// One node of 8 GPUs for two years; by the hour 4.00.
fn one_node() -> Scenario {
    let mut s = Scenario::neutral();
    s.time.horizon_months = Amount::exact(24.0);
    s.own.gpus = Amount::exact(8.0);
    s.own.node_price_usd = Amount::exact(200_000.0);
    s.rent.only_quotes = true;
    s.rent.quotes = vec![Quote { name: "Hours".to_owned(), usd_per_gpu_hour: 4.0, ..Quote::default() }];
    s
}

fn plan(scenario: &Scenario, kind: PlanKind) -> PlanResult {
    let plans = plans(Subject { scenario, book: &PriceBook::embedded(), edition: "2026-11" }).expect("plans");
    plans.plan(kind).expect("a listed plan").clone()
}

fn near(found: &[f64], expected: &[f64]) {
    let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * (1.0 + b.abs());
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(close), "{found:?}, not {expected:?}");
}

/// 8 GPUs are wanted at first and 20% more after every year; nothing may be rented: what is beyond the node is undone in
/// the month in which it was wanted.
#[test]
fn what_does_not_fit_is_undone_in_its_month() {
    let mut s = one_node();
    s.work.workloads = vec![Workload { gpus: Some(8.0), ..Workload::default() }];
    s.follow_workloads(&PriceBook::embedded());
    s.work.growth_per_year = Amount::exact(0.2);
    (s.sizes.own, s.sizes.rest) = (Size::Typed(8.0), Rest::Typed(0.0));
    let own = plan(&s, PlanKind::Own);
    let beyond = |month: u32| 8.0 * 730.0 * (1.2_f64.powf(f64::from(month - 1) / 12.0) - 1.0);
    let expected: Vec<f64> = (1..=24).map(beyond).collect();
    near(&own.undone_by_month, &expected);
    assert!((own.hours.undone - expected.iter().sum::<f64>()).abs() < 1e-6);
}

/// Bound work of 24 GPUs, a third more than two nodes: renting leaves what must not leave undone, a node what exceeds it.
#[test]
fn bound_work_is_undone_where_machines_are_missing() {
    let mut s = one_node();
    s.work.workloads = vec![Workload { gpus: Some(24.0), pinned: Some(0.5), ..Workload::default() }];
    s.follow_workloads(&PriceBook::embedded());
    s.sizes.own = Size::Typed(8.0);
    near(&plan(&s, PlanKind::Own).undone_by_month, &[4.0 * 730.0; 24]);
    near(&plan(&s, PlanKind::Rent).undone_by_month, &[12.0 * 730.0; 24]);
    s.sizes.own = Size::Typed(16.0);
    near(&plan(&s, PlanKind::Own).undone_by_month, &[0.0; 24]);
}

/// Work that waits without limit is undone at the end alone.
#[test]
fn what_waits_is_undone_in_the_last_month() {
    let mut s = one_node();
    s.work.gpu_hours_per_month = Amount::exact(10.0 * 730.0);
    s.time.beyond = BeyondChoice::Queue;
    let mut expected = [0.0; 24];
    expected[23] = 24.0 * 2.0 * 730.0;
    near(&plan(&s, PlanKind::Own).undone_by_month, &expected);
    near(&plan(&s, PlanKind::Rent).undone_by_month, &[0.0; 24]);
}
