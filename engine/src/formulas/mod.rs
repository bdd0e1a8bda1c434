//! Closed formulas: money over time, hours, work lost to interruptions, staffing, break-even of a steady year,
//! load-duration curves and the cheapest mix for one. `formula` is the table of what derivations show: words and arithmetic.
//!
//! Each function maps numbers to numbers; each file names its source.

pub mod break_even;
pub mod distributions;
pub mod expression;
pub mod finance;
pub mod formula;
pub mod goodput;
pub mod hours;
pub mod ideal_mix;
pub mod level_groups;
pub mod load_curve;
pub mod root;
pub mod sign_changes;
pub mod staffing;
pub mod tokens;
