//! Work that a plan rents by the hour, in classes of one price: each workload with its own instances, gang and checkpoints.
//!
//! The dearest class lies at the bottom of the load, the cheapest on top, so that capacity does what would cost most
//! elsewhere. Source: model page, section 6. Deliberately absent: what capacity does ([`super::dispatch`]), bills.

use std::sync::Arc;

use super::value;
use crate::cost::plan::OverflowPricing;
use crate::cost::rent::{managed, on_compute};
use crate::demand::{Load, Part};
use crate::formulas::load_curve::LoadCurve;
use crate::model::Model;
use crate::model::offers::{Barrier, Offer};
use crate::model::token_offers::TokenOffer;
use crate::prices::Service;
use crate::units::HOURS_PER_YEAR;

/// An hour of a class of work at an hourly offer, and at the offer that takes what it cannot. Today's prices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hire {
    /// Index of the offer in the model.
    pub offer: usize,
    /// Cost of a productive hour of the work, with managed services, the first share of support and what goes elsewhere.
    /// US dollars.
    pub usd: f64,
    /// Cost of a productive hour that the offer itself does, before support. US dollars.
    pub here: f64,
    /// Share of the work that it cannot take.
    pub away: f64,
    /// Who takes that, with its cost of a productive hour before support, US dollars; nothing where it takes all.
    pub fallback: Option<(usize, f64)>,
    /// Whether it is spot.
    pub spot: bool,
    /// Whether it is tokens from an API: the index is that of a provider of tokens then.
    pub api: bool,
    /// The workload, where credits may send its hours to another offer; else nothing.
    pub workload: Option<usize>,
}

impl Hire {
    /// A workload at an offer; without a workload, all of the work. Nothing where some of it would stay undone.
    pub fn of(model: &Model, terms: &OverflowPricing, offer: &Offer, part: Option<usize>) -> Option<Self> {
        let (here, marginal) = prices(model, offer, part);
        let spot = offer.service == Service::Spot;
        let workload = part.filter(|_| !model.time.credits.is_empty());
        if offer.elsewhere == 0.0 {
            let (away, fallback, api) = (0.0, None, false);
            return Some(Self { offer: offer.place, usd: marginal, here, away, fallback, spot, api, workload });
        }
        let (other, there, marginal_there) = if let Some(part) = part {
            cheapest_firm(model, offer.place, part)?
        } else {
            let (other, _) = terms.fallback_at(offer.place)?;
            let (there, marginal) = prices(model, model.offers.get(other)?, None);
            (other, there, marginal)
        };
        let usd = marginal * (1.0 - offer.elsewhere) + marginal_there * offer.elsewhere;
        let fallback = Some((other, there));
        let (away, api) = (offer.elsewhere, false);
        Some(Self { offer: offer.place, usd, here, away, fallback, spot, api, workload })
    }

    /// The cheapest provider of a workload's tokens; nothing where none serves it.
    fn of_tokens(model: &Model, part: usize) -> Option<Self> {
        let priced = |(place, offer): (usize, &TokenOffer)| Some((place, offer.usd_per_gpu_hour.get(part).copied()??));
        let counted = model.token_offers.iter().enumerate().filter(|(_, offer)| offer.counted);
        let (offer, usd) = counted.filter_map(priced).min_by(|a, b| a.1.total_cmp(&b.1))?;
        let (away, fallback, spot, workload) = (0.0, None, false, None);
        Some(Self { offer, usd, here: usd, away, fallback, spot, api: true, workload })
    }

    /// Its price of a month relative to today.
    pub fn drift(&self, model: &Model, month: usize) -> f64 {
        value(if self.api { &model.time.tokens } else { &model.time.rent }, month)
    }
}

/// The offer on demand that takes what another cannot of a workload, with its cost of a productive hour before support and with
/// the first share of it.
fn cheapest_firm(model: &Model, but: usize, part: usize) -> Option<(usize, f64, f64)> {
    let firm = |offer: &&Offer| offer.counted && offer.pays_per_use() && offer.is_firm() && offer.place != but;
    let priced = model.offers.iter().filter(firm).map(|offer| {
        let (here, marginal) = prices(model, offer, Some(part));
        (offer.place, here, marginal)
    });
    priced.min_by(|a, b| a.2.total_cmp(&b.2))
}

/// Cost of a productive hour of a workload at an offer itself: before support, and with the first share of support.
pub(crate) fn prices(model: &Model, offer: &Offer, part: Option<usize>) -> (f64, f64) {
    let rented = &model.rented;
    let paid = match part.and_then(|part| offer.parts.get(part)) {
        Some(of_part) => {
            let kept = offer.yields.workload_efficiency * of_part.goodput;
            1.0 / kept / (rented.paid_efficiency * of_part.used_share)
        }
        None => 1.0 / offer.yields.productive_per_busy() / offer.paid_efficiency(rented),
    };
    let usd = |price: crate::units::HourlyPrice| paid * price.as_usd_per_gpu_hour();
    (usd(offer.price * managed(rented)), usd(offer.price * on_compute(rented)))
}

/// A class of work with one price.
#[derive(Clone, Debug, PartialEq)]
struct Class {
    hire: Hire,
    /// The parts of the demand in it, each with its share.
    parts: Vec<(usize, f64)>,
}

/// Curves of the classes from the bottom up: each of its class and all below. The one of the top class is that of the whole
/// load, which is not kept twice.
#[derive(Clone, Debug, Default, PartialEq)]
struct Stack {
    /// Whether what has to run on owned machines lies below all classes.
    on_bound: bool,
    below_top: Arc<[LoadCurve]>,
}

/// The stacks of a load for classes in an order: all, without what has to run on owned machines, with it in its classes.
#[derive(Clone, Debug, Default, PartialEq)]
struct Stacks {
    all: Stack,
    free: Option<Stack>,
    rentable: Option<Stack>,
}

/// Stacks that were made last: plans of one load ask for the same ones, and sorting a year of states takes longer than
/// computing a plan.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptStacks(Option<(Arc<Load>, Vec<Shape>, Stacks)>);

/// What the curve of a class depends on: its parts with their shares, and whether it is spot.
type Shape = (bool, Vec<(usize, u64)>);

// What is kept can be made again: it is no part of what holds it.
impl PartialEq for KeptStacks {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// What a plan may rent by the hour.
#[derive(Clone, Debug, PartialEq)]
pub struct Outside {
    classes: Vec<Class>,
    stacks: Stacks,
}

/// Which part of the load is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// All of it, what has to run on owned machines at the bottom.
    All,
    /// What need not run on owned machines.
    Free,
    /// All of it, rented like the rest.
    Rentable,
}

impl Outside {
    /// All work at one offer. Nothing where it cannot take all of it.
    pub fn at_one_offer(model: &Model, terms: &OverflowPricing, index: usize) -> Option<Self> {
        Self::at_one_offer_like(&mut KeptStacks::default(), model, terms, index)
    }

    /// The same with the stacks that are kept, if they are its own.
    pub(super) fn at_one_offer_like(
        kept: &mut KeptStacks,
        model: &Model,
        terms: &OverflowPricing,
        index: usize,
    ) -> Option<Self> {
        let offer = model.offers.get(index)?;
        let demand = &model.load.demand;
        if demand.parts.is_empty() || offer.parts.is_empty() {
            return Some(Self::single(Hire::of(model, terms, offer, None)?));
        }
        let places = 0..demand.parts.len();
        let hires: Option<Vec<_>> =
            places.map(|part| Some((Hire::of(model, terms, offer, Some(part))?, part, 1.0))).collect();
        Some(Self::of(kept, model, hires?))
    }

    /// All work by tokens from an API, each workload at its cheapest provider. Nothing where one has none.
    pub fn by_api(model: &Model) -> Option<Self> {
        let places = 0..model.load.demand.parts.len();
        if places.is_empty() || model.token_offers.is_empty() {
            return None;
        }
        let hires: Option<Vec<_>> = places.map(|part| Some((Hire::of_tokens(model, part)?, part, 1.0))).collect();
        Some(Self::of(&mut KeptStacks::default(), model, hires?))
    }

    /// Firm work at one offer or, where tokens cost less, from an API; and what may be interrupted on the cheapest spot where
    /// that costs less.
    pub fn with_spot(model: &Model, terms: &OverflowPricing, index: usize) -> Option<Self> {
        let demand = &model.load.demand;
        if demand.parts.is_empty() {
            return Self::at_one_offer(model, terms, index);
        }
        let offer = model.offers.get(index)?;
        let mut hires = Vec::new();
        for (place, part) in demand.parts.iter().enumerate() {
            let rented = Hire::of(model, terms, offer, Some(place));
            let tokens = Hire::of_tokens(model, place).filter(|tokens| rented.is_none_or(|firm| tokens.usd < firm.usd));
            let firm = tokens.or(rented)?;
            let spot = (part.interruptible > 0.0).then(|| cheapest_spot(model, terms, place)).flatten();
            match spot.filter(|spot| spot.usd < firm.usd) {
                Some(spot) => {
                    hires.push((spot, place, part.interruptible));
                    hires.push((firm, place, 1.0 - part.interruptible));
                }
                None => hires.push((firm, place, 1.0)),
            }
        }
        Some(Self::of(&mut KeptStacks::default(), model, hires))
    }

    /// Everything at one price.
    pub fn single(hire: Hire) -> Self {
        Self { classes: vec![Class { hire, parts: Vec::new() }], stacks: Stacks::default() }
    }

    /// Classes from hires of parts with their shares, pinned work among them.
    fn of(kept: &mut KeptStacks, model: &Model, mut hires: Vec<(Hire, usize, f64)>) -> Self {
        hires.retain(|(_, _, share)| *share > 0.0);
        hires.sort_by(|a, b| b.0.usd.total_cmp(&a.0.usd));
        let mut classes: Vec<Class> = Vec::new();
        for (hire, part, share) in hires {
            match classes.last_mut().filter(|class| class.hire == hire) {
                Some(class) => class.parts.push((part, share)),
                None => classes.push(Class { hire, parts: vec![(part, share)] }),
            }
        }
        let bits = |class: &Class| -> Shape {
            (class.hire.spot, class.parts.iter().map(|(part, share)| (*part, share.to_bits())).collect())
        };
        let shape: Vec<Shape> = classes.iter().map(bits).collect();
        let is_kept =
            |(load, other, _): &&(Arc<Load>, Vec<Shape>, Stacks)| Arc::ptr_eq(load, &model.load) && *other == shape;
        let stacks = if let Some((_, _, stacks)) = kept.0.as_ref().filter(is_kept) {
            stacks.clone()
        } else {
            let stacks = Stacks::of(&model.load, &classes);
            kept.0 = Some((Arc::clone(&model.load), shape, stacks.clone()));
            stacks
        };
        Self { classes, stacks }
    }

    /// The parts of the demand in each class, with the share of each that need not run on owned machines, and the share that
    /// has to.
    pub(super) fn parts_of_classes(&self, model: &Model) -> Vec<FreeAndBound> {
        let parts = &model.load.demand.parts;
        let of_class = |class: &Class| {
            if class.parts.is_empty() {
                return all_parts(parts);
            }
            let with = |with_pinned: bool| {
                let share = |(index, share): &(usize, f64)| {
                    Some((*index, share_of(parts.get(*index)?, class.hire.spot, *share, with_pinned)))
                };
                class.parts.iter().filter_map(share).collect::<Vec<_>>()
            };
            let (free, all) = (with(false), with(true));
            let bound = free.iter().zip(all).map(|((index, free), (_, all))| (*index, all - free)).collect();
            (free, bound)
        };
        self.classes.iter().map(of_class).collect()
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there is no class.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The hires of the classes, the dearest first.
    pub fn hires(&self) -> impl Iterator<Item = &Hire> {
        self.classes.iter().map(|class| &class.hire)
    }

    /// Hours of the classes by workload, those without hours left out.
    pub(super) fn by_workload(&self, hours: &[f64]) -> Vec<(Option<usize>, f64)> {
        let of_class = self.hires().map(|hire| hire.workload).zip(hours.iter().copied());
        of_class.filter(|(_, hours)| *hours > 0.0).collect()
    }

    /// Index of the offer at which all classes are; nothing where there are several.
    pub(super) fn only_offer(&self) -> Option<usize> {
        let first = self.classes.first()?.hire.offer;
        self.hires().all(|hire| hire.offer == first && !hire.api).then_some(first)
    }

    fn stack(&self, of: Of) -> &Stack {
        match of {
            Of::All => &self.stacks.all,
            Of::Free => self.stacks.free.as_ref().unwrap_or(&self.stacks.all),
            Of::Rentable => self.stacks.rentable.as_ref().unwrap_or(&self.stacks.all),
        }
    }

    /// Mean of the load up to and with a class that a capacity serves, both in units of all work; class none is what lies
    /// below all classes.
    pub fn served(&self, model: &Model, of: Of, class: Option<usize>, capacity: f64) -> f64 {
        let stack = self.stack(of);
        match class {
            None if stack.on_bound => model.load.pinned.mean_below(capacity),
            None => 0.0,
            Some(class) => match stack.below_top.get(class) {
                Some(curve) => curve.mean_below(capacity),
                None => whole(model, of).mean_below(capacity),
            },
        }
    }

    /// Hours of a class above a capacity, in units of all work.
    pub fn above(&self, model: &Model, of: Of, class: usize, capacity: f64) -> f64 {
        let most = |class: Option<usize>| self.served(model, of, class, f64::INFINITY);
        let below = class.checked_sub(1);
        let wanted = most(Some(class)) - most(below);
        let served = self.served(model, of, Some(class), capacity) - self.served(model, of, below, capacity);
        (wanted - served).max(0.0)
    }
}

impl Stacks {
    /// The stacks of classes, the dearest at the bottom.
    fn of(load: &Load, classes: &[Class]) -> Self {
        let stack = |with_pinned: bool, on_bound: bool| {
            let states = load.demand.states();
            let mut sum = if on_bound { load.demand.sum(|part| part.pinned) } else { vec![0.0; states.len()] };
            let unit = HOURS_PER_YEAR / load.demand.gpu_hours();
            let below = classes.iter().take(classes.len().saturating_sub(1)).map(|class| {
                for (index, share) in &class.parts {
                    let Some(part) = load.demand.parts.get(*index) else { continue };
                    let share = share_of(part, class.hire.spot, *share, with_pinned);
                    sum.iter_mut().zip(&part.gpus).for_each(|(sum, gpus)| *sum += share * gpus);
                }
                states.curve(&sum).scaled(unit)
            });
            Stack { on_bound, below_top: below.collect() }
        };
        if load.pinned.mean() > 0.0 {
            Self { all: stack(false, true), free: Some(stack(false, false)), rentable: Some(stack(true, false)) }
        } else {
            Self { all: stack(false, false), free: None, rentable: None }
        }
    }
}

/// The curve of a part of the load as a whole.
fn whole(model: &Model, of: Of) -> &LoadCurve {
    match of {
        Of::All | Of::Rentable => &model.load.total,
        Of::Free => &model.load.free,
    }
}

/// Share of a part in a class: interruptible work, or the rest of it, pinned work or not. A share of one is all of it.
fn share_of(part: &Part, spot: bool, share: f64, with_pinned: bool) -> f64 {
    let pinned = if with_pinned { 0.0 } else { part.pinned };
    if spot && share <= part.interruptible { share } else { (share - pinned).max(0.0) }
}

/// The cheapest spot offer for a workload. An offer that is kept out by being spot alone counts: this work may be
/// interrupted.
fn cheapest_spot(model: &Model, terms: &OverflowPricing, part: usize) -> Option<Hire> {
    let able = |offer: &&Offer| {
        let only_spot = || offer.barriers.iter().all(|barrier| *barrier == Barrier::Interruptible);
        offer.service == Service::Spot && offer.pays_per_use() && (offer.counted || only_spot())
    };
    let hires = model.offers.iter().filter(able).filter_map(|offer| Hire::of(model, terms, offer, Some(part)));
    hires.filter(|hire| hire.usd.is_finite()).min_by(|a, b| a.usd.total_cmp(&b.usd))
}

/// Parts of the demand with their shares: what need not run on owned machines, and what has to.
pub(super) type FreeAndBound = (Vec<(usize, f64)>, Vec<(usize, f64)>);

/// All parts in one class.
pub(super) fn all_parts(parts: &[Part]) -> FreeAndBound {
    let free = parts.iter().enumerate().map(|(index, part)| (index, 1.0 - part.pinned)).collect();
    let bound = parts.iter().enumerate().map(|(index, part)| (index, part.pinned)).collect();
    (free, bound)
}
