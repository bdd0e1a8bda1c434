//! The workloads: a card for each, with the fields that its kind needs.

use engine::demand::levels::with_levels;
use engine::inputs::field;
use engine::inputs::field::Field;
use engine::inputs::value::{Cell, Row};
use engine::inputs::workloads::{Shape, Workload, WorkloadColumn};
use leptos::prelude::*;

use super::demand_in_words::demand_in_words;
use super::list_field::{LabelledCell, ListRows, row_number, rows};
use crate::components::{Later, When};
use crate::navigation::{focus_field, input_id};
use crate::row_keys::RowKey;
use crate::state::{InputProblems, Prices, ScenarioStore, UiState};
use crate::strings::workloads_field as strings;

/// The row of the workloads.
pub const WORKLOADS: &str = "work.workloads";
/// Longest series that keeps a link short, in bytes.
const SHORT_SERIES: usize = 240;
/// Id of the list of models that the price book knows.
const MODELS: &str = "known-models";
/// The columns that every workload has, and few need.
const FURTHER: [WorkloadColumn; 4] = WorkloadColumn::OF_EVERY_SHAPE;

/// The workloads, with buttons that add one of each kind.
#[component]
pub fn WorkloadsField(field: &'static Field) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let problems = expect_context::<InputProblems>();
    let list = ListRows::new(field);
    let problem = Memo::new(move |_| problems.of(field.id));
    let prices = Prices::expect();
    let models = move || {
        let book = prices.book();
        let names = book.token_model_names().into_iter();
        names.map(|name| view! { <option value=name.to_owned()></option> }).collect_view()
    };
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
            <datalist id=MODELS>{models}</datalist>
            <For each=move || list.keys.get() key=|key| *key let:key>
                <WorkloadCard list key/>
            </For>
            {move || problem.get().map(|problem| view! { <p class="error" data-error="">{problem.problem}</p> })}
            <p class="adds"><span class="small">{strings::ADD_A_WORKLOAD}</span>{buttons.collect_view()}</p>
        </div>
    }
    .into_any()
}

/// Starts with the tokens of a model: adds a workload of that kind unless there is one, and leads there.
#[component]
pub fn TokensStart(label: &'static str) -> impl IntoView {
    let (ui, scenario) = (UiState::expect(), ScenarioStore::expect());
    let start = move |_| {
        let is_there = scenario.document_untracked().scenario.work.workloads.iter().any(Workload::names_a_model);
        if let Some(field) = field(WORKLOADS).filter(|_| !is_there) {
            let _ = scenario.change_list(field, |rows| rows.push(tokens_to_start_with().cells()));
        }
        focus_field(ui, WORKLOADS);
    };
    view! { <button type="button" class="plain" data-action="tokens-start" on:click=start>{label}</button> }
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
    [
        (strings::ALL_YEAR, named(strings::SERVICE, Shape::Steady, Some(24.0))),
        (strings::RUNS, runs),
        (strings::OFFICE_HOURS, named(strings::DEVELOPMENT, Shape::Office, Some(16.0))),
        (strings::BURSTS, named(strings::EXPERIMENTS, Shape::Bursty, Some(64.0))),
        (strings::TRAINING_RUN, training),
        (strings::TOKENS, tokens_to_start_with()),
    ]
}

fn tokens_to_start_with() -> Workload {
    Workload {
        name: strings::INFERENCE.to_owned(),
        shape: Shape::Inference,
        tokens_per_second: Some(50_000.0),
        peak_to_mean: Some(2.0),
        token_model: strings::A_MODEL.to_owned(),
        target_load: Some(0.7),
        ..Workload::default()
    }
}

#[component]
fn WorkloadCard(list: ListRows, key: RowKey) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let (field, index) = (list.field, list.index(key));
    let cells = Memo::new(move |_| index.get().and_then(|index| rows(scenario, field).get(index).cloned()));
    let shape = Memo::new(move |_| {
        let workload = cells.with(|cells| cells.as_deref().and_then(Workload::of));
        workload.map_or(Shape::Steady, |workload| workload.shape)
    });
    let names_a_model = Memo::new(move |_| {
        let workload = cells.with(|cells| cells.as_deref().and_then(Workload::of));
        workload.is_some_and(|workload| workload.names_a_model())
    });
    let has_further = cells.with_untracked(|cells| {
        let cells = cells.as_deref().unwrap_or_default();
        FURTHER.iter().any(|column| *column.cell(cells) != Cell::Empty)
    });
    let open = RwSignal::new(has_further);
    let cell = move |column: WorkloadColumn| {
        let offers = (column == WorkloadColumn::TokenModel).then_some(MODELS);
        let (place, column) = (column.index(), column.column());
        view! { <LabelledCell field column index place offers/> }
    };
    let own = move || shape.get().columns().iter().copied().map(cell).collect_view();
    view! {
        <fieldset class="workload" data-view="workload">
            <legend>{move || strings::workload(&row_number(index))}</legend>
            {cell(WorkloadColumn::Name)}
            {cell(WorkloadColumn::Shape)}
            {own}
            <When is=names_a_model>{WorkloadColumn::OF_A_MODEL.map(cell).collect_view()}</When>
            <LongSeries list index cells/>
            <details class="further" prop:open=move || open.get() on:toggle:target=move |ev| open.set(ev.target().open())>
                <summary>{strings::FURTHER_FIELDS}</summary>
                <When is=open><div class="cells">{FURTHER.map(cell).collect_view()}</div></When>
            </details>
            <button
                type="button"
                class="plain"
                data-action="remove"
                aria-label=move || strings::remove(&row_number(index))
                on:click=move |_| list.remove(key)
            >
                {strings::REMOVE}
            </button>
        </fieldset>
    }
    .into_any()
}

/// Offers to keep a long series as levels, so that links stay short.
#[component]
fn LongSeries(list: ListRows, index: Memo<Option<usize>>, cells: Memo<Option<Vec<Cell>>>) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let is_long = Memo::new(move |_| {
        let workload = cells.with(|cells| cells.as_deref().and_then(Workload::of));
        workload.is_some_and(|of| of.shape == Shape::Series && !of.has_levels() && of.series.len() > SHORT_SERIES)
    });
    let keep_levels = move |_| {
        let _ = scenario.change_list(list.field, |rows| {
            let Some(row) = index.get_untracked().and_then(|index| rows.get_mut(index)) else { return };
            if let Some(workload) = Workload::of(row) {
                *row = with_levels(&workload).cells();
            }
        });
    };
    view! {
        <When is=is_long>
            <p class="small" data-view="long-series">
                {strings::LONG_SERIES}
                " "
                <button type="button" class="plain" data-action="keep-levels" on:click=keep_levels>
                    {strings::KEEP_LEVELS}
                </button>
            </p>
        </When>
    }
    .into_any()
}
