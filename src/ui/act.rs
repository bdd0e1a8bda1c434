//! What drawn parts ask for: one listener reads `data-do` and `data-about` of what was clicked or changed.

use engine::presets::preset;
use engine::scenario::field;
use engine::scenario::field::Kind;
use engine::scenario::value::{Cell, Value};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use super::field_input::focus;
use super::list_input;
use crate::browser::{clipboard, download, measure};
use crate::state::{AppState, BOOK, Notice};

/// Carries out a click or change inside a drawn part.
pub fn act(state: AppState, event: &web_sys::Event) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok()) else { return };
    let Ok(Some(element)) = target.closest("[data-do]") else { return };
    let about = element.get_attribute("data-about").unwrap_or_default();
    let kept = || state.kept_with_id(&about);
    match (event.type_().as_str(), element.get_attribute("data-do").unwrap_or_default().as_str()) {
        ("click", "focus") => {
            event.prevent_default();
            focus(&about);
        }
        ("click", "preset") => state.open_preset_named(preset(&about)),
        ("click", "dismiss") => state.dismiss(&about),
        ("click", "open") => state.open_kept(kept()),
        ("click", "delete") => state.remove_kept(kept()),
        ("click", "add") => list_input::add(state, &about),
        ("click", "remove") => list_input::remove(state, &about),
        ("click", "save") => state.save(),
        ("click", "save-file") => save_file(state),
        ("click", "copy") => copy(state, about),
        ("click", "go") => measure::scroll_to(&about),
        ("click", "undo") => state.undo(),
        ("click", "redo") => state.redo(),
        ("click", "defaults") => state.reset(),
        ("click", "reset") => reset(state, &about),
        ("change", action) => changed(state, &element, action, &about),
        _ => {}
    }
}

/// A control that was changed.
fn changed(state: AppState, element: &web_sys::Element, action: &str, about: &str) {
    let input = element.dyn_ref::<web_sys::HtmlInputElement>();
    let text = match (input, element.dyn_ref::<web_sys::HtmlSelectElement>()) {
        (Some(input), _) => input.value(),
        (None, Some(select)) => select.value(),
        _ => return,
    };
    let on = input.is_some_and(web_sys::HtmlInputElement::checked);
    match action {
        "count" => count(state, about, on),
        "cell" => list_input::cell(state, about, &text),
        "rename" => state.rename(&text),
        "open-file" => input.cloned().into_iter().for_each(|i| open_file(state, i)),
        "set" => {
            let Some(row) = field(about) else { return };
            match row.kind {
                Kind::Switch => state.set(row, &Value::Switch(on)),
                Kind::Choice(_) => state.set(row, &Value::Choice(text.into())),
                _ => state.choose_gpu(&text),
            }
        }
        _ => {}
    }
}

/// Puts a row back to its default.
fn reset(state: AppState, id: &str) {
    if let Some(row) = field(id) {
        state.mark(row.id, None);
        state.set(row, &row.default_in(&BOOK).value);
        state.replaced.update(|n| *n += 1);
    }
}

fn save_file(state: AppState) {
    let text = state.document.with_untracked(engine::codec::file::write);
    if !download::save("rack-or-rent.json", &text) {
        state.say(Notice::passing("This frame does not allow files to be saved; copy the link instead", Vec::new()));
    }
}

fn open_file(state: AppState, input: web_sys::HtmlInputElement) {
    spawn_local(async move {
        if let Some(text) = download::chosen_text(input).await {
            state.open_file(&text);
        }
    });
}

/// Copies a link; `id` is that of its text box.
fn copy(state: AppState, id: String) {
    let found = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(&id));
    let Some(field) = found.and_then(|f| f.dyn_into::<web_sys::HtmlInputElement>().ok()) else { return };
    spawn_local(async move {
        let words = if clipboard::copy(field).await { "copied" } else { "selected: copy it with your keyboard" };
        state.copied.set(format!("{id}{words}"));
        state.announcement.set(format!("Link {words}"));
    });
}

/// Counts an offer in although it does not meet the needs, or no longer.
fn count(state: AppState, id: &str, on: bool) {
    let Some(row) = field("rent.counted_in") else { return };
    let Value::List(mut ids) = state.value(row) else { return };
    let cell = vec![Cell::Text(id.to_owned())];
    ids.retain(|kept| *kept != cell);
    if on {
        ids.push(cell);
    }
    state.set(row, &Value::List(ids));
}
