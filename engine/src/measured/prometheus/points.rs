//! Points of a series: whole seconds and values, 8 bytes each.

/// Points; a value that is not a number is unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Points {
    points: Vec<(u32, f32)>,
}

impl Points {
    pub(super) fn push(&mut self, time: f64, value: Option<f32>) {
        self.points.push((super::super::whole(libm::round(time)), value.unwrap_or(f32::NAN)));
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// First and last time.
    pub(super) fn range(&self) -> Option<(u32, u32)> {
        let times = || self.points.iter().map(|(time, _)| *time);
        Some((times().min()?, times().max()?))
    }

    /// Adds the points of another series of the same thing. Whether both covered the same time.
    pub(super) fn merge(&mut self, other: Self) -> bool {
        let overlap = match (self.range(), other.range()) {
            (Some(a), Some(b)) => a.0 <= b.1 && b.0 <= a.1,
            _ => false,
        };
        self.points.extend(other.points);
        overlap
    }

    /// Orders the points; of several at one time a known one stays.
    pub(super) fn sort(&mut self) {
        self.points.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.is_nan().cmp(&b.1.is_nan())));
        self.points.dedup_by_key(|(time, _)| *time);
    }

    pub(super) fn times(&self) -> impl Iterator<Item = u32> + '_ {
        self.points.iter().map(|(time, _)| *time)
    }

    /// The known value at a time, once sorted.
    pub(super) fn at(&self, time: u32) -> Option<f32> {
        let at = self.points.binary_search_by_key(&time, |(time, _)| *time).ok()?;
        self.points.get(at).map(|(_, value)| *value).filter(|value| !value.is_nan())
    }

    /// Whether a time lies between the first and the last point, once sorted.
    pub(super) fn spans(&self, time: u32) -> bool {
        let ends = self.points.first().zip(self.points.last());
        ends.is_some_and(|(first, last)| first.0 <= time && time <= last.0)
    }

    /// Number and sum of the known values.
    pub(super) fn known_sum(&self) -> (f64, f64) {
        let known = self.points.iter().map(|(_, value)| *value).filter(|value| !value.is_nan());
        known.fold((0.0, 0.0), |sum, value| (sum.0 + 1.0, sum.1 + f64::from(value)))
    }
}
