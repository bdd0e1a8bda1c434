//! Sentences with figures in them. Every figure is marked so that page translation leaves it alone.

use engine::view::{Piece, Style};
use leptos::prelude::*;

use crate::browser::intl;

/// One figure in the reader's own format, its exact value beside it for whoever checks.
pub fn figure(value: f64, style: Style) -> AnyView {
    view! { <span class="figure" translate="no" data-value=engine::number::write(value)>{intl::figure(value, style)}</span> }
        .into_any()
}

/// A figure with a name that tests and scripts can find.
pub fn named_figure(name: &'static str, value: f64, style: Style) -> AnyView {
    view! {
        <span class="figure" translate="no" data-figure=name data-value=engine::number::write(value)>
            {intl::figure(value, style)}
        </span>
    }
    .into_any()
}

/// A sentence.
pub fn sentence(pieces: &[Piece]) -> AnyView {
    let one = |piece: &Piece| match piece {
        Piece::Words(text) => view! { <span>{text.clone()}</span> }.into_any(),
        Piece::Strong(text) => view! { <strong>{text.clone()}</strong> }.into_any(),
        Piece::Figure(value, style) => figure(*value, *style),
    };
    pieces.iter().map(one).collect_view().into_any()
}
