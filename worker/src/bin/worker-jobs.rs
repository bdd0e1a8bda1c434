//! The worker for long jobs: runs one after the other and reports how far it has come.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent_worker::serve(jobs::take);
}

#[cfg(target_arch = "wasm32")]
mod jobs {
    use protocol::{Job, JobId, JobRequest, JobResponse, RunRequest, Slice};
    use rack_or_rent_worker::{REPORT, now, reply};
    use wasm_bindgen::JsValue;

    pub(super) fn take(request: JobRequest, _files: &JsValue) {
        let JobRequest::Run(RunRequest { job, task, subject }) = request else { return };
        match Job::start(task, &subject) {
            Ok(started) => run(job, started),
            Err(problem) => reply(&JobResponse::Failed { job, problem }),
        }
    }

    fn run(job: JobId, mut running: Job) {
        loop {
            let until = now() + REPORT;
            match running.run(|| now() < until) {
                Slice::Running(progress) => reply(&JobResponse::Progress { job, progress }),
                Slice::Done(Some(outcome)) => return reply(&JobResponse::Finished { job, outcome }),
                Slice::Done(None) => return,
            }
        }
    }
}
