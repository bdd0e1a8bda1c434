//! What stands where, for the page of its own and for the page in a frame.

use leptos::context::Provider;
use leptos::prelude::*;

use crate::answer::{AnswerSection, FirstChart, ShortAnswer};
use crate::components::When;
use crate::form::ScenarioPrompt;
use crate::form::vendor_quote::VendorQuoteForm;
use crate::rooms::plans::AnswerNotes;
use crate::rooms::{OpenRoom, RoomsBelow};
use crate::scenarios::{LibrarySection, ShareSection};
use crate::state::second_part::in_the_second_part;
use crate::state::{EvaluationContext, UiState};
use crate::strings::layout as strings;

/// Delay before the address bar and the storage follow an edit, in milliseconds: browsers limit how often the address
/// may change.
pub const SETTLE: f64 = 400.0;

in_the_second_part! {
    /// What to know before deciding, for a frame that shows the answer alone.
    notes: view! { <AnswerNotes/> }.into_any();
    /// The rooms, and below them saved scenarios, comparison and links.
    below_the_answer: view! { <OnceSettled><RoomsBelow/><LibrarySection/><ShareSection/></OnceSettled> }.into_any();
    /// The rooms alone, for the page in a frame, which stores nothing.
    rooms_in_a_frame: view! { <OnceSettled><RoomsBelow/></OnceSettled> }.into_any();
    /// The open room, for a frame that shows it alone.
    open_room_in_a_frame: view! { <OnceSettled><OpenRoom/></OnceSettled> }.into_any();
    /// The answer in one line while it is out of sight.
    short_answer: view! { <ShortAnswer/> }.into_any();
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

/// The first chart.
#[component]
pub fn ChartBelow() -> impl IntoView {
    view! { <div class="use"><FirstChart/></div> }
}

/// What follows the answer a pause behind the keys.
#[component]
fn Settled(children: Children) -> impl IntoView {
    view! { <Provider value=EvaluationContext::expect().settled()>{children()}</Provider> }
}

/// What is drawn with what it tells of, and not filled afterwards: a link may lead into its midst.
#[component]
fn OnceSettled(children: ChildrenFn) -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let has_settled = Memo::new(move |_| evaluation.has_settled());
    view! { <When is=move || has_settled.get()>{children()}</When> }
}

/// What proves the answer, paler while it waits for a pause of the keys.
#[component]
pub fn Proof(children: ChildrenFn) -> impl IntoView {
    let (evaluation, whole) = (EvaluationContext::expect(), UiState::expect().whole);
    let settling = Memo::new(move |_| evaluation.is_settling() && evaluation.has_settled());
    let children = StoredValue::new(children);
    view! {
        // Where the rooms are not there yet as somebody prints, paper says what it lacks.
        <p class="on-paper" data-view="not-on-paper">{strings::NOT_ON_PAPER}</p>
        <div class="proof" class:settling=move || settling.get() aria-busy=move || if settling.get() { "true" } else { "false" }>
            <When is=whole><Settled>{children.with_value(|children| children())}</Settled></When>
        </div>
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
