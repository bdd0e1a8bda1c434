//! Break-even over the horizon: the use and the hourly price at which owning and renting have the same present value,
//! and the price at which a commitment costs the same as the cheaper of the two. The break-even of a steady year
//! (`formulas::break_even`) ignores waiting, price changes and early sale; this one uses the verdict's own calculation.
//! Source: model page, sections 4 and 5.

use std::sync::Arc;

use crate::analysis::goal_seek::{saving, saving_between};
use crate::cost::headline::wanted_busy_share;
use crate::cost::plan::OverflowPricing;
use crate::formulas::root::{Point, bisect, root};
use crate::horizon::node_expansion;
use crate::horizon::{Comparison, HorizonBreakEven, buffers, own_against, own_value, rent_value};
use crate::inputs::field::Kind;
use crate::inputs::value::Amount;
use crate::inputs::{BeyondChoice, MOST_OFFER_USD, Scenario, TaxLosses, TaxMethod, field};
use crate::model::offers::{Billing, Offer};
use crate::model::{Model, without_idle_mistakes};
use crate::units::{HourlyPrice, MONTHS_PER_YEAR, count};

/// Steps from no use to full use, searched for a change of the winner.
const STEPS: usize = 18;

/// Share of the highest use that stands for almost none: without any work nothing compares.
const NEXT_TO_NOTHING: f64 = 1e-6;

/// Finds both from the comparison over the horizon. `None` if the two sides do not compare, if there is no work, or if
/// the winner never changes but is not known at every use.
pub fn horizon_break_even(model: &Model, scenario: &Scenario, found: &Comparison) -> Option<HorizonBreakEven> {
    let (rival, rent) = found.cheapest.filter(|_| found.own.complete && model.work.as_gpu_hours() > 0.0)?;
    let here = wanted_busy_share(model);
    let saved = rent.present_value - found.own.present_value;
    let mut other = model.clone();
    let mut flows = buffers(model);
    let terms = OverflowPricing::of(model);
    let mut at = |share: f64, told: Precision| {
        if scenario.time.beyond == BeyondChoice::Node {
            return saving(&at_use(model, scenario, share), None, &mut flows);
        }
        other.work = model.work * (share / here);
        if told == Precision::Sign && saved <= 0.0 && !model.time.tax.is_some_and(|tax| tax.carried) {
            // If the offer that is cheapest at the current use costs less than owning, so does the cheapest there.
            let least =
                saving_between(&own_value(&other, &terms, &mut flows), &rent_value(&other, &terms, rival, &mut flows));
            if least.is_some_and(|usd| usd <= 0.0 && usd.is_finite()) {
                return least;
            }
        }
        saving(&other, None, &mut flows)
    };
    // Beyond the machines' capacity the rest is rented if an offer is available; such a use is still valid.
    let top = here.max(1.0);
    let most = if at(top, Precision::Sign).is_some() { top } else { model.owned.ceiling().max(here) };
    let (busy_share, own_above, until_busy_share) = match nearest_change(here, saved, most, &mut at) {
        Neighbourhood::Change(low, high) => {
            where_owning_pays(low, high, (here, saved), most, &mut |share| at(share, Precision::Value))
        }
        Neighbourhood::Nowhere => (None, saved > 0.0, None),
        Neighbourhood::Unknown => return None,
    };
    let by_the_hour = cheapest(model, |o| matches!(o.billing, Billing::PayPerUse));
    let commitment = cheapest(model, |o| !matches!(o.billing, Billing::PayPerUse));
    let own = found.own.present_value;
    let least = by_the_hour.map_or(own, |(_, value)| value.min(own));
    let usd = by_the_hour.and_then(|(offer, _)| price_that_turns(model, offer, saved));
    let commitment_usd = commitment.and_then(|(offer, _)| price(model, offer, Target::Value(least)));
    let typed = |found: Option<(&Offer, f64)>, usd: Option<f64>| {
        found.zip(usd).is_some_and(|((offer, _), usd)| turns_as_typed(model, offer, usd))
    };
    Some(HorizonBreakEven {
        busy_share,
        own_above,
        until_busy_share,
        usd_per_gpu_hour: usd,
        usd_turns_as_typed: typed(by_the_hour, usd),
        offer: by_the_hour.map(|(offer, _)| offer.id.clone()),
        commitment_usd_per_gpu_hour: commitment_usd,
        commitment_usd_turns_as_typed: typed(commitment, commitment_usd),
        commitment: commitment.map(|(offer, _)| offer.id.clone()),
    })
}

/// Price of a node at which owning costs the same as the cheapest offer.
///
/// The present value of owning is linear in the node price, so two evaluations give the crossing exactly. It is not
/// linear if losses are carried forward or if the number of nodes depends on their price; then the crossing is searched
/// up to the row's maximum. `None` if the row does not take the price, or if nothing can be rented.
pub fn node_price_flip(scenario: &Scenario, model: &Model, found: &Comparison) -> Option<f64> {
    const STEP: f64 = 1e6;
    let Some(Kind::Number { max: most, .. }) = field("own.node_price_usd").map(|row| row.kind) else { return None };
    let (index, rent) = found.cheapest.filter(|_| found.own.complete)?;
    let mut other = without_idle_mistakes(scenario).into_owned();
    let mut flows = buffers(model);
    let mut dearer_by = |usd: f64| {
        other.own.node_price_usd = Amount::exact(usd);
        let model = node_expansion::rerun(model, &other);
        own_against(&model, &OverflowPricing::of(&model), index, &mut flows).present_value - rent.present_value
    };
    let free = dearer_by(0.0);
    let carried = scenario.money.tax_method != TaxMethod::Without && scenario.money.tax_losses == TaxLosses::Carried;
    if carried || scenario.time.beyond == BeyondChoice::Node {
        return ((free > 0.0) != (dearer_by(most) > 0.0)).then(|| bisect(0.0, most, dearer_by));
    }
    let mut flip = free / (free - dearer_by(STEP)) * STEP;
    if !(STEP / 100.0..=STEP * 10.0).contains(&flip) {
        // Far from both points the line through them is inexact: refine once through the crossing found.
        flip = free / (free - dearer_by(flip)) * flip;
    }
    (0.0..=most).contains(&flip).then_some(flip)
}

/// The scenario's model with enough work to keep its owned GPUs busy for `busy_share`.
pub fn at_use(model: &Model, scenario: &Scenario, busy_share: f64) -> Model {
    let work = model.work * (busy_share / wanted_busy_share(model));
    if scenario.time.beyond != BeyondChoice::Node {
        return Model { work, ..model.clone() };
    }
    // The number of expansion nodes that pay off depends on the work.
    let mut clean = without_idle_mistakes(scenario).into_owned();
    clean.work.gpu_hours_per_month.value = work.as_gpu_hours() / MONTHS_PER_YEAR;
    node_expansion::rerun(model, &clean)
}

/// Sets the price of an offer in a model, in dollars per GPU-hour.
pub fn set_price(model: &mut Model, index: usize, usd: f64) {
    if let Some(offer) = Arc::make_mut(&mut model.offers).get_mut(index) {
        offer.price = HourlyPrice::usd_per_gpu_hour(usd);
    }
}

/// The hourly price of an offer at which the answer changes. If owning wins, entering a lower price for the offer makes
/// renting win and a higher one keeps owning ahead, with every other price unchanged.
fn price_that_turns(model: &Model, offer: &Offer, saved: f64) -> Option<f64> {
    let found = price(model, offer, Target::OverOwning(0.0));
    if saved <= 0.0 {
        return found;
    }
    let index = model.offers.iter().position(|o| o.id == offer.id)?;
    if found.is_some_and(|usd| turns_as_typed(model, offer, usd)) {
        return found;
    }
    let (mut other, mut flows) = (model.clone(), buffers(model));
    let mut at = |usd: f64| {
        set_price(&mut other, index, usd);
        saving(&other, None, &mut flows).filter(|saved| saved.is_finite())
    };
    falling_price(offer.price.as_usd_per_gpu_hour(), saved, &mut at)
}

/// Whether the answer changes at a price entered for an offer, every other price unchanged: renting wins below it,
/// owning above.
fn turns_as_typed(model: &Model, offer: &Offer, usd: f64) -> bool {
    let Some(index) = model.offers.iter().position(|o| o.id == offer.id) else { return false };
    let (mut other, mut flows) = (model.clone(), buffers(model));
    let [below, above] = [1.0 - 1e-8, 1.0 + 1e-8].map(|part| {
        set_price(&mut other, index, usd * part);
        saving(&other, None, &mut flows)
    });
    below.is_some_and(|saved| saved <= 0.0) && above.is_some_and(|saved| saved > 0.0)
}

/// The first price below the current one at which renting wins, even if plans that use the offer make its line
/// nonlinear.
fn falling_price(here: f64, saved: f64, at: &mut dyn FnMut(f64) -> Option<f64>) -> Option<f64> {
    const TRIES: usize = 40;
    let mut last = (here, saved);
    for step in 1..=TRIES {
        let usd = if step == TRIES { here * 1e-9 } else { here * (1.0 - count(step) / count(TRIES)) };
        let found = (usd, at(usd)?);
        if found.1 <= 0.0 {
            return Some(root(found, last, at));
        }
        last = found;
    }
    None
}

/// A model with no other offers, and the index of the offer in it; if other offers must do work this one cannot, the
/// model with all of them.
pub fn alone(model: &Model, offer: &Offer) -> (Model, usize) {
    let alone = Model { offers: Arc::new(vec![Offer { place: 0, ..offer.clone() }]), ..model.clone() };
    let (terms, mut flows) = (OverflowPricing::of(&alone), buffers(&alone));
    // Part of the work is sent to another offer at that offer's price.
    let shares = offer.elsewhere > 0.0;
    if !shares && rent_value(&alone, &terms, 0, &mut flows).complete && own_value(&alone, &terms, &mut flows).complete {
        return (alone, 0);
    }
    (model.clone(), model.offers.iter().position(|o| o.id == offer.id).unwrap_or(0))
}

/// How exactly a saving is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    /// Its value.
    Value,
    /// Only its sign; if renting wins, as here, the true saving may be lower than the one returned.
    Sign,
}

/// The result of searching around a scenario's use.
enum Neighbourhood {
    /// The two adjacent points, nearest to it, between which the winner changes.
    Change(Point, Point),
    /// The same side wins everywhere, and the two compare everywhere.
    Nowhere,
    /// The same side wins wherever the two compare, but some points do not compare: work is left undone there.
    Unknown,
}

/// The range of use in which owning pays off, around a change between two points. A full commitment can cost less again
/// than machines that queued work never fills; then both ends are set.
fn where_owning_pays(
    low: Point,
    high: Point,
    here: Point,
    most: f64,
    at: &mut dyn FnMut(f64) -> Option<f64>,
) -> (Option<f64>, bool, Option<f64>) {
    let near = root(low, high, at);
    let rented = |place: f64, at: &mut dyn FnMut(f64) -> Option<f64>| {
        at(place).filter(|usd| *usd <= 0.0 && usd.is_finite()).map(|usd| (place, usd))
    };
    let owned = |end: Point| if here.1 > 0.0 { here } else { end };
    if high.1 > 0.0 {
        let until = rented(most, at).map(|end| root(owned(high), end, at));
        return (Some(near), true, until);
    }
    match rented(most * NEXT_TO_NOTHING, at) {
        Some(end) => (Some(root(end, owned(low), at)), true, Some(near)),
        None => (Some(near), false, None),
    }
}

/// Searches for a change of the winner from `here` outwards, down to almost no use and up to `most`.
fn nearest_change(
    here: f64,
    saved: f64,
    most: f64,
    at: &mut dyn FnMut(f64, Precision) -> Option<f64>,
) -> Neighbourhood {
    let step = most / count(STEPS);
    let least = most * NEXT_TO_NOTHING;
    let changes = |point: Point| (point.1 > 0.0) != (saved > 0.0);
    let mut find = |place: f64, told: Precision| at(place, told).filter(|usd| usd.is_finite()).map(|usd| (place, usd));
    let told = |place: Point, find: &mut dyn FnMut(f64, Precision) -> Option<Point>| {
        if place.0 == here { place } else { find(place.0, Precision::Value).unwrap_or(place) }
    };
    let (mut below, mut above) = (Some((here, saved)), Some((here, saved)));
    let mut everywhere = true;
    while below.is_some() || above.is_some() {
        if let Some(last) = below {
            below = if last.0 > least { find((last.0 - step).max(least), Precision::Sign) } else { None };
            everywhere &= below.is_some() || last.0 <= least;
            if let Some(found) = below.filter(|found| changes(*found)) {
                return Neighbourhood::Change(found, told(last, &mut find));
            }
        }
        if let Some(last) = above {
            above = if last.0 < most { find((last.0 + step).min(most), Precision::Sign) } else { None };
            everywhere &= above.is_some() || last.0 >= most;
            if let Some(found) = above.filter(|found| changes(*found)) {
                return Neighbourhood::Change(told(last, &mut find), found);
            }
        }
    }
    if everywhere { Neighbourhood::Nowhere } else { Neighbourhood::Unknown }
}

/// The counted offer matching `of` that does all the work at the lowest cost over the horizon, with its present value.
fn cheapest(model: &Model, of: impl Fn(&Offer) -> bool) -> Option<(&Offer, f64)> {
    let terms = OverflowPricing::of(model);
    let mut flows = buffers(model);
    let mut best: Option<(&Offer, f64)> = None;
    for (index, offer) in model.offers.iter().enumerate() {
        if !offer.counted || !of(offer) {
            continue;
        }
        let value = rent_value(model, &terms, index, &mut flows);
        if value.complete && best.is_none_or(|(_, kept)| value.present_value < kept) {
            best = Some((offer, value.present_value));
        }
    }
    best
}

/// What renting should cost at the price sought.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// This present value.
    Value(f64),
    /// This much more than owning, with every rented hour at that price, including those before delivery and above the
    /// ceiling, and no other offer considered. This is the outcome once a price below all others is entered as a quote.
    OverOwning(f64),
}

/// The price of an offer at which renting from it meets the target; `None` if no price that can be entered does. The
/// cost is nearly linear in the price (secant method).
pub fn price(model: &Model, offer: &Offer, wanted: Target) -> Option<f64> {
    const TRIES: usize = 30;
    let mut flows = buffers(model);
    let (mut other, index) = match wanted {
        Target::Value(_) => (model.clone(), model.offers.iter().position(|o| o.id == offer.id)?),
        Target::OverOwning(_) => alone(model, offer),
    };
    let mut at = |usd: f64| {
        set_price(&mut other, index, usd);
        let terms = OverflowPricing::of(&other);
        let against = match wanted {
            Target::Value(usd) => usd,
            Target::OverOwning(usd) => own_against(&other, &terms, index, &mut flows).present_value + usd,
        };
        rent_value(&other, &terms, index, &mut flows).present_value - against
    };
    let here = offer.price.as_usd_per_gpu_hour();
    let (mut before, mut last) = ((here, at(here)), (here * 2.0, at(here * 2.0)));
    for _ in 0..TRIES {
        let slope = (last.1 - before.1) / (last.0 - before.0);
        let next = last.0 - last.1 / slope;
        if !next.is_finite() || next <= 0.0 {
            return None;
        }
        let met = libm::fabs(next - last.0) <= 1e-13 * next;
        if met || next == last.0 {
            return Some(next).filter(|usd| *usd <= MOST_OFFER_USD);
        }
        (before, last) = (last, (next, at(next)));
    }
    None
}
