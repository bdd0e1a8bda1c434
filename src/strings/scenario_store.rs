//! Text of `src/state/scenario_store.rs`.

use std::fmt::Display;

pub fn node_set_from_book(name: &dyn Display) -> String {
    format!(
        "Node price, GPUs per node, GPU rated power, host draw and contracted power per node were set to the price book\u{2019}s machine with {name}"
    )
}

pub fn no_machine_in_book(name: &dyn Display) -> String {
    format!("The price book has no machine with {name}. Node price and power were not changed")
}

pub fn work_was_restated(hours: &dyn Display, gpu: &dyn Display) -> String {
    format!("The same work is now {hours} GPU-hours per month of the {gpu}. Undo restores the hours")
}

pub fn work_set_from_bill(hours: &dyn Display, price: &dyn Display, assumed: bool) -> String {
    let assumed = if assumed { ", an assumed price: enter the one you pay" } else { "" };
    format!("The work was set to {hours} GPU-hours per month, what the bill pays for at {price} per GPU-hour{assumed}")
}

pub fn node_price_replaced(name: &dyn Display, before: &dyn Display, now: &dyn Display) -> String {
    format!(
        "Your node price of {before} was for the previous GPU. It is now {now}, the price book's machine with {name}, with its GPUs per node and power. Undo restores {before}"
    )
}
