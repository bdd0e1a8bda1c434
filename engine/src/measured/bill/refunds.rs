//! Refunds that give an upfront fee back.

use std::collections::{BTreeMap, BTreeSet};

use super::{Charges, Kind};

impl Charges {
    /// Places of the refunds that mirror a fee, each fee once. The fee is cash alone, so its refund is too: the use that it
    /// would have paid for is billed otherwise.
    pub(super) fn refunds_of_fees(&self) -> BTreeSet<usize> {
        let mut fees: BTreeMap<(u32, u64), u64> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.billed > 0.0 && row.effective == 0.0) {
            let key = self.key_of(row);
            if key.kind == Kind::Purchase {
                *fees.entry((key.currency, row.billed.to_bits())).or_default() += 1;
            }
        }
        let mut found = BTreeSet::new();
        for (at, row) in self.rows.iter().enumerate().filter(|(_, row)| row.billed < 0.0 && row.effective != 0.0) {
            let key = self.key_of(row);
            let fee = fees.get_mut(&(key.currency, (-row.billed).to_bits())).filter(|left| **left > 0);
            if let (Kind::Refund, Some(left)) = (key.kind, fee) {
                *left -= 1;
                found.insert(at);
            }
        }
        found
    }
}
