//! Files that hold more than the scenario: its workbook, written by a worker of its own, and the page with the scenario in it.

use engine::codec::{Document, code, file, link};
use engine::document::workbook::Form;
use leptos::prelude::*;
use protocol::{Subject, WorkbookRequest, WorkbookResponse};

use super::workspace::Workspace;
use crate::browser::worker_host::ask_once;
use crate::browser::{address, files, page_file};
use crate::keeping::page_file::with_scenario;
use crate::strings::workbook as strings;

/// Name of the workbook's files, without their endings.
const FILE: &str = "rack-or-rent";

fn media(form: Form) -> &'static str {
    match form {
        Form::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Form::Csv => "text/csv",
        Form::Tsv => "text/tab-separated-values",
        Form::Json => "application/json",
    }
}

impl Workspace {
    /// Writes the workbook of the scenario and offers it as a file. Returns what came of it, in words.
    pub async fn save_workbook(self, form: Form) -> String {
        let subject = Subject {
            scenario: file::write(&self.scenario.document_untracked()),
            own_book: self.prices.own_untracked().map(|own| own.text.clone()),
        };
        let request = WorkbookRequest { subject, program: strings::PROGRAM.to_owned(), form };
        let take = |response, bytes| {
            Some(match response {
                WorkbookResponse::Written => Ok(bytes),
                WorkbookResponse::Failed(why) => Err(why),
            })
        };
        match ask_once(request, &[], take).await {
            Ok(bytes) if files::save_bytes(&format!("{FILE}.{}", form.ending()), media(form), &bytes) => {
                strings::SAVED.to_owned()
            }
            Ok(_) => strings::NOT_SAVED.to_owned(),
            Err(why) if why.is_empty() => strings::NEEDS_A_WORKER.to_owned(),
            Err(why) => strings::failed(&why),
        }
    }

    /// Offers the page as one file that holds the scenario, its own offers, the words of the memo and the decisions. Returns what came of
    /// it, in words.
    pub async fn save_page(self) -> &'static str {
        let Some(document) = self.with_counted_offers() else { return strings::NO_PAGE };
        let page = page_file::text().await;
        let Some(page) = page.and_then(|page| with_scenario(&page, &link::write_with_memo(&document))) else {
            return strings::NO_PAGE;
        };
        let name = format!("{FILE}-{}.html", code(&document));
        if files::save(&name, "text/html", &page) { strings::PAGE_SAVED } else { strings::NOT_SAVED }
    }

    /// A link to the scenario with the words of its memo; nothing while there is no answer.
    pub fn link_with_words(self) -> Option<String> {
        Some(format!("{}#{}", address::page(), link::write_with_words(&self.with_counted_offers()?)))
    }

    /// The scenario with its recorded result and the counted offers of the user's own price book.
    fn with_counted_offers(self) -> Option<Document> {
        let shown = self.evaluation.shown_untracked()?;
        let document = untrack(|| self.linked_offers(&shown.report)).document;
        Some(self.prices.with_recorded_result(&document))
    }
}
