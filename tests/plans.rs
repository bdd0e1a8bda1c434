//! Plans against an independent model: `tests/plans/reference.py`, which computes them from the specification alone.

use crate::shared::drawn_plans;
use crate::shared::typed_sizes;

use drawn_plans::{EDITION, drawn, scenario};
use engine::analysis::goal_seek::Subject;
use engine::inputs::Scenario;
use engine::inputs::value::{Amount, Quote};
use engine::plans::plan::{PlanKind, Source};
use engine::plans::plans;
use engine::plans::recommendation::Plans;
use engine::prices::PriceBook;
use serde_json::Value;
use typed_sizes::typed;

fn near(found: f64, expected: &Value) -> bool {
    let expected = expected.as_f64().expect("a number");
    (found - expected).abs() <= 1e-9 * expected.abs().max(1.0)
}

/// What differs between the plans of the program and those of the model.
fn differences(found: &Plans, expected: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let listed: Vec<&str> = found.plans.iter().map(|plan| name(plan.kind)).collect();
    let wanted: Vec<&str> = expected["plans"]
        .as_array()
        .expect("plans")
        .iter()
        .map(|plan| plan["plan"].as_str().expect("a name"))
        .collect();
    if listed != wanted {
        wrong.push(format!("listed {listed:?}, not {wanted:?}"));
    }
    for plan in &found.plans {
        let Some(right) =
            expected["plans"].as_array().expect("plans").iter().find(|right| right["plan"] == name(plan.kind))
        else {
            continue;
        };
        let what = name(plan.kind);
        let hours = &plan.hours;
        let figures = [
            ("present_value_usd", plan.present_value_usd),
            ("per_year_usd", plan.usd_per_year),
            ("usd_per_hour", plan.usd_per_productive_gpu_hour.unwrap_or(0.0)),
            ("nodes", plan.nodes_bought),
            ("committed_gpus", plan.committed_gpus),
            ("upfront_usd", plan.upfront_usd),
            ("obligation_usd", plan.obligation_usd),
            ("full_capacity_month", f64::from(u32::try_from(plan.full_capacity_month).expect("a month"))),
        ];
        for (key, figure) in figures {
            if !right[key].is_null() && !near(figure, &right[key]) {
                wrong.push(format!("{what}.{key} {figure}, not {}", right[key]));
            }
        }
        if let Some(peak) = right.get("peak_cash_usd").filter(|usd| !usd.is_null()) {
            let found = plan.peak_cash_usd.unwrap_or(f64::NAN);
            if !near(found, peak) {
                wrong.push(format!("{what}.peak_cash_usd {found}, not {peak}"));
            }
        }
        let by_source = [
            ("machines", hours.machines_there + hours.bought),
            ("committed", hours.commitment),
            ("spot", hours.spot),
            ("on_demand", hours.on_demand),
            ("undone", hours.undone),
        ];
        for (key, figure) in by_source {
            if (figure - right["hours"][key].as_f64().expect("hours")).abs() > 1e-4 {
                wrong.push(format!("{what}.{key} {figure}, not {}", right["hours"][key]));
            }
        }
        let by_month: f64 = plan.undone_by_month.iter().sum();
        if (by_month - hours.undone).abs() > 1e-6 * (1.0 + hours.undone) {
            wrong.push(format!("{what} leaves {by_month} undone by month, {} in all", hours.undone));
        }
        if plan.complete != right["complete"] || plan.may_be_recommended != right["may_be_recommended"] {
            wrong.push(format!("{what} complete {} {}", plan.complete, plan.may_be_recommended));
        }
        let sources: Vec<&str> = plan.sources.iter().map(|source| source_name(*source)).collect();
        let kind: Vec<&str> = right["kind"].as_array().expect("a kind").iter().filter_map(Value::as_str).collect();
        if sources != kind {
            wrong.push(format!("{what} is {sources:?}, not {kind:?}"));
        }
    }
    // What is drawn without limits has no such figure.
    let limits_cost = expected["limits_cost_usd"].as_f64();
    let near_zero = |found: f64, right: f64| {
        (found - right).abs() <= 1e-9 * expected["plans"][0]["present_value_usd"].as_f64().expect("a value").abs()
    };
    match (found.limits_cost_usd, limits_cost) {
        (None, None) => {}
        (Some(found), Some(right)) if near_zero(found, right) => {}
        (found, right) => wrong.push(format!("limits cost {found:?}, not {right:?}")),
    }
    let kind = |kind: Option<PlanKind>| kind.map_or(Value::Null, |kind| name(kind).into());
    if kind(found.recommended) != expected["recommended"] {
        wrong.push(format!("recommended {:?}, not {}", found.recommended, expected["recommended"]));
    }
    if kind(found.runner_up) != expected["runner_up"] {
        wrong.push(format!("runner-up {:?}, not {}", found.runner_up, expected["runner_up"]));
    }
    wrong
}

fn name(kind: PlanKind) -> &'static str {
    match kind {
        PlanKind::Now => "now",
        PlanKind::Own => "own",
        PlanKind::Replace => "replace",
        PlanKind::Commit => "commit",
        PlanKind::Rent => "rent",
        PlanKind::Api => "api",
        PlanKind::Mix => "mix",
        PlanKind::Yours => "yours",
    }
}

fn source_name(source: Source) -> &'static str {
    match source {
        Source::MachinesThere => "there",
        Source::Bought => "bought",
        Source::Commitment => "committed",
        Source::Spot => "spot",
        Source::OnDemand => "on_demand",
        Source::Api => "api",
    }
}

/// Whether the rows of a scenario have something.
type Has = fn(&Value) -> bool;

/// What at least 60 of the drawn scenarios have, told by their rows.
const WANTED: [(&str, Has); 5] = [
    ("racks", |rows| rows["place.site"] == "colocation" && rows["place.rack_kw"].as_f64() > Some(0.0)),
    ("staff steps", |rows| rows["people.method"] == "size" && rows["people.usd_per_person_year"].as_f64() > Some(0.0)),
    ("tax", |rows| rows["money.tax_rate"].as_f64() > Some(0.0)),
    ("machines there", |rows| rows["present.nodes"].as_f64() > Some(0.0)),
    ("two commitments", |rows| {
        let quotes = rows["rent.quotes"].as_array().into_iter().flatten();
        quotes.filter(|quote| quote[2].as_f64() > Some(0.0)).count() >= 2
    }),
];

fn compare(file: &str, typed: impl Fn(&mut Scenario, &Value)) {
    let book = PriceBook::embedded();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    let mut covered = std::collections::BTreeMap::<String, usize>::new();
    let mut by_inputs = std::collections::BTreeMap::<&str, usize>::new();
    for case in drawn(file) {
        let mut scenario = scenario(&case["inputs"]);
        typed(&mut scenario, &case);
        let subject = Subject { scenario: &scenario, book: &book, edition: EDITION };
        let found = plans(subject).expect("plans");
        for difference in differences(&found, &case["expected"]) {
            wrong.push(format!("{} {}: {difference}", case["index"], case["covers"]));
        }
        compared += 1;
        for (what, has) in WANTED {
            *by_inputs.entry(what).or_default() += usize::from(has(&case["inputs"]));
        }
        for what in case["covers"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            *covered.entry(what.to_owned()).or_default() += 1;
        }
    }
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    if file == "drawn_cash.json" {
        assert_eq!(compared, 40);
    }
    if file == "drawn_there.json" {
        assert_eq!(compared, 100);
        for (what, least) in [("other-gpu", 60), ("may-sell", 30), ("kept", 30), ("renewed", 8), ("same-gpu", 10)] {
            assert!(covered[what] >= least, "{what}: {}", covered[what]);
        }
    }
    if file == "drawn.json" {
        assert_eq!(compared, 300);
        for (what, count) in by_inputs {
            assert!(count >= 60, "{what}: {count}");
        }
    }
}

/// Every listed plan with all its figures, the recommended one and the runner-up.
#[test]
fn plans_are_those_of_full_enumeration() {
    compare("drawn.json", |_, _| {});
}

#[test]
fn plans_with_typed_sizes_and_limits_are_those_of_full_enumeration() {
    compare("drawn_sizes.json", typed);
}

#[test]
fn plans_within_peak_cash_are_those_of_full_enumeration() {
    compare("drawn_cash.json", typed);
}

#[test]
fn plans_beside_machines_of_another_gpu_are_those_of_full_enumeration() {
    compare("drawn_there.json", typed);
}

/// Every fifth drawn scenario.
fn some(file: &str) -> Vec<Scenario> {
    drawn(file).iter().step_by(5).map(|case| scenario(&case["inputs"])).collect()
}

fn found(scenario: &Scenario, book: &PriceBook) -> Plans {
    plans(Subject { scenario, book, edition: EDITION }).expect("plans")
}

#[test]
fn one_more_offer_makes_no_recommendation_dearer() {
    let book = PriceBook::embedded();
    let (mut wrong, mut cheaper) = (Vec::new(), 0);
    for (place, scenario) in some("drawn.json").into_iter().enumerate() {
        let before = found(&scenario, &book).recommended().expect("a plan").present_value_usd;
        for (usd, months) in [(1.2, 12.0), (3.5, 0.0), (1.9, 6.0)] {
            let mut more = scenario.clone();
            let quote =
                Quote { name: "More".to_owned(), usd_per_gpu_hour: usd, term_months: months, ..Quote::default() };
            more.rent.quotes.push(quote);
            let after = found(&more, &book).recommended().expect("a plan").present_value_usd;
            cheaper += usize::from(after < before * (1.0 - 1e-6));
            if after > before + 1e-9 * before.abs() {
                wrong.push(format!("{place}: {before} became {after} with {usd} for {months} months"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cheaper > 20, "only {cheaper} of 180 offers were taken");
}

/// Data follows the work, so renting everything costs the same whatever would be owned.
#[test]
fn renting_everything_costs_the_same_whatever_is_owned() {
    let book = PriceBook::embedded();
    let mut typical = Scenario::typical(&book);
    let rent = |scenario: &Scenario| found(scenario, &book).plan(PlanKind::Rent).expect("a plan").present_value_usd;
    let right = rent(&typical);
    for gpus in [8.0, 24.0, 64.0, 128.0] {
        let before = typical.clone();
        typical.own.gpus = Amount::exact(gpus);
        typical.follow_gpus(&before, &book);
        assert_eq!(rent(&typical), right, "{gpus} GPUs");
    }
    assert!(typical.rent.storage_tb.value > 0.0, "there is data");
}

#[test]
fn the_recommended_plan_is_the_cheapest_that_may_be() {
    let book = PriceBook::embedded();
    for scenario in some("drawn_sizes.json") {
        let found = found(&scenario, &book);
        let best = found.recommended().expect("a plan");
        for plan in found.plans.iter().filter(|plan| plan.may_be_recommended) {
            assert!(best.present_value_usd <= plan.present_value_usd * (1.0 + 1e-9), "{:?}", plan.kind);
            assert!(plan.above_cheapest_usd >= -1e-9 * plan.present_value_usd.abs());
        }
        let hours = |plan: &engine::plans::result::PlanResult| plan.hours.done() + plan.hours.undone;
        let wanted = hours(best);
        for plan in &found.plans {
            assert!(
                (hours(plan) - wanted).abs() <= 1e-6 * wanted,
                "{:?} does all of the work or says what not",
                plan.kind
            );
            let years: f64 = plan.capex_by_year_usd.iter().chain(&plan.opex_by_year_usd).sum();
            let months: f64 = plan.cash_by_month_usd.iter().sum();
            let near = |sum: f64| (sum - plan.nominal_usd).abs() <= 1e-6 * plan.nominal_usd.abs().max(1.0);
            assert!(near(years) && near(months), "{:?}: {years}, {months}, {}", plan.kind, plan.nominal_usd);
        }
    }
}
