//! Applies provider credits: a credit pays whatever falls due to its provider until it is used up or expires, including
//! at and after the horizon. The credit that expires first is used first. Source: model page, section 3.

use super::{Flows, Prepaid, add};
use crate::model::Model;
use crate::units::count;

/// When in its month a bill falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// At the start: a prepayment of a term, of which some months count.
    Start {
        /// Months of the term.
        months: usize,
        /// Months of it that count.
        counted: usize,
    },
    /// At the end.
    End,
    /// At the end, because the work ends.
    Horizon,
}

/// Amount due to an offer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bill {
    pub month: usize,
    pub when: When,
    /// Index in the model's offers.
    pub offer: usize,
    pub usd: f64,
}

/// Pays bills from credits, which are sorted by expiry. A credit pays only its own provider's bills, including those
/// for work another plan sends there.
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

/// Sorts bills by due date and merges them to one per offer and date; deductions are negative bills.
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
