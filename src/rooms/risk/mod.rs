//! What moves the answer.

pub mod input_break_evens;
pub mod plan_drivers;
pub mod sensitivity;
pub mod strings;

use leptos::prelude::*;

use crate::components::AboutPurePlans;
use input_break_evens::InputBreakEvensSection;
use plan_drivers::PlanDriversSection;
use sensitivity::BridgeAndDrivers;

/// The room.
#[component]
pub fn RiskRoom() -> impl IntoView {
    view! {
        <PlanDriversSection/>
        <AboutPurePlans><BridgeAndDrivers/><InputBreakEvensSection/></AboutPurePlans>
    }
}
