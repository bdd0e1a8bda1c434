//! What a text said when it was written: its headline figures, the revision of the model that gave them, and a sum over
//! the inputs they are of. docs/format.md describes it.
//!
//! A later model that was corrected can so show both figures. The sum keeps a text whose inputs were changed by hand from
//! being taken for one that a correction moved: then the figures are of other inputs, and nothing is said.

use super::corrections::REVISION;
use super::link_values::value_to_text;
use super::{Document, VERSION};
use crate::inputs::FIELDS;
use crate::number;

/// Names of the figures in files, in their order.
pub const NAMES: [&str; 4] = [
    "own_usd_per_productive_gpu_hour",
    "rent_usd_per_productive_gpu_hour",
    "indifference_usd_per_gpu_hour",
    "saving_usd",
];

/// Headline figures in US dollars: owning and the cheapest rent per productive GPU-hour, the rent per GPU-hour to beat,
/// the present value that owning saves over the horizon. Nothing where there is no such figure.
pub type Figures = [Option<f64>; NAMES.len()];

/// Largest figure that is written or read; no answer of sense comes near it.
const LARGEST: f64 = 1e15;

/// Digits to the base 36 of a number in a link, and how many such numbers there are.
const DIGITS: usize = 4;
const SUMS: u32 = 36 * 36 * 36 * 36;

/// Place in the alphabet of the letter that stands for a power of ten of none.
const ONE: usize = 15;

/// What stands in a link for a figure that there is not: six digits never come to as much.
const NO_FIGURE: &str = "zzzzz";

/// Two figures are the same within this share: half a unit of the last of six digits, at most.
const WITHIN: f64 = 5e-6;

/// What a text said when it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedResult {
    /// Revision of the model that gave the figures.
    pub revision: u32,
    /// The figures, to six significant digits.
    pub figures: Figures,
    /// [`sum_of`] the document they are of.
    pub(super) sum: u32,
}

impl RecordedResult {
    /// What this model says of a document.
    pub fn now(document: &Document, figures: Figures) -> Self {
        let figures = figures.map(|figure| figure.map(six_digits).filter(|value| value.abs() < LARGEST));
        Self { revision: REVISION, figures, sum: sum_of(document, VERSION) }
    }

    /// As a text holds it; nothing where a figure is too large to be one.
    pub(super) fn read(revision: u32, figures: Figures, sum: u32) -> Option<Self> {
        let figures = figures.map(|figure| figure.map(six_digits));
        let sound = figures.iter().flatten().all(|value| value.abs() < LARGEST);
        sound.then_some(Self { revision, figures, sum })
    }

    /// Whether the figures are of a document's inputs. Its name does not count: no figure hangs on it.
    pub fn is_of(&self, document: &Document) -> bool {
        self.sum == sum_of(document, VERSION)
    }

    /// Whether a model gave the figures that was corrected since.
    pub const fn is_older(&self) -> bool {
        self.revision < REVISION
    }

    /// Whether a figure is another one than now, by more than how it was written.
    pub fn differs_from(&self, now: &Figures) -> bool {
        self.figures.iter().zip(now).any(|(was, now)| differ(*was, *now))
    }

    /// In a link, without a sign between: the figures, the sum, the revision. Short, because a link has to stay short.
    pub(super) fn to_link(self) -> String {
        let mut text = String::new();
        for figure in self.figures {
            match figure {
                Some(value) => push_figure(&mut text, value),
                None => text.push_str(NO_FIGURE),
            }
        }
        push_digits(&mut text, self.sum);
        text + &self.revision.to_string()
    }

    /// Reads what [`RecordedResult::to_link`] wrote.
    pub(super) fn from_link(text: &str) -> Option<Self> {
        let mut rest = text;
        let mut take = |count: usize| {
            let (part, behind) = rest.split_at_checked(count)?;
            rest = behind;
            Some(part)
        };
        let mut figures = [None; NAMES.len()];
        for figure in &mut figures {
            let text = take(NO_FIGURE.len())?;
            *figure = if text == NO_FIGURE { None } else { Some(read_figure(text)?) };
        }
        let sum = u32::from_str_radix(take(DIGITS)?, 36).ok()?;
        Self::read(rest.parse().ok()?, figures, sum)
    }
}

/// Whether two figures differ by more than how they are written.
pub fn differ(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() > WITHIN * one.abs().max(other.abs()),
        (one, other) => one.is_some() != other.is_some(),
    }
}

/// Appends a whole number below [`SUMS`] as digits to the base 36.
fn push_digits(text: &mut String, number: u32) {
    let digit = |power: u32| char::from_digit(number / power % 36, 36).unwrap_or('0');
    text.extend([46_656, 1_296, 36, 1].map(digit));
}

/// Appends a figure: its digits to the base 36, and a letter for the power of ten they are multiplied with, `p` for none,
/// a capital one where the figure is below zero.
fn push_figure(text: &mut String, value: f64) {
    let plain = number::write(value.abs());
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let all = format!("{whole}{part}");
    let digits = all.len().min(all.trim_end_matches('0').len().max(6));
    push_digits(text, all.get(..digits).and_then(|digits| digits.parse().ok()).unwrap_or(0));
    let letter = ONE + all.len() - digits - part.len();
    let letter = u8::try_from(letter).map_or('a', |place| char::from(b'a' + place % 26));
    text.push(if value < 0.0 { letter.to_ascii_uppercase() } else { letter });
}

fn read_figure(text: &str) -> Option<f64> {
    let (digits, letter) = text.split_at_checked(DIGITS)?;
    let digits = u32::from_str_radix(digits, 36).ok()?;
    let place = letter.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase() - b'a';
    let sign = if letter.starts_with(|c: char| c.is_ascii_uppercase()) { "-" } else { "" };
    number::read_canonical(&format!("{sign}{digits}e{}", i32::from(place) - 15))
}

/// A sum over a document's edition and inputs that were there in a version of the format: of every `key=value` of its link
/// the 32-bit FNV-1a, added up, so that the order of the rows does not count; then what is left by [`SUMS`], because a link
/// has to stay short. For ever: old texts hold it.
pub(super) fn sum_of(document: &Document, format: u32) -> u32 {
    let rows = FIELDS.iter().filter(|field| field.since <= format);
    rows.map(|field| hash(field.key, &value_to_text(&field.get(&document.scenario))))
        .fold(hash("book", &document.edition), u32::wrapping_add)
        % SUMS
}

/// The 32-bit FNV-1a of `key=value`: <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn hash(key: &str, value: &str) -> u32 {
    let bytes = key.bytes().chain([b'=']).chain(value.bytes());
    bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The nearest number of six significant digits; nothing below a billionth.
fn six_digits(value: f64) -> f64 {
    let (mut up, mut down) = (1.0, 1.0);
    if value.abs() < 1e-9 {
        return 0.0;
    }
    while value.abs() * up < 1e5 {
        up *= 10.0;
    }
    while value.abs() / down >= 1e6 {
        down *= 10.0;
    }
    libm::round(value * up / down) * down / up
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_with_six_digits() {
        for (value, text) in [
            (3.551_234_9, "3.55123"),
            (-1_234_567.8, "-1234570"),
            (0.1 + 0.2, "0.3"),
            (999_999.6, "1000000"),
            (1e-10, "0"),
            (0.000_012_345_678, "0.0000123457"),
            (8.5e14, "850000000000000"),
        ] {
            assert_eq!(number::write(six_digits(value)), text);
            assert_eq!(six_digits(six_digits(value)), six_digits(value), "{value}");
        }
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // Test vector of the authors: "foobar" is 0xbf9cf968. Here "foo=" and "r" are one text too.
        let whole =
            |text: &str| text.bytes().fold(0x811c_9dc5, |h: u32, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
        assert_eq!(whole("foobar"), 0xbf9c_f968);
        assert_eq!(hash("foo", "bar"), whole("foo=bar"));
    }

    #[test]
    fn what_a_link_says_is_read_back_and_nothing_else_is() {
        let figures = [Some(3.55), None, Some(0.000_012_345_7), Some(-1_234_570.0)];
        let said = RecordedResult { revision: 12, figures, sum: 77 };
        let text = said.to_link();
        assert_eq!(text, "009vnzzzzz2n9df2n9dQ002512");
        assert_eq!(RecordedResult::from_link(&text), Some(said));
        for value in [0.0, 1.0, 999_999.0, 1e-9, -1e-9, 8.5e14, -9.999_99e14, 4.0, 12.29, 0.1] {
            let said = RecordedResult { revision: 1, figures: [Some(value); 4], sum: SUMS - 1 };
            assert_eq!(RecordedResult::from_link(&said.to_link()), Some(said), "{value}");
            assert_eq!(said.to_link().len(), 25, "{value}");
        }
        for text in [
            "",
            "1",
            "009vnzzzzz2n9df2n9dQ0025",
            "009vnzzzzz2n9df2n9dQ0025x",
            "009vnzzzzz2n9df2n9dQ0025-1",
            "009v9zzzzz2n9df2n9dQ002512",
            "00<b>zzzzz2n9df2n9dQ002512",
            "zzzyzzzzzz2n9df2n9dQ002512",
            "009vnzzzzz2n9df2n9dQ00254294967296",
            "\u{e9}009v-----2n9df2n9dQ002512",
            "00\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}",
        ] {
            assert_eq!(RecordedResult::from_link(text), None, "{text}");
        }
    }
}
