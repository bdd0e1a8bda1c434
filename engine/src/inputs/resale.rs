//! Resale value of nodes by age, and the default for used ones.

use super::present_machines::new_price;
use super::{ResidualMethod, Scenario};
use crate::formulas::finance::Resale;
use crate::prices::PriceBook;

/// Resale value of nodes by age, with the price book's planning figures.
pub fn node_resale(s: &Scenario, planning: &Resale) -> Resale {
    let own = &s.own;
    match own.residual_method {
        ResidualMethod::Curve => Resale::Curve(own.residual_decades_per_year.value),
        ResidualMethod::Share => to_a_share(s, own.residual_share.value, own.life_years.value),
        ResidualMethod::Table if own.residual_table.is_empty() => Resale::Nothing,
        ResidualMethod::Book => planning.clone(),
        ResidualMethod::Table => Resale::table(own.residual_table.iter().map(|p| (p.at, p.share)).collect()),
    }
}

/// Resale value that ends at a share of the price after a life in years; nothing at any age if a share of 0 says so.
pub fn to_a_share(s: &Scenario, share: f64, life_years: f64) -> Resale {
    if share == 0.0 && s.own.zero_sells_nothing { Resale::Nothing } else { Resale::Straight { share, life_years } }
}

/// Default resale value of one of the nodes there, of their GPU and age, in whole dollars: the price of a new one times the price book's share for a used GPU of this kind, moved from its age to this one along
/// the resale curve; without such a share, times the curve. Never more than a new one; 0 for a GPU that the book lacks.
/// Source: model page, section 3.
pub fn used_price(s: &Scenario, book: &PriceBook) -> f64 {
    let gpu = s.present.node_gpu(&s.work.gpu);
    if gpu != s.work.gpu && book.gpu(gpu).is_none() {
        return 0.0;
    }
    let new = new_price(s, book, book.current_edition()).unwrap_or(s.own.node_price_usd.value);
    let age = s.present.node_age_years.value;
    let curve = node_resale(s, &Resale::table(book.planning_resale()));
    let of_book = book.used_share(gpu).filter(|(seen, _)| curve.share(*seen) > 0.0);
    let share =
        of_book.map_or_else(|| curve.share(age), |(seen, share)| share * (curve.share(age) / curve.share(seen)));
    libm::round(new * share.min(1.0))
}
