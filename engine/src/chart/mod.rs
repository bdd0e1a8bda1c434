//! From plots to shapes and files: scales, ticks, what stands where, pictures and tables to save. Knows no formats of money.

mod bars;
mod labels;
pub mod picture;
pub mod scale;
pub mod scene;
pub mod table;
pub mod text_metrics;
pub mod ticks;

/// A currency that figures are written in.
#[derive(Clone, Debug, PartialEq)]
pub struct Currency {
    /// Its ISO code.
    pub code: String,
    /// How much of it one US dollar buys.
    pub per_usd: f64,
}

impl Currency {
    /// An amount as it is written, without the currency's code before or after it.
    pub fn bare(&self, words: &str) -> String {
        let code = self.code.as_str();
        let rest = words.strip_prefix(code).or_else(|| words.strip_suffix(code)).unwrap_or(words);
        rest.trim_matches(['\u{a0}', '\u{202f}']).to_owned()
    }

    /// An axis's title with this currency in place of the dollar.
    pub fn title(&self, title: &str) -> String {
        title.strip_prefix("USD").map_or_else(|| title.to_owned(), |rest| [&self.code, rest].concat())
    }

    /// What figures under an axis's title are multiplied with where they are shown: 1 for what is no money.
    pub fn rate(&self, title: &str) -> f64 {
        if title.starts_with("USD") { self.per_usd } else { 1.0 }
    }
}
