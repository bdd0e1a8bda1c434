//! Samples of one GPU in the order of reading, some six to ten bytes each: a step of time, and the values that changed.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Values of a sample: utilization, power, memory, tensor cores.
pub(super) const FIELDS: usize = 4;
/// A value that the tool could not read.
pub(super) const UNKNOWN: u32 = u32::MAX;
/// A value that its file does not hold at all: other files may.
pub(super) const ABSENT: u32 = u32::MAX - 1;
/// Units by which a share of 1 is kept.
pub(super) const PER_SHARE: f64 = 4e9;
/// Units by which a watt is kept.
pub(super) const PER_WATT: f64 = 1e3;
/// Most values are whole per cents and hundredths of a watt: these need one byte or two.
const COARSE: [(u32, u32); FIELDS] = [(40_000_000, 400_000), (1_000, 10), (40_000_000, 400_000), (40_000_000, 400_000)];

/// A sample as kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kept {
    /// Milliseconds since 1970 UTC.
    pub(super) time: i64,
    /// Values in units of [`PER_SHARE`] and [`PER_WATT`].
    pub(super) values: [u32; FIELDS],
}

impl Kept {
    /// What is written before the first sample of a list.
    const NONE: Self = Self { time: 0, values: [ABSENT; FIELDS] };

    /// Two samples of one moment: what only one of them knows is known, of two values the higher counts. Whether they differ
    /// in a value that both know.
    pub(super) fn join(&mut self, other: &Self) -> bool {
        let mut differs = false;
        for (mine, its) in self.values.iter_mut().zip(other.values) {
            *mine = match (*mine, its) {
                (a, b) if a < ABSENT && b < ABSENT => {
                    differs |= a != b;
                    a.max(b)
                }
                (a, b) if a < ABSENT || b < ABSENT => a.min(b),
                (a, b) => a.max(b), // unknown rather than absent
            };
        }
        differs
    }
}

/// A list of samples.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    last: Kept,
    step: i64,
    /// How many.
    pub(super) count: u64,
    /// Time of the earliest, in milliseconds.
    pub(super) first: i64,
    /// Time of the latest.
    pub(super) latest: i64,
    /// Whether times rise from each to the next.
    pub(super) is_rising: bool,
}

impl Default for Packed {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            last: Kept::NONE,
            step: 0,
            count: 0,
            first: i64::MAX,
            latest: i64::MIN,
            is_rising: true,
        }
    }
}

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.bytes)
    }
}

impl<'d> Deserialize<'d> for Packed {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        // Packed anew, so that what stands beside the bytes is true of them.
        let bytes = <&[u8]>::deserialize(deserializer)?;
        Ok(Self::of(Samples { bytes, last: Kept::NONE, step: 0 }))
    }
}

impl Packed {
    /// A list of samples.
    pub(super) fn of(samples: impl IntoIterator<Item = Kept>) -> Self {
        let mut packed = Self::default();
        for sample in samples {
            packed.push(sample);
        }
        packed.bytes.shrink_to_fit();
        packed
    }

    /// Adds a sample.
    pub(super) fn push(&mut self, sample: Kept) {
        let step = sample.time - self.last.time;
        self.is_rising &= self.count == 0 || step > 0;
        varint(&mut self.bytes, step - self.step);
        let flags = self.bytes.len();
        self.bytes.push(0);
        let mut code = 0;
        for (at, ((value, before), (byte, word))) in sample.values.iter().zip(self.last.values).zip(COARSE).enumerate()
        {
            let bits = if *value == before {
                0
            } else if let Some(few) = u8::try_from(value / byte).ok().filter(|_| value % byte == 0) {
                self.bytes.push(few);
                1
            } else if let Some(few) = u16::try_from(value / word).ok().filter(|_| value % word == 0) {
                self.bytes.extend(few.to_le_bytes());
                2
            } else {
                self.bytes.extend(value.to_le_bytes());
                3
            };
            code |= bits << (2 * at);
        }
        if let Some(flags) = self.bytes.get_mut(flags) {
            *flags = code;
        }
        (self.last, self.step) = (sample, step);
        self.count += 1;
        (self.first, self.latest) = (self.first.min(sample.time), self.latest.max(sample.time));
    }

    /// The sample that was added last.
    pub(super) fn last(&self) -> Option<Kept> {
        (self.count > 0).then_some(self.last)
    }

    /// Bytes in memory.
    pub(super) fn size(&self) -> usize {
        self.bytes.capacity()
    }

    /// The samples in the order in which they were added.
    pub(super) fn iter(&self) -> Samples<'_> {
        Samples { bytes: &self.bytes, last: Kept::NONE, step: 0 }
    }
}

/// Reads a list.
pub(super) struct Samples<'p> {
    bytes: &'p [u8],
    last: Kept,
    step: i64,
}

impl Samples<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*taken)
    }
}

impl Iterator for Samples<'_> {
    type Item = Kept;

    fn next(&mut self) -> Option<Kept> {
        self.step += read_varint(&mut self.bytes)?;
        self.last.time += self.step;
        let [code] = self.take()?;
        for (at, (byte, word)) in COARSE.into_iter().enumerate() {
            let value = match code >> (2 * at) & 3 {
                0 => continue,
                1 => u32::from(self.take::<1>()?[0]) * byte,
                2 => u32::from(u16::from_le_bytes(self.take()?)) * word,
                _ => u32::from_le_bytes(self.take()?),
            };
            if let Some(place) = self.last.values.get_mut(at) {
                *place = value;
            }
        }
        Some(self.last)
    }
}

/// Writes a whole number in groups of seven bits, the sign in the lowest.
fn varint(bytes: &mut Vec<u8>, number: i64) {
    #[allow(clippy::cast_sign_loss)]
    let mut left = ((number << 1) ^ (number >> 63)) as u64;
    loop {
        #[allow(clippy::cast_possible_truncation)]
        let group = (left & 0x7f) as u8;
        left >>= 7;
        if left == 0 {
            bytes.push(group);
            return;
        }
        bytes.push(group | 0x80);
    }
}

fn read_varint(bytes: &mut &[u8]) -> Option<i64> {
    let mut found = 0_u64;
    for group in 0..10 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        found |= u64::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            break;
        }
    }
    #[allow(clippy::cast_possible_wrap)]
    Some((found >> 1) as i64 ^ -((found & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_back_as_they_were_added() {
        let mut samples = Vec::new();
        let mut number = 1_u64;
        for at in 0..2_000_i64 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            #[allow(clippy::cast_possible_truncation)]
            let drawn = |shift: u32| (number >> shift) as u32;
            let values = match drawn(60) % 4 {
                0 => [drawn(20) % 101 * 40_000_000, drawn(13) % 70_000 * 10, drawn(7), ABSENT],
                1 => [UNKNOWN, drawn(9) % 5_000_001, UNKNOWN, ABSENT],
                2 => [0, 300_000, 500_000_000, 2_857_142_857],
                _ => [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN],
            };
            let back = if drawn(33) % 50 == 0 { 86_400_123 } else { 0 };
            samples.push(Kept { time: 1_770_109_200_000 + 60_000 * at + i64::from(drawn(40) % 7) - back, values });
        }
        let packed = Packed::of(samples.iter().copied());
        assert_eq!(packed.iter().collect::<Vec<_>>(), samples);
        assert_eq!((packed.count, packed.last()), (2_000, samples.last().copied()));
        assert_eq!(Some(packed.first), samples.iter().map(|sample| sample.time).min());
        // A log of even steps takes few bytes.
        let even = Packed::of(
            (0..1_000_u32)
                .map(|at| Kept { time: 60_000 * i64::from(at), values: [40_000_000 * (at % 90), 300_010, 5, ABSENT] }),
        );
        assert!(even.size() < 3_100, "{}", even.size());
    }

    #[test]
    fn two_samples_of_a_moment_are_joined_alike_in_any_order() {
        let a = Kept { time: 1, values: [UNKNOWN, 5, ABSENT, ABSENT] };
        let b = Kept { time: 1, values: [7, 6, UNKNOWN, ABSENT] };
        let (mut one, mut other) = (a, b);
        assert_eq!((one.join(&b), other.join(&a)), (true, true));
        assert_eq!((one.values, one), ([7, 6, UNKNOWN, ABSENT], other));
    }
}
