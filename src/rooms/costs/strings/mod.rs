//! Words of the room.

pub mod cost_breakdown;
pub mod horizon;
pub mod node_counts;
pub mod plan_costs;
