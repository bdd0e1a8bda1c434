//! A text field for a number, or one with its range: keeps the typed text, shows errors, and shows how an ambiguous text is read.

use engine::inputs::value::Amount;
use leptos::prelude::*;
use leptos_use::{UseTimeoutFnReturn, use_timeout_fn};

use super::row::FormRow;
use crate::browser::locale::Locale;
use crate::navigation::input_id;
use crate::state::{Draft, Edit, InputProblem, InputProblems, Prices, ScenarioStore, UiState};
use crate::strings::fields as strings;

/// Delay before an unusable text is reported while typing, in milliseconds.
const PATIENCE: f64 = 600.0;
/// Characters a field can show besides its unit.
const FITS: usize = 7;
/// Characters that fit into a long one: a number with its range is longer.
const FITS_LONG: usize = 12;

/// A number input for one row. Valid text takes effect at once. Invalid text is reported after a delay or when the
/// field loses focus, and the row returns to its previous value.
#[component]
pub fn NumberField(
    /// The row.
    row: FormRow,
) -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let (problems, prices, ui) = (expect_context::<InputProblems>(), Prices::expect(), UiState::expect());
    let (id, unit) = (row.id(), row.unit());
    let value = Memo::new(move |_| row.value(scenario));
    let draft = Memo::new(move |_| problems.draft(id));
    let problem = Memo::new(move |_| problems.of(id));
    // What the page set follows other rows, its range too: it stands as a number alone.
    let amount = Memo::new(move |_| {
        if row.is_set_by_page(scenario, prices) { Amount::exact(row.value(scenario)) } else { row.amount(scenario) }
    });
    let text =
        Memo::new(move |_| draft.get().map_or_else(|| row.written_amount(amount.get(), locale), |draft| draft.text));

    let report = move || {
        let Some(draft) = problems.draft_untracked(id) else { return };
        if let Err(problem) = row.parse(&draft.text, locale) {
            scenario.revert_edit();
            let used = locale.beside(&row.written(value.get_untracked(), locale), unit);
            ui.announce(strings::not_used(&problem, &used));
            problems.mark(id, Some(InputProblem { field: id, problem, used }));
        }
    };
    let UseTimeoutFnReturn { start, stop, .. } = use_timeout_fn(move |()| report(), PATIENCE);
    let (stop_on_blur, stop_on_input) = (stop.clone(), stop);
    let on_input = move |text: String| {
        stop_on_input();
        if let Ok((amount, said)) = row.parse(&text, locale) {
            problems.mark(id, None);
            let reading = said.then(|| row.reading(amount, locale));
            problems.set_draft(Draft { field: id, text, reading });
            row.set_amount(scenario, Edit::Typing, amount);
        } else {
            problems.set_draft(Draft { field: id, text, reading: None });
            start(());
        }
    };
    let on_blur = move |_| {
        stop_on_blur();
        report();
        if problem.get_untracked().is_none() {
            problems.drop_drafts(|row| row == id);
        }
    };

    let far =
        Memo::new(move |_| row.far_from_usual(scenario, prices).filter(|_| !row.is_set_by_page(scenario, prices)));
    let note = move || match (draft.get().and_then(|draft| draft.reading), far.get()) {
        (Some(reading), _) => reading,
        (None, Some((low, high))) => strings::far_outside_usual(&locale.typed(low, unit), &locale.typed(high, unit)),
        _ => String::new(),
    };
    let meant = move || far.get().and_then(|usual| row.meant(usual, value.get()));
    let error_id = format!("{}-error", input_id(id));
    let described_by = {
        let error_id = error_id.clone();
        move || problem.get().map(|_| error_id.clone())
    };
    view! {
        <div
            class="field"
            class:long=move || text.with(|text| text.len() > FITS)
            class:longest=move || text.with(|text| text.len() > FITS_LONG)
        >
            <span class="entry">
                <input
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    spellcheck="false"
                    translate="no"
                    id=input_id(id)
                    data-field=id
                    prop:value=move || text.get()
                    aria-invalid=move || problem.get().map(|_| "true")
                    aria-describedby=described_by
                    on:focus=move |_| scenario.begin_edit()
                    on:input:target=move |ev| on_input(ev.target().value())
                    on:blur=on_blur
                />
            </span>
            <span class="unit" translate="no">{move || locale.symbol(unit)}</span>
            <span class="reading" translate="no">
                {note}
                {move || meant().map(|number| view! { <MeantButton row number/> })}
            </span>
            <p class="error" data-error="" id=error_id hidden=move || problem.get().is_none()>
                {move || problem.get().map(|problem| problem.problem)}
            </p>
        </div>
    }
    .into_any()
}

/// A button that sets a row to the number probably intended.
#[component]
pub fn MeantButton(row: FormRow, number: f64) -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let problems = expect_context::<InputProblems>();
    let take = move |_| {
        problems.drop_drafts(|_| true);
        row.set(scenario, Edit::Step, number);
    };
    view! {
        <button type="button" class="plain" data-action="set-number" on:click=take>
            {strings::use_instead(&locale.typed(number, row.unit()))}
        </button>
    }
}
