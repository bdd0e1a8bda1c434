//! The cheapest mix: who serves which level of the load, and what each single choice costs instead.

use super::demand::{as_steps, share_of_time};
use super::exportable::PlotId;
use super::plot::{Axis, Band, Form, GROUND, Lines, Plot, PlotSpec, Series};
use super::template::filled;
use super::{Piece, Style, words};
use crate::analysis::best_mix::BestMix;
use crate::analysis::best_mix::MixChange;
use crate::analysis::mix_choice::MixChoice;

/// The chart's name, for ever.
pub const ID: PlotId = PlotId::BestMix;

/// Share of all work below which a part of a mix is rounding.
const NOTHING: f64 = 1e-6;

static WHAT: PlotSpec = PlotSpec {
    id: ID,
    title: "Who serves which level of the load",
    first: share_of_time(),
    value: Axis {
        name: "GPUs",
        title: "Useful GPUs, today's demand",
        unit: "useful GPUs",
        style: Style::Count,
        tick: Style::Count,
    },
};

/// The parts of a choice in words: "own 24, commit 16, rent the rest by the hour".
pub fn parts(choice: &MixChoice) -> Vec<Piece> {
    let all: f64 = choice.hours.iter().sum();
    let is_some = |hours: f64| hours > NOTHING * all;
    let [owned, committed, spot, on_demand] = choice.hours;
    let mut text: Vec<String> = Vec::new();
    if choice.own_gpus > 0.0 {
        text.push("own {owned}".to_owned());
    }
    if choice.committed_gpus > 0.0 {
        text.push("commit {committed}".to_owned());
    }
    let rest = if is_some(owned) || is_some(committed) { "the rest" } else { "everything" };
    match (is_some(spot), is_some(on_demand)) {
        (true, true) => text.push(format!("burst {rest} on spot and on demand")),
        (true, false) => text.push(format!("burst {rest} on spot")),
        (false, true) => text.push(format!("rent {rest} on demand")),
        (false, false) => {}
    }
    let text = text.join(", ");
    let mut letters = text.chars();
    let text = letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    let gpus = |gpus: f64| Piece::Figure(gpus, Style::Count);
    filled(&text, &[("owned", gpus(choice.own_gpus)), ("committed", gpus(choice.committed_gpus))])
}

/// A single choice in words, after "than".
pub fn single(kind: &str) -> &'static str {
    match kind {
        "own" => "owning enough for all of it",
        "commit" => "committing for all of it",
        _ => "renting all of it on demand",
    }
}

/// The verdict on the mix: its parts, and what they save against the best single choice.
pub fn verdict(found: &BestMix) -> Vec<Piece> {
    let mut pieces = parts(&found.best);
    match found.saving() {
        Some((saved, least)) if saved > 0.005 * least.choice.present_value_usd.unwrap_or(0.0) => {
            let usd = |usd: f64| Piece::Figure(usd, Style::UsdShort);
            let a_year = usd(found.best.usd_per_year(found.months));
            pieces.extend(filled(
                ": {a_year} a year, {saved} less over the horizon than {other}.",
                &[("a_year", a_year), ("saved", usd(saved)), ("other", words(single(&least.kind)))],
            ));
        }
        Some((_, least)) => {
            pieces.extend(filled(
                ": no mix is noticeably cheaper than {other}.",
                &[("other", words(single(&least.kind)))],
            ));
        }
        None => pieces.extend(filled(": no single choice can do all of the work.", &[])),
    }
    pieces
}

/// The change of one input that changes the owned or committed GPUs most; nothing if none changes them.
pub fn strongest_change(found: &BestMix) -> Option<&MixChange> {
    let now = &found.best;
    let moves =
        |change: &&MixChange| change.best.own_gpus != now.own_gpus || change.best.committed_gpus != now.committed_gpus;
    found.changes.iter().find(moves)
}

/// What pooling saves; nothing for one workload.
pub fn pooled(found: &BestMix) -> Option<Vec<Piece>> {
    let (apart, best) = (found.apart_usd?, found.best.present_value_usd?);
    let text = if apart >= best {
        "Serving each workload on its own would cost {difference} more over the horizon than sharing."
    } else {
        "Serving each workload on its own would cost {difference} less over the horizon than sharing."
    };
    Some(filled(text, &[("difference", ((apart - best).abs(), Style::UsdShort).into())]))
}

/// Who serves which level of the load-duration curve.
pub fn plot(found: &BestMix) -> Plot {
    let [committed, owned] = found.best.useful;
    let peak = found.curve.first().map_or(1.0, |(gpus, _)| *gpus);
    let rows =
        as_steps(&found.curve, |gpus| [Some(gpus), Some(gpus.min(committed + owned)), Some(gpus.min(committed))]);
    let hours: f64 = found.best.hours.iter().sum();
    let beyond = match found.best.hours {
        [.., spot, on_demand] if spot > NOTHING * hours && on_demand > NOTHING * hours => "Spot and on demand",
        [.., spot, _] if spot > NOTHING * hours => "Spot",
        _ => "On demand",
    };
    let named = |id, label: &str, short: &str| Series { id, label: label.to_owned(), short: short.to_owned() };
    let mut series =
        vec![named("hour", "All GPUs wanted", beyond), named("own", "of which owned or committed", "Owned")];
    let mut bands = vec![Band { of: "hour", low: 1, high: 0 }];
    if committed > 0.0 {
        series.push(named("commit", "of which committed", "Committed"));
        bands.push(Band { of: "own", low: 2, high: 1 });
        bands.push(Band { of: "commit", low: GROUND, high: 2 });
    } else {
        bands.push(Band { of: "own", low: GROUND, high: 1 });
    }
    Plot {
        what: &WHAT,
        takeaway: verdict(found),
        note: "",
        series,
        rows,
        form: Form::Lines(Lines {
            right: 1.0,
            tick_of: 1.0,
            ends: (0.0, peak.max(1.0)),
            crossings: Vec::new(),
            crossing: Style::Count,
            today: None,
            step: None,
            bands,
            shaded: None,
        }),
    }
}

/// A choice as a row of the table: its name, and its choice.
pub fn choices(found: &BestMix) -> Vec<(&'static str, &MixChoice)> {
    let name = |kind: &str| match kind {
        "own" => "Own enough for all of it",
        "commit" => "Commit for all of it",
        "hour" => "Rent all of it on demand",
        _ => "Rule of thumb: reserve the floor, spot the rest, on demand in an emergency",
    };
    let singles = found.singles.iter().map(|single| (name(&single.kind), &single.choice));
    std::iter::once(("Best mix", &found.best)).chain(singles).collect()
}
