//! The facts that would reverse a recommendation, the nearest first, and who can confirm each.

use crate::analysis::plan_pair::{ON_DEMAND_PRICE, Pair, PairBreakEven, SPOT_PRICE, TOKEN_PRICE};
use crate::inputs::value::Value;
use crate::inputs::{Scenario, field};
use crate::plans::plan::PlanKind;
use crate::units::Unit;
use crate::view::template::filled;
use crate::view::two_plans::driver_label;
use crate::view::{Piece, Style, words};

/// Significant digits of a value that is read aloud.
const DIGITS: f64 = 3.0;
/// Row of the price of a node.
pub(super) const NODE_PRICE: &str = "own.node_price_usd";
/// Row of the work.
pub(super) const WORK: &str = "work.gpu_hours_per_month";

/// A fact that would reverse a recommendation.
#[derive(Clone, Debug, PartialEq)]
pub struct Reversal {
    /// The fact.
    pub pieces: Vec<Piece>,
    /// Who can confirm it; empty where nobody can.
    pub who: &'static str,
    /// Id of its input or price.
    pub what: &'static str,
    /// The value at which both plans cost the same; of the work, as a share of what was entered.
    pub at: f64,
    /// Whether more than that reverses the recommendation, not less.
    pub above: bool,
    /// How far it is from the present value, in widths of the range of its input.
    distance: f64,
}

/// Width of the range of an input that has none: a quarter either way, as the logarithm of a factor.
const WIDTH_WITHOUT_RANGE: f64 = 2.0 * 0.223_143_551_314_209_76; // 2 ln 1.25

/// How far a value is from the present one, in widths of the range of its input; nothing where the input has none.
fn in_ranges(pair: &Pair, id: &str, now: f64, at: f64) -> Option<f64> {
    let driver = pair.drivers.iter().find(|driver| driver.field == id)?;
    let width = driver.high - driver.low;
    (width > 0.0).then(|| libm::fabs(at - now) / width)
}

/// Formats a number with its unit.
pub type WriteUnit<'a> = &'a dyn Fn(f64, Unit) -> String;

/// The facts that would reverse the recommendation of a pair: prices and work at which both plans cost the same, and inputs within
/// whose ranges the other one wins. At most `most`, none twice, the nearest first.
pub fn reversals(pair: &Pair, scenario: &Scenario, most: usize, write: WriteUnit) -> Vec<Reversal> {
    let prices = [
        (
            NODE_PRICE,
            &pair.node_price,
            "a node costs {side} {usd} (now {now})",
            Style::Usd,
            "the vendor\u{2019}s written quote",
        ),
        (
            ON_DEMAND_PRICE,
            &pair.rest_price,
            "hours on demand cost {side} {usd} (now {now})",
            Style::UsdPerHour,
            "the provider\u{2019}s written offer",
        ),
        (
            SPOT_PRICE,
            &pair.spot_price,
            "spot hours cost {side} {usd} (now {now})",
            Style::UsdPerHour,
            "the provider\u{2019}s price history",
        ),
        (
            TOKEN_PRICE,
            &pair.token_price,
            "a million tokens cost {side} {usd} (now {now})",
            Style::UsdFine,
            "the provider\u{2019}s written offer",
        ),
    ];
    let of_price = prices.into_iter().filter_map(|(id, price, text, style, who)| {
        let price = price.as_ref()?;
        let usd = price.usd?;
        // The range of the price of hours is one of factors.
        let (now, at) = if id == NODE_PRICE { (price.now_usd, usd) } else { (1.0, usd / price.now_usd) };
        let distance =
            in_ranges(pair, id, now, at).or(price.distance().map(|distance| distance / WIDTH_WITHOUT_RANGE))?;
        Some(Reversal {
            pieces: at_price(text, price, usd, (pair.plan, style)),
            who,
            what: id,
            at: usd,
            above: price.cheaper_above != pair.plan,
            distance,
        })
    });
    let of_work = pair.work.as_ref().and_then(|work| {
        let (factor, distance) = (work.factor?, work.distance()? / WIDTH_WITHOUT_RANGE);
        let above = work.cheaper_above != pair.plan;
        let slots = [("side", words(side(above))), ("share", Piece::Figure(factor, Style::Percent))];
        let pieces = filled("the work is {side} {share} of what was entered", &slots);
        let who = "the teams that run the jobs";
        Some(Reversal { pieces, who, what: WORK, at: factor, above, distance })
    });
    // Prices and work stand there already.
    let known = [NODE_PRICE, WORK, ON_DEMAND_PRICE, SPOT_PRICE, TOKEN_PRICE];
    let of_inputs =
        pair.drivers.iter().filter(|driver| driver.flips && !known.contains(&driver.field)).filter_map(|driver| {
            let (row, at) = (field(driver.field)?, driver.turns_at?);
            // At which end the other plan wins.
            let above = driver.difference_at_low_usd >= 0.0;
            let value = write(rounded(at, DIGITS), row.unit().unwrap_or(Unit::Ratio));
            let text = format!("\u{201c}{}\u{201d} is {} {value}", driver_label(driver.field), side(above));
            let Value::Number(now) = row.get(scenario) else { return None };
            let distance = in_ranges(pair, driver.field, now.value, at)?;
            Some(Reversal { pieces: vec![words(text)], who: who_knows(row.id), what: row.id, at, above, distance })
        });
    let mut all: Vec<Reversal> = of_price.chain(of_work).chain(of_inputs).collect();
    all.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    all.truncate(most);
    all
}

/// A value with so many significant digits.
pub(super) fn rounded(value: f64, digits: f64) -> f64 {
    let size = libm::floor(libm::log10(libm::fabs(value)));
    // Whole powers of ten stay exact.
    let places = digits - 1.0;
    let (down, up) = (libm::pow(10.0, (size - places).max(0.0)), libm::pow(10.0, (places - size).max(0.0)));
    if size.is_finite() { libm::round(value / down * up) / up * down } else { value }
}

fn at_price(text: &str, price: &PairBreakEven, usd: f64, (plan, style): (PlanKind, Style)) -> Vec<Piece> {
    let slots = [
        ("side", words(side(price.cheaper_above != plan))),
        ("usd", Piece::Figure(usd, style)),
        ("now", Piece::Figure(price.now_usd, style)),
    ];
    filled(text, &slots)
}

fn side(above: bool) -> &'static str {
    if above { "above" } else { "below" }
}

/// Who can confirm a row, by its group.
fn who_knows(id: &str) -> &'static str {
    match id.split('.').next().unwrap_or_default() {
        "work" | "sizes" => "the teams that run the jobs",
        "own" => "the vendor\u{2019}s written quote",
        "power" | "place" | "people" => "operations and facilities",
        "rent" | "stops" | "api" | "present" => "the provider\u{2019}s written offer",
        "money" | "limits" => "finance",
        // Nobody.
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn values_have_so_many_digits() {
        for (value, shown) in [(-0.025_421_17, -0.0254), (61_234.5, 61_200.0), (1.0, 1.0), (0.0, 0.0), (99.96, 100.0)] {
            assert_eq!(rounded(value, 3.0), shown);
        }
    }
}
