//! Limits of a scenario: which plans they rule out, which one breaks first where no plan keeps them, what they cost.
//!
//! Expected values: sums by hand.

use engine::analysis::goal_seek::Subject;
use engine::inputs::value::{Amount, Quote};
use engine::inputs::workloads::Workload;
use engine::inputs::{Limit, Rest, Scenario, Size};
use engine::model::Model;
use engine::plans::plan::PlanKind;
use engine::plans::plans;
use engine::plans::recommendation::Plans;
use engine::plans::result::LimitKind;
use engine::prices::PriceBook;

const EDITION: &str = "2026-11";

/// 16 GPUs all year, two nodes of 8 at 200,000 that are worth nothing after two years, 10 kW each; by the hour 4.00, committed
/// for a year 2.00, for two years 1.50. No interest, power, people or space.
fn sixteen() -> Scenario {
    let mut s = Scenario::neutral();
    s.work.workloads = vec![Workload { gpus: Some(16.0), ..Workload::default() }];
    s.follow_workloads(&PriceBook::embedded());
    s.time.horizon_months = Amount::exact(24.0);
    s.own.gpus = Amount::exact(16.0);
    s.own.node_price_usd = Amount::exact(200_000.0);
    s.own.life_years = Amount::exact(2.0);
    s.place.node_kw = Amount::exact(10.0);
    s.rent.only_quotes = true;
    let quote = |name: &str, usd: f64, months: f64| Quote {
        name: name.to_owned(),
        usd_per_gpu_hour: usd,
        term_months: months,
        ..Quote::default()
    };
    s.rent.quotes = vec![quote("Hours", 4.0, 0.0), quote("Year", 2.0, 12.0), quote("Two years", 1.5, 24.0)];
    s
}

/// GPU-hours of 16 GPUs in two years: months of 730 hours.
const HOURS: f64 = 16.0 * 24.0 * 730.0;

fn found(scenario: &Scenario) -> Plans {
    plans(Subject { scenario, book: &PriceBook::embedded(), edition: EDITION }).expect("plans")
}

fn near(found: Option<f64>, expected: f64) {
    assert!(found.is_some_and(|usd| (usd - expected).abs() <= 1e-6 * expected.abs().max(1.0)), "{found:?} {expected}");
}

#[test]
fn without_limits_two_nodes_cost_least() {
    let plans = found(&sixteen());
    let best = plans.recommended().expect("a plan");
    assert_eq!((plans.recommended, best.nodes_bought), (Some(PlanKind::Own), 2.0));
    near(Some(best.present_value_usd), 400_000.0);
    near(plans.plan(PlanKind::Commit).map(|plan| plan.present_value_usd), 1.5 * HOURS);
    near(plans.plan(PlanKind::Rent).map(|plan| plan.present_value_usd), 4.0 * HOURS);
    assert_eq!((plans.limits_cost_usd, plans.first_broken), (None, None));
}

/// One node and 8 GPUs committed for two years: 200,000 and half of the hours at 1.50. A limit that allows one node.
#[test]
fn a_limit_costs_what_the_best_plan_within_it_costs_more() {
    let one_node = 200_000.0 + 1.5 * HOURS / 2.0;
    let limited = |change: &dyn Fn(&mut Scenario)| {
        let mut s = sixteen();
        change(&mut s);
        found(&s)
    };
    let upfront = limited(&|s| s.limits.upfront_usd = Limit::Most(250_000.0));
    let power = limited(&|s| s.limits.kw = Limit::Most(10.0));
    for (plans, kind) in [(&upfront, LimitKind::Upfront), (&power, LimitKind::Kw)] {
        let best = plans.recommended().expect("a plan");
        assert_eq!((plans.recommended, best.nodes_bought), (Some(PlanKind::Mix), 1.0));
        assert_eq!((best.committed_gpus, best.breaks.len()), (8.0, 0));
        near(Some(best.present_value_usd), one_node);
        near(plans.limits_cost_usd, one_node - 400_000.0);
        let own = plans.plan(PlanKind::Own).expect("listed all the same");
        assert_eq!((own.breaks.as_slice(), own.may_be_recommended), ([kind].as_slice(), false));
        assert_ne!(plans.runner_up, Some(PlanKind::Own));
    }
    // To the cent: a limit that is just met rules nothing out.
    let met = limited(&|s| s.limits.upfront_usd = Limit::Most(400_000.0));
    assert_eq!(met.recommended, Some(PlanKind::Own));
    near(met.limits_cost_usd, 0.0);
    let missed = limited(&|s| s.limits.upfront_usd = Limit::Most(399_999.99));
    assert_eq!(missed.recommended, Some(PlanKind::Mix));
}

/// Nodes that come after a month reach full capacity in the second; nothing else is late.
#[test]
fn a_latest_month_of_full_capacity_rules_out_what_is_bought_later() {
    let mut s = sixteen();
    s.own.node_price_usd = Amount::exact(150_000.0);
    s.time.lead_months = Amount::exact(1.0);
    s.limits.full_capacity_month = Limit::Most(2.0);
    let kept = found(&s);
    assert_eq!(kept.recommended, Some(PlanKind::Own));
    assert_eq!(kept.plan(PlanKind::Own).map(|plan| plan.full_capacity_month), Some(2));
    s.limits.full_capacity_month = Limit::Most(1.0);
    let broken = found(&s);
    assert_eq!(broken.recommended, Some(PlanKind::Commit));
    assert_eq!(broken.plan(PlanKind::Own).map(|plan| plan.breaks.clone()), Some(vec![LimitKind::FullCapacity]));
    // Owning pays 300,000 and a month by the hour, and sells after 23 of 24 months; the commitment 1.50 throughout.
    let own = 300_000.0 + 4.0 * HOURS / 24.0 - 300_000.0 / 24.0;
    near(kept.recommended().map(|plan| plan.present_value_usd), own);
    near(broken.limits_cost_usd, 1.5 * HOURS - own);
}

/// Against committing for two years, two nodes have paid most in excess at their purchase.
#[test]
fn peak_cash_is_what_is_paid_before_committing_would_have_been() {
    let mut s = sixteen();
    s.limits.peak_cash_usd = Limit::Most(399_999.0);
    let plans = found(&s);
    let own = plans.plan(PlanKind::Own).expect("listed");
    near(own.peak_cash_usd, 400_000.0);
    assert_eq!((own.peak_cash_month, own.breaks.as_slice()), (Some(0), [LimitKind::PeakCash].as_slice()));
    let one_node = 200_000.0 + 1.5 * HOURS / 2.0;
    let best = plans.recommended().expect("a plan");
    assert_eq!((plans.recommended, best.nodes_bought), (Some(PlanKind::Mix), 1.0));
    near(best.peak_cash_usd, 200_000.0);
    near(plans.limits_cost_usd, one_node - 400_000.0);
    s.limits.peak_cash_usd = Limit::Most(400_000.0);
    assert_eq!(found(&s).recommended, Some(PlanKind::Own));
}

/// The longest term is a requirement of the work that published offers have to meet: the search signs none beyond it, and
/// what is left costs no less.
#[test]
fn no_commitment_is_longer_than_the_longest_term() {
    let book = PriceBook::embedded();
    let mut s = Scenario::typical(&book);
    s.work.workloads = vec![Workload { gpus: Some(40.0), ..Workload::default() }];
    s.follow_workloads(&book);
    s.sizes.own = Size::Typed(0.0);
    let model = Model::new(&s, &book, book.current_edition()).expect("a model");
    let mut terms = Vec::new();
    let mut least = 0.0;
    for longest in [60.0, 36.0, 12.0, 11.0, 0.0] {
        s.work.longest_term_months = Amount::exact(longest);
        let found = plans(Subject { scenario: &s, book: &book, edition: book.current_edition() }).expect("plans");
        for id in found.plans.iter().filter_map(|plan| plan.commitment.as_ref()) {
            let term = model.offers.iter().find(|offer| offer.id == *id).expect("an offer").term_months;
            assert!(term > 0.0 && term <= longest, "{term} months where {longest} is the longest");
            terms.push(term);
        }
        let usd = found.recommended().expect("a plan").present_value_usd;
        assert!(usd >= least * (1.0 - 1e-9), "{usd} with a longest term of {longest}, {least} with a longer one");
        least = usd;
    }
    terms.dedup();
    assert!(terms.len() >= 2, "{terms:?}");
}

/// All of the work has to run on owned machines, and nothing may be rented: two nodes, or no plan.
#[test]
fn where_no_plan_keeps_the_limits_the_broken_one_is_named() {
    let mut s = sixteen();
    s.work.workloads[0].pinned = Some(1.0);
    s.sizes.rest = Rest::Typed(0.0);
    let named = |change: &dyn Fn(&mut Scenario)| {
        let mut s = s.clone();
        change(&mut s);
        let plans = found(&s);
        assert_eq!((plans.recommended, plans.runner_up, plans.limits_cost_usd), (None, None, None));
        plans.first_broken
    };
    assert_eq!(found(&s).recommended, Some(PlanKind::Own));
    assert_eq!(named(&|s| s.limits.upfront_usd = Limit::Most(399_999.0)), Some(LimitKind::Upfront));
    assert_eq!(named(&|s| s.limits.kw = Limit::Most(19.9)), Some(LimitKind::Kw));
    let late = |s: &mut Scenario| {
        s.time.lead_months = Amount::exact(2.0);
        s.limits.full_capacity_month = Limit::Most(2.0);
    };
    assert_eq!(named(&late), Some(LimitKind::FullCapacity));
    // Of several the one that comes first in the list: money before power before time.
    let all = |s: &mut Scenario| {
        late(s);
        s.limits.kw = Limit::Most(1.0);
        s.limits.upfront_usd = Limit::Most(1.0);
    };
    assert_eq!(named(&all), Some(LimitKind::Upfront));
}
