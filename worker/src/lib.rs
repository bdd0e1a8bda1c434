//! What the workers beside the page share: receiving requests, sending responses, and the time.
//!
//! `worker-jobs` runs long jobs, `worker-files` reads files of clusters and bills: both are built for speed. `worker-workbook` writes
//! workbooks and is built small. Each is fetched on first use.
#![cfg(target_arch = "wasm32")]

use js_sys::{Object, Reflect};
use protocol::{FILES, MEASURED, REQUEST, RESPONSE, Request, WorkerMessage};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

/// Milliseconds between two reports of progress.
pub const REPORT: f64 = 50.0;

/// Takes requests from now on, each with the contents of files beside it, after reporting `Ready`. Each is acknowledged at
/// once.
pub fn serve<Q: Request + DeserializeOwned + 'static>(take: impl Fn(Q, &JsValue) + 'static) {
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let member = |name: &str| Reflect::get(&event.data(), &name.into()).unwrap_or(JsValue::UNDEFINED);
        if let Ok(request) = serde_wasm_bindgen::from_value(member(REQUEST)) {
            alive();
            take(request, &member(FILES));
        }
    });
    scope().set_onmessage(Some(heard.as_ref().unchecked_ref()));
    // It serves for as long as the worker lives.
    heard.forget();
    post(&WorkerMessage::<()>::Ready, &JsValue::UNDEFINED);
}

/// Shows that the worker is alive. To be called every few seconds at least while nothing else is sent: a worker that is silent
/// for `protocol::SILENCE` is ended.
pub fn alive() {
    post(&WorkerMessage::<()>::Alive, &JsValue::UNDEFINED);
}

/// Sends a response.
pub fn reply(response: &impl Serialize) {
    reply_with(response, &JsValue::UNDEFINED);
}

/// Sends a response, with the file results as a second value.
pub fn reply_with(response: &impl Serialize, measured: &JsValue) {
    post(&WorkerMessage::Response(response), measured);
}

fn post(message: &WorkerMessage<impl Serialize>, measured: &JsValue) {
    let members = Object::new();
    if let Ok(message) = serde_wasm_bindgen::to_value(message) {
        let set = |name: &str, value: &JsValue| Reflect::set(&members, &name.into(), value);
        let _ = set(RESPONSE, &message).and(set(MEASURED, measured)).and_then(|_| scope().post_message(&members));
    }
}

/// Calls a function once all waiting messages have been received. A timer would do the same, 4 ms later each time.
pub struct Ping {
    port: MessagePort,
    _heard: (MessagePort, Closure<dyn Fn()>),
}

impl Ping {
    /// `None` where the browser has no such channel.
    pub fn new(call: impl Fn() + 'static) -> Option<Self> {
        let channel = MessageChannel::new().ok()?;
        let (port, other) = (channel.port1(), channel.port2());
        let heard = Closure::<dyn Fn()>::new(call);
        other.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        Some(Self { port, _heard: (other, heard) })
    }

    /// Asks for the call.
    pub fn send(&self) {
        let _ = self.port.post_message(&JsValue::NULL);
    }
}

/// Milliseconds since the worker started.
pub fn now() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
