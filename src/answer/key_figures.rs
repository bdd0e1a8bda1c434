//! Key figures: where the answer turns, and after the chart break-even price and peak cash.

use engine::report::Report;
use engine::units::count;
use engine::view::Style;
use engine::view::cost_unit::after_tax;
use engine::view::entered::share_of_entered;
use engine::view::figure_links::KeyFigure;
use engine::view::target_price::{Paid, is_of_another_gpu, price_to_beat};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::{Figure, Words};
use crate::navigation::toggle_figure;
use crate::state::{Evaluation, EvaluationContext, UiState};
use crate::strings::answer as strings;

/// The tiles after the chart.
#[component]
pub fn FurtherFigures() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    move || {
        let shown = evaluation.shown()?;
        let (price, cash) = (price_tile(&shown.report), cash_tile(&shown, locale));
        Some(view! { <dl class="figures" data-plan=shown.compared_ids()>{price}{cash}</dl> }.into_any())
    }
}

/// A tile whose name opens its derivation.
fn tile(figure: KeyFigure, label: &'static str, value: AnyView, below: AnyView) -> AnyView {
    view! { <Tile figure=Some(figure) label value below/> }.into_any()
}

/// A tile. Its name opens its derivation, if it has one.
#[component]
pub fn Tile(
    /// What it opens.
    figure: Option<KeyFigure>,
    /// Its name.
    label: &'static str,
    /// Its figure.
    value: AnyView,
    /// What stands below the figure.
    below: AnyView,
    /// The id of its plan.
    #[prop(optional)]
    plan: Option<&'static str>,
) -> impl IntoView {
    let ui = UiState::expect();
    let name = match figure {
        None => view! { {label} }.into_any(),
        Some(figure) => view! {
            <button
                type="button"
                class="plain"
                data-opens=figure.id()
                aria-expanded=move || if ui.open_figure.get() == Some(figure) { "true" } else { "false" }
                on:click=move |_| toggle_figure(ui, figure)
            >
                {label}
            </button>
        }
        .into_any(),
    };
    view! {
        <div data-plan=plan>
            <dt data-label=label>{name}</dt>
            <dd>{value}{below}</dd>
        </div>
    }
}

/// A line below a figure.
pub fn why(text: impl Into<String>) -> AnyView {
    view! { <span class="why"><Words text=text.into()/></span> }.into_any()
}

/// A figure under its permanent name, or a dash.
pub fn named(name: &'static str, value: Option<f64>, style: Style) -> AnyView {
    match value {
        Some(value) => view! { <Figure value style name/> }.into_any(),
        None => no_figure("–"),
    }
}

fn no_figure(words: &'static str) -> AnyView {
    view! { <span class="figure" prop:textContent=words></span> }.into_any()
}

/// Where the verdict changes, and how busy the GPUs are.
pub fn break_even_tile(report: &Report) -> AnyView {
    const NAME: &str = "break-even-over-the-horizon";
    let here = view! {
        <span class="why">
            <Words text=strings::BUSY_YOURS/>
            <Figure value=share_of_entered(report) style=Style::PercentFine/>
        </span>
    };
    let found = match &report.outlook.turning {
        None => named(NAME, None, Style::PercentFine),
        Some(turning) => match (turning.busy_share, turning.until_busy_share) {
            (None, _) => no_figure(if turning.own_above { strings::AT_ANY_USE } else { strings::NEVER }),
            (at, None) => named(NAME, at, Style::PercentFine),
            (at, Some(until)) => view! {
                <span>
                    {named(NAME, at, Style::PercentFine)}
                    {strings::UP_TO}
                    <Figure value=until style=Style::PercentFine/>
                </span>
            }
            .into_any(),
        },
    };
    tile(KeyFigure::BreakEvenShare, strings::BREAK_EVEN_UTILIZATION, found, here.into_any())
}

/// The price below which renting costs less.
fn price_tile(report: &Report) -> AnyView {
    let Some((usd, paid)) = price_to_beat(report) else {
        return tile(
            KeyFigure::BreakEvenPrice,
            strings::BREAK_EVEN_PRICE,
            no_figure("–"),
            why(strings::A_GPU_HOUR_BY_USE),
        );
    };
    let (name, words) = match (paid, is_of_another_gpu(report, paid)) {
        (Paid::ByUse, false) => ("indifference-over-the-horizon", strings::A_GPU_HOUR_BY_USE),
        (Paid::ByUse, true) => ("indifference-over-the-horizon", strings::AN_HOUR_OF_ITS_GPU_BY_USE),
        (_, false) => ("commitment-to-beat", strings::A_GPU_HOUR_COMMITTED),
        (_, true) => ("commitment-to-beat", strings::AN_HOUR_OF_ITS_GPU_COMMITTED),
    };
    tile(KeyFigure::BreakEvenPrice, strings::BREAK_EVEN_PRICE, named(name, Some(usd), Style::UsdPerHour), why(words))
}

/// The most that owning has ever paid more than renting.
fn cash_tile(shown: &Evaluation, locale: Locale) -> AnyView {
    let Some(peak) = &shown.report.outlook.payback else {
        return tile(KeyFigure::PeakCash, strings::PEAK_CASH, no_figure("–"), why(strings::NO_COMPARISON));
    };
    let taxed = !after_tax(&shown.report).is_empty();
    let ahead = if taxed { strings::MORE_THAN_RENTING_AFTER_TAX_IN_MONTH } else { strings::MORE_THAN_RENTING_IN_MONTH };
    let below = view! {
        <span class="why">
            <Words text=ahead/>
            <Figure value=count(peak.peak_month) style=Style::Count/>
            <Words text=deposit(shown, locale)/>
        </span>
    };
    let value = view! { <Figure value=peak.peak_cash_usd style=Style::UsdShort/> }.into_any();
    tile(KeyFigure::PeakCash, strings::PEAK_CASH, value, below.into_any())
}

/// The part of the upfront payment that is due with the order.
fn deposit(shown: &Evaluation, locale: Locale) -> String {
    let time = &shown.document.scenario.time;
    let share = time.deposit_share.value;
    if time.lead_months.value > 0.0 && share > 0.0 {
        strings::due_with_the_order(&locale.figure(share, Style::Percent))
    } else {
        String::new()
    }
}
