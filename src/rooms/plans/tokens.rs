//! Tokens from an API against GPUs: what a million costs with each plan, from which volume hosting pays, who sells them.

use engine::analysis::token_volume::TokenVolume;
use engine::inputs::token_offer::TokenOffer;
use engine::plans::result::PlanResult;
use engine::report::{TokenOfferResult, TokenReport, TokenWorkload};
use engine::view::Style;
use engine::view::plan_words::{gpus_there, id, name, what_to_do};
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::browser::locale::Locale;
use crate::components::job_panel::JobPanel;
use crate::components::table::{ScrollTable, head_row};
use crate::components::{External, Figure, Fixed, When, sentence_views, words};
use crate::rooms::plans::strings::tokens as strings;
use crate::state::{Edit, Evaluation, EvaluationContext, ScenarioStore};

/// The section; nothing unless a workload names a model.
#[component]
pub fn TokensSection() -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let is_there = evaluation.slice(|e| e.report.tokens.as_ref().is_some_and(|tokens| !tokens.offers.is_empty()));
    let is_there = Memo::new(move |_| is_there.get().unwrap_or(false));
    view! { <When is=is_there><Tokens/></When> }
}

#[component]
fn Tokens() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    let compares = evaluation.slice(|e| e.choice.plans().is_some_and(|plans| plans.plan(API).is_some()));
    let compares = Memo::new(move |_| compares.get().unwrap_or(false));
    let tables = move || {
        let _ = locale.currency();
        let shown = evaluation.shown()?;
        let tokens = shown.report.tokens.as_ref()?;
        Some(view! { {workloads(tokens)} {assumed(&shown, tokens)} {plans(&shown)} {providers(&shown, tokens)} })
    };
    view! {
        <section class="tokens" id="tokens" aria-labelledby="tokens-heading" data-view="tokens">
            <h2 id="tokens-heading">{strings::TITLE}</h2>
            <When is=compares>
                <JobPanel task=Task::TokenVolume title=strings::VOLUME_TITLE start=strings::FIND_THE_VOLUME result=volume/>
            </When>
            {tables}
        </section>
    }
}

const API: engine::plans::plan::PlanKind = engine::plans::plan::PlanKind::Api;

/// From which volume hosting pays.
fn volume(outcome: &Outcome) -> AnyView {
    let Outcome::TokenVolume(found) = outcome else { return ().into_any() };
    let TokenVolume { million_now, api_usd_per_million, hosted_now, from_million, hosted_then, at_any } = *found;
    let sentence = match (from_million, at_any) {
        (Some(from), _) => strings::pays_from(from, million_now, &hosted_then),
        (None, true) => strings::pays_at_any(hosted_then.million),
        (None, false) => {
            strings::never_pays(hosted_then.million / million_now, hosted_then.usd_per_million, api_usd_per_million)
        }
    };
    let now = strings::now(million_now, hosted_now.usd_per_million, api_usd_per_million);
    view! {
        <p data-view="token-volume" data-plan=id(hosted_then.kind)>{sentence_views(&sentence, false)}</p>
        <p class="small" data-view="token-volume-now" data-plan=id(hosted_now.kind)>{sentence_views(&now, false)}</p>
    }
    .into_any()
}

/// What each workload makes, and what a GPU makes of it.
fn workloads(tokens: &TokenReport) -> AnyView {
    let each = |workload: &TokenWorkload| {
        let TokenWorkload { name, model, throughput, .. } = workload;
        let from = if throughput.is_empty() { strings::ENTERED } else { strings::FROM_THE_BOOK };
        let sentence = strings::workload(name, model, workload.million_per_month, workload.tokens_per_second_per_gpu);
        let rows = throughput.join(", ");
        view! { <li>{sentence_views(&sentence, false)} " " <span class="small" title=rows>{from}</span></li> }
    };
    view! { <ul data-view="token-workloads">{tokens.workloads.iter().map(each).collect_view()}</ul> }.into_any()
}

/// What the figures rest on where nothing was entered, or where no provider has a price for it.
fn assumed(shown: &Evaluation, tokens: &TokenReport) -> AnyView {
    let named = || shown.document.scenario.work.workloads.iter().filter(|workload| workload.names_a_model());
    let asks = |share: Option<f64>| share.is_some_and(|share| share > 0.0);
    let said = [
        (named().any(|workload| workload.output_share.is_none()), strings::OUTPUT_IS_ASSUMED),
        (
            named().any(|workload| asks(workload.batch_share))
                && tokens.offers.iter().all(|offer| offer.batch_discount == 0.0),
            strings::NO_PRICE_FOR_BATCHES,
        ),
        (
            named().any(|workload| asks(workload.cached_share))
                && tokens.offers.iter().all(|offer| offer.usd_per_million_cached == offer.usd_per_million_input),
            strings::NO_PRICE_FOR_CACHED,
        ),
        (named().any(|workload| workload.job_gpus.is_none()), strings::GPUS_IN_PARTS),
        (shown.document.scenario.api.serving_people.value <= 0.0, strings::NOBODY_SERVES),
    ];
    let said = said.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text).collect::<Vec<_>>();
    view! { <p class="small" data-view="tokens-assumed">{said.join(" ")}</p> }.into_any()
}

/// A million tokens with each plan; nothing where not all work is tokens.
fn plans(shown: &Evaluation) -> Option<AnyView> {
    let plans = shown.choice.plans()?;
    let there = gpus_there(&plans.plans);
    let row = |plan: &PlanResult| {
        let usd = plan.usd_per_million_tokens?;
        Some(view! {
            <tr class=if plans.recommended == Some(plan.kind) { "chosen" } else { "" } data-plan=id(plan.kind)>
                <th scope="row">{name(plan.kind)}<span class="why">{words(what_to_do(&shown.report, plan, there))}</span></th>
                <td class="number" data-label=strings::PER_MILLION><Figure value=usd style=Style::UsdFine/></td>
            </tr>
        })
    };
    let rows: Vec<_> = plans.plans.iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| {
        view! {
            <ScrollTable label=strings::PER_MILLION>
                <table class="cards">{head_row(strings::PLAN, [strings::PER_MILLION])}<tbody>{rows}</tbody></table>
            </ScrollTable>
        }
        .into_any()
    })
}

/// Who sells the tokens.
fn providers(shown: &Evaluation, tokens: &TokenReport) -> AnyView {
    let rows: Vec<AnyView> = tokens.offers.iter().map(|offer| provider(shown, offer)).collect();
    let heads = [strings::PER_MILLION, strings::INPUT, strings::CACHED, strings::OUTPUT, strings::PRICE_DATE];
    view! {
        <h3>{strings::PROVIDERS}</h3>
        <ScrollTable label=strings::PROVIDERS view="token-providers">
            <table class="cards">{head_row(strings::PROVIDER, heads)}<tbody>{rows}</tbody></table>
        </ScrollTable>
        <p class="small">{strings::NOT_COUNTED}</p>
    }
    .into_any()
}

fn provider(shown: &Evaluation, offer: &TokenOfferResult) -> AnyView {
    let title = [offer.provider.as_str(), offer.name.as_str()].join(" ");
    let why = offer.barriers.iter().map(|barrier| barrier.words()).collect::<Vec<_>>().join(", ");
    let usd = |label: &'static str, value: Option<f64>| {
        let value = value.map(|value| view! { <Figure value style=Style::UsdFine/> });
        view! { <td class="number" data-label=label>{value}</td> }
    };
    let used = shown.choice.plans().and_then(|plans| plans.recommended());
    let is_used = used.is_some_and(|plan| plan.tokens.contains(&offer.id));
    let class = match (offer.counted, is_used) {
        (true, true) => "able chosen",
        (true, false) => "able",
        _ => "",
    };
    view! {
        <tr class=class>
            <th scope="row">
                <Fixed text=title.trim_end().to_owned()/>
                <span class="why"><Fixed text=offer.model.to_string()/></span>
                {(!why.is_empty()).then(|| view! { <span class="why">{words(why)}</span> })}
                <OwnPrice offer=offer.clone()/>
            </th>
            {usd(strings::PER_MILLION, offer.usd_per_million)}
            {usd(strings::INPUT, Some(offer.usd_per_million_input))}
            {usd(strings::CACHED, Some(offer.usd_per_million_cached))}
            {usd(strings::OUTPUT, Some(offer.usd_per_million_output))}
            <td data-label=strings::PRICE_DATE>{dated(shown, offer)}</td>
        </tr>
    }
    .into_any()
}

/// The date of a price with its source.
fn dated(shown: &Evaluation, offer: &TokenOfferResult) -> AnyView {
    let Some(day) = offer.as_of else { return view! { <Fixed text=strings::YOURS/> }.into_any() };
    let source = shown.book.source(&offer.source_id);
    let title = source.map_or_else(String::new, |source| source.title.clone());
    let url = source.map(|source| source.url.clone()).filter(|url| !url.is_empty());
    let day = day.to_string();
    match url {
        Some(url) => view! { <span translate="no" class="day" title=title><External url label=day/></span> }.into_any(),
        None => view! { <span translate="no" class="day" title=title>{day}</span> }.into_any(),
    }
}

/// A button that makes a listed price one of the reader's own, to change it.
#[component]
fn OwnPrice(offer: TokenOfferResult) -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let about = strings::use_as_own(&offer.provider);
    let is_own = offer.as_of.is_none();
    let take = move |_| {
        let own = TokenOffer {
            provider: offer.provider.to_string(),
            model: offer.model.to_string(),
            usd_per_million_input: offer.usd_per_million_input,
            usd_per_million_output: offer.usd_per_million_output,
            usd_per_million_cached: Some(offer.usd_per_million_cached),
            ..TokenOffer::default()
        };
        scenario.edit_and_follow(Edit::Step, |s| s.api.offers.push(own));
    };
    (!is_own).then(|| {
        view! {
            <button type="button" class="plain" data-action="own-token-price" aria-label=about on:click=take>
                {strings::CHANGE_THE_PRICE}
            </button>
        }
    })
}
