//! Azure cost exports, actual or amortised, of enterprise agreements, customer agreements and pay as you go.
//!
//! An actual export holds purchases, and use under a reservation at 0; an amortised one holds that use at its cost and
//! what was not used, and no purchases. Which of the two a file is shows in its rows. Source: Microsoft, "Understand
//! usage details fields"; "Charge types"; "View amortized reservation costs".

use super::amounts::Amounts;
use super::cells::{contains, currency, is_one, is_one_machine, period, present};
use super::focus::{Block, UnknownUnits};
use super::labels::Labels;
use super::{Charge, Charges, CostLine, Counts, Hash, Kind, Pricing};
use crate::measured::instant::{Clock, DAY};
use crate::measured::report::{BillRemark, FileReport, Remark, SkipReason};
use crate::measured::rows::{Dialect, Row, Table};
use crate::measured::settings::{ReadSettings, Refused};
use crate::measured::source::Source;
use crate::measured::{Format, refused, require};

struct Columns {
    date: Option<usize>,
    settles: Vec<usize>,
    category: Option<usize>,
    sub_category: Option<usize>,
    meter: Option<usize>,
    quantity: Option<usize>,
    unit: Option<usize>,
    cost: Option<usize>,
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
    fn of(table: &Table<'_, '_>) -> Self {
        let at = |names: &[&str]| table.column(names);
        let all = |names: &[&str]| names.iter().filter_map(|name| table.column(&[name])).collect();
        Self {
            date: at(&["Date", "UsageDateTime", "UsageDate", "date"]),
            settles: all(&["BillingPeriodEndDate", "BillingPeriodEnd", "BillingPeriodStartDate"]),
            category: at(&["MeterCategory", "ConsumedService"]),
            sub_category: at(&["MeterSubCategory", "MeterSubcategory"]),
            meter: at(&["MeterName"]),
            quantity: at(&["Quantity", "UsageQuantity", "ConsumedQuantity"]),
            unit: at(&["UnitOfMeasure"]),
            cost: at(&["CostInBillingCurrency", "PreTaxCostInBillingCurrency", "PreTaxCost", "Cost", "CostInUSD"]),
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

/// Reads a file.
pub(crate) async fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    report: &mut FileReport,
    charges: &mut Charges,
) -> Result<(), Refused> {
    let first = source.peek(64 * 1_024).map_err(|e| refused(&e))?;
    let dialect = Dialect::of(first);
    let amounts = Amounts::new(first, dialect);
    let mut table = Table::open(source, dialect).map_err(|e| refused(&e))?.ok_or(Refused::Empty)?;
    let columns = Columns::of(&table);
    let needed = [("Date", columns.date), ("CostInBillingCurrency", columns.cost), ("MeterCategory", columns.category)];
    require(Format::AzureCost, &needed)?;
    let is_usd = columns.cost.is_some_and(|at| table.columns().get(at).is_some_and(|c| c == "CostInUSD"));
    if columns.currency.is_none() && !is_usd {
        report.bill(BillRemark::CurrencyNotStated, None, "");
    }
    charges.facts.has_bills = true;
    let mut reader = Reader {
        clock: settings.clock(),
        amounts,
        labels: Labels::default(),
        seen: Seen::default(),
        units: UnknownUnits::default(),
        is_usd,
    };
    table.settle(&mut reader.clock, columns.date);
    while table.advance(report).await.map_err(|e| refused(&e))? {
        let row = table.row();
        if let Some(reason) = reader.one(&row, &columns, report, charges) {
            report.skip(reason, row.line);
        }
    }
    report.note_clock(&reader.clock);
    reader.amounts.finish(report);
    reader.units.finish(report);
    report.count(table.repeated(), |count| Remark::HeaderRepeated { count });
    let seen = reader.seen;
    let is_amortised = seen.unused > 0 || seen.reserved_at_cost > 0;
    charges.facts.has_cash |= !is_amortised;
    if is_amortised && seen.purchases == 0 {
        report.bill(BillRemark::AzureAmortisedHasNoCash, None, "");
    } else if seen.reserved_at_zero > 0 && !is_amortised {
        report.bill(BillRemark::AzureActualHasNoAmortisedCost, None, "");
    }
    Ok(())
}

struct Reader {
    clock: Clock,
    amounts: Amounts,
    labels: Labels,
    seen: Seen,
    units: UnknownUnits,
    is_usd: bool,
}

impl Reader {
    fn one(
        &mut self,
        row: &Row<'_>,
        columns: &Columns,
        report: &mut FileReport,
        charges: &mut Charges,
    ) -> Option<SkipReason> {
        let cell = |at: Option<usize>| present(row.at(at));
        for at in &columns.settles {
            self.clock.settle(row.cell(*at));
        }
        let (start, end) = period(&mut self.clock, report, row.line, row.at(columns.date), b"", DAY)?;
        let money = match columns.currency {
            _ if self.is_usd => Some(&b"USD"[..]),
            Some(at) => currency(row.cell(at)),
            None => Some(&b"USD"[..]),
        };
        let Some(money) = money else { return Some(SkipReason::Unreadable) };
        let cost = self.amounts.needed(cell(columns.cost));
        let quantity = self.amounts.read(cell(columns.quantity));
        if self.amounts.take_bad() {
            return Some(SkipReason::BadNumber);
        }
        let charge_type = cell(columns.charge_type);
        let model = cell(columns.pricing);
        let is_committed =
            is_one(model, &["Reservation", "SavingsPlan"]) || model.is_empty() && !cell(columns.reservation).is_empty();
        let (kind, billed, effective) = if charge_type.is_empty() || is_one(charge_type, &["Usage"]) {
            match (is_committed, cost) {
                (true, 0.0) => self.seen.reserved_at_zero += 1,
                (true, _) => self.seen.reserved_at_cost += 1,
                _ => {}
            }
            // The cash of a reservation is its purchase.
            (Kind::Usage, if is_committed { 0.0 } else { cost }, cost)
        } else if contains(charge_type, &["unused"]) {
            self.seen.unused += 1;
            (Kind::UnusedCommitment, 0.0, cost)
        } else if is_one(charge_type, &["Purchase"]) {
            self.seen.purchases += 1;
            let is_benefit = is_committed || !cell(columns.reservation).is_empty();
            (Kind::Purchase, cost, if is_benefit { 0.0 } else { cost })
        } else if is_one(charge_type, &["Refund"]) {
            let is_benefit = is_committed || !cell(columns.reservation).is_empty();
            (Kind::Refund, cost, if is_benefit { 0.0 } else { cost })
        } else if is_one(charge_type, &["Tax"]) {
            (Kind::Tax, cost, cost)
        } else if is_one(charge_type, &["Credit"]) {
            (Kind::Credit, cost, cost)
        } else if contains(charge_type, &["adjustment", "rounding"]) {
            (Kind::Usage, cost, cost)
        } else {
            return Some(SkipReason::Unreadable);
        };
        let (category, sub, meter) = (cell(columns.category), cell(columns.sub_category), cell(columns.meter));
        let pricing = if is_committed || kind == Kind::UnusedCommitment {
            Pricing::Committed
        } else if is_one(model, &["Spot"]) || contains(meter, &[" spot"]) || contains(sub, &[" spot"]) {
            Pricing::Spot
        } else {
            Pricing::Standard
        };
        let is_machine = contains(category, &["virtual machines"]) && !contains(category, &["licenses"]);
        let unit = cell(columns.unit);
        let runs = is_machine && kind == Kind::Usage;
        // The block of a unit such as `100 Hours` is that of the price: the quantity is in hours.
        let hours = if runs { self.units.hours(unit, quantity, Block::OfPrice) } else { None };
        let is_named = hours.is_some() || is_machine && kind == Kind::UnusedCommitment;
        let machine = if is_named { machine(cell(columns.info), meter, sub) } else { String::new() };
        let resource = cell(columns.resource);
        self.labels.clear();
        for (key, at) in [("resource-group", columns.group), ("cost-center", columns.cost_center)] {
            self.labels.add(key, std::str::from_utf8(cell(at)).unwrap_or_default());
        }
        self.labels.add_json(cell(columns.tags));
        let mut identity = Hash::new();
        for text in [meter, sub, category, charge_type, model] {
            identity.text(text);
        }
        report.see(start);
        report.see(end);
        charges.add(&Charge {
            start,
            end,
            currency: money,
            account: cell(columns.account),
            labels: self.labels.text(),
            kind,
            line: line(category, is_machine),
            pricing,
            machine: machine.as_bytes(),
            resource,
            is_single: is_one_machine(resource),
            commitment: if pricing == Pricing::Committed { cell(columns.reservation) } else { b"" },
            billed,
            effective,
            hours: hours.map(|hours| (Counts::Machines, hours)),
            identity: identity.0,
            item: 0,
            row: row.line,
        });
        None
    }
}

/// The machine of a row: the size in its additional information, else its meter's name.
fn machine(info: &[u8], meter: &[u8], sub: &[u8]) -> String {
    if let Some(found) = super::machines::instance_in_json(info) {
        return found;
    }
    let name = if meter.is_empty() { sub } else { meter };
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
