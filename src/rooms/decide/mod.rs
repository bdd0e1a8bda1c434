//! What leaves the room: the memo, the spreadsheet, the prices to ask for; and what was decided.

pub mod blocks;
pub mod decision_log;
pub mod leaving;
pub mod memo;
pub mod spreadsheet;
pub mod strings;
pub mod walk_away;

use leptos::prelude::*;

use decision_log::DecisionLogSection;
use memo::MemoSection;
use spreadsheet::SpreadsheetSection;
use walk_away::WalkAwaySection;

/// The room.
#[component]
pub fn DecideRoom() -> impl IntoView {
    view! { <MemoSection/> <SpreadsheetSection/> <WalkAwaySection/> <DecisionLogSection/> }
}
