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

/// The sheet and its byline; nothing while it is computed again, or before the answer is weighed. Tracked.
fn sheet(evaluation: EvaluationContext, jobs: Jobs, locale: Locale) -> Option<(Document, Vec<String>)> {
    let outcome = jobs.current(Task::WalkAway)?;
    let Outcome::WalkAway(found) = &*outcome else { return None };
    let shown = evaluation.shown()?;
    let write = |value, unit| locale.with_unit(value, unit);
    Some((walk_away_sheet(parts(&shown, &write)?, found)?, vec![version(&shown)]))
}

fn result(outcome: &Outcome) -> AnyView {
    let (evaluation, locale, jobs) = (EvaluationContext::expect(), Locale::expect(), Jobs::expect());
    if !matches!(outcome, Outcome::WalkAway(_)) {
        return ().into_any();
    }
    // Prices and the plan that they are measured against belong together: both stay as they were until both are there again.
    let found = Memo::new(move |last: Option<&Option<(Document, Vec<String>)>>| {
        sheet(evaluation, jobs, locale).or_else(|| last.cloned().flatten())
    });
    let text = move || found.get_untracked().map(|(found, byline)| as_markdown(&found, &byline, locale));
    view! {
        {move || found.get().map(|(found, _)| found.blocks.iter().map(block_view).collect_view())}
        <p class="buttons"><MarkdownButtons what="walk-away" file=FILE text/></p>
    }
    .into_any()
}
