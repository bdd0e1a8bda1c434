//! Words of the room.

pub mod assumptions;
pub mod offers;
pub mod own_book;
pub mod published;
