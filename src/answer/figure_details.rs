//! Where a figure of the first screen comes from, opened where it stands.

use engine::derivation::Derivation;
use engine::inputs::field;
use engine::view::figure_links::KeyFigure;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::derivation::{PricedOffer, RoundingNote, derivation_value};
use crate::components::{FieldLink, Later, When, words};
use crate::navigation::{OPEN_FIGURE, go_to, toggle_figure};
use crate::state::second_part::in_the_second_part;
use crate::state::{Evaluation, EvaluationContext, UiState};
use crate::strings::figure_details as strings;

/// Figures that no tile opens: of owning against renting, and of listed plans.
const UNLISTED: [KeyFigure; 3] = [KeyFigure::Saving, KeyFigure::NodePrice, KeyFigure::PlanSaving];

/// Whether a figure is of listed plans, whichever lead.
fn is_of_a_plan(figure: KeyFigure) -> bool {
    matches!(figure, KeyFigure::PlanCost(_) | KeyFigure::PlanUpfront(_) | KeyFigure::PlanSaving)
}

in_the_second_part! {
    /// The figure that is open.
    open_figure: view! { <OpenFigure/> }.into_any();
}

/// The figure that is open, with its derivations, if it opens here.
#[component]
pub fn FigureDetails(
    /// Whether a figure opens here.
    opens: fn(KeyFigure) -> bool,
) -> impl IntoView {
    let ui = UiState::expect();
    let is_here = Memo::new(move |_| ui.open_figure.get().is_some_and(opens));
    view! { <When is=is_here><Later part=open_figure/></When> }
}

/// The figure that is open, with its derivations; the parts of each stand folded below it.
#[component]
fn OpenFigure() -> impl IntoView {
    let (evaluation, ui, locale) = (EvaluationContext::expect(), UiState::expect(), Locale::expect());
    move || {
        let figure = ui.open_figure.get()?;
        let shown = evaluation.shown()?;
        let trees = figure.trees(shown.derivations()).into_iter();
        let trees: Vec<AnyView> = trees.map(|tree| derivation_view(&shown, tree, true, locale)).collect();
        let inside = if trees.is_empty() {
            view! { <p>{strings::NO_VALUE}</p> }.into_any()
        } else {
            view! { <ul class="terms">{trees}</ul><RoundingNote/> }.into_any()
        };
        let offer = shown.report.cheapest().filter(|_| figure == KeyFigure::RentCost).cloned();
        let others = UNLISTED.into_iter().filter(|other| *other != figure && is_of_a_plan(*other) == is_of_a_plan(figure)).map(|other| {
            view! {
                " "
                <button type="button" class="plain" data-opens=other.id() on:click=move |_| toggle_figure(ui, other)>
                    {other.label()}
                </button>
            }
        });
        Some(
            view! {
                <div class="opened" role="region" aria-labelledby="opened-heading" id=OPEN_FIGURE>
                    <div class="opened-head">
                        <h2 id="opened-heading">{figure.label()}</h2>
                        <button type="button" class="plain" data-opens=figure.id() on:click=move |_| toggle_figure(ui, figure)>
                            {strings::CLOSE}
                        </button>
                    </div>
                    {inside}
                    {offer.map(|offer| view! { <PricedOffer offer/> })}
                    <p class="small">
                        <button type="button" class="plain" data-go=figure.section() on:click=move |_| go_to(ui, figure.section())>
                            {strings::DETAILS_BELOW}
                        </button>
                        {others.collect_view()}
                    </p>
                </div>
            }
            .into_any(),
        )
    }
}

/// A derivation as a list entry; its parts stand folded below it.
pub fn derivation_view(shown: &Evaluation, node: &Derivation, open: bool, locale: Locale) -> AnyView {
    let head = format!("{}: ", node.label);
    let value = derivation_value(node, locale);
    let rows = node.inputs.iter().filter_map(|id| field(id)).filter(|row| (row.is_relevant)(&shown.document.scenario));
    let inputs = (!node.inputs.is_empty()).then(|| {
        let links = rows.map(|row| view! { <span>" "<FieldLink row=row.id label=row.label/></span> });
        view! { <span class="from-inputs">{strings::FROM}{links.collect_view()}</span> }
    });
    if node.parts.is_empty() {
        return view! { <li>{head}{value}{inputs}</li> }.into_any();
    }
    let formula = view! { <p class="formula">{words(format!("= {}", node.formula.words()))}{inputs}</p> };
    let parts: Vec<AnyView> = node.parts.iter().map(|part| derivation_view(shown, part, false, locale)).collect();
    let parts = view! { <ul class="terms">{parts}</ul> };
    if open {
        view! { <li>{head}{value}{formula}{parts}</li> }.into_any()
    } else {
        view! { <li><details><summary>{head}{value}</summary>{formula}{parts}</details></li> }.into_any()
    }
}
