//! Points of a series: whole seconds and values, 8 bytes each. Points that are there twice are kept once.

/// Points are put in order, and freed of repeats, once their number has doubled beyond this.
const LEAST_SORTED: usize = 4_096;

/// Points of one series at most; beyond that they are thinned out.
const MOST_OF_SERIES: usize = 4_000_000;
/// First distance of the points that stay then, in seconds; it doubles from there.
const THINNED: u32 = 10;

/// Points; a value that is not a number is unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Points {
    list: Vec<(u32, f32)>,
    /// Points that were in order when they were last sorted.
    sorted: usize,
    /// Points that were there twice, or that were thinned out.
    repeated: u64,
    /// Seconds between the points that stay; 0 if all do.
    thinned: u32,
    /// First and last time.
    range: Option<(u32, u32)>,
}

impl Points {
    /// Adds a point; what is not a number is unknown.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn push(&mut self, time: f64, value: f64) {
        let time = super::super::whole(libm::round(time));
        self.list.push((time, value as f32));
        self.see(time, time);
        self.tidy();
    }

    fn see(&mut self, first: u32, last: u32) {
        self.range = Some(self.range.map_or((first, last), |(from, to)| (from.min(first), to.max(last))));
    }

    fn tidy(&mut self) {
        if self.list.len() > 2 * self.sorted + LEAST_SORTED {
            self.sort();
            if self.list.len() > MOST_OF_SERIES {
                self.thin_out();
            }
        }
    }

    /// Keeps the first point in every step of time, and doubles the step.
    pub(super) fn thin_out(&mut self) {
        self.thinned = (self.thinned * 2).max(THINNED);
        self.sort();
        let before = self.list.len();
        self.list.dedup_by_key(|(time, _)| *time / self.thinned);
        self.list.shrink_to_fit();
        self.repeated += (before - self.list.len()) as u64;
        self.sorted = self.list.len();
    }

    /// Seconds between the points that stay; 0 if all do.
    pub(super) fn thinned(&self) -> u32 {
        self.thinned
    }

    /// Number of points in memory.
    pub(super) fn kept(&self) -> usize {
        self.list.len()
    }

    /// Number of points as read.
    pub(super) fn len(&self) -> u64 {
        self.list.len() as u64 + self.repeated
    }

    /// Replaces each value by what is known of it.
    pub(super) fn check(&mut self, mut known: impl FnMut(f64) -> Option<f32>) {
        for (_, value) in &mut self.list {
            *value = known(f64::from(*value)).unwrap_or(f32::NAN);
        }
    }

    /// First and last time.
    pub(super) fn range(&self) -> Option<(u32, u32)> {
        self.range
    }

    /// Adds the points of another series of the same thing. Whether both covered the same time.
    pub(super) fn merge(&mut self, other: Self) -> bool {
        let overlap = match (self.range(), other.range()) {
            (Some(a), Some(b)) => a.0 <= b.1 && b.0 <= a.1,
            _ => false,
        };
        if let Some((first, last)) = other.range() {
            self.see(first, last);
        }
        self.list.extend(other.list);
        self.thinned = self.thinned.max(other.thinned);
        self.tidy();
        overlap
    }

    /// Orders the points; of several at one time the highest that is known stays.
    pub(super) fn sort(&mut self) {
        let before = self.list.len();
        // Values that are not a number come last.
        let falling = |a: f32, b: f32| a.is_nan().cmp(&b.is_nan()).then(b.total_cmp(&a));
        self.list.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| falling(a.1, b.1)));
        self.list.dedup_by_key(|(time, _)| *time);
        self.repeated += (before - self.list.len()) as u64;
        self.sorted = self.list.len();
    }

    pub(super) fn times(&self) -> impl Iterator<Item = u32> + '_ {
        self.list.iter().map(|(time, _)| *time)
    }

    /// The known value at a time, once sorted.
    pub(super) fn at(&self, time: u32) -> Option<f32> {
        let at = self.list.binary_search_by_key(&time, |(time, _)| *time).ok()?;
        self.list.get(at).map(|(_, value)| *value).filter(|value| !value.is_nan())
    }

    /// Whether a time lies between the first and the last point, once sorted.
    pub(super) fn spans(&self, time: u32) -> bool {
        let ends = self.list.first().zip(self.list.last());
        ends.is_some_and(|(first, last)| first.0 <= time && time <= last.0)
    }
}
