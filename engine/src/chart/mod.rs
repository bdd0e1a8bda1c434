//! From plots to shapes and files: scales, ticks, what stands where, pictures and tables to save. Knows no money.

mod names;
pub mod picture;
pub mod scale;
pub mod scene;
pub mod table;
pub mod ticks;
