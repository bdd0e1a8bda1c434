//! Cost lines of owned machines by month: what stands, what it did, and what moves its prices.

use super::own::{last_month, purchases};
use super::{Flows, span, span_mut};
use crate::cost::{Before, From, LetOut, Moves, Outlay, Staged};
use crate::formulas::finance::life_months;
use crate::formulas::hours::{available_hours, calendar_hours};
use crate::model::{Model, Stage};
use crate::units::{HourlyPrice, count};

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
    let lets_out = outlay.let_out.is_some() || outlay.let_out_there.is_some();
    if per_month == 0.0 && per_hour == 0.0 && !lets_out && outlay.staged.is_none() {
        return; // most lines of most scenarios
    }
    if let Some(staged) = outlay.staged {
        return by_stage(model, outlay, &staged, flows);
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

/// Adds a line that depends on which machines stand: those there until those bought come, both, or those bought once those
/// there have gone.
fn by_stage(model: &Model, outlay: &Outlay, staged: &Staged, flows: &mut Flows) {
    let (time, owned) = (&model.time, &model.owned);
    let factors: &[f64] = match outlay.moves {
        Moves::Not => &[],
        Moves::Tariff => &time.tariff,
        Moves::Salaries => &time.staff,
        Moves::Space => &time.space,
    };
    let first = if outlay.from == From::Hiring { time.hiring } else { time.delivery };
    let ages = if let (From::Age(years), Staged::Sum(parts)) = (outlay.from, staged) {
        Some((due_by_age(model, years * 12.0), parts))
    } else {
        None
    };
    let per_busy = outlay.busy_by_kind.unwrap_or([outlay.per_busy_hour; 2]);
    let let_out = outlay.let_out.is_some() || outlay.let_out_there.is_some();
    let per_hour = |usd: HourlyPrice| usd.as_usd_per_gpu_hour() / owned.yields.productive_per_busy();
    let work = flows.served.iter().zip(&flows.sources.machines_there);
    for ((month, usd), (served, there)) in (1..).zip(flows.end.iter_mut().take(flows.months)).zip(work) {
        let Some(stage) = owned.stage(month, month >= first) else { continue };
        if let_out {
            *usd -= idle_income(model, outlay, (month, stage), (*served, *there));
            continue;
        }
        let per_month = match &ages {
            None => staged.at(stage).as_usd() / 12.0,
            Some((due, parts)) => {
                let [there, bought] = due(month);
                let part = |place: usize| parts.get(place).map_or(0.0, |usd| usd.as_usd() / 12.0);
                let there = match stage {
                    Stage::There | Stage::ThereAndBought => part(0) * there,
                    Stage::Replacing | Stage::ReplacingAndBought => part(2) * there,
                    Stage::Bought => 0.0,
                };
                let is_bought = matches!(stage, Stage::ThereAndBought | Stage::ReplacingAndBought | Stage::Bought);
                there + if is_bought { part(1) * bought } else { 0.0 }
            }
        };
        let [of_there, of_new] = per_busy.map(per_hour);
        let is_old = matches!(stage, Stage::There | Stage::ThereAndBought);
        let there = if is_old { *there } else { 0.0 };
        let busy = there * of_there + (served - there) * of_new;
        *usd += (per_month + busy) * factors.get(month - 1).copied().unwrap_or(1.0);
    }
}

/// Income of a month from idle hours that are let out, where the price of electricity moves it and machines differ.
fn idle_income(model: &Model, outlay: &Outlay, (month, stage): (usize, Stage), (served, there): (f64, f64)) -> f64 {
    let owned = &model.owned;
    let tariff = model.time.tariff.get(month - 1).copied().unwrap_or(1.0);
    let bought_gpus = owned.gpus * owned.bought_share();
    let replacing_gpus = owned.replacing_nodes * owned.gpus_per_node;
    let (old, new) = match stage {
        Stage::There => (1.0, 0.0),
        Stage::ThereAndBought => (1.0, bought_gpus),
        Stage::Replacing => (0.0, replacing_gpus),
        Stage::ReplacingAndBought => (0.0, replacing_gpus + bought_gpus),
        Stage::Bought => (0.0, bought_gpus),
    };
    let there = if old > 0.0 { there } else { 0.0 };
    let of_kind = |let_out: Option<LetOut>, share: f64, served: f64| {
        let Some(let_out) = let_out.filter(|_| share > 0.0) else { return 0.0 };
        let idle = let_out.available / 12.0 * share - served / owned.yields.productive_per_busy();
        idle * let_out.share * let_out.gain(tariff)
    };
    // Income from letting the new ones is shown with those bought.
    let per_gpu = outlay.let_out.map(|let_out| LetOut {
        available: available_hours(calendar_hours(1.0), owned.availability).as_gpu_hours(),
        ..let_out
    });
    of_kind(outlay.let_out_there, old, there) + of_kind(per_gpu, new, served - there)
}

/// Shares due in the month of a line that starts after the first `young` months of a machine's life: of machines there, or
/// those that replaced them, and of those bought.
fn due_by_age(model: &Model, young: f64) -> impl Fn(usize) -> [f64; 2] + '_ {
    let owned = &model.owned;
    let delivery = model.time.delivery;
    let life = life_months(owned.life_years);
    let age = owned.present_age_years * 12.0;
    let replaced = owned.replaced_after();
    let due = move |age: f64| (age - young).clamp(0.0, 1.0);
    move |month| {
        let there = match replaced {
            Some(last) if month > last => due(count((month - last - 1) % life + 1)),
            _ => due(age + count(month)),
        };
        let bought = if month < delivery { 0.0 } else { due(count((month - delivery) % life + 1)) };
        [there, bought]
    }
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
