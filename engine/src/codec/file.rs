//! The saved file: JSON with every row under its id. docs/format.md describes it.

use serde_json::{Map, Value as Json};

use super::{DecodeError, Decoded, Document, LONGEST_TEXT, Reader, VERSION, migrate, plain};
use crate::number::read_decimal;
use crate::price_book::PriceBook;
use crate::scenario::derived::DERIVED;
use crate::scenario::field::{Field, Kind};
use crate::scenario::value::{Amount, Cell, Range, Spread, Value};
use crate::scenario::{FIELDS, field};

/// What the file says it is.
pub const FORMAT: &str = "rack-or-rent/scenario";

/// The file of a scenario.
pub fn write(document: &Document) -> String {
    serde_json::to_string_pretty(&to_json(document)).unwrap_or_default()
}

/// The file of a scenario, as JSON.
pub fn to_json(document: &Document) -> Json {
    // One by one: collecting would bring a sorting routine along.
    let mut inputs = Map::new();
    for field in FIELDS {
        inputs.insert(field.id.to_owned(), value_to_json(&field.get(&document.scenario)));
    }
    object([
        ("format", FORMAT.into()),
        ("version", VERSION.into()),
        ("edition", document.edition.as_str().into()),
        ("name", document.name.as_str().into()),
        ("inputs", Json::Object(inputs)),
    ])
}

/// Reads a file. Parts that cannot be used are named in the notices, the rest counts.
///
/// Errors: too long, not JSON, or not a scenario at all.
pub fn read(text: &str, book: &PriceBook) -> Result<Decoded, DecodeError> {
    if text.len() > LONGEST_TEXT {
        return Err(DecodeError::TooLong);
    }
    let json: Json = serde_json::from_str(text).map_err(|e| DecodeError::NotJson(e.to_string()))?;
    from_json(&json, book)
}

/// Reads a file that is JSON already.
///
/// Errors: [`DecodeError::NotAScenario`] where `format` or `inputs` are not what a scenario has.
pub fn from_json(json: &Json, book: &PriceBook) -> Result<Decoded, DecodeError> {
    let object = json.as_object().ok_or(DecodeError::NotAScenario)?;
    if object.get("format").is_some_and(|f| f != FORMAT) {
        return Err(DecodeError::NotAScenario);
    }
    let inputs = object.get("inputs").and_then(Json::as_object).ok_or(DecodeError::NotAScenario)?;
    let mut reader = Reader::new(book);
    let version = object.get("version").and_then(Json::as_u64).and_then(|v| u32::try_from(v).ok());
    match (version, object.get("version")) {
        (Some(version), _) => reader.version(version),
        (None, Some(other)) => {
            reader.notice(None, format!("Version {} is not understood", plain(&other.to_string(), 40)));
        }
        (None, None) => {}
    }
    for (key, value) in object {
        match (key.as_str(), value) {
            ("format" | "version" | "inputs", _) => {}
            ("edition", Json::String(edition)) => reader.edition(edition),
            ("name", Json::String(name)) => reader.name(name),
            _ => reader.notice(None, format!("\"{}\" is not known and left out", plain(key, 60))),
        }
    }
    for (id, value) in &migrate::to_present(inputs.clone(), version.unwrap_or(VERSION)) {
        read_input(&mut reader, id, value);
    }
    Ok(reader.finish())
}

fn read_input(reader: &mut Reader, id: &str, value: &Json) {
    if let Some(field) = field(id) {
        reader.value(field, value_from_json(field, value), &value.to_string());
    } else if let Some(index) = DERIVED.iter().position(|d| d.id == id) {
        reader.derived(index, value.as_number().and_then(finite), &value.to_string());
    } else {
        reader.notice(None, format!("Input \"{}\" is not known and left out", plain(id, 60)));
    }
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    let mut map = Map::new();
    for (name, value) in members {
        map.insert(name.to_owned(), value);
    }
    Json::Object(map)
}

fn value_to_json(value: &Value) -> Json {
    match value {
        Value::Number(Amount { value, range: None }) => number(*value),
        Value::Number(Amount { value, range: Some(range) }) => {
            let (low, high) = (number(range.low), number(range.high));
            let range = object([("spread", spread_name(range.spread).into()), ("low", low), ("high", high)]);
            object([("value", number(*value)), ("range", range)])
        }
        Value::Choice(id) => Json::from(id.as_ref()),
        Value::Switch(on) => Json::from(*on),
        Value::Text(text) => Json::from(text.as_str()),
        Value::List(rows) => rows.iter().map(|row| row.iter().map(cell_to_json).collect::<Json>()).collect(),
    }
}

/// Whole numbers without a fraction, as a person would write them.
fn number(value: f64) -> Json {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if libm::trunc(value) == value && libm::fabs(value) < EXACT {
        // Exact: a whole number below 2^53.
        #[allow(clippy::cast_possible_truncation)]
        return Json::from(value as i64);
    }
    Json::from(value)
}

fn spread_name(spread: Spread) -> &'static str {
    Spread::ALL.iter().find(|(s, ..)| *s == spread).map_or("", |(_, name, _)| name)
}

fn cell_to_json(cell: &Cell) -> Json {
    match cell {
        Cell::Number(n) => number(*n),
        Cell::Text(text) => Json::from(text.as_str()),
        Cell::Empty => Json::Null,
    }
}

fn value_from_json(field: &Field, json: &Json) -> Option<Value> {
    match (field.kind, json) {
        (Kind::Number { .. }, Json::Number(n)) => Some(Value::Number(Amount::exact(finite(n)?))),
        (Kind::Number { .. }, Json::Object(object)) => amount_from_json(object).map(Value::Number),
        (Kind::Choice(_), Json::String(id)) => Some(Value::Choice(id.clone().into())),
        (Kind::Switch, Json::Bool(on)) => Some(Value::Switch(*on)),
        (Kind::Gpu, Json::String(text)) => Some(Value::Text(text.clone())),
        (Kind::List { .. }, Json::Array(rows)) => {
            rows.iter().map(row_from_json).collect::<Option<_>>().map(Value::List)
        }
        _ => None,
    }
}

fn finite(n: &serde_json::Number) -> Option<f64> {
    read_decimal(n.as_str()).map(|v| if v == 0.0 { 0.0 } else { v })
}

fn amount_from_json(object: &Map<String, Json>) -> Option<Amount> {
    let at = |o: &Map<String, Json>, key: &str| match o.get(key) {
        Some(Json::Number(n)) => finite(n),
        _ => None,
    };
    let value = at(object, "value")?;
    let Some(range) = object.get("range") else { return Some(Amount::exact(value)) };
    let range = range.as_object()?;
    let name = range.get("spread")?.as_str()?;
    let (spread, ..) = Spread::ALL.iter().find(|(_, n, _)| *n == name)?;
    Some(Amount { value, range: Some(Range { spread: *spread, low: at(range, "low")?, high: at(range, "high")? }) })
}

fn row_from_json(row: &Json) -> Option<Vec<Cell>> {
    row.as_array()?
        .iter()
        .map(|cell| match cell {
            Json::Number(n) => finite(n).map(Cell::Number),
            Json::String(text) => Some(Cell::Text(text.clone())),
            Json::Null => Some(Cell::Empty),
            _ => None,
        })
        .collect()
}
