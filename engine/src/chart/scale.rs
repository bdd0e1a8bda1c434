//! Linear scale from data to pixels.

/// Width of the axis figures left of a line chart.
pub(super) const LEFT: f64 = 56.0;

/// Maps `from` linearly onto `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Domain.
    pub from: (f64, f64),
    /// Range in pixels; may be descending.
    pub to: (f64, f64),
}

impl Scale {
    /// Position of a value, rounded to a tenth of a pixel to keep paths short.
    pub fn place(&self, value: f64) -> f64 {
        let share = (value - self.from.0) / (self.from.1 - self.from.0);
        libm::round((self.to.0 + share * (self.to.1 - self.to.0)) * 10.0) / 10.0
    }

    /// Value at a position, clamped to the domain.
    pub fn value(&self, place: f64) -> f64 {
        let share = ((place - self.to.0) / (self.to.1 - self.to.0)).clamp(0.0, 1.0);
        self.from.0 + share * (self.from.1 - self.from.0)
    }
}

/// The path of a line through points in data units, clipped at the top of the drawing and broken where a value is
/// missing. Empty for fewer than two points.
pub fn line(points: &[(f64, Option<f64>)], x: Scale, y: Scale) -> String {
    let top = y.from.1;
    let mut path = String::new();
    let mut put = |letter: char, px: f64, py: f64| {
        path.push(letter);
        path.push_str(&crate::number::write(x.place(px)));
        path.push(' ');
        path.push_str(&crate::number::write(y.place(py)));
    };
    let mut last: Option<(f64, f64)> = None;
    for &(px, value) in points {
        let Some(py) = value else {
            last = None;
            continue;
        };
        // Where the line crosses the top edge.
        let cut = |(lx, ly): (f64, f64)| lx + (px - lx) * (top - ly) / (py - ly);
        match last {
            Some(from) if from.1 > top && py <= top => {
                put('M', cut(from), top);
                put('L', px, py);
            }
            Some(from) if from.1 <= top && py > top => put('L', cut(from), top),
            Some(_) if py <= top => put('L', px, py),
            None if py <= top => put('M', px, py),
            _ => {}
        }
        last = Some((px, py));
    }
    path
}

/// The path of the area between two series of points in data units, clipped at the top of the drawing; empty for fewer
/// than two points.
pub fn band(low: &[(f64, Option<f64>)], high: &[(f64, Option<f64>)], x: Scale, y: Scale) -> String {
    let mut path = String::new();
    let mut put = |(px, py): (f64, f64)| {
        path.push(if path.is_empty() { 'M' } else { 'L' });
        path.push_str(&crate::number::write(x.place(px)));
        path.push(' ');
        path.push_str(&crate::number::write(y.place(py.min(y.from.1))));
    };
    let known =
        |points: &[(f64, Option<f64>)]| points.iter().filter_map(|(px, py)| Some((*px, (*py)?))).collect::<Vec<_>>();
    let (low, high) = (known(low), known(high));
    if low.len() < 2 || high.len() < 2 {
        return path;
    }
    low.into_iter().for_each(&mut put);
    high.into_iter().rev().for_each(&mut put);
    path.push('Z');
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_values_are_inverse_and_held_inside() {
        let scale = Scale { from: (0.0, 100.0), to: (40.0, 640.0) };
        assert_eq!(scale.place(50.0), 340.0);
        assert_eq!(scale.value(340.0), 50.0);
        assert_eq!(scale.value(-5.0), 0.0);
        assert_eq!(scale.value(9_999.0), 100.0);
    }

    #[test]
    fn a_line_is_cut_at_the_top_and_broken_where_a_value_is_missing() {
        let x = Scale { from: (0.0, 100.0), to: (40.0, 640.0) };
        let y = Scale { from: (0.0, 100.0), to: (200.0, 0.0) };
        let line = |points: &[(f64, f64)]| line(&points.iter().map(|p| (p.0, Some(p.1))).collect::<Vec<_>>(), x, y);
        assert_eq!(line(&[(0.0, 0.0), (100.0, 100.0)]), "M40 200L640 0");
        // From (0, 200) to (50, 0) the line crosses the top at 100 at 25, from (50, 0) to (100, 400) at 62.5.
        assert_eq!(line(&[(0.0, 200.0), (50.0, 0.0), (100.0, 400.0)]), "M190 0L340 200L415 0");
        assert_eq!(line(&[(0.0, 200.0), (50.0, 300.0)]), "");
        let broken = [(0.0, Some(0.0)), (10.0, None), (20.0, Some(50.0)), (30.0, Some(50.0))];
        assert_eq!(super::line(&broken, x, y), "M40 200M160 100L220 100");
    }
}
