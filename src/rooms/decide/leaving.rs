//! How documents leave the page: what they are made of, and as Markdown.

use engine::document::memo::{Memo, MemoOf};
use engine::document::reversals::WriteUnit;
use engine::document::{markdown, version_line};
use engine::model::Subject;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::locale::Locale;
use crate::browser::{clipboard, files};
use crate::rooms::decide::strings::leaving as strings;
use crate::state::{Evaluation, UiState};
use crate::strings::workbook::PROGRAM;

/// What documents are made of; nothing before the answer is weighed.
pub fn parts<'a>(shown: &'a Evaluation, write: WriteUnit<'a>) -> Option<MemoOf<'a>> {
    let document = &shown.document;
    Some(MemoOf {
        subject: Subject { scenario: &document.scenario, book: &shown.book, edition: &document.edition },
        name: &document.name,
        words: &document.memo,
        report: &shown.report,
        plans: shown.choice.plans()?,
        weighed: shown.weighed()?,
        chart: None,
        write,
    })
}

/// What a document was made with.
pub fn version(shown: &Evaluation) -> String {
    version_line(PROGRAM, &shown.document)
}

/// A document as Markdown in the currency shown; not tracked.
pub fn as_markdown(found: &Memo, byline: &[String], locale: Locale) -> String {
    untrack(|| markdown::memo(found, byline, &locale.currency(), &|value, style| locale.figure(value, style)))
}

/// Copies and saves a document as Markdown. `what`: its name in ids.
#[component]
pub fn MarkdownButtons<T>(what: &'static str, file: &'static str, text: T) -> impl IntoView
where
    T: Fn() -> Option<String> + Copy + Send + Sync + 'static,
{
    let ui = UiState::expect();
    let copy = move |_| {
        let Some(text) = text() else { return };
        spawn_local(async move {
            ui.announce(if clipboard::copy_text(&text).await { strings::COPIED } else { strings::NOT_COPIED });
        });
    };
    let save = move |_| {
        if let Some(text) = text() {
            files::save(file, "text/markdown", &text);
        }
    };
    view! {
        <button type="button" class="plain" data-action=format!("copy-{what}") on:click=copy>{strings::COPY}</button>
        " "
        <button type="button" class="plain" data-action=format!("save-{what}") on:click=save>{strings::SAVE}</button>
    }
    .into_any()
}
