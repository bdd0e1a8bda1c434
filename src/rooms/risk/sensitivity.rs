//! What changes the answer: the strongest inputs within their ranges, goal seek, and the bridge from a worked case.

use std::sync::Arc;

use engine::analysis::bridge::Bridge;
use engine::analysis::sensitivity::Driver;
use engine::inputs::field;
use engine::inputs::field::Field;
use engine::inputs::presets::{PRESETS, preset};
use engine::view::Style;
use engine::view::bars;
use engine::view::exportable::PlotId;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::bridge::{BridgeTable, found_bridge, plot_of};
use crate::components::goal_seek::{goal_seek_words, seek, with_unit};
use crate::components::table::ScrollTable;
use crate::components::{FieldLink, Figure, Fixed, PlotChart, PlotOf, sentence_views};
use crate::rooms::risk::strings::sensitivity as strings;
use crate::state::{Evaluation, EvaluationContext, ScenarioStore, UiState, Workspace};
use crate::strings::bridge;

/// The section.
#[component]
pub fn BridgeAndDrivers() -> impl IntoView {
    view! {
        <section class="moving" id="moving" aria-labelledby="moving-heading">
            <h2 id="moving-heading">{strings::TITLE}</h2>
            <PlotOf id=PlotId::Drivers/>
            <DriverTable/>
            <BridgeFromPreset/>
        </section>
    }
}

/// The strongest inputs within their ranges.
#[component]
fn DriverTable() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    move || evaluation.shown().map(|shown| drivers(&shown, locale))
}

fn drivers(shown: &Evaluation, locale: Locale) -> AnyView {
    let rows: Vec<AnyView> =
        bars::shown_drivers(shown.drivers()).filter_map(|found| driver_row(found, locale)).collect();
    if rows.is_empty() {
        return view! { <p class="empty">{strings::NO_INPUT}</p> }.into_any();
    }
    view! {
        <ScrollTable label=strings::TITLE>
            <table class="cards">
                <caption>{strings::EXPLANATION}</caption>
                <thead>
                    <tr>
                        <th scope="col">{strings::INPUT}</th>
                        <th class="number" scope="col">{strings::LOW}</th>
                        <th class="number" scope="col">{strings::HIGH}</th>
                        <th class="number" scope="col">{strings::OWNING_SAVES_AT_LOW}</th>
                        <th class="number" scope="col">{strings::AT_HIGH}</th>
                        <th scope="col">{strings::BREAK_EVEN}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
        <p class="small">{sentence_views(&strings::allowance(shown.report.verdict.allowance_usd), false)}</p>
    }
    .into_any()
}

fn driver_row(found: &Driver, locale: Locale) -> Option<AnyView> {
    let row = field(found.field)?;
    let mark = found.flips.then(|| view! { <span class="flips">{strings::CHANGES_THE_ANSWER}</span> });
    Some(
        view! {
            <tr data-driver=row.id>
                <th scope="row">
                    <FieldLink row=row.id label=row.label/>
                    " "
                    {mark}
                    <span class="why">{row.group.label}</span>
                </th>
                <td class="number" data-label=strings::LOW><Fixed text=with_unit(locale, row, found.low)/></td>
                <td class="number" data-label=strings::HIGH><Fixed text=with_unit(locale, row, found.high)/></td>
                <td class="number" data-label=strings::OWNING_SAVES_AT_LOW>
                    <Figure value=found.saving_at_low_usd style=Style::UsdShort/>
                </td>
                <td class="number" data-label=strings::AT_HIGH>
                    <Figure value=found.saving_at_high_usd style=Style::UsdShort/>
                </td>
                <td data-label=strings::BREAK_EVEN><SeekButton row/></td>
            </tr>
            <GoalSeekRow row/>
        }
        .into_any(),
    )
}

/// A button that runs a goal seek for a row.
#[component]
fn SeekButton(row: &'static Field) -> impl IntoView {
    let workspace = Workspace::expect();
    view! {
        <button
            type="button"
            class="plain"
            data-action="ask"
            aria-label=strings::find_break_even(&row.label)
            on:click=move |_| seek(workspace, row)
        >
            {strings::FIND}
        </button>
    }
}

/// The result of the last goal seek below its row, while it is for the current scenario.
#[component]
fn GoalSeekRow(row: &'static Field) -> impl IntoView {
    let (ui, scenario, locale) = (UiState::expect(), ScenarioStore::expect(), Locale::expect());
    move || {
        let asked = ui.goal_seek.get().filter(|a| a.found.field == row.id)?;
        let same = *asked.of == *scenario.document();
        same.then(|| {
            view! {
                <tr>
                    <td colspan="6">
                        <p class="asked" data-view="asked" role="status">{goal_seek_words(locale, row, &asked.found)}</p>
                    </td>
                </tr>
            }
            .into_any()
        })
    }
}

/// The bridge from a worked case to the current scenario.
#[component]
fn BridgeFromPreset() -> impl IntoView {
    let workspace = Workspace::expect();
    let ui = workspace.ui;
    let chosen = move || ui.bridge_from.get().map_or("", |preset| preset.id);
    let found = Memo::new(move |_| found_bridge(workspace).map(|found| Found(Arc::new(found))));
    let plot = Signal::derive(move || found.get().map(|found| Arc::new(plot_of(&found.0))));
    view! {
        <div class="way-head">
            <label for="way-from">{bridge::FROM_A_WORKED_EXAMPLE}</label>
            <select
                id="way-from"
                data-field="way"
                on:change:target=move |ev| ui.bridge_from.set(preset(&ev.target().value()))
            >
                <option value="" prop:selected=move || chosen().is_empty()>{strings::CHOOSE_A_WORKED_EXAMPLE}</option>
                {PRESETS.iter().map(|preset| view! {
                    <option value=preset.id prop:selected=move || chosen() == preset.id>{preset.label}</option>
                }).collect_view()}
            </select>
        </div>
        <PlotChart id=PlotId::Bridge plot/>
        {move || found.get().map(|found| view! {
            <BridgeTable bridge=found.0 from=strings::WORKED_EXAMPLE to=strings::THIS_CASE/>
        })}
    }
}

/// A bridge, compared by identity: each is newly computed.
#[derive(Clone)]
struct Found(Arc<Bridge>);

impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
