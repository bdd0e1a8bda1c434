//! Adds the counted offers of the user's own price book to a link, as quotes of that link.

use crate::codec::Document;
use crate::horizon::node_expansion;
use crate::inputs::value::Quote;
use crate::inputs::{MOST_QUOTES, Scenario};
use crate::model::offers::{Barrier, Offer};
use crate::prices::{PriceBook, Service, is_own};

/// A document to share, and what its reader will lack.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedOffers {
    /// The document with the counted offers among its quotes.
    pub document: Document,
    /// Number of offers added.
    pub taken: usize,
    /// Counted offers that did not fit or lose data in the link, each with what is missing.
    pub lacking: Vec<Lacking>,
}

/// What a link loses of an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// Provider and offer.
    pub offer: String,
    /// What the reader will lack.
    pub what: Loss,
}

/// The part of an offer a link cannot carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The whole offer: there are too many.
    Offer,
    /// Its egress price.
    Egress,
    /// Its upfront payment.
    Upfront,
}

/// The document with the counted offers of the user's own book: those named in `first` before the others, then the
/// cheapest for their work. `book` holds that book and the published prices.
pub fn linked_offers(document: &Document, book: &PriceBook, first: &[&str]) -> LinkedOffers {
    let mut found = LinkedOffers { document: document.clone(), taken: 0, lacking: Vec::new() };
    let Ok(model) = node_expansion::model(&document.scenario, book, &document.edition) else { return found };
    let mut own: Vec<&Offer> = model.offers.iter().filter(|o| o.counted && is_own(&o.id)).collect();
    let rank = |o: &Offer| first.iter().position(|id| o.id == **id).unwrap_or(first.len());
    let per_work = |o: &Offer| o.price.as_usd_per_gpu_hour() / o.yields.productive_per_busy();
    own.sort_by(|a, b| rank(a).cmp(&rank(b)).then(per_work(a).total_cmp(&per_work(b))));
    for offer in own {
        let scenario = &mut found.document.scenario;
        let quote = quote_of(scenario, offer);
        if scenario.rent.quotes.contains(&quote) {
            continue;
        }
        let mut lacks =
            |what| found.lacking.push(Lacking { offer: format!("{} {}", offer.provider, offer.name), what });
        if scenario.rent.quotes.len() >= MOST_QUOTES {
            lacks(Loss::Offer);
            continue;
        }
        if offer.egress_usd_per_gb > 0.0 && scenario.rent.egress_tiers.is_empty() {
            lacks(Loss::Egress);
        }
        if offer.term_months > 0.0 && offer.upfront_share != scenario.rent.quote_upfront_share.value {
            lacks(Loss::Upfront);
        }
        scenario.rent.quotes.push(quote);
        // Counted although it cannot do the job, so the reader's copy must be too.
        if offer.barriers.iter().any(|b| matches!(b, Barrier::Interruptible | Barrier::OtherGpu)) {
            scenario.rent.counted_in.push(format!("quote-{}", scenario.rent.quotes.len()));
        }
        found.taken += 1;
    }
    found
}

fn quote_of(scenario: &Scenario, offer: &Offer) -> Quote {
    let gpu = if offer.gpu == scenario.work.gpu { String::new() } else { offer.gpu.to_string() };
    Quote {
        name: offer.provider.to_string(),
        usd_per_gpu_hour: offer.price.as_usd_per_gpu_hour(),
        term_months: offer.term_months,
        gpu,
        spot: offer.service == Service::Spot,
        gpus_per_machine: Some(offer.gpus_per_instance),
        ..Quote::default()
    }
}
