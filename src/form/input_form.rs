//! The inputs: the most important first, then every other row of the table in its group.

use engine::inputs::bill::PRICE;
use engine::inputs::derived::DERIVED;
use engine::inputs::field::{Field, Group, Kind};
use engine::inputs::value::Value;
use engine::inputs::{FIELDS, GROUPS, Scenario, YearlyMethod, field};
use engine::view::Style;
use leptos::prelude::*;

use super::field_row::{FieldRow, FrontRow};
use super::row::FormRow;
use super::scenario_prompt::IN_QUESTION;
use super::workloads_field::TokensStart;
use crate::browser::locale::Locale;
use crate::components::{FieldLink, Fixed, Later, When, sentence_views, words};
use crate::navigation::go_to;
use crate::state::second_part::in_the_second_part;
use crate::state::{EvaluationContext, History, InputProblems, Prices, ScenarioStore, UiState, Workspace};
use crate::strings::{app, fields, input_form as strings};

/// Rows at the top of the form, in this order; with those of the question at most seven.
const FRONT: [&str; 4] = ["own.gpus", "work.busy_share", "own.node_price_usd", "rent.discount_share"];
/// Rows that another part of the page sets: the table of offers, and the currency at the top.
const ELSEWHERE: [&str; 4] = ["rent.counted_in", "money.currency", "money.currency_per_usd", "money.currency_day"];

/// Those of them that count for steady work alone.
const FOR_STEADY_WORK: [&str; 2] = ["own.gpus", "work.busy_share"];
/// The row of the size to own.
const SIZE_TO_OWN: &str = "sizes.own";

/// GPUs to own where the demand is described, found or typed, with the way to the row.
#[component]
fn SizeToOwn() -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let evaluation = EvaluationContext::expect();
    let row = field(SIZE_TO_OWN)?;
    let typed = Memo::new(move |_| scenario.with(|s| row.get(s).number()));
    let words = move || match (typed.get(), evaluation.found_size(SIZE_TO_OWN)) {
        (Some(gpus), _) => strings::typed_size(&locale.figure(gpus, Style::Count)),
        (None, Some(gpus)) => strings::found_size(&locale.figure(gpus, Style::Count)),
        (None, None) => strings::BEING_FOUND.to_owned(),
    };
    Some(view! {
        <p class="size-to-own" data-view="size-to-own">
            <FieldLink row=row.id label=row.label/>": "<span translate="no" prop:textContent=words></span>
        </p>
    })
}

in_the_second_part! {
    /// Which inputs differ from their defaults, and all that do not stand at the top, in groups.
    folded_inputs: view! {
        <ChangedInputs/>
        {GROUPS.iter().filter(|group| has_rows(group)).map(|group| view! { <GroupFold group=*group/> }).collect_view()}
    }
    .into_any();
}

/// All inputs.
#[component]
pub fn InputForm() -> impl IntoView {
    let whole = UiState::expect().whole;
    let scenario = ScenarioStore::expect();
    let is_described = Memo::new(move |_| scenario.with(|s| !s.work.workloads.is_empty()));
    let front = FRONT.iter().filter_map(|id| FormRow::named(id)).map(|row| {
        // Where the demand is described, what is owned is a size of its own, and how busy it is an output.
        if FOR_STEADY_WORK.contains(&row.id()) {
            view! { <When is=move || !is_described.get()><FrontRow row/></When> }.into_any()
        } else {
            view! { <FrontRow row/> }.into_any()
        }
    });
    view! {
        <section class="inputs" tabindex="-1" aria-labelledby="inputs-heading">
            <FormHead/>
            <ProblemSummary/>
            <div class="front">
                <When is=move || is_described.get()><SizeToOwn/></When>
                {front.collect_view()}
            </div>
            // What else does not load says so.
            <When is=whole><Later part=folded_inputs silent=true/></When>
        </section>
    }
    .into_any()
}

/// Heading and tools.
#[component]
fn FormHead() -> impl IntoView {
    let (workspace, history) = (Workspace::expect(), expect_context::<History>());
    let (ui, is_example) = (workspace.ui, workspace.is_example());
    let heading = move || if is_example.get() { strings::EXAMPLE_INPUTS } else { strings::YOUR_INPUTS };
    view! {
        <div class="inputs-head">
            <h2 id="inputs-heading" tabindex="-1">{heading}</h2>
            <div class="tools">
                <button type="button" class="plain" data-action="undo" prop:disabled=move || !history.can_undo() on:click=move |_| workspace.undo()>
                    {strings::UNDO}
                </button>
                <button type="button" class="plain" data-action="redo" prop:disabled=move || !history.can_redo() on:click=move |_| workspace.redo()>
                    {strings::REDO}
                </button>
                <button type="button" class="plain" data-action="reset" on:click=move |_| workspace.reset()>
                    {strings::DEFAULTS}
                </button>
                // The toolbar is out of sight and many key presses away.
                <button type="button" class="plain" data-go="share" on:click=move |_| go_to(ui, "share")>{app::SHARE}</button>
            </div>
        </div>
    }
    .into_any()
}

/// Every field with unusable text, each with a link to it.
#[component]
fn ProblemSummary() -> impl IntoView {
    let problems = expect_context::<InputProblems>();
    view! {
        <When is=move || problems.any()>
            <div class="wrong" data-view="wrong">
                <p>{strings::INVALID_INPUTS}</p>
                <ul>
                    {move || problems.all().into_iter().map(|found| view! {
                        <li><FieldLink row=found.field label=found.problem/></li>
                    }).collect_view()}
                </ul>
            </div>
        </When>
    }
}

/// The number of inputs that differ from their defaults, and which.
#[component]
fn ChangedInputs() -> impl IntoView {
    let (scenario, prices, locale) = (ScenarioStore::expect(), Prices::expect(), Locale::expect());
    let published = prices.published();
    let typical = Scenario::typical(&published);
    move || {
        let document = scenario.document();
        let now = &document.scenario;
        let defaults = prices.defaults();
        let differing = FIELDS.iter().zip(defaults.iter()).filter(|(field, default)| field.get(now) != **default);
        let (mut count, mut follow) = (0, 0);
        let items: Vec<_> = differing
            .map(|(field, _)| {
                let follows = now.follows_gpus(field, &published);
                *(if follows { &mut follow } else { &mut count }) += 1;
                let write = |value, unit| locale.with_unit(value, unit);
                let why = match field.id {
                    "present.node_resale_usd" => strings::FOLLOWS_ITS_GPU_AND_AGE,
                    "power.host_kw_per_node" | "power.fixed_draw_w" => strings::FOLLOWS_THE_GPU,
                    "rent.storage_tb" | "rent.exit_tb" => strings::FOLLOWS_THE_WORK,
                    PRICE => strings::FOLLOWS_THE_GPU_ON_THE_BILL,
                    _ => strings::FOLLOWS_THE_GPUS_OWNED,
                };
                let [value, was] = [now, &typical].map(|s| field.in_words(s, &write));
                let range = match (field.get(now), field.unit()) {
                    (Value::Number(amount), Some(unit)) if !follows => amount
                        .range()
                        .map(|range| fields::between(&locale.typed(range.low, unit), &locale.typed(range.high, unit))),
                    _ => None,
                };
                // Perhaps only its range differs.
                let confirmed = matches!(field.get(now), Value::Number(amount) if amount.is_confirmed());
                let was = match (value == was, confirmed) {
                    (false, _) => Some(view! { <span>{strings::INSTEAD_OF}<Fixed text=was/></span> }.into_any()),
                    (true, true) => Some(words(strings::ASSUMPTION_CONFIRMED)),
                    (true, false) => None,
                };
                view! {
                    <li>
                        <FieldLink row=field.id label=field.label/>
                        ": "
                        <span class="values"><Fixed text=value/>{was}{range}</span>
                        {follows.then(|| words(why))}
                    </li>
                }
            })
            .collect();
        view! {
            <details class="changed-list">
                <summary>
                    {sentence_views(&strings::changed(count, FIELDS.len(), follow), false)}
                </summary>
                <ul>{items}</ul>
            </details>
        }
        .into_any()
    }
}

/// Says why a group shows no inputs: the yearly cost is one figure, the rent includes power, or no model is served.
#[component]
fn NothingMatters(group: &'static str) -> impl IntoView {
    if group == "api" {
        return view! {
            <p class="small" data-view="nothing-matters">{strings::NO_MODEL} " " <TokensStart label=strings::ADD_A_MODEL/></p>
        }
        .into_any();
    }
    view! { <NotWithThisChoice/> }.into_any()
}

#[component]
fn NotWithThisChoice() -> impl IntoView {
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let why = Memo::new(move |_| {
        scenario.with(|s| match s.own.yearly_method {
            YearlyMethod::Lines => "place.power_included",
            YearlyMethod::Fraction | YearlyMethod::Amount => "own.yearly_method",
        })
    });
    move || {
        let row = field(why.get())?;
        let chosen = scenario.with(|s| row.in_words(s, &|value, unit| locale.with_unit(value, unit)));
        Some(view! {
            <p class="small" data-view="nothing-matters">
                {strings::NONE_MATTERS}
                <FieldLink row=row.id label=row.label/>
                ": "
                <Fixed text=chosen/>
                "."
            </p>
        })
    }
}

/// Rows that no group draws.
fn not_here() -> impl Iterator<Item = &'static str> {
    [&FRONT[..], &IN_QUESTION, &ELSEWHERE].into_iter().flatten().copied()
}

/// Whether a group draws any row.
fn has_rows(group: &Group) -> bool {
    FIELDS.iter().any(|field| field.group == *group && !not_here().any(|id| id == field.id))
}

/// One group, closed, with its contents summarised in the heading.
#[component]
fn GroupFold(group: Group) -> impl IntoView {
    let (scenario, prices, locale) = (ScenarioStore::expect(), Prices::expect(), Locale::expect());
    let rows: Vec<&'static Field> =
        FIELDS.iter().filter(|f| f.group == group && !not_here().any(|id| id == f.id)).collect();
    // An alternative entry follows its row, or comes first if the row itself is elsewhere.
    let others = |of: &'static str| {
        DERIVED.iter().filter(move |d| {
            d.sets == of && !not_here().any(|id| id == d.id || id == d.sets && ELSEWHERE.contains(&id))
        })
    };
    let elsewhere = FIELDS.iter().filter(|f| f.group == group && !rows.iter().any(|r| r.id == f.id));
    let mut form_rows: Vec<FormRow> = elsewhere.flat_map(|f| others(f.id)).map(FormRow::Derived).collect();
    for field in &rows {
        form_rows.push(FormRow::Field(field));
        form_rows.extend(others(field.id).map(FormRow::Derived));
    }
    let summary = move || {
        scenario.with(|s| {
            let write = |value, unit| locale.with_unit(value, unit);
            let mut words: Vec<String> = Vec::new();
            for field in &rows {
                let listed = matches!(field.kind, Kind::Switch | Kind::List { .. });
                // A word in a number's place says nothing without its label, and little with it.
                let is_word = matches!(field.kind, Kind::NumberOrWord { .. }) && field.get(s).number().is_none();
                if listed || is_word || !(field.is_relevant)(s) || words.len() == 2 {
                    continue;
                }
                let word = match field.kind {
                    Kind::Gpu => prices.gpu_name(&s.work.gpu),
                    _ => field.in_words(s, &write),
                };
                if !word.starts_with("0 ") {
                    // A bare number needs its label.
                    let bare = matches!(field.kind, Kind::Number { .. } | Kind::NumberOrWord { .. });
                    words.push(if bare { format!("{} {word}", field.label) } else { word });
                }
            }
            words.join(" · ")
        })
    };
    let all = form_rows.clone();
    let idle = Memo::new(move |_| scenario.with(|s| !all.iter().any(|row| row.is_relevant(s))));
    view! {
        <details class="group" data-group=group.id>
            <summary>
                <span class="group-name">{group.label}</span>
                <span class="group-values" translate="no">{summary}</span>
            </summary>
            <When is=move || idle.get()><NothingMatters group=group.id/></When>
            <div class="group-rows">{form_rows.into_iter().map(|row| view! { <FieldRow row/> }).collect_view()}</div>
        </details>
    }
    .into_any()
}
