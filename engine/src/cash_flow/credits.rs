//! Applies provider credits: a credit pays whatever falls due to its provider until it is used up or expires, including
//! at and after the horizon. The credit that expires first is used first. Source: model page, section 3.

use super::{Flows, Prepaid, add};
use crate::inputs::value::Credit;
use crate::model::Model;
use crate::units::count;

/// When in its month a bill falls due, and for what: hours before the charges on them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum When {
    /// At the start: a prepayment of a term.
    Start {
        /// Months of the term.
        months: usize,
        /// Months of it that count.
        counted: usize,
        /// Part of the payment that is returned at the horizon, for the months that do not count.
        returned: f64,
    },
    /// At the end, for GPU-hours.
    Hours,
    /// At the end, for what is charged besides.
    Charges,
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

/// Whether a credit pays bills of an offer.
pub(super) fn pays(model: &Model, credit: &Credit, offer: usize) -> bool {
    let provider = model.offers.get(offer).map_or("", |o| o.provider.as_str());
    credit.provider.is_empty() || credit.provider.eq_ignore_ascii_case(provider)
}

/// Pays bills from credits, which are sorted by expiry. A credit pays only its own provider's bills, including those
/// for work another plan sends there.
pub(super) fn use_credits(model: &Model, flows: &mut Flows) {
    let Some(mut bills) = flows.bills.take() else { return };
    put_together(&mut bills);
    pay_from_credits(model, &mut bills, |bill, paid| match bill.when {
        When::Start { months, counted, returned } => {
            // What a credit paid is not returned in cash.
            let back = returned * (paid / bill.usd);
            if back == 0.0 {
                flows.prepay(Prepaid { month: bill.month, months, paid: -paid, counted });
                return;
            }
            flows.prepay(Prepaid { month: bill.month, months: counted, paid: back - paid, counted });
            flows.prepay(Prepaid { month: bill.month, months: months - counted, paid: -back, counted: 0 });
            flows.sell(flows.months, -back);
        }
        When::Hours | When::Charges => add(&mut flows.bill, bill.month, -paid),
        When::Horizon => {
            flows.moved_out -= paid;
            flows.charge(bill.month, -paid);
        }
    });
    flows.bills = Some(bills);
}

/// What is left of each credit after a plan's bills.
pub(super) fn left_over(model: &Model, bills: &[Bill]) -> Vec<f64> {
    let mut bills = bills.to_vec();
    put_together(&mut bills);
    pay_from_credits(model, &mut bills, |_, _| {})
}

/// Pays sorted bills and reports each payment with the bill before it. Returns what is left of each credit.
fn pay_from_credits(model: &Model, bills: &mut [Bill], mut paid_from: impl FnMut(&Bill, f64)) -> Vec<f64> {
    let pay = |credit: &Credit| {
        let mut left = credit.usd;
        for bill in bills.iter_mut().take_while(|bill| count(bill.month) <= credit.months) {
            let paid = bill.usd.min(left);
            if paid <= 0.0 || !pays(model, credit, bill.offer) {
                continue;
            }
            paid_from(bill, paid);
            if let When::Start { returned, .. } = &mut bill.when {
                *returned -= *returned * (paid / bill.usd);
            }
            bill.usd -= paid;
            left -= paid;
        }
        left
    };
    model.time.credits.iter().map(pay).collect()
}

/// Merges bills to one per offer and date, and sorts them by due date, of the same date the larger first; deductions are
/// negative bills.
fn put_together(bills: &mut Vec<Bill>) {
    let time = |bill: &Bill| {
        let part = match bill.when {
            When::Start { .. } => 0,
            When::Hours => 1,
            When::Charges => 2,
            When::Horizon => 3,
        };
        (bill.month, part)
    };
    bills.sort_by_key(|bill| (time(bill), bill.offer));
    bills.dedup_by(|later, kept| {
        let same = (time(later), later.offer) == (time(kept), kept.offer);
        if same {
            kept.usd += later.usd;
            if let (When::Start { returned: more, .. }, When::Start { returned, .. }) = (later.when, &mut kept.when) {
                *returned += more;
            }
        }
        same
    });
    bills.sort_by(|a, b| time(a).cmp(&time(b)).then(b.usd.total_cmp(&a.usd)).then(a.offer.cmp(&b.offer)));
}
