//! Two plans in detail: from which lines their difference comes, what they pay when, what moves the difference.

use std::sync::Arc;

use engine::analysis::plan_pair::{Pair, PairBreakEven, PairDriver, Requirement};
use engine::cost::LineId;
use engine::inputs::field;
use engine::inputs::value::{Amount, Value};
use engine::plans::plan::PlanKind;
use engine::plans::result::PlanResult;
use engine::view::exportable::PlotId;
use engine::view::phrases::span;
use engine::view::plan_words::{id, name};
use engine::view::two_plans::driver_label;
use engine::view::{Style, badge::Badge};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::goal_seek::with_unit;
use crate::components::table::{ScrollTable, head_row};
use crate::components::{Disclosure, FieldLink, Figure, Fixed, PlotChart, sentence_views, words};
use crate::state::two_plans::{both, explain_chosen, plot_of, shown_kinds, with_pair};
use crate::state::{Evaluation, EvaluationContext, Fold, UiState};
use crate::strings::two_plans as strings;

/// Most inputs of the list of what moves the difference.
const MOST: usize = 10;

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
    let (cash, curve) = (plot_of(PlotId::PlanCash), plot_of(PlotId::PlanCurve));
    let is_there = evaluation.slice(|e| e.leading_plans().is_some());
    let both = Memo::new(move |_| {
        let (one, other) = evaluation.shown().and_then(|shown| shown_kinds(ui, &shown))?;
        Some(format!("{} {}", id(one), id(other)))
    });
    move || {
        is_there.get().unwrap_or(false).then(|| {
            view! {
                <section class="two-plans" id="two-plans" aria-labelledby="two-plans-heading" data-view="two-plans" data-plan=move || both.get()>
                    <h2 id="two-plans-heading">{strings::TWO_PLANS}</h2>
                    <ChoosePlans/>
                    {move || {
                        let _ = locale.currency();
                        ui.explained.track();
                        evaluation.shown().map(|shown| compared(&shown, ui, locale))
                    }}
                    <PlotChart id=PlotId::PlanCash plot=cash/>
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
        let kinds =
            |plans: &engine::plans::listing::Plans| plans.plans.iter().map(|plan| plan.kind).collect::<Vec<_>>();
        e.choice.plans.as_ref().map(kinds).unwrap_or_default()
    });
    let chosen = Memo::new(move |_| evaluation.shown().and_then(|shown| shown_kinds(ui, &shown)));
    let list = move |place: usize, element: &'static str, label: &'static str| {
        let now = move || chosen.get().map(|(one, other)| if place == 0 { one } else { other });
        let choose = move |value: String| {
            let Some((one, other)) = chosen.get_untracked() else { return };
            let kinds = listed.get_untracked().unwrap_or_default();
            let Some(kind) = kinds.into_iter().find(|kind| id(*kind) == value) else { return };
            // The plan that the other list shows changes places with this one.
            let (mine, theirs) = if place == 0 { (one, other) } else { (other, one) };
            let theirs = if theirs == kind { mine } else { theirs };
            ui.two_plans.set(Some(if place == 0 { (kind, theirs) } else { (theirs, kind) }));
        };
        view! {
            <label for=element>{label}</label>
            <select id=element data-field=element on:change:target=move |ev| choose(ev.target().value())>
                {move || listed.get().unwrap_or_default().into_iter().map(|kind| view! {
                    <option value=id(kind) prop:selected=move || now() == Some(kind)>{name(kind)}</option>
                }).collect_view()}
            </select>
        }
    };
    view! {
        <div class="way-head">
            {list(0, "plan-one", strings::COMPARE)}
            {list(1, "plan-two", strings::AGAINST)}
        </div>
    }
    .into_any()
}

/// The difference, payback, and the cost lines of both.
fn compared(shown: &Arc<Evaluation>, ui: UiState, locale: Locale) -> AnyView {
    let Some(kinds) = shown_kinds(ui, shown) else { return ().into_any() };
    let Some(plans) = both(shown, kinds) else { return ().into_any() };
    let over = span(shown.report.outlook.months);
    let head = with_pair(ui, shown, kinds, |pair| {
        let (plan, other) = (name(pair.plan), name(pair.against));
        // As in the headline: of the plan that costs more.
        let dearer = plans.iter().map(|plan| plan.present_value_usd).fold(f64::MIN, f64::max);
        let difference = pair.difference_usd.map(|usd| {
            let share = (dearer > 0.0).then_some(usd / dearer);
            sentence_views(&strings::difference(plan, other, usd, share, &over), false)
        });
        view! { <p class="strong" data-view="pair-difference">{difference}</p> {figures(pair, locale)} }.into_any()
    });
    let waiting = || view! { <p class="small" data-view="explaining">{strings::WORKING_OUT}</p> }.into_any();
    view! {
        {head.unwrap_or_else(waiting)}
        {lines_table(plans)}
        {plans.map(|plan| years(plan, locale)).into_iter().collect_view()}
    }
    .into_any()
}

/// Badge, payback and internal rate.
fn figures(pair: &Pair, locale: Locale) -> AnyView {
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
    let badge = match Badge::of_strength(pair.badge) {
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

fn usd(plan: &'static str, label: &'static str, value: f64) -> AnyView {
    view! { <td class="number" data-label=label data-plan=plan><Figure value style=Style::UsdShort/></td> }.into_any()
}

/// What both pay for, at present value: it adds up to what each costs.
fn lines_table(plans: [&PlanResult; 2]) -> AnyView {
    let [one, other] = plans;
    let value = |plan: &PlanResult, line| {
        plan.lines.iter().filter(|found| found.id == line).map(|found| found.present_value_usd).sum::<f64>()
    };
    let mut ids: Vec<_> = Vec::new();
    for line in one.lines.iter().chain(&other.lines) {
        if ids.iter().all(|(found, _)| *found != line.id) {
            ids.push((line.id, line.label));
        }
    }
    let row = |label: String, [a, b]: [f64; 2], strong: bool| {
        let class = if strong { "total" } else { "" };
        view! {
            <tr class=class>
                <th scope="row">{label}</th>
                {usd(id(one.kind), name(one.kind), a)}
                {usd(id(other.kind), name(other.kind), b)}
                <td class="number" data-label=strings::MORE_IN_THE_SECOND><Figure value=b - a style=Style::UsdShort/></td>
            </tr>
        }
        .into_any()
    };
    // Owned and rented storage have the same label.
    let twice = |label: &str| ids.iter().filter(|(_, other)| *other == label).count() > 1;
    let label_of = |line: LineId, label: &'static str| {
        let rented = matches!(line, LineId::RentedStorage | LineId::RentedPlatform);
        if rented && twice(label) { format!("{label}{}", strings::RENTED) } else { label.to_owned() }
    };
    let rows: Vec<AnyView> = ids
        .iter()
        .map(|(line, label)| (label_of(*line, label), [value(one, *line), value(other, *line)]))
        .filter(|(_, both)| both.iter().any(|usd| usd.abs() >= 0.5))
        .map(|(label, both)| row(label, both, false))
        .collect();
    let total = row(strings::TOTAL.to_owned(), plans.map(|plan| plan.present_value_usd), true);
    let heads = [name(one.kind), name(other.kind), strings::MORE_IN_THE_SECOND];
    view! {
        <ScrollTable label=strings::COST_LINE view="pair-lines">
            <table>
                <caption>{strings::WHAT_BOTH_PAY_FOR}</caption>
                {head_row(strings::COST_LINE, heads)}
                <tbody>{rows}{total}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}

/// Purchases and running costs of a plan by fiscal year.
fn years(plan: &PlanResult, _locale: Locale) -> AnyView {
    let fold = match plan.kind {
        PlanKind::Now => "years-now",
        PlanKind::Own => "years-own",
        PlanKind::Replace => "years-replace",
        PlanKind::Commit => "years-commit",
        PlanKind::Rent => "years-rent",
        PlanKind::Mix => "years-mix",
        PlanKind::Yours => "years-yours",
    };
    let plan = plan.clone();
    let title = format!("{}{}", strings::YEARS_OF, name(plan.kind));
    view! {
        <Disclosure fold=Fold::Named(fold) class="chain" title=move || title.clone()>{year_table(&plan)}</Disclosure>
    }
    .into_any()
}

fn year_table(plan: &PlanResult) -> AnyView {
    let row = |head: AnyView, capex: f64, opex: f64| {
        let plan = id(plan.kind);
        view! {
            <tr>
                <th scope="row">{head}</th>
                {usd(plan, strings::CAPEX, capex)}
                {usd(plan, strings::OPEX, opex)}
                {usd(plan, strings::TOTAL, capex + opex)}
            </tr>
        }
        .into_any()
    };
    let both = plan.capex_by_year_usd.iter().zip(&plan.opex_by_year_usd);
    let rows: Vec<AnyView> =
        both.enumerate().map(|(year, (capex, opex))| row(words((year + 1).to_string()), *capex, *opex)).collect();
    let total = row(words(strings::TOTAL), plan.capex_by_year_usd.iter().sum(), plan.opex_by_year_usd.iter().sum());
    view! {
        <ScrollTable label=strings::FISCAL_YEAR>
            <table>
                {head_row(strings::FISCAL_YEAR, [strings::CAPEX, strings::OPEX, strings::TOTAL])}
                <tbody>{rows}{total}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}

/// Break-evens, requirements, and what moves the difference. Where the sections below tell them of the same two plans, nothing.
fn explained(shown: &Arc<Evaluation>, ui: UiState, locale: Locale) -> AnyView {
    let Some(kinds) = shown_kinds(ui, shown) else { return ().into_any() };
    if shown.is_about_pure_plans() && shown.leading_plans() == Some(kinds) {
        return ().into_any();
    }
    let found = with_pair(ui, shown, kinds, |pair| {
        view! { {break_evens(pair, locale)} {requirements(shown, pair, locale)} {drivers(pair, locale)} }.into_any()
    });
    found.unwrap_or_else(|| ().into_any())
}

fn break_evens(pair: &Pair, locale: Locale) -> AnyView {
    let row = |label: &'static str, (now, at): (String, Vec<String>), above: PlanKind| {
        let (at, above) = if at.is_empty() {
            (strings::ALWAYS.to_owned(), strings::at_any(name(above)))
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
            Some(busy) if busy <= 1.0 => strings::busy(&share(busy)),
            _ => strings::of_the_work(&share(factor)),
        });
        let others = found.others.iter().map(|factor| strings::of_the_work(&share(*factor)));
        row(strings::WORK, (now, at.into_iter().chain(others).collect()), found.cheaper_above)
    });
    let rows: Vec<AnyView> = [
        price(strings::PER_NODE, pair.node_price.as_ref(), Style::Usd),
        price(strings::PER_HOUR_ON_DEMAND, pair.rest_price.as_ref(), Style::UsdPerHour),
        price(strings::PER_SPOT_HOUR, pair.spot_price.as_ref(), Style::UsdPerHour),
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

fn drivers(pair: &Pair, locale: Locale) -> AnyView {
    let rows: Vec<AnyView> = pair.drivers.iter().take(MOST).map(|found| driver_row(found, locale)).collect();
    if rows.is_empty() {
        return ().into_any();
    }
    view! {
        <h3>{strings::WHAT_MOVES_IT}</h3>
        <ScrollTable label=strings::WHAT_MOVES_IT view="pair-drivers">
            <table class="cards">
                <caption>{strings::EACH_ALONE}</caption>
                {head_row(strings::INPUT, [strings::LOW, strings::HIGH, strings::LOW_END, strings::HIGH_END])}
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
        <p class="small">{sentence_views(&strings::allowance(pair.allowance_usd), false)}</p>
    }
    .into_any()
}

fn driver_row(found: &PairDriver, locale: Locale) -> AnyView {
    let row = field(found.field);
    let written = |value: f64| match row {
        Some(row) => with_unit(locale, row, value),
        None => locale.figure(value, Style::Percent),
    };
    let head = match row {
        Some(row) => view! { <FieldLink row=row.id label=row.label/> }.into_any(),
        None => words(driver_label(found.field)),
    };
    let mark = found.flips.then(|| view! { " " <span class="flips">{strings::TURNS}</span> });
    view! {
        <tr data-driver=found.field>
            <th scope="row">{head}{mark}</th>
            <td class="number" data-label=strings::LOW><Fixed text=written(found.low)/></td>
            <td class="number" data-label=strings::HIGH><Fixed text=written(found.high)/></td>
            <td class="number" data-label=strings::LOW_END><Figure value=found.difference_at_low_usd style=Style::UsdShort/></td>
            <td class="number" data-label=strings::HIGH_END><Figure value=found.difference_at_high_usd style=Style::UsdShort/></td>
        </tr>
    }
    .into_any()
}
