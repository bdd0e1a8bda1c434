//! The engine as JavaScript functions: a separate module, without the page.
//!
//! Values go in and out as plain objects in the format of the saved file (docs/format.md); docs/api.md describes the
//! functions, `rack-or-rent.d.ts` beside this crate their types. Nothing here throws: errors are returned as values
//! with the rows concerned.

mod answers;

use engine::analysis::goal_seek::goal_seek;
use engine::codec::{Decoded, Document, file};
use engine::cost::plan::OverflowPricing;
use engine::horizon::{buffers, compare};
use engine::inputs::field::Field;
use engine::inputs::issue::Issue;
use engine::inputs::{derived, field};
use engine::model::Model;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate as evaluate_scenario};
use engine::text::plain;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use answers::{BreakEvenAt, CashFlows, Indifference, Outcome, OwnBook};

/// What `breakEven` varies if no input is named.
const UTILIZATION: &str = "work.utilization";

/// Longest input name repeated in a message.
const LONGEST_NAME: usize = 60;

/// The `fields` entry of an issue about the price book passed in.
const PRICE_BOOK: &str = "price_book";

/// Evaluates a scenario given as a plain object in the format of the saved file.
///
/// `price_book`, here and below, adds offers to the published ones: CSV text, or the result of `readPriceBook`; omit it
/// for none. Returns `{ok: true, report, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(skip_typescript)]
pub fn evaluate(scenario: &JsValue, price_book: &JsValue) -> JsValue {
    to_js(&answered("report", scenario, price_book, report_of))
}

/// Finds the values of an input at which owning and renting cost the same; without an input, the utilization.
///
/// Returns `{ok: true, break_even, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(js_name = breakEven, skip_typescript)]
pub fn break_even(scenario: &JsValue, field: &JsValue, price_book: &JsValue) -> JsValue {
    to_js(&answered("break_even", scenario, price_book, |read, book| {
        let asked = if field.is_undefined() || field.is_null() { Some(UTILIZATION.into()) } else { field.as_string() };
        match asked.ok_or_else(|| vec![Issue::error(&[], "The name of the input is not a text")])?.as_str() {
            "utilization" | UTILIZATION | "work.busy_share" => report_of(read, book).map(|r| BreakEvenAt::of_use(&r)),
            id => at_input(&read.document, book, id),
        }
    }))
}

/// Returns the monthly payments of owning and renting.
///
/// Returns `{ok: true, cash_flows, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(js_name = cashFlows, skip_typescript)]
pub fn cash_flows(scenario: &JsValue, price_book: &JsValue) -> JsValue {
    to_js(&answered("cash_flows", scenario, price_book, |read, book| {
        let document = &read.document;
        let model = Model::new(&document.scenario, book, &document.edition)?;
        let terms = OverflowPricing::of(&model);
        let found = compare(&model, &terms, &mut buffers(&model));
        Ok(CashFlows::of(&model, &terms, &found))
    }))
}

/// The price of a rented GPU-hour at which owning and renting cost the same.
///
/// Returns `{ok: true, indifference, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(js_name = indifferencePrice, skip_typescript)]
pub fn indifference_price(scenario: &JsValue, price_book: &JsValue) -> JsValue {
    to_js(&answered("indifference", scenario, price_book, |read, book| Ok(Indifference::of(&report_of(read, book)?))))
}

/// Reads a user's price book: the CSV text described in docs/format.md.
///
/// Returns `{ok: true, price_book, notices: []}`, or `{ok: false, errors, notices: []}` if no text was given; never
/// throws. Unusable rows are listed by line in `price_book.left_out`.
#[wasm_bindgen(js_name = readPriceBook, skip_typescript)]
pub fn read_price_book(csv: &JsValue) -> JsValue {
    let text = csv.as_string().ok_or_else(|| vec![Issue::error(&[PRICE_BOOK], "The price book is not a text")]);
    to_js(&Outcome { name: "price_book", found: text.map(|text| OwnBook::read(&text)), notices: Vec::new() })
}

/// Reads a scenario and a price book and evaluates them; reports unusable parts beside the answer.
fn answered<T>(
    name: &'static str,
    scenario: &JsValue,
    price_book: &JsValue,
    work: impl FnOnce(&Decoded, &PriceBook) -> Result<T, Vec<Issue>>,
) -> Outcome<T> {
    let mut book = PriceBook::embedded();
    let refused = |errors| Outcome { name, found: Err(errors), notices: Vec::new() };
    match (decoded(scenario, &book), add_own(price_book, &mut book)) {
        (Ok(mut read), Ok(left_out)) => {
            read.notices.extend(left_out);
            Outcome { name, found: work(&read, &book), notices: read.notices }
        }
        (scenario, price_book) => {
            let unread = scenario.err().map(|message| Issue::error(&[], message));
            refused(unread.into_iter().chain(price_book.err()).collect())
        }
    }
}

/// Adds the offers of a price book, if given. Returns the parts that are not used or look wrong.
fn add_own(given: &JsValue, book: &mut PriceBook) -> Result<Vec<Issue>, Issue> {
    if given.is_undefined() || given.is_null() {
        return Ok(Vec::new());
    }
    let neither = || Issue::error(&[PRICE_BOOK], "The price book is neither a text nor what readPriceBook returned");
    let text = given.as_string().or_else(|| csv_of(given)).ok_or_else(neither)?;
    let read = book.add_own(&text);
    let told = read.left_out.iter().chain(&read.doubtful).map(|issue| {
        let line = issue.line.map_or_else(String::new, |line| format!("Line {line}: "));
        Issue::warning(&[PRICE_BOOK], format!("{line}{}", issue.message))
    });
    Ok(told.collect())
}

/// The text behind a result of `readPriceBook`: the outcome, or the price book in it.
fn csv_of(given: &JsValue) -> Option<String> {
    let member = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into()).ok();
    let inside = member(given, PRICE_BOOK).filter(JsValue::is_object);
    member(inside.as_ref().unwrap_or(given), "csv")?.as_string()
}

/// Reads via JSON text: the file reader is in the program already, and a second one would double its size.
fn decoded(scenario: &JsValue, book: &PriceBook) -> Result<Decoded, String> {
    let text = js_sys::JSON::stringify(scenario).ok().and_then(|text| text.as_string());
    file::read(&text.ok_or("The scenario is not a plain object")?, book).map_err(|error| error.to_string())
}

fn report_of(read: &Decoded, book: &PriceBook) -> Result<Report, Vec<Issue>> {
    let document = &read.document;
    let report = evaluate_scenario(&document.scenario, book, &document.edition)?;
    Ok(report.with_issues(&read.notices))
}

fn at_input(document: &Document, book: &PriceBook, id: &str) -> Result<BreakEvenAt, Vec<Issue>> {
    let refused =
        |fields: &[&'static str], why: &str| vec![Issue::error(fields, format!("`{}` {why}", plain(id, LONGEST_NAME)))];
    let row: &'static Field = field(id).ok_or_else(|| match derived::derived(id) {
        Some(other) => refused(&[other.sets], "only sets another input; ask for that one"),
        None => refused(&[], "is no input; docs/format.md lists them"),
    })?;
    // Problems with the scenario itself are reported first.
    Model::new(&document.scenario, book, &document.edition)?;
    goal_seek(&document.scenario, book, &document.edition, row, None)
        .map(BreakEvenAt::of_input)
        .ok_or_else(|| refused(&[row.id], "is not a number"))
}

fn to_js<T: Serialize>(outcome: &Outcome<T>) -> JsValue {
    // Plain objects and null, never Map or undefined.
    outcome.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}
