//! The question at the top, with figures editable in place, and other ways to start.

use engine::inputs::presets::{PRESETS, Preset};
use engine::inputs::workload_words::vocabulary::PLACEHOLDER;
use engine::view::described_demand::demand_phrase;
use engine::view::job_size;
use engine::view::{Style, plain_text};
use leptos::prelude::*;

use super::demand_in_words::DESCRIBE;
use super::field_row::FrontRow;
use super::gpu_question::GpuQuestion;
use super::job_size_question::JobSizeQuestion;
use super::row::FormRow;
use super::workloads_field::{TokensStart, WORKLOADS};
use crate::browser::dom;
use crate::browser::locale::Locale;
use crate::components::When;
use crate::components::notice_list::NoticesAt;
use crate::navigation::{CHOOSE_FILES, MEASURED, focus_field, go_to_field};
use crate::state::{NoticePlace, Prices, ScenarioStore, UiState, Workspace};
use crate::strings::scenario_prompt as strings;

/// Rows in the question.
pub const IN_QUESTION: [&str; 3] = ["work.gpu_hours_per_month", "work.gpu", "time.horizon_months"];

/// The row of the GPU that the machines there have.
const PRESENT_GPU: &str = "present.node_gpu";

/// The question as a sentence with fields: GPU-hours per month, GPU, months.
#[component]
pub fn ScenarioPrompt() -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let prices = Prices::expect();
    let is_described = Memo::new(move |_| scenario.with(|s| !s.work.workloads.is_empty()));
    let is_assumed = Memo::new(move |_| {
        let document = scenario.document();
        is_described.get() && job_size::is_assumed(&document.scenario, &prices.published(), &document.edition)
    });
    let words = [strings::WE_NEED, strings::ON, strings::FOR];
    let asks = words.into_iter().zip(IN_QUESTION).filter_map(|(word, id)| {
        let row = FormRow::named(id)?;
        // Where the demand is described, its words come first and their sum follows.
        let word = move || {
            let follows = word == strings::WE_NEED && is_described.get();
            if follows { strings::THAT_IS } else { word }
        };
        Some(view! { <div class="ask"><span>{word}</span><FrontRow row/></div> })
    });
    view! {
        <section class="start" aria-label=strings::QUESTION>
            <WhatThisIs/>
            <div class="question" role="group" aria-label=strings::YOUR_REQUIREMENTS>
                <DescribedDemand/>
                {asks.collect_view()}
                <JobSize is_assumed/>
                <MachinesThere/>
            </div>
            <Starts/>
            <GpuQuestion/>
            <JobSizeQuestion is_assumed/>
            <NoticesAt place=NoticePlace::Question/>
        </section>
    }
    .into_any()
}

/// What the page is, and whose figures it shows.
#[component]
fn WhatThisIs() -> impl IntoView {
    let is_example = Workspace::expect().is_example();
    let whose = move || if is_example.get() { strings::FIGURES_ARE_AN_EXAMPLE } else { strings::REST_IS_ASSUMED };
    view! { <p class="small" data-view="what-this-is">{strings::TAGLINE}<span>{whose}</span></p> }
}

/// The demand in words, where it was described: links to the workloads. Their sum follows as a field.
#[component]
fn DescribedDemand() -> impl IntoView {
    let ui = UiState::expect();
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let phrase = Memo::new(move |_| {
        let pieces = scenario.with(|s| demand_phrase(&s.work.workloads));
        plain_text(&pieces, |value, style| locale.figure(value, style))
    });
    let is_described = Memo::new(move |_| phrase.with(|phrase| !phrase.is_empty()));
    view! {
        <When is=move || is_described.get()>
            <div class="ask">
                <span>{strings::WE_NEED}</span>
                <span data-label=move || phrase.get() data-view="described">
                    <button type="button" class="plain" data-row-link=WORKLOADS on:click=move |_| focus_field(ui, WORKLOADS)>
                        {move || phrase.get()}
                    </button>
                </span>
            </div>
        </When>
    }
}

/// A job's requirements decide which offers are eligible: links to the row.
#[component]
fn JobSize(
    /// Whether nobody said how many GPUs a job takes.
    is_assumed: Memo<bool>,
) -> impl IntoView {
    let ui = UiState::expect();
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let gpus = Memo::new(move |_| scenario.with(|s| s.work.fabric_gpus.value));
    let label = move || {
        let one = if gpus.get() == 1.0 { strings::GPU } else { strings::GPUS };
        let assumed = if is_assumed.get() { strings::ASSUMED } else { "" };
        locale.figure(gpus.get(), Style::Count) + one + assumed
    };
    // In print the figure appears without its control.
    view! {
        <span data-label=label>
            {strings::IN_JOBS_OF}
            <button
                type="button"
                class="plain"
                translate="no"
                data-row-link="work.fabric_gpus"
                on:click=move |_| focus_field(ui, "work.fabric_gpus")
            >
                {label}
            </button>
        </span>
    }
}

/// Which GPU the machines that are there have, where there are any: links to the row, and says that it is assumed until one is
/// chosen.
#[component]
fn MachinesThere() -> impl IntoView {
    let ui = UiState::expect();
    let (scenario, prices) = (ScenarioStore::expect(), Prices::expect());
    let has_machines = Memo::new(move |_| scenario.with(|s| s.present.nodes.value > 0.0));
    let chosen = Memo::new(move |_| scenario.with(|s| s.present.node_gpu.clone()));
    let gpu = Memo::new(move |_| prices.gpu_name(&scenario.with(|s| s.present.node_gpu(&s.work.gpu).to_owned())));
    let label = move || {
        let assumed = if chosen.with(String::is_empty) { strings::ASSUMED } else { "" };
        gpu.get() + assumed
    };
    view! {
        <When is=move || has_machines.get()>
            <span data-label=label>
                {strings::BESIDE_MACHINES_WITH}
                <button
                    type="button"
                    class="plain"
                    translate="no"
                    data-row-link=PRESENT_GPU
                    on:click=move |_| focus_field(ui, PRESENT_GPU)
                >
                    {label}
                </button>
            </span>
        </When>
    }
}

/// Other ways to start.
#[component]
fn Starts() -> impl IntoView {
    let ui = UiState::expect();
    let open_vendor = move |_| {
        ui.vendor_open.set(true);
        dom::focus_soon("in-vendor-0");
    };
    view! {
        <div class="starts">
            <span>{strings::OR_START_FROM}</span>
            <button
                type="button"
                class="plain"
                data-row-link="present.bill_usd_per_month"
                on:click=move |_| focus_field(ui, "present.bill_usd_per_month")
            >
                {strings::MY_BILL}
            </button>
            <button type="button" class="plain" data-action="vendor" on:click=open_vendor>
                {strings::A_VENDORS_QUOTE}
            </button>
            <button type="button" class="plain" data-action="offered-start" on:click=move |_| go_to_field(ui, "quote-check", "in-offered")>
                {strings::A_CLOUD_OFFER}
            </button>
            <button type="button" class="plain" data-action="files-start" on:click=move |_| go_to_field(ui, MEASURED, CHOOSE_FILES)>
                {strings::MY_FILES}
            </button>
            <button type="button" class="plain" data-action="demand-start" on:click=move |_| describe_demand(ui)>
                {strings::VARYING_DEMAND}
            </button>
            <TokensStart label=strings::TOKENS/>
            <details class="presets" name="about">
                <summary>{strings::A_WORKED_EXAMPLE}</summary>
                <ul>{PRESETS.iter().map(|preset| view! { <PresetItem preset/> }).collect_view()}</ul>
            </details>
        </div>
    }
    .into_any()
}

/// Opens the workloads with an example of a demand in words; a text that was begun stays.
fn describe_demand(ui: UiState) {
    if ui.described_demand.with_untracked(|text| text.trim().is_empty()) {
        ui.described_demand.set(PLACEHOLDER.text.to_owned());
    }
    focus_field(ui, WORKLOADS);
    dom::focus_soon(DESCRIBE);
}

#[component]
fn PresetItem(preset: &'static Preset) -> impl IntoView {
    let workspace = Workspace::expect();
    let open = move |_| {
        dom::close_menus();
        workspace.open_preset(preset);
    };
    view! {
        <li>
            <button type="button" class="plain" data-preset=preset.id on:click=open>{preset.label}</button>
            <p>{preset.teaches}</p>
        </li>
    }
}
