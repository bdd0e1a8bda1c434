//! The engine as JavaScript functions: a module of its own, without the page.
//!
//! Values go in and out as plain objects in the format of the saved file (docs/format.md); docs/api.md describes the
//! functions, `rack-or-rent.d.ts` beside this crate their types. Nothing here throws: what cannot be read or computed
//! comes back as a value with the rows it is about.

mod answers;

use engine::codec::{Decoded, Document, file};
use engine::issue::Issue;
use engine::model::Model;
use engine::outlook::{buffers, winner};
use engine::plan::Terms;
use engine::price_book::PriceBook;
use engine::report::{Report, evaluate as evaluate_scenario};
use engine::scenario::field::Field;
use engine::scenario::{derived, field};
use engine::text::plain;
use engine::what_if::what_if;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use answers::{BreakEvenAt, CashFlows, Indifference, Outcome, OwnBook};

/// What `breakEven` looks for where no input is named.
const UTILIZATION: &str = "work.utilization";

/// Longest name of an input that a message repeats.
const LONGEST_NAME: usize = 60;

/// Works out a scenario given as a plain object in the format of the saved file.
///
/// Returns `{ok: true, report, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(skip_typescript)]
pub fn evaluate(scenario: &JsValue) -> JsValue {
    to_js(&answered("report", scenario, report_of))
}

/// At which values of an input owning and renting cost the same; without an input, at which utilization.
///
/// Returns `{ok: true, break_even, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(js_name = breakEven, skip_typescript)]
pub fn break_even(scenario: &JsValue, field: &JsValue) -> JsValue {
    to_js(&answered("break_even", scenario, |document, book| {
        let asked = if field.is_undefined() || field.is_null() { Some(UTILIZATION.into()) } else { field.as_string() };
        match asked.ok_or_else(|| vec![Issue::error(&[], "The name of the input is not a text")])?.as_str() {
            "utilization" | UTILIZATION | "work.busy_share" => {
                report_of(document, book).map(|r| BreakEvenAt::of_use(&r))
            }
            id => at_input(document, book, id),
        }
    }))
}

/// What owning and renting pay in each month.
///
/// Returns `{ok: true, cash_flows, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(js_name = cashFlows, skip_typescript)]
pub fn cash_flows(scenario: &JsValue) -> JsValue {
    to_js(&answered("cash_flows", scenario, |document, book| {
        let model = Model::new(&document.scenario, book, &document.edition)?;
        let terms = Terms::of(&model);
        let found = winner(&model, &terms, &mut buffers(&model));
        Ok(CashFlows::of(&model, &terms, &found))
    }))
}

/// The price of a rented GPU-hour at which owning and renting cost the same.
///
/// Returns `{ok: true, indifference, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(js_name = indifferencePrice, skip_typescript)]
pub fn indifference_price(scenario: &JsValue) -> JsValue {
    to_js(&answered("indifference", scenario, |document, book| Ok(Indifference::of(&report_of(document, book)?))))
}

/// Reads a price book of one's own: the CSV text that docs/format.md describes.
///
/// Returns `{ok: true, price_book, notices: []}`, or `{ok: false, errors, notices: []}` where no text was given; never
/// throws. Rows that cannot be used are named by their line in `price_book.left_out`.
#[wasm_bindgen(js_name = readPriceBook, skip_typescript)]
pub fn read_price_book(csv: &JsValue) -> JsValue {
    let text = csv.as_string().ok_or_else(|| vec![Issue::error(&[], "The price book is not a text")]);
    to_js(&Outcome { name: "price_book", found: text.map(|text| OwnBook::read(&text)), notices: Vec::new() })
}

/// Reads a scenario and hands it on; what could not be used of it is told beside the answer.
fn answered<T>(
    name: &'static str,
    scenario: &JsValue,
    work: impl FnOnce(&Document, &PriceBook) -> Result<T, Vec<Issue>>,
) -> Outcome<T> {
    let book = PriceBook::embedded();
    match decoded(scenario, &book) {
        Ok(Decoded { document, notices, .. }) => Outcome { name, found: work(&document, &book), notices },
        Err(message) => Outcome { name, found: Err(vec![Issue::error(&[], message)]), notices: Vec::new() },
    }
}

/// As text: the file's own reader is in the program already, a second one would weigh as much again.
fn decoded(scenario: &JsValue, book: &PriceBook) -> Result<Decoded, String> {
    let text = js_sys::JSON::stringify(scenario).ok().and_then(|text| text.as_string());
    file::read(&text.ok_or("The scenario is not a plain object")?, book).map_err(|error| error.to_string())
}

fn report_of(document: &Document, book: &PriceBook) -> Result<Report, Vec<Issue>> {
    evaluate_scenario(&document.scenario, book, &document.edition)
}

fn at_input(document: &Document, book: &PriceBook, id: &str) -> Result<BreakEvenAt, Vec<Issue>> {
    let refused =
        |fields: &[&'static str], why: &str| vec![Issue::error(fields, format!("`{}` {why}", plain(id, LONGEST_NAME)))];
    let row: &'static Field = field(id).ok_or_else(|| match derived::derived(id) {
        Some(other) => refused(&[other.sets], "only sets another input; ask for that one"),
        None => refused(&[], "is no input; docs/format.md lists them"),
    })?;
    // What is wrong with the scenario itself is told first.
    Model::new(&document.scenario, book, &document.edition)?;
    what_if(&document.scenario, book, &document.edition, row, None)
        .map(BreakEvenAt::of_input)
        .ok_or_else(|| refused(&[row.id], "is not a number"))
}

fn to_js<T: Serialize>(outcome: &Outcome<T>) -> JsValue {
    // Plain objects and null, never Map or undefined.
    outcome.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}
