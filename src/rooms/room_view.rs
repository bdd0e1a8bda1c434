//! What a room shows: its heading and its sections, once it was opened.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::RoomBar;
use super::bar::has_content;
use super::costs::CostsRoom;
use super::decide::DecideRoom;
use super::demand::DemandRoom;
use super::plans::PlansRoom;
use super::risk::RiskRoom;
use super::sources::SourcesRoom;
use super::strings;
use crate::browser::{address, clipboard, frame};
use crate::components::When;
use crate::state::rooms::Room;
use crate::state::{EvaluationContext, UiState, Workspace};

/// The bar and the rooms.
#[component]
pub fn RoomsBelow() -> impl IntoView {
    let rooms = UiState::expect().rooms;
    let views = Room::ALL.into_iter().filter(|room| *room != Room::Inputs);
    view! {
        <RoomBar/>
        <div class="rooms" data-open=move || rooms.open().id()>
            {views.map(|room| view! { <RoomView room/> }).collect_view()}
        </div>
    }
    .into_any()
}

/// The open room without the bar, for a frame that shows it alone.
#[component]
pub fn OpenRoom() -> impl IntoView {
    let room = UiState::expect().rooms.open_untracked();
    view! { <div class="rooms" data-open=room.id()><RoomView room/></div> }.into_any()
}

/// A room. It is drawn when it is opened for the first time, and keeps what it shows while another one is open.
#[component]
fn RoomView(room: Room) -> impl IntoView {
    let rooms = UiState::expect().rooms;
    // Where the form has its own column, the plans stand beside it.
    let is_open = move || rooms.open() == room || (room == Room::Plans && rooms.open() == Room::Inputs);
    let sections = move || match room {
        Room::Inputs | Room::Plans => view! { <PlansRoom/> }.into_any(),
        Room::Demand => view! { <DemandRoom/> }.into_any(),
        Room::Costs => view! { <CostsRoom/> }.into_any(),
        Room::Risk => view! { <RiskRoom/> }.into_any(),
        Room::Decide => view! { <DecideRoom/> }.into_any(),
        Room::Sources => view! { <SourcesRoom/> }.into_any(),
    };
    let has_content = has_content(EvaluationContext::expect(), room);
    let nothing = move || view! { <When is=move || !has_content.get()><p>{strings::NOTHING_COMPARES}</p></When> };
    view! {
        <div class="room" data-room=room.id() hidden=move || !is_open()>
            <When is=move || rooms.is_drawn(room)><RoomHead room/>{sections()}{nothing()}</When>
        </div>
    }
    .into_any()
}

/// The heading of a room, and a button that copies a link to it.
#[component]
fn RoomHead(room: Room) -> impl IntoView {
    let (workspace, ui) = (Workspace::expect(), UiState::expect());
    let copied = RwSignal::new("");
    let copy = move |_| {
        let link = format!("{}#open={}&{}", address::page(), room.id(), workspace.link_untracked());
        spawn_local(async move {
            let words = if clipboard::copy_text(&link).await { strings::LINK_COPIED } else { strings::LINK_NOT_COPIED };
            copied.set(words);
            ui.announce(words);
        });
    };
    // A frame has no address of its own to link to.
    let offers_link = !frame::is_framed();
    view! {
        <div class="room-head">
            <h2 id=room.heading() tabindex="-1">{strings::title(room)}</h2>
            <p class="small">{strings::about(room)}</p>
            {offers_link.then(|| view! {
                <button type="button" class="plain" data-action=format!("link-to-{}", room.id()) on:click=copy>
                    {strings::COPY_LINK}
                </button>
                <span class="copied">{move || copied.get()}</span>
            })}
        </div>
    }
    .into_any()
}
