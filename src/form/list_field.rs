//! A list-valued row: one line of fields per list row.

use engine::codec::plain;
use engine::inputs::field::{Column, ColumnKind, Field, Kind};
use engine::inputs::value::{Cell, Value};
use engine::units::Unit;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::navigation::input_id;
use crate::state::{InputProblem, InputProblems, ScenarioStore};
use crate::strings::list_input as strings;

/// The list rows, with buttons to add and remove one.
#[component]
pub fn ListField(field: &'static Field) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let problems = expect_context::<InputProblems>();
    let Kind::List { columns, .. } = field.kind else { return ().into_any() };
    let lines = Memo::new(move |_| rows(scenario, field).len());
    let problem = Memo::new(move |_| problems.of(field.id));
    let add = move |_| {
        let _ = scenario.change_list(field, |rows| rows.push(columns.iter().map(empty).collect()));
    };
    view! {
        <div
            class="list"
            tabindex="-1"
            role="group"
            id=input_id(field.id)
            data-field=field.id
            aria-label=field.label
        >
            <For each=move || 0..lines.get() key=|index| *index let:index>
                <ListLine field columns index/>
            </For>
            {move || problem.get().map(|problem| view! { <p class="error" data-error="">{problem.problem}</p> })}
            <button type="button" class="plain" data-action="add" data-list=field.id on:click=add>{strings::ADD}</button>
        </div>
    }
    .into_any()
}

/// The rows of a list; tracked.
pub fn rows(scenario: ScenarioStore, field: &Field) -> Vec<Vec<Cell>> {
    match scenario.with(|s| field.get(s)) {
        Value::List(rows) => rows,
        _ => Vec::new(),
    }
}

#[component]
fn ListLine(field: &'static Field, columns: &'static [Column], index: usize) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let remove = move |_| {
        let _ = scenario.change_list(field, |rows| {
            if index < rows.len() {
                rows.remove(index);
            }
        });
    };
    view! {
        <div class="list-row">
            {columns.iter().enumerate().map(|(at, column)| view! { <ListCell field column index at/> }).collect_view()}
            <button
                type="button"
                class="plain"
                data-action="remove"
                aria-label=strings::remove(&field.label, &(index + 1))
                on:click=remove
            >
                {strings::REMOVE}
            </button>
        </div>
    }
    .into_any()
}

/// A cell of a row.
#[component]
pub fn ListCell(
    /// The list.
    field: &'static Field,
    /// Its column.
    column: &'static Column,
    /// The row.
    index: usize,
    /// The place of the column.
    at: usize,
    /// Whether its label stands beside it.
    #[prop(optional)]
    labelled: bool,
) -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let problems = expect_context::<InputProblems>();
    // A row may end before columns added later.
    let cell = Memo::new(move |_| {
        rows(scenario, field).get(index).and_then(|row| row.get(at)).cloned().unwrap_or(Cell::Empty)
    });
    let text = move || written(locale, column, &cell.get());
    // Another cell's valid text does not clear this one's problem.
    let bad = RwSignal::new(false);
    let on_change = move |text: String| {
        let read = parse(locale, column, &text);
        let problem = read.is_none().then(|| InputProblem {
            field: field.id,
            problem: strings::not_valid(&field.label, &(index + 1), &column.label, &plain(&text, 40)),
            used: strings::THE_VALUE_BEFORE.to_owned(),
        });
        if problem.is_some() || bad.get_untracked() {
            bad.set(problem.is_some());
            problems.mark(field.id, problem);
        }
        if let Some(read) = read {
            let _ = scenario.change_list(field, |rows| {
                if let Some(row) = rows.get_mut(index) {
                    row.resize(row.len().max(at + 1), Cell::Empty);
                    if let Some(place) = row.get_mut(at) {
                        *place = read;
                    }
                }
            });
        }
    };
    let unit = move || match column.kind {
        ColumnKind::Number { unit, .. } => locale.symbol(unit),
        ColumnKind::Text { .. } | ColumnKind::Choice(_) => String::new(),
    };
    let label = format!("{} {}: {}", field.label, index + 1, column.label);
    if let ColumnKind::Choice(options) = column.kind {
        let chosen = move || {
            let cell = cell.get();
            options.iter().find(|o| cell == Cell::Text(o.id.to_owned())).or(options.first()).map(|o| o.id)
        };
        let options = options.iter().map(|option| {
            view! { <option value=option.id prop:selected=move || chosen() == Some(option.id)>{option.label}</option> }
        });
        return view! {
            <span class="cell">
                <select aria-label=label on:change:target=move |ev| on_change(ev.target().value())>
                    {options.collect_view()}
                </select>
                <span class="unit" translate="no"></span>
            </span>
        }
        .into_any();
    }
    view! {
        <span class="cell">
            <input
                type="text"
                autocomplete="off"
                inputmode=if matches!(column.kind, ColumnKind::Number { .. }) { "decimal" } else { "text" }
                placeholder=if labelled { "" } else { column.label }
                aria-label=label
                aria-invalid=move || if bad.get() { "true" } else { "false" }
                prop:value=text
                on:change:target=move |ev| on_change(ev.target().value())
            />
            <span class="unit" translate="no">{unit}</span>
        </span>
    }
    .into_any()
}

/// Initial value of a cell in a new line.
fn empty(column: &Column) -> Cell {
    match column.kind {
        ColumnKind::Number { optional: true, .. } | ColumnKind::Choice(_) => Cell::Empty,
        // A share of a price starts at 100 %: no statement yet.
        ColumnKind::Number { unit: Unit::Share, max, .. } if max > 1.0 => Cell::Number(1.0),
        ColumnKind::Number { min, .. } => Cell::Number(min),
        ColumnKind::Text { .. } => Cell::Text(String::new()),
    }
}

fn parse(locale: Locale, column: &Column, text: &str) -> Option<Cell> {
    match column.kind {
        ColumnKind::Text { max_chars } => Some(Cell::Text(plain(text, max_chars))),
        ColumnKind::Choice(options) => {
            let first = options.first().is_some_and(|o| o.id == text);
            let known = options.iter().any(|o| o.id == text);
            known.then(|| if first { Cell::Empty } else { Cell::Text(text.to_owned()) })
        }
        ColumnKind::Number { optional: true, .. } if text.trim().is_empty() => Some(Cell::Empty),
        ColumnKind::Number { unit, min, max, whole, .. } => {
            let value = locale.read_in(text, unit)?;
            ((min..=max).contains(&value) && (!whole || value.fract() == 0.0)).then_some(Cell::Number(value))
        }
    }
}

fn written(locale: Locale, column: &Column, cell: &Cell) -> String {
    match (cell, column.kind) {
        (Cell::Number(value), ColumnKind::Number { unit, .. }) => locale.typed(*value, unit),
        (Cell::Text(text), _) => text.clone(),
        _ => String::new(),
    }
}
