//! Charts: SVG drawn from a view, with a heading that says what it shows and a table of the same points.

pub mod cost_curve;
