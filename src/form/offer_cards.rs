//! The user's own offers: a card each, with the label above and the help below each field.

use engine::inputs::QuoteColumn;
use engine::inputs::field::{Field, Kind};
use engine::inputs::value::{Cell, Quote, Row};
use leptos::prelude::*;

use super::list_field::{ListCell, ListRows, row_number, rows};
use crate::components::{Later, When};
use crate::navigation::input_id;
use crate::row_keys::RowKey;
use crate::state::second_part::in_the_second_part;
use crate::state::{InputProblems, ScenarioStore};
use crate::strings::{list_field, offer_cards as strings};

in_the_second_part! {
    /// The cards.
    offer_cards: view! { <OfferCards/> }.into_any();
}

/// The row of the user's offers.
pub const OFFERS: &str = "rent.quotes";

/// Columns that few offers need.
const FURTHER: [QuoteColumn; 4] =
    [QuoteColumn::Gpu, QuoteColumn::GpusPerMachine, QuoteColumn::Jurisdiction, QuoteColumn::Certificates];

/// The offers.
#[component]
pub fn OffersField(field: &'static Field) -> impl IntoView {
    view! {
        <div class="offers-field" tabindex="-1" role="group" id=input_id(field.id) data-field=field.id aria-label=field.label>
            <Later part=offer_cards/>
        </div>
    }
    .into_any()
}

/// The cards, with a button that adds one.
#[component]
pub fn OfferCards() -> impl IntoView {
    let Some(field) = engine::inputs::field(OFFERS) else { return ().into_any() };
    let scenario = ScenarioStore::expect();
    let problems = expect_context::<InputProblems>();
    let list = ListRows::new(field);
    let problem = Memo::new(move |_| problems.of(field.id));
    let is_full = Memo::new(move |_| match field.kind {
        Kind::List { max_rows, .. } => list.keys.with(|keys| keys.len() >= max_rows),
        _ => false,
    });
    let add = move |_| {
        let _ = scenario.change_list(field, |rows| rows.push(Quote::default().cells()));
    };
    view! {
        <For each=move || list.keys.get() key=|key| *key let:key>
            <OfferCard list key/>
        </For>
        {move || problem.get().map(|problem| view! { <p class="error" data-error="">{problem.problem}</p> })}
        <button type="button" class="plain" data-action="add" data-list=field.id prop:disabled=move || is_full.get() on:click=add>
            {strings::ADD_AN_OFFER}
        </button>
    }
    .into_any()
}

#[component]
fn OfferCard(list: ListRows, key: RowKey) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let (field, index) = (list.field, list.index(key));
    let quote = Memo::new(move |_| {
        let rows = rows(scenario, field);
        index.get().and_then(|index| rows.get(index)).and_then(|row| Quote::of(row))
    });
    let is_spot = Memo::new(move |_| quote.with(|quote| quote.as_ref().is_some_and(|quote| quote.spot)));
    let has_further = quote.with_untracked(|quote| {
        let cells = quote.as_ref().map(Row::cells).unwrap_or_default();
        FURTHER.iter().any(|column| *column.cell(&cells) != Cell::Empty)
    });
    let open = RwSignal::new(has_further);
    let cell = move |column: QuoteColumn| view! { <HelpedCell field column index/> };
    let of_class = move || {
        let columns: &[QuoteColumn] = if is_spot.get() {
            &[QuoteColumn::NoSpotShare, QuoteColumn::Interruptions]
        } else {
            &[QuoteColumn::TermMonths]
        };
        columns.iter().copied().map(cell).collect_view()
    };
    view! {
        <fieldset class="offer-card" data-view="offer">
            <legend>{move || strings::offer(&row_number(index))}</legend>
            {cell(QuoteColumn::Name)}
            {cell(QuoteColumn::UsdPerGpuHour)}
            {cell(QuoteColumn::Kind)}
            {of_class}
            <details class="further" prop:open=move || open.get() on:toggle:target=move |ev| open.set(ev.target().open())>
                <summary>{strings::FURTHER_FIELDS}</summary>
                <When is=open><div class="cells">{FURTHER.map(cell).collect_view()}</div></When>
            </details>
            <button
                type="button"
                class="plain"
                data-action="remove"
                aria-label=move || list_field::remove(&field.label, &row_number(index))
                on:click=move |_| list.remove(key)
            >
                {list_field::REMOVE}
            </button>
        </fieldset>
    }
    .into_any()
}

/// A cell with its label above and its help below. The field inside names itself.
#[component]
fn HelpedCell(field: &'static Field, column: QuoteColumn, index: Memo<Option<usize>>) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let place = column.index();
    let help_id = format!("offer-{}-{place}", untrack(|| row_number(index)));
    let rate = Memo::new(move |_| scenario.with(|s| s.stops.spot_kind));
    let help = move || strings::help(column, rate.get());
    view! {
        <div class="labelled">
            <span class="small" aria-hidden="true">{strings::label(column)}</span>
            <ListCell field column=column.column() index place labelled=true described_by=help_id.clone()/>
            <span class="small help" id=help_id>{help}</span>
        </div>
    }
    .into_any()
}
