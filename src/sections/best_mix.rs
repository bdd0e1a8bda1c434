//! The best mix: who serves which level of the load, and what each single choice costs instead.

use std::sync::Arc;

use engine::analysis::best_mix::BestMix;
use engine::analysis::best_mix::MixChange;
use engine::analysis::mix_choice::MixChoice;
use engine::inputs::field;
use engine::view::best_mix::{ID, choices, plot, pooled};
use engine::view::phrases::offer_name;
use engine::view::{Piece, Style};
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::browser::locale::Locale;
use crate::components::goal_seek::with_unit;
use crate::components::job_panel::JobPanel;
use crate::components::table::{ScrollTable, head_row};
use crate::components::{Figure, OwnThisMany, PlotChart, sentence_views, words};
use crate::state::EvaluationContext;
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
        {changes(found)}
        {pooled(found).map(|pieces| view! { <p data-view="mix-pooled">{sentence_views(&pieces, false)}</p> })}
        <OwnThisMany gpus=found.best.own_gpus action="take-best-mix"/>
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
                {head_row(strings::CHOICE, heads)}
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
            {usd(strings::PER_YEAR, value.map(|_| choice.usd_per_year(months)))}
            {usd(strings::COSTS_MORE, value.map(|usd| usd - least).filter(|usd| *usd != 0.0 || value != Some(least)))}
        </tr>
    }
    .into_any()
}

/// The mix with one input at another value, the strongest change first.
fn changes(found: &BestMix) -> Option<AnyView> {
    let locale = Locale::expect();
    let row = |change: &MixChange| {
        let row = field(&change.field)?;
        let written = |value: f64| with_unit(locale, row, value);
        let count = |label: &'static str, value: f64| {
            view! { <td class="number" data-label=label><Figure value style=Style::Count/></td> }
        };
        let best = &change.best;
        let cost = best.present_value_usd.map(|value| view! { <Figure value style=Style::UsdShort/> });
        Some(
            view! {
                <tr>
                    <th scope="row">{row.label}<span class="why">{strings::now(&written(change.now))}</span></th>
                    <td class="number" data-label=strings::AT_VALUE>{written(change.value)}</td>
                    {count(strings::OWNED, best.own_gpus)}
                    {count(strings::COMMITTED, best.committed_gpus)}
                    <td class="number" data-label=strings::PRESENT_VALUE>{cost}</td>
                </tr>
            }
            .into_any(),
        )
    };
    let rows: Vec<AnyView> = found.changes.iter().filter_map(row).collect();
    let heads = [strings::AT_VALUE, strings::OWNED, strings::COMMITTED, strings::PRESENT_VALUE];
    (!rows.is_empty()).then(|| {
        view! {
            <h3>{strings::WHAT_WOULD_CHANGE_IT}</h3>
            <ScrollTable label=strings::WHAT_WOULD_CHANGE_IT view="mix-changes">
                <table class="cards">
                    {head_row(strings::INPUT, heads)}
                    <tbody>{rows}</tbody>
                </table>
            </ScrollTable>
        }
        .into_any()
    })
}
