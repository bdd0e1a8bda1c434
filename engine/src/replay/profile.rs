//! How many parts of GPUs are free from when on: running jobs and reservations are taken out.

/// Steps that are over are dropped when there are this many.
const OVER: usize = 1_024;

/// From a moment on, so much is free, until the next step.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: i64,
    free: u64,
}

/// Free parts over time. The last step has no end and everything free.
#[derive(Debug)]
pub(super) struct Profile {
    steps: Vec<Step>,
    /// Steps before this one are over.
    first: usize,
}

impl Profile {
    pub(super) fn new(capacity: u64) -> Self {
        Self { steps: vec![Step { from: i64::MIN, free: capacity }], first: 0 }
    }

    /// Drops what is over at a moment, which never goes back.
    pub(super) fn forget_before(&mut self, now: i64) {
        while self.steps.get(self.first + 1).is_some_and(|next| next.from <= now) {
            self.first += 1;
        }
        if self.first > OVER {
            self.steps.drain(..self.first);
            self.first = 0;
        }
    }

    /// The first moment from `now` to `latest` from which so much is free for so long.
    pub(super) fn earliest(&self, now: i64, latest: i64, seconds: i64, parts: u64) -> Option<i64> {
        let mut start = None;
        for step in self.steps.get(self.first..).unwrap_or_default() {
            if start.is_some_and(|start: i64| step.from >= start.saturating_add(seconds)) {
                return start;
            }
            if step.free < parts {
                start = None;
            } else if start.is_none() {
                let from = step.from.max(now);
                if from > latest {
                    return None;
                }
                start = Some(from);
            }
        }
        start
    }

    /// Takes out what was found to be free.
    pub(super) fn take(&mut self, start: i64, seconds: i64, parts: u64) {
        let begin = self.split(start);
        let end = self.split(start.saturating_add(seconds));
        for step in self.steps.get_mut(begin..end).into_iter().flatten() {
            step.free -= parts;
        }
        // The later one first, so that the place of the other stays.
        self.join(end);
        self.join(begin);
    }

    /// The place of the step that begins at a moment, made where there is none.
    fn split(&mut self, at: i64) -> usize {
        let active = self.steps.get(self.first..).unwrap_or_default();
        let place = self.first + active.partition_point(|step| step.from < at);
        let before = place.checked_sub(1).and_then(|before| self.steps.get(before));
        if let Some(free) = before.map(|before| before.free)
            && self.steps.get(place).is_none_or(|step| step.from != at)
        {
            self.steps.insert(place, Step { from: at, free });
        }
        place
    }

    /// Drops a step if the one before has as much free.
    fn join(&mut self, place: usize) {
        let before = place.checked_sub(1).filter(|before| *before >= self.first).and_then(|at| self.steps.get(at));
        if before.zip(self.steps.get(place)).is_some_and(|(before, step)| before.free == step.free) {
            self.steps.remove(place);
        }
    }
}
