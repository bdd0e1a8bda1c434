//! The worker for long jobs: runs one after the other and reports how far it has come.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent_worker::serve(jobs::take);
}

#[cfg(target_arch = "wasm32")]
mod jobs {
    use protocol::{Job, JobId, Response, RunRequest, Slice};
    use rack_or_rent_worker::{REPORT, now, reply};
    use wasm_bindgen::JsValue;

    pub(super) fn take(RunRequest { job, task, subject }: RunRequest, _files: &JsValue) {
        match Job::start(task, &subject) {
            Ok(started) => run(job, started),
            Err(problem) => reply(&Response::Failed { job, problem }),
        }
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
}
