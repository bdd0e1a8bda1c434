//! Ways to the places of the page: fields, sections, figures that open. Components link to them without knowing what draws them.

use engine::view::figure_links::KeyFigure;
use leptos::prelude::request_animation_frame;
use leptos::prelude::{GetUntracked, Set};

use crate::browser::{address, dom};
use crate::state::UiState;
use crate::state::rooms::Room;

/// The id of the section for files of clusters and bills.
pub const MEASURED: &str = "measured";
/// The id of the field in it that chooses files.
pub const CHOOSE_FILES: &str = "choose-files";
/// The id of the figure that is open.
pub const OPEN_FIGURE: &str = "opened";

/// The fold of the assumptions.
pub const ASSUMPTIONS_FOLD: &str = "assumptions";
/// Folds whose tables are printed.
pub const ON_PAPER: [&str; 2] = [ASSUMPTIONS_FOLD, "years"];

/// The element id of a row's field.
pub fn input_id(row: &str) -> String {
    format!("in-{}", row.replace(['.', '_'], "-"))
}

/// Focuses a row's field, opening whatever hides it; once it is drawn, where it is not yet.
pub fn focus_field(ui: UiState, row: &str) {
    let id = input_id(row);
    if dom::by_id(&id).is_none() {
        let row = row.to_owned();
        return dom::when_drawn(id, move || focus_drawn_field(ui, &row));
    }
    focus_drawn_field(ui, row);
}

fn focus_drawn_field(ui: UiState, row: &str) {
    let id = input_id(row);
    if let Some(element) = dom::by_id(&id) {
        dom::unfold_above(&element);
        dom::focus(&id);
        if !dom::is_laid_out(Room::Inputs.heading()) {
            // The form is a room where it has no column of its own.
            step_into(ui, Room::Inputs);
            dom::focus_soon(id);
        }
    }
}

/// Opens a room, as a step from which the browser leads back, and moves the focus to its heading.
pub fn open_room(ui: UiState, room: Room) {
    step_into(ui, room);
    dom::focus_soon(room.heading());
}

/// Goes to a part of the page, in whichever room that is; a person who wants to share wants the link.
pub fn go_to(ui: UiState, part: &'static str) {
    let Some(room) = Room::holding(part) else { return show_part(part) };
    step_into(ui, room);
    dom::when_drawn(part, move || show_part(part));
}

/// Goes to a part of the page, and to a field in it.
pub fn go_to_field(ui: UiState, part: &'static str, field: &'static str) {
    if let Some(room) = Room::holding(part) {
        step_into(ui, room);
    }
    dom::when_drawn(field, move || {
        show_part(part);
        dom::focus(field);
    });
}

fn step_into(ui: UiState, room: Room) {
    if ui.rooms.open_untracked() != room {
        ui.rooms.enter(room);
        address::push_room(room.id());
    }
}

fn show_part(part: &str) {
    dom::scroll_to(part);
    if part == "share" {
        dom::focus("private-link");
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
