//! Owning by month: purchases and refreshes, running costs, staff, the bridge until delivery, overflow.

use super::dispatch::{Capacity, Split, split};
use super::outside::Outside;
use super::placing::finish;
use super::present::{MonthMachines, leave_undone, present_month, rent_rest};
use super::{Asset, Flows, Queue, add, all_work, own_line, running_work, value, wanted, years};
use crate::cost::plan::OverflowPricing;
use crate::cost::{OWN_LINES, Purchase, RunningCost};
use crate::formulas::finance::life_months;
use crate::model::{Model, Owned, Wear};
use crate::units::{HOURS_PER_MONTH, Money, count};

/// Fills the flows of owning all the GPUs the model owns, machines first, what is beyond rented from the cheapest offer by
/// the hour.
pub fn own(model: &Model, terms: &OverflowPricing, flows: &mut Flows) {
    let kept = &mut flows.kept;
    let outside = terms.overflow.and_then(|(index, _)| Outside::at_one_offer_like(kept, model, terms, index));
    own_with(model, terms, outside.as_ref(), flows);
}

/// The same with what may be rented already known.
fn own_with(model: &Model, terms: &OverflowPricing, outside: Option<&Outside>, flows: &mut Flows) {
    flows.clear();
    let (ceiling, settled) = ceiling_by_month(model);
    let running = RunningCost::of(model);
    let machines = |month: usize| machines_of(model, &running, month, ceiling(month));
    let mixed = model.owned.present > 0.0 && model.owned.present < model.owned.nodes;
    let (bridged, full_from) = (if model.time.queue { 0 } else { lead_months(model) }, full_from(model));
    let bill = model.bill_until_delivery();
    let mut queue = Queue::new(model);
    let mut scratch = Split::default();
    let mut next = 1;
    while next <= flows.months {
        if next > bridged && next >= settled {
            let from = next;
            if !mixed {
                next += queue.serve_what_fits(model, flows, (next, flows.months), ceiling(next));
            }
            for month in from..next {
                let done = value(&flows.served, month);
                add(&mut flows.sources.machines, month, done);
                add(&mut flows.sources.machines_there, month, machines(month).done_there(done));
            }
            if next > flows.months {
                break;
            }
        }
        let month = next;
        next += 1;
        let machines = machines(month);
        if model.time.queue {
            queue.serve(model, flows, month, machines.all, outside.is_some());
            let done = value(&flows.served, month);
            add(&mut flows.sources.machines, month, done);
            add(&mut flows.sources.machines_there, month, machines.done_there(done));
            let running = all_work(model, month) - wanted(model, month);
            add(&mut flows.sources.running, month, running);
            continue;
        }
        let bound = month >= full_from;
        let done = if month <= bridged {
            present_month(model, (bill, outside), month, (machines, bound), &mut scratch, flows)
        } else {
            let capacity = Capacity {
                running: running_work(model, month),
                committed: 0.0,
                machines: machines.all,
                there: machines.there,
                bought_first: machines.bought_first,
                bound,
                running_usd: None,
            };
            split(model, outside, month, &capacity, &mut scratch);
            rent_rest(model, outside, month, &scratch, flows, false);
            add(&mut flows.sources.running, month, scratch.running);
            add(&mut flows.sources.machines, month, scratch.machines);
            add(&mut flows.sources.machines_there, month, scratch.there);
            leave_undone(model, month, scratch.undone, flows);
            scratch.machines
        };
        add(&mut flows.served, month, done);
    }
    finish(model, terms, flows);
    for line in OWN_LINES {
        own_line(model, &(line.of)(model), flows);
    }
}

/// First month in which everything that is bought carries its full load.
pub(crate) fn full_from(model: &Model) -> usize {
    if lead_is_due(model) { model.time.settled() } else { 1 }
}

fn lead_is_due(model: &Model) -> bool {
    model.owned.bought_share() > 0.0 && model.is_delivered()
}

/// Months in which what is there goes on until machines are delivered; none where nothing is bought.
pub(super) fn lead_months(model: &Model) -> usize {
    if lead_is_due(model) { model.time.delivery - 1 } else { 0 }
}

/// Most work the owned machines do in each month, productive GPU-hours, and the month from which it is constant.
pub(super) fn ceiling_by_month(model: &Model) -> (impl Fn(usize) -> f64 + '_, usize) {
    let owned = &model.owned;
    let full = owned.gpus * HOURS_PER_MONTH * owned.ceiling() * owned.yields.productive_per_busy();
    let bought = owned.bought_share();
    let time = &model.time;
    let settled = if bought > 0.0 { time.settled() } else { 1 };
    let changes = owned.retired_after.or(owned.replaced_after().filter(|_| owned.has_other_gpu()));
    let settled = changes.map_or(settled, |last| settled.max(last + 1));
    (move |month| full * (owned.there_in(month) + bought * time.ramped(month)), settled)
}

/// The machines of a month that can do `all` of its work at most.
pub(super) fn machines_of(model: &Model, running: &RunningCost, month: usize, all: f64) -> MonthMachines {
    let bought_first = model.owned.has_other_gpu() && {
        let [there, bought] = running.by_group(model, month);
        bought < there
    };
    MonthMachines { all, there: ceiling_there(model, month), bought_first }
}

/// Most work in a month of the machines there already, productive GPU-hours.
fn ceiling_there(model: &Model, month: usize) -> f64 {
    let owned = &model.owned;
    let full = owned.gpus * HOURS_PER_MONTH * owned.ceiling() * owned.yields.productive_per_busy();
    full * owned.there_in(month)
}

/// The purchases of a line over the horizon, and their disposal.
pub fn assets_of(model: &Model, purchase: &Purchase) -> Vec<Asset> {
    let mut flows = Flows::with_accounts(model);
    purchases(model, purchase, &mut flows);
    flows.accounts.map(|accounts| accounts.assets).unwrap_or_default()
}

/// The last month in which owned machines are installed.
pub(super) fn last_month(owned: &Owned, flows: &Flows) -> usize {
    owned.ends_after().map_or(flows.months, |last| last.min(flows.months))
}

pub(super) fn purchases(model: &Model, purchase: &Purchase, flows: &mut Flows) {
    let time = &model.time;
    let first = purchase.capital;
    let nothing = |usd: Money| usd == Money::ZERO;
    // The replacement at the end of the first life.
    let next = match purchase.there {
        None => Some((first.price, first.life_years)),
        Some(there) => there.then,
    };
    if nothing(first.price) && nothing(first.residual) && next.is_none_or(|(usd, _)| nothing(usd)) {
        return; // most lines of most scenarios
    }
    let last = last_month(&model.owned, flows);
    let mut there = purchase.there;
    let mut month = if there.is_some() { 1 } else { time.delivery };
    if month > last {
        return; // all nodes are gone by then
    }
    let mut life = life_months(first.life_years);
    let mut price = first.price.as_usd();
    let mut again = false;
    let mut deposit = if there.is_none() && time.delivery > 1 { price * time.deposit } else { 0.0 };
    if deposit == 0.0 {
        flows.pay_at_start(month, price);
    } else {
        flows.pay_at_start(1, deposit);
        flows.pay_at_start(month, price * (1.0 - time.deposit));
    }
    while month <= last {
        let end = month + life - 1;
        let until = end.min(last);
        let age = until - month + 1;
        // At full age, or with no machine left to serve, it is sold or removed under either rule.
        let proceeds = if time.going_on && end > last && last == flows.months {
            price * count(life - age) / count(life)
        } else {
            match purchase.wear {
                Wear::Removal if again => {
                    first.residual.as_usd() * purchase.there.map_or(1.0, |there| there.then_items)
                }
                Wear::Removal => first.residual.as_usd(),
                wear => price * model.owned.worth(wear, there.map(|t| t.age_years), years(age)),
            }
        };
        if proceeds < 0.0 {
            flows.charge(until, -proceeds);
        } else {
            flows.sell(until, proceeds);
        }
        if price != 0.0 || proceeds != 0.0 {
            let tax_book = if there.is_some() { 0.0 } else { price };
            let is_there = there.is_some();
            flows.keep(Asset { month, price, tax_book, life, until, proceeds, again, is_there, deposit });
        }
        deposit = 0.0;
        month = end + 1;
        let Some((usd, life_years)) = next.filter(|_| month <= last) else { break };
        price = usd.as_usd() * time.hardware(month);
        life = life_months(life_years);
        there = None;
        again = true;
        add(&mut flows.start, month, price);
    }
}
