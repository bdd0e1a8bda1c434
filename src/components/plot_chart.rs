//! A chart with its drawing, spoken readings, data table and files, all derived from one plot.

use std::any::Any;
use std::sync::Arc;

use engine::chart::scene::{HEIGHT, Kind, Look, ON_PAPER, Shape, View};
use engine::number;
use engine::view::exportable::{Exportable, PlotId};
use engine::view::plain_text;
use engine::view::plot::Plot;
use leptos::ev::{KeyboardEvent, PointerEvent, beforeprint};
use leptos::html::Div;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::table::PlotTable;
use super::{Disclosure, ExportButtons, ExportedPanel, Later, When, sentence_views};
use crate::browser::dom;
use crate::browser::locale::Locale;
use crate::navigation::focus_field;
use crate::state::second_part::in_the_second_part;
use crate::state::ui_state::PlotCursor;
use crate::state::{EvaluationContext, Fold, UiState};
use crate::strings::plot_chart as strings;

/// The chart with an id, from the last result.
#[component]
pub fn PlotOf(
    /// The chart.
    id: PlotId,
) -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let plot = Signal::derive(move || evaluation.shown().and_then(|shown| shown.plot(id)));
    view! { <PlotChart id plot/> }
}

/// A chart.
#[component]
pub fn PlotChart(
    /// Which one.
    id: PlotId,
    /// The plot; nothing is shown without one.
    #[prop(into)]
    plot: Signal<Option<Arc<Plot>>>,
    /// Whether its heading is of level 2 instead of 3.
    #[prop(optional)]
    leading: bool,
    /// Pointer handlers.
    #[prop(optional)]
    pointer: Option<PointerHandlers>,
) -> impl IntoView {
    let (ui, locale) = (UiState::expect(), Locale::expect());
    let write = move |value, style| locale.figure(value, style);
    let cursor = Memo::new(move |_| ui.cursor.get().filter(|at| at.chart == id));
    let takeaway = move || {
        let _ = locale.currency();
        plot.get().map(|plot| sentence_views(&plot.takeaway, false))
    };
    let heading = move || {
        if leading {
            view! { <h2 class="takeaway">{takeaway}</h2> }.into_any()
        } else {
            view! { <h3 class="takeaway">{takeaway}</h3> }.into_any()
        }
    };
    let note = move || {
        let note = plot.get().map_or("", |plot| plot.note);
        (!note.is_empty()).then(|| view! { <p class="small">{note}</p> })
    };
    let is_there = Memo::new(move |_| plot.with(Option::is_some));
    let has_rows = Memo::new(move |_| plot.with(|plot| plot.as_ref().is_some_and(|plot| !plot.rows.is_empty())));
    let reading = move || match (plot.get(), cursor.get()) {
        (Some(plot), Some(at)) => plot.reading(at.row, at.series, &write),
        _ => String::new(),
    };
    let on_key = move |ev: KeyboardEvent| {
        if let Some(plot) = plot.get_untracked()
            && follow_key(&ev.key(), &plot, ui, locale)
        {
            ev.prevent_default();
        }
    };
    let on_blur = move |_| {
        if ui.cursor.with_untracked(Option::is_some) {
            ui.cursor.set(None);
        }
    };
    let label = move || plot.get().map(|plot| strings::keyboard_help(&plot.what.title));
    view! {
        <When is=move || is_there.get()>
            <figure class="chart" data-view=id.as_str()>
                {heading()}
                {note}
                <When is=move || has_rows.get()>
                    <div
                        class="plot"
                        tabindex="0"
                        role="application"
                        aria-roledescription="chart"
                        aria-label=label
                        on:keydown=on_key
                        on:focus=|ev| dom::show_whole(&ev)
                        on:blur=on_blur
                        on:pointerdown=move |ev| if let Some(on) = pointer { on.down.run(ev) }
                        on:pointermove=move |ev| if let Some(on) = pointer { on.moved.run(ev) }
                    >
                        <Drawing plot cursor/>
                        <PaperDrawing plot/>
                        <p class="tooltip" translate="no">{reading}</p>
                    </div>
                    <Disclosure fold=Fold::Named(id.as_str()) class="chart-table" title=|| strings::TABLE_AND_EXPORTS>
                        <Later part=move || as_table_and_files(id, plot)/>
                    </Disclosure>
                </When>
            </figure>
        </When>
    }
    .into_any()
}

in_the_second_part! {
    /// A chart as a table and as files, in its fold.
    fn as_table_and_files(id: PlotId, plot: Signal<Option<Arc<Plot>>>) -> AnyView {
        view! { <TableAndFiles id plot/> }.into_any()
    }
}

#[component]
fn TableAndFiles(id: PlotId, plot: Signal<Option<Arc<Plot>>>) -> impl IntoView {
    let locale = Locale::expect();
    let title = plot.get_untracked().map_or("", |plot| plot.what.title);
    view! {
        <ExportButtons subject=Exportable::Plot(id) title/>
        <ExportedPanel subject=Exportable::Plot(id) title/>
        {move || {
            let _ = locale.currency();
            plot.get().map(|plot| view! { <PlotTable plot=Plot::clone(&plot)/> })
        }}
    }
}

/// Pointer handlers of a chart.
#[derive(Clone, Copy)]
pub struct PointerHandlers {
    /// Pressed.
    pub down: Callback<PointerEvent>,
    /// Moved.
    pub moved: Callback<PointerEvent>,
}

/// The picture: the plot's shapes in pixels.
#[component]
fn Drawing(plot: Signal<Option<Arc<Plot>>>, cursor: Memo<Option<PlotCursor>>) -> impl IntoView {
    let (ui, locale) = (UiState::expect(), Locale::expect());
    move || {
        let plot = plot.get()?;
        let frozen = ui.frozen_axes.get().and_then(|from| from.drawn_plot(plot.what.id));
        let cursor = cursor.get().map(|at| (at.row, at.series));
        let axes = frozen.as_deref().unwrap_or(&plot);
        Some(drawn(&plot, axes, [ui.chart_width.get(), HEIGHT], cursor, locale))
    }
}

/// The picture as it is printed: drawn when `beforeprint` returns, as [`Disclosure`] does, until the plot changes. The
/// one on the screen is as wide as the window, and its letters would shrink with it.
#[component]
fn PaperDrawing(plot: Signal<Option<Arc<Plot>>>) -> impl IntoView {
    let locale = Locale::expect();
    let place = NodeRef::<Div>::new();
    let owner = Owner::current().unwrap_or_default();
    let held = StoredValue::new_local(None::<Box<dyn Any>>);
    let listens = window_event_listener(beforeprint, move |_| {
        if let (Some(place), Some(plot)) = (place.get_untracked(), plot.get_untracked())
            && held.with_value(Option::is_none)
        {
            let picture = move || untrack(|| drawn(&plot, &plot, ON_PAPER, None, locale));
            let handle = owner.with(|| mount_to(place.unchecked_into(), picture));
            held.set_value(Some(Box::new(handle)));
        }
    });
    on_cleanup(move || listens.remove());
    Effect::new(move || {
        plot.track();
        let _ = locale.currency();
        drop(held.try_update_value(Option::take));
    });
    view! { <div class="on-paper drawn-for-paper" node_ref=place></div> }
}

/// The picture as it is printed, for a document.
#[component]
pub fn PaperPicture(plot: Arc<Plot>) -> impl IntoView {
    view! { <div class="plot">{drawn(&plot, &plot, ON_PAPER, None, Locale::expect())}</div> }
}

/// A plot on some axes as a picture of a size in pixels.
fn drawn(
    plot: &Plot,
    axes: &Plot,
    [width, height]: [f64; 2],
    cursor: Option<(usize, usize)>,
    locale: Locale,
) -> AnyView {
    let write = move |value, style| locale.figure(value, style);
    let scene = View { plot, axes, width, height, cursor, money: &locale.currency(), write: &write }.scene();
    let (wide, high) = (number::write(width), number::write(scene.height));
    view! {
        <svg
            role="img"
            viewBox=format!("0 0 {wide} {high}")
            width=wide
            height=high
            aria-label=plain_text(&plot.takeaway, write)
        >
            {scene.shapes.iter().map(shape_view).collect_view()}
        </svg>
    }
    .into_any()
}

fn shape_view(shape: &Shape) -> AnyView {
    let ui = UiState::expect();
    let class = format!("{} {}", shape.look.class(), shape.of);
    let [a, b, c, d] = shape.at.map(number::write);
    match shape.kind {
        Kind::Rule => view! { <line class=class x1=a y1=b x2=c y2=d/> }.into_any(),
        Kind::Box if shape.look == Look::Leads => {
            let row = shape.of;
            view! { <rect class=class x=a y=b width=c height=d on:click=move |_| focus_field(ui, row)/> }.into_any()
        }
        Kind::Box => view! { <rect class=class x=a y=b width=c height=d/> }.into_any(),
        Kind::Circle => view! { <circle class=class cx=a cy=b r=c/> }.into_any(),
        Kind::Path => view! { <path class=class d=shape.words.clone()/> }.into_any(),
        Kind::Words => {
            view! { <text class=class x=a y=b text-anchor=shape.anchor>{shape.words.clone()}</text> }.into_any()
        }
    }
}

/// Moves the cursor of a chart and announces its point. Returns whether the chart handles the key.
fn follow_key(key: &str, plot: &Plot, ui: UiState, locale: Locale) -> bool {
    let (last, series) = (plot.rows.len().saturating_sub(1), plot.series.len().max(1));
    let id = plot.what.id;
    let at = ui.cursor.get_untracked().filter(|at| at.chart == id).map(|at| (at.row.min(last), at.series));
    let (row, of) = at.unwrap_or((0, 0));
    let begins = at.is_none();
    if key == "Enter" {
        let leads_to = plot.rows.get(row).map_or("", |r| r.leads_to);
        if begins || leads_to.is_empty() {
            return false;
        }
        focus_field(ui, leads_to);
        return true;
    }
    let next = match key {
        "ArrowRight" => Some((if begins { 0 } else { (row + 1).min(last) }, of)),
        "ArrowLeft" => Some((if begins { last } else { row.saturating_sub(1) }, of)),
        "ArrowDown" => Some((row, if begins { 0 } else { (of + 1) % series })),
        "ArrowUp" => Some((row, (of + series - 1) % series)),
        "Home" => Some((0, of)),
        "End" => Some((last, of)),
        "Escape" if !begins => None,
        _ => return false,
    };
    ui.cursor.set(next.map(|(row, series)| PlotCursor { chart: id, row, series }));
    if let Some((row, series)) = next {
        ui.announce(plot.reading(row, series, &|value, style| locale.figure(value, style)));
    }
    true
}
