//! Cash paid so far by month: owning and renting, their crossings, and the months until delivery.

use engine::chart::ticks;
use engine::units::count;
use engine::view::Style;
use engine::view::cash::Cash;

use super::frame::{Frame, TOP, across_name, labels, picture, rect, tick, upwards, words_at};
use crate::browser::intl;
use crate::page::Page;
use crate::state::AppState;
use crate::ui::draw::{Node, drawn, el, svg, text};
use crate::ui::pieces::{figure, fold, sentence};

/// The chart with its heading and table.
pub fn cash_curve(state: AppState) -> Node {
    let plot = drawn(move || {
        let width = state.page().width;
        state.shown().map_or_else(Vec::new, |s| vec![drawing(&s.cash, width)])
    });
    el("figure.chart data-view=cash-curve")
        .child(drawn(move || {
            state.shown().map_or_else(Vec::new, |s| vec![el("h3.takeaway").children(sentence(&s.cash.takeaway)).into()])
        }))
        .child(el("div.room").child(el("div.plot").child(plot)))
        .child(drawn(move || {
            let page = state.page();
            state.shown().map_or_else(Vec::new, |s| vec![table(&s.cash, &page)])
        }))
        .into()
}

fn drawing(cash: &Cash, width: f64) -> Node {
    let frame = Frame::new(width, cash.months, cash.top);
    let spoken = engine::view::plain_text(&cash.takeaway, intl::figure);
    let (picture, lines) = picture(frame, "cash-area", spoken, &cash.series);
    let most = if frame.narrow() { 4 } else { 10 };
    let every = if cash.months > 24.0 { (ticks::step(cash.months / 12.0, most) * 12.0).max(12.0) } else { 6.0 };
    let across =
        ticks_up_to(cash.months, every).flat_map(|month| tick(frame.x.place(month), intl::figure(month, Style::Count)));
    let bridge = (cash.bridge > 0.0).then(|| {
        let (from, to) = (frame.x.place(0.0), frame.x.place(cash.bridge));
        let words = words_at(from + 4.0, TOP + 12.0, "start", "rented until delivery".to_owned());
        svg("g.bridge").child(rect(from, to).class("beyond")).child(words).into()
    });
    let crossings = cash.crossings.iter().map(|(month, usd)| {
        let (x, y) = (frame.x.place(*month), frame.cost(*usd));
        let words = intl::figure(*month, Style::Months);
        svg("g.crossing")
            .child(svg("circle r=5").number("cx", x).number("cy", y))
            .child(words_at(x, (y - 12.0).max(TOP + 10.0), "end", words))
            .into()
    });
    picture
        .child(upwards(frame, Style::UsdShort, "USD paid so far, before resale").children(across))
        .child(across_name(frame, "Months from the decision"))
        .children(bridge)
        .child(lines)
        .children(labels(&cash.series, frame))
        .children(crossings)
        .into()
}

fn ticks_up_to(months: f64, every: f64) -> impl Iterator<Item = f64> {
    (0..=120_usize).map(move |i| count(i) * every).take_while(move |month| *month <= months)
}

fn table(cash: &Cash, page: &Page) -> Node {
    fold(page, "cash-table", text("Show as table"), || vec![cells(cash)])
        .class("chart-table")
        .attr("data-view", "cash-curve-table")
        .into()
}

fn cells(cash: &Cash) -> Node {
    let head = |label: String| Node::from(el("th.number scope=col").text(label));
    let heads =
        el("tr").child(el("th scope=col").text("Month")).children(cash.series.iter().map(|s| head(s.label.clone())));
    let count = cash.series.first().map_or(0, |s| s.points.len());
    let rows = (0..count).filter(|i| i % 6 == 0 || i + 1 == count).map(|i| {
        let month = cash.series.first().and_then(|s| s.points.get(i)).map_or(0.0, |p| p.0);
        let cells = cash.series.iter().map(|s| {
            let paid = s.points.get(i).map(|p| figure(p.1, Style::Usd).into());
            el("td.number").children(paid).into()
        });
        el("tr").child(el("th scope=row").child(figure(month, Style::Count))).children(cells).into()
    });
    let cells = el("table")
        .child(el("caption").text("Cash paid so far, in dollars, by month"))
        .child(el("thead").child(heads))
        .child(el("tbody").children(rows));
    el("div.scroll tabindex=0 role=region aria-label=Cash").child(cells).into()
}
