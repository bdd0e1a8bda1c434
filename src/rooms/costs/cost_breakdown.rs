//! The cost line by line, with derivations.

use std::sync::Arc;

use engine::cost::LineId;
use engine::derivation::{Derivation, DerivationId, Side, find};
use engine::inputs::{CostUnit, field};
use engine::report::{Line, OfferResult};
use engine::view::contracted_power::contracted_power;
use engine::view::cost_unit::Measure;
use engine::view::exportable::PlotId;
use engine::view::figure_links::{PAYBACK, PRESENT_VALUES, STEADY_YEAR_BREAK_EVEN, STEADY_YEAR_IN_UNIT};
use engine::view::phrases::{offer_name, span};
use engine::view::{Piece, Style};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::derivation::{PricedOffer, RoundingNote, cited, term};
use crate::components::{Disclosure, Exact, FieldLink, Figure, Fixed, PlotOf, filled_views, sentence_views, words};
use crate::rooms::costs::strings::cost_breakdown as strings;
use crate::state::{Evaluation, EvaluationContext, Fold};

/// Cost lines of owning beside those of the cheapest offer; each opens its formula and inputs.
#[component]
pub fn CostBreakdownSection() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    view! {
        <section class="costs" id="costs" aria-labelledby="costs-heading">
            <h2 id="costs-heading">{strings::TITLE}</h2>
            <PlotOf id=PlotId::CostLines/>
            {move || evaluation.shown().map(|shown| both_sides(&shown, locale))}
        </section>
    }
}

fn both_sides(shown: &Arc<Evaluation>, locale: Locale) -> AnyView {
    let own = &shown.report.own;
    let owning = side(
        shown,
        Side::Own,
        strings::OWN.to_owned(),
        &own.lines,
        own.usd_per_year,
        own.usd_per_productive_gpu_hour,
        None,
    );
    let renting = shown.report.cheapest().map(|offer| {
        let hour = offer.usd_per_productive_gpu_hour;
        side(shown, Side::Rent, offer_name(offer), &offer.lines, offer.usd_per_year, hour, Some(offer.clone()))
    });
    let costs_of = shown.report.cost_unit.unit != CostUnit::Hour;
    let planning = own.planning_resale.is_some();
    view! {
        <div class="sides">{owning}{renting}</div>
        {opening(shown, "chain", strings::HOURS_TITLE, locale, hours_chain)}
        {opening(shown, "fixed", strings::FIXED_AND_VARIABLE_TITLE, locale, fixed_and_variable)}
        {opening(shown, "price", strings::BREAK_EVEN_PRICE, locale, price_to_beat)}
        {opening(shown, "break-even-from", strings::BREAK_EVEN_UTILIZATION, locale, break_even)}
        {opening(shown, "payback-from", strings::PAYBACK_MONTH, locale, |shown, locale| {
            trees(shown, locale, &PAYBACK)
        })}
        {opening(shown, "values-from", strings::PRESENT_VALUES, locale, |shown, locale| {
            trees(shown, locale, &PRESENT_VALUES)
        })}
        {costs_of.then(|| {
            opening(shown, "unit-of-cost", strings::COSTS_IN_THE_CHOSEN_UNIT, locale, |shown, locale| {
                trees(shown, locale, &STEADY_YEAR_IN_UNIT)
            })
        })}
        {planning.then(|| opening(shown, "resale-from", strings::RESIDUAL_VALUE, locale, resale))}
    }
    .into_any()
}

/// A fold below the two sides.
fn opening(
    shown: &Arc<Evaluation>,
    id: &'static str,
    title: &'static str,
    locale: Locale,
    inside: fn(&Evaluation, Locale) -> AnyView,
) -> AnyView {
    let shown = Arc::clone(shown);
    view! {
        <Disclosure fold=Fold::Named(id) class="chain" title=move || title>{inside(&shown, locale)}</Disclosure>
    }
    .into_any()
}

/// The derivations of some figures, as far as there are any.
fn trees(shown: &Evaluation, locale: Locale, figures: &[DerivationId]) -> AnyView {
    let found = shown.derivations().iter().filter(|tree| tree.id.is_some_and(|id| figures.contains(&id)));
    let terms: Vec<AnyView> = found.map(|tree| term(tree, locale)).collect();
    view! { <ul class="terms">{terms}</ul> <RoundingNote/> }.into_any()
}

/// Results over the horizon, if any, before those of a steady year.
fn over_the_horizon(
    shown: &Evaluation,
    locale: Locale,
    found: Option<Vec<Piece>>,
    over_horizon: DerivationId,
    steady_year: &[DerivationId],
) -> AnyView {
    let steady = trees(shown, locale, steady_year);
    let Some(found) = found else { return steady };
    view! {
        <p>{sentence_views(&found, false)}</p>
        {trees(shown, locale, &[over_horizon])}
        <p>{strings::IN_A_STEADY_YEAR}</p>
        {steady}
    }
    .into_any()
}

fn price_to_beat(shown: &Evaluation, locale: Locale) -> AnyView {
    let outlook = &shown.report.outlook;
    let price = outlook.turning.as_ref().and_then(|t| t.usd_per_gpu_hour);
    let found = price.map(|usd| strings::break_even_price_over_the_horizon(&span(outlook.months), usd));
    let steady_year = [DerivationId::SteadyYearBreakEvenPrice];
    over_the_horizon(shown, locale, found, DerivationId::HorizonBreakEvenPrice, &steady_year)
}

fn break_even(shown: &Evaluation, locale: Locale) -> AnyView {
    let outlook = &shown.report.outlook;
    let share = outlook.turning.as_ref().and_then(|t| t.busy_share);
    let found = share.map(|share| strings::break_even_over_the_horizon(&span(outlook.months), share));
    over_the_horizon(shown, locale, found, DerivationId::HorizonBreakEvenBusyShare, &STEADY_YEAR_BREAK_EVEN)
}

/// The planning figures used for resale, with their source.
fn resale(shown: &Evaluation, _: Locale) -> AnyView {
    let Some(planning) = &shown.report.own.planning_resale else { return ().into_any() };
    let points = planning.points.iter().map(|(age, share)| {
        view! { <li>{sentence_views(&strings::resale_at(*age, *share), false)}</li> }
    });
    let source = shown.book.source(&planning.source_id).map(cited);
    view! {
        <ul class="terms">{points.collect_view()}</ul>
        <p>{filled_views(strings::RESALE_BETWEEN_AGES, [("day", words(&planning.as_of)), ("source", source.into_any())])}</p>
    }
    .into_any()
}

fn fixed_and_variable(shown: &Evaluation, _: Locale) -> AnyView {
    let own = &shown.report.own;
    view! {
        <p>{sentence_views(&strings::fixed_and_variable(own), false)}</p>
        <p>{sentence_views(&strings::paid_upfront(own), false)}</p>
    }
    .into_any()
}

/// The lines of one side.
fn side(
    shown: &Arc<Evaluation>,
    side: Side,
    title: String,
    lines: &[Line],
    total: f64,
    per_hour: Option<f64>,
    offer: Option<OfferResult>,
) -> AnyView {
    let (zero, counted): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|l| l.usd_per_year == 0.0);
    let zeros = zero.iter().map(|l| l.label).collect::<Vec<_>>().join(", ");
    let zeros = if zeros.is_empty() { String::new() } else { strings::left_at_zero(&zeros) };
    let measure = Measure::of(&shown.report);
    let rows = counted.into_iter().map(|line| {
        view! { <CostLine shown=Arc::clone(shown) line=line.clone() side/> }
    });
    view! {
        <div class="side">
            <h3>{title}</h3>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{strings::LINE}</th>
                        <th scope="col" class="number">{strings::PER_YEAR}</th>
                        <th scope="col" class="number">{measure.head()}</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row">{strings::TOTAL}</th>
                        <td class="number"><Figure value=total style=Style::Usd/></td>
                        <td class="number">{per_hour.map(|usd| amount(measure, usd))}</td>
                    </tr>
                </tfoot>
            </table>
            <p class="zeros">{zeros}</p>
            {offer.map(|offer| view! { <PricedOffer offer/> })}
        </div>
    }
    .into_any()
}

/// A cost line, which opens its formula, derivation and inputs.
#[component]
fn CostLine(shown: Arc<Evaluation>, line: Line, side: Side) -> impl IntoView {
    let locale = Locale::expect();
    let measure = Measure::of(&shown.report);
    let label = line.label;
    let (year, hour) = (line.usd_per_year, line.usd_per_productive_gpu_hour);
    // What is paid for stands in the line: racks are contracted whole.
    let contracted = shown.report.own.contracted.filter(|_| line.id == LineId::Space);
    let contracted = contracted.map(|of| {
        view! { <span class="why" data-view="contracted">{sentence_views(&contracted_power(&of), false)}</span> }
    });
    view! {
        <tr>
            <th scope="row">
                <Disclosure fold=Fold::Named(line.id.as_str()) title=move || label>
                    {explained(&shown, &line, side, locale)}
                </Disclosure>
                {contracted}
            </th>
            <td class="number"><Figure value=year style=Style::Usd/></td>
            <td class="number">{hour.map(|usd| amount(measure, usd))}</td>
        </tr>
    }
    .into_any()
}

fn explained(shown: &Evaluation, line: &Line, side: Side, locale: Locale) -> AnyView {
    let scenario = &shown.document.scenario;
    let explained = line.explained();
    let inputs = explained.inputs.iter().filter_map(|id| field(id)).filter(|f| (f.is_relevant)(scenario)).map(|f| {
        let value = f.in_words(scenario, &|value, unit| locale.with_unit(value, unit));
        view! { <li><FieldLink row=f.id label=f.label/>": "<Fixed text=value/></li> }
    });
    let inputs = inputs.collect_view();
    let year = find(shown.derivations(), DerivationId::SteadyYear(side))
        .and_then(|hour| find(&hour.parts, DerivationId::Yearly(side)));
    let lines = year.map_or(&[] as &[Derivation], |year| year.parts.as_slice());
    let tree = find(lines, DerivationId::Line(line.id)).filter(|tree| !tree.parts.is_empty());
    let derived = tree.map(|tree| {
        let terms: Vec<AnyView> = tree.parts.iter().map(|part| term(part, locale)).collect();
        view! { <ul class="terms">{terms}</ul> <RoundingNote/> }
    });
    view! {
        <p class="formula">{tree.map_or(explained.formula, |tree| tree.formula).words()}</p>
        {derived}
        <ul class="terms">{inputs}</ul>
    }
    .into_any()
}

/// A cost with enough digits to check.
fn amount(measure: Measure, usd: f64) -> AnyView {
    let value = measure.cost(usd);
    match measure.style {
        Style::Usd | Style::UsdShort => view! { <Figure value style=Style::UsdPerHour/> }.into_any(),
        _ => view! { <Exact value/> }.into_any(),
    }
}

fn hours_chain(shown: &Evaluation, _: Locale) -> AnyView {
    let h = &shown.report.hours;
    let row = |label: &'static str, factor: Option<(f64, &'static str)>, hours: f64| {
        let factor = factor.map(|(share, name)| {
            view! { <span>"× "<Figure value=share style=Style::PercentFine/>" "{name}</span> }
        });
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td class="number">{factor}</td>
                <td class="number"><Figure value=hours style=Style::Count/></td>
            </tr>
        }
        .into_any()
    };
    let kept = (h.kept_share(), strings::EFFICIENCY_AND_GOODPUT);
    let rows = vec![
        row(strings::CALENDAR, None, h.calendar_gpu_hours),
        row(strings::AVAILABLE, Some((h.availability, strings::AVAILABILITY)), h.available_gpu_hours),
        row(strings::BUSY, Some((h.occupancy, strings::OCCUPANCY)), h.busy_gpu_hours),
        row(strings::PRODUCTIVE, Some(kept), h.productive_gpu_hours),
    ];
    view! {
        <table>
            <thead>
                <tr>
                    <th scope="col">{strings::GPU_HOURS_PER_YEAR}</th>
                    <th scope="col" class="number">{strings::FACTOR}</th>
                    <th scope="col" class="number">{strings::HOURS}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <p>{sentence_views(&strings::hours_in_shares(h), false)}</p>
    }
    .into_any()
}
