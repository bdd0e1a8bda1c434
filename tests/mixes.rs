//! The figures of scenarios with workloads: what a change does to any of them is seen.
//!
//! `tests/mixes/recorded.txt` holds what the program gave; it changes only together with a reason:
//! `UPDATE=1 cargo test --test native mixes` writes it again. Some of the scenarios also have values from outside the program:
//! `tests/mixes/independent.py` and a closed form. The scenarios of `tests/faults/mix/` have right values from an
//! independent enumeration, and a table says which of them the program misses.
//! Reads and writes the repository, so native only.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use engine::codec::{Document, file};
use engine::measured::{ReadSettings, Record, SummaryQuestions, proposals, read};
use engine::plans::plan::{PlanKind, Source};
use engine::plans::recommendation::Plans;
use engine::plans::result::PlanResult;
use engine::plans::setting::type_size;
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::view::measured::MeasuredView;
use serde_json::Value as Json;

/// Scenarios that are recorded, each with what it is there for.
const SCENARIOS: [(&str, &str); 12] = [
    ("steady", "the same work all year, two hourly offers, terms of one and of five years"),
    ("three-steps", "a series of three levels over a year, without discounting"),
    ("office-and-runs", "office hours and runs over a year, without discounting"),
    ("growth-and-falling-prices", "growing work, falling rents, spot, a term renewed every year"),
    ("campaigns", "the defaults with a service and campaigns that may be interrupted"),
    (
        "training-and-inference",
        "training from tokens, inference from tokens per second, growth, drift, a life that ends",
    ),
    ("bursts-and-lead", "bursts, delivery after six months and a ramp, payments at year end, going on"),
    ("bound-to-the-site", "work that has to be owned, jobs of several sizes and checkpoints"),
    ("measured", "a year repeated from the jobs of tests/measured/sacct.txt"),
    ("machines-there", "six older nodes of another GPU that retire"),
    ("commitments-running", "two running commitments, credits, a prepayment, a discount, support"),
    ("taxed", "tax with losses carried forward, idle hours let out, falling rents"),
];

/// Largest relative difference of a number that is no change: another machine may round otherwise.
const ROUNDING: f64 = 1e-12;
/// Fewer hours are what rounding leaves of a difference: recorded as none. GPU-hours.
const LEAST_HOURS: f64 = 1e-6;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mixes")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A recorded scenario, all of which must be used.
fn scenario(name: &str, book: &PriceBook) -> Document {
    let decoded = file::read(&text(&folder().join(format!("{name}.json"))), book).expect("a scenario");
    assert_eq!(decoded.notices, [], "{name}");
    decoded.document
}

/// The plans of a scenario.
fn plans_of(document: &Document, book: &PriceBook) -> Plans {
    let report = evaluate(&document.scenario, book, &document.edition).expect("a report");
    report.decision.expect("a decision").plans
}

/// The recommended plan of a scenario.
fn recommended(document: &Document, book: &PriceBook) -> PlanResult {
    plans_of(document, book).recommended().expect("a plan").clone()
}

/// Figures by path, each as text: a number in as few digits as give it back.
type Figures = BTreeMap<String, String>;

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn id(value: Option<&str>) -> String {
    value.unwrap_or("none").to_owned()
}

fn add_plan(figures: &mut Figures, path: &str, plan: &PlanResult) {
    let mut add = |name: &str, value: String| drop(figures.insert(format!("{path}.{name}"), value));
    add("nodes_bought", number(Some(plan.nodes_bought)));
    add("own_gpus", number(Some(plan.own_gpus)));
    add("committed_gpus", number(Some(plan.committed_gpus)));
    add("commitment", id(plan.commitment.as_deref()));
    add("hourly", id(plan.hourly.as_deref()));
    let spot: Vec<String> = plan.spot.iter().map(ToString::to_string).collect();
    add("spot", if spot.is_empty() { id(None) } else { spot.join("+") });
    add("present_value_usd", number(Some(plan.present_value_usd)));
    add("nominal_usd", number(Some(plan.nominal_usd)));
    add("upfront_usd", number(Some(plan.upfront_usd)));
    add("obligation_usd", number(Some(plan.obligation_usd)));
    add("full_capacity_month", number(Some(engine::units::count(plan.full_capacity_month))));
    for (source, hours) in plan.hours.by_source().map(|(source, hours)| (format!("{source:?}").to_lowercase(), hours)) {
        add(&format!("hours.{source}"), number(Some(if hours.abs() < LEAST_HOURS { 0.0 } else { hours })));
    }
    add("hours.undone", number(Some(plan.hours.undone)));
}

/// The figures of a scenario: the answer to own or to rent, and every listed plan.
fn figures_of(name: &str, document: &Document, book: &PriceBook) -> Figures {
    let report = evaluate(&document.scenario, book, &document.edition).expect("a report");
    let mut figures = Figures::new();
    let mut add = |path: &str, value: String| drop(figures.insert(format!("{name} {path}"), value));
    let word = |value: Json| id(value.as_str());
    add("verdict", word(serde_json::to_value(report.verdict.kind).expect("a word")));
    add("own.present_value_usd", number(Some(report.outlook.own.present_value_usd)));
    add("rent.offer", id(report.outlook.offer.as_deref()));
    add("rent.present_value_usd", number(report.outlook.rent.as_ref().map(|rent| rent.present_value_usd)));
    let plans = report.decision.expect("a decision").plans;
    add("recommended", word(serde_json::to_value(plans.recommended).expect("a word")));
    add("runner_up", word(serde_json::to_value(plans.runner_up).expect("a word")));
    for plan in &plans.plans {
        let kind = serde_json::to_value(plan.kind).expect("a word");
        add_plan(&mut figures, &format!("{name} plan.{}", id(kind.as_str())), plan);
    }
    figures
}

fn written(figures: &Figures) -> String {
    let head = "# What the program gives for the scenarios of this folder. Written by: UPDATE=1 cargo test --test native mixes\n";
    figures.iter().fold(head.to_owned(), |mut out, (path, value)| {
        writeln!(out, "{path} {value}").expect("a text");
        out
    })
}

fn recorded(text: &str) -> Figures {
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.rsplit_once(' ').expect("a path and its figure"))
        .map(|(path, value)| (path.to_owned(), value.to_owned()))
        .collect()
}

fn is_same(was: &str, is: &str) -> bool {
    match (was.parse::<f64>(), is.parse::<f64>()) {
        (Ok(was), Ok(is)) => (was - is).abs() <= ROUNDING * was.abs().max(is.abs()),
        _ => was == is,
    }
}

/// Figures that differ: path, old value, new value.
fn differences(was: &Figures, is: &Figures) -> Vec<String> {
    let value = |figures: &Figures, path: &str| figures.get(path).map_or_else(|| "absent".to_owned(), String::clone);
    let mut paths: Vec<&String> = was.keys().chain(is.keys()).collect();
    paths.sort();
    paths.dedup();
    let pairs = paths.into_iter().map(|path| (path, value(was, path), value(is, path)));
    pairs.filter(|(_, was, is)| !is_same(was, is)).map(|(path, was, is)| format!("{path}: {was} -> {is}")).collect()
}

#[test]
fn every_figure_is_the_recorded_one() {
    let book = PriceBook::embedded();
    let mut all = Figures::new();
    for (name, _) in SCENARIOS {
        all.extend(figures_of(name, &scenario(name, &book), &book));
    }
    let path = folder().join("recorded.txt");
    if std::env::var("UPDATE").is_ok() {
        fs::write(&path, written(&all)).expect("the record is written");
    }
    let changed = differences(&recorded(&text(&path)), &all);
    assert!(changed.is_empty(), "{} figures changed:\n{}", changed.len(), changed.join("\n"));
}

/// A file that nobody reads guards nothing.
#[test]
fn every_scenario_file_is_recorded() {
    let paths = fs::read_dir(folder()).expect("the folder").map(|entry| entry.expect("an entry").path());
    let scenarios = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let files: BTreeSet<String> =
        scenarios.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    let fixtures = ["independent"];
    let named = SCENARIOS.iter().map(|(name, _)| *name).chain(fixtures).map(str::to_owned).collect();
    assert_eq!(files, named);
}

#[test]
fn a_changed_a_missing_and_a_further_figure_are_named() {
    let was = recorded("# a remark\na x 1\na y 2\na z own\nb x 3\n");
    let same = recorded("a x 1.0000000000000002\na y 2\na z own\nb x 3\n");
    assert_eq!(differences(&was, &same), Vec::<String>::new());
    let is = recorded("a x 1.00000000001\na z rent\nb x 3\nc x none\n");
    let expected = ["a x: 1 -> 1.00000000001", "a y: 2 -> absent", "a z: own -> rent", "c x: absent -> none"];
    assert_eq!(differences(&was, &is), expected);
    assert_eq!(recorded(&written(&was)), was);
}

/// The series of the scenario is what is read from the file that it names.
#[test]
fn the_measured_scenario_holds_what_its_file_says() {
    let book = PriceBook::embedded();
    let jobs = text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/measured/sacct.txt"));
    let mut record = Record::default();
    record.add(read(&mut jobs.as_bytes(), "sacct.txt", &ReadSettings::default(), &mut |_| true).expect("jobs"));
    let found = record.summarize(&SummaryQuestions::default(), &book.gpus);
    let demand = MeasuredView::new(&found, &book.gpus).demand.expect("a demand");
    let workloads = scenario("measured", &book).scenario.work.workloads;
    assert_eq!(workloads, [proposals::workload(&demand.levels, 0.0, "sacct.txt")]);
}

#[track_caller]
fn near(what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{what}: {found}, not {expected}");
}

/// Hours of a plan by owned machines, commitment, spot and on-demand.
fn hours(plan: &PlanResult) -> [f64; 4] {
    let done = plan.hours;
    [done.machines_there + done.bought, done.commitment, done.spot, done.on_demand]
}

/// Expected values: tests/mixes/independent.py, which reads the same files. A year as a mixed-integer programme, solved
/// by HiGHS; the same year hour by hour for all numbers of nodes and of committed instances; four years month by month
/// for all of them.
#[test]
fn the_cheapest_plan_is_that_of_a_programme_and_of_full_counts() {
    let book = PriceBook::embedded();
    let file: Json = serde_json::from_str(&text(&folder().join("independent.json"))).expect("the fixtures");
    let cases = file["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 4);
    for case in cases {
        let name = case["scenario"].as_str().expect("a name");
        let number = |value: &Json| value.as_f64().expect("a number");
        let found = recommended(&scenario(name, &book), &book);
        let usd = found.present_value_usd;
        near(name, usd, number(&case["present_value_usd"]));
        assert_eq!(found.nodes_bought, number(&case["nodes"]), "{name}");
        assert_eq!(found.committed_gpus, number(&case["committed_gpus"]), "{name}");
        for (who, hours) in ["owned", "committed", "spot", "on_demand"].into_iter().zip(hours(&found)) {
            near(&format!("{name}, {who}"), hours, number(&case["hours"][who]));
        }
        // Parts of nodes and of instances cost least.
        if let Some(least) = case["least_usd"].as_f64() {
            assert!(least <= usd * (1.0 + 1e-9), "{name}: {usd}, and no mix costs less than {least}");
        }
    }
}

/// By hand: 261 weekdays of 12 hours with 40 GPUs, 8 GPUs at other times, and 4 runs of 504 hours on 96 GPUs are 363,840
/// GPU-hours at 4.40. All of it owned takes 17 nodes at 72,000, and an hour of a GPU takes 1 kWh at 0.60.
#[test]
fn a_year_of_office_hours_and_runs_by_one_source_alone() {
    let book = PriceBook::embedded();
    let (day, all) = (261.0 * 12.0, 8_760.0);
    let gpu_hours = 40.0 * day + 8.0 * (all - day) + 4.0 * 504.0 * 96.0;
    assert_eq!(gpu_hours, 363_840.0);
    let mut document = scenario("office-and-runs", &book);
    type_size(&mut document.scenario, Source::Bought, 17.0 * 8.0);
    let plans = plans_of(&document, &book);
    for (kind, expected) in [(PlanKind::Own, 17.0 * 72_000.0 + 0.6 * gpu_hours), (PlanKind::Rent, 4.4 * gpu_hours)] {
        near(&format!("{kind:?}"), plans.plan(kind).expect("a plan").present_value_usd, expected);
    }
}

/// By hand: 32 GPUs all the time are cheapest owned, and nothing else. Four nodes at 240,000 and 1 kW of each GPU at 0.10;
/// 2.60 by the hour; 1.80 for five years. A month of 730 hours is paid at its end, at 8% a year.
#[test]
fn steady_work_has_one_source() {
    let book = PriceBook::embedded();
    let plans = plans_of(&scenario("steady", &book), &book);
    let per_month = 1.08_f64.powf(1.0 / 12.0) - 1.0;
    let all_months = (1.0 - 1.08_f64.powi(-5)) / per_month;
    let gpu_hours = 32.0 * 730.0 * all_months;
    let [own, commit, hour] = [4.0 * 240_000.0 + 0.1 * gpu_hours, 1.8 * gpu_hours, 2.6 * gpu_hours];
    assert!(own < commit && commit < hour);
    let found = plans.recommended().expect("a plan");
    assert_eq!((found.kind, found.sources.as_slice()), (PlanKind::Own, [Source::Bought].as_slice()));
    assert_eq!((found.nodes_bought, found.committed_gpus, hours(found)), (4.0, 0.0, [1_401_600.0, 0.0, 0.0, 0.0]));
    for (kind, expected) in [(PlanKind::Own, own), (PlanKind::Commit, commit), (PlanKind::Rent, hour)] {
        near(&format!("{kind:?}"), plans.plan(kind).expect("a plan").present_value_usd, expected);
    }
}

/// By hand, at the defaults: of each owned GPU 0.925 x 0.9 x 0.985 is useful, so four nodes do a service of 24 GPUs and a
/// little of the campaigns; they come after ten months, the first of which counts half.
/// What exceeds the nodes goes to spot, as far as it may, but for the tenth that finds none. A node is 285,000 with a network of
/// 32,000 and an installation of 8,000, and needs 32 TB at 200. Renting is set up for 5,000.
#[test]
fn who_does_the_campaigns_and_what_four_nodes_cost_by_hand() {
    let book = PriceBook::embedded();
    let found = recommended(&scenario("campaigns", &book), &book);
    assert_eq!((found.nodes_bought, found.committed_gpus), (4.0, 0.0));
    let busy = 504.0 * 4.0;
    let all = 5.0 * (24.0 * 8_760.0 + 256.0 * busy);
    let useful = 32.0 * 0.925 * 0.9 * 0.985;
    let owned = 0.5 * useful * 730.0 + 49.0 / 12.0 * (24.0 * (8_760.0 - busy) + useful * busy);
    let spot = 0.9 * (11.0 / 12.0 * 256.0 * busy + 49.0 / 12.0 * (24.0 + 256.0 - useful) * busy);
    for (hours, expected) in hours(&found).into_iter().zip([owned, 0.0, spot, all - owned - spot]) {
        near("hours", hours, expected);
    }
    near("upfront", found.upfront_usd, 4.0 * (285_000.0 + 32_000.0 + 8_000.0 + 32.0 * 200.0) + 5_000.0);
}

/// Right present values of the cheapest plans of `tests/faults/mix/`, to the cent, with what was wrong. Source: an
/// independent enumeration of nodes, commitments and who does each hour, 26 November 2026.
const RIGHT: [(&str, f64, &str); 7] = [
    ("f1-0", 952_066.51, "all work may be interrupted: its own checkpoints and job sizes"),
    ("f2-3", 431_762.88, "more commitments than the two cheapest today"),
    ("f3-6", 291_040.00, "spot below the running cost of owned machines"),
    ("f5-2", 224_834.40, "a notebook of one GPU beside a job that fills its instances"),
    ("f6-4", 8_184_400.00, "every number of nodes"),
    ("f8-8", 784_000.00, "nodes that retire within the horizon"),
    ("f9-7", 364_660.00, "bound work, delivery after three months and one node there"),
];

#[test]
fn mixes_that_were_wrong_are_right() {
    let book = PriceBook::embedded();
    for (name, right, what) in RIGHT {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/faults/mix/{name}.json"));
        let mut decoded = file::read(&text(&path), &book).expect("a scenario");
        // The files do not have this row, and their values are those of a straight line to a resale share of 0.
        let missing: Vec<&str> = decoded.notices.iter().map(|notice| notice.message.as_str()).collect();
        assert_eq!(missing, ["Missing, so the defaults are used: Resale share 0 sells nothing"], "{name}");
        decoded.document.scenario.own.zero_sells_nothing = false;
        let found = recommended(&decoded.document, &book).present_value_usd;
        assert!((found - right).abs() < 0.01, "{name} ({what}): {found}, right is {right}");
    }
}
