//! The worker for files: keeps what it read of them for as long as they are open, and answers questions about them.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent_worker::serve(files::take);
}

#[cfg(target_arch = "wasm32")]
mod contents;
#[cfg(target_arch = "wasm32")]
mod examples;

#[cfg(target_arch = "wasm32")]
mod files {
    use std::cell::{Cell, RefCell};
    use std::io::{self, Read};
    use std::rc::Rc;

    use js_sys::Array;
    use protocol::{
        FileId, FileToRead, FilesRequest, FilesResponse, FilesSession, FilesStep, HearProgress, read_prices,
    };
    use rack_or_rent_worker::{Ping, REPORT, now, reply, reply_with};
    use wasm_bindgen::JsValue;

    use super::{contents, examples};

    /// The files, and their contents by number.
    struct Files {
        session: FilesSession,
        contents: Vec<(FileId, JsValue)>,
        hear: HearProgress,
        /// Whether the next step is on its way.
        is_called: bool,
    }

    thread_local! {
        static FILES: RefCell<Files> = RefCell::new(Files::new());
        static NEXT: Option<Ping> = Ping::new(step);
    }

    pub(super) fn take(request: FilesRequest, contents: &JsValue) {
        FILES.with_borrow_mut(|files| files.take(request, &Array::from(contents)));
        go_on();
    }

    fn step() {
        let goes_on = FILES.with_borrow_mut(|files| {
            files.is_called = false;
            files.step()
        });
        if goes_on {
            go_on();
        }
    }

    /// Works again once waiting requests are heard.
    fn go_on() {
        if !FILES.with_borrow_mut(|files| std::mem::replace(&mut files.is_called, true)) {
            NEXT.with(|next| next.iter().for_each(Ping::send));
        }
    }

    /// Reports progress now and then.
    fn report() -> HearProgress {
        let reported = Cell::new(now());
        Rc::new(move |job, progress| {
            if now() - reported.get() >= REPORT {
                reported.set(now());
                reply(&FilesResponse::Progress { job, progress });
            }
        })
    }

    impl Files {
        fn new() -> Self {
            Self { session: FilesSession::default(), contents: Vec::new(), hear: report(), is_called: false }
        }

        fn take(&mut self, request: FilesRequest, contents: &Array) {
            match request {
                FilesRequest::Open(files) => {
                    self.contents = files.iter().map(|file| file.id).zip(contents.iter()).collect();
                    self.session.open(files);
                }
                FilesRequest::Ask(asked) => self.session.ask(asked.job, asked.questions),
                FilesRequest::Cancel(job) => {
                    self.session.cancel(job);
                    reply(&FilesResponse::Cancelled { job });
                }
                FilesRequest::Prices { name, day } => {
                    let found = read_prices(contents::open(&contents.get(0)), &name, day);
                    let found = serde_wasm_bindgen::to_value(&found).unwrap_or(JsValue::UNDEFINED);
                    reply_with(&FilesResponse::PricesRead, &found);
                }
            }
        }

        /// Works for a moment. Returns whether there may be another.
        fn step(&mut self) -> bool {
            let contents = &self.contents;
            let mut open = |file: &FileToRead| -> io::Result<Box<dyn Read>> {
                let contents = contents.iter().find(|(id, _)| *id == file.id);
                let contents = contents.map_or(JsValue::UNDEFINED, |(_, contents)| contents.clone());
                match examples::example(&file.name).filter(|_| contents.is_null()) {
                    Some(example) => Ok(Box::new(example)),
                    None => contents::open(&contents),
                }
            };
            let until = now() + REPORT;
            loop {
                match self.session.step(&mut open, &self.hear) {
                    FilesStep::Idle => return false,
                    FilesStep::Reading(_) if now() < until => {}
                    FilesStep::Reading(_) => return true,
                    FilesStep::Answered(job, view) => {
                        let view = serde_wasm_bindgen::to_value(&*view).unwrap_or(JsValue::UNDEFINED);
                        reply_with(&FilesResponse::Measured { job }, &view);
                        return false;
                    }
                }
            }
        }
    }
}
