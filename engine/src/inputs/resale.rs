//! What nodes fetch by age, and what a used one fetches where nobody has said.

use super::{ResidualMethod, Scenario};
use crate::formulas::finance::Resale;
use crate::prices::PriceBook;

/// What nodes fetch by age, with the price book's planning figures.
pub fn node_resale(s: &Scenario, planning: &Resale) -> Resale {
    let own = &s.own;
    match own.residual_method {
        ResidualMethod::Curve => Resale::Curve(own.residual_decades_per_year.value),
        ResidualMethod::Share => Resale::Straight { share: own.residual_share.value, life_years: own.life_years.value },
        ResidualMethod::Table if own.residual_table.is_empty() => Resale::Nothing,
        ResidualMethod::Book => planning.clone(),
        ResidualMethod::Table => Resale::table(own.residual_table.iter().map(|p| (p.at, p.share)).collect()),
    }
}

/// What a used node of the scenario's GPU fetches at the age of those that are there, in whole dollars: the price of a new
/// one times the share that the price book knows of a used GPU of this kind, brought from its age to this one along the
/// resale curve; without one, times the curve. Never more than a new one. Source: model page, section 3.
pub fn used_price(s: &Scenario, book: &PriceBook) -> f64 {
    let (new, age) = (s.own.node_price_usd.value, s.present.node_age_years.value);
    let curve = node_resale(s, &Resale::table(book.planning_resale()));
    let of_book = book.used_share(&s.work.gpu).filter(|(seen, _)| curve.share(*seen) > 0.0);
    let share =
        of_book.map_or_else(|| curve.share(age), |(seen, share)| share * (curve.share(age) / curve.share(seen)));
    libm::round(new * share.min(1.0))
}
