//! Where the cost comes from.

pub mod cost_breakdown;
pub mod horizon;
pub mod node_counts;
pub mod plan_costs;
pub mod strings;

use leptos::prelude::*;

use crate::components::AboutPurePlans;
use cost_breakdown::CostBreakdownSection;
use horizon::HorizonSection;
use node_counts::NodeCountsSection;
use plan_costs::PlanCostsSection;

/// The room.
#[component]
pub fn CostsRoom() -> impl IntoView {
    view! {
        <PlanCostsSection/>
        <AboutPurePlans><HorizonSection/><CostBreakdownSection/><NodeCountsSection/></AboutPurePlans>
    }
}
