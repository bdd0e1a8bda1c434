//! Bills as texts, and what is read of them.

use engine::measured::bill::summary::CurrencyBill;
use engine::measured::report::BillRemark;
use engine::measured::{ReadSettings, Record, Remark, SkipReason, Summary, SummaryQuestions, read};
use engine::prices::PriceBook;

pub(crate) fn file(name: &str) -> String {
    let path = format!("{}/tests/measured/bills/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a file")
}

pub(crate) fn record(texts: &[&str]) -> Record {
    let mut record = Record::default();
    for text in texts {
        let reading = read(&mut text.as_bytes(), "bill.csv", &ReadSettings::default(), &mut |_| true);
        record.add(reading.expect("it can be read"));
    }
    record
}

pub(crate) fn summary(texts: &[&str]) -> Summary {
    record(texts).summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
}

pub(crate) fn usd(found: &Summary) -> &CurrencyBill {
    let bill = found.bill.as_ref().expect("a bill");
    bill.currencies.iter().find(|of| of.currency == "USD").expect("US dollars")
}

pub(crate) fn of_file(name: &str) -> Summary {
    summary(&[&file(name)])
}

/// The amounts of a remark, and their names.
pub(crate) fn noted(found: &Summary, wanted: BillRemark) -> Vec<(f64, String)> {
    let all = found.files.iter().flat_map(|report| &report.remarks);
    all.filter_map(|remark| match remark {
        Remark::Bill { key, amount, name } if *key == wanted => {
            Some((amount.unwrap_or_default(), name.clone().unwrap_or_default()))
        }
        _ => None,
    })
    .collect()
}

pub(crate) fn skipped(found: &Summary) -> Vec<(SkipReason, Vec<u64>)> {
    found.files.iter().flat_map(|report| &report.skipped).map(|of| (of.reason, of.lines.clone())).collect()
}

/// Equal to a millionth.
pub(crate) fn same(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
}

pub(crate) const FOCUS: &str = "BilledCost,EffectiveCost,BillingCurrency,ChargeCategory,ChargePeriodStart,ChargePeriodEnd,CommitmentDiscountId,CommitmentDiscountStatus,ConsumedQuantity,ConsumedUnit,PricingCategory,ResourceId,ServiceCategory,ProviderName,x_InstanceType\n";

/// A row of a FOCUS export: costs, period, commitment and its status, quantity with its unit, resource, machine.
#[derive(Clone, Copy)]
pub(crate) struct Row<'r> {
    pub(crate) cost: &'r str,
    pub(crate) start: &'r str,
    pub(crate) end: &'r str,
    pub(crate) commitment: &'r str,
    pub(crate) status: &'r str,
    pub(crate) quantity: &'r str,
    pub(crate) unit: &'r str,
    pub(crate) resource: &'r str,
    pub(crate) machine: &'r str,
}

pub(crate) const HOUR: Row<'_> = Row {
    cost: "55.04",
    start: "2026-01-01T00:00:00Z",
    end: "2026-01-01T01:00:00Z",
    commitment: "",
    status: "",
    quantity: "1",
    unit: "Hours",
    resource: "i-1",
    machine: "p5.48xlarge",
};

impl Row<'_> {
    pub(crate) fn text(&self) -> String {
        let Row { cost, start, end, commitment, status, quantity, unit, resource, machine } = self;
        format!(
            "{cost},{cost},USD,Usage,{start},{end},{commitment},{status},{quantity},{unit},Standard,{resource},Compute,x,{machine}\n"
        )
    }
}

pub(crate) fn focus(rows: &[Row<'_>]) -> String {
    rows.iter().fold(FOCUS.to_owned(), |text, row| text + &row.text())
}
