//! The program as a person calls it: what it prints, and its exit codes.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use engine::codec::{file, link};
use engine::prices::PriceBook;
use serde_json::Value as Json;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn preset(id: &str) -> String {
    root().join(format!("engine/presets/{id}.json")).to_string_lossy().into_owned()
}

/// A file in a folder for this test.
fn written(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    path.to_string_lossy().into_owned()
}

/// Exit code, standard output, standard error.
fn called(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rack-or-rent"));
    let mut child = program
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    // A program that does not read it has ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("ended");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Two accounts on 8 GPUs each: 30 days of one job a day of 12 hours, and one that waited six hours. By hand: 30 × 12 × 8 hours
/// and 6 × 8.
fn jobs() -> String {
    let head = "JobID|Account|State|Submit|Start|End|ElapsedRaw|AllocTRES";
    let row = |day: u32| {
        let at = |hour: u32| format!("2026-09-{day:02}T{hour:02}:00:00");
        format!("{day}|vision|COMPLETED|{0}|{0}|{1}|43200|gres/gpu:h100=8", at(0), at(12))
    };
    let last = "31|speech|COMPLETED|2026-09-30T06:00:00|2026-09-30T12:00:00|2026-09-30T18:00:00|21600|gres/gpu:h100=8";
    let rows: Vec<String> = (1..=30).map(row).chain([last.to_owned()]).collect();
    format!("{head}\n{}\n", rows.join("\n"))
}

#[test]
fn a_report_comes_from_a_file_from_standard_input_and_from_a_link() {
    let path = preset("reference-case");
    let (code, from_file, said) = called(&["evaluate", &path], "");
    assert_eq!((code, said.as_str()), (0, ""));
    // A published calculation: 3.55 USD per productive GPU-hour of owning.
    let usd = json(&from_file)["own"]["usd_per_productive_gpu_hour"].as_f64().expect("a figure");
    assert!((usd - 3.553_972).abs() < 1e-6, "{usd}");
    let text = fs::read_to_string(&path).expect("a preset");
    assert_eq!(called(&["evaluate"], &text).1, from_file);
    assert_eq!(called(&["evaluate", "-"], &text).1, from_file);
    let book = PriceBook::embedded();
    let document = file::read(&text, &book).expect("a scenario").document;
    let address = format!("https://example.org/rack/?{}", link::write(&document));
    assert_eq!(called(&["evaluate", "--link", &address], ""), (0, from_file, String::new()));
    let (code, linked, said) = called(&["evaluate", "--link", "https://example.org/rack/?v=6&n=128"], "");
    assert_eq!((code, json(&linked)["plans"].is_array()), (2, true));
    assert!(said.contains("incomplete"), "{said}");
}

#[test]
fn what_cannot_be_used_is_named_and_changes_the_exit_code() {
    let text = fs::read_to_string(preset("reference-case")).expect("a preset");
    let typo = text.replacen("\"own.gpus\"", "\"own.gpsu\"", 1);
    let (code, report, said) = called(&["evaluate"], &typo);
    assert_eq!((code, json(&report)["plans"].is_array()), (2, true));
    assert!(said.contains("own.gpsu"), "{said}");
    let (code, report, said) = called(&["evaluate"], "no scenario");
    assert_eq!((code, report.as_str(), said.is_empty()), (1, "", false));
    let (code, _, said) = called(&["evaluate", "missing.json"], "");
    assert_eq!((code, said.starts_with("missing.json: ")), (1, true), "{said}");
}

#[test]
fn wrong_calls_have_a_code_of_their_own_and_help_has_none() {
    for wrong in [&["reckon"][..], &[], &["measure"], &["evaluate", "--pries", "x"], &["measure", "--gpu", "h100", "x"]]
    {
        assert_eq!(called(wrong, "").0, 64, "{wrong:?}");
    }
    for help in [&["--help"][..], &["--version"], &["measure", "--help"]] {
        let (code, text, _) = called(help, "");
        assert_eq!((code, text.is_empty()), (0, false), "{help:?}");
    }
}

#[test]
fn plans_are_those_of_the_report() {
    let path = preset("startup-64");
    let (code, plans, _) = called(&["mix", &path], "");
    let report = json(&called(&["evaluate", &path], "").1);
    assert_eq!((code, &json(&plans)["recommended"]), (0, &report["recommended"]));
    assert_eq!(json(&plans)["plans"][0]["present_value_usd"], report["plans"][0]["present_value_usd"]);
}

/// The saving of a workbook is that between two plans of `mix`, in every form; the form by default is a spreadsheet.
#[test]
fn a_workbook_has_the_same_figures_in_every_form() {
    let path = preset("startup-64");
    let form = |name: &str| called(&["workbook", &path, "--as", name], "");
    let (code, text, _) = form("json");
    let (values, plans) = (json(&text), json(&called(&["mix", &path], "").1));
    let saving = values["named"]["saving"].as_f64().expect("a number");
    let costs = |plan: &Json| plan["present_value_usd"].as_f64().expect("a number");
    let all = plans["plans"].as_array().expect("plans");
    let best = all.iter().find(|plan| plan["kind"] == plans["recommended"]).expect("the recommended plan");
    let near = |other: &Json| (costs(other) - costs(best) - saving).abs() < 0.005;
    assert!(code == 0 && saving > 0.0 && all.iter().any(near), "{saving}: {text}");
    let title = values["sheets"][0]["rows"][0][0].as_str().expect("a title");
    for (name, separator) in [("csv", ','), ("tsv", '\t')] {
        let (code, text, _) = form(name);
        let has = text.lines().any(|line| line.split(separator).any(|cell| cell.parse() == Ok(saving)));
        assert!(code == 0 && has && text.contains(title), "{name}: no row has {saving}, or the title is missing");
    }
    let program = Command::new(env!("CARGO_BIN_EXE_rack-or-rent")).args(["workbook", &path]).output().expect("run");
    assert!(program.status.success() && program.stdout.starts_with(b"PK"), "a spreadsheet is a ZIP file");
}

/// Shares of all plans that may be taken add up, and the recommended plan is that of `mix`; where there is nothing to draw, it says so.
#[test]
fn draws_say_how_often_each_plan_is_the_cheapest() {
    let path = preset("startup-64");
    let (code, text, _) = called(&["risk", &path], "");
    let (found, plans) = (json(&text), json(&called(&["mix", &path], "").1));
    assert_eq!((code, &found["draws"], &found["recommended"]), (0, &Json::from(10_000), &plans["recommended"]));
    let shares = found["plans"].as_array().expect("plans").iter().filter_map(|plan| plan["cheapest_share"].as_f64());
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "{text}");
    let nobody = r#"{"v":5,"inputs":{"limits.full_capacity_month":1,"limits.upfront_usd":0,"rent.only_quotes":true}}"#;
    let (code, _, said) = called(&["risk", &written("nobody.json", nobody)], "");
    assert_eq!((code, said.contains("Nothing is uncertain")), (1, true), "{said}");
}

#[test]
fn measured_files_are_summed_up_and_enter_a_scenario() {
    let path = written("sums.txt", &jobs());
    let (code, text, _) = called(&["measure", &path], "");
    let found = json(&text);
    let hours = 30.0 * 12.0 * 8.0 + 6.0 * 8.0;
    assert_eq!((code, found["held_gpu_hours"].as_f64()), (0, Some(hours)), "{text}");
    assert_eq!(found["demand"]["series"], Json::Null, "lists are long");
    assert!(json(&called(&["measure", "--whole", &path], "").1)["demand"]["wanted"].is_array());
    let (code, scenario, said) = called(&["measure", "--into", &preset("startup-64"), &path], "");
    assert_eq!(code, 0, "{said}");
    let workloads = &json(&scenario)["inputs"]["work.workloads"];
    assert!(workloads.to_string().contains("Measured: sums.txt"), "{workloads}");
    assert_eq!(called(&["mix"], &scenario).0, 0);
}

#[test]
fn a_named_zone_moves_times_and_an_unknown_one_is_named() {
    let path = written("zones.txt", &jobs());
    let first = |zone: &str| {
        let (code, text, said) = called(&["measure", "--zone", zone, &path], "");
        assert_eq!(code, 0, "{said}");
        json(&text)["files"][0]["range"].clone()
    };
    let start = |range: Json| range["from"].as_f64().expect("a time");
    // Clocks in Berlin were two hours ahead in September.
    assert_eq!(start(first("0")) - start(first("Europe/Berlin")), 7_200.0);
    assert_eq!(start(first("Europe/Berlin")), start(first("2")));
    let (code, _, said) = called(&["measure", "--zone", "Mars/Base", &path], "");
    assert_eq!((code, said.contains("Mars/Base")), (1, true), "{said}");
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_the_others_count() {
    let (good, bad) = (written("good.txt", &jobs()), written("bad.txt", ""));
    let (code, text, said) = called(&["measure", &good, &bad], "");
    assert_eq!((code, said.contains("bad.txt")), (2, true), "{said}");
    assert_eq!(json(&text)["held_gpu_hours"].as_f64(), Some(30.0 * 12.0 * 8.0 + 48.0));
    let (code, text, said) = called(&["measure", &bad], "");
    assert_eq!((code, text.as_str(), said.contains("bad.txt")), (1, "", true), "{said}");
}

/// Jobs of eight GPUs on the 64 owned ones: none has to wait, so both policies rent nothing.
#[test]
fn jobs_are_run_again_on_the_recommended_plan() {
    let path = written("again.txt", &jobs());
    let text = fs::read_to_string(preset("startup-64")).expect("a preset");
    let mut scenario = json(&text);
    scenario["inputs"]["sizes.own"] = 64.into();
    scenario["inputs"]["sizes.commit"] = 0.into();
    let scenario = written("scenario.json", &scenario.to_string());
    let (code, text, said) = called(&["replay", &scenario, &path, "--patience", "8"], "");
    assert_eq!(code, 0, "{said}");
    let found = json(&text);
    assert_eq!((found["jobs"].as_u64(), found["policies"].as_array().map(Vec::len)), (Some(31), Some(3)), "{text}");
    for policy in found["policies"].as_array().expect("policies") {
        assert_eq!(
            (policy[1]["jobs"][0].as_u64(), policy[1]["billed_hours"].as_f64()),
            (Some(31), Some(0.0)),
            "{policy}"
        );
    }
    let (code, _, said) = called(&["replay", &scenario, &path, "--patience", "-3"], "");
    assert_ne!(code, 0, "{said}");
}

/// Written to files by a shell, merged in any order, partly twice: the summary is that of all files.
#[test]
fn partials_are_merged_and_read_as_files() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let text = jobs();
    let (header, rows) = text.split_once('\n').expect("a header");
    let (first, last): (Vec<&str>, Vec<&str>) = rows.lines().partition(|row| row.len() % 2 == 0);
    let cut = [("a.txt", first), ("b.txt", last)]
        .map(|(name, rows)| written(name, &format!("{header}\n{}\n", rows.join("\n"))));
    let partial = |name: &str, arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_rack-or-rent")).args(arguments).output().expect("started");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let path = folder.join(name);
        fs::write(&path, output.stdout).expect("written");
        path.to_string_lossy().into_owned()
    };
    let [a, b] = [0, 1].map(|place| partial(&format!("{place}.partial"), &["measure", "--partial", &cut[place]]));
    let merged = partial("merged.partial", &["merge", &b, &a, &b]);
    let together = called(&["measure", &cut[1], &cut[0]], "");
    assert_eq!(called(&["measure", &merged], ""), together);
    assert_eq!(called(&["measure", &b, &a], ""), together);
}

#[test]
fn prices_are_files_of_other_tools() {
    let text = fs::read_to_string(preset("startup-64")).expect("a preset");
    let mut scenario = json(&text);
    scenario["inputs"]["sizes.own"] = 64.into();
    scenario["inputs"]["rent.discount_share"] = 0.into();
    scenario["inputs"]["own.node_price_usd"] = 1_000.into();
    let path = written("priced.json", &scenario.to_string());
    let (code, rows, said) = called(&["prices", &path, "--as", "focus", "--from", "2026-12", "--months", "2"], "");
    assert_eq!(code, 0, "{said}");
    assert!(rows.starts_with("BilledCost,") && rows.contains("2027-01-01T00:00:00Z"), "{rows}");
    let (code, file, _) = called(&["prices", &path, "--as", "opencost"], "");
    assert_eq!((code, json(&file)["provider"].as_str()), (0, Some("custom")));
    let (code, file, _) = called(&["prices", &path, "--as", "skypilot"], "");
    assert_eq!((code, file.contains("accelerators:")), (0, true), "{file}");
    assert_eq!(called(&["prices", &path, "--as", "focus"], "").0, 64, "a month is needed");
    assert_eq!(called(&["prices", &path, "--as", "focus", "--from", "soon"], "").0, 1);
    scenario["inputs"]["sizes.own"] = 0.into();
    let rents = written("rents.json", &scenario.to_string());
    let (code, _, said) = called(&["prices", &rents, "--as", "opencost"], "");
    assert_eq!((code, said.contains("owns no machines")), (1, true), "{said}");
}
