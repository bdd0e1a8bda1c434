//! A price of tokens that the user was offered.

use super::TokenOfferColumn;
use super::value::{Cell, Row};

/// The user's price of tokens from an API.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenOffer {
    /// The provider, in the user's words.
    pub provider: String,
    /// The model, by name or id; empty for that of every workload.
    pub model: String,
    /// US dollars per million input tokens.
    pub usd_per_million_input: f64,
    /// The same of output.
    pub usd_per_million_output: f64,
    /// The same of input that the provider has kept; `None` for the price of input.
    pub usd_per_million_cached: Option<f64>,
    /// Discount on what is sent in batches; `None` for none.
    pub batch_discount: Option<f64>,
    /// Most tokens per second that the provider allows; `None` for no limit.
    pub most_tokens_per_second: Option<f64>,
    /// Where it runs, such as `EU` or `EU, US`; empty if not stated.
    pub jurisdiction: String,
    /// Certificates held there, separated by commas; empty if not stated.
    pub certificates: String,
}

impl Row for TokenOffer {
    fn cells(&self) -> Vec<Cell> {
        let number = |value: Option<f64>| value.map_or(Cell::Empty, Cell::Number);
        let text = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) };
        let cell = |column: &TokenOfferColumn| match column {
            TokenOfferColumn::Provider => Cell::Text(self.provider.clone()),
            TokenOfferColumn::Model => text(&self.model),
            TokenOfferColumn::Input => Cell::Number(self.usd_per_million_input),
            TokenOfferColumn::Output => Cell::Number(self.usd_per_million_output),
            TokenOfferColumn::Cached => number(self.usd_per_million_cached),
            TokenOfferColumn::BatchDiscount => number(self.batch_discount),
            TokenOfferColumn::MostTokensPerSecond => number(self.most_tokens_per_second),
            TokenOfferColumn::Jurisdiction => text(&self.jurisdiction),
            TokenOfferColumn::Certificates => text(&self.certificates),
        };
        TokenOfferColumn::ALL.iter().map(cell).collect()
    }

    fn of(cells: &[Cell]) -> Option<Self> {
        (cells.len() <= TokenOfferColumn::ALL.len()).then_some(())?;
        Some(Self {
            provider: TokenOfferColumn::Provider.cell(cells).text()?,
            model: TokenOfferColumn::Model.cell(cells).text()?,
            usd_per_million_input: TokenOfferColumn::Input.cell(cells).number()?,
            usd_per_million_output: TokenOfferColumn::Output.cell(cells).number()?,
            usd_per_million_cached: TokenOfferColumn::Cached.number(cells)?,
            batch_discount: TokenOfferColumn::BatchDiscount.number(cells)?,
            most_tokens_per_second: TokenOfferColumn::MostTokensPerSecond.number(cells)?,
            jurisdiction: TokenOfferColumn::Jurisdiction.cell(cells).text()?,
            certificates: TokenOfferColumn::Certificates.cell(cells).text()?,
        })
    }
}
