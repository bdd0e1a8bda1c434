//! The current bill, and what the same work could cost where it runs.

use engine::horizon::current_spend::CurrentSpend;
use engine::inputs::field;
use engine::view::Style;
use engine::view::cost_unit::Measure;
use engine::view::phrases::offer_name;
use engine::view::present_bill::{against_list, left_out};
use leptos::prelude::*;

use crate::answer::other_work::OtherWork;
use crate::components::table::ScrollTable;
use crate::components::{FieldLink, Figure, Fixed, sentence_views};
use crate::rooms::plans::strings::present_bill as strings;
use crate::state::{Evaluation, EvaluationContext, Prices};

/// The section; empty if no bill was given.
#[component]
pub fn PresentBillSection() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    move || {
        let shown = evaluation.shown()?;
        let plan = shown.report.present.as_ref()?;
        Some(section(plan, &shown))
    }
}

fn section(plan: &CurrentSpend, shown: &Evaluation) -> AnyView {
    let report = &shown.report;
    let scenario = &shown.document.scenario;
    let left_out = left_out(report).map(|found| view! { <p class="small">{sentence_views(&found, false)}</p> });
    let list = against_list(report, &plan.gpu, scenario.present.usd_per_gpu_hour.value);
    let list = (!list.is_empty()).then(|| view! { <p>{sentence_views(&list, false)}</p> });
    let measure = Measure::of(report);
    let cell = |usd: f64| view! { <td class="number"><Figure value=usd style=Style::Usd/></td> };
    let levers: Vec<AnyView> = plan
        .bill_after_each()
        .map(|(lever, left)| {
            let at = lever.offer.as_ref().and_then(|id| report.offers.iter().find(|offer| offer.id == *id));
            let at = at.map(|offer| view! { <span class="why"><Fixed text=offer_name(offer)/></span> });
            view! { <tr><th scope="row">{lever.label}{at}</th>{cell(lever.saves_usd_per_month)}{cell(left)}</tr> }
                .into_any()
        })
        .collect();
    let end = |label: &'static str, usd: f64, hour: Option<f64>| {
        let hour = hour.map(|usd| {
            view! {
                <span>": "<Figure value=measure.cost(usd) style=measure.style/>{format!(" {}", measure.per())}</span>
            }
        });
        view! { <tr><th scope="row"><strong>{label}</strong>{hour}</th><td></td>{cell(usd)}</tr> }.into_any()
    };
    let now = end(strings::CURRENT_SETUP, plan.usd_per_month, plan.usd_per_productive_gpu_hour);
    let optimised =
        end(strings::CURRENT_SETUP_OPTIMISED, plan.optimised_usd_per_month, plan.optimised_usd_per_productive_gpu_hour);
    let of_work = scenario.work.gpu.clone();
    let (of_bill, counts) = (plan.gpu.clone(), plan.work_per_gpu_hour);
    let other_gpu = (of_bill != of_work).then(|| view! { <OtherGpu of_bill of_work counts/> });
    view! {
        <section class="present" id="present" aria-labelledby="present-heading" data-view="present">
            <h2 id="present-heading">{strings::TITLE}</h2>
            <p>{sentence_views(&strings::billed(plan), false)}</p>
            {left_out}
            {list}
            {other_gpu}
            <OtherWork/>
            <ScrollTable label=strings::TITLE>
                <table>
                    <caption>{strings::EXPLANATION}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{strings::MEASURE}</th>
                            <th class="number" scope="col">{strings::SAVES}</th>
                            <th class="number" scope="col">{strings::PER_MONTH}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {now}
                        {levers}
                        {optimised}
                    </tbody>
                </table>
            </ScrollTable>
        </section>
    }
    .into_any()
}

/// The performance of the bill's GPU, if it differs from the work's.
#[component]
fn OtherGpu(of_bill: String, of_work: String, counts: f64) -> impl IntoView {
    let prices = Prices::expect();
    let label = field("present.gpu_work").map_or("", |row| row.label);
    let hour = strings::counts_as(&prices.gpu_name(&of_bill), counts, &prices.gpu_name(&of_work));
    view! {
        <p>{sentence_views(&hour, false)} " " {strings::CHANGE_IT_UNDER} <FieldLink row="present.gpu_work" label/> "."</p>
    }
}
