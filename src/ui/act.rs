//! What the page is asked for: one listener reads `data-do` and `data-about` of what was clicked, typed in or changed.

use engine::presets::preset;
use engine::scenario::field;
use engine::scenario::field::Kind;
use engine::scenario::value::{Cell, Value};
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

use super::answer;
use super::charts::{self, cost_curve};
use super::field_input::{self, focus};
use super::list_input;
use super::moving;
use super::offered;
use super::offers::{PRICE_INPUT, price_button};
use super::opened;
use super::pieces::place_of;
use super::present;
use super::scenarios;
use super::snippet;
use super::vendor;
use crate::browser::timer::{Wait, after};
use crate::browser::{clipboard, download, measure, more};
use crate::files;
use crate::page::{Notice, Page};
use crate::state::{AppState, BOOK, sealed};
use crate::words::act as words;

/// Kinds of events that [`act`] wants to hear of.
pub const EVENTS: [&str; 12] = [
    "click",
    "change",
    "input",
    "focus",
    "blur",
    "keydown",
    "pointerdown",
    "pointermove",
    "pointerup",
    "pointercancel",
    "submit",
    "toggle",
];

/// What the last event was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// One on its own.
    Calm,
    /// A key in a field: more are about to come.
    Typing,
    /// A handle on its way: what is drawn stays under the hand.
    Dragging,
}

thread_local! {
    static PACE: std::cell::Cell<Pace> = const { std::cell::Cell::new(Pace::Calm) };
}

/// Whether somebody is typing or dragging.
pub fn pace() -> Pace {
    PACE.get()
}

fn pace_of(kind: &str, action: &str) -> Pace {
    match (kind, action) {
        ("pointermove", _) | ("input", "slide") => Pace::Dragging,
        ("input", _) => Pace::Typing,
        _ => Pace::Calm,
    }
}

/// Goes to a part of the page; who wants to share wants the link.
fn go(part: &str) {
    measure::scroll_to(part);
    if part == "share" {
        measure::focus("private-link");
    }
}

/// What needs the third part of the program, which somebody must ask for (scripts/asked.txt).
const ASKED: [&str; 8] =
    ["export", "open-book", "open-file", "save-all", "save-book", "save-file", "save-shown", "save-unreadable"];

/// Fetches that part: as soon as somebody comes near what needs it, and once it is pressed. Returns whether the event is
/// carried out after that.
fn fetch(state: AppState, event: &Event, kind: &str) -> bool {
    let pressed = matches!(kind, "click" | "change");
    match kind {
        _ if pressed => spawn_local(act_later(state, event.clone())),
        "pointerdown" | "focus" => spawn_local(async {
            more::fetch_all().await;
        }),
        _ => {}
    }
    pressed
}

/// Carries out what an event asks for once the third part of the program is there, and says so where it does not come.
async fn act_later(state: AppState, event: Event) {
    if more::fetch_all().await {
        act(state, &event);
    } else {
        let missing = Notice::passing(words::THIS_PART_COULD_NOT_BE_LOADED, Vec::new());
        state.edit().say(Notice { brief: true, ..missing });
    }
}

/// Carries out what an event asks for.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
pub fn act(state: AppState, event: &Event) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
    let kind = event.type_();
    if kind == "click" {
        measure::close_open(Some(&target));
    }
    if kind == "keydown" && in_text(&target) {
        return event.dyn_ref().into_iter().for_each(leave);
    }
    let element = target.closest("[data-do]").ok().flatten();
    let action = element.as_ref().and_then(|e| e.get_attribute("data-do")).unwrap_or_default();
    let about = element.as_ref().and_then(|e| e.get_attribute("data-about")).unwrap_or_default();
    PACE.set(pace_of(&kind, &action));
    if ASKED.contains(&action.as_str()) && !more::all_is_there() && fetch(state, event, &kind) {
        return;
    }
    match (kind.as_str(), action.as_str()) {
        ("submit", _) => event.prevent_default(),
        ("click", "focus") => {
            event.prevent_default();
            focus(&about);
        }
        ("click", "plot") => charts::follow_bar(&target.get_attribute("class").unwrap_or_default()),
        ("click", "save-file") => save_file(state),
        ("click", "save-all") => save_all(state),
        ("click", "save-unreadable") => save_unreadable(state),
        ("click", "save-book") => save_book(state),
        ("click", "list-price") => own_price(state, &about, None),
        ("click", "price") => {
            state.edit().price(&about);
            after(Wait::Focus, 0, Box::new(|| measure::focus(PRICE_INPUT)));
        }
        ("click", "copy") => copy(state, about),
        ("click", "preset") => {
            // The list has done its work.
            if let Ok(Some(list)) = target.closest("details") {
                let _ = list.remove_attribute("open");
            }
            state.edit().open_preset_named(preset(&about));
        }
        ("click", "work") => take_work(state),
        ("click", "export") => charts::export::export(state, &about),
        ("click", "save-shown") => charts::export::save_shown(),
        ("click", "quote") => take_as_quotes(state),
        ("click", "go") => go(&about),
        ("click", "to-compare") => go("compare"),
        ("click", "vendor") => {
            state.edit().open_fold(vendor::FOLD);
            after(Wait::Focus, 0, Box::new(|| measure::focus("in-vendor-0")));
        }
        ("click", "unfold") => {
            state.edit().open_fold(&about);
            after(Wait::Focus, 0, Box::new(move || measure::scroll_to(&place_of(&about))));
        }
        ("click", action) => {
            if let Some((_, what)) = BUTTONS.iter().find(|(name, _)| *name == action) {
                what(&mut state.edit(), &about);
                scenarios::follow_focus(action, &about);
            }
        }
        ("input", "number") => field_input::typing(state, &about, text(&target)),
        ("focus", "number") => state.quietly().hold(),
        ("blur", "number") => field_input::typed(state, &about),
        ("focus", "plot") => measure::show_whole(&target, event),
        ("blur", "plot") if state.now().cursor.is_some() => state.edit().cursor = None,
        ("input", "vendor") => vendor::typed(&mut state.edit(), &about, &text(&target)),
        ("input", "offer") => offered::typed(&mut state.edit(), &about, &text(&target)),
        ("input", "slide") => {
            cost_curve::take(state);
            cost_curve::slide(&mut state.edit(), &text(&target));
        }
        ("change", "slide") | ("pointerup" | "pointercancel", _) => cost_curve::let_go(state),
        ("change", "open-file" | "open-book") => {
            open_file(state, target, action == "open-book");
        }
        ("change", "own-price") => own_price(state, &about, Some(&text(&target))),
        ("change", action) => {
            if let Some((_, what)) = CONTROLS.iter().find(|(name, _)| *name == action) {
                let on = target.dyn_ref().is_some_and(HtmlInputElement::checked);
                what(&mut state.edit(), &about, &text(&target), on);
            }
        }
        ("pointerdown", "plot") if about == "cost-curve" => {
            event.dyn_ref().into_iter().for_each(|e| cost_curve::hold(state, e));
        }
        ("pointermove", "plot") if about == "cost-curve" => {
            event.dyn_ref().into_iter().for_each(|e| cost_curve::drag(state, e));
        }
        ("keydown", "plot") => event.dyn_ref().into_iter().for_each(|e| steer(state, &about, e)),
        ("keydown", _) => event.dyn_ref().into_iter().for_each(|e| keys(state, e)),
        ("toggle", "fold") => {
            let mut page = state.edit();
            page.folds.retain(|id| *id != about);
            if target.has_attribute("open") {
                page.folds.push(about);
            }
        }
        _ => {}
    }
}

/// A key on a chart.
fn steer(state: AppState, chart: &str, event: &KeyboardEvent) {
    if charts::move_cursor(state, chart, &event.key()) {
        event.prevent_default();
    }
}

/// Takes what the bill pays for as the work.
fn take_work(state: AppState) {
    if let Some(shown) = state.shown() {
        present::take_work(&mut state.edit(), &shown.report);
    }
}

/// The text of a field or the way of a select.
fn text(element: &Element) -> String {
    match (element.dyn_ref::<HtmlInputElement>(), element.dyn_ref::<HtmlSelectElement>()) {
        (Some(input), _) => input.value(),
        (None, Some(select)) => select.value(),
        _ => String::new(),
    }
}

/// What a button does to the page; it is told the button's `data-about`.
type Press = fn(&mut Page, &str);

/// What a control that was changed does to the page; it is told its `data-about`, its text and whether it is ticked.
type Change = fn(&mut Page, &str, &str, bool);

/// Buttons by their `data-do`.
const BUTTONS: [(&str, Press); 32] = [
    ("explain", opened::toggle),
    ("only-quotes", |page, _| {
        if let Some(row) = field("rent.only_quotes") {
            page.set(row, &Value::Switch(true));
        }
    }),
    ("put-away", charts::export::put_away),
    ("fix", answer::mend),
    ("today", |page, _| page.use_todays_prices()),
    ("set-number", field_input::set_number),
    ("offered", offered::take),
    ("take-vendor", vendor::take),
    ("close-vendor", vendor::close),
    ("as-saved", Page::as_saved),
    ("copy-kept", Page::copy_kept),
    ("up", |page, about| page.move_kept(about, false)),
    ("down", |page, about| page.move_kept(about, true)),
    ("save-another", |page, _| page.save_another()),
    ("take-new-name", |page, _| page.take_new_name()),
    ("keep-guests", |page, _| page.keep_guests()),
    ("drop-guests", |page, _| drop(page.take_guests())),
    ("ask-delete", |page, _| page.ask_to_delete(true)),
    ("keep-everything", |page, _| page.ask_to_delete(false)),
    ("delete-all", |page, _| page.delete_all()),
    ("ask", moving::ask),
    ("dismiss", |page, about| page.notices.retain(|n| n.text != about)),
    ("open", Page::open_kept),
    ("delete", Page::remove_kept),
    ("remove-book", |page, _| page.remove_book()),
    ("add", list_input::add),
    ("remove", list_input::remove),
    ("save", |page, _| page.save()),
    ("undo", |page, _| page.undo()),
    ("redo", |page, _| page.redo()),
    ("defaults", |page, _| page.reset()),
    ("reset", reset),
];

/// Controls by their `data-do`.
const CONTROLS: [(&str, Change); 7] = [
    ("embed", snippet::choose),
    ("choose", |page, about, _, on| page.choose(about, on)),
    ("way", |page, _, text, _| moving::start_way(page, text)),
    ("count", |page, about, _, on| count(page, about, on)),
    ("cell", |page, about, text, _| list_input::cell(page, about, text)),
    ("rename", |page, _, text, _| page.name(text)),
    ("set", set),
];

/// Sets a row to what was chosen or ticked.
fn set(page: &mut Page, about: &str, text: &str, on: bool) {
    let Some(row) = field(about) else { return };
    match row.kind {
        Kind::Switch => page.set(row, &Value::Switch(on)),
        Kind::Choice(_) => page.set(row, &Value::Choice(text.to_owned().into())),
        Kind::Gpu => page.choose_gpu(text),
        Kind::OtherGpu => page.set(row, &Value::Text(text.to_owned())),
        _ => field_input::set_text(page, row, text),
    }
}

/// Whether keys belong to the text of a field.
fn in_text(target: &Element) -> bool {
    target.dyn_ref::<HtmlInputElement>().is_some_and(|input| input.type_() == "text")
}

/// Escape closes what is open.
fn leave(event: &KeyboardEvent) {
    if event.key() == "Escape" {
        measure::close_open(None);
    }
}

/// The same, and Ctrl+Z and Ctrl+Y, outside text fields.
fn keys(state: AppState, event: &KeyboardEvent) {
    leave(event);
    if !(event.ctrl_key() || event.meta_key()) {
        return;
    }
    match (event.key().as_str(), event.shift_key()) {
        ("z", false) => state.edit().undo(),
        ("y", _) | ("z" | "Z", true) => state.edit().redo(),
        _ => return,
    }
    event.prevent_default();
}

/// Puts a row back to its default.
fn reset(page: &mut Page, id: &str) {
    if let Some(row) = field(id) {
        page.mark(row.id, None);
        page.set(row, &row.value_in(&BOOK));
        page.typed.clear();
    }
}

fn save_file(state: AppState) {
    let text = engine::codec::file::write(&sealed(&state.now().document));
    save_as(state, "rack-or-rent.json", "application/json", &text);
}

fn save_all(state: AppState) {
    let text = state.edit().all_in_one();
    save_as(state, "rack-or-rent-scenarios.json", "application/json", &text);
}

fn save_book(state: AppState) {
    let text = state.now().own_book.as_ref().map(|own| own.text.clone());
    if let Some(text) = text {
        save_as(state, "rack-or-rent-price-book.csv", "text/csv", &text);
    }
}

fn save_as(state: AppState, name: &str, kind: &str, text: &str) {
    if !download::save(name, kind, text) {
        state.edit().say(Notice::passing(words::THIS_FRAME_DOES_NOT_ALLOW_FILES, Vec::new()));
    }
}

fn save_unreadable(state: AppState) {
    let text = state.now().unreadable();
    save_as(state, "rack-or-rent-unreadable.json", "application/json", &text);
}

fn take_as_quotes(state: AppState) {
    if let Some(shown) = state.shown() {
        state.edit().take_as_quotes(&shown.report);
    }
}

fn open_file(state: AppState, input: Element, is_book: bool) {
    let Ok(input) = input.dyn_into::<HtmlInputElement>() else { return };
    spawn_local(async move {
        match download::chosen_text(input).await {
            Some(text) if is_book => state.edit().load_book(&text),
            Some(text) => files::open_file(state, text).await,
            None => {}
        }
    });
}

/// Takes the user's price of an offer, or nothing for the list's. The row moves to its new place, the keyboard with it.
fn own_price(state: AppState, offer: &str, text: Option<&str>) {
    state.edit().set_price(offer, text);
    let place = price_button(offer);
    after(Wait::Focus, 0, Box::new(move || measure::focus_if_lost(&place)));
}

/// Copies the text of a box; `id` is the box's.
fn copy(state: AppState, id: String) {
    let found = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(&id));
    let Some(field) = found else { return };
    spawn_local(async move {
        let words = if clipboard::copy(field).await { "copied" } else { words::SELECTED_COPY_IT_WITH_YOUR_KEYBOARD };
        let what = if id == charts::export::SHOWN { words::TEXT } else { words::LINK };
        let mut page = state.edit();
        page.copied = format!("{id}{words}");
        page.announcement = format!("{what} {words}");
        page.exports += 1; // the box may stand under a chart
    });
}

/// Counts an offer in although it does not meet the needs, or no longer.
fn count(page: &mut Page, id: &str, on: bool) {
    let Some(row) = field("rent.counted_in") else { return };
    let Value::List(mut ids) = row.get(&page.document.scenario) else { return };
    let cell = vec![Cell::Text(id.to_owned())];
    ids.retain(|kept| *kept != cell);
    if on {
        ids.push(cell);
    }
    page.set(row, &Value::List(ids));
}
