//! The workers beside the page.
//!
//! Each starts from parts that the page holds, its glue as text and its compiled module, so it makes no request of its own
//! and also runs from disk and in sandboxed frames. `public/boot.js` fetches the parts on first use.
//! `protocol::Session` decides when one is started, given up and replaced; this carries it out.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use futures_channel::oneshot;
use js_sys::{Array, Function, Object, Promise, Reflect};
use leptos::prelude::set_timeout;
use protocol::{
    Action, FILES, LOOK, MEASURED, REQUEST, RESPONSE, Request, Session, StartId, WorkerFailure, WorkerMessage,
    WorkerProblem,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, Event, MessageEvent, Url, Worker};

use super::dom;
use super::files::FileContents;

/// What follows the glue: the first message is the module, which starts the program. An error leaves the promise, so that the
/// page learns of it.
const BOOT: &str = "self.onmessage = async (event) => { self.onmessage = null; try { await wasm_bindgen({ module_or_path: event.data }); } catch (error) { setTimeout(() => { throw error; }); } };";

/// The function of `public/boot.js` that fetches the parts.
const PARTS: &str = "rackOrRentWorker";

/// The name of a worker, its glue and its compiled module.
type Parts = (&'static str, JsValue, JsValue);

thread_local! {
    /// The parts, once they are here: fetched again only after a failure.
    static FETCHED: RefCell<Vec<Parts>> = const { RefCell::new(Vec::new()) };
}

/// A worker that lives as long as this: started on the first request, replaced once if it fails or falls silent, ended when
/// this is dropped.
pub struct WorkerSession<Q: Request>(Rc<Inner<Q>>);

struct Inner<Q: Request> {
    session: RefCell<Session<Q, Array>>,
    worker: RefCell<Option<RunningWorker>>,
    is_looking: Cell<bool>,
    on_response: Box<dyn Fn(Q::Response, JsValue)>,
    on_failure: Box<dyn Fn(WorkerFailure)>,
}

impl<Q> WorkerSession<Q>
where
    Q: Request + Serialize + 'static,
    Q::Response: DeserializeOwned,
{
    /// Starts no worker yet. `on_response` receives each response, with the file results as a second value. `on_failure` is
    /// called when there is no worker: all open requests are then dropped, and the next one starts a new worker. Either may
    /// drop the session.
    pub fn new(
        on_response: impl Fn(Q::Response, JsValue) + 'static,
        on_failure: impl Fn(WorkerFailure) + 'static,
    ) -> Self {
        Self(Rc::new(Inner {
            session: RefCell::default(),
            worker: RefCell::default(),
            is_looking: Cell::new(false),
            on_response: Box::new(on_response),
            on_failure: Box::new(on_failure),
        }))
    }

    /// Sends a request, once the worker is ready.
    pub fn send(&self, request: Q) {
        self.send_with(request, std::iter::empty());
    }

    /// Sends a request with the contents of files.
    pub fn send_with<'f>(&self, request: Q, files: impl Iterator<Item = &'f FileContents>) {
        let files: Array = files.map(FileContents::message).collect();
        let actions = self.0.session.borrow_mut().ask(request, files);
        Inner::perform(&self.0, actions);
    }
}

/// Asks a worker of its own, which ends then. `take`: the answer in a response and the value beside it; nothing where the answer is still
/// to come.
///
/// Errors: why there is no answer; empty where the browser allows no worker.
pub async fn ask_once<Q, T>(
    request: Q,
    files: &[FileContents],
    take: impl Fn(Q::Response, JsValue) -> Option<Result<T, String>> + 'static,
) -> Result<T, String>
where
    Q: Request + Serialize + 'static,
    Q::Response: DeserializeOwned,
    T: 'static,
{
    let (sender, answer) = oneshot::channel();
    let sender = Rc::new(Cell::new(Some(sender)));
    let settle = move |outcome| {
        if let Some(sender) = sender.take() {
            let _ = sender.send(outcome); // nobody waits any more
        }
    };
    let fail = settle.clone();
    let hear = move |response, value| {
        if let Some(outcome) = take(response, value) {
            settle(outcome);
        }
    };
    let worker = WorkerSession::new(hear, move |WorkerFailure { problem, .. }| {
        fail(Err(match problem {
            WorkerProblem::Silent => String::new(),
            WorkerProblem::Failed(message) => message,
        }));
    });
    worker.send_with(request, files.iter());
    answer.await.unwrap_or(Err(String::new()))
}

impl<Q> Inner<Q>
where
    Q: Request + Serialize + 'static,
    Q::Response: DeserializeOwned,
{
    fn perform(this: &Rc<Self>, actions: Vec<Action<Q, Array>>) {
        for action in actions {
            match action {
                Action::Start { start, anew } => {
                    this.worker.take();
                    spawn_local(Self::start(Rc::downgrade(this), start, anew));
                }
                Action::Post(request, files) => {
                    let posted =
                        this.worker.borrow().as_ref().map(|worker| (worker.start, worker.post(&request, &files)));
                    if let Some((start, Err(error))) = posted {
                        let actions = this.session.borrow_mut().failed(start, words(&error));
                        return Self::perform(this, actions); // a new worker gets the rest too
                    }
                }
                Action::Report(failure) => {
                    this.worker.take();
                    forget_parts(Q::WORKER);
                    (this.on_failure)(failure);
                }
            }
        }
        Self::keep_looking(this);
    }

    /// Fetches the parts and starts a worker.
    async fn start(this: Weak<Self>, start: StartId, anew: bool) {
        let parts = parts(Q::WORKER, anew).await;
        let Some(inner) = this.upgrade() else { return };
        if !inner.session.borrow_mut().spawned(start) {
            return; // given up meanwhile
        }
        let spawned = parts.and_then(|(_, glue, module)| RunningWorker::spawn(start, &glue, &module, &this));
        let actions = match spawned {
            Ok(worker) => {
                inner.worker.replace(Some(worker));
                Vec::new()
            }
            Err(error) => inner.session.borrow_mut().failed(start, words(&error)),
        };
        Self::perform(&inner, actions);
    }

    fn hear(this: &Rc<Self>, start: StartId, message: &JsValue) {
        let member = |name: &str| Reflect::get(message, &name.into()).unwrap_or(JsValue::UNDEFINED);
        match serde_wasm_bindgen::from_value(member(RESPONSE)) {
            Ok(WorkerMessage::Ready) => {
                let actions = this.session.borrow_mut().ready(start);
                Self::perform(this, actions);
            }
            Ok(WorkerMessage::Alive) => {
                this.session.borrow_mut().alive(start);
            }
            Ok(WorkerMessage::Response(response)) => {
                let counts = this.session.borrow_mut().responded(start, &response);
                if counts {
                    (this.on_response)(response, member(MEASURED));
                }
            }
            Err(_) => {}
        }
    }

    fn fail(this: &Rc<Self>, start: StartId, message: String) {
        let actions = this.session.borrow_mut().failed(start, message);
        Self::perform(this, actions);
    }

    /// Looks at the worker every second for as long as its silence counts.
    fn keep_looking(this: &Rc<Self>) {
        if this.is_looking.get() || !this.session.borrow().is_watched() {
            return;
        }
        this.is_looking.set(true);
        let weak = Rc::downgrade(this);
        let look = move || {
            if let Some(inner) = weak.upgrade() {
                inner.is_looking.set(false);
                let actions = inner.session.borrow_mut().look(dom::now());
                Self::perform(&inner, actions);
            }
        };
        set_timeout(look, Duration::from_secs_f64(LOOK / 1_000.0));
    }
}

/// A worker that runs. It ends when this is dropped.
struct RunningWorker {
    start: StartId,
    worker: Worker,
    url: String,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut(Event)>,
}

impl RunningWorker {
    fn spawn<Q>(start: StartId, glue: &JsValue, module: &JsValue, owner: &Weak<Inner<Q>>) -> Result<Self, JsValue>
    where
        Q: Request + Serialize + 'static,
        Q::Response: DeserializeOwned,
    {
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let script = Blob::new_with_str_sequence_and_options(&Array::of2(glue, &BOOT.into()), &kind)?;
        let url = Url::create_object_url_with_blob(&script)?;
        let worker = Worker::new(&url)?;
        let hears = Weak::clone(owner);
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(inner) = hears.upgrade() {
                Inner::hear(&inner, start, &event.data());
            }
        });
        let fails = Weak::clone(owner);
        let failed = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            event.prevent_default(); // not a failure of the page
            // Without a message where the script cannot even be parsed, in Firefox.
            let message = Reflect::get(&event, &"message".into()).ok().and_then(|words| words.as_string());
            if let Some(inner) = fails.upgrade() {
                Inner::fail(&inner, start, message.unwrap_or_default());
            }
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        let running = Self { start, worker, url, _heard: heard, _failed: failed };
        running.worker.post_message(module)?;
        Ok(running)
    }

    fn post(&self, request: &impl Serialize, files: &Array) -> Result<(), JsValue> {
        let message = Object::new();
        let request = serde_wasm_bindgen::to_value(request)?;
        Reflect::set(&message, &REQUEST.into(), &request)?;
        Reflect::set(&message, &FILES.into(), files)?;
        self.worker.post_message(&message)
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
        let _ = Url::revoke_object_url(&self.url);
    }
}

fn forget_parts(kind: &str) {
    FETCHED.with_borrow_mut(|all| all.retain(|(of, ..)| *of != kind));
}

/// The glue and the compiled module, fetched and compiled anew if asked for.
async fn parts(kind: &'static str, anew: bool) -> Result<Parts, JsValue> {
    if anew {
        forget_parts(kind);
    }
    if let Some(parts) = FETCHED.with_borrow(|all| all.iter().find(|(of, ..)| *of == kind).cloned()) {
        return Ok(parts);
    }
    let fetch: Function = Reflect::get(&js_sys::global(), &PARTS.into())?.dyn_into()?;
    let promise: Promise = fetch.call2(&JsValue::UNDEFINED, &kind.into(), &anew.into())?.dyn_into()?;
    let found: Array = JsFuture::from(promise).await?.dyn_into()?;
    let parts = (kind, found.get(0), found.get(1));
    FETCHED.with_borrow_mut(|all| all.push(parts.clone()));
    Ok(parts)
}

fn words(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
