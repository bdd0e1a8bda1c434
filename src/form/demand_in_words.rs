//! A field for the demand in words. Its reading stands below while one types; the button adds it.

use engine::inputs::field;
use engine::inputs::value::Row;
use engine::inputs::workload_words::vocabulary::{EXAMPLES, PLACEHOLDER};
use engine::inputs::workload_words::{Reading, help, read};
use engine::inputs::workloads::MOST_WORKLOADS;
use engine::text::as_sentence;
use engine::view::described_demand::{marked_text, problem_sentence, too_many, workload_sentence};
use engine::view::{Piece, Style, words};
use leptos::prelude::*;

use super::list_field::rows;
use super::workloads_field::WORKLOADS;
use crate::browser::locale::Locale;
use crate::components::{Figure, Words, sentence_views};
use crate::state::second_part::in_the_second_part;
use crate::state::{ScenarioStore, UiState, Workspace};
use crate::strings::demand_in_words as strings;

in_the_second_part! {
    /// The field.
    demand_in_words: view! { <DemandInWords/> }.into_any();
}

/// Id of the field.
pub const DESCRIBE: &str = "describe-demand";
/// Id of the reading below it.
const READING: &str = "described-demand";

/// A text with its reading, in sentences.
#[derive(Clone, Debug, Default, PartialEq)]
struct Described {
    reading: Reading,
    /// The text in pieces; `true` marks those that were not read.
    typed: Vec<(String, bool)>,
    /// What would be added.
    workloads: Vec<Vec<Piece>>,
    /// What keeps it from being added.
    problems: Vec<Vec<Piece>>,
}

impl Described {
    /// Reads a text for a scenario that has some workloads already.
    fn new(text: &str, decimal: char, present: usize) -> Self {
        let reading = read(text, decimal);
        let mut problems: Vec<Vec<Piece>> =
            reading.problems.iter().map(|problem| problem_sentence(text, problem)).collect();
        let mut workloads = Vec::new();
        for (index, workload) in reading.workloads.iter().enumerate().take(MOST_WORKLOADS) {
            match workload_sentence(workload, present + index) {
                Ok(sentence) => workloads.push(sentence),
                Err(why) => problems.push(vec![words(as_sentence(&why))]),
            }
        }
        if present + reading.workloads.len() > MOST_WORKLOADS && reading.workloads.len() <= MOST_WORKLOADS {
            problems.push(too_many(MOST_WORKLOADS));
        }
        Self { typed: marked_text(text, &reading.problems), reading, workloads, problems }
    }

    fn can_be_added(&self) -> bool {
        self.reading.is_complete() && self.problems.is_empty()
    }
}

/// The field with its reading and its help.
#[component]
pub fn DemandInWords() -> impl IntoView {
    let Some(field) = field(WORKLOADS) else { return ().into_any() };
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let text = UiState::expect().described_demand;
    // Why the last press added nothing.
    let refused = RwSignal::new(None::<Vec<Piece>>);
    let present = Memo::new(move |_| rows(scenario, field).len());
    let described = Memo::new(move |_| text.with(|text| Described::new(text, locale.decimal_sign(), present.get())));
    let add = move || {
        if text.with_untracked(|text| text.trim().is_empty()) {
            return;
        }
        let found = described.get_untracked();
        if !found.can_be_added() {
            refused.set(found.problems.into_iter().next());
            return;
        }
        let cells = found.reading.workloads.iter().map(Row::cells);
        match scenario.change_list(field, |rows| rows.extend(cells)) {
            Ok(()) => {
                refused.set(None);
                text.set(String::new());
            }
            Err(why) => refused.set(Some(vec![words(as_sentence(&why))])),
        }
    };
    let alert = move || {
        refused.get().map(|why| {
            view! {
                <p class="error" data-error="" role="alert">
                    <span>{strings::NOTHING_ADDED}</span>
                    {sentence_views(&why, false)}
                </p>
            }
        })
    };
    view! {
        <div class="describe">
            <label class="small" for=DESCRIBE>{strings::DESCRIBE}</label>
            <input
                type="text"
                id=DESCRIBE
                autocomplete="off"
                aria-describedby=READING
                placeholder=PLACEHOLDER.text
                prop:value=move || text.get()
                on:input:target=move |ev| {
                    refused.set(None);
                    text.set(ev.target().value());
                }
                on:keydown=move |ev| if ev.key() == "Enter" { add() }
            />
            <button type="button" class="plain" data-action="describe" on:click=move |_| add()>{strings::ADD}</button>
            <div class="described" id=READING data-view="described-demand">
                {move || {
                    let _ = locale.currency(); // figures depend on it
                    let is_blank = text.with(|text| text.trim().is_empty());
                    (!is_blank).then(|| described.with(|found| view! { <ReadingView found=found.clone()/> }))
                }}
            </div>
            <Help/>
        </div>
        {alert}
    }
    .into_any()
}

/// What was read, and what was not.
#[component]
fn ReadingView(found: Described) -> impl IntoView {
    let (scenario, prices) = (ScenarioStore::expect(), Workspace::expect().prices);
    let heading = if found.can_be_added() { strings::WILL_BE_ADDED } else { strings::READ_SO_FAR };
    let reading = found.reading.clone();
    let other_gpu = move || {
        let chosen = prices.gpu_name(&scenario.with(|s| s.work.gpu.clone()));
        reading
            .names_other_gpu(&chosen)
            .then(|| view! { <p data-view="other-gpu"><Words text=strings::other_gpu(&chosen)/></p> })
    };
    let beyond = found.reading.beyond_a_year.then(|| view! { <p>{strings::ONE_YEAR_ONLY}</p> });
    let read = (!found.workloads.is_empty()).then(|| {
        let items =
            found.workloads.iter().map(|pieces| view! { <li data-reading="">{sentence_views(pieces, false)}</li> });
        view! {
            <p class="small">{heading}</p>
            <ul>{items.collect_view()}</ul>
        }
    });
    let problems = (!found.problems.is_empty()).then(|| {
        let pieces = found.typed.iter().map(|(text, unread)| {
            if *unread {
                let text = text.clone();
                view! {
                    <mark>
                        <span class="spoken">{strings::NOT_READ}</span>
                        <Words text/>
                    </mark>
                }
                .into_any()
            } else {
                view! { <Words text=text.clone()/> }.into_any()
            }
        });
        let items = found.problems.iter().map(|pieces| view! { <li>{sentence_views(pieces, false)}</li> });
        view! {
            <p class="small">{strings::YOUR_TEXT}</p>
            <p class="typed" translate="no">{pieces.collect_view()}</p>
            <p class="small">{strings::TO_BE_SETTLED}</p>
            <ul data-view="unread">{items.collect_view()}</ul>
        }
    });
    view! {
        {read}
        {problems}
        {beyond}
        {other_gpu}
    }
    .into_any()
}

/// Examples with their GPU-hours, and the words that are known: from the table that the reader goes by.
#[component]
fn Help() -> impl IntoView {
    let open = RwSignal::new(false);
    let examples = || {
        EXAMPLES.iter().map(|example| {
            view! {
                <li>
                    <span>{example.text}</span>
                    ": "
                    <Figure value=example.gpu_hours style=Style::Count/>
                </li>
            }
        })
    };
    let phrases =
        || help().into_iter().map(|(heading, phrases)| view! { <dt>{heading}</dt><dd>{phrases.join(", ")}</dd> });
    view! {
        <details class="said" data-view="words-help" prop:open=move || open.get() on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary>{strings::WHAT_CAN_BE_SAID}</summary>
            {move || open.get().then(|| view! {
                <p class="small">{strings::EXAMPLES}</p>
                <ul>{examples().collect_view()}</ul>
                <dl>{phrases().collect_view()}</dl>
            })}
        </details>
    }
    .into_any()
}
