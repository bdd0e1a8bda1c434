//! What an hour of work on owned machines costs to run.

use super::{LetOut, Moves, OWN_LINES};
use crate::model::Model;

/// What an hour of work on the owned machines costs to run, of those there and of those bought.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningCost {
    new: OfKind,
    /// Machines there of another GPU; nothing where all are alike.
    there: Option<OfKind>,
}

/// That of one kind of machines, in parts that follow different prices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct OfKind {
    /// At prices that stay, US dollars per busy hour.
    fixed: f64,
    /// Electricity at today's tariff.
    power: f64,
    /// Income that an idle hour would bring, if the tariff moves it.
    let_out: Option<LetOut>,
}

impl OfKind {
    fn usd_per_productive_hour(&self, model: &Model, month: usize) -> f64 {
        let tariff = model.time.tariff.get(month - 1).copied().unwrap_or(1.0);
        let idle = self.let_out.map_or(0.0, |let_out| let_out.share * let_out.gain(tariff));
        (self.fixed + self.power * tariff + idle) / model.owned.yields.productive_per_busy()
    }
}

impl RunningCost {
    /// That of a model's machines.
    pub fn of(model: &Model) -> Self {
        let (mut new, mut there) = (OfKind::default(), OfKind::default());
        let differ = model.owned.has_other_gpu();
        for line in OWN_LINES {
            let outlay = (line.of)(model);
            let alike = outlay.per_busy_hour;
            let [of_there, of_new] = outlay.busy_by_kind.unwrap_or([alike, alike]);
            let kinds = [(&mut new, of_new, outlay.let_out), (&mut there, of_there, outlay.let_out_there)];
            for (kind, usd, let_out) in kinds.into_iter().take(if differ { 2 } else { 1 }) {
                let usd = usd.as_usd_per_gpu_hour();
                match (let_out, outlay.moves) {
                    (Some(let_out), _) => kind.let_out = Some(let_out),
                    (None, Moves::Tariff) => kind.power += usd,
                    (None, _) => kind.fixed += usd,
                }
            }
        }
        Self { new, there: differ.then_some(there) }
    }

    /// Per productive hour in a month on machines there and on those bought, US dollars.
    pub fn by_group(&self, model: &Model, month: usize) -> [f64; 2] {
        let new = self.new.usd_per_productive_hour(model, month);
        let there = self.there.filter(|_| !model.owned.is_replaced_in(month));
        [there.map_or(new, |there| there.usd_per_productive_hour(model, month)), new]
    }

    /// Of some work in a month, productive GPU-hours: all of it, and what machines there do of it. US dollars.
    pub fn usd(&self, model: &Model, month: usize, (all, there): (f64, f64)) -> f64 {
        let [usd_there, usd_bought] = self.by_group(model, month);
        if usd_there == usd_bought { all * usd_bought } else { there * usd_there + (all - there) * usd_bought }
    }
}
