//! The result recorded in a text: its headline figures, the plan that was recommended, the revision of the model that computed
//! them, and a checksum of the inputs. Described in docs/format.md.
//!
//! After a correction, a later model can show both figures. The checksum distinguishes a text edited by hand from one
//! that a correction affects: if the inputs changed, the figures no longer apply and are ignored.

use super::corrections::REVISION;
use super::link_values::value_to_text;
use super::migrate::in_format;
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

/// Headline figures in US dollars: owning and the cheapest rent per productive GPU-hour, the break-even price per
/// GPU-hour, the present value owning saves over the horizon. `None` for a missing figure.
pub type Figures = [Option<f64>; NAMES.len()];

/// Ids of the plans that can be recommended, in the order of the table.
pub const PLANS: [&str; 8] = ["now", "own", "replace", "commit", "rent", "mix", "yours", "api"];

/// Names of the figures of the recommended plan in files, in their order.
pub const PLAN_NAMES: [&str; 4] = ["own_gpus", "committed_gpus", "present_value_usd", "runner_up_present_value_usd"];

/// In a link: what follows is of the recommended plan.
const PLAN_FOLLOWS: char = '.';

/// The plan that was recommended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedPlan {
    /// Its id, of [`PLANS`].
    pub id: &'static str,
    /// GPUs owned, those there included.
    pub own_gpus: f64,
    /// GPUs of its new commitment.
    pub committed_gpus: f64,
    /// Its present value, US dollars.
    pub present_value_usd: f64,
    /// That of the runner-up; nothing without one.
    pub runner_up_usd: Option<f64>,
}

impl RecordedPlan {
    /// Its figures, in the order of [`PLAN_NAMES`].
    pub fn figures(&self) -> [Option<f64>; PLAN_NAMES.len()] {
        [Some(self.own_gpus), Some(self.committed_gpus), Some(self.present_value_usd), self.runner_up_usd]
    }

    /// Reads a plan; `None` for an unknown one, where a figure is missing or too large, or GPUs are negative.
    pub(super) fn read(id: &str, figures: [Option<f64>; PLAN_NAMES.len()]) -> Option<Self> {
        let id = PLANS.into_iter().find(|known| *known == id)?;
        let [own_gpus, committed_gpus, present_value_usd, runner_up_usd] = figures.map(|figure| figure.map(six_digits));
        let (own_gpus, committed_gpus, present_value_usd) = (own_gpus?, committed_gpus?, present_value_usd?);
        let found = Self { id, own_gpus, committed_gpus, present_value_usd, runner_up_usd };
        let sound = own_gpus >= 0.0 && committed_gpus >= 0.0;
        (sound && found.figures().iter().flatten().all(|value| value.abs() < LARGEST)).then_some(found)
    }

    /// Whether another plan is recommended now, of other sizes or at another cost, beyond rounding.
    pub fn differs_from(&self, now: &Self) -> bool {
        self.id != now.id || self.figures().into_iter().zip(now.figures()).any(|(was, now)| differ(was, now))
    }
}

/// Largest figure written or read; no sensible answer comes near it.
const LARGEST: f64 = 1e15;

/// Base-36 digits of a number in a link; the constant below is how many such numbers there are.
const DIGITS: usize = 4;
const SUMS: u32 = 36 * 36 * 36 * 36;

/// Index in the alphabet of the letter for a power of ten of zero.
const ONE: usize = 15;

/// Stands for a missing figure in a link: no six digits reach it.
const NO_FIGURE: &str = "zzzzz";

/// Relative tolerance for equal figures: at most half a unit of the last of six digits.
const WITHIN: f64 = 5e-6;

/// The result recorded in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedResult {
    /// Revision of the model that computed the figures.
    pub revision: u32,
    /// The figures, to six significant digits.
    pub figures: Figures,
    /// The plan that was recommended, its figures to six significant digits; nothing in texts of before, and where none was.
    pub plan: Option<RecordedPlan>,
    /// [`sum_of`] the document they belong to.
    pub(super) sum: u32,
}

impl RecordedResult {
    /// This model's result for a document.
    pub fn now(document: &Document, figures: Figures) -> Self {
        let figures = figures.map(|figure| figure.map(six_digits).filter(|value| value.abs() < LARGEST));
        Self { revision: REVISION, figures, plan: None, sum: sum_of(document, VERSION) }
    }

    /// The same with the plan that is recommended.
    #[must_use]
    pub fn with_plan(self, plan: &RecordedPlan) -> Self {
        Self { plan: RecordedPlan::read(plan.id, plan.figures()), ..self }
    }

    /// Reads a recorded result; `None` if a figure is too large.
    pub(super) fn read(revision: u32, figures: Figures, sum: u32) -> Option<Self> {
        let figures = figures.map(|figure| figure.map(six_digits));
        let sound = figures.iter().flatten().all(|value| value.abs() < LARGEST);
        sound.then_some(Self { revision, figures, plan: None, sum })
    }

    /// Whether the figures belong to a document's inputs. Its name is ignored: no figure depends on it.
    pub fn is_of(&self, document: &Document) -> bool {
        self.sum == sum_of(document, VERSION)
    }

    /// Whether the model that computed the figures has been corrected since.
    pub const fn is_older(&self) -> bool {
        self.revision < REVISION
    }

    /// Whether a figure differs from the current one by more than its rounding.
    pub fn differs_from(&self, now: &Figures) -> bool {
        self.figures.iter().zip(now).any(|(was, now)| differ(*was, *now))
    }

    /// The result with the checksum of an older format, as that format wrote it.
    #[must_use]
    pub fn in_format(self, document: &Document, format: u32) -> Self {
        Self { sum: sum_of(document, format), ..self }
    }

    /// The result as in a link, without separators: figures, checksum, revision; then a point and the recommended plan, by
    /// its place in [`PLANS`] and its figures. Kept short for the link.
    pub fn to_link(self) -> String {
        let mut text = String::new();
        push_figures(&mut text, &self.figures);
        push_digits(&mut text, self.sum);
        text.push_str(&self.revision.to_string());
        let place = |plan: &RecordedPlan| PLANS.iter().position(|id| *id == plan.id);
        if let Some((plan, place)) = self.plan.and_then(|plan| Some((plan, place(&plan)?))) {
            text.push(PLAN_FOLLOWS);
            text.push_str(&place.to_string());
            push_figures(&mut text, &plan.figures());
        }
        text
    }

    /// Reads the output of [`RecordedResult::to_link`].
    pub(super) fn from_link(text: &str) -> Option<Self> {
        let (text, plan) = match text.split_once(PLAN_FOLLOWS) {
            Some((text, plan)) => (text, Some(plan_from_link(plan)?)),
            None => (text, None),
        };
        let (figures, rest) = take_figures::<{ NAMES.len() }>(text)?;
        let (sum, revision) = rest.split_at_checked(DIGITS)?;
        let sum = u32::from_str_radix(sum, 36).ok()?;
        Some(Self { plan, ..Self::read(revision.parse().ok()?, figures, sum)? })
    }
}

fn plan_from_link(text: &str) -> Option<RecordedPlan> {
    let (place, rest) = text.split_at_checked(1)?;
    let (figures, rest) = take_figures::<{ PLAN_NAMES.len() }>(rest)?;
    let id = PLANS.get(place.parse::<usize>().ok()?)?;
    RecordedPlan::read(id, figures).filter(|_| rest.is_empty())
}

/// Figures at the start of a text, and the rest of it.
fn take_figures<const COUNT: usize>(text: &str) -> Option<([Option<f64>; COUNT], &str)> {
    let mut rest = text;
    let mut figures = [None; COUNT];
    for figure in &mut figures {
        let (text, behind) = rest.split_at_checked(NO_FIGURE.len())?;
        rest = behind;
        *figure = if text == NO_FIGURE { None } else { Some(read_figure(text)?) };
    }
    Some((figures, rest))
}

fn push_figures(text: &mut String, figures: &[Option<f64>]) {
    for figure in figures {
        match figure {
            Some(value) => push_figure(text, *value),
            None => text.push_str(NO_FIGURE),
        }
    }
}

/// Whether two figures differ by more than their rounding.
pub fn differ(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() > WITHIN * one.abs().max(other.abs()),
        (one, other) => one.is_some() != other.is_some(),
    }
}

/// Appends a whole number below [`SUMS`] as base-36 digits.
fn push_digits(text: &mut String, number: u32) {
    let digit = |power: u32| char::from_digit(number / power % 36, 36).unwrap_or('0');
    text.extend([46_656, 1_296, 36, 1].map(digit));
}

/// Appends a figure: its base-36 digits, and a letter for its power of ten, `p` for zero, capital if the figure is
/// negative.
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

/// Checksum over a document's edition and the inputs that exist in a format version: the sum of the 32-bit FNV-1a of
/// every `key=value` of its link, independent of the order of rows, modulo [`SUMS`] to keep the link short. Must never
/// change: old texts contain it.
pub(super) fn sum_of(document: &Document, format: u32) -> u32 {
    let rows = FIELDS.iter().filter(|field| field.since <= format);
    let scenario = in_format(&document.scenario, format);
    rows.map(|field| hash(field.key, &value_to_text(&field.get(&scenario))))
        .fold(hash("book", &document.edition), u32::wrapping_add)
        % SUMS
}

/// A short code of a scenario's edition and inputs, by which two prints of it are known to be the same: its checksum in base 36.
pub fn code(document: &Document) -> String {
    let mut left = sum_of(document, VERSION);
    let mut digits = Vec::new();
    while left > 0 || digits.is_empty() {
        digits.extend(char::from_digit(left % 36, 36));
        left /= 36;
    }
    digits.into_iter().rev().collect()
}

/// The 32-bit FNV-1a of `key=value`: <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn hash(key: &str, value: &str) -> u32 {
    let bytes = key.bytes().chain([b'=']).chain(value.bytes());
    bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Rounds to six significant digits; below a billionth, zero.
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
        // The authors' test vector: "foobar" is 0xbf9cf968. Here "foo=" and "r" are also one text.
        let whole =
            |text: &str| text.bytes().fold(0x811c_9dc5, |h: u32, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
        assert_eq!(whole("foobar"), 0xbf9c_f968);
        assert_eq!(hash("foo", "bar"), whole("foo=bar"));
    }

    #[test]
    fn what_a_link_says_is_read_back_and_nothing_else_is() {
        let figures = [Some(3.55), None, Some(0.000_012_345_7), Some(-1_234_570.0)];
        let said = RecordedResult { revision: 12, figures, plan: None, sum: 77 };
        let text = said.to_link();
        assert_eq!(text, "009vnzzzzz2n9df2n9dQ002512");
        assert_eq!(RecordedResult::from_link(&text), Some(said));
        for value in [0.0, 1.0, 999_999.0, 1e-9, -1e-9, 8.5e14, -9.999_99e14, 4.0, 12.29, 0.1] {
            let said = RecordedResult { revision: 1, figures: [Some(value); 4], plan: None, sum: SUMS - 1 };
            assert_eq!(RecordedResult::from_link(&said.to_link()), Some(said), "{value}");
            assert_eq!(said.to_link().len(), 25, "{value}");
            let plan = RecordedPlan {
                id: "mix",
                own_gpus: 24.0,
                committed_gpus: value.abs(),
                present_value_usd: value,
                runner_up_usd: (value > 1.0).then_some(-value),
            };
            let with_plan = said.with_plan(&plan);
            assert_eq!(with_plan.plan, Some(plan), "{value}");
            assert_eq!(RecordedResult::from_link(&with_plan.to_link()), Some(with_plan), "{value}");
            assert_eq!(with_plan.to_link().len(), 47, "{value}");
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
            "009vnzzzzz2n9df2n9dQ002512.",
            "009vnzzzzz2n9df2n9dQ002512.9000op000op009vnzzzzz",
            "009vnzzzzz2n9df2n9dQ002512.5000opzzzzz009vnzzzzz",
            "009vnzzzzz2n9df2n9dQ002512.5000oP000op009vnzzzzz",
            "009vnzzzzz2n9df2n9dQ002512.5000op000op009vnzzzzz1",
            "\u{e9}009v-----2n9df2n9dQ002512",
            "00\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}",
        ] {
            assert_eq!(RecordedResult::from_link(text), None, "{text}");
        }
    }
}
