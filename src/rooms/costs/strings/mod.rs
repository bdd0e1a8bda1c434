//! Words of the room.

pub mod over_time;
pub mod plan_costs;
