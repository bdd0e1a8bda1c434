//! FOCUS 1.0 to 1.2, as AWS, Azure, Google Cloud and others export it; columns in any order.
//!
//! Hours count for machines of the service category Compute alone. Source: FinOps Open Cost and Usage Specification.

use super::amounts::Amounts;
use super::cells::{contains, currency_of, is_one, is_one_machine, period, present};
use super::labels::Labels;
use super::{Charge, Charges, CostLine, Counts, Hash, Kind, Pricing};
use crate::measured::instant::{Clock, DAY, HOUR};
use crate::measured::report::{BillRemark, FileReport, Remark, SkipReason};
use crate::measured::rows::{Dialect, Row, Table};
use crate::measured::settings::{ReadSettings, Refused};
use crate::measured::source::Source;
use crate::measured::{Format, refused, require};

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
    fn of(table: &Table<'_, '_>) -> Self {
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
    let columns = Columns::of(&table);
    let needed = [
        ("ChargePeriodStart", columns.start),
        ("ChargeCategory", columns.category),
        ("EffectiveCost", columns.effective.or(columns.billed)),
    ];
    require(Format::Focus, &needed)?;
    for (name, at) in [("EffectiveCost", columns.effective), ("BilledCost", columns.billed)] {
        if at.is_none() {
            report.remarks.push(Remark::NoColumn { column: name.to_owned() });
        }
    }
    if columns.currency.is_none() {
        report.bill(BillRemark::CurrencyNotStated, None, "");
    }
    charges.facts.has_bills = true;
    charges.facts.has_cash |= columns.billed.is_some();
    let mut clock = settings.clock();
    let mut labels = Labels::default();
    let mut units = UnknownUnits::default();
    while table.advance(report).await.map_err(|e| refused(&e))? {
        let row = table.row();
        let texts = (&mut labels, &mut units);
        if let Some(reason) = one(&row, &columns, &mut clock, &mut amounts, texts, report, charges) {
            report.skip(reason, row.line);
        }
    }
    amounts.finish(report);
    units.finish(report);
    report.note_clock(&clock);
    report.count(table.repeated(), |count| Remark::HeaderRepeated { count });
    Ok(())
}

/// Adds the charge of a row, or says why not; times are noted at once.
fn one(
    row: &Row<'_>,
    columns: &Columns,
    clock: &mut Clock,
    amounts: &mut Amounts,
    (labels, units): (&mut Labels, &mut UnknownUnits),
    report: &mut FileReport,
    charges: &mut Charges,
) -> Option<SkipReason> {
    let cell = |at: Option<usize>| present(row.at(at));
    let (start, end) = period(clock, report, row.line, row.at(columns.start), row.at(columns.end), DAY)?;
    let Some(money) = currency_of(row, columns.currency) else { return Some(SkipReason::Unreadable) };
    let billed = amounts.read(cell(columns.billed));
    let effective = amounts.read(cell(columns.effective));
    let quantity = amounts.read(cell(columns.quantity));
    let is_committed_purchase = is_one(cell(columns.category), &["Purchase"]) && !cell(columns.commitment).is_empty();
    // A blank cost is unknown: its hours do not count either, because they would make the others cheaper.
    let is_unknown = columns.billed.is_some() && billed.is_none()
        || columns.effective.is_some() && effective.is_none() && !is_committed_purchase;
    if amounts.take_bad() || is_unknown {
        return Some(SkipReason::BadNumber);
    }
    let status = cell(columns.status);
    // What nothing used of a reservation is paid for, and no use of a machine.
    let is_unused_capacity = is_one(cell(columns.capacity), &["Unused"]);
    let is_unused = is_one(status, &["Unused", "Unused Commitment"]) || is_unused_capacity;
    let billed_or_zero = billed.unwrap_or(0.0);
    let mut effective = effective.unwrap_or(if is_committed_purchase { 0.0 } else { billed_or_zero });
    let category = cell(columns.category);
    let kind = if is_one(category, &["Usage"]) {
        if is_unused { Kind::UnusedCommitment } else { Kind::Usage }
    } else if is_one(category, &["Purchase"]) {
        Kind::Purchase
    } else if is_one(category, &["Tax"]) {
        Kind::Tax
    } else if is_one(category, &["Credit"]) {
        Kind::Credit
    } else if is_one(category, &["Adjustment", "Refund"]) {
        if billed_or_zero < 0.0 { Kind::Refund } else { Kind::Usage }
    } else {
        return Some(if category.is_empty() { SkipReason::NoName } else { SkipReason::Unreadable });
    };
    // The cost of a commitment comes with its use: its fee and a refund of it are cash alone.
    if matches!(kind, Kind::Purchase | Kind::Refund) && !cell(columns.commitment).is_empty() {
        effective = 0.0;
    }
    let pricing = pricing(status, cell(columns.pricing));
    let is_azure = contains(cell(columns.provider), &["microsoft", "azure"]);
    let block = if is_azure { Block::OfPrice } else { Block::OfQuantity };
    let hours = quantity.and_then(|q| hours(cell(columns.unit), q, block));
    let line = line(cell(columns.service_category), cell(columns.service), cell(columns.unit), hours.is_some());
    let description = cell(columns.description);
    let is_google = contains(cell(columns.provider), &["google"]);
    let is_gpu_part = is_google && contains(description, &["gpu"]);
    let counts = if is_gpu_part { Counts::Gpus } else { Counts::Machines };
    // Google prices cores and memory apart: their hours are no machine-hours.
    let hours = hours.filter(|_| kind == Kind::Usage && line == CostLine::Compute && (!is_google || is_gpu_part));
    let resource = cell(columns.resource);
    let is_named = hours.is_some() || kind == Kind::UnusedCommitment;
    let instance = if is_named { instance(row, columns) } else { String::new() };
    if hours.is_none() && kind == Kind::Usage && line == CostLine::Compute && !is_google {
        let instance = self::instance(row, columns);
        if !instance.is_empty() {
            units.note(cell(columns.unit));
        }
    }
    let machine: &[u8] = match (instance.as_bytes(), hours) {
        (instance, None) => instance,
        (b"", _) if is_gpu_part => description,
        // The end of a long id tells machines apart.
        (b"", _) => resource.get(resource.len().saturating_sub(LONGEST_ID)..).unwrap_or(resource),
        (instance, _) => instance,
    };
    labels.clear();
    labels.add_json(cell(columns.tags));
    let mut identity = Hash::new();
    identity.text(description);
    for at in &columns.identity {
        identity.text(row.cell(*at));
    }
    report.see(start);
    if kind == Kind::Purchase {
        // A purchase is charged for the term that it buys.
        if end - start > SHORTEST_TERM {
            charges.note_end(cell(columns.commitment), end);
        }
    } else {
        report.see(end);
    }
    charges.add(&Charge {
        start,
        end,
        currency: money,
        account: cell(columns.account),
        labels: labels.text(),
        kind,
        line: if is_gpu_part && hours.is_some() { CostLine::Gpu } else { line },
        pricing,
        machine,
        resource,
        is_single: is_one_machine(resource),
        commitment: cell(columns.commitment),
        billed: billed_or_zero,
        effective,
        hours: hours.map(|hours| (counts, hours)),
        identity: identity.0,
        item: 0,
        row: row.line,
    });
    None
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

/// What the number of a unit such as `10 Hours` multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// The price alone, as at Azure.
    OfPrice,
    /// The quantity.
    OfQuantity,
}

/// Rows of machines whose unit is none of time.
#[derive(Default)]
pub(crate) struct UnknownUnits {
    rows: u64,
    first: String,
}

impl UnknownUnits {
    /// The hours of a row of a running machine; notes the row if they are unknown. A quantity without a unit is in hours.
    pub(crate) fn hours(&mut self, unit: &[u8], quantity: Option<f64>, block: Block) -> Option<f64> {
        let found = quantity.and_then(|number| if unit.is_empty() { Some(number) } else { hours(unit, number, block) });
        if found.is_none() {
            self.note(unit);
        }
        found
    }

    fn note(&mut self, unit: &[u8]) {
        if self.rows == 0 {
            self.first = crate::text::plain(&String::from_utf8_lossy(unit), 80);
        }
        self.rows += 1;
    }

    /// Says how many there were.
    pub(crate) fn finish(&self, report: &mut FileReport) {
        if self.rows > 0 {
            report.bill(BillRemark::UnitWithoutHours, Some(crate::measured::number(self.rows)), &self.first);
        }
    }
}

/// Hours of a quantity, if its unit is one of time.
pub(crate) fn hours(unit: &[u8], quantity: f64, block: Block) -> Option<f64> {
    let small = unit.to_ascii_lowercase();
    let text = std::str::from_utf8(&small).ok()?.trim();
    // `1 Hour`, `10 Hours`
    let (pack, text) = match text.split_once(' ') {
        Some((number, rest)) => number.parse::<f64>().map_or((1.0, text), |pack| (pack, rest)),
        None => (1.0, text),
    };
    let seconds = match text {
        "hours" | "hour" | "hrs" | "hr" | "h" | "instance hours" | "instance-hours" | "vm hours" | "gpu hours"
        | "gpu-hours" => HOUR,
        "minutes" | "minute" | "min" | "instance minutes" => 60.0,
        "seconds" | "second" | "s" | "sec" | "instance seconds" => 1.0,
        _ => return None,
    };
    let pack = if block == Block::OfPrice { 1.0 } else { pack };
    Some(quantity * pack * seconds / HOUR)
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
fn instance(row: &Row<'_>, columns: &Columns) -> String {
    let own = present(row.at(columns.instance));
    if !own.is_empty() {
        return String::from_utf8_lossy(own).into_owned();
    }
    for at in &columns.details {
        let cell = row.cell(*at);
        if cell.starts_with(b"{") {
            if let Some(found) = super::machines::instance_in_json(cell) {
                return found;
            }
        } else if let Some((_, instance)) = std::str::from_utf8(cell).ok().and_then(|text| text.split_once("Usage:")) {
            return instance.to_owned(); // `USE1-BoxUsage:p5.48xlarge`
        }
    }
    String::new()
}
