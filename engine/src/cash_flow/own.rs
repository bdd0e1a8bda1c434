//! Owning by month: purchases and refreshes, running costs, staff, the bridge until delivery, overflow.

use super::alongside::on_spot;
use super::placing::{MonthBill, cheapest_month};
use super::{
    Asset, Flows, Queue, Unplaced, Work, add, pinned_beyond, place, running_work, span, span_mut, use_credits, years,
};
use crate::cost::plan::OverflowPricing;
use crate::cost::{Before, From, Moves, OWN_LINES, Outlay, Purchase};
use crate::formulas::finance::life_months;
use crate::model::{Model, Owned, Wear};
use crate::units::{HOURS_PER_MONTH, Money, count};

/// Fills the flows of owning all the GPUs the model owns.
pub fn own(model: &Model, terms: &OverflowPricing, flows: &mut Flows) {
    flows.clear();
    let (ceiling, settled) = ceiling_by_month(model);
    let mut queue = Queue::new(model);
    let mut next = 1;
    while next <= flows.months {
        if next >= settled {
            next += queue.serve_what_fits(model, flows, (next, flows.months), ceiling(next));
            if next > flows.months {
                break;
            }
        }
        let month = next;
        next += 1;
        let ceiling = ceiling(month);
        let moved = queue.serve(model, flows, month, ceiling, terms.overflow.is_some());
        let moved = keep_pinned(model, flows, month, (ceiling, moved));
        let moved = on_spot(model, month, (running_work(model, month) + ceiling, moved), flows);
        if ceiling == 0.0 && moved > 0.0 {
            bridge(model, terms, month, moved, flows);
        } else {
            flows.rent_beyond(model, terms, month, moved);
        }
    }
    place(model, terms, flows);
    if !model.time.credits.is_empty() {
        use_credits(model, flows);
    }
    for line in OWN_LINES {
        own_line(model, &(line.of)(model), flows);
    }
}

/// Takes work that has to run on owned machines back from what is rented beside them: it stays undone. Until machines are
/// there it is rented, as everything is.
fn keep_pinned(model: &Model, flows: &mut Flows, month: usize, (ceiling, moved): (f64, f64)) -> f64 {
    if ceiling == 0.0 || moved <= 0.0 {
        return moved;
    }
    let undone = pinned_beyond(model, month, ceiling).min(moved);
    if undone > 0.0 {
        flows.unserved += undone;
        add(&mut flows.elsewhere, month, -undone);
        flows.pay(month, undone * model.time.late_usd_per_gpu_hour);
    }
    moved - undone
}

/// Rents a month's work before any machine is installed, with all other charges of renting.
fn bridge(model: &Model, terms: &OverflowPricing, month: usize, work: f64, flows: &mut Flows) {
    if flows.bills.is_some() {
        flows.unplaced.push(Unplaced { month, hours: work, what: Work::Month { served: false } });
        return;
    }
    let offer = cheapest_month(model, terms, month, work).and_then(|index| Some((index, model.offers.get(index)?)));
    let Some((index, offer)) = offer else { return };
    let Some(bill) = MonthBill::of(model, terms, offer, month, work) else { return };
    flows.owe(month, bill.usd, index);
    if let Some((other, _)) = terms.fallback_at(offer.place).filter(|_| bill.away > 0.0) {
        flows.owe(month, bill.away_usd, other);
    }
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
    let settled = owned.retired_after.map_or(time.settled(), |last| time.settled().max(last + 1));
    (move |month| full * (owned.there_in(month) + bought * time.ramped(month)), settled)
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
    if there.is_none() && time.delivery > 1 {
        flows.pay_at_start(1, price * time.deposit);
        flows.pay_at_start(month, price * (1.0 - time.deposit));
    } else {
        flows.pay_at_start(month, price);
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
            flows.keep(Asset { month, price, life, until, proceeds, again });
        }
        month = end + 1;
        let Some((usd, life_years)) = next.filter(|_| month <= last) else { break };
        price = usd.as_usd() * time.hardware(month);
        life = life_months(life_years);
        there = None;
        again = true;
        add(&mut flows.start, month, price);
    }
}
