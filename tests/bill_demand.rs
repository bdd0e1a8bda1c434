//! The demand that a bill alone shows: GPUs paid for, hour by hour. Expected values: by hand, from the texts.

use engine::codec::Document;
use engine::measured::bill::Step;
use engine::measured::summary::{DemandFrom, DemandSeries};
use engine::measured::{ReadSettings, Record, Summary, SummaryQuestions, proposals, read};
use engine::prices::PriceBook;
use engine::view::measured::MeasuredView;
use engine::view::plain_text;

const FOCUS: &str = "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,PricingCategory,CommitmentDiscountStatus,BilledCost,EffectiveCost,ConsumedQuantity,ConsumedUnit,ResourceId,ServiceCategory,BillingCurrency,x_InstanceType\n";

fn summary(files: &[&str]) -> Summary {
    let mut record = Record::default();
    for text in files {
        let mut go_on = |_| true;
        record
            .add(read(&mut text.as_bytes(), "bill.csv", &ReadSettings::default(), &mut go_on).expect("it can be read"));
    }
    record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
}

fn demand(files: &[&str]) -> DemandSeries {
    summary(files).demand.expect("a demand")
}

/// A row of a machine with eight GPUs.
fn p5(from: &str, to: &str, hours: &str, resource: &str) -> String {
    format!("{from},{to},Usage,Standard,,1,1,{hours},Hours,{resource},Compute,USD,p5.48xlarge\n")
}

fn said(summary: &Summary) -> String {
    let view = MeasuredView::new(summary, &PriceBook::embedded().gpus);
    plain_text(&view.demand.expect("a demand").takeaway, |value, _| format!("{value}"))
}

#[test]
fn only_hours_of_gpu_machines_that_ran_are_demand() {
    let hour = "2026-03-02T09:00:00Z,2026-03-02T10:00:00Z";
    let rows = [
        p5("2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z", "1", "vm-1"),
        format!("{hour},Usage,Dynamic,,1,1,0.5,Hours,vm-2,Compute,USD,p5.48xlarge\n"),
        format!("{hour},Usage,Committed,Used,0,1,1,Hours,vm-3,Compute,USD,p5.48xlarge\n"),
        format!("{hour},Usage,Committed,Unused,0,1,1,Hours,vm-4,Compute,USD,p5.48xlarge\n"),
        format!("{hour},Purchase,Committed,,9,0,1,Hours,vm-5,Compute,USD,p5.48xlarge\n"),
        format!("{hour},Tax,,,3,3,1,Hours,vm-1,Compute,USD,p5.48xlarge\n"),
        format!("{hour},Credit,,,-3,-3,1,Hours,vm-1,Compute,USD,p5.48xlarge\n"),
        format!("{hour},Usage,Standard,,1,1,1,Hours,vm-6,Compute,USD,m5.large\n"),
        p5("2026-03-02T11:00:00Z", "2026-03-02T12:00:00Z", "0.25", "vm-1"),
        "2026-03-03T00:00:00Z,2026-03-04T00:00:00Z,Usage,Standard,,1,1,10,GB-Mo,disk,Storage,USD,\n".to_owned(),
    ];
    let found = demand(&[&format!("{FOCUS}{}", rows.concat())]);
    assert_eq!(found.from, DemandFrom::Bill { step: Step::Hour });
    // 8 × (1 on demand + 0.5 on spot + 1 committed), nothing, 8 × 0.25; then nothing was paid for until the last day that
    // the bill has, the third: 12 + 24 hours.
    assert_eq!(found.wanted[..3], [Some(20.0), Some(0.0), Some(2.0)]);
    assert_eq!((found.wanted.len(), found.unknown_hours), (39, 0));
    assert!(found.peak == 20.0 && (found.mean - 22.0 / 39.0).abs() < 1e-9);
    assert_eq!(found.series, "20 0 2 0*36");
}

/// A day row of 24 machine-hours is eight GPUs all day, one of 12 four; hours of two machines of a scale set add up.
#[test]
fn day_rows_are_spread_over_their_day() {
    let header = "Date,MeterCategory,MeterSubCategory,Quantity,UnitOfMeasure,CostInBillingCurrency,BillingCurrency,ResourceId,ChargeType\n";
    let row = |day: u32, hours: u32, resource: &str| {
        format!("2026-03-{day:02},Virtual Machines,ND96isr H100 v5,{hours},1 Hour,100,USD,{resource},Usage\n")
    };
    let set = "/x/virtualMachineScaleSets/set";
    let text = format!("{header}{}{}{}", row(2, 24, "vm-1"), row(3, 12, "vm-1"), row(3, 48, set));
    let found = summary(&[&text]);
    let demand = found.demand.as_ref().expect("a demand");
    assert_eq!(demand.from, DemandFrom::Bill { step: Step::Day });
    assert_eq!(demand.series, "8*24 20*24");
    assert!(said(&found).ends_with(
        "These are GPUs paid for, not GPUs busy; the bill counts in days, within which the hours are spread evenly."
    ));
    // 48 hours of one machine in a day cannot be: 24 count.
    let capped = format!("{header}{}", row(2, 48, "vm-1"));
    assert_eq!(self::demand(&[&capped]).series, "8*24");
}

#[test]
fn month_rows_are_even_and_months_without_a_bill_unknown() {
    let january = p5("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", "372", "vm-1");
    let found = summary(&[&format!("{FOCUS}{january}")]);
    // 372 of 744 hours: half of eight GPUs.
    assert_eq!(found.demand.as_ref().map(|demand| demand.series.as_str()), Some("4*744"));
    assert!(said(&found).contains("the bill counts in months"), "{}", said(&found));
    let march = p5("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", "744", "vm-1");
    let gap = demand(&[&format!("{FOCUS}{january}"), &format!("{FOCUS}{march}")]);
    // February has 28 days.
    assert_eq!((gap.series.as_str(), gap.unknown_hours), ("4*744 ?*672 8*744", 672));
    // The same bill twice is one bill.
    let twice = demand(&[&format!("{FOCUS}{january}"), &format!("{FOCUS}{january}")]);
    assert_eq!(twice.series, "4*744");
}

#[test]
fn jobs_and_the_bill_of_their_cluster_count_once() {
    let bill = format!("{FOCUS}{}", p5("2026-02-03T00:00:00Z", "2026-02-04T00:00:00Z", "24", "vm-1"));
    let jobs = summary(&[&bill, include_str!("measured/sacct.txt")]);
    assert_eq!(jobs.demand.map(|demand| demand.from), Some(DemandFrom::Jobs));
    // 96 GPU-hours that a team was given in a day: 4 GPUs, a part of the eight that were paid for.
    let costs = include_str!("measured/opencost.csv");
    let given = summary(&[costs]);
    let demand = given.demand.as_ref().expect("a demand");
    assert_eq!(demand.from, DemandFrom::Allocations { step: Step::Day });
    assert_eq!(demand.wanted.iter().flatten().sum::<f64>(), 96.0);
    assert!(said(&given).contains("GPUs that workloads were given"), "{}", said(&given));
    let both = self::demand(&[costs, &bill]);
    assert_eq!((both.from, both.peak), (DemandFrom::Bill { step: Step::Day }, 8.0));
}

#[test]
fn a_bill_alone_enters_a_scenario_with_its_work() {
    let text = format!("{FOCUS}{}", p5("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", "744", "vm-1"));
    let found = summary(&[&text]);
    let book = PriceBook::embedded();
    let view = MeasuredView::new(&found, &book.gpus);
    let demand = view.demand.expect("a demand");
    let document = Document::typical(&book);
    let mut scenario = document.scenario;
    proposals::apply(&mut scenario, Some(proposals::workload(&demand.levels, 0.0, "bill.csv")), &view.rows, &book);
    assert_eq!(scenario.work.workloads[0].name, "Measured: bill.csv");
    // Eight GPUs all year: 8 × 8,760 / 12.
    assert!((scenario.work.gpu_hours_per_month.value - 5_840.0).abs() < 1e-6);
    assert_eq!(scenario.present.bill_usd_per_month.value, 1.0);
    engine::model::Model::new(&scenario, &book, &document.edition).expect("it can be computed");
    // Without GPU-hours there is no demand: the machines of this one are not known.
    let unknown = text.replace("p5.48xlarge", "gx9.unheard");
    assert_eq!(summary(&[&unknown]).demand, None);
}
