//! What counts as idle, and as larger than needed.

use engine::measured::SummaryQuestions;
use engine::measured::samples::IdleRule;
use leptos::prelude::*;

use crate::components::Disclosure;
use crate::state::{Fold, MeasuredFiles};
use crate::strings::measured as strings;

/// A threshold of the samples: its label, what one of the shown unit is, and where it stands.
type OfIdle = (&'static str, f64, fn(&mut IdleRule) -> &mut f64);
/// The same of the summary.
type OfSize = (&'static str, f64, fn(&mut SummaryQuestions) -> &mut f64);

const IDLE: [OfIdle; 3] = [
    (strings::IDLE_UTILIZATION, 0.01, |rule| &mut rule.utilization),
    (strings::IDLE_MINUTES, 60.0, |rule| &mut rule.seconds),
    (strings::IDLE_MEMORY, 0.01, |rule| &mut rule.memory),
];
const SIZE: [OfSize; 2] = [
    (strings::PEAK_MEMORY, 0.01, |questions| &mut questions.memory_share),
    (strings::MEAN_UTILIZATION, 0.01, |questions| &mut questions.compute_share),
];

/// The thresholds, each a number that can be changed.
#[component]
pub fn Thresholds() -> impl IntoView {
    let fields = move || {
        let measured = MeasuredFiles::expect();
        let idle = IDLE.map(|(label, unit, of)| {
            let now = *of(&mut measured.idle_rule_untracked()) / unit;
            let set = move |value: f64| measured.change_idle_rule(|rule| *of(rule) = value * unit);
            view! { <Threshold label now set/> }.into_any()
        });
        let size = SIZE.map(|(label, unit, of)| {
            let now = *of(&mut untrack(|| measured.questions())) / unit;
            let set = move |value: f64| measured.ask(|questions| *of(questions) = value * unit);
            view! { <Threshold label now set/> }.into_any()
        });
        view! { <div class="thresholds">{idle}{size}</div> }
    };
    view! {
        <Disclosure fold=Fold::Named("thresholds") title=|| strings::THRESHOLDS>{fields()}</Disclosure>
    }
    .into_any()
}

/// One number; what cannot be read changes nothing.
#[component]
fn Threshold(label: &'static str, now: f64, set: impl Fn(f64) + Copy + Send + 'static) -> impl IntoView {
    let shown = RwSignal::new(engine::number::write((now * 1e6).round() / 1e6));
    let change = move |text: String| match text.trim().replace(',', ".").parse::<f64>() {
        Ok(value) if (0.0..=100_000.0).contains(&value) => {
            shown.set(text);
            set(value);
        }
        _ => shown.update(|_| {}), // the field returns to what it was
    };
    view! {
        <label class="small">
            {label} " "
            <input
                type="text"
                inputmode="decimal"
                data-action="threshold"
                prop:value=move || shown.get()
                on:change:target=move |ev| {
                    change(ev.target().value());
                    ev.target().set_value(&shown.get_untracked());
                }
            />
        </label>
    }
    .into_any()
}
