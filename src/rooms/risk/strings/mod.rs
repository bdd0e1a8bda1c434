//! Words of the room.

pub mod how_likely;
pub mod input_break_evens;
pub mod plan_drivers;
pub mod sensitivity;
