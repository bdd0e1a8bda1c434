//! Prices of owned machines as other tools read them, against the rules of their formats.

use engine::analysis::owned_prices::{OwnedLine, OwnedPrices, owned_prices};
use engine::codec::Document;
use engine::csv;
use engine::horizon::node_expansion;
use engine::inputs::Size;
use engine::inputs::value::Amount;
use engine::measured::{Format, ReadSettings, read, recognize};
use engine::model::Subject;
use engine::plans::plan::PlanKind;
use engine::plans::setting::Setting;
use engine::plans::{evaluate_with, find_sizes};
use engine::prices::PriceBook;
use engine::view::price_files::{Month, focus, opencost, skypilot};

/// 16 GPUs, three quarters busy, 14,600 USD a month: 1.25 USD for every hour in which one exists, 1.6666 while it is busy.
fn prices() -> OwnedPrices {
    let line = |id, label, usd_per_month| OwnedLine { id, label, usd_per_month };
    OwnedPrices {
        gpu: "h100-sxm".to_owned(),
        gpus: 16.0,
        busy_share: 0.75,
        lines: vec![line("nodes", "Nodes", 10_000.0), line("people", "Staffing", 4_600.0)],
    }
}

/// Names of accelerators as the prices of Kubernetes nodes have them. Source: docs.skypilot.co, "Configuring Pricing" and
/// "GPUs and Accelerators".
#[test]
fn skypilot_prices_the_hours_that_a_task_holds() {
    let book = PriceBook::embedded();
    let file = |id: &str| skypilot(&prices(), book.gpu(id).expect("in the book")).expect("busy");
    assert!(
        file("h100-sxm").ends_with("kubernetes:\n  pricing:\n    accelerators:\n      H100: 1.6667\n"),
        "{}",
        file("h100-sxm")
    );
    let names = [
        ("a100-80-sxm", "A100-80GB"),
        ("a100-40-sxm", "A100"),
        ("v100-32-sxm", "V100-32GB"),
        ("l40s", "L40S"),
        ("rtx-4090", "RTX4090"),
        ("b200-sxm", "B200"),
        ("mi300x", "MI300X"),
    ];
    for (id, name) in names {
        assert!(file(id).contains(&format!("      {name}: ")), "{id}: {}", file(id));
    }
    assert_eq!(skypilot(&OwnedPrices { busy_share: 0.0, ..prices() }, book.gpu("l4").expect("in the book")), None);
}

/// Custom prices: the keys of OpenCost's `configs/default.json`, all values texts that are numbers. Source:
/// github.com/opencost/opencost and opencost.io, "On-premises".
#[test]
fn opencost_prices_every_hour_of_a_node() {
    let file: serde_json::Value = serde_json::from_str(&opencost(&prices())).expect("JSON");
    assert_eq!((&file["provider"], &file["GPU"]), (&"custom".into(), &"1.25".into()));
    let keys = ["CPU", "spotCPU", "RAM", "spotRAM", "GPU", "spotGPU", "storage"];
    let traffic = ["zoneNetworkEgress", "regionNetworkEgress", "internetNetworkEgress"];
    for key in keys.iter().chain(&traffic) {
        assert!(
            file[key].as_str().is_some_and(|text| text.parse::<f64>().is_ok_and(|usd| usd >= 0.0)),
            "{key}: {file}"
        );
    }
}

/// Column rules of FOCUS 1.2 for charges of use. Source: focus.finops.org, FOCUS 1.2, "Cost and Usage": mandatory columns, those
/// that must not be null, allowed values, dates in UTC with the end outside the period, costs that are price × quantity.
#[test]
fn focus_rows_keep_the_rules_of_their_columns() {
    let text = focus(&prices(), "H100 80 GB SXM, \"new\"", Month::of("2027-12").expect("a month"), 3);
    let (table, errors) = csv::read_any(&text, b',');
    assert_eq!((errors.len(), table.rows.len()), (0, 6), "{text}");
    let not_null = [
        "BilledCost",
        "BillingAccountId",
        "BillingCurrency",
        "BillingPeriodEnd",
        "BillingPeriodStart",
        "ChargeCategory",
        "ChargePeriodEnd",
        "ChargePeriodStart",
        "ContractedCost",
        "EffectiveCost",
        "InvoiceIssuerName",
        "ListCost",
        "ProviderName",
        "PublisherName",
        "ServiceCategory",
        "ServiceName",
        "ServiceSubcategory",
        // Not null where a SKU is priced for use.
        "ConsumedQuantity",
        "ConsumedUnit",
        "ContractedUnitPrice",
        "ListUnitPrice",
        "PricingCategory",
        "PricingQuantity",
        "PricingUnit",
        "SkuId",
        "SkuPriceId",
        "ChargeDescription",
        "ChargeFrequency",
        "BillingAccountType",
        "ResourceType",
    ];
    let column = |name: &str| table.column(name).unwrap_or_else(|| panic!("{name} is missing"));
    for nullable in ["BillingAccountName", "ChargeClass", "ResourceId", "Tags"] {
        column(nullable); // mandatory, or its condition holds
    }
    let mut total = 0.0;
    for row in &table.rows {
        let cell = |name: &str| row.cell(column(name));
        let figure = |name: &str| cell(name).parse::<f64>().unwrap_or_else(|_| panic!("{name}: {}", cell(name)));
        for name in not_null {
            assert!(!cell(name).is_empty(), "{name} is null");
        }
        assert_eq!(cell("ChargeClass"), "", "a value means a correction");
        assert_eq!(
            (cell("ChargeCategory"), cell("PricingCategory"), cell("BillingCurrency")),
            ("Usage", "Standard", "USD")
        );
        assert!(["One-Time", "Recurring", "Usage-Based"].contains(&cell("ChargeFrequency")));
        assert_eq!((cell("ServiceCategory"), cell("ServiceSubcategory")), ("Compute", "Other (Compute)"));
        assert!(serde_json::from_str::<serde_json::Value>(cell("Tags")).is_ok_and(|tags| tags.is_object()));
        for date in ["BillingPeriodStart", "BillingPeriodEnd", "ChargePeriodStart", "ChargePeriodEnd"] {
            let text = cell(date);
            assert!(text.len() == 20 && text.ends_with("-01T00:00:00Z"), "{date}: {text}");
        }
        assert!(cell("ChargePeriodStart") < cell("ChargePeriodEnd"));
        for (cost, price) in [("ListCost", "ListUnitPrice"), ("ContractedCost", "ContractedUnitPrice")] {
            let product = figure(price) * figure("PricingQuantity");
            assert!((figure(cost) - product).abs() <= 1e-9 * product, "{cost}");
        }
        assert!(cell("ChargeDescription").contains("\"new\""));
        total += figure("EffectiveCost");
    }
    // December, January, February 2028: 31 + 31 + 29 days of 24 hours at 16 × 1.25 USD.
    assert!((total - 91.0 * 24.0 * 16.0 * 1.25).abs() < 1e-6, "{total}");
}

/// What is written is read again as a FOCUS bill: its cost is that of the machines.
#[test]
fn focus_rows_are_read_as_a_bill() {
    let text = focus(&prices(), "H100 80 GB SXM", Month::of("2026-09").expect("a month"), 1);
    assert_eq!(recognize(text.as_bytes(), "owned.csv").format, Format::Focus);
    let reading = read(&mut text.as_bytes(), "owned.csv", &ReadSettings::default(), &mut |_| true).expect("a bill");
    let mut record = engine::measured::Record::default();
    record.add(reading);
    let book = PriceBook::embedded();
    let bill = record.bill(&book, &engine::measured::bill::BillQuestions::default()).expect("charges");
    let amortised: f64 = bill.currencies.iter().map(|of| of.total.amortised).sum();
    assert!((amortised - 30.0 * 24.0 * 16.0 * 1.25).abs() < 1e-6, "{amortised}");
}

/// The lines of a plan's machines add up to what its GPUs cost: on a neutral cluster, straight-line hardware alone. By hand: 64 GPUs in
/// 8 nodes of 300,000 USD over five years without residual or interest are 40,000 USD a month.
#[test]
fn prices_of_a_plan_are_those_of_its_machines() {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    let s = &mut document.scenario;
    *s = engine::inputs::Scenario::neutral();
    "h100-sxm".clone_into(&mut s.work.gpu);
    s.work.gpu_hours_per_month = Amount::exact(64.0 * 730.0 * 0.5);
    (s.own.gpus, s.own.gpus_per_node) = (Amount::exact(64.0), Amount::exact(8.0));
    s.own.node_price_usd = Amount::exact(300_000.0);
    (s.own.life_years, s.time.horizon_months) = (Amount::exact(5.0), Amount::exact(60.0));
    s.sizes.own = Size::Typed(64.0);
    let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
    let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
    let setting = Setting::new(Some(&own), subject).expect("a setting");
    let plans = evaluate_with(&setting, subject, &own, &find_sizes(&setting, subject));
    let found = owned_prices(&setting, subject, plans.plan(PlanKind::Own).expect("it owns")).expect("machines");
    assert!((found.usd_per_month() - 40_000.0).abs() < 1e-6, "{found:?}");
    assert!((found.busy_share - 0.5).abs() < 1e-9, "{found:?}");
    assert!((found.usd_per_busy_gpu_hour().expect("busy") - 40_000.0 / (64.0 * 730.0 * 0.5)).abs() < 1e-9);
}

#[test]
fn months_are_months() {
    for text in ["2026-13", "2026-00", "26-12", "2026-1", "2026", "", "9999-12", "2026-12-01"] {
        assert_eq!(Month::of(text), None, "{text}");
    }
}
