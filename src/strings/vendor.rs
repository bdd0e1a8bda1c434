//! Text of `src/sections/vendor_quote.rs`.

use std::fmt::Display;

pub const A_GPU_HOUR_IN_THE_CLOUD: &str = " a GPU-hour in the cloud, for jobs of ";
pub const A_YEAR_SAID_TO_SAVE: &str = " % a year, and is said to save ";
pub const CLAIMED: &str = "Saving that is claimed";
pub const CLAIM_AT_NO_USE: &str = "no use of the GPUs is enough";
pub const COST_OF_CAPITAL: &str = "Cost of capital, percent a year";
pub const GPUS_EACH_CAPITAL_AT: &str = " GPUs, with capital at ";
pub const GPUS_OF_A_JOB: &str = "GPUs of a job";
pub const ITS_CLOUD: &str = "Price of its cloud, a GPU-hour";
pub const IT_STANDS_AGAINST: &str = "It stands against ";
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
pub const TAKE_NOTHING_BESIDE_IT: &str = "Take it alone, as the vendor reckons";
pub const TAKE_THIS_QUOTE: &str = "Take it beside what this page counts";
pub const WORTH_AT_THE_END: &str = "Worth at the end, percent of the price";
pub const YEARS_OF_USE: &str = "Years of use";

pub fn claim(claimed: &dyn Display, saving: &dyn Display, dearer: bool, needs: &dyn Display) -> String {
    let found = if dearer { "owning costs" } else { "owning saves" };
    let more = if dearer { " more than renting" } else { "" };
    format!(
        "Claimed are {claimed}; by what stands here {found} {saving}{more}, at present value. For the claim to be right, one thing changed: {needs}."
    )
}

pub fn claim_at_price(price: &dyn Display) -> String {
    format!("; or the cheapest offer at {price} a GPU-hour")
}

pub fn claim_at_use(share: &dyn Display) -> String {
    format!("the GPUs busy {share} of the time, and as much work to rent")
}

pub fn claim_without_comparison(claimed: &dyn Display) -> String {
    format!("The {claimed} that are claimed cannot be checked: the two sides do not do the same work.")
}

pub fn on_the_gpu_above(gpu: &dyn Display) -> String {
    format!(
        "Of {gpu}, the GPU in the question above. The quote is a whole system: network and installation are set to nothing. The years, after the wait for delivery, set the horizon; its cloud becomes an offer of yours, by the hour. What is left empty here stays as it is, and so does the work. Taken alone, the page's own storage, build-out, waiting, setting up, data moved out and lost hours are set to nothing too, on both sides, and no other offer counts beside its cloud."
    )
}

pub fn taken(gpus: &dyn Display, price: &dyn Display, months: &dyn Display, alone: bool) -> String {
    let rest = if alone {
        "What the page assumes beside it is set to nothing, on both sides"
    } else {
        "All else is as the page assumes, space, people and storage too: look at what this answer stands on"
    };
    format!(
        "The quote is taken: {gpus} GPUs at {price} a node, looked at over {months} months. {rest}. Undo takes the quote back"
    )
}
