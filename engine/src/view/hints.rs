//! Lines below an input that say what the present values amount to.

use super::phrases::assumptions;
use super::{Piece, Style, words};
use crate::formulas::formula::Formula;
use crate::inputs::contracted_power::{Contracted, standing_nodes};
use crate::inputs::derived::owned_gpus;
use crate::inputs::present_machines::PresentMachines;
use crate::inputs::{Scenario, YearlyMethod, field};
use crate::model::{Staff, staff};
use crate::prices::PriceBook;
use crate::units::MONTHS_PER_YEAR;

/// Gigabytes of a terabyte, as providers bill them.
const GIGABYTES_PER_TERABYTE: f64 = 1_000.0;

/// The hint below a row; `None` if there is nothing to say.
pub fn hint(row: &str, s: &Scenario, book: &PriceBook) -> Option<Vec<Piece>> {
    match row {
        "work.gpu_hours_per_month" | "work.busy_share" => work_of_bill(s, book),
        "place.rack_kw" | "place.contracted_kw" => contracted(s),
        "people.method" => people(s).filter(|_| staff(s, 0.0).by_size),
        "people.own_people" => people(s).filter(|_| !staff(s, 0.0).by_size),
        "own.storage_tb" => rented_storage(s),
        "rent.storage_tb" => owned_storage(s),
        "present.gpus_per_node" | "present.gpu_relative_work" | "present.node_kw" | "present.node_price_usd" => {
            taken_for_machines_there(row, s, book)
        }
        _ => None,
    }
}

/// What stands for a zero of the machines that are there; `None` where a number is entered, or where nothing is known.
fn taken_for_machines_there(row: &str, s: &Scenario, book: &PriceBook) -> Option<Vec<Piece>> {
    if field(row)?.get(s).number() != Some(0.0) {
        return None;
    }
    let there = PresentMachines::new(s, book, book.current_edition()).ok()?;
    let (figure, unit) = match row {
        "present.gpus_per_node" => (Piece::Figure(there.gpus_per_node, Style::Count), " GPUs, as in a new node."),
        "present.gpu_relative_work" => {
            let work = libm::round(there.relative_work * 1_000.0) / 1_000.0;
            (Piece::Figure(work, Style::Exact), ", by relative speed or dense BF16 throughput.")
        }
        "present.node_kw" => (Piece::Figure(there.node_kw, Style::Exact), " kW, by the price book or a new node."),
        _ => (Piece::Figure(there.price_usd?, Style::Usd), ", by the price book."),
    };
    Some(vec![words("0 counts as "), figure, words(unit)])
}

/// The label of a row.
fn label(row: &str) -> &'static str {
    field(row).map_or("", |row| row.label)
}

/// People to two decimals.
fn of_people(number: f64) -> Piece {
    Piece::Figure(libm::round(number * 100.0) / 100.0, Style::Exact)
}

fn people(s: &Scenario) -> Option<Vec<Piece>> {
    if s.own.yearly_method != YearlyMethod::Lines {
        return None;
    }
    let gpus = owned_gpus(s);
    let Staff { by_size, people, renting, extra, .. } = staff(s, gpus);
    let mut found = Vec::new();
    if by_size {
        found.push(Piece::Figure(gpus, Style::Count));
        found.push(words(" GPUs need "));
        found.push(of_people(people));
        found.push(words(format!(" people by the rule: {}. ", Formula::StaffRule.words())));
    }
    found.push(words("Renting needs "));
    found.push(of_people(renting));
    found.push(words(" of them too, so "));
    found.push(of_people(extra));
    found.push(words(if extra < 0.0 { " are charged to owning: a credit." } else { " are charged to owning." }));
    Some(found)
}

fn rented_storage(s: &Scenario) -> Option<Vec<Piece>> {
    let rent = &s.rent;
    let a_month = rent.storage_tb.value * GIGABYTES_PER_TERABYTE * rent.storage_usd_per_gb_month.value;
    (s.own.storage_tb.value == 0.0 && a_month > 0.0).then(|| {
        vec![
            words("Owning buys no storage. Renting still pays "),
            Piece::Figure(a_month, Style::Usd),
            words(" a month for "),
            Piece::Figure(rent.storage_tb.value, Style::Count),
            words(format!(" TB: see \u{201c}{}\u{201d}.", label("rent.storage_tb"))),
        ]
    })
}

fn owned_storage(s: &Scenario) -> Option<Vec<Piece>> {
    let own = &s.own;
    let price = own.storage_tb.value * own.storage_usd_per_tb.value;
    (s.rent.storage_tb.value == 0.0 && price > 0.0).then(|| {
        vec![
            words("Renting pays for no storage. Owning still buys "),
            Piece::Figure(own.storage_tb.value, Style::Count),
            words(" TB for "),
            Piece::Figure(price, Style::Usd),
            words(format!(": see \u{201c}{}\u{201d}.", label("own.storage_tb"))),
        ]
    })
}

/// The price that work was set from, where that is what the bill pays for.
fn work_of_bill(s: &Scenario, book: &PriceBook) -> Option<Vec<Piece>> {
    let billed = s.is_work_of_bill(book)?;
    let mut found = vec![
        words("Set from the bill: "),
        Piece::Figure(s.present.bill_usd_per_month.value, Style::Usd),
        words(" a month at "),
        Piece::Figure(s.present.usd_per_gpu_hour.value, Style::UsdPerHour),
        words(" per GPU-hour, "),
        Piece::Figure(s.present.idle_share.value, Style::Percent),
        words(" of them idle."),
    ];
    if let Some(range) = billed.work.range() {
        found.extend([
            words(format!(" {} The work is between ", assumptions(&billed.assumed))),
            Piece::Figure(range.low, Style::Count),
            words(" and "),
            Piece::Figure(range.high, Style::Count),
            words(" GPU-hours."),
        ]);
    }
    Some(found)
}

/// The racks that the nodes take, and their rent.
fn contracted(s: &Scenario) -> Option<Vec<Piece>> {
    field("place.rack_kw").filter(|row| (row.is_relevant)(s))?;
    let nodes = standing_nodes(s);
    let contracted = Contracted::of(s, nodes);
    let kw = |kw: f64| Piece::Figure(libm::round(kw * 10.0) / 10.0, Style::Exact);
    let mut found = vec![Piece::Figure(nodes, Style::Count)];
    found.push(words(if nodes == 1.0 { " node is rated at " } else { " nodes are rated at " }));
    found.extend([kw(contracted.needed_kw), words(" kW in all: ")]);
    if let Some(racks) = contracted.racks {
        found.push(Piece::Figure(racks, Style::Count));
        found.push(words(if racks == 1.0 { " rack, " } else { " racks, " }));
    }
    let rent = contracted.kw * s.place.colocation_usd_per_kw_month.value * MONTHS_PER_YEAR;
    found.extend([kw(contracted.kw), words(" kW, for "), Piece::Figure(rent, Style::Usd), words(" a year.")]);
    Some(found)
}
