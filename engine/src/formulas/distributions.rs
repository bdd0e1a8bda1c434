//! Distributions of uncertain numbers, by their quantiles, truncated to bounds. Source: model page, section 8.
//!
//! The normal quantile starts from Acklam's rational approximation (relative error 1.15e-9) and takes one step of Halley's method
//! with the complementary error function. The incomplete beta function is the continued fraction of Abramowitz and Stegun, 26.5.8,
//! by Lentz's method; its inverse is bisected by Newton steps.

use core::f64::consts::{PI, SQRT_2};

/// Quantile of the standard normal distribution at 0.95: ranges of normals end at the 5th and 95th percentiles.
pub const Z95: f64 = 1.644_853_626_951_472_2;

/// What a distribution cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// The low end is above the high end, or one of them is no number.
    Ends,
    /// A lognormal needs a positive low end.
    NotPositive,
    /// Nothing of it lies within its bounds.
    OutOfBounds,
}

/// The form of a distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Every value between the ends is equally likely.
    Uniform {
        /// Low end.
        low: f64,
        /// High end.
        high: f64,
    },
    /// Rises to the mode and falls from there.
    Triangular {
        /// Low end.
        low: f64,
        /// The most likely value; the middle where it lies outside.
        mode: f64,
        /// High end.
        high: f64,
    },
    /// A beta distribution between the ends, in which the mode has weight four.
    Pert {
        /// Low end.
        low: f64,
        /// The most likely value; the middle where it lies outside.
        mode: f64,
        /// High end.
        high: f64,
    },
    /// Normal, by its 5th and 95th percentiles.
    Normal {
        /// 5th percentile.
        low: f64,
        /// 95th percentile.
        high: f64,
    },
    /// Lognormal, by its 5th and 95th percentiles.
    Lognormal {
        /// 5th percentile, above 0.
        low: f64,
        /// 95th percentile.
        high: f64,
    },
}

/// A distribution truncated to bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution {
    form: Form,
    bounds: (f64, f64),
    /// Probability below either bound.
    at: (f64, f64),
}

impl Distribution {
    /// A distribution within bounds.
    ///
    /// Errors: ends in the wrong order, a lognormal that is not positive, nothing within the bounds.
    pub fn new(form: Form, bounds: (f64, f64)) -> Result<Self, Impossible> {
        let (low, high) = form.ends();
        if !(low <= high && low.is_finite() && high.is_finite()) {
            return Err(Impossible::Ends);
        }
        if matches!(form, Form::Lognormal { .. }) && low <= 0.0 {
            return Err(Impossible::NotPositive);
        }
        if low == high {
            let within = bounds.0 <= low && low <= bounds.1;
            return if within {
                Ok(Self { form, bounds: (low, low), at: (0.0, 1.0) })
            } else {
                Err(Impossible::OutOfBounds)
            };
        }
        let at = (form.below(bounds.0), form.below(bounds.1));
        if at.0 < at.1 { Ok(Self { form, bounds, at }) } else { Err(Impossible::OutOfBounds) }
    }

    /// The value below which a share `u` of the draws lies, 0 < u < 1.
    pub fn quantile(&self, u: f64) -> f64 {
        if self.bounds.0 == self.bounds.1 {
            return self.bounds.0;
        }
        let within = self.at.0 + u * (self.at.1 - self.at.0);
        self.form.quantile(within).clamp(self.bounds.0, self.bounds.1)
    }
}

impl Form {
    fn ends(self) -> (f64, f64) {
        match self {
            Self::Uniform { low, high }
            | Self::Triangular { low, high, .. }
            | Self::Pert { low, high, .. }
            | Self::Normal { low, high }
            | Self::Lognormal { low, high } => (low, high),
        }
    }

    /// The share of draws below a value.
    fn below(self, x: f64) -> f64 {
        let (low, high) = self.ends();
        match self {
            Self::Uniform { .. } => ((x - low) / (high - low)).clamp(0.0, 1.0),
            Self::Triangular { mode, .. } => {
                let mode = within(mode, low, high);
                if x <= low {
                    0.0
                } else if x < mode {
                    (x - low) * (x - low) / ((high - low) * (mode - low))
                } else if x < high {
                    1.0 - (high - x) * (high - x) / ((high - low) * (high - mode))
                } else {
                    1.0
                }
            }
            Self::Pert { mode, .. } => {
                let (a, b) = pert(mode, low, high);
                incomplete_beta(a, b, ((x - low) / (high - low)).clamp(0.0, 1.0))
            }
            Self::Normal { .. } => {
                let (mean, deviation) = normal(low, high);
                normal_below((x - mean) / deviation)
            }
            Self::Lognormal { .. } => {
                if x <= 0.0 {
                    return 0.0;
                }
                let (mean, deviation) = normal(libm::log(low), libm::log(high));
                normal_below((libm::log(x) - mean) / deviation)
            }
        }
    }

    fn quantile(self, u: f64) -> f64 {
        let (low, high) = self.ends();
        match self {
            Self::Uniform { .. } => low + u * (high - low),
            Self::Triangular { mode, .. } => {
                let mode = within(mode, low, high);
                if u * (high - low) < mode - low {
                    low + libm::sqrt(u * (high - low) * (mode - low))
                } else {
                    high - libm::sqrt((1.0 - u) * (high - low) * (high - mode))
                }
            }
            Self::Pert { mode, .. } => {
                let (a, b) = pert(mode, low, high);
                low + (high - low) * beta_quantile(a, b, u)
            }
            Self::Normal { .. } => {
                let (mean, deviation) = normal(low, high);
                mean + deviation * normal_quantile(u)
            }
            Self::Lognormal { .. } => {
                let (mean, deviation) = normal(libm::log(low), libm::log(high));
                libm::exp(mean + deviation * normal_quantile(u))
            }
        }
    }
}

/// The mode, or the middle where it lies outside.
fn within(mode: f64, low: f64, high: f64) -> f64 {
    if (low..=high).contains(&mode) { mode } else { f64::midpoint(low, high) }
}

/// Both parameters of the beta distribution behind a PERT.
fn pert(mode: f64, low: f64, high: f64) -> (f64, f64) {
    let share = (within(mode, low, high) - low) / (high - low);
    (1.0 + 4.0 * share, 1.0 + 4.0 * (1.0 - share))
}

/// Mean and standard deviation of a normal with these 5th and 95th percentiles.
fn normal(low: f64, high: f64) -> (f64, f64) {
    (f64::midpoint(low, high), (high - low) / (2.0 * Z95))
}

/// The share of a standard normal below a value.
pub fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / SQRT_2)
}

/// The value below which a share `u` of a standard normal lies; infinite at 0 and 1.
pub fn normal_quantile(u: f64) -> f64 {
    if u <= 0.0 || u >= 1.0 {
        return if u <= 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if u > 0.5 {
        return -normal_quantile(1.0 - u);
    }
    let first = acklam(u);
    let error = normal_below(first) - u;
    let step = error * libm::sqrt(2.0 * PI) * libm::exp(first * first / 2.0);
    first - step / (1.0 + first * step / 2.0)
}

/// Acklam's rational approximation of the normal quantile, for at most a half.
fn acklam(u: f64) -> f64 {
    const TAIL: f64 = 0.024_25;
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 5] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
    ];
    const C: [f64; 6] = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 4] =
        [7.784_695_709_041_462e-3, 3.224_671_290_700_398e-1, 2.445_134_137_142_996, 3.754_408_661_907_416];
    let sum = |of: &[f64], x: f64| of.iter().fold(0.0, |sum, c| sum * x + c);
    if u < TAIL {
        let q = libm::sqrt(-2.0 * libm::log(u));
        return sum(&C, q) / (sum(&D, q) * q + 1.0);
    }
    let q = u - 0.5;
    let r = q * q;
    sum(&A, r) * q / (sum(&B, r) * r + 1.0)
}

/// The regularised incomplete beta function.
pub fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let front = libm::exp(a * libm::log(x) + b * libm::log1p(-x) - log_beta(a, b));
    // The fraction converges fast on this side alone.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

fn log_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

/// The continued fraction of the incomplete beta function.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const MOST_TERMS: i32 = 300;
    let kept = |value: f64| if libm::fabs(value) < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / kept(1.0 - (a + b) * x / (a + 1.0));
    let mut found = d;
    for m in 1..MOST_TERMS {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut last = 1.0;
        for term in [even, odd] {
            d = 1.0 / kept(1.0 + term * d);
            c = kept(1.0 + term / c);
            last = c * d;
            found *= last;
        }
        if libm::fabs(last - 1.0) < 1e-16 {
            break;
        }
    }
    found
}

/// The value below which a share `u` of a beta distribution lies.
fn beta_quantile(a: f64, b: f64, u: f64) -> f64 {
    const MOST_STEPS: usize = 100;
    let (mut low, mut high) = (0.0, 1.0);
    let mut x = a / (a + b);
    for _ in 0..MOST_STEPS {
        let error = incomplete_beta(a, b, x) - u;
        if error > 0.0 {
            high = x;
        } else {
            low = x;
        }
        let density = libm::exp((a - 1.0) * libm::log(x) + (b - 1.0) * libm::log1p(-x) - log_beta(a, b));
        let newton = x - error / density;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if libm::fabs(next - x) <= 1e-15 {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scripts/risk-fixtures.py`: scipy's quantiles of each form, truncated to bounds.
    const FIXTURES: &str = include_str!("../../../tests/risk/quantiles.csv");

    #[test]
    fn quantiles_are_those_of_scipy() {
        let mut checked = 0;
        for line in FIXTURES.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split(',').collect();
            let number = |place: usize| cells[place].parse::<f64>().expect("a number");
            let (low, mode, high) = (number(1), number(2), number(3));
            let form = match cells[0] {
                "uniform" => Form::Uniform { low, high },
                "triangular" => Form::Triangular { low, mode, high },
                "pert" => Form::Pert { low, mode, high },
                "normal" => Form::Normal { low, high },
                "lognormal" => Form::Lognormal { low, high },
                other => panic!("{other}"),
            };
            let found = Distribution::new(form, (number(4), number(5))).expect("it is possible").quantile(number(6));
            let wanted = number(7);
            assert!((found - wanted).abs() <= 1e-11 * (high - low).abs().max(wanted.abs()), "{line}: {found}");
            checked += 1;
        }
        assert!(checked >= 300, "{checked}");
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        let all = (f64::NEG_INFINITY, f64::INFINITY);
        let of = |form, bounds| Distribution::new(form, bounds).err();
        assert_eq!(of(Form::Uniform { low: 2.0, high: 1.0 }, all), Some(Impossible::Ends));
        assert_eq!(of(Form::Normal { low: f64::NAN, high: 1.0 }, all), Some(Impossible::Ends));
        assert_eq!(of(Form::Lognormal { low: 0.0, high: 1.0 }, all), Some(Impossible::NotPositive));
        assert_eq!(of(Form::Uniform { low: 2.0, high: 3.0 }, (0.0, 1.0)), Some(Impossible::OutOfBounds));
        assert_eq!(of(Form::Uniform { low: 2.0, high: 2.0 }, (0.0, 1.0)), Some(Impossible::OutOfBounds));
        let point = Distribution::new(Form::Pert { low: 2.0, mode: 2.0, high: 2.0 }, all).expect("a point");
        assert_eq!([0.01, 0.5, 0.99].map(|u| point.quantile(u)), [2.0; 3]);
    }
}
