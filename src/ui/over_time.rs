//! Over the horizon: cash by month, years, leaving early, financing and tax.

use engine::outlook::Outlook;
use engine::view::Style;
use engine::view::sheet::{Sheet, sheets};

use super::charts::{chart, export};
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
    let dearer = outlook.saving_usd.is_some_and(|usd| usd < 0.0);
    let saves = if dearer { words::RENTING_SAVES_PRESENT_VALUE } else { words::OWNING_SAVES_PRESENT_VALUE };
    let (paid_back, most, rate) = match outlook.own.tax_saved_usd {
        None => (words::PAID_BACK_AFTER, words::MOST_CASH_BEYOND_RENTING, words::INTERNAL_RATE_OF_OWNING),
        Some(_) => (words::PAID_BACK_AFTER_TAX, words::MOST_CASH_AFTER_TAX, words::INTERNAL_RATE_AFTER_TAX),
    };
    el("dl.figures").children([
        named(words::CHEQUE_FOR_THE_MACHINES, "cheque", Some(shown.report.own.upfront_usd), Style::UsdShort, "–"),
        named(saves, "saving", outlook.saving_usd.map(f64::abs), Style::UsdShort, "–"),
        named(paid_back, "payback", payback.and_then(|p| p.month), Style::Months, words::NOT_IN_TIME),
        named(most, "peak-cash", payback.map(|p| p.peak_cash_usd), Style::UsdShort, "–"),
        internal_rate(rate, outlook),
    ])
}

/// The internal rate, or why there is none.
fn internal_rate(label: &'static str, outlook: &Outlook) -> Node {
    let Some(why) = &outlook.no_internal_rate else {
        return named(label, "internal-rate", outlook.internal_rate, Style::PercentFine, "–");
    };
    let told = el("span.figure").attr("data-none", why.kind);
    let told = if why.rates.is_empty() {
        told.text(why.words.clone())
    } else {
        let rates = why.rates.iter().enumerate().flat_map(|(place, rate)| {
            let between = if place == 0 { words::SEVERAL_RATES } else { words::AND };
            [text(between), figure(*rate, Style::PercentFine).into()]
        });
        told.children(rates)
    };
    el("div").child(el("dt").text(label)).child(el("dd").child(told)).into()
}

fn details(shown: &Shown, page: &Page) -> Vec<Node> {
    let one = |sheet: Sheet| {
        let inside = || {
            let mut inside = vec![export::files(sheet.id, &sheet.title, false).into()];
            inside.extend(export::panel(page, sheet.id, &sheet.title));
            inside.push(table(&sheet).into());
            inside
        };
        Node::from(fold(page, sheet.id, text(sheet.title.clone()), inside).class("chain"))
    };
    let mut nodes: Vec<Node> = sheets(&shown.report).into_iter().map(one).collect();
    nodes.extend(financing(&shown.report.outlook));
    nodes
}

fn table(sheet: &Sheet) -> Element {
    let heads = sheet.columns.iter().map(|c| el("th.number scope=col").text(c.label.clone()).into());
    let row = |name: &str, values: &[Option<f64>]| -> Node {
        let cells = values.iter().zip(&sheet.columns).map(|(value, column)| {
            let cell = el("td.number").attr("data-label", column.label.clone());
            cell.children(value.map(|v| figure(v, column.style).into())).into()
        });
        el("tr").child(el("th scope=row").text(name.to_owned())).children(cells).into()
    };
    let rows = sheet.rows.iter().map(|(name, values)| row(name, values));
    let sum = sheet.sum().map(|(name, values)| el("tfoot").child(row(name, &values)).into());
    let inside = el("table.cards")
        .child(el("caption").text(sheet.caption))
        .child(el("thead").child(el("tr").child(el("th scope=col").text(sheet.first)).children(heads)))
        .child(el("tbody").children(rows))
        .children(sum);
    el("div.scroll tabindex=0 role=region").attr("aria-label", sheet.caption).child(inside)
}

fn financing(outlook: &Outlook) -> Option<Node> {
    let found = outlook.financing?;
    let fine = |label: &'static str, value: Option<f64>, style: Style| {
        named(label, "financing", value, style, words::LESS_THAN_THE_PRICE)
    };
    let list = el("dl.figures").children([
        fine(words::A_MONTH_S_PAYMENT, Some(found.payment_usd), Style::Usd),
        fine(words::PAID_BEYOND_THE_PRICE, Some(found.interest_usd), Style::UsdShort),
        fine(words::GAIN_OVER_CASH_PRESENT_VALUE, Some(found.gain_usd), Style::UsdShort),
        fine(words::RATE_IT_STANDS_FOR, found.implied_rate, Style::PercentFine),
    ]);
    let words = el("p.small").text(words::THE_VERDICT_TAKES_CASH_SO_THAT);
    Some(el("div.financing").child(el("h3").text(words::WHAT_FINANCING_CHANGES)).child(list).child(words).into())
}
