//! Words of the room.

pub mod flips;
pub mod two_plans;
