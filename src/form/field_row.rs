//! A row of the form: label, field, error, help with its source, and reset to the default.

use engine::inputs::field;
use engine::inputs::field::{Field, Kind};
use engine::view::hints::hint;
use leptos::prelude::*;

use super::choice_field::{ChoiceField, GpuSelect};
use super::list_field::ListField;
use super::number_field::NumberField;
use super::number_or_word_field::NumberOrWordField;
use super::offer_cards::{OFFERS, OffersField};
use super::row::FormRow;
use super::workloads_field::{WORKLOADS, WorkloadsField};
use crate::browser::clock;
use crate::browser::locale::Locale;
use crate::components::goal_seek::{goal_seek_words, seek};
use crate::components::{External, Later, Sentence, When};
use crate::navigation::input_id;
use crate::state::second_part::in_the_second_part;
use crate::state::{Fold, Prices, ScenarioStore, UiState, Workspace};
use crate::strings::fields as strings;

/// Days after which a source is called old.
const OLD_DAYS: i64 = 90;

in_the_second_part! {
    /// Help, source and date, and the goal seek.
    fn explanation(row: FormRow) -> AnyView {
        view! { <Explanation row/> }.into_any()
    }

    /// What stands below a row.
    fn below_front_row(row: FormRow) -> AnyView {
        view! { <BelowRow row/> }.into_any()
    }
}

/// A row that stands in the question or at the top of the form, a number or a GPU: it is there with the first answer.
#[component]
pub fn FrontRow(
    /// The row.
    row: FormRow,
) -> impl IntoView {
    let control = match row {
        FormRow::Field(field) if matches!(field.kind, Kind::Gpu) => view! { <GpuSelect field/> }.into_any(),
        _ => view! { <NumberField row/> }.into_any(),
    };
    let below = view! { <Later part=move || below_front_row(row) silent=true/> }.into_any();
    view! { <RowWith row control below/> }
}

/// A row of any kind.
#[component]
pub fn FieldRow(
    /// The row.
    row: FormRow,
) -> impl IntoView {
    let control = match row {
        FormRow::Field(field) if field.id == WORKLOADS => view! { <WorkloadsField field/> }.into_any(),
        FormRow::Field(field) if field.id == OFFERS => view! { <OffersField field/> }.into_any(),
        FormRow::Field(field) if matches!(field.kind, Kind::List { .. }) => view! { <ListField field/> }.into_any(),
        FormRow::Field(field) if let Kind::NumberOrWord { words, .. } = field.kind => {
            view! { <NumberOrWordField field words/> }.into_any()
        }
        FormRow::Field(field) if field.unit().is_none() => view! { <ChoiceField field/> }.into_any(),
        _ => view! { <NumberField row/> }.into_any(),
    };
    let below = view! { <BelowRow row/> }.into_any();
    view! { <RowWith row control below/> }
}

/// A row with its control. Hidden if it is not relevant in the chosen modes.
#[component]
fn RowWith(row: FormRow, control: AnyView, below: AnyView) -> impl IntoView {
    let (scenario, prices, ui) = (ScenarioStore::expect(), Prices::expect(), UiState::expect());
    let matters = Memo::new(move |_| scenario.with(|s| row.is_relevant(s)));
    let changed = match row {
        FormRow::Field(field) => {
            let default = field.value_in(&prices.published());
            Memo::new(move |_| scenario.with(|s| field.get(s)) != default)
        }
        FormRow::Derived(_) => Memo::new(|_| false),
    };
    let help = Fold::Help(row.id());
    let explained = Memo::new(move |_| ui.is_open(help));
    let reset = move || match row {
        FormRow::Field(field) => Some(view! {
            <button
                type="button"
                class="plain reset"
                data-action="reset-field"
                aria-label=strings::reset(&field.label)
                on:click=move |_| scenario.reset_field(field)
            >
                {strings::RESET}
            </button>
        }),
        FormRow::Derived(_) => None,
    };
    let is_list = matches!(row, FormRow::Field(field) if matches!(field.kind, Kind::List { .. }));
    let mut control = Some(control);
    // Its own form: browsers scan all fields of a form whenever one changes.
    view! {
        <form
            class="row"
            class:changed=move || changed.get()
            data-row=row.id()
            hidden=move || !matters.get()
            on:submit=|ev| ev.prevent_default()
        >
            <label for=input_id(row.id())>{row.label()}</label>
            {if is_list { None } else { control.take() }}
            <details
                class="about"
                name="about"
                prop:open=move || explained.get()
                on:toggle:target=move |ev| ui.set_open(help, ev.target().open())
            >
                <summary aria-label=strings::about(&row.label())>"?"</summary>
            </details>
            <When is=move || changed.get()>{reset()}</When>
            <When is=move || explained.get()><Later part=move || explanation(row)/></When>
            // A list can be long: its help stands above it.
            {control}
            {below}
        </form>
    }
    .into_any()
}

/// What stands below a row: a hint, and the last goal seek.
#[component]
fn BelowRow(row: FormRow) -> impl IntoView {
    view! {
        <Hint row/>
        <GoalSeekLine row/>
    }
}

/// What the present values amount to, where the row has such a line.
#[component]
fn Hint(row: FormRow) -> impl IntoView {
    let (scenario, prices) = (ScenarioStore::expect(), Prices::expect());
    let hint = Memo::new(move |_| scenario.with(|s| hint(row.id(), s, &prices.published())));
    move || hint.get().map(|pieces| view! { <p class="hint" data-view="hint"><Sentence pieces/></p> })
}

/// The result of the last goal seek, while it is for this row and the current scenario.
#[component]
fn GoalSeekLine(row: FormRow) -> impl IntoView {
    let (scenario, ui, locale) = (ScenarioStore::expect(), UiState::expect(), Locale::expect());
    move || {
        let asked = ui.goal_seek.get().filter(|asked| asked.found.field == row.id())?;
        let field = field(asked.found.field).filter(|_| *asked.of == *scenario.document())?;
        Some(view! { <p class="asked" translate="no">{goal_seek_words(locale, field, &asked.found)}</p> })
    }
}

/// Help, source and date, and the goal seek.
#[component]
fn Explanation(row: FormRow) -> impl IntoView {
    let workspace = Workspace::expect();
    match row {
        FormRow::Field(field) => {
            let number = matches!(field.kind, Kind::Number { .. });
            let ask = move |_| seek(workspace, field);
            view! {
                <div class="card">
                    <p>{field.help()}</p>
                    <SourceOf field/>
                    {number.then(|| view! { <p class="source">{strings::A_RANGE_CAN_BE_TYPED}</p> })}
                    {number.then(|| view! {
                        <button type="button" class="plain" data-action="ask" on:click=ask>
                            {strings::FIND_THE_BREAK_EVEN}
                        </button>
                    })}
                </div>
            }
            .into_any()
        }
        FormRow::Derived(derived) => view! { <div class="card"><p>{derived.help()}</p></div> }.into_any(),
    }
}

/// The default of a row with its range, date and source.
#[component]
fn SourceOf(field: &'static Field) -> impl IntoView {
    let (prices, locale) = (Prices::expect(), Locale::expect());
    let default = field.default_in(&prices.published());
    let (value, range, as_of) = (default.value.number(), default.range, default.as_of.clone());
    let shown = move || {
        let mut shown = String::new();
        if let (Some(value), Some(unit)) = (value, field.unit()) {
            let range = range.filter(|(low, high)| low < high);
            let range = range.map(|(low, high)| strings::between(&locale.typed(low, unit), &locale.typed(high, unit)));
            shown = strings::default(&locale.with_unit(value, unit), &range.unwrap_or_default());
        }
        if !as_of.is_empty() {
            let age = clock::days_since(&as_of).filter(|d| *d > OLD_DAYS).map(|d| strings::days_old(&d));
            shown = format!("{shown} ({as_of}{})", age.unwrap_or_default());
        }
        shown
    };
    // A reason of ours is no source.
    let kind = match (default.assumed, default.url.is_empty()) {
        (true, _) => strings::ASSUMPTION,
        (false, true) => strings::DEFAULT_BECAUSE,
        (false, false) => strings::SOURCE,
    };
    let source = if default.url.is_empty() {
        view! { <span>{default.source}</span> }.into_any()
    } else {
        view! { <External url=default.url label=default.source/> }.into_any()
    };
    view! {
        <p class="source" translate="no">{shown}</p>
        <p class="source">{kind}{source}</p>
        {(!default.nothing_newer.is_empty())
            .then(|| view! { <p class="source">{strings::NOTHING_NEWER}{default.nothing_newer}</p> })}
    }
}
