//! Own, commit, rent by the hour, and the current bill side by side.

use engine::analysis::commitment_sizing::smaller_commitment;
use engine::report::{OfferResult, VerdictKind};
use engine::view::Style;
use engine::view::cost_unit::Measure;
use engine::view::phrases::rival;
use engine::view::phrases::{offer_name, span};
use engine::view::split::{split, split_in_words};
use engine::view::ways::{Way, left_out, ways};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::{FieldLink, Figure, sentence_views, words};
use crate::state::{Evaluation, EvaluationContext};
use crate::strings::ways as strings;

/// The section.
#[component]
pub fn AlternativesSection() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    move || evaluation.shown().map(|shown| section(&shown, locale))
}

fn section(shown: &Evaluation, locale: Locale) -> AnyView {
    let report = &shown.report;
    let measure = Measure::of(report);
    let over = strings::over(&span(report.outlook.months));
    let all = ways(report);
    let close = report.verdict.kind == VerdictKind::TooClose;
    let least = |way: &Way| if close && !way.as_now { strings::THE_LEAST_TOO_CLOSE } else { strings::THE_CHEAPEST };
    let rows: Vec<AnyView> = all.iter().map(|way| row(way, measure, &over, least(way))).collect();
    let split =
        split(report).map(|found| view! { <p class="strong">{sentence_views(&split_in_words(&found), false)}</p> });
    let left_out = left_out(report).map(|found| view! { <p class="small">{sentence_views(&found, false)}</p> });
    view! {
        <section class="ways" id="ways" aria-labelledby="ways-heading" data-view="ways">
            <h2 id="ways-heading">{strings::SIDE_BY_SIDE}</h2>
            <div class="scroll">
                <table class="cards">
                    <caption>{words(strings::told(&measure.one(), &span(report.outlook.months)))}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{strings::WAY}</th>
                            <th scope="col" class="number">{measure.head()}</th>
                            <th scope="col" class="number">{over.clone()}</th>
                            <th scope="col" class="number">{strings::OVER_THE_CHEAPEST}</th>
                            <th scope="col">{strings::PAYS_FOR}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {split}
            {left_out}
            {fewer_gpus(shown, &all, locale)}
        </section>
    }
    .into_any()
}

/// Suggests a commitment to fewer GPUs than are owned, if that costs less and is cheaper than renting by the hour.
fn fewer_gpus(shown: &Evaluation, all: &[Way], locale: Locale) -> Option<AnyView> {
    let document = &shown.document;
    let value = |o: &OfferResult| o.present_value_usd.unwrap_or(f64::INFINITY);
    let offer = rival(&shown.report, true)?;
    let found = smaller_commitment(&document.scenario, &shown.book, &document.edition, &offer.id)?;
    let usd = value(offer) - found.less_usd;
    if rival(&shown.report, false).is_some_and(|hourly| usd >= value(hourly)) {
        return None; // not committing at all would be cheaper still
    }
    let least = all.iter().filter_map(|way| way.over_cheapest_usd.and(way.present_value_usd)).all(|other| usd < other);
    let told = strings::smaller_commitment(
        &offer_name(offer),
        &locale.figure(found.now, Style::Count),
        &locale.figure(found.gpus, Style::Count),
        &locale.figure(found.less_usd, Style::UsdShort),
        if least { strings::THAN_EVERY_OTHER_WAY } else { "." },
    );
    Some(
        view! {
            <p data-view="fewer-committed">
                {words(told)} " " <FieldLink row="rent.committed_count" label=strings::CHANGE_HOW_MANY/>
            </p>
        }
        .into_any(),
    )
}

fn row(way: &Way, measure: Measure, over: &str, least: &'static str) -> AnyView {
    let amount = |usd: Option<f64>, style: Style| match usd {
        Some(value) => view! { <Figure value style/> }.into_any(),
        None => view! { <span class="figure">"–"</span> }.into_any(),
    };
    let offer = (!way.offer.is_empty()).then(|| view! { <span class="why">{way.offer.clone()}</span> });
    let name = view! { <th scope="row">{way.label}{offer}</th> };
    if way.pays_for.is_empty() {
        return view! { <tr>{name}<td colspan="4"></td></tr> }.into_any(); // no such offer
    }
    let cheapest = way.over_cheapest_usd == Some(0.0);
    let more = if cheapest { words(least) } else { amount(way.over_cheapest_usd, Style::UsdShort) };
    let notes = way.notes.iter().map(|note| view! { <span class="why">{sentence_views(note, false)}</span> });
    let cost = way.usd_per_productive_gpu_hour.map(|usd| measure.cost(usd));
    view! {
        <tr class=if cheapest { "chosen" } else { "" }>
            {name}
            <td class="number" data-label=measure.head()>{amount(cost, measure.style)}</td>
            <td class="number" data-label=over.to_owned()>{amount(way.present_value_usd, Style::UsdShort)}</td>
            <td class="number" data-label=strings::OVER_THE_CHEAPEST>{more}</td>
            <td data-label=strings::PAYS_FOR>
                <span>{sentence_views(&way.pays_for, false)}{notes.collect_view()}</span>
            </td>
        </tr>
    }
    .into_any()
}
