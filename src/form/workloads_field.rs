//! The workloads: a card for each, with the fields that its kind needs.

use engine::inputs::field::{Column, Field, Kind};
use engine::inputs::value::{Cell, Row};
use engine::inputs::workloads::{Shape, Workload};
use leptos::prelude::*;

use super::demand_in_words::demand_in_words;
use super::list_field::{ListCell, rows};
use crate::components::{Later, When};
use crate::navigation::input_id;
use crate::state::{InputProblems, ScenarioStore};
use crate::strings::workloads as strings;

/// The row of the workloads.
pub const WORKLOADS: &str = "work.workloads";
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
    let buttons = starts().into_iter().map(|(label, workload)| {
        let cells = StoredValue::new(workload.cells());
        view! {
            <button type="button" class="plain" data-action="add-workload" on:click=move |_| add(cells.get_value())>
                {label}
            </button>
        }
    });
    view! {
        <div class="workloads" tabindex="-1" role="group" id=input_id(field.id) data-field=field.id aria-label=field.label>
            <Later part=demand_in_words/>
            <For each=move || 0..lines.get() key=|index| *index let:index>
                <WorkloadCard field index/>
            </For>
            {move || problem.get().map(|problem| view! { <p class="error" data-error="">{problem.problem}</p> })}
            <p class="adds"><span class="small">{strings::ADD_A_WORKLOAD}</span>{buttons.collect_view()}</p>
        </div>
    }
    .into_any()
}

/// A workload of each kind to start from, with the label of its button.
fn starts() -> [(&'static str, Workload); 6] {
    let named = |name: &str, shape, gpus| Workload { name: name.to_owned(), shape, gpus, ..Workload::default() };
    let runs = Workload { hours: Some(504.0), times: Some(4.0), ..named(strings::CAMPAIGNS, Shape::Runs, Some(256.0)) };
    let training = Workload {
        times: Some(2.0),
        parameters: Some(7.0),
        tokens: Some(1_000.0),
        peak_tflops: Some(989.0),
        flop_utilization: Some(0.4),
        ..named(strings::TRAINING, Shape::Training, Some(64.0))
    };
    let inference = Workload {
        tokens_per_second: Some(50_000.0),
        peak_to_mean: Some(2.0),
        tokens_per_second_per_gpu: Some(2_400.0),
        target_load: Some(0.7),
        ..named(strings::INFERENCE, Shape::Inference, None)
    };
    [
        (strings::ALL_YEAR, named(strings::SERVICE, Shape::Steady, Some(24.0))),
        (strings::RUNS, runs),
        (strings::OFFICE_HOURS, named(strings::DEVELOPMENT, Shape::Office, Some(16.0))),
        (strings::BURSTS, named(strings::EXPERIMENTS, Shape::Bursty, Some(64.0))),
        (strings::TRAINING_RUN, training),
        (strings::TOKENS, inference),
    ]
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
