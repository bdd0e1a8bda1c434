//! Text of `src/components/plot_chart.rs`.

use std::fmt::Display;

pub const SHOW_AS_TABLE_SAVE_OR_COPY: &str = "Show as table, save or copy";

pub fn left_and_right_read_its_points(one: &dyn Display) -> String {
    format!("{one}. Use the left and right arrow keys to move between points, up and down to switch series.")
}
