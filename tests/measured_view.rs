//! What measured files say on the page, and what they put into a scenario.
//!
//! Expected values: the samples of `tests/measured`, whose figures are worked out by hand in the tests of their readers.

use std::fmt::Write as _;

use engine::codec::{Document, link};
use engine::inputs::workloads::{Shape, Workload};
use engine::measured::bill::present::MeasuredValue;
use engine::measured::{ReadSettings, Record, Summary, SummaryQuestions, proposals, read};
use engine::prices::PriceBook;
use engine::view::measured::{FileOutcome, FileView, MeasuredView, Question};
use engine::view::{Piece, Style, plain_text};

fn reading(name: &str, text: &str, settings: &ReadSettings) -> Result<engine::measured::Reading, FileView> {
    let mut go_on = |_| true;
    read(&mut text.as_bytes(), name, settings, &mut go_on).map_err(|refused| FileView::refused(&refused))
}

fn summary(files: &[(&str, &str)]) -> Summary {
    let mut record = Record::default();
    for (name, text) in files {
        record.add(reading(name, text, &ReadSettings::default()).expect("it can be read"));
    }
    record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
}

fn said(pieces: &[Piece]) -> String {
    plain_text(pieces, |value, style| match style {
        Style::PercentFine => format!("{:.1} %", value * 100.0),
        _ => format!("{value}"),
    })
}

const SACCT: &str = include_str!("measured/sacct.txt");
const FOCUS: &str = include_str!("measured/focus.csv");

#[test]
fn the_demand_enters_a_scenario_as_a_workload_marked_as_measured() {
    let found = summary(&[("sacct.txt", SACCT)]);
    let view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    let demand = view.demand.expect("a demand");
    let book = PriceBook::embedded();
    let mut scenario = Document::typical(&book).scenario;
    proposals::apply(&mut scenario, Some(proposals::workload(&demand.levels, 0.0, "sacct.txt")), &view.rows, &book);
    let [workload] = scenario.work.workloads.as_slice() else { panic!("one workload") };
    assert_eq!((workload.name.as_str(), workload.shape), ("Measured: sacct.txt", Shape::Series));
    // Its largest job, by hand.
    assert_eq!(scenario.work.fabric_gpus.value, 16.0);
    let month = scenario.work.gpu_hours_per_month.value;
    assert!((month / demand.gpu_hours_per_month - 1.0).abs() < 1e-9, "{month}, not {}", demand.gpu_hours_per_month);
    engine::model::Model::new(&scenario, &book, &Document::typical(&book).edition).expect("it can be computed");
    // Named after very many files, it is still a workload.
    let name = proposals::workload(&demand.levels, 0.0, &"file ".repeat(100)).name;
    assert_eq!(name, format!("Measured: {}file", "file ".repeat(5)));
}

/// How much of the demand never started travels in the link. By hand: half of the demand is a measured one of which 40% never
/// started, and the other half is described.
#[test]
fn the_share_of_jobs_that_never_started_travels_with_the_demand() {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    let described = Workload { gpus: Some(24.0), ..Workload::default() };
    document.scenario.work.workloads = vec![proposals::workload("24x8760", 0.400_04, "sacct.txt"), described];
    document.scenario.follow_workloads(&book);
    let read = link::read(&link::write(&document), &book).document;
    assert_eq!(read.scenario.work.workloads, document.scenario.work.workloads);
    let model = engine::model::Model::new(&read.scenario, &book, &read.edition).expect("it can be computed");
    let share = engine::demand::planning::unstarted_share(&read.scenario.work.workloads, &model.load.demand);
    assert!((share - 0.2).abs() < 1e-9, "{share}");
}

/// Jobs of A100s are hours of an A100, with its machine; where no GPU has most of the hours, or its name says too little, and
/// without a demand, the GPU of the scenario stays. It is taken over once: a price entered for it stays.
#[test]
fn the_gpu_of_the_demand_comes_with_it() {
    let book = PriceBook::embedded();
    let taken = |kinds: &[&str], with_demand: bool, of: &str| {
        let hour =
            |place: usize| format!("{}T{:02}:00:00", if place < 24 { "2026-02-03" } else { "2026-02-04" }, place % 24);
        let job = |(place, kind): (usize, &&str)| {
            format!("{place}|COMPLETED|{}|{}|{}|gres/gpu:{kind}=8", hour(place), hour(place), hour(place + 1))
        };
        let rows: Vec<String> = kinds.iter().enumerate().map(job).collect();
        let text = format!("JobID|State|Submit|Start|End|AllocTRES\n{}\n", rows.join("\n"));
        let view = MeasuredView::new(&summary(&[("sacct.txt", &text)]), &book.gpus);
        let mut scenario = Document::typical(&book).scenario;
        if scenario.work.gpu != of {
            scenario.choose_gpu(of, &book, book.current_edition());
        }
        scenario.own.node_price_usd.value = 123_456.0;
        let levels = view.demand.expect("a demand").levels;
        let workload = with_demand.then(|| proposals::workload(&levels, 0.0, "sacct.txt"));
        proposals::apply(&mut scenario, workload, &view.rows, &book);
        (scenario.work.gpu, scenario.own.node_price_usd.value)
    };
    let h100 = "h100-sxm".to_owned();
    let (gpu, price) = taken(&["a100-sxm4-80gb"; 6], true, &h100);
    assert_eq!(gpu, "a100-80-sxm");
    assert!(price != 123_456.0, "its machine comes with it");
    let (gpu, price) = taken(&["nvidia_h100_80gb_hbm3"; 6], true, &h100);
    assert_eq!((gpu.as_str(), price), ("h100-sxm", 123_456.0), "it is that of the scenario");
    let two = ["a100-sxm4-80gb", "h200", "a100-sxm4-80gb", "h200", "l40s", "l40s"];
    assert_eq!(taken(&two, true, &h100).0, h100, "none has half of the hours");
    assert_eq!(taken(&["a100-sxm4-80gb"; 6], false, &h100).0, h100, "no demand is taken over");
}

/// Jobs alone do not tell how busy a GPU was: there is no empty column for it.
#[test]
fn a_column_that_nothing_is_known_of_is_left_out() {
    let view = MeasuredView::new(&summary(&[("sacct.txt", SACCT)]), &PriceBook::embedded().gpus);
    let types = view.sheets.iter().find(|sheet| sheet.id == "measured-types").expect("the table of types");
    let labels: Vec<&str> = types.columns.iter().map(|column| column.label.as_str()).collect();
    assert_eq!(labels, ["GPUs", "Allocated", "Waited"]);
    assert!(types.rows.iter().all(|(_, values)| values.len() == labels.len()));
}

#[test]
fn skipped_rows_are_reported_with_their_lines() {
    let found = summary(&[("focus.csv", FOCUS)]);
    let file = FileView::read(&found.files[0]);
    let FileOutcome::Read { skipped, days, .. } = &file.outcome else { panic!("it was read") };
    // A purchase for a year is paid in January: its term is not the time that the bill covers.
    assert_eq!(*days, Some(["2026-01-01".to_owned(), "2026-02-01".to_owned()]));
    let [(count, why, lines)] = skipped.as_slice() else { panic!("{skipped:?}") };
    assert_eq!((*count, lines.as_slice()), (1, &[9][..]), "the row with hour 30");
    assert_eq!(why, "a time that does not exist or cannot be read");
    let view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    // 22.50 used, 7.50 unused, 13.76 on demand; the invoice of January is 262,811.37.
    let bill = view.findings.iter().map(|of| said(of)).find(|text| text.starts_with("Bill in USD")).expect("a bill");
    assert!(bill.starts_with("Bill in USD: 43.76 amortised, 262811.37 invoiced"), "{bill}");
    assert!(bill.contains("commitments are used to 75.0 %"), "{bill}");
}

#[test]
fn questions_are_asked_and_containers_named() {
    let ask = |name: &str, text: &str| match reading(name, text, &ReadSettings::default()) {
        Err(FileView { outcome: FileOutcome::Refused { why, question }, .. }) => (why, question),
        other => panic!("{name}: {other:?}"),
    };
    let (why, question) = ask("gpus.csv", "0, 97, 68012, 81559\n1, 3, 9000, 81559\n");
    assert!(matches!(question, Some(Question::Interval)), "{why}");
    let (why, question) = ask("jobs.csv", "when;ended;cards\n2026-03-01T00:00:00Z;2026-03-01T10:00:00Z;8\n");
    let Some(Question::Columns(preview)) = question else { panic!("{why}") };
    assert_eq!(preview.columns, ["when", "ended", "cards"]);
    let (why, question) = ask("book.xlsx", "PK\u{3}\u{4} and more");
    assert!(why.contains("zip archive or a spreadsheet") && question.is_none(), "{why}");
    let (why, _) = ask("nothing.csv", "  \n");
    assert_eq!(why, "This file is empty.");
}

#[test]
fn a_view_survives_the_way_from_the_worker() {
    let found = summary(&[("sacct.txt", SACCT), ("focus.csv", FOCUS)]);
    let mut view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    view.files = found.files.iter().map(FileView::read).collect();
    assert!(view.sheets.len() >= 5, "{}", view.sheets.len());
    // serde_json keeps numbers as texts, which it then does not read inside a tagged enum. The page's own way does (tests/e2e).
    view.rows.retain(|row| !matches!(row.value, MeasuredValue::Number { .. }));
    let text = serde_json::to_string(&view).expect("text");
    let back: MeasuredView = serde_json::from_str(&text).expect("a view");
    let ids = |view: &MeasuredView| view.sheets.iter().map(|sheet| (sheet.id, sheet.rows.len())).collect::<Vec<_>>();
    assert_eq!(ids(&back), ids(&view));
    assert_eq!(back.files, view.files);
    assert_eq!(back.rows.len(), view.rows.len());
}

#[test]
fn a_bill_becomes_rows_of_the_present_plan() {
    let line = |month: &str, end: &str| {
        format!(
            "{month}-01T00:00:00Z,{end}-01T00:00:00Z,Usage,Usage-Based,Standard,,29760,29760,29760,744,Hours,vm-1,USD,p5.48xlarge\n"
        )
    };
    let header = "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ChargeFrequency,PricingCategory,CommitmentDiscountStatus,BilledCost,EffectiveCost,ListCost,ConsumedQuantity,ConsumedUnit,ResourceId,BillingCurrency,x_InstanceType\n";
    let text = format!("{header}{}", line("2026-01", "2026-02"));
    let found = summary(&[("bill.csv", &text)]);
    let rows = proposals::rows(&found);
    let number = |id: &str| {
        rows.iter().find(|row| row.row == id).and_then(|row| match row.value {
            MeasuredValue::Number { value } => Some(value),
            _ => None,
        })
    };
    // 744 machine-hours of eight GPUs for 29,760: 5.00 a GPU-hour.
    assert_eq!(number("present.usd_per_gpu_hour"), Some(5.0));
    assert_eq!(number("present.bill_usd_per_month"), Some(29_760.0));
    let book = PriceBook::embedded();
    let mut scenario = Document::typical(&book).scenario;
    proposals::apply(&mut scenario, None, &rows, &book);
    assert_eq!(scenario.present.bill_usd_per_month.value, 29_760.0);
    assert!(scenario.work.workloads.is_empty(), "no demand, no workload");
}

/// The four figures below were wrong when two readers tried the page.
#[test]
fn what_first_readers_found_wrong_is_right() {
    let gpus = PriceBook::embedded().gpus.clone();
    let record = |name: &str, text: &str| {
        let mut record = Record::default();
        record.add(reading(name, text, &ReadSettings::default()).expect("it can be read"));
        record
    };
    // Saying what GPUs without a type are does not take the name from those that have it.
    let mut questions = SummaryQuestions::default();
    questions.gpu_names.insert(String::new(), "a100-80-sxm".to_owned());
    let found = record("sacct.txt", SACCT).summarize(&questions, &gpus);
    let names: Vec<&str> = found.types.iter().map(|of| of.name.as_str()).collect();
    assert!(names.contains(&"a100") && !names.contains(&""), "{names:?}");
    // Two GPUs, one of them cut, of which nothing is known: both are wanted.
    let smi = record("smi.csv", include_str!("measured/nvidia-smi.csv"));
    let demand = smi.summarize(&SummaryQuestions::default(), &gpus).demand.expect("a demand");
    assert_eq!((demand.mean, demand.peak), (2.0, 2.0));
    // 240 for 96 GPU-hours; the 27 of a team without GPUs make no hour dearer.
    let costs = record("opencost.csv", include_str!("measured/opencost.csv"));
    let bill = costs.summarize(&SummaryQuestions::default(), &gpus).bill.expect("a bill");
    assert_eq!(bill.currencies[0].cost_per_gpu_hour, Some(2.5));
    // The thirteenth settles that the month comes first, for the rows before it too.
    let row = |day: u32| format!("01/{day:02}/2026,Virtual Machines,ND96isr H100 v5,24,1 Hour,100,USD,vm-1\n");
    let header =
        "Date,MeterCategory,MeterSubCategory,Quantity,UnitOfMeasure,CostInBillingCurrency,BillingCurrency,ResourceId\n";
    let azure = record("azure.csv", &format!("{header}{}", (1..=14).map(row).collect::<String>()));
    let found = azure.summarize(&SummaryQuestions::default(), &gpus);
    assert!(found.files[0].skipped.is_empty(), "{:?}", found.files[0].skipped);
    assert_eq!(found.bill.expect("a bill").currencies[0].total.usage, 1_400.0);
}

#[test]
fn prices_in_dollars_do_not_stand_beside_euros_and_a_picture_is_no_table() {
    let text = FOCUS.replace(",USD", ",EUR").replace("BillingCurrency", "BillingCurrency,x_InstanceType");
    let text = text.replace(",EUR", ",EUR,p5.48xlarge");
    let view = MeasuredView::new(&summary(&[("focus.csv", &text)]), &PriceBook::embedded().gpus);
    let machines = view.sheets.iter().find(|sheet| sheet.id == "bill-machines").expect("machines");
    for (name, values) in &machines.rows {
        assert_eq!(values[4..], [None, None], "{name}: list and owned prices are dollars");
    }
    assert!(view.findings.iter().any(|of| said(of).ends_with("Only bills in US dollars enter the scenario.")));
    let mut go_on = |_| true;
    let mut picture: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    let refused = read(&mut picture, "logo.png", &ReadSettings::default(), &mut go_on).expect_err("no table");
    assert_eq!(refused, engine::measured::Refused::NoText);
}

/// A choice for each column is drawn: at most fifty, whatever the file.
#[test]
fn a_table_that_is_too_wide_is_refused_in_words() {
    let table = |columns: usize| {
        let line = |first: &str| format!("{first}{}\n", ",x".repeat(columns - 1));
        format!("{}{}", line("when"), line("2026-03-01T00:00:00Z"))
    };
    let ask = |text: &str| match reading("table.csv", text, &ReadSettings::default()) {
        Err(FileView { outcome: FileOutcome::Refused { why, question }, .. }) => (why, question),
        other => panic!("{other:?}"),
    };
    for columns in [51, 2_000, 100_000, 1_000_000] {
        let (why, question) = ask(&table(columns));
        assert!(why.starts_with("Unknown table format, and it has more than 50 columns."), "{columns}: {why}");
        assert_eq!(question, None, "{columns}");
    }
    let (_, question) = ask(&table(50));
    let Some(Question::Columns(preview)) = question else { panic!("{question:?}") };
    assert_eq!((preview.columns.len(), preview.rows[0].len()), (50, 50));
    // A row with more cells than the heading has none to choose for.
    let (_, question) = ask(&format!("when,who\n2026-03-01T00:00:00Z,a{}\n", ",x".repeat(100_000)));
    let Some(Question::Columns(preview)) = question else { panic!("{question:?}") };
    assert_eq!(preview.rows, [["2026-03-01T00:00:00Z", "a"]]);
}

/// By hand: 300 types with 2 to 301 GPUs for an hour, in weeks 1 and 600 of a record; 45,450 GPU-hours.
#[test]
fn what_is_drawn_stays_small_and_the_rest_is_summed_up() {
    let mut text = "JobID|State|Start|End|AllocTRES\n".to_owned();
    for n in 0..300 {
        let year = if n == 0 { 2014 } else { 2026 };
        let gpus = n + 2;
        let _ = writeln!(text, "{n}|COMPLETED|{year}-01-05T00:00:00|{year}-01-05T01:00:00|gres/gpu:odd{n}={gpus}");
    }
    let view = MeasuredView::new(&summary(&[("sacct.txt", &text)]), &PriceBook::embedded().gpus);
    let sheet = |id: &str| view.sheets.iter().find(|sheet| sheet.id == id).expect("a table");
    let all = 45_450.0;
    let types = sheet("measured-types");
    assert_eq!(types.rows.len(), 51);
    assert_eq!(types.rows[50].0, "250 others");
    let allocated = types.columns.iter().position(|column| column.label == "Allocated").expect("allocated hours");
    assert_eq!(types.rows.iter().filter_map(|row| row.1[allocated]).sum::<f64>(), all);
    let weeks = sheet("measured-weeks");
    assert_eq!((weeks.rows.len(), weeks.columns.len()), (262, 14));
    assert!(weeks.rows[0].0.ends_with(" weeks before"), "{}", weeks.rows[0].0);
    assert_eq!(weeks.columns[12].label, "289 other types");
    assert_eq!(weeks.rows.iter().filter_map(|row| row.1[0]).sum::<f64>(), all);
    let by_type: f64 = weeks.rows.iter().flat_map(|row| &row.1[1..13]).flatten().sum();
    assert_eq!(by_type, all);
    assert_eq!(view.unknown_types.len(), 10);
    let later = view.findings.iter().map(|of| said(of)).find(|text| text.contains("are asked about once"));
    assert_eq!(later.as_deref().map(|text| &text[..4]), Some("290 "));
}
