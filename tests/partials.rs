//! Readings of files, written on many machines and put together on one. Merging equals reading all files together, whatever
//! the cut, the order and the grouping.

use engine::measured::partial::{Partial, PartialProblem};
use engine::measured::{Format, ReadSettings, Reading, Record, Refused, Summary, SummaryQuestions, read};
use engine::prices::PriceBook;
use proptest::prelude::*;

fn reading(name: &str, bytes: &[u8]) -> Result<Reading, Refused> {
    read(&mut &*bytes, name, &ReadSettings::default(), &mut |_| true)
}

fn summary(record: &Record) -> Summary {
    record.summarize(&SummaryQuestions::default(), &PriceBook::embedded().gpus)
}

fn partial_of(readings: &[&Reading]) -> Partial {
    let mut partial = Partial::default();
    for reading in readings {
        partial.add(reading).expect("written");
    }
    partial
}

/// Rows of a log with jobs, samples and a bill: some rows overlap, start before a cut and end behind it, or are there twice.
fn rows(seed: &[(u16, u8, u8)]) -> [(String, Vec<String>); 3] {
    let jobs = seed.iter().enumerate().map(|(id, (start, hours, gpus))| {
        let (day, hour) = (1 + start / 24 % 28, start % 24);
        let account = ["vision", "speech"][usize::from(gpus % 2)];
        let end = u16::from(hours % 24);
        let (gpus, until) = (1 + gpus % 8, 1 + (day + 1) % 28);
        format!("{id}|{account}|COMPLETED|2026-02-{day:02}T{hour:02}:00:00|2026-02-{day:02}T{hour:02}:30:00|2026-03-{until:02}T{end:02}:00:00|gres/gpu:h100={gpus}")
    });
    let samples = seed.iter().map(|(start, used, gpu)| {
        let (day, hour, gpu) = (1 + start / 24 % 28, start % 24, gpu % 4);
        format!(
            "2026/02/{day:02} {hour:02}:00:00.000, GPU-0000000{gpu}, NVIDIA H100 80GB HBM3, {} %, 100.0 W",
            used % 101
        )
    });
    let charges = seed.iter().map(|(start, usd, gpu)| {
        let (day, hour) = (1 + start / 24 % 27, start % 24);
        format!("i-{},p5.48xlarge,2026-02-{day:02}T{hour:02}:00:00Z,2026-02-{day:02}T23:59:59Z,{usd}.25,USD", gpu % 5)
    });
    [
        ("JobID|Account|State|Submit|Start|End|AllocTRES".to_owned(), jobs.collect()),
        ("timestamp, uuid, name, utilization.gpu [%], power.draw [W]".to_owned(), samples.collect()),
        ("ResourceId,SkuId,ChargePeriodStart,ChargePeriodEnd,BilledCost,BillingCurrency".to_owned(), charges.collect()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, max_shrink_time: 60_000, ..ProptestConfig::default() })]

    /// Logs cut into files at drawn places; the files in partials of drawn groups; the partials merged in a drawn order, some of
    /// them twice.
    #[test]
    fn merged_partials_say_what_all_files_say(
        seed in proptest::collection::vec(any::<(u16, u8, u8)>(), 6..40),
        cuts in proptest::collection::vec(0_usize..3, 40),
        groups in proptest::collection::vec(0_usize..4, 12),
        first in 0_usize..4,
    ) {
        let mut readings = Vec::new();
        for (kind, (header, rows)) in rows(&seed).iter().enumerate() {
            for piece in 0..3 {
                let of_piece = rows.iter().zip(&cuts).filter(|(_, cut)| **cut == piece).map(|(row, _)| row.as_str());
                let text = std::iter::once(header.as_str()).chain(of_piece).collect::<Vec<_>>().join("\n") + "\n";
                if let Ok(found) = reading(&format!("{kind}-{piece}.csv"), text.as_bytes()) {
                    readings.push(found);
                }
            }
        }
        prop_assume!(readings.len() > 2);
        let mut together = Record::default();
        for reading in &readings {
            together.include(reading);
        }
        let expected = summary(&together);
        prop_assert!(expected.held_gpu_hours > 0.0);
        let mut partials: Vec<Partial> = (0..4).map(|group| {
            let of_group = readings.iter().zip(&groups).filter(|(_, of)| **of == group).map(|(reading, _)| reading);
            partial_of(&of_group.collect::<Vec<_>>())
        }).collect();
        partials.rotate_left(first);
        let mut merged = Partial::default();
        for partial in partials.iter().chain(partials.first()) {
            merged.merge(Partial::read(&partial.write()).expect("what was written"));
        }
        prop_assert_eq!(summary(&merged.record()), expected.clone());
        // As a file beside others.
        let as_file = reading("merged.partial", &merged.write()).expect("a partial");
        prop_assert_eq!((as_file.report.format, as_file.files()), (Format::Partial, readings.len()));
        let mut opened = Record::default();
        opened.add(as_file);
        prop_assert_eq!(summary(&opened), expected);
    }

    /// Bytes that nobody wrote: refused, never a panic, and no number that is none.
    #[test]
    fn damaged_partials_are_refused_or_sound(
        places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        length in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let [(header, rows), ..] = rows(&[(5, 7, 3), (30, 9, 8), (200, 1, 1)]);
        let text = header + "\n" + &rows.join("\n") + "\n";
        let mut bytes = partial_of(&[&reading("jobs.txt", text.as_bytes()).expect("jobs")]).write();
        for (place, byte) in &places {
            let place = place.index(bytes.len());
            bytes[place] = *byte;
        }
        if is_cut {
            bytes.truncate(length.index(bytes.len()));
        }
        if let Ok(partial) = Partial::read(&bytes) {
            let found = summary(&partial.record());
            prop_assert!(found.held_gpu_hours.is_finite());
        }
    }
}

#[test]
fn another_version_is_named_and_nothing_is_guessed() {
    assert_eq!(Partial::read(b"rack-or-rent/partial 2\nabc"), Err(PartialProblem::OtherVersion));
    assert_eq!(Partial::read(b"JobID|State"), Err(PartialProblem::OtherVersion));
    assert_eq!(Partial::read(b"rack-or-rent/partial 1\n\xff\xff"), Err(PartialProblem::Damaged));
    let refused = reading("old.partial", b"rack-or-rent/partial 2\nabc").expect_err("another version");
    assert_eq!(refused, Refused::Partial { problem: PartialProblem::OtherVersion });
    let empty = Partial::default().write();
    assert_eq!(reading("empty.partial", &empty).expect_err("nothing in it"), Refused::Empty);
}
