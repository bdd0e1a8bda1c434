//! What the files say: sentences, the demand, tables, and the button that puts it into the scenario.

use std::sync::Arc;

use engine::inputs::field;
use engine::measured::bill::present::{MeasuredCommitment, MeasuredFrom, MeasuredRow, MeasuredValue};
use engine::measured::proposals;
use engine::view::Style;
use engine::view::measured::{self as view, FileOutcome, MeasuredView};
use engine::view::sheet::Sheet;
use leptos::prelude::*;
use protocol::{Earlier, PriceBasis};

use super::reconciled::Reconciled;
use super::replayed::Replayed;
use crate::browser::locale::Locale;
use crate::components::goal_seek::with_unit;
use crate::components::table::exported_table;
use crate::components::{Disclosure, PlotChart, sentence_views};
use crate::rooms::demand::strings::measured as strings;
use crate::state::{Edit, Fold, FoundView, MeasuredFiles, Prices, ScenarioStore, UiState};

/// Tables that stand open; the others are folded.
const OPEN: [&str; 6] =
    ["measured-types", "measured-months", "measured-idle", "measured-by-account", "bill-months", "bill-machines"];

/// Everything that was found; nothing before.
#[component]
pub fn Results() -> impl IntoView {
    let (measured, locale) = (MeasuredFiles::expect(), Locale::expect());
    let found = Memo::new(move |_| measured.view());
    let earlier = Memo::new(move |_| measured.earlier());
    let drawn = move || {
        let _ = locale.currency();
        let FoundView(view) = found.get()?;
        let any = view.files.iter().any(|file| matches!(file.outcome, FileOutcome::Read { .. }));
        any.then(|| untrack(|| results(&view, earlier))) // a key in the form draws no table anew
    };
    view! {
        {move || earlier.get().map(|why| {
            view! { <p class="warn" data-view="earlier-files">{strings::earlier(why)}</p> }
        })}
        <div class:stale=move || earlier.get().is_some()>{drawn}</div>
    }
    .into_any()
}

fn results(found: &Arc<MeasuredView>, earlier: Memo<Option<Earlier>>) -> AnyView {
    let plot = found.demand.as_ref().map(|demand| Arc::new(view::plot(demand)));
    let (open, folded): (Vec<Sheet>, Vec<Sheet>) =
        found.sheets.iter().cloned().partition(|sheet| OPEN.contains(&sheet.id));
    view! {
        <div class="measured-results" data-view="measured-results">
            <p class="lead-line" data-view="measured-used">{sentence_views(&found.used, false)}</p>
            <ul data-view="measured-findings">
                {found.findings.iter().map(|said| view! { <li>{sentence_views(said, false)}</li> }).collect_view()}
            </ul>
            <PricedAt has_bill={found.bill.is_some()}/>
            <UnknownTypes names=found.unknown_types.clone()/>
            <UnknownMachines names=found.unknown_machines.clone()/>
            {plot.map(|plot| view! { <PlotChart id=view::ID plot=Signal::stored(Some(plot))/> })}
            {into_scenario(found, earlier)}
            {open.into_iter().map(exported_table).collect_view()}
            <Replayed found=Arc::clone(found)/>
            <Reconciled found=Arc::clone(found)/>
            {folded.into_iter().map(|sheet| {
                let title = sheet.title.to_string();
                let fold = Fold::Named(sheet.id);
                let sheet = StoredValue::new(sheet);
                view! {
                    <Disclosure fold title=move || title.clone()>{move || exported_table(sheet.get_value())}</Disclosure>
                }
            }).collect_view()}
        </div>
    }
    .into_any()
}

/// What allocated GPU-hours are priced at.
#[component]
fn PricedAt(
    /// Whether a bill in US dollars is among the files.
    has_bill: bool,
) -> impl IntoView {
    let measured = MeasuredFiles::expect();
    let now = measured.priced_at_untracked();
    let bases = [
        (PriceBasis::List, strings::LIST_PRICE),
        (PriceBasis::Owned, strings::OWNED_COST),
        (PriceBasis::Bill, strings::BILLED_PRICE),
    ];
    let choose = move |place: String| {
        if let Some((basis, _)) = place.parse::<usize>().ok().and_then(|place| bases.get(place)) {
            measured.price_at(*basis);
        }
    };
    let offered = move |basis| basis != PriceBasis::Bill || has_bill || now == PriceBasis::Bill;
    let options = bases.into_iter().enumerate().filter(|(_, (basis, _))| offered(*basis));
    let options = options.map(|(place, (basis, label))| {
        view! { <option value=place.to_string() selected={basis == now}>{label}</option> }
    });
    view! {
        <p class="small">
            <label>
                {strings::PRICED_AT} " "
                <select data-action="priced-at" on:change:target=move |ev| choose(ev.target().value())>
                    {options.collect_view()}
                </select>
            </label>
        </p>
    }
    .into_any()
}

/// Asks which GPU of the price book a printed name means.
#[component]
fn UnknownTypes(names: Vec<String>) -> impl IntoView {
    let (measured, prices) = (MeasuredFiles::expect(), Prices::expect());
    let book = prices.published();
    // What was answered stays, so that it can be changed.
    let answers = measured.summary_untracked().gpu_names;
    let answered = answers.keys().filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>();
    let rows = answered.into_iter().chain(names).map(|name| {
        let now = answers.get(&name).cloned();
        let options = book.gpus.iter().map(|gpu| {
            view! { <option value=gpu.id.clone() selected={now.as_ref() == Some(&gpu.id)}>{gpu.name.clone()}</option> }
        });
        view! {
            <p class="small" data-view="unknown-type">
                <label>
                    {strings::WHICH_GPU} " "
                    <strong><bdi translate="no">{if name.is_empty() { strings::NOT_NAMED.to_owned() } else { name.clone() }}</bdi></strong> " "
                    <select data-action="name-gpu" on:change:target=move |ev| measured.name_gpu(&name, &ev.target().value())>
                        <option value="">{strings::NOT_USED}</option>
                        {options.collect_view()}
                    </select>
                </label>
            </p>
        }
        .into_any()
    });
    rows.collect_view().into_any()
}

/// Asks which GPUs machines on a bill have.
#[component]
fn UnknownMachines(names: Vec<String>) -> impl IntoView {
    let (measured, prices) = (MeasuredFiles::expect(), Prices::expect());
    let book = prices.published();
    let rows = names.into_iter().map(|name| {
        let first = book.gpus.first().map(|gpu| gpu.id.clone()).unwrap_or_default();
        let (gpu, count) = (RwSignal::new(first), RwSignal::new(8.0));
        let options = book.gpus.iter().map(|gpu| view! { <option value=gpu.id.clone()>{gpu.name.clone()}</option> });
        let machine = name.clone();
        let take = move |_| measured.name_machine(&machine, &gpu.get_untracked(), count.get_untracked());
        let counts = [0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 72.0];
        let counts = counts.map(|number| {
            view! { <option value=number.to_string() selected={number == 8.0}>{number.to_string()}</option> }
        });
        view! {
            <p class="small" data-view="unknown-machine">
                {strings::WHICH_GPUS} " " <strong><bdi translate="no">{name}</bdi></strong> " "
                <select aria-label=strings::NUMBER_OF_GPUS data-action="machine-gpus" on:change:target=move |ev| {
                    count.set(ev.target().value().parse().unwrap_or(0.0));
                }>
                    {counts}
                </select>
                " × "
                <select aria-label=strings::WHICH_GPU data-action="machine-gpu" on:change:target=move |ev| gpu.set(ev.target().value())>
                    {options.collect_view()}
                </select>
                " "
                <button type="button" data-action="name-machine" on:click=take>{strings::USE_THESE_GPUS}</button>
            </p>
        }
        .into_any()
    });
    rows.collect_view().into_any()
}

/// What enters the scenario, and the button that does it in one step.
fn into_scenario(found: &Arc<MeasuredView>, earlier: Memo<Option<Earlier>>) -> Option<AnyView> {
    let (scenario, measured) = (ScenarioStore::expect(), MeasuredFiles::expect());
    let (locale, ui) = (Locale::expect(), UiState::expect());
    if found.demand.is_none() && found.rows.is_empty() {
        return None;
    }
    let lines: Vec<String> = found.rows.iter().filter_map(|row| line(row, locale)).collect();
    let hours = found.demand.as_ref().map(|demand| locale.figure(demand.gpu_hours_per_month, Style::Count));
    let prices = Prices::expect();
    let measured_gpu = found.rows.iter().find(|row| row.row == proposals::GPU_OF_WORK).map(|row| row.value.clone());
    let gpu = Memo::new(move |_| match &measured_gpu {
        Some(MeasuredValue::Text { text }) => prices.gpu_name(text),
        _ => prices.gpu_name(&scenario.with(|s| s.work.gpu.clone())),
    });
    let days = found.demand.as_ref().map(|demand| locale.figure(demand.days, Style::Decimal));
    let found = Arc::clone(found);
    let use_it = move |_| {
        if earlier.get_untracked().is_some() {
            return; // it belongs to other files, or to another question
        }
        let names = measured.names_read_untracked();
        let workload = found
            .demand
            .as_ref()
            .map(|demand| proposals::workload(&demand.levels, demand.unstarted_share, &names.join(", ")));
        let book = prices.published();
        scenario.edit_and_follow(Edit::Step, |scenario| proposals::apply(scenario, workload, &found.rows, &book));
        ui.announce(strings::DEMAND_TAKEN_OVER);
    };
    Some(
        view! {
            <div class="proposals" data-view="measured-proposals">
                <ul>
                    {hours.map(|hours| view! { <li>{strings::demand_of(&hours)}</li> })}
                    {days.map(|days| view! { <li>{move || strings::covers_days(&days, &gpu.get())}</li> })}
                    {lines.into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}
                </ul>
                <p>
                    <button type="button" data-action="use-measured" disabled=move || earlier.get().is_some() on:click=use_it>{strings::USE_IN_SCENARIO}</button>
                    " "
                    <span class="small">{strings::REPLACES_WORKLOADS}</span>
                </p>
            </div>
        }
        .into_any(),
    )
}

/// A row as it enters the scenario: its label, its value, and what it was measured from.
fn line(measured: &MeasuredRow, locale: Locale) -> Option<String> {
    let row = field(&measured.row)?;
    let percent = |share: f64| locale.figure(share, Style::PercentFine);
    let count = |hours: f64| locale.figure(hours, Style::Count);
    let value = match &measured.value {
        MeasuredValue::Number { value } => with_unit(locale, row, *value),
        MeasuredValue::Text { text } => Prices::expect().gpu_name(text),
        MeasuredValue::Commitments { list } => {
            let one = |of: &MeasuredCommitment| {
                strings::commitment(&of.name, &count(of.gpus), &locale.figure(of.usd_per_gpu_hour, Style::UsdPerHour))
            };
            list.iter().map(one).collect::<Vec<_>>().join("; ")
        }
    };
    let from = match &measured.from {
        MeasuredFrom::Trend { months, error, .. } => {
            strings::from_trend(*months, &locale.figure(*error, Style::PercentFine))
        }
        MeasuredFrom::FullMonths { months, .. } => strings::from_full_months(&months.join(", ")),
        MeasuredFrom::CostPerGpuHour { gpu_hours, .. } => strings::from_gpu_hours(&count(*gpu_hours)),
        MeasuredFrom::MostGpuHours { share } => strings::from_share_of_hours(&percent(*share)),
        MeasuredFrom::LargestJob { jobs } => strings::from_largest_job(&count(view::number(*jobs))),
        MeasuredFrom::CommittedHours { used_share, .. } => strings::from_commitments(&percent(*used_share)),
        MeasuredFrom::IdleSamples { gpu_hours, known_gpu_hours } => {
            strings::from_idle(&count(*gpu_hours), &count(*known_gpu_hours))
        }
        MeasuredFrom::IdleAllocations { .. } => strings::FROM_IDLE_ROWS.to_owned(),
        MeasuredFrom::RightSizing { .. } => strings::FROM_RIGHT_SIZING.to_owned(),
    };
    Some(strings::proposed(row.label, &value, &from))
}
