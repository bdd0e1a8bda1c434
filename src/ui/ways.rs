//! Own, commit, rent by the hour, and the present bill side by side.

use engine::committed::fewer_committed;
use engine::price_book::PriceBook;
use engine::report::{OfferSide, VerdictKind};
use engine::view::Style;
use engine::view::answer::{offer_name, span};
use engine::view::curve::rival;
use engine::view::measure::Measure;
use engine::view::ways::{Way, left_out, split, split_in_words, ways};

use super::draw::{Node, drawn, el, text};
use super::pieces::{figure, sentence, to_field};
use crate::browser::intl;
use crate::state::{AppState, Shown};
use crate::words::ways as words;

/// The section.
pub fn section(state: AppState) -> Node {
    drawn(move || {
        let page = state.now();
        state.shown().map_or_else(Vec::new, |shown| table(&shown, page.book()))
    })
}

/// That a commitment to fewer GPUs than are owned would cost less, where it would cost less than renting by the hour.
fn fewer(shown: &Shown, book: &PriceBook, all: &[Way]) -> Option<Node> {
    let document = &shown.document;
    let value = |o: &OfferSide| o.present_value_usd.unwrap_or(f64::INFINITY);
    let offer = rival(&shown.report, true)?;
    let found = fewer_committed(&document.scenario, book, &document.edition, &offer.id)?;
    let usd = value(offer) - found.less_usd;
    if rival(&shown.report, false).is_some_and(|hourly| usd >= value(hourly)) {
        return None; // not to commit at all would be better still
    }
    let least = all.iter().filter_map(|way| way.over_cheapest_usd.and(way.present_value_usd)).all(|other| usd < other);
    let words = words::fewer_committed(
        &offer_name(offer),
        &intl::figure(found.now, Style::Count),
        &intl::figure(found.gpus, Style::Count),
        &intl::figure(found.less_usd, Style::UsdShort),
        if least { words::THAN_EVERY_OTHER_WAY } else { "." },
    );
    let change = to_field("rent.committed_count", words::CHANGE_HOW_MANY);
    Some(el("p data-view=fewer-committed").text(words).text(" ").child(change).into())
}

fn table(shown: &Shown, book: &PriceBook) -> Vec<Node> {
    let report = &shown.report;
    let measure = Measure::of(report);
    let over = words::over(&span(report.outlook.months));
    let heads = [
        ("", words::WAY.to_owned()),
        ("number", measure.head().to_owned()),
        ("number", over.clone()),
        ("number", words::OVER_THE_CHEAPEST.to_owned()),
        ("", words::PAYS_FOR.to_owned()),
    ];
    let heads = heads.map(|(class, label)| Node::from(el("th scope=col").class(class).text(label)));
    let all = ways(report);
    let close = report.verdict.kind == VerdictKind::TooClose;
    let least = |way: &Way| if close && !way.as_now { words::THE_LEAST_TOO_CLOSE } else { words::THE_CHEAPEST };
    let table = el("table.cards")
        .child(el("caption").text(words::told(&measure.one(), &span(report.outlook.months))))
        .child(el("thead").child(el("tr").children(heads)))
        .child(el("tbody").children(all.iter().map(|way| row(way, measure, &over, least(way)))));
    let split = split(report).map(|found| el("p.strong").children(sentence(&split_in_words(&found))).into());
    let left_out = left_out(report).map(|words| el("p.small").children(sentence(&words)).into());
    vec![
        el("section.ways id=ways aria-labelledby=ways-heading data-view=ways")
            .child(el("h2 id=ways-heading").text(words::SIDE_BY_SIDE))
            .child(el("div.scroll").child(table))
            .children(split)
            .children(left_out)
            .children(fewer(shown, book, &all))
            .into(),
    ]
}

fn row(way: &Way, measure: Measure, over: &str, least: &'static str) -> Node {
    let cell = |label: String, usd: Option<f64>, style: Style| {
        el("td.number").attr("data-label", label).child(match usd {
            Some(usd) => figure(usd, style),
            None => el("span.figure").text("–"),
        })
    };
    let offer = (!way.offer.is_empty()).then(|| el("span.why").text(way.offer.clone()).into());
    let name = el("th scope=row").text(way.label).children(offer);
    if way.pays_for.is_empty() {
        return el("tr").child(name).child(el("td colspan=4")).into(); // nobody offers it
    }
    let cheapest = way.over_cheapest_usd == Some(0.0);
    let more = if cheapest {
        el("td.number").attr("data-label", words::OVER_THE_CHEAPEST).child(text(least))
    } else {
        cell(words::OVER_THE_CHEAPEST.to_owned(), way.over_cheapest_usd, Style::UsdShort)
    };
    let notes = way.notes.iter().map(|note| el("span.why").children(sentence(note)).into());
    let cost = way.usd_per_productive_gpu_hour.map(|usd| measure.cost(usd));
    el("tr")
        .class(if cheapest { "chosen" } else { "" })
        .child(name)
        .child(cell(measure.head().to_owned(), cost, measure.style))
        .child(cell(over.to_owned(), way.present_value_usd, Style::UsdShort))
        .child(more)
        .child(
            el("td")
                .attr("data-label", words::PAYS_FOR)
                .child(el("span").children(sentence(&way.pays_for)).children(notes)),
        )
        .into()
}
