//! The page as one file: its text, and the scenario that a copy of it holds.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The function of `public/boot.js` that returns the text of the page as one file.
const TEXT: &str = "rackOrRentPage";

/// The scenario that this page's file holds, as a link; empty without one.
pub fn scenario() -> String {
    let document = web_sys::window().and_then(|window| window.document());
    let head = document.and_then(|document| document.query_selector("meta[name='scenario']").ok().flatten());
    head.and_then(|head| head.get_attribute("content")).unwrap_or_default()
}

/// The page as one file, without a scenario; nothing where the server does not hold it or cannot be reached.
pub async fn text() -> Option<String> {
    let text: Function = Reflect::get(&js_sys::global(), &TEXT.into()).ok()?.dyn_into().ok()?;
    let promise: Promise = text.call0(&JsValue::UNDEFINED).ok()?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()?.as_string()
}
