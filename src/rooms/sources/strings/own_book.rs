//! Text of `own_book.rs`.

use engine::units::count;
use engine::view::template::filled;
use engine::view::{Piece, Style};

use crate::strings::figure;

pub const EXPLANATION: &str = "Load a CSV file with the columns id, provider, gpu (such as h100-sxm) and usd_per_gpu_hour, plus any other columns of the published offers. It stays in this browser. Links include the offers that count; saved scenarios include none. Discounts do not apply to its prices.";
pub const CATALOGUES: &str = "The price catalogues of SkyPilot (vms.csv of a cloud, named after it, such as aws.csv) and gpuhunt are read too: of each machine the cheapest region counts, dated by the file.";
pub const LOAD_ANOTHER_PRICE_BOOK: &str = "Load another price book";
pub const LOAD_A_PRICE_BOOK: &str = "Load a price book";
pub const IGNORED: &str = "Ignored:";
pub const SUMMARY: &str = "Add your own offers to the published ones in every scenario. They are marked as yours.";
pub const REMOVE: &str = "Remove";
pub const SAVE_AS_A_FILE: &str = "Save as a file";
pub const PLEASE_CHECK: &str = "Used, but please check:";
pub const TITLE: &str = "Your price book";

/// While a file of prices is read.
pub fn reading(name: &str) -> String {
    format!("Reading {name} …")
}

pub fn in_use(offers: usize) -> Vec<Piece> {
    let text = match offers {
        1 => "{count} offer from your price book is added to the published ones in every scenario.",
        _ => "{count} offers from your price book are added to the published ones in every scenario.",
    };
    filled(text, &[("count", figure(count(offers), Style::Count))])
}
