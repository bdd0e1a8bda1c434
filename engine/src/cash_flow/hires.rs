//! What is rented in each month, and the bills for it: one per provider and month.
//!
//! Data follows the work: in a month in which a plan does a share of its hours on newly rented machines, that share of the
//! stored and moved data is billed, split between providers by their hours. A dedicated line and a platform are due once, at
//! the provider with most hours; tiers and minimum of support apply to the sum of a provider's bill. Running commitments
//! and the current bill carry no data. Source: model page, section 3.

use super::commitment::bill_of;
use super::outside::Hire;
use super::{Flows, Prepaid, Unplaced, Work, add};
use crate::cost::rent::{Charges, charges, moving_out};
use crate::model::Model;
use crate::prices::Service;

/// Hours rented from one offer in a month.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hired {
    pub month: usize,
    /// Index of the offer in the model.
    pub offer: usize,
    /// Work done there, productive GPU-hours.
    pub hours: f64,
    /// Their cost with managed services, before support.
    pub usd: f64,
    /// Part of that and of its support which was prepaid.
    pub ahead: f64,
}

impl Flows {
    /// Rents work of a month by the hour: what the offer takes there, the rest at its fallback. With credits it is placed
    /// once the other bills are known, at that offer or where a credit pays.
    pub(super) fn hire(&mut self, model: &Model, month: usize, hours: f64, hire: &Hire) {
        if hours == 0.0 {
            return;
        }
        if hire.api {
            return self.buy_tokens(model, month, hours, hire);
        }
        if self.bills.is_some() && !hire.spot {
            self.unplaced.push(Unplaced { month, work: Work::Beyond { hours, hire: *hire } });
            return;
        }
        self.hire_here(model, month, hours, hire);
    }

    /// Buys the tokens of a month's work: a bill of its own, without anything beside them.
    fn buy_tokens(&mut self, model: &Model, month: usize, hours: f64, hire: &Hire) {
        let usd = hours * hire.here * hire.drift(model, month);
        add(&mut self.bill, month, usd);
        add(&mut self.sources.api, month, hours);
        if let Some(billed) = &mut self.billed {
            add(&mut billed.tokens, month, usd);
        }
    }

    /// Rents work of a month from one offer, with credits too; only what it cannot take goes elsewhere.
    pub(super) fn hire_here(&mut self, model: &Model, month: usize, hours: f64, hire: &Hire) {
        if hours == 0.0 {
            return;
        }
        let drifted = hire.drift(model, month);
        let away = if hire.away == 0.0 { 0.0 } else { hours * hire.away };
        let here = hours - away;
        self.hired.push(Hired { month, offer: hire.offer, hours: here, usd: here * hire.here * drifted, ahead: 0.0 });
        if let Some((other, usd)) = hire.fallback.filter(|_| away > 0.0) {
            if self.bills.is_some() {
                let work = Work::Refused { hours: away, by: hire.offer, workload: hire.workload };
                self.unplaced.push(Unplaced { month, work });
            } else {
                self.hired.push(Hired { month, offer: other, hours: away, usd: away * usd * drifted, ahead: 0.0 });
            }
        }
    }
}

/// Bills everything that was rented, and what is due once: setting up before the first month in which a new offer does an
/// hour, and moving out at the end what lies with the provider of each hour in the last month. Work of other sources is
/// known by then.
pub(super) fn settle(model: &Model, flows: &mut Flows) {
    let mut hired = std::mem::take(&mut flows.hired);
    hired.sort_by_key(|hired| hired.month);
    let mut place = 0;
    while let Some(first) = hired.get(place) {
        let month = first.month;
        let to = place + hired.get(place..).unwrap_or_default().iter().take_while(|h| h.month == month).count();
        let of_month = hired.get(place..to).unwrap_or_default();
        bill_month(model, flows, of_month);
        place = to;
    }
    let first = |ported: bool| {
        let starts = |hired: &&Hired| {
            hired.hours > 0.0 && (!ported || model.offers.get(hired.offer).is_some_and(|offer| offer.ported))
        };
        hired.iter().find(starts).map(|hired| hired.month)
    };
    let once = [(first(false), model.rented.setup), (first(true), model.rented.porting)];
    for (month, usd) in once {
        if let Some(month) = month.filter(|_| usd.as_usd() > 0.0) {
            flows.set_up.push((month, usd.as_usd()));
            flows.prepay(Prepaid { month, months: 1, paid: usd.as_usd(), counted: 1 });
        }
    }
    let last = flows.months;
    let all = flows.sources.of_month(last);
    if !model.time.going_on && model.rented.exit_gb > 0.0 && all > 0.0 && !flows.without_data {
        let from = hired.partition_point(|hired| hired.month < last);
        for account in accounts(model, hired.get(from..).unwrap_or_default()) {
            let Some(offer) = model.offers.get(account.offer) else { continue };
            let share = (account.hours / all).min(1.0);
            let usd = moving_out(model, offer, share).as_usd();
            flows.moved_out += usd;
            flows.owe_at_horizon(usd, account.offer);
        }
    }
    hired.clear();
    flows.hired = hired;
}

/// What one provider is owed in a month.
struct Account {
    /// The offer with most hours there.
    offer: usize,
    most: f64,
    hours: f64,
    usd: f64,
    ahead: f64,
}

fn bill_month(model: &Model, flows: &mut Flows, hired: &[Hired]) {
    let Some(month) = hired.first().map(|hired| hired.month) else { return };
    for Hired { offer, hours, .. } in hired {
        let sources = &mut flows.sources;
        let source = match model.offers.get(*offer) {
            Some(offer) if !offer.pays_per_use() => &mut sources.committed,
            Some(offer) if offer.service == Service::Spot => &mut sources.spot,
            _ => &mut sources.on_demand,
        };
        add(source, month, *hours);
    }
    let all = flows.sources.of_month(month);
    let accounts = accounts(model, hired);
    let largest = largest(&accounts);
    for (place, account) in accounts.iter().enumerate() {
        let Some(offer) = model.offers.get(account.offer) else { continue };
        add(&mut flows.rented, month, account.hours);
        let share = if all > 0.0 { (account.hours / all).min(1.0) } else { 0.0 };
        let Charges { data, once } = if flows.without_data { Charges::default() } else { charges(model, offer, share) };
        let once = if largest == Some(place) { once } else { 0.0 };
        let beside = data + once;
        let bill = account.usd + beside;
        let due = bill + model.rented.support.of(bill);
        let hours = bill_of(model, beside, account.usd).0;
        if let Some(billed) = &mut flows.billed {
            let is_largest = largest == Some(place);
            billed.add_bill(model, (month, offer), (account.usd, share, is_largest), due - bill);
        }
        flows.owe_with_charges(month, (due - account.ahead, due - hours), account.offer);
    }
}

/// One account per provider, in the order of their first hours.
fn accounts(model: &Model, hired: &[Hired]) -> Vec<Account> {
    let provider = |index: usize| model.offers.get(index).map_or("", |offer| offer.provider.as_str());
    let mut accounts: Vec<Account> = Vec::with_capacity(2);
    for Hired { offer, hours, usd, ahead, .. } in hired {
        let known = accounts.iter_mut().find(|of| of.offer == *offer || provider(of.offer) == provider(*offer));
        let Some(account) = known else {
            accounts.push(Account { offer: *offer, most: *hours, hours: *hours, usd: *usd, ahead: *ahead });
            continue;
        };
        if *hours > account.most {
            (account.offer, account.most) = (*offer, *hours);
        }
        account.hours += hours;
        account.usd += usd;
        account.ahead += ahead;
    }
    accounts
}

/// The provider with most hours, the first among equals; nothing where none does any.
fn largest(accounts: &[Account]) -> Option<usize> {
    let mut found: Option<(usize, f64)> = None;
    for (place, account) in accounts.iter().enumerate() {
        if account.hours > 0.0 && found.is_none_or(|(_, most)| account.hours > most) {
            found = Some((place, account.hours));
        }
    }
    found.map(|(place, _)| place)
}
