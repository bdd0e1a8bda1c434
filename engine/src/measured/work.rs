//! Work counted while files are read, joined and summed up.
//!
//! A step is a byte looked at or moved, or an entry of a list compared or skipped. The count depends on the data alone,
//! so a test sees how work grows with a file, on any machine. Loops that could look at the same thing twice count; what is
//! done once for each row does not need to.

use std::cell::Cell;

/// A number of steps that only grows.
#[derive(Clone, Debug, Default)]
pub struct Work(Cell<u64>);

impl Work {
    /// Adds steps.
    pub fn add(&self, steps: usize) {
        self.0.set(self.0.get().saturating_add(steps as u64));
    }

    /// Adds the steps of another count.
    pub fn take_in(&self, other: &Self) {
        self.0.set(self.0.get().saturating_add(other.steps()));
    }

    /// The steps so far.
    pub fn steps(&self) -> u64 {
        self.0.get()
    }
}
