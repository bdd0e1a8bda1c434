//! Communication with the page's scripts, and with an embedding page.

use leptos::prelude::window_event_listener_untyped;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit};

/// Sends a text to the page's scripts as an event on the window.
pub fn tell(name: &str, text: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&JsValue::from_str(text));
    if let (Some(window), Ok(event)) = (web_sys::window(), CustomEvent::new_with_event_init_dict(name, &init)) {
        let _ = window.dispatch_event(&event);
    }
}

/// Calls back with each message from the embedding page that `public/embed.js` lets through, as JSON.
pub fn on_message(then: impl Fn(&str) + 'static) {
    let _listens = window_event_listener_untyped("rack-or-rent:asked", move |event| {
        if let Some(text) = event.dyn_ref::<CustomEvent>().and_then(|e| e.detail().as_string()) {
            then(&text);
        }
    });
}

/// Whether the page is embedded. Such frames often cannot save files or use the clipboard.
pub fn is_framed() -> bool {
    let Some(window) = web_sys::window() else { return false };
    window.parent().ok().flatten().is_some_and(|parent| parent != window)
}
