//! Exports charts and tables as files and as text to paste. Frames often block files and the clipboard: then the file's
//! contents are shown instead.

use std::sync::Arc;

use engine::chart::picture::{Meta, svg};
use engine::chart::table;
use engine::view::plain_text;
use engine::view::sheet::sheets;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::link_box::CopyButton;
use crate::browser::{clipboard, clock, files, frame};
use crate::sections::sensitivity::bridge_plot;
use crate::state::ui_state::ExportedFile;
use crate::state::{Evaluation, Fold, Notice, UiState, Workspace};
use crate::strings::{act, export as strings};

/// Id of the text box with a file's contents.
const SHOWN: &str = "exported-text";

/// Export formats of a chart: id, label, and the button's label. Tables without a chart have no pictures.
const KINDS: [(&str, &str, &str); 5] = [
    ("svg", "SVG", strings::SAVE_AS_SVG),
    ("png", "PNG", strings::SAVE_AS_PNG),
    ("csv", "CSV", strings::SAVE_AS_CSV),
    ("tsv", strings::COPY_FOR_A_SPREADSHEET, strings::COPY_FOR_A_SPREADSHEET_TSV),
    ("md", strings::COPY_AS_MARKDOWN, strings::COPY_AS_MARKDOWN_TOO),
];

/// The buttons that save and copy a chart, or a table without a chart.
#[component]
pub fn ExportButtons(
    /// Id of the chart or table.
    id: &'static str,
    /// Its title.
    #[prop(into)]
    title: String,
    /// Whether it is a chart.
    #[prop(optional)]
    drawn: bool,
) -> impl IntoView {
    let kinds = KINDS.into_iter().filter(|(kind, ..)| drawn || !matches!(*kind, "svg" | "png"));
    let buttons = kinds.map(|(kind, label, does)| {
        view! { <ExportButton kind id label title=format!("{does}: {title}")/> }
    });
    view! { <p class="buttons">{buttons.collect_view()}</p> }.into_any()
}

/// One export button.
#[component]
pub fn ExportButton(
    kind: &'static str,
    id: &'static str,
    label: &'static str,
    #[prop(optional, into)] title: Option<String>,
) -> impl IntoView {
    let workspace = Workspace::expect();
    view! {
        <button
            type="button"
            class="plain"
            data-export=format!("{kind} {id}")
            aria-label=title
            on:click=move |_| export(workspace, kind, id)
        >
            {label}
        </button>
    }
}

/// A chart or table as a file in a format; `None` if the chart or the format does not exist.
pub fn file(workspace: Workspace, kind: &str, chart: &str) -> Option<ExportedFile> {
    let shown = workspace.evaluation.shown_untracked()?;
    let meta = meta(workspace, &shown);
    let (media, as_text) = match kind {
        "svg" => ("image/svg+xml", None),
        "png" => ("image/png", None),
        "csv" => ("text/csv", Some(table::Kind::Csv)),
        "tsv" => ("text/tab-separated-values", Some(table::Kind::Tsv)),
        "md" => ("text/markdown", Some(table::Kind::Markdown)),
        _ => return None,
    };
    let write = |value, style| workspace.locale.figure(value, style);
    let bridge = if chart == "way" { bridge_plot(workspace).map(Arc::new) } else { None };
    let found = bridge.or_else(|| workspace.jobs.plot(chart).map(Arc::new)).or_else(|| shown.plot(chart));
    let text = if let Some(plot) = found {
        as_text.map_or_else(|| svg(&plot, &meta, &write), |kind| table::text(&plot, &meta, kind, &write))
    } else {
        let measured = workspace.measured.view_untracked();
        let measured = measured.map(|found| found.sheets.clone()).unwrap_or_default();
        let sheet = sheets(&shown.report).into_iter().chain(measured).find(|sheet| sheet.id == chart)?;
        table::sheet(&sheet, &meta, as_text?)
    };
    Some(ExportedFile {
        of: chart.to_owned(),
        name: format!("rack-or-rent-{chart}-{}.{kind}", meta.saved),
        media,
        text,
    })
}

/// What the files state about the origin of the figures.
fn meta(workspace: Workspace, shown: &Evaluation) -> Meta {
    Meta {
        scenario: shown.document.name.clone(),
        verdict: plain_text(&shown.answer.sentence, |value, style| workspace.locale.figure(value, style)),
        prices: workspace.prices.edition_name(&shown.document.edition),
        version: env!("RACK_OR_RENT_VERSION"),
        saved: clock::today().map_or_else(String::new, String::from),
        money: workspace.locale.currency(),
    }
}

/// Saves, copies or shows a chart or table.
fn export(workspace: Workspace, kind: &'static str, chart: &'static str) {
    let Some(file) = file(workspace, kind, chart) else { return };
    let ui = workspace.ui;
    let copies = matches!(kind, "tsv" | "md");
    spawn_local(async move {
        if frame::is_framed() {
            if copies && clipboard::copy_text(&file.text).await {
                ui.announce(strings::TABLE_COPIED);
            } else {
                show(ui, chart, file).await;
            }
            return;
        }
        let done = if copies { clipboard::copy_text(&file.text).await } else { save(&file).await };
        let words = match (done, copies) {
            (true, true) => strings::TABLE_COPIED,
            (true, false) => strings::SAVED,
            (false, _) => strings::THIS_BROWSER_DOES_NOT_ALLOW_THAT,
        };
        ui.announce(words);
        if !done {
            workspace.notices.say(Notice::passing(words, Vec::new()));
        }
    });
}

async fn save(file: &ExportedFile) -> bool {
    match file.media {
        "image/png" => files::save_png(&file.name, &file.text).await,
        media => files::save(&file.name, media, &file.text),
    }
}

/// Shows a file under its chart.
async fn show(ui: UiState, chart: &'static str, file: ExportedFile) {
    let drawn = if file.media == "image/png" { files::png(&file.text).await } else { None };
    let file = ExportedFile { text: drawn.unwrap_or(file.text), ..file };
    ui.set_open(Fold::Named(chart), true);
    ui.announce(strings::is_shown_below_the_chart_s(&file.name));
    ui.copied.set(None);
    ui.exported.set(Some(file));
}

/// The file shown under a chart, with ways to save or copy it.
#[component]
pub fn ExportedPanel(id: &'static str, #[prop(into)] title: String) -> impl IntoView {
    let ui = UiState::expect();
    move || {
        let file = ui.exported.get().filter(|file| file.of == id)?;
        let picture = file.media == "image/png";
        let kept = file.clone();
        let save_shown = move |_| {
            if kept.media == "image/png" {
                files::follow(&kept.name, &kept.text);
            } else {
                files::save(&kept.name, kept.media, &kept.text);
            }
        };
        let (why, shown) = if picture {
            let image = view! { <img src=file.text alt=strings::as_a_picture(&title)/> };
            (strings::A_PAGE_IN_A_FRAME_OFTEN, image.into_any())
        } else {
            let label = format!("{title}: {}", file.name);
            let text = file.text;
            let area = view! {
                <textarea readonly rows="6" translate="no" spellcheck="false" id=SHOWN aria-label=label prop:value=text></textarea>
            };
            (strings::A_PAGE_IN_A_FRAME_OFTEN_TOO, area.into_any())
        };
        Some(
            view! {
                <div class="exported" data-view="exported">
                    <p class="small">{why}</p>
                    {shown}
                    <p class="buttons">
                        {(!picture).then(|| view! { <CopyButton from=SHOWN what=act::TEXT/> })}
                        <button type="button" class="plain" data-action="save-shown" on:click=save_shown>
                            {strings::SAVE_AS_A_FILE}
                        </button>
                        <button type="button" class="plain" data-action="put-away" on:click=move |_| ui.exported.set(None)>
                            {strings::CLOSE}
                        </button>
                    </p>
                </div>
            }
            .into_any(),
        )
    }
}
