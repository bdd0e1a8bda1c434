//! Cells of bills: currencies and words.

use super::super::instant::is_absent;
use super::super::rows::Row;

/// The currency of a cell: three letters. `None` if it is something else.
pub(crate) fn currency(cell: &[u8]) -> Option<&[u8]> {
    let cell = cell.trim_ascii();
    (cell.len() == 3 && cell.iter().all(u8::is_ascii_alphabetic)).then_some(cell)
}

/// The currency of a row: that of its cell, or US dollars in a file without such a column.
pub(crate) fn currency_of<'r>(row: &Row<'r>, column: Option<usize>) -> Option<&'r [u8]> {
    column.map_or(Some(b"USD"), |at| currency(row.cell(at)))
}

/// Whether a cell is one of some words; case does not count.
pub(crate) fn is_one(cell: &[u8], words: &[&str]) -> bool {
    let cell = cell.trim_ascii();
    words.iter().any(|word| cell.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a cell contains one of some words of small letters; case does not count.
pub(crate) fn contains(cell: &[u8], words: &[&str]) -> bool {
    let same = |at: &[u8], word: &str| at.eq_ignore_ascii_case(word.as_bytes());
    words.iter().any(|word| cell.windows(word.len()).any(|at| same(at, word)))
}

/// A cell that is there; empty if it says that it has no value.
pub(crate) fn present(cell: &[u8]) -> &[u8] {
    if is_absent(cell) { &[] } else { cell }
}

/// Whether the id of a resource is that of one machine. A scale set, a training job or an endpoint has several.
pub(crate) fn is_one_machine(resource: &[u8]) -> bool {
    const SEVERAL: [&str; 13] = [
        "/virtualmachinescalesets/",
        "/managedclusters/",
        "/instancegroups",
        "/nodepools/",
        "/computes/",
        "capacity-reservation/",
        "training-job/",
        "processing-job/",
        "transform-job/",
        "endpoint/",
        ":cluster/",
        "hyper-parameter-tuning-job/",
        "autoscalinggroup",
    ];
    !resource.is_empty() && !contains(resource, &SEVERAL)
}
