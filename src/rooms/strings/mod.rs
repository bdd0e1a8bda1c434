//! Text of the bar of rooms and of their headings.

use crate::state::rooms::Room;

pub const COPY_LINK: &str = "Link to this room";
pub const LINK_COPIED: &str = "Link copied.";
pub const LINK_NOT_COPIED: &str = "The link could not be copied.";
pub const NOTHING_COMPARES: &str = "Only one plan does the work, so there is nothing to compare.";
pub const ROOMS: &str = "What explains the answer";

pub const fn title(room: Room) -> &'static str {
    match room {
        Room::Inputs => "Inputs",
        Room::Plans => "Plans",
        Room::Demand => "Demand",
        Room::Costs => "Costs",
        Room::Risk => "Risk",
        Room::Decide => "Decide",
        Room::Sources => "Sources",
    }
}

/// What a room holds, in one line.
pub const fn about(room: Room) -> &'static str {
    match room {
        Room::Inputs => "every value that you can change",
        Room::Plans => "side by side, turning points",
        Room::Demand => "files, workloads, load",
        Room::Costs => "by line, year and nodes",
        Room::Risk => "drivers, break-evens",
        Room::Decide => "memo, prices, log",
        Room::Sources => "offers, assumptions",
    }
}
