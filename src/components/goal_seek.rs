//! The value of an input at which owning and renting cost the same: asked for, and in words.

use engine::analysis::goal_seek::{GoalSeek, goal_seek};
use engine::inputs::field::{Field, Kind};
use engine::units::Unit;
use engine::view::Style;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::state::Workspace;
use crate::state::ui_state::GoalSeekAnswer;
use crate::strings::goal_seek as strings;

/// A value of a row with its unit, as it would be typed.
pub fn with_unit(locale: Locale, row: &Field, value: f64) -> String {
    locale.short_with_unit(value, row.unit().unwrap_or(Unit::Ratio))
}

/// Finds the value of a row at which both sides cost the same.
pub fn seek(workspace: Workspace, row: &'static Field) {
    if !matches!(row.kind, Kind::Number { .. }) {
        return;
    }
    let document = workspace.scenario.document_untracked();
    let book = workspace.prices.book_untracked();
    let found = goal_seek(&document.scenario, &book, &document.edition, row, None);
    workspace.ui.announce(found.as_ref().map_or_else(String::new, |f| goal_seek_words(workspace.locale, row, f)));
    workspace.ui.goal_seek.set(found.map(|found| GoalSeekAnswer { of: document, found }));
}

/// The result of a goal seek, in words.
pub fn goal_seek_words(locale: Locale, row: &Field, found: &GoalSeek) -> String {
    let written = |value: f64| with_unit(locale, row, value);
    let label = row.label;
    let now = written(found.now);
    if found.turns.is_empty() {
        let near = found
            .nearest_usd
            .map_or_else(String::new, |usd| strings::smallest_difference(&locale.figure(usd, Style::UsdShort)));
        return strings::no_break_even(&label, &now, &near);
    }
    let turns: Vec<String> = found
        .turns
        .iter()
        .map(|turn| {
            let side = if turn.own_above { strings::OWNING_CHEAPER_ABOVE } else { strings::OWNING_CHEAPER_BELOW };
            let step = if turn.step { strings::BY_A_STEP } else { "" };
            format!("{} ({side}{step})", written(turn.value))
        })
        .collect();
    strings::break_even_at(&label, &turns.join(strings::AND), &now)
}
