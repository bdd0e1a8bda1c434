//! The workloads: a card for each, with the fields that its kind needs.

use engine::codec::plain;
use engine::inputs::field::{Column, Field, Kind};
use engine::inputs::value::{Cell, Row};
use engine::inputs::workload_words;
use engine::inputs::workloads::{Shape, Workload};
use leptos::prelude::*;

use super::list_field::{ListCell, rows};
use super::row::input_id;
use crate::components::When;
use crate::state::{InputProblems, ScenarioStore};
use crate::strings::workloads as strings;

/// The row of the workloads.
pub const WORKLOADS: &str = "work.workloads";
/// Id of the field for a description in words.
pub const DESCRIBE: &str = "describe-demand";
/// The columns that every workload has, and few need.
const FURTHER: [usize; 4] = [5, 6, 7, 8];

/// The workloads, with buttons that add one of each kind.
#[component]
pub fn WorkloadsField(field: &'static Field) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let problems = expect_context::<InputProblems>();
    let lines = Memo::new(move |_| rows(scenario, field).len());
    let problem = Memo::new(move |_| problems.of(field.id));
    let add = move |cells: Vec<Cell>| {
        let _ = scenario.change_list(field, |rows| rows.push(cells));
    };
    let (words, not_understood) = (RwSignal::new(String::new()), RwSignal::new(None::<String>));
    let describe = move || {
        let found = match workload_words::read(&words.get_untracked()) {
            Ok(found) if !found.is_empty() => found,
            other => {
                let part = other.err().unwrap_or_default();
                not_understood.set(Some(strings::not_understood(&plain(&part, 60))));
                return;
            }
        };
        not_understood.set(None);
        words.set(String::new());
        let _ = scenario.change_list(field, |rows| rows.extend(found.iter().map(Row::cells)));
    };
    let buttons = starts().into_iter().map(|(label, cells)| {
        let cells = StoredValue::new(cells);
        view! {
            <button type="button" class="plain" data-action="add-workload" on:click=move |_| add(cells.get_value())>
                {label}
            </button>
        }
    });
    view! {
        <div class="workloads" tabindex="-1" role="group" id=input_id(field.id) data-field=field.id aria-label=field.label>
            <div class="describe">
                <label class="small" for=DESCRIBE>{strings::DESCRIBE}</label>
                <input
                    type="text"
                    id=DESCRIBE
                    autocomplete="off"
                    placeholder=strings::FOR_INSTANCE
                    prop:value=move || words.get()
                    on:input:target=move |ev| words.set(ev.target().value())
                    on:keydown=move |ev| if ev.key() == "Enter" { describe() }
                />
                <button type="button" class="plain" data-action="describe" on:click=move |_| describe()>{strings::ADD}</button>
            </div>
            {move || not_understood.get().map(|text| view! { <p class="error" data-error="" role="alert">{text}</p> })}
            <For each=move || 0..lines.get() key=|index| *index let:index>
                <WorkloadCard field index/>
            </For>
            {move || problem.get().map(|problem| view! { <p class="error" data-error="">{problem.problem}</p> })}
            <p class="adds"><span class="small">{strings::ADD_A_WORKLOAD}</span>{buttons.collect_view()}</p>
        </div>
    }
    .into_any()
}

/// What a workload of each kind starts from, in words.
const STARTS: [(&str, &str, &str); 4] = [
    (strings::ALL_YEAR, strings::SERVICE, strings::START_ALL_YEAR),
    (strings::RUNS, strings::CAMPAIGNS, strings::START_RUNS),
    (strings::OFFICE_HOURS, strings::DEVELOPMENT, strings::START_OFFICE_HOURS),
    (strings::BURSTS, strings::EXPERIMENTS, strings::START_BURSTS),
];
/// A value in a column.
type At = (usize, f64);
/// What further kinds start from.
const FURTHER_STARTS: [(&str, &str, &str, &[At]); 2] = [
    (
        strings::TRAINING_RUN,
        strings::TRAINING,
        "training",
        &[(2, 64.0), (4, 2.0), (11, 7.0), (12, 1_000.0), (13, 989.0), (14, 0.4)],
    ),
    (strings::TOKENS, strings::INFERENCE, "inference", &[(15, 50_000.0), (16, 2.0), (17, 2_400.0), (18, 0.7)]),
];

/// A workload of each kind to start from, as the cells of its row.
fn starts() -> Vec<(&'static str, Vec<Cell>)> {
    let named = |name: &str, mut cells: Vec<Cell>| {
        if let Some(first) = cells.first_mut() {
            *first = Cell::Text(name.to_owned());
        }
        cells
    };
    let in_words = STARTS.iter().map(|(label, name, words)| {
        let cells = workload_words::read(words).unwrap_or_default().first().map(Row::cells).unwrap_or_default();
        (*label, named(name, cells))
    });
    let by_cells = FURTHER_STARTS.iter().map(|(label, name, kind, values)| {
        let mut cells = vec![Cell::Empty; 19];
        for (place, cell) in cells.iter_mut().enumerate() {
            if let Some((_, value)) = values.iter().find(|(at, _)| *at == place) {
                *cell = Cell::Number(*value);
            } else if place == 1 {
                *cell = Cell::Text((*kind).to_owned());
            }
        }
        (*label, named(name, cells))
    });
    in_words.chain(by_cells).collect()
}

#[component]
fn WorkloadCard(field: &'static Field, index: usize) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let Kind::List { columns, .. } = field.kind else { return ().into_any() };
    let workload = Memo::new(move |_| rows(scenario, field).get(index).and_then(|cells| Workload::of(cells)));
    let shape = Memo::new(move |_| workload.with(|w| w.as_ref().map_or(Shape::Steady, |w| w.shape)));
    let has_further = workload.with_untracked(|w| {
        let cells = w.as_ref().map(Row::cells).unwrap_or_default();
        FURTHER.iter().any(|at| cells.get(*at).is_some_and(|cell| *cell != Cell::Empty))
    });
    let open = RwSignal::new(has_further);
    let remove = move |_| {
        let _ = scenario.change_list(field, |rows| {
            if index < rows.len() {
                rows.remove(index);
            }
        });
    };
    let cell = move |at: usize| columns.get(at).map(|column| view! { <LabelledCell field column index at/> });
    let own = move || shape.get().columns().filter(|at| !FURTHER.contains(at)).map(cell).collect_view();
    view! {
        <fieldset class="workload" data-view="workload">
            <legend>{strings::workload(&(index + 1))}</legend>
            {cell(0)}
            {cell(1)}
            {own}
            <details class="further" prop:open=move || open.get() on:toggle:target=move |ev| open.set(ev.target().open())>
                <summary>{strings::FURTHER}</summary>
                <When is=open><div class="cells">{FURTHER.map(cell).collect_view()}</div></When>
            </details>
            <button
                type="button"
                class="plain"
                data-action="remove"
                aria-label=strings::remove(&(index + 1))
                on:click=remove
            >
                {strings::REMOVE}
            </button>
        </fieldset>
    }
    .into_any()
}

/// A cell with its label above. The field inside names itself.
#[component]
fn LabelledCell(field: &'static Field, column: &'static Column, index: usize, at: usize) -> impl IntoView {
    view! {
        <div class="labelled">
            <span class="small" aria-hidden="true">{column.label}</span>
            <ListCell field column index at labelled=true/>
        </div>
    }
    .into_any()
}
