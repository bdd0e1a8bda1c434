//! From plots to shapes and files: scales, ticks, layout, pictures and tables for export. Knows no currency formats.

mod bars;
mod labels;
pub mod picture;
pub mod scale;
pub mod scene;
pub mod table;
pub mod text_metrics;
pub mod ticks;

/// The currency figures are shown in.
#[derive(Clone, Debug, PartialEq)]
pub struct Currency {
    /// Its ISO code.
    pub code: String,
    /// Units of it per US dollar.
    pub per_usd: f64,
}

impl Currency {
    /// A formatted amount without its currency code.
    pub fn bare(&self, words: &str) -> String {
        let code = self.code.as_str();
        let rest = words.strip_prefix(code).or_else(|| words.strip_suffix(code)).unwrap_or(words);
        rest.trim_matches(['\u{a0}', '\u{202f}']).to_owned()
    }

    /// An axis title with this currency instead of the dollar.
    pub fn title(&self, title: &str) -> String {
        title.strip_prefix("USD").map_or_else(|| title.to_owned(), |rest| [&self.code, rest].concat())
    }

    /// Factor from stored to displayed figures under an axis title: 1 if it is not an amount of money.
    pub fn rate(&self, title: &str) -> f64 {
        if title.starts_with("USD") { self.per_usd } else { 1.0 }
    }
}
