//! FOCUS 1.0 to 1.2, as AWS, Azure, Google Cloud and others export it; columns in any order.
//!
//! Hours count for machines of the service category Compute alone. Source: FinOps Open Cost and Usage Specification.

use std::borrow::Cow;

use super::cells::{contains, is_one, is_one_machine};
use super::table::{BillRow, BillTable, read_rows};
use super::units::{Block, hours};
use super::{Charge, CostLine, Counts, Hash, Kind, Pricing};
use crate::measured::first_page::FirstPage;
use crate::measured::instant::DAY;
use crate::measured::report::{Remark, SkipReason};
use crate::measured::rows::Table;
use crate::measured::settings::{ReadSettings, Refused};
use crate::measured::source::Source;
use crate::measured::{Format, Guess, Reading, require};

/// Purchases for less are no terms, in seconds: monthly fees.
const SHORTEST_TERM: f64 = 180.0 * DAY;

/// Longest id of a resource that stands for a machine, in bytes.
const LONGEST_ID: usize = 120;

/// Places of the columns.
struct Columns {
    start: Option<usize>,
    end: Option<usize>,
    category: Option<usize>,
    pricing: Option<usize>,
    status: Option<usize>,
    capacity: Option<usize>,
    commitment: Option<usize>,
    billed: Option<usize>,
    effective: Option<usize>,
    quantity: Option<usize>,
    unit: Option<usize>,
    resource: Option<usize>,
    currency: Option<usize>,
    account: Option<usize>,
    service: Option<usize>,
    service_category: Option<usize>,
    provider: Option<usize>,
    description: Option<usize>,
    instance: Option<usize>,
    details: Vec<usize>,
    tags: Option<usize>,
    identity: Vec<usize>,
}

impl Columns {
    fn find(table: &Table<'_, '_>) -> Self {
        let at = |names: &[&str]| table.column(names);
        let all = |names: &[&str]| names.iter().filter_map(|name| table.column(&[name])).collect();
        Self {
            start: at(&["ChargePeriodStart"]),
            end: at(&["ChargePeriodEnd"]),
            category: at(&["ChargeCategory", "ChargeType"]),
            pricing: at(&["PricingCategory"]),
            status: at(&["CommitmentDiscountStatus", "ChargeSubcategory"]),
            capacity: at(&["CapacityReservationStatus"]),
            commitment: at(&["CommitmentDiscountId"]),
            billed: at(&["BilledCost"]),
            effective: at(&["EffectiveCost"]),
            quantity: at(&["ConsumedQuantity", "UsageQuantity"]),
            unit: at(&["ConsumedUnit", "UsageUnit"]),
            resource: at(&["ResourceId", "ResourceName"]),
            currency: at(&["BillingCurrency"]),
            account: at(&["SubAccountName", "SubAccountId", "BillingAccountName", "BillingAccountId"]),
            service: at(&["ServiceName"]),
            service_category: at(&["ServiceCategory"]),
            provider: at(&["ProviderName", "ServiceProviderName"]),
            description: at(&["x_SkuDescription", "SkuDescription", "ChargeDescription"]),
            instance: at(&["x_InstanceType", "InstanceType", "x_SkuInstanceType"]),
            details: all(&["SkuPriceDetails", "x_SkuDetails", "x_UsageType"]),
            tags: at(&["Tags"]),
            identity: all(&[
                "ChargeClass",
                "PricingCategory",
                "CommitmentDiscountId",
                "CommitmentDiscountStatus",
                "CapacityReservationId",
                "CapacityReservationStatus",
                "ServiceName",
                "SkuId",
                "SkuPriceId",
                "SkuPriceDetails",
                "SkuMeter",
                "ConsumedUnit",
                "x_UsageType",
                "x_Operation",
            ]),
        }
    }
}

/// Recognises its files.
pub(crate) fn recognizes(page: &FirstPage<'_>) -> Option<Guess> {
    page.table(Format::Focus, &[&["ChargePeriodStart"], &["BilledCost", "EffectiveCost"]])
}

/// Reads a file.
pub(crate) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let bill = BillTable::open(source, settings)?;
    let columns = Columns::find(&bill.table);
    let needed = [
        ("ChargePeriodStart", columns.start),
        ("ChargeCategory", columns.category),
        ("EffectiveCost", columns.effective.or(columns.billed)),
    ];
    require(Format::Focus, &needed)?;
    for (name, at) in [("EffectiveCost", columns.effective), ("BilledCost", columns.billed)] {
        if at.is_none() {
            reading.report.remarks.push(Remark::NoColumn { column: name.to_owned() });
        }
    }
    reading.charges.facts.has_cash |= columns.billed.is_some();
    read_rows(bill, reading, columns.currency.is_some(), |row| add_charge(row, &columns)).await
}

/// Adds the charge of a row, or says why it has none.
fn add_charge(row: &mut BillRow<'_, '_>, columns: &Columns) -> Result<(), SkipReason> {
    let (start, end) = row.period(columns.start, columns.end, DAY)?;
    let currency = row.currency(columns.currency)?;
    let commitment = row.cell(columns.commitment);
    let category = row.cell(columns.category);
    let billed = row.amount(columns.billed);
    let effective = row.amount(columns.effective);
    let quantity = row.amount(columns.quantity);
    row.check_amounts()?;
    let is_committed_purchase = is_one(category, &["Purchase"]) && !commitment.is_empty();
    // A blank cost is unknown: its hours do not count either, because they would make the others cheaper.
    if columns.billed.is_some() && billed.is_none()
        || columns.effective.is_some() && effective.is_none() && !is_committed_purchase
    {
        return Err(SkipReason::BadNumber);
    }
    let billed = billed.unwrap_or(0.0);
    let status = row.cell(columns.status);
    // What nothing used of a reservation is paid for, and no use of a machine.
    let is_unused_capacity = is_one(row.cell(columns.capacity), &["Unused"]);
    let is_unused = is_one(status, &["Unused", "Unused Commitment"]) || is_unused_capacity;
    let kind = kind(category, is_unused, billed)?;
    // The cost of a commitment comes with its use: its fee and a refund of it are cash alone.
    let is_cash_alone = matches!(kind, Kind::Purchase | Kind::Refund) && !commitment.is_empty();
    let effective = if is_cash_alone { 0.0 } else { effective.unwrap_or(billed) };
    let provider = row.cell(columns.provider);
    let block = if contains(provider, &["microsoft", "azure"]) { Block::OfPrice } else { Block::OfQuantity };
    let unit = row.cell(columns.unit);
    let hours = quantity.and_then(|quantity| hours(unit, quantity, block));
    let line = line(row.cell(columns.service_category), row.cell(columns.service), unit, hours.is_some());
    let description = row.cell(columns.description);
    let is_google = contains(provider, &["google"]);
    let is_gpu_part = is_google && contains(description, &["gpu"]);
    let counts = if is_gpu_part { Counts::Gpus } else { Counts::Machines };
    // Google prices cores and memory apart: their hours are no machine-hours.
    let hours = hours.filter(|_| kind == Kind::Usage && line == CostLine::Compute && (!is_google || is_gpu_part));
    let resource = row.cell(columns.resource);
    let is_compute = kind == Kind::Usage && line == CostLine::Compute && !is_google;
    let is_named = hours.is_some() || kind == Kind::UnusedCommitment;
    let instance = if is_named || is_compute { instance(row, columns) } else { Cow::Borrowed("") };
    if hours.is_none() && is_compute && !instance.is_empty() {
        row.units.note(unit);
    }
    let instance = if is_named { instance.as_bytes() } else { b"" };
    let machine = match (instance, hours) {
        (instance, None) => instance,
        (b"", _) if is_gpu_part => description,
        // The end of a long id tells machines apart.
        (b"", _) => resource.get(resource.len().saturating_sub(LONGEST_ID)..).unwrap_or(resource),
        (instance, _) => instance,
    };
    row.labels.add_json(row.cell(columns.tags));
    let mut identity = Hash::new();
    identity.text(description);
    for at in &columns.identity {
        identity.text(row.written(*at));
    }
    row.report.see(start);
    if kind == Kind::Purchase {
        // A purchase is charged for the term that it buys.
        if end - start > SHORTEST_TERM {
            row.charges.note_end(commitment, end);
        }
    } else {
        row.report.see(end);
    }
    row.add(Charge {
        currency,
        account: row.cell(columns.account),
        kind,
        line: if is_gpu_part && hours.is_some() { CostLine::Gpu } else { line },
        pricing: pricing(status, row.cell(columns.pricing)),
        machine,
        resource,
        is_single: is_one_machine(resource),
        commitment,
        billed,
        effective,
        hours: hours.map(|hours| (counts, hours)),
        identity: identity.0,
        ..Charge::usage(start, end)
    });
    Ok(())
}

/// What a charge of a category is.
fn kind(category: &[u8], is_unused: bool, billed: f64) -> Result<Kind, SkipReason> {
    Ok(if is_one(category, &["Usage"]) {
        if is_unused { Kind::UnusedCommitment } else { Kind::Usage }
    } else if is_one(category, &["Purchase"]) {
        Kind::Purchase
    } else if is_one(category, &["Tax"]) {
        Kind::Tax
    } else if is_one(category, &["Credit"]) {
        Kind::Credit
    } else if is_one(category, &["Adjustment", "Refund"]) {
        if billed < 0.0 { Kind::Refund } else { Kind::Usage }
    } else {
        return Err(if category.is_empty() { SkipReason::NoName } else { SkipReason::Unreadable });
    })
}

fn pricing(status: &[u8], category: &[u8]) -> Pricing {
    if is_one(status, &["Used", "Used Commitment", "Unused", "Unused Commitment"])
        || is_one(category, &["Committed", "Commitment-Based", "Commitment Based"])
    {
        Pricing::Committed
    } else if is_one(category, &["Dynamic", "Spot"]) {
        Pricing::Spot
    } else {
        Pricing::Standard
    }
}

fn line(category: &[u8], service: &[u8], unit: &[u8], has_hours: bool) -> CostLine {
    let is_volume = contains(unit, &["gb-mo", "gb/mo", "gib", "gb month", "gb-month"]);
    if contains(service, &["support"]) {
        CostLine::Support
    } else if is_one(category, &["Storage"]) {
        CostLine::Storage
    } else if is_one(category, &["Networking", "Network"]) {
        CostLine::Egress
    } else if is_one(category, &["Compute"]) {
        // Volumes of machines stand with them.
        if is_volume { CostLine::Storage } else { CostLine::Compute }
    } else if !category.is_empty() {
        CostLine::Other
    } else if has_hours {
        CostLine::Compute
    } else if is_volume {
        CostLine::Storage
    } else {
        CostLine::Other
    }
}

/// The instance type of a row: its own column, or inside its SKU's details.
fn instance<'r>(row: &mut BillRow<'r, '_>, columns: &Columns) -> Cow<'r, str> {
    let own = row.cell(columns.instance);
    if !own.is_empty() {
        return String::from_utf8_lossy(own);
    }
    for at in &columns.details {
        let cell = row.written(*at);
        if cell.starts_with(b"{") {
            if let Some(found) = row.instance_in_json(cell) {
                return found.into();
            }
        } else if let Some((_, instance)) = std::str::from_utf8(cell).ok().and_then(|text| text.split_once("Usage:")) {
            return instance.into(); // `USE1-BoxUsage:p5.48xlarge`
        }
    }
    "".into()
}
