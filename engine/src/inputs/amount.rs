//! A number of a scenario: its value, and how certain it is.
//!
//! In files and links since the first version.

/// The distribution of an uncertain number. Stored and shared from the first version on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spread {
    /// Every value between low and high is equally likely.
    Uniform,
    /// Low and high are the ends, the value is the peak.
    Triangular,
    /// Like triangular, but smoother: the value has weight four.
    Pert,
    /// Low and high are the 5th and 95th percentiles.
    Normal,
    /// Low and high are the 5th and 95th percentiles of a multiplicative quantity.
    Lognormal,
}

impl Spread {
    /// Every spread with its name in files and its letter in links.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Uniform, "uniform", "u"),
        (Self::Triangular, "triangular", "t"),
        (Self::Pert, "pert", "p"),
        (Self::Normal, "normal", "n"),
        (Self::Lognormal, "lognormal", "l"),
    ];
}

/// The uncertainty of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The distribution.
    pub spread: Spread,
    /// Low figure, in the input's own unit.
    pub low: f64,
    /// High figure, in the input's own unit.
    pub high: f64,
}

/// How certain a number is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Certainty {
    /// Nobody said: where it equals a default, the range is that of the default.
    #[default]
    Default,
    /// The user entered it although it equals a default that has a range ([`super::field::Field::given`]): it is certain.
    Confirmed,
    /// It varies within a range.
    Range(Range),
}

/// A number in a scenario, and how certain it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// The value used, in the row's unit.
    pub value: f64,
    /// How certain it is.
    pub certainty: Certainty,
}

impl Amount {
    /// A value of which nothing else is said.
    pub const fn exact(value: f64) -> Self {
        Self { value, certainty: Certainty::Default }
    }

    /// A value that is certain.
    pub const fn confirmed(value: f64) -> Self {
        Self { value, certainty: Certainty::Confirmed }
    }

    /// A value with its range. Files and links write a confirmed value as a range that is this value alone.
    pub fn ranged(value: f64, range: Range) -> Self {
        let is_point = range.low == value && range.high == value;
        Self { value, certainty: if is_point { Certainty::Confirmed } else { Certainty::Range(range) } }
    }

    /// Whether the user confirmed it.
    pub fn is_confirmed(&self) -> bool {
        self.certainty == Certainty::Confirmed
    }

    /// Its range, if one was given.
    pub const fn range(&self) -> Option<Range> {
        match self.certainty {
            Certainty::Range(range) => Some(range),
            Certainty::Default | Certainty::Confirmed => None,
        }
    }

    /// The range in files and links: that of a confirmed value is the value alone.
    pub const fn written_range(&self) -> Option<Range> {
        match self.certainty {
            Certainty::Default => None,
            Certainty::Confirmed => Some(Range { spread: Spread::Uniform, low: self.value, high: self.value }),
            Certainty::Range(range) => Some(range),
        }
    }
}

impl From<Option<Range>> for Certainty {
    fn from(range: Option<Range>) -> Self {
        range.map_or(Self::Default, Self::Range)
    }
}
