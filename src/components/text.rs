//! Figures and sentences. Every figure is marked so that page translation leaves it unchanged.

use engine::number;
use engine::view::figure_links::KeyFigure;
use engine::view::{Piece, Style};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::navigation::{focus_field, input_id};
use crate::state::UiState;

/// A figure in the reader's format, with its exact value as an attribute.
#[component]
pub fn Figure(
    /// The value, in the engine's unit.
    value: f64,
    /// Its format.
    style: Style,
    /// Its permanent name, for tests and scripts.
    #[prop(optional, into)]
    name: Option<&'static str>,
) -> impl IntoView {
    let locale = Locale::expect();
    view! {
        <span
            class="figure"
            translate="no"
            data-value=number::write(value)
            data-figure=name
            prop:textContent=locale.figure(value, style)
        ></span>
    }
}

/// A figure with enough digits to check.
#[component]
pub fn Exact(value: f64) -> impl IntoView {
    view! { <Figure value style=Style::UsdExact/> }
}

/// Text that changes, set as the whole content of an element. Translators and extensions replace text nodes with their
/// own, and a replaced text node could neither be updated nor removed.
#[component]
pub fn Words(#[prop(into)] text: String) -> impl IntoView {
    view! { <span prop:textContent=text></span> }
}

/// The same as a view of any type.
pub fn words(text: impl Into<String>) -> AnyView {
    view! { <Words text=text.into()/> }.into_any()
}

/// Text that page translation leaves unchanged.
#[component]
pub fn Fixed(#[prop(into)] text: String) -> impl IntoView {
    view! { <span translate="no">{text}</span> }
}

/// A sentence with its figures.
#[component]
pub fn Sentence(
    /// Its pieces; may follow a signal.
    #[prop(into)]
    pieces: Signal<Vec<Piece>>,
    /// Whether figures with a derivation open it when pressed.
    #[prop(optional)]
    opens: bool,
) -> impl IntoView {
    let locale = Locale::expect();
    move || {
        let _ = locale.currency(); // figures depend on it
        sentence_views(&pieces.get(), opens)
    }
}

/// The views of a sentence's pieces.
pub fn sentence_views(pieces: &[Piece], opens: bool) -> Vec<AnyView> {
    pieces.iter().map(|piece| piece_view(piece, opens)).collect()
}

fn piece_view(piece: &Piece, opens: bool) -> AnyView {
    match piece {
        Piece::Words(text) => words(text.clone()),
        Piece::Strong(text) => view! { <strong prop:textContent=text.clone()></strong> }.into_any(),
        Piece::LinkedFigure(value, style, figure) if opens => {
            view! { <LinkedFigure value=*value style=*style figure=*figure/> }.into_any()
        }
        Piece::Figure(value, style) | Piece::LinkedFigure(value, style, _) => {
            view! { <Figure value=*value style=*style/> }.into_any()
        }
    }
}

/// A figure in a sentence that opens its derivation. For pointers only: by keyboard the tiles below the sentence open
/// it, and an open derivation links to the others.
#[component]
fn LinkedFigure(value: f64, style: Style, figure: KeyFigure) -> impl IntoView {
    let (ui, locale) = (UiState::expect(), Locale::expect());
    view! {
        <span
            class="figure opens"
            translate="no"
            data-value=number::write(value)
            data-opens=figure.id()
            on:click=move |_| crate::navigation::toggle_figure(ui, figure)
            prop:textContent=locale.figure(value, style)
        ></span>
    }
}

/// A sentence from a text with slots, as [`filled`](engine::view::template::filled) makes it, whose slots are views, such as
/// fields: `{price}` takes the view named `price`.
pub fn filled_views(text: &'static str, slots: impl IntoIterator<Item = (&'static str, AnyView)>) -> Vec<AnyView> {
    let mut slots: Vec<(&str, AnyView)> = slots.into_iter().collect();
    let mut views = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        views.push(before.into_any());
        if let Some(at) = slots.iter().position(|(slot, _)| *slot == name) {
            views.push(slots.swap_remove(at).1);
        }
        rest = after;
    }
    debug_assert!(slots.is_empty(), "{text}");
    views.push(rest.into_any());
    views
}

/// A link that focuses a row's field.
#[component]
pub fn FieldLink(
    /// The row's id.
    row: &'static str,
    /// Its text.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    let ui = UiState::expect();
    view! {
        <a
            href=format!("#{}", input_id(row))
            data-row-link=row
            on:click=move |ev| {
                ev.prevent_default();
                focus_field(ui, row);
            }
        >
            {label}
        </a>
    }
}

/// An external link.
#[component]
pub fn External(#[prop(into)] url: String, #[prop(into)] label: String) -> impl IntoView {
    view! { <a target="_blank" href=url rel="noopener noreferrer">{label}</a> }
}
