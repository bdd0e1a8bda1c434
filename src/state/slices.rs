//! Work in slices: some milliseconds at a time, so that a key press in between does not wait.

use std::time::Duration;

use leptos::prelude::*;

use crate::browser::dom;

/// Milliseconds that a slice takes: a key press waits no longer.
pub const SLICE: f64 = 8.0;

/// Calls `step` for as long as it returns that steps are left, a slice at a time. The first slice runs at once.
pub fn in_slices(mut step: impl FnMut() -> bool + 'static) {
    let begun = dom::now();
    while step() {
        if dom::now() - begun >= SLICE {
            set_timeout(move || in_slices(step), Duration::ZERO);
            return;
        }
    }
}
