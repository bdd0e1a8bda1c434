//! From numbers to places on a drawing: scales, ticks, paths. Knows series and pixels, no money.

pub mod scale;
pub mod ticks;
