//! A document as Markdown, for wikis. Text from a link or a file stays text.

use super::memo::Memo;
use super::{Block, WordTable};
use crate::chart::Currency;
use crate::chart::table::{markdown_inline as inline, markdown_paragraph as paragraph};
use crate::view::sheet::Sheet;
use crate::view::{Piece, Style, plain_text};

/// Formats a figure.
type Write<'a> = &'a dyn Fn(f64, Style) -> String;

/// The memo as Markdown. `byline`: author, date and version, a line each.
pub fn memo(memo: &Memo, byline: &[String], money: &Currency, write: Write) -> String {
    let title = format!("# {}\n\n", inline(&memo.title));
    let byline = lines(byline, |line| format!("{}  \n", inline(line)));
    let blocks = lines(&memo.blocks, |block| format!("\n{}", written(block, money, write)));
    [title, byline, blocks].concat()
}

/// Each of some things as text, one after the other.
fn lines<T>(all: &[T], line: impl Fn(&T) -> String) -> String {
    all.iter().map(line).collect::<Vec<_>>().concat()
}

fn written(block: &Block, money: &Currency, write: Write) -> String {
    let text = |pieces: &[Piece]| inline(&plain_text(pieces, write));
    match block {
        Block::Heading(words) => format!("## {words}\n"),
        Block::Paragraph(pieces) => format!("{}\n", paragraph(&plain_text(pieces, write))),
        Block::OwnWords(words) => lines(&words.lines().collect::<Vec<_>>(), |line| format!("{}\n\n", paragraph(line))),
        Block::Facts(facts) => lines(facts, |fact| format!("- **{}**: {}\n", fact.label, text(&fact.pieces))),
        Block::Items(items) => lines(items, |item| format!("- {}\n", text(item))),
        Block::Sheet(sheet) => of_sheet(sheet, money, write),
        // A picture is a file of its own: its message stands for it.
        Block::Plot(plot) => format!("{}\n", text(&plot.takeaway)),
        Block::Table(WordTable { title, heads, rows }) => {
            let heads: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
            let rows = rows.iter().map(|row| row.iter().map(|cell| text(std::slice::from_ref(cell))).collect());
            format!("**{title}**\n\n{}", table(heads, rows))
        }
        Block::ToFillIn(labels) => lines(labels, |label| format!("{label}: {}\n\n", "_".repeat(24))),
    }
}

fn of_sheet(sheet: &Sheet, money: &Currency, write: Write) -> String {
    let heads = sheet.columns.iter().map(|column| inline(&money.title(&column.label)));
    let heads = std::iter::once(inline(&sheet.first)).chain(heads).collect();
    let row = |head: &str, values: &[Option<f64>]| -> Vec<String> {
        let figures = values.iter().zip(&sheet.columns);
        let figures =
            figures.map(|(value, column)| value.map_or_else(|| "–".to_owned(), |value| write(value, column.style)));
        std::iter::once(inline(head)).chain(figures).collect()
    };
    let rows = sheet.rows.iter().map(|(head, values)| row(head, values));
    let rows = rows.chain(sheet.sum().map(|(head, values)| row(head, &values)));
    format!("**{}**\n\n{}\n{}\n", sheet.title, table(heads, rows), sheet.caption)
}

fn table(heads: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let rule = vec!["---".to_owned(); heads.len()];
    let all: Vec<Vec<String>> = [heads, rule].into_iter().chain(rows).collect();
    lines(&all, |cells| format!("| {} |\n", cells.join(" | ")))
}
