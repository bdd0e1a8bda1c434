//! Samples of GPUs: what a log says does not depend on the order of its rows or on how it is cut into files.

use engine::measured::{ReadSettings, Record, Summary, SummaryQuestions, read};
use engine::prices::PriceBook;
use engine::units::count;
use proptest::prelude::*;

use crate::draw::cases;

/// 2026-02-03 00:00:00 UTC: `date -u -d 2026-02-03 +%s`.
const DAY: u64 = 1_770_076_800;

/// Steps of one length with a value each, one after the other.
#[derive(Clone, Debug)]
struct Stretch {
    interval: u64,
    /// Per cent; `None` is what the tool could not read.
    values: Vec<Option<u32>>,
    /// Seconds after it without samples.
    pause: u64,
}

fn stretch() -> impl Strategy<Value = Stretch> {
    let interval = prop::sample::select(vec![1, 7, 10, 60, 300]);
    let value = prop_oneof![1 => Just(None), 4 => Just(Some(0)), 5 => (0..=100_u32).prop_map(Some)];
    let pause = prop_oneof![3 => Just(0), 1 => 4_000..90_000_u64];
    // Three samples show the interval of the last one.
    (interval, prop::collection::vec(value, 3..40), pause).prop_map(|(interval, values, pause)| Stretch {
        interval,
        values,
        pause,
    })
}

/// A row, and in which of three files it stands: bits.
type Row = (String, u32);

/// Rows of GPUs, with their observed and known hours and the sum of utilization × hours, by hand.
fn log(gpus: &[Vec<Stretch>]) -> (Vec<String>, [f64; 3]) {
    let (mut rows, mut sums) = (Vec::new(), [0.0; 3]);
    for (gpu, stretches) in gpus.iter().enumerate() {
        let mut second = DAY;
        for (at, stretch) in stretches.iter().enumerate() {
            for value in &stretch.values {
                let percent = value.map_or("[N/A]".to_owned(), |value| format!("{value} %"));
                let watts = 100 + value.unwrap_or(0);
                rows.push(format!(
                    "{second}, GPU-{gpu}, NVIDIA L4, {percent}, {}, 23034 MiB, {watts}.5 W\n",
                    3_000 * gpu
                ));
                second += stretch.interval;
                let hours = count(usize::try_from(stretch.interval).expect("seconds")) / 3_600.0;
                sums[1] += if value.is_some() { hours } else { 0.0 };
                sums[2] += hours * f64::from(value.unwrap_or(0)) / 100.0;
            }
            if at + 1 < stretches.len() {
                second += stretch.pause;
            }
        }
        sums[0] += count(usize::try_from(second - DAY).expect("seconds")) / 3_600.0;
    }
    (rows, sums)
}

fn summary(files: &[String]) -> Summary {
    let mut record = Record::default();
    for (at, text) in files.iter().enumerate() {
        let mut bytes = text.as_bytes();
        let mut go_on = |_| true;
        let reading = read(&mut bytes, &format!("{at}.csv"), &ReadSettings::default(), &mut go_on);
        record.add(reading.expect("a reading"));
    }
    record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
}

fn file(rows: impl Iterator<Item = String>) -> String {
    "timestamp, uuid, name, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W]\n".to_owned()
        + &rows.collect::<String>()
}

fn logs() -> impl Strategy<Value = (Vec<Vec<Stretch>>, Vec<Row>)> {
    prop::collection::vec(prop::collection::vec(stretch(), 1..4), 1..4).prop_flat_map(|gpus| {
        let (rows, _) = log(&gpus);
        let number = rows.len();
        // Each row is in one file or in several.
        let places = prop::collection::vec(1..8_u32, number);
        (Just(gpus), Just(rows).prop_shuffle(), places)
            .prop_map(|(gpus, rows, places)| (gpus, rows.into_iter().zip(places).collect()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 200, ..cases(20) })]

    #[test]
    fn a_log_says_the_same_in_any_order_and_in_any_files((gpus, drawn) in logs()) {
        let (rows, [observed, known, busy]) = log(&gpus);
        let whole = summary(&[file(rows.into_iter())]);
        let all = whole.utilization.as_ref().expect("samples");
        let near = |found: f64, right: f64| (found - right).abs() < 1e-9 * (1.0 + right);
        prop_assert!(near(all.observed_gpu_hours, observed), "{} observed, not {observed}", all.observed_gpu_hours);
        prop_assert!(near(all.known_gpu_hours, known), "{} known, not {known}", all.known_gpu_hours);
        let mean = all.mean.unwrap_or(0.0);
        prop_assert!(known == 0.0 || near(mean, busy / known), "a mean of {mean}, not {}", busy / known);
        let shuffled = [file(drawn.iter().map(|(row, _)| row.clone()))];
        let part = |bit: u32| drawn.iter().filter(move |(_, places)| places >> bit & 1 == 1).map(|(row, _)| row.clone());
        let cut: Vec<String> = (0..3).map(|bit| part(bit).collect::<Vec<_>>()).filter(|rows| !rows.is_empty()).map(|rows| file(rows.into_iter())).collect();
        let turned: Vec<String> = cut.iter().rev().cloned().collect();
        for files in [&shuffled[..], &cut, &turned] {
            let found = summary(files);
            prop_assert_eq!(&found.utilization, &whole.utilization);
            prop_assert_eq!(&found.idle, &whole.idle);
            prop_assert_eq!(&found.types, &whole.types);
            prop_assert_eq!(&found.demand, &whole.demand);
            prop_assert_eq!(&found.right_sizing, &whole.right_sizing);
        }
    }
}
