//! Both links, and what each does.

use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::{address, clipboard};
use crate::state::AppState;

/// The private link and the query link.
#[component]
pub fn Share() -> impl IntoView {
    let state = expect_context::<AppState>();
    let private = move || format!("{}#{}", address::page(), state.link());
    let query = move || format!("{}?{}", address::page(), state.link());
    view! {
        <section class="share" id="share" aria-labelledby="share-heading">
            <h2 id="share-heading">"Share"</h2>
            <Link id="private-link" action="copy-private-link" label="Private link" text=Signal::derive(private)
                help="Figures stand behind #, which no server ever sees. Use it wherever it survives."/>
            <Link id="query-link" action="copy-query-link" label="Link for mail and wikis" text=Signal::derive(query)
                help="Survives mail filters and wikis that cut what is behind #. The log of the server that hosts this page will contain your figures."/>
            <p class="small">"Both carry every input and the price edition: they say the same for ever."</p>
        </section>
    }
    .into_any()
}

#[component]
fn Link(
    id: &'static str,
    action: &'static str,
    label: &'static str,
    text: Signal<String>,
    help: &'static str,
) -> impl IntoView {
    let state = expect_context::<AppState>();
    let field = NodeRef::<Input>::new();
    let copied = RwSignal::new("");
    let copy = move |_| {
        let Some(field) = field.get_untracked() else { return };
        spawn_local(async move {
            let words = if clipboard::copy(field).await { "copied" } else { "selected: copy it with your keyboard" };
            copied.set(words);
            state.announcement.set(format!("{label} {words}"));
        });
    };
    Effect::new(move |_| {
        text.track();
        copied.set("");
    });
    view! {
        <div class="link">
            <label for=id>{label}</label>
            <div class="link-row">
                <input type="text" id=id data-view=id node_ref=field readonly translate="no" prop:value=move || text.get()/>
                <button type="button" data-action=action on:click=copy>"Copy"</button>
                <span class="copied">{move || copied.get()}</span>
            </div>
            <p class="small">{help}</p>
        </div>
    }
    .into_any()
}
