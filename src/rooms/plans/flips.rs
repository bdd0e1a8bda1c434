//! What would change the answer, in three rows.

use engine::analysis::requirement_flips::{RequirementFlip, requirement_flips};
use engine::analysis::strongest_assumption::Assumption;
use engine::inputs::field;
use engine::inputs::field::Field;
use engine::inputs::value::{Amount, Value};
use engine::view::Style;
use engine::view::flips::{Flip, flips};
use engine::view::phrases::{offer_name, span};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::goal_seek::with_unit;
use crate::components::table::ScrollTable;
use crate::components::{FieldLink, Figure, Fixed, Words, sentence_views, words};
use crate::rooms::plans::strings::flips as strings;
use crate::state::{Evaluation, EvaluationContext};

/// The row of the price of the offer that owning is compared with.
const PRICE_OF_OFFER: &str = "rent.discount_share";
/// A job needs at least one GPU.
const LEAST: Value = Value::Number(Amount::exact(1.0));

/// The section; empty if nothing compares.
#[component]
pub fn FlipsSection() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    move || evaluation.shown().and_then(|shown| section(&shown, locale))
}

fn section(shown: &Evaluation, locale: Locale) -> Option<AnyView> {
    let found = flips(&shown.report, shown.document.scenario.own.node_price_usd.value);
    if found.is_empty() {
        return None;
    }
    let heads = [strings::INPUT, strings::NOW, strings::CHANGES_AT, strings::DISTANCE, strings::WHO_WOULD_KNOW];
    let assumption = shown.assumption().filter(|a| found.iter().all(|flip| flip.field != a.field));
    let assumption = assumption.and_then(|found| Some(assumed_row(&found, field(found.field)?, locale)));
    let rows: Vec<AnyView> = found.iter().map(row).collect();
    Some(
        view! {
            <section class="turning" id="flips" aria-labelledby="flips-heading" data-view="flips">
                <h2 id="flips-heading">{strings::TITLE}</h2>
                <p class="small">{words(strings::each_alone(&span(shown.report.outlook.months)))}</p>
                <ScrollTable label=strings::TITLE>
                    <table class="cards">
                        <thead><tr>{heads.map(|label| view! { <th scope="col">{label}</th> })}</tr></thead>
                        <tbody>{rows}{assumption}</tbody>
                    </table>
                </ScrollTable>
                {requirements(shown, locale)}
            </section>
        }
        .into_any(),
    )
}

fn row(flip: &Flip) -> AnyView {
    let at = match flip.at {
        Some(at) => view! { <Figure value=at style=flip.style/> }.into_any(),
        None if flip.field == PRICE_OF_OFFER => words(strings::OTHERS_STAY_CHEAPER),
        None => words(strings::NO_ACHIEVABLE_VALUE),
    };
    let distance = flip.distance().map(|share| {
        let side = if share > 0.0 { strings::MORE } else { strings::LESS };
        view! { <Figure value=share.abs() style=Style::PercentFine/> <Words text=side/> }
    });
    view! {
        <tr>
            <th scope="row"><FieldLink row=flip.field label=flip.label/></th>
            <td data-label=strings::NOW><Figure value=flip.now style=flip.style/></td>
            <td data-label=strings::CHANGES_AT>{at}</td>
            <td data-label=strings::DISTANCE>{distance}</td>
            <td data-label=strings::WHO_WOULD_KNOW>{flip.who}</td>
        </tr>
    }
    .into_any()
}

/// The assumption that matters most and can move far enough within its range.
fn assumed_row(found: &Assumption, row: &'static Field, locale: Locale) -> AnyView {
    let written = |value: f64| view! { <Fixed text=with_unit(locale, row, value)/> };
    view! {
        <tr data-view="assumption">
            <th scope="row"><FieldLink row=row.id label=row.label/></th>
            <td data-label=strings::NOW>{written(found.now)}</td>
            <td data-label=strings::CHANGES_AT>{written(found.at)}</td>
            <td data-label=strings::DISTANCE>{strings::WITHIN_ITS_RANGE}</td>
            <td data-label=strings::WHO_WOULD_KNOW>{strings::YOUR_JUDGMENT}</td>
        </tr>
    }
    .into_any()
}

/// Requirements on the machines that decide the answer.
fn requirements(shown: &Evaluation, locale: Locale) -> AnyView {
    let found = requirement_flips(&shown.document.scenario, &shown.book, &shown.document.edition);
    let items: Vec<AnyView> =
        found.iter().filter_map(|one| Some(requirement(one, field(one.field)?, shown, locale))).collect();
    if items.is_empty() {
        return view! { <p class="small">{strings::NO_REQUIREMENT_CHANGES_IT}</p> }.into_any();
    }
    view! {
        <p class="small">{strings::REQUIREMENTS_EXPLAINED}</p>
        <ul class="small" data-view="asked-of-machines">{items}</ul>
    }
    .into_any()
}

fn requirement(one: &RequirementFlip, row: &'static Field, shown: &Evaluation, locale: Locale) -> AnyView {
    let scenario = &shown.document.scenario;
    let mut other = scenario.clone();
    row.set(&mut other, &one.value);
    // A number needs its unit once, a switch or choice none.
    let there = row.in_words(&other, &|value, unit| locale.typed(value, unit));
    let now = row.in_words(scenario, &|value, unit| {
        if value == 1.0 { locale.typed(value, unit) } else { locale.with_unit(value, unit) }
    });
    let further = match one.above {
        Some(true) => strings::OR_MORE,
        Some(false) if one.value != LEAST => strings::OR_FEWER,
        _ => "",
    };
    // The report lists no offers of other GPUs while they are not compared.
    let listed = shown.report.offers.iter().find(|o| o.id == one.id);
    let who = listed.map_or_else(|| format!("{} {}", one.provider, one.offer), offer_name);
    let costs = if one.saving_usd > 0.0 { strings::OWNING.to_owned() } else { strings::renting_from(&who) };
    view! {
        <li>
            <FieldLink row=row.id label=row.label/>
            ": "
            {sentence_views(&strings::requirement(&there, further, &now, &costs, one.saving_usd.abs()), false)}
        </li>
    }
    .into_any()
}
