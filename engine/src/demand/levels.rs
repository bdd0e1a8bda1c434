//! Measured records as levels: GPUs wanted, and for how many of the known hours. When they were wanted is not kept.
//!
//! A scenario holds the levels as text, `80x12-24.5x700-0x48`: 80 GPUs for 12 hours and so on. They are short from the
//! start, so that a link holds the same: where a record has more levels than fit, neighbours are joined, with mean, peak
//! and least kept exactly. Levels count in millionths of a GPU, in whole numbers: sums have no rounding.
//! Source: model page, section 6.

use std::cmp::Reverse;

use super::series::{parse_levels, parse_series};
use crate::formulas::level_groups::level_groups;
use crate::inputs::workloads::{Measured, Shape, Workload};
use crate::number;
use crate::units::HOURS_PER_YEAR;

/// Millionths of a GPU.
const MILLIONTHS: f64 = 1e6;
/// Longest text of joined levels, in bytes: with one such record a link keeps within its 1,400.
const LONGEST: usize = 200;
/// Most levels tried, and fewest: peak, least, and one between them.
const MOST_LEVELS: usize = 32;
const FEWEST_LEVELS: usize = 3;
/// Levels between peak and least are rounded to a decimal of at most this part of the peak.
const PARTS_OF_PEAK: u64 = 100;
/// Begins the levels of a record that go, one by one, with those of the record before it.
const JOINT: &str = "joint";

/// The levels of a measured record, in the order of its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Levels {
    /// Millionths of a GPU, and hours.
    levels: Vec<(u64, u64)>,
    /// Whether they go with those of the record before it.
    pub(super) is_joint: bool,
}

impl Levels {
    /// Reads the levels of a text, with remarks on what cannot be read.
    ///
    /// Errors: why there are none.
    pub(super) fn read(text: &str) -> Result<(Self, Vec<String>), String> {
        let bare = text.trim_start().strip_prefix(JOINT);
        let (steps, remarks) = parse_levels(bare.unwrap_or(text));
        if steps.is_empty() {
            return Err("has no hours in its record".to_owned());
        }
        let levels = steps.into_iter().map(|(gpus, hours)| (millionths(gpus), whole(hours))).collect();
        Ok((Self { levels, is_joint: bare.is_some() }, remarks))
    }

    /// GPUs of each level.
    pub(super) fn gpus(&self) -> Vec<f64> {
        self.levels.iter().map(|(gpus, _)| in_gpus(*gpus)).collect()
    }

    /// Hours of a year at each level.
    pub(super) fn hours_of_year(&self) -> Vec<f64> {
        let known = number_of(self.known_hours().into());
        self.levels.iter().map(|(_, hours)| number_of((*hours).into()) / known * HOURS_PER_YEAR).collect()
    }

    /// GPU-hours a year. Two records with the same GPU-hours and the same known hours have the same, to the last bit.
    pub(super) fn gpu_hours(&self) -> f64 {
        let all: u128 = self.levels.iter().map(|(gpus, hours)| u128::from(*gpus) * u128::from(*hours)).sum();
        number_of(all) / (MILLIONTHS * number_of(self.known_hours().into())) * HOURS_PER_YEAR
    }

    /// Most GPUs at once.
    pub(super) fn peak(&self) -> f64 {
        in_gpus(self.levels.iter().map(|(gpus, _)| *gpus).max().unwrap_or(0))
    }

    /// Whether each of its levels lasts as long as that of another record.
    pub(super) fn goes_with(&self, other: &Self) -> bool {
        let hours = |of: &Self| of.levels.iter().map(|(_, hours)| *hours).collect::<Vec<_>>();
        hours(self) == hours(other)
    }

    fn known_hours(&self) -> u64 {
        self.levels.iter().map(|(_, hours)| hours).sum()
    }
}

/// A record in time order.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedRecord<'a> {
    /// Its first hour, in hours since 1970.
    pub first_hour: i64,
    /// GPUs wanted in each hour from then on; `None` where it is unknown.
    pub wanted: &'a [Option<f64>],
}

/// The levels of a record of hours, as text for a workload; empty where no hour is known.
pub fn levels_text(wanted: &[Option<f64>]) -> String {
    let known = wanted.iter().flatten().map(|gpus| (vec![millionths(*gpus)], 1));
    texts_of(known).pop().unwrap_or_default()
}

/// The levels of a series as a workload holds it, `24*3 8 ?*2`; empty where no hour is known.
pub fn levels_of_series(series: &str) -> String {
    let (steps, _) = parse_series(series);
    texts_of(steps.into_iter().map(|(gpus, hours)| (vec![millionths(gpus)], whole(hours)))).pop().unwrap_or_default()
}

/// A workload of hours as a measured record: its series as levels.
pub fn with_levels(workload: &Workload) -> Workload {
    let series = levels_of_series(&workload.series).into();
    Workload { shape: Shape::Series, series, measured: Measured::Levels, ..workload.clone() }
}

/// The levels of several records as one joint record of the hours that all of them know: a text for each workload, in
/// the order of the records, to stand in this order. `None` without such hours: then the records are independent.
pub fn joint_levels_texts(records: &[TimedRecord<'_>]) -> Option<Vec<String>> {
    let end = |record: &TimedRecord<'_>| record.first_hour + i64::try_from(record.wanted.len()).unwrap_or(0);
    let first = records.iter().map(|record| record.first_hour).max()?;
    let last = records.iter().map(end).min()?;
    let in_all = |hour: i64| {
        let known = |record: &TimedRecord<'_>| {
            let place = usize::try_from(hour - record.first_hour).ok()?;
            record.wanted.get(place).copied().flatten().map(millionths)
        };
        records.iter().map(known).collect::<Option<Vec<u64>>>()
    };
    let texts = texts_of((first..last).filter_map(in_all).map(|gpus| (gpus, 1)));
    let numbered = texts.into_iter().enumerate();
    let marked = |(place, text): (usize, String)| if place == 0 { text } else { format!("{JOINT}-{text}") };
    Some(numbered.map(marked).collect()).filter(|texts: &Vec<String>| !texts.is_empty())
}

/// GPUs of each record, in millionths, and for how many hours they are wanted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    total: u64,
    gpus: Vec<u64>,
    hours: u64,
}

/// The texts of records, from what is wanted together, each with its hours.
fn texts_of(wanted: impl Iterator<Item = (Vec<u64>, u64)>) -> Vec<String> {
    let mut all: Vec<State> = wanted.map(|(gpus, hours)| State { total: gpus.iter().sum(), gpus, hours }).collect();
    all.sort();
    let mut states: Vec<State> = Vec::new();
    for state in all {
        match states.last_mut().filter(|last| last.gpus == state.gpus) {
            Some(last) => last.hours += state.hours,
            None => states.push(state),
        }
    }
    let mut written = texts(&states);
    for most in (FEWEST_LEVELS..=MOST_LEVELS).rev() {
        if written.iter().all(|text| text.len() <= LONGEST) {
            break;
        }
        written = texts(&joined(&states, most));
    }
    written
}

/// The text of each record, the highest total first.
fn texts(states: &[State]) -> Vec<String> {
    let records = states.first().map_or(0, |state| state.gpus.len());
    let of_record = |record: usize| {
        let level = |state: &State| {
            let gpus = state.gpus.get(record).copied().unwrap_or(0);
            format!("{}x{}", number::write(in_gpus(gpus)), state.hours)
        };
        states.iter().rev().map(level).collect::<Vec<_>>().join("-")
    };
    (0..records).map(of_record).collect()
}

/// Rising states in about so many, with the sum, peak and least of each record and of all of them kept exactly: states
/// with a peak or a least stay, neighbours between them are joined where that changes the curve least.
fn joined(states: &[State], most: usize) -> Vec<State> {
    let Some(first) = states.first() else { return Vec::new() };
    let records = first.gpus.len();
    let mut kept = vec![0, states.len() - 1];
    let mut bounds = Vec::with_capacity(records);
    for record in 0..records {
        let gpus = |place: &usize| states.get(*place).and_then(|state| state.gpus.get(record)).copied().unwrap_or(0);
        let least = (0..states.len()).min_by_key(gpus).unwrap_or(0);
        let peak = (0..states.len()).max_by_key(gpus).unwrap_or(0);
        kept.extend([least, peak]);
        bounds.push((gpus(&least), gpus(&peak)));
    }
    kept.sort_unstable();
    kept.dedup();
    let is_kept = |place: &usize| kept.binary_search(place).is_ok();
    let between: Vec<&State> =
        (0..states.len()).filter(|place| !is_kept(place)).filter_map(|p| states.get(p)).collect();
    let weighed: Vec<(f64, f64)> =
        between.iter().map(|state| (number_of(state.total.into()), number_of(state.hours.into()))).collect();
    // One level more balances what rounding the others leaves.
    let groups = level_groups(&weighed, most.saturating_sub(kept.len() + 1).max(1));
    let sums: Vec<Sum> = groups.into_iter().map(|range| Sum::over(between.get(range).unwrap_or_default())).collect();
    let mut found = rounded(&sums, &bounds).unwrap_or_else(|| sums.iter().flat_map(Sum::split).collect());
    found.extend(kept.iter().filter_map(|place| states.get(*place)).cloned());
    found.sort();
    found
}

/// GPU-hours of each record over some states, in millionths, and their hours.
struct Sum {
    gpu_hours: Vec<u128>,
    hours: u64,
}

impl Sum {
    fn over(states: &[&State]) -> Self {
        let records = states.first().map_or(0, |state| state.gpus.len());
        let of_record = |record: usize| {
            let of_state =
                |state: &&State| u128::from(state.gpus.get(record).copied().unwrap_or(0)) * u128::from(state.hours);
            states.iter().map(of_state).sum::<u128>()
        };
        let gpu_hours = (0..records).map(of_record).collect();
        Self { gpu_hours, hours: states.iter().map(|state| state.hours).sum() }
    }

    /// States with exactly these sums, at the mean: some hours are a millionth above the others.
    fn split(&self) -> Vec<State> {
        let hours = u128::from(self.hours);
        let left = |sum: &u128| u64::try_from(sum % hours).unwrap_or(0);
        let mut ends: Vec<u64> = self.gpu_hours.iter().map(left).collect();
        ends.push(self.hours);
        ends.sort_unstable();
        ends.dedup();
        let mut from = 0;
        let mut found = Vec::new();
        for end in ends.into_iter().filter(|end| *end > 0) {
            let level = |sum: &u128| u64::try_from(sum / hours).unwrap_or(0) + u64::from(from < left(sum));
            let gpus: Vec<u64> = self.gpu_hours.iter().map(level).collect();
            found.push(State { total: gpus.iter().sum(), gpus, hours: end - from });
            from = end;
        }
        found
    }
}

/// A state for each sum at its rounded mean, and what rounding leaves in the longest of them; `None` where that would
/// exceed a record's bounds.
fn rounded(sums: &[Sum], bounds: &[(u64, u64)]) -> Option<Vec<State>> {
    let longest = (0..sums.len()).min_by_key(|place| sums.get(*place).map(|sum| Reverse(sum.hours)))?;
    let mut found = Vec::with_capacity(sums.len() + 1);
    let mut left = vec![0_i128; bounds.len()];
    for sum in sums.iter().enumerate().filter(|(place, _)| *place != longest).map(|(_, sum)| sum) {
        let mut gpus = Vec::with_capacity(bounds.len());
        for ((sum_of_record, left), (least, peak)) in sum.gpu_hours.iter().zip(&mut left).zip(bounds) {
            let wanted = signed(*sum_of_record) + *left;
            let (hours, unit) = (i128::from(sum.hours), i128::from(unit_of(*peak)));
            let level = (2 * wanted + hours * unit).div_euclid(2 * hours * unit) * unit;
            let level = u64::try_from(level.max(0)).unwrap_or(u64::MAX).clamp(*least, *peak);
            *left = wanted - i128::from(level) * hours;
            gpus.push(level);
        }
        found.push(State { total: gpus.iter().sum(), gpus, hours: sum.hours });
    }
    let rest = sums.get(longest)?;
    let with_left = |(sum, left): (&u128, i128)| u128::try_from(signed(*sum) + left).ok();
    let gpu_hours = rest.gpu_hours.iter().zip(left).map(with_left).collect::<Option<Vec<u128>>>()?;
    let balance = Sum { gpu_hours, hours: rest.hours }.split();
    let is_within =
        |state: &State| state.gpus.iter().zip(bounds).all(|(gpus, (low, high))| (low..=high).contains(&gpus));
    if !balance.iter().all(is_within) {
        return None;
    }
    found.extend(balance);
    Some(found)
}

/// The decimal to which levels below a peak are rounded.
fn unit_of(peak: u64) -> u64 {
    let mut unit = 1;
    while unit * 10 * PARTS_OF_PEAK <= peak {
        unit *= 10;
    }
    unit
}

/// Far below the largest: GPU-hours of a record are at most 1e23 millionths.
fn signed(sum: u128) -> i128 {
    i128::try_from(sum).unwrap_or(i128::MAX)
}

fn millionths(gpus: f64) -> u64 {
    whole(gpus * MILLIONTHS)
}

fn in_gpus(millionths: u64) -> f64 {
    number_of(millionths.into()) / MILLIONTHS
}

/// The nearest whole number: at most 1e12 here.
fn whole(value: f64) -> u64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = libm::round(value.max(0.0)) as u64;
    whole
}

/// Rounded where it exceeds 2^53.
fn number_of(whole: u128) -> f64 {
    #[allow(clippy::cast_precision_loss)]
    let number = whole as f64;
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Levels {
        Levels::read(text).expect("levels").0
    }

    /// GPU-hours in millionths and hours, peak and least: what joining must keep.
    fn kept(text: &str) -> (u128, u64, u64, u64) {
        let levels = read(text).levels;
        let sum = levels.iter().map(|(gpus, hours)| u128::from(*gpus) * u128::from(*hours)).sum();
        let gpus = || levels.iter().map(|(gpus, _)| *gpus);
        let hours = levels.iter().map(|(_, hours)| hours).sum();
        (sum, hours, gpus().max().unwrap_or(0), gpus().min().unwrap_or(0))
    }

    fn kept_of(wanted: &[Option<f64>]) -> (u128, u64, u64, u64) {
        let known: Vec<u64> = wanted.iter().flatten().map(|gpus| millionths(*gpus)).collect();
        let sum = known.iter().map(|gpus| u128::from(*gpus)).sum();
        (sum, known.len() as u64, *known.iter().max().unwrap_or(&0), *known.iter().min().unwrap_or(&0))
    }

    /// By hand.
    #[test]
    fn few_levels_are_written_as_they_are() {
        let wanted = [Some(24.0), None, Some(0.25), Some(24.0), Some(24.0 + 4e-15)];
        assert_eq!(levels_text(&wanted), "24x3-0.25x1");
        assert_eq!(levels_text(&[None]), "");
        assert_eq!(levels_of_series("24*3 8 ?*2 24"), "24x4-8x1");
        let levels = read("24x3-0.25x1");
        assert_eq!((levels.gpus(), levels.hours_of_year()), (vec![24.0, 0.25], vec![6_570.0, 2_190.0]));
        assert_eq!((levels.gpu_hours(), levels.peak()), (72.25 / 4.0 * 8_760.0, 24.0));
        assert!(Levels::read("").is_err() && Levels::read("x").is_err());
    }

    /// Drawn records of many kinds: what is joined has the same sum, hours, peak and least, in whole millionths.
    #[test]
    fn joined_levels_keep_mean_peak_and_least_exactly() {
        let mut state = 1_u64;
        let mut draw = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from(u32::try_from(state >> 33).unwrap_or(0)) / f64::from(1_u32 << 31)
        };
        let mut joined = 0;
        for case in 0..300 {
            let (peak, hours) = (libm::pow(10.0, draw() * 6.0 - 1.0), 1.0 + draw() * 8_759.0);
            let power = 0.2 + draw() * 6.0;
            let step = [1.0, 0.25, 1.0 / 3_600.0, 1e-6][case % 4];
            let level = |part: f64| (libm::round(peak * libm::pow(part, power) / step) * step).min(1e6);
            let unknown = draw() / 2.0;
            let wanted: Vec<Option<f64>> =
                (0..whole(hours)).map(|_| (draw() > unknown).then(|| level(draw()))).chain([Some(peak)]).collect();
            let text = levels_text(&wanted);
            assert!(text.len() <= LONGEST, "{} bytes: {text}", text.len());
            assert_eq!(kept(&text), kept_of(&wanted), "{text}");
            joined += usize::from(read(&text).levels.len() > 10);
        }
        assert!(joined > 200, "{joined} were long");
    }

    /// What any number of GPUs serves moves by less than a GPU, of a mean of 333.
    #[test]
    fn joined_levels_keep_the_curve() {
        use crate::formulas::load_curve::LoadCurve;
        let wanted: Vec<Option<f64>> = (0..8_760_u32)
            .map(|hour| {
                let part = f64::from(hour * 7_919 % 8_761) / 8_761.0;
                Some(1_000.0 * part * part)
            })
            .collect();
        let hours: Vec<f64> = wanted.iter().flatten().copied().collect();
        let levels = read(&levels_text(&wanted));
        let (exact, joined) =
            (LoadCurve::of_hours(&hours), LoadCurve::of_states(&levels.gpus(), &levels.hours_of_year()));
        for gpus in 0..1_000 {
            let gpus = f64::from(gpus);
            let shift = joined.mean_below(gpus) - exact.mean_below(gpus);
            assert!(libm::fabs(shift) < 1.0, "{gpus} GPUs serve {shift} more of a mean of {}", exact.mean());
        }
    }

    /// By hand: two records with three common hours; the second knows nothing of hour 11.
    #[test]
    fn records_with_common_hours_are_one_joint_record() {
        let first = TimedRecord { first_hour: 10, wanted: &[Some(9.0), Some(8.0), Some(4.0), Some(4.0), Some(1.0)] };
        let second = TimedRecord { first_hour: 11, wanted: &[None, Some(2.0), Some(2.0), Some(16.0), Some(3.0)] };
        let texts = joint_levels_texts(&[first.clone(), second]).expect("common hours");
        assert_eq!(texts, ["1x1-4x2", "joint-16x1-2x2"]);
        let later = TimedRecord { first_hour: 15, wanted: &[Some(2.0)] };
        assert_eq!(joint_levels_texts(&[first, later]), None);
        let (one, other) = (read(&texts[0]), read(&texts[1]));
        assert!(other.is_joint && !one.is_joint && other.goes_with(&one));
    }

    /// Each of several long records keeps its own sum, peak and least.
    #[test]
    fn joint_records_keep_theirs_exactly() {
        let series = |factor: u32, top: f64| -> Vec<Option<f64>> {
            (0..3_000_u32).map(|hour| Some(f64::from(hour * factor % 3_001) / 3_001.0 * top)).collect()
        };
        let all = [series(7, 80.0), series(1_013, 640.0), series(2_100, 12.5)];
        let records: Vec<TimedRecord<'_>> = all.iter().map(|wanted| TimedRecord { first_hour: 5, wanted }).collect();
        for (text, wanted) in joint_levels_texts(&records).expect("texts").iter().zip(&all) {
            assert!(text.len() <= LONGEST + JOINT.len() + 1, "{} bytes", text.len());
            assert_eq!(kept(text.strip_prefix("joint-").unwrap_or(text)), kept_of(wanted));
        }
    }
}
