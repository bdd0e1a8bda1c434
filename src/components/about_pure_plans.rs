//! What is said only of the GPUs that were entered.

use leptos::prelude::*;

use super::When;
use crate::state::{Evaluation, EvaluationContext};

/// What compares the GPUs that were entered with one offer; nothing where sizes are searched, because the user did not choose those GPUs,
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
