//! The rooms below the answer: one is open, and one that was opened keeps what it shows.

use leptos::prelude::*;

/// A room of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The form, where it has no column of its own.
    Inputs,
    /// The plans side by side, and what would change the answer.
    Plans,
    /// What the work needs: described and measured.
    Demand,
    /// Where the cost comes from.
    Costs,
    /// What moves the answer.
    Risk,
    /// What leaves the page, and what was decided.
    Decide,
    /// Offers, prices, assumptions, method.
    Sources,
}

impl Room {
    /// All of them, in the order of the bar.
    pub const ALL: [Self; 7] =
        [Self::Inputs, Self::Plans, Self::Demand, Self::Costs, Self::Risk, Self::Decide, Self::Sources];

    /// Its id in links, for ever.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Inputs => "inputs",
            Self::Plans => "plans",
            Self::Demand => "demand",
            Self::Costs => "costs",
            Self::Risk => "risk",
            Self::Decide => "decide",
            Self::Sources => "sources",
        }
    }

    /// The room with an id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|room| room.id() == id)
    }

    /// The id of its heading.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Inputs => "inputs-heading",
            Self::Plans => "room-plans",
            Self::Demand => "room-demand",
            Self::Costs => "room-costs",
            Self::Risk => "room-risk",
            Self::Decide => "room-decide",
            Self::Sources => "room-sources",
        }
    }

    /// The ids of its sections, which links may name.
    pub const fn sections(self) -> &'static [&'static str] {
        match self {
            Self::Inputs => &[],
            Self::Plans => &["notes", "ways", "two-plans", "other-sizes", "flips", "present", "quote-check"],
            Self::Demand => &["measured", "demand"],
            Self::Costs => &["plan-costs", "costs", "over-time", "gpu-count"],
            Self::Risk => &["how-likely", "plan-drivers", "plan-map", "moving", "break-evens"],
            Self::Decide => &["memo", "spreadsheet", "walk-away", "decision-log"],
            Self::Sources => &["offers", "own-book", "assumptions", "method"],
        }
    }

    /// The room that holds a section, or its heading.
    pub fn holding(part: &str) -> Option<Self> {
        let section = part.strip_suffix("-heading").unwrap_or(part);
        Self::ALL.into_iter().find(|room| room.sections().contains(&section))
    }
}

/// A section that a link names, if it is one.
pub fn section(id: &str) -> Option<&'static str> {
    Room::ALL.into_iter().flat_map(Room::sections).find(|section| **section == id).copied()
}

/// Which room is open, and which have been. A part of `UiState`.
#[derive(Clone, Copy)]
pub struct Rooms {
    open: RwSignal<Room>,
    drawn: [RwSignal<bool>; Room::ALL.len()],
}

impl Rooms {
    /// With one room open.
    pub fn new(first: Room) -> Self {
        Self { open: RwSignal::new(first), drawn: Room::ALL.map(|room| RwSignal::new(room == first)) }
    }

    /// The open one; tracked.
    pub fn open(self) -> Room {
        self.open.get()
    }

    /// The same, not tracked.
    pub fn open_untracked(self) -> Room {
        self.open.get_untracked()
    }

    /// Whether a room shows something: it is open, or was. Tracked.
    pub fn is_drawn(self, room: Room) -> bool {
        self.drawn[room as usize].get()
    }

    /// Opens a room.
    pub fn enter(self, room: Room) {
        self.drawn[room as usize].set(true);
        if self.open.get_untracked() != room {
            self.open.set(room);
        }
    }

    /// Has one more room show what it holds. Returns whether others are left.
    pub fn draw_next(self) -> bool {
        let next = self.drawn.into_iter().find(|drawn| !drawn.get_untracked());
        if let Some(drawn) = next {
            drawn.set(true);
        }
        next.is_some()
    }

    /// Has every room show what it holds, for paper.
    pub fn draw_all(self) {
        for drawn in self.drawn {
            drawn.set(true);
        }
    }
}
