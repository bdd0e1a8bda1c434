//! Text of `src/layout.rs`.

pub const NOT_ON_PAPER: &str = "Printed before the page was complete: the plans side by side, the costs, the assumptions and the link are missing. Print again in a moment.";
