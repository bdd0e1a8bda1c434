//! What a plan's machines are and cost, as a replay of whole jobs asks for them.
//!
//! Rates are those of a steady year: owned machines of each size with all their lines, used or not, and the busy hour of a GPU;
//! a committed GPU and a rented hour at their prices after discount. Support plans, data and set-up are the same beside
//! all sizes and stay out.

use crate::cost::headline::owned_gpu;
use crate::cost::own_rates;
use crate::model::Subject;
use crate::model::offers::Offer;
use crate::plans::result::PlanResult;
use crate::plans::setting::Setting;
use crate::replay::answer::ReplayQuestion;
use crate::replay::judgement::{Choices, Sizes};
use crate::replay::rates::{OwnedRate, Rates};
use crate::units::HOURS_PER_YEAR;

/// Numbers of nodes that rates are found for, at most, beside those of the plan.
const MOST_SIZES: f64 = 48.0;

/// The question what a plan does for jobs that wait up to `patience` seconds, nothing for no limit, and whether the cheapest
/// sizes are sought. Nothing without an offer by the hour, by which what does not fit is rented.
pub fn replay_question(
    setting: &Setting,
    subject: Subject,
    plan: &PlanResult,
    (plan_id, name): (&str, &str),
    (patience, finds_sizes): (Option<i64>, bool),
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
    let owned = rates_by_size(setting, subject, plan);
    let up_share = model.owned.availability;
    #[expect(clippy::cast_possible_truncation, reason = "hours of a day at most")]
    let seconds = |hours: f64| libm::round(hours * 3_600.0) as i64;
    Some(ReplayQuestion {
        plan: name.to_owned(),
        plan_id: plan_id.to_owned(),
        finds_sizes,
        sizes: Sizes { owned: plan.own_gpus, committed: plan.committed_gpus },
        choices: Choices {
            rates: Rates {
                owned,
                committed_usd_per_gpu_year: term.map(|offer| usd(offer) * HOURS_PER_YEAR),
                committed_usd_per_hour: 0.0,
                rented_usd_per_hour: usd(hourly),
            },
            owned_busy_share: up_share,
            gpus_per_node: scenario.own.gpus_per_node.value,
            gpus_per_instance: hourly.gpus_per_instance,
            launch_seconds: seconds(scenario.rent.launch_hours.value),
            idle_seconds: seconds(scenario.rent.idle_out_hours.value),
            patience,
            waiting_usd_per_gpu_hour: scenario.time.late_usd_per_gpu_hour.value,
        },
    })
}

/// Owned machines of up to [`MOST_SIZES`] numbers of nodes, in equal steps to what all work needs, and those of the plan; from
/// those that are there on, because these are not sold for it.
fn rates_by_size(setting: &Setting, subject: Subject, plan: &PlanResult) -> Vec<OwnedRate> {
    if setting.sizes.nodes == Some(0.0) {
        return Vec::new();
    }
    let there = setting.nodes_there;
    let most = setting.nodes_for_all().max(there + plan.nodes_bought).max(1.0);
    let step = libm::ceil((most - there) / MOST_SIZES).max(1.0);
    let mut nodes: Vec<f64> = vec![there + plan.nodes_bought];
    let mut next = there;
    while next < most + step {
        nodes.push(next);
        next += step;
    }
    nodes.retain(|nodes| *nodes > 0.0);
    nodes.sort_by(f64::total_cmp);
    nodes.dedup();
    let rate = |nodes: f64| {
        let model = setting.machines(subject, nodes)?.model;
        let gpu = owned_gpu(&model, &own_rates(&model));
        let gpus = model.owned.gpus;
        let usd_per_hour = gpu.per_busy_hour.as_usd_per_gpu_hour();
        Some(OwnedRate { gpus, usd_per_year: gpu.fixed.as_usd() * gpus, usd_per_hour })
    };
    nodes.into_iter().filter_map(rate).collect()
}
