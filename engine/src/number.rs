//! Text of numbers: the one canonical form for files and links, and reading what people type.
//!
//! Nothing here knows a locale. The page shows numbers in the reader's own format; files, links and tests use
//! [`write`]. What a person types is read by [`read_typed`], which says when a text could be read in two ways.

mod exact;

/// Longest canonical text: the least number there is takes 326 characters, the digits of others a few more.
const LONGEST: usize = 400;

/// The canonical text of a number: shortest digits that read back to the same value, dot as decimal sign, no
/// exponent, no sign on zero. Never fails; what is not finite becomes `0`, which no checked input can hold.
pub fn write(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    tenths(value).unwrap_or_else(|| without_exponent(zmij::Buffer::new().format_finite(value)))
}

/// The same for what is a whole number of tenths below a hundred million, as all places in a chart are: nothing shorter
/// reads back to it.
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

/// `1.5e-7` as `0.00000015`, `3.0` as `3`. The digits come from zmij, as in serde_json: std's own writer is
/// 8 kB more.
fn without_exponent(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text.strip_suffix(".0").unwrap_or(text).to_owned();
    };
    // One digit stands before the dot, and from 1e16 on none is left behind it.
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

/// Reads the canonical form strictly: optional minus, digits, dot, optional exponent of up to three digits.
///
/// Nothing else is read: no spaces, no separators, no `inf`, no `NaN`. Returns nothing for anything else and for
/// what overflows.
pub fn read_canonical(text: &str) -> Option<f64> {
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e' | 'E' | '+');
    if text.is_empty()
        || text.len() > LONGEST
        || !text.chars().all(plain)
        || !text.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let value = exact::read(text)?;
    value.is_finite().then_some(if value == 0.0 { 0.0 } else { value })
}

/// Reads any decimal text: optional sign, digits, dot, optional exponent. Returns nothing for anything else and for
/// what overflows.
pub(crate) fn read_decimal(text: &str) -> Option<f64> {
    exact::read(text).filter(|value| value.is_finite())
}

/// What a typed text was read as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The number, as typed: `80 %` gives 80.
    pub value: f64,
    /// Whether another reader could see another number in it, as in `1,234` or `1.234`.
    pub ambiguous: bool,
    /// What its signs say it is.
    pub sign: Option<Sign>,
}

/// What the signs beside a typed number say it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A percentage.
    Percent,
    /// An amount of money.
    Money,
}

/// Reads a number as people type it: `$4,800,000`, `4.8M`, `4 800 000`, `80 %`, full-width digits, any spaces; or two of
/// them, one divided by the other: `8M/12`.
///
/// `decimal` is the reader's own decimal sign, a dot or a comma. A comma or dot that stands before exactly three digits,
/// alone in its kind, is read as the reader writes it and marked as ambiguous: `1.234` is one and a bit where the dot is
/// the decimal sign, and a thousand where it parts thousands. Where both stand, the last is the decimal sign. Returns
/// nothing when the text is not one number.
pub fn read_typed(text: &str, decimal: char) -> Option<Reading> {
    if text.len() > 200 {
        return None;
    }
    let Some((all, parts)) = text.split_once(['/', '÷']) else { return read_one(text, decimal) };
    let (all, parts) = (read_one(all, decimal)?, read_one(parts, decimal)?);
    let value = all.value / parts.value + 0.0; // 0, never -0
    let ambiguous = all.ambiguous || parts.ambiguous;
    (value.is_finite() && parts.sign.is_none()).then_some(Reading { value, ambiguous, sign: all.sign })
}

fn read_one(text: &str, decimal: char) -> Option<Reading> {
    let sign = match text {
        _ if text.contains(['%', '％']) => Some(Sign::Percent),
        _ if text.contains(['$', '€', '£', '¥']) => Some(Sign::Money),
        _ => None,
    };
    let mut body: String = text.chars().filter_map(plain_character).collect();
    let coded = take_code(&mut body);
    let factor = take_suffix(&mut body);
    let negative = body.starts_with('-');
    let digits = body.trim_start_matches(['-', '+']);
    if body.len() - digits.len() > 1 {
        return None;
    }
    let (canonical, ambiguous) = separators_resolved(digits, decimal)?;
    let value = read_canonical(&canonical)? * factor;
    value.is_finite().then_some(Reading {
        value: if negative && value != 0.0 { -value } else { value },
        ambiguous,
        sign: if coded { Some(Sign::Money) } else { sign },
    })
}

/// Currencies whose codes people type beside amounts.
const CODES: [&str; 16] =
    ["usd", "eur", "gbp", "jpy", "chf", "cny", "inr", "cad", "aud", "sek", "nok", "dkk", "pln", "krw", "sgd", "brl"];

/// The currency code at either end of a text in small letters.
pub fn code_beside(text: &str) -> Option<&'static str> {
    let text = text.trim();
    CODES.into_iter().find(|code| text.starts_with(code) || text.ends_with(code))
}

/// Takes a currency code off the end it stands at, and says whether there was one.
fn take_code(body: &mut String) -> bool {
    let Some(code) = code_beside(body) else { return false };
    let bare = body.strip_prefix(code).or_else(|| body.strip_suffix(code)).map(str::to_owned);
    *body = bare.unwrap_or_default();
    true
}

/// One character of typed text in plain form: nothing for spaces and currency signs, ASCII for the look-alikes.
fn plain_character(c: char) -> Option<char> {
    match c {
        c if c.is_whitespace() => None,
        '$' | '€' | '£' | '¥' | '\'' | '’' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' | '_' | '٬' => {
            None
        }
        '−' | '–' | '－' => Some('-'),
        '％' => Some('%'),
        '，' | '٫' => Some(','),
        '．' => Some('.'),
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10),
        '٠'..='٩' => char::from_digit(u32::from(c) - u32::from('٠'), 10),
        '۰'..='۹' => char::from_digit(u32::from(c) - u32::from('۰'), 10),
        '०'..='९' => char::from_digit(u32::from(c) - u32::from('०'), 10),
        c => Some(c.to_ascii_lowercase()),
    }
}

/// Takes a percent sign and k, m or bn off, and returns what they multiply with.
fn take_suffix(body: &mut String) -> f64 {
    if let Some(rest) = body.strip_suffix('%').or_else(|| body.strip_prefix('%')) {
        *body = rest.to_owned();
    }
    for (word, factor) in [("bn", 1e9), ("b", 1e9), ("mio", 1e6), ("m", 1e6), ("k", 1e3)] {
        if let Some(rest) = body.strip_suffix(word) {
            *body = rest.to_owned();
            return factor;
        }
    }
    1.0
}

/// Digits with a dot as the only sign, and whether the choice was one of two.
fn separators_resolved(digits: &str, decimal: char) -> Option<(String, bool)> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')) {
        return if digits.contains('e') { read_canonical(digits).map(|_| (digits.to_owned(), false)) } else { None };
    }
    let dots = digits.matches('.').count();
    let commas = digits.matches(',').count();
    match (dots, commas) {
        (0, 0) => Some((digits.to_owned(), false)),
        (1, 0) | (0, 1) => {
            let sign = if dots == 1 { '.' } else { ',' };
            let either = is_group_like(digits, sign);
            let whole = if either && sign != decimal { "" } else { "." };
            Some((digits.replace(sign, whole), either))
        }
        (0, _) => grouped(digits, ',').map(|d| (d, false)),
        (_, 0) => grouped(digits, '.').map(|d| (d, false)),
        _ => both_kinds(digits).map(|d| (d, false)),
    }
}

/// Whether the one sign in the text could be a thousands sign: one to three digits, no leading zero, before it and three behind it.
fn is_group_like(digits: &str, sign: char) -> bool {
    digits
        .split_once(sign)
        .is_some_and(|(head, tail)| (1..=3).contains(&head.len()) && tail.len() == 3 && !head.starts_with('0'))
}

/// Removes a thousands sign that stands in right places (groups of three, or the Indian two and three).
fn grouped(digits: &str, sign: char) -> Option<String> {
    let groups: Vec<&str> = digits.split(sign).collect();
    let last = groups.last()?;
    let head = groups.first()?;
    let middle_fits = groups.iter().skip(1).rev().skip(1).all(|g| g.len() == 3 || g.len() == 2);
    (last.len() == 3 && (1..=3).contains(&head.len()) && middle_fits).then(|| groups.concat())
}

/// Resolves a text with dots and commas: the last sign is the decimal one and stands once.
fn both_kinds(digits: &str) -> Option<String> {
    let decimal = if digits.rfind('.') > digits.rfind(',') { '.' } else { ',' };
    let thousands = if decimal == '.' { ',' } else { '.' };
    let (head, tail) = digits.split_once(decimal)?;
    if tail.contains(['.', ',']) {
        return None;
    }
    let whole = if head.contains(thousands) { grouped(head, thousands)? } else { head.to_owned() };
    Some(format!("{whole}.{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(f64, bool)>) {
        let read = read_typed(text, '.').map(|r| (r.value, r.ambiguous));
        assert_eq!(read, expected, "typed {text:?}");
    }

    #[test]
    fn what_people_type_is_read() {
        for (text, value) in [
            ("$4,800,000", 4_800_000.0),
            ("4.8M", 4_800_000.0),
            ("4 800 000", 4_800_000.0),
            ("4\u{a0}800\u{202f}000", 4_800_000.0),
            ("80 %", 80.0),
            ("80%", 80.0),
            (" 80 ", 80.0),
            ("８０", 80.0),
            ("1 250,5", 1250.5),
            ("0,08", 0.08),
            ("0.125", 0.125),
            ("1.234.567,8", 1_234_567.8),
            ("12,34,567", 1_234_567.0),
            ("1'234.5", 1234.5),
            ("-3", -3.0),
            ("−3", -3.0),
            ("250k", 250_000.0),
            ("USD 12.29", 12.29),
            ("268,000.5 gbp", 268_000.5),
            ("EUR 268k", 268_000.0),
            ("1,9 Mio €", 1_900_000.0),
            ("1e6", 1e6),
            ("-0", 0.0),
            ("٢٩٦٬٦٤٤", 296_644.0),
            ("२,९६,६४४", 296_644.0),
        ] {
            check(text, Some((value, false)));
        }
    }

    #[test]
    fn a_code_makes_money() {
        for (text, sign) in
            [("USD 268k", Some(Sign::Money)), ("268 000 eur", Some(Sign::Money)), ("4.8 Mio", None), ("3 kW", None)]
        {
            assert_eq!(read_typed(text, '.').and_then(|r| r.sign), sign, "{text}");
        }
        assert_eq!(
            (code_beside("268kusd"), code_beside(" chf 3"), code_beside("3 mio")),
            (Some("usd"), Some("chf"), None)
        );
    }

    #[test]
    fn two_ways_to_read_are_marked() {
        check("1,234", Some((1234.0, true)));
        check("1.234", Some((1.234, true)));
        check("0,123", Some((0.123, false)));
        let comma = |text: &str| read_typed(text, ',').map(|r| (r.value, r.ambiguous));
        assert_eq!(comma("1.234"), Some((1234.0, true)));
        assert_eq!(comma("1,234"), Some((1.234, true)));
        assert_eq!(comma("296.644"), Some((296_644.0, true)));
        assert_eq!(comma("0.123"), Some((0.123, false)));
        assert_eq!(comma("1.234.567,8"), Some((1_234_567.8, false)));
    }

    #[test]
    fn what_is_not_one_number_is_not_read() {
        for text in ["", "abc", "8O", "1..2", "1,2,3", "--1", "1-2", "NaN", "inf", "1e999", "5 GPUs", "."] {
            check(text, None);
        }
    }

    /// Whole numbers of tenths, on both sides of where they end and a step of a float away: as std writes them.
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
        // Of the size of what stands in a form, too: an exponent between -20 and 70.
        let usual =
            bits.iter().map(|v| f64::from_bits((v.to_bits() & !(0x7ff << 52)) | (1_000 + (v.to_bits() >> 57)) << 52));
        for value in edges.into_iter().chain(small).chain(usual).chain(bits.iter().copied()).filter(|v| v.is_finite()) {
            let (ours, std) = (write(value), format!("{value}"));
            // Where two shortest texts are as near, which is beyond all that is shown, either may stand.
            let either = value.abs() > 1e9 && ours.len() == std.len() && read_canonical(&ours) == Some(value);
            assert!(either || ours == std, "{ours} {std}");
        }
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
