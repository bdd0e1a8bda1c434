//! The workers beside the page.
//!
//! Each starts from parts that the page holds, its glue as text and its compiled module, so it makes no request of its own
//! and also runs from disk and in sandboxed frames. `public/boot.js` fetches the parts when they are first wanted.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures_channel::oneshot;
use js_sys::{Array, Function, Object, Promise, Reflect};
use leptos::prelude::set_timeout;
use protocol::{FILES, MEASURED, REQUEST, RESPONSE, Response};
use serde::Serialize;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Event, MessageEvent, Url, Worker};

use super::files::FileContents;

/// What follows the glue: the first message is the module, which starts the program. An error leaves the promise, so that the
/// page hears of it.
const BOOT: &str = "self.onmessage = async (event) => { self.onmessage = null; try { await wasm_bindgen({ module_or_path: event.data }); } catch (error) { setTimeout(() => { throw error; }); } };";

/// Wait for a worker to become ready.
const SILENT: Duration = Duration::from_secs(10);

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

/// Why a worker does not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerProblem {
    /// It said nothing for too long.
    Silent,
    /// The browser's message; empty if there is none.
    Failed(String),
}

/// A kind, its glue and its compiled module.
type Parts = (WorkerKind, JsValue, JsValue);

/// Tells once whether a worker became ready.
type Readiness = Rc<Cell<Option<oneshot::Sender<Result<(), WorkerProblem>>>>>;

/// Returns whether this was the first outcome.
fn settle(readiness: &Readiness, outcome: Result<(), WorkerProblem>) -> bool {
    readiness.take().is_some_and(|sender| sender.send(outcome).is_ok())
}

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
    /// Starts a worker and waits until it is ready. `on_response` hears what it says, with what files say beside it;
    /// `on_failure` hears that it died later, with the browser's message if there is one.
    ///
    /// A worker that fails before it is ready is started once more, from parts fetched and compiled anew: see
    /// `public/boot.js` for the reason.
    ///
    /// Errors: the parts cannot be fetched, the browser refuses a worker, or it does not become ready.
    pub async fn start(
        kind: WorkerKind,
        on_response: impl Fn(Response, JsValue) + 'static,
        on_failure: impl Fn(String) + 'static,
    ) -> Result<Self, WorkerProblem> {
        let (on_response, on_failure) = (Rc::new(on_response), Rc::new(on_failure));
        let attempt = async |again: bool| {
            let refused = |error: JsValue| WorkerProblem::Failed(words(&error));
            let (_, glue, module) = parts(kind, again).await.map_err(refused)?;
            let (worker, ready) =
                Self::spawn(&glue, &module, Rc::clone(&on_response), Rc::clone(&on_failure)).map_err(refused)?;
            ready.await.unwrap_or(Err(WorkerProblem::Silent))?;
            Ok(worker)
        };
        match attempt(false).await {
            Ok(worker) => Ok(worker),
            Err(_) => attempt(true).await,
        }
    }

    fn spawn(
        glue: &JsValue,
        module: &JsValue,
        on_response: Rc<impl Fn(Response, JsValue) + 'static>,
        on_failure: Rc<impl Fn(String) + 'static>,
    ) -> Result<(Self, oneshot::Receiver<Result<(), WorkerProblem>>), JsValue> {
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let script = Blob::new_with_str_sequence_and_options(&Array::of2(glue, &BOOT.into()), &kind)?;
        let url = Url::create_object_url_with_blob(&script)?;
        let worker = Worker::new(&url)?;
        let (sender, ready) = oneshot::channel();
        let readiness: Readiness = Rc::new(Cell::new(Some(sender)));
        let becomes_ready = Rc::clone(&readiness);
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let part = |name: &str| Reflect::get(&event.data(), &name.into()).unwrap_or(JsValue::UNDEFINED);
            match serde_wasm_bindgen::from_value(part(RESPONSE)) {
                Ok(Response::Ready) => {
                    settle(&becomes_ready, Ok(()));
                }
                Ok(response) => on_response(response, part(MEASURED)),
                Err(_) => {}
            }
        });
        let fails = Rc::clone(&readiness);
        let failed = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default(); // not a failure of the page
            // Without a message where the script cannot even be parsed, in Firefox.
            let message = Reflect::get(&event, &"message".into()).ok().and_then(|words| words.as_string());
            let message = message.unwrap_or_default();
            if !settle(&fails, Err(WorkerProblem::Failed(message.clone()))) {
                on_failure(message);
            }
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        worker.post_message(module)?;
        let becomes_silent = move || {
            settle(&readiness, Err(WorkerProblem::Silent));
        };
        set_timeout(becomes_silent, SILENT);
        Ok((Self { worker, url, _heard: heard, _failed: failed }, ready))
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

/// The glue and the compiled module, fetched and compiled anew if asked for `again`.
async fn parts(kind: WorkerKind, again: bool) -> Result<Parts, JsValue> {
    if again {
        FETCHED.with_borrow_mut(|all| all.retain(|(of, ..)| *of != kind));
    }
    if let Some(parts) = FETCHED.with_borrow(|all| all.iter().find(|(of, ..)| *of == kind).cloned()) {
        return Ok(parts);
    }
    let fetch: Function = Reflect::get(&js_sys::global(), &PARTS.into())?.dyn_into()?;
    let promise: Promise = fetch.call2(&JsValue::UNDEFINED, &kind.name().into(), &again.into())?.dyn_into()?;
    let found: Array = JsFuture::from(promise).await?.dyn_into()?;
    let parts = (kind, found.get(0), found.get(1));
    FETCHED.with_borrow_mut(|all| all.push(parts.clone()));
    Ok(parts)
}

fn words(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
