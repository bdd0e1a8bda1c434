//! The page as a whole: what stands where, and what is written outside of it.

use std::time::Duration;

use engine::codec::link;
use engine::view::plain_text;
use leptos::ev::{KeyboardEvent, beforeprint, click, hashchange, keydown, pagehide, popstate, visibilitychange};
use leptos::prelude::*;
use leptos_use::{UseTimeoutFnReturn, use_debounce_fn, use_timeout_fn};
use wasm_bindgen::JsCast;

use crate::answer::watch_answer;
use crate::browser::{address, clock, dom, panic_cover, storage};
use crate::components::notice_list::NoticeList;
use crate::components::{Later, When};
use crate::embed::{self, EmbeddedPage};
use crate::form::InputForm;
use crate::layout::{self, AboveTheChart, ChartBelow, LiveRegion, Proof, SETTLE};
use crate::navigation::{ON_PAPER, focus_field, go_to, input_id};
use crate::state::plan_choice::SizesKnown;
use crate::state::rooms::{Room, Rooms, section};
use crate::state::{Fold, Notice, NoticeAction, Origin, UiState, Workspace};
use crate::strings::app as strings;

/// Wait before the live region speaks, in milliseconds.
const SPEAK: f64 = 1_000.0;

/// Wait before what another window changed is taken up, in milliseconds.
const HEAR: f64 = 100.0;

/// The first input of the form, where the skip link leads.
const FIRST_INPUT: &str = "own.gpus";

/// Wait before the page is completed where no frame is painted.
const HIDDEN: Duration = Duration::from_secs(2);

/// Wait before a closed room is drawn: the page answers presses in between.
const BETWEEN_ROOMS: Duration = Duration::from_millis(100);

/// Mounts the page.
pub fn start() {
    panic_cover::on_panic();
    let Some(place) = dom::by_id("app").and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) else { return };
    let embedded = place.get_attribute("data-embed");
    leptos::mount::mount_to(place, move || {
        let workspace = Workspace::provide();
        announce_verdict(workspace);
        listen_everywhere(workspace);
        complete_after_first_paint(workspace.ui);
        draw_closed_rooms(workspace.ui);
        let asked = address::read();
        let asked = if asked.fragment.is_empty() { asked.query } else { asked.fragment };
        open_asked_room(workspace.ui.rooms, &asked);
        if let Some(keys) = &embedded {
            embed::follow(workspace, keys.clone());
            view! { <EmbeddedPage keys=keys.clone()/> }.into_any()
        } else {
            follow_in_address(workspace);
            follow_rooms(workspace);
            record_in_address(workspace);
            view! { <Page/> }.into_any()
        }
    })
    .forget();
}

/// The answer is painted first; what explains it and the folded inputs follow in the next moment.
fn complete_after_first_paint(ui: UiState) {
    let complete = move || ui.whole.set(true);
    // The first frame after the answer is worked out shows it; the second is asked for once that is painted.
    request_animation_frame(move || request_animation_frame(move || set_timeout(complete, Duration::ZERO)));
    set_timeout(complete, HIDDEN); // a hidden window paints no frames
}

/// Draws the rooms that are closed, one after the other, once the open one stands: they are there when they are opened, and
/// for paper.
fn draw_closed_rooms(ui: UiState) {
    set_timeout(
        move || {
            if !ui.whole.get_untracked() || ui.rooms.draw_next() {
                draw_closed_rooms(ui);
            }
        },
        BETWEEN_ROOMS,
    );
}

/// What stands where.
#[component]
fn Page() -> impl IntoView {
    view! {
        <div class="app">
            <TopBar/>
            <main class="page">
                <div class="lead"><NoticeList/><AboveTheChart/></div>
                <ChartBelow/>
                <InputForm/>
                <Proof><Later part=layout::below_the_answer/></Proof>
            </main>
            <ShortAnswerAtTheFoot/>
        </div>
        <LiveRegion/>
    }
}

/// The answer in one line, while the answer itself is out of sight.
#[component]
fn ShortAnswerAtTheFoot() -> impl IntoView {
    let ui = UiState::expect();
    watch_answer(ui);
    view! { <When is=move || !ui.answer_in_sight.get()><Later part=layout::short_answer silent=true/></When> }
}

/// The bar at the top.
#[component]
fn TopBar() -> impl IntoView {
    let ui = UiState::expect();
    let links = [("share", strings::SHARE), ("scenarios", strings::SCENARIOS), ("method", strings::METHOD)];
    let link = |(part, label): (&'static str, &'static str)| {
        view! { <button type="button" class="plain" data-go=part on:click=move |_| go_to(ui, part)>{label}</button> }
    };
    view! {
        <header class="bar">
            // First in the order of Tab. The address stays: its part after # is the scenario.
            <a
                class="skip"
                href=format!("#{}", input_id(FIRST_INPUT))
                data-action="skip"
                on:click=move |ev| {
                    ev.prevent_default();
                    focus_field(ui, FIRST_INPUT);
                }
            >
                {strings::SKIP_TO_INPUTS}
            </a>
            // Tab passes it: "Defaults" does the same, and the first input is five presses away.
            <a class="wordmark" href="?" tabindex="-1">
                // As public/icon.svg, inside the page: the page may be one file.
                <svg width="24" height="24" aria-hidden="true" viewBox="0 0 32 32">
                    <rect width="32" height="32" rx="7" fill="#123f5c"/>
                    <path fill="none" stroke-width="3" stroke-linecap="round" d="M6 9C10 20 16 23 26 24" stroke="#ffb454"/>
                    <path fill="none" stroke-width="3" stroke-linecap="round" d="M6 18H26" stroke="#dfe9f0"/>
                    <circle cx="13.2" cy="18" r="3" fill="#fff"/>
                </svg>
                {strings::RACK_OR_RENT}
            </a>
            <p class="on-paper day" translate="no">{clock::today().map(String::from)}</p>
            <p class="promise">{strings::PRIVACY}</p>
            <nav aria-label=strings::ON_THIS_PAGE>{links.into_iter().map(link).collect_view()}</nav>
        </header>
    }
    .into_any()
}

impl Workspace {
    /// Carries out what a notice offers.
    pub fn act_on(self, action: NoticeAction) {
        match action {
            NoticeAction::SaveAll => {
                self.save_file("rack-or-rent-scenarios.json", "application/json", &self.all_in_one());
            }
            NoticeAction::SaveUnreadable => {
                self.save_file("rack-or-rent-unreadable.json", "application/json", &self.unreadable());
            }
            NoticeAction::Compare => go_to(self.ui, "compare"),
            NoticeAction::OnlyQuotes => {
                if let Some(row) = engine::inputs::field("rent.only_quotes") {
                    let on = engine::inputs::value::Value::Switch(true);
                    self.scenario.set(crate::state::Edit::Step, row, &on);
                }
            }
        }
    }

    /// Offers a text as a file to save.
    pub fn save_file(self, name: &str, media: &str, text: &str) {
        if !crate::browser::files::save(name, media, text) {
            self.notices.say(Notice::passing(strings::NO_FILES_IN_FRAME, Vec::new()));
        }
    }
}

/// Keys and presses that belong to no element: undo and redo outside text fields, and closing what lies over the page.
fn listen_everywhere(workspace: Workspace) {
    let in_text = |ev: &KeyboardEvent| {
        let target = ev.target().and_then(|t| t.dyn_into::<web_sys::HtmlInputElement>().ok());
        target.is_some_and(|input| input.type_() == "text")
    };
    let _listens = window_event_listener(keydown, move |ev| {
        if ev.key() == "Escape" {
            dom::close_open(None);
        }
        if in_text(&ev) || !(ev.ctrl_key() || ev.meta_key()) {
            return;
        }
        match (ev.key().as_str(), ev.shift_key()) {
            ("z", false) => workspace.undo(),
            ("y", _) | ("z" | "Z", true) => workspace.redo(),
            _ => return,
        }
        ev.prevent_default();
    });
    let _listens = window_event_listener(click, |ev| {
        dom::close_open(ev.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok()).as_ref());
    });
}

/// Keeps the address bar and the working copy at what is on screen, a little behind.
fn follow_in_address(workspace: Workspace) {
    let scenario = workspace.scenario;
    let from_elsewhere = scenario.origin_untracked() != Origin::Own || !address::read().query.is_empty();
    // A link that could not be read whole stays as it came: loaded again it says so again.
    let whole = workspace.notices.all().iter().all(|notice| notice.parts.is_empty());
    if from_elsewhere && whole {
        address::replace(&workspace.link_untracked());
    }
    // What the address held before it was last written.
    let replaced = StoredValue::new(None);
    let write = move || {
        if !scenario.is_written_untracked() {
            replaced.set_value(Some(address::read().fragment));
            write_outside(workspace);
        }
    };
    // A page can go at any time: what is on screen must not be lost with it. A reload takes the address as it begins, and the page
    // goes on until the server answers: what it writes meanwhile is not in that address.
    let leave = move || {
        storage::retry();
        write();
    };
    let _listens = window_event_listener(visibilitychange, move |_| leave());
    let _listens = window_event_listener(pagehide, move |_| {
        leave();
        if let Some(older) = replaced.get_value().filter(|_| scenario.is_own_work_untracked()) {
            storage::leave(&older);
        }
    });
    // On paper the answer stands with what it stands on.
    let _listens = window_event_listener(beforeprint, move |_| {
        workspace.ui.whole.set(true);
        workspace.ui.rooms.draw_all();
        for fold in ON_PAPER {
            workspace.ui.set_open(Fold::Named(fold), true);
        }
    });
    // Other windows of this browser save scenarios in the same place.
    // It may change much at once.
    let take_up = use_debounce_fn(move || workspace.take_up_change(), HEAR);
    let _listens = window_event_listener_untyped("storage", move |_| {
        take_up();
    });
    // A link put into the address of the open page is a visit of its own.
    let _listens = window_event_listener(hashchange, move |_| {
        let text = address::read().fragment;
        let is_ours = link::is_link(&text) || link::page_key(&text, "preset").is_some();
        if is_ours && !link::have_same_inputs(&text, &workspace.link_untracked()) {
            write_outside(workspace);
            replaced.set_value(None);
            address::replace(&text);
            address::reload();
        }
    });
    set_timeout(
        move || {
            if !storage::works() {
                workspace.say_storage_is_missing();
            }
        },
        Duration::ZERO,
    );
    let write_soon = use_debounce_fn(write, SETTLE);
    Effect::new(move || {
        let _ = scenario.document();
        if !scenario.is_written_untracked() {
            write_soon();
        }
    });
}

/// Opens the room that a link asks for, or the section in its room; else that of the entry of the history, after a reload.
fn open_asked_room(rooms: Rooms, asked: &str) {
    let wanted = link::page_key(asked, "open").and_then(|id| Room::from_id(&id));
    let section = link::page_key(asked, "section").and_then(|id| section(&id));
    let before = address::room().and_then(|id| Room::from_id(&id));
    if let Some(room) = section.and_then(Room::holding).or(wanted).or(before) {
        rooms.enter(room);
    }
    if let Some(section) = section {
        dom::when_drawn(section, move || dom::scroll_to(section));
    }
}

/// Follows Back and Forward. Only the room of an entry counts: the scenario on screen is written over its link, so that no edit
/// is lost.
fn follow_rooms(workspace: Workspace) {
    let rooms = workspace.ui.rooms;
    address::keep_room(rooms.open_untracked().id());
    let _listens = window_event_listener(popstate, move |_| {
        let Some(room) = address::room().and_then(|id| Room::from_id(&id)) else { return };
        address::replace(&workspace.link_untracked());
        rooms.enter(room);
        dom::focus_soon(room.heading());
    });
}

/// Adds the recommended plan to the link in the address bar, as soon as its sizes are known.
fn record_in_address(workspace: Workspace) {
    let settled = workspace.evaluation.settled();
    Effect::new(move || {
        settled.shown();
        let (address, link) = (address::read().fragment, workspace.link_untracked());
        if address != link && link::have_same_inputs(&address, &link) {
            address::replace(&link);
        }
    });
}

/// Writes what has changed into the address bar and the storage. A link is not stored; what the user makes of it is.
fn write_outside(workspace: Workspace) {
    let scenario = workspace.scenario;
    if scenario.is_written_untracked() {
        return;
    }
    address::replace(&workspace.link_untracked());
    scenario.mark_written();
    let held = storage::refuses();
    let lasts = if scenario.is_own_work_untracked() { workspace.store_working_copy() } else { !held };
    if lasts == held {
        workspace.say_whether_it_lasts(lasts);
    }
    if matches!(scenario.origin_untracked(), Origin::Saved(_)) {
        workspace.save_changes(false);
    }
}

/// Marks the first answer for measuring, and announces each later one once its inputs have settled, its sizes are found and it is weighed:
/// an answer that is not may still turn out too close to call. One that replaces the first before that was weighed is a later one, too.
fn announce_verdict(workspace: Workspace) {
    let (evaluation, locale) = (workspace.evaluation, workspace.locale);
    let settled = evaluation.settled();
    let opened = workspace.scenario.document_untracked();
    Effect::new(move |is_marked: Option<bool>| {
        let is_shown = evaluation.shown().is_some();
        if is_shown && is_marked != Some(true) {
            dom::mark("first-answer");
        }
        is_shown || is_marked == Some(true)
    });
    let say = move |()| {
        if let Some(shown) = settled.shown_untracked() {
            let write = |value, style| locale.figure(value, style);
            workspace.ui.announce(plain_text(&shown.sentence(), write));
        }
    };
    let UseTimeoutFnReturn { start, stop, .. } = use_timeout_fn(say, SPEAK);
    Effect::new(move |had_answer: Option<bool>| {
        let had_answer = had_answer == Some(true);
        let Some(shown) = settled.shown().filter(|shown| shown.choice.sizes_known == SizesKnown::Current) else {
            return had_answer;
        };
        if had_answer || shown.document != opened {
            stop();
            start(());
        }
        true
    });
}
