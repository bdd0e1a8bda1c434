//! The answer in one line, at the foot of the window while the answer itself is out of sight.

use engine::plans::recommendation::Plans;
use engine::view::cost_unit::Measure;
use engine::view::plan_words::{doing, gpus_there, id};
use engine::view::{Piece, Style};
use leptos::prelude::*;
use leptos_use::use_intersection_observer;
use protocol::Task;

use super::PLACE;
use crate::browser::dom;
use crate::components::job_panel::JobProgress;
use crate::components::notice_list::NoticeViews;
use crate::components::{Figure, When, Words, words};
use crate::state::{Evaluation, EvaluationContext, JobState, Jobs, Notice, Notices, UiState};
use crate::strings::sticky_summary as strings;

/// Notes whether the answer is in sight.
pub fn watch_answer(ui: UiState) {
    let answer = RwSignal::new_local(None::<dom::Element>);
    Effect::new(move || answer.set(dom::by_id(PLACE)));
    use_intersection_observer(answer, move |_, _| {
        let seen = dom::is_in_sight(PLACE);
        if ui.answer_in_sight.get_untracked() != seen {
            dom::flag("data-glance", !seen);
            ui.answer_in_sight.set(seen);
        }
    });
}

/// The line. What was said while the answer was in sight stands above that.
#[component]
pub fn ShortAnswer() -> impl IntoView {
    let (evaluation, notices) = (EvaluationContext::expect(), expect_context::<Notices>());
    let said_above: Vec<String> = untrack(|| notices.all()).iter().map(Notice::key).collect();
    let is_new = move |notice: &Notice| notice.place.is_none() && !said_above.contains(&notice.key());
    move || {
        // How sure the answer is follows in a pause of the keys; until then it is that of before.
        let (stale, settling) = (evaluation.is_stale(), evaluation.is_settling());
        let too_close = |shown: &Evaluation| !settling && shown.names_both();
        evaluation
            .shown()
            .map(|shown| line(&shown, (stale, too_close(&shown)), notices.all().into_iter().filter(&is_new).collect()))
    }
}

fn line(shown: &Evaluation, (stale, too_close): (bool, bool), notices: Vec<Notice>) -> AnyView {
    let report = &shown.report;
    let measure = Measure::of(report);
    let plans = shown.choice.plans();
    let there = plans.map_or(0.0, |plans| gpus_there(&plans.plans));
    let best = plans.and_then(Plans::recommended);
    let cost = best.and_then(|plan| plan.usd_per_productive_gpu_hour).map(|usd| {
        view! {
            " "<Figure value=measure.cost(usd) style=measure.style/>
            <span class="glance-per">{format!(" {}", measure.per())}</span>
        }
    });
    if too_close && let Some((best, next)) = best.zip(plans.and_then(Plans::rival)) {
        // As in the headline: no plan alone, and both in the order of the table.
        let (first, second) = if best.kind < next.kind { (best, next) } else { (next, best) };
        let both = strings::either(&doing(report, first, there), &doing(report, second, there));
        let inside = view! {
            <strong>{strings::TOO_CLOSE}</strong>
            {stale.then(|| words(strings::PREVIOUS_ANSWER))}
            " "<Words text=both/>
        };
        return at_the_foot(
            (inside.into_any(), notices),
            stale,
            Some(format!("{} {}", id(first.kind), id(second.kind))),
        );
    }
    let other = plans.and_then(|plans| plans.plan(plans.compared_with?));
    let saves = plans.and_then(|plans| plans.saving_usd).zip(other).map(|(usd, other)| {
        let than = if usd < 0.0 { strings::MORE_THAN } else { strings::LESS_THAN };
        view! {
            " · "
            <span>
                <Figure value=usd.abs() style=Style::UsdShort/>
                {than}
                <Words text=doing(report, other, there)/>
            </span>
        }
    });
    let inside = view! {
        <strong prop:textContent=head(shown)></strong>
        {stale.then(|| words(strings::PREVIOUS_ANSWER))}
        {cost}
        {saves}
    };
    at_the_foot((inside.into_any(), notices), stale, best.map(|plan| id(plan.kind).to_owned()))
}

fn at_the_foot((inside, notices): (AnyView, Vec<Notice>), stale: bool, plan: Option<String>) -> AnyView {
    view! {
        <aside class="glance" class:stale=stale data-plan=plan aria-label=strings::SUMMARY>
            {(!notices.is_empty()).then(|| view! { <div class="notices" data-view="notices-at-the-foot"><NoticeViews notices/></div> })}
            <p>{inside}</p>
            <RunningJobs/>
            <button type="button" class="plain" data-go=PLACE on:click=move |_| dom::scroll_to(PLACE)>{strings::TO_THE_ANSWER}</button>
        </aside>
    }
    .into_any()
}

/// The jobs that run, with their progress.
#[component]
fn RunningJobs() -> impl IntoView {
    let jobs = Jobs::expect();
    let is_running = |task: Task| {
        let state = jobs.state(task);
        Memo::new(move |_| state.with(|state| matches!(state, JobState::Running { .. })))
    };
    let of_task = |task: Task| {
        view! {
            <When is=is_running(task)>
                <span class="running" data-running=strings::looks_for(task)>{strings::looks_for(task)}<JobProgress task/></span>
            </When>
        }
    };
    Task::ALL.into_iter().map(of_task).collect_view().into_any()
}

/// The words that carry the verdict.
pub fn head(shown: &Evaluation) -> String {
    let strong = |piece: &Piece| if let Piece::Strong(words) = piece { Some(words.clone()) } else { None };
    shown.plan_answer(None).headline.iter().find_map(strong).unwrap_or_default()
}
