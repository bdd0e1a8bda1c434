//! Round numbers along an axis: steps of 1, 2 or 5 times a power of ten.

/// A round step that parts `span` into at most `most` pieces; 1 where there is no span.
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

/// Ticks from 0 to the first round number that is not below `max`, at most `most` + 1 of them after 0.
pub fn from_zero(max: f64, most: u32) -> Vec<f64> {
    let step = step(max, most);
    let mut ticks = vec![0.0];
    for count in 1..=most + 1 {
        ticks.push(f64::from(count) * step);
        if f64::from(count) * step >= max * (1.0 - 1e-12) {
            break;
        }
    }
    ticks
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
        assert_eq!(from_zero(9.0, 5), vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(from_zero(10.0, 5), vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
    }
}
