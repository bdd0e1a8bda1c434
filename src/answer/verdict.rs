//! The first thing on the page: who is cheaper, by how much, how sure, what would change it.

use std::time::Duration;

use engine::inputs::issue::Issue;
use engine::inputs::workloads::Workload;
use engine::inputs::{CostUnit, Work};
use engine::model::fixes::fix;
use engine::text::as_sentence;
use engine::view::Style;
use engine::view::answer::{not_promised, on_assumed_prices};
use engine::view::badge::Badge;
use engine::view::figure_links::KeyFigure;
use engine::view::measured::ReplayView;
use engine::view::plan_notes::Note;
use engine::view::plan_words;
use leptos::ev::{focusout, input, pointercancel, pointerdown, pointerup};
use leptos::prelude::*;
use leptos_use::{UseEventListenerOptions, use_debounce_fn, use_event_listener_with_options};

use super::caveats::{is_little, thousandth};
use super::figure_details::FigureDetails;
use super::other_sizes::other_sizes;
use super::other_work::OtherWork;
use super::plan_figures::PlanFigures;
use super::turns::what_turns_it;
use super::{NOTES, PLACE};
use crate::browser::dom;
use crate::browser::locale::Locale;
use crate::components::{FieldLink, Fixed, Later, Sentence, When, Words, sentence_views};
use crate::form::CurrencyChoice;
use crate::form::number_field::MeantButton;
use crate::form::row::FormRow;
use crate::state::plan_choice::SizesKnown;
use crate::state::{Edit, Evaluation, EvaluationContext, InputProblems, MeasuredFiles, Prices, ScenarioStore};
use crate::strings::{answer as strings, fields};

/// Parts of the page above the inputs that keep their height during typing.
const HELD: [&str; 2] = [PLACE, NOTES];
/// Whether a figure opens in the answer.
fn opens_here(figure: KeyFigure) -> bool {
    !matches!(figure, KeyFigure::BreakEvenPrice | KeyFigure::PeakCash)
}

/// Share of jobs that never started, of the demand, above which the answer says so.
const MUCH_UNSTARTED: f64 = 0.25;

/// Pixels that the answer may keep beyond its need while the focus stays in a field: some lines.
const SPARE: i32 = 72;
/// Wait after the last key before the answer gives back more than that, in milliseconds.
const PAUSE: f64 = 600.0;

fn release(spare: i32) {
    for part in HELD {
        dom::release_height(part, spare);
    }
}

/// What stands below the answer stays where it is while a number is typed or dragged: the answer keeps its height. Some
/// lines left over stay until the focus leaves, more goes in a pause. A press takes the focus away, but what is pressed must
/// not move away under it: they stay until the pointer is up.
fn keep_height_while_typing() {
    let evaluation = EvaluationContext::expect();
    // The settled headline may need the room again: it is given back once both the keys and the answer rest.
    let is_pause = RwSignal::new(false);
    let give_back = use_debounce_fn(move || is_pause.set(true), PAUSE);
    Effect::new(move |_| {
        if is_pause.get() && !evaluation.is_settling() {
            release(SPARE);
        }
    });
    // Before the field hears of a key: browsers run effects between two listeners, and the answer has changed then.
    let first = UseEventListenerOptions::default().capture(true);
    let hold = move |_| {
        HELD.into_iter().for_each(dom::hold_height);
        is_pause.set(false);
        give_back();
    };
    let _stop = use_event_listener_with_options(window(), input, hold, first);
    // Whether a pointer is down, and whether the focus has left since.
    let (pressed, has_left) = (StoredValue::new(false), StoredValue::new(false));
    let leave = move || if pressed.get_value() { has_left.set_value(true) } else { release(-1) };
    // The click follows the end of the press.
    let lift = move || {
        pressed.set_value(false);
        if has_left.get_value() {
            has_left.set_value(false);
            set_timeout(|| release(-1), Duration::ZERO);
        }
    };
    let listeners = [
        window_event_listener(focusout, move |_| leave()),
        window_event_listener(pointerdown, move |_| pressed.set_value(true)),
        window_event_listener(pointerup, move |_| lift()),
        window_event_listener(pointercancel, move |_| lift()),
    ];
    on_cleanup(move || listeners.into_iter().for_each(WindowListenerHandle::remove));
}

/// The answer.
#[component]
pub fn AnswerSection() -> impl IntoView {
    keep_height_while_typing();
    let evaluation = EvaluationContext::expect();
    let scenario = ScenarioStore::expect();
    let stale = Memo::new(move |_| evaluation.is_stale());
    let is_there = Memo::new(move |_| evaluation.shown().is_some());
    view! {
        <section class="answer" class:stale=move || stale.get() id=PLACE aria-labelledby="answer-heading">
            <h1 class="spoken" id="answer-heading">{strings::RENT_OR_OWN}</h1>
            <p class="on-paper case">{move || scenario.document().name.clone()}</p>
            <InvalidInputs/>
            <When is=move || is_there.get()><Found/></When>
        </section>
    }
    .into_any()
}

/// Says which earlier values the answer uses while inputs are invalid.
#[component]
fn InvalidInputs() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let problems = expect_context::<InputProblems>();
    view! {
        <When is=move || evaluation.is_stale()>
            <div class="earlier" data-view="earlier">
                <p>{strings::INVALID_INPUTS}</p>
                <ul>
                    {move || problems.all().into_iter().map(|found| {
                        let label = FormRow::named(found.field).map_or("", FormRow::label);
                        view! {
                            <li>
                                <FieldLink row=found.field label/>
                                {strings::STILL_USES}
                                <Fixed text=found.used/>
                            </li>
                        }
                    }).collect_view()}
                    {move || evaluation.issues().iter().cloned().map(|issue| view! { <IssueLine issue/> }).collect_view()}
                </ul>
            </div>
        </When>
    }
}

/// What is wrong or worth a look: where to go, and the way out where one change is enough.
#[component]
pub fn IssueLine(issue: Issue) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let named = issue.fields.iter().filter_map(|id| FormRow::named(id)).map(|row| {
        view! { <span>" "<FieldLink row=row.id() label=row.label()/></span> }
    });
    let way = fix(&scenario.document_untracked().scenario, &issue).map(|fix| {
        let label = fix.label;
        view! {
            <button type="button" data-action="fix" on:click=move |_| scenario.apply_fix(&fix)>{label}</button>
        }
    });
    view! { <li><Words text=as_sentence(&issue.message)/>{named.collect_view()}" "{way}</li> }
}

/// One of the marks above the verdict.
#[component]
pub fn BadgeView(label: &'static str, class: &'static str) -> impl IntoView {
    view! { <span class=format!("badge {class}")>{label}</span> }
}

/// Everything that was found.
#[component]
fn Found() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let scenario = ScenarioStore::expect();
    let live = evaluation.slice(|e| e.plan_answer(None));
    let weighed = evaluation.settled().slice(|e| e.plan_answer(e.weighed()));
    let answer =
        Memo::new(move |_| if evaluation.is_settling() { live.get() } else { weighed.get() }.unwrap_or_default());
    let settling = Memo::new(move |_| evaluation.is_settling());
    let warnings = evaluation.slice(|e| e.report.warnings.clone());
    let plan = evaluation.slice(|e| e.choice.plans().and_then(|plans| plans.recommended).map(plan_words::id));
    let both = evaluation.slice(Evaluation::leading_ids);
    let names_both = evaluation.settled().slice(Evaluation::names_both);
    let is_of_two = Memo::new(move |_| !evaluation.is_settling() && names_both.get() == Some(true));
    let is_searched = evaluation.slice(|e| e.choice.sizes_known != SizesKnown::Current);
    let is_measured = Memo::new(move |_| scenario.with(|s| s.work.workloads.iter().any(Workload::is_measured)));
    let measured = MeasuredFiles::expect();
    let replayed = Memo::new(move |_| measured.replayed(ReplayView::mean_savings));
    let longer_waits = Memo::new(move |_| measured.replayed(|replay| replay.longer_waits));
    let in_hours = evaluation.slice(Evaluation::is_measured_in_hours);
    let unstarted = evaluation.slice(Evaluation::unstarted_share);
    let unstarted = move || unstarted.get().filter(|share| *share > MUCH_UNSTARTED);
    let little = Memo::new(move |_| scenario.with(is_little));
    view! {
        <Badges/>
        <p
            class="verdict"
            class:of-two=move || is_of_two.get()
            class:settling=move || is_searched.get() == Some(true)
            data-view="verdict"
            data-plan=move || plan.get().flatten()
        >
            <Sentence pieces=Signal::derive(move || answer.with(|answer| answer.headline.clone())) opens=true/>
        </p>
        {move || answer.with(|answer| answer.notes.clone()).into_iter().map(|note| view! {
            <NoteLine note plan=Signal::derive(move || plan.get().flatten())/>
        }).collect_view()}
        // What else does not load says so.
        <div><Later part=other_sizes silent=true/></div>
        <div><OtherWork/></div>
        <p class="turns" class:settling=move || settling.get() data-view="turns" data-plan=move || both.get().flatten()>
            <Later part=what_turns_it silent=true/>
        </p>
        <PlanFigures/>
        <div class="whole" data-plan=move || both.get().flatten()><FigureDetails opens=opens_here/></div>
        <When is=move || in_hours.get() == Some(true) && replayed.get().is_none()>
            <p class="small" data-view="not-replayed">{strings::NOT_REPLAYED}</p>
        </When>
        {move || replayed.get().filter(|_| is_measured.get()).map(|(promised, realised)| view! {
            <p class="small" data-view="replayed">{sentence_views(&strings::replayed(promised, realised), false)}</p>
        })}
        {move || longer_waits.get().filter(|_| is_measured.get()).map(|(less, hours)| view! {
            <p class="small" data-view="longer-waits">{sentence_views(&strings::longer_waits(less, hours), false)}</p>
        })}
        {move || unstarted().map(|share| view! {
            <p class="small" data-view="unstarted">{sentence_views(&strings::not_started(share), false)}</p>
        })}
        <ul class="warnings" data-view="warnings">
            {move || warnings.get().unwrap_or_default().into_iter().map(|issue| view! { <IssueLine issue/> }).collect_view()}
            <When is=move || little.get()><ThousandthWarning/></When>
        </ul>
    }
}

/// A note beside the headline, with a button to the change that would settle it.
#[component]
fn NoteLine(
    note: Note,
    /// The id of the recommended plan.
    #[prop(into)]
    plan: Signal<Option<&'static str>>,
) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let change = note.change.map(|change| {
        let label = change.label;
        view! {
            " "
            <button type="button" data-action="settle" data-sets=change.field on:click=move |_| scenario.apply_fix(&change)>{label}</button>
        }
    });
    view! {
        <p class="plan-note" data-view="plan-note" data-plan=move || plan.get()>
            {sentence_views(&note.pieces, false)}
            {change}
        </p>
    }
}

/// Says that an input is a thousandth of the usual, with a button to what was perhaps meant.
#[component]
fn ThousandthWarning() -> impl IntoView {
    let (scenario, prices) = (ScenarioStore::expect(), Prices::expect());
    move || {
        let (row, number) = scenario.with(|s| thousandth(s, &prices.published()))?;
        Some(view! { <li>{fields::is_a_thousandth(&row.label())}<MeantButton row number/></li> })
    }
}

/// The marks above the verdict, and the unit of costs.
#[component]
fn Badges() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let (scenario, prices) = (ScenarioStore::expect(), Prices::expect());
    let meant = Memo::new(move |_| scenario.with(|s| is_little(s) && thousandth(s, &prices.published()).is_some()));
    let marks = evaluation.slice(|e| (on_assumed_prices(&e.report), not_promised(&e.report)));
    // How sure the answer is follows in a pause: never that of other sizes or plans.
    let found = evaluation.settled().slice(Evaluation::badge);
    let badge = move || match meant.get() {
        true => Some(Badge::SeeWarning),
        false if evaluation.is_settling() => None,
        false => found.get().flatten(),
    };
    let class = move || format!("badge {}", badge().map_or("", |badge| badge.tone().class()));
    view! {
        <div class="badges">
            <span data-view="badge" class=class>{move || badge().map_or(strings::PENDING, Badge::words)}</span>
            {move || marks.get().filter(|m| m.0).map(|_| view! { <BadgeView label=strings::ON_ASSUMED_PRICES class="caution assumed-prices"/> })}
            {move || marks.get().filter(|m| m.1).map(|_| view! { <BadgeView label=strings::ON_SPOT_OR_MARKETPLACE class="caution assumed-prices"/> })}
            {move || (badge() == Some(Badge::Leaning)).then(|| view! { <span class="small">{strings::LIKELY_NOT_SURE}</span> })}
            <CurrencyChoice/>
            <CostUnitSwitch/>
        </div>
    }
}

/// The switch of what costs are told for, and where the size of one is typed.
#[component]
fn CostUnitSwitch() -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let now = Memo::new(move |_| scenario.with(|s| s.work.cost_unit));
    let all = [
        (CostUnit::Hour, "hour", "GPU-hour"),
        (CostUnit::Month, "month", "month"),
        (CostUnit::Run, "run", "run"),
        (CostUnit::Tokens, "tokens", strings::MILLION_TOKENS),
    ];
    let one = |(unit, id, label): (CostUnit, &'static str, &'static str)| {
        let choose = move |_| {
            if let Some(row) = engine::inputs::field("work.cost_unit") {
                scenario.set(Edit::Step, row, &engine::inputs::value::Value::Choice(id.into()));
            }
        };
        view! {
            <label>
                <input
                    type="radio"
                    name="cost-unit"
                    data-field="work.cost_unit"
                    value=id
                    prop:checked=move || now.get() == unit
                    on:change=choose
                />
                <span>{label}</span>
            </label>
        }
    };
    let size = move || {
        let (row, label) = scenario.with(|s| unit_size(&s.work, locale))?;
        Some(view! { <FieldLink row label/> })
    };
    view! {
        <div class="units" role="radiogroup" aria-label=strings::SHOW_COSTS_PER>
            <span>{strings::PER}</span>
            {all.into_iter().map(one).collect_view()}
            {size}
        </div>
    }
    .into_any()
}

/// The size of the unit that costs are told for, where it is typed: of a run, or of tokens.
fn unit_size(work: &Work, locale: Locale) -> Option<(&'static str, String)> {
    match work.cost_unit {
        CostUnit::Hour | CostUnit::Month => None,
        CostUnit::Tokens => {
            let size = locale.figure(work.mtokens_per_gpu_hour.value, Style::Exact);
            Some(("work.mtokens_per_gpu_hour", strings::of_tokens(&size)))
        }
        CostUnit::Run => {
            let size = locale.figure(work.gpu_hours_per_run.value, Style::Exact);
            Some(("work.gpu_hours_per_run", strings::of_gpu_hours(&size)))
        }
    }
}
