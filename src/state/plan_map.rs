//! The map of two inputs: drawn in slices for the room that shows it, and kept for exports.

use std::sync::Arc;

use engine::analysis::plan_map::MapInput;
use engine::view::plan_map;
use engine::view::plot::Plot;
use leptos::prelude::*;

use super::evaluation::{Evaluation, EvaluationContext};
use super::rooms::Room;
use super::slices::in_slices;
use super::ui_state::UiState;

/// A map that was drawn.
#[derive(Clone)]
pub struct DrawnMap {
    /// The result that it belongs to.
    shown: Arc<Evaluation>,
    /// Its inputs.
    inputs: [&'static str; 2],
    /// The chart; nothing where the cheapest plan changes too often to be drawn, or nothing compares.
    plot: Option<Arc<Plot>>,
}

/// The inputs of the map: those chosen where they move a cost in this scenario, else the usual ones.
pub fn map_inputs(ui: UiState, shown: &Evaluation) -> Option<[MapInput; 2]> {
    let chosen = ui.map_inputs.get().and_then(|[first, second]| {
        let known = shown.map_inputs();
        let find = |id: &str| known.iter().copied().find(|input| input.id() == id);
        Some([find(first)?, find(second)?])
    });
    chosen.or_else(|| shown.usual_map_inputs())
}

/// The map of a result, if it is drawn: the chart, or that there is none.
pub fn drawn_map(ui: UiState, shown: &Evaluation) -> Option<Option<Arc<Plot>>> {
    let inputs = map_inputs(ui, shown)?.map(MapInput::id);
    ui.drawn_map.with(|drawn| {
        let drawn = drawn.as_ref()?;
        (std::ptr::eq(&raw const *drawn.shown, shown) && drawn.inputs == inputs).then(|| drawn.plot.clone())
    })
}

/// Draws the map of what is shown while its room is open, unless it is drawn.
pub fn draw_map(evaluation: EvaluationContext, ui: UiState) {
    let Some(shown) = evaluation.shown().filter(|_| ui.rooms.open() == Room::Risk) else { return };
    let Some(inputs) = map_inputs(ui, &shown) else { return };
    if untrack(|| drawn_map(ui, &shown)).is_some() {
        return;
    }
    let ids = inputs.map(MapInput::id);
    let keep = move |shown: &Arc<Evaluation>, plot: Option<Arc<Plot>>| {
        ui.drawn_map.set(Some(DrawnMap { shown: Arc::clone(shown), inputs: ids, plot }));
    };
    let Some(search) = shown.start_map(inputs) else { return keep(&shown, None) };
    let is_wanted = move |shown: &Arc<Evaluation>| {
        let latest = untrack(|| evaluation.shown());
        let inputs = untrack(|| latest.as_ref().and_then(|latest| map_inputs(ui, latest)));
        latest.is_some_and(|latest| Arc::ptr_eq(&latest, shown))
            && inputs.map(|inputs| inputs.map(MapInput::id)) == Some(ids)
    };
    let mut search = Some(search);
    in_slices(move || {
        if !is_wanted(&shown) {
            return false;
        }
        if search.as_mut().is_some_and(|search| shown.step_map(search)) {
            return true;
        }
        if let Some(search) = search.take() {
            keep(&shown, search.finish().map(|map| Arc::new(plan_map::plot(&map))));
        }
        false
    });
}
