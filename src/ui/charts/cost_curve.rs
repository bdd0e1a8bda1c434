//! Cost per productive GPU-hour against how busy the GPUs are, with a handle on today.

use std::sync::Arc;

use engine::chart::scale::{Scale, line};
use engine::chart::ticks;
use engine::scenario::derived::derived;
use engine::view::Style;
use engine::view::curve::{Curve, Series};
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

use crate::browser::{intl, measure};
use crate::state::{AppState, Shown};
use crate::ui::pieces::{figure, sentence};

const HEIGHT: f64 = 340.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 46.0;

/// The drawing's scales.
#[derive(Clone, Copy)]
struct Frame {
    width: f64,
    x: Scale,
    y: Scale,
}

impl Frame {
    fn new(width: f64, curve: &Curve) -> Self {
        let ticks = ticks::from_zero(curve.top, 6);
        let top = ticks.last().copied().unwrap_or(1.0);
        Self {
            width,
            x: Scale { from: (0.0, 1.0), to: (LEFT, width - RIGHT) },
            y: Scale { from: (0.0, top), to: (HEIGHT - BOTTOM, TOP) },
        }
    }
}

/// The chart, its heading, its slider and its table.
#[component]
pub fn CostCurve() -> impl IntoView {
    let state = expect_context::<AppState>();
    let room = NodeRef::<Div>::new();
    let width = RwSignal::new(640.0);
    let cursor: RwSignal<Option<usize>> = RwSignal::new(None);
    Effect::new(move |_| {
        if let Some(element) = room.get() {
            measure::watch_width(&element, move |found| {
                if found > 0.0 {
                    width.set(found);
                }
            });
        }
    });
    let drag = move |event: PointerEvent| {
        if event.buttons() & 1 == 1
            && let (Some(shown), Some(row)) = (state.shown.get_untracked(), derived("work.busy_share"))
        {
            let frame = Frame::new(width.get_untracked(), &shown.curve);
            let busy = frame.x.value(f64::from(event.offset_x()));
            // Whole half percents: what a hand can aim at.
            state.set_derived(row, (busy * 200.0).round() / 200.0);
        }
    };
    let keys = move |event: KeyboardEvent| move_cursor(state, cursor, &event);
    view! {
        <figure class="chart" data-view="cost-curve" data-figures="">
            {move || state.shown.get().map(|shown| view! {
                <h2 class="takeaway">{sentence(&shown.curve.takeaway)}</h2>
                <p class="busy">{sentence(&shown.answer.busy)}</p>
            })}
            <div class="room" node_ref=room>
                <div class="plot" tabindex="0" role="group" aria-label="Chart of cost per productive GPU-hour against busy share. Arrow keys read its points, the slider below it changes the work."
                    on:keydown=keys on:blur=move |_| cursor.set(None) on:pointerdown=drag on:pointermove=drag>
                    {move || state.shown.get().map(|shown| drawing(&shown, width.get(), cursor.get()))}
                </div>
            </div>
            <Slider/>
            {move || state.shown.get().map(|shown| table(&shown))}
        </figure>
    }
    .into_any()
}

/// Moves the cursor through the points of owning and says what is there.
fn move_cursor(state: AppState, cursor: RwSignal<Option<usize>>, event: &KeyboardEvent) {
    let Some(shown) = state.shown.get_untracked() else { return };
    let last = shown.curve.series.first().map_or(0, |s| s.points.len().saturating_sub(1));
    let at = cursor.get_untracked();
    let next = match event.key().as_str() {
        "ArrowRight" => Some(at.map_or(0, |i| (i + 1).min(last))),
        "ArrowLeft" => Some(at.map_or(last, |i| i.saturating_sub(1))),
        "Home" => Some(0),
        "End" => Some(last),
        "Escape" => None,
        _ => return,
    };
    event.prevent_default();
    cursor.set(next);
    if let Some(index) = next {
        state.announcement.set(reading(&shown.curve, index));
    }
}

/// The costs at one point, in words.
fn reading(curve: &Curve, index: usize) -> String {
    let busy = curve.series.first().and_then(|s| s.points.get(index)).map_or(0.0, |p| p.0);
    let costs = curve
        .series
        .iter()
        .filter_map(|s| s.points.get(index).map(|p| format!("{}: {}", s.label, intl::figure(p.1, Style::UsdPerHour))));
    format!("Busy {}. {}", intl::figure(busy, Style::PercentFine), costs.collect::<Vec<_>>().join(". "))
}

fn drawing(shown: &Arc<Shown>, width: f64, cursor: Option<usize>) -> AnyView {
    let curve = &shown.curve;
    let frame = Frame::new(width, curve);
    let (x, y) = (frame.x, frame.y);
    let top = y.from.1;
    let floor = HEIGHT - BOTTOM;
    let beyond = x.place(curve.ceiling);
    let today = x.place(curve.today);
    let (aside, anchor) = if today > width * 0.7 { (-8.0, "end") } else { (8.0, "start") };
    let mark = curve.own_today.map(|cost| (today, y.place(cost.min(top))));
    view! {
        <svg viewBox=format!("0 0 {width} {HEIGHT}") width=width height=HEIGHT role="img" aria-label=engine::view::plain_text(&curve.takeaway, intl::figure)>
            <clipPath id="plot-area"><rect x=LEFT y=TOP width=(width - LEFT - RIGHT).max(0.0) height=floor - TOP/></clipPath>
            {axes(frame)}
            <rect class="beyond" x=beyond y=TOP width=(x.to.1 - beyond).max(0.0) height=floor - TOP/>
            <g clip-path="url(#plot-area)">
                {curve.series.iter().map(|s| view! { <path class=format!("series {}", s.id) d=line(&s.points, x, y)/> }).collect_view()}
            </g>
            {labels(curve, frame)}
            {curve.crossings.iter().map(|c| {
                let (cx, cy) = (x.place(c.busy_share), y.place(c.usd_per_hour.min(top)));
                view! { <g class=format!("crossing {}", c.with)><circle cx=cx cy=cy r="5"/>
                    <text x=cx y=cy - 12.0 text-anchor="middle">{intl::figure(c.busy_share, Style::PercentFine)}</text></g> }
            }).collect_view()}
            {mark.map(|(mx, my)| view! { <g class="today">
                <line x1=mx x2=mx y1=TOP y2=floor/><circle cx=mx cy=my r="8"/>
                <text x=mx + aside y=TOP + 10.0 text-anchor=anchor>"today"</text></g> })}
            {cursor.and_then(|i| curve.series.first()?.points.get(i).copied()).map(|(busy, _)| {
                let cx = x.place(busy);
                view! { <line class="cursor" x1=cx x2=cx y1=TOP y2=floor/> }
            })}
        </svg>
        <p class="tooltip" translate="no">{cursor.map(|i| reading(curve, i))}</p>
    }
    .into_any()
}

fn axes(frame: Frame) -> AnyView {
    let floor = HEIGHT - BOTTOM;
    let every = if frame.width < 480.0 { 0.25 } else { 0.1 };
    let steps = if frame.width < 480.0 { 4u32 } else { 10 };
    let vertical = (0..=steps).map(|i| {
        let share = f64::from(i) * every;
        let at = frame.x.place(share);
        view! { <line class="tick" x1=at x2=at y1=floor y2=floor + 5.0/>
        <text class="tick" x=at y=floor + 19.0 text-anchor="middle">{intl::figure(share, Style::Percent)}</text> }
    });
    let horizontal = ticks::from_zero(frame.y.from.1, 6).into_iter().map(|value| {
        let at = frame.y.place(value);
        let style = if frame.y.from.1 < 8.0 { Style::UsdPerHour } else { Style::Usd };
        view! { <line class="grid" x1=LEFT x2=frame.x.to.1 y1=at y2=at/>
        <text class="tick" x=LEFT - 8.0 y=at + 4.0 text-anchor="end">{intl::figure(value, style)}</text> }
    });
    view! {
        <g class="axes">
            {horizontal.collect_view()}
            {vertical.collect_view()}
            <text class="axis" x=(LEFT + frame.x.to.1) / 2.0 y=HEIGHT - 6.0 text-anchor="middle">"How busy the owned GPUs are"</text>
        </g>
    }
    .into_any()
}

/// A name at each line, apart from each other.
fn labels(curve: &Curve, frame: Frame) -> AnyView {
    let top = frame.y.from.1;
    let mut taken: Vec<f64> = Vec::new();
    let mut place = |s: &Series| -> Option<(f64, f64)> {
        // Own is named at its end; the others where they enter on the left, if they are on the drawing there.
        let inside = s.points.iter().filter(|p| p.1 <= top);
        let (px, py) = if s.id == "own" {
            s.points.last().copied()?
        } else {
            inside.clone().nth(if s.id == "commit" { 1 } else { 4 }).copied()?
        };
        let mut at = frame.y.place(py) - 7.0;
        while taken.iter().any(|t| (t - at).abs() < 15.0) && at > TOP + 12.0 {
            at -= 15.0;
        }
        taken.push(at);
        Some((frame.x.place(px), at))
    };
    curve
        .series
        .iter()
        .filter_map(|s| {
            let (px, py) = place(s)?;
            let end = s.id == "own";
            let room = if frame.width < 480.0 { 30 } else { 60 };
            Some(view! { <text class=format!("label {}", s.id) x=px y=py text-anchor=if end { "end" } else { "start" }>{engine::codec::plain(&s.label, room)}</text> })
        })
        .collect_view()
        .into_any()
}

/// Today's busy share as a slider: the same value as the field, for hands and keys.
#[component]
fn Slider() -> impl IntoView {
    let state = expect_context::<AppState>();
    let Some(row) = derived("work.busy_share") else { return ().into_any() };
    let value = Memo::new(move |_| state.document.with(|d| (row.get)(&d.scenario)));
    let percent = move || engine::number::write((value.get().clamp(0.0, 1.0) * 1_000.0).round() / 10.0);
    let slide = move |event| {
        if let Some(found) = engine::number::read_canonical(&event_target_value(&event)) {
            state.mark("work.busy_share", None);
            state.set_derived(row, found / 100.0);
            state.replaced.update(|n| *n += 1);
        }
    };
    view! {
        <div class="slider">
            <label for="busy-slider">{row.label}</label>
            <input type="range" id="busy-slider" min="0" max="100" step="0.5" prop:value=percent on:input=slide
                aria-valuetext=move || intl::figure(value.get(), Style::PercentFine)/>
            <output for="busy-slider" translate="no">{move || intl::figure(value.get(), Style::PercentFine)}</output>
        </div>
    }
    .into_any()
}

fn table(shown: &Arc<Shown>) -> AnyView {
    let curve = &shown.curve;
    let heads =
        curve.series.iter().map(|s| view! { <th scope="col" class="number">{s.label.clone()}</th> }).collect_view();
    let count = curve.series.first().map_or(0, |s| s.points.len());
    let rows = (0..count)
        .filter(|i| (i + 1) % 5 == 0 || i + 1 == count)
        .map(|i| {
            let busy = curve.series.first().and_then(|s| s.points.get(i)).map_or(0.0, |p| p.0);
            let cells = curve
                .series
                .iter()
                .map(|s| view! { <td class="number">{s.points.get(i).map(|p| figure(p.1, Style::UsdPerHour))}</td> })
                .collect_view();
            view! { <tr><th scope="row">{figure(busy, Style::PercentFine)}</th>{cells}</tr> }
        })
        .collect_view();
    view! {
        <details class="chart-table" data-view="cost-curve-table">
            <summary>"Show as table"</summary>
            <div class="scroll" tabindex="0" role="region" aria-label="Cost per productive GPU-hour by busy share">
                <table>
                    <caption>"Cost per productive GPU-hour, in dollars, by busy share"</caption>
                    <thead><tr><th scope="col">"Busy"</th>{heads}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}
