//! Text of `src/components/own_this_many.rs`.

use std::fmt::Display;

/// The button that takes the number with the lowest cost.
pub fn own_this_many(gpus: &dyn Display) -> String {
    format!("Own {gpus} GPUs")
}
