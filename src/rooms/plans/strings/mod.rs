//! Words of the room.

pub mod flips;
pub mod present_bill;
pub mod quote_check;
pub mod side_by_side;
pub mod tokens;
pub mod two_plans;
