//! The price at which each provider's offer would win, ready to mail.

use engine::document::memo::Memo as Document;
use engine::document::walk_away::walk_away_sheet;
use leptos::prelude::*;
use protocol::{Outcome, Task};

use super::blocks::block_view;
use super::leaving::{MarkdownButtons, as_markdown, parts, version};
use crate::browser::locale::Locale;
use crate::components::job_panel::JobPanel;
use crate::rooms::decide::strings::walk_away as strings;
use crate::state::{EvaluationContext, Jobs};

/// Name of the file.
const FILE: &str = "rack-or-rent-walk-away.md";

/// The section.
#[component]
pub fn WalkAwaySection() -> impl IntoView {
    view! {
        <section class="walk-away" id="walk-away" aria-labelledby="walk-away-heading" data-view="walk-away">
            <h2 id="walk-away-heading">{strings::TITLE}</h2>
            <p class="small">{strings::EXPLANATION}</p>
            <JobPanel task=Task::WalkAway title=strings::TITLE start=strings::FIND result/>
        </section>
    }
    .into_any()
}

/// The sheet and its byline, of what is shown; nothing while it is computed again.
fn sheet(outcome: &Outcome, evaluation: EvaluationContext, locale: Locale) -> Option<(Document, Vec<String>)> {
    let Outcome::WalkAway(found) = outcome else { return None };
    let shown = evaluation.shown_untracked()?;
    shown.weigh();
    let write = |value, unit| locale.with_unit(value, unit);
    Some((walk_away_sheet(parts(&shown, &write)?, found)?, vec![version(&shown)]))
}

fn result(outcome: &Outcome) -> AnyView {
    let (evaluation, locale, jobs) = (EvaluationContext::expect(), Locale::expect(), Jobs::expect());
    let Some((found, _)) = sheet(outcome, evaluation, locale) else { return ().into_any() };
    let text = move || {
        let outcome = untrack(|| jobs.current(Task::WalkAway))?;
        let (found, byline) = sheet(&outcome, evaluation, locale)?;
        Some(as_markdown(&found, &byline, locale))
    };
    view! {
        {found.blocks.iter().map(block_view).collect_view()}
        <p class="buttons"><MarkdownButtons what="walk-away" file=FILE text/></p>
    }
    .into_any()
}
