//! Problems with a price book, and values worth checking.

use std::fmt;

use serde::Serialize;

use super::vocabulary::{Vocabulary, vocabulary};

vocabulary! {
    /// The files of a book.
    BookFile {
        /// Editions.
        Editions = "editions.csv",
        /// Sources.
        Sources = "sources.csv",
        /// GPUs.
        Gpus = "gpus.csv",
        /// Hardware.
        Hardware = "hardware.csv",
        /// Offers.
        Offers = "offers.csv",
        /// Figures.
        Figures = "figures.csv",
        /// Prices of tokens.
        TokenPrices = "token_prices.csv",
        /// Tokens per second of a GPU.
        Throughput = "throughput.csv",
    }
    /// The rules of a book. Rows that break one of the first four are left out; the others are reported and kept.
    Rule {
        /// The text is not the expected table.
        Csv = "csv",
        /// A cell cannot be read.
        Cell = "cell",
        /// An id has characters other than a to z, 0 to 9, dot and hyphen.
        Id = "id",
        /// An id occurs twice.
        RepeatedId = "repeated-id",
        /// A source, an edition or a GPU is not in the book.
        Reference = "reference",
        /// A unit is unknown.
        Unit = "unit",
        /// Low, typical and high are out of order.
        Order = "order",
        /// An assumption or a doubtful price has high confidence, or passes for a quote.
        Confidence = "confidence",
        /// A reference text's figure outside its edition, or the other way round.
        ReferenceEdition = "reference-edition",
        /// Term, payment, fabric and interruption contradict each other.
        Terms = "terms",
        /// The instance's price divided by its GPUs is not the GPU's price.
        InstancePrice = "instance-price",
        /// Spot costs more than on-demand at the same provider.
        SpotAboveOnDemand = "spot-above-on-demand",
        /// A commitment costs more than the same provider's on-demand hours.
        CommitmentAboveOnDemand = "commitment-above-on-demand",
        /// A GPU-hour costs less than a fifth of the usual price.
        FarBelowUsual = "far-below-usual",
        /// A monthly price instead of an hourly one.
        MonthAsHour = "month-as-hour",
        /// An instance price instead of a GPU price.
        InstanceAsGpu = "instance-as-gpu",
        /// A board with two GPUs is counted as one.
        TwoGpuBoard = "two-gpu-board",
        /// A sparse peak instead of a dense one.
        SparsePeak = "sparse-peak",
        /// A percentage instead of a share of 1.
        PercentAsShare = "percent-as-share",
    }
}

/// A problem with a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookIssue {
    /// The file it is in.
    pub file: BookFile,
    /// The line of that file, from 1, if known.
    pub line: Option<usize>,
    /// The id of the row; empty if it has none.
    pub id: String,
    /// The broken rule.
    pub rule: Rule,
    /// What was found and what is allowed, without a full stop.
    pub message: String,
}

impl BookIssue {
    /// A guard's finding at a row.
    pub(super) fn at(file: BookFile, id: &str, rule: Rule, message: String) -> Self {
        Self { file, line: None, id: id.to_owned(), rule, message }
    }
}

impl fmt::Display for BookIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.as_str())?;
        if let Some(line) = self.line {
            write!(f, " line {line}")?;
        }
        if !self.id.is_empty() {
            write!(f, " `{}`", self.id)?;
        }
        write!(f, ", {}: {}", self.rule.as_str(), self.message)
    }
}
