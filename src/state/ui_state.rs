//! What the user has opened, chosen or pointed at: nothing here belongs to the scenario.

use std::ops::Deref;
use std::sync::Arc;

use engine::analysis::goal_seek::GoalSeek;
use engine::analysis::plan_pair::Pair;
use engine::codec::Document;
use engine::inputs::presets::Preset;
use engine::plans::plan::PlanKind;
use engine::view::exportable::{Exportable, PlotId};
use engine::view::figure_links::KeyFigure;
use leptos::prelude::*;

use super::evaluation::Evaluation;
use super::plan_map::DrawnMap;
use super::rooms::{Room, Rooms};

/// A part of the page that opens and closes. The contents of a closed one are not rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// A named one: a chart's table, a cost line, a sheet, a section.
    Named(&'static str),
    /// Why a compared scenario differs from the first; by its index.
    Difference(usize),
    /// The help of a row.
    Help(&'static str),
}

impl Fold {
    /// Its element id.
    pub fn element_id(self) -> String {
        match self {
            Self::Named(name) => format!("fold-{name}"),
            Self::Difference(place) => format!("fold-why-{place}"),
            Self::Help(row) => format!("fold-about-{}", row.replace(['.', '_'], "-")),
        }
    }
}

/// The result of a goal seek: the value of an input at which both sides cost the same.
#[derive(Clone, Debug)]
pub struct GoalSeekAnswer {
    /// The scenario it was computed for; it does not apply to another one.
    pub of: Arc<Document>,
    /// The result.
    pub found: GoalSeek,
}

/// The explanation of two plans that were chosen.
#[derive(Clone, Debug)]
pub struct ExplainedPair {
    /// The result that they belong to.
    pub shown: Arc<Evaluation>,
    /// The two.
    pub kinds: (PlanKind, PlanKind),
    /// The explanation.
    pub pair: Arc<Pair>,
}

/// The point of a chart at the keyboard cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotCursor {
    /// The chart.
    pub chart: PlotId,
    /// Its row.
    pub row: usize,
    /// Its series.
    pub series: usize,
}

/// The outcome of copying a text.
#[derive(Clone, Debug)]
pub struct Copied {
    /// Id of the box it came from.
    pub from: String,
    /// The outcome in words.
    pub words: &'static str,
    /// The scenario at that time: the outcome does not apply to another one.
    pub of: Arc<Document>,
}

/// A chart or table as a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedFile {
    /// The chart or table.
    pub of: Exportable,
    /// The file name.
    pub name: String,
    /// Its media type.
    pub media: &'static str,
    /// Its contents; for a PNG the SVG it is drawn from, and once drawn its `data:` URL.
    pub text: String,
}

/// Another GPU was chosen while work was entered: what its hours mean has to be asked.
#[derive(Clone, Debug)]
pub struct GpuChange {
    /// The scenario just after: the question does not apply to another one.
    pub of: Arc<Document>,
    /// Id of the GPU that the work was entered for.
    pub from: String,
    /// Hours of the GPU chosen that do what an hour of that one did.
    pub hours: f64,
}

/// A handle to the state of the page besides the scenario. In context.
#[derive(Clone, Copy)]
pub struct UiState(&'static UiSignals);

impl Deref for UiState {
    type Target = UiSignals;

    fn deref(&self) -> &UiSignals {
        self.0
    }
}

/// The state; it lives as long as the page.
pub struct UiSignals {
    /// Open folds.
    pub folds: RwSignal<Vec<Fold>>,
    /// The key figure whose derivation is open.
    pub open_figure: RwSignal<Option<KeyFigure>>,
    /// Whether the form for a vendor's quote is open.
    pub vendor_open: RwSignal<bool>,
    /// The last change of the GPU that leaves a question.
    pub gpu_change: RwSignal<Option<GpuChange>>,
    /// Whether the job size that is assumed was said to be right, for this visit.
    pub keeps_job_size: RwSignal<bool>,
    /// The demand that is being described in words.
    pub described_demand: RwSignal<String>,
    /// Text of the live region.
    pub announcement: RwSignal<String>,
    /// The last copy.
    pub copied: RwSignal<Option<Copied>>,
    /// The file shown under its chart, if a frame forbids saving.
    pub exported: RwSignal<Option<ExportedFile>>,
    /// The last goal seek.
    pub goal_seek: RwSignal<Option<GoalSeekAnswer>>,
    /// The worked case the bridge starts from.
    pub bridge_from: RwSignal<Option<&'static Preset>>,
    /// The two plans that were chosen for the details.
    pub two_plans: RwSignal<Option<(PlanKind, PlanKind)>>,
    /// Their explanation.
    pub explained: RwSignal<Option<ExplainedPair>>,
    /// Ids of the inputs that were chosen for the map.
    pub map_inputs: RwSignal<Option<[&'static str; 2]>>,
    /// The map that was drawn last.
    pub drawn_map: RwSignal<Option<DrawnMap>>,
    /// The offer whose price is being typed.
    pub priced_offer: RwSignal<Option<String>>,
    /// The offer whose row moves because its price was set: the focus follows it.
    pub moving_offer: RwSignal<Option<String>>,
    /// Width available for charts, in pixels.
    pub chart_width: RwSignal<f64>,
    /// The point of a chart at the keyboard cursor.
    pub cursor: RwSignal<Option<PlotCursor>>,
    /// The result whose axes charts keep during a drag.
    pub frozen_axes: RwSignal<Option<Arc<Evaluation>>>,
    /// Whether the whole page is rendered, not only the answer and its surroundings.
    pub whole: RwSignal<bool>,
    /// How often loading the second part of the program was asked for again.
    pub loads_again: RwSignal<u32>,
    /// The rooms below the answer.
    pub rooms: Rooms,
    /// Whether the answer is visible.
    pub answer_in_sight: RwSignal<bool>,
}

impl Default for UiState {
    fn default() -> Self {
        Self(Box::leak(Box::new(UiSignals {
            folds: RwSignal::new(Vec::new()),
            open_figure: RwSignal::new(None),
            vendor_open: RwSignal::new(false),
            gpu_change: RwSignal::new(None),
            keeps_job_size: RwSignal::new(false),
            described_demand: RwSignal::new(String::new()),
            announcement: RwSignal::new(String::new()),
            copied: RwSignal::new(None),
            exported: RwSignal::new(None),
            goal_seek: RwSignal::new(None),
            bridge_from: RwSignal::new(None),
            two_plans: RwSignal::new(None),
            explained: RwSignal::new(None),
            map_inputs: RwSignal::new(None),
            drawn_map: RwSignal::new(None),
            priced_offer: RwSignal::new(None),
            moving_offer: RwSignal::new(None),
            chart_width: RwSignal::new(640.0),
            cursor: RwSignal::new(None),
            frozen_axes: RwSignal::new(None),
            whole: RwSignal::new(false),
            loads_again: RwSignal::new(0),
            rooms: Rooms::new(Room::Plans),
            answer_in_sight: RwSignal::new(true),
        })))
    }
}

impl UiState {
    /// The one in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Whether a fold is open; tracked.
    pub fn is_open(self, fold: Fold) -> bool {
        self.folds.with(|folds| folds.contains(&fold))
    }

    /// Opens or closes a fold.
    pub fn set_open(self, fold: Fold, open: bool) {
        if self.folds.with_untracked(|folds| folds.contains(&fold)) != open {
            self.folds.update(|folds| {
                folds.retain(|f| *f != fold);
                folds.extend(open.then_some(fold));
            });
        }
    }

    /// Announces text in the live region.
    pub fn announce(self, words: impl Into<String>) {
        self.announcement.set(words.into());
    }
}
