//! Bills in words and tables. Amounts are in the currency of the bill; only US dollars follow the page's exchange rate.

use super::super::sheet::{Column, Sheet, SheetId};
use super::super::sheet_ids::{
    BILL_FURTHER_OWNERS, BILL_MACHINES, BILL_MONTHS, BILL_OWNERS, BILL_UNKNOWN, BillIds, RECONCILED,
};
use super::super::template::{filled, joined};
use super::super::{Piece, Style, words};
use super::number;
use super::remarks::remark;
use crate::analysis::reconcile::ReconciledMonth;
use crate::inputs::field;
use crate::measured::Remark;
use crate::measured::bill::summary::{BillStatement, CurrencyBill};
use crate::measured::bill::{NotSet, PresentPlan};
use crate::measured::report::BillRemark;
use crate::measured::summary::Summary;

/// Fewer hours beyond their periods are the rounding of a bill.
const FEW_HOURS: f64 = 0.05;
/// Rows of a statement.
const MOST_ROWS: usize = 50;

/// How amounts of a bill are written.
fn style(bill: &CurrencyBill) -> Style {
    if bill.currency == "USD" { Style::Usd } else { Style::Count }
}

fn hourly(bill: &CurrencyBill) -> Style {
    if bill.currency == "USD" { Style::UsdPerHour } else { Style::Exact }
}

/// An amount per hour, in whole cents.
fn in_cents(usd: f64) -> f64 {
    libm::round(usd * 100.0) / 100.0
}

/// The bills in one sentence for each currency.
pub fn sentences(summary: &Summary) -> Vec<Vec<Piece>> {
    let Some(bills) = &summary.bill else { return Vec::new() };
    let mut all: Vec<Vec<Piece>> = bills.currencies.iter().map(one).collect();
    if bills.hours_beyond_periods > FEW_HOURS {
        all.push(filled(
            "Machine-hours that exceed the period of their row and do not count: {hours_beyond_periods}.",
            &[("hours_beyond_periods", (bills.hours_beyond_periods, Style::Decimal).into())],
        ));
    }
    // A price that no discount explains should be checked before anything is compared with it.
    let is_doubt =
        |of: &&Remark| matches!(of, Remark::Bill { key: BillRemark::PriceAboveList | BillRemark::PriceBelowList, .. });
    all.extend(bills.remarks.iter().filter(is_doubt).map(remark));
    if bills.use_of_cluster_unknown {
        all.push(filled("Without idle rows the use of the cluster is unknown.", &[]));
    }
    all
}

/// Parts of the present plan that cannot be taken over from the files, one sentence each.
pub fn not_set(plan: &PresentPlan) -> Vec<Vec<Piece>> {
    plan.not_set.iter().map(why_not_set).collect()
}

fn why_not_set(not_set: &NotSet) -> Vec<Piece> {
    match not_set {
        NotSet::NoFullMonth => filled("The bill covers no full month, so the current bill is not taken over.", &[]),
        NotSet::NoMainGpu => {
            filled("No GPU has half of the hours on the bill, so the GPU on the bill is not taken over.", &[])
        }
        NotSet::ShortBill { machine, days } => filled(
            "The commitment for {machine} is not taken over: the bill has fewer than {days} days.",
            &[("machine", words(machine)), ("days", words(days.to_string()))],
        ),
        NotSet::Ended { machine } => {
            filled("The commitment for {machine} is not taken over: it has ended.", &[("machine", words(machine))])
        }
        NotSet::UnusedAlone { cost } => filled(
            "Commitments that nothing used cost {cost}. How many GPUs they are for is unknown, so they are not taken over.",
            &[("cost", (*cost, Style::Usd).into())],
        ),
        NotSet::TooManyCommitments { count, gpus } => filled(
            "Small commitments that are not taken over, because a scenario holds at most twenty: {count}, for {gpus} GPUs.",
            &[("count", (number(*count), Style::Count).into()), ("gpus", (*gpus, Style::Decimal).into())],
        ),
        NotSet::Refused { row, name, value, problem } => {
            let label = field(row).map_or(row.as_str(), |field| field.label);
            let of = if name.is_empty() { String::new() } else { format!(" for {name}") };
            filled(
                "Not taken over: \u{201c}{label}\u{201d}{of}, measured as {value}, {problem}.",
                &[
                    ("label", words(label)),
                    ("of", words(of)),
                    ("value", (*value, Style::Exact).into()),
                    ("problem", words(problem)),
                ],
            )
        }
    }
}

fn one(bill: &CurrencyBill) -> Vec<Piece> {
    let money = style(bill);
    let (currency, amortised) = (words(&bill.currency), (bill.total.amortised, money).into());
    let mut said =
        filled("Bill in {currency}: {amortised} amortised", &[("currency", currency), ("amortised", amortised)]);
    if let Some(cash) = bill.total.cash {
        said.extend(filled(", {cash} invoiced", &[("cash", (cash, money).into())]));
    }
    if bill.gpu_hours > 0.0 {
        said.extend(filled("; {hours} GPU-hours", &[("hours", (bill.gpu_hours, Style::Count).into())]));
        if let Some(price) = bill.cost_per_gpu_hour {
            let unused = if bill.total.unused_commitment > 0.0 { ", unused commitments included" } else { "" };
            let price = (in_cents(price), hourly(bill)).into();
            said.extend(filled(", each {price} for its GPU{unused}", &[("price", price), ("unused", words(unused))]));
        }
    }
    if let Some(share) = bill.commitment.share {
        said.extend(filled("; commitments are used to {share}", &[("share", (share, Style::PercentFine).into())]));
    }
    let foreign = if bill.currency == "USD" { "" } else { " Only bills in US dollars enter the scenario." };
    said.extend(filled(".{foreign}", &[("foreign", words(foreign))]));
    joined(said)
}

/// The tables of the bills that have rows.
pub fn sheets(summary: &Summary) -> Vec<Sheet> {
    let bills = summary.bill.iter().flat_map(|bills| &bills.currencies);
    let mut all: Vec<Sheet> = Vec::new();
    for (at, bill) in bills.enumerate().take(BILL_MONTHS.len()) {
        let id = |ids: BillIds| ids.get(at).copied().unwrap_or_default();
        all.extend([months(bill, id(BILL_MONTHS)), machines(bill, id(BILL_MACHINES)), unknown(bill, id(BILL_UNKNOWN))]);
        let statements = bill.statements.iter().zip([BILL_OWNERS, BILL_FURTHER_OWNERS]);
        all.extend(statements.map(|(statement, ids)| owners(bill, statement, id(ids))));
    }
    all.retain(|sheet| !sheet.rows.is_empty());
    all
}

fn months(bill: &CurrencyBill, id: SheetId) -> Sheet {
    let money = |label: &str| Column { label: label.to_owned(), unit: "billing currency".into(), style: style(bill) };
    let rows = bill.months.iter().map(|month| {
        let costs = &month.costs;
        let values = vec![
            Some(costs.usage),
            Some(costs.unused_commitment),
            Some(costs.idle),
            Some(costs.amortised),
            costs.cash,
            Some(costs.credit + costs.refund),
            Some(costs.tax),
            Some(costs.lines.gpu),
            Some(month.gpu_hours),
        ];
        (month.name.clone(), values)
    });
    Sheet {
        id,
        title: format!("Bill by month, {}", bill.currency).into(),
        caption: "Amortised: usage including its share of commitments, unused commitments, and idle nodes of a cluster. Invoiced: what was to be paid in the month, purchases included. Credits and tax are listed separately from both.".into(),
        first: "Month".into(),
        columns: vec![
            money("Usage"),
            money("Unused commitment"),
            money("Idle"),
            money("Amortised"),
            money("Invoiced"),
            money("Credits"),
            money("Tax"),
            money("GPU cost"),
            Column { label: "GPU-hours".to_owned(), unit: "GPU-hours".into(), style: Style::Count },
        ],
        rows: rows.collect(),
        sums: Some("All".into()),
    }
}

fn machines(bill: &CurrencyBill, id: SheetId) -> Sheet {
    let price = |label: &str| Column { label: label.to_owned(), unit: "per GPU-hour".into(), style: hourly(bill) };
    let hours = |label: &str| Column { label: label.to_owned(), unit: "hours".into(), style: Style::Count };
    let rows = bill.types.iter().map(|machine| {
        let values = vec![
            Some(machine.machine_hours),
            Some(machine.gpu_hours),
            Some(machine.cost),
            machine.prices.bill.map(in_cents),
            // These are US dollars.
            machine.prices.list.filter(|_| bill.currency == "USD"),
            machine.prices.owned.filter(|_| bill.currency == "USD"),
        ];
        (machine.name.clone(), values)
    });
    Sheet {
        id,
        title: format!("Machines with GPUs, {}", bill.currency).into(),
        caption: "Price of a GPU-hour as billed, at the price book's on-demand price, and on machines of your own."
            .into(),
        first: "Machine".into(),
        columns: vec![
            hours("Machine-hours"),
            hours("GPU-hours"),
            Column { label: "Cost".to_owned(), unit: "billing currency".into(), style: style(bill) },
            price("As billed"),
            price("List"),
            price("Owned"),
        ],
        rows: rows.collect(),
        sums: None,
    }
}

fn unknown(bill: &CurrencyBill, id: SheetId) -> Sheet {
    let listed = bill.unknown_machines.iter().take(MOST_ROWS);
    let listed = listed.map(|machine| (machine.name.clone(), vec![Some(machine.machine_hours), Some(machine.cost)]));
    let rest = bill.unknown_machines.iter().skip(MOST_ROWS);
    let others = rest.len() + bill.other_unknown_machines;
    let cost = rest.map(|machine| machine.cost).fold(bill.other_unknown_cost, |sum, cost| sum + cost);
    let others = (others > 0).then(|| (format!("{others} others"), vec![None, Some(cost)]));
    let rows = listed.chain(others);
    Sheet {
        id,
        title: format!("Machines whose GPUs are unknown, {}", bill.currency).into(),
        caption: "Their costs are included; their GPU-hours are unknown.".into(),
        first: "Machine".into(),
        columns: vec![
            Column { label: "Machine-hours".to_owned(), unit: "hours".into(), style: Style::Count },
            Column { label: "Cost".to_owned(), unit: "billing currency".into(), style: style(bill) },
        ],
        rows: rows.collect(),
        sums: None,
    }
}

fn owners(bill: &CurrencyBill, statement: &BillStatement, id: SheetId) -> Sheet {
    let rows = statement.owners.iter().take(MOST_ROWS).map(|owner| {
        let name = if owner.name.is_empty() { "unknown".to_owned() } else { owner.name.clone() };
        (
            name,
            vec![Some(owner.cost), Some(owner.gpu_cost), Some(owner.gpu_hours), owner.cost_per_gpu_hour.map(in_cents)],
        )
    });
    let money = |label: &str| Column { label: label.to_owned(), unit: "billing currency".into(), style: style(bill) };
    Sheet {
        id,
        title: format!("Bill by {}, {}", statement.by, bill.currency).into(),
        caption: "Amortised cost by owner, as the bill names them; the fifty with the highest cost.".into(),
        first: "Owner".into(),
        columns: vec![
            money("Cost"),
            money("of which GPU cost"),
            Column { label: "GPU-hours".to_owned(), unit: "GPU-hours".into(), style: Style::Count },
            Column { label: "Per GPU-hour".to_owned(), unit: "per GPU-hour".into(), style: hourly(bill) },
        ],
        rows: rows.collect(),
        sums: None,
    }
}

/// "For 2026-05 the model says 182,400, the amortised bill 188,900": the last full month that both cover.
pub fn beside(months: &[ReconciledMonth]) -> Vec<Piece> {
    let Some(last) = months.iter().rev().find(|month| month.is_full) else {
        return filled("The bill covers no full month of the scenario, so the two cannot be compared.", &[]);
    };
    filled(
        "For {name} the model says {model}, the amortised bill {bill}.",
        &[
            ("name", words(&last.name)),
            ("model", (last.model.total(), Style::Usd).into()),
            ("bill", (last.invoice.total(), Style::Usd).into()),
        ],
    )
}

/// The model beside the invoices, month by month, and the gap by line.
pub fn reconciled(months: &[ReconciledMonth]) -> Sheet {
    let usd = |label: &str| Column { label: label.to_owned(), unit: "USD".into(), style: Style::Usd };
    let rows = months.iter().filter(|month| month.is_full).map(|month| {
        let gap = &month.gap;
        let lines = [gap.compute, gap.storage, gap.egress, gap.support, gap.other];
        let mut values = vec![Some(month.model.total()), Some(month.invoice.total()), Some(month.gap_total)];
        values.extend(lines.map(Some));
        (month.name.clone(), values)
    });
    Sheet {
        id: RECONCILED,
        title: "Model and bill".into(),
        caption: "What the model says renting costs in a month, next to the amortised bill of that month; full months only. Gap: the bill minus the model, in total and by line.".into(),
        first: "Month".into(),
        columns: vec![
            usd("Model"),
            usd("Bill, amortised"),
            usd("Gap"),
            usd("Compute"),
            usd("Storage"),
            usd("Data transfer"),
            usd("Support"),
            usd("Other"),
        ],
        rows: rows.collect(),
        sums: None,
    }
}
