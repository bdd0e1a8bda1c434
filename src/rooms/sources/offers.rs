//! Every offer: those that can do the job, cheapest first, then the others with their reasons, which the user can count
//! in. The user can replace each listed price.

use std::time::Duration;

use engine::formulas::break_even::BreakEven;
use engine::inputs::Size;
use engine::model::offers::Billing;
use engine::plans::plan::PlanKind;
use engine::plans::recommendation::Plans;
use engine::plans::result::PlanResult;
use engine::report::{OfferResult, Report};
use engine::text::Name;
use engine::units::Unit;
use engine::view::cost_unit::Measure;
use engine::view::exportable::PlotId;
use engine::view::phrases::{offer_name, renewal, span};
use engine::view::template::filled;
use engine::view::{Piece, Style};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::browser::{clock, dom};
use crate::components::table::ScrollTable;
use crate::components::{Disclosure, External, Figure, Fixed, PlotOf, When, sentence_views, words};
use crate::rooms::sources::strings::offers as strings;
use crate::state::{Evaluation, EvaluationContext, Fold, InputProblems, ScenarioStore, UiState, Workspace};

/// Id of the price field: there is one at a time.
const PRICE_INPUT: &str = "own-price";
/// How long a row may take to its new place after its price was set.
const MOVING: Duration = Duration::from_secs(2);
/// The row of the user's prices for listed offers.
const OWN_PRICES: &str = "rent.prices";
/// Days after which a price is called old.
const OLD_DAYS: i64 = 90;

/// Id of the button that opens an offer's price field.
fn price_button(offer: &str) -> String {
    format!("price-of-{offer}")
}

/// Whether owning the GPUs that were entered is compared with each offer: where it is one of the two plans that lead.
fn is_about_owning(evaluation: EvaluationContext) -> Memo<bool> {
    let owning = evaluation.slice(Evaluation::is_own_against_rent);
    Memo::new(move |_| owning.get().unwrap_or(true))
}

fn count_box(offer: &str) -> String {
    format!("count-{offer}")
}

/// The section.
#[component]
pub fn OffersSection() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let able = evaluation.slice(|e| ids(&by_cost(&e.report, true)));
    let unable = evaluation.slice(|e| ids(&by_cost(&e.report, false)));
    let pure = is_about_owning(evaluation);
    let listed = |of: Memo<Option<Vec<Name>>>| Signal::derive(move || of.get().unwrap_or_default());
    let (able, unable) = (listed(able), listed(unable));
    let title = move || {
        let count = unable.with(Vec::len);
        view! { <span>{sentence_views(&strings::ineligible(count), false)}</span> }
    };
    view! {
        <section class="offers" id="offers" aria-labelledby="offers-heading">
            <h2 id="offers-heading">{move || if pure.get() { strings::OWNING_COMPARED } else { strings::TITLE }}</h2>
            <When is=pure><PlotOf id=PlotId::BreakEvens/></When>
            {move || evaluation.shown().map(|shown| reasons(&shown.report, pure.get()))}
            {move || evaluation.shown().map(|shown| committed(&shown))}
            <OfferTable caption=strings::EXPLANATION offers=able/>
            <Disclosure fold=Fold::Named("unable") class="unable" title=move || title>
                <OfferTable caption=strings::INELIGIBLE_TITLE offers=unable/>
            </Disclosure>
        </section>
    }
    .into_any()
}

/// The counted offers by their deciding cost, those that leave work undone last; or the others in the report's order.
fn by_cost(report: &Report, counted: bool) -> Vec<&OfferResult> {
    let mut found: Vec<&OfferResult> = report.offers.iter().filter(|o| o.counted == counted).collect();
    if counted {
        let paid = |offer: &OfferResult| offer.present_value_usd.unwrap_or(f64::INFINITY);
        found.sort_by(|one, other| paid(one).total_cmp(&paid(other)));
    }
    found
}

fn ids(offers: &[&OfferResult]) -> Vec<Name> {
    offers.iter().map(|offer| offer.id.clone()).collect()
}

/// "14 offers can do this job; 38 cannot, 16 of them cheaper than owning. Most common reasons: …".
fn reasons(report: &Report, against_owning: bool) -> AnyView {
    let (able, unable) = (by_cost(report, true), by_cost(report, false));
    let own = report.outlook.saving_usd.map(|_| report.outlook.own.present_value_usd);
    let is_cheaper = |o: &OfferResult| match own {
        Some(own) => o.present_value_usd.is_some_and(|usd| usd < own),
        None => o.usd_per_year < report.own.usd_per_year,
    };
    let cheaper = unable.iter().filter(|o| is_cheaper(o)).count();
    let mut common: Vec<(usize, &str)> = Vec::new();
    for reason in unable.iter().flat_map(|o| &o.reasons) {
        match common.iter_mut().find(|(_, words)| *words == reason.words) {
            Some((count, _)) => *count += 1,
            None => common.push((1, reason.words)),
        }
    }
    common.sort_by(|one, other| other.cmp(one));
    let words: Vec<String> = common.iter().take(3).map(|(count, words)| format!("{words} ({count})")).collect();
    let because = if words.is_empty() { String::new() } else { strings::most_common_reasons(&words.join(", ")) };
    view! {
        <p>{sentence_views(&strings::counted(able.len(), unable.len(), against_owning.then_some(cheaper)), false)} {because}</p>
    }
    .into_any()
}

/// How many GPUs the commitments of the table are for, where the plans find another number.
fn committed(shown: &Evaluation) -> Option<AnyView> {
    let found = !matches!(shown.document.scenario.sizes.commit, Size::Typed(_));
    let plan = shown.choice.plans().and_then(|plans| plans.plan(PlanKind::Commit)).filter(|_| found)?;
    let of = |offer: &OfferResult| match offer.billing {
        Billing::Committed { gpus } | Billing::Absorbed { gpus } if offer.counted => Some(gpus),
        _ => None,
    };
    let gpus = shown.report.offers.iter().find_map(of).filter(|gpus| *gpus != plan.committed_gpus)?;
    let sentence = strings::commitments_are_for(gpus, plan.committed_gpus);
    Some(view! { <p class="small" data-view="committed-here">{sentence_views(&sentence, false)}</p> }.into_any())
}

#[component]
fn OfferTable(caption: &'static str, offers: Signal<Vec<Name>>) -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let pure = is_about_owning(evaluation);
    let heads = evaluation.slice(|e| (Measure::of(&e.report).head(), e.report.outlook.months));
    let measure = move || heads.get().map(|(head, _)| strings::in_a_steady_year(&head));
    let over = move || heads.get().map(|(_, months)| strings::over(&span(months)));
    let empty = Memo::new(move |_| offers.with(Vec::is_empty));
    view! {
        <Show
            when=move || !empty.get()
            fallback=|| view! { <p class="empty">{strings::NONE}</p> }
        >
            <ScrollTable label=caption>
                <table class="cards">
                    <caption>{caption}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{strings::OFFER}</th>
                            <th scope="col" class="number">{strings::PER_GPU_HOUR}</th>
                            <th scope="col" class="number">{measure}</th>
                            <th scope="col" class="number">{over}</th>
                            <When is=pure><th scope="col" class="number">{strings::OWNING_PAYS}</th></When>
                            <th scope="col">{strings::PRICE_DATE}</th>
                            <th scope="col">{strings::INCLUDED}</th>
                        </tr>
                    </thead>
                    <tbody>
                        <For each=move || offers.get() key=|id| id.to_string() let:id>
                            <OfferRow id/>
                        </For>
                    </tbody>
                </table>
            </ScrollTable>
        </Show>
    }
    .into_any()
}

/// A row, which stays the same element while its figures change.
#[component]
fn OfferRow(id: Name) -> impl IntoView {
    let (evaluation, ui) = (EvaluationContext::expect(), UiState::expect());
    let mark = id.to_string();
    let offer = move || {
        let shown = evaluation.shown()?;
        let offer = shown.report.offers.iter().find(|offer| offer.id == id).cloned()?;
        Some((offer, shown))
    };
    let again = offer.clone();
    let class = move || again().map(|(offer, shown)| class_of(&offer, &shown));
    view! {
        <tr class=class data-offer=mark>
            {move || offer().map(|(offer, shown)| {
                for control in [price_button(&offer.id), count_box(&offer.id)] {
                    dom::keep_focus(&control);
                }
                // A row that has moved has lost the focus by now.
                if ui.moving_offer.with_untracked(|moving| moving.as_deref() == Some(offer.id.as_str())) {
                    dom::focus_if_lost_soon(price_button(&offer.id));
                }
                cells(&offer, &shown)
            })}
        </tr>
    }
    .into_any()
}

/// Whether the recommended plan or, where GPUs that were entered are compared with one offer, that comparison uses it.
fn is_chosen(offer: &OfferResult, shown: &Evaluation) -> bool {
    if shown.is_about_pure_plans() {
        return shown.report.verdict.offer.as_ref() == Some(&offer.id);
    }
    let best = shown.choice.plans().and_then(Plans::recommended);
    let uses =
        |plan: &PlanResult| plan.commitment.iter().chain(&plan.hourly).chain(&plan.spot).any(|id| *id == offer.id);
    best.is_some_and(uses)
}

fn class_of(offer: &OfferResult, shown: &Evaluation) -> &'static str {
    match (offer.counted, is_chosen(offer, shown)) {
        (true, true) => "able chosen",
        (true, false) => "able",
        _ => "",
    }
}

fn cells(offer: &OfferResult, shown: &Evaluation) -> AnyView {
    let report = &shown.report;
    let name = offer_name(offer);
    let why = offer.reasons.iter().map(|r| r.words).collect::<Vec<_>>().join(", ");
    let measure = Measure::of(report);
    let own = shown.document.scenario.rent.own_price(&offer.id);
    let pays = shown.is_about_pure_plans().then(|| {
        view! { <td class="number" data-label=strings::OWNING_PAYS>{break_even(&offer.break_even)}</td> }
    });
    let used = if !offer.counted && is_chosen(offer, shown) { strings::USED_FOR_PART } else { "" };
    let notes = [why, used.to_owned(), renewal(offer).unwrap_or_default().to_owned()];
    let notes =
        notes.into_iter().filter(|note| !note.is_empty()).map(|note| view! { <span class="why">{words(note)}</span> });
    let hour = offer.usd_per_productive_gpu_hour;
    let over = strings::over(&span(report.outlook.months));
    let value = offer.present_value_usd;
    view! {
        <th scope="row">{name.clone()}{notes.collect_view()}</th>
        <td class="number" data-label=strings::PER_GPU_HOUR><OfferPrice offer=offer.clone() name=name.clone() own/></td>
        <td class="number" data-label=strings::in_a_steady_year(&measure.head())>
            {hour.map(|usd| view! { <Figure value=measure.cost(usd) style=measure.style/> })}
        </td>
        <td class="number" data-label=over>{value.map(|usd| view! { <Figure value=usd style=Style::UsdShort/> })}</td>
        {pays}
        <td data-label=strings::PRICE_DATE>{dated(offer, own, shown)}</td>
        <td data-label=strings::INCLUDED>{counting(offer, &name)}</td>
    }
    .into_any()
}

/// The date of a price, with its source and age.
fn dated(offer: &OfferResult, own: Option<f64>, shown: &Evaluation) -> AnyView {
    let age = clock::days_since(&offer.as_of).filter(|d| *d > OLD_DAYS && own.is_none());
    let age = age.map(|d| view! { <span class="why day">{strings::days_old(&d)}</span> });
    let source = shown.book.source(&offer.source_id);
    let title = source.map_or_else(String::new, |s| s.title.clone());
    let day = offer.as_of.clone();
    let dated = match source.filter(|s| !s.url.is_empty()) {
        _ if day.is_empty() || own.is_some() => view! { <Fixed text=strings::YOU/> }.into_any(),
        None => view! { <span translate="no" class="day" title=title>{day}</span> }.into_any(),
        Some(source) => {
            view! { <span translate="no" class="day" title=title><External url=source.url.clone() label=day/></span> }
                .into_any()
        }
    };
    view! { {dated} {age} }.into_any()
}

/// The price, with a control to replace it by the user's own. The user's quotes are edited in their own list.
#[component]
fn OfferPrice(offer: OfferResult, name: String, own: Option<f64>) -> impl IntoView {
    let (workspace, ui) = (Workspace::expect(), UiState::expect());
    let price = offer.usd_per_gpu_hour;
    if offer.source_id.is_empty() {
        return view! { <Figure value=price style=Style::UsdPerHour/> }.into_any();
    }
    let id = StoredValue::new(offer.id.to_string());
    let open = Memo::new(move |_| ui.priced_offer.with(|open| id.with_value(|id| open.as_ref() == Some(id))));
    let listed = offer.list_usd_per_gpu_hour;
    let listed = own.map(|_| {
        view! { <span class="why">{strings::YOUR_PRICE_LISTED_AT}<Figure value=listed style=Style::UsdPerHour/></span> }
    });
    let label = if own.is_some() { strings::CHANGE } else { strings::SET_YOUR_PRICE };
    let toggle = move |_| {
        id.with_value(|id| workspace.toggle_own_price(id));
        dom::focus_soon(PRICE_INPUT);
    };
    let about = format!("{label}: {name}");
    let name = StoredValue::new(name);
    view! {
        <Figure value=price style=Style::UsdPerHour/>
        {listed}
        " "
        <button
            type="button"
            class="plain"
            data-action="price"
            id=price_button(&id.get_value())
            aria-expanded=move || if open.get() { "true" } else { "false" }
            aria-label=about
            on:click=toggle
        >
            {label}
        </button>
        <When is=move || open.get()>
            <PriceField offer=id.get_value() name=name.get_value() own/>
        </When>
    }
    .into_any()
}

#[component]
fn PriceField(offer: String, name: String, own: Option<f64>) -> impl IntoView {
    let (workspace, locale) = (Workspace::expect(), Locale::expect());
    let problems = expect_context::<InputProblems>();
    let problem = Memo::new(move |_| problems.of(OWN_PRICES));
    let id = StoredValue::new(offer);
    // The row moves to its new position, and the focus with it.
    let set = move |text: Option<String>| {
        id.with_value(|id| {
            workspace.set_own_price(id, text.as_deref());
            dom::focus_if_lost_soon(price_button(id));
            let moving = workspace.ui.moving_offer;
            moving.set(Some(id.clone()));
            set_timeout(move || moving.set(None), MOVING);
        });
    };
    let back = own.map(|_| {
        view! {
            <button
                type="button"
                class="plain"
                data-action="list-price"
                aria-label=strings::use_the_list_price(&name)
                on:click=move |_| set(None)
            >
                {strings::USE_THE_LIST_PRICE}
            </button>
        }
    });
    view! {
        <div class="own-price">
            <input
                type="text"
                inputmode="decimal"
                autocomplete="off"
                size="6"
                translate="no"
                id=PRICE_INPUT
                placeholder=locale.code()
                aria-label=strings::your_price(&name)
                prop:value=own.map_or_else(String::new, |usd| locale.typed(usd, Unit::UsdPerGpuHour))
                aria-invalid=move || problem.get().map(|_| "true")
                aria-describedby=move || problem.get().map(|_| "own-price-error")
                on:change:target=move |ev| set(Some(ev.target().value()))
            />
            {back}
            {move || problem.get().map(|problem| view! {
                <p class="error" id="own-price-error">{problem.problem}</p>
            })}
        </div>
    }
    .into_any()
}

fn break_even(found: &BreakEven) -> AnyView {
    let share = |name, at: f64| (name, Piece::Figure(at, Style::PercentFine));
    let sentence = match found {
        BreakEven::Always => filled(strings::ALWAYS, &[]),
        BreakEven::From(at) => filled(strings::FROM, &[share("from", at.busy_share)]),
        BreakEven::UpTo(at) => filled(strings::UP_TO, &[share("up_to", at.busy_share)]),
        BreakEven::Outside { up_to, from } => {
            filled(strings::UP_TO_AND_FROM, &[share("up_to", up_to.busy_share), share("from", from.busy_share)])
        }
        BreakEven::Several { first, last } => {
            filled(strings::CHANGES, &[share("from", first.busy_share), share("up_to", last.busy_share)])
        }
        BreakEven::Never(miss) => match miss.needed {
            Some(needed) => filled(strings::NEVER_BUT_AT, &[share("from", needed.busy_share)]),
            None => filled(strings::NEVER, &[]),
        },
    };
    view! { <span>{sentence_views(&sentence, false)}</span> }.into_any()
}

/// A switch that counts an offer in although it does not meet the requirements; able offers are always counted.
fn counting(offer: &OfferResult, name: &str) -> AnyView {
    if offer.reasons.is_empty() {
        return view! { <span>{strings::YES}</span> }.into_any();
    }
    view! { <CountIn id=offer.id.to_string() name=name.to_owned() counted=offer.counted/> }.into_any()
}

#[component]
fn CountIn(id: String, name: String, counted: bool) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let offer = id.clone();
    view! {
        <input
            type="checkbox"
            data-action="count"
            id=count_box(&id)
            data-offer-id=id.clone()
            aria-label=strings::include(&name)
            prop:checked=counted
            on:change:target=move |ev| scenario.count_offer(&offer, ev.target().checked())
        />
    }
}
