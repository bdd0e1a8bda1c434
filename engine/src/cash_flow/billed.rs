//! What the bills of a plan are for, beside GPU-hours.

use super::add;

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
}

impl BilledParts {
    /// Nothing in any month.
    pub(super) fn new(months: usize) -> Self {
        let none = || vec![0.0; months];
        Self { managed: none(), storage: none(), egress: none(), line: none(), platform: none(), support: none() }
    }

    fn all(&mut self) -> [&mut Vec<f64>; 6] {
        [
            &mut self.managed,
            &mut self.storage,
            &mut self.egress,
            &mut self.line,
            &mut self.platform,
            &mut self.support,
        ]
    }

    pub(super) fn clear(&mut self) {
        for series in self.all() {
            series.fill(0.0);
        }
    }

    /// Adds a bill of a month, in the order of the fields.
    pub(super) fn add(&mut self, month: usize, parts: [f64; 6]) {
        for (series, usd) in self.all().into_iter().zip(parts) {
            add(series, month, usd);
        }
    }
}
