//! The figures published for a worked case, beside ours.

use engine::codec::file;
use engine::inputs::presets::{Published, preset};
use engine::view::Style;
use engine::view::published::result;
use leptos::prelude::*;

use crate::components::{Figure, Fixed};
use crate::rooms::sources::strings::published as strings;
use crate::state::{Evaluation, EvaluationContext, Origin, Prices, ScenarioStore};

/// The published figures, while a worked case is unchanged.
#[component]
pub fn PublishedFigures() -> impl IntoView {
    let (evaluation, scenario, prices) = (EvaluationContext::expect(), ScenarioStore::expect(), Prices::expect());
    move || {
        let Origin::Preset(id) = scenario.origin() else { return None };
        let (preset, shown) = (preset(id)?, evaluation.shown()?);
        let figures = preset.published();
        // Once changed, it is no longer the published case.
        let same = || file::read(preset.text(), &prices.published()).is_ok_and(|file| file.document == *shown.document);
        if figures.is_empty() || !same() {
            return None;
        }
        let items: Vec<AnyView> = figures.iter().filter_map(|figure| item(figure, &shown)).collect();
        Some(view! { <ul class="small" data-view="published">{items}</ul> })
    }
}

fn item(published: &Published, shown: &Evaluation) -> Option<AnyView> {
    let ours = result(&shown.report, &published.of)? / published.over;
    let style = match published.unit.as_str() {
        "usd_per_gpu_hour" => Style::UsdPerHour,
        "share" => Style::PercentFine,
        "months" => Style::Months,
        "gpu_hours" => Style::Count,
        _ => Style::Usd,
    };
    let after = match &published.errs {
        None => strings::AS_PUBLISHED.to_owned(),
        Some(why) => format!(": {why}."),
    };
    Some(
        view! {
            <li>
                {strings::PUBLISHED}
                {published.label.clone()}
                " "
                <Figure value=published.value style/>
                " ("
                <Fixed text=published.source.clone()/>
                "). "
                {strings::RECOMPUTED}
                <Figure value=ours style/>
                {after}
            </li>
        }
        .into_any(),
    )
}
