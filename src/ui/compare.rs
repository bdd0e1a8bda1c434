//! Two to five scenarios side by side: results, the inputs that differ, why they differ, and a link of all.

use std::cell::RefCell;
use std::sync::Arc;

use engine::bridge::bridge;
use engine::codec::{Document, file, link};
use engine::report::{Report, evaluate};
use engine::scenario::FIELDS;
use engine::scenario::field::Field;
use engine::scenario::value::Value;
use engine::units::Unit;
use engine::view::answer::offer_name;
use engine::view::measure::over_the_horizon;
use engine::view::{Piece, Style};

use super::draw::{Element, Node, drawn, el, text};
use super::moving;
use super::pieces::{button, figure, fixed, fold, to_field};
use super::scenarios::tick;
use super::share;
use crate::browser::{address, intl};
use crate::own_book::OwnBook;
use crate::page::{Origin, Page};
use crate::state::{AppState, BOOK, Shown, sealed};
use crate::words::compare as words;

/// A scenario of the comparison: its name and what came of it.
type Column = (String, Arc<Shown>);

/// What was computed, with which price book: on a key press only what is on screen is computed anew.
type Cache = Vec<(Option<Arc<OwnBook>>, Arc<Shown>)>;

/// Most results that are held.
const MOST_HELD: usize = 12;

/// A result: its name, how it is written, the unit that its difference is rounded to, and where it stands.
type Row = (&'static str, Style, f64, fn(&Report) -> Option<f64>);

static RESULTS: [Row; 10] = [
    (words::OWN_OVER_THE_HORIZON, Style::UsdPerHour, 0.01, |r| Some(over_the_horizon(r)?[0])),
    (words::RENT_OVER_THE_HORIZON, Style::UsdPerHour, 0.01, |r| Some(over_the_horizon(r)?[1])),
    (words::BREAK_EVEN_BUSY_SHARE, Style::PercentFine, 0.001, |r| r.outlook.turning.as_ref()?.busy_share),
    (words::OWNING_PAYS_UNTIL, Style::PercentFine, 0.001, |r| r.outlook.turning.as_ref()?.until_busy_share),
    (words::PRICE_TO_BEAT_BY_USE, Style::UsdPerHour, 0.01, |r| r.outlook.turning.as_ref()?.usd_per_gpu_hour),
    (words::OWN_A_PRODUCTIVE_GPU_HOUR, Style::UsdPerHour, 0.01, |r| r.own.usd_per_productive_gpu_hour),
    (words::RENT_A_PRODUCTIVE_GPU_HOUR, Style::UsdPerHour, 0.01, |r| r.cheapest()?.usd_per_productive_gpu_hour),
    (words::OWNING_PRESENT_VALUE, Style::Usd, 1.0, |r| Some(r.outlook.own.present_value_usd)),
    (words::RENTING_PRESENT_VALUE, Style::Usd, 1.0, |r| Some(r.outlook.rent.as_ref()?.present_value_usd)),
    (words::OWNING_SAVES_PRESENT_VALUE, Style::Usd, 1.0, |r| r.outlook.saving_usd),
];

/// The comparison, and what came in a link beside what is on screen.
pub fn compare(state: AppState) -> Node {
    let cache = RefCell::new(Cache::new());
    drawn(move || {
        let page = state.page();
        let columns = columns(&page, state.shown(), &mut cache.borrow_mut());
        let mut nodes = vec![head(&page).into()];
        if columns.len() > 1 {
            nodes.extend(side_by_side(&page, &columns));
        }
        nodes
    })
}

fn is_kept(page: &Page) -> bool {
    matches!(page.origin, Origin::Kept(_))
}

/// How many take part.
#[inline(never)]
fn count(page: &Page) -> usize {
    let ticked = page.kept.iter().filter(|k| page.is_chosen(&k.id)).count();
    ticked + page.guests.len() + usize::from(page.is_chosen("") && !is_kept(page))
}

/// Whether no further one fits.
pub fn is_full(page: &Page) -> bool {
    count(page) >= link::MOST_IN_SET
}

fn head(page: &Page) -> Element {
    let mut head = el("div.compare-head").child(el("h3 id=compare").text(words::COMPARE));
    if page.kept.is_empty() && page.guests.is_empty() {
        return head.child(el("p.small").text(words::SAVE_TWO_SCENARIOS_OR_MORE_THEN));
    }
    if !is_kept(page) {
        let on_screen = tick("", page.is_chosen(""), is_full(page)).child(el("span").text(words::WHAT_IS_ON_SCREEN));
        head = head.child(on_screen);
    }
    if !page.guests.is_empty() {
        let names = page.guests.iter().enumerate().map(|(n, guest)| name_of(guest, n + 2));
        head = head.child(
            el("div.notice.quiet data-view=guests")
                .child(
                    el("p")
                        .text(words::IN_THE_SAME_LINK_NOT_CHECKED)
                        .child(fixed(names.collect::<Vec<_>>().join(", "))),
                )
                .child(
                    el("div.buttons")
                        .child(button("keep-guests", "", words::KEEP_ALL).attr("data-action", "keep-guests"))
                        .child(button("drop-guests", "", words::PUT_AWAY).attr("data-action", "drop-guests")),
                ),
        );
    }
    let few = if count(page) < 2 { words::TICK_TWO_TO_FIVE_SCENARIOS_OF } else { "" };
    head.child(el("p.small").text(few))
}

fn name_of(document: &Document, number: usize) -> String {
    if document.name.trim().is_empty() { words::scenario(&number) } else { document.name.clone() }
}

/// What is compared; what cannot be computed is left out.
fn columns(page: &Page, on_screen: Option<Arc<Shown>>, cache: &mut Cache) -> Vec<Column> {
    let mut found: Vec<Column> = Vec::new();
    if count(page) < 2 {
        return found;
    }
    let screen = on_screen.map(|shown| (name_of(&shown.document, 1), shown));
    if page.is_chosen("") && !is_kept(page) {
        found.extend(screen.clone());
    }
    for (n, guest) in page.guests.iter().enumerate() {
        found.extend(column(page, cache, name_of(guest, n + 2), guest.clone()));
    }
    for kept in page.kept.iter().filter(|k| page.is_chosen(&k.id)) {
        if page.is_open(&kept.id) {
            found.extend(screen.clone());
        } else if let Ok(read) = file::read(&kept.file, &BOOK) {
            found.extend(column(page, cache, kept.name.clone(), read.document));
        }
    }
    found.truncate(link::MOST_IN_SET);
    found
}

fn column(page: &Page, cache: &mut Cache, name: String, document: Document) -> Option<Column> {
    let book = |own: &Option<Arc<OwnBook>>| own.as_ref().map(Arc::as_ptr);
    let with = book(&page.own_book);
    if let Some((_, shown)) = cache.iter().find(|(own, shown)| book(own) == with && *shown.document == document) {
        return Some((name, Arc::clone(shown)));
    }
    let report = evaluate(&document.scenario, page.book(), &document.edition).ok()?;
    let shown = Arc::new(Shown::of(Arc::new(document), report));
    if cache.len() == MOST_HELD {
        cache.remove(0);
    }
    cache.push((page.own_book.clone(), Arc::clone(&shown)));
    Some((name, shown))
}

fn side_by_side(page: &Page, columns: &[Column]) -> Vec<Node> {
    let Some(((first_name, first), others)) = columns.split_first() else { return Vec::new() };
    let heads = columns.iter().map(|(name, _)| el("th.number scope=col dir=auto").text(name.clone()).into());
    let mut body =
        el("tbody")
            .child(words(columns, words::VERDICT, verdict))
            .child(words(columns, words::CHEAPEST_OFFER, |s| s.report.cheapest().map(offer_name).unwrap_or_default()));
    for &(label, style, unit, of) in &RESULTS {
        if columns.iter().all(|(_, shown)| of(&shown.report).is_none()) {
            continue;
        }
        let before = of(&first.report);
        let mut cells = Vec::new();
        for (_, shown) in columns {
            let mut cell = el("td.number");
            match of(&shown.report) {
                None => cell = cell.text("–"),
                Some(now) => {
                    cell = cell.child(figure(now, style));
                    if let Some(before) = before.filter(|_| !Arc::ptr_eq(shown, first)) {
                        cell = cell.child(delta(before, now, style, unit));
                    }
                }
            }
            cells.push(cell);
        }
        body = body.child(row(columns, text(label), cells));
    }
    let (rows, same, idle) = inputs(columns, first);
    let title = if rows.is_empty() { words::NO_INPUT_DIFFERS } else { words::INPUTS_THAT_DIFFER };
    let span = (columns.len() + 1).to_string();
    body =
        body.child(el("tr").child(el("th.group-head scope=colgroup").attr("colspan", span).text(title))).children(rows);
    let table = el("table.compare")
        .child(
            el("caption")
                .text(words::DIFFERENCES_ARE_TO_THE_FIRST)
                .child(fixed(same.to_string()))
                .text(words::INPUTS_ARE_THE_SAME_IN_ALL)
                .children((idle > 0).then(|| fixed(idle.to_string()).into()))
                .children((idle > 0).then(|| text(words::DIFFER_AND_MATTER_IN_NONE))),
        )
        .child(el("thead").child(el("tr").child(el("td")).children(heads)))
        .child(body);
    let mut nodes: Vec<Node> =
        vec![el("div.scroll tabindex=0 role=region aria-label=Comparison data-view=compare").child(table).into()];
    for (n, (name, other)) in others.iter().enumerate() {
        let title = text(words::why_does_differ_from(&name, &first_name));
        let inside = || {
            let way = bridge(&first.document, &other.document, page.book());
            way.map(|way| moving::steps(&way, first_name, name).into()).into_iter().collect()
        };
        nodes.push(fold(page, &format!("why-{n}"), title, inside).class("chain").into());
    }
    let all: Vec<Document> = columns.iter().map(|(_, shown)| sealed(&shown.document)).collect();
    let link = format!("{}#{}", address::page(), link::write_set(&all));
    nodes.push(share::one(
        "compare-link",
        words::LINK_TO_THIS_COMPARISON,
        link,
        &page.copied,
        words::HOLDS_EVERY_INPUT_OF_EACH_BEHIND,
    ));
    nodes
}

/// Who wins, in the words that carry the verdict.
fn verdict(shown: &Shown) -> String {
    let strong = shown.answer.sentence.iter().find_map(|piece| match piece {
        Piece::Strong(words) => Some(words.clone()),
        _ => None,
    });
    strong.unwrap_or_default()
}

/// A row; on narrow screens each cell says whose it is.
fn row(columns: &[Column], head: Node, cells: Vec<Element>) -> Node {
    let mut row = el("tr").child(el("th scope=row").child(head));
    for (cell, (name, _)) in cells.into_iter().zip(columns) {
        row = row.child(cell.attr("data-label", name.clone()));
    }
    row.into()
}

fn words(columns: &[Column], label: &'static str, of: fn(&Shown) -> String) -> Node {
    let cell = |(_, shown): &Column| el("td.number").child(fixed(of(shown)));
    row(columns, text(label), columns.iter().map(cell).collect())
}

/// A difference of two figures as they are shown, and its share of the first.
fn delta(before: f64, now: f64, style: Style, unit: f64) -> Element {
    let percent = style == Style::PercentFine;
    // A cent of the currency shown.
    let unit = if percent { unit } else { unit / intl::rate(Unit::Usd) };
    let moved = ((now / unit).round() - (before / unit).round()) * unit;
    if percent {
        return points(moved);
    }
    changed(moved, before, now, &intl::figure(moved, style))
}

/// A difference of two shares.
fn points(moved: f64) -> Element {
    changed(moved, 0.0, 0.0, &words::points(&intl::typed_short(moved, Unit::Share)))
}

fn changed(moved: f64, before: f64, now: f64, words: &str) -> Element {
    let sign = if moved > 0.0 { "+" } else { "" };
    let mut text = format!("{sign}{}", words.trim_end());
    if before > 0.0 && now > 0.0 {
        text = format!("{text} ({sign}{})", intl::figure(now / before - 1.0, Style::PercentFine));
    }
    el("span.why translate=no").text(if moved == 0.0 { "same".to_owned() } else { text })
}

/// Rows of inputs that differ and matter in one of them at least; how many are the same in all, and how many matter in none.
fn inputs(columns: &[Column], first: &Shown) -> (Vec<Node>, usize, usize) {
    let mut rows = Vec::new();
    let (mut same, mut idle) = (0, 0);
    if columns.iter().any(|(_, s)| s.document.edition != first.document.edition) {
        rows.push(words(columns, words::PRICE_EDITION, |s| s.document.edition.clone()));
    }
    for field in FIELDS {
        let before = field.get(&first.document.scenario);
        if columns.iter().all(|(_, s)| field.get(&s.document.scenario) == before) {
            same += 1;
            continue;
        }
        if !columns.iter().any(|(_, s)| (field.matters)(&s.document.scenario)) {
            idle += 1;
            continue;
        }
        let cells = columns.iter().map(|(_, s)| input(field, &before, &s.document)).collect();
        rows.push(row(columns, to_field(field.id, field.label).into(), cells));
    }
    (rows, same, idle)
}

fn input(field: &Field, before: &Value, document: &Document) -> Element {
    let words = field.in_words(&document.scenario, &intl::with_unit);
    let words = BOOK.gpu(&words).map_or(words.clone(), |gpu| gpu.name.clone());
    let cell = el("td.number").child(fixed(words));
    match (before, field.get(&document.scenario), field.unit()) {
        (Value::Number(before), Value::Number(now), Some(unit)) if before.value != now.value => {
            let (before, now) = (before.value, now.value);
            let words = format!("{} {}", intl::typed_short(now - before, unit), intl::symbol(unit));
            cell.child(if unit.is_percent() {
                points(now - before)
            } else {
                changed(now - before, before, now, &words)
            })
        }
        _ => cell,
    }
}
