//! What the bills of a plan are for, beside GPU-hours.

use super::add;
use crate::cost::rent::{data_charges, managed, once_charges};
use crate::model::Model;
use crate::model::offers::Offer;

/// Parts of all bills of a month, US dollars, before prepayments and credits: what is left is for GPU-hours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BilledParts {
    /// Managed services.
    pub managed: Vec<f64>,
    /// Storage.
    pub storage: Vec<f64>,
    /// Egress.
    pub egress: Vec<f64>,
    /// The dedicated line.
    pub line: Vec<f64>,
    /// The platform subscription.
    pub platform: Vec<f64>,
    /// The support plan.
    pub support: Vec<f64>,
    /// Tokens from an API: a bill of their own.
    pub tokens: Vec<f64>,
}

impl BilledParts {
    /// Nothing in any month.
    pub(super) fn new(months: usize) -> Self {
        let none = || vec![0.0; months];
        Self {
            managed: none(),
            storage: none(),
            egress: none(),
            line: none(),
            platform: none(),
            support: none(),
            tokens: none(),
        }
    }

    fn all(&mut self) -> [&mut Vec<f64>; 6] {
        [&mut self.managed, &mut self.storage, &mut self.egress, &mut self.line, &mut self.platform, &mut self.support]
    }

    pub(super) fn clear(&mut self) {
        for series in self.all() {
            series.fill(0.0);
        }
        self.tokens.fill(0.0);
    }

    /// Adds a bill of a month: `hours_usd` for hours with managed services, and the share of the data that lies there; line
    /// and platform only where they are due.
    pub(super) fn add_bill(
        &mut self,
        model: &Model,
        (month, offer): (usize, &Offer),
        (hours_usd, share, once_is_due): (f64, f64, bool),
        support: f64,
    ) {
        let managed = hours_usd - hours_usd / managed(&model.rented);
        let [storage, egress] = data_charges(model, offer, share);
        let [line, platform] = once_charges(model).map(|usd| if once_is_due { usd } else { 0.0 });
        for (series, usd) in self.all().into_iter().zip([managed, storage, egress, line, platform, support]) {
            add(series, month, usd);
        }
    }
}
