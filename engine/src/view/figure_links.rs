//! Key figures that open their derivations in place.

use crate::derivation::Derivation;

/// A figure that opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its id in the page.
    pub id: &'static str,
    /// Its label.
    pub label: &'static str,
    /// Prefixes of the labels of its derivations.
    begins: &'static [&'static str],
    /// The section of the page with more on it.
    pub place: &'static str,
}

/// Labels of the trees of the break-even: over the horizon, and in a steady year.
pub const BREAK_EVEN: [&str; 2] = ["Over the horizon, break-even busy share", "Break-even"];
/// Labels of the trees of the break-even price: over the horizon, and in a steady year.
pub const BREAK_EVEN_PRICE: [&str; 2] = ["Over the horizon, break-even price", "Steady-year break-even price"];

/// All linked figures.
pub const OPENINGS: [Opening; 8] = [
    Opening {
        id: "own",
        label: "Cost to own",
        begins: &[
            "Over the horizon, in the chosen unit: owning",
            "Over the horizon, owning",
            "Owning in",
            "Cost per month: owning",
            "Cost per run: owning",
            "Cost per million tokens: owning",
        ],
        place: "costs-heading",
    },
    Opening {
        id: "rent",
        label: "Cost to rent",
        begins: &[
            "Over the horizon, in the chosen unit: renting",
            "Over the horizon, renting",
            "Renting in",
            "Cost per month: renting",
            "Cost per run: renting",
            "Cost per million tokens: renting",
        ],
        place: "costs-heading",
    },
    Opening {
        id: "saving",
        label: "Saving of the cheaper side",
        begins: &["Saved", "Present value"],
        place: "over-time-heading",
    },
    Opening { id: "break-even", label: "Break-even utilization", begins: &BREAK_EVEN, place: "offers-heading" },
    Opening {
        id: "price",
        label: "Break-even price",
        begins: &["Over the horizon, break-even commitment price", BREAK_EVEN_PRICE[0], BREAK_EVEN_PRICE[1]],
        place: "offers-heading",
    },
    Opening { id: "cheque", label: "Upfront payment", begins: &["Upfront payment"], place: "costs-heading" },
    Opening {
        id: "cash",
        label: "Peak cash",
        begins: &["Peak cash", "Payback", "Immediate payback", "No payback"],
        place: "over-time-heading",
    },
    Opening {
        id: "node-price",
        label: "Node price",
        begins: &["Over the horizon, break-even node price"],
        place: "flips-heading",
    },
];

/// The linked figure with an id.
pub fn opening(id: &str) -> Option<&'static Opening> {
    OPENINGS.iter().find(|opening| opening.id == id)
}

impl Opening {
    /// The figure's derivations among all of a report's, in the order of its prefixes.
    pub fn trees<'a>(&'a self, all: &'a [Derivation]) -> impl Iterator<Item = &'a Derivation> {
        self.begins.iter().flat_map(move |words| all.iter().filter(move |tree| tree.label.starts_with(words)))
    }
}
