//! The current bill: what an hour of its GPU usually costs, and the work it pays for.
//!
//! A value computed from assumed ones is itself assumed: the work of a bill carries the range that the assumed rows
//! behind it give it.

use super::field::Kind;
use super::interruptions::rented_goodput;
use super::relative_speed::{bill_work, performance};
use super::value::{Amount, Range, Spread, Value};
use super::{FIELDS, Scenario, Size, field};
use crate::prices::PriceBook;

/// Row of the price paid today.
pub const PRICE: &str = "present.usd_per_gpu_hour";
/// Row of the work.
const WORK: &str = "work.gpu_hours_per_month";
/// The GPU that the table's defaults are for.
pub(super) const GPU_OF_DEFAULT: &str = "h100-sxm";

/// The work a bill pays for.
#[derive(Clone, Debug, PartialEq)]
pub struct BilledWork {
    /// Productive GPU-hours a month, whole, with the range of the assumed rows behind it.
    pub work: Amount,
    /// Those rows: price, idle share.
    pub assumed: Vec<&'static str>,
}

/// Price of an hour of the bill's GPU until one is entered, US dollars: on demand at a large cloud, else the usual list
/// price, else `default_usd`, the price of an H100, times the relative speed. `None` if the GPU is that of the default,
/// or nothing is known of it.
pub(super) fn usual_price(s: &Scenario, book: &PriceBook, default_usd: f64) -> Option<f64> {
    let gpu = s.present.bill_gpu(&s.work.gpu);
    if gpu == GPU_OF_DEFAULT {
        return None;
    }
    let listed = || book.large_cloud_usd(book.current_edition(), gpu);
    let by_speed = || {
        let of_work = |id: &str| performance(s, book, id);
        Some(default_usd * (of_work(gpu)? / of_work(GPU_OF_DEFAULT)?))
    };
    let usd = listed().or_else(by_speed)?;
    // To the cent, but never free.
    Some(libm::round(usd * 100.0) / 100.0).filter(|usd| *usd > 0.0)
}

/// Productive GPU-hours a month that the bill pays for, in hours of the work's GPU; `None` without a bill, or if the
/// relative speed of its GPU is unknown.
pub fn billed_work(s: &Scenario, book: &PriceBook) -> Option<f64> {
    let present = &s.present;
    let paid = present.bill_usd_per_month.value / present.usd_per_gpu_hour.value;
    let yields = s.work.efficiency.value * rented_goodput(s) * s.rent.paid_efficiency.value * bill_work(s, book)?;
    let work = paid * (1.0 - present.idle_share.value) * yields;
    (work > 0.0 && work.is_finite()).then_some(work)
}

impl Scenario {
    /// The work the bill pays for, with its range; `None` as for [`billed_work`]. The effects of the assumed rows add up
    /// as independent ones: the root of their squares.
    ///
    /// Goodput and the share of billed hours used are left out: they move the rented hours of the work back to those
    /// billed, and count on their own.
    pub fn work_of_bill(&self, book: &PriceBook) -> Option<BilledWork> {
        let work = billed_work(self, book)?;
        let mut other = self.clone();
        let (mut below, mut above) = (0.0, 0.0);
        let mut assumed = Vec::new();
        let rows = FIELDS.iter().filter(|row| row.group.id == "present" && (row.is_relevant)(self));
        for row in rows {
            let Some((low, high)) = row.open_range(self, book, book.current_edition()) else { continue };
            let mut at = |end: f64| {
                row.set(&mut other, &Value::Number(Amount::exact(end)));
                billed_work(&other, book).unwrap_or(0.0)
            };
            let (one, another) = (at(low), at(high));
            row.set(&mut other, &row.get(self));
            if one != another {
                assumed.push(row.id);
                let (least, most) = (work - one.min(another), one.max(another) - work);
                below += least * least;
                above += most * most;
            }
        }
        let most = match field(WORK).map(|row| row.kind) {
            Some(Kind::Number { max, .. }) => max,
            _ => f64::INFINITY,
        };
        let range = (!assumed.is_empty()).then(|| Range {
            spread: Spread::Triangular,
            low: libm::floor((work - libm::sqrt(below)).max(0.0)),
            high: libm::ceil(work + libm::sqrt(above)).min(most),
        });
        Some(BilledWork { work: Amount { value: libm::round(work), certainty: range.into() }, assumed })
    }

    /// The work of the bill, if the scenario's work is that.
    pub fn is_work_of_bill(&self, book: &PriceBook) -> Option<BilledWork> {
        self.work_of_bill(book).filter(|billed| billed.work == self.work.gpu_hours_per_month)
    }

    /// Sets the work to what the bill pays for. Returns whether it could.
    pub fn take_work_of_bill(&mut self, book: &PriceBook) -> bool {
        let billed = self.work_of_bill(book);
        let (Some(billed), Some(row)) = (billed, field(WORK)) else { return false };
        let value = Value::Number(billed.work);
        row.validate(&value).is_none() && row.set(self, &value)
    }

    /// Updates work that is what the bill pays for: it follows the bill, its price, its GPU. Work that nobody entered becomes
    /// that as soon as a bill is entered: otherwise the bill would stand beside the work of an example. `held` is the scenario
    /// before the first key of what is being typed, `before` the one before the last.
    pub fn follow_bill(&mut self, held: &Self, before: &Self, book: &PriceBook) {
        if self.work.gpu_hours_per_month != before.work.gpu_hours_per_month {
            return;
        }
        let is_of_bill = before.is_work_of_bill(book).is_some();
        let has_none = held.present.bill_usd_per_month.value == 0.0 && held.is_work_left_alone(book);
        if has_none && (is_of_bill || before.work.gpu_hours_per_month == held.work.gpu_hours_per_month) {
            if self.take_work_of_bill(book) {
                self.leave_sizes_open(book);
            } else {
                self.work.gpu_hours_per_month = held.work.gpu_hours_per_month;
                if is_of_bill {
                    self.sizes.clone_from(&held.sizes);
                }
            }
        } else if is_of_bill && held.is_work_of_bill(book).is_some() {
            self.take_work_of_bill(book);
        }
    }

    /// Leaves the sizes to the search where nobody typed any: those of an example do not suit the work of a bill. Machines that were typed
    /// or quoted before stay the size to own, as they are when the bill comes first.
    fn leave_sizes_open(&mut self, book: &PriceBook) {
        let is_usual = |id: &str| field(id).is_some_and(|row| row.get(self) == row.value_in(book));
        let is_open = self.sizes.own == Size::Auto && self.sizes.commit == Size::Auto;
        if is_open && self.work.workloads.is_empty() && is_usual("rent.committed_gpus") {
            let own = if is_usual("own.gpus") { Size::Found } else { Size::Typed(self.own.gpus.value) };
            (self.sizes.own, self.sizes.commit) = (own, Size::Found);
        }
    }

    /// Updates everything that follows from what an edit changed: rows that follow the GPUs owned, the work or the GPU on the bill,
    /// and work that was set from the bill. `held` and `before` as for [`Self::follow_bill`].
    pub fn follow_edit(&mut self, held: &Self, before: &Self, book: &PriceBook) {
        self.follow_gpus_typed(held, before, book);
        self.follow_bill(held, before, book);
        self.follow_work_typed(held, before, book);
    }
}
