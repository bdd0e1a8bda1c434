//! Work that may be interrupted, in classes with the same checkpoints and the same size of job, each at its own effective
//! price of spot. Source: model page, sections 6 and 7.

use crate::cash_flow::alongside::SpotClass;
use crate::cost::plan::{OverflowPricing, of_more_work};
use crate::demand::{HOURS, Part};
use crate::formulas::load_curve::LoadCurve;
use crate::inputs::Scenario;
use crate::inputs::interruptions::{Job, spot_goodput};
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
    let mut classes: Vec<(Spot, Vec<&Part>)> = Vec::new();
    let mut known: Vec<&Part> = Vec::new();
    for part in &parts {
        let alike = |other: &Part| other.checkpoint_hours == part.checkpoint_hours && other.job_gpus == part.job_gpus;
        if known.iter().any(|other| alike(other)) {
            continue;
        }
        known.push(part);
        let Some(spot) = cheapest(scenario, model, terms, part) else { continue };
        if terms.overflow.is_none_or(|(_, firm)| spot.usd < firm) {
            classes.push((spot, parts.iter().filter(|other| alike(other)).copied().collect()));
        }
    }
    classes.sort_by(|a, b| b.0.usd.total_cmp(&a.0.usd));
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
    let all_classes: Vec<&Part> = classes.iter().flat_map(|(_, parts)| parts.iter().copied()).collect();
    let mut last = add(&all_classes, -1.0);
    classes
        .iter()
        .map(|(spot, parts)| {
            let with = add(parts, 1.0);
            SpotClass {
                below: std::mem::replace(&mut last, with.clone()),
                with,
                usd: spot.usd,
                offer: spot.offer,
                elsewhere: model.offers.get(spot.offer).map_or(0.0, |offer| offer.elsewhere),
                refused: spot.refused,
            }
        })
        .collect()
}

/// A spot offer for a class: its price of a productive hour, with lost work and with what finds no spot.
#[derive(Clone, Copy)]
struct Spot {
    usd: f64,
    offer: usize,
    /// The offer that takes what finds no spot, and the part of the price due to it.
    refused: Option<(usize, f64)>,
}

/// The cheapest spot offer for a class.
fn cheapest(scenario: &Scenario, model: &Model, terms: &OverflowPricing, part: &Part) -> Option<Spot> {
    let job = Job::of_workload(scenario, part.job_gpus, part.checkpoint_hours);
    let price = |(index, offer): (usize, &Offer)| {
        let mut there = offer.clone();
        there.yields.goodput = spot_goodput(scenario, job, offer.gpus_per_instance, offer.spot_rate);
        let here = of_more_work(model, &there);
        let found = if offer.elsewhere > 0.0 {
            let (other, usd) = terms.fallback_at(offer.place)?;
            let refused = usd * offer.elsewhere;
            Spot { usd: here * (1.0 - offer.elsewhere) + refused, offer: index, refused: Some((other, refused)) }
        } else {
            Spot { usd: here, offer: index, refused: None }
        };
        found.usd.is_finite().then_some(found)
    };
    model
        .offers
        .iter()
        .enumerate()
        .filter(|(_, offer)| offer.service == Service::Spot && offer.pays_per_use())
        .filter(|(_, offer)| offer.counted || offer.barriers.iter().all(|barrier| *barrier == Barrier::Interruptible))
        .filter_map(price)
        .min_by(|a, b| a.usd.total_cmp(&b.usd))
}
