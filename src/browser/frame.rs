//! What stands around the program: the scripts of the page, and another page around this one.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit};

use super::measure;

/// Tells the page's scripts something: an event on the window, with a text.
pub fn tell(name: &str, text: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&JsValue::from_str(text));
    if let (Some(window), Ok(event)) = (web_sys::window(), CustomEvent::new_with_event_init_dict(name, &init)) {
        let _ = window.dispatch_event(&event);
    }
}

/// Calls back with what the page around this one asks for, as `public/embed.js` lets it through: JSON.
pub fn when_asked(then: impl Fn(&str) + 'static) {
    measure::listen(&["rack-or-rent:asked"], move |event| {
        if let Some(text) = event.dyn_ref::<CustomEvent>().and_then(|e| e.detail().as_string()) {
            then(&text);
        }
    });
}

/// Whether another page stands around this one. Such frames often may neither save files nor use the clipboard.
pub fn is_framed() -> bool {
    let Some(window) = web_sys::window() else { return false };
    window.parent().ok().flatten().is_some_and(|parent| parent != window)
}
