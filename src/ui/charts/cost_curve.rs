//! Cost per productive GPU-hour against how busy the GPUs are, with a handle on today.

use engine::scenario::derived::derived;
use engine::view::Style;
use engine::view::curve::{Crossing, Curve};
use web_sys::{KeyboardEvent, PointerEvent};

use super::frame::{FLOOR, Frame, TOP, across_name, labels, picture, rect, tick, upwards, vertical, words_at};
use crate::browser::{intl, measure};
use crate::page::Page;
use crate::state::{AppState, Shown};
use crate::ui::draw::{Element, Node, drawn, el, svg, text};
use crate::ui::pieces::{figure, fold, sentence};

/// The chart, its heading, its slider and its table.
pub fn cost_curve(state: AppState) -> Node {
    let plot = drawn(move || {
        let page = state.page();
        state.shown().map_or_else(Vec::new, |s| drawing(&s, page.width, page.cursor))
    });
    let plot = el("div.plot tabindex=0 role=group data-do=plot")
        .attr("aria-label", "Chart of cost per productive GPU-hour against busy share. Arrow keys read its points; the slider below it changes the work.")
        .child(plot);
    el("figure.chart data-view=cost-curve")
        .child(drawn(move || state.shown().map_or_else(Vec::new, |s| heading(&s))))
        .child(el("div.room id=room").child(plot))
        .child(drawn(move || vec![slider(&state.page())]))
        .child(drawn(move || {
            let page = state.page();
            state.shown().map_or_else(Vec::new, |s| vec![table(&s.curve, &page)])
        }))
        .into()
}

/// Keeps the drawing as wide as its room.
pub fn fit(state: AppState) {
    measure::watch_width("room", move |found| {
        if found > 0.0 {
            state.edit().width = found;
        }
    });
}

fn heading(shown: &Shown) -> Vec<Node> {
    vec![
        el("h2.takeaway").children(sentence(&shown.curve.takeaway)).into(),
        el("p.busy").children(sentence(&shown.answer.busy)).into(),
    ]
}

/// Sets the busy share to where the pointer is pressed, in half percents: what a hand can aim at.
pub fn drag(state: AppState, event: &PointerEvent) {
    if event.buttons() & 1 == 1
        && let (Some(shown), Some(row)) = (state.shown(), derived("work.busy_share"))
    {
        let mut page = state.edit();
        let busy = Frame::new(page.width, 1.0, shown.curve.top).x.value(f64::from(event.offset_x()));
        page.set_derived(row, (busy * 200.0).round() / 200.0);
    }
}

/// Moves the cursor through the points of owning and says what is there.
pub fn move_cursor(state: AppState, event: &KeyboardEvent) {
    let Some(shown) = state.shown() else { return };
    let last = shown.curve.series.first().map_or(0, |s| s.points.len().saturating_sub(1));
    let at = state.now().cursor;
    let next = match event.key().as_str() {
        "ArrowRight" => Some(at.map_or(0, |i| (i + 1).min(last))),
        "ArrowLeft" => Some(at.map_or(last, |i| i.saturating_sub(1))),
        "Home" => Some(0),
        "End" => Some(last),
        "Escape" => None,
        _ => return,
    };
    event.prevent_default();
    let mut page = state.edit();
    page.cursor = next;
    if let Some(index) = next {
        page.announcement = reading(&shown.curve, index);
    }
}

/// The costs at one point, in words.
fn reading(curve: &Curve, index: usize) -> String {
    let busy = curve.series.first().and_then(|s| s.points.get(index)).map_or(0.0, |p| p.0);
    let costs = curve
        .series
        .iter()
        .filter_map(|s| s.points.get(index).map(|p| format!("{}: {}", s.label, intl::figure(p.1, Style::UsdPerHour))));
    format!("Busy {}. {}", intl::figure(busy, Style::PercentFine), costs.collect::<Vec<_>>().join(". "))
}

fn drawing(shown: &Shown, width: f64, cursor: Option<usize>) -> Vec<Node> {
    let curve = &shown.curve;
    let frame = Frame::new(width, 1.0, curve.top);
    let beyond = frame.x.place(curve.ceiling);
    let spoken = engine::view::plain_text(&curve.takeaway, intl::figure);
    let (picture, lines) = picture(frame, "plot-area", spoken, &curve.series);
    let picture = picture
        .child(axes(frame))
        .child(rect(beyond, frame.x.to.1).class("beyond"))
        .children(out_of_reach(beyond, frame))
        .child(lines)
        .children(labels(&curve.series, frame))
        .children(curve.crossings.iter().map(|c| crossing(c, frame)))
        .children(today(curve, frame))
        .children(cursor_line(curve, frame, cursor));
    let words = cursor.map_or_else(String::new, |i| reading(curve, i));
    vec![picture.into(), el("p.tooltip translate=no").text(words).into()]
}

/// Names the part of the axis that owned machines cannot reach, where there is room for the words.
fn out_of_reach(beyond: f64, frame: Frame) -> Option<Node> {
    let width = frame.x.to.1 - beyond;
    let middle = f64::midpoint(beyond, frame.x.to.1);
    (width > 84.0).then(|| words_at(middle, FLOOR - 8.0, "middle", "out of reach".to_owned()).into())
}

fn axes(frame: Frame) -> Element {
    let steps: u32 = if frame.narrow() { 4 } else { 10 };
    let across = (0..=steps).flat_map(|i| {
        let share = f64::from(i) / f64::from(steps);
        tick(frame.x.place(share), intl::figure(share, Style::Percent))
    });
    let style = if frame.y.from.1 < 8.0 { Style::UsdPerHour } else { Style::Usd };
    upwards(frame, style, "USD a productive GPU-hour")
        .children(across)
        .child(across_name(frame, "How busy the owned GPUs are"))
}

fn crossing(at: &Crossing, frame: Frame) -> Node {
    let (x, y) = (frame.x.place(at.busy_share), frame.cost(at.usd_per_hour));
    let words = intl::figure(at.busy_share, Style::PercentFine);
    svg("g")
        .class(format!("crossing {}", at.with))
        .child(svg("circle r=5").number("cx", x).number("cy", y))
        .child(words_at(x - 8.0, y + 18.0, "end", words))
        .into()
}

fn today(curve: &Curve, frame: Frame) -> Option<Node> {
    let (x, y) = (frame.x.place(curve.today), frame.cost(curve.own_today?));
    let (aside, anchor) = if x > frame.width * 0.7 { (-8.0, "end") } else { (8.0, "start") };
    let handle = svg("circle r=8").number("cx", x).number("cy", y);
    let group = svg("g.today").child(vertical(x, TOP, FLOOR)).child(handle);
    Some(group.child(words_at(x + aside, FLOOR - 8.0, anchor, "your case".to_owned())).into())
}

fn cursor_line(curve: &Curve, frame: Frame, cursor: Option<usize>) -> Option<Node> {
    let busy = curve.series.first()?.points.get(cursor?)?.0;
    Some(vertical(frame.x.place(busy), TOP, FLOOR).class("cursor").into())
}

/// Today's busy share as a slider: the same value as the field, for hands and keys.
fn slider(page: &Page) -> Node {
    let Some(row) = derived("work.busy_share") else { return el("span").into() };
    let value = (row.get)(&page.document.scenario);
    let shown = intl::figure(value, Style::PercentFine);
    let slider = el("input type=range id=busy-slider min=0 max=100 step=0.5 data-do=slide")
        .number("value", (value.clamp(0.0, 1.0) * 1_000.0).round() / 10.0)
        .attr("aria-valuetext", shown.clone());
    el("div.slider")
        .child(el("label for=busy-slider").text(row.label))
        .child(slider)
        .child(el("span.figure translate=no").text(shown))
        .into()
}

/// Takes the slider's place as the busy share.
pub fn slide(page: &mut Page, place: &str) {
    if let (Some(row), Some(found)) = (derived("work.busy_share"), engine::number::read_canonical(place)) {
        page.mark(row.id, None);
        page.set_derived(row, found / 100.0);
        page.typed.clear();
    }
}

fn table(curve: &Curve, page: &Page) -> Node {
    let title = text("Show as table");
    fold(page, "curve-table", title, || vec![cells(curve)])
        .class("chart-table")
        .attr("data-view", "cost-curve-table")
        .into()
}

fn cells(curve: &Curve) -> Node {
    let head = |label: String| Node::from(el("th.number scope=col").text(label));
    let heads =
        el("tr").child(el("th scope=col").text("Busy")).children(curve.series.iter().map(|s| head(s.label.clone())));
    let count = curve.series.first().map_or(0, |s| s.points.len());
    let rows = (0..count).filter(|i| (i + 1) % 5 == 0 || i + 1 == count).map(|i| {
        let busy = curve.series.first().and_then(|s| s.points.get(i)).map_or(0.0, |p| p.0);
        let cells = curve.series.iter().map(|s| {
            let cost = s.points.get(i).map(|p| figure(p.1, Style::UsdPerHour).into());
            el("td.number").children(cost).into()
        });
        el("tr").child(el("th scope=row").child(figure(busy, Style::PercentFine))).children(cells).into()
    });
    let cells = el("table")
        .child(el("caption").text("Cost per productive GPU-hour, in dollars, by busy share"))
        .child(el("thead").child(heads))
        .child(el("tbody").children(rows));
    let scroll =
        el("div.scroll tabindex=0 role=region").attr("aria-label", "Cost per productive GPU-hour by busy share");
    scroll.child(cells).into()
}
