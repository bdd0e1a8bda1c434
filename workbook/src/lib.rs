//! Writes a workbook of the engine, as an .xlsx file above all: formulas with their values, named cells, colours for what may be changed.
//!
//! In: a [`Workbook`]. Out: the bytes of the file, the same for the same workbook: it bears no date of its own.

use engine::chart::table::Kind;
use engine::document::workbook::cells::{Cell, Format as Shown, Grid, Role, Workbook};
use engine::document::workbook::{Form, tables};
use rust_xlsxwriter::{Color, DocProperties, ExcelDateTime, Format, FormatBorder, Formula, Worksheet, XlsxError};

/// Background of what may be changed, of what the program fixes, and of the heads of columns.
const LIVE: u32 = 0x00DC_E9F7;
const FIXED: u32 = 0x00FF_F4CC;
const HEAD: u32 = 0x00E9_E9E9;

/// A workbook in a form.
///
/// Errors: what the writer refuses.
pub fn written_as(workbook: &Workbook, form: Form) -> Result<Vec<u8>, String> {
    match form {
        Form::Xlsx => write(workbook),
        Form::Csv => Ok(tables::text(workbook, Kind::Csv).into_bytes()),
        Form::Tsv => Ok(tables::text(workbook, Kind::Tsv).into_bytes()),
        Form::Json => Ok(tables::json(workbook).into_bytes()),
    }
}

/// The spreadsheet.
///
/// Errors: what the writer refuses, such as a sheet whose name is too long.
fn write(workbook: &Workbook) -> Result<Vec<u8>, String> {
    written(workbook).map_err(|error| error.to_string())
}

fn written(workbook: &Workbook) -> Result<Vec<u8>, XlsxError> {
    let mut file = rust_xlsxwriter::Workbook::new();
    // The writer would ask the clock.
    let created = ExcelDateTime::from_ymd(2000, 1, 1)?;
    file.set_properties(&DocProperties::new().set_creation_datetime(&created));
    for grid in &workbook.sheets {
        fill(file.add_worksheet(), grid)?;
    }
    for (name, cell) in &workbook.names {
        file.define_name(*name, &format!("={cell}"))?;
    }
    file.save_to_buffer()
}

fn fill(sheet: &mut Worksheet, grid: &Grid) -> Result<(), XlsxError> {
    sheet.set_name(&grid.name)?;
    let at = |row: usize, column: usize| Some((u32::try_from(row).ok()?, u16::try_from(column).ok()?));
    for (row, column, cell) in &grid.cells {
        let Some((row, column)) = at(*row, *column) else { continue };
        match cell {
            // As text, whatever it begins with.
            Cell::Text(text, role) => sheet.write_string_with_format(row, column, text, &words(*role))?,
            Cell::Number(value, shown, role) => {
                sheet.write_number_with_format(row, column, *value, &figure(*shown, *role))?
            }
            Cell::Formula(text, value, shown, role) => {
                let formula = Formula::new(text).set_result(value.to_string());
                sheet.write_formula_with_format(row, column, formula, &figure(*shown, *role))?
            }
        };
    }
    if let Some((rows, columns)) =
        at(grid.frozen.0, grid.frozen.1).filter(|(rows, columns)| rows + u32::from(*columns) > 0)
    {
        sheet.set_freeze_panes(rows, columns)?;
    }
    let last = grid.cells.iter().map(|(_, column, _)| *column).max().unwrap_or(0);
    for column in 0..=last {
        let width = grid.widths.get(column).or(grid.widths.last());
        if let (Some(width), Some((_, column))) = (width, at(0, column)) {
            sheet.set_column_width(column, *width)?;
        }
    }
    sheet.set_landscape();
    sheet.set_print_fit_to_pages(1, 0);
    Ok(())
}

fn words(role: Role) -> Format {
    match role {
        Role::Title => Format::new().set_bold().set_font_size(14),
        Role::Head => Format::new().set_bold().set_text_wrap().set_background_color(Color::RGB(HEAD)),
        Role::Plain | Role::Live | Role::Fixed | Role::Result => Format::new(),
    }
}

fn figure(shown: Shown, role: Role) -> Format {
    let format = Format::new().set_num_format(match shown {
        Shown::Usd => "#,##0;-#,##0",
        Shown::UsdFine => "#,##0.0000;-#,##0.0000",
        Shown::Percent => "0.00%",
        Shown::Factor => "0.000000",
        Shown::Quantity => "#,##0.######",
        Shown::Count => "0",
    });
    match role {
        Role::Live => format.set_background_color(Color::RGB(LIVE)).set_border(FormatBorder::Thin),
        Role::Fixed => format.set_background_color(Color::RGB(FIXED)),
        Role::Result => format.set_bold(),
        Role::Title | Role::Head | Role::Plain => format,
    }
}
