//! Arithmetic as data: what a formula does with its parts, in operators that every spreadsheet has.

/// The arithmetic of a formula over its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expression {
    /// The value of a part, by its place.
    Part(usize),
    /// A constant.
    Number(f64),
    /// The sum of all parts, however many.
    SumOfParts,
    /// A sum of two.
    Plus(&'static Self, &'static Self),
    /// A difference.
    Minus(&'static Self, &'static Self),
    /// A product.
    Times(&'static Self, &'static Self),
    /// A quotient.
    Over(&'static Self, &'static Self),
    /// The first to the power of the second.
    Power(&'static Self, &'static Self),
    /// The greater of two.
    AtLeast(&'static Self, &'static Self),
    /// The next whole number above.
    RoundedUp(&'static Self),
    /// Straight lines through points by rising place, and from the last point on a slope.
    Interpolated {
        /// Where to read them.
        at: &'static Self,
        /// Place and value of each point.
        points: &'static [(f64, f64)],
        /// The slope after the last point.
        beyond: f64,
    },
}

impl Expression {
    /// Its value; a part that is missing counts as zero.
    pub fn value(&self, parts: &[f64]) -> f64 {
        match self {
            Self::Part(place) => parts.get(*place).copied().unwrap_or(0.0),
            Self::Number(number) => *number,
            Self::SumOfParts => parts.iter().sum(),
            Self::Plus(left, right) => left.value(parts) + right.value(parts),
            Self::Minus(left, right) => left.value(parts) - right.value(parts),
            Self::Times(left, right) => left.value(parts) * right.value(parts),
            Self::Over(left, right) => left.value(parts) / right.value(parts),
            Self::Power(base, exponent) => libm::pow(base.value(parts), exponent.value(parts)),
            Self::AtLeast(left, right) => left.value(parts).max(right.value(parts)),
            Self::RoundedUp(inner) => libm::ceil(inner.value(parts)),
            Self::Interpolated { at, points, beyond } => interpolated(at.value(parts), points, *beyond),
        }
    }

    /// The places of the parts it reads, each as often as it is read; none for the sum of all.
    pub fn parts_read(&self) -> Vec<usize> {
        match self {
            Self::Part(place) => vec![*place],
            Self::Number(_) | Self::SumOfParts => Vec::new(),
            Self::Plus(left, right)
            | Self::Minus(left, right)
            | Self::Times(left, right)
            | Self::Over(left, right)
            | Self::Power(left, right)
            | Self::AtLeast(left, right) => [left.parts_read(), right.parts_read()].concat(),
            Self::RoundedUp(inner) | Self::Interpolated { at: inner, .. } => inner.parts_read(),
        }
    }
}

fn interpolated(at: f64, points: &[(f64, f64)], beyond: f64) -> f64 {
    let mut previous: Option<(f64, f64)> = None;
    for &(place, value) in points {
        if at <= place {
            return previous.map_or(value, |(from, base)| base + (value - base) * (at - from) / (place - from));
        }
        previous = Some((place, value));
    }
    previous.map_or(0.0, |(place, value)| value + beyond * (at - place))
}
