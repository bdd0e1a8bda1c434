//! The memo: its author's words, its preview, and how it leaves the page.

use std::sync::Arc;

use engine::codec::MemoWords;
use engine::document::memo::{Memo as MemoText, MemoOf, memo};
use engine::view::plan_words::id;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::blocks::block_view;
use super::leaving::{MarkdownButtons, as_markdown, parts, version};
use crate::browser::locale::Locale;
use crate::browser::{clipboard, dom};
use crate::components::When;
use crate::rooms::decide::strings::memo as strings;
use crate::state::rooms::Room;
use crate::state::{Edit, Evaluation, EvaluationContext, ScenarioStore, UiState, Workspace};

/// Name of the file of the memo.
const FILE: &str = "rack-or-rent-memo.md";

/// The section.
#[component]
pub fn MemoSection() -> impl IntoView {
    let (evaluation, locale, rooms) = (EvaluationContext::expect(), Locale::expect(), UiState::expect().rooms);
    let found = Memo::new(move |_| {
        let _ = locale.currency();
        // A room that is closed computes nothing.
        evaluation.shown().filter(|_| rooms.open() == Room::Decide).and_then(|shown| memo_of(&shown, locale))
    });
    let version = Memo::new(move |last: Option<&u32>| {
        found.track();
        last.map_or(0, |last| last + 1)
    });
    let plan = evaluation.slice(|e| e.choice.plans().and_then(|plans| plans.recommended).map(id));
    let is_there = Memo::new(move |_| found.with(Option::is_some));
    let is_weighed = evaluation.slice(|e| e.weighed().is_some());
    let waiting = move || match (is_there.get(), is_weighed.get().unwrap_or(false)) {
        (true, _) => "",
        (false, true) => strings::NO_MEMO,
        (false, false) => strings::WAITING,
    };
    view! {
        <section class="memo-section" id="memo" aria-labelledby="memo-heading">
            <h2 id="memo-heading">{strings::TITLE}</h2>
            <p class="small">{strings::EXPLANATION}</p>
            <OwnWords/>
            <Leave found/>
            <p class="empty">{waiting}</p>
            <When is=is_there>
                <article class="memo" data-view="memo" data-plan=move || plan.get().flatten()>
                    // Each memo is drawn from nothing: where a translator took texts out of the page, writing into them would change nothing.
                    <For
                        each=move || found.get().map(|found| (version.get(), found))
                        key=|(version, _)| *version
                        children=|(_, (memo, byline))| preview(&memo, byline)
                    />
                </article>
            </When>
        </section>
    }
    .into_any()
}

/// The memo of what is shown, with its byline; nothing without a plan to take, or before it is weighed.
fn memo_of(shown: &Arc<Evaluation>, locale: Locale) -> Option<(MemoText, Vec<String>)> {
    let chart = shown.plot(shown.first_chart());
    let write = |value, unit| locale.with_unit(value, unit);
    let parts = parts(shown, &write).filter(|parts| parts.plans.recommended.is_some())?;
    let found = memo(MemoOf { chart: chart.as_deref(), ..parts });
    let MemoWords { author, date, .. } = &shown.document.memo;
    let by = strings::by(author, date).trim().to_owned();
    Some((found, [by, version(shown)].into_iter().filter(|line| !line.is_empty()).collect()))
}

/// The fields of the author's words.
#[component]
fn OwnWords() -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let own = Memo::new(move |_| scenario.document().memo.clone());
    let edit = move |change: &dyn Fn(&mut MemoWords)| {
        scenario.edit(Edit::Step, |document| {
            change(&mut document.memo);
            document.memo = document.memo.tidied();
        });
    };
    let line = move |(element, label, hint): (&'static str, &'static str, &'static str),
                     read: fn(&MemoWords) -> &String,
                     write: fn(&mut MemoWords, String)| {
        view! {
            <label for=element>{label}</label>
            <input
                type="text"
                id=element
                placeholder=hint
                prop:value=move || own.with(|own| read(own).clone())
                on:change:target=move |ev| edit(&|words| write(words, ev.target().value()))
            />
        }
    };
    view! {
        <form class="memo-words" aria-label=strings::YOUR_WORDS on:submit=|ev| ev.prevent_default()>
            {line(("memo-title", strings::TITLE_OF_MEMO, ""), |own| &own.title, |own, text| own.title = text)}
            {line(("memo-author", strings::AUTHOR, ""), |own| &own.author, |own, text| own.author = text)}
            {line(("memo-date", strings::DATE, strings::DATE_FORM), |own| &own.date, |own, text| own.date = text)}
            <label for="memo-paragraph">{strings::PARAGRAPH}</label>
            <textarea
                id="memo-paragraph"
                rows="3"
                prop:value=move || own.with(|own| own.paragraph.clone())
                on:change:target=move |ev| edit(&|words| words.paragraph = ev.target().value())
            ></textarea>
        </form>
    }
    .into_any()
}

/// The buttons by which a memo leaves the page.
#[component]
fn Leave(found: Memo<Option<(MemoText, Vec<String>)>>) -> impl IntoView {
    let (locale, workspace) = (Locale::expect(), Workspace::expect());
    let saved = RwSignal::new("");
    let save_page = move |_| {
        saved.set(strings::SAVING_PAGE);
        spawn_local(async move {
            saved.set(workspace.save_page().await);
        });
    };
    let copy_link = move |_| {
        let Some(link) = workspace.link_with_words() else { return };
        spawn_local(async move {
            let is_copied = clipboard::copy_text(&link).await;
            saved.set(if is_copied { strings::LINK_COPIED } else { strings::LINK_NOT_COPIED });
        });
    };
    let text = move || found.get_untracked().map(|(memo, byline)| as_markdown(&memo, &byline, locale));
    view! {
        <p class="buttons">
            <button type="button" data-action="print-memo" on:click=|_| dom::print()>{strings::PRINT}</button>
            " "
            <MarkdownButtons what="memo" file=FILE text/>
            " "
            <button type="button" class="plain" data-action="save-page" on:click=save_page>{strings::SAVE_PAGE}</button>
            " "
            <button type="button" class="plain" data-action="link-with-words" on:click=copy_link>{strings::COPY_LINK}</button>
        </p>
        <p class="small" role="status" data-view="saved-page">{move || saved.get()}</p>
    }
    .into_any()
}

fn preview(memo: &MemoText, byline: Vec<String>) -> AnyView {
    view! {
        <h3 class="memo-title"><bdi>{memo.title.clone()}</bdi></h3>
        {byline.into_iter().map(|line| view! { <p class="byline"><bdi>{line}</bdi></p> }).collect_view()}
        {memo.blocks.iter().map(block_view).collect_view()}
    }
    .into_any()
}
