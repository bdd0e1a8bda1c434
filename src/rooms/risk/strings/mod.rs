//! Words of the room.

pub mod plan_drivers;
