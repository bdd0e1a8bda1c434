//! A list-valued row: one line of fields for each of its rows.

use engine::scenario::field;
use engine::scenario::field::{Column, ColumnKind, Field, Kind};
use engine::scenario::value::{Cell, Value};
use engine::units::Unit;

use super::draw::{Element, Node, el};
use super::field_input::input_id;
use super::pieces::{button, yes};
use crate::browser::intl;
use crate::page::{Page, Unread};
use crate::words::list_input as words;

/// Rows of cells with a button to add one and one to take each away.
pub fn list_input(page: &Page, row: &'static Field) -> Element {
    let Kind::List { columns, .. } = row.kind else { return el("span") };
    let lines = rows(row.get(&page.document.scenario));
    let drawn_lines = lines.iter().enumerate().map(|(index, cells)| line(row, columns, index, cells));
    let problem = page.problem(row.id).map(|u| el("p.error data-error=").text(u.problem.clone()).into());
    el("div.list tabindex=-1 role=group")
        .attr("id", input_id(row.id))
        .attr("data-field", row.id)
        .attr("aria-label", row.label)
        .children(drawn_lines)
        .children(problem)
        .child(button("add", row.id, "add"))
}

/// The rows of a list.
type Rows = Vec<Vec<Cell>>;

fn rows(value: Value) -> Rows {
    match value {
        Value::List(rows) => rows,
        _ => Vec::new(),
    }
}

fn line(row: &'static Field, columns: &'static [Column], index: usize, cells: &[Cell]) -> Node {
    let fields = columns.iter().enumerate().map(|(at, column)| {
        let cell = cells.get(at).unwrap_or(&Cell::Empty); // a row may end before columns that came later
        let about = format!("{} {index} {at}", row.id);
        Node::from(
            cell_field(column, cell)
                .attr("aria-label", format!("{} {}: {}", row.label, index + 1, column.label))
                .attr("data-about", about),
        )
    });
    let units = columns.iter().map(|c| {
        let unit = match c.kind {
            ColumnKind::Number { unit, .. } => intl::symbol(unit),
            ColumnKind::Text { .. } | ColumnKind::Choice(_) => "".into(),
        };
        el("span.unit translate=no").text(unit)
    });
    let cells = fields.zip(units).map(|(field, unit)| el("span.cell").child(field).child(unit).into());
    let away = button("remove", &format!("{} {index}", row.id), "remove");
    let away = away.attr("aria-label", words::remove(&row.label, &(index + 1)));
    el("div.list-row").children(cells).child(away).into()
}

fn cell_field(column: &Column, cell: &Cell) -> Element {
    if let ColumnKind::Choice(options) = column.kind {
        let chosen = options.iter().find(|o| *cell == Cell::Text(o.id.to_owned())).or(options.first());
        let ways = options.iter().map(|option| {
            let selected = yes(chosen.is_some_and(|c| c.id == option.id));
            Node::from(el("option").attr("value", option.id).text(option.label).attr("selected", selected))
        });
        return el("select data-do=cell").children(ways);
    }
    let mode = if matches!(column.kind, ColumnKind::Number { .. }) { "decimal" } else { "text" };
    el("input type=text autocomplete=off data-do=cell")
        .attr("inputmode", mode)
        .attr("placeholder", column.label)
        .attr("value", written(column, cell))
}

/// Adds an empty line to a list.
pub fn add(page: &mut Page, about: &str) {
    change(page, about, &mut |columns, rows| rows.push(columns.iter().map(empty).collect()));
}

/// Takes a line of a list away; `about` is the row's id and the line.
pub fn remove(page: &mut Page, about: &str) {
    let (id, index) = part(about);
    change(page, id, &mut |_, rows| {
        if index < rows.len() {
            rows.remove(index);
        }
    });
}

/// Reads a cell that was changed; `about` is the row's id, the line and the column. A text that cannot be used is
/// named and changes nothing.
pub fn cell(page: &mut Page, about: &str, text: &str) {
    let (line, at) = part(about);
    let (id, index) = part(line);
    let Some(row) = field(id) else { return };
    let Kind::List { columns, .. } = row.kind else { return };
    let Some(column) = columns.get(at) else { return };
    let read = read_cell(column, text);
    page.mark(
        row.id,
        read.is_none().then(|| Unread {
            field: row.id,
            problem: words::is_not_a_that_can_be(&row.label, &engine::codec::plain(text, 40), &column.label),
            used: words::THE_VALUE_BEFORE.to_owned(),
        }),
    );
    if let Some(read) = read {
        change(page, id, &mut |_, rows| {
            if let Some(row) = rows.get_mut(index) {
                row.resize(row.len().max(at + 1), Cell::Empty);
                if let Some(place) = row.get_mut(at) {
                    *place = read.clone();
                }
            }
        });
    }
}

/// `own.x 3` parted into `own.x` and 3.
fn part(about: &str) -> (&str, usize) {
    about.rsplit_once(' ').map_or((about, 0), |(rest, number)| (rest, number.parse().unwrap_or(usize::MAX)))
}

fn change(page: &mut Page, id: &str, how: &mut dyn FnMut(&[Column], &mut Rows)) {
    let Some(row) = field(id) else { return };
    let Kind::List { columns, .. } = row.kind else { return };
    let mut all = rows(row.get(&page.document.scenario));
    how(columns, &mut all);
    let value = Value::List(all);
    if row.objection(&value).is_none() {
        page.set(row, &value);
    }
}

/// What a new line starts with.
fn empty(column: &Column) -> Cell {
    match column.kind {
        ColumnKind::Number { optional: true, .. } | ColumnKind::Choice(_) => Cell::Empty,
        // A share of a price, today's or that of a new machine, begins at all of it: nothing is said yet.
        ColumnKind::Number { unit: Unit::Share, max, .. } if max > 1.0 => Cell::Number(1.0),
        ColumnKind::Number { min, .. } => Cell::Number(min),
        ColumnKind::Text { .. } => Cell::Text(String::new()),
    }
}

fn read_cell(column: &Column, text: &str) -> Option<Cell> {
    match column.kind {
        ColumnKind::Text { max_chars } => Some(Cell::Text(engine::codec::plain(text, max_chars))),
        ColumnKind::Choice(options) => {
            let first = options.first().is_some_and(|o| o.id == text);
            let known = options.iter().any(|o| o.id == text);
            known.then(|| if first { Cell::Empty } else { Cell::Text(text.to_owned()) })
        }
        ColumnKind::Number { optional: true, .. } if text.trim().is_empty() => Some(Cell::Empty),
        ColumnKind::Number { unit, min, max, whole, .. } => {
            let value = intl::read_in(text, unit)?;
            ((min..=max).contains(&value) && (!whole || value.fract() == 0.0)).then_some(Cell::Number(value))
        }
    }
}

fn written(column: &Column, cell: &Cell) -> String {
    match (cell, column.kind) {
        (Cell::Number(value), ColumnKind::Number { unit, .. }) => intl::typed(*value, unit),
        (Cell::Text(text), _) => text.clone(),
        _ => String::new(),
    }
}
