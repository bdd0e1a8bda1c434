//! What is there goes on: machines, running commitments to their end, the current bill. Before machines are delivered it does
//! the work of every plan that buys, and without a decision it is a plan of its own. Source: plans page, section 12.

use super::dispatch::{Capacity, Split, split};
use super::outside::Outside;
use super::{Flows, Unplaced, Work, add, running_work, value};
use crate::model::{Model, PresentBill};

/// Machines of a month, by the most work that they can do, productive GPU-hours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MonthMachines {
    /// All.
    pub all: f64,
    /// Those there already.
    pub there: f64,
    /// Whether those bought work before those there: they cost less to run.
    pub bought_first: bool,
}

impl MonthMachines {
    /// What those there do of some work of all of them.
    pub(super) fn done_there(&self, done: f64) -> f64 {
        if self.bought_first { done - done.min(self.all - self.there) } else { done.min(self.there) }
    }
}

/// A month of what is there: machines that can do some work, then a bill, then the cheapest offer by the hour. Returns
/// the machines' work.
pub(super) fn present_month(
    model: &Model,
    (bill, outside): (Option<PresentBill>, Option<&Outside>),
    month: usize,
    (machines, bound): (MonthMachines, bool),
    scratch: &mut Split,
    flows: &mut Flows,
) -> f64 {
    let running = running_work(model, month);
    let MonthMachines { all, there, bought_first } = machines;
    let capacity = Capacity { running, committed: 0.0, machines: all, there, bought_first, bound, running_usd: None };
    split(model, outside, month, &capacity, scratch);
    if let Some(bill) = bill {
        pay_bill(model, bill, month, scratch, flows);
    }
    rent_rest(model, outside, month, scratch, flows, all == 0.0);
    add(&mut flows.sources.running, month, scratch.running);
    add(&mut flows.sources.machines, month, scratch.machines);
    add(&mut flows.sources.machines_there, month, scratch.there);
    leave_undone(model, month, scratch.undone, flows);
    scratch.machines
}

/// Pays the current bill in full, and takes from the rest what its hours do, the dearest first: they are hours of the month.
fn pay_bill(model: &Model, bill: PresentBill, month: usize, split: &mut Split, flows: &mut Flows) {
    let grown = value(&model.time.growth, month);
    add(&mut flows.bill, month, bill.usd_per_month * grown);
    let mut left = bill.gpu_hours_per_month * grown;
    for hours in &mut split.rest {
        let done = hours.min(left);
        // What is left of a difference may be rounding.
        *hours = if *hours - done > 1e-10 * *hours { *hours - done } else { 0.0 };
        left -= done;
        add(&mut flows.sources.billed, month, done);
        add(&mut flows.elsewhere, month, done);
    }
}

/// Rents what is left of a month, class by class. Without machines a whole month can go where it costs least after credits.
pub(super) fn rent_rest(
    model: &Model,
    outside: Option<&Outside>,
    month: usize,
    split: &Split,
    flows: &mut Flows,
    whole_month: bool,
) {
    let sum: f64 = split.rest.iter().sum();
    let Some(outside) = outside else { return leave_undone(model, month, sum, flows) };
    add(&mut flows.elsewhere, month, sum);
    if whole_month
        && flows.bills.is_some()
        && sum > 0.0
        && let Some(at) = outside.only_offer()
    {
        let hours = outside.by_workload(&split.rest);
        flows.unplaced.push(Unplaced { month, work: Work::Month { hours, at, served: false } });
        return;
    }
    for (hire, hours) in outside.hires().zip(&split.rest) {
        flows.hire(model, month, *hours, hire);
    }
}

/// Counts work that nobody does, and pays its price.
pub(super) fn leave_undone(model: &Model, month: usize, hours: f64, flows: &mut Flows) {
    if hours > 0.0 {
        flows.leave_undone(month, hours);
        flows.pay(month, hours * model.time.late_usd_per_gpu_hour);
    }
}
