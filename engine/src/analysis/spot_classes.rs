//! Work that may be interrupted, in classes with the same checkpoints and the same size of job, each at its own effective
//! price of spot. Source: model page, sections 6 and 7.

use crate::cash_flow::mix::SpotClass;
use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::on_compute;
use crate::demand::{HOURS, Part};
use crate::formulas::load_curve::LoadCurve;
use crate::inputs::interruptions::spot_goodput_at;
use crate::inputs::value::Amount;
use crate::inputs::{IntervalChoice, Scenario};
use crate::model::Model;
use crate::model::offers::{Barrier, Offer};
use crate::prices::Service;
use crate::units::count;

/// The classes for which spot costs less than on-demand, the dearest first. Empty without workloads.
pub fn spot_classes(scenario: &Scenario, model: &Model, terms: &OverflowPricing) -> Vec<SpotClass> {
    let demand = &model.load.demand;
    let all = demand.gpu_hours();
    let parts: Vec<&Part> = demand.parts.iter().filter(|part| part.interruptible > 0.0).collect();
    if parts.is_empty() || all <= 0.0 {
        return Vec::new();
    }
    let mut classes: Vec<(f64, usize, Vec<&Part>)> = Vec::new();
    let mut known: Vec<&Part> = Vec::new();
    for part in &parts {
        let alike = |other: &Part| other.checkpoint_hours == part.checkpoint_hours && other.job_gpus == part.job_gpus;
        if known.iter().any(|other| alike(other)) {
            continue;
        }
        known.push(part);
        let Some((usd, offer)) = cheapest(scenario, model, terms, part) else { continue };
        if terms.overflow.is_none_or(|(_, firm)| usd < firm) {
            classes.push((usd, offer, parts.iter().filter(|other| alike(other)).copied().collect()));
        }
    }
    classes.sort_by(|a, b| b.0.total_cmp(&a.0));
    let unit = count(HOURS) / all;
    let mut below = demand.total();
    let mut add = |parts: &[&Part], sign: f64| {
        for part in parts {
            below.iter_mut().zip(&part.hours).for_each(|(sum, gpus)| *sum += sign * part.interruptible * gpus);
        }
        // What is left of a difference may be rounding.
        let curve: Vec<f64> = below.iter().map(|gpus| gpus.max(0.0)).collect();
        LoadCurve::of_hours(&curve).scaled(unit)
    };
    let all_classes: Vec<&Part> = classes.iter().flat_map(|(.., parts)| parts.iter().copied()).collect();
    let mut last = add(&all_classes, -1.0);
    classes
        .iter()
        .map(|(usd, offer, parts)| {
            let with = add(parts, 1.0);
            SpotClass {
                below: std::mem::replace(&mut last, with.clone()),
                with,
                usd: *usd,
                offer: *offer,
                elsewhere: model.offers.get(*offer).map_or(0.0, |offer| offer.elsewhere),
            }
        })
        .collect()
}

/// The cheapest spot offer for a class: its price of a productive hour, with lost work and with what finds no spot.
fn cheapest(scenario: &Scenario, model: &Model, terms: &OverflowPricing, part: &Part) -> Option<(f64, usize)> {
    let mut asked = scenario.clone();
    if let Some(gpus) = part.job_gpus {
        asked.work.fabric_gpus = Amount::exact(libm::ceil(gpus));
    }
    if let Some(hours) = part.checkpoint_hours {
        asked.stops.interval = IntervalChoice::Given;
        asked.stops.interval_hours = Amount::exact(hours);
    }
    let price = |(index, offer): (usize, &Offer)| {
        let quoted = offer.id.strip_prefix("quote-").and_then(|n| n.parse::<usize>().ok());
        let quote = quoted.and_then(|number| scenario.rent.quotes.get(number.checked_sub(1)?));
        let rate = quote.and_then(|quote| quote.interruptions).unwrap_or(scenario.stops.spot_rate.value);
        let mut there = offer.clone();
        there.yields.goodput = spot_goodput_at(&asked, offer.gpus_per_instance, rate);
        let here = per_productive_hour(model, &there, offer.price * on_compute(&model.rented));
        let usd = if offer.elsewhere > 0.0 {
            here * (1.0 - offer.elsewhere) + terms.fallback(offer.place)? * offer.elsewhere
        } else {
            here
        };
        usd.is_finite().then_some((usd, index))
    };
    model
        .offers
        .iter()
        .enumerate()
        .filter(|(_, offer)| offer.service == Service::Spot && offer.pays_per_use())
        .filter(|(_, offer)| offer.counted || offer.barriers.iter().all(|barrier| *barrier == Barrier::Interruptible))
        .filter_map(price)
        .min_by(|a, b| a.0.total_cmp(&b.0))
}
