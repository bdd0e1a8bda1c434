//! The hours of a described workload. A year starts on a Monday.

use super::HOURS;
use crate::inputs::workloads::{Shape, Workload};
use crate::number;
use crate::units::count;

/// Hours of a year, as a number.
const YEAR: f64 = 8_760.0;
/// Share of the GPUs wanted outside office hours, and between bursts. Source: model page, section 6.
const OFF_HOURS: f64 = 0.2;
const BETWEEN_BURSTS: f64 = 0.15;
/// Mean hours of a burst, and between two. Source: model page, section 6.
const BURST: f64 = 8.0;
const PAUSE: f64 = 40.0;
/// Most GPUs of a workload at once, and fewest GPU-hours a year.
const MOST_GPUS: f64 = 1e7;
const LEAST_GPU_HOURS: f64 = 1e-3;
/// Shortest run: a minute.
const SHORTEST_HOURS: f64 = 1.0 / 60.0;
/// Stands first in a series of a link of format 4, whose hours are sorted by height.
const BY_HEIGHT: &str = "sorted";
/// What stands between the parts of a series.
const BETWEEN_PARTS: [char; 5] = [' ', ',', ';', '\n', '\t'];
/// Most problems named of one series.
const NAMED: usize = 3;

/// A described workload whose busiest hours want `factor` times as many GPUs while its quiet hours want as many as before;
/// nothing for one that does not vary, or whose hours are listed.
pub fn with_peak(workload: &Workload, factor: f64) -> Option<Workload> {
    let usual = match workload.shape {
        Shape::Runs => 0.0,
        Shape::Office => OFF_HOURS,
        Shape::Bursty => BETWEEN_BURSTS,
        Shape::Steady | Shape::Training | Shape::Inference | Shape::Series => return None,
    };
    let gpus = workload.gpus? * factor;
    let rest = (workload.rest_share.unwrap_or(usual) / factor).min(1.0);
    Some(Workload { gpus: Some(gpus), rest_share: Some(rest), ..workload.clone() })
}

/// The hours of a described workload, with remarks on parts of it that could not be read. `seed` tells random workloads
/// apart. A measured record of levels has no hours in order: its text is read as a series here.
///
/// Errors: why the workload cannot be used at all.
pub fn hours_of(workload: &Workload, seed: usize) -> Result<(Vec<f64>, Vec<String>), String> {
    let gpus = || workload.gpus.filter(|gpus| *gpus > 0.0).ok_or_else(|| "needs a number of GPUs".to_owned());
    let rest = |usual: f64| workload.rest_share.unwrap_or(usual);
    let mut remarks = Vec::new();
    let hours = match workload.shape {
        Shape::Steady => vec![gpus()?; HOURS],
        Shape::Runs => {
            let (lasting, times) = runs(workload)?;
            spread(gpus()?, lasting, times, rest(0.0))
        }
        Shape::Office => {
            let gpus = gpus()?;
            let rest = gpus * rest(OFF_HOURS);
            (0..HOURS)
                .map(|hour| {
                    let (day, of_day) = (hour / 24 % 7, hour % 24);
                    if day < 5 && (8..20).contains(&of_day) { gpus } else { rest }
                })
                .collect()
        }
        Shape::Bursty => bursts(gpus()?, rest(BETWEEN_BURSTS), seed),
        Shape::Training => {
            let gpus = gpus()?;
            let each = training_gpu_hours(workload)?;
            let times = workload.times.unwrap_or(1.0);
            let lasting = each / gpus;
            if lasting < SHORTEST_HOURS {
                return Err("runs for less than a minute".to_owned());
            }
            if lasting * times > YEAR {
                let (each, all) = (number::write(libm::ceil(lasting)), number::write(times));
                return Err(format!(
                    "{all} runs of {each} hours on {} GPUs do not fit into a year: more GPUs or fewer runs are needed",
                    number::write(gpus)
                ));
            }
            spread(gpus, lasting, times, 0.0)
        }
        Shape::Inference => daily(inference_gpus(workload)?, workload.peak_to_mean.unwrap_or(1.0)),
        Shape::Series => {
            let (steps, problems) = parse_series(&workload.series);
            remarks = problems;
            repeated(&steps)?
        }
    };
    check_size(&hours, hours.iter().sum())?;
    Ok((hours, remarks))
}

/// Whether a demand has a size that can be computed: its GPUs at any time, and its GPU-hours a year.
///
/// Errors: why not.
pub(super) fn check_size(gpus: &[f64], gpu_hours: f64) -> Result<(), String> {
    if gpus.iter().any(|gpus| !(0.0..=MOST_GPUS).contains(gpus)) {
        return Err(format!("comes to more than {} GPUs at once", number::write(MOST_GPUS)));
    }
    if gpu_hours < LEAST_GPU_HOURS {
        return Err("wants nothing".to_owned());
    }
    Ok(())
}

/// Hours of a run: what launching and releasing instances is spread over. Nothing for what runs all the time.
pub(super) fn run_hours(workload: &Workload) -> Option<f64> {
    match workload.shape {
        Shape::Runs => workload.hours,
        Shape::Training => Some(training_gpu_hours(workload).ok()? / workload.gpus?),
        Shape::Office => Some(12.0),
        Shape::Bursty => Some(BURST),
        Shape::Steady | Shape::Inference | Shape::Series => None,
    }
}

/// Productive GPU-hours of a training run: 6 N T / (peak × MFU) / 3,600. Source: model page, section 6.
///
/// Errors: what is missing.
pub(super) fn training_gpu_hours(workload: &Workload) -> Result<f64, String> {
    let parameters = given(workload.parameters, "parameters")? * 1e9;
    let tokens = given(workload.tokens, "tokens")? * 1e9;
    let peak = given(workload.peak_tflops, "the peak throughput of a GPU")? * 1e12;
    let used = given(workload.flop_utilization, "the model FLOP utilization")?;
    Ok(6.0 * parameters * tokens / (peak * used) / 3_600.0)
}

/// Mean GPUs of inference: tokens per second over what a GPU does at the target load. Source: model page, section 6.
///
/// Errors: what is missing.
pub(super) fn inference_gpus(workload: &Workload) -> Result<f64, String> {
    let tokens = given(workload.tokens_per_second, "tokens per second")?;
    let each = match workload.tokens_per_second_per_gpu {
        None if workload.names_a_model() => Err(format!(
            "needs tokens per second per GPU: the price book has none for {} on this GPU at this share of output",
            crate::text::plain(workload.token_model.trim(), 40)
        )),
        each => given(each, "tokens per second per GPU"),
    }?;
    let load = workload.target_load.filter(|load| *load > 0.0).unwrap_or(1.0);
    Ok(tokens / (each * load))
}

fn given(value: Option<f64>, what: &str) -> Result<f64, String> {
    value.filter(|value| *value > 0.0).ok_or_else(|| format!("needs {what}"))
}

fn runs(workload: &Workload) -> Result<(f64, f64), String> {
    let lasting = given(workload.hours, "how long a run lasts")?;
    if lasting < SHORTEST_HOURS {
        return Err("runs for less than a minute".to_owned());
    }
    Ok((lasting, given(workload.times, "how often a year it runs")?))
}

/// Runs at even distances from the start of the year on; where they overlap they add up. Parts of hours count as such.
fn spread(gpus: f64, lasting: f64, times: f64, rest: f64) -> Vec<f64> {
    // Differences between neighbouring hours: a run costs as much as its two ends.
    let mut change = vec![0.0; HOURS + 1];
    let mut extra = vec![0.0; HOURS];
    let place = |hour: f64| {
        // Between 0 and the hours of a year.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let place = libm::floor(hour) as usize;
        place
    };
    let mut cover = |from: f64, to: f64| {
        let (first, last) = (place(from), place(to));
        if first == last {
            if let Some(hour) = extra.get_mut(first) {
                *hour += to - from;
            }
            return;
        }
        let whole = if from > count(first) { first + 1 } else { first };
        if let Some(hour) = extra.get_mut(first).filter(|_| whole > first) {
            *hour += count(whole) - from;
        }
        change[whole] += 1.0;
        change[last] -= 1.0;
        if let Some(hour) = extra.get_mut(last).filter(|_| to > count(last)) {
            *hour += to - count(last);
        }
    };
    // The row bounds it.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let all = libm::ceil(times) as usize;
    for run in 0..all {
        let from = libm::floor(YEAR * count(run) / times); // runs start on the hour
        let to = from + lasting * (times - count(run)).min(1.0); // the last may be a part of one
        cover(from, to.min(YEAR));
        if to > YEAR {
            cover(0.0, to - YEAR); // into the next year, which is the same
        }
    }
    let mut running = 0.0;
    change
        .iter()
        .zip(&extra)
        .map(|(change, extra)| {
            running += change;
            let at_once: f64 = running + extra;
            gpus * (at_once + rest * (1.0 - at_once).max(0.0))
        })
        .collect()
}

/// An hourly chain of two states with mean stays of 8 and 40 hours.
fn bursts(gpus: f64, rest: f64, seed: usize) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(u64::try_from(seed).unwrap_or(0) + 1);
    let mut draw = || {
        // SplitMix64: Steele, Lea and Flood 2014.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // 53 bits are exact.
        #[allow(clippy::cast_precision_loss)]
        let part = (mixed >> 11) as f64 / 9_007_199_254_740_992.0;
        part
    };
    let mut busy = draw() < BURST / (BURST + PAUSE);
    (0..HOURS)
        .map(|_| {
            let gpus = if busy { gpus } else { gpus * rest };
            let stays = if busy { BURST } else { PAUSE };
            busy ^= draw() < 1.0 / stays;
            gpus
        })
        .collect()
}

/// A daily rhythm with a mean and a peak: a power of a raised cosine, highest at 14 hours.
fn daily(mean: f64, peak_to_mean: f64) -> Vec<f64> {
    let shape = |power: f64| -> Vec<f64> {
        let hour = |hour: usize| {
            let angle = (count(hour) - 14.0) / 24.0 * std::f64::consts::TAU;
            libm::pow(f64::midpoint(1.0, libm::cos(angle)), power)
        };
        (0..24).map(hour).collect()
    };
    let ratio = |of: &[f64]| 24.0 / of.iter().sum::<f64>();
    // Its peak is 1, and the sharper it is the lower its mean.
    let (mut low, mut high) = (0.0, 1e4);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if ratio(&shape(middle)) < peak_to_mean { low = middle } else { high = middle }
    }
    let day = shape(low);
    let scale = ratio(&day);
    (0..HOURS).map(|hour| mean * scale * day.get(hour % 24).copied().unwrap_or(0.0)).collect()
}

/// A series as text, `24*8000 256*760`: GPUs, and for how many hours (1 if not given). Returns its steps, and a remark on
/// each part that cannot be read. What is unknown, `?`, is left out: it is not nothing. Levels, `24x8000-256x760`, are
/// steps too.
pub fn parse_series(text: &str) -> (Vec<(f64, f64)>, Vec<String>) {
    let parts = text.split(BETWEEN_PARTS);
    steps_of(parts.flat_map(|part| part.split(move |c| c == '-' && part.contains('x'))))
}

/// Levels as text, `80x12-24.5x700`, in the same way.
pub(super) fn parse_levels(text: &str) -> (Vec<(f64, f64)>, Vec<String>) {
    steps_of(text.split(BETWEEN_PARTS).flat_map(|part| part.split('-')))
}

fn steps_of<'t>(parts: impl Iterator<Item = &'t str>) -> (Vec<(f64, f64)>, Vec<String>) {
    let (mut steps, mut remarks, mut bad, mut unknown) = (Vec::new(), Vec::new(), 0_usize, 0.0);
    for (at, part) in parts.filter(|part| !part.is_empty()).enumerate() {
        if part == BY_HEIGHT {
            let words = "its series came in a link, which holds its load-duration curve: when what was wanted is lost";
            remarks.push(words.to_owned());
            continue;
        }
        let (gpus, hours) = part.split_once(['*', 'x']).unwrap_or((part, "1"));
        let hours = number::read_canonical(hours).filter(|hours| *hours > 0.0 && *hours <= 1e6 && hours.fract() == 0.0);
        match (number::read_canonical(gpus), hours) {
            (Some(gpus), Some(hours)) if (0.0..=1e6).contains(&gpus) => steps.push((gpus, hours)),
            (None, Some(hours)) if gpus == "?" => unknown += hours,
            _ => {
                bad += 1;
                if bad <= NAMED {
                    let part = crate::text::plain(part, 20);
                    remarks.push(format!(
                        "part {} of its series, \"{part}\", is not a number of GPUs and is left out",
                        at + 1
                    ));
                }
            }
        }
    }
    if bad > NAMED {
        remarks.push(format!("{} more parts of its series are left out", bad - NAMED));
    }
    if unknown > 0.0 {
        remarks.push(format!("{} hours of its series are unknown and are left out", number::write(unknown)));
    }
    (steps, remarks)
}

/// A series over the year, repeated where it is shorter.
fn repeated(steps: &[(f64, f64)]) -> Result<Vec<f64>, String> {
    let length: f64 = steps.iter().map(|(_, hours)| hours).sum();
    if length == 0.0 {
        return Err("has no hours in its series".to_owned());
    }
    let mut hours = Vec::with_capacity(HOURS);
    while hours.len() < HOURS {
        for (gpus, lasting) in steps {
            // Whole, as read.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let lasting = (*lasting as usize).min(HOURS - hours.len());
            hours.extend(std::iter::repeat_n(*gpus, lasting));
        }
    }
    Ok(hours)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(workload: &Workload) -> f64 {
        hours_of(workload, 0).expect("a series").0.iter().sum()
    }

    /// Reference case `demand-sources`.
    #[test]
    fn training_inference_and_jobs() {
        let training = Workload {
            shape: Shape::Training,
            gpus: Some(64.0),
            parameters: Some(7.0),
            tokens: Some(1_000.0),
            peak_tflops: Some(989.0),
            flop_utilization: Some(0.45),
            ..Workload::default()
        };
        assert!((training_gpu_hours(&training).expect("hours") / 26_214.283_039_4 - 1.0).abs() < 1e-9);
        assert!((sum(&training) / 26_214.283_039_4 - 1.0).abs() < 1e-9);
        let inference = Workload {
            shape: Shape::Inference,
            tokens_per_second: Some(52_000.0),
            peak_to_mean: Some(2.5),
            tokens_per_second_per_gpu: Some(2_400.0),
            target_load: Some(0.7),
            ..Workload::default()
        };
        let hours = hours_of(&inference, 0).expect("a series").0;
        assert!((inference_gpus(&inference).expect("GPUs") / 30.952_380_952_4 - 1.0).abs() < 1e-9);
        assert!((hours.iter().sum::<f64>() / 271_142.857_143 - 1.0).abs() < 1e-9);
        let peak = hours.iter().copied().fold(0.0, f64::max);
        assert!((peak / 77.380_952_381 - 1.0).abs() < 1e-9, "{peak}");
        let jobs = [(64.0, 336.0, 4.0), (8.0, 20.0, 52.0), (2.0, 6.0, 365.0)];
        let all: f64 = jobs
            .map(|(gpus, hours, times)| {
                let runs = Workload {
                    shape: Shape::Runs,
                    gpus: Some(gpus),
                    hours: Some(hours),
                    times: Some(times),
                    ..Workload::default()
                };
                sum(&runs)
            })
            .iter()
            .sum();
        assert!((all / 98_716.0 - 1.0).abs() < 1e-9, "{all}");
    }

    /// By hand: parts of hours, and a run across the end of the year.
    #[test]
    fn runs_cover_parts_of_hours() {
        let hours = spread(10.0, 1.5, 2.0, 0.0);
        assert_eq!(hours[0], 10.0);
        assert_eq!(hours[1], 5.0);
        assert_eq!(hours[4_380], 10.0);
        assert_eq!(hours.iter().sum::<f64>(), 30.0);
        // Every three weeks: 17 runs and a third of one.
        let every_three_weeks = spread(8.0, 48.0, 52.0 / 3.0, 0.0).iter().sum::<f64>();
        assert!((every_three_weeks - 6_656.0).abs() < 1e-9, "{every_three_weeks}");
        // Three runs of 5,000 hours overlap.
        assert_eq!(spread(1.0, 5_000.0, 3.0, 0.0).iter().sum::<f64>(), 15_000.0);
        assert_eq!(spread(10.0, 876.0, 1.0, 0.1).iter().sum::<f64>(), 10.0 * (876.0 + 0.1 * 7_884.0));
    }

    /// By hand: 52 weeks with 60 office hours each, and a Monday.
    #[test]
    fn office_hours_start_on_a_monday() {
        let office = Workload { shape: Shape::Office, gpus: Some(10.0), ..Workload::default() };
        let busy = 52.0 * 60.0 + 12.0;
        assert!((sum(&office) - (10.0 * busy + 2.0 * (8_760.0 - busy))).abs() < 1e-6);
        let bursty = Workload { shape: Shape::Bursty, gpus: Some(100.0), ..Workload::default() };
        // A sixth of the time, give or take.
        assert!((sum(&bursty) / 876_000.0 - (1.0 / 6.0 + 0.15 * 5.0 / 6.0)).abs() < 0.06);
    }

    #[test]
    fn a_series_names_what_it_cannot_read() {
        let (steps, remarks) = parse_series("24*3 -5*2 x 8 ?*4");
        assert_eq!(steps, [(24.0, 3.0), (8.0, 1.0)]);
        assert_eq!(remarks.len(), 3);
        let series = Workload { shape: Shape::Series, series: "24*3 8".into(), ..Workload::default() };
        assert_eq!(sum(&series), 2_190.0 * 80.0);
        let (levels, remarks) = parse_levels("24x3-8 256x2-");
        assert_eq!((levels, remarks.len()), (vec![(24.0, 3.0), (8.0, 1.0), (256.0, 2.0)], 0));
        assert_eq!(parse_series("24x3-8x1"), (vec![(24.0, 3.0), (8.0, 1.0)], Vec::new()));
        // A link of format 4 with a shortened series.
        let (steps, remarks) = parse_series("sorted 80*2 20.5*4");
        assert_eq!((steps, remarks.len()), (vec![(80.0, 2.0), (20.5, 4.0)], 1));
    }
}
