//! Text of `node_counts.rs`.

pub const COMPARE_EVERY_NUMBER: &str = "Compare every number of GPUs";
pub const TITLE: &str = "How many GPUs to own";
pub const EXPLANATION: &str = "Present value of owning each number of whole nodes and renting the rest. Inputs that follow the number of GPUs do so here as well. Zero means renting everything.";
