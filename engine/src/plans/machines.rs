//! The machines of a plan, and the scenarios that own them.

use crate::cash_flow::{Flows, tax};
use crate::cost::RunningCost;
use crate::horizon::value_of;
use crate::inputs::derived::owned_gpus;
use crate::inputs::field;
use crate::inputs::value::{Amount, Value};
use crate::inputs::{BeyondChoice, Scenario};
use crate::model::{Model, Owned, Subject, without_idle_mistakes};

/// Row of the owned GPUs.
const GPUS: &str = "own.gpus";

/// The machines of a plan: the model with a number of nodes, and what they cost whatever they do.
#[derive(Clone, Debug)]
pub struct Machines {
    /// The model with them.
    pub model: Model,
    /// Nodes, those there included.
    pub nodes: f64,
    /// What is paid for them up to delivery, without the value of those there. US dollars.
    pub upfront_usd: f64,
    /// Their nameplate power, kilowatts.
    pub kw: f64,
    /// Present value of their cost lines when they do no work, after tax. US dollars.
    pub idle_usd: f64,
    /// What an hour of work on them costs.
    pub running: RunningCost,
}

impl Machines {
    /// Present value of a plan whose flows hold all but the cost lines of these machines, after tax.
    pub fn value(&self, flows: &Flows) -> f64 {
        let model = &self.model;
        let rented = value_of(model, flows);
        let mut running = 0.0;
        for (index, work) in flows.served.iter().enumerate().filter(|(_, work)| **work > 0.0) {
            let there = flows.sources.machines_there.get(index).copied().unwrap_or(0.0);
            let usd = self.running.usd(model, index + 1, (*work, there));
            running += usd * tax::weight_at_end(model, index + 1);
        }
        rented.present_value + running + self.idle_usd
    }
}

/// Nameplate power of owned machines, spares included, kilowatts.
pub fn nameplate_kw(scenario: &Scenario, owned: &Owned) -> f64 {
    let new_kw = scenario.place.node_kw.value;
    let bought = owned.standing() - owned.present;
    if owned.is_sold() { bought * new_kw } else { bought * new_kw + owned.present * owned.there.node_kw }
}

/// A scenario that owns as many new nodes as take over from those there, which it keeps in its rows.
pub fn with_replacing_nodes(subject: Subject, owned: &Owned) -> Option<Scenario> {
    let Subject { scenario, book, .. } = subject;
    let mut changed: Scenario = without_idle_mistakes(scenario).into_owned();
    changed.present.nodes = Amount::exact(0.0);
    let nodes = owned.replacing_nodes_of(scenario.present.nodes.value);
    let gpus = nodes * scenario.own.gpus_per_node.value;
    if gpus != owned_gpus(scenario) {
        field(GPUS)?.set(&mut changed, &Value::Number(Amount::exact(gpus)));
        changed.follow_gpus(scenario, book);
        changed.rent = scenario.rent.clone();
        changed.work = scenario.work.clone();
    }
    changed.present = scenario.present.clone();
    changed.time.beyond = BeyondChoice::Offer;
    Some(changed)
}

/// A scenario with a number of nodes, those there included.
pub fn with_nodes(subject: Subject, nodes: f64) -> Option<Scenario> {
    let scenario = subject.scenario;
    let mut changed: Scenario = without_idle_mistakes(scenario).into_owned();
    let there = scenario.present.nodes.value.min(nodes);
    let new_gpus = scenario.own.gpus_per_node.value;
    let gpus = if scenario.present.is_other_gpu(&scenario.work.gpu) {
        there * scenario.present.gpus_of_node(scenario) + (nodes - there) * new_gpus
    } else {
        nodes * new_gpus
    };
    if gpus != owned_gpus(scenario) {
        field(GPUS)?.set(&mut changed, &Value::Number(Amount::exact(gpus)));
        changed.follow_gpus(scenario, subject.book);
        changed.rent = scenario.rent.clone();
        changed.work = scenario.work.clone();
    }
    Some(changed)
}
