//! The result recorded in the current text, if the model was corrected since.

use engine::codec::corrections::since;
use engine::codec::recorded_result::{Figures, RecordedPlan, RecordedResult, differ};
use engine::report::recorded_result::figures;
use engine::view::cost_unit::Measure;
use engine::view::phrases::span;
use engine::view::plan_words;
use engine::view::{Piece, Style};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::{Later, When, sentence_views};
use crate::state::second_part::in_the_second_part;
use crate::state::{Evaluation, EvaluationContext, Prices, ScenarioStore};
use crate::strings::recorded_result as strings;

in_the_second_part! {
    /// What was recorded, and what came instead.
    earlier_result: view! { <EarlierResult/> }.into_any();
}

/// Both results and the reasons, while the inputs are those of the text and one of its figures has changed.
#[component]
pub fn RecordedResult() -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let is_older = Memo::new(move |_| scenario.document().said.as_ref().is_some_and(RecordedResult::is_older));
    view! { <When is=move || is_older.get()><Later part=earlier_result silent=true/></When> }
}

#[component]
fn EarlierResult() -> impl IntoView {
    let (evaluation, scenario) = (EvaluationContext::expect(), ScenarioStore::expect());
    let (prices, locale) = (Prices::expect(), Locale::expect());
    move || {
        let document = scenario.document();
        let said = document.said.filter(RecordedResult::is_older).filter(|said| said.is_of(&document))?;
        let shown = evaluation.shown()?;
        let now = figures(&document, &prices.published())?;
        let plans = said.plan.zip(prices.plan_of(&shown)).filter(|(then, now)| then.differs_from(now));
        if plans.is_none() && !said.differs_from(&now) {
            return None;
        }
        let figures = said.differs_from(&now).then(|| {
            let then = told(strings::RESULT_THEN, &shown, locale, &said.figures, &now);
            let now = told(strings::RESULT_NOW, &shown, locale, &now, &said.figures);
            view! { <p>{then}</p><p>{now}</p> }
        });
        let plans = plans.map(|(then, now)| {
            let usd = |plan: &RecordedPlan, other: &RecordedPlan| {
                let value = plan.present_value_usd;
                Piece::Figure(value, telling(locale, value, Some(other.present_value_usd), Style::UsdShort))
            };
            let sentence = |text: &str, plan: &RecordedPlan, other: &RecordedPlan| {
                sentence_views(&strings::recommended(text, plan_words::recorded(plan), usd(plan, other)), false)
            };
            view! {
                <p>{sentence(strings::RECOMMENDED_THEN, &then, &now)}" "{sentence(strings::RECOMMENDED_NOW, &now, &then)}</p>
            }
        });
        let reasons = since(said.revision).map(|c| view! { <li>{strings::corrected_on(&c.day, &c.why)}</li> });
        Some(
            view! { <div class="notice" data-view="said">{figures}{plans}<ul>{reasons.collect_view()}</ul></div> }
                .into_any(),
        )
    }
}

/// A sentence with the four figures. One that differs is written with enough digits to show it.
fn told(text: &'static str, shown: &Evaluation, locale: Locale, these: &Figures, others: &Figures) -> Vec<AnyView> {
    let measure = Measure::of(&shown.report);
    let all = [
        (measure.style, measure.gpu_hours),
        (measure.style, measure.gpu_hours),
        (Style::UsdPerHour, 1.0),
        (Style::UsdShort, 1.0),
    ];
    let mut place = 0;
    let figures = all.map(|(style, times)| {
        let [this, other] = [these, others].map(|figures| figures.get(place).copied().flatten());
        place += 1;
        let [value, moved] = [this, other.filter(|_| differ(this, other))]
            .map(|usd| usd.map(|usd| (usd * times).clamp(f64::MIN, f64::MAX)));
        match value {
            None => Piece::Words(strings::NO_FIGURE.to_owned()),
            Some(value) => Piece::Figure(value, telling(locale, value, moved, style)),
        }
    });
    sentence_views(&strings::four_figures(text, measure.per(), figures, &span(shown.report.outlook.months)), false)
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
