//! What counts as idle, and as larger than needed.

use engine::measured::SummaryQuestions;
use engine::units::Unit;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::Disclosure;
use crate::rooms::demand::strings::measured as strings;
use crate::state::{Fold, MeasuredFiles};

/// A threshold: its label, its unit, how many of the question's units one of these is, and where it stands.
type Kind = (&'static str, Unit, f64, fn(&mut SummaryQuestions) -> &mut f64);

const ALL: [Kind; 5] = [
    (strings::IDLE_UTILIZATION, Unit::Share, 1.0, |questions| &mut questions.idle.utilization),
    (strings::IDLE_MINUTES, Unit::Ratio, 60.0, |questions| &mut questions.idle.seconds),
    (strings::IDLE_MEMORY, Unit::Share, 1.0, |questions| &mut questions.idle.memory),
    (strings::PEAK_MEMORY, Unit::Share, 1.0, |questions| &mut questions.memory_share),
    (strings::MEAN_UTILIZATION, Unit::Share, 1.0, |questions| &mut questions.compute_share),
];

/// Largest number that can be entered, per cent or minutes.
const MOST: f64 = 100_000.0;

/// The thresholds, each a number that can be changed.
#[component]
pub fn Thresholds() -> impl IntoView {
    let fields = || view! { <div class="thresholds">{ALL.map(|kind| view! { <Threshold kind/> }.into_any())}</div> };
    view! {
        <Disclosure fold=Fold::Named("thresholds") title=|| strings::THRESHOLDS>{fields()}</Disclosure>
    }
    .into_any()
}

/// One number; what cannot be read changes nothing.
#[component]
fn Threshold(kind: Kind) -> impl IntoView {
    let (measured, locale) = (MeasuredFiles::expect(), Locale::expect());
    let (label, unit, factor, place) = kind;
    let written = move || locale.typed(*place(&mut measured.summary_untracked()) / factor, unit);
    let shown = RwSignal::new(written());
    let change = move |text: String| {
        let value = locale.read_in(&text, unit);
        if let Some(value) = value.filter(|value| (0.0..=MOST).contains(&(value * unit.shown_factor()))) {
            measured.change_questions(|questions| *place(questions) = value * factor);
        }
        shown.set(written()); // what cannot be read: the field returns to what it was
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
