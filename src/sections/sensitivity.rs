//! What changes the answer: the strongest inputs within their ranges, goal seek, and the bridge from a worked case.

use std::sync::Arc;

use engine::analysis::bridge::{Bridge, Followed, Parts};
use engine::analysis::sensitivity::Driver;
use engine::inputs::field;
use engine::inputs::field::Field;
use engine::inputs::presets::{PRESETS, preset};
use engine::view::Style;
use engine::view::bars;
use engine::view::exportable::PlotId;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::bridge::{found_bridge, plot_of};
use crate::components::goal_seek::{goal_seek_words, seek, with_unit};
use crate::components::table::{ScrollTable, head_row};
use crate::components::{FieldLink, Figure, Fixed, PlotChart, PlotOf, sentence_views, words};
use crate::state::{Evaluation, EvaluationContext, ScenarioStore, UiState, Workspace};
use crate::strings::moving as strings;

/// The section.
#[component]
pub fn BridgeAndDrivers() -> impl IntoView {
    view! {
        <section class="moving" id="moving" aria-labelledby="moving-heading">
            <h2 id="moving-heading">{strings::WHAT_MOVES_THE_ANSWER}</h2>
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
        return view! { <p class="empty">{strings::NO_INPUT_HAS_A_RANGE_THAT}</p> }.into_any();
    }
    view! {
        <ScrollTable label=strings::WHAT_MOVES_THE_ANSWER>
            <table class="cards">
                <caption>{strings::ONE_INPUT_AT_A_TIME_FROM}</caption>
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
    let mark = found.flips.then(|| view! { <span class="flips">{strings::TURNS_THE_ANSWER}</span> });
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
            aria-label=strings::find_at_which_value_both_cost(&row.label)
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
            <label for="way-from">{strings::FROM_A_WORKED_CASE_TO_THIS}</label>
            <select
                id="way-from"
                data-field="way"
                on:change:target=move |ev| ui.bridge_from.set(preset(&ev.target().value()))
            >
                <option value="" prop:selected=move || chosen().is_empty()>{strings::CHOOSE_A_WORKED_CASE}</option>
                {PRESETS.iter().map(|preset| view! {
                    <option value=preset.id prop:selected=move || chosen() == preset.id>{preset.label}</option>
                }).collect_view()}
            </select>
        </div>
        <PlotChart id=PlotId::Bridge plot/>
        {move || found.get().map(|found| view! {
            <BridgeTable bridge=found.0 from=strings::THE_WORKED_CASE to=strings::THIS_CASE/>
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

/// The figures of a bridge: fractions of a cent per GPU-hour, whole dollars over the horizon.
const FIGURES: [(&str, Followed, f64, Style); 3] = [
    (strings::OWN, |s| s.own, 1e-6, Style::UsdExact),
    (strings::RENT, |s| s.rent, 1e-6, Style::UsdExact),
    (strings::OWNING_SAVES, |s| s.saving, 1.0, Style::Usd),
];

/// A bridge as a table. Its parts are rounded so that they add up to the difference to the last digit.
#[component]
pub fn BridgeTable(bridge: Arc<Bridge>, #[prop(into)] from: String, #[prop(into)] to: String) -> impl IntoView {
    let found = FIGURES.map(|(.., figure, unit, _)| bridge.parts(figure, unit));
    let row = |head: AnyView, of: &dyn Fn(&Parts) -> Option<f64>| {
        let cells = found.iter().zip(&FIGURES).map(|(parts, (.., unit, style))| {
            let units = parts.as_ref().and_then(of);
            view! { <td class="number">{units.map(|units| view! { <Figure value=units * unit style=*style/> })}</td> }
        });
        view! { <tr><th scope="row">{head}</th>{cells.collect_view()}</tr> }.into_any()
    };
    let end = |label: String| view! { <strong>{label}</strong> }.into_any();
    let mut rows = vec![row(end(from), &|p| Some(p.from))];
    for step in &bridge.steps {
        let moved = |p: &Parts| p.steps.iter().find(|(_, label, _)| *label == step.label).map(|(.., units)| *units);
        if found.iter().flatten().any(|p| moved(p).is_some()) {
            let name = match step.field {
                Some(id) => view! { <FieldLink row=id label=step.label/> }.into_any(),
                None => words(step.label),
            };
            rows.push(row(name, &moved));
        }
    }
    rows.push(row(end(to), &|p| Some(p.to)));
    rows.push(row(words(strings::DIFFERENCE), &|p| Some(p.to - p.from)));
    view! {
        <ScrollTable label=strings::FROM_A_WORKED_CASE_TO_THIS view="bridge">
            <table>
                <caption>{strings::OWNING_AND_RENTING_A_PRODUCTIVE_HOUR}</caption>
                {head_row(strings::CHANGE, FIGURES.map(|(label, ..)| label))}
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}
