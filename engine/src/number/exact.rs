//! The number nearest to a decimal text, by whole numbers of any size.
//!
//! What std's reader gives, without the 10 kB of tables that make it fast: texts as people and files write them take
//! one multiplication or division, which is exact; the others a long division of a few microseconds.

use std::cmp::Ordering;

/// Significant digits that are kept: no two neighbours need more to be told apart.
const MOST: usize = 800;

/// Digits whose number a float holds exactly, and the largest power of ten that it does.
const EXACT: (usize, u32) = (15, 22);

/// Reads an optional sign, digits with at most one dot and an optional exponent; nothing for any other text.
///
/// Rounds half to even, as std does. What is too large becomes infinite.
pub(crate) fn read(text: &str) -> Option<f64> {
    let negative = text.starts_with('-');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, whole(exponent)?),
        None => (text, 0),
    };
    let (digits, places) = significant(mantissa)?;
    let value = nearest(&digits, places.saturating_add(exponent));
    Some(if negative { -value } else { value })
}

/// A whole number with an optional sign.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() {
        return None;
    }
    let mut value: i64 = 0;
    for c in digits.chars() {
        value = value.saturating_mul(10).saturating_add(i64::from(c.to_digit(10)?));
    }
    Some(if text.starts_with('-') { -value } else { value })
}

/// Digits from the first that is not zero, and the power of ten that their number is multiplied with.
fn significant(text: &str) -> Option<(Vec<u32>, i64)> {
    let (mut digits, mut places) = (Vec::new(), 0_i64);
    let (mut any, mut dot, mut lost) = (false, false, false);
    for c in text.chars() {
        if c == '.' && !dot {
            dot = true;
            continue;
        }
        let digit = c.to_digit(10)?;
        any = true;
        let kept = digits.len() < MOST;
        if kept && (digit > 0 || !digits.is_empty()) {
            digits.push(digit);
        }
        lost |= !kept && digit > 0;
        places += i64::from(!kept) - i64::from(dot);
    }
    if lost {
        digits.push(1); // what was left out is more than nothing
        places -= 1;
    }
    any.then_some((digits, places))
}

/// The float nearest to digits × 10^places.
fn nearest(digits: &[u32], places: i64) -> f64 {
    let first = places.saturating_add(i64::try_from(digits.len()).unwrap_or(i64::MAX));
    if digits.is_empty() || first < -330 {
        return 0.0;
    }
    if first > 310 {
        return f64::INFINITY;
    }
    let power = u32::try_from(places.unsigned_abs()).unwrap_or(u32::MAX);
    if digits.len() <= EXACT.0 && power <= EXACT.1 {
        let number = digits.iter().fold(0.0, |number, digit| number * 10.0 + f64::from(*digit));
        let power = (0..power).fold(1.0, |value, _| value * 10.0);
        return if places < 0 { number / power } else { number * power };
    }
    by_division(digits, places, power)
}

/// The same for what a float cannot hold on the way.
#[inline(never)]
fn by_division(digits: &[u32], places: i64, power: u32) -> f64 {
    let (mut above, mut below) = (Big(Vec::new()), Big(vec![1]));
    for digit in digits {
        above.multiply(10, *digit);
    }
    let scaled = if places < 0 { &mut below } else { &mut above };
    (0..power).for_each(|_| scaled.multiply(10, 0));
    quotient(above, below)
}

/// above / below, rounded to the nearest float.
fn quotient(mut above: Big, mut below: Big) -> f64 {
    // 2^scale is the worth of the last bit that the float can hold, or half of that.
    let mut scale = (above.bits() - below.bits() - 53).max(-1_074);
    let shifted = if scale < 0 { &mut above } else { &mut below };
    (0..scale.abs()).for_each(|_| shifted.multiply(2, 0));
    // Bit by bit, one more than counts: at most 55.
    (0..55).for_each(|_| below.multiply(2, 0));
    above.multiply(2, 0);
    let mut bits: u64 = 0;
    for _ in 0..=55 {
        bits *= 2;
        if above.compare(&below) != Ordering::Less {
            above.subtract(&below);
            bits += 1;
        }
        above.multiply(2, 0);
    }
    let mut rest = !above.0.is_empty();
    while bits >= 1 << 54 {
        rest |= bits & 1 == 1;
        bits >>= 1;
        scale += 1;
    }
    let up = bits & 1 == 1 && (rest || bits & 2 == 2);
    let bits = (bits >> 1) + u64::from(up);
    // Exact: at most 2^53, in two halves of 32 bits; and two steps, because 2^-1074 has no reciprocal.
    let [low, high] = [bits & 0xffff_ffff, bits >> 32].map(|half| f64::from(u32::try_from(half).unwrap_or(0)));
    let half = scale / 2;
    (high * 4_294_967_296.0 + low) * power_of_two(half) * power_of_two(scale - half)
}

/// 2^exponent, for exponents of normal floats.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(u64::from((1_023 + exponent).unsigned_abs()) << 52)
}

/// A whole number of any size: 32 bits a part, the least first, no empty part last.
struct Big(Vec<u32>);

impl Big {
    fn multiply(&mut self, factor: u32, plus: u32) {
        let mut carry = u64::from(plus);
        for part in &mut self.0 {
            carry += u64::from(*part) * u64::from(factor);
            *part = low(carry);
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(low(carry));
        }
    }

    fn bits(&self) -> i32 {
        let free = self.0.last().map_or(0, |part| part.leading_zeros());
        i32::try_from(self.0.len() * 32).unwrap_or(i32::MAX) - free.cast_signed()
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Takes a number that is not larger away.
    fn subtract(&mut self, other: &Self) {
        let mut borrowed = 0;
        for (at, part) in self.0.iter_mut().enumerate() {
            let less = u64::from(other.0.get(at).copied().unwrap_or(0)) + borrowed;
            let rest = (u64::from(*part) | 1 << 32) - less;
            *part = low(rest);
            borrowed = 1 - (rest >> 32);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

/// The lower 32 bits.
#[allow(clippy::cast_possible_truncation)] // that is what it is for
fn low(value: u64) -> u32 {
    value as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let wanted = text.parse::<f64>().ok();
        assert_eq!(read(text).map(f64::to_bits), wanted.map(f64::to_bits), "{text}");
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in ["", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "1-2", "--1", "1e5.0", "1e5e5", " 1", "0x1", "-.e1"]
        {
            check(text);
        }
    }

    #[test]
    fn every_form_reads_as_std_reads_it() {
        let edges = [
            "0",
            "-0",
            "1",
            "-1.5",
            "+2",
            "1.",
            ".5",
            "007",
            "0.1",
            "3.55",
            "4800000",
            "1e22",
            "1e23",
            "9007199254740993",
            "9007199254740992.5",
            "9007199254740993.00000000000000000000000000000000001",
            "123456789012345678",
            "0.000001234567890123456789",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e309",
            "1e310",
            "1e400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0e99999999999999999999",
            "5e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "4.4501477170144023e-308",
            "1e-400",
            "8.5e-323",
        ];
        for text in edges {
            check(text);
            check(&format!("-{text}"));
        }
        check(&format!("0.{}1e400", "0".repeat(400)));
        check(&format!("1{}.5e-1200", "0".repeat(1_200)));
        check(&format!("9007199254740993.{}1", "0".repeat(900)));
        check(&format!("9007199254740993.{}", "0".repeat(900)));
    }

    #[test]
    fn numbers_and_the_middles_between_neighbours_read_as_std_reads_them() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let value = f64::from_bits(state);
            if !value.is_finite() {
                continue;
            }
            check(&format!("{value}"));
            check(&format!("{value:e}"));
            check(&format!("{value:.20e}"));
            check(&format!("{}e{}", state % 10_000_000_000_000_000, i64::from_ne_bytes(state.to_ne_bytes()) % 340));
        }
    }
}
