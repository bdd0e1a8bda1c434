//! Where the answer turns over the horizon: the use and the price by the hour at which owning and renting have the same
//! present value, and the price at which a commitment costs what the cheaper of the two does. The break-even of a steady
//! year (`break_even`) knows no waiting, no moving prices and no early sale; this one has the verdict's own reckoning.
//! Source: model page, sections 4 and 5.

use std::rc::Rc;

use crate::analysis::goal_seek::{saving, saving_between};
use crate::cost::headline::wanted_busy_share;
use crate::cost::plan::OverflowPricing;
use crate::formulas::root::{Point, bisect, root};
use crate::horizon::node_expansion;
use crate::horizon::{Comparison, HorizonBreakEven, buffers, own_against, own_value, rent_value};
use crate::inputs::value::Amount;
use crate::inputs::{BeyondChoice, Scenario, TaxLosses, TaxMethod};
use crate::model::offers::{Billing, Offer};
use crate::model::{Model, without_idle_mistakes};
use crate::units::{HourlyPrice, MONTHS_PER_YEAR, count};

/// Steps between no use and all of the time, in which a change of the winner is looked for.
const STEPS: usize = 18;

/// Share of the most use that is next to none: without work nothing compares.
const NEXT_TO_NOTHING: f64 = 1e-6;

/// Finds both, from what won over the horizon. Nothing where the two do not compare, where there is no work, and where the
/// winner never changes but cannot be told at every use.
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
            // Where the offer that is cheapest here costs less than owning, the cheapest there does.
            let least =
                saving_between(&own_value(&other, &terms, &mut flows), &rent_value(&other, &terms, rival, &mut flows));
            if least.is_some_and(|usd| usd <= 0.0 && usd.is_finite()) {
                return least;
            }
        }
        saving(&other, None, &mut flows)
    };
    // Beyond what the machines can be busy the rest is rented, where somebody rents it out: still a place to be.
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

/// Price of a node at which owning costs what the cheapest offer does.
///
/// The present value of owning is a straight line in the node price, so two evaluations give the crossing exactly; where
/// losses are carried, or the number of nodes follows their price, it is bent, and the crossing is looked for up to the row's largest price. Nothing where it would
/// have to be negative, or where nothing can be rented.
pub fn node_price_flip(scenario: &Scenario, model: &Model, found: &Comparison) -> Option<f64> {
    const STEP: f64 = 1e6;
    const MOST: f64 = 1e8;
    let (index, rent) = found.cheapest.filter(|_| found.own.complete)?;
    let mut other = without_idle_mistakes(scenario).into_owned();
    let mut flows = buffers(model);
    let mut dearer_by = |usd: f64| {
        other.own.node_price_usd = Amount::exact(usd);
        let model = node_expansion::rerun(model, &other);
        own_against(&model, &OverflowPricing::of(&model), index, &mut flows).present_value - rent.present_value
    };
    let free = dearer_by(0.0);
    let carried =
        scenario.money.tax_method != TaxMethod::Without && scenario.money.tax_losses == TaxLosses::LinkedOffers;
    if carried || scenario.time.beyond == BeyondChoice::Node {
        return ((free > 0.0) != (dearer_by(MOST) > 0.0)).then(|| bisect(0.0, MOST, dearer_by));
    }
    let mut flip = free / (free - dearer_by(STEP)) * STEP;
    if !(STEP / 100.0..=STEP * 10.0).contains(&flip) {
        // Far from both points the line through them is not exact: once more through the one found.
        flip = free / (free - dearer_by(flip)) * flip;
    }
    (flip.is_finite() && flip >= 0.0).then_some(flip)
}

/// The model of a scenario with as much work as keeps its owned GPUs so busy.
pub fn at_use(model: &Model, scenario: &Scenario, busy_share: f64) -> Model {
    let work = model.work * (busy_share / wanted_busy_share(model));
    if scenario.time.beyond != BeyondChoice::Node {
        return Model { work, ..model.clone() };
    }
    // How many further nodes pay follows from the work.
    let mut clean = without_idle_mistakes(scenario).into_owned();
    clean.work.gpu_hours_per_month.value = work.as_gpu_hours() / MONTHS_PER_YEAR;
    node_expansion::rerun(model, &clean)
}

/// Gives an offer of a model another price, in dollars a GPU-hour.
pub fn set_price(model: &mut Model, index: usize, usd: f64) {
    if let Some(offer) = Rc::make_mut(&mut model.offers).get_mut(index) {
        offer.price = HourlyPrice::usd_per_gpu_hour(usd);
    }
}

/// The price of an offer by the hour at which the answer turns. Where owning wins, that price, typed for the offer, lets
/// renting win below it and owning above it, with every other price as it is.
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

/// Whether a price turns the answer once it is typed for an offer, every other price as it is: renting wins below it, owning
/// above.
fn turns_as_typed(model: &Model, offer: &Offer, usd: f64) -> bool {
    let Some(index) = model.offers.iter().position(|o| o.id == offer.id) else { return false };
    let (mut other, mut flows) = (model.clone(), buffers(model));
    let [below, above] = [1.0 - 1e-8, 1.0 + 1e-8].map(|part| {
        set_price(&mut other, index, usd * part);
        saving(&other, None, &mut flows)
    });
    below.is_some_and(|saved| saved <= 0.0) && above.is_some_and(|saved| saved > 0.0)
}

/// The first price below the present one at which renting wins, however the plans that use the offer bend its line.
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

/// A model in which nobody else rents out, and the place of the offer in it; where others have to take what it cannot, the
/// model with all of them.
pub fn alone(model: &Model, offer: &Offer) -> (Model, usize) {
    let alone = Model { offers: Rc::new(vec![Offer { place: 0, ..offer.clone() }]), ..model.clone() };
    let (terms, mut flows) = (OverflowPricing::of(&alone), buffers(&alone));
    // Part of the work goes to another offer, at that one's price.
    let shares = offer.elsewhere > 0.0;
    if !shares && rent_value(&alone, &terms, 0, &mut flows).complete && own_value(&alone, &terms, &mut flows).complete {
        return (alone, 0);
    }
    (model.clone(), model.offers.iter().position(|o| o.id == offer.id).unwrap_or(0))
}

/// What of a saving is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    /// The saving.
    Value,
    /// Who wins; where that is renting, as here, the saving may be less than is told.
    Sign,
}

/// What was found around a scenario's use.
enum Neighbourhood {
    /// The two places next to each other, nearest to it, between which the winner changes.
    Change(Point, Point),
    /// One wins wherever the two compare, which is everywhere.
    Nowhere,
    /// One wins wherever the two compare, which is not everywhere: work stays undone somewhere.
    Unknown,
}

/// From where on owning pays and until where, about a change between two places. A full commitment can cost less again
/// than machines that queues never fill: then both stand.
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

/// Looks for a change of the winner from `here` outwards, down to next to nothing and up to `most`.
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

/// The counted offer of a kind that does all the work for least over the horizon, with its present value.
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

/// What renting is to cost at the price looked for.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// This present value.
    Value(f64),
    /// So much more than owning, where an hour costs that price wherever one is rented, also until delivery and beyond the
    /// ceiling, and no other offer has a say: below all other prices it is so once it is typed as one's own.
    OverOwning(f64),
}

/// The price of an offer at which renting from it costs what is wanted. What lies between follows the price nearly in a
/// straight line.
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
            return Some(next);
        }
        (before, last) = (last, (next, at(next)));
    }
    None
}
