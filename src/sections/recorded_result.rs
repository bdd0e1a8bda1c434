//! The result recorded in the current text, if the model was corrected since.

use engine::codec::corrections::since;
use engine::codec::recorded_result::{Figures, RecordedResult, differ};
use engine::report::recorded_result::figures;
use engine::view::Style;
use engine::view::cost_unit::Measure;
use engine::view::phrases::span;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::{Figure, words};
use crate::state::{Evaluation, EvaluationContext, Prices, ScenarioStore};
use crate::strings::said as strings;

/// Both results and the reasons, while the inputs are those of the text and one of its figures has changed.
#[component]
pub fn RecordedResult() -> impl IntoView {
    let (evaluation, scenario) = (EvaluationContext::expect(), ScenarioStore::expect());
    let (prices, locale) = (Prices::expect(), Locale::expect());
    move || {
        let document = scenario.document();
        let said = document.said.filter(RecordedResult::is_older)?;
        let shown = evaluation.shown()?;
        let now =
            figures(&document, &prices.published()).filter(|now| said.is_of(&document) && said.differs_from(now))?;
        let reasons = since(said.revision).map(|c| view! { <li>{strings::corrected_on(&c.day, &c.why)}</li> });
        Some(
            view! {
                <div class="notice" data-view="said">
                    <p>{strings::WHEN_THIS_WAS_MADE_IT_SAID}{told(&shown, locale, &said.figures, &now)}</p>
                    <p>{strings::THE_MODEL_WAS_CORRECTED_SINCE}{told(&shown, locale, &now, &said.figures)}</p>
                    <ul>{reasons.collect_view()}</ul>
                </div>
            }
            .into_any(),
        )
    }
}

/// Four figures in a row. A changed figure is shown with enough digits to distinguish it.
fn told(shown: &Evaluation, locale: Locale, these: &Figures, others: &Figures) -> Vec<AnyView> {
    let measure = Measure::of(&shown.report);
    let months = span(shown.report.outlook.months);
    let all = [
        (strings::OWN, measure.style, measure.gpu_hours, String::new()),
        (strings::RENT, measure.style, measure.gpu_hours, format!(" {}", measure.per())),
        (strings::PRICE_TO_BEAT, Style::UsdPerHour, 1.0, String::new()),
        (strings::OWNING_SAVES, Style::UsdShort, 1.0, strings::over(&months)),
    ];
    let mut views: Vec<AnyView> = Vec::new();
    for (place, (label, style, times, behind)) in all.into_iter().enumerate() {
        let [this, other] = [these, others].map(|figures| figures.get(place).copied().flatten());
        let [value, moved] = [this, other.filter(|_| differ(this, other))]
            .map(|usd| usd.map(|usd| (usd * times).clamp(f64::MIN, f64::MAX)));
        let written = match value {
            None => words(strings::NO_FIGURE),
            Some(value) => view! { <Figure value style=telling(locale, value, moved, style)/> }.into_any(),
        };
        views.extend([words(label), written, words(behind)]);
    }
    views.push(words("."));
    views
}

/// The style, or one with more digits if another figure would look the same in it.
fn telling(locale: Locale, this: f64, other: Option<f64>, style: Style) -> Style {
    let same = |style: Style| other.is_some_and(|other| locale.figure(this, style) == locale.figure(other, style));
    match style {
        Style::UsdShort if same(style) => Style::Usd,
        Style::Usd if same(style) => Style::UsdPerHour,
        Style::UsdPerHour | Style::UsdFine if same(style) => Style::UsdExact,
        style => style,
    }
}
