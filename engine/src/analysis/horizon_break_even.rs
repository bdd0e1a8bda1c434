//! Break-even over the horizon: the use and the hourly price at which owning and renting have the same present value,
//! and the price at which a commitment costs the same as the cheaper of the two. The break-even of a steady year
//! (`formulas::break_even`) ignores waiting, price changes and early sale; this one uses the verdict's own calculation.
//! Source: model page, sections 4 and 5.

use std::sync::Arc;

use crate::analysis::goal_seek::{saving, saving_between};
use crate::cost::plan::OverflowPricing;
use crate::formulas::finance::Clock;
use crate::formulas::root::{Point, bisect, root};
use crate::formulas::sign_changes::{changes, refined};
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
    let saved = rent.present_value - found.own.present_value;
    let clean = without_idle_mistakes(scenario);
    let subject = Turning { model, scenario: &clean, saved };
    let (busy_share, own_above, until_busy_share) = subject.uses(rival)?;
    let by_the_hour = cheapest(model, |o| matches!(o.billing, Billing::PayPerUse));
    let commitment = cheapest(model, |o| !matches!(o.billing, Billing::PayPerUse));
    let own = found.own.present_value;
    let least = by_the_hour.map_or(own, |(_, value)| value.min(own));
    let usd = by_the_hour.and_then(|(offer, _)| subject.price_that_turns(offer, Target::OverOwning(0.0)));
    let committed = commitment.and_then(|(offer, _)| subject.price_that_turns(offer, Target::Value(least)));
    Some(HorizonBreakEven {
        busy_share,
        own_above,
        until_busy_share,
        usd_per_gpu_hour: usd.map(|(usd, _)| usd),
        usd_turns_as_typed: usd.is_some_and(|(_, turns)| turns),
        offer: by_the_hour.map(|(offer, _)| offer.id.clone()),
        commitment_usd_per_gpu_hour: committed.map(|(usd, _)| usd),
        commitment_usd_turns_as_typed: committed.is_some_and(|(_, turns)| turns),
        commitment: commitment.map(|(offer, _)| offer.id.clone()),
    })
}

/// A scenario whose turning points are sought: those of the plan as it would be chosen there.
struct Turning<'a> {
    model: &'a Model,
    /// Without rows that do not count.
    scenario: &'a Scenario,
    /// What owning saves now, present value.
    saved: f64,
}

impl Turning<'_> {
    /// The range of use in which owning pays off, around the change nearest to the present use: a share, whether owning
    /// costs less above it, and where that ends. `None` if the winner never changes but is not known at every use.
    ///
    /// A full commitment can cost less again than machines that queued work never fills; then both ends are set.
    fn uses(&self, rival: usize) -> Option<(Option<f64>, bool, Option<f64>)> {
        let (model, saved) = (self.model, self.saved);
        let here = node_expansion::share_of_entered(model);
        let mut other = model.clone();
        let mut flows = buffers(model);
        let terms = OverflowPricing::of(model);
        let mut at = |share: f64, precision: Precision| {
            if self.scenario.time.beyond == BeyondChoice::Node {
                return saving(&at_use(model, self.scenario, share), None, &mut flows);
            }
            other.set_work(model, model.work * (share / here));
            if precision == Precision::Sign && saved <= 0.0 && !model.time.tax.is_some_and(|tax| tax.carried) {
                // If the offer that is cheapest at the current use costs less than owning, so does the cheapest there.
                let own = own_value(&other, &terms, &mut flows);
                let least = saving_between(&own, &rent_value(&other, &terms, rival, &mut flows));
                if least.is_some_and(|usd| usd <= 0.0 && usd.is_finite()) {
                    return least;
                }
            }
            saving(&other, None, &mut flows)
        };
        // Beyond the machines' capacity the rest is rented if an offer is available; such a use is still valid. More work
        // than can be entered is none.
        let top = here.max(1.0).min(here * most_work(model)).max(here);
        let most = if at(top, Precision::Sign).is_some() { top } else { model.owned.ceiling().max(here).min(top) };
        let least = (most * NEXT_TO_NOTHING).min(here);
        let places = uses_around(here, (least, most), model.owned.ceiling());
        let runs = refined(&places, &mut |share| if share == here { Some(saved) } else { at(share, Precision::Sign) });
        let run = runs.iter().find(|run| run.iter().any(|point| point.0 == here))?;
        let changes: Vec<(Point, Point)> = changes(run).collect();
        let away = |(low, high): &(Point, Point)| (here - high.0).max(low.0 - here);
        let Some(nearest) = (0..changes.len()).min_by(|a, b| {
            let away = |index: &usize| changes.get(*index).map_or(f64::INFINITY, away);
            away(a).total_cmp(&away(b))
        }) else {
            return (runs.len() == 1 && run.len() >= places.len()).then_some((None, saved > 0.0, None));
        };
        let mut share = |index: Option<usize>| {
            let (low, high) = *changes.get(index?)?;
            // Of the side that rents only the sign was asked.
            let exact = |point: Point, at: &mut dyn FnMut(f64, Precision) -> Option<f64>| {
                (point.0, if point.0 == here { saved } else { at(point.0, Precision::Value).unwrap_or(point.1) })
            };
            let (low, high) = (exact(low, &mut at), exact(high, &mut at));
            Some(root(low, high, &mut |share| at(share, Precision::Value)))
        };
        let near = share(Some(nearest));
        if changes.get(nearest).is_some_and(|(_, high)| high.1 > 0.0) {
            return Some((near, true, share(nearest.checked_add(1))));
        }
        Some(match share(nearest.checked_sub(1)) {
            Some(from) => (Some(from), true, near),
            None => (near, false, None),
        })
    }

    /// What owning saves with one price of an offer, every other unchanged.
    fn saved_at(&self, index: usize) -> impl FnMut(f64) -> Option<f64> {
        let (model, scenario) = (self.model, self.scenario);
        let (mut other, mut flows) = (model.clone(), buffers(model));
        move |usd: f64| {
            set_price(&mut other, index, usd);
            let sized = (scenario.time.beyond == BeyondChoice::Node)
                .then(|| node_expansion::sized_again(other.clone(), scenario));
            saving(sized.as_ref().unwrap_or(&other), None, &mut flows).filter(|saved| saved.is_finite())
        }
    }

    /// The price of an offer that meets the target, and whether the answer changes there once it is entered with every
    /// other price unchanged: below it renting wins, above it owning. If it does not at the price of the target alone, the
    /// price nearest to the present one at which it does.
    fn price_that_turns(&self, offer: &Offer, wanted: Target) -> Option<(f64, bool)> {
        let index = self.model.offers.iter().position(|o| o.id == offer.id)?;
        let found = price(self.model, self.scenario, offer, wanted);
        let mut at = self.saved_at(index);
        if let Some(usd) = found.filter(|usd| turns_there(*usd, &mut at)) {
            return Some((usd, true));
        }
        let here = offer.price.as_usd_per_gpu_hour();
        let mut places = prices_around(here);
        places.retain(|usd| if self.saved > 0.0 { *usd <= here } else { *usd >= here });
        let runs = refined(&places, &mut |usd| if usd == here { Some(self.saved) } else { at(usd) });
        let away = |(low, high): &(Point, Point)| (here - high.0).max(low.0 - here);
        let turns = runs.iter().flat_map(changes).filter(|(_, high)| high.1 > 0.0);
        let nearest = turns.min_by(|a, b| away(a).total_cmp(&away(b)));
        let typed = nearest.map(|(low, high)| root(low, high, &mut at)).filter(|usd| turns_there(*usd, &mut at));
        typed.map(|usd| (usd, true)).or(found.map(|usd| (usd, false)))
    }
}

/// How often as much work as now can be entered.
fn most_work(model: &Model) -> f64 {
    let Some(Kind::Number { max, .. }) = field("work.gpu_hours_per_month").map(|row| row.kind) else { return 1.0 };
    max * MONTHS_PER_YEAR / model.work.as_gpu_hours()
}

/// Steps of the machines' own range where the work is far more than they do.
const OWN_STEPS: usize = 24;

/// The uses that are searched, ascending: in equal steps from the present one to both ends; where these are long beside what
/// the machines can do, in steps of that too, up to half beyond it.
fn uses_around(here: f64, (least, most): (f64, f64), ceiling: f64) -> Vec<f64> {
    let step = most / count(STEPS);
    let of_own = 1.5 * ceiling / count(OWN_STEPS);
    let inside = (1..=if step > of_own { OWN_STEPS } else { 0 }).map(|place| of_own * count(place));
    let inside = inside.filter(|share| (least..most).contains(share));
    let down = std::iter::successors(Some(here), |last| (*last > least).then(|| (last - step).max(least)));
    let up = std::iter::successors(Some(here), |last| (*last < most).then(|| (last + step).min(most)));
    let mut places: Vec<f64> = down.chain(up).chain(inside).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    places
}

/// The prices that are searched, ascending: close to the present one in small steps, up to the highest that can be entered.
fn prices_around(here: f64) -> Vec<f64> {
    const DOWN: [f64; 7] = [1e-6, 1e-3, 0.05, 0.2, 0.4, 0.6, 0.8];
    const UP: [f64; 7] = [1.25, 1.6, 2.5, 5.0, 20.0, 100.0, f64::INFINITY];
    // Around a price of nothing there are no shares of it.
    let around = if here > 0.0 { here } else { 1.0 };
    let most = MOST_OFFER_USD.max(here);
    let all = DOWN.iter().chain(&[1.0]).chain(&UP).map(|share| (around * share).min(most));
    let mut places: Vec<f64> = all.chain([here]).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    places
}

/// Whether the answer changes at a price: renting wins just below it, owning just above, and they cost the same there.
fn turns_there(usd: f64, at: &mut dyn FnMut(f64) -> Option<f64>) -> bool {
    let [below, above] = [1.0 - 1e-8, 1.0 + 1e-8].map(|part| at(usd * part));
    below.is_some_and(|saved| saved <= 0.0) && above.is_some_and(|saved| saved > 0.0)
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

/// The scenario's model with enough work to keep the GPUs entered busy for `busy_share`; additional nodes are sized again.
pub fn at_use(model: &Model, scenario: &Scenario, busy_share: f64) -> Model {
    let work = model.work * (busy_share / node_expansion::share_of_entered(model));
    if scenario.time.beyond != BeyondChoice::Node {
        return model.with_work(work);
    }
    // The number of expansion nodes that pay off depends on the work.
    let mut clean = without_idle_mistakes(scenario).into_owned();
    clean.work.gpu_hours_per_month.value = work.as_gpu_hours() / MONTHS_PER_YEAR;
    let times = work.as_gpu_hours() / model.work.as_gpu_hours();
    for (data, follows) in
        [&mut clean.rent.storage_tb, &mut clean.rent.exit_tb].into_iter().zip(model.rented.follows_work)
    {
        data.value *= if follows { times } else { 1.0 };
    }
    node_expansion::rerun(model, &clean)
}

/// Sets the price of an offer in a model, in dollars per GPU-hour.
pub fn set_price(model: &mut Model, index: usize, usd: f64) {
    if let Some(offer) = Arc::make_mut(&mut model.offers).get_mut(index) {
        offer.price = HourlyPrice::usd_per_gpu_hour(usd);
    }
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

/// The price of an offer at which renting from it meets the target, with additional nodes sized again at each price;
/// `None` if no price that can be entered does.
pub fn price(model: &Model, scenario: &Scenario, offer: &Offer, wanted: Target) -> Option<f64> {
    price_by(model, scenario, offer, wanted, None)
}

/// The same counted by another clock than that by which plans are chosen.
pub fn price_by(
    model: &Model,
    scenario: &Scenario,
    offer: &Offer,
    wanted: Target,
    clock: Option<&Clock>,
) -> Option<f64> {
    let mut flows = buffers(model);
    let (mut other, index) = match wanted {
        Target::Value(_) => (model.clone(), model.offers.iter().position(|o| o.id == offer.id)?),
        Target::OverOwning(_) => alone(model, offer),
    };
    let clean = without_idle_mistakes(scenario);
    let sizes = scenario.time.beyond == BeyondChoice::Node && matches!(wanted, Target::OverOwning(_));
    let mut at = |usd: f64| {
        set_price(&mut other, index, usd);
        let mut sized = sizes.then(|| node_expansion::sized_again(other.clone(), &clean));
        if let Some(clock) = clock {
            sized.get_or_insert_with(|| other.clone()).time.clock = clock.clone();
        }
        let other = sized.as_ref().unwrap_or(&other);
        let terms = OverflowPricing::of(other);
        let against = match wanted {
            Target::Value(usd) => usd,
            Target::OverOwning(usd) => own_against(other, &terms, index, &mut flows).present_value + usd,
        };
        rent_value(other, &terms, index, &mut flows).present_value - against
    };
    let here = offer.price.as_usd_per_gpu_hour();
    if let Some(found) = straight(here, &mut at) {
        return Some(found).filter(|usd| *usd <= MOST_OFFER_USD);
    }
    let runs = refined(&prices_around(here), &mut |usd| Some(at(usd)));
    let away = |(low, high): &(Point, Point)| (here - high.0).max(low.0 - here);
    let nearest = runs.iter().flat_map(changes).min_by(|a, b| away(a).total_cmp(&away(b)));
    let found = nearest.map(|(low, high)| (root(low, high, &mut |usd| Some(at(usd))), libm::fabs(high.1 - low.1)));
    // A step is no price at which both cost the same.
    found.filter(|(usd, around)| libm::fabs(at(*usd)) <= 1e-9 * around).map(|(usd, _)| usd)
}

/// The argument at which a nearly straight function is zero (secant method); `None` if it finds none above zero.
fn straight(here: f64, at: &mut dyn FnMut(f64) -> f64) -> Option<f64> {
    const TRIES: usize = 30;
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
