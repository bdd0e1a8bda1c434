//! Root finding for functions of one number.

/// An argument and the function's value there.
pub type Point = (f64, f64);

/// The argument between `low` and `high` where the function changes sign, bisected to the last bit.
pub fn bisect(mut low: f64, mut high: f64, mut of: impl FnMut(f64) -> f64) -> f64 {
    const HALVINGS: usize = 200;
    // Either end may itself be zero.
    let rises = of(low) < of(high);
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if (of(middle) <= 0.0) == rises { low = middle } else { high = middle }
    }
    high
}

/// The argument between two points where the sign changes: regula falsi (Illinois variant), falling back to bisection
/// if it converges slowly. Intended for nearly linear functions.
pub fn root(mut low: Point, mut high: Point, at: &mut dyn FnMut(f64) -> Option<f64>) -> f64 {
    const TRIES: usize = 80;
    const STRAIGHT: usize = 20;
    let rises = high.1 > low.1;
    for tried in 0..TRIES {
        let width = high.0 - low.0;
        if width <= high.0 * 1e-13 {
            break;
        }
        let straight = low.0 - low.1 * width / (high.1 - low.1);
        let inside = tried < STRAIGHT && straight > low.0 && straight < high.0;
        let place = if inside { straight } else { low.0 + width / 2.0 };
        if place <= low.0 || place >= high.0 {
            break;
        }
        let Some(usd) = at(place) else { break };
        if usd == 0.0 {
            return place;
        }
        if (usd < 0.0) == rises {
            low = (place, usd);
            high.1 /= 2.0;
        } else {
            high = (place, usd);
            low.1 /= 2.0;
        }
    }
    high.0
}
