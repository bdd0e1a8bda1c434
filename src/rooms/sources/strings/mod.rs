//! Words of the room.

pub mod assumptions;
pub mod method;
pub mod offers;
pub mod own_book;
pub mod published;
