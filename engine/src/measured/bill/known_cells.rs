//! Cells that rows repeat, such as JSON: what one says is read once.

use std::collections::BTreeMap;

/// Cells that are remembered.
const MOST_CELLS: usize = 10_000;
/// Bytes of a cell that is remembered: with [`MOST_CELLS`] the memory, 10 MB.
const LONGEST_CELL: usize = 1_000;

/// What cells say. Beyond what is remembered a cell is read anew.
#[derive(Clone, Debug)]
pub(super) struct KnownCells<T>(BTreeMap<Vec<u8>, T>);

impl<T> Default for KnownCells<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Clone> KnownCells<T> {
    /// What a cell says: remembered, or as `read` finds it.
    pub(super) fn read(&mut self, cell: &[u8], read: impl FnOnce(&[u8]) -> T) -> T {
        if let Some(known) = self.0.get(cell) {
            return known.clone();
        }
        let found = read(cell);
        if self.0.len() < MOST_CELLS && cell.len() <= LONGEST_CELL {
            self.0.insert(cell.to_vec(), found.clone());
        }
        found
    }
}
