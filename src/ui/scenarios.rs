//! Scenarios kept in this browser, and files.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use crate::browser::download;
use crate::browser::storage::Kept;
use crate::state::{AppState, Notice, Origin};

/// Save, open, delete; a file out and in.
#[component]
pub fn Scenarios() -> impl IntoView {
    let state = expect_context::<AppState>();
    let save_words = move || match state.origin.get() {
        Origin::Kept(_) => "Save",
        Origin::Link => "Save a copy",
        _ => "Save as new",
    };
    let to_file = move |_| {
        let text = state.document.with_untracked(engine::codec::file::write);
        if !download::save("rack-or-rent.json", &text) {
            state.say(Notice {
                text: "This frame does not allow files to be saved; copy the link instead".to_owned(),
                parts: Vec::new(),
            });
        }
    };
    let from_file = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|t| t.dyn_into::<web_sys::HtmlInputElement>().ok()) else { return };
        spawn_local(async move {
            if let Some(text) = download::chosen_text(input).await {
                state.open_file(&text);
            }
        });
    };
    view! {
        <section class="scenarios" id="scenarios" aria-labelledby="scenarios-heading">
            <h2 id="scenarios-heading">"Scenarios"</h2>
            <div class="row">
                <label for="in-name">"Name"</label>
                <input type="text" id="in-name" data-field="name" autocomplete="off" maxlength="80" dir="auto"
                    prop:value=move || state.document.with(|d| d.name.clone()) on:change=move |e| state.rename(&event_target_value(&e))/>
            </div>
            <div class="buttons">
                <button type="button" data-action="save" on:click=move |_| state.save()>{save_words}</button>
                <button type="button" class="plain" data-action="save-file" on:click=to_file>"Save a file"</button>
                <label class="plain file">"Open a file"<input type="file" accept=".json,application/json" data-action="open-file" on:change=from_file/></label>
            </div>
            <ul class="kept" data-view="scenarios">
                {move || state.kept.get().into_iter().map(|k| kept(k, state)).collect_view()}
            </ul>
            <p class="small">"Scenarios stay in this browser. Clearing the site's data deletes them, and some browsers drop them after a week without a visit: save a file of what matters."</p>
        </section>
    }
    .into_any()
}

fn kept(kept: Kept, state: AppState) -> AnyView {
    let name = engine::codec::plain(&kept.name, engine::codec::LONGEST_NAME);
    let (open, delete) = (format!("Open {name}"), format!("Delete {name}"));
    let also = kept.clone();
    view! {
        <li>
            <span dir="auto" class="kept-name">{name}</span>
            <button type="button" class="plain" data-action="open" aria-label=open on:click=move |_| state.open_kept(&kept)>"Open"</button>
            <button type="button" class="plain" data-action="delete" aria-label=delete on:click=move |_| state.remove_kept(&also)>"Delete"</button>
        </li>
    }
    .into_any()
}
