//! Measured data: the files that clusters, clouds and bills write, what they say, and how that enters the scenario.

pub mod columns;
pub mod file_list;
pub mod queries;
pub mod reconciled;
pub mod results;
pub mod thresholds;

use leptos::prelude::*;

use self::file_list::FileList;
use self::queries::Queries;
use self::results::Results;
use self::thresholds::Thresholds;
use crate::browser::files;
use crate::browser::locale::Locale;
use crate::components::{When, Words};
use crate::navigation::MEASURED;
use crate::state::{MeasureState, MeasuredFiles};
use crate::strings::measured as strings;

/// Names of the examples that the worker has, and what they are called.
const EXAMPLES: [(&str, &str); 4] = [
    ("sacct.txt", strings::SLURM_JOBS),
    ("nvidia-smi.csv", strings::GPU_SAMPLES),
    ("prometheus.json", strings::GPU_METRICS),
    ("focus.csv", strings::A_BILL),
];

/// The section.
#[component]
pub fn MeasuredSection() -> impl IntoView {
    let measured = MeasuredFiles::expect();
    let has_files = Memo::new(move |_| !measured.files().is_empty());
    view! {
        <section class="measured" id=MEASURED aria-labelledby="measured-heading" data-view="measured">
            <h2 id="measured-heading">{strings::MEASURED}</h2>
            <p class="small">{strings::EXPLAINED}</p>
            <DropZone/>
            <Reading/>
            <When is=move || has_files.get()><FileList/><Thresholds/></When>
            <Results/>
            <Queries/>
        </section>
    }
    .into_any()
}

/// Where files are dropped or chosen.
#[component]
fn DropZone() -> impl IntoView {
    let measured = MeasuredFiles::expect();
    let over = RwSignal::new(false);
    let examples = EXAMPLES.map(|(name, label)| {
        view! {
            " "
            <button type="button" class="plain" data-action="example" on:click=move |_| measured.add_example(name)>
                {label}
            </button>
        }
    });
    view! {
        <div
            class="drop"
            class:over=move || over.get()
            data-view="drop"
            on:dragover=move |ev| {
                ev.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop=move |ev| {
                over.set(false);
                measured.add(files::dropped_files(&ev));
            }
        >
            <p>
                {strings::DROP_HERE} " "
                <label class="plain file">
                    {strings::ADD_FILES}
                    <input
                        type="file"
                        multiple
                        data-action="measure-files"
                        on:change:target=move |ev| measured.add(files::chosen_files(&ev.target()))
                    />
                </label>
            </p>
            <p class="small">{strings::TRY_AN_EXAMPLE}{examples}</p>
        </div>
    }
    .into_any()
}

/// How far reading is, and what kept it from being done.
#[component]
fn Reading() -> impl IntoView {
    let (measured, locale) = (MeasuredFiles::expect(), Locale::expect());
    let state = Memo::new(move |_| measured.state());
    let is_reading = Memo::new(move |_| matches!(state.get(), MeasureState::Reading(_)));
    let progress = move || match state.get() {
        MeasureState::Reading(progress) => progress,
        _ => protocol::Progress::default(),
    };
    let megabytes = move |kibibytes: u32| locale.figure(f64::from(kibibytes) / 1_024.0, engine::view::Style::Count);
    view! {
        <div>
            {move || match state.get() {
                MeasureState::Failed(problem) => Some(view! { <p class="error"><Words text=strings::failed(&problem)/></p> }),
                _ => None,
            }}
        </div>
        <When is=is_reading>
            <p class="job" data-view="measure-progress">
                <progress
                    aria-label=strings::WHAT_WAS_READ
                    max=move || progress().total.max(1)
                    prop:value=move || f64::from(progress().done)
                ></progress>
                <span prop:textContent=move || strings::read_of(&megabytes(progress().done), &megabytes(progress().total))></span>
                <button type="button" class="plain" data-action="cancel-measure" on:click=move |_| measured.cancel()>
                    {strings::CANCEL}
                </button>
            </p>
        </When>
    }
    .into_any()
}
