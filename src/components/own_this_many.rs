//! A button that takes a number of owned GPUs, as if it were typed.

use engine::inputs::derived::owned_gpus;
use engine::inputs::field;
use engine::view::Style;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::state::{Edit, ScenarioStore};
use crate::strings::own_this_many as strings;

/// The button; nothing if the scenario owns as many, or for none.
#[component]
pub fn OwnThisMany(
    /// GPUs to own.
    gpus: f64,
    /// What tests and styles know the button by.
    action: &'static str,
) -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    if gpus <= 0.0 || untrack(|| scenario.with(owned_gpus)) == gpus {
        return None;
    }
    let take = move |_| {
        if let Some(row) = field("own.gpus") {
            scenario.set_number(Edit::Step, row, gpus);
        }
    };
    let label = strings::own_this_many(&locale.figure(gpus, Style::Count));
    Some(
        view! { <p><button type="button" data-action=action on:click=take prop:textContent=label></button></p> }
            .into_any(),
    )
}
