//! The sheets of a workbook as text: the values of its cells, without formulas.

use serde_json::{Map, Value as Json, json};

use super::cells::{Cell, Grid, Workbook};
use crate::chart::table::{Kind, cell, row};
use crate::number;

/// All sheets below one another, an empty row between them, as CSV or as text to paste into a spreadsheet.
pub fn text(workbook: &Workbook, kind: Kind) -> String {
    let mut out = if kind == Kind::Csv { "\u{feff}".to_owned() } else { String::new() };
    for (place, grid) in workbook.sheets.iter().enumerate() {
        if place > 0 {
            row(&mut out, &[String::new()], kind);
        }
        for cells in rows(grid) {
            let cells: Vec<String> = cells.into_iter().map(|found| written(found, kind)).collect();
            row(&mut out, &cells, kind);
        }
    }
    out
}

/// `{"sheets": [{"name": …, "rows": [[…]]}], "named": {…}}`: rows of texts, numbers and nothing; named cells by their names.
pub fn json(workbook: &Workbook) -> String {
    let value = |found: Option<&Cell>| match found {
        None => Json::Null,
        Some(Cell::Text(text, _)) => text.as_str().into(),
        Some(Cell::Number(value, ..) | Cell::Formula(_, value, ..)) => (*value).into(),
    };
    let sheet = |grid: &Grid| {
        let rows: Vec<Json> = rows(grid).into_iter().map(|row| row.into_iter().map(value).collect()).collect();
        json!({ "name": grid.name, "rows": rows })
    };
    let sheets: Vec<Json> = workbook.sheets.iter().map(sheet).collect();
    let named = workbook.names.iter().map(|(name, place)| ((*name).to_owned(), value(workbook.at(place))));
    format!("{:#}\n", json!({ "sheets": sheets, "named": named.collect::<Map<_, _>>() }))
}

/// The cells of a sheet by row, each as wide as its last cell.
fn rows(grid: &Grid) -> Vec<Vec<Option<&Cell>>> {
    let mut rows: Vec<Vec<Option<&Cell>>> = Vec::new();
    for (row, column, found) in &grid.cells {
        rows.resize_with(rows.len().max(row + 1), Vec::new);
        if let Some(cells) = rows.get_mut(*row) {
            cells.resize(cells.len().max(column + 1), None);
            if let Some(place) = cells.get_mut(*column) {
                *place = Some(found);
            }
        }
    }
    rows
}

fn written(found: Option<&Cell>, kind: Kind) -> String {
    match found {
        None => String::new(),
        Some(Cell::Text(text, _)) => cell(text, kind),
        Some(Cell::Number(value, ..) | Cell::Formula(_, value, ..)) => number::write(*value),
    }
}
