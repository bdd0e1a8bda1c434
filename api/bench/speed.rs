//! Engine speed in WebAssembly, for `make bench`: a module of its own, which no page ships.
#![allow(unreachable_pub)] // wasm-bindgen exports need `pub`

use std::cell::RefCell;
use std::sync::Arc;

use engine::codec::Document;
use engine::cost::headline::headline;
use engine::cost::plan::OverflowPricing;
use engine::horizon::{buffers, compare};
use engine::model::Model;
use engine::prices::PriceBook;
use engine::report::evaluate;
use js_sys::Function;
use wasm_bindgen::prelude::*;

#[path = "../../engine/examples/samples/mod.rs"]
mod samples;

/// Nanoseconds per evaluation, over `runs` of them, as JSON: one option, the whole market, 60 months against five
/// offers, the full report, the cheapest mix of a year of 8,760 hours, and the search for it over the horizon. `clock` gives
/// milliseconds.
#[wasm_bindgen]
pub fn speed(runs: u32, clock: &Function) -> String {
    let now = || clock.call0(&JsValue::NULL).ok().and_then(|now| now.as_f64()).unwrap_or(f64::NAN);
    let book = PriceBook::embedded();
    let document = Document::typical(&book);
    let Ok(market) = Model::new(&document.scenario, &book, &document.edition) else { return String::new() };
    let some = |count: usize| {
        let counted = market.offers.iter().filter(|o| o.counted).take(count).cloned().enumerate();
        let offers = counted.map(|(place, offer)| engine::model::offers::Offer { place, ..offer }).collect();
        Model { offers: Arc::new(offers), ..market.clone() }
    };
    let (one, five) = (some(1), some(5));
    let terms = OverflowPricing::of(&five);
    let flows = RefCell::new(buffers(&five));
    let per_run = |runs: u32, work: &dyn Fn()| {
        let start = now();
        for _ in 0..runs {
            work();
        }
        (now() - start) * 1e6 / f64::from(runs)
    };
    let one_option = per_run(runs, &|| {
        std::hint::black_box(headline(std::hint::black_box(&one)));
    });
    let whole = per_run(runs, &|| {
        std::hint::black_box(headline(std::hint::black_box(&market)));
    });
    let months = per_run(runs, &|| {
        std::hint::black_box(compare(std::hint::black_box(&five), &terms, &mut flows.borrow_mut()));
    });
    // A report takes thousands of times as long.
    let report = per_run(runs.div_ceil(100), &|| {
        drop(std::hint::black_box(evaluate(&document.scenario, &book, &document.edition)));
    });
    let hours = samples::year_hours();
    let year_mix = per_run(runs.div_ceil(100), &|| {
        std::hint::black_box(samples::year_mix(std::hint::black_box(&hours)));
    });
    let cheapest_sizes = per_run(runs.div_ceil(1_000), &|| {
        std::hint::black_box(samples::cheapest_sizes(&document.scenario, &book, &document.edition));
    });
    let [one_option, whole, months, report, year_mix, cheapest_sizes] =
        [one_option, whole, months, report, year_mix, cheapest_sizes].map(engine::number::write);
    format!(
        "{{\"one_option_ns\":{one_option},\"headline_ns\":{whole},\"offers\":{},\"months_ns\":{months},\"report_ns\":{report},\"year_mix_ns\":{year_mix},\"cheapest_sizes_ns\":{cheapest_sizes}}}",
        market.offers.len()
    )
}
