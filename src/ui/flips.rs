//! What would turn the answer, in three rows.

use engine::asked::{Asked, asked};
use engine::price_book::PriceBook;
use engine::scenario::field;
use engine::scenario::field::Field;
use engine::scenario::value::{Amount, Value};
use engine::view::Style;
use engine::view::answer::{offer_name, span};
use engine::view::flips::{Flip, flips};

use super::draw::{Node, drawn, el};
use super::moving::number;
use super::pieces::{figure, fixed, to_field};
use crate::browser::intl;
use crate::page::Page;
use crate::state::{AppState, Shown};
use crate::words::flips as words;

/// The section; empty where nothing compares.
pub fn section(state: AppState) -> Node {
    drawn(move || state.shown().map_or_else(Vec::new, |shown| table(&shown, &state.now())))
}

fn table(shown: &Shown, page: &Page) -> Vec<Node> {
    let found = flips(&shown.report, shown.document.scenario.own.node_price_usd.value);
    if found.is_empty() {
        return Vec::new();
    }
    let head = |label: &'static str| Node::from(el("th scope=col").text(label));
    let heads = [words::WHAT, words::NOW, words::TURNS_AT, words::DISTANCE, words::WHO_WOULD_KNOW].map(head);
    let table = el("table.cards")
        .child(el("thead").child(el("tr").children(heads)))
        .child(el("tbody").children(found.iter().map(row)));
    // Beyond the three: what moves it most may be something that nobody can ask for.
    let strongest = shown.drivers(page.book()).first().filter(|d| d.flips && found.iter().all(|f| f.field != d.field));
    let strongest = strongest.and_then(|driver| Some((driver, field(driver.field)?))).map(|(driver, row)| {
        el("p.small")
            .text("\u{201c}")
            .child(to_field(row.id, row.label))
            .text(words::MOVES_IT_MOST)
            .child(number(row, driver.low))
            .text(words::AND)
            .child(number(row, driver.high))
            .text(words::IT_TURNS_IT)
            .into()
    });
    vec![
        el("section.turning id=flips aria-labelledby=flips-heading data-view=flips")
            .child(el("h2 id=flips-heading").text(words::WHAT_WOULD_TURN_THIS_ANSWER))
            .child(el("p.small").text(words::each_alone(&span(shown.report.outlook.months))))
            .child(el("div.scroll tabindex=0 role=region aria-label=Turns").child(table))
            .children(strongest)
            .children(requirements(shown, page.book()))
            .into(),
    ]
}

/// What is asked of the machines, where it decides.
fn requirements(shown: &Shown, book: &PriceBook) -> Vec<Node> {
    let found = asked(&shown.document.scenario, book, &shown.document.edition);
    let items: Vec<Node> = found.iter().filter_map(|one| Some(requirement(one, field(one.field)?, shown))).collect();
    if items.is_empty() {
        return vec![el("p.small").text(words::NOTHING_ASKED_TURNS_IT).into()];
    }
    vec![
        el("p.small").text(words::WHAT_IS_ASKED_TURNS_IT).into(),
        el("ul.small data-view=asked-of-machines").children(items).into(),
    ]
}

/// There is no job of fewer GPUs.
const LEAST: Value = Value::Number(Amount::exact(1.0));

fn requirement(one: &Asked, row: &Field, shown: &Shown) -> Node {
    let scenario = &shown.document.scenario;
    let mut other = scenario.clone();
    row.set(&mut other, &one.value);
    // A number needs its unit once, and one of them none.
    let there = fixed(row.in_words(&other, &intl::typed));
    let now = |value, unit| if value == 1.0 { intl::typed(value, unit) } else { intl::with_unit(value, unit) };
    let now = fixed(row.in_words(scenario, &now));
    let further = match one.above {
        Some(true) => words::OR_MORE,
        Some(false) if one.value != LEAST => words::OR_FEWER,
        _ => "",
    };
    // Of other GPUs the report lists no offer while they are not compared.
    let listed = shown.report.offers.iter().find(|o| o.id == one.id);
    let who = listed.map_or_else(|| format!("{} {}", one.provider, one.offer), offer_name);
    let costs = if one.saving_usd > 0.0 { words::OWNING_COSTS.into() } else { words::renting_costs(&who) };
    el("li")
        .child(to_field(row.id, row.label))
        .text(": ")
        .child(there)
        .text(further)
        .text(words::IN_PLACE_OF)
        .child(now)
        .text(costs)
        .child(figure(one.saving_usd.abs(), Style::UsdShort))
        .text(words::LESS)
        .text(".")
        .into()
}

fn row(flip: &Flip) -> Node {
    let cell = |label: &'static str| el("td").attr("data-label", label);
    let at = match flip.at {
        Some(at) => cell(words::TURNS_AT).child(figure(at, flip.style)),
        None => cell(words::TURNS_AT).text(words::NOTHING_THAT_CAN_BE_REACHED),
    };
    let distance = flip.distance().map(|share| figure(share.abs(), Style::PercentFine).into());
    let side = flip.distance().map_or("", |share| if share > 0.0 { words::MORE } else { words::LESS });
    el("tr")
        .child(el("th scope=row").child(to_field(flip.field, flip.label)))
        .child(cell(words::NOW).child(figure(flip.now, flip.style)))
        .child(at)
        .child(cell(words::DISTANCE).children(distance).text(side))
        .child(cell(words::WHO_WOULD_KNOW).text(flip.who))
        .into()
}
