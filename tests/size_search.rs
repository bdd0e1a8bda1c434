//! The search of the sizes of the cheapest mix: what it finds against plain enumeration of every mix and against a solver, and
//! what it can say when it is stopped.

use crate::shared::drawn_plans;
use crate::shared::enumeration;
use crate::shared::typed_sizes;

use drawn_plans::{EDITION, drawn, scenario};
use engine::analysis::goal_seek::Subject;
use engine::inputs::workloads::{Measured, Shape, Workload};
use engine::inputs::{Limit, Scenario};
use engine::plans::search::SizeSearch;
use engine::plans::setting::Setting;
use engine::plans::{FindSizes, find_sizes, plans};
use engine::prices::PriceBook;
use enumeration::{best_of_all, best_within_limits};
use serde_json::Value;
use typed_sizes::typed;

fn setting(subject: Subject) -> Setting {
    Setting::new(None, subject).expect("a setting")
}

/// Compares the search with all mixes of every case of a file. Returns how many mixes there are, and how many of them the
/// search left out.
fn compare(file: &str, scenarios: usize) -> (usize, usize) {
    let book = PriceBook::embedded();
    let (mut wrong, mut compared, mut mixes, mut left_out) = (Vec::new(), 0, 0, 0);
    for case in drawn(file) {
        let scenario = scenario(&case["inputs"]);
        let subject = Subject { scenario: &scenario, book: &book, edition: EDITION };
        let setting = setting(subject);
        let best = best_of_all(&setting, subject);
        let mut search = SizeSearch::new(setting);
        while search.step(subject) {}
        let found = search.best().expect("a mix");
        wrong.extend(best.difference(found).map(|difference| format!("{}: {difference}", case["index"])));
        assert_eq!(search.gap_usd(subject), 0.0, "{}: nothing is left untried", case["index"]);
        compared += 1;
        mixes += best.mixes;
        left_out += best.mixes.saturating_sub(search.evaluated());
    }
    assert!(wrong.is_empty(), "{} of {compared} differ\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(compared, scenarios);
    (mixes, left_out)
}

#[test]
fn the_search_finds_what_plain_enumeration_does() {
    let (mixes, left_out) = compare("drawn.json", 300);
    assert!(mixes > 400_000 && left_out > mixes / 2, "the search left {left_out} of {mixes} out");
}

#[test]
fn the_search_beside_machines_of_another_gpu_finds_what_plain_enumeration_does() {
    let (mixes, left_out) = compare("drawn_there.json", 100);
    assert!(mixes > 100_000 && left_out > mixes / 2, "the search left {left_out} of {mixes} out");
}

/// Numbers in 0..1, the same in every run.
fn draws(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(state >> 33).expect("31 bits")) / f64::from(1_u32 << 31)
    }
}

/// A drawn scenario with other work: what it costs to own and rent stays.
fn with_work(scenario: &Scenario, workloads: Vec<Workload>) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.work.workloads = workloads;
    scenario.follow_workloads(&PriceBook::embedded());
    scenario
}

/// 8,760 hours up to a peak in no order, hardly two alike.
fn hours_of_a_year(peak: f64, power: f64) -> Vec<f64> {
    let of_height = |height: f64| (peak * (height / 8_760.0).powf(power) * 10_000.0).round() / 10_000.0;
    (0..8_760_u32).map(|hour| of_height(f64::from(hour * 37 % 8_760 + 1))).collect()
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

/// Drawn scenarios whose work is a measured year of 8,760 states, or a described one beside office hours.
fn of_many_states() -> Vec<Scenario> {
    let mut draw = draws(3);
    let mut scenarios = Vec::new();
    for (place, case) in drawn("drawn.json").iter().step_by(23).enumerate() {
        let plain = scenario(&case["inputs"]);
        let hours = hours_of_a_year(40.0 + 40.0 * draw(), 0.5 + 2.0 * draw());
        let work = if place % 2 == 0 {
            let levels = joined(hours.iter().map(|gpus| format!("{gpus}x1")), "-");
            let measured = Measured::Levels;
            vec![Workload { shape: Shape::Series, series: levels.into(), measured, ..Workload::default() }]
        } else {
            let series = joined(hours.iter().map(f64::to_string), " ");
            let office = Workload { shape: Shape::Office, gpus: Some(16.0), ..Workload::default() };
            let firm = Workload { shape: Shape::Series, series: series.into(), ..Workload::default() };
            vec![Workload { interruptible: Some(0.5), ..firm }, office]
        };
        scenarios.push(with_work(&plain, work));
    }
    scenarios
}

#[test]
fn a_year_of_8760_states_is_searched_exactly() {
    let book = PriceBook::embedded();
    let (mut wrong, mut states, mut owned) = (Vec::new(), Vec::new(), 0);
    for (place, scenario) in of_many_states().iter().enumerate() {
        let subject = Subject { scenario, book: &book, edition: EDITION };
        let setting = setting(subject);
        let mut gpus = setting.base.load.demand.total();
        gpus.sort_by(f64::total_cmp);
        gpus.dedup();
        states.push(gpus.len());
        let found = find_sizes(&setting, subject);
        let mix = found.mix.expect("a mix");
        wrong.extend(best_of_all(&setting, subject).difference(&mix).map(|different| format!("{place}: {different}")));
        owned += usize::from(mix.nodes > setting.nodes_there);
        assert_eq!(found.gap_usd, 0.0);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(states.len() >= 12 && states.iter().all(|states| *states > 8_000), "{states:?} states");
    assert!(owned >= 3, "only {owned} buy");
}

/// After any number of steps the best of all costs no less than what was found, less the gap.
#[test]
fn a_search_that_is_stopped_proves_its_gap() {
    let book = PriceBook::embedded();
    let drawn: Vec<Scenario> = drawn("drawn.json").iter().step_by(7).map(|case| scenario(&case["inputs"])).collect();
    let (mut stops, mut open, mut worst) = (0, 0, 0.0_f64);
    for scenario in drawn.iter().chain(&of_many_states()) {
        let subject = Subject { scenario, book: &book, edition: EDITION };
        let setting = setting(subject);
        let best = best_of_all(&setting, subject);
        let mut search = FindSizes::new(&setting);
        assert_eq!(search.finish(subject).gap_usd, f64::INFINITY, "nothing is proven before the first step");
        while search.step(subject) {
            let found = search.finish(subject);
            let Some(mix) = found.mix.filter(|mix| mix.undone <= best.undone + 1e-6) else { continue };
            let slack = 1e-9 * best.usd.abs();
            assert!(mix.usd - found.gap_usd <= best.usd + slack, "{mix:?} less {} is not {best:?}", found.gap_usd);
            assert!(found.gap_usd >= mix.usd - best.usd - slack && found.gap_usd >= 0.0);
            stops += 1;
            open += usize::from(mix.usd > best.usd + slack);
            if found.gap_usd.is_finite() {
                worst = worst.max((mix.usd - best.usd) / found.gap_usd.max(1e-9));
            }
        }
        assert_eq!(search.finish(subject).gap_usd, 0.0);
    }
    assert!(stops > 200 && open > 20, "{stops} stops, {open} before the best was found");
    assert!(worst > 0.5, "no gap was needed by more than {worst} of it");
}

/// A search within limits, against all mixes by the figures that the table of plans gives each of them; and what it says of
/// the cheapest mix without limits.
#[test]
fn limits_are_kept_exactly() {
    let book = PriceBook::embedded();
    let mut scenarios = Vec::new();
    for case in
        drawn("drawn_sizes.json").iter().filter(|case| case["limits"].as_object().is_some_and(|l| !l.is_empty()))
    {
        let mut scenario = scenario(&case["inputs"]);
        typed(&mut scenario, case);
        scenario.sizes = Scenario::neutral().sizes;
        scenarios.push(scenario);
    }
    // Peak cash has no place in the drawn limits: a third of what the cheapest mix needs.
    for case in drawn("drawn.json").iter().step_by(9) {
        let mut scenario = scenario(&case["inputs"]);
        let subject = Subject { scenario: &scenario, book: &book, edition: EDITION };
        let found = plans(subject).expect("plans");
        let needed = found.recommended().and_then(|plan| plan.peak_cash_usd).unwrap_or(0.0);
        if needed > 0.0 {
            scenario.limits.peak_cash_usd = Limit::Most((needed / 3.0).round());
            scenarios.push(scenario);
        }
    }
    let (mut wrong, mut dearer, mut none) = (Vec::new(), 0, 0);
    for (place, scenario) in scenarios.iter().enumerate() {
        let subject = Subject { scenario, book: &book, edition: EDITION };
        let setting = setting(subject);
        let (within, without) = (best_within_limits(&setting, subject), best_of_all(&setting, subject));
        let found = find_sizes(&setting, subject);
        match &found.mix {
            Some(mix) => wrong.extend(within.difference(mix).map(|different| format!("{place}: {different}"))),
            None if within.usd.is_finite() => wrong.push(format!("{place}: nothing is not {within:?}")),
            None => none += 1,
        }
        let unlimited = found.without_limits.expect("the cheapest without limits");
        wrong.extend(without.difference(&unlimited).map(|different| format!("{place} without limits: {different}")));
        dearer += usize::from(within.usd > without.usd * (1.0 + 1e-9));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        scenarios.len() >= 40 && dearer >= 20,
        "{} scenarios, {dearer} dearer, {none} without any",
        scenarios.len()
    );
}

/// Against HiGHS: scripts/plan-fixtures.py, a mixed-integer programme for each number of nodes. Whole racks make the cost of
/// nodes jump there, staff bends it.
#[test]
fn a_mix_of_whole_nodes_costs_what_the_programme_finds() {
    let book = PriceBook::embedded();
    let (mut wrong, mut own, mut moved_down, mut moved_up) = (Vec::new(), 0, 0, 0);
    let cases: Vec<Value> = serde_json::from_str(include_str!("mix/whole_nodes.json")).expect("the fixtures");
    for (place, case) in cases.iter().enumerate() {
        let scenario = scenario(&case["inputs"]);
        let subject = Subject { scenario: &scenario, book: &book, edition: EDITION };
        let mix = find_sizes(&setting(subject), subject).mix.expect("a mix");
        let number = |key: &str| case[key].as_f64().expect("a number");
        let (cost, nodes) = (number("cost_usd"), number("nodes"));
        let near = |usd: f64| (usd - cost).abs() <= 1e-6 * cost;
        // Where the second best costs as much, either number is right.
        if !near(mix.usd) || (mix.nodes != nodes && !case["second_usd"].as_f64().is_some_and(near)) {
            wrong.push(format!("{place}: {} with {} nodes, not {cost} with {nodes}", mix.usd, mix.nodes));
        }
        // The list: no plan is cheaper, and the recommended one costs as much unless the mix saves too little to be listed.
        let found = plans(subject).expect("plans");
        let best = found.recommended().expect("a plan").present_value_usd;
        if best < cost * (1.0 - 1e-6) || best * (1.0 - 0.005) > cost * (1.0 + 1e-6) {
            wrong.push(format!("{place}: {best} is recommended, the cheapest mix costs {cost}"));
        }
        own += usize::from(nodes > 0.0);
        moved_down += usize::from(nodes < number("nodes_without_whole_racks"));
        moved_up += usize::from(nodes > number("nodes_without_whole_racks"));
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    assert!(own >= 60, "{own} own");
    // Just below a jump, and just above one.
    assert!(moved_down >= 8 && moved_up >= 8, "whole racks move {moved_down} down and {moved_up} up");
}
