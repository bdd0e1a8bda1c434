//! What a description of the demand was read as, and what was not read, in sentences.

use super::{Piece, Style, words};
use crate::demand::gpu_hours_of;
use crate::inputs::workload_words::problem::BadNumber;
use crate::inputs::workload_words::vocabulary::{TimeUnit, Topic};
use crate::inputs::workload_words::{Problem, Reason};
use crate::inputs::workloads::{Shape, Workload};
use crate::text::plain;

/// Longest quotation from the text, in characters.
const QUOTED: usize = 60;
/// Units in which a length is shown, the longest first.
const SHOWN_UNITS: [(TimeUnit, &str, &str); 6] = [
    (TimeUnit::Year, "year", "years"),
    (TimeUnit::Month, "month", "months"),
    (TimeUnit::Week, "week", "weeks"),
    (TimeUnit::Day, "day", "days"),
    (TimeUnit::Hour, "hour", "hours"),
    (TimeUnit::Minute, "minute", "minutes"),
];

/// What a workload would be, before it is added: "256 GPUs, 3 weeks, 4 times a year, interruptible: 516,096 GPU-hours a
/// year". `index` is the place that it would have.
///
/// Errors: why it cannot be used.
pub fn workload_sentence(workload: &Workload, index: usize) -> Result<Vec<Piece>, String> {
    let gpu_hours = gpu_hours_of(workload, index)?;
    let gpus = workload.gpus.unwrap_or(0.0);
    let mut said = Vec::new();
    if !workload.name.is_empty() {
        said.push(words(format!("{}: ", workload.name)));
    }
    said.push(number(gpus));
    said.push(words(if gpus == 1.0 { " GPU" } else { " GPUs" }));
    match workload.shape {
        Shape::Runs => {
            let (each, times) = (workload.hours.unwrap_or(0.0), workload.times.unwrap_or(0.0));
            said.push(words(", "));
            said.extend(length(each));
            if times == 1.0 {
                said.push(words(", once a year"));
            } else {
                said.extend([words(", "), number(times), words(" times a year")]);
            }
        }
        Shape::Office if workload.rest_share == Some(0.0) => {
            said.push(words(", weekdays from 8 to 20, none otherwise"));
        }
        Shape::Office => said.push(words(", weekdays from 8 to 20, a fifth of them otherwise")),
        Shape::Bursty => said.push(words(", in bursts of 8 hours on average, 15% of them between two")),
        _ => said.push(words(", all year")),
    }
    if let Some(job) = workload.job_gpus {
        said.extend([words(", in jobs of "), number(job)]);
    }
    said.extend(share_words(workload.interruptible, "interruptible", "not interruptible"));
    said.extend(share_words(workload.pinned, "on owned machines only", "not bound to owned machines"));
    said.extend([words(": "), number(gpu_hours), words(" GPU-hours a year")]);
    Ok(said)
}

/// Most workloads that a question names.
const NAMED: usize = 2;

/// All workloads in a phrase that fits into a question: "24 GPUs all year and 256 GPUs for 3 weeks 4 times a year".
pub fn demand_phrase(workloads: &[Workload]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let named = if workloads.len() > NAMED + 1 { NAMED } else { workloads.len() };
    for (place, workload) in workloads.iter().take(named).enumerate() {
        let is_last = place + 1 == workloads.len();
        let before = if is_last { " and " } else { ", " };
        pieces.push(words(if place == 0 { "" } else { before }));
        pieces.extend(workload_phrase(workload));
    }
    if workloads.len() > named {
        pieces.push(words(format!(" and {} more workloads", workloads.len() - named)));
    }
    pieces
}

fn workload_phrase(workload: &Workload) -> Vec<Piece> {
    let gpus = |before: &'static str| {
        let count = workload.gpus.unwrap_or(0.0);
        vec![words(before), number(count), words(if count == 1.0 { " GPU" } else { " GPUs" })]
    };
    match workload.shape {
        Shape::Runs => {
            let times = workload.times.unwrap_or(0.0);
            let mut pieces = gpus("");
            pieces.push(words(" for "));
            pieces.extend(length(workload.hours.unwrap_or(0.0)));
            if times == 1.0 {
                pieces.push(words(" once a year"));
            } else {
                pieces.extend([words(" "), number(times), words(" times a year")]);
            }
            pieces
        }
        Shape::Office => [gpus(""), vec![words(" in office hours")]].concat(),
        Shape::Bursty => [gpus("up to "), vec![words(" in bursts")]].concat(),
        Shape::Training => vec![words("training runs")],
        Shape::Inference => match workload.tokens_per_second {
            Some(tokens) => vec![number(tokens), words(" tokens a second")],
            None => vec![words("inference")],
        },
        Shape::Series if workload.is_measured() => vec![words("a measured load")],
        Shape::Series => vec![words("a load hour by hour")],
        Shape::Steady => [gpus(""), vec![words(" all year")]].concat(),
    }
}

fn share_words(share: Option<f64>, yes: &str, no: &str) -> Vec<Piece> {
    match share {
        None => Vec::new(),
        Some(0.0) => vec![words(format!(", {no}"))],
        Some(1.0) => vec![words(format!(", {yes}"))],
        Some(part) => vec![words(", "), Piece::Figure(part, Style::Percent), words(format!(" of it {yes}"))],
    }
}

/// A number of any size: whole where it is, or nearly, or large.
fn number(value: f64) -> Piece {
    let near = (value - libm::round(value)).abs() <= 1e-9 * value;
    Piece::Figure(value, if near || value >= 1e5 { Style::Count } else { Style::Exact })
}

fn length(hours: f64) -> [Piece; 2] {
    let whole = |unit: TimeUnit| {
        let amount = hours / unit.hours();
        amount >= 1.0 - 1e-9 && (amount - libm::round(amount)).abs() <= 1e-9 * amount
    };
    let found = SHOWN_UNITS.iter().find(|(unit, ..)| whole(*unit));
    let (unit, single, several) = found.copied().unwrap_or((TimeUnit::Hour, "hour", "hours"));
    let amount = hours / unit.hours();
    let name = if (amount - 1.0).abs() <= 1e-9 { single } else { several };
    [number(amount), words(format!(" {name}"))]
}

/// The text in pieces, in its order: those that were not read are marked `true`.
pub fn marked_text(text: &str, problems: &[Problem]) -> Vec<(String, bool)> {
    let mut pieces = Vec::new();
    let mut reached = 0;
    for problem in problems {
        let before = text.get(reached..problem.place.start).unwrap_or_default();
        let named = text.get(problem.place.clone()).unwrap_or_default();
        pieces.extend([(before, false), (named, true)]);
        reached = problem.place.end;
    }
    pieces.push((text.get(reached..).unwrap_or_default(), false));
    let shown = |(piece, named): (&str, bool)| (plain(piece, text.len()), named);
    pieces.into_iter().filter(|(piece, _)| !piece.is_empty()).map(shown).collect()
}

/// What words that were not read lack, as a sentence that quotes them.
pub fn problem_sentence(text: &str, problem: &Problem) -> Vec<Piece> {
    let quoted = plain(text.get(problem.place.clone()).unwrap_or_default(), QUOTED);
    let simple = |after: &str| vec![words(format!("\"{quoted}\" {after}"))];
    match problem.reason {
        Reason::Unknown => simple("was not understood."),
        Reason::NoPlace => simple("was not understood here: it belongs to nothing beside it."),
        Reason::Number(BadNumber::Ambiguous) => {
            simple("can be read as two numbers, or as none: write it without separators between its digits.")
        }
        Reason::Number(BadNumber::Negative) => simple("is below zero."),
        Reason::Number(BadNumber::TooLarge) => simple("is too large."),
        Reason::Topic(Topic::Limit) => simple("is not one number: how many is it most of the time, and how many when?"),
        Reason::Topic(Topic::Growth) => {
            simple("is a change over the years: enter it as growth of the work, and here the first year's demand.")
        }
        Reason::Topic(Topic::Throughput) => simple(
            "is not a number of GPUs: add a workload of the right kind below, training by model size or inference by tokens.",
        ),
        Reason::Topic(Topic::Subset) => {
            simple("is a part of what was named before: describe the two parts on their own.")
        }
        Reason::Topic(Topic::Season) => {
            simple("is a time of the year: runs are spread evenly over the year. Say how long and how often.")
        }
        Reason::HowManyGpus => simple("leaves open how many GPUs."),
        Reason::HowManyMachines => simple("leaves open how many machines: \"2 nodes of 8 GPUs\"."),
        Reason::GpusOfAMachine => simple("leaves open how many GPUs a machine has: \"2 nodes of 8 GPUs\"."),
        Reason::OfWhat => simple("is a number of what? Write \"GPUs\" or a unit of time behind it."),
        Reason::HowLong => simple("leaves open how long each time lasts: \"for 2 days every week\"."),
        Reason::HoursOfADay => simple("leaves open how many hours of each day: \"8 hours a day on weekdays\"."),
        Reason::HowOften => simple("leaves open how often: \"5000 GPU-hours a month\"."),
        Reason::EachDay => simple("leaves open whether the hours are of each day: \"10 hours a day at weekends\"."),
        Reason::Bursts => simple("does not go with bursts: say how long and how often without them, or bursts alone."),
        Reason::Office => simple("does not go with office hours: say \"8 hours a day on weekdays\" for other times."),
        Reason::SeveralModels => simple("is one of several kinds of GPU: the program compares one kind at a time."),
        Reason::Contradiction => {
            simple("does not fit what stands before it: give each workload its own part of the sentence.")
        }
        Reason::Overlap => simple("would overlap with the next time: more GPUs at once, or a shorter time?"),
        Reason::LessThanYearly => simple("is less than once a year: the demand is that of one year."),
        Reason::NotTwo => simple("leaves open which workloads: say \"all\", or name the mark beside each."),
        Reason::Gpus(least, most) => between(&quoted, "GPUs", least, most),
        Reason::Times(most) => between(&quoted, "times a year", 1.0, most),
        Reason::Short => simple("is shorter than a minute."),
        Reason::TooMany(most) => too_many(most),
        Reason::TooLong(most) => vec![
            words("The description is too long. At most "),
            Piece::Figure(crate::units::count(most), Style::Count),
            words(" characters are read."),
        ],
    }
}

/// More workloads than a scenario may have.
pub fn too_many(most: usize) -> Vec<Piece> {
    vec![
        words("These are too many workloads: a scenario has at most "),
        Piece::Figure(crate::units::count(most), Style::Count),
        words("."),
    ]
}

fn between(quoted: &str, unit: &str, least: f64, most: f64) -> Vec<Piece> {
    vec![
        words(format!("\"{quoted}\" is outside what can be computed: from ")),
        number(least),
        words(" to "),
        number(most),
        words(format!(" {unit}.")),
    ]
}
