//! Runs the golden cases, identically on native machines and in the browser, so without files, clock or threads.
//!
//! A case is a JSON file of `tests/cases/`: `name`, `source`, `runs`. A run has an `input`, what is `expected`, and
//! optionally `wrong`: figures that a published mistake gives and ours must not. Expected values come from the model
//! page or the worked cases, never from our own output.
//!
//! An expected number given as a JSON number must match within the case's `tolerance` (relative); given as text it must
//! match to half a unit of its last printed digit (`"54.1558%"`, `"17,708.333"`). Other text, `null` and switches must
//! match exactly; the rest after `text:` is a word, even if it looks like a number.
//! The left side is a path into the result (`own.lines.nodes.usd_per_gpu_year`: members of a list by their `id` or
//! index), optionally followed by ` * `, ` / ` or ` - ` and a number or another path.

use engine::analysis::goal_seek::goal_seek;
use engine::codec::{Document, file, link};
use engine::cost::rent::tiered;
use engine::formulas::break_even::{Bends, BreakEven, OwnedGpu, RentedForIt, against};
use engine::formulas::finance::{
    Capital, ChargeMethod, Timing, capital_recovery_factor, residual_share, sinking_fund_factor,
};
use engine::formulas::goodput::{Stops, hazard_of_chance_per_hour, hazard_of_chance_per_month};
use engine::formulas::hours::availability_with_spares;
use engine::formulas::staffing::from_cluster_size;
use engine::inputs::field;
use engine::inputs::presets::{PRESETS, preset};
use engine::inputs::value::Tier;
use engine::model::{Model, Yearly};
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::units::{HourlyPrice, Money};
use engine::view::published::result;
use serde_json::{Map, Value as Json, json};

/// Runs every case of a file; panics with all mismatches.
pub(crate) fn run(text: &str) {
    let case: Json = serde_json::from_str(text).expect("the case file is JSON");
    let name = text_of(&case, "name");
    assert!(!text_of(&case, "source").is_empty(), "{name}: the source of its figures is missing");
    let tolerance = case["tolerance"].as_f64().expect("the case names its tolerance");
    assert!((1e-15..=1e-6).contains(&tolerance), "{name}: tolerance {tolerance} is out of range");
    let runs = case["runs"].as_array().expect("the case has runs");
    assert!(!runs.is_empty(), "{name} has no runs");
    let problems: Vec<String> = runs.iter().flat_map(|run| check(run, tolerance)).collect();
    assert!(problems.is_empty(), "{name}:\n  {}", problems.join("\n  "));
}

fn check(run: &Json, tolerance: f64) -> Vec<String> {
    let result = result_of(&run["input"]);
    let expected = run["expected"].as_object().expect("a run says what is expected");
    assert!(!expected.is_empty(), "a run expects nothing");
    let mut problems = Vec::new();
    for (path, wanted) in expected {
        let found = find(&result, path);
        if !meets(&found, wanted, tolerance) {
            problems.push(format!("{path} is {found}, not {wanted} ({})", run["input"]));
        }
    }
    for (path, wrong) in run["wrong"].as_object().unwrap_or(&Map::new()) {
        let found = find(&result, path);
        if found.is_null() || meets(&found, wrong, tolerance) {
            problems.push(format!("{path} is {found}, the known mistake ({})", run["input"]));
        }
    }
    problems
}

/// The result of a run: a report of a scenario, or the result of a function.
fn result_of(input: &Json) -> Json {
    match input.get("function") {
        Some(function) => call(function.as_str().expect("a function has a name"), &input["arguments"]),
        None => report_of(&document_of(input)),
    }
}

/// A preset with changed rows, read through the file codec. All of it must be used.
pub(crate) fn document_of(input: &Json) -> Document {
    let text = preset(input["preset"].as_str().expect("a run starts from a preset")).expect("the preset exists").text();
    let mut file: Json = serde_json::from_str(text).expect("the preset is JSON");
    if let Some(edition) = input["edition"].as_str() {
        file["edition"] = json!(edition);
    }
    for (id, value) in input["change"].as_object().unwrap_or(&Map::new()) {
        file["inputs"][id] = value.clone();
    }
    let decoded = file::read(&file.to_string(), &PriceBook::embedded()).expect("the scenario can be read");
    assert!(decoded.notices.is_empty(), "part of the scenario was not used: {:?}", decoded.notices);
    decoded.document
}

/// Compares the figures published for presets with ours.
pub(crate) fn check_published() {
    let book = PriceBook::embedded();
    let mut seen = 0;
    for preset in PRESETS {
        let file: Json = serde_json::from_str(preset.text()).expect("the preset is JSON");
        let listed = file["published"].as_array().map_or(0, Vec::len);
        let figures = preset.published();
        assert_eq!(figures.len(), listed, "{}: a published figure cannot be read", preset.id);
        let document = document_of(&json!({ "preset": preset.id }));
        let report = evaluate(&document.scenario, &book, &document.edition).expect("the preset can be computed");
        let json = serde_json::to_value(&report).expect("a report is JSON");
        for figure in figures {
            seen += 1;
            let of = format!("{}: {}", preset.id, figure.label);
            let ours = result(&report, &figure.of).expect("a result of ours");
            assert_eq!(Some(ours), find(&json, &figure.of).as_f64(), "{of}: {} is another path", figure.of);
            let ours = ours / figure.over;
            let same = (ours - figure.value).abs() <= figure.within * (1.0 + 1e-9);
            assert_eq!(same, figure.errs.is_none(), "{of}: {} against {ours}, {:?}", figure.value, figure.errs);
            assert!(!figure.source.is_empty() && figure.within > 0.0 && figure.value.is_finite(), "{of}");
            let units = ["usd", "usd_per_gpu_hour", "gpu_hours", "months", "share"];
            assert!(units.contains(&figure.unit.as_str()), "{of}: {}", figure.unit);
        }
    }
    assert!(seen >= 10, "only {seen} published figures");
}

/// The report of a document, which must survive link and file bit for bit.
fn report_of(document: &Document) -> Json {
    let book = PriceBook::embedded();
    let report = |d: &Document| evaluate(&d.scenario, &book, &d.edition).expect("the scenario can be computed");
    let here = report(document);
    let by_link = link::read(&link::write(document), &book);
    let by_file = file::read(&file::write(document), &book).expect("our own file can be read");
    for travelled in [by_link, by_file] {
        assert!(travelled.notices.is_empty(), "{:?}", travelled.notices);
        assert_eq!(report(&travelled.document), here, "the report changed in the round trip");
    }
    serde_json::to_value(&here).expect("a report is JSON")
}

pub(crate) fn meets(found: &Json, wanted: &Json, tolerance: f64) -> bool {
    match wanted {
        Json::Number(n) => {
            let wanted = n.as_f64().expect("a finite number");
            found.as_f64().is_some_and(|f| (f - wanted).abs() <= tolerance * wanted.abs())
        }
        Json::String(text) => match (text.strip_prefix("text:"), printed(text)) {
            (None, Some((wanted, half_unit))) => found.as_f64().is_some_and(|f| (f - wanted).abs() <= half_unit),
            (word, _) => found.as_str() == Some(word.unwrap_or(text)),
        },
        other => found == other,
    }
}

/// A printed number and half a unit of its last digit.
fn printed(text: &str) -> Option<(f64, f64)> {
    let (digits, factor) = match text.strip_suffix(" %") {
        Some(digits) => (digits.replace(',', ""), 0.01),
        None => (text.replace(',', ""), 1.0),
    };
    let value: f64 = digits.parse().ok()?;
    let decimals = digits.split_once('.').map_or(0, |(_, tail)| tail.len());
    let unit: f64 = format!("1e-{decimals}").parse().ok()?;
    // Adds a billionth of a unit, for figures rounded at a half.
    Some((value * factor, unit * 0.5 * (1.0 + 1e-9) * factor))
}

fn find(result: &Json, expression: &str) -> Json {
    for sign in [" * ", " / ", " - "] {
        if let Some((left, right)) = expression.split_once(sign) {
            let number = |text: &str| text.parse::<f64>().ok().or_else(|| at(result, text).as_f64());
            let (Some(left), Some(right)) = (number(left), number(right)) else { return Json::Null };
            return json!(match sign {
                " * " => left * right,
                " / " => left / right,
                _ => left - right,
            });
        }
    }
    at(result, expression)
}

/// The value at a path; an invalid path is an error in the case.
fn at(result: &Json, path: &str) -> Json {
    let mut place = result;
    for step in path.split('.') {
        let next = match place {
            Json::Array(members) => members
                .iter()
                .find(|m| m["id"] == step)
                .or_else(|| step.parse::<usize>().ok().and_then(|index| members.get(index))),
            other => other.get(step),
        };
        place = next.unwrap_or_else(|| panic!("{path}: nothing at {step}"));
    }
    place.clone()
}

fn text_of<'j>(json: &'j Json, key: &str) -> &'j str {
    json[key].as_str().unwrap_or_default()
}

/// The functions a case can call directly, each with named arguments and results.
fn call(function: &str, arguments: &Json) -> Json {
    let number = |key: &str| arguments[key].as_f64().unwrap_or_else(|| panic!("{function} needs {key}"));
    match function {
        "capital" => capital(&number),
        "break_even" => break_even(&number),
        "tiered" => json!({ "usd": tiered(&tiers(&arguments["tiers_usd_per_gb"]), number("gb")).as_usd() }),
        "people" => json!({ "people": from_cluster_size(number("gpus")) }),
        "stops" => stops(arguments, &number),
        "spares" => json!({ "availability": availability_with_spares(
            number("nodes"), number("spares"), number("failure_share"), number("planned_share")) }),
        "what_if" => what_if_of(arguments),
        "draw" => draw(arguments, number("busy_share")),
        other => panic!("no function {other}"),
    }
}

fn capital(number: &impl Fn(&str) -> f64) -> Json {
    let (price, life_years, rate) = (number("capital_usd"), number("life_years"), number("rate"));
    let share = residual_share(number("residual_oom_per_year"), life_years);
    let bought = |share: f64| Capital { price: Money::usd(price), life_years, residual: Money::usd(price * share) };
    let charge = |capital: Capital, timing| capital.yearly_charge(ChargeMethod::discounted(rate, timing)).as_usd();
    json!({
        "residual_usd": bought(share).residual.as_usd(),
        "crf": capital_recovery_factor(rate, life_years),
        "sff": sinking_fund_factor(rate, life_years),
        "simple_usd_per_year": bought(share).yearly_charge(ChargeMethod::Simple).as_usd(),
        "year_end_usd_per_year": charge(bought(share), Timing::YearEnd),
        "monthly_usd_per_year": charge(bought(share), Timing::Monthly),
        "residual_0_year_end_usd_per_year": charge(bought(0.0), Timing::YearEnd),
        "residual_100_year_end_usd_per_year": charge(bought(1.0), Timing::YearEnd),
        "residual_100_monthly_usd_per_year": charge(bought(1.0), Timing::Monthly),
    })
}

fn break_even(number: &impl Fn(&str) -> f64) -> Json {
    let goodput = number("owned_goodput");
    let price = |usd: f64| HourlyPrice::usd_per_gpu_hour(usd);
    let owned = OwnedGpu {
        fixed: Money::usd(number("fixed_usd_per_gpu_year")),
        per_busy_hour: price(number("variable_usd_per_productive_h") * goodput),
        ceiling: number("owned_availability"),
        productive_per_busy: goodput,
    };
    let rented = RentedForIt {
        fixed: Money::ZERO,
        per_busy_hour: price(number("rent_usd_per_paid_h") * goodput / number("rented_goodput")),
        bends: Bends::NONE,
    };
    let found = against(&owned, &rented);
    let distance = match found {
        BreakEven::Never(miss) => miss.distance(),
        _ => None,
    };
    json!({ "break_even": found, "distance": distance })
}

/// The share of a job's hours kept between stops.
fn stops(arguments: &Json, number: &impl Fn(&str) -> f64) -> Json {
    let chance = arguments["chance"].as_f64();
    let per_node = match arguments["per"].as_str() {
        Some("hour") => hazard_of_chance_per_hour(chance.expect("a chance")),
        Some("month") => hazard_of_chance_per_month(chance.expect("a chance")),
        _ => number("hazard"),
    };
    let stops = Stops {
        per_hour: per_node * number("nodes"),
        write_hours: number("write_h"),
        restart_hours: number("restart_h"),
    };
    let best = stops.best_interval(arguments["shortest_interval_h"].as_f64().unwrap_or(1e-6)).expect("the job stops");
    json!({
        "lambda_per_node_h": per_node,
        "L_per_h": stops.per_hour,
        "first_order_loss": stops.first_order_loss(number("interval_h")),
        "goodput": stops.goodput(number("interval_h")),
        "loss": 1.0 - stops.goodput(number("interval_h")),
        "best_interval_h": best,
        "young_interval_h": stops.young_interval(),
        "goodput_at_best": stops.goodput(best),
    })
}

/// The values of a row at which owning and renting cost the same.
fn what_if_of(arguments: &Json) -> Json {
    let document = document_of(arguments);
    let row = field(arguments["field"].as_str().expect("a field")).expect("the field exists");
    let found =
        goal_seek(&document.scenario, &PriceBook::embedded(), &document.edition, row, arguments["against"].as_str());
    serde_json::to_value(found.expect("a number of a scenario that computes")).expect("JSON")
}

fn tiers(json: &Json) -> Vec<Tier> {
    let tier = |row: &Json| Tier { size_gb: row[0].as_f64(), usd_per_gb: row[1].as_f64().expect("a price") };
    json.as_array().expect("tiers").iter().map(tier).collect()
}

/// Power draw of a scenario's GPUs, in watts, including their share of the host.
fn draw(arguments: &Json, busy_share: f64) -> Json {
    let document = document_of(arguments);
    let model = Model::new(&document.scenario, &PriceBook::embedded(), &document.edition).expect("a model");
    let Yearly::Lines(lines) = model.owned.yearly else { panic!("the yearly cost is not entered by line") };
    let draw = lines.draw.expect("power is billed");
    let watts = |share: f64| (draw.standing + draw.busy * share).as_kw() * 1_000.0;
    json!({ "average_w": watts(busy_share), "busy_w": watts(1.0) })
}
