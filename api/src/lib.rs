//! The engine as JavaScript functions, linked into the page and buildable alone.
//!
//! Values go in and out as plain objects in the format of the saved file (docs/format.md). Nothing here throws:
//! what cannot be read or computed comes back as a value with the rows it is about.

use engine::codec::file;
use engine::issue::Issue;
use engine::price_book::PriceBook;
use engine::report::{Report, evaluate as evaluate_scenario};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// TypeScript of what goes in and out.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** A scenario in the format of the saved file; inputs left out keep their default. */
export interface ScenarioFile {
  format?: "rack-or-rent/scenario";
  version?: number;
  edition?: string;
  name?: string;
  inputs: Record<string, unknown>;
}
/** Something about an input: which rows, how bad, and what. */
export interface Issue { fields: string[]; severity: "error" | "warning"; message: string; }
/** The result: a report, or the errors that prevent one. `notices` names what could not be used. */
export type Outcome =
  | { ok: true; report: any; notices: Issue[] }
  | { ok: false; errors: Issue[]; notices: Issue[] };
export function evaluate(scenario: ScenarioFile): Outcome;
"#;

#[derive(Serialize)]
struct Outcome {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<Issue>>,
    notices: Vec<Issue>,
}

/// Works out a scenario given as a plain object in the format of the saved file.
///
/// Returns `{ok: true, report, notices}` or `{ok: false, errors, notices}`; never throws.
#[wasm_bindgen(skip_typescript)]
pub fn evaluate(scenario: &JsValue) -> JsValue {
    to_js(&outcome(scenario))
}

fn outcome(scenario: &JsValue) -> Outcome {
    let failed = |message: String| Outcome {
        ok: false,
        report: None,
        errors: Some(vec![Issue::error(&[], message)]),
        notices: Vec::new(),
    };
    // As text: the file's own reader is in the program already, a second one would weigh as much again.
    let Some(text) = js_sys::JSON::stringify(scenario).ok().and_then(|text| text.as_string()) else {
        return failed("The scenario is not a plain object".to_owned());
    };
    let book = PriceBook::embedded();
    let decoded = match file::read(&text, &book) {
        Ok(decoded) => decoded,
        Err(error) => return failed(error.to_string()),
    };
    match evaluate_scenario(&decoded.document.scenario, &book, &decoded.document.edition) {
        Ok(report) => Outcome { ok: true, report: Some(report), errors: None, notices: decoded.notices },
        Err(errors) => Outcome { ok: false, report: None, errors: Some(errors), notices: decoded.notices },
    }
}

fn to_js(outcome: &Outcome) -> JsValue {
    // Plain objects and null, never Map or undefined.
    outcome.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}
