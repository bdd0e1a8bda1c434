//! Two to five scenarios side by side: results, differing inputs, the reasons for differences, and a link to all of
//! them.

use std::sync::Arc;

use engine::analysis::bridge::bridge;
use engine::codec::{Document, file, link};
use engine::inputs::FIELDS;
use engine::inputs::field::Field;
use engine::inputs::value::Value;
use engine::plans::result::PlanResult;
use engine::report::Report;
use engine::units::Unit;
use engine::view::Style;
use engine::view::comparable::different_questions;
use engine::view::cost_unit::over_the_horizon;
use engine::view::phrases::offer_name;
use leptos::prelude::*;

use super::compare_tick::{CompareTick, count, is_saved};
use crate::answer::sticky_summary::head;
use crate::browser::address;
use crate::browser::locale::Locale;
use crate::components::bridge::BridgeTable;
use crate::components::table::ScrollTable;
use crate::components::{Disclosure, FieldLink, Figure, Fixed, LinkBox, When, sentence_views, words};
use crate::scenarios::strings::compare as strings;
use crate::state::{Evaluation, Fold, Prices, ScenarioLibrary, Workspace};

/// Most results cached.
const MOST_HELD: usize = 12;

/// A scenario of the comparison: its name and result.
#[derive(Clone)]
struct Column {
    name: String,
    shown: Arc<Evaluation>,
}

/// A result: its label, format, the unit its difference is rounded to, and its value.
type ResultRow = (&'static str, Style, f64, fn(&Evaluation) -> Option<f64>);

const RESULTS: [ResultRow; 15] = [
    (strings::PLAN_PER_GPU_HOUR, Style::UsdPerHour, 0.01, |e| best(e)?.usd_per_productive_gpu_hour),
    (strings::PLAN_PER_YEAR, Style::Usd, 1.0, |e| Some(best(e)?.usd_per_year)),
    (strings::PLAN_PRESENT_VALUE, Style::Usd, 1.0, |e| Some(best(e)?.present_value_usd)),
    (strings::PLAN_SAVES, Style::Usd, 1.0, |e| e.choice.plans()?.saving_usd),
    (strings::PLAN_UPFRONT, Style::Usd, 1.0, |e| Some(best(e)?.upfront_usd)),
    (strings::OWN_OVER_THE_HORIZON, Style::UsdPerHour, 0.01, |e| Some(over_the_horizon(entered(e)?)?[0])),
    (strings::RENT_OVER_THE_HORIZON, Style::UsdPerHour, 0.01, |e| Some(over_the_horizon(entered(e)?)?[1])),
    (strings::BREAK_EVEN_BUSY_SHARE, Style::PercentFine, 0.001, |e| entered(e)?.outlook.turning.as_ref()?.busy_share),
    (strings::OWNING_PAYS_UNTIL, Style::PercentFine, 0.001, |e| entered(e)?.outlook.turning.as_ref()?.until_busy_share),
    (strings::BREAK_EVEN_PRICE, Style::UsdPerHour, 0.01, |e| entered(e)?.outlook.turning.as_ref()?.usd_per_gpu_hour),
    (strings::OWN_IN_A_STEADY_YEAR, Style::UsdPerHour, 0.01, |e| entered(e)?.own.usd_per_productive_gpu_hour),
    (strings::RENT_IN_A_STEADY_YEAR, Style::UsdPerHour, 0.01, |e| entered(e)?.cheapest()?.usd_per_productive_gpu_hour),
    (strings::OWNING_PRESENT_VALUE, Style::Usd, 1.0, |e| Some(entered(e)?.outlook.own.present_value_usd)),
    (strings::RENTING_PRESENT_VALUE, Style::Usd, 1.0, |e| Some(entered(e)?.outlook.rent.as_ref()?.present_value_usd)),
    (strings::OWNING_SAVES_PRESENT_VALUE, Style::Usd, 1.0, |e| entered(e)?.outlook.saving_usd),
];

/// The recommended plan.
fn best(shown: &Evaluation) -> Option<&PlanResult> {
    shown.choice.plans()?.recommended()
}

/// The report, where it compares the GPUs that were entered with an offer.
fn entered(shown: &Evaluation) -> Option<&Report> {
    shown.is_about_entered_sizes().then_some(&shown.report)
}

/// The comparison, including scenarios from the same link as the current one.
#[component]
pub fn Comparison() -> impl IntoView {
    let workspace = Workspace::expect();
    // On a key press only the current scenario is recomputed.
    let held = StoredValue::new(Vec::<Arc<Evaluation>>::new());
    let side_by_side = move || {
        let columns = columns(workspace, held);
        (columns.len() > 1).then(|| view! { <SideBySide columns/> }.into_any())
    };
    view! { <CompareHead/> {side_by_side} }
}

#[component]
fn CompareHead() -> impl IntoView {
    let (workspace, library) = (Workspace::expect(), ScenarioLibrary::expect());
    let scenario = workspace.scenario;
    let none = Memo::new(move |_| library.saved().is_empty() && library.linked().is_empty());
    let unsaved = Memo::new(move |_| !is_saved(scenario));
    let linked = move || {
        let guests = library.linked();
        let names: Vec<String> = guests.iter().enumerate().map(|(n, guest)| name_of(guest, n + 2)).collect();
        (!names.is_empty()).then(|| {
            view! {
                <div class="notice quiet" data-view="guests">
                    <p>{strings::ALSO_IN_THIS_LINK}<Fixed text=names.join(", ")/></p>
                    <div class="buttons">
                        <button type="button" class="plain" data-action="keep-guests" on:click=move |_| workspace.save_linked()>
                            {strings::SAVE_ALL}
                        </button>
                        <button type="button" class="plain" data-action="drop-guests" on:click=move |_| drop(workspace.take_linked())>
                            {strings::DISMISS}
                        </button>
                    </div>
                </div>
            }
        })
    };
    let few = move || if count(workspace) < 2 { strings::SELECT_TWO_TO_FIVE } else { "" };
    view! {
        <div class="compare-head">
            <h3 id="compare">{strings::TITLE}</h3>
            <Show
                when=move || !none.get()
                fallback=|| view! { <p class="small">{strings::TOO_FEW_SAVED}</p> }
            >
                <When is=move || unsaved.get()>
                    <CompareTick id=""><span>{strings::CURRENT_SCENARIO}</span></CompareTick>
                </When>
                {linked}
                <p class="small">{few}</p>
            </Show>
        </div>
    }
    .into_any()
}

fn name_of(document: &Document, number: usize) -> String {
    if document.name.trim().is_empty() { strings::scenario(&number) } else { document.name.clone() }
}

/// The scenarios compared; those that cannot be computed are omitted. Tracked.
fn columns(workspace: Workspace, held: StoredValue<Vec<Arc<Evaluation>>>) -> Vec<Column> {
    let library = workspace.library;
    let mut found: Vec<Column> = Vec::new();
    if count(workspace) < 2 {
        return found;
    }
    let screen =
        workspace.evaluation.settled().shown().map(|shown| Column { name: name_of(&shown.document, 1), shown });
    if library.is_chosen("") && !is_saved(workspace.scenario) {
        found.extend(screen.clone());
    }
    for (n, guest) in library.linked().into_iter().enumerate() {
        found.extend(column(workspace, held, name_of(&guest, n + 2), guest));
    }
    for kept in library.saved().into_iter().filter(|k| library.is_chosen(&k.id)) {
        if workspace.is_open(&kept.id) {
            found.extend(screen.clone());
        } else if let Ok(read) = file::read(&kept.file, &workspace.prices.published()) {
            found.extend(column(workspace, held, kept.name, read.document));
        }
    }
    found.truncate(link::MOST_IN_SET);
    found
}

fn column(
    workspace: Workspace,
    held: StoredValue<Vec<Arc<Evaluation>>>,
    name: String,
    document: Document,
) -> Option<Column> {
    let book = workspace.prices.book();
    let kept = held.with_value(|held| {
        held.iter().find(|shown| Arc::ptr_eq(&shown.book, &book) && *shown.document == document).cloned()
    });
    if let Some(shown) = kept {
        return Some(Column { name, shown });
    }
    let shown = Arc::new(Evaluation::in_full(&Arc::new(document), book).ok()?);
    held.update_value(|held| {
        if held.len() == MOST_HELD {
            held.remove(0);
        }
        held.push(Arc::clone(&shown));
    });
    Some(Column { name, shown })
}

#[component]
fn SideBySide(columns: Vec<Column>) -> impl IntoView {
    let (locale, prices) = (Locale::expect(), Prices::expect());
    let Some(first) = columns.first().cloned() else { return ().into_any() };
    let heads: Vec<AnyView> = columns
        .iter()
        .map(|column| view! { <th class="number" scope="col" dir="auto">{column.name.clone()}</th> }.into_any())
        .collect();
    let mut rows = vec![
        words_row(&columns, strings::RECOMMENDED_PLAN, head),
        words_row(&columns, strings::CHEAPEST_OFFER, |s| {
            entered(s).and_then(Report::cheapest).map(offer_name).unwrap_or_default()
        }),
    ];
    rows.extend(RESULTS.iter().filter_map(|result| result_row(&columns, *result, locale)));
    let (inputs, same, idle) = input_rows(&columns, &first.shown, locale, prices);
    let title = if inputs.is_empty() { strings::NO_INPUT_DIFFERS } else { strings::INPUTS_THAT_DIFFER };
    let across = columns.len() + 1;
    let differences: Vec<AnyView> = columns
        .iter()
        .skip(1)
        .enumerate()
        .map(|(n, other)| view! { <WhyDifferent place=n from=first.clone() to=other.clone()/> }.into_any())
        .collect();
    let all: Vec<Document> = columns.iter().map(|c| prices.with_results_of(&c.shown)).collect();
    let link = format!("{}#{}", address::page(), link::write_set(&all));
    let scenarios: Vec<_> = columns.iter().map(|column| &column.shown.document.scenario).collect();
    let apart = different_questions(&scenarios).map(|words| view! { <p class="notice" data-view="apart">{words}</p> });
    view! {
        {apart}
        <ScrollTable label="Comparison" view="compare">
            <table class="compare">
                <caption>{sentence_views(&strings::differences(same, idle), false)}</caption>
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>
                    {rows}
                    <tr><th class="group-head" scope="colgroup" colspan=across.to_string()>{title}</th></tr>
                    {inputs}
                </tbody>
            </table>
        </ScrollTable>
        {differences}
        <LinkBox
            id="compare-link"
            label=strings::LINK_TO_THIS_COMPARISON
            text=link
            help=strings::LINK_EXPLAINED
        />
    }
    .into_any()
}

/// Why a scenario differs from the first.
#[component]
fn WhyDifferent(place: usize, from: Column, to: Column) -> impl IntoView {
    let title = strings::why_different(&to.name, &from.name);
    let way = move || {
        let way = bridge(&from.shown.document, &to.shown.document, &from.shown.book)?;
        Some(view! { <BridgeTable bridge=Arc::new(way) from=from.name.clone() to=to.name.clone()/> })
    };
    let way = StoredValue::new(way);
    view! {
        <Disclosure fold=Fold::Difference(place) class="chain" title=move || title.clone()>
            {way.with_value(|way| way())}
        </Disclosure>
    }
}

/// A row; on narrow screens each cell names its scenario.
fn row(columns: &[Column], head: AnyView, cells: Vec<AnyView>) -> AnyView {
    let cells = cells.into_iter().zip(columns).map(|(cell, column)| {
        view! { <td class="number" data-label=column.name.clone()>{cell}</td> }
    });
    view! { <tr><th scope="row">{head}</th>{cells.collect_view()}</tr> }.into_any()
}

fn words_row(columns: &[Column], label: &'static str, of: fn(&Evaluation) -> String) -> AnyView {
    let cells = columns.iter().map(|c| view! { <Fixed text=of(&c.shown)/> }.into_any()).collect();
    row(columns, words(label), cells)
}

fn result_row(columns: &[Column], (label, style, unit, of): ResultRow, locale: Locale) -> Option<AnyView> {
    let first = columns.first()?;
    if columns.iter().all(|c| of(&c.shown).is_none()) {
        return None;
    }
    let before = of(&first.shown);
    let cells = columns.iter().map(|c| match of(&c.shown) {
        None => words("–"),
        Some(now) => {
            let before = before.filter(|_| !Arc::ptr_eq(&c.shown, &first.shown));
            let delta = before.map(|before| delta(locale, before, now, style, unit));
            view! { <Figure value=now style/> {delta} }.into_any()
        }
    });
    Some(row(columns, words(label), cells.collect()))
}

/// The difference of two figures as displayed, and its share of the first.
fn delta(locale: Locale, before: f64, now: f64, style: Style, unit: f64) -> AnyView {
    let percent = style == Style::PercentFine;
    // A cent of the displayed currency.
    let unit = if percent { unit } else { unit / locale.rate(Unit::Usd) };
    let moved = ((now / unit).round() - (before / unit).round()) * unit;
    if percent {
        return points(locale, moved);
    }
    changed(locale, moved, before, now, &locale.figure(moved, style))
}

/// The difference of two shares.
fn points(locale: Locale, moved: f64) -> AnyView {
    changed(locale, moved, 0.0, 0.0, &strings::points(&locale.typed_short(moved, Unit::Share)))
}

fn changed(locale: Locale, moved: f64, before: f64, now: f64, words: &str) -> AnyView {
    let sign = if moved > 0.0 { "+" } else { "" };
    let mut text = format!("{sign}{}", words.trim_end());
    if before > 0.0 && now > 0.0 {
        text = format!("{text} ({sign}{})", locale.figure(now / before - 1.0, Style::PercentFine));
    }
    let text = if moved == 0.0 { strings::SAME.to_owned() } else { text };
    view! { <span class="why" translate="no">{text}</span> }.into_any()
}

/// Rows of inputs that differ and are relevant in at least one scenario; the number of inputs equal in all, and of
/// those relevant in none.
fn input_rows(columns: &[Column], first: &Evaluation, locale: Locale, prices: Prices) -> (Vec<AnyView>, usize, usize) {
    let mut rows = Vec::new();
    let (mut same, mut idle) = (0, 0);
    if columns.iter().any(|c| c.shown.document.edition != first.document.edition) {
        rows.push(words_row(columns, strings::PRICE_EDITION, |s| s.document.edition.clone()));
    }
    for field in FIELDS {
        let before = field.get(&first.document.scenario);
        if columns.iter().all(|c| field.get(&c.shown.document.scenario) == before) {
            same += 1;
            continue;
        }
        if !columns.iter().any(|c| (field.is_relevant)(&c.shown.document.scenario)) {
            idle += 1;
            continue;
        }
        let cells = columns.iter().map(|c| input_cell(field, &before, &c.shown.document, locale, prices)).collect();
        let head = view! { <FieldLink row=field.id label=field.label/> }.into_any();
        rows.push(row(columns, head, cells));
    }
    (rows, same, idle)
}

fn input_cell(field: &Field, before: &Value, document: &Document, locale: Locale, prices: Prices) -> AnyView {
    let written = field.in_words(&document.scenario, &|value, unit| locale.with_unit(value, unit));
    let written = prices.gpu_name(&written);
    let difference = match (before, field.get(&document.scenario), field.unit()) {
        (Value::Number(before), Value::Number(now), Some(unit)) if before.value != now.value => {
            let (before, now) = (before.value, now.value);
            Some(if unit.is_percent() {
                points(locale, now - before)
            } else {
                let words = locale.short_with_unit(now - before, unit);
                changed(locale, now - before, before, now, &words)
            })
        }
        _ => None,
    };
    view! { <Fixed text=written/> {difference} }.into_any()
}
