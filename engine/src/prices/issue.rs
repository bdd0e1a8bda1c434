//! What is wrong with a price book, or worth a second look.

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
    }
    /// The rules of a book. The first four leave a row out; the others mark it and leave it in.
    Rule {
        /// The text is not the table it should be.
        Csv = "csv",
        /// A cell cannot be read.
        Cell = "cell",
        /// An id has other characters than a to z, 0 to 9, full stop and hyphen.
        Id = "id",
        /// An id is there twice.
        RepeatedId = "repeated-id",
        /// A source, an edition or a GPU is named that the book lacks.
        Reference = "reference",
        /// A unit is not known.
        Unit = "unit",
        /// Low, typical and high are out of order.
        Order = "order",
        /// An assumption or a doubtful price claims a high confidence, or hides as a quote.
        Confidence = "confidence",
        /// The figure of a reference text stands outside its edition, or the other way round.
        ReferenceEdition = "reference-edition",
        /// Term, payment, fabric and interruption do not go together.
        OverflowPricing = "terms",
        /// The instance's price divided by its GPUs is not the GPU's price.
        InstancePrice = "instance-price",
        /// Spot costs more than on-demand at the same provider.
        SpotAboveOnDemand = "spot-above-on-demand",
        /// A commitment costs more than the same provider's hours on demand.
        CommitmentAboveOnDemand = "commitment-above-on-demand",
        /// A GPU-hour costs less than a fifth of the usual price.
        FarBelowUsual = "far-below-usual",
        /// The price of a month stands where an hour's belongs.
        MonthAsHour = "month-as-hour",
        /// The price of an instance stands where a GPU's belongs.
        InstanceAsGpu = "instance-as-gpu",
        /// A board with two GPUs is counted as one.
        TwoGpuBoard = "two-gpu-board",
        /// A peak with sparsity stands where a dense one belongs.
        SparsePeak = "sparse-peak",
        /// A percentage stands where a share of 1 belongs.
        PercentAsShare = "percent-as-share",
    }
}

/// One thing that is wrong with a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookIssue {
    /// The file it is in.
    pub file: BookFile,
    /// The line of that file, from 1, where one is known.
    pub line: Option<usize>,
    /// The id of the row; empty when it has none.
    pub id: String,
    /// The rule that is broken.
    pub rule: Rule,
    /// What was found and what is allowed, without a full stop.
    pub message: String,
}

impl BookIssue {
    /// What a guard found at a row.
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
