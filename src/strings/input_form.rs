//! Text of `src/form/input_form.rs`.

use std::fmt::Display;

use engine::units::count;
use engine::view::template::filled;
use engine::view::{Piece, Style};

use super::figure;

pub const DEFAULTS: &str = "Defaults";
pub const FOLLOWS_ITS_GPU_AND_AGE: &str = ", follows GPU and age";
pub const FOLLOWS_THE_GPU: &str = ", follows the GPU";
pub const FOLLOWS_THE_GPU_ON_THE_BILL: &str = ", follows the GPU on the bill";
pub const FOLLOWS_THE_WORK: &str = ", follows the work";
pub const FOLLOWS_THE_GPUS_OWNED: &str = ", follows the GPUs owned";
pub const ASSUMPTION_CONFIRMED: &str = ", assumption confirmed";
pub const INSTEAD_OF: &str = " instead of ";
pub const NO_MODEL: &str = "These inputs matter once a workload makes tokens of a model.";
pub const ADD_A_MODEL: &str = "Add one";
pub const NONE_MATTERS: &str = "None of these inputs matters with this choice: ";
pub const REDO: &str = "Redo";
pub const INVALID_INPUTS: &str = "These inputs are invalid:";
pub const UNDO: &str = "Undo";
pub const EXAMPLE_INPUTS: &str = "Example inputs";
pub const YOUR_INPUTS: &str = "Your inputs";
pub const BEING_FOUND: &str = "being found";

pub fn changed(changed: usize, all: usize, follow: usize) -> Vec<Piece> {
    let text = match follow {
        0 => "{changed} of {all} inputs changed",
        _ => "{changed} of {all} inputs changed, {follow} more follow",
    };
    let number = |value: usize| figure(count(value), Style::Count);
    filled(text, &[("changed", number(changed)), ("all", number(all)), ("follow", number(follow))])
}

pub fn found_size(gpus: &dyn Display) -> String {
    format!("{gpus} GPUs, found")
}

pub fn typed_size(gpus: &dyn Display) -> String {
    format!("{gpus} GPUs, typed")
}
