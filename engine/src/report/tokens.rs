//! Tokens in a report: what is made, what a GPU makes of it, and what providers ask.

use serde::Serialize;

use crate::analysis::token_volume::TokenVolume;
use crate::inputs::Scenario;
use crate::model::Model;
use crate::model::offers::Barrier;
use crate::model::token_offers::TokenOffer;
use crate::prices::{Day, PriceBook};
use crate::text::Name;
use crate::units::MONTHS_PER_YEAR;

/// Tokens of the workloads that name a model, and who sells them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TokenReport {
    /// Millions of tokens a month, input and output, in the first month.
    pub million_per_month: f64,
    /// Whether every workload's tokens may be bought, so that costs per million tokens mean all of the work.
    pub is_all_work: bool,
    /// Millions of tokens of a productive GPU-hour, all workloads together.
    pub million_per_gpu_hour: f64,
    /// The workloads.
    pub workloads: Vec<TokenWorkload>,
    /// Providers, the cheapest counted one first.
    pub offers: Vec<TokenOfferResult>,
    /// From which volume hosting costs less; nothing in a report without plans, or where not all work can be bought.
    pub volume: Option<TokenVolume>,
}

/// A workload that names a model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TokenWorkload {
    /// Its name, or its kind where it has none.
    pub name: String,
    /// The model, as the price book names it; as entered if it does not know it.
    pub model: String,
    /// Whether the price book knows it.
    pub is_known: bool,
    /// Millions of tokens a month, input and output.
    pub million_per_month: f64,
    /// All tokens per second that one GPU makes at full load.
    pub tokens_per_second_per_gpu: f64,
    /// Ids of the price book's measurements behind that; none where it was entered.
    pub throughput: Vec<String>,
}

/// A provider of tokens.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TokenOfferResult {
    /// Id in the price book, or `token-1`, `token-2`, ... for the user's own.
    pub id: Name,
    /// The provider.
    pub provider: Name,
    /// The provider's variant of the model; empty if there is one only.
    pub name: Name,
    /// The model; empty for an own price of every model.
    pub model: Name,
    /// US dollars per million input tokens.
    pub usd_per_million_input: f64,
    /// The same of input that the provider has kept.
    pub usd_per_million_cached: f64,
    /// The same of output.
    pub usd_per_million_output: f64,
    /// Discount on what is sent in batches; 0 for none.
    pub batch_discount: f64,
    /// Price of a million tokens of the workloads that it serves, US dollars.
    pub usd_per_million: Option<f64>,
    /// The same for a productive GPU-hour.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// Whether plans may use it.
    pub counted: bool,
    /// Why it cannot serve any; empty if it can.
    pub barriers: Vec<Barrier>,
    /// Date of the price; nothing for an own one.
    pub as_of: Option<Day>,
    /// Id of the price's source.
    pub source_id: Name,
    /// Its title.
    pub source: String,
    /// Its URL.
    pub url: String,
}

impl TokenReport {
    /// The tokens of a model; nothing where no workload names a model.
    pub(super) fn of(model: &Model, scenario: &Scenario, book: &PriceBook) -> Option<Self> {
        let parts = &model.load.demand.parts;
        let named: Vec<_> = parts.iter().filter_map(|part| Some((part, part.tokens.as_ref()?))).collect();
        if named.is_empty() {
            return None;
        }
        let hours: f64 = named.iter().map(|(part, _)| part.gpu_hours).sum();
        let million: f64 = named.iter().map(|(part, tokens)| part.gpu_hours * tokens.million_per_gpu_hour).sum();
        let workloads = named
            .iter()
            .filter_map(|(part, tokens)| {
                let entered = scenario.work.workloads.get(part.index)?;
                let known = book.token_model(&tokens.model);
                let output = tokens.mix.output;
                let of_book = known.filter(|_| entered.tokens_per_second_per_gpu.is_none());
                let rows = of_book.and_then(|(id, _)| book.throughput_of(id, &scenario.work.gpu, output));
                let load = entered.target_load.filter(|load| *load > 0.0).unwrap_or(1.0);
                Some(TokenWorkload {
                    name: part.name.clone(),
                    model: known.map_or_else(|| tokens.model.clone(), |(_, name)| name.to_owned()),
                    is_known: known.is_some(),
                    million_per_month: part.gpu_hours * tokens.million_per_gpu_hour / MONTHS_PER_YEAR,
                    tokens_per_second_per_gpu: crate::formulas::tokens::tokens_per_second(
                        tokens.million_per_gpu_hour,
                        load,
                    ),
                    throughput: rows
                        .map_or_else(Vec::new, |found| found.rows.iter().map(|row| row.id.clone()).collect()),
                })
            })
            .collect();
        let mut offers: Vec<TokenOfferResult> = model.token_offers.iter().map(|offer| result(offer, model)).collect();
        let order = |offer: &TokenOfferResult| (!offer.counted, offer.usd_per_million.unwrap_or(f64::INFINITY));
        offers.sort_by(|a, b| order(a).0.cmp(&order(b).0).then(order(a).1.total_cmp(&order(b).1)));
        Some(Self {
            million_per_month: million / MONTHS_PER_YEAR,
            is_all_work: named.len() == parts.len(),
            million_per_gpu_hour: million / hours,
            workloads,
            offers,
            volume: None,
        })
    }
}

fn result(offer: &TokenOffer, model: &Model) -> TokenOfferResult {
    let parts = || model.load.demand.parts.iter().zip(&offer.usd_per_gpu_hour);
    let served = || parts().filter_map(|(part, usd)| Some((part.gpu_hours, (*usd)?, part.tokens.as_ref()?)));
    let hours: f64 = served().map(|(hours, ..)| hours).sum();
    let million: f64 = served().map(|(hours, _, tokens)| hours * tokens.million_per_gpu_hour).sum();
    let usd: f64 = served().map(|(hours, usd, _)| hours * usd).sum();
    TokenOfferResult {
        id: offer.id.clone(),
        provider: offer.provider.clone(),
        name: offer.name.clone(),
        model: offer.model.clone(),
        usd_per_million_input: offer.prices.input,
        usd_per_million_cached: offer.prices.cached,
        batch_discount: offer.prices.batch_discount,
        usd_per_million_output: offer.prices.output,
        usd_per_million: (million > 0.0).then(|| usd / million),
        usd_per_productive_gpu_hour: (hours > 0.0).then(|| usd / hours),
        counted: offer.counted,
        barriers: offer.barriers.clone(),
        as_of: offer.as_of,
        source_id: offer.source.clone(),
        source: String::new(),
        url: String::new(),
    }
}
