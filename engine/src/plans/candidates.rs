//! The offers that plans are tried with: those that no other beats.

use crate::cash_flow::outside::prices;
use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::on_compute;
use crate::model::Model;
use crate::model::offers::Offer;

/// Most offers on demand that mixes are tried with.
const MOST_WAYS: usize = 4;

/// The offers on demand that no other beats for every workload, data included; `first` leads.
pub(super) fn firm_offers(model: &Model, first: Option<usize>) -> Vec<usize> {
    let parts = model.load.demand.parts.len();
    let firm = |offer: &&Offer| offer.counted && offer.pays_per_use() && offer.is_firm();
    let priced: Vec<(usize, Vec<f64>)> = model
        .offers
        .iter()
        .filter(firm)
        .map(|offer| {
            let of_part = |part: usize| prices(model, offer, Some(part)).1;
            (offer.place, (0..parts).map(of_part).chain([offer.egress_usd_per_gb, offer.elsewhere]).collect())
        })
        .collect();
    let beats = |one: &(usize, Vec<f64>), other: &(usize, Vec<f64>)| {
        let no_dearer = one.1.iter().zip(&other.1).all(|(a, b)| a <= b);
        one.0 != other.0 && no_dearer && (one.1 != other.1 || one.0 < other.0)
    };
    let unbeaten = priced.iter().filter(|one| !priced.iter().any(|other| beats(other, one))).map(|(place, _)| *place);
    let rest = unbeaten.filter(|place| Some(*place) != first && parts > 0);
    first.into_iter().chain(rest).take(MOST_WAYS).collect()
}

/// The counted offers by the hour that no other beats for all of the work: price, data, what they cannot take and who takes that.
pub(crate) fn hourly_offers(model: &Model, terms: &OverflowPricing) -> Vec<usize> {
    let counted = model.offers.iter().filter(|offer| offer.counted && offer.pays_per_use());
    let all: Vec<Hourly> = counted.map(|offer| Hourly::new(model, terms, offer)).collect();
    let (credits, running) = (!model.time.credits.is_empty(), !model.time.running.is_empty());
    let may = |one: &Hourly, other: &Hourly| {
        let provider = one.offer.provider == other.offer.provider;
        (!credits || provider) && (one.offer.elsewhere == 0.0 || (!running && (provider || !one.joins && !other.joins)))
    };
    let beaten = |one: &Hourly| all.iter().any(|other| may(one, other) && other.beats(one));
    all.iter().filter(|one| !beaten(one)).map(|one| one.offer.place).collect()
}

/// An offer by the hour with what decides between two.
struct Hourly<'m> {
    offer: &'m Offer,
    /// Cost of a productive hour of all work, then of each workload, US dollars.
    usd: Vec<f64>,
    /// Who takes what it cannot.
    fallback: Option<usize>,
    /// Whether that is the same provider, whose bill is then one.
    joins: bool,
}

impl<'m> Hourly<'m> {
    fn new(model: &'m Model, terms: &OverflowPricing, offer: &'m Offer) -> Self {
        let parts = 0..model.load.demand.parts.len();
        let usd = std::iter::once(None).chain(parts.map(Some)).map(|part| prices(model, offer, part).1).collect();
        let fallback = terms.fallback_at(offer.place).map(|(index, _)| index).filter(|_| offer.elsewhere > 0.0);
        let other = fallback.and_then(|index| model.offers.get(index));
        Self { offer, usd, fallback, joins: other.is_some_and(|other| other.provider == offer.provider) }
    }

    /// Whether this one is at least as good as another in every respect, and better or listed before it.
    fn beats(&self, other: &Self) -> bool {
        let (a, b) = (self.offer, other.offer);
        let alike = a.place != b.place
            && a.elsewhere == b.elsewhere
            && a.ported == b.ported
            && a.is_firm() == b.is_firm()
            && self.fallback == other.fallback;
        let no_dearer = self.usd.iter().zip(&other.usd).all(|(a, b)| a <= b);
        let better = self.usd != other.usd || a.egress_usd_per_gb < b.egress_usd_per_gb || a.place < b.place;
        alike && no_dearer && better && a.egress_usd_per_gb <= b.egress_usd_per_gb
    }
}

/// The counted commitments that no other beats in every respect: price, term, what is due ahead, size, data, and what may
/// follow them.
pub(crate) fn commitments(model: &Model) -> Vec<usize> {
    let counted = || model.offers.iter().filter(|offer| offer.counted && !offer.pays_per_use());
    let all: Vec<Committed> = counted().map(|offer| Committed::of(model, offer)).collect();
    let credits = !model.time.credits.is_empty();
    let may = |one: &Committed, other: &Committed| !credits || one.offer.provider == other.offer.provider;
    let beaten = |one: &Committed| all.iter().any(|other| may(one, other) && other.beats(one));
    all.iter().filter(|one| !beaten(one)).map(|one| one.offer.place).collect()
}

/// A commitment with what decides between two.
struct Committed<'m> {
    offer: &'m Offer,
    /// Cost of a productive hour when full, US dollars.
    usd: f64,
    /// Terms of the provider for the same GPU, months, each with its cost.
    terms: Vec<(f64, f64)>,
}

impl<'m> Committed<'m> {
    fn of(model: &'m Model, offer: &'m Offer) -> Self {
        let price = |offer: &Offer| per_productive_hour(model, offer, offer.price * on_compute(&model.rented));
        let alike = |other: &&Offer| {
            other.counted && !other.pays_per_use() && other.provider == offer.provider && other.gpu == offer.gpu
        };
        let terms = model.offers.iter().filter(alike).map(|other| (other.term_months, price(other))).collect();
        Self { offer, usd: price(offer), terms }
    }

    /// Whether this one is at least as good as another in every respect, and better or listed before it.
    fn beats(&self, other: &Self) -> bool {
        let (a, b) = (self.offer, other.offer);
        if a.place == b.place {
            return false;
        }
        let fits = |whole: f64, part: f64| libm::fmod(whole.max(1.0), part.max(1.0)) == 0.0;
        let alike = a.term_months == b.term_months
            && a.upfront_share == b.upfront_share
            && a.yields == b.yields
            && a.ported == b.ported
            && fits(b.gpus_per_instance, a.gpus_per_instance);
        let follows = other.terms.iter().all(|(months, usd)| {
            *months > b.term_months || self.terms.iter().any(|(term, price)| term == months && price <= usd)
        });
        let better = self.usd < other.usd || a.egress_usd_per_gb < b.egress_usd_per_gb || a.place < b.place;
        alike && follows && better && self.usd <= other.usd && a.egress_usd_per_gb <= b.egress_usd_per_gb
    }
}
