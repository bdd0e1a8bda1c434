//! Two plans in detail: their difference, payback, break-evens and what would reverse it.

use std::sync::Arc;

use engine::analysis::plan_pair::{Pair, PairBreakEven, Requirement};
use engine::analysis::strength::Strength;
use engine::inputs::field;
use engine::inputs::value::{Amount, Value};
use engine::plans::plan::PlanKind;
use engine::plans::recommendation::Plans;
use engine::view::exportable::PlotId;
use engine::view::phrases::span;
use engine::view::plan_words::{id, name};
use engine::view::{Style, badge::Badge};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::table::ScrollTable;
use crate::components::{FieldLink, Figure, Fixed, PlotChart, TwoLists, sentence_views, words};
use crate::rooms::plans::strings::two_plans as strings;
use crate::state::two_plans::{both, explain_chosen, plot_of, shown_ids, shown_kinds, with_pair};
use crate::state::{Evaluation, EvaluationContext, UiState};

/// The section; nothing unless two plans can be had.
#[component]
pub fn TwoPlansSection() -> impl IntoView {
    let (evaluation, ui, locale) = (EvaluationContext::expect(), UiState::expect(), Locale::expect());
    Effect::new(move |_| explain_chosen(evaluation, ui));
    let plot_of = move |plot: PlotId| {
        Signal::derive(move || {
            ui.explained.track();
            evaluation.shown().and_then(|shown| plot_of(ui, &shown, plot))
        })
    };
    let curve = plot_of(PlotId::PlanCurve);
    let is_there = evaluation.slice(|e| e.leading_plans().is_some());
    let ids = Memo::new(move |_| evaluation.shown().and_then(|shown| shown_ids(ui, &shown)));
    move || {
        is_there.get().unwrap_or(false).then(|| {
            view! {
                <section class="two-plans" id="two-plans" aria-labelledby="two-plans-heading" data-view="two-plans" data-plan=move || ids.get()>
                    <h2 id="two-plans-heading">{strings::TITLE}</h2>
                    <ChoosePlans/>
                    {move || {
                        let _ = locale.currency();
                        ui.explained.track();
                        evaluation.shown().map(|shown| compared(&shown, ui, locale))
                    }}
                    <PlotChart id=PlotId::PlanCurve plot=curve/>
                    {move || {
                        let _ = locale.currency();
                        ui.explained.track();
                        evaluation.shown().map(|shown| explained(&shown, ui, locale))
                    }}
                </section>
            }
            .into_any()
        })
    }
}

/// The two lists of plans.
#[component]
fn ChoosePlans() -> impl IntoView {
    let (evaluation, ui) = (EvaluationContext::expect(), UiState::expect());
    let listed = evaluation.slice(|e| {
        let kinds = |plans: &Plans| plans.plans.iter().map(|plan| plan.kind).collect::<Vec<_>>();
        e.choice.plans().map(kinds).unwrap_or_default()
    });
    let chosen = Memo::new(move |_| {
        let (one, other) = evaluation.shown().and_then(|shown| shown_kinds(ui, &shown))?;
        Some([id(one), id(other)])
    });
    let choose = move |ids: [&'static str; 2]| {
        let kinds = listed.get_untracked().unwrap_or_default();
        let [one, other] = ids.map(|wanted| kinds.iter().copied().find(|kind| id(*kind) == wanted));
        ui.two_plans.set(one.zip(other));
    };
    let offers = move || listed.get().unwrap_or_default().into_iter().map(|kind| (id(kind), name(kind))).collect();
    view! {
        <TwoLists
            lists=[("plan-one", strings::COMPARE), ("plan-two", strings::WITH)]
            offers=Signal::derive(offers)
            chosen
            choose=Callback::new(choose)
        />
    }
}

/// The difference and payback.
fn compared(shown: &Arc<Evaluation>, ui: UiState, locale: Locale) -> AnyView {
    let Some(kinds) = shown_kinds(ui, shown) else { return ().into_any() };
    let Some(plans) = both(shown, kinds) else { return ().into_any() };
    let over = span(shown.report.outlook.months);
    let leads = shown.leading_plans() == Some(kinds);
    let head = with_pair(ui, shown, kinds, |pair| {
        let (plan, other) = (name(pair.plan), name(pair.against));
        // Of the two that lead, as sure as the answer.
        let strength = shown.weighed().filter(|_| leads).map_or(Some(pair.badge), |weighed| weighed.badge);
        // As in the headline: of the plan that costs more.
        let dearer = plans.iter().map(|plan| plan.present_value_usd).fold(f64::MIN, f64::max);
        let difference = pair.difference_usd.map(|usd| {
            let share = (dearer > 0.0).then_some(usd / dearer);
            sentence_views(&strings::difference(plan, other, usd, share, &over), false)
        });
        view! { <p class="strong" data-view="pair-difference">{difference}</p> {figures(pair, strength, locale)} }
            .into_any()
    });
    let waiting = || view! { <p class="small" data-view="explaining">{strings::COMPARING}</p> }.into_any();
    head.unwrap_or_else(waiting)
}

/// Badge, payback and internal rate.
fn figures(pair: &Pair, strength: Option<Strength>, locale: Locale) -> AnyView {
    let plan = id(pair.first);
    let tile = |label: String, value: AnyView| view! { <div data-plan=plan><dt>{label}</dt><dd>{value}</dd></div> };
    let months = |value: Option<f64>| match value {
        _ if pair.needs_less_cash => words(strings::NEEDS_LESS_CASH),
        Some(months) => view! { <Fixed text=locale.figure(months, Style::Months)/> }.into_any(),
        None => words(strings::NOT_WITHIN),
    };
    let rate = match pair.internal_rate {
        Some(rate) => view! { <Figure value=rate style=Style::PercentFine/> }.into_any(),
        None => words(strings::NO_RATE),
    };
    let of_first = |label: &str| format!("{label}: {}", name(pair.first));
    let payback = pair.payback.as_ref();
    let badge = match strength.and_then(Badge::of_strength) {
        Some(badge) => {
            view! { <p><span class=format!("badge {}", badge.tone().class())>{badge.words()}</span></p> }.into_any()
        }
        None => ().into_any(),
    };
    view! {
        {badge}
        <dl class="figures">
            {tile(of_first(strings::PAYBACK), months(payback.and_then(|p| p.month)))}
            {tile(of_first(strings::DISCOUNTED), months(payback.and_then(|p| p.discounted_month)))}
            {tile(of_first(strings::INTERNAL_RATE), rate)}
        </dl>
    }
    .into_any()
}

/// Break-evens and requirements. Where the sections below tell them of the same two plans, nothing.
fn explained(shown: &Arc<Evaluation>, ui: UiState, locale: Locale) -> AnyView {
    let Some(kinds) = shown_kinds(ui, shown) else { return ().into_any() };
    if shown.is_about_pure_plans() && shown.leading_plans() == Some(kinds) {
        return ().into_any();
    }
    let found = with_pair(ui, shown, kinds, |pair| {
        view! { {break_evens(pair, locale)} {requirements(shown, pair, locale)} }.into_any()
    });
    found.unwrap_or_else(|| ().into_any())
}

fn break_evens(pair: &Pair, locale: Locale) -> AnyView {
    let row = |label: &'static str, (now, at): (String, Vec<String>), above: PlanKind| {
        let (at, above) = if at.is_empty() {
            (strings::NO_BREAK_EVEN.to_owned(), strings::at_any(name(above)))
        } else {
            (at.join(", "), name(above).to_owned())
        };
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td class="number" data-label=strings::NOW><Fixed text=now/></td>
                <td class="number" data-label=strings::SAME_AT><Fixed text=at/></td>
                <td data-label=strings::CHEAPER_ABOVE>{above}</td>
            </tr>
        }
        .into_any()
    };
    let price = |label: &'static str, found: Option<&PairBreakEven>, style: Style| {
        let found = found?;
        let written = |usd: f64| locale.figure(usd, style);
        let at = found.usd.iter().chain(&found.others_usd).map(|usd| written(*usd)).collect();
        Some(row(label, (written(found.now_usd), at), found.cheaper_above))
    };
    let work = pair.work.as_ref().map(|found| {
        let share = |factor: f64| locale.figure(factor, Style::PercentFine);
        let now = found.busy_share_now.map_or_else(|| share(1.0), |busy| strings::busy(&share(busy)));
        let at = found.factor.map(|factor| match found.busy_share {
            Some(busy) => strings::busy(&share(busy)),
            _ => strings::of_the_work(&share(factor)),
        });
        let others = found.others.iter().map(|factor| strings::of_the_work(&share(*factor)));
        row(strings::WORK, (now, at.into_iter().chain(others).collect()), found.cheaper_above)
    });
    let rows: Vec<AnyView> = [
        price(strings::PER_NODE, pair.node_price.as_ref(), Style::Usd),
        price(strings::PER_HOUR_ON_DEMAND, pair.rest_price.as_ref(), Style::UsdPerHour),
        price(strings::PER_SPOT_HOUR, pair.spot_price.as_ref(), Style::UsdPerHour),
        price(strings::PER_MILLION_TOKENS, pair.token_price.as_ref(), Style::UsdFine),
        work,
    ]
    .into_iter()
    .flatten()
    .collect();
    if rows.is_empty() {
        return ().into_any();
    }
    view! {
        <h3>{strings::BREAK_EVENS}</h3>
        <ScrollTable label=strings::BREAK_EVENS view="pair-break-evens">
            <table class="cards">
                <thead>
                    <tr>
                        <th scope="col">{strings::WHAT}</th>
                        <th class="number" scope="col">{strings::NOW}</th>
                        <th class="number" scope="col">{strings::SAME_AT}</th>
                        <th scope="col">{strings::CHEAPER_ABOVE}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}

/// Requirements whose change alone makes the other plan the cheaper one.
fn requirements(shown: &Evaluation, pair: &Pair, locale: Locale) -> AnyView {
    let items: Vec<AnyView> = pair
        .requirements
        .iter()
        .filter_map(|found| {
            let row = field(found.field)?;
            let mut other = shown.document.scenario.clone();
            row.set(&mut other, &value_of(&found.value));
            let there = row.in_words(&other, &|value, unit| locale.typed(value, unit));
            Some(
                view! { <li><FieldLink row=row.id label=row.label/>": "{there}": "{name(found.cheaper)}</li> }
                    .into_any(),
            )
        })
        .collect();
    if items.is_empty() {
        return ().into_any();
    }
    view! { <p class="small">{strings::REQUIREMENTS}</p><ul class="small" data-view="pair-requirements">{items}</ul> }
        .into_any()
}

fn value_of(requirement: &Requirement) -> Value {
    match requirement {
        Requirement::Number(value) => Value::Number(Amount::exact(*value)),
        Requirement::Switch(on) => Value::Switch(*on),
        Requirement::Choice(id) => Value::Choice(id.clone().into()),
    }
}
