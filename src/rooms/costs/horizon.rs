//! Over the horizon: cash by month, years, early exit, financing and tax.

use engine::horizon::Outlook;
use engine::view::Style;
use engine::view::exportable::{Exportable, PlotId};
use engine::view::sheet::{Sheet, sheets};
use leptos::prelude::*;

use crate::components::table::SheetTable;
use crate::components::{Disclosure, ExportButtons, ExportedPanel, Figure, Fixed, PlotOf, words};
use crate::navigation::ON_PAPER;
use crate::rooms::costs::strings::horizon as strings;
use crate::state::{Evaluation, EvaluationContext, Fold};

/// The section.
#[component]
pub fn HorizonSection() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    view! {
        <section class="over-time" id="over-time" aria-labelledby="over-time-heading">
            <h2 id="over-time-heading">{strings::TITLE}</h2>
            {move || evaluation.shown().map(|shown| figures(&shown))}
            <PlotOf id=PlotId::CashCurve/>
            {move || evaluation.shown().map(|shown| details(&shown))}
        </section>
    }
}

fn named(label: &'static str, name: &'static str, value: Option<f64>, style: Style, none: &'static str) -> AnyView {
    let value = match value {
        Some(value) => view! { <Figure value style name/> }.into_any(),
        None => view! { <span class="figure">{none}</span> }.into_any(),
    };
    view! { <div><dt>{label}</dt><dd>{value}</dd></div> }.into_any()
}

/// Saving, payback, peak and rate.
fn figures(shown: &Evaluation) -> AnyView {
    let outlook = &shown.report.outlook;
    let payback = outlook.payback.as_ref();
    let dearer = outlook.saving_usd.is_some_and(|usd| usd < 0.0);
    let saves = if dearer { strings::RENTING_SAVES_PRESENT_VALUE } else { strings::OWNING_SAVES_PRESENT_VALUE };
    let (paid_back, most, rate) = match outlook.own.tax_saved_usd {
        None => (strings::PAYBACK, strings::PEAK_CASH, strings::IRR),
        Some(_) => (strings::PAYBACK_AFTER_TAX, strings::PEAK_CASH_AFTER_TAX, strings::IRR_AFTER_TAX),
    };
    let second = outlook.second_purchase;
    let again = second.map(|second| {
        let when = strings::paid_in_month(&second.month);
        vec![
            named(strings::SECOND_PURCHASE_TITLE, "second-purchase", Some(second.bought_usd), Style::UsdShort, "–"),
            view! { <div><dt>{strings::PAID_IN}</dt><dd><Fixed text=when/></dd></div> }.into_any(),
            named(strings::PEAK_CASH_AFTER_PURCHASE, "peak-after-second", second.peak_cash_usd, Style::UsdShort, "–"),
        ]
    });
    let mut tiles = vec![
        named(strings::BOUGHT_BEFORE_THE_START, "cheque", Some(shown.report.own.upfront_usd), Style::UsdShort, "–"),
        named(saves, "saving", outlook.saving_usd.map(f64::abs), Style::UsdShort, "–"),
        named(paid_back, "payback", payback.and_then(|p| p.month), Style::Months, strings::NOT_WITHIN_HORIZON),
        named(
            strings::PAYBACK_DISCOUNTED,
            "payback-discounted",
            payback.and_then(|p| p.discounted_month),
            Style::Months,
            strings::NOT_WITHIN_HORIZON_DISCOUNTED,
        ),
        named(most, "peak-cash", payback.map(|p| p.peak_cash_usd), Style::UsdShort, "–"),
        internal_rate(rate, outlook),
    ];
    tiles.extend(again.into_iter().flatten());
    view! { <dl class="figures">{tiles}</dl> }.into_any()
}

/// The internal rate, or why there is none.
fn internal_rate(label: &'static str, outlook: &Outlook) -> AnyView {
    let Some(why) = &outlook.no_internal_rate else {
        return named(label, "internal-rate", outlook.internal_rate, Style::PercentFine, "–");
    };
    let told = if why.rates.is_empty() {
        words(why.words.clone())
    } else {
        let rates = why.rates.iter().enumerate().map(|(place, rate)| {
            let before = if place == 0 { strings::SEVERAL_RATES } else { strings::AND };
            view! { <span>{before}<Figure value=*rate style=Style::PercentFine/></span> }
        });
        rates.collect_view().into_any()
    };
    view! { <div><dt>{label}</dt><dd><span class="figure" data-none=why.kind>{told}</span></dd></div> }.into_any()
}

fn details(shown: &Evaluation) -> AnyView {
    let sheets: Vec<AnyView> =
        sheets(&shown.report).into_iter().map(|sheet| view! { <SheetFold sheet/> }.into_any()).collect();
    view! { {sheets} {financing(&shown.report.outlook)} }.into_any()
}

/// A table without a chart, folded.
#[component]
fn SheetFold(sheet: Sheet) -> impl IntoView {
    let (id, title) = (sheet.id, sheet.title.clone());
    let heading = title.clone();
    let sheet = StoredValue::new(sheet);
    view! {
        <Disclosure fold=Fold::Named(id) class="chain" printed=ON_PAPER.contains(&id) title=move || heading.clone()>
            <ExportButtons subject=Exportable::Sheet(id) title=title.clone()/>
            <ExportedPanel subject=Exportable::Sheet(id) title=title.clone()/>
            <SheetTable sheet=sheet.get_value()/>
        </Disclosure>
    }
}

fn financing(outlook: &Outlook) -> Option<AnyView> {
    let found = outlook.financing?;
    let fine = |label: &'static str, value: Option<f64>, style: Style| {
        named(label, "financing", value, style, strings::LESS_THAN_THE_PRICE)
    };
    let tiles = vec![
        fine(strings::MONTHLY_PAYMENT, Some(found.payment_usd), Style::Usd),
        fine(strings::FINANCING_COST, Some(found.interest_usd), Style::UsdShort),
        fine(strings::GAIN_OVER_CASH_PRESENT_VALUE, Some(found.gain_usd), Style::UsdShort),
        fine(strings::IMPLIED_RATE, found.implied_rate, Style::PercentFine),
    ];
    Some(
        view! {
            <div class="financing">
                <h3>{strings::FINANCING_TITLE}</h3>
                <dl class="figures">{tiles}</dl>
                <p class="small">{strings::FINANCING_EXPLAINED}</p>
            </div>
        }
        .into_any(),
    )
}
