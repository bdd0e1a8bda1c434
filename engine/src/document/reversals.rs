//! The facts that would reverse a recommendation, the nearest first, and who can confirm each.

use crate::analysis::plan_pair::{Pair, PairBreakEven};
use crate::inputs::field;
use crate::plans::plan::PlanKind;
use crate::units::Unit;
use crate::view::template::filled;
use crate::view::two_plans::driver_label;
use crate::view::{Piece, Style, words};

/// A fact that would reverse a recommendation.
#[derive(Clone, Debug, PartialEq)]
pub struct Reversal {
    /// The fact.
    pub pieces: Vec<Piece>,
    /// Who can confirm it.
    pub who: &'static str,
    /// How far it is from the present value: the logarithm of the ratio, without its sign.
    distance: f64,
}

/// Formats a number with its unit.
pub type WriteUnit<'a> = &'a dyn Fn(f64, Unit) -> String;

/// The facts that would reverse the recommendation of a pair: prices and work at which both plans cost the same, and inputs within
/// whose ranges the other one wins. At most `most`, none twice.
pub fn reversals(pair: &Pair, most: usize, write: WriteUnit) -> Vec<Reversal> {
    let prices = [
        (&pair.node_price, "A node {side} {usd} (now {now})", Style::Usd, "the vendor, by a written quote"),
        (
            &pair.rest_price,
            "Hours on demand {side} {usd} (now {now})",
            Style::UsdPerHour,
            "the provider, by a written offer",
        ),
        (
            &pair.spot_price,
            "Spot hours {side} {usd} (now {now})",
            Style::UsdPerHour,
            "the provider\u{2019}s price history",
        ),
        (
            &pair.token_price,
            "A million tokens {side} {usd} (now {now})",
            Style::UsdFine,
            "the provider, by a written offer",
        ),
    ];
    let of_price = prices.into_iter().filter_map(|(price, text, style, who)| {
        let price = price.as_ref()?;
        let (usd, distance) = (price.usd?, price.distance()?);
        Some(Reversal { pieces: at_price(text, price, usd, (pair.plan, style)), who, distance })
    });
    let of_work = pair.work.as_ref().and_then(|work| {
        let (factor, distance) = (work.factor?, work.distance()?);
        let side = if work.cheaper_above == pair.plan { "below" } else { "above" };
        let slots = [("side", words(side)), ("share", Piece::Figure(factor, Style::Percent))];
        let pieces = filled("Work {side} {share} of what was entered", &slots);
        Some(Reversal { pieces, who: "the teams that run the jobs", distance })
    });
    // Prices and work stand there already.
    let known = [
        "own.node_price_usd",
        "work.gpu_hours_per_month",
        "pair.on_demand_price",
        "pair.spot_price",
        "pair.token_price",
    ];
    let of_inputs =
        pair.drivers.iter().filter(|driver| driver.flips && !known.contains(&driver.field)).filter_map(|driver| {
            let (row, at) = (field(driver.field)?, driver.turns_at?);
            // At which end the other plan wins.
            let side = if driver.difference_at_low_usd < 0.0 { "below" } else { "above" };
            let text = format!(
                "\u{201c}{}\u{201d} {side} {}",
                driver_label(driver.field),
                write(at, row.unit().unwrap_or(Unit::Ratio))
            );
            let middle = f64::midpoint(driver.low, driver.high);
            let spread = f64::max(driver.high - driver.low, f64::MIN_POSITIVE);
            Some(Reversal {
                pieces: vec![words(text)],
                who: who_knows(row.id),
                distance: libm::fabs(at - middle) / spread,
            })
        });
    let mut all: Vec<Reversal> = of_price.chain(of_work).chain(of_inputs).collect();
    all.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    all.truncate(most);
    all
}

fn at_price(text: &str, price: &PairBreakEven, usd: f64, (plan, style): (PlanKind, Style)) -> Vec<Piece> {
    let side = if price.cheaper_above == plan { "below" } else { "above" };
    let slots =
        [("side", words(side)), ("usd", Piece::Figure(usd, style)), ("now", Piece::Figure(price.now_usd, style))];
    filled(text, &slots)
}

/// Who can confirm a row, by its group.
fn who_knows(id: &str) -> &'static str {
    match id.split('.').next().unwrap_or_default() {
        "work" | "sizes" => "the teams that run the jobs",
        "own" => "the vendor, by a written quote",
        "power" | "place" | "people" => "operations and facilities",
        "rent" | "stops" | "api" | "present" => "the provider, by a written offer",
        "money" | "limits" => "finance",
        _ => "nobody beforehand: it lies in the future",
    }
}
