//! Words of the room.

pub mod described;
pub mod measured;
