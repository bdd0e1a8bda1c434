//! Charts as files and as text to paste.

use engine::chart::picture::{Meta, svg};
use engine::chart::table;
use engine::view::plain_text;
use leptos::task::spawn_local;

use super::with_plot;
use crate::browser::{clipboard, clock, download, intl};
use crate::page::Notice;
use crate::state::{AppState, BOOK};

/// What a chart can be saved or copied as: name, label, and what its button does.
pub const KINDS: [(&str, &str, &str); 5] = [
    ("svg", "SVG", "Save as SVG"),
    ("png", "PNG", "Save as PNG"),
    ("csv", "CSV", "Save as CSV"),
    ("tsv", "copy for a spreadsheet", "Copy for a spreadsheet (TSV)"),
    ("md", "copy as Markdown", "Copy as Markdown"),
];

/// Saves or copies a chart: `about` is the kind and the chart's name.
pub fn export(state: AppState, about: &str) {
    let Some((kind, id)) = about.split_once(' ') else { return };
    let Some(meta) = meta(state) else { return };
    let write = &intl::figure;
    let kind = kind.to_owned();
    let name = format!("rack-or-rent-{id}-{}.{kind}", meta.saved);
    let as_text = match kind.as_str() {
        "csv" => Some(table::Kind::Csv),
        "tsv" => Some(table::Kind::Tsv),
        "md" => Some(table::Kind::Markdown),
        _ => None,
    };
    let mut text = String::new();
    with_plot(state, id, &mut |plot| {
        text = as_text.map_or_else(|| svg(plot, &meta, write), |kind| table::text(plot, &meta, kind, write));
    });
    spawn_local(async move {
        let done = match kind.as_str() {
            "svg" => download::save(&name, "image/svg+xml", &text),
            "csv" => download::save(&name, "text/csv", &text),
            "png" => download::save_png(&name, &text).await,
            _ => clipboard::copy_text(&text).await,
        };
        let mut page = state.edit();
        let copied = matches!(kind.as_str(), "tsv" | "md");
        let words = match (done, copied) {
            (true, true) => "Table copied",
            (true, false) => "Saved",
            (false, _) => "This browser does not allow that here: files and the clipboard are closed to this page",
        };
        words.clone_into(&mut page.announcement);
        if !done {
            page.say(Notice::passing(words, Vec::new()));
        }
    });
}

/// What the files say about where the figures come from.
fn meta(state: AppState) -> Option<Meta> {
    let shown = state.shown()?;
    let edition = &shown.document.edition;
    Some(Meta {
        scenario: shown.document.name.clone(),
        verdict: plain_text(&shown.answer.sentence, intl::figure),
        prices: BOOK.edition(edition).map_or_else(|| edition.clone(), |e| format!("{} ({})", e.title, e.id)),
        version: env!("CARGO_PKG_VERSION"),
        saved: clock::today().map_or_else(String::new, String::from),
        money: intl::code(),
    })
}
