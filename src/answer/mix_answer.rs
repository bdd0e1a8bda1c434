//! The answer where the demand is described: the best mix, what would change it, and its key figures.

use engine::analysis::best_mix::BestMix;
use engine::analysis::mix_choice::MixChoice;
use engine::derivation::of_mix;
use engine::inputs::field;
use engine::inputs::workloads::Workload;
use engine::view::cost_unit::Measure;
use engine::view::{Style, best_mix};
use leptos::prelude::*;
use protocol::Task;

use super::figure_details::derivation_view;
use crate::browser::dom::go_to;
use crate::browser::locale::Locale;
use crate::components::derivation::RoundingNote;
use crate::components::goal_seek::with_unit;
use crate::components::{Figure, Sentence, When, Words, words};
use crate::state::{EvaluationContext, JobState, Jobs, ScenarioStore};
use crate::strings::best_mix as strings;

/// The mix; nothing without workloads. Paler while it belongs to earlier inputs.
#[component]
pub fn MixAnswer() -> impl IntoView {
    let (jobs, scenario) = (Jobs::expect(), ScenarioStore::expect());
    let asked = Memo::new(move |_| scenario.with(|s| !s.work.workloads.is_empty()));
    let is_measured = Memo::new(move |_| scenario.with(|s| s.work.workloads.iter().any(Workload::is_measured)));
    let late = Memo::new(move |_| jobs.current(Task::BestMix).is_none());
    let is_over = |state: &JobState| matches!(state, JobState::Failed(_) | JobState::Cancelled { .. });
    let gave_up = move || jobs.state(Task::BestMix).with(is_over);
    let found = Memo::new(move |_| jobs.with_mix(best_mix::verdict).unwrap_or_default());
    let leads = Memo::new(move |_| found.with(|pieces| !pieces.is_empty()));
    let said = move || match leads.get() {
        true => Some(view! { <Sentence pieces=Signal::derive(move || found.get())/> }.into_any()),
        false if gave_up() => None,
        false => Some(words(strings::LOOKING)),
    };
    view! {
        <When is=asked>
            <p class="verdict" class:settling=move || late.get() data-view="mix">{said}</p>
            <When is=move || leads.get()>
                <div class="mix-answer" class:settling=move || late.get()><MixTurns/><MixFigures/><HowMixCosts/></div>
            </When>
            <When is=move || is_measured.get()><p class="small" data-view="not-replayed">{strings::NOT_REPLAYED}</p></When>
            <p class="small as-entered">{strings::AS_ENTERED}</p>
        </When>
    }
    .into_any()
}

/// The one change of an input that changes the mix most.
#[component]
fn MixTurns() -> impl IntoView {
    let (jobs, locale) = (Jobs::expect(), Locale::expect());
    let said = move || {
        let _ = locale.currency();
        jobs.with_mix(|found| turns(found, locale)).flatten()
    };
    view! { <p class="turns" data-view="mix-turns">{move || said().map(words)}</p> }
}

fn turns(found: &BestMix, locale: Locale) -> Option<String> {
    if found.changes.is_empty() {
        return None;
    }
    let Some(change) = best_mix::strongest_change(found) else { return Some(strings::NOTHING_CHANGES_IT.to_owned()) };
    let row = field(&change.field)?;
    let parts = |choice: &MixChoice| {
        let count = |gpus: f64| locale.figure(gpus, Style::Count);
        strings::owned_and_committed(&count(choice.own_gpus), &count(choice.committed_gpus))
    };
    let [now, then] = [change.now, change.value].map(|value| with_unit(locale, row, value));
    Some(strings::would_change_it(row.label, [&now, &then], &parts(&change.best)))
}

/// The tiles of the mix.
#[component]
fn MixFigures() -> impl IntoView {
    let (jobs, evaluation) = (Jobs::expect(), EvaluationContext::expect());
    move || {
        let measure = Measure::of(&evaluation.shown()?.report);
        jobs.with_mix(|found| tiles(found, measure))
    }
}

fn tiles(found: &BestMix, measure: Measure) -> AnyView {
    let cost = |choice: &MixChoice| {
        choice.usd_per_productive_gpu_hour().map(|usd| view! { <Figure value=measure.cost(usd) style=measure.style/> })
    };
    let tile = |id: &'static str, label: &'static str, value: AnyView, below: &str| {
        view! {
            <div data-tile=id>
                <dt>{label}</dt>
                <dd>{value}<span class="why"><Words text=below.to_owned()/></span></dd>
            </div>
        }
        .into_any()
    };
    let single = found.saving().map(|(saved, single)| {
        let usd = view! { <Figure value=saved style=Style::UsdShort/> }.into_any();
        [
            tile(
                "single",
                strings::BEST_SINGLE_CHOICE,
                cost(&single.choice).into_any(),
                best_mix::single(&single.kind),
            ),
            tile("saved", strings::SAVED_BY_MIXING, usd, strings::AT_PRESENT_VALUE),
        ]
    });
    let upfront = view! { <Figure value=found.best.upfront_usd style=Style::UsdShort/> }.into_any();
    view! {
        <dl class="figures" data-view="mix-figures">
            {tile("mix", strings::COST_OF_THE_MIX, cost(&found.best).into_any(), measure.per())}
            {single}
            {tile("upfront", strings::UPFRONT_PAYMENT, upfront, strings::FOR_OWNED_MACHINES)}
        </dl>
    }
    .into_any()
}

/// The derivation of the mix's cost, folded.
#[component]
fn HowMixCosts() -> impl IntoView {
    let (jobs, evaluation, locale) = (Jobs::expect(), EvaluationContext::expect(), Locale::expect());
    let tree = move || {
        let shown = evaluation.shown()?;
        let tree = jobs.with_mix(|found| of_mix(&found.best)).flatten()?;
        Some(derivation_view(&shown, &tree, true, locale))
    };
    view! {
        <details class="small" data-view="mix-derivation">
            <summary>{strings::HOW_IT_COSTS}</summary>
            <ul class="terms">{tree}</ul>
            <RoundingNote/>
            <button type="button" class="plain" data-go="best-mix" on:click=|_| go_to("best-mix-heading")>
                {strings::ALL_CHOICES}
            </button>
        </details>
    }
}
