//! Text of numbers: the one canonical form for files and links.
//!
//! Independent of any locale. The page shows numbers in the reader's format; files, links and tests use [`write`].
//! [`crate::number_entry`] reads what people type.

/// Longest canonical text: the smallest positive number needs 326 characters, full digits a few more.
const LONGEST: usize = 400;

/// The canonical text of a number: shortest digits that read back to the same value, decimal point, no exponent, no
/// sign on zero. Never fails; non-finite values become `0`, which no checked input contains.
pub fn write(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    tenths(value).unwrap_or_else(|| without_exponent(zmij::Buffer::new().format_finite(value)))
}

/// The same for a whole number of tenths below a hundred million, such as every chart coordinate: no shorter text reads
/// back to it.
fn tenths(value: f64) -> Option<String> {
    let size = libm::fabs(value) * 10.0;
    // Checked to be small.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let mut left = if size < 1e9 { size as u32 } else { return None };
    if f64::from(left) / 10.0 != libm::fabs(value) {
        return None;
    }
    let mut digits = [0; 12];
    let mut at = digits.len();
    let mut put = |digit: u8| {
        at -= 1;
        if let Some(place) = digits.get_mut(at) {
            *place = digit;
        }
    };
    let mut digit = || {
        let last = u8::try_from(left % 10).unwrap_or(0);
        left /= 10;
        (b'0' + last, left == 0)
    };
    let (part, _) = digit();
    if part != b'0' {
        put(part);
        put(b'.');
    }
    loop {
        let (next, last) = digit();
        put(next);
        if last {
            break;
        }
    }
    if value < 0.0 {
        put(b'-');
    }
    String::from_utf8(digits.get(at..)?.to_vec()).ok()
}

/// Expands the exponent: `1.5e-7` to `0.00000015`; drops `.0`. The digits come from zmij, as in serde_json. If two
/// shortest texts are equally near, std may choose the other one; links and files have always used zmij.
fn without_exponent(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text.strip_suffix(".0").unwrap_or(text).to_owned();
    };
    // One digit precedes the point; from 1e16 on there is none after it.
    let (sign, digits) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits = digits.replace('.', "");
    let exponent: i64 = exponent.parse().unwrap_or(0);
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
    if exponent < 0 {
        return format!("{sign}0.{}{digits}", zeros(-exponent - 1));
    }
    let behind = i64::try_from(digits.len()).unwrap_or(0) - 1;
    format!("{sign}{digits}{}", zeros(exponent - behind))
}

/// Decimals with which a person sees a number in a field: all of a typed number; of a computed one,
/// such as two thirds, two decimals or three significant digits.
pub fn decimals_shown(value: f64) -> u32 {
    const TYPED: f64 = 1e6;
    let size = libm::fabs(value);
    if libm::fabs(libm::round(size * TYPED) / TYPED - size) <= size * 1e-12 {
        6
    } else if size >= 1.0 {
        2
    } else {
        (1..9).find(|decimals| size * libm::pow(10.0, f64::from(*decimals)) >= 100.0).unwrap_or(9)
    }
}

/// Reads the canonical form strictly: optional minus, digits, point, optional exponent of up to three digits.
///
/// No spaces, separators, `inf` or `NaN`. Returns `None` for anything else and on overflow.
pub fn read_canonical(text: &str) -> Option<f64> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e' | 'E' | '+');
    if text.is_empty()
        || text.len() > LONGEST
        || !text.chars().all(plain)
        || !text.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    read_decimal(text).map(|value| if value == 0.0 { 0.0 } else { value })
}

/// Reads any decimal text: optional sign, digits, point, optional exponent. Returns `None` for anything else, for `inf`
/// and `nan`, and on overflow.
pub(crate) fn read_decimal(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole numbers of tenths, around the limit and one float step away: as std writes them.
    #[test]
    fn a_field_shows_the_decimals_a_number_deserves() {
        for (value, decimals) in [
            (0.0, 6),
            (64.0, 6),
            (2.35, 6),
            (0.000_123, 6),
            (24_333.333_333_333_332, 2),
            (2.0 / 3.0, 3),
            (0.671_428_571, 3),
            (1.0 / 300.0, 5),
            (1e-9 / 3.0, 9),
        ] {
            assert_eq!(decimals_shown(value), decimals, "{value}");
        }
    }

    #[test]
    fn tenths_are_written_as_std_does() {
        for whole in (-2_000..=2_000).chain([99_999_999, 999_999_999, 1_000_000_000, 1_000_000_001, -999_999_999]) {
            let value = f64::from(whole) / 10.0;
            for near in [value, f64::from_bits(value.to_bits() + 1), f64::from_bits(value.to_bits().saturating_sub(1))]
            {
                if near != 0.0 && near.is_finite() {
                    assert_eq!(write(near), format!("{near}"), "{near:e}");
                }
            }
        }
    }

    #[test]
    fn digits_are_those_that_std_writes() {
        let edges =
            [5e-324, f64::MIN_POSITIVE, f64::MAX, 1e15, 1e16, 1e17, 123_456_789_012_345_680.0, 1e21, 1e22, 1e23];
        let small = [1e-4, 1e-5, 1.5e-7, 0.3, 2.0 / 3.0, 9_007_199_254_740_993.0, 4_503_599_627_370_495.5];
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let bits: Vec<f64> = (0..20_000).map(|_| f64::from_bits(random())).collect();
        // Also magnitudes as in the form: an exponent between -20 and 70.
        let usual =
            bits.iter().map(|v| f64::from_bits((v.to_bits() & !(0x7ff << 52)) | (1_000 + (v.to_bits() >> 57)) << 52));
        for value in edges.into_iter().chain(small).chain(usual).chain(bits.iter().copied()).filter(|v| v.is_finite()) {
            let (ours, std) = (write(value), format!("{value}"));
            // If two shortest texts are equally near, which happens only beyond displayed values, either is correct.
            let either = value.abs() > 1e9 && ours.len() == std.len() && read_canonical(&ours) == Some(value);
            assert!(either || ours == std, "{ours} {std}");
        }
    }

    /// Read strictly, whatever else std would accept as a number.
    #[test]
    fn only_decimal_numbers_are_read() {
        for text in
            ["inf", "-inf", "+infinity", "NaN", "nan", "1e309", "-1e400", "1_000", "0x1p3", " 1", "1 ", "", ".", "e5"]
        {
            assert_eq!(read_decimal(text), None, "{text:?}");
        }
        for (text, value) in [("+2", 2.0), ("1.", 1.0), (".5", 0.5), ("007", 7.0), ("1E-400", 0.0), ("5e-324", 5e-324)]
        {
            assert_eq!(read_decimal(text), Some(value), "{text:?}");
        }
        assert_eq!(read_decimal("-0").map(f64::to_bits), Some((-0.0_f64).to_bits()));
        assert_eq!(read_canonical("-0").map(f64::to_bits), Some(0.0_f64.to_bits()));
    }

    #[test]
    fn canonical_text_reads_back() {
        for value in [0.0, 1.0, 0.1, 3.553_972, 1e-9, 1e15, -2.5, 32_703.999_999_999_996] {
            assert_eq!(read_canonical(&write(value)), Some(value));
        }
        assert_eq!(write(-0.0), "0");
        for text in ["", " 1", "1,5", "NaN", "inf", "1e400", "0x10", "-", "e"] {
            assert_eq!(read_canonical(text), None, "{text:?}");
        }
    }
}
