//! Bills as the present plan of a scenario, and beside what the model says for the same months.

use std::fmt::Write as _;

use engine::analysis::reconcile::reconcile;
use engine::cash_flow::{Flows, rent};
use engine::cost::plan::OverflowPricing;
use engine::inputs::Scenario;
use engine::inputs::value::Quote;
use engine::measured::bill::present::{MeasuredCommitment, MeasuredFrom, MeasuredValue};
use engine::measured::bill::{BillQuestions, MeasuredRow, present_plan};
use engine::measured::summary::{Idle, Utilization};
use engine::measured::{ReadSettings, Record, Summary, SummaryQuestions, read};
use engine::model::Model;
use engine::prices::PriceBook;

const HEADER: &str = "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ServiceCategory,BilledCost,EffectiveCost,ConsumedQuantity,ConsumedUnit,ResourceId,BillingCurrency,CommitmentDiscountStatus,SkuPriceDetails\n";

/// May and June of two machines with eight H100 each: one under a commitment of a year from 1 May, of which a quarter is
/// not used; one by the hour for half of each day. Storage and support beside them.
fn two_months() -> String {
    let details = r#""{""InstanceType"":""p5.48xlarge""}""#;
    let mut text = HEADER.to_owned();
    writeln!(text, "2026-05-01,2027-05-01,Purchase,Compute,200000,0,,,c-1,USD,,").expect("memory");
    let days = (1..=31).map(|d| (5, d)).chain((1..=30).map(|d| (6, d)));
    for (month, day) in days {
        let at = format!("2026-{month:02}-{day:02}");
        let period = format!("{at}T00:00:00Z,{at}T23:59:59Z");
        let mut row = |rest: &str| writeln!(text, "{period},{rest}").expect("memory");
        row(&format!("Usage,Compute,0,300,18,Hours,i-1,USD,Used,{details}"));
        row("Usage,Compute,0,100,,,c-1,USD,Unused,");
        row(&format!("Usage,Compute,480,480,12,Hours,i-2,USD,,{details}"));
        row("Usage,Storage,10,10,,,vol,USD,,");
        row("Credit,Other,-1,-1,,,,USD,,");
    }
    text
}

fn summary(text: &str) -> Summary {
    let mut record = Record::default();
    let reading = read(&mut text.as_bytes(), "focus.csv", &ReadSettings::default(), &mut |_| true);
    record.add(reading.expect("a bill"));
    record.summarize(&SummaryQuestions { bill: BillQuestions::default(), ..SummaryQuestions::default() }, &[])
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6 * expected.abs().max(1.0), "{found} instead of {expected}");
}

fn row<'r>(rows: &'r [MeasuredRow], id: &str) -> Option<&'r MeasuredRow> {
    rows.iter().find(|row| row.row == id)
}

fn number(rows: &[MeasuredRow], id: &str) -> f64 {
    match row(rows, id).map(|row| &row.value) {
        Some(MeasuredValue::Number { value }) => *value,
        other => panic!("{id}: {other:?}"),
    }
}

#[test]
fn a_bill_becomes_the_present_plan_with_its_commitment() {
    let rows = present_plan(&summary(&two_months()));
    // A day costs 300 + 100 + 480 = 880 for 18 × 8 + 12 × 8 = 240 GPU-hours; 61 days in two full months.
    near(number(&rows, "present.bill_usd_per_month"), 880.0 * 61.0 / 2.0);
    near(number(&rows, "present.usd_per_gpu_hour"), 880.0 / 240.0);
    let from = row(&rows, "present.bill_usd_per_month").map(|row| row.from.clone());
    let months = vec!["2026-05".to_owned(), "2026-06".to_owned()];
    assert_eq!(from, Some(MeasuredFrom::FullMonths { months, currency: "USD".to_owned() }));
    let gpu = row(&rows, "present.gpu").map(|row| row.value.clone());
    assert_eq!(gpu, Some(MeasuredValue::Text { text: "h100-sxm".to_owned() }));
    // 18 of 24 hours are used and paid at 300 a day: all of the machine's eight GPUs, 300 / 144 an hour. From 1 July to
    // 1 May there are 304 days.
    let Some(MeasuredValue::Commitments { list }) = row(&rows, "present.commitments").map(|r| &r.value) else {
        panic!("{rows:?}")
    };
    let [MeasuredCommitment { name, gpus, usd_per_gpu_hour, months_left }] = list.as_slice() else {
        panic!("{list:?}")
    };
    assert_eq!(name, "p5.48xlarge");
    near(*gpus, 8.0);
    near(*usd_per_gpu_hour, 300.0 / 144.0);
    near(months_left.expect("an end"), 304.0 * 24.0 / 730.0);
    // Nothing was measured of idle time or of sizes.
    assert_eq!(rows.len(), 4);
}

/// The page's example: two machines by the hour, one under a commitment of a year bought on 1 November 2025 and seen until
/// the end of the year, so that 304 days are left.
#[test]
fn the_example_of_the_page_is_a_whole_present_plan() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/worker/examples/focus.csv");
    let measured = summary(&std::fs::read_to_string(path).expect("the example"));
    assert_eq!(measured.files[0].skipped, []);
    let rows = present_plan(&measured);
    let ids: Vec<&str> = rows.iter().map(|row| row.row.as_str()).collect();
    let all = ["present.bill_usd_per_month", "present.usd_per_gpu_hour", "present.gpu", "present.commitments"];
    assert_eq!(ids, all);
    let Some(MeasuredValue::Commitments { list }) = row(&rows, "present.commitments").map(|r| &r.value) else {
        panic!("{rows:?}")
    };
    // 33 a machine-hour, one machine of eight.
    near((list[0].gpus * 100.0).round(), 800.0);
    near((list[0].usd_per_gpu_hour * 1e4).round(), 33e4 / 8.0);
    near(list[0].months_left.expect("an end"), 304.0 * 24.0 / 730.0);
}

#[test]
fn what_a_bill_does_not_say_is_not_set() {
    // Ten days are no month: the price is known, the monthly bill is not.
    let text: Vec<String> = two_months().lines().take(51).map(str::to_owned).collect();
    let rows = present_plan(&summary(&text.join("\n")));
    assert!(row(&rows, "present.bill_usd_per_month").is_none(), "{rows:?}");
    near(number(&rows, "present.usd_per_gpu_hour"), 880.0 / 240.0);
    // Another currency is left to the page; without a bill nothing is set.
    let euros = present_plan(&summary(&two_months().replace("USD", "EUR")));
    assert_eq!(euros, []);
    assert_eq!(present_plan(&Summary::default()), []);
}

#[test]
fn idle_samples_set_the_idle_share_and_say_so() {
    let measured = Summary {
        idle: Some(Idle { gpu_hours: 30.0, ..Idle::default() }),
        utilization: Some(Utilization { known_gpu_hours: 200.0, ..Utilization::default() }),
        ..Summary::default()
    };
    let rows = present_plan(&measured);
    near(number(&rows, "present.idle_share"), 0.15);
    assert_eq!(rows[0].from, MeasuredFrom::IdleSamples { gpu_hours: 30.0, known_gpu_hours: 200.0 });
}

/// The model's month is the bill that its own cash flow pays, and the gap is the invoice less that, line by line.
#[test]
fn the_model_stands_beside_the_invoices() {
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    scenario.rent.quotes = vec![Quote { usd_per_gpu_hour: 2.5, name: "Acme".to_owned(), ..Quote::default() }];
    scenario.rent.support_share.value = 0.05;
    scenario.work.growth_per_year.value = 0.2;
    scenario.time.rent_drift.value = -0.1;
    let model = Model::new(&scenario, &book, book.current_edition()).expect("a model");
    let terms = OverflowPricing::of(&model);
    let (index, offer) = model.offers.iter().enumerate().find(|(_, o)| o.id == "quote-1").expect("the quote");
    let mut flows = Flows::new(&model);
    rent(&model, &terms, index, &mut flows);
    let summary = summary(&two_months());
    let bill = &summary.bill.as_ref().expect("a bill").currencies[0];
    let months = reconcile(&model, &terms, offer, bill, "2026-04", 1.0);
    assert_eq!(months.iter().map(|m| (m.name.as_str(), m.month)).collect::<Vec<_>>(), [("2026-05", 2), ("2026-06", 3)]);
    for month in &months {
        near(month.model.total(), flows.bill[month.month - 1]);
        // Support of 5% on everything else.
        near(month.model.support, (month.model.total() - month.model.support) * 0.05);
        near(month.gap_total, month.invoice.total() - month.model.total());
        near(month.gap.storage, month.invoice.storage - month.model.storage);
        assert!(month.is_full && month.model.compute > 0.0);
    }
    near(months[0].invoice.compute, 880.0 * 31.0);
    near(months[0].invoice.storage, 310.0);
    near(months[0].cash.expect("cash"), 200_000.0 + (480.0 + 10.0 - 1.0) * 31.0);
    near(months[1].gpu_hours[1], 240.0 * 30.0);
    // At 1.10 dollars each.
    near(reconcile(&model, &terms, offer, bill, "2026-04", 1.1)[1].invoice.storage, 330.0);
    // No month in common.
    assert_eq!(reconcile(&model, &terms, offer, bill, "2027-01", 1.0), []);
    assert_eq!(reconcile(&model, &terms, offer, bill, "soon", 1.0), []);
}
