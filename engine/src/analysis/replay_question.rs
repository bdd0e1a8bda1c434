//! What a plan's machines are and cost, as a replay of whole jobs asks for them.
//!
//! Rates are those of a steady year: a GPU of the plan's own machines with its share of all lines, used or not, and its busy
//! hours; a committed GPU and a rented hour at their prices after discount. Support plans, data and set-up are the same beside
//! all sizes and stay out.

use crate::cost::headline::owned_gpu;
use crate::cost::own_rates;
use crate::model::offers::Offer;
use crate::model::{Model, Subject};
use crate::plans::result::PlanResult;
use crate::plans::setting::Setting;
use crate::replay::answer::ReplayQuestion;
use crate::replay::judgement::{Choices, Rates, Sizes};
use crate::units::HOURS_PER_YEAR;

/// The question what a plan does for jobs that wait up to `patience` seconds, nothing for no limit. Nothing without an offer
/// by the hour, by which what does not fit is rented.
pub fn replay_question(
    setting: &Setting,
    subject: Subject,
    plan: &PlanResult,
    name: &str,
    patience: Option<i64>,
) -> Option<ReplayQuestion> {
    let scenario = subject.scenario;
    let model = &setting.base;
    let counted = || model.offers.iter().filter(|offer| offer.counted);
    let usd = |offer: &Offer| offer.price.as_usd_per_gpu_hour();
    let named = |id: Option<&str>| counted().find(|offer| Some(&*offer.id) == id);
    let cheapest = |is_term: bool| {
        let alike = counted().filter(move |offer| (offer.term_months > 0.0) == is_term);
        alike.min_by(|a, b| usd(a).total_cmp(&usd(b)))
    };
    let hourly = named(plan.hourly.as_deref()).filter(|offer| offer.term_months == 0.0).or_else(|| cheapest(false))?;
    let term = named(plan.commitment.as_deref()).or_else(|| cheapest(true));
    let nodes = setting.nodes_there + plan.nodes_bought;
    let machines = if nodes > 0.0 { setting.machines(subject, nodes).map(|found| found.model) } else { None };
    let owning: &Model = machines.as_ref().unwrap_or(model);
    let gpu = owned_gpu(owning, &own_rates(owning));
    #[expect(clippy::cast_possible_truncation, reason = "hours of a day at most")]
    let seconds = |hours: f64| libm::round(hours * 3_600.0) as i64;
    Some(ReplayQuestion {
        plan: name.to_owned(),
        finds_sizes: false,
        sizes: Sizes { owned: plan.own_gpus, committed: plan.committed_gpus },
        choices: Choices {
            rates: Rates {
                owned_usd_per_gpu_year: gpu.fixed.as_usd(),
                owned_usd_per_hour: gpu.per_busy_hour.as_usd_per_gpu_hour(),
                committed_usd_per_gpu_year: term.map(|offer| usd(offer) * HOURS_PER_YEAR),
                committed_usd_per_hour: 0.0,
                rented_usd_per_hour: usd(hourly),
            },
            owned_busy_share: gpu.ceiling,
            gpus_per_node: scenario.own.gpus_per_node.value,
            gpus_per_instance: hourly.gpus_per_instance,
            launch_seconds: seconds(scenario.rent.launch_hours.value),
            idle_seconds: seconds(scenario.rent.idle_out_hours.value),
            patience,
        },
    })
}
