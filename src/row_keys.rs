//! Keys of the rows of a list. A row keeps its key while others come and go, so that fields, folds and focus stay with
//! it. The rows of a scenario have no ids: the keys follow them from one state of the list to the next.

/// The key of a row, for as long as its list is on screen.
pub type RowKey = u32;

/// The rows of a list with their keys.
#[derive(Clone, Debug)]
pub struct RowKeys<T> {
    rows: Vec<T>,
    keys: Vec<RowKey>,
    next: RowKey,
}

impl<T> Default for RowKeys<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), keys: Vec::new(), next: 0 }
    }
}

impl<T: PartialEq> RowKeys<T> {
    /// The key of each row.
    pub fn keys(&self) -> &[RowKey] {
        &self.keys
    }

    /// Takes over the present rows. Those that stayed keep their keys, and so does a single row that changed in place.
    pub fn follow(&mut self, rows: Vec<T>) {
        let shorter = self.rows.len().min(rows.len());
        let start = self.rows.iter().zip(&rows).take_while(|(before, now)| before == now).count();
        let end = self.rows.iter().rev().zip(rows.iter().rev()).take(shorter - start);
        let end = end.take_while(|(before, now)| before == now).count();
        let changed = |rows: &[T]| start..rows.len() - end;
        let (before, now) = (changed(&self.rows), changed(&rows));
        let mut keys = Vec::with_capacity(rows.len());
        keys.extend(self.keys.iter().take(start));
        if before.len() == 1 && now.len() == 1 {
            keys.extend(self.keys.get(start));
        } else {
            let mut left = before.clone();
            for row in rows.get(now).unwrap_or_default() {
                let stayed = left.clone().find(|&index| self.rows.get(index) == Some(row));
                let key = stayed.and_then(|index| {
                    left.start = index + 1;
                    self.keys.get(index).copied()
                });
                keys.push(key.unwrap_or_else(|| {
                    self.next += 1;
                    self.next
                }));
            }
        }
        keys.extend(self.keys.iter().skip(before.end));
        (self.rows, self.keys) = (rows, keys);
    }

    /// Forgets a row that is about to be removed, and returns its place. Without this, of two equal rows the other one
    /// would lose its key.
    pub fn remove(&mut self, key: RowKey) -> Option<usize> {
        let index = self.keys.iter().position(|kept| *kept == key)?;
        self.keys.remove(index);
        self.rows.remove(index);
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::{RowKey, RowKeys};

    fn list(rows: &[&'static str]) -> RowKeys<&'static str> {
        let mut list = RowKeys::default();
        list.follow(rows.to_vec());
        list
    }

    /// The keys after the list changes from one state to another; those of the first state are 1, 2, 3 and so on.
    fn after(before: &[&'static str], now: &[&'static str]) -> Vec<RowKey> {
        let mut list = list(before);
        list.follow(now.to_vec());
        list.keys().to_vec()
    }

    #[test]
    fn rows_that_stay_keep_their_keys() {
        assert_eq!(after(&["a", "b", "c"], &["a", "b", "c"]), [1, 2, 3]);
        // The first is removed.
        assert_eq!(after(&["a", "b", "c"], &["b", "c"]), [2, 3]);
        // One in between is removed.
        assert_eq!(after(&["a", "b", "c"], &["a", "c"]), [1, 3]);
        // One is added.
        assert_eq!(after(&["a", "b"], &["a", "b", "c"]), [1, 2, 3]);
        // A removed row comes back.
        assert_eq!(after(&["b"], &["a", "b"]), [2, 1]);
        // One is typed over.
        assert_eq!(after(&["a", "b", "c"], &["a", "B", "c"]), [1, 2, 3]);
        // One is changed and one removed.
        assert_eq!(after(&["a", "b", "c", "d"], &["A", "b", "d"]), [5, 2, 4]);
    }

    #[test]
    fn rows_of_another_scenario_are_new() {
        assert_eq!(after(&["a", "b"], &["c", "d"]), [3, 4]);
        assert_eq!(after(&["a", "b"], &[]), [] as [RowKey; 0]);
    }

    #[test]
    fn of_two_equal_rows_the_one_removed_goes() {
        let mut list = list(&["a", "a"]);
        assert_eq!(list.remove(1), Some(0));
        list.follow(vec!["a"]);
        assert_eq!(list.keys(), [2]);
        assert_eq!(list.remove(1), None);
        // Both ends may hold the same row: it counts once.
        assert_eq!(after(&["a", "b", "a"], &["a"]), [1]);
        assert_eq!(after(&["a"], &["a", "a"]), [1, 2]);
    }
}
