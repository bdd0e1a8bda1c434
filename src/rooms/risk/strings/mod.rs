//! Words of the room.

pub mod how_likely;
pub mod input_break_evens;
pub mod plan_drivers;
pub mod plan_map;
pub mod sensitivity;
