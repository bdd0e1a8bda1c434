//! How many nodes to own: the present value of owning each number of whole nodes and renting the rest of the work.
//!
//! Each number is entered as a person would: inputs that follow the number of GPUs follow it. None at all is the cheapest
//! rental of the scenario. Source: model page, sections 4 and 5.

use serde::{Deserialize, Serialize};

use super::goal_seek::Subject;
use crate::cost::plan::OverflowPricing;
use crate::horizon::node_expansion::{self, nodes_for_all_work};
use crate::horizon::{buffers, compare, own_value};
use crate::inputs::derived::owned_gpus;
use crate::inputs::field;
use crate::inputs::value::{Amount, Value};
use crate::model::Model;
use crate::units::count;

/// Most numbers of nodes that are compared. More are taken in equal steps.
const MOST_POINTS: usize = 2_000;
/// Row of the owned GPUs.
const GPUS: &str = "own.gpus";

/// Owning one number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeCount {
    /// Whole nodes.
    pub nodes: f64,
    /// Their GPUs.
    pub gpus: f64,
    /// Present value of all that is paid over the horizon, US dollars; `None` where work stays undone.
    pub present_value_usd: Option<f64>,
    /// Work rented beside them over the horizon, productive GPU-hours.
    pub rented_gpu_hours: f64,
}

/// Every number of nodes that was compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeCounts {
    /// GPUs of a node.
    pub gpus_per_node: f64,
    /// GPUs owned in the scenario.
    pub now_gpus: f64,
    /// The numbers, ascending; the first is none.
    pub points: Vec<NodeCount>,
}

impl NodeCounts {
    /// The number with the least present value; the smaller of two equal ones.
    pub fn best(&self) -> Option<NodeCount> {
        let value = |point: &NodeCount| point.present_value_usd.unwrap_or(f64::INFINITY);
        let done = self.points.iter().filter(|point| point.present_value_usd.is_some());
        done.min_by(|a, b| value(a).total_cmp(&value(b))).copied()
    }

    /// The number that the scenario owns.
    pub fn now(&self) -> Option<NodeCount> {
        self.points.iter().find(|point| point.gpus == self.now_gpus).copied()
    }
}

/// The comparison in steps of one number each.
#[derive(Clone, Debug)]
pub struct NodeCountSearch {
    /// The model of the scenario itself, whose parts others reuse.
    model: Model,
    counts: Vec<f64>,
    next: usize,
    found: NodeCounts,
}

impl NodeCountSearch {
    /// Starts with every number from none to as many as do all the work of the busiest month, and at least as many as the
    /// scenario owns. `None` where the scenario cannot be computed.
    pub fn new(subject: Subject) -> Option<Self> {
        let Subject { scenario, book, edition } = subject;
        let model = node_expansion::model(scenario, book, edition).ok()?;
        let (gpus_per_node, now_gpus) = (scenario.own.gpus_per_node.value, owned_gpus(scenario));
        let most = nodes_for_all_work(&model).max(now_gpus / gpus_per_node);
        let mut counts: Vec<f64> = if most <= count(MOST_POINTS) {
            (0..=MOST_POINTS).map(count).take_while(|nodes| *nodes <= most).collect()
        } else {
            (0..=MOST_POINTS).map(|step| libm::round(most * count(step) / count(MOST_POINTS))).collect()
        };
        counts.push(now_gpus / gpus_per_node);
        counts.sort_by(f64::total_cmp);
        counts.dedup();
        Some(Self { model, counts, next: 0, found: NodeCounts { gpus_per_node, now_gpus, points: Vec::new() } })
    }

    /// Numbers that are done, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.counts.len())
    }

    /// Takes one step. Returns whether steps are left.
    pub fn step(&mut self, subject: Subject) -> bool {
        let Some(&nodes) = self.counts.get(self.next) else { return false };
        self.next += 1;
        let point = if nodes == 0.0 { self.none() } else { self.own(subject, nodes) };
        self.found.points.extend(point);
        self.next < self.counts.len()
    }

    /// What was found.
    pub fn finish(self) -> NodeCounts {
        self.found
    }

    fn own(&self, subject: Subject, nodes: f64) -> Option<NodeCount> {
        let Subject { scenario, book, edition } = subject;
        let gpus = nodes * self.found.gpus_per_node;
        let mut changed = scenario.clone();
        // The scenario's own number stays as entered: it need not be a multiple of a node.
        if gpus != self.found.now_gpus {
            field(GPUS)?.set(&mut changed, &Value::Number(Amount::exact(gpus)));
            changed.follow_gpus(scenario, book);
        }
        let model = node_expansion::like(Some(&self.model), &changed, book, edition).ok()?;
        let mut flows = buffers(&model);
        let terms = OverflowPricing::of(&model);
        own_value(&model, &terms, &mut flows);
        let rented_gpu_hours = flows.elsewhere.iter().sum();
        // As the verdict has it: carried losses depend on the cheapest rental.
        let found = compare(&model, &terms, &mut flows).own;
        Some(NodeCount {
            nodes,
            gpus,
            present_value_usd: found.complete.then_some(found.present_value).filter(|usd| usd.is_finite()),
            rented_gpu_hours,
        })
    }

    /// Owning nothing: the cheapest rental of the scenario.
    fn none(&self) -> Option<NodeCount> {
        let model = &self.model;
        let (_, rent) = compare(model, &OverflowPricing::of(model), &mut buffers(model)).cheapest?;
        Some(NodeCount {
            nodes: 0.0,
            gpus: 0.0,
            present_value_usd: Some(rent.present_value).filter(|usd| usd.is_finite()),
            rented_gpu_hours: rent.totals.hours,
        })
    }
}
