//! AWS cost and usage reports: legacy names (`lineItem/UnblendedCost`) and those of 2.0 (`line_item_unblended_cost`, with
//! attributes in maps such as `product`).
//!
//! Use under a savings plan or a reservation counts at its amortised cost; its list price and the negation of it only
//! stand in the cash. A fee is cash only. Source: AWS, "Data dictionary of the cost and usage report", line item types.

use std::borrow::Cow;

use super::cells::{contains, is_one, is_one_machine};
use super::known_cells::KnownCells;
use super::labels::kept;
use super::table::{BillRow, BillTable, read_rows};
use super::units::Block;
use super::{Charge, CostLine, Counts, Hash, Kind, Pricing};
use crate::measured::first_page::FirstPage;
use crate::measured::instant::{DAY, HOUR};
use crate::measured::report::SkipReason;
use crate::measured::settings::{ReadSettings, Refused};
use crate::measured::source::Source;
use crate::measured::{Format, Guess, Reading, require};

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
    /// What tells apart what a row is for.
    identity: [Option<usize>; 5],
}

/// A name as both kinds of report write it: `lineItem/UsageAmount` and `line_item_usage_amount`.
fn same(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Columns {
    fn find(names: &[String]) -> Self {
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
            identity: [
                at(&["lineitemusagetype"]),
                at(&["lineitemproductcode"]),
                at(&["productproductfamily"]),
                at(&["lineitemoperation"]),
                at(&["lineitemavailabilityzone"]),
            ],
        }
    }
}

/// Recognises its files.
pub(crate) fn recognizes(page: &FirstPage<'_>) -> Option<Guess> {
    page.table(Format::AwsCur, &[&["lineItem/*", "line_item_*", "lineitem_*"]])
}

/// Reads a file.
pub(crate) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let bill = BillTable::open(source, settings)?;
    let columns = Columns::find(bill.table.columns());
    let needed = [
        ("lineItem/LineItemType", columns.kind),
        ("lineItem/UsageStartDate", columns.start),
        ("lineItem/UnblendedCost", columns.unblended),
    ];
    require(Format::AwsCur, &needed)?;
    reading.charges.facts.has_cash = true;
    let mut classes = Classes::default();
    read_rows(bill, reading, columns.currency.is_some(), |row| add_charges(row, &columns, &mut classes)).await
}

/// Adds the charges of a row, or says why it has none: one, or one for each day of a block of capacity.
fn add_charges(row: &mut BillRow<'_, '_>, columns: &Columns, classes: &mut Classes) -> Result<(), SkipReason> {
    let (start, end) = row.period(columns.start, columns.end, HOUR)?;
    let currency = row.currency(columns.currency)?;
    // A blank cost is unknown: its hours do not count either, because they would make the others cheaper.
    let billed = row.needed_amount(columns.unblended);
    let quantity = row.amount(columns.amount);
    let (product, usage_type) = (row.cell(columns.product), row.cell(columns.usage_type));
    let class = classes.class([product, row.cell(columns.family), usage_type]);
    let item = line_item(row, columns, class, billed)?;
    row.check_amounts()?;
    let (kind, kind_cell) = (item.kind, row.cell(columns.kind));
    let is_fee = kind == Kind::Usage && kind_cell == b"Fee";
    let pricing = if item.pricing == Pricing::Standard && class.is_spot { Pricing::Spot } else { item.pricing };
    let instance = match kind {
        Kind::Usage => instance(row, columns, usage_type, class.runs || is_fee),
        Kind::UnusedCommitment => instance(row, columns, usage_type, true),
        _ => "".into(),
    };
    let runs = item.is_use && !instance.is_empty() && class.runs;
    let unit = row.cell(columns.unit);
    let hours = if runs { row.units.hours(unit, quantity, Block::OfQuantity) } else { None };
    let resource = row.cell(columns.resource);
    for (at, key) in &columns.tags {
        row.labels.add_kept(key, row.text(*at));
    }
    for at in &columns.tag_maps {
        row.labels.add_json(row.written(*at));
    }
    let mut identity = Hash::new();
    for at in columns.identity {
        identity.text(at.map_or(&b""[..], |at| row.written(at)));
    }
    identity.text(kind_cell);
    row.report.see(start);
    row.report.see(end);
    let charge = Charge {
        currency,
        account: row.cell(columns.account),
        kind,
        line: if instance.is_empty() { class.line } else { class.line_of_machine },
        pricing,
        machine: instance.as_bytes(),
        resource,
        is_single: is_one_machine(resource) && !is_one(product, &["AmazonSageMaker"]),
        commitment: if pricing == Pricing::Committed { commitment(row, columns) } else { b"" },
        billed,
        effective: item.effective,
        hours: hours.map(|hours| (Counts::Machines, hours)),
        identity: identity.0,
        item: Hash::of_id(row.cell(columns.id)),
        ..Charge::usage(start, end)
    };
    if is_fee {
        add_by_day(charge, row);
    } else {
        row.add(charge);
    }
    Ok(())
}

/// The commitment of a row: its name, else its end. Notes when it ends.
fn commitment<'r>(row: &mut BillRow<'r, '_>, columns: &Columns) -> &'r [u8] {
    let first = |places: &[usize]| places.iter().map(|at| row.cell(Some(*at))).find(|cell| !cell.is_empty());
    let end = first(&columns.ends);
    let commitment = first(&columns.commitments).or(end).unwrap_or_default();
    if let Some(Ok(time)) = end.map(|cell| row.clock.read(cell)) {
        row.charges.note_end(commitment, time);
    }
    commitment
}

/// The fee of a block of capacity is paid at once, and its cost is that of its days.
fn add_by_day(mut charge: Charge<'_>, row: &mut BillRow<'_, '_>) {
    let (start, length, cost) = (charge.start, charge.end - charge.start, charge.effective);
    let days = libm::ceil(length / DAY).clamp(1.0, LONGEST_BLOCK);
    charge.effective = cost / days;
    for day in 0..super::whole(days) {
        charge.start = start + f64::from(day) * length / days;
        charge.end = charge.start + length / days;
        row.add(charge);
        charge.billed = 0.0;
    }
}

/// What a line item is, how it is priced, its amortised cost, and whether it is use of a machine.
struct LineItem {
    kind: Kind,
    pricing: Pricing,
    effective: f64,
    is_use: bool,
}

/// What the line item of a row is.
fn line_item(row: &mut BillRow<'_, '_>, columns: &Columns, class: Class, billed: f64) -> Result<LineItem, SkipReason> {
    let is_unused_capacity = class.is_unused || contains(row.cell(columns.capacity), &["unused"]);
    let item = |kind, pricing, effective| LineItem { kind, pricing, effective, is_use: false };
    let used = |pricing, effective| LineItem { kind: Kind::Usage, pricing, effective, is_use: true };
    Ok(match std::str::from_utf8(row.cell(columns.kind)).unwrap_or_default() {
        // A reservation of capacity that nothing used is paid for, and no use of a machine.
        "Usage" if is_unused_capacity => item(Kind::UnusedCommitment, Pricing::Standard, billed),
        "Usage" => used(Pricing::Standard, billed),
        "SavingsPlanCoveredUsage" => used(Pricing::Committed, row.needed_amount(columns.plan_effective)),
        // Takes back the list price of what a plan covers.
        "SavingsPlanNegation" => item(Kind::Usage, Pricing::Committed, 0.0),
        "SavingsPlanRecurringFee" => {
            let unused = row.amount_or_zero(columns.plan_total) - row.amount_or_zero(columns.plan_used);
            item(Kind::UnusedCommitment, Pricing::Committed, unused.max(0.0))
        }
        // A block of capacity has no other cost than its fee: it is the cost of its hours.
        "Fee" if class.is_block => item(Kind::Usage, Pricing::Standard, billed),
        "SavingsPlanUpfrontFee" | "Fee" => item(Kind::Purchase, Pricing::Committed, 0.0),
        "DiscountedUsage" => used(Pricing::Committed, row.needed_amount(columns.reserved_effective)),
        "RIFee" => {
            let unused = row.amount_or_zero(columns.unused_upfront) + row.amount_or_zero(columns.unused_recurring);
            item(Kind::UnusedCommitment, Pricing::Committed, unused)
        }
        "Tax" => item(Kind::Tax, Pricing::Standard, billed),
        "Credit" => item(Kind::Credit, Pricing::Standard, billed),
        "Refund" => item(Kind::Refund, Pricing::Standard, billed),
        other if other.ends_with("Discount") => item(Kind::Usage, Pricing::Standard, billed),
        "" => return Err(SkipReason::NoName),
        _ => return Err(SkipReason::Unreadable),
    })
}

/// Longest block of capacity, in days. Source: AWS, "Capacity Blocks for ML".
const LONGEST_BLOCK: f64 = 182.0;

/// The instance type of a row: its own column, the map of product attributes, or the end of its usage type.
fn instance<'r>(row: &mut BillRow<'r, '_>, columns: &Columns, usage_type: &'r [u8], runs: bool) -> Cow<'r, str> {
    let own = row.cell(columns.instance);
    if !own.is_empty() {
        return String::from_utf8_lossy(own);
    }
    let map = columns.product_map.map_or(&b""[..], |at| row.written(at));
    if let Some(found) = map.starts_with(b"{").then(|| row.instance_in_json(map)).flatten() {
        return found.into();
    }
    // `USW2-BoxUsage:p5.48xlarge`, `Train:ml.p4d.24xlarge`
    let text = std::str::from_utf8(usage_type).unwrap_or_default();
    let end = text.split_once(':').map_or("", |(_, end)| end);
    if runs && end.contains('.') { end.into() } else { "".into() }
}

/// What product, family and usage type say together.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // independent facts
struct Class {
    runs: bool,
    is_spot: bool,
    /// Capacity that nothing used.
    is_unused: bool,
    /// A block of capacity.
    is_block: bool,
    line: CostLine,
    line_of_machine: CostLine,
}

/// The classes of earlier rows; few are different.
#[derive(Default)]
struct Classes {
    known: KnownCells<Class>,
    /// Product, family and usage type of the row at hand.
    key: Vec<u8>,
}

impl Classes {
    fn class(&mut self, texts: [&[u8]; 3]) -> Class {
        self.key.clear();
        for text in texts {
            self.key.extend_from_slice(text);
            self.key.push(0);
        }
        let [product, family, usage_type] = texts;
        self.known.read(&self.key, |_| Class {
            runs: runs_machine(usage_type),
            is_spot: contains(usage_type, &["spotusage"]),
            is_unused: contains(usage_type, &["unusedbox", "unuseddedicated"]),
            is_block: contains(usage_type, &["capacityblock"]),
            line: line(product, family, usage_type, false),
            line_of_machine: line(product, family, usage_type, true),
        })
    }
}

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
