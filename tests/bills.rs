//! Bills and allocations: OpenCost, FOCUS, AWS and Azure.
//!
//! The files in `tests/measured/` are made up in the shape of real ones; their right figures were worked out by hand.
//! Figures of the texts below stand beside them.

use std::fmt::Write as _;
use std::io::Write as _;

use engine::measured::bill::summary::{CurrencyBill, PriceBasis};
use engine::measured::bill::{BillQuestions, BillSummary};
use engine::measured::report::BillRemark;
use engine::measured::{Format, ReadSettings, Record, Refused, Remark, SkipReason, read};
use engine::prices::PriceBook;

fn sample(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/measured/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a sample")
}

fn add(record: &mut Record, bytes: &[u8], name: &str) -> Result<(), Refused> {
    let reading = read(&mut &*bytes, name, &ReadSettings::default(), &mut |_| true)?;
    record.add(reading);
    Ok(())
}

fn record(files: &[(&[u8], &str)]) -> Record {
    let mut record = Record::default();
    for (bytes, name) in files {
        add(&mut record, bytes, name).expect("a readable file");
    }
    record
}

fn eight_h100(name: &str) -> BillQuestions {
    let machines = [(name.to_owned(), ("h100-sxm".to_owned(), 8.0))].into_iter().collect();
    BillQuestions { machines, ..BillQuestions::default() }
}

fn bill(record: &Record, questions: &BillQuestions) -> BillSummary {
    record.bill(&PriceBook::embedded(), questions).expect("a bill")
}

fn only(summary: &BillSummary) -> &CurrencyBill {
    let [one] = summary.currencies.as_slice() else { panic!("{:?}", summary.currencies) };
    one
}

fn usd(text: &[u8], name: &str) -> CurrencyBill {
    only(&bill(&record(&[(text, name)]), &BillQuestions::default())).clone()
}

/// Amounts of money are equal to a millionth.
fn same(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found} instead of {expected}");
}

fn noted(record: &Record, wanted: BillRemark) -> Vec<(Option<f64>, Option<String>)> {
    let all = record.reports().iter().flat_map(|report| &report.remarks);
    all.filter_map(|remark| match remark {
        Remark::Bill { key, amount, name } if *key == wanted => Some((*amount, name.clone())),
        _ => None,
    })
    .collect()
}

fn skipped(record: &Record) -> Vec<(SkipReason, Vec<u64>)> {
    record.reports().iter().flat_map(|r| &r.skipped).map(|s| (s.reason, s.lines.clone())).collect()
}

#[test]
fn opencost_counts_what_was_allocated_and_names_what_is_odd() {
    let record = record(&[(&sample("opencost.csv"), "opencost.csv")]);
    assert_eq!(record.reports()[0].format, Format::OpenCost);
    let summary = bill(&record, &BillQuestions::default());
    let found = only(&summary);
    let teams = found.statements.iter().find(|s| s.by == "namespace").expect("namespaces");
    let team = |name: &str| teams.owners.iter().find(|o| o.name == name).expect("a team");
    let a = team("team-a");
    assert_eq!((a.gpu_cost, a.gpu_hours, a.cost_per_gpu_hour, a.cost), (240.0, 96.0, Some(2.5), 270.0));
    let b = team("team-b");
    assert_eq!((b.gpu_cost, b.gpu_hours, b.cost_per_gpu_hour), (27.0, 0.0, None));
    assert_eq!(noted(&record, BillRemark::GpuCostWithoutGpus), [(Some(27.0), Some("team-b".to_owned()))]);
    assert_eq!(team("team-c").cost, 2.0);
    assert_eq!(noted(&record, BillRemark::AllocatedMoreThanNodesCost), [(Some(-45.0), None)]);
    assert_eq!((found.total.idle, found.total.lines.storage), (-45.0, 5.0)); // volumes that nothing mounts
    // 270 + 35 + 5 + 2 of use, 45 less than allocated.
    assert_eq!((found.total.usage, found.total.amortised, found.total.cash), (312.0, 267.0, None));
    // What is priced at 2.50 is what has hours.
    let [gpus] = found.types.as_slice() else { panic!("{:?}", found.types) };
    assert_eq!((gpus.gpu.as_deref(), gpus.gpu_hours, gpus.prices.bill), (None, 96.0, Some(2.5)));
    assert!(!summary.use_of_cluster_unknown);
    assert_eq!(skipped(&record), []);
}

#[test]
fn without_idle_rows_the_use_of_the_cluster_is_unknown() {
    let text = String::from_utf8(sample("opencost.csv")).expect("text");
    let without: Vec<&str> = text.lines().filter(|line| !line.contains("__idle__")).collect();
    let record = record(&[(without.join("\n").as_bytes(), "opencost.csv")]);
    assert_eq!(noted(&record, BillRemark::UseOfClusterUnknown).len(), 1);
    assert!(bill(&record, &BillQuestions::default()).use_of_cluster_unknown);
}

/// The answer of OpenCost's API: two windows with sets by name, and one allocation whose hours are not stated.
#[test]
fn opencost_json_says_the_same_as_its_csv() {
    let allocation = |name: &str, rest: &str| {
        format!(
            r#""c1/{name}":{{"name":"c1/{name}","properties":{{"cluster":"c1","namespace":"{name}","labels":{{"team":"x"}}}},"window":{{"start":"2026-02-03T00:00:00Z","end":"2026-02-04T00:00:00Z"}},"cpuCost":20,{rest}}}"#
        )
    };
    let text = format!(
        r#"{{"code":200,"status":"success","data":[{{{},{}}},{{{}}},null]}}"#,
        allocation("team-a", r#""gpuCost":240,"gpuHours":96,"ramCost":10,"pvCost":0,"totalCost":270"#),
        allocation("team-d", r#""gpuCost":7,"gpuHours":null,"totalCost":28.5"#),
        allocation("__idle__", r#""gpuCost":0,"totalCost":20"#),
    );
    let record = record(&[(text.as_bytes(), "allocation.json")]);
    let summary = bill(&record, &BillQuestions::default());
    let found = only(&summary);
    assert_eq!((found.total.usage, found.total.idle, found.gpu_hours), (298.5, 20.0, 96.0));
    same(found.total.lines.other, 1.5); // 28.50 less 27 that have a line
    assert_eq!(found.types[0].prices.bill, Some(2.5));
    assert_eq!(noted(&record, BillRemark::GpuHoursUnknown), [(Some(7.0), Some("team-d".to_owned()))]);
    assert_eq!(found.months.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(), ["2026-02"]);
    // Broken off: what came before counts, and that is said.
    let half = &text.as_bytes()[..text.find("c1/team-d").expect("a name") + 40];
    let cut = self::record(&[(half, "allocation.json")]);
    assert_eq!(only(&bill(&cut, &BillQuestions::default())).gpu_hours, 96.0);
    assert_eq!(noted(&cut, BillRemark::BreaksOff).len(), 1);
}

/// 22.50 used + 7.50 unused + 13.76 an hour; the machine runs one hour though two rows share it.
#[test]
fn focus_tells_amortised_cost_from_cash() {
    let record = record(&[(&sample("focus.csv"), "focus.csv")]);
    assert_eq!(record.reports()[0].format, Format::Focus);
    let asked = bill(&record, &BillQuestions::default());
    let found = only(&asked);
    assert_eq!(found.currency, "USD");
    same(found.total.amortised, 43.76);
    assert_eq!((found.total.unused_commitment, found.total.purchases), (7.5, 262_800.0));
    same(found.total.cash.expect("cash"), 262_811.37);
    same(found.total.net_before_tax, 38.76);
    same(found.total.net, 41.37);
    assert_eq!((found.commitment.used, found.commitment.share), (22.5, Some(0.75)));
    // Nothing says what vm-1 is: it is asked about, with its hour and cost.
    let [machine] = found.unknown_machines.as_slice() else { panic!("{:?}", found.unknown_machines) };
    assert_eq!((machine.name.as_str(), machine.machine_hours), ("vm-1", 1.0));
    same(machine.cost, 36.26);
    assert_eq!((found.gpu_hours, found.cost_per_gpu_hour), (0.0, None));
    // With the answer: 43.76 / 8.
    let answered = bill(&record, &eight_h100("vm-1"));
    let found = only(&answered);
    assert_eq!((found.machine_hours, found.gpu_hours, found.unknown_machines.len()), (1.0, 8.0, 0));
    same(found.cost_per_gpu_hour.expect("a price"), 5.47);
    same(found.commitment.share_of_gpu_hours.expect("a share"), 0.75);
    // The row with hour 30 is named; nothing of it counts, not even its currency.
    assert_eq!(skipped(&record), [(SkipReason::BadTime, vec![9])]);
}

/// Savings plan: one machine-hour, 33 used + 7 unused. Reservation: 20 and 1,120. On demand 55.04. 3 machines × 8.
#[test]
fn a_cost_and_usage_report_counts_commitments_once() {
    let found = usd(&sample("cur.csv"), "cur.csv");
    same(found.total.amortised, 1_235.04);
    assert_eq!((found.gpu_hours, found.machine_hours, found.total.tax), (24.0, 3.0, 3.1));
    assert_eq!(found.total.purchases, 175_200.0);
    same(found.total.unused_commitment, 1_127.0);
    same(found.commitment.share.expect("a share"), 53.0 / 1_180.0);
    // Cash: 55.04 − 55.04 + 40 + 0 + 0 + 175,200 + 55.04 + 3.10.
    same(found.total.cash.expect("cash"), 175_298.14);
    let types: Vec<(&str, Option<&str>, f64, f64)> = found
        .types
        .iter()
        .map(|t| (t.name.as_str(), t.gpu.as_deref(), t.gpu_hours, (t.cost * 100.0).round() / 100.0))
        .collect();
    assert_eq!(
        types,
        [("p5.48xlarge", Some("h100-sxm"), 16.0, 88.04), ("p4d.24xlarge", Some("a100-40-sxm"), 8.0, 20.0)]
    );
    same(found.types[0].committed_gpu_hours, 8.0);
    // On-demand price of a p5.48xlarge in the price book: 6.88 a GPU-hour.
    assert_eq!(found.types[0].prices.list, Some(6.88));
    assert_eq!(found.unknown_machines, []);
}

/// The same report under the names of 2.0, with the map of product attributes, tags and a resource.
#[test]
fn the_report_2_0_and_its_maps_say_the_same() {
    let text = "line_item_line_item_type,line_item_product_code,product,line_item_usage_start_date,line_item_usage_end_date,line_item_usage_amount,line_item_unblended_cost,savings_plan_savings_plan_effective_cost,line_item_usage_type,line_item_currency_code,line_item_usage_account_id,resource_tags,line_item_resource_id\n\
        SavingsPlanCoveredUsage,AmazonEC2,\"{\"\"instance_type\"\":\"\"p5.48xlarge\"\"}\",2026-01-01 00:00:00.000,2026-01-01 01:00:00.000,1,55.04,33,USE1-BoxUsage:p5.48xlarge,USD,111,\"{\"\"user_team\"\":\"\"vision\"\"}\",i-1\n\
        Usage,AmazonEC2,{},2026-01-01 01:00:00.000,2026-01-01 02:00:00.000,1,20,,USE1-SpotUsage:p5.48xlarge,USD,222,{},i-2\n\
        Usage,AmazonEC2,{},2026-01-01 01:00:00.000,2026-01-01 02:00:00.000,1,0.10,,USE1-BoxUsage:m5.large,USD,222,{},i-3\n\
        Usage,AmazonEC2,{},2026-01-01 01:00:00.000,2026-01-01 02:00:00.000,100,8,,USE1-EBS:VolumeUsage.gp3,USD,222,{},vol-1\n\
        Usage,AmazonEC2,{},2026-01-01 01:00:00.000,2026-01-01 02:00:00.000,100,9,,USE1-DataTransfer-Out-Bytes,USD,222,{},i-2\n\
        Credit,AmazonEC2,{},2026-01-01 00:00:00.000,2026-02-01 00:00:00.000,1,-4,,,USD,111,{},\n\
        Refund,AmazonEC2,{},2026-01-01 00:00:00.000,2026-02-01 00:00:00.000,1,-2,,,USD,111,{},\n\
        EdpDiscount,AmazonEC2,{},2026-01-01 00:00:00.000,2026-02-01 00:00:00.000,1,-1,,,USD,111,{},\n";
    let found = usd(text.as_bytes(), "cur2.csv");
    assert_eq!((found.gpu_hours, found.spot_share), (16.0, Some(0.5)));
    // 33 + 20 + 0.10 + 8 + 9 − 1 of discount; credit and refund apart.
    same(found.total.usage, 69.1);
    assert_eq!((found.total.credit, found.total.refund), (-4.0, -2.0));
    same(found.total.net_before_tax, 63.1);
    let lines = &found.total.lines;
    assert_eq!((lines.storage, lines.egress, lines.gpu), (8.0, 9.0, 53.0));
    same(lines.compute, 0.1 - 1.0);
    let owners = |by: &str| -> Vec<(String, f64, f64)> {
        let statement = found.statements.iter().find(|s| s.by == by).expect("a statement");
        statement.owners.iter().map(|o| (o.name.clone(), o.gpu_cost, o.gpu_hours)).collect()
    };
    assert_eq!(owners("team"), [(String::new(), 20.0, 8.0), ("vision".to_owned(), 33.0, 8.0)]);
    assert_eq!(owners("account"), [("222".to_owned(), 20.0, 8.0), ("111".to_owned(), 33.0, 8.0)]);
}

const AZURE: &str = "BillingPeriodEndDate,Date,SubscriptionName,ResourceGroup,MeterCategory,MeterSubCategory,MeterName,Quantity,UnitOfMeasure,CostInBillingCurrency,BillingCurrency,ResourceId,ChargeType,PricingModel,Tags,AdditionalInfo\n";

/// A day of eight H100: 24 hours under a reservation at 40 an hour, 6 hours of another on spot at 20.
fn azure(amortised: bool) -> String {
    let reserved = if amortised { "960" } else { "0" };
    let info = r#""{""ServiceType"":""Standard_ND96isr_H100_v5""}""#;
    let last = if amortised {
        "01/31/2026,01/02/2026,s1,,Virtual Machines,,,5,1 Hour,200,USD,,UnusedReservation,Reservation,,\n"
    } else {
        "01/31/2026,01/02/2026,s1,,Virtual Machines,Reservation,,1,1,29000,USD,,Purchase,Reservation,,\n"
    };
    format!(
        "{AZURE}01/31/2026,01/02/2026,s1,rg,Virtual Machines,ND,ND96isr H100 v5,24,1 Hour,{reserved},USD,/vm/a,Usage,Reservation,\"\"\"team\"\": \"\"a\"\"\",{info}\n\
        01/31/2026,01/02/2026,s1,rg,Virtual Machines,ND,ND96isr H100 v5 Spot,6,1 Hour,120,USD,/vm/b,Usage,Spot,,\n\
        01/31/2026,01/02/2026,s1,rg,Virtual Machines,D,D2s v5,24,1 Hour,2,USD,/vm/c,Usage,OnDemand,,\n\
        01/31/2026,01/02/2026,s1,rg,Storage,Disks,P30,1,1/Month,5,USD,/d/1,Usage,OnDemand,,\n\
        01/31/2026,01/03/2026,s1,rg,Bandwidth,,Out,100,1 GB,8,EUR,/d/1,Usage,OnDemand,,\n\
        {last}"
    )
}

#[test]
fn an_azure_export_is_actual_or_amortised_by_its_rows() {
    let (actual, amortised) = (azure(false), azure(true));
    let one = record(&[(amortised.as_bytes(), "amortized.csv")]);
    let summary = bill(&one, &BillQuestions::default());
    // Euros never add to dollars.
    let [eur, usd] = summary.currencies.as_slice() else { panic!("{:?}", summary.currencies) };
    assert_eq!((eur.currency.as_str(), eur.total.amortised, eur.total.lines.egress), ("EUR", 8.0, 8.0));
    // 960 + 120 + 2 + 5 + 200 of the reservation that nothing used.
    assert_eq!((usd.total.amortised, usd.total.unused_commitment, usd.total.cash), (1_287.0, 200.0, None));
    assert_eq!((usd.gpu_hours, usd.spot_share), (240.0, Some(0.2))); // 30 hours × 8, 6 of them spot
    assert_eq!(usd.commitment.share, Some(960.0 / 1_160.0));
    assert_eq!(noted(&one, BillRemark::AzureAmortisedHasNoCash).len(), 1);
    assert!(usd.unknown_machines.is_empty(), "{:?}", usd.unknown_machines);
    let other = record(&[(actual.as_bytes(), "actual.csv")]);
    let summary = bill(&other, &BillQuestions::default());
    let usd = &summary.currencies[1];
    assert_eq!((usd.total.cash, usd.total.purchases), (Some(29_127.0), 29_000.0)); // 120 + 2 + 5 and the purchase
    assert_eq!((usd.gpu_hours, usd.total.usage), (240.0, 127.0));
    assert_eq!(noted(&other, BillRemark::AzureActualHasNoAmortisedCost).len(), 1);
    // Both: cash from one, amortised cost from the other; no hour twice.
    let both = record(&[(actual.as_bytes(), "actual.csv"), (amortised.as_bytes(), "amortized.csv")]);
    let summary = bill(&both, &BillQuestions::default());
    let usd = &summary.currencies[1];
    assert_eq!((usd.gpu_hours, usd.total.amortised, usd.total.cash), (240.0, 1_287.0, Some(29_127.0)));
}

/// Files twice, a part and the whole, two parts: the same rows count once.
#[test]
fn the_same_rows_in_two_files_count_once() {
    let cur = sample("cur.csv");
    let twice = record(&[(&cur, "a.csv"), (&cur, "b.csv")]);
    let found = bill(&twice, &BillQuestions::default());
    same(only(&found).total.amortised, 1_235.04);
    assert_eq!(only(&found).gpu_hours, 24.0);
    // Each of the eight rows has an amount, if only an amortised one.
    assert!(twice.reports()[1].remarks.contains(&Remark::InTwoFiles { count: 8 }), "{:?}", twice.reports()[1]);
    // The first half of a report, then the whole.
    let text = String::from_utf8(cur).expect("text");
    let half: Vec<&str> = text.lines().take(5).collect();
    let half = half.join("\n");
    for files in [[half.as_str(), text.as_str()], [text.as_str(), half.as_str()]] {
        let both = record(&[(files[0].as_bytes(), "a.csv"), (files[1].as_bytes(), "b.csv")]);
        let found = bill(&both, &BillQuestions::default());
        same(only(&found).total.amortised, 1_235.04);
        assert_eq!(only(&found).gpu_hours, 24.0);
    }
    // Parts of one report, without a common row, add up.
    let rest: Vec<&str> =
        text.lines().enumerate().filter(|(at, _)| *at == 0 || *at > 4).map(|(_, line)| line).collect();
    let parts = record(&[(half.as_bytes(), "1.csv"), (rest.join("\n").as_bytes(), "2.csv")]);
    let found = bill(&parts, &BillQuestions::default());
    same(only(&found).total.amortised, 1_235.04);
    assert_eq!(only(&found).gpu_hours, 24.0);
}

const FOCUS: &str = "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ServiceCategory,BilledCost,EffectiveCost,ConsumedQuantity,ConsumedUnit,ResourceId,BillingCurrency,SubAccountName,Tags,SkuPriceDetails\n";

fn hour(start: &str, end: &str, category: &str, cost: &str, quantity: &str, resource: &str) -> String {
    let details = r#""{""InstanceType"":""p5.48xlarge""}""#;
    format!("{start},{end},Usage,{category},{cost},{cost},{quantity},Hours,{resource},USD,acct,,{details}\n")
}

/// A resource cannot run for more than its period: 1 + 1 hours within one hour are 1, of 2 hours stated.
#[test]
fn hours_are_capped_by_resource_and_period_and_months_are_split() {
    let (a, b) = ("2026-01-31T23:00:00Z", "2026-02-01T01:00:00Z");
    let mut text = FOCUS.to_owned();
    text.push_str(&hour("2026-01-05T00:00:00Z", "2026-01-05T01:00:00Z", "Compute", "10", "1", "i-1"));
    text.push_str(&hour("2026-01-05T00:00:00Z", "2026-01-05T01:00:00Z", "Compute", "5", "1", "i-1"));
    text.push_str(&hour("2026-01-05T00:00:00Z", "2026-01-05T01:00:00Z", "Compute", "7", "1", "i-2"));
    // Hours of a database or of storage are none of machines.
    text.push_str(&hour("2026-01-05T00:00:00Z", "2026-01-05T01:00:00Z", "Databases", "3", "1", "db-1"));
    // Two hours across the month's end: one in each.
    text.push_str(&hour(a, b, "Compute", "20", "2", "i-3"));
    let record = record(&[(text.as_bytes(), "focus.csv")]);
    let summary = bill(&record, &BillQuestions::default());
    let found = only(&summary);
    assert_eq!(
        found.months.iter().map(|m| (m.name.as_str(), m.gpu_hours)).collect::<Vec<_>>(),
        [
            ("2026-01", 24.0), // i-1, i-2 and an hour of i-3, × 8
            ("2026-02", 8.0),
        ]
    );
    assert_eq!(summary.hours_beyond_periods, 1.0);
    assert_eq!(found.total.lines.other, 3.0);
}

/// Ids of resources may be long and differ at their end only: two machines, two hours, two questions.
#[test]
fn long_ids_of_resources_are_told_apart() {
    let head = format!("/subscriptions/{}/virtualMachines/", "x".repeat(250));
    let mut text = FOCUS.to_owned();
    for machine in ["a", "b"] {
        let row =
            hour("2026-01-05T00:00:00Z", "2026-01-05T01:00:00Z", "Compute", "10", "1", &format!("{head}{machine}"));
        text.push_str(&row.replace("p5.48xlarge", ""));
    }
    let found = usd(text.as_bytes(), "focus.csv");
    let machines: Vec<(bool, f64)> =
        found.unknown_machines.iter().map(|m| (m.name.ends_with("/a"), m.machine_hours)).collect();
    assert_eq!(machines, [(true, 1.0), (false, 1.0)]);
}

/// Corrections take back cost and hours; a purchase that calls itself amortised does not stand beside its use.
#[test]
fn corrections_refunds_and_purchases_do_not_count_twice() {
    let mut text = FOCUS.replace("SkuPriceDetails", "SkuPriceDetails,CommitmentDiscountStatus,CommitmentDiscountId");
    let period = "2026-01-05T00:00:00Z,2026-01-05T01:00:00Z";
    let details = r#""{""InstanceType"":""p5.48xlarge""}""#;
    writeln!(text, "{period},Usage,Compute,0,33,1,Hours,i-1,USD,acct,,{details},Used,c-1").expect("memory");
    writeln!(text, "{period},Purchase,Compute,40,40,,,,USD,acct,,,,c-1").expect("memory");
    writeln!(text, "{period},Purchase,Other,9,9,,,,USD,acct,,,,").expect("memory");
    writeln!(text, "{period},Usage,Compute,55,55,1,Hours,i-2,USD,acct,,{details},,").expect("memory");
    writeln!(text, "{period},Usage,Compute,-55,-55,-1,Hours,i-2,USD,acct,,{details},,").expect("memory");
    writeln!(text, "{period},Adjustment,Other,-3,-3,,,,USD,acct,,,,").expect("memory");
    let found = usd(text.as_bytes(), "focus.csv");
    assert_eq!((found.total.amortised, found.total.purchases, found.total.refund), (33.0, 49.0, -3.0));
    assert_eq!((found.gpu_hours, found.total.cash), (8.0, Some(46.0))); // 0 + 40 + 9 + 55 − 55 − 3
}

/// Semicolons, decimal commas, UTF-16 and gzip; other orders of columns; the last line broken off.
#[test]
fn other_ways_of_writing_say_the_same() {
    let text = "BillingCurrency;EffectiveCost;ChargeCategory;ChargePeriodStart;ChargePeriodEnd;ServiceCategory;ConsumedQuantity;ConsumedUnit;ResourceId;BilledCost;SkuPriceDetails;Tags\n\
        USD;55,04;Usage;05.01.2026 00:00;05.01.2026 01:00;Compute;1,0;Hours;i-1;55,04;\"{\"\"InstanceType\"\":\"\"p5.48xlarge\"\"}\";\"{\"\"Team\"\":\"\"a\"\"}\"\n\
        USD;1.234,50;Usage;06.01.2026;07.01.2026;Storage;;;;1.234,50;;\n";
    let expected = usd(text.as_bytes(), "focus.csv");
    same(expected.total.amortised, 1_289.54);
    assert_eq!((expected.gpu_hours, expected.total.lines.storage), (8.0, 1_234.5));
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(usd(&utf16, "focus.csv"), expected);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).expect("memory");
    assert_eq!(usd(&gzip.finish().expect("memory"), "focus.csv.gz"), expected);
    let cut = format!("{text}USD;9;Usage;07.01.20");
    let record = record(&[(cut.as_bytes(), "focus.csv")]);
    assert_eq!(only(&bill(&record, &BillQuestions::default())), &expected);
    assert_eq!(skipped(&record), [(SkipReason::ShortRow, vec![4])]);
}

/// Statements at what the bill says, at list prices and at the cost of owning.
#[test]
fn a_statement_is_made_at_the_bill_at_list_or_at_owned_cost() {
    let mut text = FOCUS.to_owned();
    let period = "2026-01-05T00:00:00Z,2026-01-05T10:00:00Z";
    let details = r#""{""InstanceType"":""p5.48xlarge""}""#;
    let tags = |team: &str| format!("\"{{\"\"team\"\":\"\"{team}\"\"}}\"");
    writeln!(text, "{period},Usage,Compute,400,400,10,Hours,i-1,USD,x,{},{details}", tags("a")).expect("memory");
    writeln!(text, "{period},Usage,Compute,200,200,5,Hours,i-2,USD,y,{},{details}", tags("b")).expect("memory");
    let record = record(&[(text.as_bytes(), "focus.csv")]);
    let owned = [("h100-sxm".to_owned(), 2.0)].into_iter().collect();
    let summary = bill(&record, &BillQuestions { owned, ..BillQuestions::default() });
    let found = only(&summary);
    let teams = found.statements.iter().find(|s| s.by == "team").expect("teams");
    let a = &teams.owners[0];
    assert_eq!((a.name.as_str(), a.gpu_hours, a.cost), ("a", 80.0, 400.0));
    // 600 for 120 GPU-hours; p5.48xlarge on demand 6.88; owned 2.
    let at = |basis| a.at(basis, &found.types).expect("a price");
    same(at(PriceBasis::Bill), 400.0);
    same(at(PriceBasis::List), 550.4);
    same(at(PriceBasis::Owned), 160.0);
    let none = bill(&record, &BillQuestions::default());
    assert_eq!(only(&none).statements[0].owners[0].at(PriceBasis::Owned, &only(&none).types), None);
}

#[test]
fn what_cannot_be_read_is_named_by_its_line() {
    let mut text = FOCUS.to_owned();
    let good = hour("2026-01-05T00:00:00Z", "2026-01-05T01:00:00Z", "Compute", "10", "1", "i-1");
    text.push_str(&good.replace(",10,10,", ",ten,10,"));
    text.push_str(&good.replace("Usage", ""));
    text.push_str(&good.replace("USD", "US"));
    text.push_str(&good.replace("2026-01-05T00", "2026-01-06T00"));
    text.push_str(&good);
    let record = record(&[(text.as_bytes(), "focus.csv")]);
    assert_eq!(only(&bill(&record, &BillQuestions::default())).total.amortised, 10.0);
    let expected = [
        (SkipReason::EndsBeforeStart, vec![5]),
        (SkipReason::BadNumber, vec![2]),
        (SkipReason::NoName, vec![3]),
        (SkipReason::Unreadable, vec![4]),
    ];
    assert_eq!(skipped(&record), expected);
    let mut none = Record::default();
    let missing = add(&mut none, b"ChargePeriodStart,BilledCost\n2026-01-01,5\n", "focus.csv");
    let Err(Refused::MissingColumns { columns, .. }) = missing else { panic!("{missing:?}") };
    assert_eq!(columns, ["ChargeCategory"]);
}
