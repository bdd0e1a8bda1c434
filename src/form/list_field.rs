//! A list-valued row: one line of fields per list row.

use engine::codec::plain;
use engine::inputs::field::{Column, ColumnKind, Field, Kind};
use engine::inputs::value::{Cell, Value};
use engine::units::Unit;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::navigation::input_id;
use crate::row_keys::{RowKey, RowKeys};
use crate::state::{InputProblem, InputProblems, ScenarioStore};
use crate::strings::list_field as strings;

/// Rows of more columns are cards with labels: the words within the fields are gone once something is typed.
const MOST_WITHOUT_LABELS: usize = 5;

/// The list rows, with buttons to add and remove one.
#[component]
pub fn ListField(field: &'static Field) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let problems = expect_context::<InputProblems>();
    let Kind::List { columns, .. } = field.kind else { return ().into_any() };
    let list = ListRows::new(field);
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
            <For each=move || list.keys.get() key=|key| *key let:key>
                <ListLine list columns key/>
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

/// The rows of a list on screen, by their keys.
#[derive(Clone, Copy)]
pub struct ListRows {
    scenario: ScenarioStore,
    /// The list.
    pub field: &'static Field,
    /// The keys of its rows, in order.
    pub keys: Memo<Vec<RowKey>>,
    known: StoredValue<RowKeys<Vec<Cell>>>,
}

impl ListRows {
    /// The rows of a list in the scenario on screen.
    pub fn new(field: &'static Field) -> Self {
        let scenario = ScenarioStore::expect();
        let known = StoredValue::new(RowKeys::default());
        let keys = Memo::new(move |_| {
            let rows = rows(scenario, field);
            known
                .try_update_value(|known| {
                    known.follow(rows);
                    known.keys().to_vec()
                })
                .unwrap_or_default()
        });
        Self { scenario, field, keys, known }
    }

    /// The place of a row; `None` once it is removed.
    pub fn index(self, key: RowKey) -> Memo<Option<usize>> {
        Memo::new(move |_| self.keys.with(|keys| keys.iter().position(|kept| *kept == key)))
    }

    /// Removes a row.
    pub fn remove(self, key: RowKey) {
        let Some(index) = self.known.try_update_value(|known| known.remove(key)).flatten() else { return };
        let _ = self.scenario.change_list(self.field, |rows| {
            if index < rows.len() {
                rows.remove(index);
            }
        });
    }
}

/// The number of a row as people count.
pub fn row_number(index: Memo<Option<usize>>) -> usize {
    index.get().map_or(0, |index| index + 1)
}

#[component]
fn ListLine(list: ListRows, columns: &'static [Column], key: RowKey) -> impl IntoView {
    let (field, index) = (list.field, list.index(key));
    let has_labels = columns.len() > MOST_WITHOUT_LABELS;
    let cells = columns.iter().enumerate().map(|(place, column)| {
        if has_labels {
            view! { <LabelledCell field column index place/> }.into_any()
        } else {
            view! { <ListCell field column index place/> }.into_any()
        }
    });
    view! {
        <div class=if has_labels { "offer-card" } else { "list-row" }>
            {cells.collect_view()}
            <button
                type="button"
                class="plain"
                data-action="remove"
                aria-label=move || strings::remove(&field.label, &row_number(index))
                on:click=move |_| list.remove(key)
            >
                {strings::REMOVE}
            </button>
        </div>
    }
    .into_any()
}

/// A cell with its label above. The field inside names itself.
#[component]
pub fn LabelledCell(
    field: &'static Field,
    column: &'static Column,
    index: Memo<Option<usize>>,
    place: usize,
    #[prop(optional_no_strip)] offers: Option<&'static str>,
) -> impl IntoView {
    view! {
        <div class="labelled">
            <span class="small" aria-hidden="true">{column.label}</span>
            <ListCell field column index place labelled=true offers/>
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
    /// The place of the row.
    index: Memo<Option<usize>>,
    /// The place of the column.
    place: usize,
    /// Whether its label stands beside it.
    #[prop(optional)]
    labelled: bool,
    /// Id of its help, if that stands beside it.
    #[prop(optional, into)]
    described_by: Option<String>,
    /// Id of the list of texts that the browser offers while one is typed.
    #[prop(optional_no_strip)]
    offers: Option<&'static str>,
) -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let problems = expect_context::<InputProblems>();
    // A row may end before columns added later.
    let cell = Memo::new(move |_| {
        let rows = rows(scenario, field);
        let row = index.get().and_then(|index| rows.get(index));
        row.and_then(|row| row.get(place)).cloned().unwrap_or(Cell::Empty)
    });
    let text = move || written(locale, column, &cell.get());
    // Another cell's valid text does not clear this one's problem.
    let bad = RwSignal::new(false);
    let on_change = move |text: String| {
        let read = parse(locale, column, &text);
        let problem = read.is_none().then(|| InputProblem {
            field: field.id,
            problem: strings::not_valid(&field.label, &untrack(|| row_number(index)), &column.label, &plain(&text, 40)),
            used: strings::PREVIOUS_VALUE.to_owned(),
        });
        if problem.is_some() || bad.get_untracked() {
            bad.set(problem.is_some());
            problems.mark(field.id, problem);
        }
        if let Some(read) = read {
            let _ = scenario.change_list(field, |rows| {
                if let Some(row) = index.get_untracked().and_then(|index| rows.get_mut(index)) {
                    row.resize(row.len().max(place + 1), Cell::Empty);
                    if let Some(cell) = row.get_mut(place) {
                        *cell = read;
                    }
                }
            });
        }
    };
    let unit = move || match column.kind {
        ColumnKind::Number { unit, .. } => locale.symbol(unit),
        ColumnKind::Text { .. } | ColumnKind::Choice(_) => String::new(),
    };
    let label = move || format!("{} {}: {}", field.label, row_number(index), column.label);
    let described = described_by.clone();
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
                <select aria-label=label aria-describedby=described on:change:target=move |ev| on_change(ev.target().value())>
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
                aria-describedby=described_by
                list=offers
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
        // A share of a price starts at 100%: no statement yet.
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
