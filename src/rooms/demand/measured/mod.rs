//! Measured data: the files that clusters, clouds and bills write, what they say, and how that enters the scenario.

pub mod columns;
pub mod file_list;
pub mod queries;
pub mod reconciled;
pub mod replayed;
pub mod results;
pub mod thresholds;

use leptos::prelude::*;
use protocol::{FilesPhase, Progress};

use self::file_list::FileList;
use self::queries::Queries;
use self::results::Results;
use self::thresholds::Thresholds;
use crate::browser::files;
use crate::browser::locale::Locale;
use crate::components::{When, Words};
use crate::navigation::{CHOOSE_FILES, MEASURED};
use crate::rooms::demand::strings::measured as strings;
use crate::state::MeasuredFiles;
use crate::strings::measured_files;

/// Names of the examples that the worker has, and what they are called.
const EXAMPLES: [(&str, &str); 4] = [
    ("sacct.txt", strings::SLURM_JOBS),
    ("nvidia-smi.csv", strings::GPU_SAMPLES),
    ("prometheus.json", strings::GPU_METRICS),
    ("focus.csv", strings::BILL),
];

/// The section.
#[component]
pub fn MeasuredSection() -> impl IntoView {
    let measured = MeasuredFiles::expect();
    let has_files = Memo::new(move |_| !measured.ids().is_empty());
    view! {
        <section class="measured" id=MEASURED aria-labelledby="measured-heading" data-view="measured">
            <h2 id="measured-heading">{strings::TITLE}</h2>
            <p class="small">{strings::EXPLANATION}</p>
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
                        id=CHOOSE_FILES
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
    let phase = Memo::new(move |_| measured.phase());
    let is_reading = Memo::new(move |_| matches!(phase.get(), FilesPhase::Reading(_)));
    let stands_still = Memo::new(move |_| matches!(phase.get(), FilesPhase::Cancelled | FilesPhase::Failed(_)));
    let progress = move || match phase.get() {
        FilesPhase::Reading(progress) => progress,
        _ => Progress::default(),
    };
    let problem = move || match phase.get() {
        FilesPhase::Failed(problem) => {
            Some(view! { <p class="error"><Words text=measured_files::failed(&problem)/></p> }.into_any())
        }
        FilesPhase::Cancelled => {
            Some(view! { <p data-view="measure-cancelled">{measured_files::READING_IS_CANCELLED}</p> }.into_any())
        }
        _ => None,
    };
    let megabytes = move |kibibytes: u32| locale.figure(f64::from(kibibytes) / 1_024.0, engine::view::Style::Count);
    let remark = |text| view! { <p class="small" data-view="measure-remark"><Words text/></p> };
    view! {
        <div>{move || measured.remarks().into_iter().map(remark).collect_view()}</div>
        <div>{problem}</div>
        <When is=stands_still>
            <p>
                <button type="button" data-action="measure-again" on:click=move |_| measured.ask()>
                    {strings::READ_AGAIN}
                </button>
            </p>
        </When>
        <When is=is_reading>
            <p class="job" data-view="measure-progress">
                <progress
                    aria-label=strings::READ_TITLE
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
