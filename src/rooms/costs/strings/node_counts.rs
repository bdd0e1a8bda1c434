//! Text of `node_counts.rs`.

pub const FIND_NUMBER: &str = "Compare every number of GPUs";
pub const HOW_MANY_GPUS: &str = "How many GPUs to own";
pub const OWN_AND_RENT_THE_REST: &str = "Present value of owning each number of whole nodes and renting the rest. Inputs that follow the number of GPUs do so here as well. Zero means renting everything.";
