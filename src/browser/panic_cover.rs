//! Covers the figures after a panic: wrong numbers must not stay on screen.

use wasm_bindgen::JsValue;

use super::frame;

/// Installs the panic hook, which tells the page to cover its figures.
pub fn on_panic() {
    std::panic::set_hook(Box::new(|panic| {
        let report = panic.to_string();
        web_sys::console::error_1(&JsValue::from_str(&report));
        frame::tell("rack-or-rent:stopped", &report);
    }));
}
