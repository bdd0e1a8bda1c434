//! What credits of providers pay: whatever falls due to their provider until they are used up or expire, also at and after
//! the horizon. The credit that expires first pays first. Source: model page, section 3.

use super::{Flows, Prepaid, add};
use crate::model::Model;
use crate::units::count;

/// When a bill of a month falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// At its start: a prepayment for some months, of which some count.
    Start {
        /// Months of the term.
        months: usize,
        /// Months of it that count.
        counted: usize,
    },
    /// At its end.
    End,
    /// At its end, because the work ends.
    Horizon,
}

/// What an offer asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bill {
    pub month: usize,
    pub when: When,
    /// Its place in the model's list.
    pub offer: usize,
    pub usd: f64,
}

/// Pays bills out of credits, which stand in the order in which they expire. A credit pays the bills of its own provider,
/// those for work sent there from another plan too.
pub(super) fn use_credits(model: &Model, flows: &mut Flows) {
    let Some(mut bills) = flows.bills.take() else { return };
    put_together(&mut bills);
    for credit in &model.time.credits {
        let pays = |bill: &Bill| {
            let provider = model.offers.get(bill.offer).map_or("", |o| o.provider.as_str());
            credit.provider.is_empty() || credit.provider.eq_ignore_ascii_case(provider)
        };
        let mut left = credit.usd;
        for bill in bills.iter_mut().take_while(|bill| count(bill.month) <= credit.months) {
            let paid = bill.usd.min(left);
            if paid <= 0.0 || !pays(bill) {
                continue;
            }
            bill.usd -= paid;
            left -= paid;
            let month = bill.month;
            match bill.when {
                When::Start { months, counted } => flows.prepay(Prepaid { month, months, paid: -paid, counted }),
                When::End => add(&mut flows.bill, month, -paid),
                When::Horizon => flows.charge(month, -paid),
            }
        }
    }
    flows.bills = Some(bills);
}

/// Puts bills in the order in which they fall due, one for each offer and time: what is taken off a bill lessens it.
fn put_together(bills: &mut Vec<Bill>) {
    let time = |bill: &Bill| {
        let part = match bill.when {
            When::Start { .. } => 0,
            When::End => 1,
            When::Horizon => 2,
        };
        (bill.month, part, bill.offer)
    };
    bills.sort_by_key(time);
    bills.dedup_by(|later, kept| {
        let same = time(later) == time(kept);
        if same {
            kept.usd += later.usd;
        }
        same
    });
}
