//! The figures that everything else explains: both costs, break-even, price to beat, cheque, cash.

use engine::formulas::break_even::BreakEven;
use engine::report::Report;
use engine::units::count;
use engine::view::Style;
use engine::view::cost_unit::{Measure, after_tax, in_a_steady_year, over_the_horizon};
use engine::view::curve::by_the_hour;
use engine::view::phrases::span;
use engine::view::target_price::{Paid, is_of_another_gpu, price_to_beat};
use leptos::prelude::*;

use super::figure_details::toggle;
use crate::browser::locale::Locale;
use crate::components::{Figure, Words};
use crate::state::{Evaluation, EvaluationContext, UiState};
use crate::strings::answer as strings;

/// The tiles of the first screen.
#[component]
pub fn KeyFigures() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    move || evaluation.shown().map(|shown| view! { <dl class="figures">{tiles(&shown, locale)}</dl> }.into_any())
}

fn tiles(shown: &Evaluation, locale: Locale) -> Vec<AnyView> {
    let report = &shown.report;
    let (break_even, busy) = break_even(report);
    let (to_beat, beat) = to_beat(report);
    let taxed = !after_tax(report).is_empty();
    let peak = report.outlook.payback.as_ref();
    let (cash, when) = match peak {
        None => (no_figure("–"), None),
        Some(peak) => {
            let ahead =
                if taxed { strings::MORE_THAN_RENTING_AFTER_TAX_IN_MONTH } else { strings::MORE_THAN_RENTING_IN_MONTH };
            let month = count(peak.peak_month);
            let when = view! { <span class="why"><Words text=ahead/><Figure value=month style=Style::Count/></span> };
            (view! { <Figure value=peak.peak_cash_usd style=Style::UsdShort/> }.into_any(), Some(when.into_any()))
        }
    };
    let cheque = view! { <Figure value=report.own.upfront_usd style=Style::UsdShort/> }.into_any();
    let due = view! { <span class="why"><Words text=deposit(shown, locale)/></span> }.into_any();
    vec![
        cost_tile(report, 0, ["own", "own-over-the-horizon"], strings::OWN),
        cost_tile(report, 1, ["rent", "rent-over-the-horizon"], strings::RENT_TOO),
        tile("break-even", "Break-even", break_even, Some(busy)),
        tile("price", strings::PRICE_TO_BEAT, to_beat, Some(beat)),
        tile("cheque", strings::CHEQUE_TO_SIGN, cheque, Some(due)),
        tile("cash", strings::MOST_CASH_OUT, cash, when),
    ]
}

/// A tile whose name opens its derivation.
fn tile(figure: &'static str, label: &'static str, value: AnyView, below: Option<AnyView>) -> AnyView {
    view! { <Tile figure label value below/> }.into_any()
}

#[component]
fn Tile(figure: &'static str, label: &'static str, value: AnyView, below: Option<AnyView>) -> impl IntoView {
    let ui = UiState::expect();
    let expanded = move || if ui.open_figure.get() == Some(figure) { "true" } else { "false" };
    view! {
        <div>
            <dt data-label=label>
                <button
                    type="button"
                    class="plain"
                    data-opens=figure
                    aria-expanded=expanded
                    on:click=move |_| toggle(ui, figure)
                >
                    {label}
                </button>
            </dt>
            <dd>{value}{below}</dd>
        </div>
    }
}

/// What a side costs, over the horizon and in a steady year.
fn cost_tile(report: &Report, side: usize, names: [&'static str; 2], label: &'static str) -> AnyView {
    let measure = Measure::of(report);
    let cost = |usd: Option<f64>| usd.map(|usd| measure.cost(usd));
    let yearly = named(names[0], cost(in_a_steady_year(report)[side]), measure.style);
    match over_the_horizon(report) {
        Some(both) => {
            let tell = if after_tax(report).is_empty() { strings::over } else { strings::over_after_tax };
            let beside =
                view! { <span class="why"><Words text=tell(&span(report.outlook.months))/>{yearly}</span> }.into_any();
            tile(names[0], label, named(names[1], cost(Some(both[side])), measure.style), Some(beside))
        }
        None => tile(names[0], label, yearly, None),
    }
}

/// A figure under its name for ever, or a dash.
fn named(name: &'static str, value: Option<f64>, style: Style) -> AnyView {
    match value {
        Some(value) => view! { <Figure value style name/> }.into_any(),
        None => no_figure("–"),
    }
}

fn no_figure(words: &'static str) -> AnyView {
    view! { <span class="figure" prop:textContent=words></span> }.into_any()
}

/// The break-even over the horizon, and that of a steady year below it.
fn break_even(report: &Report) -> (AnyView, AnyView) {
    let share = |at: f64| named("break-even", Some(at), Style::PercentFine);
    let steady = match report.verdict.break_even {
        Some(BreakEven::From(at) | BreakEven::UpTo(at)) => share(at.busy_share),
        Some(BreakEven::Outside { from, .. } | BreakEven::Several { last: from, .. }) => share(from.busy_share),
        Some(BreakEven::Always) => match by_the_hour(report) {
            Some((_, at)) => share(at.busy_share),
            None => no_figure(strings::AT_ANY_USE),
        },
        Some(BreakEven::Never(_)) => no_figure(strings::NEVER),
        None => named("break-even", None, Style::PercentFine),
    };
    let Some(turning) = report.outlook.turning.as_ref() else {
        return (steady, view! { <span class="why">{strings::BUSY_IN_A_STEADY_YEAR}</span> }.into_any());
    };
    let always = matches!(report.verdict.break_even, Some(BreakEven::Always)) && by_the_hour(report).is_some();
    let against = if always { strings::AGAINST_HOURS } else { "" };
    let over = span(report.outlook.months);
    let words = match turning.busy_share {
        Some(_) => strings::busy_over(&over, &against),
        None => strings::over(&over) + against,
    };
    let below = view! { <span class="why"><Words text=words/>{steady}</span> }.into_any();
    let found = match (turning.busy_share, turning.until_busy_share) {
        (Some(at), until) => {
            let found = named("break-even-over-the-horizon", Some(at), Style::PercentFine);
            match until {
                Some(until) => {
                    view! { <span>{found}{strings::UP_TO}<Figure value=until style=Style::PercentFine/></span> }
                        .into_any()
                }
                None => found,
            }
        }
        (None, _) => no_figure(if turning.own_above { strings::AT_ANY_USE } else { strings::NEVER }),
    };
    (found, below)
}

/// The price to beat, and that of a steady year below it.
fn to_beat(report: &Report) -> (AnyView, AnyView) {
    let yearly = named("indifference", report.indifference_usd_per_gpu_hour, Style::UsdPerHour);
    let over_time = report.outlook.turning.as_ref().is_some_and(|t| t.usd_per_gpu_hour.is_some());
    let Some((usd, paid)) = price_to_beat(report).filter(|(_, paid)| over_time || *paid != Paid::ByUse) else {
        return (yearly, view! { <span class="why">{strings::A_GPU_HOUR_PAID_BY_USE}</span> }.into_any());
    };
    // A steady year tells the price of an hour of the GPU that is owned.
    let (name, words) = match (paid, is_of_another_gpu(report, paid)) {
        (Paid::ByUse, false) => ("indifference-over-the-horizon", strings::A_GPU_HOUR_BY_USE_STEADY),
        (Paid::ByUse, true) => ("indifference-over-the-horizon", strings::A_GPU_HOUR_BY_USE_OTHER),
        (_, false) => ("commitment-to-beat", strings::A_GPU_HOUR_COMMITTED),
        (_, true) => ("commitment-to-beat", strings::A_GPU_HOUR_COMMITTED_OTHER),
    };
    let below = view! { <span class="why"><Words text=words/>{yearly}</span> }.into_any();
    (named(name, Some(usd), Style::UsdPerHour), below)
}

/// What part of the cheque falls due when.
fn deposit(shown: &Evaluation, locale: Locale) -> String {
    let time = &shown.document.scenario.time;
    let share = time.deposit_share.value;
    if time.lead_months.value > 0.0 && share > 0.0 {
        strings::for_the_machines_with_the_order(&locale.figure(share, Style::Percent))
    } else {
        strings::FOR_THE_MACHINES.to_owned()
    }
}
