//! Cost per productive GPU-hour against how busy the GPUs are, with a handle on today.

use std::sync::Arc;

use engine::chart::scene::across;
use engine::inputs::derived::derived;
use engine::number;
use engine::view::Style;
use engine::view::answer::busy;
use engine::view::exportable::PlotId;
use engine::view::plot::{Form, Plot, RowKey};
use leptos::ev::{PointerEvent, pointercancel, pointerup};
use leptos::html::Div;
use leptos::prelude::*;
use leptos_use::use_resize_observer;

use crate::browser::locale::Locale;
use crate::components::plot_chart::PointerHandlers;
use crate::components::{PlotChart, Sentence, When};
use crate::state::{Edit, Evaluation, EvaluationContext, InputProblems, ScenarioStore, UiState, Workspace};

/// Narrowest chart, in pixels. On the way to paper a browser may report less for a moment.
const NARROWEST: f64 = 120.0;
/// How far from the line of today a pointer may take hold of it, in pixels: what a finger hits.
const REACH: f64 = 28.0;

/// The first chart: of what the answer is about.
#[component]
pub fn FirstChart() -> impl IntoView {
    let (evaluation, ui) = (EvaluationContext::expect(), UiState::expect());
    let first = evaluation.slice(Evaluation::first_chart);
    let first = Memo::new(move |_| first.get().unwrap_or(PlotId::CostCurve));
    let load = Signal::derive(move || evaluation.shown().and_then(|shown| shown.first_plot(PlotId::PlanLoad)));
    // The two plans are explained in a pause.
    let settled = evaluation.settled();
    let work = Signal::derive(move || settled.shown().and_then(|shown| shown.first_plot(PlotId::PlanCurve)));
    let is_late = Memo::new(move |_| !ui.whole.get());
    // The room that every chart has.
    let room = NodeRef::<Div>::new();
    use_resize_observer(room, move |entries, _| {
        let found = entries.first().map_or(0.0, |entry| entry.content_rect().width());
        if found >= NARROWEST && (found - ui.chart_width.get_untracked()).abs() >= 1.0 {
            ui.chart_width.set(found.floor());
        }
    });
    view! {
        <div id="room" node_ref=room></div>
        <When is=move || first.get() == PlotId::CostCurve><CostCurve/></When>
        <When is=move || first.get() == PlotId::PlanLoad>
            <div class="curve"><PlotChart id=PlotId::PlanLoad plot=load leading=true/></div>
        </When>
        <When is=move || first.get() == PlotId::PlanCurve && !is_late.get()>
            <div class="curve"><PlotChart id=PlotId::PlanCurve plot=work leading=true/></div>
        </When>
    }
}

/// The chart, how busy the GPUs are, and its slider.
#[component]
fn CostCurve() -> impl IntoView {
    let workspace = Workspace::expect();
    let (evaluation, ui) = (EvaluationContext::expect(), UiState::expect());
    let held = StoredValue::new(false);
    let plot = Signal::derive(move || {
        let kept = ui.frozen_axes.get().and_then(|shown| shown.lines());
        // The bands follow in a pause, and after the first answer is painted.
        let is_late = !ui.whole.get() || evaluation.is_settling();
        let shown = evaluation.shown()?;
        let plot = if is_late { shown.lines()? } else { shown.first_plot(PlotId::CostCurve)? };
        // The axis stays fixed during a drag.
        Some(match kept.map(|kept| right_end(&kept)).filter(|right| *right != right_end(&plot)) {
            Some(right) => Arc::new(up_to(&plot, right)),
            None => plot,
        })
    });
    let right = move || plot.get_untracked().map_or(1.0, |plot| right_end(&plot));
    let drag = move |ev: PointerEvent| {
        if held.get_value() && ev.buttons() & 1 == 1 {
            begin_drag(workspace);
            let busy = across((0.0, right()), ui.chart_width.get_untracked()).value(f64::from(ev.offset_x()));
            set_busy_share(workspace, (busy * 200.0).round() / 200.0); // half percents: what a hand can aim at
        }
    };
    // Elsewhere than on the line of today a press changes nothing.
    let hold = move |ev: PointerEvent| {
        let document = workspace.scenario.document_untracked();
        let here = derived("work.busy_share").map(|row| (row.get)(&document.scenario));
        let width = ui.chart_width.get_untracked();
        let place = here.map(|share| across((0.0, right()), width).place(share.min(right())));
        held.set_value(place.is_some_and(|place| (f64::from(ev.offset_x()) - place).abs() <= REACH));
        drag(ev);
    };
    let let_go = move || {
        held.set_value(false);
        end_drag(ui);
    };
    on_window(pointerup, let_go);
    on_window(pointercancel, let_go);
    let pointer = PointerHandlers { down: Callback::new(hold), moved: Callback::new(drag) };
    let told = evaluation.slice(|e| busy(&e.report));
    let busy = Signal::derive(move || told.get().unwrap_or_default());
    view! {
        <div class="curve">
            <PlotChart id=PlotId::CostCurve plot leading=true pointer/>
            <BusySlider/>
            <p class="busy"><Sentence pieces=busy/></p>
        </div>
    }
    .into_any()
}

/// The right end of the chart, in busy share.
fn right_end(plot: &Plot) -> f64 {
    if let Form::Lines(lines) = &plot.form { lines.right } else { 1.0 }
}

/// The chart with another right end; what is beyond it is left out.
fn up_to(plot: &Plot, right: f64) -> Plot {
    let mut plot = plot.clone();
    plot.rows.retain(|row| matches!(row.head, RowKey::Figure(at) if at <= right));
    if let Form::Lines(lines) = &mut plot.form {
        lines.right = right;
        lines.crossings.retain(|at| at.x <= right);
        lines.today = lines.today.filter(|(at, _)| *at <= right);
        lines.shaded = lines.shaded.map(|(from, _, name)| (from.min(right), right, name));
    }
    plot
}

fn on_window<E: leptos::ev::EventDescriptor + 'static>(event: E, work: impl Fn() + 'static)
where
    E::EventType: wasm_bindgen::JsCast,
{
    let listens = window_event_listener(event, move |_| work());
    on_cleanup(move || listens.remove());
}

/// From now on charts keep their axes, until [`end_drag`]. All of the drag is one step to undo.
fn begin_drag(workspace: Workspace) {
    if workspace.ui.frozen_axes.with_untracked(Option::is_none) {
        workspace.scenario.begin_edit();
        workspace.ui.frozen_axes.set(workspace.evaluation.shown_untracked());
    }
}

/// Charts fit their axes to what they show again.
fn end_drag(ui: UiState) {
    if ui.frozen_axes.with_untracked(Option::is_some) {
        ui.frozen_axes.set(None);
    }
}

fn set_busy_share(workspace: Workspace, share: f64) {
    if let Some(row) = derived("work.busy_share") {
        workspace.scenario.set_derived(Edit::Typing, row, share);
    }
}

/// Today's busy share as a slider: the same value as the field, for hands and keys.
#[component]
fn BusySlider() -> impl IntoView {
    let workspace = Workspace::expect();
    let (scenario, locale) = (ScenarioStore::expect(), Locale::expect());
    let problems = expect_context::<InputProblems>();
    let row = derived("work.busy_share")?;
    let share = Memo::new(move |_| scenario.with(row.get));
    let shown = move || locale.figure(share.get(), Style::PercentFine);
    // Work that is more than all hours of the GPUs lies on the slider as on the chart.
    let most = Memo::new(move |_| {
        let kept = workspace.ui.frozen_axes.get().or_else(|| workspace.evaluation.shown());
        kept.and_then(|shown| shown.lines()).map_or(1.0, |plot| right_end(&plot))
    });
    let place = move || number::write((share.get().clamp(0.0, most.get()) * 1_000.0).round() / 10.0);
    let slide = move |text: String| {
        if let Some(found) = number::read_canonical(&text) {
            begin_drag(workspace);
            problems.mark(row.id, None);
            set_busy_share(workspace, found / 100.0);
            problems.drop_drafts(|_| true);
        }
    };
    // A form of its own, as each row of the form: browsers look over all fields of a form whenever one changes.
    Some(
        view! {
            <form class="slider" on:submit=|ev| ev.prevent_default()>
                <label for="busy-slider">{row.label}</label>
                <input
                    type="range"
                    id="busy-slider"
                    min="0"
                    max=move || number::write(most.get() * 100.0)
                    step="0.5"
                    prop:value=place
                    aria-valuetext=shown
                    on:input:target=move |ev| slide(ev.target().value())
                    on:change=move |_| end_drag(workspace.ui)
                />
                <span class="figure" translate="no">{shown}</span>
            </form>
        }
        .into_any(),
    )
}
