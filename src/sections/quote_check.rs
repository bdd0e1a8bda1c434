//! Checks a quoted price and term immediately, without adding it to the scenario until the user does.

use engine::analysis::quote_check::{QuoteCheck, quote_check};
use engine::units::{Unit, count};
use engine::view::cost_unit::Measure;
use engine::view::phrases::span;
use engine::view::{Piece, Style};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::sentence_views;
use crate::keeping::placement::free_name;
use crate::state::{Evaluation, EvaluationContext, Notice, NoticeAction, Workspace};
use crate::strings::quote_check as strings;

/// Highest price of a GPU-hour.
const MOST_USD: f64 = 10_000.0;
/// Longest term in months.
const MOST_MONTHS: f64 = 120.0;

/// The two fields and the answer.
#[component]
pub fn QuoteCheck() -> impl IntoView {
    let (workspace, evaluation) = (Workspace::expect(), EvaluationContext::expect());
    let locale = workspace.locale;
    let price = RwSignal::new(String::new());
    let months = RwSignal::new(String::new());
    let quote = move || price.with(|price| months.with(|months| parse(price, months, locale)));
    let take = move |_| {
        if let Some(Ok((usd, months_bound))) = untrack(quote) {
            take_offer(workspace, usd, months_bound);
            price.set(String::new());
            months.set(String::new());
        }
    };
    let answer = move || match (quote(), evaluation.shown()) {
        (None, _) | (_, None) => ().into_any(),
        (Some(Err(problem)), _) => view! { <p class="error">{problem}</p> }.into_any(),
        (Some(Ok((usd, months))), Some(shown)) => {
            let document = &shown.document;
            match quote_check(&document.scenario, &shown.book, &document.edition, usd, months) {
                Some(found) => view! {
                    <p class="offer-answer" data-view="offered">
                        {sentence(&found, months, &shown)}
                        <button type="button" class="plain" data-action="offered" on:click=take>
                            {strings::COUNT_IT_AS_AN_OFFER}
                        </button>
                    </p>
                }
                .into_any(),
                None => view! { <p class="error">{strings::THIS_CANNOT_BE_COMPUTED_FOR_THE}</p> }.into_any(),
            }
        }
    };
    view! {
        <form class="offer" aria-label=strings::YOUR_OFFER on:submit=|ev| ev.prevent_default()>
            <p class="offered">
                {strings::I_WAS_OFFERED}
                <OfferInput
                    id="in-offered"
                    text=price
                    label=strings::PRICE_I_WAS_OFFERED_A_GPU
                    placeholder=Signal::derive(move || locale.code())
                />
                {strings::A_GPU_HOUR_FOR}
                <OfferInput
                    id="in-offered-months"
                    text=months
                    label=strings::MONTHS_IT_BINDS_FOR_EMPTY_OR
                    placeholder=Signal::stored("0".to_owned())
                />
                {strings::MONTHS}
            </p>
            <div id="offered-answer">{answer}</div>
        </form>
    }
    .into_any()
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

/// Price and months as typed, or what is wrong with them; `None` if nothing is typed.
fn parse(price: &str, months: &str, locale: Locale) -> Option<Result<(f64, f64), String>> {
    let (price, months) = (price.trim(), months.trim());
    if price.is_empty() {
        return None;
    }
    let price = locale.read_in(price, Unit::UsdPerGpuHour).filter(|usd| *usd > 0.0 && *usd <= MOST_USD);
    let months = if months.is_empty() { Some(0.0) } else { locale.read_in(months, Unit::Months) };
    Some(match (price, months.filter(|m| (0.0..=MOST_MONTHS).contains(m))) {
        (None, _) => {
            let (most, example) = (locale.typed(MOST_USD, Unit::UsdPerGpuHour), locale.typed(2.5, Unit::Ratio));
            Err(strings::the_price_needs_a_number(&most, &example))
        }
        (_, None) => Err(strings::MONTHS_NEED_A_NUMBER_FROM_0.to_owned()),
        (Some(price), Some(months)) => Ok((price, months)),
    })
}

fn sentence(found: &QuoteCheck, months: f64, shown: &Evaluation) -> AnyView {
    let measure = Measure::of(&shown.report);
    let over = span(shown.report.outlook.months);
    let per = found.usd_per_productive_gpu_hour.map(|usd| strings::that_is(measure.piece(usd), measure.per()));
    let saving = match found.saving_usd {
        Some(usd) => strings::costs_less(usd, &over),
        None => vec![Piece::Words(strings::IT_DOES_NOT_DO_ALL_THE.to_owned())],
    };
    let ends = found.signed_until.map(|month| strings::term_ends(count(month), count(month) == months));
    let close = found.saving_usd.filter(|usd| usd.abs() < found.allowance_usd);
    let close = close.map(|_| strings::too_close(found.allowance_usd));
    let sentences = per.into_iter().chain([saving]).chain(ends).chain(close);
    sentences.map(|pieces| view! { <span>{sentence_views(&pieces, false)}" "</span> }).collect_view().into_any()
}

/// Adds the typed quote to the scenario's offers.
fn take_offer(workspace: Workspace, usd: f64, months: f64) {
    let locale = workspace.locale;
    let term = if months > 0.0 {
        strings::for_months(&locale.figure(months, Style::Count))
    } else {
        strings::BY_THE_HOUR.to_owned()
    };
    let told = strings::counts_among_offers_you_have(&locale.figure(usd, Style::UsdPerHour), &term);
    let document = workspace.scenario.document_untracked();
    let quotes = &document.scenario.rent.quotes;
    let name = free_name(strings::YOUR_OFFER, |name| quotes.iter().all(|quote| quote.name != name));
    workspace.scenario.add_quote(&name, usd, months);
    let action = Some((NoticeAction::OnlyQuotes, strings::COMPARE_WITH_IT_ALONE));
    workspace.notices.say(Notice { action, ..Notice::brief(told, Vec::new()) });
}
