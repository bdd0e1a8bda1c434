//! Listens to the page.

use protocol::{Job, JobId, Request, Response, Slice};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Milliseconds between two reports of progress.
const REPORT: f64 = 50.0;

/// Takes requests from now on, and says that it does.
pub(crate) fn serve() {
    let heard = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        if let Ok(Request::Run { job, task, subject }) = serde_wasm_bindgen::from_value(event.data()) {
            match Job::start(task, &subject) {
                Ok(started) => run(job, started),
                Err(problem) => reply(&Response::Failed { job, problem }),
            }
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

fn reply(response: &Response) {
    if let Ok(value) = serde_wasm_bindgen::to_value(response) {
        let _ = scope().post_message(&value);
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn now() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}
