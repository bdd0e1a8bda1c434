//! The spreadsheet with live formulas, and its values as text.

use engine::document::workbook::Form;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::rooms::decide::strings::spreadsheet as strings;
use crate::state::Workspace;

/// The section.
#[component]
pub fn SpreadsheetSection() -> impl IntoView {
    let workspace = Workspace::expect();
    let status = RwSignal::new(String::new());
    let save = move |form: Form| {
        status.set(strings::WRITING.to_owned());
        spawn_local(async move {
            status.set(workspace.save_workbook(form).await);
        });
    };
    let button = move |form: Form| {
        let class = if form == Form::Xlsx { "" } else { "plain" };
        let action = format!("save-workbook-{}", form.ending());
        view! {
            <button type="button" class=class data-action=action on:click=move |_| save(form)>{strings::save(form)}</button>
            " "
        }
    };
    view! {
        <section id="spreadsheet" aria-labelledby="spreadsheet-heading">
            <h2 id="spreadsheet-heading">{strings::TITLE}</h2>
            <p class="small">{strings::EXPLANATION}</p>
            <p class="buttons">{Form::ALL.map(button).collect_view()}</p>
            <p class="small" role="status" data-view="workbook">{move || status.get()}</p>
        </section>
    }
    .into_any()
}
