//! The user's own price book: load, save, remove, and what could not be used.

use engine::prices::own_book_file;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::files;
use crate::components::{When, sentence_views};
use crate::rooms::sources::strings::own_book as strings;
use crate::state::prices::listed;
use crate::state::{OwnBook, Prices, Workspace};

/// The section.
#[component]
pub fn OwnBookSection() -> impl IntoView {
    let (workspace, prices) = (Workspace::expect(), Prices::expect());
    let has_own = Memo::new(move |_| prices.own().is_some());
    let load = move |input: files::FileInput| {
        if let Some(file) = files::chosen_file(&input) {
            spawn_local(workspace.load_book_file(file));
        }
    };
    let save = move |_| {
        if let Some(own) = prices.own_untracked() {
            workspace.save_file("rack-or-rent-price-book.csv", "text/csv", &own_book_file(&own.text));
        }
    };
    view! {
        <section class="scenarios" id="own-book" aria-labelledby="own-book-heading" data-view="own-book">
            <h2 id="own-book-heading">{strings::TITLE}</h2>
            {move || match prices.own() {
                Some(own) => standing(&own),
                None => view! { <p>{strings::SUMMARY}</p> }.into_any(),
            }}
            {move || prices.reading().map(|name| view! { <p data-view="reading-prices">{strings::reading(&name)}</p> })}
            <div class="buttons">
                <label class="plain file">
                    {move || if has_own.get() { strings::LOAD_ANOTHER_PRICE_BOOK } else { strings::LOAD_A_PRICE_BOOK }}
                    <input
                        type="file"
                        accept=".csv,.tsv,.txt,text/csv"
                        data-action="open-book"
                        on:change:target=move |ev| load(ev.target())
                    />
                </label>
                <When is=move || has_own.get()>
                    <button type="button" class="plain" data-action="save-book" on:click=save>
                        {strings::SAVE_AS_A_FILE}
                    </button>
                    <button type="button" class="plain" data-action="remove-book" on:click=move |_| workspace.remove_book()>
                        {strings::REMOVE}
                    </button>
                </When>
            </div>
            <p class="small">{strings::EXPLANATION}</p>
            <p class="small">{strings::CATALOGUES}</p>
        </section>
    }
    .into_any()
}

/// How many offers are used, and what is not.
fn standing(own: &OwnBook) -> AnyView {
    view! {
        <p>{sentence_views(&strings::in_use(own.read.taken), false)}</p>
        {lines(strings::IGNORED, "left-out", listed(&own.read.left_out))}
        {lines(strings::PLEASE_CHECK, "doubtful", listed(&own.read.doubtful))}
    }
    .into_any()
}

fn lines(head: &'static str, view: &'static str, lines: Vec<String>) -> AnyView {
    let inside = (!lines.is_empty()).then(|| {
        view! { <p>{head}</p> <ul>{lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul> }
    });
    view! { <div data-view=view>{inside}</div> }.into_any()
}
