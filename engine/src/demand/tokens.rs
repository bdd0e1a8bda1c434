//! Inference by tokens: how many a GPU makes, from the price book where nothing is entered, and what an API would serve.

use std::borrow::Cow;

use super::series::inference_gpus;
use super::{Demand, Part};
use crate::formulas::tokens::{TokenMix, million_tokens_per_hour};
use crate::inputs::Scenario;
use crate::inputs::workloads::{Shape, Workload};
use crate::prices::PriceBook;

/// What a workload's tokens are.
#[derive(Clone, Debug, PartialEq)]
pub struct PartTokens {
    /// The model, as entered.
    pub model: String,
    /// Their kinds.
    pub mix: TokenMix,
    /// Millions of tokens of a productive GPU-hour.
    pub million_per_gpu_hour: f64,
    /// Tokens per second in the busiest hour.
    pub peak_per_second: f64,
}

/// The tokens of a workload; nothing for one that names no model or cannot be used.
pub(super) fn tokens_of(workload: &Workload) -> Option<PartTokens> {
    let per_second = workload.tokens_per_second.filter(|_| workload.names_a_model())?;
    let gpus = inference_gpus(workload).ok()?;
    Some(PartTokens {
        model: workload.token_model.trim().to_owned(),
        mix: workload.token_mix(),
        million_per_gpu_hour: million_tokens_per_hour(per_second / gpus, 1.0),
        peak_per_second: per_second * workload.peak_to_mean.unwrap_or(1.0),
    })
}

impl Demand {
    /// Share of the work that is tokens of a named model.
    pub fn share_of_tokens(&self) -> f64 {
        let hours = self.gpu_hours();
        let of_tokens = self.parts.iter().filter(|part| part.tokens.is_some());
        if hours > 0.0 { of_tokens.map(|part| part.gpu_hours).sum::<f64>() / hours } else { 0.0 }
    }

    /// Millions of tokens of a productive GPU-hour, all workloads together; nothing unless an API may make those of all.
    pub fn million_tokens_per_gpu_hour(&self) -> Option<f64> {
        let million = |part: &Part| Some(part.gpu_hours * part.tokens.as_ref()?.million_per_gpu_hour);
        let all: Option<Vec<f64>> = self.parts.iter().map(million).collect();
        let hours = self.gpu_hours();
        all.filter(|_| hours > 0.0).map(|all| all.iter().sum::<f64>() / hours)
    }
}

impl Scenario {
    /// The scenario with the price book's tokens per second for workloads that name a model and leave them empty, on the GPU
    /// of the work.
    pub fn with_throughput(&self, book: &PriceBook) -> Cow<'_, Self> {
        let mut found = Cow::Borrowed(self);
        for (place, workload) in self.work.workloads.iter().enumerate() {
            let Some(per_second) = book_throughput(workload, &self.work.gpu, book) else { continue };
            if let Some(workload) = found.to_mut().work.workloads.get_mut(place) {
                workload.tokens_per_second_per_gpu = Some(per_second);
            }
        }
        found
    }
}

/// The price book's tokens per second for a workload that names a model and leaves them empty.
pub fn book_throughput(workload: &Workload, gpu: &str, book: &PriceBook) -> Option<f64> {
    let asks = workload.names_a_model() && workload.tokens_per_second_per_gpu.is_none();
    let (model, _) = book.token_model(&workload.token_model).filter(|_| asks)?;
    Some(book.throughput_of(model, gpu, workload.token_mix().output)?.tokens_per_second)
}

/// What is wrong with the tokens of a workload.
pub(super) fn problem(workload: &Workload) -> Option<String> {
    if workload.shape != Shape::Inference {
        return None;
    }
    let mix = workload.token_mix();
    let sum = mix.cached + mix.output;
    (sum > 1.0 + 1e-9).then(|| {
        let percent = |share: f64| crate::number::write(libm::round(share * 1_000.0) / 10.0);
        format!(
            "output ({}%) and cached input ({}%) exceed 100% of all tokens together",
            percent(mix.output),
            percent(mix.cached)
        )
    })
}
