//! Steps back and forth, of any kind: what undo and redo do to a sequence of changes.

/// Most steps that can be undone.
pub const MOST_STEPS: usize = 100;

/// Steps that can be undone, and those that can be redone.
#[derive(Clone, Debug)]
pub struct Steps<T> {
    past: Vec<T>,
    future: Vec<T>,
}

impl<T> Default for Steps<T> {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new() }
    }
}

impl<T> Steps<T> {
    /// Steps that can be undone, the oldest first.
    pub fn past(&self) -> &[T] {
        &self.past
    }

    /// Whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Adds a step as the last that can be undone; nothing can be redone then. The oldest of too many is dropped.
    pub fn remember(&mut self, step: T) {
        self.future.clear();
        self.past.push(step);
        if self.past.len() > MOST_STEPS {
            self.past.remove(0);
        }
    }

    /// Has nothing to redo.
    pub fn forget_future(&mut self) {
        self.future.clear();
    }

    /// Drops the last steps that can be undone while they match.
    pub fn drop_last(&mut self, matches: impl Fn(&T) -> bool) {
        while self.past.last().is_some_and(&matches) {
            self.past.pop();
        }
    }

    /// Takes the last step to undo it.
    pub fn take_back(&mut self) -> Option<T> {
        self.past.pop()
    }

    /// Adds what redoes the step that was undone.
    pub fn undone(&mut self, reverse: T) {
        self.future.push(reverse);
    }

    /// Takes the last undone step to redo it.
    pub fn take_again(&mut self) -> Option<T> {
        self.future.pop()
    }

    /// Adds what undoes the step that was redone; what else can be redone stays.
    pub fn redone(&mut self, reverse: T) {
        self.past.push(reverse);
    }
}
