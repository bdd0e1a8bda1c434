//! How many GPUs to own: the present value of every number of nodes, and a button that takes the best.

use std::sync::Arc;

use engine::view::node_counts::{ID, plot, takeaway};
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::components::job_panel::JobPanel;
use crate::components::{OwnThisMany, PlotChart, sentence_views};
use crate::rooms::costs::strings::node_counts as strings;

/// The section.
#[component]
pub fn NodeCountsSection() -> impl IntoView {
    view! {
        <section class="node-counts" id="gpu-count" aria-labelledby="gpu-count-heading" data-view="gpu-count">
            <h2 id="gpu-count-heading">{strings::TITLE}</h2>
            <p class="small">{strings::EXPLANATION}</p>
            <JobPanel task=Task::NodeCounts title=strings::TITLE start=strings::COMPARE_EVERY_NUMBER result/>
        </section>
    }
    .into_any()
}

fn result(outcome: &Outcome) -> AnyView {
    let Outcome::NodeCounts(found) = outcome else { return ().into_any() };
    // Renting everything is no number that a scenario can own.
    let best = found.best().map(|best| view! { <OwnThisMany gpus=best.gpus action="take-best-count"/> });
    match plot(found).map(Arc::new) {
        Some(plot) => view! {
            <PlotChart id=ID plot=Signal::stored(Some(plot))/>
            {best}
        }
        .into_any(),
        None => view! { <p>{sentence_views(&takeaway(found), false)}</p> }.into_any(),
    }
}
