//! Notices about links, files, storage and contradictory inputs.

use engine::text::as_sentence;
use leptos::prelude::*;

use super::When;

use super::recorded_result::RecordedResult;
use crate::state::{Notice, NoticeAction, NoticePlace, Notices, Origin, ScenarioStore, UiState, Workspace};
use crate::strings::notice_list as strings;

/// The notices, each with a dismiss button.
#[component]
pub fn NoticeList() -> impl IntoView {
    let scenario = ScenarioStore::expect();
    let from_link = Memo::new(move |_| scenario.origin() == Origin::Link);
    view! {
        <div class="notices" data-view="notices">
            <When is=move || from_link.get()>
                <div class="notice quiet"><p>{strings::NOT_VERIFIED}</p></div>
            </When>
            <RecordedResult/>
            <NoticesOf place=None/>
        </div>
    }
    .into_any()
}

/// The notices about what was pressed at a place. What appears there is also spoken by the live region.
#[component]
pub fn NoticesAt(place: NoticePlace) -> impl IntoView {
    view! {
        <div class="notices" data-view="notices-here" id=place.id() tabindex="-1"><NoticesOf place=Some(place)/></div>
    }
    .into_any()
}

#[component]
fn NoticesOf(place: Option<NoticePlace>) -> impl IntoView {
    let (notices, ui) = (expect_context::<Notices>(), UiState::expect());
    let here = move || notices.all().into_iter().filter(|notice| notice.place == place).collect::<Vec<_>>();
    view! {
        <For each=here key=Notice::key let:notice>
            {
                if place.is_some() {
                    ui.announce(as_sentence(&notice.text));
                }
                view! { <NoticeView notice/> }
            }
        </For>
    }
}

/// Some notices.
#[component]
pub fn NoticeViews(notices: Vec<Notice>) -> impl IntoView {
    notices.into_iter().map(|notice| view! { <NoticeView notice/> }).collect_view()
}

#[component]
fn NoticeView(notice: Notice) -> impl IntoView {
    let workspace = Workspace::expect();
    let key = StoredValue::new(notice.key());
    let dismiss = move |_| workspace.notices.remove(|other| key.with_value(|key| other.key() == *key));
    let offer = notice.action.map(|(action, label)| {
        view! {
            <button type="button" class="plain" data-action=mark(action) on:click=move |_| workspace.act_on(action)>
                {label}
            </button>
        }
    });
    view! {
        <div class="notice">
            <p>{as_sentence(&notice.text)}</p>
            <ul>{notice.parts.into_iter().map(|part| view! { <li>{part}</li> }).collect_view()}</ul>
            {offer}
            " "
            <button type="button" class="plain" data-action="dismiss" on:click=dismiss>{strings::DISMISS}</button>
        </div>
    }
    .into_any()
}

fn mark(action: NoticeAction) -> &'static str {
    match action {
        NoticeAction::SaveAll => "save-all",
        NoticeAction::SaveUnreadable => "save-unreadable",
        NoticeAction::Compare => "to-compare",
        NoticeAction::OnlyQuotes => "only-quotes",
    }
}
