//! Bills that were read wrongly, and their kind. Right figures: by hand, beside each test.

use crate::shared::bills;

use std::fmt::Write as _;

use bills::{FOCUS, HOUR, Row, file, focus, noted, of_file, same, skipped, summary, usd};
use engine::measured::report::BillRemark;
use engine::measured::{ReadSettings, Record, Remark, SkipReason, SummaryQuestions, read};
use engine::prices::PriceBook;
use engine::view::measured::MeasuredView;
use engine::view::plain_text;

/// "PricingQuantity is Quantity divided by the block size".
/// Azure: Quantity is in hours, whatever block the price is for. 5 h × 3.673 = 18.365. Source: Microsoft FinOps toolkit,
#[test]
fn the_block_of_an_azure_unit_is_that_of_the_price() {
    let text = file("100-hours.csv");
    for unit in ["100 Hours", "10 Hours", "1 Hour", "Hours", "1000 Hours"] {
        let found = summary(&[&text.replace("100 Hours", unit)]);
        assert_eq!(usd(&found).gpu_hours, 5.0, "{unit}");
        same(usd(&found).cost_per_gpu_hour.expect("a price"), 3.673);
    }
    // A unit that is none of time leaves the hours unknown, and that is said.
    let found = summary(&[&text.replace("100 Hours", "100 Pieces")]);
    assert_eq!(usd(&found).gpu_hours, 0.0);
    assert_eq!(noted(&found, BillRemark::UnitWithoutHours), [(1.0, "100 Pieces".to_owned())]);
}

/// The fee is the only cost of its 24 machine-hours: 755.136 / 192 = 3.933 a GPU-hour.
#[test]
fn the_fee_of_a_capacity_block_is_the_cost_of_its_hours() {
    let found = of_file("capacity-block.csv");
    let bill = usd(&found);
    assert_eq!(bill.gpu_hours, 192.0);
    same(bill.total.amortised, 755.136);
    same(bill.cost_per_gpu_hour.expect("a price"), 755.136 / 192.0);
    same(bill.total.cash.expect("cash"), 755.136);
    // A block from 31 March to 2 April costs half in each month, and is paid in March.
    let text = file("capacity-block.csv").replace(
        "2026-03-03T00:00:00Z,2026-03-04T00:00:00Z,1,Hrs,755.136",
        "2026-03-31T00:00:00Z,2026-04-02T00:00:00Z,1,Hrs,755.136",
    );
    let found = summary(&[&text]);
    let months: Vec<(f64, Option<f64>)> =
        usd(&found).months.iter().map(|month| (month.costs.amortised, month.costs.cash)).collect();
    assert_eq!(months, [(377.568, Some(755.136)), (377.568, Some(0.0))]);
}

/// 240 less the adjustment of 60, for 96 GPU-hours; as CSV with the adjustments of all components.
#[test]
fn an_adjustment_belongs_to_its_component() {
    let found = of_file("adjustment.json");
    assert_eq!((usd(&found).total.lines.gpu, usd(&found).cost_per_gpu_hour), (180.0, Some(1.875)));
    assert_eq!(usd(&found).total.amortised, 180.0);
    let csv = "Date,Namespace,GPUHours,GPUCost,GPUCostAdjustment,CPUCost,CPUCostAdjustment,RAMCost,RAMCostAdjustment,PVCost,PVCostAdjustment,NetworkCost,NetworkCostAdjustment,TotalCost\n\
        2026-03-02,team-a,96,240,-60,10,-1,20,-2,4,-3,8,2,218\n";
    let found = summary(&[csv]);
    let lines = &usd(&found).total.lines;
    assert_eq!((lines.gpu, lines.compute, lines.storage, lines.egress, lines.other), (180.0, 27.0, 1.0, 10.0, 0.0));
}

/// FOCUS 1.1, CapacityReservationStatus: the unused part is paid for, and runs nothing. AWS calls it UnusedBox.
#[test]
fn unused_capacity_is_paid_for_and_no_use() {
    let found = of_file("unused-capacity-reservation.csv");
    let bill = usd(&found);
    assert_eq!((bill.gpu_hours, bill.total.unused_commitment, bill.commitment.share), (8.0, 55.04, None));
    same(bill.total.amortised, 110.08);
    same(bill.cost_per_gpu_hour.expect("a price"), 13.76);
    let cur = "lineItem/LineItemType,lineItem/ProductCode,lineItem/UsageType,product/instanceType,product/capacitystatus,lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/UsageAmount,lineItem/UnblendedCost,lineItem/CurrencyCode,lineItem/ResourceId\n\
        Usage,AmazonEC2,BoxUsage:p5.48xlarge,p5.48xlarge,Used,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1,55.04,USD,i-1\n\
        Usage,AmazonEC2,UnusedBox:p5.48xlarge,p5.48xlarge,UnusedCapacityReservation,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1,55.04,USD,cr-1\n";
    let found = summary(&[cur]);
    assert_eq!((usd(&found).gpu_hours, usd(&found).total.unused_commitment), (8.0, 55.04));
}

/// 55.04 for 8 GPU-hours are 6.88; a second hour without a cost would make it 3.44.
#[test]
fn a_cost_that_is_unknown_passes_its_hours_over_in_every_format() {
    let found = of_file("cost-blank.csv");
    same(usd(&found).total.amortised, 55.04);
    assert_eq!((usd(&found).gpu_hours, usd(&found).cost_per_gpu_hour), (8.0, Some(6.88)));
    assert_eq!(skipped(&found), [(SkipReason::BadNumber, vec![3])]);
    let azure = "Date,MeterCategory,MeterName,Quantity,UnitOfMeasure,CostInBillingCurrency,BillingCurrency,ResourceId,ChargeType\n\
        2026-01-01,Virtual Machines,ND96isr H100 v5,1,1 Hour,55.04,USD,vm-1,Usage\n\
        2026-01-02,Virtual Machines,ND96isr H100 v5,1,1 Hour,BLANK,USD,vm-1,Usage\n";
    let cur = "lineItem/LineItemType,lineItem/UsageType,lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/UsageAmount,lineItem/UnblendedCost,lineItem/CurrencyCode,lineItem/ResourceId,reservation/EffectiveCost\n\
        Usage,BoxUsage:p5.48xlarge,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1,55.04,USD,i-1,\n\
        DiscountedUsage,BoxUsage:p5.48xlarge,2026-01-01T01:00:00Z,2026-01-01T02:00:00Z,1,0,USD,i-1,BLANK\n";
    let opencost = "Date,Namespace,GPUHours,GPUCost,CPUCost,RAMCost,TotalCost\n2026-01-01,a,8,55.04,0,0,55.04\n2026-01-02,a,8,BLANK,0,0,\n";
    for text in [azure, cur, opencost] {
        for blank in ["", "NULL", "NaN", "null", "n/a"] {
            let found = summary(&[&text.replace("BLANK", blank)]);
            assert_eq!(skipped(&found), [(SkipReason::BadNumber, vec![3])], "{blank} in {text}");
            same(usd(&found).cost_per_gpu_hour.expect("a price"), 6.88);
        }
    }
    let json = r#"{"data":[{"a":{"name":"a","start":"2026-01-01T00:00:00Z","end":"2026-01-02T00:00:00Z","gpuHours":8,"gpuCost":55.04},"b":{"name":"b","start":"2026-01-01T00:00:00Z","end":"2026-01-02T00:00:00Z","gpuHours":8,"gpuCost":null}}]}"#;
    let found = summary(&[json]);
    same(usd(&found).cost_per_gpu_hour.expect("a price"), 6.88);
    assert_eq!(skipped(&found), [(SkipReason::BadNumber, vec![2])]);
    // A use under a plan in a report without its amortised cost.
    let without = "lineItem/LineItemType,lineItem/UsageType,lineItem/UsageStartDate,lineItem/UsageAmount,lineItem/UnblendedCost,lineItem/CurrencyCode\n\
        SavingsPlanCoveredUsage,BoxUsage:p5.48xlarge,2026-01-01T00:00:00Z,1,55.04,USD\n";
    assert_eq!(skipped(&summary(&[without])), [(SkipReason::BadNumber, vec![2])]);
}

/// A training job is one resource with several instances: 4 machine-hours in an hour are 4 machines. 252 / 32 = 7.875.
#[test]
fn a_training_job_has_several_instances() {
    let found = of_file("four-instances-of-a-training-job.csv");
    assert_eq!((usd(&found).gpu_hours, usd(&found).total.amortised), (32.0, 252.0));
    assert_eq!(found.demand.as_ref().map(|demand| demand.peak), Some(32.0));
    let text = file("four-instances-of-a-training-job.csv");
    let endpoint = text.replace("training-job/x", "endpoint/x").replace("Train:", "Host:");
    assert_eq!(usd(&summary(&[&endpoint])).gpu_hours, 32.0);
    // One machine of EC2 cannot run for four hours in one: three are cut, and shown.
    let machine = text.replace("AmazonSageMaker,USE1-Train:ml.", "AmazonEC2,BoxUsage:").replace("ml.p5", "p5");
    let found = summary(&[&machine.replace("arn:aws:sagemaker:us-east-1:1:training-job/x", "i-1")]);
    assert_eq!(usd(&found).gpu_hours, 8.0);
    assert_eq!(noted(&found, BillRemark::HoursBeyondPeriods), [(3.0, String::new())]);
    let view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    let said: Vec<String> = view.findings.iter().map(|of| plain_text(of, |value, _| value.to_string())).collect();
    assert!(said.iter().any(|text| text.ends_with("exceed the period of their row and do not count: 3.")), "{said:?}");
}

/// The fee of 1,000 is cash alone, and so is its refund: the hour stays 55.04.
#[test]
fn a_refund_that_mirrors_an_upfront_fee_is_cash_alone() {
    let text = file("refund-mirrors-upfront.csv");
    let found = summary(&[&text]);
    let total = &usd(&found).total;
    for figure in [total.amortised, total.net_before_tax, total.cash.expect("cash")] {
        same(figure, 55.04);
    }
    assert_eq!(noted(&found, BillRemark::RefundOfFee), [(1_000.0, "USD".to_owned())]);
    // Another refund lowers the cost; each fee is given back once.
    let more = format!("{text}Refund,AmazonEC2,,,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1,-1000,USD,1,i-9,,,,,,\n");
    same(usd(&summary(&[&more])).total.net_before_tax, 55.04 - 1_000.0);
    let other = text.replace(",-1000,", ",-5,");
    same(usd(&summary(&[&other])).total.net_before_tax, 50.04);
}

/// "55,04" has no group of three digits: 55.04, not 5,504.
#[test]
fn a_decimal_comma_in_quotes_is_no_group_of_thousands() {
    let found = of_file("quoted-decimal-comma.csv");
    same(usd(&found).total.amortised, 110.08);
    // Alone, "1,234" can be either; it is read as a group of thousands, and named.
    let row = focus(&[Row { cost: "\"1,234\"", ..HOUR }]);
    let found = summary(&[&row]);
    assert_eq!(usd(&found).total.amortised, 1_234.0);
    assert_eq!(noted(&found, BillRemark::ReadAsThousands), [(2.0, "1,234".to_owned())]);
    // Beside 55.04 it is not in doubt.
    let found = summary(&[&focus(&[Row { cost: "\"1,234\"", ..HOUR }, Row { resource: "i-2", ..HOUR }])]);
    same(usd(&found).total.amortised, 1_289.04);
    assert_eq!(noted(&found, BillRemark::ReadAsThousands), []);
    let comma = [Row { cost: "\"1,234\"", ..HOUR }, Row { cost: "\"55,04\"", resource: "i-2", ..HOUR }];
    same(usd(&summary(&[&focus(&comma)])).total.amortised, 56.274);
}

/// The later export has the last day whole: 4 × 2,359.68 for 768 GPU-hours, 12.29 each. In any order.
#[test]
fn the_later_of_two_exports_restates_a_day() {
    let (a, b) = (file("restated-day-a.csv"), file("restated-day-b.csv"));
    for files in [[&a, &b], [&b, &a]] {
        let found = summary(&[files[0], files[1]]);
        same(usd(&found).total.amortised, 9_438.72);
        same(usd(&found).cost_per_gpu_hour.expect("a price"), 12.29);
        assert_eq!(usd(&found).gpu_hours, 768.0);
        assert_eq!(noted(&found, BillRemark::Restated), [(1.0, String::new())]);
        assert!(found.files[1].remarks.contains(&Remark::InTwoFiles { count: 2 }));
    }
    // Without a common day nothing shows which is right: both count, and the smaller amount is at stake.
    let header = a.lines().next().expect("a header");
    let last = |text: &str| format!("{header}\n{}\n", text.lines().nth(3).expect("the last day"));
    let found = summary(&[&last(&a), &last(&b)]);
    assert_eq!(noted(&found, BillRemark::PartlyInTwoFiles), [(884.88, "USD".to_owned())]);
    same(usd(&found).total.amortised, 884.88 + 2_359.68);
}

/// Hours 0 to 12 and 6 to 18 of one day: 18 hours of eight GPUs at 10.
#[test]
fn exports_that_overlap_inside_a_day_count_each_hour_once() {
    let (a, b) = (file("overlap-inside-a-day-a.csv"), file("overlap-inside-a-day-b.csv"));
    for files in [[&a, &b], [&b, &a]] {
        let found = summary(&[files[0], files[1]]);
        assert_eq!((usd(&found).total.amortised, usd(&found).gpu_hours), (180.0, 144.0));
        assert!(found.files[1].remarks.contains(&Remark::InTwoFiles { count: 6 }));
    }
}

/// A row that is there twice counts once where it is certainly the same; else its amount is at stake.
#[test]
fn the_same_line_item_several_times_in_one_file_counts_once() {
    let found = summary(&[&focus(&[HOUR, HOUR, HOUR, Row { resource: "i-2", ..HOUR }])]);
    same(usd(&found).total.amortised, 110.08);
    assert_eq!((usd(&found).gpu_hours, skipped(&found)), (16.0, vec![(SkipReason::Duplicate, vec![3, 4])]));
    let cur = "identity/LineItemId,lineItem/LineItemType,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/UsageAmount,lineItem/UnblendedCost,lineItem/CurrencyCode,lineItem/ResourceId\n";
    let row = |id: &str| {
        format!("{id},Usage,AmazonEC2,EBS:VolumeUsage.gp3,2026-01-01T00:00:00Z,2026-01-02T00:00:00Z,1,8,USD,vol-1\n")
    };
    let found = summary(&[&format!("{cur}{}{}", row("a"), row("a"))]);
    assert_eq!((usd(&found).total.amortised, skipped(&found)), (8.0, vec![(SkipReason::Duplicate, vec![3])]));
    // Two items with equal figures are two.
    let found = summary(&[&format!("{cur}{}{}", row("a"), row("b"))]);
    assert_eq!((usd(&found).total.amortised, skipped(&found)), (16.0, vec![]));
    // Without an id or hours nothing tells: both count, and the amount is said.
    let disk = Row { unit: "GB-Mo", machine: "", resource: "vol-1", cost: "8", ..HOUR };
    let found = summary(&[&focus(&[disk, disk])]);
    assert_eq!(usd(&found).total.amortised, 16.0);
    assert_eq!(noted(&found, BillRemark::RowsAlike), [(8.0, "USD".to_owned())]);
}

/// One GPU for one hour at 526 is far above any list price; at 0.01 it is far below, as a shared one is.
#[test]
fn a_price_that_no_discount_explains_is_remarked() {
    let found = of_file("price-check.csv");
    assert_eq!(noted(&found, BillRemark::PriceAboveList), [(526.0, "GPU".to_owned())]);
    let view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    let said: Vec<String> = view.findings.iter().map(|of| plain_text(of, |value, _| value.to_string())).collect();
    assert!(said.iter().any(|text| text.contains("far more than any list price") && text.contains("526")), "{said:?}");
    let price = |cost: &str| {
        let found = summary(&[&focus(&[Row { cost, ..HOUR }])]);
        (noted(&found, BillRemark::PriceAboveList).len(), noted(&found, BillRemark::PriceBelowList).len())
    };
    // Eight H100: 0.08 and 800 an hour are no prices of theirs; 55.04 is the list price, 20 a good one, 90 a bad one.
    assert_eq!([price("0.08"), price("800")], [(0, 1), (1, 0)]);
    assert_eq!([price("55.04"), price("20"), price("90")], [(0, 0); 3]);
}

/// No figure of a summary is -0, which is what a sum of nothing is.
#[test]
fn nothing_is_minus_zero() {
    for name in ["price-check.csv", "cost-blank.csv", "adjustment.json", "364-days-left.csv"] {
        let text = serde_json::to_string(&of_file(name)).expect("text");
        assert!(!text.contains("-0.0"), "{name}");
    }
    for name in ["sacct.txt", "nvidia-smi.csv", "prometheus.json", "cur.csv", "focus.csv", "opencost.csv"] {
        let text = std::fs::read_to_string(format!("{}/tests/measured/{name}", env!("CARGO_MANIFEST_DIR")));
        let found = summary(&[&text.expect("a file")]);
        assert!(!serde_json::to_string(&found).expect("text").contains("-0.0"), "{name}");
    }
}

/// 20,000 rows of one resource that all overlap took 28 s and 4.7 GB. Row k runs from second k to second k + 20,000 of a
/// machine that is one: 39,999 seconds in all, whatever the order.
#[test]
fn many_rows_of_one_resource_overlap() {
    let mut text = FOCUS.to_owned();
    let start = engine::measured::instant::days(2026, 1, 5).expect("a day") * 86_400.0;
    for second in 0..20_000_u32 {
        let from = start + f64::from(second);
        writeln!(text, "1,1,USD,Usage,{from},{},,,5.5,Hours,Standard,i-1,Compute,x,p5.48xlarge", from + 20_000.0)
            .expect("memory");
    }
    let found = summary(&[&text]);
    let machine_hours = 39_999.0 / 3_600.0;
    assert!((usd(&found).machine_hours - machine_hours).abs() < 1e-3, "{}", usd(&found).machine_hours);
    same(usd(&found).total.amortised, 20_000.0);
    let beyond = found.bill.as_ref().map_or(0.0, |bill| bill.hours_beyond_periods);
    assert!((beyond - (110_000.0 - machine_hours)).abs() < 1e-2, "{beyond}");
}

/// Names of machines are asked about up to a thousand; the others are counted, with their cost.
#[test]
fn many_resources_are_listed_up_to_a_bound() {
    let mut text = FOCUS.to_owned();
    for machine in 0..3_000 {
        let resource = format!("vm-{machine}");
        text.push_str(&Row { cost: "2", machine: "", resource: &resource, ..HOUR }.text());
    }
    let found = summary(&[&text]);
    let bill = usd(&found);
    assert_eq!(
        (bill.unknown_machines.len(), bill.other_unknown_machines, bill.other_unknown_cost),
        (1_000, 2_000, 4_000.0)
    );
    assert_eq!(bill.total.lines.unknown_machines, 6_000.0);
    let view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    let sheet = view.sheets.iter().find(|sheet| sheet.id == "bill-unknown").expect("the table");
    let last = sheet.rows.last().expect("a row");
    assert_eq!((last.0.as_str(), last.1[1]), ("2950 others", Some(5_900.0)));
}

/// Numbers of any table are read alike: "1,024" GPUs are not 1.024 in silence.
#[test]
fn numbers_of_any_table_are_read_alike() {
    use engine::measured::Meaning;
    let of = |text: &str| {
        let chosen = vec![(0, Meaning::Start), (1, Meaning::End), (2, Meaning::Gpus)];
        let settings = ReadSettings { chosen, ..ReadSettings::default() };
        let mut record = Record::default();
        record.add(read(&mut text.as_bytes(), "jobs.csv", &settings, &mut |_| true).expect("it can be read"));
        record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
    };
    let found = of("start,end,gpus\n2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,\"1,024\"\n");
    assert_eq!(found.held_gpu_hours, 1_024.0);
    assert_eq!(noted(&found, BillRemark::ReadAsThousands), [(1.0, "1,024".to_owned())]);
    let found = of("start;end;gpus\n2026-01-01T00:00:00Z;2026-01-01T01:00:00Z;1,5\n");
    assert_eq!(found.held_gpu_hours, 1.5);
}

/// Two exports of one report whose ids changed: the disks count once too.
#[test]
fn rows_of_two_exports_compare_without_their_ids() {
    let header = "identity/LineItemId,lineItem/LineItemType,lineItem/ProductCode,lineItem/UsageType,lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/UsageAmount,lineItem/UnblendedCost,lineItem/CurrencyCode,lineItem/ResourceId\n";
    let export = |name: &str, days: std::ops::Range<u32>| {
        days.fold(header.to_owned(), |mut text, day| {
            let period = format!("2026-01-{day:02}T00:00:00Z,2026-01-{:02}T00:00:00Z", day + 1);
            let lines = [
                format!("{name}{day},Usage,AmazonEC2,BoxUsage:p5.48xlarge,{period},24,1000,USD,i-1\n"),
                format!("{name}{day}d,Usage,AmazonEC2,EBS:VolumeUsage.gp3,{period},1,8,USD,vol-1\n"),
            ];
            text.push_str(&lines.concat());
            text
        })
    };
    // Days 1 to 3 and 2 to 4: four days.
    let found = summary(&[&export("a", 1..4), &export("b", 2..5)]);
    assert_eq!((usd(&found).total.amortised, usd(&found).total.lines.storage), (4_032.0, 32.0));
    assert_eq!(usd(&found).gpu_hours, 4.0 * 192.0);
}
