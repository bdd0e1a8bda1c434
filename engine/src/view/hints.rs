//! Lines below an input that say what the present values amount to.

use super::{Piece, Style, words};
use crate::formulas::staffing::RULE;
use crate::inputs::derived::owned_gpus;
use crate::inputs::{Scenario, YearlyMethod, field};
use crate::model::{Staff, staff};

/// Gigabytes of a terabyte, as providers bill them.
const GIGABYTES_PER_TERABYTE: f64 = 1_000.0;

/// The hint below a row; `None` if there is nothing to say.
pub fn hint(row: &str, s: &Scenario) -> Option<Vec<Piece>> {
    match row {
        "people.method" => people(s).filter(|_| staff(s, 0.0).by_size),
        "people.own_people" => people(s).filter(|_| !staff(s, 0.0).by_size),
        "own.storage_tb" => rented_storage(s),
        "rent.storage_tb" => owned_storage(s),
        _ => None,
    }
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
    let Staff { by_size, people, renting, extra } = staff(s, gpus);
    let mut found = Vec::new();
    if by_size {
        found.push(Piece::Figure(gpus, Style::Count));
        found.push(words(" GPUs need "));
        found.push(of_people(people));
        found.push(words(format!(" people by the rule: {RULE}. ")));
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
