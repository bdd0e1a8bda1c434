//! Charts as files and as text to paste. Where another page stands around this one, files and clipboard are often
//! closed: what would be saved is shown there instead.

use std::cell::RefCell;

use engine::chart::picture::{Meta, svg};
use engine::chart::table;
use engine::view::plain_text;
use engine::view::sheet::sheets;
use leptos::task::spawn_local;

use super::with_plot;
use crate::browser::{clipboard, clock, download, frame, intl};
use crate::page::{Notice, Page};
use crate::state::{AppState, BOOK};
use crate::ui::draw::{Element, Node, el};
use crate::ui::pieces::button;
use crate::words::export as words;

/// What a chart can be saved or copied as: name, label, and what its button does. What is no picture, a table can be too.
const KINDS: [(&str, &str, &str); 5] = [
    ("svg", "SVG", words::SAVE_AS_SVG),
    ("png", "PNG", words::SAVE_AS_PNG),
    ("csv", "CSV", words::SAVE_AS_CSV),
    ("tsv", words::COPY_FOR_A_SPREADSHEET, words::COPY_FOR_A_SPREADSHEET_TSV),
    ("md", words::COPY_AS_MARKDOWN, words::COPY_AS_MARKDOWN_TOO),
];

/// Id of the box with a file's text.
pub const SHOWN: &str = "exported-text";

/// A chart as a file.
#[derive(Clone, Debug)]
pub struct File {
    /// What it is called.
    pub name: String,
    /// Its media type.
    pub media: &'static str,
    /// What is in it; of a PNG the SVG that it is drawn from, and once drawn its `data:` address.
    pub text: String,
}

thread_local! {
    /// The file that is shown under a chart, and the chart's name.
    static ON_SCREEN: RefCell<Option<(String, File)>> = const { RefCell::new(None) };
}

/// The buttons that save and copy a chart, or a table that no chart draws.
pub fn files(id: &str, title: &str, drawn: bool) -> Element {
    let kinds = KINDS.into_iter().filter(|(kind, ..)| drawn || !matches!(*kind, "svg" | "png"));
    let one = |(kind, label, does): (&str, &'static str, &str)| {
        Node::from(button("export", &format!("{kind} {id}"), label).attr("aria-label", format!("{does}: {title}")))
    };
    el("p.buttons").children(kinds.map(one))
}

/// A chart or table as a file of a kind; nothing where there is no such chart or kind.
pub fn file(state: AppState, kind: &str, chart: &str) -> Option<File> {
    let meta = meta(state)?;
    let (media, as_text) = match kind {
        "svg" => ("image/svg+xml", None),
        "png" => ("image/png", None),
        "csv" => ("text/csv", Some(table::Kind::Csv)),
        "tsv" => ("text/tab-separated-values", Some(table::Kind::Tsv)),
        "md" => ("text/markdown", Some(table::Kind::Markdown)),
        _ => return None,
    };
    let write = &intl::figure;
    let mut text = None;
    with_plot(state, chart, &mut |plot| {
        text = Some(as_text.map_or_else(|| svg(plot, &meta, write), |kind| table::text(plot, &meta, kind, write)));
    });
    if let (None, Some(kind), Some(shown)) = (&text, as_text, state.shown()) {
        let sheet = sheets(&shown.report).into_iter().find(|sheet| sheet.id == chart);
        text = sheet.map(|sheet| table::sheet(&sheet, &meta, kind));
    }
    Some(File { name: format!("rack-or-rent-{chart}-{}.{kind}", meta.saved), media, text: text? })
}

/// Saves, copies or shows a chart: `about` is the kind and the chart's name.
pub fn export(state: AppState, about: &str) {
    let Some((kind, chart)) = about.split_once(' ') else { return };
    let Some(file) = file(state, kind, chart) else { return };
    let (chart, copies) = (chart.to_owned(), matches!(kind, "tsv" | "md"));
    spawn_local(async move {
        if frame::is_framed() {
            if copies && clipboard::copy_text(&file.text).await {
                words::TABLE_COPIED.clone_into(&mut state.edit().announcement);
            } else {
                show(state, chart, file).await;
            }
            return;
        }
        let done = if copies { clipboard::copy_text(&file.text).await } else { save(&file).await };
        let mut page = state.edit();
        let words = match (done, copies) {
            (true, true) => words::TABLE_COPIED,
            (true, false) => words::SAVED,
            (false, _) => words::THIS_BROWSER_DOES_NOT_ALLOW_THAT,
        };
        words.clone_into(&mut page.announcement);
        if !done {
            page.say(Notice::passing(words, Vec::new()));
        }
    });
}

async fn save(file: &File) -> bool {
    match file.media {
        "image/png" => download::save_png(&file.name, &file.text).await,
        media => download::save(&file.name, media, &file.text),
    }
}

/// Shows a file under its chart.
async fn show(state: AppState, chart: String, file: File) {
    let drawn = if file.media == "image/png" { download::png(&file.text).await } else { None };
    let file = File { text: drawn.unwrap_or(file.text), ..file };
    let mut page = state.edit();
    page.open_fold(&chart);
    page.announcement = words::is_shown_below_the_chart_s(&file.name);
    page.copied.clear();
    page.exports += 1;
    ON_SCREEN.with_borrow_mut(|on| *on = Some((chart, file)));
}

/// Saves the file that is shown.
pub fn save_shown() {
    if let Some((_, file)) = ON_SCREEN.with_borrow(Clone::clone) {
        if file.media == "image/png" {
            download::follow(&file.name, &file.text);
        } else {
            download::save(&file.name, file.media, &file.text);
        }
    }
}

/// Takes the file away that is shown.
pub fn put_away(page: &mut Page, _: &str) {
    ON_SCREEN.with_borrow_mut(|on| *on = None);
    page.exports += 1;
}

/// The file that is shown under a chart, with ways to take it.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
pub fn panel(page: &Page, id: &str, title: &str) -> Option<Node> {
    let (_, file) = ON_SCREEN.with_borrow(|on| on.clone().filter(|(chart, _)| chart == id))?;
    let picture = file.media == "image/png";
    let (why, shown) = if picture {
        let image = el("img").attr("src", file.text).attr("alt", words::as_a_picture(&title));
        (words::A_PAGE_IN_A_FRAME_OFTEN, image)
    } else {
        let label = format!("{}: {}", title, file.name);
        let field = el("textarea readonly= rows=6 translate=no spellcheck=false").attr("id", SHOWN);
        (words::A_PAGE_IN_A_FRAME_OFTEN_TOO, field.attr("aria-label", label).text(file.text))
    };
    let copy = (!picture).then(|| button("copy", SHOWN, words::COPY).into());
    let done = page.copied.strip_prefix(SHOWN).unwrap_or_default().to_owned();
    let buttons = el("p.buttons")
        .children(copy)
        .child(button("save-shown", "", words::SAVE_AS_A_FILE))
        .child(button("put-away", "", words::CLOSE))
        .child(el("span.copied").text(done));
    Some(el("div.exported data-view=exported").child(el("p.small").text(why)).child(shown).child(buttons).into())
}

/// What the files say about where the figures come from.
fn meta(state: AppState) -> Option<Meta> {
    let shown = state.shown()?;
    let edition = &shown.document.edition;
    Some(Meta {
        scenario: shown.document.name.clone(),
        verdict: plain_text(&shown.answer.sentence, intl::figure),
        prices: BOOK.edition(edition).map_or_else(|| edition.clone(), |e| format!("{} ({})", e.title, e.id)),
        version: env!("RACK_OR_RENT_VERSION"),
        saved: clock::today().map_or_else(String::new, String::from),
        money: intl::currency(),
    })
}
