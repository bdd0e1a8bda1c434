//! Round numbers along an axis: steps of 1, 2 or 5 times a power of ten.

/// A round step that splits `span` into at most `most` pieces; 1 if the span is empty.
pub fn step(span: f64, most: u32) -> f64 {
    if span <= 0.0 || !span.is_finite() || most == 0 {
        return 1.0;
    }
    let rough = span / f64::from(most);
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let lead = rough / power;
    let round = [1.0, 2.0, 5.0].into_iter().find(|r| lead <= r * (1.0 + 1e-12)).unwrap_or(10.0);
    round * power
}

/// Round numbers that enclose a range: from the last that is not above `least` to the first that is not below `most`.
/// For an empty range, one tick at `least` and one a step above it. `least` may not be positive, `most` not negative.
pub fn around(least: f64, most: f64, pieces: u32) -> Vec<f64> {
    let step = step(most - least, pieces);
    let below = libm::ceil(-least / step - 1e-12);
    let above = libm::ceil(most / step - 1e-12).max(1.0 - below);
    // A round step adds at most one piece on either side.
    let count = 0..=2 * pieces + 2;
    count.map(|i| f64::from(i) - below).take_while(|i| *i <= above).map(|i| i * step).collect()
}

/// The first and the last tick.
pub fn ends(ticks: &[f64]) -> (f64, f64) {
    (ticks.first().copied().unwrap_or(0.0), ticks.last().copied().unwrap_or(1.0))
}

/// Like [`around`], for values displayed `rate` times as large: the ticks are round as displayed. Also returns whether
/// all of them are whole as displayed.
pub fn around_shown(ends: (f64, f64), pieces: u32, rate: f64) -> (Vec<f64>, bool) {
    let mut ticks = around(ends.0 * rate, ends.1 * rate, pieces);
    let whole = ticks.iter().all(|at| libm::round(*at) == *at);
    for at in &mut ticks {
        *at /= rate;
    }
    (ticks, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_cover_the_span() {
        for (span, most, expected) in [
            (10.0, 5, 2.0),
            (1.0, 4, 0.5),
            (0.07, 5, 0.02),
            (12.3, 5, 5.0),
            (100.0, 10, 10.0),
            (0.0, 5, 1.0),
            (f64::NAN, 5, 1.0),
        ] {
            let found = step(span, most);
            assert!((found - expected).abs() < 1e-12 * expected, "{span}: {found}");
        }
        assert_eq!(around(0.0, 9.0, 5), vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(around(0.0, 10.0, 5), vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(around(-3.0, 4.0, 5), vec![-4.0, -2.0, 0.0, 2.0, 4.0]);
        assert_eq!(around(-3.0, 0.0, 3), vec![-3.0, -2.0, -1.0, 0.0]);
        assert_eq!(around(0.0, 0.0, 5), vec![0.0, 1.0]);
    }
}
