//! The worker for files: reads them, sums them up, and reports how far it is.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent_worker::serve(files::take);
}

#[cfg(target_arch = "wasm32")]
mod contents;
#[cfg(target_arch = "wasm32")]
mod examples;

#[cfg(target_arch = "wasm32")]
mod files {
    use std::io::{self, Read};

    use js_sys::Array;
    use protocol::{FilesRequest, FilesResponse, MeasureRequest, Progress, measure, read_prices};
    use rack_or_rent_worker::{REPORT, now, reply, reply_with};
    use wasm_bindgen::JsValue;

    use super::{contents, examples};

    /// Reads the files that came with a request.
    pub(super) fn take(request: FilesRequest, files: &JsValue) {
        let files = Array::from(files);
        match request {
            FilesRequest::Measure(request) => take_measured(*request, &files),
            FilesRequest::Prices { name, day } => {
                let found = read_prices(contents::open(&files.get(0)), &name, day);
                let found = serde_wasm_bindgen::to_value(&found).unwrap_or(JsValue::UNDEFINED);
                reply_with(&FilesResponse::PricesRead, &found);
            }
        }
    }

    /// Reads files of clusters and bills. Progress is in kibibytes.
    fn take_measured(MeasureRequest { job, subject }: MeasureRequest, files: &Array) {
        let total = files.iter().map(|file| contents::size(&file)).sum::<u64>();
        let kibibytes = |bytes: u64| u32::try_from(bytes / 1_024).unwrap_or(u32::MAX);
        let mut reported = now();
        let mut progress = |bytes: u64| {
            if now() - reported >= REPORT {
                reported = now();
                let progress = Progress { done: kibibytes(bytes), total: kibibytes(total) };
                reply(&FilesResponse::Progress { job, progress });
            }
        };
        let mut open = |place: usize| -> io::Result<Box<dyn Read>> {
            let contents = files.get(u32::try_from(place).unwrap_or(u32::MAX));
            let name = subject.files.get(place).map_or("", |file| file.name.as_str());
            match examples::example(name).filter(|_| contents.is_null()) {
                Some(example) => Ok(Box::new(example)),
                None => contents::open(&contents),
            }
        };
        let measured = serde_wasm_bindgen::to_value(&measure(&subject, &mut open, &mut progress));
        reply_with(&FilesResponse::Measured { job }, &measured.unwrap_or(JsValue::UNDEFINED));
    }
}
