//! Text of `src/components/plot_chart.rs`.

use std::fmt::Display;

pub const TABLE_AND_EXPORTS: &str = "Show as table, save or copy";

pub fn keyboard_help(one: &dyn Display) -> String {
    format!("{one}. Use the left and right arrow keys to move between points, up and down to switch series.")
}
