//! A straight line from data to pixels.

/// Maps `from` linearly onto `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Ends of the data.
    pub from: (f64, f64),
    /// Ends on the drawing; may run downwards.
    pub to: (f64, f64),
}

impl Scale {
    /// Place of a value on the drawing, to a tenth of a pixel so that paths stay short.
    pub fn place(&self, value: f64) -> f64 {
        let share = (value - self.from.0) / (self.from.1 - self.from.0);
        libm::round((self.to.0 + share * (self.to.1 - self.to.0)) * 10.0) / 10.0
    }

    /// Value at a place on the drawing, held inside the data's ends.
    pub fn value(&self, place: f64) -> f64 {
        let share = ((place - self.to.0) / (self.to.1 - self.to.0)).clamp(0.0, 1.0);
        self.from.0 + share * (self.from.1 - self.from.0)
    }
}

/// The path of a line through points in data units; empty for fewer than two.
pub fn line(points: &[(f64, f64)], x: Scale, y: Scale) -> String {
    if points.len() < 2 {
        return String::new();
    }
    let step = |(index, (px, py)): (usize, &(f64, f64))| {
        let letter = if index == 0 { 'M' } else { 'L' };
        format!("{letter}{} {}", crate::number::write(x.place(*px)), crate::number::write(y.place(*py)))
    };
    points.iter().enumerate().map(step).collect::<String>()
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
        assert_eq!(
            line(&[(0.0, 0.0), (100.0, 100.0)], scale, Scale { from: (0.0, 100.0), to: (200.0, 0.0) }),
            "M40 200L640 0"
        );
        assert_eq!(line(&[(0.0, 0.0)], scale, scale), "");
    }
}
