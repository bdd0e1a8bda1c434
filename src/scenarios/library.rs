//! Scenarios saved in this browser, and files.

use engine::codec::collection::{Kept, named};
use engine::codec::plain;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::compare::Comparison;
use super::compare_tick::CompareTick;
use crate::browser::{dom, files, storage};
use crate::components::{FieldLink, When};
use crate::scenarios::strings::library as strings;
use crate::state::{History, Origin, ScenarioLibrary, ScenarioStore, Workspace};

/// Characters of a name that fit on a button.
const MOST_OF_A_NAME: usize = 24;
/// Id of the button that restores deleted scenarios.
const UNDO: &str = "undo-kept";
/// Id of the button that asks to delete everything.
const ASK: &str = "ask-delete";
/// Id of the button that declines.
const NO: &str = "keep-everything";

/// Save, open, copy, reorder, delete; export and import files; the comparison.
#[component]
pub fn LibrarySection() -> impl IntoView {
    view! {
        <section class="scenarios" id="scenarios" aria-labelledby="scenarios-heading">
            <h2 id="scenarios-heading">{strings::TITLE}</h2>
            <NameField/>
            <StandingLine/>
            <SaveButtons/>
            <SavedList/>
            <Comparison/>
            <StorageButtons/>
        </section>
    }
}

#[component]
fn NameField() -> impl IntoView {
    let (workspace, scenario, library) = (Workspace::expect(), ScenarioStore::expect(), ScenarioLibrary::expect());
    let name = move || library.new_name().unwrap_or_else(|| scenario.document().name.clone());
    view! {
        <div class="row">
            <label for="in-name">{strings::NAME}</label>
            <input
                type="text"
                id="in-name"
                data-field="name"
                autocomplete="off"
                maxlength="80"
                dir="auto"
                prop:value=name
                on:change:target=move |ev| workspace.name(&ev.target().value())
            />
        </div>
    }
}

/// Where the current scenario is saved.
#[component]
fn StandingLine() -> impl IntoView {
    let (scenario, library) = (ScenarioStore::expect(), ScenarioLibrary::expect());
    let told = move || {
        let _ = library.saved(); // storage failures are shown with each change of it
        if library.new_name().is_some() {
            return strings::name_question(&scenario.document().name);
        }
        let told = match scenario.origin() {
            Origin::Saved(_) => strings::SAVED_UNDER_THIS_NAME,
            Origin::Link => strings::NOT_SAVED,
            _ => strings::NO_NAME_YET,
        };
        if storage::refuses() { strings::STORAGE_FULL.to_owned() } else { told.to_owned() }
    };
    view! { <p class="small" data-view="keeping">{told}</p> }
}

#[component]
fn SaveButtons() -> impl IntoView {
    let (workspace, scenario, library) = (Workspace::expect(), ScenarioStore::expect(), ScenarioLibrary::expect());
    let history = expect_context::<History>();
    let short = |name: &str| plain(name, MOST_OF_A_NAME);
    let is_saved = Memo::new(move |_| matches!(scenario.origin(), Origin::Saved(_)));
    let has_new_name = Memo::new(move |_| library.new_name().is_some());
    let label = move || match (library.new_name(), scenario.origin()) {
        (Some(name), _) => strings::save_as(&short(&name)),
        (None, Origin::Saved(_)) => strings::SAVE.to_owned(),
        (None, Origin::Link) => strings::SAVE_A_COPY.to_owned(),
        (None, _) => strings::SAVE_NEW.to_owned(),
    };
    let save = move |_| if has_new_name.get_untracked() { workspace.save_another() } else { workspace.save() };
    let save_file = move |_| {
        let text = engine::codec::file::write(&workspace.recorded_untracked());
        workspace.save_file("rack-or-rent.json", "application/json", &text);
    };
    let open_file = move |input: files::FileInput| {
        spawn_local(async move {
            if let Some(text) = files::chosen_text(input).await {
                workspace.open_file(text).await;
            }
        });
    };
    view! {
        <div class="buttons">
            <button type="button" data-action="save" on:click=save>{label}</button>
            <When is=move || has_new_name.get()>
                <button type="button" class="plain" data-action="rename" on:click=move |_| workspace.take_new_name()>
                    {move || strings::rename(&short(&scenario.document().name))}
                </button>
            </When>
            <When is=move || is_saved.get() && !has_new_name.get()>
                <button type="button" class="plain" data-action="save-another" on:click=move |_| workspace.save_another()>
                    {strings::SAVE_AS_NEW}
                </button>
            </When>
            <FieldLink row="work.busy_share" label=strings::CHANGE_INPUTS/>
            <button type="button" class="plain" data-action="save-file" on:click=save_file>{strings::SAVE_A_FILE}</button>
            <label class="plain file">
                {strings::OPEN_A_FILE}
                <input
                    type="file"
                    accept=".json,application/json"
                    data-action="open-file"
                    on:change:target=move |ev| open_file(ev.target())
                />
            </label>
            <button
                type="button"
                class="plain"
                id=UNDO
                prop:disabled=move || !history.can_undo()
                on:click=move |_| workspace.undo()
            >
                {strings::UNDO}
            </button>
        </div>
    }
    .into_any()
}

#[component]
fn SavedList() -> impl IntoView {
    let library = ScenarioLibrary::expect();
    view! {
        <ul class="kept" data-view="scenarios">
            <For each=move || library.saved() key=|kept| (kept.id.clone(), kept.name.clone()) let:kept>
                <SavedItem kept/>
            </For>
        </ul>
    }
}

#[component]
fn SavedItem(kept: Kept) -> impl IntoView {
    let (workspace, library) = (Workspace::expect(), ScenarioLibrary::expect());
    let id = StoredValue::new(kept.id.clone());
    let name = named(&kept.name);
    let open = Memo::new(move |_| id.with_value(|id| workspace.is_open(id)));
    let changed = Memo::new(move |_| id.with_value(|id| library.is_changed(id)));
    let about = {
        let name = name.clone();
        move |what: &str| format!("{what} {name}")
    };
    let place = move |action: &str| id.with_value(|id| format!("{action}-{id}"));
    let moved = move |down: bool| {
        id.with_value(|id| workspace.move_saved(id, down));
        dom::focus_soon(place(if down { "down" } else { "up" }));
    };
    let delete = move |_| {
        id.with_value(|id| workspace.delete_saved(id));
        dom::focus_if_lost_soon(UNDO);
    };
    let restore = about(strings::REVERT);
    view! {
        <li data-scenario=kept.id>
            <CompareTick id=id.get_value()>
                <span class="kept-name" dir="auto">{name}</span>
                <When is=move || open.get()><span class="small">{strings::ON_SCREEN}</span></When>
            </CompareTick>
            <button type="button" class="plain" data-action="open" aria-label=about(strings::OPEN) on:click=move |_| id.with_value(|id| workspace.open_saved(id))>
                {strings::OPEN}
            </button>
            <button type="button" class="plain" data-action="copy-kept" aria-label=about(strings::DUPLICATE) on:click=move |_| id.with_value(|id| workspace.copy_saved(id))>
                {strings::DUPLICATE}
            </button>
            <button type="button" class="plain icon" id=place("up") data-action="up" aria-label=about(strings::MOVE_UP) on:click=move |_| moved(false)>
                "↑"
            </button>
            <button type="button" class="plain icon" id=place("down") data-action="down" aria-label=about(strings::MOVE_DOWN) on:click=move |_| moved(true)>
                "↓"
            </button>
            <button type="button" class="plain" data-action="delete" aria-label=about(strings::DELETE) on:click=delete>
                {strings::DELETE}
            </button>
            <When is=move || changed.get()>
                <p class="small">
                    {strings::CHANGED_SINCE_SAVED}
                    " "
                    <button type="button" class="plain" data-action="as-saved" aria-label=restore.clone() on:click=move |_| id.with_value(|id| workspace.restore_saved(id))>
                        {strings::REVERT}
                    </button>
                </p>
            </When>
        </li>
    }
    .into_any()
}

/// Where everything is stored, with buttons to export and to delete all.
#[component]
fn StorageButtons() -> impl IntoView {
    let (workspace, library) = (Workspace::expect(), ScenarioLibrary::expect());
    let asking = RwSignal::new(false);
    let ask = move |on: bool| {
        asking.set(on);
        dom::focus_soon(if on { NO } else { ASK });
    };
    let save_all =
        move |_| workspace.save_file("rack-or-rent-scenarios.json", "application/json", &workspace.all_in_one());
    let delete = move |_| {
        asking.set(false);
        workspace.delete_everything();
        dom::focus_if_lost_soon(UNDO);
    };
    view! {
        <div class="buttons">
            <button type="button" class="plain" data-action="save-all" on:click=save_all>
                {strings::SAVE_ALL_AS_ONE_FILE}
            </button>
            <button type="button" class="plain" data-action="delete-all" id=ASK on:click=move |_| ask(true)>
                {strings::DELETE_EVERYTHING}
            </button>
        </div>
        <When is=move || asking.get()>
            <div class="notice">
                <p>{move || strings::delete_everything(&library.saved().len())}</p>
                <div class="buttons">
                    <button type="button" class="danger" data-action="delete-all-now" on:click=delete>
                        {strings::DELETE_EVERYTHING}
                    </button>
                    <button type="button" class="plain" id=NO on:click=move |_| ask(false)>{strings::CANCEL}</button>
                </div>
            </div>
        </When>
        <p class="small">{strings::EXPLANATION}</p>
    }
}
