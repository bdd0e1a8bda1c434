//! Plans side by side: what each costs, when, and who does the work.

use engine::analysis::commitment_sizing::smaller_commitment;
use engine::plans::plan::{PlanKind, Source};
use engine::plans::recommendation::Plans;
use engine::plans::result::PlanResult;
use engine::plans::setting::{TypedSizes, are_sizes_searched, hold_sizes};
use engine::report::{OfferResult, Report};
use engine::view::Style;
use engine::view::badge::Badge;
use engine::view::cost_unit::Measure;
use engine::view::exportable::Exportable;
use engine::view::phrases::{offer_name, rival, span};
use engine::view::plan_sheet;
use engine::view::plan_words::{gpus_there, id, name, offers_of, what_to_do};
use engine::view::plans::limit_label;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::table::ScrollTable;
use crate::components::{ExportButtons, ExportedPanel, FieldLink, Figure, Fixed, words};
use crate::rooms::plans::strings::side_by_side as strings;
use crate::state::plan_choice::SizesKnown;
use crate::state::{Edit, Evaluation, EvaluationContext, ScenarioStore};
use crate::strings::plan_figures;

/// The section.
#[component]
pub fn PlansSection() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    move || {
        let _ = locale.currency();
        let shown = evaluation.shown()?;
        let plans = shown.choice.plans()?;
        Some(section(&shown, plans, locale))
    }
}

fn section(shown: &Evaluation, plans: &Plans, locale: Locale) -> AnyView {
    let report = &shown.report;
    let measure = Measure::of(report);
    let over = strings::over(&span(report.outlook.months));
    let close = shown.badge() == Some(Badge::TooClose);
    let is_barred = plans.plans.iter().any(|plan| plan.above_cheapest_usd < 0.0);
    let least = match (is_barred, close) {
        (true, _) => strings::CHEAPEST_ALLOWED,
        (false, true) => strings::LOWEST_TOO_CLOSE,
        (false, false) => strings::CHEAPEST,
    };
    let there = gpus_there(&plans.plans);
    let rows: Vec<AnyView> = plans
        .plans
        .iter()
        .map(|plan| {
            let heads = (measure, over.as_str());
            row(shown, plan, (there, plans.recommended == Some(plan.kind)), heads, least)
        })
        .collect();
    let searching = (shown.choice.sizes_known == SizesKnown::Earlier)
        .then(|| view! { <p class="small" data-view="searching">{strings::BEING_SEARCHED}</p> });
    let caption = strings::caption(&measure.one(), &span(report.outlook.months));
    let head = measure.head();
    view! {
        <section class="ways" id="ways" aria-labelledby="ways-heading" data-view="ways">
            <h2 id="ways-heading">{strings::TITLE}</h2>
            {searching}
            <ScrollTable label=strings::TITLE>
                <table class="cards">
                    <caption>{words(caption)}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{strings::PLAN}</th>
                            <th scope="col" class="number">{head}</th>
                            <th scope="col" class="number">{strings::PER_YEAR}</th>
                            <th scope="col" class="number">{over}</th>
                            <th scope="col" class="number">{strings::ABOVE_THE_CHEAPEST}</th>
                            <th scope="col" class="number">{strings::UPFRONT}</th>
                            <th scope="col" class="number">{strings::PEAK_CASH}</th>
                            <th scope="col" class="number">{strings::OWED}</th>
                            <th scope="col" class="number">{strings::FULL_CAPACITY_FROM}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </ScrollTable>
            <ExportButtons subject=Exportable::Sheet(plan_sheet::ID) title=strings::TITLE/>
            <ExportedPanel subject=Exportable::Sheet(plan_sheet::ID) title=strings::TITLE/>
            <HoldSizes/>
            {not_listed(shown, plans)}
            {fewer_gpus(shown, plans, locale)}
        </section>
    }
    .into_any()
}

fn row(
    shown: &Evaluation,
    plan: &PlanResult,
    (there, chosen): (f64, bool),
    (measure, over): (Measure, &str),
    least: &'static str,
) -> AnyView {
    let usd = |label: &str, value: Option<f64>| {
        let shown = match value {
            Some(value) => view! { <Figure value style=Style::UsdShort/> }.into_any(),
            None => words(plan_figures::NO_FIGURE),
        };
        view! { <td class="number" data-label=label.to_owned()>{shown}</td> }
    };
    let cost = match plan.usd_per_productive_gpu_hour {
        Some(usd) => view! { <Figure value=measure.cost(usd) style=measure.style/> }.into_any(),
        None => words(plan_figures::NO_FIGURE),
    };
    let above = if chosen {
        view! { <td class="number least" data-label=strings::ABOVE_THE_CHEAPEST>{words(least)}</td> }
    } else {
        let above = view! { <Figure value=plan.above_cheapest_usd style=Style::UsdShort/> };
        view! { <td class="number" data-label=strings::ABOVE_THE_CHEAPEST>{above.into_any()}</td> }
    };
    let month = strings::month(&plan.full_capacity_month);
    view! {
        <tr class=if chosen { "chosen" } else { "" } data-plan=id(plan.kind)>
            <th scope="row">
                {name(plan.kind)}
                <span class="why">{words(what_to_do(&shown.report, plan, there))}</span>
                <span class="why" data-view="who-works">{who_works(plan)}</span>
                {offers_used(&shown.report, plan)}
                {reservations(plan).map(|text| view! { <span class="why">{words(text)}</span> })}
            </th>
            <td class="number" data-label=measure.head()>{cost}</td>
            {usd(strings::PER_YEAR, Some(plan.usd_per_year))}
            {usd(over, Some(plan.present_value_usd))}
            {above}
            {usd(strings::UPFRONT, Some(plan.upfront_usd))}
            {usd(strings::PEAK_CASH, plan.peak_cash_usd.filter(|usd| *usd > 0.0))}
            {usd(strings::OWED, Some(plan.obligation_usd))}
            <td class="number" data-label=strings::FULL_CAPACITY_FROM>{words(month)}</td>
        </tr>
    }
    .into_any()
}

/// A button that types the sizes that were found, so that they stay whatever else changes; nothing where none were searched.
#[component]
fn HoldSizes() -> impl IntoView {
    let (evaluation, scenario) = (EvaluationContext::expect(), ScenarioStore::expect());
    let found = evaluation.slice(|e| {
        let plans = e.choice.plans().filter(|_| e.choice.sizes_known == SizesKnown::Current)?;
        let best = plans.recommended().filter(|_| are_sizes_searched(&e.document.scenario))?;
        Some((best.own_gpus, best.committed_gpus))
    });
    move || {
        let (own, committed) = found.get().flatten()?;
        let hold = move |_| scenario.edit(Edit::Step, |document| hold_sizes(&mut document.scenario, own, committed));
        Some(view! {
            <p>
                <button type="button" data-action="hold-sizes" on:click=hold>{strings::HOLD_THESE_SIZES}</button>
                " "
                <span class="small">{strings::HOLDING_EXPLAINED}</span>
            </p>
        })
    }
}

/// Why a listed plan is not recommended whatever it costs.
fn reservations(plan: &PlanResult) -> Option<String> {
    if !plan.complete {
        return Some(strings::LEAVES_WORK_UNDONE.to_owned());
    }
    if !plan.breaks.is_empty() {
        let labels: Vec<&str> = plan.breaks.iter().map(|limit| limit_label(*limit)).collect();
        return Some(strings::breaks(&labels.join(", ")));
    }
    (!plan.may_be_recommended).then(|| strings::SELLS_THE_MACHINES.to_owned())
}

/// The share of each source in the hours of a plan.
fn who_works(plan: &PlanResult) -> AnyView {
    let label = |source: Source| match source {
        Source::MachinesThere => "machines there ",
        Source::Bought => "bought ",
        Source::Commitment => "committed ",
        Source::Spot => "spot ",
        Source::OnDemand => "on demand ",
        Source::Api => "API ",
    };
    plan.hours
        .shares()
        .enumerate()
        .map(|(place, (source, value))| {
            let before = if place > 0 { ", " } else { "" };
            view! { {before}{label(source)}<Figure value style=Style::Percent/> }
        })
        .collect_view()
        .into_any()
}

/// The offers that a plan rents from, each with its class and price; nothing where its name says the one offer.
fn offers_used(report: &Report, plan: &PlanResult) -> Option<AnyView> {
    let used = offers_of(report, plan);
    let named_alone = matches!(plan.kind, PlanKind::Rent | PlanKind::Commit) && used.len() < 2;
    (!used.is_empty() && !named_alone).then(|| {
        let each = used.into_iter().enumerate().map(|(place, offer)| {
            let before = if place > 0 { "; " } else { strings::RENTED_FROM };
            view! { {before}<Fixed text=offer_name(offer)/>" "<Figure value=offer.usd_per_gpu_hour style=Style::UsdPerHour/> }
        });
        view! { <span class="why" data-view="offers-used">{each.collect_view()}</span> }.into_any()
    })
}

/// The plans that cannot be had, and why.
fn not_listed(shown: &Evaluation, plans: &Plans) -> Option<AnyView> {
    use engine::plans::recommendation::Why;
    let told = plans.not_listed.iter().filter(|plan| !matches!(plan.why, Why::NothingThere | Why::NotTyped));
    let is_typed = TypedSizes::of(&shown.document.scenario).nodes.is_some();
    let told: Vec<String> =
        told.map(|plan| format!("{} ({})", name(plan.kind).to_lowercase(), strings::why(plan.why, is_typed))).collect();
    (!told.is_empty()).then(|| {
        let text = format!("{}{}.", strings::NOT_LISTED, told.join(", "));
        view! { <p class="small" data-view="not-listed">{words(text)}</p> }.into_any()
    })
}

/// Suggests a commitment to fewer GPUs than are owned, if that costs less and is cheaper than renting by the hour.
fn fewer_gpus(shown: &Evaluation, plans: &Plans, locale: Locale) -> Option<AnyView> {
    let document = &shown.document;
    let value = |o: &OfferResult| o.present_value_usd.unwrap_or(f64::INFINITY);
    let offer = rival(&shown.report, true).filter(|_| shown.is_about_entered_sizes())?;
    let found = smaller_commitment(&document.scenario, &shown.book, &document.edition, &offer.id)?;
    let usd = found.present_value_usd;
    if rival(&shown.report, false).is_some_and(|hourly| usd >= value(hourly)) {
        return None; // not committing at all would be cheaper still
    }
    let least = plans.plans.iter().filter(|plan| plan.kind != PlanKind::Now).all(|plan| usd < plan.present_value_usd);
    let told = strings::smaller_commitment(
        &offer_name(offer),
        &locale.figure(found.now, Style::Count),
        &locale.figure(found.gpus, Style::Count),
        &locale.figure(found.less_usd, Style::UsdShort),
        if least { strings::THAN_EVERY_OTHER_PLAN } else { "." },
    );
    Some(
        view! {
            <p data-view="fewer-committed" data-plan=id(PlanKind::Commit)>
                {words(told)} " " <FieldLink row="rent.committed_count" label=strings::CHANGE_THE_NUMBER/>
            </p>
        }
        .into_any(),
    )
}
