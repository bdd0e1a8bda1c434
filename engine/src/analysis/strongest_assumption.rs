//! The assumption that matters most: the input whose range alone changes the winner, and the value at which it does.

use crate::analysis::goal_seek::saving;
use crate::analysis::sensitivity::{Driver, model_with};
use crate::formulas::root::{bisect, root};
use crate::horizon::{buffers, node_expansion};
use crate::inputs::field::Kind;
use crate::inputs::value::{Amount, Value};
use crate::inputs::{Scenario, field};
use crate::model::{Model, without_idle_mistakes};
use crate::prices::PriceBook;

/// The answer names its break-even anyway.
const NODE_PRICE: &str = "own.node_price_usd";

/// An assumption that can move within its range far enough to change the winner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumption {
    /// Id of the row.
    pub field: &'static str,
    /// Its value.
    pub now: f64,
    /// The value nearest to it on the way to that end of its range at which the other side wins.
    pub at: f64,
    /// Whether owning wins beyond that value.
    pub own_beyond: bool,
}

/// The first of the drivers (strongest first) that changes the winner within its range, and where it does. The work and the
/// price of a node are not among them: the answer names their break-evens anyway.
pub fn strongest_assumption(
    model: &Model,
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
    drivers: &[Driver],
) -> Option<Assumption> {
    let mut flipping = drivers.iter().filter(|driver| driver.flips && driver.field != NODE_PRICE);
    let driver = flipping.find(|driver| !driver.field.starts_with("work."))?;
    let field = field(driver.field)?;
    let Kind::Number { whole, .. } = field.kind else { return None };
    let now = field.get(scenario).number()?;
    let clean = without_idle_mistakes(scenario).into_owned();
    let model = node_expansion::like(Some(model), &clean, book, edition).ok()?;
    let mut flows = buffers(&model);
    let here = saving(&model, None, &mut flows)?;
    let mut at = |value: f64| {
        let mut changed = clean.clone();
        field.set(&mut changed, &Value::Number(Amount::exact(value)));
        saving(&model_with(&model, &changed, field, book, edition)?, None, &mut flows).filter(|usd| usd.is_finite())
    };
    let ends = [(driver.low, driver.saving_at_low_usd), (driver.high, driver.saving_at_high_usd)];
    let end = ends.into_iter().find(|(_, saved)| (*saved > 0.0) != (here > 0.0))?;
    let found = if whole {
        // The last whole number before the change, and the first one after it.
        let mut sides = (now, end.0);
        while (sides.1 - sides.0).abs() > 1.5 {
            let middle = libm::round(f64::midpoint(sides.0, sides.1));
            if (at(middle)? > 0.0) == (here > 0.0) { sides.0 = middle } else { sides.1 = middle }
        }
        sides.1
    } else if now < end.0 {
        root((now, here), end, &mut at)
    } else if end.0 > 0.0 {
        root(end, (now, here), &mut at)
    } else {
        // The straight search stops by the size of its place, which may be negative or nothing.
        bisect(end.0, now, |value| at(value).unwrap_or(0.0))
    };
    Some(Assumption { field: field.id, now, at: found, own_beyond: here <= 0.0 })
}
