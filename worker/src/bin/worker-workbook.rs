//! The worker that writes a scenario's workbook.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent_worker::serve(|request, _| workbooks::take(&request));
}

#[cfg(target_arch = "wasm32")]
mod workbooks {
    use engine::codec::file;
    use engine::document::workbook::workbook_of;
    use engine::prices::PriceBook;
    use js_sys::Uint8Array;
    use protocol::{WorkbookRequest, WorkbookResponse};
    use rack_or_rent_worker::{reply, reply_with};

    pub(super) fn take(request: &WorkbookRequest) {
        match written(request) {
            Ok(bytes) => reply_with(&WorkbookResponse::Written, &Uint8Array::from(bytes.as_slice())),
            Err(problem) => reply(&WorkbookResponse::Failed(problem)),
        }
    }

    fn written(request: &WorkbookRequest) -> Result<Vec<u8>, String> {
        let mut book = PriceBook::embedded();
        // What of it cannot be used was reported when the page read it.
        if let Some(own) = &request.subject.own_book {
            let _ = book.add_own(own);
        }
        let document = file::read(&request.subject.scenario, &book).map_err(|error| error.to_string())?.document;
        let found = workbook_of(&document, &book, &request.program).map_err(|problems| problems.join(" "))?;
        rack_or_rent_workbook::written_as(&found, request.form)
    }
}
