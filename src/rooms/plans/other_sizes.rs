//! What the sizes cost if the work turns out otherwise. A better size than a typed one stands in the answer
//! (`src/answer/other_sizes.rs`).

use engine::analysis::other_sizes::{AtOtherWork, FoundOtherSizes};
use engine::view::Style;
use engine::view::plan_words::{id, name};
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::browser::locale::Locale;
use crate::components::job_panel::JobPanel;
use crate::components::table::{ScrollTable, head_row};
use crate::components::{Figure, Fixed, words};
use crate::rooms::plans::strings::two_plans as strings;
use crate::state::EvaluationContext;

/// The section.
#[component]
pub fn OtherSizesSection() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let plan = evaluation.slice(|e| e.choice.plans()?.recommended.map(id));
    view! {
        <section class="other-sizes" id="other-sizes" aria-labelledby="other-sizes-heading" data-view="other-sizes" data-plan=move || plan.get().flatten()>
            <h2 id="other-sizes-heading">{strings::OTHER_WORK_TITLE}</h2>
            <JobPanel task=Task::OtherSizes title=strings::OTHER_WORK_TITLE start=strings::COMPARE_OTHER_WORK result/>
        </section>
    }
    .into_any()
}

fn result(outcome: &Outcome) -> AnyView {
    let Outcome::OtherSizes(FoundOtherSizes { at_other_work, .. }) = outcome else { return ().into_any() };
    let locale = Locale::expect();
    let rows: Vec<AnyView> = at_other_work.iter().map(|found| row(found, locale)).collect();
    let heads = [strings::PLAN_COSTS, strings::BEST_SIZES, strings::MORE_THAN_BEST];
    view! {
        <ScrollTable label=strings::OTHER_WORK_TITLE view="at-other-work">
            <table class="cards">{head_row(strings::WORK, heads)}<tbody>{rows}</tbody></table>
        </ScrollTable>
    }
    .into_any()
}

fn row(found: &AtOtherWork, locale: Locale) -> AnyView {
    let whole = |value: f64| locale.figure(value, Style::Count);
    let cost = match found.complete_present_value_usd() {
        Some(value) => view! { <Figure value style=Style::UsdShort/> }.into_any(),
        None => words(strings::NOT_POSSIBLE),
    };
    let more = match found.above_best_usd() {
        Some(value) if value >= 0.5 => view! { <Figure value style=Style::UsdShort/> }.into_any(),
        Some(_) => words(strings::BEST_SIZES_ALREADY),
        None => words("–"),
    };
    let sizes = strings::sizes(&whole(found.best_own_gpus), &whole(found.best_committed_gpus));
    view! {
        <tr>
            <th scope="row"><Figure value=found.factor style=Style::Percent/></th>
            <td class="number" data-label=strings::PLAN_COSTS>{cost}</td>
            <td class="number" data-label=strings::BEST_SIZES data-plan=id(found.best_kind)>
                <Figure value=found.best_present_value_usd style=Style::UsdShort/>
                <span class="why"><Fixed text=format!("{}: {sizes}", name(found.best_kind))/></span>
            </td>
            <td class="number" data-label=strings::MORE_THAN_BEST>{more}</td>
        </tr>
    }
    .into_any()
}
