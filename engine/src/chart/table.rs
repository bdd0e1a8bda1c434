//! A plot or another table as text: CSV, TSV and Markdown, with bare numbers.
//!
//! Numbers are unrounded, with a decimal point, and money is in the displayed currency; column headings name the unit.
//! The last column describes the figures in its first row: scenario, verdict, version, prices, date and exchange rate.

mod markdown;

pub use markdown::{inline as markdown_inline, paragraph as markdown_paragraph};

use super::Currency;
use super::picture::Meta;
use super::scene::Write;
use crate::csv::formula::{escaped, quoted, separates};
use crate::number;
use crate::view::plot::{Plot, RowKey};
use crate::view::sheet::Sheet;

/// The format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Commas, quotes where needed, a byte order mark in front: without it spreadsheets assume another encoding.
    Csv,
    /// Tabs, for pasting into a spreadsheet.
    Tsv,
    /// For a document or a ticket.
    Markdown,
}

/// Column headings: the rows' axis, each series with its unit, then a column for notes if a row has a note instead of a
/// value.
fn heads(plot: &Plot, money: &Currency) -> Vec<String> {
    let mut heads = vec![with_unit(plot.what.first.name, plot.what.first.unit, money)];
    heads.extend(plot.series.iter().map(|s| with_unit(&s.label, plot.what.value.unit, money)));
    if has_notes(plot) {
        heads.push("Note".to_owned());
    }
    heads
}

fn with_unit(name: &str, unit: &str, money: &Currency) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name} ({})", money.title(unit)) }
}

/// Whether a row has a note instead of a value.
pub fn has_notes(plot: &Plot) -> bool {
    plot.rows.iter().any(|r| !r.note.is_empty())
}

/// The table of a plot.
pub fn text(plot: &Plot, meta: &Meta, kind: Kind, write: Write) -> String {
    let noted = has_notes(plot);
    let [across, up] = [plot.what.first.unit, plot.what.value.unit].map(|unit| meta.money.rate(unit));
    let rows = plot.rows.iter().map(|of| {
        let mut cells = vec![match &of.head {
            RowKey::Figure(at) => number::write(at * across),
            RowKey::Words(words) => cell(words, kind),
        }];
        cells.extend((0..plot.series.len()).map(|s| of.cell(s).map_or_else(String::new, |v| number::write(v * up))));
        cells.extend(noted.then(|| cell(of.note, kind)));
        cells
    });
    written(&heads(plot, &meta.money), rows.collect(), &meta.about(plot, write), kind)
}

/// The text of a table without a chart.
pub fn sheet(sheet: &Sheet, meta: &Meta, kind: Kind) -> String {
    let mut heads = vec![sheet.first.clone().into_owned()];
    heads.extend(sheet.columns.iter().map(|c| with_unit(&c.label, &c.unit, &meta.money)));
    let row = |name: &str, values: &[Option<f64>]| {
        let rates = sheet.columns.iter().map(|c| meta.money.rate(&c.unit));
        let values = values.iter().zip(rates).map(|(v, rate)| v.map_or_else(String::new, |v| number::write(v * rate)));
        std::iter::once(cell(name, kind)).chain(values).collect()
    };
    let rows = sheet.rows.iter().map(|(name, values)| row(name, values));
    let rows = rows.chain(sheet.sum().map(|(name, values)| row(name, &values)));
    written(&heads, rows.collect(), &meta.about_this(&sheet.title), kind)
}

/// Headings and rows as text, with their description.
fn written(heads: &[String], rows: Vec<Vec<String>>, about: &str, kind: Kind) -> String {
    let mut heads: Vec<String> = heads.iter().map(|h| cell(h, kind)).collect();
    if kind != Kind::Markdown {
        heads.push("About".to_owned());
    }
    let mut out = if kind == Kind::Csv { "\u{feff}".to_owned() } else { String::new() };
    row(&mut out, &heads, kind);
    if kind == Kind::Markdown {
        row(&mut out, &vec!["---".to_owned(); heads.len()], kind);
    }
    for (index, mut cells) in rows.into_iter().enumerate() {
        if kind != Kind::Markdown {
            cells.push(if index == 0 { cell(about, kind) } else { String::new() });
        }
        row(&mut out, &cells, kind);
    }
    if kind == Kind::Markdown {
        out.push('\n');
        out.push_str(&markdown::paragraph(about));
        out.push('\n');
    }
    out
}

/// Adds a row of cells.
pub(crate) fn row(out: &mut String, cells: &[String], kind: Kind) {
    let (open, between, close) = match kind {
        Kind::Csv => ("", ",", "\r\n"),
        Kind::Tsv => ("", "\t", "\n"),
        Kind::Markdown => ("| ", " | ", " |\n"),
    };
    out.push_str(open);
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        out.push_str(cell);
    }
    out.push_str(close);
}

/// Text as a cell that no spreadsheet runs as a formula ([`crate::csv::formula`]).
pub(crate) fn cell(text: &str, kind: Kind) -> String {
    match kind {
        Kind::Csv => quoted(&escaped(text), b','),
        Kind::Tsv => pasted(&escaped(text)),
        Kind::Markdown => markdown::inline(text),
    }
}

/// Text as a cell to paste: a leading quote would be removed and the rest parsed, and a break would end the cell.
fn pasted(text: &str) -> String {
    let mut safe = String::new();
    let mut begins = true;
    for c in text.chars() {
        if begins && c == '"' {
            safe.push('\'');
        }
        begins = separates(c);
        safe.push(if matches!(c, '\t' | '\r' | '\n') { ' ' } else { c });
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_a_spreadsheet_would_run_is_text() {
        for (text, csv, tsv, markdown) in [
            ("Own", "Own", "Own", "Own"),
            ("=1+1", "'=1+1", "'=1+1", "=1+1"),
            ("+1", "'+1", "'+1", "+1"),
            ("-1", "'-1", "'-1", "-1"),
            ("@a", "'@a", "'@a", "`@a`"),
            ("\ta", "\"'\ta\"", "' a", " a"),
            ("＝1+1", "'＝1+1", "'＝1+1", "＝1+1"),
            ("a;=1+1", "\"a;'=1+1\"", "a;'=1+1", "a;=1+1"),
            ("a,\"=1+1", "\"a,\"\"'=1+1\"", "a,'\"'=1+1", "a,\"=1+1"),
            ("\"=1+1\"", "\"\"\"'=1+1\"\"\"", "'\"'=1+1\"", "\"=1+1\""),
            ("a\n@b", "\"a\n'@b\"", "a '@b", "a `@b`"),
            ("a; -5", "\"a; -5\"", "a; -5", "a; -5"),
            ("\ra", "\"'\ra\"", "' a", " a"),
            ("\na", "\"'\na\"", "' a", " a"),
            ("a=1", "a=1", "a=1", "a=1"),
            ("a, \"b\"", "\"a, \"\"b\"\"\"", "a, \"b\"", "a, \"b\""),
            ("a|b<i>", "a|b<i>", "a|b<i>", "a\\|b\\<i\\>"),
        ] {
            assert_eq!(
                [cell(text, Kind::Csv), cell(text, Kind::Tsv), cell(text, Kind::Markdown)],
                [csv, tsv, markdown]
            );
        }
    }
}
