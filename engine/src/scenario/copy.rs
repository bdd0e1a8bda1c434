//! Copies and comparison of scenarios, by the table of inputs: member by member they would be 3 kB of a first visit.

use super::{FIELDS, Scenario};

impl Clone for Scenario {
    #[inline(never)]
    fn clone(&self) -> Self {
        let mut copy = Self::BLANK;
        for field in FIELDS {
            field.set(&mut copy, &field.get(self));
        }
        copy
    }
}

impl PartialEq for Scenario {
    #[inline(never)]
    fn eq(&self, other: &Self) -> bool {
        FIELDS.iter().all(|field| field.get(self) == field.get(other))
    }
}
