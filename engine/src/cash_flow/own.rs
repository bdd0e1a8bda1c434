//! Owning by month: purchases and refreshes, running cost, people, the bridge until delivery, overflow.

use super::{Asset, Flows, Queue, add, life_months, span, span_mut, use_credits, value, years};
use crate::cost::rent::{idle_bill, managed};
use crate::cost::{Before, From, Moves, OWN_LINES, Outlay, Purchase};
use crate::model::{Model, Wear};
use crate::offer::Offer;
use crate::plan::{Terms, per_productive_hour};
use crate::units::{HOURS_PER_MONTH, Money, count};

/// Fills the flows of owning every GPU that the model owns.
pub fn own(model: &Model, terms: &Terms, flows: &mut Flows) {
    flows.clear();
    let (ceiling, settled) = ceiling_by_month(model);
    let mut queue = Queue::new(model);
    let overflow = terms.overflow.and_then(|(index, price)| Some((index, model.offers.get(index)?, price)));
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
        let moved = queue.serve(model, flows, month, ceiling, overflow.is_some());
        let Some((index, offer, price)) = overflow.filter(|_| moved != 0.0) else { continue };
        let drifted = value(&model.time.rent, month);
        if ceiling == 0.0 && moved > 0.0 {
            bridge(model, terms, (index, offer), month, moved, flows);
        } else {
            flows.owe(month, moved * price * drifted, index);
        }
    }
    if !model.time.credits.is_empty() {
        use_credits(model, flows);
    }
    for line in OWN_LINES {
        own_line(model, &(line.of)(model), flows);
    }
}

/// The bill of a month in which nothing stands yet: all that comes with renting is paid as well.
fn bridge(model: &Model, terms: &Terms, (index, offer): (usize, &Offer), month: usize, work: f64, flows: &mut Flows) {
    let here = per_productive_hour(model, offer, offer.price * managed(&model.rented));
    let away = if offer.elsewhere == 0.0 { 0.0 } else { work * offer.elsewhere };
    let drifted = value(&model.time.rent, month);
    let bill = (work - away) * here * drifted + idle_bill(model, offer).before_support().as_usd() / 12.0;
    // An offer that sends work away stands in the terms only with somebody who takes it.
    flows.owe(month, bill + model.rented.support.of(bill), index);
    if let Some((other, price)) = terms.fallback_at(offer.place).filter(|_| away > 0.0) {
        flows.owe(month, price * away * drifted, other);
    }
}

/// Adds one line of owning to flows whose work is already shared out.
pub fn own_line(model: &Model, outlay: &Outlay, flows: &mut Flows) {
    if let Some(purchase) = outlay.purchase {
        purchases(model, &purchase, flows);
    }
    let time = &model.time;
    let flat: &[f64] = &[];
    let moved: &[f64] = match outlay.moves {
        Moves::Not => flat,
        Moves::Tariff => &time.tariff,
        Moves::Salaries => &time.staff,
        Moves::Space => &time.space,
    };
    let per_month = outlay.per_year.as_usd() / 12.0;
    let per_hour = outlay.per_busy_hour.as_usd_per_gpu_hour() / model.owned.yields.productive_per_busy();
    if per_month == 0.0 && per_hour == 0.0 && outlay.let_out.is_none() {
        return; // most lines of most scenarios
    }
    let from = match outlay.from {
        // Somebody runs the machines that are there already, too.
        _ if model.owned.present > 0.0 => 1,
        From::Hiring => time.hiring,
        From::Delivery | From::Age(_) => time.delivery,
    };
    let life = life_months(model.owned.life_years);
    // Spares and whole racks in proportion.
    let there = match outlay.before {
        Before::PerNode if from < time.delivery => model.owned.present / model.owned.nodes,
        Before::All | Before::PerNode => 1.0,
    };
    let paid = span_mut(&mut flows.end, from, flows.months);
    if let Some(let_out) = &outlay.let_out {
        let served = span(&flows.served, from, flows.months).iter();
        for (((usd, served), tariff), month) in
            paid.iter_mut().zip(served).zip(span(&time.tariff, from, flows.months)).zip(from..)
        {
            let there = if month < time.delivery { there } else { 1.0 };
            let idle = let_out.available / 12.0 * there - served / model.owned.yields.productive_per_busy();
            *usd -= idle * let_out.share * let_out.gain(*tariff);
        }
        return;
    }
    let young = if let From::Age(years) = outlay.from { Some(years * 12.0) } else { None };
    if young.is_none() && per_hour == 0.0 && moved.is_empty() && there == 1.0 {
        for usd in paid {
            *usd += per_month; // the same every month
        }
        return;
    }
    let paid = paid.iter_mut().zip(span(&flows.served, from, flows.months));
    let factors = span(moved, from, flows.months);
    if young.is_none() && there == 1.0 && !factors.is_empty() {
        for ((usd, served), factor) in paid.zip(factors) {
            *usd += (per_month + served * per_hour) * factor;
        }
        return;
    }
    for ((usd, served), month) in paid.zip(from..) {
        let there = if month < time.delivery { there } else { 1.0 };
        let factor = moved.get(month - 1).copied().unwrap_or(1.0);
        let due = young.map_or(1.0, |months| (count((month - from) % life + 1) - months).clamp(0.0, 1.0));
        *usd += (per_month * due * there + served * per_hour) * factor;
    }
}

/// Most work the owned machines do in a month, productive GPU-hours; and the month from which that stays the same.
fn ceiling_by_month(model: &Model) -> (impl Fn(usize) -> f64 + '_, usize) {
    let owned = &model.owned;
    let full = owned.gpus * HOURS_PER_MONTH * owned.ceiling() * owned.yields.productive_per_busy();
    let present = owned.present / owned.nodes;
    let time = &model.time;
    (move |month| full * (present + (1.0 - present) * time.ramped(month)), time.settled())
}

/// What a line buys over the horizon, and what becomes of it.
pub fn assets_of(model: &Model, purchase: &Purchase) -> Vec<Asset> {
    let mut flows = Flows::with_accounts(model);
    purchases(model, purchase, &mut flows);
    flows.accounts.map(|accounts| accounts.assets).unwrap_or_default()
}

fn purchases(model: &Model, purchase: &Purchase, flows: &mut Flows) {
    let time = &model.time;
    let first = purchase.capital;
    let nothing = |usd: Money| usd == Money::ZERO;
    if nothing(first.price) && nothing(first.residual) && purchase.then.is_none_or(|(usd, _)| nothing(usd)) {
        return; // most lines of most scenarios
    }
    let mut month = if purchase.then.is_some() { 1 } else { time.delivery };
    let mut life = life_months(first.life_years);
    let mut price = first.price.as_usd();
    // What is there already is older than its purchase here.
    let (full_price, full_life) = purchase.then.map_or((price, first.life_years), |(usd, life)| (usd.as_usd(), life));
    let full_life = life_months(full_life);
    let mut before = full_life.saturating_sub(life);
    let mut worth_of = full_price;
    if purchase.then.is_none() && time.delivery > 1 {
        flows.pay_at_start(1, price * time.deposit);
        flows.pay_at_start(month, price * (1.0 - time.deposit));
    } else {
        flows.pay_at_start(month, price);
    }
    while month <= flows.months {
        let end = month + life - 1;
        let until = end.min(flows.months);
        let age = until - month + 1;
        let proceeds = if end <= flows.months {
            // Full age: sold, or taken away, under either rule.
            match purchase.wear {
                Wear::Removal => first.residual.as_usd(),
                wear => worth_of * model.owned.worth(wear, years(before + age)),
            }
        } else if time.going_on {
            price * count(life - age) / count(life)
        } else {
            match purchase.wear {
                Wear::Removal => first.residual.as_usd(),
                wear => worth_of * model.owned.worth(wear, years(before + age)),
            }
        };
        if proceeds < 0.0 {
            flows.charge(until, -proceeds);
        } else {
            flows.sell(until, proceeds);
        }
        if price != 0.0 || proceeds != 0.0 {
            flows.keep(Asset { month, price, life, until, proceeds });
        }
        month = end + 1;
        if month > flows.months {
            break;
        }
        let drifted = time.hardware(month);
        price = full_price * drifted;
        worth_of = price;
        life = full_life;
        before = 0;
        add(&mut flows.start, month, price);
    }
}
