//! Text of `src/components/table.rs`.

pub const NOTE: &str = "Note";
