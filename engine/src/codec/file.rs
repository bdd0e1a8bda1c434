//! The saved file: JSON with every row under its id. docs/format.md describes it.

use super::said::{NAMES, Said};
use super::{DecodeError, Decoded, Document, LONGEST_TEXT, Reader, VERSION, migrate, plain};
use crate::json::{self, Json, Members};
use crate::number::{read_decimal, write as write_number};
use crate::price_book::PriceBook;
use crate::scenario::derived::DERIVED;
use crate::scenario::field::{Field, Kind};
use crate::scenario::value::{Amount, Cell, Range, Spread, Value};
use crate::scenario::{FIELDS, field};

/// What the file says it is.
pub const FORMAT: &str = "rack-or-rent/scenario";

/// The file of a scenario, with what its document said when it was made.
pub fn write(document: &Document) -> String {
    let mut inputs = Members::new();
    for field in FIELDS {
        inputs.insert(field.id.to_owned(), value_to_json(&field.get(&document.scenario)));
    }
    let mut file = Members::new();
    if let Some(said) = document.said.filter(|said| said.is_of(document)) {
        file.insert("said".to_owned(), said_to_json(&said));
    }
    for (name, value) in [
        ("format", Json::text(FORMAT)),
        ("version", Json::Number(VERSION.to_string())),
        ("edition", Json::text(&document.edition)),
        ("name", Json::text(&document.name)),
        ("inputs", Json::Object(inputs)),
    ] {
        file.insert(name.to_owned(), value);
    }
    Json::Object(file).pretty()
}

/// Reads a file. Parts that cannot be used are named in the notices, the rest counts.
///
/// Errors: too long, not JSON, or not a scenario at all.
pub fn read(text: &str, book: &PriceBook) -> Result<Decoded, DecodeError> {
    if text.len() > LONGEST_TEXT {
        return Err(DecodeError::TooLong);
    }
    let json = json::read(text).map_err(DecodeError::NotJson)?;
    let object = json.members().ok_or(DecodeError::NotAScenario)?;
    if object.get("format").is_some_and(|f| f.as_text() != Some(FORMAT)) {
        return Err(DecodeError::NotAScenario);
    }
    let inputs = object.get("inputs").and_then(Json::members).ok_or(DecodeError::NotAScenario)?;
    let mut reader = Reader::new(book);
    let version = match object.get("version") {
        Some(Json::Number(version)) => version.parse::<u32>().ok(),
        _ => None,
    };
    match (version, object.get("version")) {
        (Some(version), _) => reader.version(version),
        (None, Some(other)) => {
            reader.notice(None, format!("Version {} is not understood", plain(&other.compact(), 40)));
        }
        (None, None) => {}
    }
    for (key, value) in object {
        match (key.as_str(), value) {
            // What a preset was published with is read where it is shown.
            ("format" | "version" | "inputs" | "published", _) => {}
            ("edition", Json::Text(edition)) => reader.edition(edition),
            ("name", Json::Text(name)) => reader.name(name),
            ("said", said) => reader.said(said_from_json(said), &said.compact()),
            _ => reader.notice(None, format!("\"{}\" is not known and left out", plain(key, 60))),
        }
    }
    for (id, value) in migrate::to_present(inputs, version.unwrap_or(VERSION)).as_ref() {
        read_input(&mut reader, id, value);
    }
    Ok(reader.finish())
}

fn said_to_json(said: &Said) -> Json {
    let mut members = Members::new();
    for (name, figure) in NAMES.into_iter().zip(said.figures) {
        members.insert(name.to_owned(), figure.map_or(Json::Null, number));
    }
    for (name, whole) in [("revision", said.revision), ("sum", said.sum)] {
        members.insert(name.to_owned(), Json::Number(whole.to_string()));
    }
    Json::Object(members)
}

fn said_from_json(json: &Json) -> Option<Said> {
    let members = json.members()?;
    let whole = |name: &str| match members.get(name) {
        Some(Json::Number(text)) => text.parse().ok(),
        _ => None,
    };
    let mut figures = [None; NAMES.len()];
    for (figure, name) in figures.iter_mut().zip(NAMES) {
        *figure = match members.get(name)? {
            Json::Null => None,
            value => Some(finite(value)?),
        };
    }
    Said::read(whole("revision")?, figures, whole("sum")?)
}

fn read_input(reader: &mut Reader, id: &str, value: &Json) {
    // A notice puts its own quotes around what was given.
    let given = value.as_text().map_or_else(|| value.compact(), ToOwned::to_owned);
    if let Some(field) = field(id) {
        match (field.kind, value) {
            (Kind::List { .. }, Json::List(rows)) => {
                let rows = rows.iter().map(|row| (row_from_json(row), || row_in_words(row)));
                reader.list(field, rows);
            }
            _ => reader.value(field, value_from_json(field, value), &given),
        }
    } else if let Some(index) = DERIVED.iter().position(|d| d.id == id) {
        reader.derived(index, finite(value), &given);
    } else {
        reader.notice(None, format!("Input \"{}\" is not known and left out", plain(id, 60)));
    }
}

fn value_to_json(value: &Value) -> Json {
    match value {
        Value::Number(Amount { value, range: None }) => number(*value),
        Value::Number(Amount { value, range: Some(range) }) => {
            let (low, high) = (number(range.low), number(range.high));
            let range = Json::object([("spread", Json::text(spread_name(range.spread))), ("low", low), ("high", high)]);
            Json::object([("value", number(*value)), ("range", range)])
        }
        Value::Choice(id) => Json::text(id),
        Value::Switch(on) => Json::Bool(*on),
        Value::Text(text) => Json::text(text),
        Value::List(rows) => {
            Json::List(rows.iter().map(|row| Json::List(row.iter().map(cell_to_json).collect())).collect())
        }
    }
}

fn number(value: f64) -> Json {
    Json::Number(write_number(value))
}

fn spread_name(spread: Spread) -> &'static str {
    Spread::ALL.iter().find(|(s, ..)| *s == spread).map_or("", |(_, name, _)| name)
}

fn cell_to_json(cell: &Cell) -> Json {
    match cell {
        Cell::Number(n) => number(*n),
        Cell::Text(text) => Json::text(text),
        Cell::Empty => Json::Null,
    }
}

fn value_from_json(field: &Field, json: &Json) -> Option<Value> {
    match (field.kind, json) {
        (Kind::Number { .. }, Json::Number(_)) => Some(Value::Number(Amount::exact(finite(json)?))),
        (Kind::Number { .. }, Json::Object(object)) => amount_from_json(object).map(Value::Number),
        (Kind::Choice(_), Json::Text(id)) => Some(Value::Choice(id.clone().into())),
        (Kind::Switch, Json::Bool(on)) => Some(Value::Switch(*on)),
        (Kind::Gpu | Kind::OtherGpu | Kind::Currency | Kind::Day, Json::Text(text)) => Some(Value::Text(text.clone())),
        _ => None,
    }
}

fn finite(json: &Json) -> Option<f64> {
    match json {
        Json::Number(text) => read_decimal(text).map(|v| if v == 0.0 { 0.0 } else { v }),
        _ => None,
    }
}

fn amount_from_json(object: &Members) -> Option<Amount> {
    let at = |o: &Members, key: &str| o.get(key).and_then(finite);
    let value = at(object, "value")?;
    let Some(range) = object.get("range") else { return Some(Amount::exact(value)) };
    let range = range.members()?;
    let name = range.get("spread")?.as_text()?;
    let (spread, ..) = Spread::ALL.iter().find(|(_, n, _)| *n == name)?;
    Some(Amount { value, range: Some(Range { spread: *spread, low: at(range, "low")?, high: at(range, "high")? }) })
}

/// A row as a person reads it, whatever it is.
fn row_in_words(row: &Json) -> String {
    let cell = |cell: &Json| cell.as_text().map_or_else(|| cell.compact(), ToOwned::to_owned);
    match row {
        Json::List(cells) => cells.iter().map(cell).collect::<Vec<_>>().join(", "),
        other => cell(other),
    }
}

fn row_from_json(row: &Json) -> Option<Vec<Cell>> {
    let Json::List(cells) = row else { return None };
    let cell = |cell: &Json| match cell {
        Json::Text(text) => Some(Cell::Text(text.clone())),
        Json::Null => Some(Cell::Empty),
        number => finite(number).map(Cell::Number),
    };
    cells.iter().map(cell).collect()
}
