//! What moves the answer.

pub mod how_likely;
pub mod input_break_evens;
pub mod plan_drivers;
pub mod sensitivity;
pub mod strings;

use leptos::prelude::*;

use crate::components::AboutPurePlans;
use how_likely::HowLikelySection;
use input_break_evens::InputBreakEvensSection;
use plan_drivers::PlanDriversSection;
use sensitivity::BridgeAndDrivers;

/// The room.
#[component]
pub fn RiskRoom() -> impl IntoView {
    view! {
        <HowLikelySection/>
        <PlanDriversSection/>
        <AboutPurePlans><BridgeAndDrivers/><InputBreakEvensSection/></AboutPurePlans>
    }
}
