//! Who does the work of each month.

use super::value;

/// Work of each month by who does it, productive GPU-hours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sources {
    /// Commitments that run already.
    pub running: Vec<f64>,
    /// Machines, those there and those bought.
    pub machines: Vec<f64>,
    /// Of these, machines there already: they work before those bought.
    pub machines_there: Vec<f64>,
    /// A new commitment.
    pub committed: Vec<f64>,
    /// Spot.
    pub spot: Vec<f64>,
    /// On demand, also what takes the work that another offer cannot.
    pub on_demand: Vec<f64>,
    /// The hours that the current bill pays for.
    pub billed: Vec<f64>,
    /// Tokens from an API, as hours of the GPUs that would make them.
    pub api: Vec<f64>,
}

impl Sources {
    pub(super) fn new(months: usize) -> Self {
        let none = || vec![0.0; months];
        Self {
            running: none(),
            machines: none(),
            machines_there: none(),
            committed: none(),
            spot: none(),
            on_demand: none(),
            billed: none(),
            api: none(),
        }
    }

    pub(super) fn clear(&mut self) {
        for series in self.all_mut() {
            series.fill(0.0);
        }
    }

    fn all_mut(&mut self) -> [&mut Vec<f64>; 8] {
        [
            &mut self.running,
            &mut self.machines,
            &mut self.machines_there,
            &mut self.committed,
            &mut self.spot,
            &mut self.on_demand,
            &mut self.billed,
            &mut self.api,
        ]
    }

    /// All of them: running commitments, machines, new commitment, spot, on demand, the current bill, an API.
    pub fn all(&self) -> [&[f64]; 7] {
        [&self.running, &self.machines, &self.committed, &self.spot, &self.on_demand, &self.billed, &self.api]
    }

    /// All work of a month.
    pub fn of_month(&self, month: usize) -> f64 {
        self.all().iter().map(|series| value(series, month)).sum()
    }
}
