//! The rooms below the answer, each with its sections and their words. A room uses no other one.

pub mod bar;
pub mod costs;
pub mod decide;
pub mod demand;
pub mod plans;
pub mod risk;
pub mod room_view;
pub mod sources;
pub mod strings;

pub use bar::RoomBar;
pub use room_view::{OpenRoom, RoomsBelow};
