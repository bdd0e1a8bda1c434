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

/// All linked figures.
pub const OPENINGS: [Opening; 8] = [
    Opening {
        id: "own",
        label: "What owning costs",
        begins: &[
            "Over the horizon, in the unit chosen: owning",
            "Over the horizon, owning",
            "Owning in",
            "Costs of a month: owning",
            "Costs of a run: owning",
            "Costs of a million tokens: owning",
        ],
        place: "costs-heading",
    },
    Opening {
        id: "rent",
        label: "What renting costs",
        begins: &[
            "Over the horizon, in the unit chosen: renting",
            "Over the horizon, renting",
            "Renting in",
            "Costs of a month: renting",
            "Costs of a run: renting",
            "Costs of a million tokens: renting",
        ],
        place: "costs-heading",
    },
    Opening {
        id: "saving",
        label: "What the cheaper side saves",
        begins: &["Saved", "Present value"],
        place: "over-time-heading",
    },
    Opening {
        id: "break-even",
        label: "The break-even",
        begins: &["Over the horizon, the break-even", "Break-even"],
        place: "offers-heading",
    },
    Opening {
        id: "price",
        label: "The price to beat",
        begins: &[
            "Over the horizon, the price of a commitment",
            "Over the horizon, the price to beat",
            "Price to beat",
        ],
        place: "offers-heading",
    },
    Opening { id: "cheque", label: "The cheque to sign", begins: &["Cheque"], place: "costs-heading" },
    Opening {
        id: "cash",
        label: "The most cash out",
        begins: &["Most cash out", "Payback", "No payback"],
        place: "over-time-heading",
    },
    Opening {
        id: "node-price",
        label: "The price of a node",
        begins: &["Over the horizon, the node price"],
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
