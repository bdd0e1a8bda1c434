//! Azure cost exports, actual or amortised, of enterprise agreements, customer agreements and pay as you go.
//!
//! An actual export holds purchases, and use under a reservation at 0; an amortised one holds that use at its cost and
//! what was not used, and no purchases. Which of the two a file is shows in its rows. Source: Microsoft, "Understand
//! usage details fields"; "Charge types"; "View amortized reservation costs".

use super::cells::{contains, is_one, is_one_machine};
use super::table::{BillRow, BillTable, read_rows};
use super::units::Block;
use super::{Charge, CostLine, Counts, Hash, Kind, Pricing};
use crate::measured::first_page::FirstPage;
use crate::measured::instant::DAY;
use crate::measured::report::{BillRemark, SkipReason};
use crate::measured::rows::Table;
use crate::measured::settings::{ReadSettings, Refused};
use crate::measured::source::Source;
use crate::measured::{Format, Guess, Reading, require};

struct Columns {
    date: Option<usize>,
    settles: Vec<usize>,
    category: Option<usize>,
    sub_category: Option<usize>,
    meter: Option<usize>,
    quantity: Option<usize>,
    unit: Option<usize>,
    cost: Option<usize>,
    /// Whether the costs are those in US dollars.
    is_usd: bool,
    currency: Option<usize>,
    resource: Option<usize>,
    charge_type: Option<usize>,
    pricing: Option<usize>,
    reservation: Option<usize>,
    account: Option<usize>,
    group: Option<usize>,
    cost_center: Option<usize>,
    tags: Option<usize>,
    info: Option<usize>,
}

impl Columns {
    fn find(table: &Table<'_, '_>) -> Self {
        let at = |names: &[&str]| table.column(names);
        let all = |names: &[&str]| names.iter().filter_map(|name| table.column(&[name])).collect();
        let cost = at(&["CostInBillingCurrency", "PreTaxCostInBillingCurrency", "PreTaxCost", "Cost", "CostInUSD"]);
        Self {
            date: at(&["Date", "UsageDateTime", "UsageDate", "date"]),
            settles: all(&["BillingPeriodEndDate", "BillingPeriodEnd", "BillingPeriodStartDate"]),
            category: at(&["MeterCategory", "ConsumedService"]),
            sub_category: at(&["MeterSubCategory", "MeterSubcategory"]),
            meter: at(&["MeterName"]),
            quantity: at(&["Quantity", "UsageQuantity", "ConsumedQuantity"]),
            unit: at(&["UnitOfMeasure"]),
            cost,
            is_usd: cost.is_some_and(|at| table.columns().get(at).is_some_and(|name| name == "CostInUSD")),
            currency: at(&["BillingCurrencyCode", "BillingCurrency", "Currency"]),
            resource: at(&["ResourceId", "InstanceId", "InstanceName", "ResourceName"]),
            charge_type: at(&["ChargeType"]),
            pricing: at(&["PricingModel"]),
            reservation: at(&["ReservationId", "BenefitId"]),
            account: at(&["SubscriptionName", "SubscriptionId", "SubscriptionGuid"]),
            group: at(&["ResourceGroup", "ResourceGroupName"]),
            cost_center: at(&["CostCenter"]),
            tags: at(&["Tags"]),
            info: at(&["AdditionalInfo"]),
        }
    }
}

/// What the rows of a file show about it.
#[derive(Default)]
struct Seen {
    purchases: u64,
    unused: u64,
    reserved_at_zero: u64,
    reserved_at_cost: u64,
}

/// Recognises its files.
pub(crate) fn recognizes(page: &FirstPage<'_>) -> Option<Guess> {
    let costs = ["CostInBillingCurrency", "PreTaxCost", "Cost", "PreTaxCostInBillingCurrency", "CostInUSD"];
    page.table(Format::AzureCost, &[&["MeterCategory", "meter_category", "ConsumedService"], &costs])
}

/// Reads a file.
pub(crate) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let mut bill = BillTable::open(source, settings)?;
    let columns = Columns::find(&bill.table);
    let needed = [("Date", columns.date), ("CostInBillingCurrency", columns.cost), ("MeterCategory", columns.category)];
    require(Format::AzureCost, &needed)?;
    bill.table.settle(&mut bill.clock, columns.date);
    let states_currency = columns.currency.is_some() || columns.is_usd;
    let mut seen = Seen::default();
    read_rows(bill, reading, states_currency, |row| add_charge(row, &columns, &mut seen)).await?;
    let is_amortised = seen.unused > 0 || seen.reserved_at_cost > 0;
    reading.charges.facts.has_cash |= !is_amortised;
    if is_amortised && seen.purchases == 0 {
        reading.report.bill(BillRemark::AzureAmortisedHasNoCash, None, "");
    } else if seen.reserved_at_zero > 0 && !is_amortised {
        reading.report.bill(BillRemark::AzureActualHasNoAmortisedCost, None, "");
    }
    Ok(())
}

/// Adds the charge of a row, or says why it has none.
fn add_charge(row: &mut BillRow<'_, '_>, columns: &Columns, seen: &mut Seen) -> Result<(), SkipReason> {
    for at in &columns.settles {
        row.clock.settle(row.written(*at));
    }
    let (start, end) = row.period(columns.date, None, DAY)?;
    let currency = row.currency(columns.currency.filter(|_| !columns.is_usd))?;
    let cost = row.needed_amount(columns.cost);
    let quantity = row.amount(columns.quantity);
    row.check_amounts()?;
    let charge_type = row.cell(columns.charge_type);
    let model = row.cell(columns.pricing);
    let reservation = row.cell(columns.reservation);
    let is_committed = is_one(model, &["Reservation", "SavingsPlan"]) || model.is_empty() && !reservation.is_empty();
    let is_of_benefit = is_committed || !reservation.is_empty();
    let (kind, billed, effective) = if charge_type.is_empty() || is_one(charge_type, &["Usage"]) {
        match (is_committed, cost) {
            (true, 0.0) => seen.reserved_at_zero += 1,
            (true, _) => seen.reserved_at_cost += 1,
            _ => {}
        }
        // The cash of a reservation is its purchase.
        (Kind::Usage, if is_committed { 0.0 } else { cost }, cost)
    } else if contains(charge_type, &["unused"]) {
        seen.unused += 1;
        (Kind::UnusedCommitment, 0.0, cost)
    } else if is_one(charge_type, &["Purchase"]) {
        seen.purchases += 1;
        (Kind::Purchase, cost, if is_of_benefit { 0.0 } else { cost })
    } else if is_one(charge_type, &["Refund"]) {
        (Kind::Refund, cost, if is_of_benefit { 0.0 } else { cost })
    } else if is_one(charge_type, &["Tax"]) {
        (Kind::Tax, cost, cost)
    } else if is_one(charge_type, &["Credit"]) {
        (Kind::Credit, cost, cost)
    } else if contains(charge_type, &["adjustment", "rounding"]) {
        (Kind::Usage, cost, cost)
    } else {
        return Err(SkipReason::Unreadable);
    };
    let category = row.cell(columns.category);
    let (sub_category, meter) = (row.cell(columns.sub_category), row.cell(columns.meter));
    let pricing = if is_committed || kind == Kind::UnusedCommitment {
        Pricing::Committed
    } else if is_one(model, &["Spot"]) || contains(meter, &[" spot"]) || contains(sub_category, &[" spot"]) {
        Pricing::Spot
    } else {
        Pricing::Standard
    };
    let is_machine = contains(category, &["virtual machines"]) && !contains(category, &["licenses"]);
    let runs = is_machine && kind == Kind::Usage;
    // The block of a unit such as `100 Hours` is that of the price: the quantity is in hours.
    let unit = row.cell(columns.unit);
    let hours = if runs { row.units.hours(unit, quantity, Block::OfPrice) } else { None };
    let is_named = hours.is_some() || is_machine && kind == Kind::UnusedCommitment;
    let machine = if is_named { machine(row, columns) } else { String::new() };
    let resource = row.cell(columns.resource);
    for (key, at) in [("resource-group", columns.group), ("cost-center", columns.cost_center)] {
        row.labels.add_kept(key, std::str::from_utf8(row.cell(at)).unwrap_or_default());
    }
    row.labels.add_json(row.cell(columns.tags));
    let mut identity = Hash::new();
    for text in [meter, sub_category, category, charge_type, model] {
        identity.text(text);
    }
    row.report.see(start);
    row.report.see(end);
    row.add(Charge {
        currency,
        account: row.cell(columns.account),
        kind,
        line: line(category, is_machine),
        pricing,
        machine: machine.as_bytes(),
        resource,
        is_single: is_one_machine(resource),
        commitment: if pricing == Pricing::Committed { reservation } else { b"" },
        billed,
        effective,
        hours: hours.map(|hours| (Counts::Machines, hours)),
        identity: identity.0,
        ..Charge::usage(start, end)
    });
    Ok(())
}

/// The machine of a row: the size in its additional information, else its meter's name.
fn machine(row: &mut BillRow<'_, '_>, columns: &Columns) -> String {
    let info = row.cell(columns.info);
    if let Some(found) = row.instance_in_json(info) {
        return found;
    }
    let meter = row.cell(columns.meter);
    let name = if meter.is_empty() { row.cell(columns.sub_category) } else { meter };
    // `ND96isr H100 v5 Spot`, `D2s v5/D2s_v5`
    let text = String::from_utf8_lossy(name);
    let first = text.split('/').next().unwrap_or_default();
    let words: Vec<&str> = first
        .split_whitespace()
        .filter(|w| !matches!(w.to_ascii_lowercase().as_str(), "spot" | "low" | "priority"))
        .collect();
    let joined = words.join("_");
    if joined.is_empty() || joined.starts_with("Standard_") { joined } else { format!("Standard_{joined}") }
}

fn line(category: &[u8], is_machine: bool) -> CostLine {
    if is_machine || contains(category, &["virtual machine", "container instances", "azure machine learning"]) {
        CostLine::Compute
    } else if contains(category, &["storage", "disk", "netapp", "backup"]) {
        CostLine::Storage
    } else if contains(category, &["bandwidth", "nat gateway", "virtual network", "expressroute"]) {
        CostLine::Egress
    } else if contains(category, &["support"]) {
        CostLine::Support
    } else {
        CostLine::Other
    }
}
