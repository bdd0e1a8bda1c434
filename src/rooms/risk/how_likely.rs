//! How likely each plan is the cheapest, and what being wrong costs: draws of everything that is uncertain.

use std::sync::Arc;

use engine::view::plan_words::id;
use engine::view::plot::Plot;
use engine::view::risk::{input_sheet, length_sheet, plan_sheet, plots, sentences, size_sheet};
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::components::job_panel::JobPanel;
use crate::components::plot_chart::PlotChart;
use crate::components::sentence_views;
use crate::components::table::exported_table;
use crate::rooms::risk::strings::how_likely as strings;

/// The section.
#[component]
pub fn HowLikelySection() -> impl IntoView {
    view! {
        <section class="how-likely" id="how-likely" aria-labelledby="how-likely-heading" data-view="how-likely">
            <h2 id="how-likely-heading">{strings::TITLE}</h2>
            <p class="small">{strings::EXPLANATION}</p>
            <JobPanel task=Task::Risk title=strings::TITLE start=strings::DRAW result/>
        </section>
    }
    .into_any()
}

fn result(outcome: &Outcome) -> AnyView {
    let Outcome::Risk(found) = outcome else { return ().into_any() };
    let plans: Vec<&str> = found.plans.iter().map(|plan| id(plan.kind)).collect();
    view! {
        <div data-plan=plans.join(" ")>
            <ul data-view="risk-findings">
                {sentences(found).iter().map(|said| view! { <li>{sentence_views(said, false)}</li> }).collect_view()}
            </ul>
            {exported_table(plan_sheet(found))}
            {plots(found).into_iter().map(chart).collect_view()}
            {size_sheet(found).map(exported_table)}
            {length_sheet(found).map(exported_table)}
            {exported_table(input_sheet(found))}
        </div>
    }
    .into_any()
}

fn chart(plot: Plot) -> AnyView {
    view! { <PlotChart id=plot.what.id plot=Signal::stored(Some(Arc::new(plot)))/> }.into_any()
}
