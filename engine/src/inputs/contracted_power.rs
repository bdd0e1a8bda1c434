//! Kilowatts contracted in colocation: the nodes' rated power, in whole racks.

use super::derived::owned_gpus;
use super::{AvailabilityMethod, Scenario};

/// What is contracted for a number of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contracted {
    /// Rated power of the nodes, kilowatts.
    pub needed_kw: f64,
    /// Whole racks; `None` if only the kilowatts needed are contracted.
    pub racks: Option<f64>,
    /// Kilowatts paid for.
    pub kw: f64,
}

impl Contracted {
    /// For this many nodes of a scenario.
    pub fn of(s: &Scenario, nodes: f64) -> Self {
        Self::of_kw(s, nodes * s.place.node_kw.value)
    }

    /// For nodes of this rated power together, kilowatts.
    pub fn of_kw(s: &Scenario, needed_kw: f64) -> Self {
        let rack = s.place.rack_kw.value;
        let racks = libm::ceil(needed_kw / rack - 1e-9);
        // No racks, or racks so small that their number is not finite.
        let racks = (rack > 0.0 && racks.is_finite()).then_some(racks);
        Self { needed_kw, racks, kw: racks.map_or(needed_kw, |racks| racks * rack) }
    }
}

/// Spare nodes beside this many.
pub fn spare_nodes(s: &Scenario, nodes: f64) -> f64 {
    match s.own.availability_method {
        AvailabilityMethod::Given => 0.0,
        // Tolerates rounding of the share, so that a whole number of spares stays the same.
        AvailabilityMethod::Spares => libm::ceil(s.own.spare_share.value * nodes - 1e-9),
    }
}

/// Nodes that stand there: those needed and their spares.
pub fn standing_nodes(s: &Scenario) -> f64 {
    let nodes = owned_gpus(s) / s.own.gpus_per_node.value;
    nodes + spare_nodes(s, nodes)
}
