//! What the draws say, in words, tables and a chart: how likely each plan is the cheapest, and what being wrong costs.

use std::borrow::Cow;

use super::exportable::PlotId;
use super::plan_words::name;
use super::plans::NEARLY_ALL;
use super::plot::{Axis, Band, Crossing, Form, Lines, MONTHS, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::sheet::{Column, Sheet};
use super::sheet_ids;
use super::template::filled;
use super::two_plans::driver_label;
use super::{Piece, Style, words};
use crate::analysis::risk::{CashFan, InputRisk, LIKELY_SHARE, LengthRisk, PERCENTILES, PlanRisk, Risk, SizeRisk};
use crate::inputs::{FIELDS, field};
use crate::units::count;

/// Shares of cheapest draws with and without what moves together that differ by less are said once.
const SAME_SHARE: f64 = 0.02;
/// Share of the mean cost from which on another size of the recommended plan is named.
const WORTH_ANOTHER_SIZE: f64 = 0.005;
/// Most inputs of the table.
const MOST_INPUTS: usize = 12;

/// The chart's name, for ever.
const DIFFERENCE: PlotId = PlotId::RiskDifference;

static WHAT: PlotSpec = PlotSpec {
    id: DIFFERENCE,
    title: "What the runner-up costs more in the draws",
    first: Axis {
        name: "More than the recommended plan",
        title: "USD more than the recommended plan",
        unit: "USD, present value",
        style: Style::Usd,
        tick: Style::UsdShort,
    },
    value: Axis {
        name: "Share of the draws",
        title: "Share of the draws below",
        unit: "fraction of the draws",
        style: Style::PercentFine,
        tick: Style::Percent,
    },
};

static CASH: PlotSpec = PlotSpec {
    id: PlotId::RiskCash,
    title: "What is paid by month in the draws",
    first: MONTHS,
    value: Axis {
        name: "Paid",
        title: "USD paid to date, before tax and resale",
        unit: "USD paid to date",
        style: Style::Usd,
        tick: Style::UsdShort,
    },
};

/// What was found, in sentences.
pub fn sentences(found: &Risk) -> Vec<Vec<Piece>> {
    let mut said = Vec::new();
    let Some(best) = plan(found, found.recommended) else { return said };
    // Nearly all is not all.
    let style = |share: f64| if (NEARLY_ALL..1.0).contains(&share) { Style::PercentFine } else { Style::Percent };
    let share = |share: f64| Piece::Figure(share, style(share));
    let usd = |usd: f64| Piece::Figure(usd, Style::UsdShort);
    let draws = Piece::Figure(count(found.draws - found.failed), Style::Count);
    // Other sizes of the same sources are no other answer.
    let alike = if found.answer_share > best.cheapest_share { ", or the same in other sizes," } else { "" };
    said.push(filled(
        &format!(
            "\u{201c}{{plan}}\u{201d}{alike} is the cheapest in {{share}} of {{draws}} draws of everything that is uncertain, sizes held."
        ),
        &[("plan", words(name(best.kind))), ("share", share(found.answer_share)), ("draws", draws)],
    ));
    if found.answer_share < LIKELY_SHARE {
        said.push(vec![words("That is less than 65%: what is known of the inputs does not settle it, so the answer is too close to call.")]);
    }
    if libm::fabs(found.unlinked_answer_share - found.answer_share) >= SAME_SHARE {
        said.push(filled(
            "Were all inputs independent, it would be {share}; assumed is that rental prices move together, machines and their resale with them, and work with its growth.",
            &[("share", share(found.unlinked_answer_share))],
        ));
    }
    if best.cheapest_share < 1.0 && best.worst_regret_usd.is_finite() {
        said.push(filled(
            "Where it is not the cheapest, it costs {usd} more than what is, on average; over all draws {mean}, at worst {worst}.",
            &[
                ("usd", usd(best.regret_if_wrong_usd)),
                ("mean", usd(best.regret_usd)),
                ("worst", usd(best.worst_regret_usd)),
            ],
        ));
    }
    said.extend(off_centre(found, best));
    said.extend(better_size(found));
    let safer = [
        (found.least_mean, "on average"),
        (found.best_in_worst_case, "in its worst draw"),
        (found.least_regret, "by its worst regret"),
    ];
    for (kind, how) in safer.into_iter().filter(|(kind, _)| *kind != best.kind) {
        let slots = [("plan", words(name(kind))), ("how", words(how))];
        said.push(filled("\u{201c}{plan}\u{201d} does better {how}.", &slots));
    }
    said.push(filled(
        "To know everything before the decision would be worth {usd}.",
        &[("usd", usd(found.worth_knowing_all_usd))],
    ));
    said
}

/// Where the plan costs less or more with the inputs as entered than in nearly all draws: the input that moves it most to that side.
fn off_centre(found: &Risk, best: &PlanRisk) -> Option<Vec<Piece>> {
    let [_, p10, _, p50, _, p90, _] = best.usd;
    let entered = found.entered_usd;
    let is_above = if entered < p10 {
        true
    } else if entered > p90 {
        false
    } else {
        return None;
    };
    let shift = |input: &InputRisk| match input.cost_usd {
        [Some(low), Some(high)] => f64::midpoint(low, high) - entered,
        _ => 0.0,
    };
    let most = found.inputs.iter().max_by(|a, b| {
        let of = |input: &InputRisk| if is_above { shift(input) } else { -shift(input) };
        of(a).total_cmp(&of(b))
    })?;
    let text = "With the inputs as entered it costs {entered}, and {p50} in the middle of the draws: the range of \u{201c}{input}\u{201d} moves it most, because it reaches further to one side. Type a narrower range there if you know better.";
    let slots = [
        ("entered", Piece::Figure(entered, Style::UsdShort)),
        ("p50", Piece::Figure(p50, Style::UsdShort)),
        ("input", words(input_label(&most.field))),
    ];
    Some(filled(text, &slots))
}

fn plan(found: &Risk, kind: crate::plans::plan::PlanKind) -> Option<&PlanRisk> {
    found.plans.iter().find(|plan| plan.kind == kind)
}

/// The tables of the draws.
pub fn sheets(found: &Risk) -> Vec<Sheet> {
    let of_sizes = size_sheet(found).into_iter().chain(length_sheet(found));
    std::iter::once(plan_sheet(found)).chain(of_sizes).chain([input_sheet(found)]).collect()
}

/// How each plan fares.
pub fn plan_sheet(found: &Risk) -> Sheet {
    let share = |label: &str| Column { label: label.to_owned(), unit: "fraction".into(), style: Style::PercentFine };
    let usd = |label: String| Column { label, unit: "USD".into(), style: Style::UsdShort };
    let percentile = |place: usize| PERCENTILES.get(place).map_or(0.0, |share| libm::round(share * 100.0));
    let shown = [1, 3, 5];
    let mut columns = vec![share("Cheapest in"), share("If all were independent"), usd("Mean".to_owned())];
    columns.extend(shown.map(|place| usd(format!("P{:.0}", percentile(place)))));
    columns.extend(["Regret on average", "Regret if wrong", "Worst regret"].map(|label| usd(label.to_owned())));
    let row = |plan: &PlanRisk| {
        let at = |place: usize| plan.usd.get(place).copied();
        let all = [
            Some(plan.cheapest_share),
            Some(plan.unlinked_share),
            Some(plan.mean_usd),
            at(1),
            at(3),
            at(5),
            Some(plan.regret_usd),
            Some(plan.regret_if_wrong_usd),
            Some(plan.worst_regret_usd),
        ];
        // A plan that leaves work undone in some draws has no mean there.
        (name(plan.kind).to_owned(), all.into_iter().map(|value| value.filter(|value| value.is_finite())).collect())
    };
    Sheet {
        id: sheet_ids::RISK_PLANS,
        title: "Plans in the draws".into(),
        caption: "Present value over the horizon. Regret: what a plan costs more than the cheapest of the same draw."
            .into(),
        first: "Plan".into(),
        columns,
        rows: found.plans.iter().map(row).collect(),
        sums: None,
    }
}

/// How the recommended plan fares in other sizes; nothing where it buys and commits nothing.
pub fn size_sheet(found: &Risk) -> Option<Sheet> {
    let gpus = |label: &str| Column { label: label.to_owned(), unit: "GPUs".into(), style: Style::Count };
    let usd = |label: &str| Column { label: label.to_owned(), unit: "USD".into(), style: Style::UsdShort };
    let share = Column { label: "Cheapest size in".into(), unit: "fraction".into(), style: Style::PercentFine };
    let columns = ["Bought", "Committed"].map(gpus).into_iter().chain([share]);
    let columns = columns.chain(["Mean", "Regret on average", "Worst regret"].map(usd));
    let of_plan = found.sizes.iter().find(|size| size.is_of_plan)?;
    let whole = of_plan.bought_gpus + of_plan.committed_gpus;
    let row = |size: &SizeRisk| {
        let share = libm::round((size.bought_gpus + size.committed_gpus) / whole * 100.0);
        let name = if size.is_of_plan { "As in the plan".to_owned() } else { format!("{share:.0}% of that") };
        let SizeRisk { bought_gpus, committed_gpus, cheapest_share, mean_usd, regret_usd, worst_regret_usd, .. } =
            *size;
        let cells = [bought_gpus, committed_gpus, cheapest_share, mean_usd, regret_usd, worst_regret_usd];
        (name, cells.map(Some).to_vec())
    };
    (found.sizes.len() > 1).then(|| Sheet {
        id: sheet_ids::RISK_SIZES,
        title: "How large to build".into(),
        caption: format!("The plan \u{201c}{}\u{201d} in other sizes, in 1,000 draws; what they do not do is rented. Regret: what a size costs more than the cheapest size of the same draw.", name(found.recommended)).into(),
        first: "Size".into(),
        columns: columns.collect(),
        rows: found.sizes.iter().map(row).collect(),
        sums: None,
    })
}

/// Which other size of the recommended plan costs less on average.
fn better_size(found: &Risk) -> Option<Vec<Piece>> {
    let of_plan = found.sizes.iter().find(|size| size.is_of_plan)?;
    let least = found.sizes.iter().min_by(|a, b| a.mean_usd.total_cmp(&b.mean_usd))?;
    let less = of_plan.mean_usd - least.mean_usd;
    let is_better = less > WORTH_ANOTHER_SIZE * of_plan.mean_usd;
    let size = |size: &SizeRisk| [("bought", size.bought_gpus), ("committed", size.committed_gpus)];
    let [bought, committed] = size(least).map(|(slot, gpus)| (slot, Piece::Figure(gpus, Style::Count)));
    let what = match (least.bought_gpus > 0.0, least.committed_gpus > 0.0) {
        (true, true) => "With {bought} GPUs bought and {committed} committed",
        (true, false) => "With {bought} GPUs bought",
        _ => "With {committed} GPUs committed",
    };
    let slots = [bought, committed, ("usd", Piece::Figure(less, Style::UsdShort))];
    is_better.then(|| filled(&format!("{what} the same plan costs {{usd}} less on average over the draws."), &slots))
}

/// How each length of commitment fares; nothing where committing is no plan.
pub fn length_sheet(found: &Risk) -> Option<Sheet> {
    let usd = |label: &str| Column { label: label.to_owned(), unit: "USD".into(), style: Style::UsdShort };
    let share = Column { label: "Cheapest length in".into(), unit: "fraction".into(), style: Style::PercentFine };
    let columns = [share].into_iter().chain(["Mean", "Regret on average", "Worst regret", "Due once signed"].map(usd));
    let name = |months: f64| if months == 0.0 { "By the hour".to_owned() } else { format!("{months:.0} months") };
    let row = |length: &LengthRisk| {
        let LengthRisk { cheapest_share, mean_usd, regret_usd, worst_regret_usd, obligation_usd, .. } = *length;
        let usd = [mean_usd, regret_usd, worst_regret_usd, obligation_usd];
        (name(length.months), [cheapest_share].into_iter().chain(usd).map(Some).collect())
    };
    (found.lengths.len() > 1).then(|| Sheet {
        id: sheet_ids::RISK_LENGTHS,
        title: "How long to commit".into(),
        caption: "All of the work, rented by the hour or committed for so long, in 2,000 draws; a term that ends is signed again. Regret: what a length costs more than the cheapest length of the same draw. What is signed falls due whether or not there is work: at the list price, undiscounted.".into(),
        first: "Length".into(),
        columns: columns.collect(),
        rows: found.lengths.iter().map(row).collect(),
        sums: None,
    })
}

/// The name of an input. Two rows may have one label, in two groups.
fn input_label(id: &str) -> String {
    match field(id) {
        Some(row) if FIELDS.iter().any(|other| other.label == row.label && other.id != row.id) => {
            format!("{} ({})", row.label, row.group.label)
        }
        Some(row) => row.label.to_owned(),
        None => driver_label(id).to_owned(),
    }
}

/// What each uncertain input does.
pub fn input_sheet(found: &Risk) -> Sheet {
    let usd = |label: &str| Column { label: label.to_owned(), unit: "USD".into(), style: Style::UsdShort };
    let columns = vec![
        usd("Runner-up costs more at its P5"),
        usd("at its P95"),
        Column { label: "Rank correlation".into(), unit: "".into(), style: Style::Decimal },
        usd("Worth knowing"),
    ];
    let rows = found.inputs.iter().take(MOST_INPUTS).map(|input| {
        let [low, high] = input.difference_usd;
        (input_label(&input.field), vec![low, high, Some(input.rank_correlation), input.worth_knowing_usd])
    });
    Sheet {
        id: sheet_ids::RISK_INPUTS,
        title: "What is uncertain, by what it moves".into(),
        caption: "One input at a time at the 5th and 95th percentile of its range; the rank correlation of its draws with what the runner-up costs more; what knowing it before the decision is worth, where that can be told from chance.".into(),
        first: "Input".into(),
        columns,
        rows: rows.collect(),
        sums: None,
    }
}

/// The charts of the draws.
pub fn plots(found: &Risk) -> Vec<Plot> {
    difference_plot(found).into_iter().chain(cash_plot(found)).collect()
}

/// The distribution of what the runner-up costs more; nothing without a runner-up.
fn difference_plot(found: &Risk) -> Option<Plot> {
    let steps = &found.difference_percentiles_usd;
    let (low, high) = (*steps.first()?, *steps.last()?);
    let finite = low.is_finite() && high.is_finite() && low < high;
    let share = |place: usize| count(place) / count(steps.len() - 1);
    let row = |(place, usd): (usize, &f64)| Row {
        head: RowKey::Figure(*usd),
        cells: cells([Some(share(place))]),
        note: "",
        leads_to: "",
    };
    let below = found.runner_up_share?;
    finite.then(|| Plot {
        what: Cow::Borrowed(&WHAT),
        takeaway: filled(
            "\u{201c}{plan}\u{201d} costs less in {share} of the draws",
            &[("plan", words(found.against.map_or("", name))), ("share", (below, Style::Percent).into())],
        ),
        note: "",
        series: vec![Series::new("own", "Share of the draws below")],
        rows: steps.iter().enumerate().map(row).collect(),
        form: Form::Lines(Lines {
            left: low,
            right: high,
            tick_of: 1.0,
            ends: (0.0, 1.0),
            crossings: if low < 0.0 && high > 0.0 { vec![Crossing { x: 0.0, y: below }] } else { Vec::new() },
            crossing: Style::UsdShort,
            today: None,
            bands: Vec::new(),
            shaded: None,
            step: None,
        }),
    })
}

/// The fan of what the recommended plan has paid by each month, and the median of the plan that it is compared with; nothing without
/// draws.
fn cash_plot(found: &Risk) -> Option<Plot> {
    let best = found.fans.first()?;
    let other = found.fans.get(1);
    let name_of = |fan: &CashFan| name(fan.kind);
    let mut series = vec![
        Series { id: "own", label: format!("{}: median", name_of(best)), short: name_of(best).to_owned() },
        Series::new("low", "5th percentile"),
        Series::new("low", "25th percentile"),
        Series::new("high", "75th percentile"),
        Series::new("high", "95th percentile"),
    ];
    series.extend(other.map(|fan| Series {
        id: "hour",
        label: format!("{}: median", name_of(fan)),
        short: name_of(fan).to_owned(),
    }));
    let row = |(month, usd): (usize, &[f64; 5])| {
        let [lowest, low, median, high, highest] = usd.map(Some);
        let median_of_other = other.and_then(|fan| Some(fan.usd.get(month)?[2]));
        Row {
            head: RowKey::Figure(count(month)),
            cells: cells([median, lowest, low, high, highest, median_of_other]),
            note: "",
            leads_to: "",
        }
    };
    let rows: Vec<Row> = best.usd.iter().enumerate().map(row).collect();
    let all = || rows.iter().flat_map(|row| row.cells.iter().flatten().copied());
    let ends = (all().fold(0.0, f64::min), all().fold(1.0, f64::max));
    let [lowest, .., highest] = *best.usd.last()?;
    let months = count(best.usd.len() - 1);
    Some(Plot {
        what: Cow::Borrowed(&CASH),
        takeaway: filled(
            "\u{201c}{plan}\u{201d} has paid between {low} and {high} by the end in nine of ten draws",
            &[
                ("plan", words(name_of(best))),
                ("low", (lowest, Style::UsdShort).into()),
                ("high", (highest, Style::UsdShort).into()),
            ],
        ),
        note: "",
        series,
        rows,
        form: Form::Lines(Lines {
            left: 0.0,
            right: months,
            tick_of: if months > 24.0 { 12.0 } else { 6.0 },
            ends,
            crossings: Vec::new(),
            crossing: Style::Months,
            today: None,
            bands: vec![Band { of: "own", low: 1, high: 4 }, Band { of: "own", low: 2, high: 3 }],
            shaded: None,
            step: None,
        }),
    })
}
