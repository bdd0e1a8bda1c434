//! Where the work goes that a plan rents by the hour beside its own machines or its offer: to what costs least, after
//! credits.
//!
//! Without credits that is the cheapest hourly offer. With credits it is decided once the other bills are known: what
//! they leave of a credit pays for hours at its provider, the credit that expires first first; all other hours go to the
//! cheapest offer. Each part of an hour is due to the provider that does it. Source: model page, sections 3 and 4.

use super::credits::{left_over, pays, use_credits};
use super::hires::{Hired, settle};
use super::{Flows, add, all_work, value};
use crate::cost::plan::{OverflowPricing, of_more_work, per_productive_hour};
use crate::cost::rent::{charges, managed};
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
    /// The same before support.
    before_support: f64,
    /// The part of the cost of an hour of work which is due to the other today; `None` if there is none.
    refused: Option<f64>,
}

/// The bill of a month's work at an offer with all other charges of renting.
struct MonthBill {
    /// Due to the offer.
    usd: f64,
    /// Of that, its hours before support.
    hours_usd: f64,
    /// Work that another offer has to do, productive GPU-hours.
    away: f64,
    /// Its cost.
    away_usd: f64,
}

impl MonthBill {
    /// The bill of an offer; `None` if work would stay undone.
    fn of(model: &Model, terms: &OverflowPricing, offer: &Offer, month: usize, work: f64) -> Option<Self> {
        let here = per_productive_hour(model, offer, offer.price * managed(&model.rented));
        let away = if offer.elsewhere == 0.0 { 0.0 } else { work * offer.elsewhere };
        let drifted = value(&model.time.rent, month);
        let hours_usd = (work - away) * here * drifted;
        let beside = charges(model, offer, (work / all_work(model, month)).min(1.0));
        let bill = hours_usd + beside.data + beside.once;
        let away_usd = if away > 0.0 { terms.fallback(offer.place)? * away * drifted } else { 0.0 };
        Some(Self { usd: bill + model.rented.support.of(bill), hours_usd, away, away_usd })
    }

    fn with_fallback(&self) -> f64 {
        self.usd + self.away_usd
    }
}

/// The counted hourly offer whose bill for a month is lowest, before credits; the cheapest hour wins a tie.
fn cheapest_month(model: &Model, terms: &OverflowPricing, month: usize, work: f64) -> Option<usize> {
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

/// Bills everything that a plan rents, and pays from credits what they can.
pub(super) fn finish(model: &Model, terms: &OverflowPricing, flows: &mut Flows) {
    place(model, terms, flows);
    settle(model, flows);
    if !model.time.credits.is_empty() {
        use_credits(model, flows);
    }
}

/// Places all work that waits for the other bills to be known.
fn place(model: &Model, terms: &OverflowPricing, flows: &mut Flows) {
    let mut unplaced = std::mem::take(&mut flows.unplaced);
    if unplaced.is_empty() {
        return;
    }
    let mut known = flows.clone();
    settle(model, &mut known);
    unplaced.sort_by_key(|work| work.month);
    let left = left_over(model, known.bills.as_deref().unwrap_or_default());
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
        let before_support = per_productive_hour(model, offer, offer.price * managed(&model.rented));
        Hourly { offer, index, price: of_more_work(model, offer), before_support, refused }
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

    /// Rents hours from an offer at its price.
    fn hire(&mut self, month: usize, hours: f64, index: usize) {
        let Some((price, before_support)) = self.at(index).map(|offer| (offer.price, offer.before_support)) else {
            return;
        };
        let drifted = value(&self.model.time.rent, month);
        let usd = hours * before_support * drifted;
        self.flows.hired.push(Hired { month, offer: index, hours, usd, ahead: 0.0 });
        self.spend(month, index, hours * price * drifted);
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
        let Some(elsewhere) = self.at(index).map(|offer| offer.offer.elsewhere) else { return };
        let away = if elsewhere == 0.0 { 0.0 } else { hours * elsewhere };
        self.hire(month, hours - away, index);
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
            self.hire(month, covered, index);
            rest -= covered;
        }
        if let Some((index, _)) = self.least(None, price).filter(|_| rest > 0.0) {
            self.hire(month, rest, index);
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
        let (hours, usd) = (work - found.away, found.hours_usd);
        self.flows.hired.push(Hired { month, offer: index, hours, usd, ahead: 0.0 });
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
