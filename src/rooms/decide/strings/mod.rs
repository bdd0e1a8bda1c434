//! Words of the room.

pub mod decision_log;
pub mod leaving;
pub mod memo;
pub mod spreadsheet;
pub mod walk_away;
