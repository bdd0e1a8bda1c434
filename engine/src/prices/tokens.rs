//! Prices of tokens from an API, and how many tokens a GPU makes.

use serde::Serialize;

use super::day::Day;
use super::issue::BookFile;
use super::row::{BookRow, Cells};
use super::vocabulary::{Confidence, FigureStatus, Precision, PriceStatus, TokensCounted};
use crate::formulas::tokens::{Benchmark, all_tokens_per_second};
use crate::text::Name;

/// A model's tokens at a provider.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TokenPrice {
    /// Permanent id.
    pub id: Name,
    /// The provider.
    pub provider: Name,
    /// The provider's variant of the model; empty if there is one only.
    pub offer: Name,
    /// Id of the model.
    pub model: String,
    /// Its name.
    pub model_name: String,
    /// US dollars per million input tokens.
    pub usd_per_million_input: f64,
    /// The same of input that the provider has kept; `None` if it has no price of its own.
    pub usd_per_million_cached: Option<f64>,
    /// The same of output.
    pub usd_per_million_output: f64,
    /// Discount on what may wait; `None` if there is none.
    pub batch_discount: Option<f64>,
    /// Where it runs; empty if the source does not say.
    pub region: String,
    /// The date of the price.
    pub as_of: Day,
    /// Id of its edition.
    pub edition: String,
    /// How reliable it is.
    pub status: PriceStatus,
    /// The confidence in it.
    pub confidence: Confidence,
    /// Id of the main source.
    pub source: Name,
    /// Ids of the other sources.
    pub more_sources: Vec<String>,
    /// Remarks.
    pub note: String,
}

impl BookRow for TokenPrice {
    const FILE: BookFile = BookFile::TokenPrices;
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "provider",
        "offer",
        "model",
        "model_name",
        "usd_per_million_input",
        "usd_per_million_cached",
        "usd_per_million_output",
        "batch_discount",
        "region",
        "as_of",
        "edition",
        "status",
        "confidence",
        "source",
        "note",
    ];

    fn id(&self) -> &str {
        &self.id
    }

    fn read(cells: &mut Cells<'_>) -> Self {
        Self {
            id: cells.id().into(),
            provider: cells.some_text("provider").into(),
            offer: cells.text("offer").into(),
            model: cells.some_text("model"),
            model_name: cells.some_text("model_name"),
            usd_per_million_input: cells.positive("usd_per_million_input"),
            usd_per_million_cached: cells.known("usd_per_million_cached"),
            usd_per_million_output: cells.positive("usd_per_million_output"),
            batch_discount: cells.known("batch_discount"),
            region: cells.text("region"),
            as_of: cells.day("as_of"),
            edition: cells.some_text("edition"),
            status: cells.word("status"),
            confidence: cells.word("confidence"),
            source: cells.source().into(),
            more_sources: cells.more_sources(),
            note: cells.text("note"),
        }
    }
}

/// Tokens per second of one GPU that serves a model, as measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Throughput {
    /// Permanent id.
    pub id: String,
    /// Id of the model.
    pub model: String,
    /// Its name.
    pub model_name: String,
    /// Id of the GPU.
    pub gpu: String,
    /// Format of the numbers.
    pub precision: Precision,
    /// Input tokens of a request; `None` if the source does not say.
    pub input_tokens: Option<f64>,
    /// Output tokens of a request.
    pub output_tokens: Option<f64>,
    /// How GPUs share the model, as the source writes it.
    pub parallel: String,
    /// Tokens per second of one GPU.
    pub tokens_per_second_per_gpu: f64,
    /// Which tokens that counts.
    pub counts: TokensCounted,
    /// Under which conditions.
    pub conditions: String,
    /// The date it applies to.
    pub as_of: Day,
    /// Id of its edition.
    pub edition: String,
    /// The kind of statement.
    pub status: FigureStatus,
    /// The confidence in it.
    pub confidence: Confidence,
    /// Id of the main source.
    pub source: String,
    /// Ids of the other sources.
    pub more_sources: Vec<String>,
    /// Remarks.
    pub note: String,
}

impl Throughput {
    /// Its measurement, if the source says how long requests were.
    pub fn benchmark(&self) -> Option<Benchmark> {
        let (input, output) = (self.input_tokens?, self.output_tokens.filter(|tokens| *tokens > 0.0)?);
        let output_share = output / (input + output);
        let all = match self.counts {
            TokensCounted::All => self.tokens_per_second_per_gpu,
            TokensCounted::Output => self.tokens_per_second_per_gpu / output_share,
        };
        Some(Benchmark { output_share, tokens_per_second: all })
    }
}

impl BookRow for Throughput {
    const FILE: BookFile = BookFile::Throughput;
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "model",
        "model_name",
        "gpu",
        "precision",
        "input_tokens",
        "output_tokens",
        "parallel",
        "tokens_per_second_per_gpu",
        "counts",
        "conditions",
        "as_of",
        "edition",
        "status",
        "confidence",
        "source",
        "note",
    ];

    fn id(&self) -> &str {
        &self.id
    }

    fn read(cells: &mut Cells<'_>) -> Self {
        Self {
            id: cells.id(),
            model: cells.some_text("model"),
            model_name: cells.some_text("model_name"),
            gpu: cells.some_text("gpu"),
            precision: cells.word("precision"),
            input_tokens: cells.known("input_tokens"),
            output_tokens: cells.known("output_tokens"),
            parallel: cells.text("parallel"),
            tokens_per_second_per_gpu: cells.positive("tokens_per_second_per_gpu"),
            counts: cells.word("counts"),
            conditions: cells.text("conditions"),
            as_of: cells.day("as_of"),
            edition: cells.some_text("edition"),
            status: cells.word("status"),
            confidence: cells.word("confidence"),
            source: cells.source(),
            more_sources: cells.more_sources(),
            note: cells.text("note"),
        }
    }
}

/// Tokens per second that the book knows for a model, a GPU and a share of output, with the rows it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownThroughput<'b> {
    /// All tokens per second of one GPU, input and output.
    pub tokens_per_second: f64,
    /// The measurements behind it: one, or two with the share between them.
    pub rows: Vec<&'b Throughput>,
}

impl super::PriceBook {
    /// Id and name of the model that a text names: an id or a name, whatever its case and punctuation.
    pub fn token_model(&self, text: &str) -> Option<(&str, &str)> {
        let wanted = plain_letters(text);
        let priced = self.token_prices.iter().map(|row| (row.model.as_str(), row.model_name.as_str()));
        let measured = self.throughput.iter().map(|row| (row.model.as_str(), row.model_name.as_str()));
        let mut all = priced.chain(measured);
        all.find(|(id, name)| !wanted.is_empty() && (plain_letters(id) == wanted || plain_letters(name) == wanted))
    }

    /// Names of the models that have a price, in the order of the book.
    pub fn token_model_names(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for row in &self.token_prices {
            if !found.contains(&row.model_name.as_str()) {
                found.push(&row.model_name);
            }
        }
        found
    }

    /// Prices of a model's tokens in an edition.
    pub fn token_prices_of<'b>(&'b self, model: &str, edition: &str) -> impl Iterator<Item = &'b TokenPrice> {
        let editions: Vec<String> = self.editions_behind(edition).into_iter().map(str::to_owned).collect();
        self.token_prices.iter().filter(move |row| row.model == model && editions.contains(&row.edition))
    }

    /// Tokens per second of a GPU that serves a model, at a share of output in all tokens. In one precision: the first that
    /// has a measurement at that share, or one on either side of it. Nothing beyond the measured shares: that would be a guess.
    pub fn throughput_of(&self, model: &str, gpu: &str, output_share: f64) -> Option<KnownThroughput<'_>> {
        let rows = || self.throughput.iter().filter(|row| row.model == model && row.gpu == gpu);
        let mut precisions: Vec<Precision> = Vec::new();
        for row in rows() {
            if !precisions.contains(&row.precision) {
                precisions.push(row.precision);
            }
        }
        precisions.into_iter().find_map(|precision| {
            let of_precision = rows().filter(|row| row.precision == precision);
            let measured: Vec<_> = of_precision.filter_map(|row| Some((row.benchmark()?, row))).collect();
            let (tokens_per_second, used) = all_tokens_per_second(
                &measured.iter().map(|(benchmark, _)| *benchmark).collect::<Vec<_>>(),
                output_share,
            )?;
            let rows = used.into_iter().filter_map(|place| Some(measured.get(place)?.1)).collect();
            Some(KnownThroughput { tokens_per_second, rows })
        })
    }
}

/// The letters and digits of a text, in lower case.
fn plain_letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
