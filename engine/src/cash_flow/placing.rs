//! Where the work goes that a plan rents by the hour beside its own machines or its offer: to what costs least, after
//! credits.
//!
//! Without credits that is the cheapest hourly offer. With credits it is decided once the other bills are known: what
//! they leave of a credit pays for hours at its provider, the credit that expires first first; all other hours go to the
//! cheapest offer. Each part of an hour is due to the provider that does it. Source: model page, sections 3 and 4.

use super::credits::{left_over, pays};
use super::{Flows, add, value};
use crate::cost::plan::{OverflowPricing, of_more_work, per_productive_hour};
use crate::cost::rent::{idle_bill, managed};
use crate::inputs::value::Credit;
use crate::model::Model;
use crate::model::offers::Offer;
use crate::units::count;

/// Work of a month to be placed, productive GPU-hours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unplaced {
    pub month: usize,
    pub hours: f64,
    pub what: Work,
}

/// What kind of work it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Work {
    /// Beyond what a plan can do itself.
    Beyond,
    /// What the offer at this index cannot take.
    Refused(usize),
    /// All of a month, with the other charges of renting.
    Month {
        /// Whether it counts as done by the plan itself.
        served: bool,
    },
}

/// An hourly offer with its share of work that another has to do.
struct Hourly<'m> {
    offer: &'m Offer,
    index: usize,
    /// Its own price of a productive hour.
    price: f64,
    /// The part of the cost of an hour of work which is due to the other today; `None` if there is none.
    refused: Option<f64>,
}

/// The bill of a month's work at an offer with all other charges of renting.
pub(super) struct MonthBill {
    /// Due to the offer.
    pub usd: f64,
    /// Of that, what is not for hours and their support.
    pub charges: f64,
    /// Work that another offer has to do, productive GPU-hours.
    pub away: f64,
    /// Its cost.
    pub away_usd: f64,
}

impl MonthBill {
    /// The bill of an offer; `None` if work would stay undone.
    pub(super) fn of(model: &Model, terms: &OverflowPricing, offer: &Offer, month: usize, work: f64) -> Option<Self> {
        let here = per_productive_hour(model, offer, offer.price * managed(&model.rented));
        let away = if offer.elsewhere == 0.0 { 0.0 } else { work * offer.elsewhere };
        let drifted = value(&model.time.rent, month);
        let hours = (work - away) * here * drifted;
        let idle = idle_bill(model, offer).before_support().as_usd() / 12.0;
        let bill = hours + idle;
        let all = bill + model.rented.support.of(bill);
        let charges = all - super::commitment::bill_of(model, idle, hours).0;
        let away_usd = if away > 0.0 { terms.fallback(offer.place)? * away * drifted } else { 0.0 };
        Some(Self { usd: all, charges, away, away_usd })
    }

    fn with_fallback(&self) -> f64 {
        self.usd + self.away_usd
    }
}

/// The counted hourly offer whose bill for a month is lowest, before credits; the cheapest hour wins a tie.
pub(super) fn cheapest_month(model: &Model, terms: &OverflowPricing, month: usize, work: f64) -> Option<usize> {
    let (first, _) = terms.overflow?;
    let bill = |index: usize| {
        let offer = model.offers.get(index)?;
        Some((index, MonthBill::of(model, terms, offer, month, work)?.with_fallback()))
    };
    let all = model.offers.iter().enumerate().filter(|(_, o)| o.counted && o.pays_per_use());
    let rest = all.filter_map(|(index, _)| bill(index));
    let least = bill(first).into_iter().chain(rest).reduce(|kept, next| if next.1 < kept.1 { next } else { kept });
    least.map(|(index, _)| index)
}

/// Bills all work that is still to be placed.
pub(super) fn place(model: &Model, terms: &OverflowPricing, flows: &mut Flows) {
    let mut unplaced = std::mem::take(&mut flows.unplaced);
    if unplaced.is_empty() {
        return;
    }
    unplaced.sort_by_key(|work| work.month);
    let left = left_over(model, flows.bills.as_deref().unwrap_or_default());
    let mut placing = Placing { model, terms, offers: hourly(model, terms), left, flows };
    for Unplaced { month, hours, what } in &unplaced {
        match what {
            Work::Beyond => placing.beyond(*month, *hours),
            Work::Refused(offer) => placing.refused(*month, *hours, *offer),
            Work::Month { served } => placing.month(*month, *hours, *served),
        }
    }
    unplaced.clear();
    flows.unplaced = unplaced;
}

fn hourly<'m>(model: &'m Model, terms: &OverflowPricing) -> Vec<Hourly<'m>> {
    let offers = model.offers.iter().enumerate().filter(|(_, o)| o.counted && o.pays_per_use());
    let priced = offers.map(|(index, offer)| {
        let refused = match offer.elsewhere {
            0.0 => Some(0.0),
            share => terms.fallback(offer.place).map(|usd| usd * share),
        };
        Hourly { offer, index, price: of_more_work(model, offer), refused }
    });
    priced.collect()
}

impl Hourly<'_> {
    /// What an hour of work costs at the offer itself.
    fn own_part(&self) -> f64 {
        self.price * (1.0 - self.offer.elsewhere)
    }
}

/// The placing of a plan's work: what is left of each credit falls as it goes.
struct Placing<'a, 'm> {
    model: &'m Model,
    terms: &'a OverflowPricing,
    offers: Vec<Hourly<'m>>,
    /// Of each credit, in the model's order.
    left: Vec<f64>,
    flows: &'a mut Flows,
}

impl Placing<'_, '_> {
    /// Credits that still pay in a month, in the order they are used.
    fn open(&self, month: usize) -> impl Iterator<Item = (usize, &Credit)> + use<'_> {
        let credits = self.model.time.credits.iter().enumerate();
        credits.filter(move |(at, credit)| {
            count(month) <= credit.months && self.left.get(*at).is_some_and(|usd| *usd > 0.0)
        })
    }

    /// The offer of least cost of those a credit pays, at a cost of an hour.
    fn least(&self, at: Option<&Credit>, cost: impl Fn(&Hourly) -> Option<f64>) -> Option<(usize, f64)> {
        let paid = |offer: &&Hourly| at.is_none_or(|credit| pays(self.model, credit, offer.index));
        let costs = self.offers.iter().filter(paid).filter_map(|offer| Some((offer.index, cost(offer)?)));
        costs.reduce(|kept, next| if next.1 < kept.1 { next } else { kept })
    }

    fn at(&self, index: usize) -> Option<&Hourly<'_>> {
        self.offers.iter().find(|offer| offer.index == index)
    }

    /// Takes what an offer's bill uses up of the credits.
    fn spend(&mut self, month: usize, offer: usize, usd: f64) {
        let mut due = usd;
        for (credit, left) in self.model.time.credits.iter().zip(&mut self.left) {
            if count(month) <= credit.months && pays(self.model, credit, offer) {
                let paid = left.min(due).max(0.0);
                *left -= paid;
                due -= paid;
            }
        }
    }

    fn bill(&mut self, month: usize, usd: f64, offer: usize) {
        self.flows.owe(month, usd, offer);
        self.spend(month, offer, usd);
    }

    /// Hours beyond a plan: at the providers of credits as long as these pay, the rest where an hour costs least.
    fn beyond(&mut self, month: usize, hours: f64) {
        let drifted = value(&self.model.time.rent, month);
        let Some((cheapest, usd)) = self.least(None, |offer| Some(offer.own_part() + offer.refused?)) else { return };
        let mut rest = hours;
        let open: Vec<usize> = self.open(month).map(|(at, _)| at).collect();
        for at in open {
            let Some(credit) = self.model.time.credits.get(at).filter(|_| rest > 0.0) else { break };
            // The credit pays the offer's own part of an hour.
            let found = if credit.provider.is_empty() {
                Some(cheapest)
            } else {
                let least = self.least(Some(credit), |offer| offer.refused.filter(|_| offer.price > 0.0));
                least.filter(|(_, refused)| *refused < usd).map(|(index, _)| index)
            };
            let Some((index, own)) = found.and_then(|index| self.at(index)).map(|o| (o.index, o.own_part())) else {
                continue;
            };
            let left = self.left.get(at).copied().unwrap_or(0.0);
            let covered = if own * drifted * rest <= left { rest } else { left / (own * drifted) };
            self.rent(month, covered, index);
            rest -= covered;
        }
        if rest > 0.0 {
            self.rent(month, rest, cheapest);
        }
    }

    /// Rents hours from an offer, and what it cannot take from others.
    fn rent(&mut self, month: usize, hours: f64, index: usize) {
        let Some((price, elsewhere)) = self.at(index).map(|offer| (offer.price, offer.offer.elsewhere)) else { return };
        let drifted = value(&self.model.time.rent, month);
        let away = if elsewhere == 0.0 { 0.0 } else { hours * elsewhere };
        self.bill(month, (hours - away) * price * drifted, index);
        self.refused(month, away, index);
    }

    /// Hours that an offer cannot take: at another that can, where credits pay or an hour costs least.
    fn refused(&mut self, month: usize, hours: f64, by: usize) {
        let drifted = value(&self.model.time.rent, month);
        let price = |offer: &Hourly| (offer.index != by && offer.offer.is_firm()).then_some(offer.price);
        let mut rest = hours;
        let open: Vec<usize> = self.open(month).map(|(at, _)| at).collect();
        for at in open {
            let Some(credit) = self.model.time.credits.get(at).filter(|_| rest > 0.0) else { break };
            let Some((index, price)) = self.least(Some(credit), price) else { continue };
            let left = self.left.get(at).copied().unwrap_or(0.0);
            let covered = if price * drifted * rest <= left { rest } else { left / (price * drifted) };
            self.bill(month, covered * price * drifted, index);
            rest -= covered;
        }
        if let Some((index, price)) = self.least(None, price).filter(|_| rest > 0.0) {
            self.bill(month, rest * price * drifted, index);
        }
    }

    /// A whole month at one offer, with the other charges of renting: where it costs least after credits.
    fn month(&mut self, month: usize, work: f64, served: bool) {
        let (model, terms) = (self.model, self.terms);
        let Some(first) = cheapest_month(model, terms, month, work) else { return };
        let after = |index: usize| {
            let found = MonthBill::of(model, terms, model.offers.get(index)?, month, work)?;
            let credits = self.open(month).filter(|(_, credit)| pays(model, credit, index));
            let left: f64 = credits.filter_map(|(at, _)| self.left.get(at)).sum();
            Some((index, found.with_fallback() - found.usd.min(left), found))
        };
        let rest = self.offers.iter().filter_map(|offer| after(offer.index));
        let least = after(first).into_iter().chain(rest).reduce(|kept, next| if next.1 < kept.1 { next } else { kept });
        let Some((index, _, found)) = least else { return };
        self.flows.owe_with_charges(month, (found.usd, found.charges), index);
        self.spend(month, index, found.usd);
        if found.away > 0.0 {
            if served {
                add(&mut self.flows.served, month, -found.away);
                add(&mut self.flows.elsewhere, month, found.away);
            }
            self.refused(month, found.away, index);
        }
    }
}
