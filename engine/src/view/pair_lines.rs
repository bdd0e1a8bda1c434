//! What two plans pay for, line by line, and what one plan pays by fiscal year: rows of tables, each with its sums.

use crate::cost::LineId;
use crate::plans::result::PlanResult;

/// A line of both plans, present value, US dollars.
#[derive(Clone, Debug, PartialEq)]
pub struct PairLine {
    /// Its label; the rented one of two lines with the same label says so.
    pub label: String,
    /// What the first plan pays.
    pub first_usd: f64,
    /// What the second plan pays.
    pub second_usd: f64,
}

impl PairLine {
    /// What the second plan pays more.
    pub fn more_usd(&self) -> f64 {
        self.second_usd - self.first_usd
    }
}

/// Amounts below this many dollars are no line.
const LEAST_USD: f64 = 0.5;

/// The lines of both plans, in the order of the first; they add up to the two present values.
pub fn pair_lines([one, other]: [&PlanResult; 2]) -> Vec<PairLine> {
    let value = |plan: &PlanResult, id: LineId| {
        plan.lines.iter().filter(|line| line.id == id).map(|line| line.present_value_usd).sum::<f64>()
    };
    let mut ids: Vec<(LineId, &'static str)> = Vec::new();
    for line in one.lines.iter().chain(&other.lines) {
        if ids.iter().all(|(found, _)| *found != line.id) {
            ids.push((line.id, line.label));
        }
    }
    // Owned and rented storage have the same label.
    let is_twice = |label: &str| ids.iter().filter(|(_, other)| *other == label).count() > 1;
    let label = |id: LineId, label: &'static str| {
        let is_rented = matches!(id, LineId::RentedStorage | LineId::RentedPlatform);
        if is_rented && is_twice(label) { format!("{label}, rented") } else { label.to_owned() }
    };
    ids.iter()
        .map(|(id, name)| PairLine {
            label: label(*id, name),
            first_usd: value(one, *id),
            second_usd: value(other, *id),
        })
        .filter(|line| line.first_usd.abs() >= LEAST_USD || line.second_usd.abs() >= LEAST_USD)
        .collect()
}

/// Payments of a plan in a fiscal year before tax, US dollars.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct YearOfPlan {
    /// The fiscal year, from 1; nothing for all of them together.
    pub year: Option<usize>,
    /// Purchases less sales.
    pub capex_usd: f64,
    /// All other payments.
    pub opex_usd: f64,
}

impl YearOfPlan {
    /// Both.
    pub fn total_usd(&self) -> f64 {
        self.capex_usd + self.opex_usd
    }
}

/// The fiscal years of a plan, and all of them together as the last.
pub fn years_of(plan: &PlanResult) -> Vec<YearOfPlan> {
    let both = plan.capex_by_year_usd.iter().zip(&plan.opex_by_year_usd);
    let year = |(place, (capex, opex)): (usize, (&f64, &f64))| YearOfPlan {
        year: Some(place + 1),
        capex_usd: *capex,
        opex_usd: *opex,
    };
    let mut years: Vec<YearOfPlan> = both.enumerate().map(year).collect();
    years.push(YearOfPlan {
        year: None,
        capex_usd: plan.capex_by_year_usd.iter().sum(),
        opex_usd: plan.opex_by_year_usd.iter().sum(),
    });
    years
}
