//! Demand described in words: every word is read or named.
//!
//! `tests/words/phrasings.csv`: 54 phrasings, each with the GPU-hours a year worked out by hand for step 10 of the
//! project (8,760 hours, 365 days, 52 weeks, 12 months or 4 quarters a year, 261 weekdays; office hours as the kind of
//! workload). `tests/words/more.csv`: further ones, by hand in the same way. `?`: a question or a refusal.

use engine::demand::hours_of;
use engine::inputs::workload_words::problem::BadNumber;
use engine::inputs::workload_words::vocabulary::{
    EXAMPLES, Entry, Example, Mark, Meaning, PLACEHOLDER, TimeUnit, Topic, VOCABULARY,
};
use engine::inputs::workload_words::{Reason, read};
use engine::inputs::workloads::{Shape, Workload};
use engine::number::write;
use engine::prices::PriceBook;
use engine::view::described_demand::{marked_text, problem_sentence, workload_sentence};
use engine::view::{Piece, Style, plain_text};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

/// A yield: GPU-hours a year, whether it may be interrupted, whether it has to be owned. Nothing for a question.
type Wanted = Option<Vec<(f64, bool, bool)>>;

fn phrasings(text: &str) -> Vec<(String, Wanted)> {
    let lines = text.lines().filter(|line| line.starts_with('"'));
    lines
        .map(|line| {
            let (phrase, wanted) =
                line.trim_start_matches('"').rsplit_once("\",").expect("a phrase and what it yields");
            let part = |part: &str| {
                let part = part.trim();
                let hours = part.trim_end_matches(['i', 'p']).parse().expect("GPU-hours");
                (hours, part.contains('i'), part.contains('p'))
            };
            (phrase.replace("\"\"", "\""), (wanted != "?").then(|| wanted.split(" + ").map(part).collect()))
        })
        .collect()
}

/// GPU-hours a year as the engine counts them.
fn found(text: &str) -> Wanted {
    let reading = read(text, '.');
    if !reading.is_complete() {
        assert!(!reading.problems.is_empty(), "{text}: nothing is added and nothing named");
        return None;
    }
    let hours = |(index, workload)| -> (f64, bool, bool) {
        let workload: &Workload = workload;
        let (hours, remarks) = hours_of(workload, index).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert!(remarks.is_empty(), "{text}: {remarks:?}");
        (hours.iter().sum(), workload.interruptible == Some(1.0), workload.pinned == Some(1.0))
    };
    Some(reading.workloads.iter().enumerate().map(hours).collect())
}

fn check(list: &str) -> usize {
    let all = phrasings(list);
    let mut wrong = Vec::new();
    for (text, wanted) in &all {
        let found = found(text);
        let same = match (&found, wanted) {
            (Some(found), Some(wanted)) => {
                found.len() == wanted.len()
                    && found.iter().zip(wanted).all(|(a, b)| (a.0 - b.0).abs() <= 0.5 && (a.1, a.2) == (b.1, b.2))
            }
            (None, None) => true,
            _ => false,
        };
        if !same {
            wrong.push(format!("{text}\n    is {found:?}, not {wanted:?}\n    {:?}", read(text, '.')));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
    all.len()
}

#[test]
fn phrasings_read_as_worked_out_by_hand() {
    assert_eq!(check(include_str!("words/phrasings.csv")), 54);
}

#[test]
fn further_phrasings_read_as_worked_out_by_hand() {
    assert!(check(include_str!("words/more.csv")) >= 150);
}

/// What the page shows as examples is read, and comes to the figure beside it.
#[test]
fn examples_of_the_table_come_to_their_figures() {
    for Example { text, gpu_hours } in EXAMPLES.iter().chain([&PLACEHOLDER]) {
        let all: f64 = found(text).unwrap_or_else(|| panic!("{text}")).iter().map(|part| part.0).sum();
        assert!((all - gpu_hours).abs() < 0.05, "{text}: {all}");
    }
}

/// Every kind of GPU of the price book has a word, and every word a kind.
#[test]
fn words_for_gpus_are_those_of_the_price_book() {
    let book = PriceBook::embedded();
    let models: Vec<&str> = VOCABULARY
        .iter()
        .filter_map(|entry| match entry.meaning {
            Meaning::Model(model) => Some(model),
            _ => None,
        })
        .collect();
    let spaced = |name: &str| format!(" {} ", name.to_lowercase().replace(['(', ')'], " "));
    for model in &models {
        let word = format!(" {model} ");
        assert!(book.gpus.iter().any(|gpu| spaced(&gpu.name).contains(&word)), "{model} is no GPU of the book");
    }
    for gpu in &book.gpus {
        let named = models.iter().any(|model| spaced(&gpu.name).contains(&format!(" {model} ")));
        assert!(named, "{} has no word", gpu.name);
    }
    assert!(!read("24 H100s all year", '.').names_other_gpu("H100 80 GB SXM"));
    assert!(!read("24 H100 80GB SXM5 all year", '.').names_other_gpu("H100 80 GB SXM"));
    assert!(read("24 A100s all year", '.').names_other_gpu("H100 80 GB SXM"));
    assert!(read("24 H100 PCIe all year", '.').names_other_gpu("H100 80 GB SXM"));
    assert!(!read("24 GPUs all year", '.').names_other_gpu("H100 80 GB SXM"));
}

#[test]
fn the_readers_decimal_sign_counts() {
    assert_eq!(read("1,5 GPUs all year", ',').workloads[0].gpus, Some(1.5));
    assert_eq!(read("1.024 GPUs all year", ',').workloads[0].gpus, Some(1_024.0));
    assert!(!read("1,024 GPUs all year", ',').is_complete());
}

#[test]
fn the_purpose_becomes_the_name() {
    let names = |text| read(text, '.').workloads.into_iter().map(|w| w.name).collect::<Vec<_>>();
    assert_eq!(
        names("24 GPUs all year (production) and 256 GPUs for 3 weeks every quarter (training)"),
        ["Production", "Training"]
    );
}

fn said(pieces: &[Piece]) -> String {
    plain_text(
        pieces,
        |value, style| if style == Style::Percent { format!("{} %", value * 100.0) } else { write(value) },
    )
}

#[test]
fn the_reading_stands_in_plain_words() {
    let sentences = |text: &str| -> Vec<String> {
        let all = read(text, '.').workloads;
        all.iter().enumerate().map(|(at, w)| said(&workload_sentence(w, at).expect("a sentence"))).collect()
    };
    for (text, wanted) in [
        (
            "24 GPUs all year, and 256 for three weeks every quarter, which may be interrupted",
            vec![
                "24 GPUs, all year: 210240 GPU-hours a year",
                "256 GPUs, 3 weeks, 4 times a year, interruptible: 516096 GPU-hours a year",
            ],
        ),
        (
            "a GPU for 90 minutes a day, not on spot",
            vec!["1 GPU, 90 minutes, 365 times a year, not interruptible: 547.5 GPU-hours a year"],
        ),
        (
            "production: 8 GPUs for 6 months, on-prem",
            vec!["Production: 8 GPUs, 6 months, once a year, on owned machines only: 35040 GPU-hours a year"],
        ),
        (
            "8 GPUs all year, 50% interruptible",
            vec!["8 GPUs, all year, 50 % of it interruptible: 70080 GPU-hours a year"],
        ),
        (
            "10 GPUs during office hours",
            vec!["10 GPUs, weekdays from 8 to 20, a fifth of them otherwise: 42576 GPU-hours a year"],
        ),
    ] {
        assert_eq!(sentences(text), wanted, "{text}");
    }
}

/// The words at fault are named, with what they lack.
#[test]
fn what_was_not_read_is_marked_in_the_text() {
    for (text, wanted, reason) in [
        ("24 GPUs all year, growing 20% a year", "growing 20% a year", Reason::Topic(Topic::Growth)),
        ("up to 256 GPUs for 3 weeks", "up to 256 GPUs", Reason::Topic(Topic::Limit)),
        ("64 GPUs for 3 to 4 weeks", "3 to 4 weeks", Reason::Topic(Topic::Limit)),
        ("inference at 50k tokens per second", "50k tokens per second", Reason::Topic(Topic::Throughput)),
        ("64 GPUs weekly", "weekly", Reason::HowLong),
        ("8 GPUs at weekends", "weekends", Reason::HoursOfADay),
        ("2 nodes all year", "2 nodes", Reason::GpusOfAMachine),
        ("1,5 GPUs", "1,5 GPUs", Reason::Number(BadNumber::Ambiguous)),
        ("-5 GPUs", "-5 GPUs", Reason::Number(BadNumber::Negative)),
        ("24 GPUs not all year", "not", Reason::NoPlace),
        ("lots of GPUs", "lots", Reason::Unknown),
        ("5000 GPU hours", "5000 GPU hours", Reason::HowOften),
    ] {
        let found = read(text, '.');
        let marked: Vec<&str> = found.problems.iter().map(|problem| &text[problem.place.clone()]).collect();
        assert_eq!((marked.first(), found.problems.first().map(|p| p.reason)), (Some(&wanted), Some(reason)), "{text}");
        assert!(said(&problem_sentence(text, &found.problems[0])).contains(wanted), "{text}");
    }
    let text = "24 GPUs all year for our blorf team";
    assert_eq!(
        marked_text(text, &read(text, '.').problems),
        [("24 GPUs all year for our ".to_owned(), false), ("blorf team".to_owned(), true)]
    );
}

#[test]
fn too_large_and_too_many_are_refused_in_words() {
    let reasons = |text: &str| read(text, '.').problems.iter().map(|p| p.reason).collect::<Vec<_>>();
    assert_eq!(reasons("2,000,000 GPUs all year"), [Reason::Gpus(0.01, 1e6)]);
    assert_eq!(reasons("8 GPUs for a minute every minute").len(), 0, "all year");
    assert_eq!(reasons("8 GPUs for 0.5 minutes every minute"), [Reason::Short]);
    assert_eq!(reasons("8 GPUs for 2 minutes every 4 minutes"), [Reason::Times(1e5)]);
    let many = vec!["8 GPUs all year"; 25].join(" and ");
    assert_eq!(reasons(&many), [Reason::TooMany(24)]);
    assert_eq!(reasons(&"24 GPUs ".repeat(1_000)), [Reason::TooLong(4_000)]);
}

/// Phrasings that are read.
fn readable() -> Vec<String> {
    let lists = [include_str!("words/phrasings.csv"), include_str!("words/more.csv")];
    let all = lists.into_iter().flat_map(phrasings);
    all.filter(|(_, wanted)| wanted.is_some()).map(|(text, _)| text).collect()
}

/// The text with words put in before one of its own, or at the end.
fn with_words(text: &str, words: &str) -> Vec<(String, usize)> {
    let places = std::iter::once(0).chain(text.match_indices(' ').map(|(at, _)| at + 1));
    let inside = places.map(|at| (format!("{}{words} {}", &text[..at], &text[at..]), at));
    inside.chain([(format!("{text} {words}"), text.len() + 1)]).collect()
}

#[test]
fn an_unknown_word_is_named_wherever_it_stands() {
    for text in readable() {
        for (with, at) in with_words(&text, "blorf") {
            let named = read(&with, '.').problems.iter().any(|p| p.place.start <= at && at + 5 <= p.place.end);
            assert!(named, "{with}");
        }
    }
}

/// A negation, a length and a frequency change what is read, or are named.
#[test]
fn no_negation_length_or_frequency_is_dropped() {
    for text in readable() {
        let before = read(&text, '.').workloads;
        for words in ["not", "thrice", "for 5 days", "every 7 weeks", "without", "40%", "in bursts"] {
            // "not on spot or not preemptible" says the same.
            if matches!(words, "not" | "without") && text.contains(" or ") {
                continue;
            }
            for (with, _) in with_words(&text, words) {
                let after = read(&with, '.');
                // Work of a length and a frequency comes in bursts: that says the same.
                if words == "in bursts" && before.iter().any(|workload| workload.shape == Shape::Runs) {
                    continue;
                }
                assert!(!after.is_complete() || after.workloads != before, "{with} is read like {text}");
            }
        }
    }
}

/// Phrases of the table that fit.
fn phrases(fits: impl Fn(Meaning) -> Option<f64>) -> Vec<(&'static str, f64)> {
    let of_entry =
        |entry: &Entry| fits(entry.meaning).map(|value| entry.phrases.iter().map(move |text| (*text, value)));
    VOCABULARY.iter().filter_map(of_entry).flatten().collect()
}

fn units() -> Vec<(&'static str, TimeUnit)> {
    let of_entry = |entry: &Entry| match entry.meaning {
        Meaning::Unit(unit) => Some(entry.phrases.iter().map(move |text| (*text, unit))),
        _ => None,
    };
    VOCABULARY.iter().filter_map(of_entry).flatten().collect()
}

/// Hours and times a year of the units, apart from the table's own.
fn hours_and_times(unit: TimeUnit) -> (f64, f64) {
    match unit {
        TimeUnit::Minute => (1.0 / 60.0, 525_600.0),
        TimeUnit::Hour => (1.0, 8_760.0),
        TimeUnit::Day => (24.0, 365.0),
        TimeUnit::Week => (168.0, 52.0),
        TimeUnit::Fortnight => (336.0, 26.0),
        TimeUnit::Month => (730.0, 12.0),
        TimeUnit::Quarter => (2_190.0, 4.0),
        TimeUnit::Year => (8_760.0, 1.0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 20_000, failure_persistence: None, rng_seed: RngSeed::Fixed(20_261_126), ..ProptestConfig::default() })]

    /// A sentence of the table's words comes to the GPU-hours of its parts.
    #[test]
    fn a_sentence_of_the_tables_words_comes_to_its_parts(
        gpus in 1_u32..2_000,
        noun in select(phrases(|m| (m == Meaning::Gpus).then_some(0.0))),
        amount in 1_u32..60,
        unit in select(units()),
        (every, per) in (1_u32..5, select(units())),
        mark in select(phrases(|m| match m {
            Meaning::Mark(Mark::Interruptible, says) => Some(f64::from(says)),
            _ => None,
        })),
        denied in any::<bool>(),
        order in 0_usize..4,
    ) {
        let (gpu_noun, unit_word, per_word, mark_word) = (noun.0, unit.0, per.0, mark.0);
        let length = format!("for {amount} {unit_word}");
        let often = if every == 1 { format!("every {per_word}") } else { format!("every {every} {per_word}") };
        let text = match order {
            0 => format!("{gpus} {gpu_noun} {length} {often}"),
            1 => format!("we need {gpus} {gpu_noun} {often} {length}"),
            2 => format!("{often} {length}, {gpus} {gpu_noun}"),
            _ => format!("{gpus} {gpu_noun}, {often}, {length}"),
        };
        let text = format!("{text}, {}{mark_word}", if denied { "not " } else { "" });
        let (hours, _) = hours_and_times(unit.1);
        let (window, times) = hours_and_times(per.1);
        let (hours, window, times) = (f64::from(amount) * hours, window * f64::from(every), times / f64::from(every));
        prop_assume!(hours < window * 0.99 && hours * times < 8_700.0 && (1.0..=1e5).contains(&times));
        let found = found(&text);
        let wanted = f64::from(gpus) * hours * times;
        let parts = found.unwrap_or_else(|| panic!("{text}: {:?}", read(&text, '.').problems));
        prop_assert_eq!(parts.len(), 1);
        prop_assert!((parts[0].0 - wanted).abs() <= 1e-9 * wanted, "{}: {} rather than {}", text, parts[0].0, wanted);
        prop_assert_eq!(parts[0].1, (mark.1 == 1.0) != denied, "{}", text);
    }
}

/// The dictionary for fuzzing is the table.
#[test]
fn the_dictionary_for_fuzzing_holds_every_phrase() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/words.dict");
    let escaped = |phrase: &str| -> String {
        let byte = |b: u8| match b {
            b'"' | b'\\' => format!("\\{}", char::from(b)),
            b' '..=b'~' => char::from(b).to_string(),
            _ => format!("\\x{b:02X}"),
        };
        phrase.bytes().map(byte).collect()
    };
    let all = VOCABULARY.iter().flat_map(|entry| entry.phrases).map(|phrase| format!("\"{}\"\n", escaped(phrase)));
    let wanted = format!(
        "# The phrases of described demand. UPDATE=1 cargo test --test native demand_words\n{}",
        all.collect::<String>()
    );
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &wanted).expect("the dictionary is written");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), wanted, "UPDATE=1 rewrites it");
}
