//! Whether scenarios answer the same question.

use crate::inputs::field::Field;
use crate::inputs::{Scenario, field};

/// The rows that make up the question: another value asks for something else.
const QUESTION: [&str; 4] = ["work.gpu_hours_per_month", "work.growth_per_year", "work.gpu", "time.horizon_months"];

/// What scenarios ask for differently, as one sentence; `None` if they ask for the same.
pub fn different_questions(scenarios: &[&Scenario]) -> Option<String> {
    let (first, others) = scenarios.split_first()?;
    let differs = |id: &&str| field(id).is_some_and(|row| others.iter().any(|s| plain(row, s) != plain(row, first)));
    let labels: Vec<&str> = QUESTION.iter().filter(|id| differs(id)).filter_map(|id| Some(field(id)?.label)).collect();
    let (last, before) = labels.split_last()?;
    let named = if before.is_empty() {
        format!("\u{201c}{last}\u{201d} differs")
    } else {
        let before: Vec<String> = before.iter().map(|label| format!("\u{201c}{label}\u{201d}")).collect();
        format!("{} and \u{201c}{last}\u{201d} differ", before.join(", "))
    };
    Some(format!(
        "These scenarios do not ask for the same thing: {named}. Totals and percentages below compare different purchases; only the cost of a productive GPU-hour compares directly."
    ))
}

/// A row's value without its range, which does not change the question.
fn plain(row: &Field, scenario: &Scenario) -> String {
    row.in_words(scenario, &|value, _| crate::number::write(value))
}
