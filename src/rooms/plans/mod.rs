//! The plans side by side, two of them in detail, and what would change the answer.

pub mod flips;
pub mod notes;
pub mod other_sizes;
pub mod present_bill;
pub mod quote_check;
pub mod side_by_side;
pub mod strings;
pub mod tokens;
pub mod two_plans;

use leptos::prelude::*;

use crate::components::AboutPurePlans;
use flips::FlipsSection;
pub use notes::AnswerNotes;
use other_sizes::OtherSizesSection;
use present_bill::PresentBillSection;
use quote_check::QuoteCheck;
use side_by_side::PlansSection;
use tokens::TokensSection;
use two_plans::TwoPlansSection;

/// The room.
#[component]
pub fn PlansRoom() -> impl IntoView {
    view! {
        <AnswerNotes/>
        <PlansSection/>
        <TwoPlansSection/>
        <TokensSection/>
        <OtherSizesSection/>
        <AboutPurePlans><FlipsSection/></AboutPurePlans>
        <PresentBillSection/>
        <QuoteCheck/>
    }
}
