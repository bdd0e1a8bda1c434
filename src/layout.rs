//! What stands where, for the page of its own and for the page in a frame.

use leptos::context::Provider;
use leptos::prelude::*;

use crate::answer::{AnswerNotes, AnswerSection, FirstChart};
use crate::components::later::in_the_second_part;
use crate::components::{Later, When};
use crate::form::ScenarioPrompt;
use crate::sections::{
    AssumptionsSection, BridgeAndDrivers, CostBreakdownSection, DemandSection, FlipsSection, HorizonSection,
    InputBreakEvensSection, LibrarySection, MeasuredSection, MethodSection, NodeCountsSection, OffersSection,
    OtherSizesSection, OwnBookSection, PlansSection, PresentBillSection, PublishedFigures, QuoteCheck, ShareSection,
    TwoPlansSection, VendorQuoteForm,
};
use crate::state::{Evaluation, EvaluationContext, UiState};

/// Delay before the address bar and the storage follow an edit, in milliseconds: browsers limit how often the address
/// may change.
pub const SETTLE: f64 = 400.0;

in_the_second_part! {
    /// What to know before deciding.
    notes: view! { <AnswerNotes/> }.into_any();
    /// The same, and what quotes and published figures say.
    notes_and_checks: view! { <AnswerNotes/><QuoteCheck/><PublishedFigures/> }.into_any();
    /// The sections below the inputs.
    sections: view! { <Explanations/><LibrarySection/><OwnBookSection/><ShareSection/><MethodSection/> }.into_any();
    /// The same for the page in a frame, which stores nothing.
    embedded_sections: view! { <Explanations/><MethodSection/> }.into_any();
}

/// The question and the answer.
#[component]
pub fn AboveTheChart() -> impl IntoView {
    view! {
        <ScenarioPrompt/>
        <VendorQuoteForm/>
        <AnswerSection/>
    }
}

/// The first chart, and what to know before deciding.
#[component]
pub fn ChartAndNotes() -> impl IntoView {
    let whole = UiState::expect().whole;
    view! {
        <div class="use">
            <FirstChart/>
            // After the first answer is painted.
            <When is=whole>
                <Settled><Later part=notes_and_checks/></Settled>
            </When>
        </div>
    }
}

/// What follows the answer a pause behind the keys.
#[component]
fn Settled(children: Children) -> impl IntoView {
    view! { <Provider value=EvaluationContext::expect().settled()>{children()}</Provider> }
}

/// What proves the answer, paler while it waits for a pause of the keys.
#[component]
pub fn Proof(children: ChildrenFn) -> impl IntoView {
    let (evaluation, whole) = (EvaluationContext::expect(), UiState::expect().whole);
    let settling = Memo::new(move |_| evaluation.is_settling());
    let children = StoredValue::new(children);
    view! {
        <div class="proof" class:settling=move || settling.get() aria-busy=move || if settling.get() { "true" } else { "false" }>
            <When is=whole><Settled>{children.with_value(|children| children())}</Settled></When>
        </div>
    }
}

/// What compares the GPUs that were entered with one offer; nothing where sizes are searched, because nobody chose those GPUs,
/// or where what is there or a mix leads.
#[component]
pub fn AboutPurePlans(children: ChildrenFn) -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let pure = evaluation.slice(Evaluation::is_about_pure_plans);
    let pure = Memo::new(move |_| pure.get().unwrap_or(true));
    let children = StoredValue::new(children);
    // Owning against the offer that the report compares it with.
    let kinds = evaluation.slice(Evaluation::compared_ids);
    view! {
        <When is=pure><div class="pure-plans" data-plan=move || kinds.get()>{children.with_value(|children| children())}</div></When>
    }
}

/// The sections that explain the answer.
#[component]
pub fn Explanations() -> impl IntoView {
    view! {
        <PlansSection/>
        <MeasuredSection/>
        <DemandSection/>
        <TwoPlansSection/>
        <OtherSizesSection/>
        <AboutPurePlans><FlipsSection/><InputBreakEvensSection/><NodeCountsSection/></AboutPurePlans>
        <PresentBillSection/>
        <AboutPurePlans><HorizonSection/><BridgeAndDrivers/><CostBreakdownSection/></AboutPurePlans>
        <OffersSection/>
        <AssumptionsSection/>
    }
}

/// The one live region.
#[component]
pub fn LiveRegion() -> impl IntoView {
    let ui = UiState::expect();
    view! {
        <p class="spoken" role="status" aria-live="polite" aria-atomic="true">{move || ui.announcement.get()}</p>
    }
}
