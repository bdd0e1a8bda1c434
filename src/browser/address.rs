//! The URL: the scenario's link is in the fragment, which no server ever sees.

use wasm_bindgen::JsValue;
use web_sys::Url;

/// The member of the history's state that names a room.
const ROOM: &str = "room";

/// The URL's query and fragment, each without its leading character; empty if there is none.
pub struct Address {
    /// After `?`.
    pub query: String,
    /// After `#`.
    pub fragment: String,
}

/// Reads the URL. Accepts a `#` that a mail program turned into `%23`.
pub fn read() -> Address {
    let Some(location) = web_sys::window().map(|w| w.location()) else {
        return Address { query: String::new(), fragment: String::new() };
    };
    let query = location.search().unwrap_or_default();
    let fragment = location.hash().unwrap_or_default();
    let path = location.pathname().unwrap_or_default();
    let mut query = query.trim_start_matches('?').to_owned();
    let mut fragment = fragment.trim_start_matches('#').to_owned();
    for text in [&mut query, &mut path.clone()] {
        if fragment.is_empty()
            && let Some((before, after)) = text.clone().split_once("%23")
        {
            after.clone_into(&mut fragment);
            before.clone_into(text);
        }
    }
    Address { query, fragment }
}

/// Writes the link to the URL; the entry of the history keeps its room. Returns whether the browser accepted it: some frames
/// refuse.
pub fn replace(link: &str) -> bool {
    let Some(history) = history() else { return false };
    let state = history.state().unwrap_or(JsValue::NULL);
    history.replace_state_with_url(&state, "", Some(&format!("{}#{link}", page()))).is_ok()
}

fn history() -> Option<web_sys::History> {
    web_sys::window()?.history().ok()
}

/// The room of the present entry of the history, by its id; nothing for an entry that this page did not make.
pub fn room() -> Option<String> {
    js_sys::Reflect::get(&history()?.state().ok()?, &JsValue::from_str(ROOM)).ok()?.as_string()
}

fn state_of(room: &str) -> JsValue {
    let state = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&state, &JsValue::from_str(ROOM), &JsValue::from_str(room));
    state.into()
}

/// Notes the room in the present entry of the history.
pub fn keep_room(room: &str) {
    if let Some(history) = history() {
        let _ = history.replace_state(&state_of(room), "");
    }
}

/// Adds an entry to the history for a room, with the same URL: the browser's Back leads to the room before.
pub fn push_room(room: &str) {
    let Some(history) = history() else { return };
    if super::dom::is_embedded() {
        return keep_room(room);
    }
    let _ = history.push_state(&state_of(room), "");
}

/// Whether the page was reloaded rather than opened.
pub fn is_reload() -> bool {
    let entries = web_sys::window().and_then(|w| w.performance()).map(|p| p.get_entries_by_type("navigation"));
    let kind = entries.and_then(|all| js_sys::Reflect::get(&all.get(0), &JsValue::from_str("type")).ok());
    kind.and_then(|kind| kind.as_string()).is_some_and(|kind| kind == "reload")
}

/// Reloads the page at its current URL.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        let _ = window.location().reload();
    }
}

/// Removes the link from the URL.
pub fn clear() -> bool {
    let Some(history) = history() else { return false };
    let state = history.state().unwrap_or(JsValue::NULL);
    history.replace_state_with_url(&state, "", Some(&page())).is_ok()
}

/// URL of the page itself, without `?` and `#`.
pub fn page() -> String {
    let href = web_sys::window().and_then(|w| w.location().href().ok()).unwrap_or_default();
    let end = href.find(['?', '#']).unwrap_or(href.len());
    let page = href.get(..end).unwrap_or_default();
    page.split_once("%23").map_or(page, |(page, _)| page).to_owned()
}

/// URL of the page in one file, if this build has one: the build names it in the page's head. It starts in frames without
/// an origin in every browser and from every server.
fn one_file() -> Option<String> {
    let document = web_sys::window()?.document()?;
    let name = document.query_selector("meta[name='one-file']").ok()??.get_attribute("content")?;
    let base = document.base_uri().ok()??;
    (!name.is_empty()).then(|| Url::new_with_base(&name, &base).ok().map(|url| url.href()))?
}

/// What frames on other sites load.
pub struct FramePage {
    /// Its URL.
    pub url: String,
    /// Whether it is one file, which needs nothing else from the server: this page itself may be that file.
    pub is_one_file: bool,
}

/// The page for frames on other sites: the one file if there is one, otherwise this page.
pub fn for_frames() -> FramePage {
    let is_this = || {
        let document = web_sys::window().and_then(|w| w.document());
        document.is_some_and(|document| document.get_element_by_id("program").is_some())
    };
    match one_file() {
        Some(url) => FramePage { url, is_one_file: true },
        None => FramePage { url: page(), is_one_file: is_this() },
    }
}
