//! What a plan is: who does the work, and how it is run.

use serde::{Deserialize, Serialize};

use crate::cash_flow::mix::{MixPlan, mix};
use crate::cash_flow::{self, Flows};
use crate::cost::plan::OverflowPricing;
use crate::model::Model;

/// Which plan, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanKind {
    /// What is there goes on.
    Now,
    /// Owned machines do the work, what is beyond them is rented by the hour.
    Own,
    /// Machines there are sold once new ones that do at least their work are delivered; what is beyond those is rented by the
    /// hour.
    Replace,
    /// One commitment for all of the work.
    Commit,
    /// One offer by the hour for all of the work.
    Rent,
    /// Tokens from an API for all of the work.
    Api,
    /// The cheapest mix of everything.
    Mix,
    /// A mix with the sizes that were typed.
    Yours,
}

/// Who does work. A plan's own kind is the set of those that do more than a twentieth of its hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Machines there already.
    MachinesThere,
    /// Machines bought.
    Bought,
    /// A commitment, new or running.
    Commitment,
    /// Spot.
    Spot,
    /// Hours on demand, those of the current bill among them.
    OnDemand,
    /// Tokens from an API.
    Api,
}

/// How a plan is run.
#[derive(Clone, Debug)]
pub enum How {
    /// Machines first, what is beyond them by the scenario's own rule.
    Owning,
    /// Everything at one offer, by its index in the model.
    Offer(usize),
    /// A mix.
    Mix(MixPlan),
}

/// A plan of a model.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which one.
    pub kind: PlanKind,
    /// The model with its machines.
    pub model: Model,
    /// How it is run.
    pub how: How,
}

impl Plan {
    /// Fills its flows.
    pub fn fill(&self, terms: &OverflowPricing, flows: &mut Flows) {
        match &self.how {
            How::Owning => cash_flow::own(&self.model, terms, flows),
            How::Offer(index) => cash_flow::rent(&self.model, terms, *index, flows),
            How::Mix(plan) => mix(&self.model, terms, plan, flows),
        }
    }

    /// Whether machines are part of it.
    pub fn owns(&self) -> bool {
        match &self.how {
            How::Owning => true,
            How::Offer(_) => false,
            How::Mix(plan) => plan.owns,
        }
    }

    /// Whole nodes that it buys.
    pub fn nodes_bought(&self) -> f64 {
        if self.owns() { self.model.owned.nodes - self.model.owned.present } else { 0.0 }
    }

    /// Months whose starts are upfront: up to delivery if it buys, else the first.
    pub fn upfront_until(&self) -> usize {
        if self.nodes_bought() > 0.0 { self.model.time.delivery } else { 1 }
    }

    /// Month from which its kind counts: that after delivery if it buys, else the first.
    pub fn counted_from(&self) -> usize {
        if self.nodes_bought() > 0.0 && self.model.time.delivery <= self.model.time.months {
            self.model.time.delivery
        } else {
            1
        }
    }
}
