//! Keys of a link and the text of its values: numbers in canonical form, ranges and cells separated by `~`, other
//! characters as `_` and hex digits.

use crate::inputs::FIELDS;
use crate::inputs::derived::DERIVED;
use crate::inputs::field::{Column, ColumnKind, Field, Kind};
use crate::inputs::value::{Amount, Cell, Range, Spread, Value};
use crate::number;

/// Whether a key belongs to a scenario.
pub(super) fn is_known(key: &str) -> bool {
    matches!(key, "v" | "book" | "name" | "memo" | "decisions" | "said" | "end" | "set" | "next") || is_row(key)
}

pub(super) fn is_row(key: &str) -> bool {
    FIELDS.iter().any(|f| f.key == key) || DERIVED.iter().any(|d| d.key == key)
}

/// Whether a key's value may contain any character: a name, and cells of lists.
pub(super) fn is_text(key: &str) -> bool {
    key == "name" || FIELDS.iter().any(|f| f.key == key && matches!(f.kind, Kind::List { .. }))
}

pub(super) fn value_to_text(value: &Value) -> String {
    match value {
        Value::Number(amount) => {
            let value = number::write(amount.value);
            let Some(range) = amount.written_range() else { return value };
            let letter = Spread::ALL.iter().find(|(s, ..)| *s == range.spread).map_or("", |(.., letter)| letter);
            format!("{value}~{letter}~{}~{}", number::write(range.low), number::write(range.high))
        }
        Value::Choice(id) => id.as_ref().to_owned(),
        Value::Switch(on) => if *on { "1" } else { "0" }.to_owned(),
        Value::Text(text) => escape(text),
        Value::List(rows) => {
            let row = |cells: &Vec<Cell>| cells.iter().map(cell_to_text).collect::<Vec<_>>().join("~");
            rows.iter().map(row).collect::<Vec<_>>().join("~~")
        }
    }
}

pub(super) fn cell_to_text(cell: &Cell) -> String {
    match cell {
        Cell::Number(n) => number::write(*n),
        Cell::Text(text) if text.is_empty() => "-".to_owned(),
        Cell::Text(text) if text == "-" => "_2d".to_owned(),
        Cell::Text(text) => escape(text),
        Cell::Empty => "-".to_owned(),
    }
}

pub(super) fn value_from_text(field: &Field, text: &str) -> Option<Value> {
    match field.kind {
        Kind::Number { .. } => amount_from_text(text).map(Value::Number),
        Kind::NumberOrWord { .. } => Some(
            number::read_canonical(text)
                .map_or_else(|| Value::Choice(text.to_owned().into()), |number| Value::Number(Amount::exact(number))),
        ),
        Kind::Choice(_) => Some(Value::Choice(text.to_owned().into())),
        Kind::Switch => match text {
            "1" => Some(Value::Switch(true)),
            "0" => Some(Value::Switch(false)),
            _ => None,
        },
        Kind::Gpu | Kind::OtherGpu | Kind::AnyGpu | Kind::Currency | Kind::Day | Kind::Text { .. } => {
            unescape(text).map(Value::Text)
        }
        Kind::List { .. } => None, // read row by row
    }
}

pub(super) fn amount_from_text(text: &str) -> Option<Amount> {
    let mut parts = text.split('~');
    let value = number::read_canonical(parts.next()?)?;
    let Some(letter) = parts.next() else { return Some(Amount::exact(value)) };
    let (spread, ..) = Spread::ALL.iter().find(|(.., l)| *l == letter)?;
    let low = number::read_canonical(parts.next()?)?;
    let high = number::read_canonical(parts.next()?)?;
    parts.next().is_none().then(|| Amount::ranged(value, Range { spread: *spread, low, high }))
}

/// The texts of a list's rows.
pub(super) fn rows_of(text: &str) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { text.split("~~").collect() }
}

/// The cells of a row; `None` if one cannot be read or their number is wrong.
pub(super) fn row_from_text(columns: &[Column], row: &str) -> Option<Vec<Cell>> {
    let cells: Vec<&str> = row.split('~').collect();
    let missing = columns.get(cells.len()..)?;
    if !missing.iter().all(Column::may_be_missing) {
        return None;
    }
    columns.iter().zip(cells).map(|(column, cell)| cell_from_text(column, cell)).collect()
}

/// A row for people, valid or not.
pub(super) fn row_in_words(row: &str) -> String {
    let cell = |cell: &str| unescape(cell).unwrap_or_else(|| cell.to_owned());
    row.split('~').map(cell).collect::<Vec<_>>().join(", ")
}

pub(super) fn cell_from_text(column: &Column, text: &str) -> Option<Cell> {
    match column.kind {
        _ if text == "-" => Some(Cell::Empty),
        ColumnKind::Number { .. } => number::read_canonical(text).map(Cell::Number),
        ColumnKind::Text { .. } | ColumnKind::Choice(_) => unescape(text).map(Cell::Text),
    }
}

/// Text with everything but letters, digits, dot and hyphen as `_` and hex digits.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-') {
            out.push(char::from(byte));
        } else {
            out.push('_');
            out.extend([byte >> 4, byte & 15].map(|nibble| char::from_digit(u32::from(nibble), 16).unwrap_or('0')));
        }
    }
    out
}

/// Decodes [`escape`]; `None` for invalid hex or UTF-8. Other characters are kept.
pub(super) fn unescape(text: &str) -> Option<String> {
    hex_decoded(text, b'_')
}

/// Decodes a byte for each `sign` with two hex digits; `None` for invalid hex or UTF-8. Other characters are kept.
pub(super) fn hex_decoded(text: &str, sign: u8) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == sign {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
