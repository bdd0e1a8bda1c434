//! The answer: verdict, what would turn it, the price to beat, and both costs.

use std::sync::Arc;

use engine::break_even::BreakEven;
use engine::view::Style;
use leptos::prelude::*;

use crate::state::{AppState, Shown};
use crate::ui::pieces::{named_figure, sentence};

/// The first thing on the page.
#[component]
pub fn Answer() -> impl IntoView {
    let state = expect_context::<AppState>();
    let stale = move || !state.unread.with(Vec::is_empty) || !state.errors.with(Vec::is_empty);
    view! {
        <section class="answer" class:stale=stale aria-labelledby="answer-heading" data-figures="">
            <h1 id="answer-heading" class="spoken">"Rent or own"</h1>
            <Earlier/>
            {move || state.shown.get().map(|shown| found(&shown))}
        </section>
    }
    .into_any()
}

/// Says which earlier values the answer uses while fields cannot be read.
#[component]
fn Earlier() -> impl IntoView {
    let state = expect_context::<AppState>();
    let lines = move || {
        let unread = state.unread.get().into_iter().map(|u| {
            let label = engine::scenario::field(u.field).map_or_else(
                || engine::scenario::derived::derived(u.field).map_or("", |d| d.label),
                |f| f.label,
            );
            let target = format!("#{}", super::field_input::input_id(u.field));
            view! { <li><a href=target on:click=move |e| { e.prevent_default(); super::field_input::focus(u.field); }>{label}</a>": uses previous value "<span translate="no">{u.used}</span></li> }.into_any()
        });
        let errors = state.errors.get().into_iter().map(|e| view! { <li>{e.message}</li> }.into_any());
        unread.chain(errors).collect_view()
    };
    view! {
        <Show when=move || !state.unread.with(Vec::is_empty) || !state.errors.with(Vec::is_empty)>
            <div class="earlier" data-view="earlier">
                <p>"Not all inputs can be used, so this answer is an earlier one:"</p>
                <ul>{lines}</ul>
            </div>
        </Show>
    }
    .into_any()
}

fn found(shown: &Arc<Shown>) -> AnyView {
    let words = &shown.answer;
    view! {
        <p class=format!("badge {}", words.badge.replace(' ', "-")) data-view="badge">{words.badge}</p>
        <p class="verdict" data-view="verdict">{sentence(&words.sentence)}</p>
        <p class="turns">{sentence(&words.turns)}</p>
        <p class="indifference" data-view="indifference">{sentence(&words.indifference)}</p>
        {figures(shown)}
        <p class="assumed">{sentence(&words.assumed)}" "<span>{shown.age()}</span></p>
    }
    .into_any()
}

/// The four figures that everything else explains.
fn figures(shown: &Arc<Shown>) -> AnyView {
    let report = &shown.report;
    let own = report.own.usd_per_productive_gpu_hour.map(|v| named_figure("own", v, Style::UsdPerHour));
    let rent = report
        .cheapest()
        .and_then(|o| o.usd_per_productive_gpu_hour)
        .map(|v| named_figure("rent", v, Style::UsdPerHour));
    let price = report.indifference_usd_per_gpu_hour.map(|v| named_figure("indifference", v, Style::UsdPerHour));
    let break_even = match report.verdict.break_even {
        Some(BreakEven::From(at) | BreakEven::UpTo(at)) => {
            named_figure("break-even", at.busy_share, Style::PercentFine)
        }
        Some(BreakEven::Always) => view! { <span class="figure">"own at any use"</span> }.into_any(),
        Some(BreakEven::Never(_)) => view! { <span class="figure">"never"</span> }.into_any(),
        None => view! { <span class="figure">"–"</span> }.into_any(),
    };
    let absent = || view! { <span class="figure">"–"</span> }.into_any();
    view! {
        <dl class="figures">
            <div><dt>"Own, a productive GPU-hour"</dt><dd>{own.unwrap_or_else(absent)}</dd></div>
            <div><dt>"Rent, a productive GPU-hour"</dt><dd>{rent.unwrap_or_else(absent)}</dd></div>
            <div><dt>"Break-even, busy share"</dt><dd>{break_even}</dd></div>
            <div><dt>"Rent below, own above"</dt><dd>{price.unwrap_or_else(absent)}</dd></div>
        </dl>
    }
    .into_any()
}
