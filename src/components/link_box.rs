//! A text to copy, in a selectable box.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::{clipboard, dom};
use crate::state::{ScenarioStore, UiState, ui_state::Copied};
use crate::strings::link_box as strings;

/// A link with its button and an explanation.
#[component]
pub fn LinkBox(
    /// Id of the box.
    id: &'static str,
    /// Its label.
    label: &'static str,
    /// The text.
    #[prop(into)]
    text: Signal<String>,
    /// What the text is for.
    help: &'static str,
) -> impl IntoView {
    view! {
        <div class="link">
            <label for=id>{label}</label>
            <div class="link-row">
                <input type="text" readonly translate="no" id=id data-view=id prop:value=move || text.get()/>
                <CopyButton from=id what=strings::LINK label=strings::copy(&label)/>
            </div>
            <p class="small">{help}</p>
        </div>
    }
    .into_any()
}

/// A button that copies the text of a box and reports the outcome.
#[component]
pub fn CopyButton(
    /// Id of the box.
    #[prop(into)]
    from: String,
    /// Name of what is copied, for the live region.
    what: &'static str,
    /// Its accessible name.
    #[prop(optional, into)]
    label: Option<String>,
) -> impl IntoView {
    let (ui, scenario) = (UiState::expect(), ScenarioStore::expect());
    let id = StoredValue::new(from);
    let done = move || {
        let document = scenario.document();
        ui.copied.with(|copied| {
            let mine = copied.as_ref().filter(|c| id.with_value(|id| c.from == *id));
            mine.filter(|c| std::sync::Arc::ptr_eq(&c.of, &document)).map_or("", |c| c.words)
        })
    };
    let copy = move |_| {
        let id = id.get_value();
        let Some(field) = dom::by_id(&id) else { return };
        spawn_local(async move {
            let words = if clipboard::copy(field).await { "copied" } else { strings::SELECTED };
            ui.copied.set(Some(Copied { from: id, words, of: scenario.document_untracked() }));
            ui.announce(format!("{what} {words}"));
        });
    };
    view! {
        <button type="button" data-action=format!("copy-{}", id.get_value()) aria-label=label on:click=copy>
            {strings::COPY}
        </button>
        <span class="copied">{done}</span>
    }
}
