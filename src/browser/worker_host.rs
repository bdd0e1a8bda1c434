//! The workers beside the page.
//!
//! Each starts from parts that the page holds, its glue as text and its compiled module, so it makes no request of its own
//! and also runs from disk and in sandboxed frames. `public/boot.js` fetches the parts when they are first wanted.

use std::cell::RefCell;

use js_sys::{Array, Function, Object, Promise, Reflect};
use protocol::{FILES, MEASURED, REQUEST, RESPONSE, Response};
use serde::Serialize;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Event, MessageEvent, Url, Worker};

use super::files::FileContents;

/// What follows the glue: the first message is the module, which starts the program.
const BOOT: &str = "const boot = async (event) => { self.onmessage = null; await wasm_bindgen({ module_or_path: event.data }); }; self.onmessage = boot;";

/// The function of `public/boot.js` that fetches the parts.
const PARTS: &str = "rackOrRentWorker";

/// What a worker is for. Each kind is a program of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerKind {
    /// Long jobs.
    Jobs,
    /// Files of clusters and bills.
    Files,
}

impl WorkerKind {
    /// Its name in `public/boot.js`.
    fn name(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Files => "files",
        }
    }
}

/// A kind, its glue and its compiled module.
type Parts = (WorkerKind, JsValue, JsValue);

thread_local! {
    /// The parts, once they are here: fetched again only after a failure.
    static FETCHED: RefCell<Vec<Parts>> = const { RefCell::new(Vec::new()) };
}

/// A running worker. It ends when this is dropped.
pub struct WorkerHost {
    worker: Worker,
    url: String,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut(Event)>,
}

impl WorkerHost {
    /// Starts a worker; `on_response` hears what it says, `Ready` first, with what files say beside it; `on_failure` hears
    /// that it died, with the browser's message if there is one.
    ///
    /// Errors: the parts cannot be fetched, or the browser refuses a worker.
    pub async fn start(
        kind: WorkerKind,
        on_response: impl Fn(Response, JsValue) + 'static,
        on_failure: impl Fn(String) + 'static,
    ) -> Result<Self, String> {
        let (_, glue, module) = parts(kind).await.map_err(|error| words(&error))?;
        Self::spawn(&glue, &module, on_response, on_failure).map_err(|error| words(&error))
    }

    fn spawn(
        glue: &JsValue,
        module: &JsValue,
        on_response: impl Fn(Response, JsValue) + 'static,
        on_failure: impl Fn(String) + 'static,
    ) -> Result<Self, JsValue> {
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let script = Blob::new_with_str_sequence_and_options(&Array::of2(glue, &BOOT.into()), &kind)?;
        let url = Url::create_object_url_with_blob(&script)?;
        let worker = Worker::new(&url)?;
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let part = |name: &str| Reflect::get(&event.data(), &name.into()).unwrap_or(JsValue::UNDEFINED);
            if let Ok(response) = serde_wasm_bindgen::from_value(part(RESPONSE)) {
                on_response(response, part(MEASURED));
            }
        });
        let failed = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default(); // not a failure of the page
            // Without a message where the script cannot even be parsed, in Firefox.
            let message = Reflect::get(&event, &"message".into()).ok().and_then(|words| words.as_string());
            on_failure(message.unwrap_or_default());
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        worker.post_message(module)?;
        Ok(Self { worker, url, _heard: heard, _failed: failed })
    }

    /// Sends a request. Returns whether that was possible.
    pub fn post(&self, request: &impl Serialize) -> bool {
        self.post_with(request, std::iter::empty())
    }

    /// Sends a request with the contents of files. Returns whether that was possible.
    pub fn post_with<'f>(&self, request: &impl Serialize, files: impl Iterator<Item = &'f FileContents>) -> bool {
        let files: Array = files.map(FileContents::message).collect();
        let message = Object::new();
        serde_wasm_bindgen::to_value(request).is_ok_and(|request| {
            Reflect::set(&message, &REQUEST.into(), &request).is_ok()
                && Reflect::set(&message, &FILES.into(), &files).is_ok()
                && self.worker.post_message(&message).is_ok()
        })
    }
}

impl Drop for WorkerHost {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
        let _ = Url::revoke_object_url(&self.url);
    }
}

/// The glue and the compiled module.
async fn parts(kind: WorkerKind) -> Result<Parts, JsValue> {
    if let Some(parts) = FETCHED.with_borrow(|all| all.iter().find(|(of, ..)| *of == kind).cloned()) {
        return Ok(parts);
    }
    let fetch: Function = Reflect::get(&js_sys::global(), &PARTS.into())?.dyn_into()?;
    let promise: Promise = fetch.call1(&JsValue::UNDEFINED, &kind.name().into())?.dyn_into()?;
    let found: Array = JsFuture::from(promise).await?.dyn_into()?;
    let parts = (kind, found.get(0), found.get(1));
    FETCHED.with_borrow_mut(|all| all.push(parts.clone()));
    Ok(parts)
}

fn words(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
