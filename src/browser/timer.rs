//! Things that wait a little: a later one of the same kind takes the place of the earlier.

use std::cell::RefCell;
use std::time::Duration;

use leptos::leptos_dom::helpers::{TimeoutHandle, set_timeout_with_handle};

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
    /// Telling the page around this one.
    Tell,
}

thread_local! {
    static WAITING: RefCell<[Option<TimeoutHandle>; 6]> = const { RefCell::new([None; 6]) };
}

/// Does something after a while, unless [`forget`] or another of its kind comes first.
pub fn after(wait: Wait, milliseconds: u64, then: Box<dyn FnOnce()>) {
    let handle = set_timeout_with_handle(then, Duration::from_millis(milliseconds)).ok();
    put(wait, handle);
}

/// Whether something of a kind waits; what is done is to be forgotten by whoever asks.
pub fn waits(wait: Wait) -> bool {
    WAITING.with_borrow(|all| all.get(wait as usize).is_some_and(Option::is_some))
}

/// No longer waits.
pub fn forget(wait: Wait) {
    put(wait, None);
}

fn put(wait: Wait, handle: Option<TimeoutHandle>) {
    let earlier = WAITING.with_borrow_mut(|all| all.get_mut(wait as usize).and_then(|w| std::mem::replace(w, handle)));
    if let Some(earlier) = earlier {
        earlier.clear();
    }
}
