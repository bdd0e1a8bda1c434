//! Additional whole nodes instead of rented overflow, if the scenario asks for them and they pay.
//!
//! In: a scenario whose work outgrows the GPUs entered. Out: a model with the number of additional nodes that minimises
//! the present value of owning. They are bought, delivered and sold with the others. Commitments cover the GPUs
//! entered, not these. Source: model page, section 5.

use serde::Serialize;

use crate::cash_flow::{Flows, wanted};
use crate::cost::headline::wanted_busy_share;
use crate::cost::plan::OverflowPricing;
use crate::horizon::{PlanValue, buffers, cheapest_offer, own_against, own_value};
use crate::inputs::issue::Issue;
use crate::inputs::{BeyondChoice, Scenario};
use crate::model::{Model, without_idle_mistakes};
use crate::prices::PriceBook;
use crate::units::{HOURS_PER_MONTH, count};

/// Most numbers of additional nodes compared. A larger range is tried in equal steps, so the candidates do not depend
/// on any price.
const TRIES: usize = 48;
/// Most owned GPUs: the maximum of the row of GPUs.
const MOST_GPUS: f64 = 1e5;

/// Additional nodes bought, and their benefit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NodeExpansion {
    /// Number of nodes.
    pub nodes: f64,
    /// Present value of owning with them.
    pub present_value_usd: f64,
    /// Present value of owning without them, their work rented by the hour or left undone.
    pub without_usd: f64,
    /// Whether all work would be done without them.
    pub done_without: bool,
}

/// The model of a scenario, with the additional nodes that pay.
///
/// Errors: as for [`Model::new`].
pub fn model(scenario: &Scenario, book: &PriceBook, edition: &str) -> Result<Model, Vec<Issue>> {
    like(None, scenario, book, edition)
}

/// The same, faster: reuses what it shares with the model of another scenario in the same book.
///
/// Errors: as for [`Model::new`].
pub fn like(
    earlier: Option<&Model>,
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
) -> Result<Model, Vec<Issue>> {
    let model = Model::like(earlier, scenario, book, edition)?;
    if scenario.time.beyond != BeyondChoice::Node {
        return Ok(model);
    }
    Ok(grown(model, &without_idle_mistakes(scenario)))
}

/// The model of a scenario that differs only in rows that affect no offer, as [`Model::rerun`], with the additional
/// nodes that pay.
#[must_use]
pub fn rerun(model: &Model, scenario: &Scenario) -> Model {
    grown(model.rerun(scenario), scenario)
}

/// The same model with additional nodes sized anew, as after a change of a price; the scenario without rows that do not
/// count.
#[must_use]
pub fn sized_again(model: Model, scenario: &Scenario) -> Model {
    if scenario.time.beyond != BeyondChoice::Node {
        return model;
    }
    grown(model.with_further(scenario, 0.0), scenario)
}

/// The busy share that the work asks of the GPUs entered, additional nodes left out: what is entered as how busy they are.
pub fn share_of_entered(model: &Model) -> f64 {
    let owned = &model.owned;
    let share = wanted_busy_share(model);
    if owned.further == 0.0 { share } else { share * owned.gpus / entered_gpus(model) }
}

/// GPUs without additional nodes.
pub fn entered_gpus(model: &Model) -> f64 {
    model.owned.gpus - model.owned.further * model.owned.gpus_per_node
}

/// The benefit of a model's additional nodes; `None` if it has none.
pub fn gain(model: &Model, scenario: &Scenario) -> Option<NodeExpansion> {
    let nodes = model.owned.further;
    if nodes == 0.0 {
        return None;
    }
    let mut flows = buffers(model);
    let reference = tax_reference(model, &mut flows);
    let without = value(&model.with_further(&without_idle_mistakes(scenario), 0.0), reference, &mut flows);
    Some(NodeExpansion {
        nodes,
        present_value_usd: value(model, reference, &mut flows).present_value,
        without_usd: without.present_value,
        done_without: without.complete,
    })
}

fn grown(model: Model, scenario: &Scenario) -> Model {
    let most = if scenario.time.beyond == BeyondChoice::Node { most_needed(&model) } else { 0.0 };
    if most < 1.0 {
        return model;
    }
    let mut flows = buffers(&model);
    let reference = tax_reference(&model, &mut flows);
    let mut best: Option<(Model, PlanValue)> = None;
    let mut tried = -1.0;
    for step in 0..=TRIES {
        let nodes = libm::floor(most * count(step) / count(TRIES));
        if nodes <= tried {
            continue;
        }
        tried = nodes;
        let with = model.with_further(scenario, nodes);
        let found = value(&with, reference, &mut flows);
        if best.as_ref().is_none_or(|(_, kept)| better(&found, kept)) {
            best = Some((with, found));
        }
    }
    best.map_or(model, |(model, _)| model)
}

/// The offer against which tax on carried losses is reckoned: the one that the answer compares owning with. The same for any
/// number of nodes; none where losses are not carried.
fn tax_reference(model: &Model, flows: &mut Flows) -> Option<usize> {
    model.time.tax.as_ref().filter(|tax| tax.carried)?;
    cheapest_offer(model, &OverflowPricing::of(model), flows).map(|(index, _)| index)
}

fn value(model: &Model, tax_reference: Option<usize>, flows: &mut Flows) -> PlanValue {
    let terms = OverflowPricing::of(model);
    match tax_reference {
        Some(index) => own_against(model, &terms, index, flows),
        None => own_value(model, &terms, flows),
    }
}

/// Whether a plan does more work than another, or the same for less.
fn better(found: &PlanValue, kept: &PlanValue) -> bool {
    match (found.complete, kept.complete) {
        (true, false) => true,
        (false, true) => false,
        // Undone work costs nothing, so the plan that does more is better.
        (false, false) => found.totals.hours > kept.totals.hours,
        (true, true) => found.present_value < kept.present_value,
    }
}

/// Whole nodes that do all the work of the busiest month.
pub fn nodes_for_all_work(model: &Model) -> f64 {
    let (of_node, peak) = (work_of_node(model), model.load.total.peak());
    (1..=model.time.months)
        .map(|month| libm::ceil(wanted(model, month) * peak / of_node * (1.0 - 1e-12)))
        .fold(0.0, f64::max)
}

/// Work that a node can do in a month, productive GPU-hours.
fn work_of_node(model: &Model) -> f64 {
    let owned = &model.owned;
    owned.gpus_per_node * HOURS_PER_MONTH * owned.ceiling() * owned.yields.productive_per_busy()
}

/// Nodes that cover the month with the most work without overflow.
fn most_needed(model: &Model) -> f64 {
    let owned = &model.owned;
    let (of_node, peak) = (work_of_node(model), model.load.total.peak());
    // Existing nodes may be gone when the work peaks.
    let gone = |month: usize| owned.retired_after.is_some_and(|last| month > last);
    let standing = |month: usize| if gone(month) { owned.nodes - owned.present } else { owned.nodes };
    let lacks = |month: usize| libm::ceil(wanted(model, month) * peak / of_node * (1.0 - 1e-12)) - standing(month);
    let needed = (1..=model.time.months).map(lacks).fold(0.0, f64::max);
    needed.min(libm::floor((MOST_GPUS - owned.gpus) / owned.gpus_per_node)).max(0.0)
}
