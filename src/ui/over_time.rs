//! Over the horizon: cash by month, years, leaving early, financing and tax.

use engine::outlook::{Outlook, PlanOutlook};
use engine::view::Style;
use engine::view::answer::{offer_name, span};
use engine::view::measure::Measure;

use super::charts::chart;
use super::draw::{Element, Node, drawn, el, text};
use super::pieces::{figure, fold};
use crate::page::Page;
use crate::state::{AppState, Shown};
use crate::words::over_time as words;

/// The section.
pub fn over_time(state: AppState) -> Node {
    el("section.over-time id=over-time aria-labelledby=over-time-heading")
        .child(el("h2 id=over-time-heading").text(words::OVER_THE_HORIZON))
        .child(drawn(move || state.shown().map_or_else(Vec::new, |s| vec![figures(&s).into()])))
        .child(chart(state, "cash-curve", "h3.takeaway"))
        .child(drawn(move || {
            let page = state.page();
            state.shown().map_or_else(Vec::new, |s| details(&s, &page))
        }))
        .into()
}

fn named(label: &'static str, name: &'static str, value: Option<f64>, style: Style, none: &'static str) -> Node {
    let value = match value {
        Some(v) => figure(v, style).attr("data-figure", name),
        None => el("span.figure").text(none),
    };
    el("div").child(el("dt").text(label)).child(el("dd").child(value)).into()
}

/// Saving, payback, peak and rate.
fn figures(shown: &Shown) -> Element {
    let outlook = &shown.report.outlook;
    let payback = outlook.payback.as_ref();
    el("dl.figures").children([
        named(words::CHEQUE_FOR_THE_MACHINES, "cheque", Some(shown.report.own.upfront_usd), Style::UsdShort, "–"),
        named(words::OWNING_SAVES_PRESENT_VALUE, "saving", outlook.saving_usd, Style::UsdShort, "–"),
        named(words::PAID_BACK_AFTER, "payback", payback.and_then(|p| p.month), Style::Months, words::NOT_IN_TIME),
        named(words::MOST_CASH_AHEAD_OF_RENTING, "peak-cash", payback.map(|p| p.peak_cash_usd), Style::UsdShort, "–"),
        named(
            words::INTERNAL_RATE_OF_OWNING,
            "internal-rate",
            outlook.internal_rate,
            Style::PercentFine,
            words::NONE_OR_SEVERAL,
        ),
    ])
}

fn details(shown: &Shown, page: &Page) -> Vec<Node> {
    let outlook = &shown.report.outlook;
    let opening = |id: &'static str, title: &'static str, inside: &dyn Fn() -> Element| {
        Node::from(fold(page, id, text(title), || vec![inside().into()]).class("chain"))
    };
    let mut nodes = vec![
        opening("years", words::YEAR_BY_YEAR_CASH_AND_BOOKS, &|| years(shown)),
        opening("lines", words::OWNING_LINE_BY_LINE_AND_YEAR, &|| lines(&outlook.own)),
        opening("levelised", words::LEVELISED_AND_NOMINAL_COST, &|| per_hour(shown)),
        opening("exits", words::LEAVING_EARLY_WHAT_THE_HARDWARE_FETCHES, &|| exits(outlook)),
    ];
    nodes.extend(financing(outlook));
    nodes
}

fn head(label: impl Into<std::borrow::Cow<'static, str>>) -> Node {
    el("th.number scope=col").text(label).into()
}

fn table(caption: &'static str, first: &'static str, heads: Vec<Node>, rows: Vec<Node>) -> Element {
    let head = el("tr").child(el("th scope=col").text(first)).children(heads);
    let inside =
        el("table").child(el("caption").text(caption)).child(el("thead").child(head)).child(el("tbody").children(rows));
    el("div.scroll tabindex=0 role=region").attr("aria-label", caption).child(inside)
}

fn money(usd: Option<f64>) -> Node {
    el("td.number").children(usd.map(|v| figure(v, Style::Usd).into())).into()
}

fn years(shown: &Shown) -> Element {
    let outlook = &shown.report.outlook;
    let rent = outlook.rent.as_ref();
    let name = shown.report.cheapest().map(offer_name).unwrap_or_default();
    let mut heads = vec![head("Own, cash"), head("Own, books")];
    if rent.is_some() {
        heads.extend([head(words::cash(&name)), head(words::books(&name))]);
    }
    let at = |series: &[f64], year: usize| series.get(year).copied();
    let rows = (0..outlook.own.by_year_usd.len()).map(|year| {
        let row = el("tr").child(el("th scope=row").text(words::year(&(year + 1))));
        let row =
            row.child(money(at(&outlook.own.by_year_usd, year))).child(money(at(&outlook.own.book_by_year_usd, year)));
        let rented = rent
            .into_iter()
            .flat_map(|plan| [money(at(&plan.by_year_usd, year)), money(at(&plan.book_by_year_usd, year))]);
        row.children(rented).into()
    });
    table(words::BY_FISCAL_YEAR_BOOKS_HOLD_EQUAL, words::YEAR, heads, rows.collect())
}

fn lines(own: &PlanOutlook) -> Element {
    let heads = (1..=own.by_year_usd.len()).map(|year| head(words::year_2(&year))).collect();
    let rows = own.lines.iter().filter(|l| l.by_year_usd.iter().any(|usd| *usd != 0.0)).map(|line| {
        let cells = line.by_year_usd.iter().map(|usd| money(Some(*usd)));
        el("tr").child(el("th scope=row").text(line.label)).children(cells).into()
    });
    table(words::OWNING_BY_LINE_AND_FISCAL_YEAR, words::LINE, heads, rows.collect())
}

fn per_hour(shown: &Shown) -> Element {
    let outlook = &shown.report.outlook;
    let measure = Measure::of(&shown.report);
    let row = |label: String, plan: &PlanOutlook| {
        let cell = |usd: Option<f64>| {
            let usd = usd.map(|v| figure(measure.cost(v), measure.style).into());
            Node::from(el("td.number").children(usd))
        };
        el("tr")
            .child(el("th scope=row").text(label))
            .child(cell(plan.levelised_usd_per_productive_gpu_hour))
            .child(cell(plan.nominal_usd_per_productive_gpu_hour))
            .child(money(Some(plan.present_value_usd)))
            .into()
    };
    let name = shown.report.cheapest().map(offer_name).unwrap_or_default();
    let rows = [Some(row(words::OWN.to_owned(), &outlook.own)), outlook.rent.as_ref().map(|plan| row(name, plan))];
    table(
        words::LEVELISED_PRESENT_VALUE_OF_COST_OVER,
        words::PLAN,
        vec![head(words::levelised(&measure.per())), head(words::nominal(&measure.per())), head(words::PRESENT_VALUE)],
        rows.into_iter().flatten().collect(),
    )
}

fn exits(outlook: &Outlook) -> Element {
    let rows = outlook.exits.iter().map(|exit| {
        el("tr")
            .child(el("th scope=row").text(span(exit.month)))
            .child(money(Some(exit.sale_usd)))
            .child(money(Some(exit.book_usd)))
            .child(money(Some(exit.loss_usd)))
            .into()
    });
    table(
        words::HARDWARE_SOLD_AT_ITS_CURVE_AND,
        words::AFTER,
        vec![head(words::SALE), head(words::BOOK_VALUE), head(words::BOOK_LOSS)],
        rows.collect(),
    )
}

fn financing(outlook: &Outlook) -> Option<Node> {
    let found = outlook.financing?;
    let fine = |label: &'static str, value: Option<f64>, style: Style| named(label, "financing", value, style, "none");
    let list = el("dl.figures").children([
        fine(words::A_MONTH_S_PAYMENT, Some(found.payment_usd), Style::Usd),
        fine(words::PAID_BEYOND_THE_PRICE, Some(found.interest_usd), Style::UsdShort),
        fine(words::GAIN_OVER_CASH_PRESENT_VALUE, Some(found.gain_usd), Style::UsdShort),
        fine(words::RATE_IT_STANDS_FOR, found.implied_rate, Style::PercentFine),
    ]);
    let words = el("p.small").text(words::THE_VERDICT_TAKES_CASH_SO_THAT);
    Some(el("div.financing").child(el("h3").text(words::WHAT_FINANCING_CHANGES)).child(list).child(words).into())
}
