//! What each input does to the difference of two plans within its range: the rows of the table, and what no row holds alone.
//!
//! Source: plans page, section 9; model page, section 4.

use serde::Serialize;

use super::change::{Change, Hours, Place, WORK_ROW};
use super::held::HeldPair;
use super::turns::between;
use crate::analysis::sensitivity::is_unconfirmed;
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Value};
use crate::inputs::{FIELDS, Scenario};
use crate::model::offers::Offer;
use crate::model::token_offers::TokenOffer;
use crate::model::{Model, Subject};
use crate::prices::{Class, Service};

/// How far the peak of described work is looked at, as a share of it.
const PEAKS: (f64, f64) = (0.75, 1.25);
/// Price of hours on demand: one factor on all of them.
pub const ON_DEMAND_PRICE: &str = "pair.on_demand_price";
/// Price of spot hours.
pub const SPOT_PRICE: &str = "pair.spot_price";
/// Price of tokens from an API.
pub const TOKEN_PRICE: &str = "pair.token_price";
/// Height of the peak: GPUs in the busiest hours of every workload that varies, its quiet hours as they are.
pub const PEAK: &str = "pair.peak";

/// What one input does to the difference of two plans within its range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairDriver {
    /// Id of the row, or one of [`ON_DEMAND_PRICE`], [`SPOT_PRICE`], [`TOKEN_PRICE`], [`PEAK`], whose values are factors.
    pub field: &'static str,
    /// Low end of its range, in the row's unit.
    pub low: f64,
    /// High end.
    pub high: f64,
    /// What the other plan costs more at the low end, present value, US dollars.
    pub difference_at_low_usd: f64,
    /// The same at the high end.
    pub difference_at_high_usd: f64,
    /// Whether the cheaper of the two changes within the range.
    pub flips: bool,
    /// The value at which it does.
    pub turns_at: Option<f64>,
    /// Whether it is an unconfirmed price or quantity of today: these decide how sure the answer is.
    pub unconfirmed: bool,
}

impl PairDriver {
    /// Half of the difference's change over the range.
    pub fn half_swing(&self) -> f64 {
        (self.difference_at_high_usd - self.difference_at_low_usd).abs() / 2.0
    }
}

/// An input with a range.
#[derive(Clone, Copy)]
pub(in crate::analysis) enum Ranged {
    Row(&'static Field, (f64, f64)),
    Price(Hours, (f64, f64)),
    Peak,
}

/// Everything with a range in a scenario.
pub(in crate::analysis) fn ranged(subject: Subject, base: &Model) -> Vec<Ranged> {
    let Subject { scenario, book, edition } = subject;
    let numbers = FIELDS.iter().filter(|row| matches!(row.kind, Kind::Number { .. }) && (row.is_relevant)(scenario));
    // The sum of the workloads is no input.
    let summed = |row: &&Field| row.id == WORK_ROW && !scenario.work.workloads.is_empty();
    let rows = numbers.filter(|row| !summed(row));
    let mut all: Vec<Ranged> =
        rows.filter_map(|row| Some(Ranged::Row(row, row.open_range(scenario, book, edition)?))).collect();
    for hours in Hours::ALL {
        all.extend(range_of_price(subject, base, hours).map(|range| Ranged::Price(hours, range)));
    }
    all.push(Ranged::Peak);
    all
}

/// Range of the factor on the price of a kind of hours: from the lowest listed to the usual price. An offer with the
/// reader's own price is confirmed and has none.
fn range_of_price(Subject { scenario, book, edition }: Subject, base: &Model, hours: Hours) -> Option<(f64, f64)> {
    if hours == Hours::Tokens {
        return range_of_token_price(base);
    }
    let price = |offer: &Offer| offer.price.as_usd_per_gpu_hour();
    let sold = base.offers.iter().filter(|offer| offer.counted && hours.is_sold_by(offer));
    let cheapest = sold.min_by(|a, b| price(a).total_cmp(&price(b)))?;
    if cheapest.id.starts_with("quote-") || scenario.rent.own_price(&cheapest.id).is_some() {
        return None;
    }
    let is_spot = hours == Hours::Spot;
    let same = book.offers_of(edition).filter(|offer| {
        offer.gpu == scenario.work.gpu && !offer.gpu_part_only && (offer.service == Service::Spot) == is_spot
    });
    let lowest = same.filter(|offer| Class::of(offer.service) != Class::Commitment).map(|offer| offer.usd_per_gpu_hour);
    let class = if is_spot { Class::Spot } else { Class::Hour };
    let usual = book.usual(edition, &scenario.work.gpu, class, "")?.usd;
    let now = price(cheapest);
    let (low, high) = (lowest.fold(now, f64::min) / now, usual.max(now) / now);
    (now > 0.0 && low < high).then_some((low, high))
}

/// The same of tokens: from the cheapest provider that counts to the median of those. A price of the reader's own is confirmed.
fn range_of_token_price(base: &Model) -> Option<(f64, f64)> {
    let usd = |offer: &TokenOffer| offer.usd_per_million.iter().flatten().copied().reduce(f64::min);
    let counted = base.token_offers.iter().filter(|offer| offer.counted);
    let mut priced: Vec<(f64, bool)> = counted.filter_map(|offer| Some((usd(offer)?, offer.as_of.is_none()))).collect();
    priced.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (least, is_own) = *priced.first()?;
    let (median, _) = *priced.get(priced.len() / 2)?;
    (!is_own && least > 0.0 && median > least).then(|| (1.0, median / least))
}

impl Ranged {
    pub(in crate::analysis) fn id(self) -> &'static str {
        match self {
            Self::Row(row, _) => row.id,
            Self::Price(Hours::OnDemand, _) => ON_DEMAND_PRICE,
            Self::Price(Hours::Spot, _) => SPOT_PRICE,
            Self::Price(Hours::Tokens, _) => TOKEN_PRICE,
            Self::Peak => PEAK,
        }
    }

    fn range(self) -> (f64, f64) {
        match self {
            Self::Row(_, range) | Self::Price(_, range) => range,
            Self::Peak => PEAKS,
        }
    }

    fn difference(self, held: &mut HeldPair, place: Place, value: f64) -> Option<f64> {
        match self {
            Self::Row(row, _) => held.difference(place, Change::Row(row, &Value::Number(Amount::exact(value)))),
            Self::Price(hours, _) => held.difference(place, Change::Price(hours, value)),
            Self::Peak => held.difference(place, Change::Peak(value)),
        }
    }

    /// What it does within its range; nothing where it does nothing or the two do not compare.
    pub(super) fn driver(self, held: &mut HeldPair, place: Place, scenario: &Scenario) -> Option<PairDriver> {
        let (low, high) = self.range();
        let at_low = self.difference(held, place, low)?;
        let at_high = self.difference(held, place, high)?;
        if at_low == at_high {
            return None;
        }
        let flips = (at_low > 0.0) != (at_high > 0.0);
        let mut at = |value: f64| self.difference(held, place, value);
        let turns_at = flips.then(|| between((low, at_low), (high, at_high), &mut at).0);
        let unconfirmed = matches!(self, Self::Row(row, _) if is_unconfirmed(row, scenario));
        Some(PairDriver {
            field: self.id(),
            low,
            high,
            difference_at_low_usd: at_low,
            difference_at_high_usd: at_high,
            flips,
            turns_at,
            unconfirmed,
        })
    }
}

/// Possible error of a difference if every unconfirmed input varies within its range on its own, US dollars.
pub(super) fn allowance(drivers: &[PairDriver]) -> f64 {
    let counted = drivers.iter().filter(|driver| driver.unconfirmed);
    libm::sqrt(counted.map(|driver| driver.half_swing() * driver.half_swing()).sum())
}

/// Sorts drivers, the strongest first.
pub(super) fn sort(drivers: &mut [PairDriver]) {
    drivers.sort_by(|a, b| b.half_swing().total_cmp(&a.half_swing()));
}

/// The drivers of two plans alone, one at a time.
pub struct PairDrivers {
    held: HeldPair,
    left: Vec<Ranged>,
    found: Vec<PairDriver>,
}

impl PairDrivers {
    /// Starts with two plans.
    pub fn new(held: HeldPair, place: Place) -> Self {
        Self { held, left: ranged(place.subject, &place.setting.base), found: Vec::new() }
    }

    /// Takes one step. Returns whether steps are left.
    pub fn step(&mut self, place: Place) -> bool {
        let driver = self.left.pop().and_then(|input| input.driver(&mut self.held, place, place.subject.scenario));
        self.found.extend(driver);
        !self.left.is_empty()
    }

    /// Possible error of the difference if every unconfirmed input varies within its range on its own, US dollars.
    pub fn allowance(&self) -> f64 {
        allowance(&self.found)
    }
}
