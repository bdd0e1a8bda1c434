//! The queries that write the files, ready to copy.

use leptos::prelude::*;

use crate::components::link_box::CopyButton;
use crate::components::{Disclosure, Fixed};
use crate::rooms::demand::strings::measured as strings;
use crate::state::Fold;

/// A card for each format.
#[component]
pub fn Queries() -> impl IntoView {
    let card = |(place, (name, note, query)): (usize, (&'static str, &'static str, &'static str))| {
        let id = format!("query-{place}");
        view! {
            <li>
                <label for=id.clone()><strong><Fixed text=name/></strong></label>
                <p class="small">{note}</p>
                <div class="link-row">
                    <input type="text" readonly translate="no" id=id.clone() data-view="query" prop:value=query/>
                    <CopyButton from=id what=strings::LABEL_QUERY label=strings::copy_query(name)/>
                </div>
            </li>
        }
        .into_any()
    };
    view! {
        <Disclosure fold=Fold::Named("queries") title=|| strings::QUERIES_TITLE>
            <ul class="queries" data-view="queries">{strings::QUERIES.into_iter().enumerate().map(card).collect_view()}</ul>
        </Disclosure>
    }
    .into_any()
}
