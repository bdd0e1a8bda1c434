//! The page embedded in another page: an answer, a chart or everything, without the toolbar, storage and anything that
//! needs them.
//!
//! `public/embed.js` reads `embed`, `view`, `theme` and `background` from the URL and passes them on as `keys`. The URL
//! follows changes after those keys; it stays as given by the embedding page until something changes.

pub mod messages;

use engine::codec::link;
use engine::text::as_sentence;
use engine::view::answer::{assumed, not_promised, on_assumed_prices};
use engine::view::badge::Badge;
use engine::view::plan_words::id;
use leptos::ev::hashchange;
use leptos::prelude::*;
use leptos_use::use_debounce_fn;

use crate::answer::verdict::BadgeView;
use crate::answer::{AnswerSection, FirstChart};
use crate::browser::{address, frame};
use crate::components::notice_list::NoticeList;
use crate::components::{Later, Sentence, sentence_views, words};
use crate::form::InputForm;
use crate::layout::{self, AboveTheChart, ChartBelow, LiveRegion, Proof, SETTLE};
use crate::state::rooms::Room;
use crate::state::{Evaluation, EvaluationContext, Origin, ScenarioStore, UiState, Workspace};
use crate::strings::answer::{ON_ASSUMED_PRICES, ON_SPOT_OR_MARKETPLACE, PENDING, RENT_OR_OWN};
use crate::strings::embed as strings;

/// The layout for the view named in the keys.
#[component]
pub fn EmbeddedPage(keys: String) -> impl IntoView {
    let (scenario, ui) = (ScenarioStore::expect(), UiState::expect());
    // In its own window the scenario comes from a link, as in any other window, and the page says so.
    let unchecked = scenario.origin_untracked() == Origin::Link && !frame::is_framed();
    scenario.set_origin(Origin::Own);
    let lead = move || {
        view! {
            {unchecked.then(|| view! {
                <div class="notice quiet" data-view="unchecked"><p>{strings::OPENED_FROM_A_LINK}</p></div>
            })}
            <NoticeList/>
            <CaseName/>
        }
    };
    let shows = link::page_key(&keys, "view");
    let alone = shows.as_deref().and_then(Room::from_id).filter(|room| *room != Room::Inputs);
    if let Some(room) = alone {
        ui.rooms.enter(room);
    }
    let main = match shows.as_deref() {
        Some("answer") => view! {
            <main class="page">
                <div class="lead">{lead()}<AnswerSection/><Later part=layout::notes/></div>
            </main>
        }
        .into_any(),
        Some("chart") => view! {
            <main class="page">
                <div class="lead">{lead()}<ShortVerdict/></div>
                <div class="use"><FirstChart/></div>
            </main>
        }
        .into_any(),
        _ if alone.is_some() => view! {
            <main class="page">
                <div class="lead">{lead()}<ShortVerdict/></div>
                <Proof><Later part=layout::open_room_in_a_frame/></Proof>
            </main>
        }
        .into_any(),
        _ => view! {
            <main class="page">
                <div class="lead">{lead()}<AboveTheChart/></div>
                <ChartBelow/>
                <InputForm/>
                <Proof><Later part=layout::rooms_in_a_frame/></Proof>
            </main>
        }
        .into_any(),
    };
    view! {
        <div class="app">{main}<MadeBy/></div>
        <LiveRegion/>
    }
}

/// The scenario's name, if it has one.
#[component]
fn CaseName() -> impl IntoView {
    let scenario = ScenarioStore::expect();
    move || {
        let name = scenario.document().name.clone();
        (!name.is_empty()).then(|| view! { <p class="case" dir="auto" translate="no">{name}</p> })
    }
}

/// The verdict above a chart, or the problems if there is none.
#[component]
fn ShortVerdict() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let valid = Memo::new(move |_| evaluation.issues().is_empty() && evaluation.shown().is_some());
    let live = evaluation.slice(|shown| shown.plan_answer(None).headline);
    let weighed = evaluation.settled().slice(Evaluation::sentence);
    let sentence =
        Signal::derive(move || if evaluation.is_settling() { live.get() } else { weighed.get() }.unwrap_or_default());
    let found = move || {
        evaluation.shown().map(|shown| {
            let report = &shown.report;
            let warnings = report.warnings.iter().map(|w| view! { <li>{words(as_sentence(&w.message))}</li> });
            let age = shown.age().map(|age| format!(" {age}"));
            let plan = shown.choice.plans().and_then(|plans| plans.recommended).map(id);
            // How sure the answer is follows, as soon as it is weighed.
            let settling = evaluation.is_settling();
            let mark = |badge: Badge| (badge.words(), badge.tone().class());
            let badge = if settling { Some((PENDING, "")) } else { shown.badge().map(mark) };
            let badges = view! {
                <div class="badges" class:settling=settling>
                    {badge.map(|(label, class)| view! { <BadgeView label class/> })}
                    {on_assumed_prices(report).then(|| view! { <BadgeView label=ON_ASSUMED_PRICES class="caution assumed-prices"/> })}
                    {not_promised(report).then(|| view! { <BadgeView label=ON_SPOT_OR_MARKETPLACE class="caution assumed-prices"/> })}
                </div>
            };
            view! {
                {badges}
                <p class="verdict" data-view="verdict" data-plan=plan><Sentence pieces=sentence/></p>
                <ul class="warnings" data-view="warnings">{warnings.collect_view()}</ul>
                <p class="assumed">{sentence_views(&assumed(report), false)}{age}</p>
            }
            .into_any()
        })
    };
    let wrong = move || {
        let lines = evaluation.issues().iter().map(|e| view! { <li>{e.message.clone()}</li> }).collect_view();
        view! { <div class="earlier" data-view="earlier"><ul>{lines}</ul></div> }
    };
    view! {
        <h1 class="spoken">{RENT_OR_OWN}</h1>
        <Show when=move || valid.get() fallback=wrong>{found}</Show>
    }
}

/// Credits the program, with a link to the same scenario in its own page.
#[component]
fn MadeBy() -> impl IntoView {
    let (workspace, scenario) = (Workspace::expect(), ScenarioStore::expect());
    let here = address::page();
    // A page inserted as text has no URL that can be opened.
    let opens = here.starts_with("http") || here.starts_with("file:");
    let way = move || {
        let _ = scenario.document();
        let url = format!("{here}#{}", workspace.link_untracked());
        opens.then(|| {
            view! {
                <a data-view="whole-page" target="_blank" href=url rel="noopener noreferrer">
                    {strings::OPEN_IN_ITS_OWN_PAGE}
                </a>
            }
        })
    };
    view! {
        <footer class="from">
            <p>{strings::COMPUTED_BY}<strong>{strings::RACK_OR_RENT}</strong>". "{way}</p>
            <p class="followed">{strings::EMBEDDING_PAGE_IS_NOTIFIED}</p>
        </footer>
    }
}

/// Keeps the frame's own URL in step with changes, and communicates with the embedding page.
pub fn follow(workspace: Workspace, keys: String) {
    // A frame stores nothing, and the embedding page chose its scenario: drop notices about either.
    workspace.notices.remove(|notice| notice.stays);
    // The embedding page changed the fragment of the frame's URL.
    let _listens = window_event_listener(hashchange, |_| address::reload());
    let write_soon = use_debounce_fn(
        move || {
            address::replace(&format!("{keys}&{}", workspace.link_untracked()));
            workspace.scenario.mark_written();
        },
        SETTLE,
    );
    Effect::new(move || {
        let _ = workspace.scenario.document();
        if !workspace.scenario.is_written_untracked() {
            write_soon();
        }
    });
    messages::begin(workspace);
}
