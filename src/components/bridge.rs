//! The bridge from a worked case to the current scenario, as the page shows and saves it.

use std::sync::Arc;

use engine::analysis::bridge::{Bridge, Followed, Parts, bridge};
use engine::codec::file;
use engine::view::Style;
use engine::view::bars;
use engine::view::plot::Plot;
use leptos::prelude::*;

use super::table::{ScrollTable, head_row};
use super::{FieldLink, Figure, words};
use crate::state::Workspace;
use crate::strings::bridge as strings;

/// The bridge from the chosen worked case; tracked.
pub fn found_bridge(workspace: Workspace) -> Option<Bridge> {
    let preset = workspace.ui.bridge_from.get()?;
    let from = file::read(preset.text(), &workspace.prices.published()).ok()?;
    bridge(&from.document, &workspace.scenario.document(), &workspace.prices.book())
}

/// Its chart.
pub fn plot_of(way: &Bridge) -> Plot {
    let ends = [[way.from.own, way.from.rent], [way.to.own, way.to.rent]];
    bars::way(ends, way.steps.iter().map(|s| (s.label, s.field, s.own, s.rent)))
}

/// The chart of the bridge from a worked case, if one is chosen.
pub fn bridge_plot(workspace: Workspace) -> Option<Plot> {
    untrack(|| found_bridge(workspace)).as_ref().map(plot_of)
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
        <ScrollTable label=strings::FROM_A_WORKED_EXAMPLE view="bridge">
            <table>
                <caption>{strings::EXPLANATION}</caption>
                {head_row(strings::CHANGE, FIGURES.map(|(label, ..)| label))}
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}
