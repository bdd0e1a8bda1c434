//! Corrections of the model, kept for ever, so that a text written before one of them can report it.
//!
//! A correction is a change of a formula, or of a price in a published edition, that changes a figure of a text someone
//! may have saved. docs/releases.md says what a correction involves.

/// One revision of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The revision it introduced: one more than the previous one.
    pub revision: u32,
    /// Its date, as 2026-11-21.
    pub day: &'static str,
    /// What was wrong and what is right, in one plain sentence without a full stop.
    pub why: &'static str,
}

/// Revision of this model. Texts store it with the figures it produced.
pub const REVISION: u32 = 10;

/// All corrections, oldest first; the last is [`REVISION`]. Append only.
///
/// The first was made before any release: no text was written by an older model.
pub const CORRECTIONS: &[Correction] = &[
    Correction {
        revision: 1,
        day: "2026-11-21",
        why: "A support contract is charged like equal payments of the same present value; it was spread without interest",
    },
    Correction {
        revision: 2,
        day: "2026-11-25",
        why: "The running cost of idle hours let out follows the price of electricity; it stayed at that of today",
    },
    Correction {
        revision: 3,
        day: "2026-11-25",
        why: "Payback and the most cash out count taking machines down and moving out at their dates, and are after tax; both were left out",
    },
    Correction {
        revision: 4,
        day: "2026-11-25",
        why: "Over the range of an input the cheapest offer is chosen again, which the offer of the verdict need not be; who compares \
              own offers alone and has none with a price compares nothing, where list prices stepped in",
    },
    Correction {
        revision: 5,
        day: "2026-11-25",
        why: "Nodes you own lose value from what they fetch today, and their network, installation and room are not bought again; they were sold as if bought new",
    },
    Correction {
        revision: 6,
        day: "2026-11-25",
        why: "Where other work absorbs the idle hours of a commitment, it carries as much as its GPUs can, and what is paid ahead is paid at the start of the term; it carried any work, and all of it was paid by the month",
    },
    Correction {
        revision: 7,
        day: "2026-11-25",
        why: "Committed GPUs carry work in the share of the time in which they are available; they carried it all of the time",
    },
    Correction {
        revision: 8,
        day: "2026-11-25",
        why: "The share of a commitment that is recovered at the horizon is of payments still due; it was taken of what was prepaid too",
    },
    Correction {
        revision: 9,
        day: "2026-11-25",
        why: "The credit that expires first pays first, and credits pay all that falls due to their provider, ahead and after the horizon too; they paid in the order of entry, and monthly bills within the horizon alone",
    },
    Correction {
        revision: 10,
        day: "2026-11-25",
        why: "After the last term that fits comes what costs least for the remaining months, of shorter terms of its provider and of all offers by the hour; the offers of its provider came first, however dear",
    },
];

/// Corrections since a revision, oldest first.
pub fn since(revision: u32) -> impl Iterator<Item = &'static Correction> {
    CORRECTIONS.iter().filter(move |correction| correction.revision > revision)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_are_numbered_without_a_gap_dated_in_order_and_say_why() {
        for (place, correction) in CORRECTIONS.iter().enumerate() {
            assert_eq!(usize::try_from(correction.revision), Ok(place + 1), "{correction:?}");
            assert!(correction.why.len() >= 40 && !correction.why.ends_with('.'), "{correction:?}");
            let parts: Vec<usize> = correction.day.split('-').map(str::len).collect();
            assert_eq!(parts, [4, 2, 2], "{correction:?}");
        }
        assert!(CORRECTIONS.is_sorted_by_key(|correction| correction.day));
        assert_eq!(CORRECTIONS.last().map(|last| last.revision), Some(REVISION));
        assert_eq!((since(0).count(), since(REVISION).count()), (CORRECTIONS.len(), 0));
    }
}
