//! Both links, what each does, and what they do not include.

use engine::analysis::linked_offers::{LinkedOffers, Loss};
use engine::codec::link;
use leptos::prelude::*;

use super::snippet::EmbedSnippet;
use crate::browser::{address, clock, dom};
use crate::components::{Disclosure, LinkBox, When};
use crate::scenarios::strings::share as strings;
use crate::scenarios::strings::snippet;
use crate::state::rooms::Room;
use crate::state::{EvaluationContext, Fold, InputProblems, UiState, Workspace};

/// The section.
#[component]
pub fn ShareSection() -> impl IntoView {
    let (workspace, evaluation) = (Workspace::expect(), EvaluationContext::expect());
    let problems = expect_context::<InputProblems>();
    let page = address::page();
    let carried = Memo::new(move |_| {
        let shown = evaluation.shown().filter(|_| workspace.prices.own().is_some());
        shown.map(|shown| workspace.linked_offers(&shown.report))
    });
    let text = Memo::new(move |_| {
        let document = match carried.get() {
            Some(carried) => workspace.prices.with_recorded_result(&carried.document),
            None => workspace.recorded(),
        };
        link::write(&document)
    });
    let link_behind = |sign: &'static str| {
        let page = page.clone();
        Signal::derive(move || format!("{page}{sign}{}", text.get()))
    };
    let private = link_behind("#");
    let today = clock::today().map_or_else(String::new, String::from);
    view! {
        <section class="share" id="share" aria-labelledby="share-heading">
            <h2 id="share-heading">{strings::TITLE}</h2>
            <p class="buttons">
                <button type="button" class="plain" data-action="print" on:click=move |_| print_whole(workspace.ui)>
                    {strings::PRINT}
                </button>
                <span class="small">{strings::ABOUT_PRINT}</span>
            </p>
            <LinkBox
                id="private-link"
                label=strings::PRIVATE_LINK
                text=private
                help=strings::PRIVATE_LINK_EXPLAINED
            />
            <LinkBox
                id="query-link"
                label=strings::LINK_FOR_MAIL_AND_WIKIS
                text=link_behind("?")
                help=strings::LINK_FOR_MAIL_EXPLAINED
            />
            <p class="small">{strings::EXPLANATION}</p>
            <When is=move || problems.any()><p class="error">{strings::INVALID_FIELD}</p></When>
            {move || carried.get().map(|carried| view! { <TakenAlong carried/> })}
            <Disclosure
                fold=Fold::Named("embed")
                class="chain"
                title=|| view! { <span>{snippet::TITLE}</span> }
            >
                <EmbedSnippet/>
            </Disclosure>
            <p class="on-paper" translate="no">{move || strings::on_paper(&today, &private.get())}</p>
        </section>
    }
    .into_any()
}

/// Prints the page once every room is drawn.
fn print_whole(ui: UiState) {
    ui.whole.set(true);
    ui.rooms.draw_all();
    let headings = Room::ALL.iter().filter(|room| **room != Room::Inputs).map(|room| room.heading()).collect();
    dom::when_all_drawn(headings, dom::print);
}

/// How many offers of the user's own book the links include, and what they lack.
#[component]
fn TakenAlong(carried: LinkedOffers) -> impl IntoView {
    let workspace = Workspace::expect();
    let taken = (carried.taken > 0).then(|| strings::offers_in_links(&carried.taken));
    let lacking = carried.lacking.iter().map(|lacking| match lacking.what {
        Loss::Offer => strings::not_in_links(&lacking.offer),
        Loss::Egress => strings::without_egress_price(&lacking.offer),
        Loss::Upfront => strings::without_upfront_share(&lacking.offer),
    });
    let add = taken.is_some().then(|| {
        view! {
            <button type="button" class="plain" data-action="quote" on:click=move |_| workspace.take_as_quotes()>
                {strings::ADD_TO_YOUR_OFFERS}
            </button>
        }
    });
    let lines = taken.into_iter().chain(lacking).map(|words| view! { <p class="stays" data-view="stays">{words}</p> });
    view! { {lines.collect_view()} {add} }
}
