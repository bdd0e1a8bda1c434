//! Every offer: those that can do the job in order of cost, the others with the reason, to be counted in.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::break_even::BreakEven;
use engine::report::{OfferSide, Report};
use engine::scenario::field;
use engine::scenario::value::{Cell, Value};
use engine::view::Style;
use engine::view::answer::offer_name;
use leptos::prelude::*;

use super::pieces::figure;
use crate::browser::clock;
use crate::state::{AppState, Shown};

/// The offers of the last result.
#[component]
pub fn Offers() -> impl IntoView {
    let state = expect_context::<AppState>();
    view! {
        <section class="offers" id="offers" aria-labelledby="offers-heading" data-figures="">
            <h2 id="offers-heading">"Owning against every offer"</h2>
            {move || state.shown.get().map(|shown| tables(&shown, state))}
        </section>
    }
    .into_any()
}

fn tables(shown: &Arc<Shown>, state: AppState) -> AnyView {
    let report = &shown.report;
    let (able, unable): (Vec<&OfferSide>, Vec<&OfferSide>) = report.offers.iter().partition(|o| o.counted);
    let cheaper = unable.iter().filter(|o| o.usd_per_year < report.own.usd_per_year).count();
    view! {
        <p>{reasons(&able, &unable, cheaper)}</p>
        {table("Offers that can do this job, cheapest first", &able, report, state)}
        <details class="unable">
            <summary><span translate="no">{unable.len()}</span>" that cannot, and why. Count them anyway"</summary>
            {table("Offers that cannot do this job as you described it", &unable, report, state)}
        </details>
    }
    .into_any()
}

/// "14 offers can do this job; 9 cheaper ones cannot, because …".
fn reasons(able: &[&OfferSide], unable: &[&OfferSide], cheaper: usize) -> AnyView {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for offer in unable {
        for reason in &offer.reasons {
            *counts.entry(reason.words).or_default() += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let words = counts.iter().take(3).map(|(words, count)| format!("{words} ({count})")).collect::<Vec<_>>().join(", ");
    let because = if words.is_empty() { String::new() } else { format!(" Most common reasons: {words}.") };
    view! {
        <span translate="no">{able.len()}</span>" offers can do this job; "<span translate="no">{unable.len()}</span>
        " cannot, "<span translate="no">{cheaper}</span>" of them cheaper than owning."<span>{because}</span>
    }
    .into_any()
}

fn table(caption: &'static str, offers: &[&OfferSide], report: &Report, state: AppState) -> AnyView {
    if offers.is_empty() {
        return view! { <p class="empty">"None."</p> }.into_any();
    }
    let rows = offers.iter().map(|o| row(o, report, state)).collect_view();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=caption>
            <table>
                <caption>{caption}</caption>
                <thead><tr>
                    <th scope="col">"Offer"</th>
                    <th scope="col" class="number">"A GPU-hour"</th>
                    <th scope="col" class="number">"A productive GPU-hour"</th>
                    <th scope="col" class="number">"Owning pays"</th>
                    <th scope="col">"Price of"</th>
                    <th scope="col">"Counts"</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(offer: &OfferSide, report: &Report, state: AppState) -> AnyView {
    let name = offer_name(offer);
    let why = offer.reasons.iter().map(|r| r.words).collect::<Vec<_>>().join(", ");
    let chosen = report.verdict.offer.as_ref() == Some(&offer.id);
    let days = clock::days_since(&offer.as_of).filter(|d| *d > 90).map(|d| format!(" ({d} days old)"));
    let source = if offer.url.is_empty() {
        view! { <span>{offer.source.clone()}</span> }.into_any()
    } else {
        view! { <a href=offer.url.clone() title=offer.source.clone() rel="noopener noreferrer" target="_blank" translate="no">{offer.as_of.clone()}</a> }.into_any()
    };
    view! {
        <tr class:able=offer.counted class:chosen=chosen data-offer=offer.id.clone()>
            <th scope="row">{name.clone()}<span class="why">{why}</span></th>
            <td class="number">{figure(offer.usd_per_gpu_hour, Style::UsdPerHour)}</td>
            <td class="number">{offer.usd_per_productive_gpu_hour.map(|v| figure(v, Style::UsdPerHour))}</td>
            <td class="number">{break_even(&offer.break_even)}</td>
            <td>{source}{days}</td>
            <td>{counting(offer, name, state)}</td>
        </tr>
    }
    .into_any()
}

fn break_even(found: &BreakEven) -> AnyView {
    match found {
        BreakEven::Always => view! { <span>"at any use"</span> }.into_any(),
        BreakEven::From(at) => view! { <span>"from "{figure(at.busy_share, Style::PercentFine)}</span> }.into_any(),
        BreakEven::UpTo(at) => view! { <span>"up to "{figure(at.busy_share, Style::PercentFine)}</span> }.into_any(),
        BreakEven::Never(miss) => match miss.needed {
            Some(needed) => {
                view! { <span>"never: needs "{figure(needed.busy_share, Style::PercentFine)}</span> }.into_any()
            }
            None => view! { <span>"never"</span> }.into_any(),
        },
    }
}

/// A switch that counts an offer in although it does not meet the needs; able offers count anyway.
fn counting(offer: &OfferSide, name: String, state: AppState) -> AnyView {
    if offer.reasons.is_empty() {
        return view! { <span>"yes"</span> }.into_any();
    }
    let id = offer.id.clone();
    view! {
        <input type="checkbox" aria-label=format!("Count {name}") prop:checked=offer.counted
            on:change=move |e| count(state, &id, event_target_checked(&e))/>
    }
    .into_any()
}

fn count(state: AppState, id: &str, on: bool) {
    let Some(row) = field("rent.counted_in") else { return };
    let Value::List(mut ids) = state.document.with_untracked(|d| (row.get)(&d.scenario)) else { return };
    let cell = vec![Cell::Text(id.to_owned())];
    ids.retain(|kept| *kept != cell);
    if on {
        ids.push(cell);
    }
    state.set(row, &Value::List(ids));
}
