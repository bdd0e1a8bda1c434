//! Words of `src/ui/vendor.rs`.

use std::fmt::Display;

pub const AFTER_WHICH_THEY_ARE_WORTH: &str = " years, then worth ";
pub const A_VENDOR_OFFERS: &str = "A vendor offers ";
pub const A_VENDORS_QUOTE: &str = "A vendor's quote";
pub const A_YEAR_TO_RUN_THEM_USED_FOR: &str = " a year to run them all, used for ";
pub const CLOSE: &str = "Close";
pub const EACH_AND: &str = " each and ";
pub const GPUS_AT: &str = " GPUs at ";
pub const GPUS_IN_A_NODE: &str = "GPUs in a node";
pub const NEEDS_A_NUMBER: &str = "needs a number";
pub const NODES: &str = "Nodes";
pub const NODES_OF: &str = " nodes of ";
pub const NOT_READABLE: &str = "is not readable as a number";
pub const OF_THE_PRICE: &str = " % of the price.";
pub const PRICE_OF_A_NODE: &str = "Price of a node";
pub const RUNNING_COST_A_YEAR: &str = "Running cost of all, a year";
pub const TAKE_NOTHING_BESIDE_IT: &str = "Take it and nothing beside it";
pub const TAKE_THIS_QUOTE: &str = "Take this quote";
pub const WORTH_AT_THE_END: &str = "Worth at the end, percent of the price";
pub const YEARS_OF_USE: &str = "Years of use";

pub fn on_the_gpu_above(gpu: &dyn Display) -> String {
    format!(
        "Of {gpu}, the GPU in the question above. The quote counts as a whole system: network and installation of its own are set to nothing. The years set the horizon too. What is left empty here stays as it is, and so do the work, the cost of capital and what jobs need. With nothing beside it, the page's own storage, build-out, waiting, setting up, data moved out and lost hours are set to nothing too, on both sides."
    )
}

pub fn taken(gpus: &dyn Display, price: &dyn Display, months: &dyn Display, alone: bool) -> String {
    let rest = if alone {
        "What the page assumes beside it is set to nothing, on both sides"
    } else {
        "Storage, waiting, lost hours and what renting costs are as they were: look at what this answer stands on"
    };
    format!(
        "The quote is taken: {gpus} GPUs at {price} a node, looked at over {months} months. {rest}. Undo takes the quote back"
    )
}
