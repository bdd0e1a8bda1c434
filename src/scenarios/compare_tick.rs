//! The checkbox that adds a scenario to the comparison.

use engine::codec::link;
use leptos::prelude::*;

use crate::state::{Origin, ScenarioLibrary, ScenarioStore, Workspace};

/// Whether the current scenario is saved under a name; tracked.
pub fn is_saved(scenario: ScenarioStore) -> bool {
    matches!(scenario.origin(), Origin::Saved(_))
}

/// Number of scenarios compared; tracked.
pub fn count(workspace: Workspace) -> usize {
    let library = workspace.library;
    let ticked = library.saved().iter().filter(|k| library.is_chosen(&k.id)).count();
    ticked + library.linked().len() + usize::from(library.is_chosen("") && !is_saved(workspace.scenario))
}

/// Whether no more scenario fits; tracked.
fn is_full(workspace: Workspace) -> bool {
    count(workspace) >= link::MOST_IN_SET
}

/// A checkbox for comparing; an empty id means the current scenario.
#[component]
pub fn CompareTick(#[prop(into)] id: String, children: Children) -> impl IntoView {
    let (workspace, library) = (Workspace::expect(), ScenarioLibrary::expect());
    let id = StoredValue::new(id);
    let on = Memo::new(move |_| id.with_value(|id| library.is_chosen(id)));
    let full = Memo::new(move |_| is_full(workspace));
    view! {
        <label class="tick">
            <input
                type="checkbox"
                data-compare=id.get_value()
                prop:checked=move || on.get()
                prop:disabled=move || full.get() && !on.get()
                on:change:target=move |ev| id.with_value(|id| library.choose(id, ev.target().checked()))
            />
            {children()}
        </label>
    }
}
