//! Things that wait a little: a later one of the same kind takes the place of the earlier.
//!
//! While one waits, a later one only moves its time: who types would else end and begin four timers of the browser with
//! each key.

use std::cell::RefCell;
use std::time::Duration;

use leptos::leptos_dom::helpers::set_timeout;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::measure;

/// What waits.
#[derive(Clone, Copy)]
pub enum Wait {
    /// Calling a text unusable while it is being typed.
    Complain,
    /// Writing the scenario into the address and the storage.
    Write,
    /// Saying the verdict.
    Speak,
    /// Bringing the keyboard to something that is drawn in a moment.
    Focus,
    /// Drawing what may come late.
    Draw,
    /// Drawing what may come a frame after the answer.
    Paint,
    /// Telling the page around this one.
    Tell,
    /// Taking up what another window changed.
    Hear,
}

/// One kind of what waits.
#[derive(Default)]
struct Waiting {
    /// What is done.
    then: Option<Box<dyn FnOnce()>>,
    /// When, in milliseconds of the page's clock.
    due: f64,
    /// When the browser calls next, if it does.
    called: Option<f64>,
}

thread_local! {
    static WAITING: RefCell<[Waiting; 8]> = RefCell::default();
}

/// Does something after a while, unless [`forget`] or another of its kind comes first.
pub fn after(wait: Wait, milliseconds: u64, then: Box<dyn FnOnce()>) {
    let now = measure::now();
    // A wait is a second at most: exact as a number.
    #[allow(clippy::cast_precision_loss)]
    let due = now + milliseconds as f64;
    let call = with(wait, |kept| {
        (kept.then, kept.due) = (Some(then), due);
        kept.called.is_none_or(|called| called > due)
    });
    if call == Some(true) {
        call_in(wait, milliseconds);
        // After it: a program that is ended in between asks once too often, not never again.
        with(wait, |kept| kept.called = Some(due));
    }
}

/// Lets the browser do what else it has to do.
pub async fn pause() {
    let waiting = js_sys::Promise::new(&mut |done, _| {
        set_timeout(
            move || {
                let _ = done.call0(&JsValue::UNDEFINED);
            },
            Duration::ZERO,
        );
    });
    let _ = JsFuture::from(waiting).await;
}

/// Whether something of a kind waits; what is done is to be forgotten by whoever asks.
pub fn waits(wait: Wait) -> bool {
    with(wait, |kept| kept.then.is_some()) == Some(true)
}

/// No longer waits.
pub fn forget(wait: Wait) {
    with(wait, |kept| kept.then = None);
}

fn with<T>(wait: Wait, work: impl FnOnce(&mut Waiting) -> T) -> Option<T> {
    WAITING.with_borrow_mut(|all| all.get_mut(wait as usize).map(work))
}

fn call_in(wait: Wait, milliseconds: u64) {
    set_timeout(move || called(wait), Duration::from_millis(milliseconds));
}

/// The browser calls: what waits is done if its time has come, else the browser is to call again then.
fn called(wait: Wait) {
    let now = measure::now();
    let left = with(wait, |kept| {
        // Browsers' clocks are cut to a millisecond.
        let left = kept.due - now;
        let waits = kept.then.is_some() && left > 1.0;
        kept.called = waits.then_some(kept.due);
        if waits { Err(left) } else { Ok(kept.then.take()) }
    });
    match left {
        // Waits are a second at most.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Some(Err(left)) => call_in(wait, left.ceil() as u64),
        Some(Ok(Some(then))) => then(),
        Some(Ok(None)) | None => {}
    }
}
