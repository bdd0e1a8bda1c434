//! Bar charts: cost by line, break-even against every offer, sensitivity, the bridge between two scenarios.

use std::borrow::Cow;

use super::cost_unit::{Measure, TITLES, UNITS, held, tick_of};
use super::curve::busy_today;
use super::exportable::PlotId;
use super::phrases::{offer_name, span};
use super::plot::{AT_ANY_USE, Axis, BarLayout, Bars, Form, Plot, PlotSpec, Row, Series, sorted_by_key};
use super::template::{filled, joined};
use super::{Piece, Style, words};
use crate::analysis::sensitivity::Driver;
use crate::formulas::break_even::BreakEven;
use crate::inputs::field;
use crate::report::{Line, OfferResult, Report};

/// Most inputs shown.
const MOST_DRIVERS: usize = 8;

const fn things(name: &'static str) -> Axis {
    Axis { name, title: "", unit: "", style: Style::Count, tick: Style::Count }
}

const HOURLY: Axis = Axis {
    name: "Cost",
    title: "USD per productive GPU-hour",
    unit: "USD per productive GPU-hour",
    style: Style::UsdPerHour,
    tick: Style::UsdPerHour,
};

/// Cost by line, for each unit of cost and each number style.
static COST_LINES: [[PlotSpec; 4]; 4] = [cost_lines_in(0), cost_lines_in(1), cost_lines_in(2), cost_lines_in(3)];

const fn cost_lines_in(unit: usize) -> [PlotSpec; 4] {
    [
        lines_as(unit, Style::UsdPerHour),
        lines_as(unit, Style::Usd),
        lines_as(unit, Style::UsdFine),
        lines_as(unit, Style::UsdShort),
    ]
}

const fn lines_as(unit: usize, style: Style) -> PlotSpec {
    PlotSpec {
        id: PlotId::CostLines,
        title: if unit == 0 { "Cost per productive GPU-hour by line" } else { "Cost by line" },
        first: things("Line"),
        value: Axis { name: "Cost", title: TITLES[unit], unit: UNITS[unit], style, tick: tick_of(style) },
    }
}

static BREAK_EVENS: PlotSpec = PlotSpec {
    id: PlotId::BreakEvens,
    title: "Break-even against every eligible offer",
    first: things("Offer"),
    value: Axis {
        name: "Busy share",
        title: "Busy share where owning costs less",
        unit: "busy share, fraction of calendar hours",
        style: Style::PercentFine,
        tick: Style::Percent,
    },
};

static DRIVERS: PlotSpec = PlotSpec {
    id: PlotId::Drivers,
    title: "Savings from owning as each input varies within its range",
    first: things("Input"),
    value: Axis {
        name: "Owning saves",
        title: "USD saved by owning, present value",
        unit: "USD saved by owning over the horizon, present value",
        style: Style::UsdShort,
        tick: Style::UsdShort,
    },
};

static WAY: PlotSpec = PlotSpec {
    id: PlotId::Bridge,
    title: "From the worked example to this case: effect of each change",
    first: things("Change"),
    value: HOURLY,
};

/// Minimum and maximum of some values and 0.
fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((0.0, 0.0), |(least, most), value| (f64::min(least, value), f64::max(most, value)))
}

fn cells(rows: &[Row]) -> impl Iterator<Item = f64> + '_ {
    rows.iter().flat_map(|row| row.cells.iter().copied().flatten())
}

/// Cost of owning and of the cheapest offer by line: the totals first, then the lines from largest to smallest. Lines
/// with the same name share a row; lines at zero are omitted. Without work there are no rows.
pub fn cost_lines(report: &Report) -> Plot {
    let offer = report.cheapest();
    let own = &report.own;
    let measure = Measure::of(report);
    let total = |usd: Option<f64>| usd.map(|usd| measure.cost(usd));
    let mut series = vec![Series::new("own", "Own")];
    series.extend(offer.map(Series::of_offer));
    let mut lines: Vec<Row> = Vec::new();
    let rented = offer.map_or(&[] as &[Line], |o| &o.lines);
    let both = own.lines.iter().map(|l| (0, l)).chain(rented.iter().map(|l| (1, l)));
    for (side, line) in both.filter(|(_, l)| l.usd_per_year != 0.0) {
        let Some(usd) = total(line.usd_per_productive_gpu_hour) else { continue };
        let row = Row::of(line.label, [None, None]);
        let at = lines.iter().position(|r| r.head == row.head).unwrap_or(lines.len());
        if at == lines.len() {
            lines.push(row);
        }
        if let Some(cell) = lines.get_mut(at).and_then(|r| r.cells.get_mut(side)) {
            *cell = Some(held(cell.unwrap_or(0.0) + usd));
        }
    }
    let dearest = |row: &Row| row.cells.iter().copied().flatten().fold(f64::MIN, f64::max);
    lines.sort_by(|a, b| dearest(b).total_cmp(&dearest(a)));
    let largest = lines.iter().find_map(|r| Some((r, r.cell(0)?)));
    let takeaway = match (total(own.usd_per_productive_gpu_hour), largest) {
        (Some(sum), Some((row, usd))) if usd > 0.0 => {
            let money = |usd: f64| Piece::Figure(usd, measure.style);
            let mut said = filled(
                "{cost}: {largest} of the {sum} {per} that owning costs in a steady year",
                &[
                    ("cost", words(row.thing())),
                    ("largest", money(usd)),
                    ("sum", money(sum)),
                    ("per", words(measure.per())),
                ],
            );
            let rent = offer.and_then(|o| Some((o, total(o.usd_per_productive_gpu_hour)?)));
            if let Some((o, usd)) = rent {
                said.extend(filled(
                    "; {rent} from {provider}",
                    &[("rent", money(usd)), ("provider", words(&*o.provider))],
                ));
            }
            joined(said)
        }
        _ => filled("Without work there is no cost per hour", &[]),
    };
    let mut rows = lines;
    if !rows.is_empty() {
        let rent = offer.and_then(|o| total(o.usd_per_productive_gpu_hour));
        rows.insert(0, Row::of("Total", [total(own.usd_per_productive_gpu_hour), rent]));
    }
    Plot {
        what: Cow::Borrowed(&COST_LINES[measure.place()][measure.written()]),
        takeaway,
        note: "Figures are rounded individually, so lines may not add up exactly to the total.",
        form: Form::Bars(Bars { lay: BarLayout::Beside, ends: ends(cells(&rows)), rule: None }),
        series,
        rows,
    }
}

/// Break-even of owning against every counted offer, with the one owning beats first at the top.
///
/// Two columns: the busy share from which owning pays, and the one up to which it does. Always and never are notes.
pub fn break_evens(report: &Report) -> Plot {
    let today = busy_today(report);
    let counted = || report.offers.iter().filter(|o| o.counted);
    let pays = |offer: &&OfferResult| match offer.break_even {
        BreakEven::Always => true,
        BreakEven::From(at) => today >= at.busy_share,
        BreakEven::UpTo(at) => today <= at.busy_share,
        BreakEven::Outside { up_to, from } => today <= up_to.busy_share || today >= from.busy_share,
        BreakEven::Several { .. } => report.own.usd_per_year < offer.usd_per_year,
        BreakEven::Never(_) => false,
    };
    let row = |offer: &OfferResult| {
        let (key, from, up_to, note) = match offer.break_even {
            BreakEven::Always => (-1.0, None, None, AT_ANY_USE),
            BreakEven::From(at) => (at.busy_share, Some(at.busy_share), None, ""),
            BreakEven::Outside { up_to, from } => (from.busy_share, Some(from.busy_share), Some(up_to.busy_share), ""),
            BreakEven::Several { first, last } => {
                (first.busy_share, Some(first.busy_share), Some(last.busy_share), "varies in between")
            }
            BreakEven::UpTo(at) => (3.0 - at.busy_share, None, Some(at.busy_share), ""),
            BreakEven::Never(_) => (4.0, None, None, "never"),
        };
        (key, Row { note, ..Row::of(&offer_name(offer), [from, up_to]) })
    };
    let number = |of: usize| (crate::units::count(of), Style::Count);
    let (beaten, all) = (counted().filter(pays).count(), counted().count());
    let text = if beaten == all && all > 1 {
        "At {busy} busy in a steady year, owning costs less than all {all} eligible offers"
    } else {
        "At {busy} busy in a steady year, owning costs less than {beaten} of the {all} eligible offers"
    };
    // A steady year may have another winner than the horizon, in which machines are waited for and sold.
    let in_a_year = report.cheapest().filter(|offer| offer.counted).map(|offer| pays(&offer));
    let over = in_a_year.zip(report.outlook.saving_usd).filter(|(in_a_year, usd)| *in_a_year != (*usd > 0.0));
    let but = match over {
        Some((true, _)) => {
            format!("; over {}, with delivery and sale, {{rival}} costs less", span(report.outlook.months))
        }
        Some(_) => {
            format!("; over {}, with delivery and sale, owning costs less than {{rival}}", span(report.outlook.months))
        }
        None => String::new(),
    };
    let takeaway = if all == 0 {
        filled("No eligible offer can do the job", &[])
    } else {
        filled(
            &format!("{text}{but}"),
            &[
                ("busy", (today, Style::PercentFine).into()),
                ("beaten", number(beaten).into()),
                ("all", number(all).into()),
                ("rival", words(report.cheapest().map(offer_name).unwrap_or_default())),
            ],
        )
    };
    Plot {
        what: Cow::Borrowed(&BREAK_EVENS),
        takeaway,
        note: "Bars end at the maximum busy share of owned GPUs.",
        series: vec![Series::new("own", "Owning pays from"), Series::new("own", "Owning pays up to")],
        rows: sorted_by_key(counted().map(row)),
        form: Form::Bars(Bars {
            lay: BarLayout::Reach(report.hours.ceiling_busy_share),
            ends: (0.0, 1.0),
            rule: Some((today, "this case")),
        }),
    }
}

/// The inputs that change the answer most, and those its sentence may name as changing it, at any rank.
pub fn shown_drivers(drivers: &[Driver]) -> impl Iterator<Item = &Driver> {
    let named = drivers.iter().find(|d| d.unconfirmed && d.flips).map(|d| d.field);
    let all = drivers.iter().enumerate();
    let kept = all
        .filter(move |(place, d)| *place < MOST_DRIVERS || Some(d.field) == named || d.field == "own.node_price_usd");
    kept.map(|(_, driver)| driver)
}

/// Saving from owning at both ends of the range of the strongest inputs; empty without any.
pub fn drivers(report: &Report, drivers: &[Driver]) -> Plot {
    let mut rows: Vec<Row> = Vec::new();
    let mut flips = 0;
    let shown = shown_drivers(drivers).filter_map(|d| Some((d, field(d.field)?)));
    for (driver, row) in shown {
        flips += usize::from(driver.flips);
        let cells = [Some(driver.saving_at_low_usd), Some(driver.saving_at_high_usd)];
        // Both sides have a platform.
        let taken = rows.iter().any(|r| r.thing() == row.label);
        let label = if taken { format!("{} ({})", row.label, row.group.label) } else { row.label.to_owned() };
        rows.push(Row { leads_to: row.id, ..Row::of(&label, cells) });
    }
    let now = report.outlook.saving_usd.unwrap_or(0.0);
    let takeaway = match (rows.first(), drivers.first()) {
        (Some(row), Some(first)) => {
            let saves = |usd: f64| if usd < 0.0 { "renting saves" } else { "owning saves" };
            let (low, high) = (first.saving_at_low_usd, first.saving_at_high_usd);
            filled(
                "\u{201c}{thing}\u{201d} has the largest effect: at its low end {low_side} {low}, at its high end {high_side} {high}; {flips} of the inputs shown can change the answer",
                &[
                    ("thing", words(row.thing())),
                    ("low_side", words(saves(low))),
                    ("low", (libm::fabs(low), Style::UsdShort).into()),
                    ("high_side", words(saves(high))),
                    ("high", (libm::fabs(high), Style::UsdShort).into()),
                    ("flips", (crate::units::count(flips), Style::Count).into()),
                ],
            )
        }
        _ => filled("No input has a range that affects the answer", &[]),
    };
    let ends = ends(cells(&rows).chain([now]));
    Plot {
        what: Cow::Borrowed(&DRIVERS),
        takeaway,
        note: "",
        series: vec![Series::new("low", "At the low end"), Series::new("high", "At the high end")],
        rows,
        form: Form::Bars(Bars { lay: BarLayout::Around(now), ends, rule: Some((0.0, "both cost the same")) }),
    }
}

/// A change between two scenarios: its label, the input, its effect on the cost of owning and of renting.
pub type Change<'a> = (&'a str, Option<&'static str>, f64, f64);

/// The bridge from one scenario to another: both costs at the start, the effect of each change, both costs at the end.
///
/// `from` and `to` are the costs of owning and renting at both ends, `None` if they cannot be computed; `steps` are the
/// changes.
pub fn way<'a>([from, to]: [[Option<f64>; 2]; 2], steps: impl Iterator<Item = Change<'a>>) -> Plot {
    let mut rows = vec![Row::of("Worked example", from)];
    // Some steps affect only the saving over the horizon.
    for (label, field, own, rent) in steps.filter(|(.., own, rent)| *own != 0.0 || *rent != 0.0) {
        rows.push(Row { leads_to: field.unwrap_or_default(), ..Row::of(label, [Some(own), Some(rent)]) });
    }
    let strongest = rows.iter().skip(1).filter_map(|r| Some((r, r.cell(0)?)));
    let strongest = strongest.reduce(|a, b| if b.1.abs() > a.1.abs() { b } else { a });
    let takeaway = match (from[0], to[0], strongest) {
        (Some(start), Some(end), Some((row, usd))) if usd != 0.0 => {
            let money = |usd: f64| Piece::Figure(usd, Style::UsdPerHour);
            filled(
                "The cost of owning goes from {start} to {end}; largest change: {change}, {usd}",
                &[("start", money(start)), ("end", money(end)), ("change", words(row.thing())), ("usd", money(usd))],
            )
        }
        _ => filled("No change affects the cost of owning", &[]),
    };
    rows.push(Row::of("This case", to));
    let mut at = [0.0, 0.0];
    let last = rows.len() - 1;
    let stands = rows.iter().enumerate().flat_map(|(index, row)| {
        let whole = index == 0 || index == last;
        for (side, sum) in at.iter_mut().enumerate() {
            *sum = row.cell(side).unwrap_or(0.0) + if whole { 0.0 } else { *sum };
        }
        at
    });
    let ends = self::ends(stands);
    Plot {
        what: Cow::Borrowed(&WAY),
        takeaway,
        note: "Inputs change one at a time in the order of the form; a different order would split the effects differently. Figures are rounded.",
        series: vec![Series::new("own", "Own"), Series::new("hour", "Rent, cheapest offer")],
        rows,
        form: Form::Bars(Bars { lay: BarLayout::Running, ends, rule: None }),
    }
}
