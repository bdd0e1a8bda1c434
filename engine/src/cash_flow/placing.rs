//! Where the work goes that a plan rents by the hour beside its own machines or its offer: to what costs least, after
//! credits.
//!
//! Without credits that is the cheapest hourly offer. With credits it is decided once the other bills are known: what
//! they leave of a credit pays for hours at its provider, the credit that expires first first; all other hours go where
//! they go without credits, at the same price. Each workload has its own price of an hour. Each part of an hour is due to the
//! provider that does it. Source: model page, sections 3, 4 and 6.

use super::credits::{left_over, pays, use_credits};
use super::hires::{Hired, settle};
use super::outside::{Hire, prices};
use super::serving::pay_serving;
use super::{Flows, add, all_work, value};
use crate::cost::plan::OverflowPricing;
use crate::cost::rent::charges;
use crate::inputs::value::Credit;
use crate::model::Model;
use crate::model::offers::Offer;
use crate::units::count;

/// Work of a month to be placed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unplaced {
    pub month: usize,
    pub work: Work,
}

/// Hours of each workload, productive GPU-hours; of all of them where none is named.
type HoursByWorkload = Vec<(Option<usize>, f64)>;

/// Work to be placed, in productive GPU-hours, by its kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Work {
    /// Beyond what a plan can do itself.
    Beyond {
        hours: f64,
        /// Where it goes without credits.
        hire: Hire,
    },
    /// What an offer cannot take.
    Refused {
        hours: f64,
        /// Index of that offer.
        by: usize,
        workload: Option<usize>,
    },
    /// All of a month, with the other charges of renting.
    Month {
        hours: HoursByWorkload,
        /// Index of the offer to which it goes without credits.
        at: usize,
        /// Whether it counts as done by the plan itself.
        served: bool,
    },
}

/// An hourly offer with the cost of an hour of a workload. US dollars.
struct Hourly<'m> {
    offer: &'m Offer,
    index: usize,
    /// Its own price of a productive hour, with the first share of support.
    price: f64,
    /// The part of the cost of an hour of work which is due to the other that does what it cannot take; nothing if no other
    /// can.
    refused: Option<f64>,
}

/// All offers by the hour with the cost of an hour of a workload.
fn hourly(model: &Model, workload: Option<usize>) -> Vec<Hourly<'_>> {
    let offers = model.offers.iter().enumerate().filter(|(_, o)| o.counted && o.pays_per_use());
    let priced: Vec<(usize, &Offer, f64)> =
        offers.map(|(index, offer)| (index, offer, prices(model, offer, workload).1)).collect();
    let fallback = |but: usize| {
        let firm = priced.iter().filter(|(index, offer, _)| *index != but && offer.is_firm());
        firm.map(|(_, _, price)| *price).min_by(f64::total_cmp)
    };
    let with_refused = priced.iter().map(|(index, offer, price)| {
        let refused = match offer.elsewhere {
            0.0 => Some(0.0),
            share => fallback(*index).map(|usd| usd * share),
        };
        Hourly { offer, index: *index, price: *price, refused }
    });
    with_refused.collect()
}

/// The bill of a month's work at an offer with all other charges of renting.
struct MonthBill {
    /// Due to the offer.
    usd: f64,
    /// Cost of what another offer has to do.
    away_usd: f64,
    /// What is rented of each workload, productive GPU-hours.
    hires: Vec<(Hire, f64)>,
}

impl MonthBill {
    /// The bill of an offer; nothing if work would stay undone.
    fn of(
        model: &Model,
        terms: &OverflowPricing,
        offer: &Offer,
        month: usize,
        hours: &[(Option<usize>, f64)],
    ) -> Option<Self> {
        let drifted = value(&model.time.rent, month);
        let (mut work, mut hours_usd, mut away_usd) = (0.0, 0.0, 0.0);
        let mut hires = Vec::with_capacity(hours.len());
        for (workload, hours) in hours {
            let hire = Hire::of(model, terms, offer, *workload)?;
            let away = away_of(&hire, *hours);
            work += hours;
            hours_usd += (hours - away) * hire.here * drifted;
            if away > 0.0 {
                let (other, _) = hire.fallback?;
                away_usd += away * prices(model, model.offers.get(other)?, *workload).1 * drifted;
            }
            hires.push((hire, *hours));
        }
        let beside = charges(model, offer, (work / all_work(model, month)).min(1.0));
        let bill = hours_usd + beside.data + beside.once;
        Some(Self { usd: bill + model.rented.support.of(bill), away_usd, hires })
    }

    fn with_fallback(&self) -> f64 {
        self.usd + self.away_usd
    }
}

/// What an offer cannot take of some hours.
fn away_of(hire: &Hire, hours: f64) -> f64 {
    if hire.away == 0.0 { 0.0 } else { hours * hire.away }
}

/// Bills everything that a plan rents, and pays from credits what they can.
pub(super) fn finish(model: &Model, terms: &OverflowPricing, flows: &mut Flows) {
    place(model, terms, flows);
    settle(model, flows);
    pay_serving(model, flows);
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
    unplaced.sort_by_key(|unplaced| unplaced.month);
    let left = left_over(model, known.bills.as_deref().unwrap_or_default());
    let mut placing = Placing { model, terms, offers: Vec::new(), left, flows };
    for Unplaced { month, work } in &unplaced {
        match work {
            Work::Beyond { hours, hire } => placing.beyond(*month, *hours, hire),
            Work::Refused { hours, by, workload } => placing.refused(*month, *hours, *by, *workload),
            Work::Month { hours, at, served } => placing.month(*month, hours, *at, *served),
        }
    }
    unplaced.clear();
    flows.unplaced = unplaced;
}

/// The placing of a plan's work: what is left of each credit falls as it goes.
struct Placing<'a, 'm> {
    model: &'m Model,
    terms: &'a OverflowPricing,
    /// The offers by the hour for each workload that was asked for.
    offers: Vec<(Option<usize>, Vec<Hourly<'m>>)>,
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

    /// What credits still pay of bills of an offer in a month.
    fn left_for(&self, month: usize, offer: usize) -> f64 {
        let credits = self.open(month).filter(|(_, credit)| pays(self.model, credit, offer));
        credits.filter_map(|(at, _)| self.left.get(at)).sum()
    }

    /// The offer of least cost of those a credit pays, at a cost of an hour of a workload; without a credit of all.
    fn least(
        &mut self,
        credit: Option<usize>,
        workload: Option<usize>,
        cost: impl Fn(&Hourly) -> Option<f64>,
    ) -> Option<(usize, f64)> {
        let model = self.model;
        let credit = credit.and_then(|at| model.time.credits.get(at));
        if !self.offers.iter().any(|(known, _)| *known == workload) {
            self.offers.push((workload, hourly(model, workload)));
        }
        let (_, offers) = self.offers.iter().find(|(known, _)| *known == workload)?;
        let paid = offers.iter().filter(|offer| credit.is_none_or(|credit| pays(model, credit, offer.index)));
        let costs = paid.filter_map(|offer| Some((offer.index, cost(offer)?)));
        costs.reduce(|kept, next| if next.1 < kept.1 { next } else { kept })
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

    /// Rents hours of a workload from an offer at its price.
    fn hire(&mut self, month: usize, hours: f64, index: usize, workload: Option<usize>) {
        let Some(offer) = self.model.offers.get(index) else { return };
        let (before_support, price) = prices(self.model, offer, workload);
        let drifted = value(&self.model.time.rent, month);
        let usd = hours * before_support * drifted;
        self.flows.hired.push(Hired { month, offer: index, hours, usd, ahead: 0.0 });
        self.spend(month, index, hours * price * drifted);
    }

    /// What some hours at a cost each, and no more of them, can be paid by a credit.
    fn covered(&self, credit: usize, hours: f64, usd_per_hour: f64) -> f64 {
        let left = self.left.get(credit).copied().unwrap_or(0.0);
        if usd_per_hour * hours <= left { hours } else { left / usd_per_hour }
    }

    /// Hours beyond a plan: at the providers of credits as long as these pay, the rest where it goes without credits.
    fn beyond(&mut self, month: usize, hours: f64, hire: &Hire) {
        let (model, workload) = (self.model, hire.workload);
        let drifted = value(&model.time.rent, month);
        let mut rest = hours;
        let open: Vec<usize> = self.open(month).map(|(at, _)| at).collect();
        for at in open {
            let Some(credit) = model.time.credits.get(at).filter(|_| rest > 0.0) else { break };
            // The credit pays the offer's own part of an hour.
            let found = if credit.provider.is_empty() {
                Some(hire.offer)
            } else {
                let least = self.least(Some(at), workload, |offer| offer.refused.filter(|_| offer.price > 0.0));
                least.filter(|(_, refused)| *refused < hire.usd).map(|(index, _)| index)
            };
            let Some(offer) = found.and_then(|index| model.offers.get(index)) else { continue };
            let own = prices(model, offer, workload).1 * (1.0 - offer.elsewhere);
            let covered = self.covered(at, rest, own * drifted);
            self.rent(month, covered, offer.place, workload);
            rest -= covered;
        }
        if rest > 0.0 {
            self.rent(month, rest, hire.offer, workload);
        }
    }

    /// Rents hours of a workload from an offer, and what it cannot take from others.
    fn rent(&mut self, month: usize, hours: f64, index: usize, workload: Option<usize>) {
        let Some(elsewhere) = self.model.offers.get(index).map(|offer| offer.elsewhere) else { return };
        let away = if elsewhere == 0.0 { 0.0 } else { hours * elsewhere };
        self.hire(month, hours - away, index, workload);
        self.refused(month, away, index, workload);
    }

    /// Hours that an offer cannot take: at another that can, where credits pay or an hour costs least.
    fn refused(&mut self, month: usize, hours: f64, by: usize, workload: Option<usize>) {
        let drifted = value(&self.model.time.rent, month);
        let price = |offer: &Hourly| (offer.index != by && offer.offer.is_firm()).then_some(offer.price);
        let mut rest = hours;
        let open: Vec<usize> = self.open(month).map(|(at, _)| at).collect();
        for at in open {
            if rest <= 0.0 {
                break;
            }
            let Some((index, price)) = self.least(Some(at), workload, price) else { continue };
            let covered = self.covered(at, rest, price * drifted);
            self.hire(month, covered, index, workload);
            rest -= covered;
        }
        if rest > 0.0
            && let Some((index, _)) = self.least(None, workload, price)
        {
            self.hire(month, rest, index, workload);
        }
    }

    /// A whole month at one offer, with the other charges of renting: where it goes without credits, or where credits pay
    /// and it costs less after them.
    fn month(&mut self, month: usize, hours: &[(Option<usize>, f64)], at: usize, served: bool) {
        let (model, terms) = (self.model, self.terms);
        let after = |offer: &Offer| {
            let found = MonthBill::of(model, terms, offer, month, hours)?;
            let paid = found.usd.min(self.left_for(month, offer.place));
            Some((offer.place, found.with_fallback() - paid, found))
        };
        let is_paid = |offer: &&Offer| {
            offer.place != at && offer.counted && offer.pays_per_use() && self.left_for(month, offer.place) > 0.0
        };
        let ordinary = model.offers.get(at);
        let all = ordinary.into_iter().chain(model.offers.iter().filter(is_paid)).filter_map(after);
        let least = all.reduce(|kept, next| if next.1 < kept.1 { next } else { kept });
        let Some((index, _, found)) = least else { return };
        let drifted = value(&model.time.rent, month);
        for (hire, hours) in &found.hires {
            let here = hours - away_of(hire, *hours);
            let usd = here * hire.here * drifted;
            self.flows.hired.push(Hired { month, offer: index, hours: here, usd, ahead: 0.0 });
        }
        self.spend(month, index, found.usd);
        for (hire, hours) in &found.hires {
            let away = away_of(hire, *hours);
            if away > 0.0 {
                if served {
                    add(&mut self.flows.served, month, -away);
                    add(&mut self.flows.elsewhere, month, away);
                }
                self.refused(month, away, index, hire.workload);
            }
        }
    }
}
