//! The tiles of the first screen: what the recommended plan and its runner-up cost, where the answer turns, and what is paid
//! at the start.

use engine::plans::plan::PlanKind;
use engine::plans::result::PlanResult;
use engine::text::Name;
use engine::view::Style;
use engine::view::cost_unit::{Measure, after_tax};
use engine::view::exportable::PlotId;
use engine::view::figure_links::KeyFigure;
use engine::view::plan_words::{doing, gpus_there, id};
use leptos::prelude::*;

use super::key_figures::{Tile, break_even_tile, named, why};
use crate::browser::locale::Locale;
use crate::components::{Figure, words};
use crate::state::plan_choice::SizesKnown;
use crate::state::{Evaluation, EvaluationContext};
use crate::strings::{answer, plan_figures as strings};

/// The tiles.
#[component]
pub fn PlanFigures() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let settled = evaluation.settled();
    move || {
        let settling = evaluation.is_settling();
        let shown = evaluation.shown()?;
        // Where the answer turns follows in a pause, as soon as the sizes are those of this scenario.
        let turning = settled.shown().filter(|_| !settling);
        let plans = shown.choice.plans()?;
        let best = plans.recommended()?;
        let there = gpus_there(&plans.plans);
        let other = plans.rival().map(|plan| {
            let label = words(doing(&shown.report, plan, there));
            let title = if plan.may_be_recommended { strings::RUNNER_UP } else { strings::TO_COMPARE };
            cost_tile(&shown, plan, title, label)
        });
        let per = format!("{}{}", Measure::of(&shown.report).per(), after_tax(&shown.report));
        let below = words(strings::of_plan(&doing(&shown.report, best, there), &per));
        let is_close = turning.as_ref().is_some_and(|shown| shown.names_both());
        let label = if is_close { strings::COST_OF_THE_CHEAPER } else { strings::COST_OF_THIS_PLAN };
        Some(
            view! {
                <dl class="figures" data-view="plan-figures" class:settling=shown.choice.sizes_known != SizesKnown::Current>
                    {cost_tile(&shown, best, label, below)}
                    {other}
                    {turning.and_then(|shown| turning_tile(&shown))}
                    {upfront_tile(&shown, best)}
                </dl>
            }
            .into_any(),
        )
    }
}

/// The derivation behind the cost of a plan: of owning the GPUs entered, and of the offer that they are compared with, down
/// to the inputs.
fn cost_figure(shown: &Evaluation, plan: &PlanResult) -> KeyFigure {
    let rented = shown.report.cheapest().filter(|_| shown.is_about_entered_sizes());
    let is_compared = |id: &Option<Name>| rented.is_some_and(|offer| id.as_ref() == Some(&offer.id));
    match plan.kind {
        PlanKind::Own if rented.is_some() => KeyFigure::OwnCost,
        PlanKind::Commit if is_compared(&plan.commitment) => KeyFigure::RentCost,
        PlanKind::Rent if is_compared(&plan.hourly) => KeyFigure::RentCost,
        kind => KeyFigure::PlanCost(kind),
    }
}

fn cost_tile(shown: &Evaluation, plan: &PlanResult, label: &'static str, below: AnyView) -> AnyView {
    let figure = cost_figure(shown, plan);
    let measure = Measure::of(&shown.report);
    let cost = plan.usd_per_productive_gpu_hour.map(|usd| measure.cost(usd));
    let value = match figure {
        KeyFigure::OwnCost => named("own-over-the-horizon", cost, measure.style),
        KeyFigure::RentCost => named("rent-over-the-horizon", cost, measure.style),
        _ => cost.map_or_else(
            || words(strings::NO_FIGURE),
            |value| view! { <Figure value style=measure.style/> }.into_any(),
        ),
    };
    let below = view! { <span class="why">{below}</span> }.into_any();
    view! { <Tile figure=Some(figure) label value below plan=id(plan.kind)/> }.into_any()
}

/// Where the answer turns, as the first chart shows it: the use, or the price of a node or of the rest, whichever is nearest.
fn turning_tile(shown: &Evaluation) -> Option<AnyView> {
    let plans = shown.choice.plans()?;
    let kinds: [PlanKind; 2] = plans.leading()?.into();
    if shown.first_chart() == PlotId::CostCurve && kinds.contains(&PlanKind::Own) {
        return Some(break_even_tile(&shown.report));
    }
    let pair = shown.weighed()?.pair.as_ref()?;
    let rents_all = plans.recommended().is_some_and(|plan| plan.own_gpus == 0.0 && plan.committed_gpus == 0.0);
    let of_rest = if rents_all { strings::BREAK_EVEN_RENTAL_PRICE } else { strings::BREAK_EVEN_PRICE_OF_THE_REST };
    let prices = [
        (&pair.node_price, strings::BREAK_EVEN_NODE_PRICE, Style::Usd),
        (&pair.rest_price, of_rest, Style::UsdPerHour),
        (&pair.token_price, strings::BREAK_EVEN_TOKEN_PRICE, Style::UsdFine),
    ];
    let near = prices.into_iter().filter_map(|(price, label, style)| {
        let price = price.as_ref()?;
        Some((price.distance()?, price, (label, style)))
    });
    let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0));
    let work = pair.work.as_ref().and_then(|work| Some((work.distance()?, work.busy_share_now?, work.busy_share?)));
    if let Some((_, now, at)) = work.filter(|work| nearest.is_none_or(|price| work.0 < price.0)) {
        let value = view! { <Figure value=at style=Style::PercentFine/> }.into_any();
        let below = why(strings::now(&Locale::expect().figure(now, Style::PercentFine)));
        return Some(
            view! { <Tile figure=None label=answer::BREAK_EVEN_UTILIZATION value below plan=id(kinds[0])/> }.into_any(),
        );
    }
    let (_, price, (label, style)) = nearest?;
    let value = view! { <Figure value=price.usd? style/> }.into_any();
    let below = why(strings::now(&Locale::expect().figure(price.now_usd, style)));
    Some(view! { <Tile figure=None label value below plan=id(kinds[0])/> }.into_any())
}

/// What is paid up to delivery; nothing where nothing is bought.
fn upfront_tile(shown: &Evaluation, plan: &PlanResult) -> Option<AnyView> {
    if plan.nodes_bought <= 0.0 {
        return None;
    }
    // What the machines alone take opens down to the inputs; other plans also pay for renting until they are there.
    let is_of_machines = (plan.upfront_usd - shown.report.own.upfront_usd).abs() < 0.5;
    let of_machines = plan.kind == PlanKind::Own && is_of_machines;
    let figure = Some(if of_machines { KeyFigure::UpfrontPayment } else { KeyFigure::PlanUpfront(plan.kind) });
    let value = view! { <Figure value=plan.upfront_usd style=Style::UsdShort/> }.into_any();
    let (label, below) = (answer::UPFRONT_PAYMENT, why(strings::UP_TO_DELIVERY));
    Some(view! { <Tile figure label value below plan=id(plan.kind)/> }.into_any())
}
