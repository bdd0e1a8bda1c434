//! The best mix: who serves which level of the load, and what each single choice costs instead.

use std::sync::Arc;

use engine::analysis::best_mix::{BestMix, MixChoice, yearly};
use engine::inputs::derived::owned_gpus;
use engine::inputs::field;
use engine::view::best_mix::{ID, choices, plot, pooled};
use engine::view::phrases::offer_name;
use engine::view::{Piece, Style};
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::browser::locale::Locale;
use crate::components::job_panel::JobPanel;
use crate::components::table::ScrollTable;
use crate::components::{Figure, PlotChart, sentence_views, words};
use crate::state::{Edit, EvaluationContext, ScenarioStore};
use crate::strings::best_mix as strings;

/// The section.
#[component]
pub fn BestMixSection() -> impl IntoView {
    view! {
        <section class="best-mix" id="best-mix" aria-labelledby="best-mix-heading" data-view="best-mix">
            <h2 id="best-mix-heading">{strings::BEST_MIX}</h2>
            <p class="small">{strings::EXPLAINED}</p>
            <JobPanel task=Task::BestMix title=strings::BEST_MIX start=strings::FIND result/>
        </section>
    }
    .into_any()
}

fn result(outcome: &Outcome) -> AnyView {
    let Outcome::BestMix(found) = outcome else { return ().into_any() };
    let plot = Arc::new(plot(found));
    view! {
        <PlotChart id=ID plot=Signal::stored(Some(plot))/>
        {table(found)}
        {pooled(found).map(|pieces| view! { <p data-view="mix-pooled">{sentence_views(&pieces, false)}</p> })}
        {take_best(found)}
    }
    .into_any()
}

fn table(found: &BestMix) -> AnyView {
    let least = found.best.present_value_usd.unwrap_or(0.0);
    let rows: Vec<AnyView> = choices(found)
        .into_iter()
        .map(|(name, choice)| row(name, choice, &offers(choice), (least, found.months)))
        .collect();
    let heads = [
        strings::OWNED,
        strings::COMMITTED,
        strings::SPOT_HOURS,
        strings::ON_DEMAND_HOURS,
        strings::PRESENT_VALUE,
        strings::PER_YEAR,
        strings::COSTS_MORE,
    ];
    view! {
        <ScrollTable label=strings::BEST_MIX view="mix-choices">
            <table class="cards">
                <thead>
                    <tr>
                        <th scope="col">{strings::CHOICE}</th>
                        {heads.map(|label| view! { <th class="number" scope="col">{label}</th> })}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}

/// The offers of a choice, each with today's price of a GPU-hour.
fn offers(choice: &MixChoice) -> Vec<Piece> {
    let Some(shown) = untrack(|| EvaluationContext::expect().shown()) else { return Vec::new() };
    let mut pieces = Vec::new();
    let [_, _, spot, on_demand] = choice.hours;
    let spots = choice.spot.iter().filter(|_| spot > 0.0);
    let hourly = choice.hourly.iter().filter(|_| on_demand > 0.0);
    for id in choice.commitment.iter().chain(spots).chain(hourly) {
        let Some(offer) = shown.report.offers.iter().find(|offer| offer.id == id.as_str()) else { continue };
        let before = if pieces.is_empty() { "" } else { "; " };
        pieces.push(Piece::Words(format!("{before}{} ", offer_name(offer))));
        pieces.push(Piece::Figure(offer.usd_per_gpu_hour, Style::UsdPerHour));
    }
    pieces
}

fn row(name: &'static str, choice: &MixChoice, offers: &[Piece], (least, months): (f64, f64)) -> AnyView {
    let [_, _, spot, on_demand] = choice.hours;
    let count = |label: &'static str, value: f64| {
        view! { <td class="number" data-label=label><Figure value style=Style::Count/></td> }.into_any()
    };
    let usd = |label: &'static str, value: Option<f64>| {
        let shown = match value {
            Some(value) => view! { <Figure value style=Style::UsdShort/> }.into_any(),
            None if choice.present_value_usd.is_none() => words(strings::IMPOSSIBLE),
            None => words("–"),
        };
        view! { <td class="number" data-label=label>{shown}</td> }.into_any()
    };
    let value = choice.present_value_usd;
    view! {
        <tr>
            <th scope="row">{name}<span class="why">{sentence_views(offers, false)}</span></th>
            {count(strings::OWNED, choice.own_gpus)}
            {count(strings::COMMITTED, choice.committed_gpus)}
            {count(strings::SPOT_HOURS, spot)}
            {count(strings::ON_DEMAND_HOURS, on_demand)}
            {usd(strings::PRESENT_VALUE, value)}
            {usd(strings::PER_YEAR, value.map(|_| yearly(choice, months)))}
            {usd(strings::COSTS_MORE, value.map(|usd| usd - least).filter(|usd| *usd != 0.0 || value != Some(least)))}
        </tr>
    }
    .into_any()
}

/// The button that takes the number of owned GPUs, as if it were typed.
fn take_best(found: &BestMix) -> Option<AnyView> {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let gpus = found.best.own_gpus;
    if gpus <= 0.0 || untrack(|| scenario.with(owned_gpus)) == gpus {
        return None;
    }
    let take = move |_| {
        if let Some(row) = field("own.gpus") {
            scenario.set_number(Edit::Step, row, gpus);
        }
    };
    let label = strings::own_this_many(&locale.figure(gpus, Style::Count));
    Some(
        view! { <p><button type="button" data-action="take-best-mix" on:click=take prop:textContent=label></button></p> }
            .into_any(),
    )
}
