//! What a file is: each reader recognises its own, and the order of asking decides between two.

use super::first_page::FirstPage;
use super::format::{Format, Guess};
use super::{FIRST_BYTES, bill, prometheus, slurm, smi, swf};

/// What each reader makes of a beginning, in the order in which they are asked.
const READERS: [fn(&FirstPage<'_>) -> Option<Guess>; 9] = [
    bill::focus::recognizes,
    bill::cur::recognizes,
    bill::azure::recognizes,
    catalogue,
    bill::opencost::recognizes,
    slurm::recognizes,
    prometheus::recognizes,
    smi::recognizes,
    swf::recognizes,
];

/// Recognises a file from its first decoded bytes; its name counts only where they leave doubt. The first reader that is
/// certain has it, else the first that thinks it possible; a table that none knows needs its columns chosen.
pub fn recognize(first: &[u8], file_name: &str) -> Guess {
    let page = FirstPage::new(first.get(..FIRST_BYTES).unwrap_or(first), file_name);
    let mut possible = None;
    for recognizes in READERS {
        match recognizes(&page) {
            Some(guess) if guess.certain => return guess,
            guess => possible = possible.or(guess),
        }
    }
    possible.unwrap_or_else(|| Guess::possible(Format::AnyCsv, []))
}

/// Price catalogues, which are no measurements: they say where to load them.
fn catalogue(page: &FirstPage<'_>) -> Option<Guess> {
    page.table(Format::SkyPilotCatalog, &[&["AcceleratorName"], &["InstanceType"], &["Price", "SpotPrice"]]).or_else(
        || page.table(Format::GpuhuntCatalog, &[&["gpu_name"], &["gpu_count"], &["price"], &["instance_name"]]),
    )
}
