//! Machines there of another GPU: four nodes of A100, two nodes of B200 beside them or one instead of them. Every figure is
//! worked out by hand here from list prices and data sheets.

use engine::analysis::goal_seek::Subject;
use engine::inputs::value::{Amount, Quote};
use engine::inputs::workloads::Workload;
use engine::inputs::{EndOfLife, ResidualMethod, Scenario, Site, Size, StaffMethod};
use engine::model::Model;
use engine::plans::plan::{PlanKind, Source};
use engine::plans::plans;
use engine::plans::recommendation::{Plans, Why};
use engine::plans::result::PlanResult;
use engine::prices::PriceBook;
use engine::report::{MachinesThere, evaluate};
use serde_json::json;

const EDITION: &str = "2026-11";
/// Dense BF16 teraflops by NVIDIA's data sheets: A100 80 GB SXM, and B200.
const Q: f64 = 312.0 / 2_250.0;
/// What 32 A100 do, in B200.
const WORKING: f64 = 32.0 * Q;
/// Hours of a year.
const YEAR: f64 = 8_760.0;
/// Loss of value in a year: 10^(−0.14).
const KEPT: f64 = 0.724_435_960_074_990_1;

fn exact(value: f64) -> Amount {
    Amount::exact(value)
}

/// 24 B200 busy all year, four nodes of eight A100 that are two years old, a DGX A100 at 167,000 US dollars and 6.5 kW by
/// the price book. A new node costs 400,000 and draws 14.3 kW. Racks of 60 kW at 200 a kilowatt and month, staff by size,
/// support of 10% a year from the first day, hours at 4.00; no interest, no power.
fn refresh() -> Scenario {
    let mut s = Scenario::neutral();
    "b200-sxm".clone_into(&mut s.work.gpu);
    s.work.workloads = vec![Workload { gpus: Some(24.0), ..Workload::default() }];
    s.follow_workloads(&PriceBook::embedded());
    s.time.horizon_months = exact(12.0);
    s.rent.only_quotes = true;
    s.rent.quotes = vec![Quote { name: "H".to_owned(), usd_per_gpu_hour: 4.0, ..Quote::default() }];
    s.own.gpus = exact(48.0);
    s.own.node_price_usd = exact(400_000.0);
    s.own.residual_method = ResidualMethod::Curve;
    s.own.support_share = exact(0.1);
    s.own.warranty_years = exact(0.0);
    s.place.site = Site::Colocation;
    s.place.colocation_usd_per_kw_month = exact(200.0);
    s.place.node_kw = exact(14.3);
    s.place.rack_kw = exact(60.0);
    s.people.method = StaffMethod::Size;
    s.people.usd_per_person_year = exact(100_000.0);
    s.present.nodes = exact(4.0);
    "a100-80-sxm".clone_into(&mut s.present.node_gpu);
    s.present.node_age_years = exact(2.0);
    s.present.node_resale_usd = exact(50_000.0);
    s.present.at_end_of_life = EndOfLife::RunOn;
    s.sizes.own = Size::Typed(48.0);
    s
}

fn found(s: &Scenario) -> Plans {
    plans(Subject { scenario: s, book: &PriceBook::embedded(), edition: EDITION }).expect("plans")
}

fn near(found: f64, right: f64, what: &str) {
    assert!((found - right).abs() <= 1e-9 * right.abs().max(1.0), "{what}: {found}, by hand {right}");
}

fn plan(found: &Plans, kind: PlanKind) -> PlanResult {
    found.plan(kind).cloned().unwrap_or_else(|| panic!("{kind:?} is listed"))
}

/// Staff for some GPUs: 0.05 for eight, 1.5 for 64, in between a straight line.
fn staff(gpus: f64) -> f64 {
    100_000.0 * (0.05 + 1.45 * (gpus - 8.0) / 56.0)
}

#[test]
fn four_nodes_of_a100_are_kept() {
    let found = found(&refresh());
    let now = plan(&found, PlanKind::Now);
    let there = 4.0 * 50_000.0 * (1.0 - KEPT);
    // 26 kW are one rack of 60.
    let space = 60.0 * 200.0 * 12.0;
    let rent = (24.0 - WORKING) * YEAR * 4.0;
    near(now.present_value_usd, there + space + staff(32.0) + 0.1 * 4.0 * 167_000.0 + rent, "value");
    near(now.hours.machines_there, WORKING * YEAR, "hours there");
    near(now.upfront_usd, 0.0, "upfront");
    near(now.own_gpus, 32.0, "GPUs as they stand");
    near(now.kw, 26.0, "kilowatts");
}

#[test]
fn two_nodes_of_b200_are_added() {
    let found = found(&refresh());
    let own = plan(&found, PlanKind::Own);
    let there = 4.0 * 50_000.0 * (1.0 - KEPT);
    let bought = 2.0 * 400_000.0 * (1.0 - KEPT);
    // 54.6 kW in one rack of 60: apart they would be two.
    let space = 60.0 * 200.0 * 12.0;
    let support = 0.1 * (4.0 * 167_000.0 + 2.0 * 400_000.0);
    let rest = 24.0 - WORKING - 16.0;
    near(own.present_value_usd, there + bought + space + staff(48.0) + support + rest * YEAR * 4.0, "value");
    near(own.nodes_bought, 2.0, "nodes");
    near(own.own_gpus, 48.0, "GPUs as they stand");
    near(own.hours.machines_there, WORKING * YEAR, "hours there");
    near(own.hours.bought, 16.0 * YEAR, "hours of those bought");
    near(own.upfront_usd, 800_000.0, "upfront");
    near(own.kw, 54.6, "kilowatts");
    assert_eq!(own.sources, [Source::MachinesThere, Source::Bought, Source::OnDemand]);
}

/// One node of eight B200 does more than the work of 32 A100. Without a lead time those are sold on day one, for what they
/// count today.
#[test]
fn one_node_of_b200_takes_over_from_four_of_a100() {
    let mut s = refresh();
    let found_kept = found(&s);
    let replace = plan(&found_kept, PlanKind::Replace);
    let bought = 400_000.0 * (1.0 - KEPT);
    let right = bought + 60.0 * 200.0 * 12.0 + staff(8.0) + 40_000.0 + 16.0 * YEAR * 4.0;
    near(replace.present_value_usd, right, "value");
    assert_eq!((replace.nodes_bought, replace.own_gpus, replace.hours.machines_there), (1.0, 8.0, 0.0));
    assert!(!replace.may_be_recommended, "nothing is sold without leave");
    near(replace.above_cheapest_usd, right - found_kept.recommended().expect("a plan").present_value_usd, "saving");
    s.present.may_sell = true;
    assert!(plan(&found(&s), PlanKind::Replace).may_be_recommended);
}

/// With three months of lead those there work for three months and are sold then, a quarter older.
#[test]
fn machines_are_sold_when_their_successors_arrive() {
    let mut s = refresh();
    s.time.lead_months = exact(3.0);
    s.own.decommissioning_usd_per_node = exact(1_000.0);
    s.own.support_share = exact(0.0);
    let found = found(&s);
    let replace = plan(&found, PlanKind::Replace);
    let there = 4.0 * (50_000.0 * (1.0 - 10_f64.powf(-0.14 * 0.25)) + 1_000.0);
    let bought = 400_000.0 * (1.0 - 10_f64.powf(-0.14 * 0.75)) + 1_000.0;
    // One rack of 60 kW before and after.
    let space = 60.0 * 200.0 * 12.0;
    let people = (3.0 * staff(32.0) + 9.0 * staff(8.0)) / 12.0;
    let rent = (3.0 * (24.0 - WORKING) + 9.0 * 16.0) * 730.0 * 4.0;
    near(replace.present_value_usd, there + bought + space + people + rent, "value");
    near(replace.hours.machines_there, 3.0 * WORKING * 730.0, "hours there");
    // The sale is cash; what those there count today is none.
    near(replace.nominal_usd, replace.present_value_usd - 200_000.0, "nominal");
    // Now goes on until then, to the last hour.
    let now = plan(&found, PlanKind::Now);
    for month in 0..2 {
        near(replace.cash_by_month_usd[month], now.cash_by_month_usd[month], "cash before delivery");
    }
}

/// An hour of 8 A100 draws 3.2 kW less idle, that of 8 B200 8 kW, and does 7.2 times the work: B200 work first.
#[test]
fn what_costs_least_to_run_works_first() {
    let mut s = refresh();
    s.power.tdp_w = exact(1_000.0);
    s.power.load_share = exact(1.0);
    s.power.usd_per_kwh = exact(0.5);
    s.power.pue = exact(1.0);
    s.place.power_included = false;
    s.work.workloads = vec![Workload { gpus: Some(18.0), ..Workload::default() }];
    s.follow_workloads(&PriceBook::embedded());
    let own = plan(&found(&s), PlanKind::Own);
    near(own.hours.bought, 16.0 * YEAR, "B200 are full");
    near(own.hours.machines_there, 2.0 * YEAR, "A100 do the rest");
    // A productive hour: 1 kW, or 0.4 kW for each of 1 / q hours; the host of a DGX A100 draws 2.3 kW all the time.
    near(own.energy_kwh, (16.0 + 2.0 * 0.4 / Q + 4.0 * 2.3) * YEAR, "kilowatt-hours");
}

/// A job runs on the A100 or on the B200: 32 at most, or 16.
#[test]
fn no_job_spans_both_groups() {
    let book = PriceBook::embedded();
    let mut s = refresh();
    let warned = |s: &Scenario| {
        let model = Model::new(s, &book, EDITION).expect("a model");
        model.warnings.iter().any(|issue| issue.message == "A job needs more GPUs in one fabric than you would own")
    };
    s.sizes.own = Size::Typed(48.0);
    s.work.fabric_gpus = exact(32.0);
    assert!(!warned(&s));
    s.work.fabric_gpus = exact(33.0);
    assert!(warned(&s));
}

#[test]
fn the_report_says_what_an_hour_there_does_and_why() {
    let book = PriceBook::embedded();
    let mut s = refresh();
    let told =
        |s: &Scenario| -> Option<MachinesThere> { evaluate(s, &book, EDITION).expect("a report").machines_there };
    let there = told(&s).expect("another GPU");
    near(there.relative_work, Q, "relative work");
    near(there.working_gpus, WORKING, "working GPUs");
    assert_eq!(serde_json::to_value(there.work_origin).expect("a word"), json!("dense_bf16"));
    assert_eq!((there.nodes, there.gpus_per_node, there.node_kw), (4.0, 8.0, 6.5));
    assert_eq!((there.price_usd, there.replacing_nodes), (Some(167_000.0), 1.0));
    s.present.gpu_relative_work = exact(0.25);
    let there = told(&s).expect("another GPU");
    assert_eq!((there.relative_work, there.working_gpus), (0.25, 8.0));
    assert_eq!(serde_json::to_value(there.work_origin).expect("a word"), json!("entered"));
    s.present.node_gpu.clear();
    assert_eq!(told(&s), None);
}

/// Machines of the work's own GPU: support on their own price, and no plan that sells them to buy the same unless asked.
#[test]
fn machines_of_the_same_gpu_have_their_own_price() {
    let mut s = refresh();
    s.present.node_gpu.clear();
    s.present.node_price_usd = exact(300_000.0);
    s.place.colocation_usd_per_kw_month = exact(0.0);
    s.people.usd_per_person_year = exact(0.0);
    let found_kept = found(&s);
    let now = plan(&found_kept, PlanKind::Now);
    near(now.present_value_usd, 4.0 * 50_000.0 * (1.0 - KEPT) + 0.1 * 4.0 * 300_000.0, "support on 300,000");
    assert!(found_kept.not_listed.iter().any(|plan| plan.kind == PlanKind::Replace && plan.why == Why::MayNotBeSold));
    s.present.may_sell = true;
    let replace = plan(&found(&s), PlanKind::Replace);
    assert_eq!(replace.nodes_bought, 4.0);
}

/// Storage is bought with machines that are bought.
#[test]
fn what_is_there_needs_no_storage_again() {
    let mut s = refresh();
    let before = found(&s);
    s.own.storage_tb = exact(100.0);
    s.own.storage_usd_per_tb = exact(500.0);
    let after = found(&s);
    let more = |kind: PlanKind| plan(&after, kind).upfront_usd - plan(&before, kind).upfront_usd;
    near(more(PlanKind::Now), 0.0, "kept");
    near(more(PlanKind::Own), 50_000.0, "added to");
}
