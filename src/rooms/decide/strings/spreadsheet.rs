//! Text of `spreadsheet.rs`.

use engine::document::workbook::Form;

pub const EXPLANATION: &str = "Both plans of the headline by month, line and year, with tax and break-evens. Coloured inputs may be changed: prices, rates and resale move the answer as they do here. The last sheet says what does not follow. The same values as text hold no formulas.";
pub const TITLE: &str = "Spreadsheet";
pub const WRITING: &str = "The file is being written\u{2026}";

pub const fn save(form: Form) -> &'static str {
    match form {
        Form::Xlsx => "Save a spreadsheet with live formulas",
        Form::Csv => "Values as CSV",
        Form::Tsv => "Values as TSV",
        Form::Json => "Values as JSON",
    }
}
