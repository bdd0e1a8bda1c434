//! Tokens from an API for the workloads that name a model: what a productive GPU-hour of each would cost there, and why a
//! provider cannot serve it.
//!
//! An hour of a workload is the tokens that one GPU makes in it, so that tokens stand beside GPU-hours in every plan. Credits,
//! support plans and stored data are of GPU providers; tokens have a price alone.

use crate::demand::{Load, Part};
use crate::formulas::tokens::{TokenMix, TokenPrices, blended_usd_per_million};
use crate::inputs::Scenario;
use crate::inputs::issue::Issue;
use crate::inputs::token_offer::TokenOffer as OwnTokenOffer;
use crate::inputs::workloads::Workload;
use crate::model::Model;
use crate::model::offers::{Barrier, UNNAMED, is_there};
use crate::prices::{Day, PriceBook, PriceStatus, TokenPrice, jurisdiction};
use crate::text::{Name, plain};

/// Most characters of a provider's name.
const LONGEST_PROVIDER: usize = 80;

/// A provider's tokens as used in the calculation.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenOffer {
    /// Id in the price book, or `token-1`, `token-2`, ... for the user's own.
    pub id: Name,
    /// The provider.
    pub provider: Name,
    /// The provider's variant of the model; empty if there is one only.
    pub name: Name,
    /// The model; empty for an own price of every model.
    pub model: Name,
    /// Prices of a million tokens, US dollars.
    pub prices: TokenPrices,
    /// US dollars per million tokens of each part of the demand; nothing for one that it does not serve.
    pub usd_per_million: Vec<Option<f64>>,
    /// The same for a productive GPU-hour of each part.
    pub usd_per_gpu_hour: Vec<Option<f64>>,
    /// Why it cannot serve any; empty if it can.
    pub barriers: Vec<Barrier>,
    /// Whether plans may use it.
    pub counted: bool,
    /// Date of the price; nothing for an own one.
    pub as_of: Option<Day>,
    /// Id of the price's source; empty for an own one.
    pub source: Name,
}

impl TokenOffer {
    /// Makes its tokens cost this many times as much.
    pub fn scale(&mut self, factor: f64) {
        self.usd_per_million.iter_mut().chain(&mut self.usd_per_gpu_hour).flatten().for_each(|usd| *usd *= factor);
    }
}

/// Price of a million tokens of all workloads that name a model, each at its cheapest provider, US dollars; nothing where one
/// has none.
pub fn cheapest_usd_per_million(model: &Model) -> Option<f64> {
    let named = || {
        model
            .load
            .demand
            .parts
            .iter()
            .enumerate()
            .filter_map(|(place, part)| Some((place, part, part.tokens.as_ref()?)))
    };
    let cheapest = |place: usize| {
        let counted = model.token_offers.iter().filter(|offer| offer.counted);
        counted.filter_map(|offer| offer.usd_per_gpu_hour.get(place).copied().flatten()).reduce(f64::min)
    };
    let usd: Option<f64> = named().map(|(place, part, _)| Some(cheapest(place)? * part.gpu_hours)).sum();
    let million: f64 = named().map(|(_, part, tokens)| part.gpu_hours * tokens.million_per_gpu_hour).sum();
    usd.filter(|_| million > 0.0).map(|usd| usd / million)
}

/// What people who serve tokens on GPUs cost a year; nothing where no workload names a model.
pub(super) fn serving_usd_per_year(s: &Scenario) -> f64 {
    let serves = s.work.workloads.iter().any(Workload::names_a_model);
    if serves { s.api.serving_people.value * s.people.usd_per_person_year.value } else { 0.0 }
}

/// All providers of the models that workloads name, the user's own first; none where tokens may not be bought.
pub(super) fn token_offers(s: &Scenario, book: &PriceBook, edition: &str, load: &Load, growth: f64) -> Vec<TokenOffer> {
    let parts = &load.demand.parts;
    if !s.api.allowed || parts.iter().all(|part| part.tokens.is_none()) {
        return Vec::new();
    }
    let own = s.api.offers.iter().enumerate().map(|(place, offer)| own_offer(s, book, parts, (place, offer), growth));
    let mut models: Vec<&str> = Vec::new();
    for part in parts {
        let named = part.tokens.as_ref().and_then(|tokens| Some(book.token_model(&tokens.model)?.0));
        models.extend(named.filter(|id| !models.contains(id)).into_iter().collect::<Vec<_>>());
    }
    let listed = models.into_iter().flat_map(|model| book.token_prices_of(model, edition));
    own.chain(listed.map(|row| book_offer(s, book, parts, row))).collect()
}

/// Warnings about models that no price knows, or none of the scenario's edition: no API can serve them.
pub(super) fn unknown_models(model: &Model, s: &Scenario, (book, edition): (&PriceBook, &str)) -> Vec<Issue> {
    let named = model.load.demand.parts.iter().filter_map(|part| Some((part, part.tokens.as_ref()?)));
    let unserved = named.enumerate().filter(|_| s.api.allowed).filter_map(|(_, (part, tokens))| {
        let place = model.load.demand.parts.iter().position(|other| other.index == part.index)?;
        let is_priced = model.token_offers.iter().any(|offer| offer.usd_per_gpu_hour.get(place).is_some_and(Option::is_some));
        (!is_priced).then(|| {
            let named = plain(&tokens.model, 60);
            let id = book.token_model(&tokens.model).map(|(id, _)| id);
            let is_newer = id.is_some_and(|id| book.token_prices_of(id, book.current_edition()).next().is_some());
            if is_newer {
                let message = format!(
                    "The price edition {edition} has no prices of tokens of \u{201c}{named}\u{201d}, so no API is compared. Use the newest edition, or enter a price of your own"
                );
                return Issue::warning(&["work.workloads", "api.offers"], message);
            }
            let known = book.token_model_names().join(", ");
            let message = format!(
                "The model \u{201c}{named}\u{201d} is not in the price book, so no API is compared for it. Enter a price of your own, or one of: {known}"
            );
            Issue::warning(&["work.workloads", "api.offers"], message)
        })
    });
    unserved.collect()
}

fn own_offer(
    s: &Scenario,
    book: &PriceBook,
    parts: &[Part],
    (place, offer): (usize, &OwnTokenOffer),
    growth: f64,
) -> TokenOffer {
    let prices = TokenPrices {
        input: offer.usd_per_million_input,
        cached: offer.usd_per_million_cached.unwrap_or(offer.usd_per_million_input),
        output: offer.usd_per_million_output,
        batch_discount: offer.batch_discount.unwrap_or(0.0),
    };
    let serves = |model: &str| offer.model.trim().is_empty() || same_model(book, &offer.model, model);
    let busiest: f64 = parts.iter().filter_map(|part| Some(part.tokens.as_ref()?.peak_per_second)).sum();
    let barriers = [
        (has_no_price(&prices, parts), Barrier::NoPrice),
        (!is_there(&offer.jurisdiction, &s.work.jurisdiction), Barrier::Jurisdiction),
        (!is_there(&offer.certificates, &s.work.certificate), Barrier::Certificate),
        (offer.most_tokens_per_second.is_some_and(|most| busiest * growth > most * (1.0 + 1e-9)), Barrier::RateLimit),
    ];
    let id = format!("token-{}", place + 1);
    let provider = plain(&offer.provider, LONGEST_PROVIDER);
    let provider = if provider.is_empty() { UNNAMED.to_owned() } else { provider };
    made(
        parts,
        prices,
        &serves,
        standing(&barriers),
        Described {
            id: id.as_str().into(),
            provider: provider.as_str().into(),
            name: Name::default(),
            model: offer.model.as_str().into(),
            as_of: None,
            source: Name::default(),
        },
    )
}

fn book_offer(s: &Scenario, book: &PriceBook, parts: &[Part], row: &TokenPrice) -> TokenOffer {
    let prices = TokenPrices {
        input: row.usd_per_million_input,
        cached: row.usd_per_million_cached.unwrap_or(row.usd_per_million_input),
        output: row.usd_per_million_output,
        batch_discount: row.batch_discount.unwrap_or(0.0),
    };
    let serves = |model: &str| same_model(book, &row.model, model);
    let doubtful = matches!(row.status, PriceStatus::Weak | PriceStatus::Assumption);
    let barriers = [
        (!is_there(jurisdiction(&row.region), &s.work.jurisdiction), Barrier::Jurisdiction),
        (!s.work.certificate.trim().is_empty(), Barrier::Certificate),
        (doubtful && !s.work.estimates, Barrier::EstimatedPrice),
        (row.status == PriceStatus::Stale && !s.work.estimates, Barrier::OldPrice),
        (s.rent.only_quotes, Barrier::NotAsked),
    ];
    made(
        parts,
        prices,
        &serves,
        standing(&barriers),
        Described {
            id: row.id.clone(),
            provider: row.provider.clone(),
            name: row.offer.clone(),
            model: row.model_name.as_str().into(),
            as_of: Some(row.as_of),
            source: row.source.clone(),
        },
    )
}

/// Whether a price is missing that the workloads would pay: zero is one that is still to be entered.
fn has_no_price(prices: &TokenPrices, parts: &[Part]) -> bool {
    let mixes = || parts.iter().filter_map(|part| Some(part.tokens.as_ref()?.mix));
    let is_new = |mix: TokenMix| mix.cached + mix.output < 1.0 - 1e-9;
    (prices.input <= 0.0 && mixes().any(is_new)) || (prices.output <= 0.0 && mixes().any(|mix| mix.output > 0.0))
}

/// What of an offer is words.
struct Described {
    id: Name,
    provider: Name,
    name: Name,
    model: Name,
    as_of: Option<Day>,
    source: Name,
}

fn made(
    parts: &[Part],
    prices: TokenPrices,
    serves: &dyn Fn(&str) -> bool,
    barriers: Vec<Barrier>,
    about: Described,
) -> TokenOffer {
    let tokens = |part: &Part| part.tokens.clone().filter(|tokens| serves(&tokens.model));
    let usd = |part: &Part| Some(blended_usd_per_million(&prices, &tokens(part)?.mix));
    let usd_per_million: Vec<Option<f64>> = parts.iter().map(usd).collect();
    let per_hour = |(part, usd): (&Part, &Option<f64>)| Some((*usd)? * part.tokens.as_ref()?.million_per_gpu_hour);
    let Described { id, provider, name, model, as_of, source } = about;
    TokenOffer {
        usd_per_gpu_hour: parts.iter().zip(&usd_per_million).map(per_hour).collect(),
        usd_per_million,
        counted: barriers.is_empty(),
        barriers,
        prices,
        id,
        provider,
        name,
        model,
        as_of,
        source,
    }
}

fn standing(barriers: &[(bool, Barrier)]) -> Vec<Barrier> {
    barriers.iter().filter_map(|(stands, barrier)| stands.then_some(*barrier)).collect()
}

/// Whether two texts name the same model.
fn same_model(book: &PriceBook, one: &str, other: &str) -> bool {
    let id = |text: &str| book.token_model(text).map(|(id, _)| id.to_owned());
    match (id(one), id(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one.trim().eq_ignore_ascii_case(other.trim()),
    }
}
