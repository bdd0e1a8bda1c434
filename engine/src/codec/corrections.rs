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
pub const REVISION: u32 = 17;

/// All corrections, oldest first; the last is [`REVISION`]. Append only.
///
/// The first was made before any release: no text was written by an older model.
pub const CORRECTIONS: &[Correction] = &[
    Correction {
        revision: 1,
        day: "2026-11-21",
        why: "Support contracts are now charged as equal payments of the same present value. Before, they were spread without interest",
    },
    Correction {
        revision: 2,
        day: "2026-11-25",
        why: "The running cost of idle hours sold now follows the electricity price. Before, it stayed at today's price",
    },
    Correction {
        revision: 3,
        day: "2026-11-25",
        why: "Payback and peak cash now include removal and egress at their dates, and tax. Before, they left these out",
    },
    Correction {
        revision: 4,
        day: "2026-11-25",
        why: "Across the range of an input, the cheapest offer is now chosen again at each value. If only your own offers are compared and \
              none has a price, nothing is compared. Before, list prices were used",
    },
    Correction {
        revision: 5,
        day: "2026-11-25",
        why: "Nodes you already own now lose value from today's resale price, and their network, installation and room are not bought again. Before, they were treated as bought new",
    },
    Correction {
        revision: 6,
        day: "2026-11-25",
        why: "If other work uses the idle hours of a commitment, the commitment now carries only what its GPUs can, and upfront payments fall at the start of the term. Before, it carried any amount of work and was paid monthly",
    },
    Correction {
        revision: 7,
        day: "2026-11-25",
        why: "Committed GPUs now carry work only while they are available. Before, they were always available",
    },
    Correction {
        revision: 8,
        day: "2026-11-25",
        why: "The share of a commitment recovered at the horizon now applies to remaining payments only. Before, it also applied to prepayments",
    },
    Correction {
        revision: 9,
        day: "2026-11-25",
        why: "Credits that expire first are now used first, and credits cover everything due to their provider, including prepayments and payments after the horizon. Before, they were used in the order entered and only for monthly bills within the horizon",
    },
    Correction {
        revision: 10,
        day: "2026-11-25",
        why: "After the last term that fits, the remaining months now use the cheapest of the provider's shorter terms and all hourly offers. Before, the provider's own offers came first at any price",
    },
    Correction {
        revision: 11,
        day: "2026-11-26",
        why: "Work rented beside owned machines, and work an unavailable offer passes on, is now billed by the provider that does it, only that provider's credits pay it, and it goes where it costs least after credits. Before, one provider billed all of it and prices without credits decided",
    },
    Correction {
        revision: 12,
        day: "2026-11-26",
        why: "Where all work may be interrupted, spot now loses what each workload's own job size and checkpoint interval lose. Before, one job size and one interval applied to all",
    },
    Correction {
        revision: 13,
        day: "2026-11-26",
        why: "The other end of the horizon now applies its own recovered share and termination fee to commitments. Before, they were left out if the work goes on",
    },
    Correction {
        revision: 14,
        day: "2026-11-26",
        why: "If the work goes on, the part of a prepayment that a credit paid is no longer returned in cash at the horizon. Before, all of it was",
    },
    Correction {
        revision: 15,
        day: "2026-11-26",
        why: "A price that cannot be entered is no longer given as the price at which the answer changes. Before, any price was",
    },
    Correction {
        revision: 16,
        day: "2026-11-26",
        why: "Until delivery the work is now rented where a month costs least with its storage, egress and support. Before, where a GPU-hour costs least",
    },
    Correction {
        revision: 17,
        day: "2026-11-27",
        why: "Rented data is now charged for the share of the work that is rented, in every plan, and a current bill is paid until owned machines are delivered. Before, renting beside owned machines needed no data, and the bill stopped on day one. Support and insurance of machines that are there are on their own price, and storage is bought with new ones alone; before, on the price of a new node, and with any. With credits, hours of a workload cost what they cost without; before, the mean of all work",
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
