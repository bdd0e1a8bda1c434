//! Which inputs move the difference between the two plans in detail.

use engine::analysis::plan_pair::{Pair, PairDriver};
use engine::inputs::field;
use engine::view::Style;
use engine::view::two_plans::driver_label;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::goal_seek::with_unit;
use crate::components::table::{ScrollTable, head_row};
use crate::components::{FieldLink, Figure, Fixed, sentence_views, words};
use crate::rooms::risk::strings::plan_drivers as strings;
use crate::state::two_plans::{shown_ids, shown_kinds, with_pair};
use crate::state::{EvaluationContext, UiState};

/// Most inputs of the list.
const MOST: usize = 10;

/// The section; nothing while the two plans are being compared. Where the sections below tell the same of these two plans,
/// nothing either.
#[component]
pub fn PlanDriversSection() -> impl IntoView {
    let (evaluation, ui, locale) = (EvaluationContext::expect(), UiState::expect(), Locale::expect());
    move || {
        let _ = locale.currency();
        ui.explained.track();
        let shown = evaluation.shown()?;
        let kinds = shown_kinds(ui, &shown)?;
        if shown.is_about_pure_plans() && shown.leading_plans() == Some(kinds) {
            return None;
        }
        let ids = shown_ids(ui, &shown);
        let found = with_pair(ui, &shown, kinds, |pair| drivers(pair, locale))?;
        Some(
            view! {
                <section class="plan-drivers" id="plan-drivers" aria-labelledby="plan-drivers-heading" data-view="plan-drivers" data-plan=ids>
                    <h2 id="plan-drivers-heading">{strings::TITLE}</h2>
                    {found}
                </section>
            }
            .into_any(),
        )
    }
}

fn drivers(pair: &Pair, locale: Locale) -> AnyView {
    let rows: Vec<AnyView> = pair.drivers.iter().take(MOST).map(|found| driver_row(found, locale)).collect();
    if rows.is_empty() {
        return ().into_any();
    }
    view! {
        <ScrollTable label=strings::TITLE view="pair-drivers">
            <table class="cards">
                <caption>{strings::EXPLANATION}</caption>
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
    let mark = found.flips.then(|| view! { " " <span class="flips">{strings::REVERSES}</span> });
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
