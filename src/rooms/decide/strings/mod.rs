//! Words of the room.

pub mod memo;
