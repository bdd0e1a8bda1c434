//! Exports charts and tables as files and as text to paste. Frames often block files and the clipboard: then the file's
//! contents are shown instead.

use std::sync::Arc;

use engine::chart::picture::{Meta, svg};
use engine::chart::table;
use engine::view::exportable::{Exportable, PlotId};
use engine::view::plot::Plot;
use engine::view::sheet::{Sheet, SheetId, sheets};
use engine::view::{measured, plain_text, plan_sheet, risk};
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Outcome, Task};

use super::bridge::bridge_plot;
use super::link_box::CopyButton;
use crate::browser::{clipboard, clock, files, frame};
use crate::state::plan_map::drawn_map;
use crate::state::two_plans;
use crate::state::ui_state::ExportedFile;
use crate::state::{Evaluation, Fold, Notice, UiState, Workspace};
use crate::strings::export as strings;

/// Id of the text box with a file's contents.
const SHOWN: &str = "exported-text";

/// A format of exports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// A drawing.
    Svg,
    /// A picture.
    Png,
    /// A table as a file.
    Csv,
    /// A table to paste into a spreadsheet.
    Tsv,
    /// A table to paste into a text.
    Markdown,
}

impl ExportFormat {
    /// Every format, in the order of the buttons.
    const ALL: [Self; 5] = [Self::Svg, Self::Png, Self::Csv, Self::Tsv, Self::Markdown];

    /// The format of a message; `None` for any other text.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.id() == id)
    }

    /// Its permanent id, which is also the ending of its files.
    fn id(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Markdown => "md",
        }
    }

    /// The label of its button, and what the button does.
    fn label(self) -> (&'static str, &'static str) {
        match self {
            Self::Svg => ("SVG", strings::SAVE_AS_SVG),
            Self::Png => ("PNG", strings::SAVE_AS_PNG),
            Self::Csv => ("CSV", strings::SAVE_AS_CSV),
            Self::Tsv => (strings::COPY_FOR_A_SPREADSHEET, strings::LABEL_COPY_FOR_A_SPREADSHEET),
            Self::Markdown => (strings::COPY_AS_MARKDOWN, strings::LABEL_COPY_AS_MARKDOWN),
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Csv => "text/csv",
            Self::Tsv => "text/tab-separated-values",
            Self::Markdown => "text/markdown",
        }
    }

    /// How it writes a table; `None` for a picture.
    fn table(self) -> Option<table::Kind> {
        match self {
            Self::Svg | Self::Png => None,
            Self::Csv => Some(table::Kind::Csv),
            Self::Tsv => Some(table::Kind::Tsv),
            Self::Markdown => Some(table::Kind::Markdown),
        }
    }

    /// Whether it goes to the clipboard rather than into a file.
    fn is_copied(self) -> bool {
        matches!(self, Self::Tsv | Self::Markdown)
    }
}

/// The buttons that save and copy a chart, or a table without a chart, which has no pictures.
#[component]
pub fn ExportButtons(
    /// The chart or table.
    subject: Exportable,
    /// Its title.
    #[prop(into)]
    title: String,
) -> impl IntoView {
    let is_drawn = matches!(subject, Exportable::Plot(_));
    let formats = ExportFormat::ALL.into_iter().filter(|format| is_drawn || format.table().is_some());
    let buttons = formats.map(|format| {
        let (label, does) = format.label();
        view! { <ExportButton format subject label title=format!("{does}: {title}")/> }
    });
    view! { <p class="buttons">{buttons.collect_view()}</p> }.into_any()
}

/// One export button.
#[component]
pub fn ExportButton(
    format: ExportFormat,
    subject: Exportable,
    label: &'static str,
    #[prop(optional, into)] title: Option<String>,
) -> impl IntoView {
    let workspace = Workspace::expect();
    view! {
        <button
            type="button"
            class="plain"
            data-export=format!("{} {}", format.id(), subject.id())
            aria-label=title
            on:click=move |_| export(workspace, format, subject)
        >
            {label}
        </button>
    }
}

/// What is on screen of a chart; `None` if nothing is.
fn shown_plot(workspace: Workspace, shown: &Evaluation, id: PlotId) -> Option<Arc<Plot>> {
    match id {
        // Of the GPUs that were entered against one offer.
        PlotId::CostCurve | PlotId::CashCurve | PlotId::CostLines | PlotId::BreakEvens | PlotId::Drivers => {
            shown.plot(id).filter(|_| shown.is_about_pure_plans())
        }
        PlotId::PlanLoad | PlotId::LoadDuration => shown.plot(id),
        PlotId::Bridge => bridge_plot(workspace).map(Arc::new),
        PlotId::PlanCash => two_plans::plot_of(workspace.ui, shown, id),
        PlotId::PlanCurve => two_plans::plot_of(workspace.ui, shown, id).or_else(|| shown.plot(id)),
        PlotId::PlanMap => untrack(|| drawn_map(workspace.ui, shown)).flatten(),
        PlotId::NodeCounts => workspace.jobs.plot(Task::NodeCounts, id).map(Arc::new),
        PlotId::RiskDifference | PlotId::RiskCash => workspace.jobs.plot(Task::Risk, id).map(Arc::new),
        PlotId::MeasuredDemand => {
            let found = workspace.measured.view_untracked()?;
            found.demand.as_ref().map(|demand| Arc::new(measured::plot(demand)))
        }
        PlotId::ReplaySizes | PlotId::ReplayUse | PlotId::ReplayWaits => {
            let found = workspace.measured.view_untracked()?;
            found.replay.as_ref().and_then(|replay| measured::replay_plots::plot(replay, id)).map(Arc::new)
        }
    }
}

/// What is on screen of a table; `None` if nothing is.
fn shown_sheet(workspace: Workspace, shown: &Evaluation, id: SheetId) -> Option<Sheet> {
    let measured = workspace.measured.view_untracked();
    let measured = measured.map(|found| {
        let fluid = shown.fluid_waits(found.demand.as_ref());
        let replayed = found.replay.iter().flat_map(|replay| &replay.sheets);
        found.sheets.iter().chain(replayed).cloned().chain(fluid).collect::<Vec<_>>()
    });
    let measured = measured.unwrap_or_default();
    let plans = shown.choice.plans().map(|plans| plan_sheet::sheet(&shown.report, plans, shown.weighed()));
    let risk = match untrack(|| workspace.jobs.current(Task::Risk)).as_deref() {
        Some(Outcome::Risk(found)) => risk::sheets(found),
        _ => Vec::new(),
    };
    sheets(&shown.report).into_iter().chain(plans).chain(risk).chain(measured).find(|sheet| sheet.id == id)
}

/// A chart or table as a file in a format; `None` if it is not on screen, or has no such format.
pub fn file(workspace: Workspace, format: ExportFormat, subject: Exportable) -> Option<ExportedFile> {
    let shown = workspace.evaluation.shown_untracked()?;
    shown.weigh();
    let meta = meta(workspace, &shown);
    let write = |value, style| workspace.locale.figure(value, style);
    let text = match subject {
        Exportable::Plot(id) => {
            let plot = shown_plot(workspace, &shown, id)?;
            format.table().map_or_else(|| svg(&plot, &meta, &write), |kind| table::text(&plot, &meta, kind, &write))
        }
        Exportable::Sheet(id) => table::sheet(&shown_sheet(workspace, &shown, id)?, &meta, format.table()?),
    };
    Some(ExportedFile {
        of: subject,
        name: format!("rack-or-rent-{}-{}.{}", subject.id(), meta.saved, format.id()),
        media: format.media_type(),
        text,
    })
}

/// What the files state about the origin of the figures.
fn meta(workspace: Workspace, shown: &Evaluation) -> Meta {
    Meta {
        scenario: shown.document.name.clone(),
        verdict: plain_text(&shown.sentence(), |value, style| workspace.locale.figure(value, style)),
        prices: workspace.prices.edition_name(&shown.document.edition),
        version: env!("RACK_OR_RENT_VERSION"),
        saved: clock::today().map_or_else(String::new, String::from),
        money: workspace.locale.currency(),
    }
}

/// Saves, copies or shows a chart or table.
fn export(workspace: Workspace, format: ExportFormat, subject: Exportable) {
    let Some(file) = file(workspace, format, subject) else { return };
    let ui = workspace.ui;
    let copies = format.is_copied();
    spawn_local(async move {
        if frame::is_framed() {
            if copies && clipboard::copy_text(&file.text).await {
                ui.announce(strings::TABLE_COPIED);
            } else {
                show(ui, subject, file).await;
            }
            return;
        }
        let done = if copies { clipboard::copy_text(&file.text).await } else { save(&file).await };
        let words = match (done, copies) {
            (true, true) => strings::TABLE_COPIED,
            (true, false) => strings::SAVED,
            (false, _) => strings::NOT_ALLOWED,
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
async fn show(ui: UiState, subject: Exportable, file: ExportedFile) {
    let drawn = if file.media == "image/png" { files::png(&file.text).await } else { None };
    let file = ExportedFile { text: drawn.unwrap_or(file.text), ..file };
    ui.set_open(Fold::Named(subject.id()), true);
    ui.announce(strings::shown_below_chart(&file.name));
    ui.copied.set(None);
    ui.exported.set(Some(file));
}

/// The file shown under a chart, with ways to save or copy it.
#[component]
pub fn ExportedPanel(subject: Exportable, #[prop(into)] title: String) -> impl IntoView {
    let ui = UiState::expect();
    move || {
        let file = ui.exported.get().filter(|file| file.of == subject)?;
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
            let image = view! { <img src=file.text alt=strings::image(&title)/> };
            (strings::COPY_THE_IMAGE_INSTEAD, image.into_any())
        } else {
            let label = format!("{title}: {}", file.name);
            let text = file.text;
            let area = view! {
                <textarea readonly rows="6" translate="no" spellcheck="false" id=SHOWN aria-label=label prop:value=text></textarea>
            };
            (strings::COPY_THE_TEXT_INSTEAD, area.into_any())
        };
        Some(
            view! {
                <div class="exported" data-view="exported">
                    <p class="small">{why}</p>
                    {shown}
                    <p class="buttons">
                        {(!picture).then(|| view! { <CopyButton from=SHOWN what=strings::TEXT/> })}
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
