//! The badge above the verdict: how sure it is.

use super::no_bridge::nothing_bridges;
use crate::report::{Report, Strength, VerdictKind};

/// How sure a verdict is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Badge {
    /// One side is cheaper whatever the uncertainty.
    Clear,
    /// One side is cheaper, probably.
    Leaning,
    /// Too close to call.
    TooClose,
    /// The verdict rests on a price that looks wrong.
    DoubtfulPrice,
    /// A warning comes first.
    SeeWarning,
    /// Only owning can do all the work.
    OnlyChoice,
    /// Nothing to compare.
    NoComparison,
}

impl Badge {
    /// Every badge.
    pub const ALL: [Self; 7] = [
        Self::Clear,
        Self::Leaning,
        Self::TooClose,
        Self::DoubtfulPrice,
        Self::SeeWarning,
        Self::OnlyChoice,
        Self::NoComparison,
    ];

    /// The badge of a report.
    pub fn for_report(report: &Report) -> Self {
        match (report.verdict.kind, report.verdict.strength) {
            (VerdictKind::UnservedWork, _) if report.verdict.undone.as_ref().is_some_and(|u| u.pinned_share > 0.0) => {
                Self::OnlyChoice
            }
            (VerdictKind::UnservedWork, _) => Self::NoComparison,
            _ if nothing_bridges(report) => Self::NoComparison,
            (_, Strength::Doubtful) => Self::DoubtfulPrice,
            _ if !report.warnings.is_empty() => Self::SeeWarning,
            (VerdictKind::NothingToRent | VerdictKind::Unserved | VerdictKind::NoWork, _) | (_, Strength::Open) => {
                Self::NoComparison
            }
            (_, Strength::Clear) => Self::Clear,
            (_, Strength::Leaning) => Self::Leaning,
            (_, Strength::Close) => Self::TooClose,
        }
    }

    /// The badge of how sure a difference is; nothing where nothing compares.
    pub const fn of_strength(strength: Strength) -> Option<Self> {
        match strength {
            Strength::Clear => Some(Self::Clear),
            Strength::Leaning => Some(Self::Leaning),
            Strength::Close => Some(Self::TooClose),
            Strength::Doubtful => Some(Self::DoubtfulPrice),
            Strength::Open => None,
        }
    }

    /// Its words, also in the messages of an embedded page: permanent.
    pub fn words(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Leaning => "leaning",
            Self::TooClose => "too close",
            Self::DoubtfulPrice => "doubtful price",
            Self::SeeWarning => "see the warning",
            Self::OnlyChoice => "only choice",
            Self::NoComparison => "no comparison",
        }
    }

    /// How it is drawn.
    pub fn tone(self) -> Tone {
        match self {
            Self::Clear => Tone::Good,
            Self::Leaning | Self::TooClose | Self::DoubtfulPrice | Self::SeeWarning => Tone::Caution,
            Self::NoComparison => Tone::Muted,
            Self::OnlyChoice => Tone::Neutral,
        }
    }
}

/// How a badge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Safe to act on.
    Good,
    /// To be read with care.
    Caution,
    /// No statement.
    Muted,
    /// As the text around it.
    Neutral,
}

impl Tone {
    /// Its class in the page's style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Caution => "caution",
            Self::Muted => "muted",
            Self::Neutral => "neutral",
        }
    }
}
