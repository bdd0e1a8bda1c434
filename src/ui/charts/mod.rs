//! The charts. The engine makes plots and says what stands where; here they become elements, with one cursor, one table
//! and one way to save them for all.

pub mod cost_curve;
pub mod export;

use std::sync::{Arc, Weak};

use super::draw::{Element, Node, drawn_if, el, svg, text};
use super::field_input::focus;
use super::moving;
use super::pieces::{figure, fold, sentence};
use crate::browser::intl;
use crate::page::Page;
use crate::state::{AppState, Shown};
use crate::words::charts as words;
use engine::chart::scene::{Kind, Shape, View};
use engine::view::plot::{Axis, Head, Plot, Row};

/// A chart of the last result, under a heading of a level such as `h3.takeaway`. It is left alone while nothing about it
/// changes.
pub fn chart(state: AppState, id: &'static str, heading: &'static str) -> Node {
    // The result is remembered without being kept, but its place is: two results of one place would look the same.
    let last = std::cell::RefCell::new(None);
    drawn_if(move || {
        let page = state.page();
        let Some(shown) = state.shown() else { return Some(Vec::new()) };
        let mine = page.cursor.filter(|at| at.0 == id);
        let open = page.folds.iter().any(|f| f == id);
        let look = (page.width, mine, open, page.dragged_from.is_some(), page.exports);
        let before: Option<(Weak<Shown>, _)> = last.replace(Some((Arc::downgrade(&shown), look)));
        if before.is_some_and(|(of, before)| of.as_ptr() == Arc::as_ptr(&shown) && before == look) {
            return None;
        }
        Some(shown.plot(id, page.book()).map(|plot| drawing(plot, &page, heading).into()).into_iter().collect())
    })
}

/// Does something with the plot of a name: one of the last result, or the way from a worked case.
fn with_plot(state: AppState, id: &str, work: &mut dyn FnMut(&Plot)) {
    if id == "way" {
        let plot = moving::way_plot(&state.now());
        plot.iter().for_each(work);
    } else if let Some(shown) = state.shown() {
        let plot = shown.plot(id, state.now().book()); // the page is free again: the work may change it
        plot.into_iter().for_each(work);
    }
}

/// A chart with its heading, drawing, table and files.
pub fn drawing(plot: &Plot, page: &Page, heading: &'static str) -> Element {
    let note: Option<Node> = (!plot.note.is_empty()).then(|| el("p.small").text(plot.note).into());
    let figure = el("figure.chart")
        .attr("data-view", plot.what.id)
        .child(el(heading).children(sentence(&plot.takeaway)))
        .children(note);
    if plot.rows.is_empty() {
        return figure;
    }
    let (room, cursor) =
        (page.width, page.cursor.filter(|at| at.0 == plot.what.id).map(|(_, row, series)| (row, series)));
    let axes = page.dragged_from.as_ref().and_then(|from| from.plot(plot.what.id, page.book())).unwrap_or(plot);
    let write = &intl::figure;
    let scene = View { plot, axes, width: room, cursor, money: &intl::currency(), write }.scene();
    let size = format!("0 0 {} {}", engine::number::write(room), engine::number::write(scene.height));
    let picture = svg("svg role=img")
        .attr("viewBox", size)
        .number("width", room)
        .number("height", scene.height)
        .attr("aria-label", engine::view::plain_text(&plot.takeaway, intl::figure))
        .children(scene.shapes.iter().map(shape));
    let words = cursor.map_or_else(String::new, |(row, series)| plot.reading(row, series, write));
    let label = words::left_and_right_read_its_points(&plot.what.title);
    let canvas = el("div.plot tabindex=0 role=application aria-roledescription=chart data-do=plot")
        .attr("data-about", plot.what.id)
        .attr("aria-label", label)
        .child(picture)
        .child(el("p.tooltip translate=no").text(words));
    let table = fold(page, plot.what.id, text(words::SHOW_AS_TABLE_SAVE_OR_COPY), || {
        let mut inside = vec![export::files(plot.what.id, plot.what.title, true).into()];
        inside.extend(export::panel(page, plot.what.id, plot.what.title));
        inside.push(table(plot).into());
        inside
    });
    figure.child(canvas).child(table.class("chart-table"))
}

fn shape(shape: &Shape) -> Node {
    let mut made = svg(shape.tag()).class(format!("{} {}", shape.look.class(), shape.of));
    for (name, value) in shape.numbers() {
        made = made.number(name, value);
    }
    match shape.kind {
        Kind::Path => made.attr("d", shape.words.clone()),
        Kind::Words => made.attr("text-anchor", shape.anchor).text(shape.words.clone()),
        _ => made,
    }
    .into()
}

/// The table: every point that is drawn.
fn table(plot: &Plot) -> Element {
    let head = |label: String| Node::from(el("th.number scope=col").text(label));
    let noted = engine::chart::table::has_notes(plot);
    let heads = el("tr")
        .child(el("th scope=col").text(plot.what.first.name))
        .children(plot.series.iter().map(|s| head(s.label.clone())))
        .children(noted.then(|| head(words::NOTE.to_owned())));
    let rows = plot.rows.iter().map(|row| {
        let cells = (0..plot.series.len()).map(|series| {
            let value = row.cell(series).map(|v| figure(v, plot.what.value.style).into());
            el("td.number").children(value).into()
        });
        let note = noted.then(|| el("td.number").text(row.note).into());
        el("tr").child(el("th scope=row").child(name(row, &plot.what.first))).children(cells).children(note).into()
    });
    let inside = el("table")
        .child(el("caption").text(plot.what.title))
        .child(el("thead").child(heads))
        .child(el("tbody").children(rows));
    el("div.scroll tabindex=0 role=region").attr("aria-label", plot.what.title).child(inside)
}

fn name(row: &Row, first: &Axis) -> Node {
    match &row.head {
        Head::Figure(at) => figure(*at, first.style).into(),
        Head::Words(words) => text(words.clone()),
    }
}

/// Goes to the field of an input whose bar was pressed, by how it looks; nothing for other parts of a chart.
pub fn follow_bar(looks: &str) {
    looks.strip_prefix("leads ").into_iter().for_each(focus);
}

/// Moves the cursor of a chart and says what is there. Returns whether the key is one of the chart's.
pub fn move_cursor(state: AppState, id: &str, key: &str) -> bool {
    let mut mine = false;
    with_plot(state, id, &mut |plot| mine = moved(state, plot, key));
    mine
}

fn moved(state: AppState, plot: &Plot, key: &str) -> bool {
    let (last, series) = (plot.rows.len().saturating_sub(1), plot.series.len().max(1));
    let at = state.now().cursor.filter(|at| at.0 == plot.what.id).map(|(_, row, series)| (row.min(last), series));
    let (row, of) = at.unwrap_or((0, 0));
    let begins = at.is_none();
    if key == "Enter" {
        let leads_to = plot.rows.get(row).map_or("", |r| r.leads_to);
        if begins || leads_to.is_empty() {
            return false;
        }
        focus(leads_to);
        return true;
    }
    let next = match key {
        "ArrowRight" => Some((if begins { 0 } else { (row + 1).min(last) }, of)),
        "ArrowLeft" => Some((if begins { last } else { row.saturating_sub(1) }, of)),
        "ArrowDown" => Some((row, if begins { 0 } else { (of + 1) % series })),
        "ArrowUp" => Some((row, (of + series - 1) % series)),
        "Home" => Some((0, of)),
        "End" => Some((last, of)),
        "Escape" if !begins => None,
        _ => return false,
    };
    let mut page = state.edit();
    page.cursor = next.map(|(row, series)| (plot.what.id, row, series));
    if let Some((row, series)) = next {
        page.announcement = plot.reading(row, series, &intl::figure);
    }
    true
}
