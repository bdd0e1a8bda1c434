//! How many GPUs to own: the present value of every number of nodes, and a button that takes the best.

use std::sync::Arc;

use engine::analysis::node_counts::NodeCounts;
use engine::inputs::field;
use engine::view::Style;
use engine::view::node_counts::{ID, plot, takeaway};
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::browser::locale::Locale;
use crate::components::job_panel::JobPanel;
use crate::components::{PlotChart, sentence_views};
use crate::state::{Edit, ScenarioStore};
use crate::strings::jobs as strings;

/// The section.
#[component]
pub fn NodeCountsSection() -> impl IntoView {
    view! {
        <section class="node-counts" id="gpu-count" aria-labelledby="gpu-count-heading" data-view="gpu-count">
            <h2 id="gpu-count-heading">{strings::HOW_MANY_GPUS}</h2>
            <p class="small">{strings::OWN_AND_RENT_THE_REST}</p>
            <JobPanel task=Task::NodeCounts title=strings::HOW_MANY_GPUS start=strings::FIND_NUMBER result/>
        </section>
    }
    .into_any()
}

fn result(outcome: &Outcome) -> AnyView {
    let Outcome::NodeCounts(found) = outcome else { return ().into_any() };
    match plot(found).map(Arc::new) {
        Some(plot) => view! {
            <PlotChart id=ID plot=Signal::stored(Some(plot))/>
            {take_best(found)}
        }
        .into_any(),
        None => view! { <p>{sentence_views(&takeaway(found), false)}</p> }.into_any(),
    }
}

/// The button that takes the best number, as if it were typed. Renting everything is no number that a scenario can own.
fn take_best(found: &NodeCounts) -> Option<AnyView> {
    let best = found.best().filter(|best| best.nodes > 0.0 && best.gpus != found.now_gpus)?;
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let take = move |_| {
        if let Some(row) = field("own.gpus") {
            scenario.set_number(Edit::Step, row, best.gpus);
        }
    };
    let label = strings::own_this_many(&locale.figure(best.gpus, Style::Count));
    Some(
        view! {
            <p><button type="button" data-action="take-best-count" on:click=take prop:textContent=label></button></p>
        }
        .into_any(),
    )
}
