//! What moves the answer.

pub mod how_likely;
pub mod input_break_evens;
pub mod plan_drivers;
pub mod plan_map;
pub mod sensitivity;
pub mod strings;

use leptos::prelude::*;

use crate::components::AboutPurePlans;
use how_likely::HowLikelySection;
use input_break_evens::InputBreakEvensSection;
use plan_drivers::PlanDriversSection;
use plan_map::PlanMapSection;
use sensitivity::BridgeAndDrivers;

/// The room.
#[component]
pub fn RiskRoom() -> impl IntoView {
    view! {
        <HowLikelySection/>
        <PlanDriversSection/>
        <PlanMapSection/>
        <AboutPurePlans><BridgeAndDrivers/><InputBreakEvensSection/></AboutPurePlans>
    }
}
