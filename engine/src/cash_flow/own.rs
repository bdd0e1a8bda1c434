//! Owning by month: purchases and refreshes, running costs, staff, the bridge until delivery, overflow.

use super::dispatch::{Capacity, Split, split};
use super::outside::Outside;
use super::placing::finish;
use super::present::{leave_undone, present_month, rent_rest};
use super::{Asset, Flows, Queue, add, all_work, running_work, span, span_mut, value, wanted, years};
use crate::cost::plan::OverflowPricing;
use crate::cost::{Before, From, Moves, OWN_LINES, Outlay, Purchase};
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
    let there = |month: usize| ceiling_there(model, month);
    let mixed = model.owned.present > 0.0 && model.owned.present < model.owned.nodes;
    let (bridged, full_from) = (if model.time.queue { 0 } else { lead_months(model) }, full_from(model));
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
                add(&mut flows.sources.machines_there, month, done.min(there(month)));
            }
            if next > flows.months {
                break;
            }
        }
        let month = next;
        next += 1;
        let ceiling = ceiling(month);
        if model.time.queue {
            queue.serve(model, flows, month, ceiling, outside.is_some());
            let done = value(&flows.served, month);
            add(&mut flows.sources.machines, month, done);
            add(&mut flows.sources.machines_there, month, done.min(there(month)));
            let running = all_work(model, month) - wanted(model, month);
            add(&mut flows.sources.running, month, running);
            continue;
        }
        let bound = month >= full_from;
        let done = if month <= bridged {
            present_month(model, outside, month, (ceiling, there(month), bound), &mut scratch, flows)
        } else {
            let capacity = Capacity {
                running: running_work(model, month),
                committed: 0.0,
                machines: ceiling,
                there: there(month),
                bound,
                running_usd: None,
            };
            split(model, outside, month, &capacity, value(&model.time.rent, month), &mut scratch);
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

/// Adds one cost line of owning to flows whose work is already assigned.
pub fn own_line(model: &Model, outlay: &Outlay, flows: &mut Flows) {
    for purchase in outlay.all_purchases() {
        purchases(model, &purchase, flows);
    }
    let (time, owned) = (&model.time, &model.owned);
    let flat: &[f64] = &[];
    let moved: &[f64] = match outlay.moves {
        Moves::Not => flat,
        Moves::Tariff => &time.tariff,
        Moves::Salaries => &time.staff,
        Moves::Space => &time.space,
    };
    let per_month = outlay.per_year.as_usd() / 12.0;
    let per_hour = outlay.per_busy_hour.as_usd_per_gpu_hour() / owned.yields.productive_per_busy();
    if per_month == 0.0 && per_hour == 0.0 && outlay.let_out.is_none() {
        return; // most lines of most scenarios
    }
    let from = match outlay.from {
        // Existing machines need staff as well.
        _ if owned.present > 0.0 => 1,
        From::Hiring => time.hiring,
        From::Delivery | From::Age(_) => time.delivery,
    };
    let last = last_month(owned, flows);
    let paid = span_mut(&mut flows.end, from, last);
    if let Some(let_out) = &outlay.let_out {
        let part = part_paid(model, outlay.before, None);
        let served = span(&flows.served, from, last).iter();
        for (((usd, served), tariff), month) in
            paid.iter_mut().zip(served).zip(span(&time.tariff, from, last)).zip(from..)
        {
            let idle = let_out.available / 12.0 * part(month) - served / owned.yields.productive_per_busy();
            *usd -= idle * let_out.share * let_out.gain(*tariff);
        }
        return;
    }
    if let Some([there, bought]) = outlay.alone {
        return alone_and_together(model, outlay, (there, bought), flows);
    }
    let young = if let From::Age(years) = outlay.from { Some(years * 12.0) } else { None };
    // Whether the months differ only by their prices and their work.
    let even =
        young.is_none() && (outlay.before == Before::All || owned.present == 0.0 || owned.present == owned.nodes);
    if even && per_hour == 0.0 && moved.is_empty() {
        for usd in paid {
            *usd += per_month; // the same every month
        }
        return;
    }
    let paid = paid.iter_mut().zip(span(&flows.served, from, last));
    let factors = span(moved, from, last);
    if even && !factors.is_empty() {
        for ((usd, served), factor) in paid.zip(factors) {
            *usd += (per_month + served * per_hour) * factor;
        }
        return;
    }
    let part = part_paid(model, outlay.before, young);
    for ((usd, served), month) in paid.zip(from..) {
        let factor = moved.get(month - 1).copied().unwrap_or(1.0);
        *usd += (per_month * part(month) + served * per_hour) * factor;
    }
}

/// Adds a yearly line that depends on the machines which stand: those there alone until those bought come, both, or those
/// bought alone once those there have retired.
fn alone_and_together(model: &Model, outlay: &Outlay, (there, bought): (Money, Money), flows: &mut Flows) {
    let (time, owned) = (&model.time, &model.owned);
    let factors: &[f64] = match outlay.moves {
        Moves::Not => &[],
        Moves::Tariff => &time.tariff,
        Moves::Salaries => &time.staff,
        Moves::Space => &time.space,
    };
    let first = if outlay.from == From::Hiring { time.hiring } else { time.delivery };
    for (place, usd) in flows.end.iter_mut().take(flows.months).enumerate() {
        let month = place + 1;
        let per_year = match (owned.there_in(month) > 0.0, month >= first) {
            (true, true) => outlay.per_year,
            (true, false) => there,
            (false, true) => bought,
            (false, false) => Money::ZERO,
        };
        *usd += per_year.as_usd() / 12.0 * factors.get(place).copied().unwrap_or(1.0);
    }
}

/// The last month in which owned machines are installed.
fn last_month(owned: &Owned, flows: &Flows) -> usize {
    owned.ends_after().map_or(flows.months, |last| last.min(flows.months))
}

/// Share of a yearly line paid in a month: that of the installed machines, excluding their first `young` months if the
/// line starts only after those. Spares and whole racks are proportional.
fn part_paid(model: &Model, before: Before, young: Option<f64>) -> impl Fn(usize) -> f64 + '_ {
    let owned = &model.owned;
    let delivery = model.time.delivery;
    let life = life_months(owned.life_years);
    let age = owned.present_age_years * 12.0;
    // The month after which existing machines are replaced, and are young again.
    let replaced = owned.present_is_replaced.then(|| life_months(owned.present_life_years));
    // Share due in the month that ends at this age.
    let due = move |age: f64| young.map_or(1.0, |young| (age - young).clamp(0.0, 1.0));
    let new = owned.bought_share();
    move |month| {
        if before == Before::All && young.is_none() {
            return 1.0;
        }
        let there = owned.there_in(month);
        let there = if there == 0.0 {
            0.0
        } else {
            there
                * match replaced {
                    Some(last) if month > last => due(count((month - last - 1) % life + 1)),
                    _ => due(age + count(month)),
                }
        };
        let bought = if month < delivery { 0.0 } else { new * due(count((month - delivery) % life + 1)) };
        there + bought
    }
}

/// Most work the owned machines do in each month, productive GPU-hours, and the month from which it is constant.
pub(super) fn ceiling_by_month(model: &Model) -> (impl Fn(usize) -> f64 + '_, usize) {
    let owned = &model.owned;
    let full = owned.gpus * HOURS_PER_MONTH * owned.ceiling() * owned.yields.productive_per_busy();
    let bought = owned.bought_share();
    let time = &model.time;
    let settled = if bought > 0.0 { time.settled() } else { 1 };
    let settled = owned.retired_after.map_or(settled, |last| settled.max(last + 1));
    (move |month| full * (owned.there_in(month) + bought * time.ramped(month)), settled)
}

/// Most work in a month of the machines there already, productive GPU-hours.
pub(super) fn ceiling_there(model: &Model, month: usize) -> f64 {
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

fn purchases(model: &Model, purchase: &Purchase, flows: &mut Flows) {
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
