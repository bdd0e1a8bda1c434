//! What the machines of a plan cost by the hour and by the month, for tools that charge their users for them.
//!
//! Figures are of a steady year: capital spread over the lives of what is bought, running costs at the use that the plan has on
//! average over its horizon. Idle hours are paid by those who use the rest, or by the hour of existence, as the tool counts.

use crate::cost::OWN_LINES;
use crate::model::Subject;
use crate::plans::result::PlanResult;
use crate::plans::setting::Setting;
use crate::units::{HOURS_PER_YEAR, MONTHS_PER_YEAR, count};

/// A cost line of owned machines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnedLine {
    /// Its permanent text.
    pub id: &'static str,
    /// Its label.
    pub label: &'static str,
    /// US dollars a month.
    pub usd_per_month: f64,
}

/// Prices of the machines of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnedPrices {
    /// The GPU, by its id in the price book.
    pub gpu: String,
    /// Number of GPUs.
    pub gpus: f64,
    /// Share of the time in which they are busy, on average.
    pub busy_share: f64,
    /// Their cost lines; they add up to a month.
    pub lines: Vec<OwnedLine>,
}

impl OwnedPrices {
    /// All of them, US dollars a month.
    pub fn usd_per_month(&self) -> f64 {
        self.lines.iter().map(|line| line.usd_per_month).sum()
    }

    /// A GPU in every hour in which it exists, US dollars.
    pub fn usd_per_gpu_hour(&self) -> f64 {
        self.usd_per_month() * MONTHS_PER_YEAR / (self.gpus * HOURS_PER_YEAR)
    }

    /// A GPU in an hour in which it is busy, its idle hours included, US dollars; nothing for one that never is.
    pub fn usd_per_busy_gpu_hour(&self) -> Option<f64> {
        (self.busy_share > 0.0).then(|| self.usd_per_gpu_hour() / self.busy_share)
    }
}

/// The prices of a plan's machines, those there included; nothing for a plan without machines.
pub fn owned_prices(setting: &Setting, subject: Subject, plan: &PlanResult) -> Option<OwnedPrices> {
    let nodes = setting.nodes_there + plan.nodes_bought;
    if plan.own_gpus <= 0.0 || nodes <= 0.0 {
        return None;
    }
    let model = setting.machines(subject, nodes)?.model;
    let owned = &model.owned;
    let years = count(model.time.months) / MONTHS_PER_YEAR;
    let busy_hours = (plan.hours.machines_there + plan.hours.bought) / owned.yields.productive_per_busy() / years;
    let line = |line: &crate::cost::OwnLine| {
        let rates = line.rates(&model);
        let usd_per_year = rates.fixed.as_usd() + rates.per_busy_hour.as_usd_per_gpu_hour() * busy_hours;
        OwnedLine { id: line.id.as_str(), label: line.label, usd_per_month: usd_per_year / MONTHS_PER_YEAR }
    };
    let lines = OWN_LINES.iter().map(line).filter(|line| line.usd_per_month != 0.0).collect();
    Some(OwnedPrices {
        gpu: subject.scenario.work.gpu.clone(),
        gpus: owned.gpus,
        busy_share: busy_hours / (owned.gpus * HOURS_PER_YEAR),
        lines,
    })
}
