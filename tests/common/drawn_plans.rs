//! The drawn scenarios of `tests/plans`.

use std::path::Path;

use engine::codec::{Document, file};
use engine::inputs::{Limit, Scenario, Size, field};
use engine::prices::PriceBook;
use serde_json::Value;

/// Edition whose prices count where a scenario asks for one; the drawn ones bring their own offers.
pub(crate) const EDITION: &str = "2026-11";

/// The cases of a file.
pub(crate) fn drawn(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plans").join(name);
    let text = std::fs::read_to_string(path).expect("the drawn scenarios");
    serde_json::from_str(&text).expect("a list")
}

/// The scenario of a case.
pub(crate) fn scenario(inputs: &Value) -> Scenario {
    let book = PriceBook::embedded();
    let neutral = Document { scenario: Scenario::neutral(), edition: EDITION.to_owned(), ..Document::typical(&book) };
    let mut text: Value = serde_json::from_str(&file::write(&neutral)).expect("a file");
    for (id, value) in inputs.as_object().expect("rows") {
        assert!(field(id).is_some(), "{id}");
        text["inputs"][id] = value.clone();
    }
    if inputs.get("own.gpus").is_none() {
        // More than one node: for a single one a network of 0 is the default, which more nodes would not keep.
        text["inputs"]["own.gpus"] = (2.0 * text["inputs"]["own.gpus_per_node"].as_f64().expect("a number")).into();
    }
    // The model's hourly offers have machines of the size of an owned node where they do not say otherwise.
    let node = text["inputs"]["own.gpus_per_node"].clone();
    for quote in text["inputs"]["rent.quotes"].as_array_mut().expect("offers") {
        let cells = quote.as_array_mut().expect("cells");
        if cells[2] == 0 && cells.len() < 6 {
            cells.resize(5, Value::Null);
            cells.push(node.clone());
        }
    }
    let decoded = file::read(&text.to_string(), &book).expect("a scenario");
    assert!(decoded.notices.is_empty(), "{:?}", decoded.notices);
    decoded.document.scenario
}

/// Sets the sizes and limits of a case.
pub(crate) fn typed(scenario: &mut Scenario, case: &Value) {
    let number = |group: &str, key: &str| case[group][key].as_f64();
    let size = |key: &str| number("sizes", key).map_or(Size::Found, Size::Typed);
    (scenario.sizes.own, scenario.sizes.commit) = (size("own"), size("commit"));
    let limit = |key: &str| number("limits", key).map_or(Limit::None, Limit::Most);
    scenario.limits.upfront_usd = limit("upfront_usd");
    scenario.limits.peak_cash_usd = limit("peak_cash_usd");
    scenario.limits.kw = limit("kw");
    scenario.limits.full_capacity_month = limit("full_capacity_month");
}
