//! Work that waits for room.

use super::load::fits;
use super::{Flows, add, room, span, span_mut, wanted};
use crate::model::Model;

/// Splits a month's work between a ceiling and its overflow, and keeps the work that waits.
pub(super) struct Queue {
    waits: bool,
    backlog: f64,
}

impl Queue {
    pub(super) fn new(model: &Model) -> Self {
        Self { waits: model.time.queue, backlog: 0.0 }
    }

    /// Releases all waiting work, once capacity is unlimited.
    pub(super) fn let_go(&mut self) -> f64 {
        std::mem::take(&mut self.backlog)
    }

    /// Does the work of months `from` to `to` while it fits below one ceiling, in one pass. Returns the number of
    /// months done; zero if other commitments still run.
    pub(super) fn serve_what_fits(
        &self,
        model: &Model,
        flows: &mut Flows,
        (from, to): (usize, usize),
        ceiling: f64,
    ) -> usize {
        if self.backlog != 0.0 || !model.time.running.is_empty() {
            return 0;
        }
        let (wanted, most) = (model.work.as_gpu_hours() / 12.0, room(ceiling));
        let grown = span(&model.time.growth, from, to).iter().map(|factor| wanted * factor);
        let served = span_mut(&mut flows.served, from, to).iter_mut();
        // Work that waits fills the hours of its month.
        let peak = if self.waits { 1.0 } else { model.load.total.peak() };
        let fitting = served.zip(grown).take_while(|(_, asked)| *asked * peak <= most);
        fitting.map(|(served, asked)| *served += asked).count()
    }

    /// Does a month's work up to the ceiling. The rest waits or goes elsewhere; returns the latter.
    pub(super) fn serve(
        &mut self,
        model: &Model,
        flows: &mut Flows,
        month: usize,
        ceiling: f64,
        elsewhere: bool,
    ) -> f64 {
        let new = wanted(model, month);
        let asked = new + self.backlog;
        let fits = fits(model, month, ceiling);
        if asked <= room(fits) {
            self.backlog = 0.0;
            add(&mut flows.served, month, asked);
            return 0.0;
        }
        let ceiling = fits;
        let beyond = asked - ceiling;
        let moved = if self.waits || !elsewhere { 0.0 } else { beyond };
        let left = beyond - moved;
        if self.waits {
            // First come, first served: work wanted this month and left over is late from now on.
            let newly = left.min(new);
            flows.late += newly;
            flows.pay(month, newly * model.time.late_usd_per_gpu_hour);
            self.backlog = left;
            if month == flows.months {
                flows.leave_undone(month, left);
            }
        } else {
            flows.leave_undone(month, left);
            flows.pay(month, left * model.time.late_usd_per_gpu_hour);
        }
        add(&mut flows.served, month, ceiling);
        add(&mut flows.elsewhere, month, moved);
        moved
    }
}
