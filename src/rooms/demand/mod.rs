//! What the work needs: described, and measured in files.

pub mod described;
pub mod measured;
pub mod strings;

use leptos::prelude::*;

use described::DemandSection;
use measured::MeasuredSection;

/// The room.
#[component]
pub fn DemandRoom() -> impl IntoView {
    view! {
        <MeasuredSection/>
        <DemandSection/>
    }
}
