//! Where a figure comes from: values and parts of derivations, the source of a price.

use engine::derivation::Derivation;
use engine::prices::Source;
use engine::report::OfferResult;
use engine::units::Unit;
use engine::view::Style;
use leptos::prelude::*;

use super::{External, Fixed, sentence_views, words};
use crate::browser::locale::Locale;
use crate::state::Prices;
use crate::strings::derivation as strings;

/// The price used for an offer, its date and its source.
#[component]
pub fn PricedOffer(offer: OfferResult) -> impl IntoView {
    let prices = Prices::expect();
    let source =
        prices.book_untracked().source(&offer.source_id).map(|source| view! { <span>": "{cited(source)}</span> });
    let price = strings::priced_at(offer.usd_per_gpu_hour, &offer.as_of);
    view! { <p class="small">{sentence_views(&price, false)} {source}</p> }
}

/// A source, with its address where it has one.
pub fn cited(source: &Source) -> AnyView {
    let (title, url) = (source.title.clone(), source.url.clone());
    if url.is_empty() {
        view! { <span>{title}</span> }.into_any()
    } else {
        view! { <External url label=title/> }.into_any()
    }
}

/// A derivation's value, with its unit.
pub fn derivation_value(node: &Derivation, locale: Locale) -> AnyView {
    let value = locale.figure(node.value * node.unit.shown_factor() * locale.rate(node.unit), Style::Exact);
    view! {
        <span class="figure" translate="no" data-value=engine::number::write(node.value)>
            {locale.beside(&value, node.unit)}
        </span>
    }
    .into_any()
}

/// Tolerance for checks by hand, and the exchange rate to the displayed currency.
#[component]
pub fn RoundingNote() -> impl IntoView {
    let locale = Locale::expect();
    let foreign = move || {
        let money = locale.currency();
        (money.code != "USD").then(|| {
            let rate = locale.figure(money.per_usd, Style::Exact);
            view! { <Fixed text=strings::at_a_rate_of(&rate, &money.code)/> }
        })
    };
    view! { <p class="small">{strings::SHOWN_TO_NINE_DIGITS}{foreign}</p> }
}

/// A node of a derivation: its value, and below it its parts.
pub fn term(node: &Derivation, locale: Locale) -> AnyView {
    let head = format!("{}: ", node.label);
    let value = |node: &Derivation| derivation_value(node, locale);
    if node.parts.is_empty() {
        return view! { <li>{head}{value(node)}</li> }.into_any();
    }
    if let (Unit::Usd, [cash, factor]) = (node.unit, node.parts.as_slice())
        && let ([], [months, _]) = (cash.parts.as_slice(), factor.parts.as_slice())
    {
        // One of many payments: shown on one line.
        return view! {
            <li>
                {head}
                {value(node)}
                " = "
                {value(cash)}
                " × "
                {value(factor)}
                {strings::AFTER}
                {value(months)}
            </li>
        }
        .into_any();
    }
    let parts: Vec<AnyView> = node.parts.iter().map(|part| term(part, locale)).collect();
    view! {
        <li>
            {head}
            {value(node)}
            <p class="formula">{words(format!("= {}", node.formula.words()))}</p>
            <ul class="terms">{parts}</ul>
        </li>
    }
    .into_any()
}
