//! Other sizes than those of the answer: a better one than one that was typed, and the cheapest plan that buys nothing.

use engine::analysis::other_sizes::{BetterSize, FoundOtherSizes, WithoutBuying};
use engine::plans::plan::Source;
use engine::plans::setting::type_size;
use engine::view::Style;
use engine::view::phrases::span;
use engine::view::plan_words::{doing, gpus_there, id, without_buying};
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::browser::locale::Locale;
use crate::components::sentence_views;
use crate::state::second_part::in_the_second_part;
use crate::state::{Edit, EvaluationContext, Jobs, ScenarioStore};
use crate::strings::other_sizes as strings;

in_the_second_part! {
    /// The lines on other sizes.
    other_sizes: view! { <OtherSizes/> }.into_any();
}

/// The lines once they are found; paler while they are found again.
#[component]
fn OtherSizes() -> impl IntoView {
    let (jobs, locale) = (Jobs::expect(), Locale::expect());
    let found = Memo::new(move |_| match jobs.found_again(Task::OtherSizes).as_deref() {
        Some(Outcome::OtherSizes(FoundOtherSizes { better, without_buying, .. })) => (*better, without_buying.clone()),
        _ => (None, None),
    });
    let is_earlier = Memo::new(move |_| {
        found.with(|(better, without)| better.is_some() || without.is_some())
            && jobs.current(Task::OtherSizes).is_none()
    });
    let lines = move || {
        let (better, without) = found.get();
        view! {
            {better.map(|found| better_size(&found, locale))}
            {without.map(|found| nothing_bought(&found))}
        }
    };
    view! { <div class:settling=move || is_earlier.get()>{lines}</div> }
}

/// A better size than one that was typed, with a button that takes it.
fn better_size(found: &BetterSize, locale: Locale) -> AnyView {
    let (scenario, evaluation) = (ScenarioStore::expect(), EvaluationContext::expect());
    let shown = untrack(|| evaluation.shown());
    let months = shown.as_ref().map_or(0, |shown| shown.report.outlook.months);
    let whole = |value: f64| locale.figure(value, Style::Count);
    let BetterSize { source, gpus, kind, .. } = *found;
    let what = if source == Source::Commitment { strings::COMMITTED } else { strings::OWNED };
    // An answer that does not have the typed size is named.
    let than = shown.as_ref().and_then(|shown| {
        let plans = shown.choice.plans()?;
        let best = plans.recommended()?;
        let has_it = if source == Source::Commitment { best.committed_gpus > 0.0 } else { best.nodes_bought > 0.0 };
        (!has_it).then(|| doing(&shown.report, best, gpus_there(&plans.plans)))
    });
    let sentence = strings::better_size(
        &whole(found.typed_gpus),
        &whole(gpus),
        what,
        (found.saving_usd, found.share),
        (&span(months), than.as_deref()),
    );
    let take = move |_| {
        scenario.edit_and_follow(Edit::Step, |s| type_size(s, source, gpus));
    };
    view! {
        <p class="plan-note" data-view="better-size" data-plan=id(kind)>
            {sentence_views(&sentence, false)}
            " "
            <button type="button" data-action="take-better-size" on:click=take>{strings::take_this_many(&whole(gpus))}</button>
        </p>
    }
    .into_any()
}

/// The cheapest plan that buys nothing: a mix, as the row of mixes has a cheaper one.
fn nothing_bought(found: &WithoutBuying) -> AnyView {
    let evaluation = EvaluationContext::expect();
    let there = untrack(|| evaluation.shown()).and_then(|shown| Some(gpus_there(&shown.choice.plans()?.plans)));
    let phrase = without_buying(found, there.unwrap_or(0.0));
    let sentence = strings::nothing_bought(&phrase, found.share);
    view! {
        <p class="plan-note" data-view="without-buying" data-plan="without-buying">{sentence_views(&sentence, false)}</p>
    }
    .into_any()
}
