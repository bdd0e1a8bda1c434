//! The worker for long jobs: runs them in turn, a slice of each at a time, and receives requests in between.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent_worker::serve(jobs::take);
}

#[cfg(target_arch = "wasm32")]
mod jobs {
    use std::cell::RefCell;

    use protocol::{JobRequest, JobRunner};
    use rack_or_rent_worker::{Ping, now, reply};
    use wasm_bindgen::JsValue;

    /// Milliseconds of a slice: a request is received after that at the latest, give or take a step of a search.
    const SLICE: f64 = 40.0;

    thread_local! {
        static RUNNER: RefCell<JobRunner> = RefCell::default();
        static NEXT: Option<Ping> = Ping::new(slice);
    }

    pub(super) fn take(request: JobRequest, _files: &JsValue) {
        let was_idle = RUNNER.with_borrow(JobRunner::is_idle);
        RUNNER.with_borrow_mut(|runner| runner.take(request));
        if was_idle {
            go_on();
        }
    }

    fn slice() {
        if let Some(response) = RUNNER.with_borrow_mut(|runner| runner.slice(SLICE, now)) {
            reply(&response);
        }
        go_on();
    }

    /// Runs the next slice once waiting requests have been received.
    fn go_on() {
        if !RUNNER.with_borrow(JobRunner::is_idle) {
            NEXT.with(|next| next.iter().for_each(Ping::send));
        }
    }
}
