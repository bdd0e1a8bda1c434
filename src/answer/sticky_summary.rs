//! The answer in one line, at the foot of the window while the answer itself is out of sight.

use engine::analysis::best_mix::BestMix;
use engine::view::cost_unit::{Measure, costs};
use engine::view::{Piece, Style, best_mix};
use leptos::prelude::*;
use leptos_use::use_intersection_observer;

use super::PLACE;
use crate::browser::dom;
use crate::browser::dom::go_to;
use crate::components::{Figure, Words, sentence_views, words};
use crate::state::{Evaluation, EvaluationContext, Jobs, UiState};
use crate::strings::glance as strings;

/// The line; nothing while the answer is in sight.
#[component]
pub fn StickySummary() -> impl IntoView {
    let (evaluation, ui) = (EvaluationContext::expect(), UiState::expect());
    let answer = RwSignal::new_local(None::<dom::Element>);
    Effect::new(move || answer.set(dom::by_id(PLACE)));
    use_intersection_observer(answer, move |_, _| {
        let seen = dom::is_in_sight(PLACE);
        if ui.answer_in_sight.get_untracked() != seen {
            dom::flag("data-glance", !seen);
            ui.answer_in_sight.set(seen);
        }
    });
    let jobs = Jobs::expect();
    move || {
        let shown = if ui.answer_in_sight.get() { None } else { evaluation.shown() };
        let stale = evaluation.is_stale();
        shown.map(|shown| jobs.with_mix(|found| mix_line(&shown, found, stale)).unwrap_or_else(|| line(&shown, stale)))
    }
}

fn line(shown: &Evaluation, stale: bool) -> AnyView {
    let report = &shown.report;
    let measure = Measure::of(report);
    let [own, rent] = costs(report);
    let cost = |before: &'static str, usd: Option<f64>, behind: &'static str| {
        usd.map(|usd| view! { <span>{before}<Figure value=measure.cost(usd) style=measure.style/>{behind}</span> })
    };
    let saves = report.outlook.saving_usd.filter(|usd| *usd != 0.0).map(|usd| {
        let side = if usd > 0.0 { strings::OWNING_SAVES } else { strings::RENTING_SAVES };
        view! { <span>{side}<Figure value=usd.abs() style=Style::UsdShort/></span> }
    });
    let inside = view! {
        <strong prop:textContent=head(shown)></strong>
        {stale.then(|| words(strings::EARLIER))}
        {cost(" ", own, strings::TO_OWN)}
        {cost(", ", rent, strings::TO_RENT)}
        <span class="glance-per">{format!(" {}", measure.per())}</span>
        {saves}
    };
    at_the_foot(inside.into_any(), stale)
}

/// The line about the best mix.
fn mix_line(shown: &Evaluation, found: &BestMix, stale: bool) -> AnyView {
    let measure = Measure::of(&shown.report);
    let cost = found.best.usd_per_productive_gpu_hour();
    let cost = cost.map(|usd| view! { " "<Figure value=measure.cost(usd) style=measure.style/> });
    let saves = found.saving().filter(|(usd, _)| *usd > 0.0).map(|(usd, single)| {
        view! {
            <span>
                {strings::THE_MIX_SAVES}<Figure value=usd style=Style::UsdShort/>
                <Words text=strings::against(best_mix::single(&single.kind))/>
            </span>
        }
    });
    let inside = view! {
        <strong>{sentence_views(&best_mix::parts(&found.best), false)}"."</strong>
        {stale.then(|| words(strings::EARLIER))}
        {cost}
        <span class="glance-per">{format!(" {}", measure.per())}</span>
        {saves}
    };
    at_the_foot(inside.into_any(), stale)
}

fn at_the_foot(inside: AnyView, stale: bool) -> AnyView {
    view! {
        <aside class="glance" class:stale=stale aria-label=strings::THE_ANSWER_IN_SHORT>
            <p>{inside}</p>
            <button type="button" class="plain" data-go=PLACE on:click=|_| go_to(PLACE)>{strings::TO_THE_ANSWER}</button>
        </aside>
    }
    .into_any()
}

/// The words that carry the verdict.
pub fn head(shown: &Evaluation) -> String {
    let strong = |piece: &Piece| if let Piece::Strong(words) = piece { Some(words.clone()) } else { None };
    shown.answer.sentence.iter().find_map(strong).unwrap_or_default()
}
