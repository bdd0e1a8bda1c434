//! Decimal numbers of cells: nearly all are a few digits with a point at most.

/// Digits that a number has exactly: 2^53 is above them, and so is every power of ten behind the point.
const EXACT_DIGITS: usize = 15;
/// Powers of ten.
const TENS: [f64; EXACT_DIGITS + 1] =
    [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// The number that a text is, to the bit as [`str::parse`] reads it. `370.97` is 37097 / 100: a division of two exact numbers
/// is the nearest number there is, so most texts need no more than that.
pub(super) fn parse(text: &[u8]) -> Option<f64> {
    short(text).or_else(|| std::str::from_utf8(text).ok()?.parse().ok())
}

/// The same for digits with a point at most; `None` of anything else and of more digits than are exact.
fn short(text: &[u8]) -> Option<f64> {
    let (mut digits, mut decimals, mut value) = (0, None, 0_u64);
    for byte in text {
        match byte {
            b'0'..=b'9' => {
                value = value * 10 + u64::from(byte - b'0');
                digits += 1;
                decimals = decimals.map(|count| count + 1);
                (digits <= EXACT_DIGITS).then_some(())?;
            }
            b'.' if decimals.is_none() => decimals = Some(0),
            _ => return None,
        }
    }
    let tens = TENS.get(decimals.unwrap_or(0))?;
    #[expect(clippy::cast_precision_loss, reason = "15 digits are below 2^53")]
    (digits > 0).then(|| value as f64 / tens)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard library is the other way to the same number.
    #[test]
    fn numbers_are_those_of_the_standard_library() {
        let texts = [
            "0",
            "7",
            "007",
            "370.97",
            "0.1",
            "0.3",
            ".5",
            "5.",
            "999999999999999",
            "9999999999999999",
            "123456789012345.6",
            "0.000000000000001",
            "1.7976931348623157",
            "98.32",
            "55.0412",
            "-1.5",
            "+2",
            "1e3",
            "",
            ".",
            "1.2.3",
            "1,5",
            "inf",
            "x",
        ];
        // The decimals of n × 0.618…, cut after one to nine of them.
        let drawn = (0..20_000_u32).map(|n| {
            let text = format!("{:.9}", f64::from(n) * 0.618_033_988_749_894_9);
            text.get(..text.len() - n as usize % 9).unwrap_or_default().to_owned()
        });
        for text in texts.into_iter().map(str::to_owned).chain(drawn) {
            let expected = text.parse::<f64>().ok().map(f64::to_bits);
            assert_eq!(parse(text.as_bytes()).map(f64::to_bits), expected, "{text}");
        }
    }
}
