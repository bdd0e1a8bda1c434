//! Plans against an independent model: `tests/plans/reference.py`, which computes them from the specification alone.

use std::path::Path;

use engine::analysis::goal_seek::Subject;
use engine::codec::{Document, file};
use engine::inputs::{Limit, Scenario, Size, field};
use engine::plans::listing::Plans;
use engine::plans::plan::{PlanKind, Source};
use engine::plans::plans;
use engine::prices::PriceBook;
use serde_json::Value;

/// Edition whose prices count where a scenario asks for one; the drawn ones bring their own offers.
const EDITION: &str = "2026-11";

fn drawn(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plans").join(name);
    let text = std::fs::read_to_string(path).expect("the drawn scenarios");
    serde_json::from_str(&text).expect("a list")
}

fn scenario(inputs: &Value) -> Scenario {
    let book = PriceBook::embedded();
    let neutral = Document { scenario: Scenario::neutral(), edition: EDITION.to_owned(), ..Document::typical(&book) };
    let mut text: Value = serde_json::from_str(&file::write(&neutral)).expect("a file");
    for (id, value) in inputs.as_object().expect("rows") {
        assert!(field(id).is_some(), "{id}");
        text["inputs"][id] = value.clone();
    }
    if inputs.get("own.gpus").is_none() {
        // More than one node: for a single one a network of 0 is the default, which more nodes would not keep.
        text["inputs"]["own.gpus"] = (2.0 * text["inputs"]["own.gpus_per_node"].as_f64().expect("a number")).into();
    }
    // The model's hourly offers have machines of the size of an owned node where they do not say otherwise.
    let node = text["inputs"]["own.gpus_per_node"].clone();
    for quote in text["inputs"]["rent.quotes"].as_array_mut().expect("offers") {
        let cells = quote.as_array_mut().expect("cells");
        if cells[2] == 0 && cells.len() < 6 {
            cells.resize(5, Value::Null);
            cells.push(node.clone());
        }
    }
    let decoded = file::read(&text.to_string(), &book).expect("a scenario");
    assert!(decoded.notices.is_empty(), "{:?}", decoded.notices);
    decoded.document.scenario
}

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
        if plan.complete != right["complete"] || plan.may_be_recommended != right["may_be_recommended"] {
            wrong.push(format!("{what} complete {} {}", plan.complete, plan.may_be_recommended));
        }
        let sources: Vec<&str> = plan.sources.iter().map(|source| source_name(*source)).collect();
        let kind: Vec<&str> = right["kind"].as_array().expect("a kind").iter().filter_map(Value::as_str).collect();
        if sources != kind {
            wrong.push(format!("{what} is {sources:?}, not {kind:?}"));
        }
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
        PlanKind::Commit => "commit",
        PlanKind::Rent => "rent",
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
    }
}

fn compare(file: &str, typed: impl Fn(&mut Scenario, &Value)) {
    let book = PriceBook::embedded();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    let mut covered = std::collections::BTreeMap::<String, usize>::new();
    for case in drawn(file) {
        let mut scenario = scenario(&case["inputs"]);
        typed(&mut scenario, &case);
        let subject = Subject { scenario: &scenario, book: &book, edition: EDITION };
        let found = plans(subject).expect("plans");
        for difference in differences(&found, &case["expected"]) {
            wrong.push(format!("{} {}: {difference}", case["index"], case["covers"]));
        }
        compared += 1;
        for what in case["covers"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            *covered.entry(what.to_owned()).or_default() += 1;
        }
    }
    println!("{compared} scenarios compared: {covered:?}");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    if file == "drawn.json" {
        assert_eq!(compared, 300);
        for what in ["racks", "staff", "tax", "there", "two-commitments"] {
            assert!(covered[what] >= 60, "{what}: {}", covered[what]);
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
    compare("drawn_sizes.json", |scenario, case| {
        let number = |group: &str, key: &str| case[group][key].as_f64();
        let size = |key: &str| number("sizes", key).map_or(Size::Found, Size::Typed);
        (scenario.sizes.own, scenario.sizes.commit) = (size("own"), size("commit"));
        let limit = |key: &str| number("limits", key).map_or(Limit::None, Limit::Most);
        scenario.limits.upfront_usd = limit("upfront_usd");
        scenario.limits.kw = limit("kw");
        scenario.limits.full_capacity_month = limit("full_capacity_month");
    });
}
