//! The bridge from a worked case to the current scenario, as the page shows and saves it.

use engine::analysis::bridge::{Bridge, bridge};
use engine::codec::file;
use engine::view::bars;
use engine::view::plot::Plot;
use leptos::prelude::*;

use crate::state::Workspace;

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
