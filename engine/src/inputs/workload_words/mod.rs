//! Workloads from a sentence: "24 GPUs all year, and 256 for three weeks every quarter, which may be interrupted".
//!
//! Every word is either read or named: a word that the table ([`vocabulary`]) does not hold, and a length, a frequency, a
//! negation or a mark that belongs to nothing, is a [`Problem`], and nothing is guessed in its stead. Text is cut into
//! phrases of the table (`tokens`), phrases into facts (`facts`), facts into workloads (`parts`), whose lengths and
//! frequencies form a chain (`timing`).

mod facts;
mod parts;
pub mod problem;
mod timing;
mod tokens;
pub mod vocabulary;

use super::workloads::{MOST_WORKLOADS, Workload};
pub use problem::{Problem, Reason};
use vocabulary::{Entry, Mark, Meaning, VOCABULARY};

/// Longest description, in bytes.
pub const LONGEST: usize = 4_000;

/// What a description says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The workloads that were read, in their order. Where there are problems, some may be missing.
    pub workloads: Vec<Workload>,
    /// Words that were not read, in their order.
    pub problems: Vec<Problem>,
    /// The kind of GPU that the text names, as words that the name of the GPU holds: `h100`, `80 gb`.
    pub gpu_words: Vec<&'static str>,
    /// Whether the text names more than a year. The demand is that of one; how many years are compared is another input.
    pub beyond_a_year: bool,
}

impl Reading {
    /// Whether everything was read, and there is something.
    pub fn is_complete(&self) -> bool {
        self.problems.is_empty() && !self.workloads.is_empty()
    }

    /// Whether the text names another GPU than the one with this name, as in the price book: `H100 80 GB SXM`.
    pub fn names_other_gpu(&self, name: &str) -> bool {
        let name = format!(" {} ", name.to_lowercase().replace(['(', ')', '-'], " "));
        self.gpu_words.iter().any(|words| !name.contains(&format!(" {words} ")))
    }
}

/// Reads a description.
///
/// `decimal` is the reader's decimal sign, a point or a comma. GPU-hours a year follow from 8,760 hours, 365 days, 52
/// weeks, 12 months or 4 quarters a year, and 261 weekdays.
pub fn read(text: &str, decimal: char) -> Reading {
    if text.len() > LONGEST {
        let problem = Problem { place: 0..text.len(), reason: Reason::TooLong(LONGEST) };
        return Reading { problems: vec![problem], ..Reading::default() };
    }
    let lexemes = tokens::lexemes(text, decimal);
    let (segments, problems) = facts::read(&lexemes);
    let mut found = parts::assemble(segments, if lexemes.is_empty() { 0 } else { text.len() });
    if found.workloads.len() > MOST_WORKLOADS {
        let problem = Problem { place: 0..text.len(), reason: Reason::TooMany(MOST_WORKLOADS) };
        found.problems.push(problem);
    }
    // Where words are not known, that says more than that no GPUs are named.
    if !problems.is_empty() {
        found.problems.retain(|problem| problem.reason != Reason::HowManyGpus);
    }
    found.problems.extend(problems);
    found.problems.sort_by_key(|problem| (problem.place.start, problem.place.end));
    let mut gpu_words: Vec<&'static str> = found.models.iter().map(|(model, _)| *model).chain(found.variants).collect();
    gpu_words.sort_unstable();
    gpu_words.dedup();
    Reading {
        workloads: found.workloads,
        problems: joined(text, found.problems),
        gpu_words,
        beyond_a_year: found.beyond_a_year,
    }
}

/// A heading of the help and the phrases below it. Words that change nothing stand under none.
pub fn help() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut all: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
    for Entry { meaning, phrases } in VOCABULARY {
        let Some(heading) = heading_of(*meaning) else { continue };
        match all.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, list)) => list.extend(*phrases),
            None => all.push((heading, phrases.to_vec())),
        }
    }
    all
}

fn heading_of(meaning: Meaning) -> Option<&'static str> {
    Some(match meaning {
        Meaning::Number(_) | Meaning::Multiplier(_) | Meaning::Half | Meaning::AndAHalf => "Numbers in words",
        Meaning::Gpus | Meaning::GpuHours | Meaning::Machines(_) => "What is counted",
        Meaning::Model(_) | Meaning::Variant(_) => "Kinds of GPU",
        Meaning::Unit(_) => "Units of time",
        Meaning::Frequency(..) | Meaning::Often(_) | Meaning::Times | Meaning::Every | Meaning::Each => "How often",
        Meaning::Days(_) | Meaning::Nights => "Days",
        Meaning::AllYear | Meaning::Nonstop => "All year",
        Meaning::Office | Meaning::Bursts => "Office hours and bursts",
        Meaning::Runs | Meaning::JobsOf => "Jobs",
        Meaning::Mark(Mark::Interruptible, _) => "Interruptions",
        Meaning::Mark(Mark::OwnedOnly, _) => "Location",
        Meaning::Not => "Negations",
        Meaning::Scope(_) => "For all workloads",
        Meaning::Purpose(_) => "Names",
        Meaning::A
        | Meaning::By
        | Meaning::Other
        | Meaning::Or
        | Meaning::Only
        | Meaning::To
        | Meaning::For
        | Meaning::And
        | Meaning::Percent
        | Meaning::Filler
        | Meaning::Ask(_) => return None,
    })
}

/// Problems whose words follow each other are one, with the reason of the first that names more than an unknown word.
fn joined(text: &str, problems: Vec<Problem>) -> Vec<Problem> {
    let mut all: Vec<Problem> = Vec::new();
    for problem in problems {
        match all.last_mut() {
            Some(last)
                if is_space(text.get(last.place.end..problem.place.start)) || last.place.end > problem.place.start =>
            {
                last.place.end = last.place.end.max(problem.place.end);
                if matches!(last.reason, Reason::Unknown | Reason::NoPlace) {
                    last.reason = problem.reason;
                }
            }
            _ => all.push(problem),
        }
    }
    all
}

fn is_space(between: Option<&str>) -> bool {
    between.is_some_and(|between| between.chars().all(char::is_whitespace))
}
