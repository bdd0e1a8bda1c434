//! The current bill for rented GPUs.

use super::Model;
use crate::inputs::{Scenario, UntilDelivery, interruptions};
use crate::units::HOURS_PER_MONTH;

/// What is paid for rented GPUs today, beside running commitments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresentBill {
    /// Per month, US dollars.
    pub usd_per_month: f64,
    /// Work its hours do, productive GPU-hours per month.
    pub gpu_hours_per_month: f64,
    /// Whether plans that buy pay it until their machines are there; otherwise they rent its work by the hour.
    pub until_delivery: bool,
    /// Work of one of its GPU-hours, relative to the work's GPU.
    relative_work: f64,
}

impl PresentBill {
    /// The bill without the payments of running commitments, which are part of it, and its hours at its own price.
    pub(super) fn of(s: &Scenario, relative_work: Option<f64>) -> Option<Self> {
        let (bill, price) = (s.present.bill_usd_per_month.value, s.present.usd_per_gpu_hour.value);
        let relative_work = relative_work.filter(|_| bill > 0.0 && price > 0.0)?;
        let running = |c: &crate::inputs::value::Running| c.gpus * c.usd_per_gpu_hour * HOURS_PER_MONTH;
        let usd = (bill - s.present.commitments.iter().map(running).sum::<f64>()).max(0.0);
        let useful = s.work.efficiency.value * interruptions::rented_goodput(s) * s.rent.paid_efficiency.value;
        let hours = usd / price * useful * relative_work;
        let until_delivery = s.present.until_delivery == UntilDelivery::Bill;
        hours.is_finite().then_some(Self {
            usd_per_month: usd,
            gpu_hours_per_month: hours,
            until_delivery,
            relative_work,
        })
    }

    /// The same, with the months until delivery done the other way: paid, or rented.
    #[must_use]
    pub fn with_other_months_until_delivery(self) -> Self {
        Self { until_delivery: !self.until_delivery, ..self }
    }

    pub(super) fn relative_work(self) -> f64 {
        self.relative_work
    }
}

impl Model {
    /// The bill that plans which buy pay until their machines are there; nothing where its work is rented until then.
    pub fn bill_until_delivery(&self) -> Option<PresentBill> {
        self.bill.filter(|bill| bill.until_delivery)
    }
}
