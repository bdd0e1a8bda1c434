//! What the two workers beside the page share: hearing requests, answering, and the time.
//!
//! `worker-jobs` runs long jobs, small and built as the page is; `worker-files` reads files of clusters and bills, built
//! for speed. Each is fetched when it is first wanted.
#![cfg(target_arch = "wasm32")]

use js_sys::{Object, Reflect};
use protocol::{FILES, MEASURED, REQUEST, RESPONSE, Response};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Milliseconds between two reports of progress.
pub const REPORT: f64 = 50.0;

/// Takes requests from now on, each with the contents of files beside it, and says that it does.
pub fn serve<R: DeserializeOwned>(take: impl Fn(R, &JsValue) + 'static) {
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let part = |name: &str| Reflect::get(&event.data(), &name.into()).unwrap_or(JsValue::UNDEFINED);
        if let Ok(request) = serde_wasm_bindgen::from_value(part(REQUEST)) {
            take(request, &part(FILES));
        }
    });
    scope().set_onmessage(Some(heard.as_ref().unchecked_ref()));
    // It serves for as long as the worker lives.
    heard.forget();
    reply(&Response::Ready);
}

/// Answers.
pub fn reply(response: &Response) {
    reply_with(response, &JsValue::UNDEFINED);
}

/// Answers, with what files say beside it.
pub fn reply_with(response: &Response, measured: &JsValue) {
    let message = Object::new();
    if let Ok(response) = serde_wasm_bindgen::to_value(response) {
        let set = |name: &str, value: &JsValue| Reflect::set(&message, &name.into(), value);
        let _ = set(RESPONSE, &response).and(set(MEASURED, measured)).and_then(|_| scope().post_message(&message));
    }
}

/// Milliseconds since the worker started.
pub fn now() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
