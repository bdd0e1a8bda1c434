//! Copies text, in every kind of frame.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, HtmlDocument};

/// Copies the text of a visible text box: through the clipboard if the browser allows it, otherwise by selecting the
/// box and issuing a copy command. Returns whether it was copied; if not, the text stays selected for the user to copy.
pub async fn copy(field: Element) -> bool {
    // Inputs and text areas: two types that share only these property names.
    let member = |name: &str| js_sys::Reflect::get(&field, &JsValue::from_str(name)).ok();
    let text = member("value").and_then(|value| value.as_string()).unwrap_or_default();
    if let Some(promise) = through_clipboard(&text)
        && JsFuture::from(promise).await.is_ok()
    {
        return true;
    }
    if let Some(select) = member("select").and_then(|select| select.dyn_into::<js_sys::Function>().ok()) {
        let _ = select.call1(&field, &JsValue::UNDEFINED);
    }
    let document = web_sys::window().and_then(|w| w.document()).and_then(|d| d.dyn_into::<HtmlDocument>().ok());
    document.is_some_and(|d| d.exec_command("copy").unwrap_or(false))
}

/// Copies a text that is not in a box. Returns whether it was copied.
pub async fn copy_text(text: &str) -> bool {
    match through_clipboard(text) {
        Some(promise) => JsFuture::from(promise).await.is_ok(),
        None => false,
    }
}

/// The clipboard's promise; `None` if there is no clipboard (plain HTTP, sandboxed frames).
fn through_clipboard(text: &str) -> Option<js_sys::Promise> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    let clipboard: web_sys::Clipboard = clipboard.dyn_into().ok()?;
    Some(clipboard.write_text(text))
}
