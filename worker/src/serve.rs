//! Listens to the page.

use std::io::{self, Read};

use js_sys::{Array, Object, Reflect};
use protocol::{
    FILES, Job, JobId, MEASURED, MeasureSubject, Progress, REQUEST, RESPONSE, Request, Response, Slice, measure,
};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

mod examples;
mod file;

/// Milliseconds between two reports of progress.
const REPORT: f64 = 50.0;

/// Takes requests from now on, and says that it does.
pub(crate) fn serve() {
    let heard = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        let part = |name: &str| Reflect::get(&event.data(), &name.into()).unwrap_or(JsValue::UNDEFINED);
        match serde_wasm_bindgen::from_value(part(REQUEST)) {
            Ok(Request::Run { job, task, subject }) => match Job::start(task, &subject) {
                Ok(started) => run(job, started),
                Err(problem) => reply(&Response::Failed { job, problem }),
            },
            Ok(Request::Measure { job, subject }) => read_files(job, &subject, &Array::from(&part(FILES))),
            Err(_) => {}
        }
    });
    scope().set_onmessage(Some(heard.as_ref().unchecked_ref()));
    // It serves for as long as the worker lives.
    heard.forget();
    reply(&Response::Ready);
}

fn run(job: JobId, mut running: Job) {
    loop {
        let until = now() + REPORT;
        match running.run(|| now() < until) {
            Slice::Running(progress) => reply(&Response::Progress { job, progress }),
            Slice::Done(Some(outcome)) => return reply(&Response::Finished { job, outcome }),
            Slice::Done(None) => return,
        }
    }
}

/// Reads the files that came with a request and reports how far it is, in kibibytes.
fn read_files(job: JobId, subject: &MeasureSubject, files: &Array) {
    let total = files.iter().map(|file| file::size(&file)).sum::<u64>();
    let kibibytes = |bytes: u64| u32::try_from(bytes / 1_024).unwrap_or(u32::MAX);
    let mut reported = now();
    let mut progress = |bytes: u64| {
        if now() - reported >= REPORT {
            reported = now();
            reply(&Response::Progress { job, progress: Progress { done: kibibytes(bytes), total: kibibytes(total) } });
        }
    };
    let mut open = |place: usize| -> io::Result<Box<dyn Read>> {
        let contents = files.get(u32::try_from(place).unwrap_or(u32::MAX));
        let name = subject.files.get(place).map_or("", |file| file.name.as_str());
        match examples::example(name).filter(|_| contents.is_null()) {
            Some(example) => Ok(Box::new(example)),
            None => file::open(&contents),
        }
    };
    let measured = serde_wasm_bindgen::to_value(&measure(subject, &mut open, &mut progress));
    reply_with(&Response::Measured { job }, &measured.unwrap_or(JsValue::UNDEFINED));
}

fn reply(response: &Response) {
    reply_with(response, &JsValue::UNDEFINED);
}

/// Sends a response and what files say.
fn reply_with(response: &Response, measured: &JsValue) {
    let message = Object::new();
    if let Ok(response) = serde_wasm_bindgen::to_value(response) {
        let set = |name: &str, value: &JsValue| Reflect::set(&message, &name.into(), value);
        let _ = set(RESPONSE, &response).and(set(MEASURED, measured)).and_then(|_| scope().post_message(&message));
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn now() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}
