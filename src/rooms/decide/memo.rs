//! The memo: its author's words, its preview, and how it leaves the page.

use std::sync::Arc;

use engine::codec::{MemoWords, code};
use engine::document::memo::{Memo as MemoText, MemoOf, memo};
use engine::document::{Block, Fact, WordTable, markdown};
use engine::model::Subject;
use engine::view::plan_words::id;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::locale::Locale;
use crate::browser::{clipboard, dom, files};
use crate::components::plot_chart::PaperPicture;
use crate::components::table::{ScrollTable, SheetTable};
use crate::components::{When, sentence_views, words};
use crate::rooms::decide::strings::memo as strings;
use crate::state::{Edit, Evaluation, EvaluationContext, ScenarioStore, UiState, Workspace};

/// Name of the file of the memo.
const FILE: &str = "rack-or-rent-memo.md";

/// The section.
#[component]
pub fn MemoSection() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    let found = Memo::new(move |_| {
        let _ = locale.currency();
        evaluation.shown().and_then(|shown| memo_of(&shown, locale))
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
    let document = &shown.document;
    let plans = shown.choice.plans().filter(|plans| plans.recommended.is_some())?;
    let chart = shown.plot(shown.first_chart());
    let found = memo(MemoOf {
        subject: Subject { scenario: &document.scenario, book: &shown.book, edition: &document.edition },
        name: &document.name,
        words: &document.memo,
        report: &shown.report,
        plans,
        weighed: shown.weighed()?,
        chart: chart.as_deref(),
        write: &|value, unit| locale.with_unit(value, unit),
    });
    let MemoWords { author, date, .. } = &document.memo;
    let by = strings::by(author, date).trim().to_owned();
    let version = strings::version(env!("CARGO_PKG_VERSION"), &document.edition, &code(document));
    Some((found, [by, version].into_iter().filter(|line| !line.is_empty()).collect()))
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
    let (ui, locale, workspace) = (UiState::expect(), Locale::expect(), Workspace::expect());
    let workbook = RwSignal::new(String::new());
    let write_workbook = move |_| {
        workbook.set(strings::WRITING.to_owned());
        spawn_local(async move {
            workbook.set(workspace.save_workbook().await);
        });
    };
    let text = move || {
        let (memo, byline) = found.get_untracked()?;
        Some(markdown::memo(&memo, &byline, &untrack(|| locale.currency()), &|value, style| {
            locale.figure(value, style)
        }))
    };
    let copy = move |_| {
        let Some(text) = text() else { return };
        spawn_local(async move {
            ui.announce(if clipboard::copy_text(&text).await { strings::COPIED } else { strings::NOT_COPIED });
        });
    };
    let save = move |_| {
        if let Some(text) = text() {
            files::save(FILE, "text/markdown", &text);
        }
    };
    view! {
        <p class="buttons">
            <button type="button" data-action="print-memo" on:click=|_| dom::print()>{strings::PRINT}</button>
            " "
            <button type="button" class="plain" data-action="copy-memo" on:click=copy>{strings::COPY}</button>
            " "
            <button type="button" class="plain" data-action="save-memo" on:click=save>{strings::SAVE}</button>
            " "
            <button type="button" class="plain" data-action="save-workbook" on:click=write_workbook>{strings::SAVE_WORKBOOK}</button>
        </p>
        <p class="small" role="status" data-view="workbook">{move || workbook.get()}</p>
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

fn block_view(block: &Block) -> AnyView {
    match block {
        Block::Heading(text) => view! { <h4>{*text}</h4> }.into_any(),
        Block::Paragraph(pieces) => view! { <p>{sentence_views(pieces, false)}</p> }.into_any(),
        Block::OwnWords(text) => text
            .lines()
            .map(|line| view! { <p class="own-words"><bdi>{line.to_owned()}</bdi></p> })
            .collect_view()
            .into_any(),
        Block::Facts(facts) => view! { <dl class="facts">{facts.iter().map(fact_view).collect_view()}</dl> }.into_any(),
        Block::Items(items) => {
            let items = items.iter().map(|item| view! { <li>{sentence_views(item, false)}</li> });
            view! { <ul>{items.collect_view()}</ul> }.into_any()
        }
        Block::Sheet(sheet) => view! {
            <p class="table-title">{sheet.title.to_string()}</p>
            <SheetTable sheet=sheet.clone()/>
        }
        .into_any(),
        Block::Plot(plot) => view! {
            <p class="table-title">{sentence_views(&plot.takeaway, false)}</p>
            <PaperPicture plot=Arc::new((**plot).clone())/>
        }
        .into_any(),
        Block::Table(table) => table_view(table),
    }
}

fn fact_view(fact: &Fact) -> AnyView {
    let plans = fact.plans.iter().map(|kind| id(*kind)).collect::<Vec<_>>().join(" ");
    view! { <div data-plan=plans><dt>{fact.label}</dt><dd>{sentence_views(&fact.pieces, false)}</dd></div> }.into_any()
}

fn table_view(table: &WordTable) -> AnyView {
    let title = table.title;
    let heads = table.heads.iter().map(|head| view! { <th scope="col">{*head}</th> }).collect_view();
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().enumerate().map(|(place, cell)| {
            let cell = words(cell.clone());
            if place == 0 {
                view! { <th scope="row">{cell}</th> }.into_any()
            } else {
                view! { <td>{cell}</td> }.into_any()
            }
        });
        view! { <tr>{cells.collect_view()}</tr> }.into_any()
    };
    let rows: Vec<AnyView> = table.rows.iter().map(row).collect();
    view! {
        <ScrollTable label=title>
            <table>
                <caption>{title}</caption>
                <thead><tr>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}
