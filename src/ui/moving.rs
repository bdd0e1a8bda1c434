//! What moves the answer: the strongest inputs within their ranges, what one must be, and the way from a worked case.

use engine::bridge::{Bridge, Followed, Parts, bridge};
use engine::codec::file;
use engine::presets::{PRESETS, preset};
use engine::scenario::field;
use engine::scenario::field::{Field, Kind};
use engine::sensitivity::Driver;
use engine::view::Style;
use engine::view::bars;
use engine::view::plot::Plot;
use engine::what_if::{WhatIf, what_if};

use super::charts::{chart, drawing};
use super::draw::{Element, Node, drawn, el, text};
use super::pieces::{button, figure, fixed, to_field, yes};
use crate::browser::intl;
use crate::page::{Asked, Page};
use crate::state::{AppState, BOOK, Shown};
use crate::words::moving as words;

/// The section.
pub fn moving(state: AppState) -> Node {
    el("section.moving id=moving aria-labelledby=moving-heading")
        .child(el("h2 id=moving-heading").text(words::WHAT_MOVES_THE_ANSWER))
        .child(chart(state, "drivers", "h3.takeaway"))
        .child(drawn(move || {
            let page = state.page();
            state.shown().map_or_else(Vec::new, |s| drivers(&s, &page))
        }))
        .child(drawn(move || way(&state.page())))
        .into()
}

/// A value of a row with its unit, as it would be typed.
pub fn number(row: &Field, value: f64) -> Element {
    let unit = row.unit().unwrap_or(engine::units::Unit::Ratio);
    fixed(format!("{} {}", intl::typed_short(value, unit), intl::symbol(unit)).trim_end().to_owned())
}

fn drivers(shown: &Shown, page: &Page) -> Vec<Node> {
    let report = &shown.report;
    let head = |label: &'static str| Node::from(el("th.number scope=col").text(label));
    let rows = bars::shown_drivers(shown.drivers(page.book()))
        .flat_map(|found| driver(found).into_iter().chain(asked(page, found.field)));
    let rows = rows.collect::<Vec<Node>>();
    if rows.is_empty() {
        return vec![el("p.empty").text(words::NO_INPUT_HAS_A_RANGE_THAT).into()];
    }
    let heads = el("tr")
        .child(el("th scope=col").text(words::INPUT))
        .child(head(words::LOW))
        .child(head(words::HIGH))
        .child(head(words::OWNING_SAVES_AT_LOW))
        .child(head(words::AT_HIGH))
        .child(el("th scope=col").text(words::BREAK_EVEN));
    let table = el("table.cards")
        .child(el("caption").text(words::ONE_INPUT_AT_A_TIME_FROM))
        .child(el("thead").child(heads))
        .child(el("tbody").children(rows));
    let allowance = el("p.small")
        .text(words::PRICES_AND_QUANTITIES_OF_TODAY_THAT)
        .child(figure(report.verdict.allowance_usd, Style::UsdShort))
        .text(words::EITHER_WAY_A_SMALLER_DIFFERENCE_IS);
    vec![el("div.scroll tabindex=0 role=region aria-label=Inputs").child(table).into(), allowance.into()]
}

fn driver(found: &Driver) -> Option<Node> {
    let row = field(found.field)?;
    let cell = |label: &'static str| el("td.number").attr("data-label", label);
    let mark = if found.flips { el("span.flips").text(words::TURNS_THE_ANSWER) } else { el("span") };
    Some(
        el("tr")
            .attr("data-driver", row.id)
            .child(
                el("th scope=row")
                    .child(to_field(row.id, row.label))
                    .text(" ")
                    .child(mark)
                    .child(el("span.why").text(row.group.label)),
            )
            .child(cell(words::LOW).child(number(row, found.low)))
            .child(cell(words::HIGH).child(number(row, found.high)))
            .child(cell(words::OWNING_SAVES_AT_LOW).child(figure(found.saving_at_low_usd, Style::UsdShort)))
            .child(cell(words::AT_HIGH).child(figure(found.saving_at_high_usd, Style::UsdShort)))
            .child(el("td").attr("data-label", words::BREAK_EVEN).child(ask_button(row.id, row.label)))
            .into(),
    )
}

/// A button that asks what a row must be.
pub fn ask_button(id: &str, label: &str) -> Element {
    button("ask", id, "find").attr("aria-label", words::find_at_which_value_both_cost(&label))
}

/// Asks what a row must be for both sides to cost the same.
pub fn ask(page: &mut Page, id: &str) {
    let Some(row) = field(id).filter(|f| matches!(f.kind, Kind::Number { .. })) else { return };
    let found = what_if(&page.document.scenario, page.book(), &page.document.edition, row, None);
    page.announcement = found.as_ref().map_or_else(String::new, |f| words(row, f));
    page.asked = found.map(|found| Asked { of: page.document.clone(), found });
}

/// The answer to the last such question below its row, as long as it is about what is on screen.
fn asked(page: &Page, id: &str) -> Option<Node> {
    let asked = page.asked.as_ref().filter(|a| a.found.field == id && a.of == page.document)?;
    let said = el("p.asked data-view=asked role=status").text(words(field(id)?, &asked.found));
    Some(el("tr").child(el("td colspan=6").child(said)).into())
}

/// The answer to what a row must be, in words.
pub fn words(row: &Field, found: &WhatIf) -> String {
    let unit = row.unit().unwrap_or(engine::units::Unit::Ratio);
    let written =
        |value: f64| format!("{} {}", intl::typed_short(value, unit), intl::symbol(unit)).trim_end().to_owned();
    let label = row.label;
    let now = written(found.now);
    if found.turns.is_empty() {
        let near = found
            .nearest_usd
            .map_or_else(String::new, |usd| words::the_nearest_they_come_is(&intl::figure(usd, Style::UsdShort)));
        return words::no_value_makes_owning_and_renting(&label, &now, &near);
    }
    let turns: Vec<String> = found
        .turns
        .iter()
        .map(|turn| {
            let side =
                if turn.own_above { words::OWNING_COSTS_LESS_ABOVE_IT } else { words::OWNING_COSTS_LESS_BELOW_IT };
            let step = if turn.step { words::BY_A_STEP } else { "" };
            format!("{} ({side}{step})", written(turn.value))
        })
        .collect();
    words::both_cost_the_same_at_now(&label, &turns.join(words::AND_AT), &now)
}

/// The way from a worked case to what is on screen.
fn way(page: &Page) -> Vec<Node> {
    let chosen = page.way_from;
    let option = |id: &'static str, label: &'static str| {
        Node::from(el("option").attr("value", id).text(label).attr("selected", yes(id == chosen)))
    };
    let choice = el("select id=way-from data-do=way data-field=way")
        .child(option("", words::CHOOSE_A_WORKED_CASE))
        .children(PRESETS.iter().map(|p| option(p.id, p.label)));
    let mut nodes: Vec<Node> = vec![
        el("div.way-head")
            .child(el("label for=way-from").text(words::FROM_A_WORKED_CASE_TO_YOURS))
            .child(choice)
            .into(),
    ];
    if let Some(way) = found_way(page) {
        nodes.push(drawing(&plot_of(&way), page, "h3.takeaway").into());
        nodes.push(steps(&way, words::THE_WORKED_CASE, words::YOURS).into());
    }
    nodes
}

fn found_way(page: &Page) -> Option<Bridge> {
    let from = preset(page.way_from).and_then(|p| file::read(p.text(), &BOOK).ok())?;
    bridge(&from.document, &page.document, page.book())
}

fn plot_of(way: &Bridge) -> Plot {
    let ends = [[way.from.own, way.from.rent], [way.to.own, way.to.rent]];
    bars::way(ends, way.steps.iter().map(|s| (s.label, s.field, s.own, s.rent)))
}

/// The chart of the way, if one is asked for.
pub fn way_plot(page: &Page) -> Option<Plot> {
    found_way(page).as_ref().map(plot_of)
}

/// Chooses where the way starts.
pub fn start_way(page: &mut Page, id: &str) {
    page.way_from = preset(id).map_or("", |p| p.id);
}

/// The figures of a way: cents' fractions a GPU-hour, whole dollars over the horizon.
const FIGURES: [(&str, Followed, f64, Style); 3] = [
    (words::OWN, |s| s.own, 1e-6, Style::UsdExact),
    (words::RENT, |s| s.rent, 1e-6, Style::UsdExact),
    (words::OWNING_SAVES, |s| s.saving, 1.0, Style::Usd),
];

/// A way as a table. Its parts are rounded so that they add up to the difference to the last digit.
pub fn steps(way: &Bridge, from: &str, to: &str) -> Element {
    let found = FIGURES.map(|(.., figure, unit, _)| way.parts(figure, unit));
    let row = |head: Node, of: &dyn Fn(&Parts) -> Option<f64>| -> Node {
        let cells = found.iter().zip(&FIGURES).map(|(parts, (.., unit, style))| {
            let units = parts.as_ref().and_then(of);
            el("td.number").children(units.map(|units| figure(units * unit, *style).into())).into()
        });
        el("tr").child(el("th scope=row").child(head)).children(cells).into()
    };
    let end = |label: &str| Node::from(el("strong").text(label.to_owned()));
    let mut body = el("tbody").child(row(end(from), &|p| Some(p.from)));
    for step in &way.steps {
        let name = step.field.map_or_else(|| text(step.label), |id| to_field(id, step.label).into());
        let moved = |p: &Parts| p.steps.iter().find(|(_, label, _)| *label == step.label).map(|(.., units)| *units);
        if found.iter().flatten().any(|p| moved(p).is_some()) {
            body = body.child(row(name, &moved));
        }
    }
    body = body.child(row(end(to), &|p| Some(p.to))).child(row(text(words::DIFFERENCE), &|p| Some(p.to - p.from)));
    let heads = FIGURES.map(|(label, ..)| Node::from(el("th.number scope=col").text(label)));
    let table = el("table")
        .child(el("caption").text(words::OWNING_AND_RENTING_A_PRODUCTIVE_HOUR))
        .child(el("thead").child(el("tr").child(el("th scope=col").text(words::CHANGE)).children(heads)))
        .child(body);
    el("div.scroll tabindex=0 role=region aria-label=Bridge data-view=bridge").child(table)
}
