//! What to know before deciding, after the chart: break-even price, peak cash, caveats, what the answer stands on.

use engine::plans::plan::PlanKind;
use engine::view::answer::{assumed, assumed_of_plans};
use engine::view::caveats::caveats;
use engine::view::figure_links::KeyFigure;
use engine::view::plan_words::id;
use engine::view::target_price::indifference;
use leptos::prelude::*;

use crate::answer::NOTES;
use crate::answer::caveats::CurrencyNote;
use crate::answer::edition_note::EditionNote;
use crate::answer::figure_details::FigureDetails;
use crate::answer::key_figures::FurtherFigures;
use crate::browser::locale::Locale;
use crate::components::{Sentence, When, sentence_views, words};
use crate::state::{Evaluation, EvaluationContext};
use crate::strings::answer as strings;

/// Whether a figure opens after the chart.
fn opens_here(figure: KeyFigure) -> bool {
    matches!(figure, KeyFigure::BreakEvenPrice | KeyFigure::PeakCash)
}

/// The notes; nothing without an answer.
#[component]
pub fn AnswerNotes() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let is_there = Memo::new(move |_| evaluation.shown().is_some());
    view! { <When is=move || is_there.get()><Notes/></When> }
}

#[component]
fn Notes() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    let stale = Memo::new(move |_| evaluation.is_stale());
    let settling = Memo::new(move |_| evaluation.is_settling());
    // Figures and caveats compare the GPUs that were entered with one offer.
    let pure = evaluation.slice(Evaluation::is_about_pure_plans);
    let compared = evaluation.slice(Evaluation::compared_ids);
    let caveats = evaluation.slice(|e| caveats(&e.report));
    let fits = evaluation.settled().slice(Evaluation::fits);
    let indifference = evaluation.slice(|e| indifference(&e.report));
    let indifference = Signal::derive(move || indifference.get().unwrap_or_default());
    let assumed = evaluation.slice(|e| {
        let told = if e.is_about_pure_plans() { assumed(&e.report) } else { assumed_of_plans(&e.report, e.buys()) };
        (told, e.age())
    });
    view! {
        <section class="notes" class:stale=move || stale.get() class:settling=move || settling.get() id=NOTES aria-labelledby="notes-heading">
            <h2 id="notes-heading">{strings::BEFORE_YOU_DECIDE}</h2>
            <When is=move || pure.get().unwrap_or(true)>
                <FurtherFigures/>
                <div class="whole" data-plan=move || compared.get()><FigureDetails opens=opens_here/></div>
                <p class="indifference" data-view="indifference" data-plan=move || compared.get()><Sentence pieces=indifference opens=true/></p>
                <ul class="caveats" data-plan=move || compared.get()>
                    {move || {
                        let _ = locale.currency();
                        caveats.get().unwrap_or_default().iter().map(|c| view! { <li>{sentence_views(c, false)}</li> }).collect_view()
                    }}
                </ul>
            </When>
            {move || {
                let _ = locale.currency();
                let said = fits.get().filter(|said| !said.is_empty())?;
                let items = said.iter().map(|said| view! { <li>{sentence_views(said, false)}</li> }).collect_view();
                Some(view! { <ul class="caveats" data-view="fits" data-plan=id(PlanKind::Now)>{items}</ul> })
            }}
            <p class="assumed">
                {move || {
                    let _ = locale.currency();
                    assumed.get().map(|(pieces, age)| {
                        let age = age.map(|age| words(format!(" {age}")));
                        view! { {sentence_views(&pieces, false)} {age} }
                    })
                }}
            </p>
            <p class="small"><CurrencyNote/></p>
            <EditionNote/>
        </section>
    }
    .into_any()
}
