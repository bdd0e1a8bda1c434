//! AWS cost and usage reports: legacy names (`lineItem/UnblendedCost`) and those of 2.0 (`line_item_unblended_cost`, with
//! attributes in maps such as `product`).
//!
//! Use under a savings plan or a reservation counts at its amortised cost; its list price and the negation of it only
//! stand in the cash. A fee is cash only. Source: AWS, "Data dictionary of the cost and usage report", line item types.

use std::collections::BTreeMap;

use super::amounts::Amounts;
use super::cells::{contains, currency_of, is_one, is_one_machine, period, present};
use super::focus::{Block, UnknownUnits};
use super::labels::{Labels, kept};
use super::{Charge, Charges, CostLine, Counts, Hash, Kind, Pricing};
use crate::measured::instant::{Clock, DAY, HOUR};
use crate::measured::report::{BillRemark, FileReport, Remark, SkipReason};
use crate::measured::rows::{Dialect, Row, Table};
use crate::measured::settings::{ReadSettings, Refused};
use crate::measured::source::Source;
use crate::measured::{Format, refused, require};

struct Columns {
    kind: Option<usize>,
    product: Option<usize>,
    family: Option<usize>,
    instance: Option<usize>,
    product_map: Option<usize>,
    start: Option<usize>,
    end: Option<usize>,
    usage_type: Option<usize>,
    amount: Option<usize>,
    unit: Option<usize>,
    unblended: Option<usize>,
    currency: Option<usize>,
    account: Option<usize>,
    resource: Option<usize>,
    capacity: Option<usize>,
    operation: Option<usize>,
    zone: Option<usize>,
    commitments: Vec<usize>,
    plan_effective: Option<usize>,
    plan_total: Option<usize>,
    plan_used: Option<usize>,
    reserved_effective: Option<usize>,
    unused_upfront: Option<usize>,
    unused_recurring: Option<usize>,
    tag_maps: Vec<usize>,
    tags: Vec<(usize, &'static str)>,
    id: Option<usize>,
    ends: Vec<usize>,
}

/// A name as both kinds of report write it: `lineItem/UsageAmount` and `line_item_usage_amount`.
fn same(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Columns {
    fn of(names: &[String]) -> Self {
        let bare: Vec<String> = names.iter().map(|name| same(name)).collect();
        let at = |wanted: &[&str]| wanted.iter().find_map(|name| bare.iter().position(|b| b == name));
        let maps = ["resourcetags", "costcategory", "tags"];
        let tag = |(at, name): (usize, &String)| {
            let (head, key) = name.split_once('/').or_else(|| name.strip_prefix("resource_tags_").map(|k| ("", k)))?;
            let is_tag = head.is_empty() || maps.contains(&same(head).as_str());
            kept(key).filter(|_| is_tag).map(|key| (at, key))
        };
        Self {
            kind: at(&["lineitemlineitemtype"]),
            product: at(&["lineitemproductcode"]),
            family: at(&["productproductfamily"]),
            instance: at(&["productinstancetype"]),
            product_map: at(&["product"]),
            start: at(&["lineitemusagestartdate"]),
            end: at(&["lineitemusageenddate"]),
            usage_type: at(&["lineitemusagetype"]),
            amount: at(&["lineitemusageamount"]),
            unit: at(&["pricingunit"]),
            unblended: at(&["lineitemunblendedcost"]),
            currency: at(&["lineitemcurrencycode"]),
            account: at(&["lineitemusageaccountname", "lineitemusageaccountid", "billpayeraccountid"]),
            resource: at(&["lineitemresourceid"]),
            capacity: at(&["productcapacitystatus"]),
            operation: at(&["lineitemoperation"]),
            zone: at(&["lineitemavailabilityzone"]),
            commitments: [at(&["savingsplansavingsplanarn"]), at(&["reservationreservationarn"])]
                .into_iter()
                .flatten()
                .collect(),
            plan_effective: at(&["savingsplansavingsplaneffectivecost"]),
            plan_total: at(&["savingsplantotalcommitmenttodate"]),
            plan_used: at(&["savingsplanusedcommitment"]),
            reserved_effective: at(&["reservationeffectivecost"]),
            unused_upfront: at(&["reservationunusedamortizedupfrontfeeforbillingperiod"]),
            unused_recurring: at(&["reservationunusedrecurringfee"]),
            tag_maps: bare
                .iter()
                .enumerate()
                .filter(|(_, name)| maps.contains(&name.as_str()))
                .map(|(at, _)| at)
                .collect(),
            tags: names.iter().enumerate().filter_map(tag).collect(),
            id: at(&["identitylineitemid"]),
            ends: [at(&["savingsplanendtime"]), at(&["reservationendtime"])].into_iter().flatten().collect(),
        }
    }
}

/// Reads a file.
pub(crate) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    report: &mut FileReport,
    charges: &mut Charges,
) -> Result<(), Refused> {
    let first = source.peek(64 * 1_024).map_err(|e| refused(&e))?;
    let dialect = Dialect::of(first);
    let mut amounts = Amounts::new(first, dialect);
    let mut table = Table::open(source, dialect).map_err(|e| refused(&e))?.ok_or(Refused::Empty)?;
    let columns = Columns::of(table.columns());
    let needed = [
        ("lineItem/LineItemType", columns.kind),
        ("lineItem/UsageStartDate", columns.start),
        ("lineItem/UnblendedCost", columns.unblended),
    ];
    require(Format::AwsCur, &needed)?;
    if columns.currency.is_none() {
        report.bill(BillRemark::CurrencyNotStated, None, "");
    }
    charges.facts.has_bills = true;
    charges.facts.has_cash = true;
    let mut clock = settings.clock();
    let mut seen = Seen::default();
    while table.advance(report).await.map_err(|e| refused(&e))? {
        let row = table.row();
        if let Some(reason) = one(&row, &columns, &mut clock, &mut amounts, &mut seen, report, charges) {
            report.skip(reason, row.line);
        }
    }
    amounts.finish(report);
    seen.units.finish(report);
    report.note_clock(&clock);
    report.count(table.repeated(), |count| Remark::HeaderRepeated { count });
    Ok(())
}

/// What is known of earlier rows, and room for the labels of one.
#[derive(Default)]
struct Seen {
    labels: Labels,
    classes: BTreeMap<Vec<u8>, Class>,
    units: UnknownUnits,
}

fn one(
    row: &Row<'_>,
    columns: &Columns,
    clock: &mut Clock,
    amounts: &mut Amounts,
    seen: &mut Seen,
    report: &mut FileReport,
    charges: &mut Charges,
) -> Option<SkipReason> {
    let cell = |at: Option<usize>| present(row.at(at));
    let (start, end) = period(clock, report, row.line, row.at(columns.start), row.at(columns.end), HOUR)?;
    let Some(money) = currency_of(row, columns.currency) else { return Some(SkipReason::Unreadable) };
    // A blank cost is unknown: its hours do not count either, because they would make the others cheaper.
    let billed = amounts.needed(cell(columns.unblended));
    let quantity = amounts.read(cell(columns.amount));
    let usage_type = cell(columns.usage_type);
    let kind_cell = cell(columns.kind);
    let (kind, pricing, effective, is_used) = match kind(row, columns, billed, amounts) {
        Ok(found) => found,
        Err(reason) => return Some(reason),
    };
    if amounts.take_bad() {
        return Some(SkipReason::BadNumber);
    }
    let is_fee = kind == Kind::Usage && kind_cell == b"Fee";
    let class = class(&mut seen.classes, [cell(columns.product), cell(columns.family), usage_type]);
    let pricing = if pricing == Pricing::Standard && class.is_spot { Pricing::Spot } else { pricing };
    let has_machine = matches!(kind, Kind::Usage | Kind::UnusedCommitment);
    let instance = if has_machine {
        instance(row, columns, usage_type, class.runs || is_fee || kind == Kind::UnusedCommitment)
    } else {
        String::new()
    };
    let machine = if instance.is_empty() { &[][..] } else { instance.as_bytes() };
    let unit = cell(columns.unit);
    let runs = is_used && !machine.is_empty() && class.runs;
    let hours = if runs { seen.units.hours(unit, quantity, Block::OfQuantity) } else { None };
    let resource = cell(columns.resource);
    let labels = &mut seen.labels;
    labels.clear();
    for (at, key) in &columns.tags {
        labels.add_kept(key, std::str::from_utf8(row.cell(*at)).unwrap_or_default());
    }
    for at in &columns.tag_maps {
        labels.add_json(row.cell(*at));
    }
    let mut identity = Hash::new();
    for at in [columns.usage_type, columns.product, columns.family, columns.operation, columns.zone] {
        identity.text(row.at(at));
    }
    identity.text(kind_cell);
    let id = cell(columns.id);
    let mut item = Hash::new();
    item.text(id);
    report.see(start);
    report.see(end);
    let end_of_commitment = columns.ends.iter().map(|at| cell(Some(*at))).find(|cell| !cell.is_empty());
    let named = columns.commitments.iter().map(|at| cell(Some(*at))).find(|cell| !cell.is_empty());
    let is_committed = pricing == Pricing::Committed;
    let commitment = named.or(end_of_commitment).filter(|_| is_committed).unwrap_or_default();
    if let (true, Some(Ok(time))) = (is_committed, end_of_commitment.map(|cell| clock.read(cell))) {
        charges.note_end(commitment, time);
    }
    let charge = Charge {
        start,
        end,
        currency: money,
        account: cell(columns.account),
        labels: labels.text(),
        kind,
        line: if machine.is_empty() { class.line } else { class.line_of_machine },
        pricing,
        machine,
        resource,
        is_single: is_one_machine(resource) && !is_one(cell(columns.product), &["AmazonSageMaker"]),
        commitment,
        billed,
        effective,
        hours: hours.map(|hours| (Counts::Machines, hours)),
        identity: identity.0,
        item: if id.is_empty() { 0 } else { item.0 },
        row: row.line,
    };
    if is_fee {
        add_by_day(charge, charges);
    } else {
        charges.add(&charge);
    }
    None
}

/// The fee of a block of capacity is paid at once, and its cost is that of its days.
fn add_by_day(mut charge: Charge<'_>, charges: &mut Charges) {
    let (start, length, cost) = (charge.start, charge.end - charge.start, charge.effective);
    let days = libm::ceil(length / DAY).clamp(1.0, LONGEST_BLOCK);
    charge.effective = cost / days;
    for day in 0..super::whole(days) {
        charge.start = start + f64::from(day) * length / days;
        charge.end = charge.start + length / days;
        charges.add(&charge);
        charge.billed = 0.0;
    }
}

/// What the line item of a row is, how it is priced, its amortised cost, and whether it is use.
fn kind(
    row: &Row<'_>,
    columns: &Columns,
    billed: f64,
    amounts: &mut Amounts,
) -> Result<(Kind, Pricing, f64, bool), SkipReason> {
    let cell = |at: Option<usize>| present(row.at(at));
    let usage_type = cell(columns.usage_type);
    let is_unused_capacity =
        contains(cell(columns.capacity), &["unused"]) || contains(usage_type, &["unusedbox", "unuseddedicated"]);
    let found = match std::str::from_utf8(cell(columns.kind)).unwrap_or_default() {
        // A reservation of capacity that nothing used is paid for, and no use of a machine.
        "Usage" if is_unused_capacity => (Kind::UnusedCommitment, Pricing::Standard, billed, false),
        "Usage" => (Kind::Usage, Pricing::Standard, billed, true),
        "SavingsPlanCoveredUsage" => {
            let cost = amounts.needed(cell(columns.plan_effective));
            (Kind::Usage, Pricing::Committed, cost, true)
        }
        // Takes back the list price of what a plan covers.
        "SavingsPlanNegation" => (Kind::Usage, Pricing::Committed, 0.0, false),
        "SavingsPlanRecurringFee" => {
            let unused = amounts.or_zero(cell(columns.plan_total)) - amounts.or_zero(cell(columns.plan_used));
            (Kind::UnusedCommitment, Pricing::Committed, unused.max(0.0), false)
        }
        // A block of capacity has no other cost than its fee: it is the cost of its hours.
        "Fee" if contains(usage_type, &["capacityblock"]) => (Kind::Usage, Pricing::Standard, billed, false),
        "SavingsPlanUpfrontFee" | "Fee" => (Kind::Purchase, Pricing::Committed, 0.0, false),
        "DiscountedUsage" => {
            let cost = amounts.needed(cell(columns.reserved_effective));
            (Kind::Usage, Pricing::Committed, cost, true)
        }
        "RIFee" => {
            let unused =
                amounts.or_zero(cell(columns.unused_upfront)) + amounts.or_zero(cell(columns.unused_recurring));
            (Kind::UnusedCommitment, Pricing::Committed, unused, false)
        }
        "Tax" => (Kind::Tax, Pricing::Standard, billed, false),
        "Credit" => (Kind::Credit, Pricing::Standard, billed, false),
        "Refund" => (Kind::Refund, Pricing::Standard, billed, false),
        other if other.ends_with("Discount") => (Kind::Usage, Pricing::Standard, billed, false),
        "" => return Err(SkipReason::NoName),
        _ => return Err(SkipReason::Unreadable),
    };
    Ok(found)
}

/// Longest block of capacity, in days. Source: AWS, "Capacity Blocks for ML".
const LONGEST_BLOCK: f64 = 182.0;

/// The instance type of a row: its own column, the map of product attributes, or the end of its usage type.
fn instance(row: &Row<'_>, columns: &Columns, usage_type: &[u8], runs: bool) -> String {
    let own = present(row.at(columns.instance));
    if !own.is_empty() {
        return String::from_utf8_lossy(own).into_owned();
    }
    let map = row.at(columns.product_map);
    if let Some(found) = map.starts_with(b"{").then(|| super::machines::instance_in_json(map)).flatten() {
        return found;
    }
    // `USW2-BoxUsage:p5.48xlarge`, `Train:ml.p4d.24xlarge`
    let text = std::str::from_utf8(usage_type).unwrap_or_default();
    let end = text.split_once(':').map_or("", |(_, end)| end);
    if runs && end.contains('.') { end.to_owned() } else { String::new() }
}

/// What product, family and usage type say together.
#[derive(Clone, Copy)]
struct Class {
    runs: bool,
    is_spot: bool,
    line: CostLine,
    line_of_machine: CostLine,
}

/// The class of a row; few are different.
fn class(known: &mut BTreeMap<Vec<u8>, Class>, texts: [&[u8]; 3]) -> Class {
    let key = texts.join(&0);
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let [product, family, usage_type] = texts;
    let found = Class {
        runs: runs_machine(usage_type),
        is_spot: contains(usage_type, &["spotusage"]),
        line: line(product, family, usage_type, false),
        line_of_machine: line(product, family, usage_type, true),
    };
    if known.len() < MOST_CLASSES {
        known.insert(key, found);
    }
    found
}

/// Classes kept.
const MOST_CLASSES: usize = 10_000;

/// Whether a usage type is that of a running machine; without one, the row decides.
fn runs_machine(usage_type: &[u8]) -> bool {
    const RUNS: [&str; 9] = [
        "boxusage",
        "spotusage",
        "dedicatedusage",
        "hostusage",
        "reservedusage",
        "scheduledusage",
        "train:",
        "host:",
        "ml.",
    ];
    usage_type.is_empty() || contains(usage_type, &RUNS) && !contains(usage_type, &["ebs", "unused"])
}

fn line(product: &[u8], family: &[u8], usage_type: &[u8], is_machine: bool) -> CostLine {
    if contains(product, &["support"]) {
        CostLine::Support
    } else if contains(usage_type, &["datatransfer", "-bytes", "nataggregate"]) || is_one(family, &["Data Transfer"]) {
        CostLine::Egress
    } else if is_one(product, &["AmazonS3", "AmazonEFS", "AmazonFSx", "AmazonS3GlacierDeepArchive"])
        || contains(usage_type, &["ebs:volume", "ebs:snapshot", "timedstorage"])
        || contains(family, &["storage"])
    {
        CostLine::Storage
    } else if is_machine || is_one(product, &["AmazonEC2", "ComputeSavingsPlans", "AmazonSageMaker"]) {
        CostLine::Compute
    } else {
        CostLine::Other
    }
}
