//! Workloads from a sentence: "24 GPUs all year, and 256 for three weeks every quarter, which may be interrupted".

use super::workloads::{Shape, Workload};
use crate::number;

/// Numbers as words.
const NUMBERS: [(&str, &str); 22] = [
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("sixteen", "16"),
    ("twenty", "20"),
    ("fifty", "50"),
    ("hundred", "100"),
    ("once", "1 times"),
    ("twice", "2 times"),
    ("quarterly", "every quarter"),
    ("monthly", "every month"),
    ("weekly", "every week"),
    ("daily", "every day"),
];

/// Hours of a unit of time, and how often a year it comes round.
const TIMES: [(&str, f64, f64); 6] = [
    ("hour", 1.0, 8_760.0),
    ("day", 24.0, 365.0),
    ("week", 168.0, 52.0),
    ("month", 730.0, 12.0),
    ("quarter", 2_190.0, 4.0),
    ("year", 8_760.0, 1.0),
];

/// Words of a workload that says when it runs.
const ALL_YEAR: [&str; 8] =
    ["all year", "all the time", "always", "24/7", "around the clock", "constantly", "steady", "permanently"];
const OFFICE: [&str; 4] = ["office hours", "working hours", "business hours", "weekdays"];
const BURSTS: [&str; 2] = ["burst", "sporadic"];
const MAY_STOP: [&str; 5] = ["interrupt", "preempt", "spot", "can stop", "may stop"];
const MAY_NOT_STOP: [&str; 4] = ["not be interrupt", "not interrupt", "uninterrupt", "no spot"];
const OWNED: [&str; 6] = ["on our own", "on-prem", "on prem", "in-house", "owned machines", "sovereign"];

/// Words that say nothing about how much is needed, or that are understood.
const KNOWN: [&str; 84] = [
    "we",
    "i",
    "need",
    "needs",
    "want",
    "wants",
    "use",
    "for",
    "of",
    "the",
    "a",
    "an",
    "our",
    "on",
    "in",
    "at",
    "to",
    "with",
    "which",
    "that",
    "those",
    "they",
    "it",
    "these",
    "are",
    "is",
    "be",
    "can",
    "may",
    "must",
    "should",
    "not",
    "no",
    "gpu",
    "gpus",
    "h100",
    "h200",
    "a100",
    "b200",
    "all",
    "year",
    "years",
    "time",
    "times",
    "always",
    "around",
    "clock",
    "constantly",
    "steady",
    "permanently",
    "every",
    "each",
    "per",
    "long",
    "runs",
    "run",
    "jobs",
    "job",
    "campaigns",
    "campaign",
    "training",
    "during",
    "office",
    "working",
    "business",
    "hours",
    "hour",
    "h",
    "weekdays",
    "burst",
    "bursts",
    "spot",
    "preemptible",
    "interruptible",
    "interrupted",
    "uninterrupted",
    "own",
    "owned",
    "machines",
    "stay",
    "prem",
    "house",
    "sovereign",
    "only",
];

/// Whether every word and number of a clause is understood.
fn is_understood(clause: &str, told: &Told) -> bool {
    let is_time = |word: &str| unit_of(word).is_some();
    let known = |word: &str| {
        number_of(word).is_some() || is_time(word) || KNOWN.contains(&word) || word == "24/7" || word == "bursty"
    };
    told.unread == 0 && clause.split(' ').all(known)
}

/// The workloads that a text describes, in its order. Empty if it describes none.
///
/// Errors: the part that is not understood. Nothing is guessed: half a sentence could be wrong by orders of magnitude.
pub fn read(text: &str) -> Result<Vec<Workload>, String> {
    let mut found: Vec<Workload> = Vec::new();
    for clause in clauses(text) {
        let told = Told::of(&clause, !found.is_empty());
        if !is_understood(&clause, &told) {
            return Err(clause);
        }
        match (told.gpus, found.last_mut()) {
            (Some(gpus), _) => {
                let workload = workload(&clause, &told, gpus);
                // Runs that overlap all year are meant otherwise.
                if workload.hours.zip(workload.times).is_some_and(|(hours, times)| hours * times > 8_760.0) {
                    return Err(clause);
                }
                found.push(workload);
            }
            // It says more about the one before: "four times a year", "which may be interrupted".
            (None, Some(last)) => {
                if last.shape == Shape::Runs || told.hours.is_some() {
                    last.shape = Shape::Runs;
                    last.hours = told.hours.or(last.hours);
                    last.times = told.often().or(last.times).or(Some(1.0));
                }
                qualify(last, &clause);
            }
            (None, None) => return Err(clause),
        }
    }
    Ok(found)
}

/// Parts of a text, each about one workload, in lower case with numbers in digits and words apart.
fn clauses(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let letters: Vec<char> = text.to_lowercase().chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let is_digit = |place: Option<usize>| place.and_then(|p| letters.get(p)).is_some_and(char::is_ascii_digit);
        let inside = is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
        match letter {
            ',' if inside => {} // 1,024
            '.' if inside => plain.push('.'),
            ',' | ';' | '.' | '\n' | ':' => plain.push_str(" | "),
            '-' if !inside => plain.push(' '),
            '×' | 'x' if is_digit(at.checked_sub(1)) => plain.push(' '),
            other => plain.push(*other),
        }
    }
    let words = plain.split_whitespace().map(|word| {
        let word = word.trim_matches(|c: char| "()\"'!?".contains(c));
        NUMBERS.iter().find(|(name, _)| *name == word).map_or(word, |(_, digits)| digits).to_owned()
    });
    let plain = words.collect::<Vec<String>>().join(" ").replace(" and ", " | ").replace(" plus ", " | ");
    plain.split('|').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

fn number_of(word: &str) -> Option<f64> {
    let (digits, factor) = match word.strip_suffix('k') {
        Some(digits) => (digits, 1e3),
        None => (word, 1.0),
    };
    number::read_canonical(digits).map(|value| value * factor).filter(|value| *value > 0.0)
}

fn unit_of(word: &str) -> Option<(f64, f64)> {
    let word = word.strip_suffix('s').unwrap_or(word);
    TIMES
        .iter()
        .find(|(name, ..)| *name == word || (word == "h" && *name == "hour"))
        .map(|(_, hours, often)| (*hours, *often))
}

/// What a clause says in numbers.
struct Told {
    gpus: Option<f64>,
    /// Hours of a run.
    hours: Option<f64>,
    times: Option<f64>,
    /// How often a year something comes round.
    every: Option<f64>,
    /// Numbers that stand for nothing known.
    unread: usize,
}

impl Told {
    /// `continues`: a clause before named GPUs, so that a bare number is one of GPUs too: "24 GPUs all year, and 256 for".
    fn of(clause: &str, continues: bool) -> Self {
        let words: Vec<&str> = clause.split(' ').collect();
        let word = |at: usize| words.get(at).copied().unwrap_or("");
        let mut told = Self { gpus: None, hours: None, times: None, every: None, unread: 0 };
        let mut rest = Vec::new();
        for (at, value) in words.iter().enumerate().filter_map(|(at, word)| Some((at, number_of(word)?))) {
            let after = word(at + 1);
            let counted = ["times", "time", "runs", "run", "jobs", "job", "campaigns", "campaign"].contains(&after);
            if let Some((of_unit, often)) = unit_of(after) {
                if ["every", "each", "per"].contains(&word(at.wrapping_sub(1))) {
                    told.every = Some(often / value);
                } else {
                    told.hours = Some(of_unit * value);
                }
            } else if after.starts_with("gpu") || ["h100", "h200", "a100", "b200"].contains(&after) {
                told.unread += usize::from(told.gpus.is_some());
                told.gpus = Some(value);
            } else if counted || (unit_of(word(at + 2)).is_some() && number_of(after).is_some()) {
                told.times = Some(value); // "4 runs", "4 two-week runs"
            } else {
                rest.push(value);
            }
        }
        for (at, _) in words.iter().enumerate().filter(|(_, word)| ["every", "each", "per", "a"].contains(*word)) {
            if let Some((_, often)) = unit_of(word(at + 1)) {
                told.every = told.every.or(Some(often));
            }
        }
        if told.gpus.is_none() && continues && !rest.is_empty() {
            told.gpus = Some(rest.remove(0));
        }
        told.unread += rest.len();
        told
    }

    /// How often a year: "4 times a year", "every quarter".
    fn often(&self) -> Option<f64> {
        let often = match (self.times, self.every) {
            (Some(times), Some(every)) => times * every,
            (times, every) => times.or(every)?,
        };
        Some(libm::round(often).max(1.0))
    }
}

fn workload(clause: &str, told: &Told, gpus: f64) -> Workload {
    let has = |list: &[&str]| list.iter().any(|part| clause.contains(part));
    let shape = match told.hours {
        _ if has(&ALL_YEAR) => Shape::Steady,
        Some(_) => Shape::Runs,
        None if has(&OFFICE) => Shape::Office,
        None if has(&BURSTS) => Shape::Bursty,
        None => Shape::Steady,
    };
    let runs = shape == Shape::Runs;
    let mut found = Workload {
        shape,
        gpus: Some(gpus),
        hours: told.hours.filter(|_| runs),
        times: if runs { told.often().or(Some(1.0)) } else { None },
        ..Workload::default()
    };
    qualify(&mut found, clause);
    found
}

/// What a clause says about interruptions and place.
fn qualify(workload: &mut Workload, clause: &str) {
    let has = |list: &[&str]| list.iter().any(|part| clause.contains(part));
    if has(&MAY_STOP) && !has(&MAY_NOT_STOP) {
        workload.interruptible = Some(1.0);
    }
    if has(&OWNED) {
        workload.pinned = Some(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<(Shape, f64, f64, f64, bool)> {
        let of = |w: Workload| {
            (
                w.shape,
                w.gpus.unwrap_or(0.0),
                w.hours.unwrap_or(0.0),
                w.times.unwrap_or(0.0),
                w.interruptible == Some(1.0),
            )
        };
        read(text).expect("it is understood").into_iter().map(of).collect()
    }

    #[test]
    fn sentences_as_people_say_them() {
        let three_weeks = (Shape::Runs, 256.0, 504.0, 4.0, true);
        let steady = (Shape::Steady, 24.0, 0.0, 0.0, false);
        let both = vec![steady, three_weeks];
        for text in [
            "24 GPUs all year, and 256 for three weeks every quarter, which may be interrupted",
            "We need 24 GPUs all year. 256 GPUs for 3 weeks per quarter; those are preemptible.",
            "24 gpus 24/7 plus 256 gpus for 3 weeks quarterly on spot",
        ] {
            assert_eq!(said(text), both, "{text}");
        }
        let runs = (Shape::Runs, 64.0, 336.0, 4.0, false);
        assert_eq!(said("four two-week runs of 64 GPUs a year"), [runs]);
        assert_eq!(said("64 GPUs for two weeks, four times a year"), [runs]);
        assert_eq!(said("16 GPUs during office hours"), [(Shape::Office, 16.0, 0.0, 0.0, false)]);
        assert_eq!(said("2 GPUs for 6 hours every day"), [(Shape::Runs, 2.0, 6.0, 365.0, false)]);
        assert_eq!(said("1,024 GPUs, on-prem")[0].1, 1_024.0);
        assert_eq!(read("1,024 GPUs, on-prem").expect("understood")[0].pinned, Some(1.0));
        assert_eq!(said("8 GPUs always, must not be interrupted"), [(Shape::Steady, 8.0, 0.0, 0.0, false)]);
    }

    #[test]
    fn what_is_not_understood_is_refused_whole() {
        for text in [
            "hello",
            "inference at 100,000 tokens per second",
            "twenty-four GPUs all year",
            "64 GPUs for 2 hours every night",
            "8 GPUs for 3 days a month, 16 on weekends",
            "a training run of a 70B model on 2T tokens",
            "200 GPUs for 10 weeks every month",
            "24 GPUs all year, and some more for tests",
        ] {
            assert!(read(text).is_err(), "{text}: {:?}", read(text));
        }
    }
}
