//! A list-valued row: one line of fields for each of its rows.

use engine::number::read_typed;
use engine::scenario::field::{Column, ColumnKind, Field};
use engine::scenario::value::{Cell, Value};
use leptos::prelude::*;

use super::field_input::input_id;
use crate::browser::intl;
use crate::state::AppState;

/// Rows of cells with a button to add one and one to take each away.
#[component]
pub fn ListInput(
    /// The row of the table.
    field: &'static Field,
    /// Its columns.
    columns: &'static [Column],
) -> impl IntoView {
    let state = expect_context::<AppState>();
    let rows = Memo::new(move |_| match state.document.with(|d| (field.get)(&d.scenario)) {
        Value::List(rows) => rows,
        _ => Vec::new(),
    });
    let count = Memo::new(move |_| rows.with(Vec::len));
    let write = move |change: &dyn Fn(&mut Vec<Vec<Cell>>)| {
        let mut all = rows.get_untracked();
        change(&mut all);
        let value = Value::List(all);
        if field.objection(&value).is_none() {
            state.set(field, &value);
        }
    };
    let add = move |_| write(&|all| all.push(columns.iter().map(empty).collect()));
    view! {
        <div class="list" id=input_id(field.id) data-field=field.id tabindex="-1">
            <For each=move || 0..count.get() key=|index| *index let:index>
                <div class="list-row">
                    {columns.iter().enumerate().map(|(at, column)| {
                        let cell = Memo::new(move |_| rows.with(|all| all.get(index).and_then(|r| r.get(at)).cloned()));
                        let put = move |cell: Cell| write(&|all: &mut Vec<Vec<Cell>>| {
                            if let Some(place) = all.get_mut(index).and_then(|r| r.get_mut(at)) { *place = cell.clone(); }
                        });
                        view! { <CellInput label=format!("{} {}: {}", field.label, index + 1, column.label) column cell put=Callback::new(put)/> }
                    }).collect_view()}
                    <button type="button" class="plain" aria-label=format!("Remove {} {}", field.label, index + 1)
                        on:click=move |_| { write(&|all: &mut Vec<Vec<Cell>>| { if index < all.len() { all.remove(index); } }); state.replaced.update(|n| *n += 1); }>
                        "remove"
                    </button>
                </div>
            </For>
            <button type="button" class="plain" data-action="add" on:click=add>"add"</button>
        </div>
    }
    .into_any()
}

/// What a new row starts with.
fn empty(column: &Column) -> Cell {
    match column.kind {
        ColumnKind::Number { optional: true, .. } => Cell::Empty,
        ColumnKind::Number { min, .. } => Cell::Number(min),
        ColumnKind::Text { .. } => Cell::Text(String::new()),
    }
}

/// One cell. A text that cannot be used is marked and changes nothing.
#[component]
fn CellInput(label: String, column: &'static Column, cell: Memo<Option<Cell>>, put: Callback<Cell>) -> impl IntoView {
    let state = expect_context::<AppState>();
    let typed: RwSignal<Option<String>> = RwSignal::new(None);
    Effect::new(move |before: Option<()>| {
        state.replaced.track();
        if before.is_some() {
            typed.set(None);
        }
    });
    let read = move |text: &str| read_cell(column, text);
    let bad = move || typed.with(|t| t.as_deref().is_some_and(|t| read(t).is_none()));
    let shown = move || typed.get().unwrap_or_else(|| cell.get().map_or_else(String::new, |c| written(column, &c)));
    let on_input = move |event| {
        let text = event_target_value(&event);
        if let Some(cell) = read(&text) {
            put.run(cell);
        }
        typed.set(Some(text));
    };
    let on_blur = move |_| {
        if !bad() {
            typed.set(None);
        }
    };
    let unit = match column.kind {
        ColumnKind::Number { unit, .. } => unit.symbol(),
        ColumnKind::Text { .. } => column.label,
    };
    let mode = matches!(column.kind, ColumnKind::Number { .. }).then_some("decimal");
    view! {
        <span class="cell">
            <input type="text" inputmode=mode autocomplete="off" spellcheck="false" aria-label=label prop:value=shown placeholder=unit
                on:input=on_input on:blur=on_blur aria-invalid=move || bad().then_some("true")/>
            <span class="unit" translate="no">{unit}</span>
        </span>
    }
    .into_any()
}

fn read_cell(column: &Column, text: &str) -> Option<Cell> {
    match column.kind {
        ColumnKind::Text { max_chars } => Some(Cell::Text(engine::codec::plain(text, max_chars))),
        ColumnKind::Number { optional: true, .. } if text.trim().is_empty() => Some(Cell::Empty),
        ColumnKind::Number { unit, min, max, .. } => {
            let value = read_typed(text)?.value / unit.shown_factor();
            (min..=max).contains(&value).then_some(Cell::Number(value))
        }
    }
}

fn written(column: &Column, cell: &Cell) -> String {
    match (cell, column.kind) {
        (Cell::Number(value), ColumnKind::Number { unit, .. }) => intl::typed(*value, unit),
        (Cell::Text(text), _) => text.clone(),
        _ => String::new(),
    }
}
