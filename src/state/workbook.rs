//! The workbook of the scenario, written by a worker of its own, which ends then.

use std::cell::Cell;
use std::rc::Rc;

use engine::codec::file;
use futures_channel::oneshot;
use protocol::{Subject, WorkbookRequest, WorkbookResponse, WorkerFailure, WorkerProblem};
use wasm_bindgen::JsValue;

use super::workspace::Workspace;
use crate::browser::files;
use crate::browser::worker_host::WorkerSession;
use crate::strings::workbook as strings;

/// Name of the file.
const FILE: &str = "rack-or-rent.xlsx";
/// Kind of the file.
const KIND: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

impl Workspace {
    /// Writes the workbook of the scenario and offers it as a file. Returns what came of it, in words.
    pub async fn save_workbook(self) -> String {
        let subject = Subject {
            scenario: file::write(&self.scenario.document_untracked()),
            own_book: self.prices.own_untracked().map(|own| own.text.clone()),
        };
        let program = strings::PROGRAM.to_owned();
        match written(WorkbookRequest { subject, program }).await {
            Ok(bytes) if files::save_bytes(FILE, KIND, &bytes) => strings::SAVED.to_owned(),
            Ok(_) => strings::NOT_SAVED.to_owned(),
            Err(why) if why.is_empty() => strings::NEEDS_A_WORKER.to_owned(),
            Err(why) => strings::failed(&why),
        }
    }
}

/// The bytes of a workbook.
///
/// Errors: why there is none, or nothing where the browser allows no worker.
async fn written(request: WorkbookRequest) -> Result<JsValue, String> {
    let (sender, answer) = oneshot::channel::<Result<JsValue, String>>();
    let sender = Rc::new(Cell::new(Some(sender)));
    let settle = move |outcome| {
        if let Some(sender) = sender.take() {
            let _ = sender.send(outcome); // nobody waits any more
        }
    };
    let fail = settle.clone();
    let hear = move |response, bytes| {
        settle(match response {
            WorkbookResponse::Written => Ok(bytes),
            WorkbookResponse::Failed(why) => Err(why),
        });
    };
    let worker = WorkerSession::new(hear, move |WorkerFailure { problem, .. }| {
        fail(Err(match problem {
            WorkerProblem::Silent => String::new(),
            WorkerProblem::Failed(message) => message,
        }));
    });
    worker.send(request);
    answer.await.unwrap_or(Err(String::new()))
}
