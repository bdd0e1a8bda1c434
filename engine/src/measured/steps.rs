//! Reading in steps: between two of them the caller can do other work, or stop.
//!
//! Readers of tables are asynchronous functions that pause after every [`STEP`] bytes of text; nothing else is awaited.
//! Readers of JSON do not pause.

use std::future::{Future, poll_fn};
use std::io::Read;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use super::{ReadSettings, Reading, Refused, read_pausing};

/// Bytes of text between two pauses: some ten milliseconds.
pub(super) const STEP: usize = 1 << 20;

/// Lets the caller do other work.
pub(super) async fn pause() {
    let mut has_paused = false;
    poll_fn(|_| {
        if has_paused {
            return Poll::Ready(());
        }
        has_paused = true;
        Poll::Pending
    })
    .await;
}

/// Reads without a pause.
pub(super) fn without_pause<T>(reading: impl Future<Output = T>) -> T {
    let mut reading = pin!(reading);
    loop {
        if let Poll::Ready(done) = reading.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return done;
        }
    }
}

/// A file that is being read, step by step. Dropped, it is read no further.
pub struct ReadInSteps(Pin<Box<dyn Future<Output = Result<Reading, Refused>>>>);

impl ReadInSteps {
    /// Begins with a file; arguments as in [`read`](super::read).
    pub fn new(
        mut file: Box<dyn Read>,
        file_name: String,
        settings: ReadSettings,
        mut progress: impl FnMut(u64) -> bool + 'static,
    ) -> Self {
        Self(Box::pin(async move { read_pausing(&mut file, &file_name, &settings, &mut progress).await }))
    }

    /// Reads one step further. What came of the file once it is read; not to be called after that.
    pub fn step(&mut self) -> Option<Result<Reading, Refused>> {
        match self.0.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => Some(done),
            Poll::Pending => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::Cursor;
    use std::rc::Rc;

    use super::super::read;
    use super::*;

    /// Three and a half steps of rows.
    fn jobs() -> String {
        let row = |id: usize| format!("{id}|COMPLETED|2026-01-05T00:00:00|2026-01-05T10:00:00|gres/gpu:h100=4\n");
        let header = "JobID|State|Start|End|AllocTRES\n".to_owned();
        let mut text = header;
        for id in 1_usize.. {
            let next = row(id);
            if text.len() + next.len() >= STEP * 7 / 2 {
                break;
            }
            text += &next;
        }
        text
    }

    #[test]
    fn steps_find_what_one_run_finds() {
        // With another delimiter the rows come out of a second source, which pauses too.
        for text in [jobs(), jobs().replace('|', "||")] {
            let bytes = text.clone().into_bytes();
            let settings = ReadSettings::default();
            let whole = read(&mut &*bytes, "jobs.txt", &settings, &mut |_| true).expect("a reading");
            let heard = Rc::new(Cell::new(0));
            let hear = Rc::clone(&heard);
            let file = Box::new(Cursor::new(bytes));
            let mut reading = ReadInSteps::new(file, "jobs.txt".to_owned(), settings, move |bytes| {
                hear.set(bytes);
                true
            });
            let mut pauses = 0;
            let found = loop {
                let before = heard.get();
                if let Some(found) = reading.step() {
                    break found.expect("a reading");
                }
                pauses += 1;
                assert!(heard.get() - before <= 2 * STEP as u64, "a step is short");
            };
            assert!(pauses >= 3, "{pauses} pauses in {} bytes", text.len());
            assert_eq!(heard.get(), text.len() as u64);
            assert_eq!(format!("{found:?}"), format!("{whole:?}"));
        }
    }
}
