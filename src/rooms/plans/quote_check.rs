//! Checks a quoted price and term immediately, without adding it to the scenario until the user does.

use engine::analysis::quote_check::{QuoteCheck, quote_check};
use engine::inputs::field::ColumnKind;
use engine::inputs::value::Quote;
use engine::inputs::{QuoteColumn, Scenario};
use engine::units::{Unit, count};
use engine::view::cost_unit::Measure;
use engine::view::phrases::span;
use engine::view::{Piece, Style};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::notice_list::NoticesAt;
use crate::components::{filled_views, sentence_views, words};
use crate::rooms::plans::strings::quote_check as strings;
use crate::state::{Evaluation, EvaluationContext, Notice, NoticeAction, NoticePlace, ScenarioStore, Workspace};
use crate::strings::price_class;

/// Highest price of a GPU-hour.
const MOST_USD: f64 = 10_000.0;
/// Longest term in months.
const MOST_MONTHS: f64 = 120.0;

/// How an offer bills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OfferClass {
    OnDemand,
    Committed,
    Spot,
}

impl OfferClass {
    /// Every class: its id and its label.
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::OnDemand, "on-demand", price_class::ON_DEMAND),
        (Self::Committed, "committed", price_class::COMMITTED),
        (Self::Spot, "spot", price_class::SPOT),
    ];
}

/// What is typed, as text.
#[derive(Clone, Copy)]
struct Typed {
    price: RwSignal<String>,
    class: RwSignal<OfferClass>,
    months: RwSignal<String>,
    no_capacity: RwSignal<String>,
    interruptions: RwSignal<String>,
}

/// The fields and the answer.
#[component]
pub fn QuoteCheck() -> impl IntoView {
    let (workspace, evaluation) = (Workspace::expect(), EvaluationContext::expect());
    let locale = workspace.locale;
    let empty = || RwSignal::new(String::new());
    let typed = Typed {
        price: empty(),
        class: RwSignal::new(OfferClass::OnDemand),
        months: empty(),
        no_capacity: empty(),
        interruptions: empty(),
    };
    let quote = move || parse(typed, locale);
    let take = move |_| {
        if let Some(Ok(quote)) = untrack(quote) {
            take_offer(workspace, quote);
            for text in [typed.price, typed.months, typed.no_capacity, typed.interruptions] {
                text.set(String::new());
            }
        }
    };
    let answer = move || match (quote(), evaluation.shown()) {
        (None, _) | (_, None) => ().into_any(),
        (Some(Err(problem)), _) => view! { <p class="error">{problem}</p> }.into_any(),
        (Some(Ok(quote)), Some(shown)) => {
            let document = &shown.document;
            let found = if quote.spot && !document.scenario.may_be_interrupted() {
                words(strings::SPOT_ALONE)
            } else {
                match quote_check(&document.scenario, &shown.book, &document.edition, &quote) {
                    Some(found) => sentence(&found, quote.months(), &shown),
                    None => {
                        return view! { <p class="error">{strings::CANNOT_BE_COMPUTED}</p> }.into_any();
                    }
                }
            };
            view! {
                <p class="offer-answer" data-view="offered">
                    {found}
                    " "
                    <button type="button" class="plain" data-action="offered" on:click=take>
                        {strings::ADD_TO_YOUR_OFFERS}
                    </button>
                </p>
            }
            .into_any()
        }
    };
    let placeholder = Signal::derive(move || locale.code());
    let price = view! { <OfferInput id="in-offered" text=typed.price label=strings::PRICE placeholder/> };
    let offer = filled_views(
        strings::OFFER,
        [
            ("price", price.into_any()),
            ("class", view! { <ClassOfOffer class=typed.class/> }.into_any()),
            ("terms", (move || terms(typed)).into_any()),
        ],
    );
    view! {
        <form class="offer" id="quote-check" aria-label=strings::YOUR_OFFER on:submit=|ev| ev.prevent_default()>
            <p class="offered">{offer}</p>
            <div id="offered-answer">{answer}</div>
            <NoticesAt place=NoticePlace::QuoteCheck/>
        </form>
    }
    .into_any()
}

/// The list of classes.
#[component]
fn ClassOfOffer(class: RwSignal<OfferClass>) -> impl IntoView {
    let options = OfferClass::ALL.into_iter().map(|(value, id, label)| {
        view! { <option value=id prop:selected=move || class.get() == value>{label}</option> }
    });
    let set = move |id: String| {
        if let Some((value, ..)) = OfferClass::ALL.into_iter().find(|(_, known, _)| *known == id) {
            class.set(value);
        }
    };
    view! {
        <select id="in-offered-class" aria-label=strings::CLASS on:change:target=move |ev| set(ev.target().value())>
            {options.collect_view()}
        </select>
    }
}

/// The fields that only some classes have.
fn terms(typed: Typed) -> AnyView {
    let scenario = ScenarioStore::expect();
    let locale = Locale::expect();
    match typed.class.get() {
        OfferClass::OnDemand => ().into_any(),
        OfferClass::Committed => {
            let placeholder = Signal::stored("12".to_owned());
            let months =
                view! { <OfferInput id="in-offered-months" text=typed.months label=strings::TERM placeholder/> };
            filled_views(strings::COMMITTED_TERMS, [("months", months.into_any())]).into_any()
        }
        OfferClass::Spot => {
            let usual = move |read: fn(&Scenario) -> f64, unit: Unit| {
                Signal::derive(move || locale.typed(scenario.with(read), unit))
            };
            let rate = move || scenario.with(|s| s.stops.spot_kind);
            let share = view! {
                <OfferInput
                    id="in-offered-no-capacity"
                    text=typed.no_capacity
                    label=strings::NO_CAPACITY
                    placeholder=usual(|s| s.stops.no_spot_share.value, Unit::Share)
                />
            };
            let number = view! {
                <OfferInput
                    id="in-offered-interruptions"
                    text=typed.interruptions
                    label=strings::INTERRUPTIONS
                    placeholder=usual(|s| s.stops.spot_rate.value, Unit::Ratio)
                />
            };
            let of = move || price_class::chance(rate());
            filled_views(
                strings::SPOT_TERMS,
                [("share", share.into_any()), ("number", number.into_any()), ("of", of.into_any())],
            )
            .into_any()
        }
    }
}

#[component]
fn OfferInput(
    id: &'static str,
    text: RwSignal<String>,
    label: &'static str,
    placeholder: Signal<String>,
) -> impl IntoView {
    view! {
        <input
            type="text"
            inputmode="decimal"
            autocomplete="off"
            spellcheck="false"
            translate="no"
            aria-describedby="offered-answer"
            id=id
            aria-label=label
            placeholder=move || placeholder.get()
            prop:value=move || text.get()
            on:input:target=move |ev| text.set(ev.target().value())
        />
    }
}

/// The offer as typed, or what is wrong with it; `None` while it has no price, or no term where it binds for one.
fn parse(typed: Typed, locale: Locale) -> Option<Result<Quote, String>> {
    let trimmed = |text: RwSignal<String>| text.with(|text| text.trim().to_owned());
    let price = trimmed(typed.price);
    if price.is_empty() {
        return None;
    }
    let Some(usd) = locale.read_in(&price, Unit::UsdPerGpuHour).filter(|usd| *usd > 0.0 && *usd <= MOST_USD) else {
        let (most, example) = (locale.typed(MOST_USD, Unit::UsdPerGpuHour), locale.typed(2.5, Unit::Ratio));
        return Some(Err(strings::enter_the_price(&most, &example)));
    };
    let quote = Quote { usd_per_gpu_hour: usd, ..Quote::default() };
    match typed.class.get() {
        OfferClass::OnDemand => Some(Ok(quote)),
        OfferClass::Committed => {
            let months = trimmed(typed.months);
            if months.is_empty() {
                return None;
            }
            let read = locale.read_in(&months, Unit::Months);
            let term = read.filter(|months| (1.0..=MOST_MONTHS).contains(months) && months.fract() == 0.0);
            Some(term.map(|term_months| Quote { term_months, ..quote }).ok_or(strings::ENTER_THE_TERM.to_owned()))
        }
        OfferClass::Spot => {
            let number = |text: RwSignal<String>, column: QuoteColumn| match (trimmed(text), column.column().kind) {
                (text, ColumnKind::Number { unit, min, max, .. }) if !text.is_empty() => {
                    let read = locale.read_in(&text, unit).filter(|value| (min..=max).contains(value));
                    read.map(Some).ok_or(())
                }
                _ => Ok(None),
            };
            let Ok(no_spot_share) = number(typed.no_capacity, QuoteColumn::NoSpotShare) else {
                return Some(Err(strings::ENTER_THE_SHARE.to_owned()));
            };
            let Ok(interruptions) = number(typed.interruptions, QuoteColumn::Interruptions) else {
                return Some(Err(strings::ENTER_THE_INTERRUPTIONS.to_owned()));
            };
            Some(Ok(Quote { spot: true, no_spot_share, interruptions, ..quote }))
        }
    }
}

fn sentence(found: &QuoteCheck, months: f64, shown: &Evaluation) -> AnyView {
    let measure = Measure::of(&shown.report);
    let over = span(shown.report.outlook.months);
    let per = found.usd_per_productive_gpu_hour.map(|usd| strings::that_is(measure.piece(usd), measure.per()));
    let saving = match found.saving_usd {
        Some(usd) => strings::costs_less(usd, &over),
        None => vec![Piece::Words(strings::NOT_ALL_THE_WORK.to_owned())],
    };
    let ends = found.signed_until.map(|month| strings::term_ends(count(month), count(month) == months));
    let close = found.saving_usd.filter(|usd| usd.abs() < found.allowance_usd);
    let close = close.map(|_| strings::too_close(found.allowance_usd));
    let sentences = per.into_iter().chain([saving]).chain(ends).chain(close);
    sentences.map(|pieces| view! { <span>{sentence_views(&pieces, false)}" "</span> }).collect_view().into_any()
}

/// Adds the typed quote to the user's own offers, and says so where it was pressed.
fn take_offer(workspace: Workspace, quote: Quote) {
    let locale = workspace.locale;
    let class = match (quote.spot, quote.term_months > 0.0) {
        (true, _) => price_class::SPOT.to_owned(),
        (_, true) => strings::for_months(&locale.figure(quote.term_months, Style::Count)),
        _ => price_class::ON_DEMAND.to_owned(),
    };
    let told = strings::added(&locale.figure(quote.usd_per_gpu_hour, Style::UsdPerHour), &class);
    let place = NoticePlace::QuoteCheck;
    match workspace.scenario.add_quote(Quote { name: strings::YOUR_OFFER.to_owned(), ..quote }) {
        Ok(()) => {
            let action = Some((NoticeAction::OnlyQuotes, strings::OWN_OFFERS_ONLY));
            workspace.notices.say(Notice { action, ..Notice::at(place, told, Vec::new()) });
        }
        Err(why) => workspace.notices.say(Notice::at(place, why, Vec::new())),
    }
}
