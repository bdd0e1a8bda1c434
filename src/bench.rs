//! Engine speed in the browser, for `make bench`; and a way to see what a failure looks like.

use engine::codec::Document;
use engine::headline::headline;
use engine::model::Model;
use engine::report::evaluate;
use wasm_bindgen::prelude::*;

use crate::browser::measure::now;
use crate::state::BOOK;

/// Nanoseconds for one evaluation, over `runs` of them, as JSON: one option, the whole market, the full report.
#[wasm_bindgen]
pub fn bench(runs: u32) -> String {
    let document = Document::typical(&BOOK);
    let Ok(market) = Model::new(&document.scenario, &BOOK, &document.edition) else { return String::new() };
    let mut one = market.clone();
    one.offers.retain(|o| o.counted);
    one.offers.truncate(1);
    let per_run = |work: &dyn Fn()| {
        let start = now();
        for _ in 0..runs {
            work();
        }
        (now() - start) * 1e6 / f64::from(runs)
    };
    let one_option = per_run(&|| {
        std::hint::black_box(headline(std::hint::black_box(&one)));
    });
    let whole = per_run(&|| {
        std::hint::black_box(headline(std::hint::black_box(&market)));
    });
    let report = per_run(&|| drop(std::hint::black_box(evaluate(&document.scenario, &BOOK, &document.edition))));
    let [one_option, whole, report] = [one_option, whole, report].map(engine::number::write);
    format!(
        "{{\"one_option_ns\":{one_option},\"headline_ns\":{whole},\"offers\":{},\"report_ns\":{report}}}",
        market.offers.len()
    )
}

/// Fails on purpose, so that a test can see the cover over the figures.
///
/// # Panics
/// Always.
#[wasm_bindgen]
pub fn panic_now() {
    panic!("asked to fail");
}
