//! Ways to the places of the page: fields, sections, figures that open. Components link to them without knowing what draws them.

use engine::view::figure_links::KeyFigure;
use leptos::prelude::request_animation_frame;
use leptos::prelude::{GetUntracked, Set};

use crate::browser::dom;
use crate::state::UiState;

/// The id of the section for files of clusters and bills.
pub const MEASURED: &str = "measured";
/// The id of the field in it that chooses files.
pub const CHOOSE_FILES: &str = "choose-files";
/// The id of the figure that is open.
pub const OPEN_FIGURE: &str = "opened";

/// The element id of a row's field.
pub fn input_id(row: &str) -> String {
    format!("in-{}", row.replace(['.', '_'], "-"))
}

/// Focuses a row's field, opening whatever hides it.
pub fn focus_field(row: &str) {
    let id = input_id(row);
    if let Some(element) = dom::by_id(&id) {
        dom::unfold_above(&element);
        dom::focus(&id);
    }
}

/// Opens a figure and closes any other, or closes it.
pub fn toggle_figure(ui: UiState, figure: KeyFigure) {
    let close = ui.open_figure.get_untracked() == Some(figure);
    ui.open_figure.set((!close).then_some(figure));
    if !close {
        request_animation_frame(|| dom::show(OPEN_FIGURE));
    }
}
