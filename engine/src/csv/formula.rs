//! Text that spreadsheets would run as a formula, and CSV texts in which they would find it.
//!
//! A spreadsheet reads some leading characters of a cell as a formula; an apostrophe before them marks the cell as text.
//! The same applies after a character that another locale, or pasting, treats as a cell separator. Source: OWASP, "CSV
//! Injection". [`unescaped`] takes back what [`escaped`] adds, so that a file read back has the same values.

use super::{Record, Records};

/// What marks a cell as text.
const MARK: char = '\'';

/// Whether a character begins a formula. The full-width ones are formulas where they are typed.
fn begins_formula(c: char) -> bool {
    matches!(c, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠')
}

/// Whether a cell may begin after a character, in some locale or when pasted.
pub fn separates(c: char) -> bool {
    matches!(c, ';' | ',' | '\t' | '\r' | '\n' | '"')
}

/// Text with a mark wherever a formula would begin.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut begins = true;
    for (at, c) in text.char_indices() {
        if begins && is_formula(text, at) {
            safe.push(MARK);
        }
        begins = separates(c);
        safe.push(c);
    }
    safe
}

/// The text from which [`escaped`] makes this one.
pub fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut begins = true;
    for (at, c) in text.char_indices() {
        let is_mark = begins && c == MARK && is_formula(text, at);
        begins = separates(c);
        if !is_mark {
            plain.push(c);
        }
    }
    plain
}

/// Whether a formula begins at a place, behind any marks. At the start of a cell some programs skip spaces.
fn is_formula(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default().trim_start_matches(MARK);
    let rest = if at == 0 { rest.trim_start_matches(' ') } else { rest };
    rest.starts_with(begins_formula)
}

/// Whether a cell is nothing but a number, with or without an exponent: it stays one.
fn is_number(cell: &str) -> bool {
    let cell = cell.trim_matches(' ');
    let digits = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.starts_with(|c: char| c.is_ascii_digit()) && digits.split(['.', ',']).all(is_digits) && is_digits(exponent)
}

/// A CSV text in which no cell is a formula and every cell, [`unescaped`], has the same value as before. Numbers stay
/// numbers, and rows without a formula stay as they are.
///
/// Limits: a row with bad quoting keeps it, and gets its marks where it stands.
pub fn without_formulas(text: &str, delimiter: u8) -> String {
    let mut safe = String::with_capacity(text.len());
    if text.starts_with('\u{feff}') {
        safe.push('\u{feff}');
    }
    let mut records = Records::new(text, delimiter);
    loop {
        let before = records.rest;
        let Some(Record { cells, wrong, .. }) = records.next() else {
            safe.push_str(&String::from_utf8_lossy(before)); // empty lines at the end
            return safe;
        };
        let raw = String::from_utf8_lossy(before.get(..before.len() - records.rest.len()).unwrap_or_default());
        if wrong.is_some() {
            safe.push_str(&escaped_lines(&raw, delimiter));
            continue;
        }
        let marked = |cell: &String| if is_number(cell) { cell.clone() } else { escaped(&unescaped(cell)) };
        let safe_cells: Vec<String> = cells.iter().map(marked).collect();
        if safe_cells == cells {
            safe.push_str(&raw);
            continue;
        }
        let is_break = |c: char| matches!(c, '\r' | '\n');
        let body = raw.trim_start_matches(is_break);
        safe.push_str(raw.strip_suffix(body).unwrap_or_default());
        for (at, cell) in safe_cells.iter().enumerate() {
            if at > 0 {
                safe.push(char::from(delimiter));
            }
            safe.push_str(&quoted(cell, delimiter));
        }
        safe.push_str(body.strip_prefix(body.trim_end_matches(is_break)).unwrap_or_default());
    }
}

/// Lines whose quoting is wrong, with a mark before every place where a cell would begin with a formula.
fn escaped_lines(raw: &str, delimiter: u8) -> String {
    let mut safe = String::with_capacity(raw.len());
    let mut begins = true;
    for (at, c) in raw.char_indices() {
        if begins && is_formula(raw, at) && !matches!(c, MARK | '\t' | '\r' | '\n') {
            safe.push(MARK);
        }
        begins = separates(c) || c == char::from(delimiter);
        safe.push(c);
    }
    safe
}

/// A cell in quotes if it needs them under a delimiter, or in another locale.
pub fn quoted(cell: &str, delimiter: u8) -> String {
    let needs = |c: char| c == char::from(delimiter) || separates(c);
    if cell.contains(needs) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csv::read_any;

    #[test]
    fn a_mark_stands_before_every_formula_and_is_taken_back() {
        for (text, wanted) in [
            ("", ""),
            ("Acme", "Acme"),
            ("a=1", "a=1"),
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-a", "'-a"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("\r=1", "'\r'=1"),
            ("  =1", "'  =1"),
            ("＝1", "'＝1"),
            ("a;=1", "a;'=1"),
            ("a; -5", "a; -5"),
            // A mark that is there already is part of the text.
            ("'=1", "''=1"),
            ("'a", "'a"),
            ("''", "''"),
        ] {
            assert_eq!(escaped(text), wanted);
            assert_eq!(unescaped(wanted), text);
        }
    }

    #[test]
    fn every_text_comes_back() {
        // All texts of up to five of these characters.
        let signs = ['\'', '=', ' ', ';', '\t', 'a', '"'];
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            let longer: Vec<String> = texts.iter().flat_map(|text| signs.map(|sign| format!("{text}{sign}"))).collect();
            for text in &longer {
                let safe = escaped(text);
                assert_eq!(unescaped(&safe), *text);
                let mut begins = true;
                for (at, c) in safe.char_indices() {
                    assert!(!begins || c == MARK || !is_formula(&safe, at), "{text:?} became {safe:?}");
                    begins = separates(c);
                }
            }
            texts = longer;
        }
    }

    #[test]
    fn numbers_stay_numbers() {
        for number in ["5", "-5", "+0.5", "-0,75", "-1e3", "1E+06", " -2 ", "1,000.5"] {
            assert!(is_number(number), "{number}");
        }
        for text in ["", "-", "+", "=5", "-5+1", "-a", "1e", "e5", "-1;2", "--5", "-5%", "-.", "1..2", "\t5"] {
            assert!(!is_number(text), "{text}");
        }
    }

    #[test]
    fn rows_with_a_formula_are_written_anew_and_the_others_stay() {
        let text =
            "\u{feff}id;note\r\na;\"x; \"\"y\"\"\"\r\n\r\nb;=cmd|' /C calc'!A0\r\nc;-5\r\n-d;\"+1\n=2;\"\r\n\r\n";
        let safe = without_formulas(text, b';');
        let wanted =
            "\u{feff}id;note\r\na;\"x; \"\"y\"\"\"\r\n\r\nb;'=cmd|' /C calc'!A0\r\nc;-5\r\n'-d;\"'+1\n'=2;\"\r\n\r\n";
        assert_eq!(safe, wanted);
        let cells = |text: &str| read_any(text, b';').0.rows.into_iter().map(|row| row.cells).collect::<Vec<_>>();
        let back: Vec<Vec<String>> =
            cells(&safe).iter().map(|row| row.iter().map(|cell| unescaped(cell)).collect()).collect();
        assert_eq!(back, cells(text));
        assert_eq!(without_formulas(&safe, b';'), safe, "and once is enough");
    }

    #[test]
    fn a_text_without_formulas_stays_byte_for_byte() {
        for text in ["", "\n\n", "a,b\n1,-2", "a\r\n\"b\"\r\n", "\u{feff}a,b\n1,\"2\"\n\n"] {
            assert_eq!(without_formulas(text, b','), text);
        }
    }

    #[test]
    fn a_row_with_bad_quoting_stays_unusable_and_runs_nothing() {
        let text = "a,b\n=1+1,2 \"x\"\n3,4\n\"=5,6\n=7";
        let safe = without_formulas(text, b',');
        assert_eq!(safe, "a,b\n'=1+1,2 \"x\"\n3,4\n\"'=5,6\n'=7");
        assert_eq!(read_any(&safe, b',').1, read_any(text, b',').1);
        assert_eq!(without_formulas(&safe, b','), safe);
    }
}
