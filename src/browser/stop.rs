//! A panic covers the figures: wrong numbers must not stay on screen.

use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit};

/// From now on a panic tells the page, which covers its figures.
pub fn on_panic() {
    std::panic::set_hook(Box::new(|panic| {
        let report = panic.to_string();
        web_sys::console::error_1(&JsValue::from_str(&report));
        let init = CustomEventInit::new();
        init.set_detail(&JsValue::from_str(&report));
        if let (Some(window), Ok(event)) =
            (web_sys::window(), CustomEvent::new_with_event_init_dict("rack-or-rent:stopped", &init))
        {
            let _ = window.dispatch_event(&event);
        }
    }));
}
