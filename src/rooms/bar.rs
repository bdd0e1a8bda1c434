//! The bar of rooms: links to what explains the answer, one of which is open.

use leptos::prelude::*;

use super::strings;
use crate::navigation::open_room;
use crate::state::rooms::Room;
use crate::state::{EvaluationContext, UiState};

/// Whether a room holds something: costs and what moves them compare two plans.
pub fn has_content(evaluation: EvaluationContext, room: Room) -> Memo<bool> {
    let compares = evaluation.slice(|e| e.leading_plans().is_some() || e.is_about_pure_plans());
    Memo::new(move |_| !matches!(room, Room::Costs | Room::Risk) || compares.get().unwrap_or(true))
}

/// The bar.
#[component]
pub fn RoomBar() -> impl IntoView {
    let (ui, evaluation) = (UiState::expect(), EvaluationContext::expect());
    let link = |room: Room| {
        let current = move || (ui.rooms.open() == room).then_some("page");
        let has_content = has_content(evaluation, room);
        view! {
            <li data-room-link=room.id() hidden=move || !has_content.get()>
                <a
                    href=format!("#open={}", room.id())
                    aria-current=current
                    on:click=move |ev| {
                        ev.prevent_default();
                        open_room(ui, room);
                    }
                >
                    {strings::title(room)}
                    <span class="about-room">{strings::about(room)}</span>
                </a>
            </li>
        }
    };
    view! {
        <nav class="room-bar" aria-label=strings::ROOMS>
            <ul>{Room::ALL.into_iter().map(link).collect_view()}</ul>
        </nav>
    }
    .into_any()
}
