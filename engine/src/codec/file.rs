//! The saved file: JSON with every row under its id. Described in docs/format.md.

use serde_json::{Map, Value as Json, json};

use super::recorded_result::{NAMES, PLAN_NAMES, RecordedPlan, RecordedResult};
use super::resemblance::looks_like;
use super::{DecodeError, Decoded, Document, LONGEST_TEXT, MemoWords, Reader, VERSION, decisions, migrate, plain};
use crate::inputs::derived::DERIVED;
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Cell, Range, Spread, Value};
use crate::inputs::{FIELDS, field};
use crate::number::write as write_number;
use crate::prices::PriceBook;

/// Value of the file's `format` member.
pub const FORMAT: &str = "rack-or-rent/scenario";

/// Writes a scenario with its recorded result.
pub fn write(document: &Document) -> String {
    let inputs = FIELDS.iter().map(|field| (field.id.to_owned(), value_to_json(&field.get(&document.scenario))));
    let mut file = json!({
        "format": FORMAT,
        "version": VERSION,
        "edition": document.edition,
        "name": document.name,
        "inputs": inputs.collect::<Map<_, _>>(),
    });
    if document.memo != MemoWords::default() {
        file["memo"] = document.memo.to_json();
    }
    if !document.decisions.is_empty() {
        file["decisions"] = decisions::to_json(&document.decisions);
    }
    if let Some(said) = document.said.filter(|said| said.is_of(document)) {
        file["said"] = said_to_json(&said);
    }
    format!("{file:#}")
}

/// Reads a file. Parts that cannot be used are reported in the notices; the rest is used.
///
/// Errors: too long, not JSON, or not a scenario.
pub fn read(text: &str, book: &PriceBook) -> Result<Decoded, DecodeError> {
    if text.len() > LONGEST_TEXT {
        return Err(DecodeError::TooLong);
    }
    let json: Json = serde_json::from_str(text).map_err(|_| DecodeError::NotJson(looks_like(text)))?;
    let object = json.as_object().ok_or(DecodeError::NotAScenario)?;
    if object.get("format").is_some_and(|f| f.as_str() != Some(FORMAT)) {
        return Err(DecodeError::NotAScenario);
    }
    let inputs = object.get("inputs").and_then(Json::as_object).ok_or(DecodeError::NotAScenario)?;
    let mut reader = Reader::new(book);
    let version = object.get("version").and_then(whole);
    match (version, object.get("version")) {
        (Some(version), _) => reader.version(version),
        (None, Some(other)) => {
            reader.notice(None, format!("Format version {} cannot be read", plain(&other.to_string(), 40)));
        }
        (None, None) => {}
    }
    for (key, value) in object {
        match (key.as_str(), value) {
            // A preset's published figures are read where they are shown.
            ("format" | "version" | "inputs" | "published", _) => {}
            ("edition", Json::String(edition)) => reader.edition(edition),
            ("name", Json::String(name)) => reader.name(name),
            ("memo", Json::Object(members)) => reader.memo(MemoWords::from_json(members)),
            ("decisions", decisions) => reader.decisions(decisions),
            ("said", said) => reader.said(said_from_json(said), &said.to_string()),
            _ => reader.notice(None, format!("\"{}\" is unknown and ignored", plain(key, 60))),
        }
    }
    for (id, value) in migrate::to_present(inputs, version.unwrap_or(VERSION)).as_ref() {
        read_input(&mut reader, id, value);
    }
    Ok(reader.finish())
}

fn said_to_json(said: &RecordedResult) -> Json {
    let mut said_so = json!({ "revision": said.revision, "sum": said.sum });
    for (name, figure) in NAMES.into_iter().zip(said.figures) {
        said_so[name] = figure.map_or(Json::Null, number);
    }
    if let Some(plan) = said.plan {
        said_so["plan"] = json!({ "kind": plan.id });
        for (name, figure) in PLAN_NAMES.into_iter().zip(plan.figures()) {
            said_so["plan"][name] = figure.map_or(Json::Null, number);
        }
    }
    said_so
}

fn said_from_json(json: &Json) -> Option<RecordedResult> {
    let members = json.as_object()?;
    let figures = figures_from_json(members, NAMES)?;
    let said = RecordedResult::read(whole(members.get("revision")?)?, figures, whole(members.get("sum")?)?)?;
    let plan = match members.get("plan") {
        None | Some(Json::Null) => None,
        Some(plan) => Some(plan_from_json(plan)?),
    };
    Some(RecordedResult { plan, ..said })
}

fn plan_from_json(json: &Json) -> Option<RecordedPlan> {
    let members = json.as_object()?;
    RecordedPlan::read(members.get("kind")?.as_str()?, figures_from_json(members, PLAN_NAMES)?)
}

fn figures_from_json<const COUNT: usize>(
    members: &Map<String, Json>,
    names: [&str; COUNT],
) -> Option<[Option<f64>; COUNT]> {
    let mut figures = [None; COUNT];
    for (figure, name) in figures.iter_mut().zip(names) {
        *figure = match members.get(name)? {
            Json::Null => None,
            value => Some(finite(value)?),
        };
    }
    Some(figures)
}

fn read_input(reader: &mut Reader, id: &str, value: &Json) {
    // The notice adds its own quotes.
    let given = in_words(value);
    if let Some(field) = field(id) {
        match (field.kind, value) {
            (Kind::List { .. }, Json::Array(rows)) => {
                let rows = rows.iter().map(|row| (row_from_json(row), || row_in_words(row)));
                reader.list(field, rows);
            }
            _ => reader.value(field, value_from_json(field, value), &given),
        }
    } else if let Some(index) = DERIVED.iter().position(|d| d.id == id) {
        reader.derived(index, finite(value), &given);
    } else {
        reader.notice(None, format!("Input \"{}\" is unknown and ignored", plain(id, 60)));
    }
}

fn value_to_json(value: &Value) -> Json {
    match value {
        Value::Number(amount) => match amount.written_range() {
            None => number(amount.value),
            Some(Range { spread, low, high }) => {
                let range = json!({ "spread": spread_name(spread), "low": number(low), "high": number(high) });
                json!({ "value": number(amount.value), "range": range })
            }
        },
        Value::Choice(id) => id.as_ref().into(),
        Value::Switch(on) => Json::Bool(*on),
        Value::Text(text) => text.as_str().into(),
        Value::List(rows) => rows.iter().map(|row| row.iter().map(cell_to_json).collect::<Json>()).collect(),
    }
}

/// A number as in links: serde_json would write an exponent and `1.0`.
fn number(value: f64) -> Json {
    write_number(value).parse().map_or(Json::Null, Json::Number)
}

fn whole(json: &Json) -> Option<u32> {
    json.as_u64()?.try_into().ok()
}

fn spread_name(spread: Spread) -> &'static str {
    Spread::ALL.iter().find(|(s, ..)| *s == spread).map_or("", |(_, name, _)| name)
}

fn cell_to_json(cell: &Cell) -> Json {
    match cell {
        Cell::Number(n) => number(*n),
        Cell::Text(text) => text.as_str().into(),
        Cell::Empty => Json::Null,
    }
}

fn value_from_json(field: &Field, json: &Json) -> Option<Value> {
    match (field.kind, json) {
        (Kind::Number { .. } | Kind::NumberOrWord { .. }, Json::Number(_)) => {
            Some(Value::Number(Amount::exact(finite(json)?)))
        }
        (Kind::Number { .. }, Json::Object(object)) => amount_from_json(object).map(Value::Number),
        (Kind::Choice(_) | Kind::NumberOrWord { .. }, Json::String(id)) => Some(Value::Choice(id.clone().into())),
        (Kind::Switch, Json::Bool(on)) => Some(Value::Switch(*on)),
        (
            Kind::Gpu | Kind::OtherGpu | Kind::AnyGpu | Kind::Currency | Kind::Day | Kind::Text { .. },
            Json::String(text),
        ) => Some(Value::Text(text.clone())),
        _ => None,
    }
}

fn finite(json: &Json) -> Option<f64> {
    json.as_f64().filter(|value| value.is_finite()).map(|value| if value == 0.0 { 0.0 } else { value })
}

fn amount_from_json(object: &Map<String, Json>) -> Option<Amount> {
    let at = |o: &Map<String, Json>, key: &str| o.get(key).and_then(finite);
    let value = at(object, "value")?;
    let Some(range) = object.get("range") else { return Some(Amount::exact(value)) };
    let range = range.as_object()?;
    let name = range.get("spread")?.as_str()?;
    let (spread, ..) = Spread::ALL.iter().find(|(_, n, _)| *n == name)?;
    Some(Amount::ranged(value, Range { spread: *spread, low: at(range, "low")?, high: at(range, "high")? }))
}

/// A value for people: a string without quotes, anything else as JSON.
fn in_words(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// A row for people, valid or not.
fn row_in_words(row: &Json) -> String {
    match row {
        Json::Array(cells) => cells.iter().map(in_words).collect::<Vec<_>>().join(", "),
        other => in_words(other),
    }
}

fn row_from_json(row: &Json) -> Option<Vec<Cell>> {
    let Json::Array(cells) = row else { return None };
    let cell = |cell: &Json| match cell {
        Json::String(text) => Some(Cell::Text(text.clone())),
        Json::Null => Some(Cell::Empty),
        number => finite(number).map(Cell::Number),
    };
    cells.iter().map(cell).collect()
}
