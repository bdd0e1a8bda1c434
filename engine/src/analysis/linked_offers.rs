//! What of a price book of the user's own a link takes along: its offers that count, as offers of that link.

use crate::codec::Document;
use crate::horizon::node_expansion;
use crate::inputs::value::Quote;
use crate::inputs::{MOST_QUOTES, Scenario};
use crate::model::offers::{Barrier, Offer};
use crate::prices::{PriceBook, Service, is_own};

/// A document to be shared, and what its reader will not have.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedOffers {
    /// The document with the offers that count among its own.
    pub document: Document,
    /// How many offers it took along.
    pub taken: usize,
    /// Offers that count and found no room, or lose something on the way: each with what is missing.
    pub lacking: Vec<Lacking>,
}

/// What of an offer stays behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// Who offers, and what.
    pub offer: String,
    /// What the reader will not have.
    pub what: Loss,
}

/// What stays behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// All of it: there are too many.
    Offer,
    /// Its price of data out.
    Egress,
    /// How much of it is paid at its start.
    Upfront,
}

/// A document with the offers of the user's own book that count in it, those that `first` names before the others, then the
/// cheapest for the work they do. `book` holds the own book beside the published prices.
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
        // Counted in although it cannot do the job: so it is there.
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
