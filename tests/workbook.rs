//! The workbook: its figures are those of the plans, its formulas hold no figures of their own, and no text of the user is a formula.
//!
//! Expected values: the plans of the report. `scripts/check-workbook.py` recalculates the files with LibreOffice and changes their inputs.

use engine::chart::table::Kind;
use engine::codec::{Document, file};
use engine::document::workbook::cells::{Cell, Workbook};
use engine::document::workbook::{NOTHING_TO_COMPARE, tables, workbook_of};
use engine::inputs::presets::PRESETS;
use engine::number;
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::view::Piece;
use engine::view::plans::{answer, compared};

fn workbooks(book: &PriceBook) -> Vec<(&'static str, Document, Workbook)> {
    let mut found = Vec::new();
    for preset in PRESETS {
        let document = file::read(preset.text(), book).expect("a scenario").document;
        match workbook_of(&document, book, "Rack or Rent") {
            Ok(workbook) => found.push((preset.id, document, workbook)),
            Err(why) => assert_eq!(why, [NOTHING_TO_COMPARE], "{}", preset.id),
        }
    }
    found
}

/// A formula without what it may name: sheets, cells, named cells, functions, and the numbers of a calendar.
fn without_names(text: &str, workbook: &Workbook) -> String {
    let mut left = text.to_owned();
    for grid in &workbook.sheets {
        left = left.replace(&format!("'{}'!", grid.name), "");
    }
    for (name, _) in &workbook.names {
        left = left.replace(name, "");
    }
    for function in ["SUMPRODUCT", "SUM", "ROUNDUP", "ROUNDDOWN", "MAX", "MIN"] {
        left = left.replace(function, "");
    }
    // A month of the year, a start of a month, and what rounds or bounds.
    for calendar in ["/12", "-1)", "(1+)", ",0)", "(0)"] {
        left = left.replace(calendar, "");
    }
    let mut rest = String::new();
    let mut letters = left.chars().peekable();
    while let Some(letter) = letters.next() {
        // `$B$3`: a column, then a row.
        if letter == '$' {
            while letters.next_if(char::is_ascii_uppercase).is_some() {}
            while letters.next_if(|next| *next == '$' || next.is_ascii_digit()).is_some() {}
            continue;
        }
        rest.push(letter);
    }
    rest
}

#[test]
fn its_figures_are_those_of_the_plans_and_no_formula_holds_one() {
    let book = PriceBook::embedded();
    let all = workbooks(&book);
    assert!(all.len() > 12, "{}", all.len());
    for (id, document, workbook) in &all {
        let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let decision = report.decision.as_ref().expect("plans");
        let plans = &decision.plans;
        let usd = |kind| plans.plan(kind).expect("a plan").present_value_usd;
        let other = compared(plans, Some(&decision.weighed)).expect("another").kind;
        let expected = usd(other) - usd(plans.recommended.expect("a plan"));
        // It is the saving of the headline.
        let headline = answer(&report, plans, Some(&decision.weighed)).headline;
        let is_in_headline = headline.iter().any(|piece| match piece {
            Piece::Figure(value, _) | Piece::LinkedFigure(value, ..) => (value - expected.abs()).abs() < 0.005,
            Piece::Words(_) | Piece::Strong(_) => false,
        });
        assert!(is_in_headline, "{id}: {expected} is not in {headline:?}");
        let named = |name: &str| {
            let (_, cell) = workbook.names.iter().find(|(known, _)| *known == name).expect("a named cell");
            let cell = workbook.at(cell).expect("a cell");
            match cell {
                Cell::Number(value, ..) | Cell::Formula(_, value, ..) => *value,
                Cell::Text(..) => panic!("{name} is text"),
            }
        };
        assert!((named("saving") - expected).abs() < 0.005, "{id}: {} and {expected}", named("saving"));
        assert_eq!(named("discount_rate"), document.scenario.money.discount_rate.value, "{id}");
        let mut formulas = 0;
        for grid in &workbook.sheets {
            for (row, column, cell) in &grid.cells {
                match cell {
                    Cell::Text(..) => {}
                    Cell::Number(value, ..) => assert!(value.is_finite(), "{id}, {} {row} {column}", grid.name),
                    Cell::Formula(text, value, ..) => {
                        formulas += 1;
                        assert!(value.is_finite(), "{id}, {} {row} {column}: {text}", grid.name);
                        let rest = without_names(text, workbook);
                        let ours = rest == "0" || rest.chars().all(|letter| "+-*/^(),:".contains(letter));
                        assert!(ours, "{id}, {}: {text} holds {rest}", grid.name);
                    }
                }
            }
        }
        assert!(formulas > 200, "{id}: {formulas}");
    }
}

/// Names with formulas, markup, another direction of writing and three hundred letters stay text.
#[test]
fn names_stay_text() {
    let book = PriceBook::embedded();
    for name in ["=HYPERLINK(\"x\")", "<b>x</b>", "\u{202e}backwards", &"long ".repeat(60)] {
        let document = Document { name: name.to_owned(), ..Document::typical(&book) };
        let workbook = workbook_of(&document, &book, "Rack or Rent").expect("a workbook");
        let texts =
            workbook.sheets[0].cells.iter().filter(|(.., cell)| matches!(cell, Cell::Text(text, _) if text == name));
        assert_eq!(texts.count(), 1, "{name}");
    }
}

/// The values of its sheets as text: every number of a cell, no formula, and texts that a spreadsheet would run are marked.
#[test]
fn its_values_are_written_as_text() {
    let book = PriceBook::embedded();
    let document = Document { name: "=HYPERLINK(\"x\")".to_owned(), ..Document::typical(&book) };
    let workbook = workbook_of(&document, &book, "Rack or Rent").expect("a workbook");
    let csv = tables::text(&workbook, Kind::Csv);
    let tsv = tables::text(&workbook, Kind::Tsv);
    let json: serde_json::Value = serde_json::from_str(&tables::json(&workbook)).expect("JSON");
    assert!(!csv.contains("SUMPRODUCT") && !tsv.contains("SUMPRODUCT"), "no formula is written");
    for text in [&csv, &tsv] {
        assert!(text.contains("'=HYPERLINK") && !text.contains(",=") && !text.contains("\t="), "the name is text");
    }
    assert_eq!(json["sheets"].as_array().map(Vec::len), Some(workbook.sheets.len()));
    for (name, place) in &workbook.names {
        let (Cell::Number(value, ..) | Cell::Formula(_, value, ..)) = workbook.at(place).expect("a cell") else {
            panic!("{name} is text")
        };
        assert_eq!(json["named"][name].as_f64(), Some(*value), "{name}");
        let written = number::write(*value);
        let is_there = csv.lines().any(|line| line.split(',').any(|cell| cell == written));
        assert!(is_there, "{name}: {value}");
    }
    let cells =
        |grid: &engine::document::workbook::cells::Grid| grid.cells.iter().map(|(row, ..)| *row + 1).max().unwrap_or(0);
    let rows: usize = workbook.sheets.iter().map(cells).sum::<usize>() + workbook.sheets.len() - 1;
    assert_eq!(tsv.lines().count(), rows);
}
